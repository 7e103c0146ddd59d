//! Files of other tools become designs, or are refused with a sentence and its place.

use fabricad::engine::document::save;
use fabricad::engine::import::{Content, Format, Imported, read};
use fabricad::engine::topology::generate::Blueprint;
use fabricad::engine::topology::{Node, NodeKind, NvlinkReach};
use proptest::prelude::*;
use std::fmt::Write as _;

const GRAPHML: &str = include_str!("../data/import/two_racks.graphml");
const LAB: &str = include_str!("../data/import/lab.clab.yml");
const HPCC: &str = include_str!("../data/import/topology.txt");
const SIMAI: &str = include_str!("../data/import/simai.txt");

fn good(name: &str, text: &str) -> Imported {
    read(name, text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn blueprint(name: &str, text: &str) -> Blueprint {
    match good(name, text).content {
        Content::Blueprint(blueprint) => blueprint,
        Content::Design(_) => panic!("{name} is no design of ours"),
    }
}

fn refusal(name: &str, text: &str) -> String {
    read(name, text.as_bytes())
        .expect_err("this file is to be refused")
        .to_string()
}

/// Devices with their ports, then cables: a table to compare with.
fn table(blueprint: &Blueprint) -> String {
    let mut text = String::new();
    for node in &blueprint.nodes {
        let ports: Vec<String> = node
            .ports
            .iter()
            .map(|group| format!("{}x{}", group.count, group.rate.as_gbps_f64()))
            .collect();
        let rail = node.rail.map_or(String::new(), |rail| format!(" rail {rail}"));
        writeln!(text, "{} {} {}{rail}", node.name, kind(node), ports.join("+")).expect("a string");
    }
    for wire in &blueprint.links {
        let name = |i: usize| &blueprint.nodes[i].name;
        let (rate, cable) = (wire.rate.as_gbps_f64(), wire.cable);
        writeln!(
            text,
            "{}:{} {}:{} {rate} {} {} m",
            name(wire.a.0),
            wire.a.1,
            name(wire.b.0),
            wire.b.1,
            cable.medium.name(),
            cable.length.as_metres_f64()
        )
        .expect("a string");
    }
    text
}

fn kind(node: &Node) -> String {
    match node.kind {
        NodeKind::Switch(_) => "switch".to_owned(),
        NodeKind::NvlinkDomain(domain) => {
            format!(
                "domain of {} at {}",
                domain.gpus,
                domain.rate_per_gpu.as_gbps_f64()
            )
        }
        NodeKind::Server(server) => {
            let nvlink = server.nvlink.map_or(String::new(), |nvlink| {
                assert_eq!(nvlink.reach, NvlinkReach::External);
                format!(", NVLink {}", nvlink.rate_per_gpu.as_gbps_f64())
            });
            format!("server {} GPU {} NIC{nvlink}", server.gpus, server.nics)
        }
    }
}

#[test]
fn graphml_becomes_servers_domains_and_rails() {
    let imported = good("two_racks.graphml", GRAPHML);
    assert_eq!(imported.format, Format::GraphMl);
    let expected = "\
d0 domain of 2 at 3600 2x3600
d1 domain of 2 at 3600 2x3600
l0 switch 2x100+1x400 rail 0
l1 switch 2x100+1x400 rail 1
s0 switch 2x400
h0 server 1 GPU 1 NIC, NVLink 3600 1x100+1x3600
h1 server 1 GPU 1 NIC, NVLink 3600 1x100+1x3600
h2 server 1 GPU 1 NIC, NVLink 3600 1x100+1x3600
h3 server 1 GPU 1 NIC, NVLink 3600 1x100+1x3600
h0:1 d0:0 3600 backplane 1 m
h1:1 d0:1 3600 backplane 1 m
h2:1 d1:0 3600 backplane 1 m
h3:1 d1:1 3600 backplane 1 m
h0:0 l0:0 100 DAC copper 2 m
h1:0 l1:0 100 DAC copper 2 m
h2:0 l0:1 100 DAC copper 2 m
h3:0 l1:1 100 DAC copper 2 m
l0:2 s0:0 400 OM4 multimode 40 m
l1:2 s0:1 400 OS2 single-mode 400 m
";
    assert_eq!(table(&blueprint("two_racks.graphml", GRAPHML)), expected);
    let (design, _) = imported.into_design();
    assert_eq!(
        (design.topology().n_nodes(), design.topology().n_links()),
        (9, 10)
    );
    assert_eq!(design.name, "two_racks");
}

#[test]
fn containerlab_keeps_the_order_of_interfaces_and_says_what_it_assumed() {
    let imported = good("lab.clab.yml", LAB);
    let expected = "\
leaf1 switch 1x100+1x400
leaf2 switch 1x100+1x400
spine1 switch 2x400
client1 server 1 GPU 1 NIC 1x100
gpu2 server 1 GPU 1 NIC 1x100
leaf1:1 spine1:0 400 OM4 multimode 30 m
leaf2:1 spine1:1 400 OM4 multimode 30 m
client1:0 leaf1:0 100 DAC copper 2 m
gpu2:0 leaf2:0 100 DAC copper 2 m
";
    let Content::Blueprint(fabric) = &imported.content else {
        panic!("no design of ours")
    };
    assert_eq!(table(fabric), expected);
    assert_eq!(fabric.name, "small-lab");
    assert_eq!(fabric.nodes[2].model, "nokia_srlinux ixrd3");
    let notes = imported.notes.join("\n");
    for said in [
        "leads out of the fabric: 1 link of type host",
        "1 link of type mgmt-net",
        "100G was assumed for 2 links",
        "e1-2 of leaf1 is its port 0",
    ] {
        assert!(notes.contains(said), "{notes} does not say {said:?}");
    }
}

#[test]
fn hpcc_delays_become_lengths_and_ports_keep_their_order() {
    let imported = good("topology.txt", HPCC);
    let expected = "\
host-0 server 1 GPU 1 NIC 1x100
host-1 server 1 GPU 1 NIC 1x100
host-2 server 1 GPU 1 NIC 1x25
host-3 server 1 GPU 1 NIC 1x100
switch-4 switch 2x100+2x400
switch-5 switch 1x25+1x100+2x400
host-0:0 switch-4:0 100 OS2 single-mode 200 m
host-1:0 switch-4:1 100 OS2 single-mode 200 m
host-2:0 switch-5:0 25 DAC copper 2 m
host-3:0 switch-5:1 100 OS2 single-mode 200 m
switch-4:2 switch-5:2 400 OS2 single-mode 200 m
switch-5:3 switch-4:3 400 OS2 single-mode 200 m
";
    assert_eq!(table(&blueprint("topology.txt", HPCC)), expected);
    assert!(
        imported
            .notes
            .join("\n")
            .contains("Packet error rates were left out, as a design has none: 1 link.")
    );
}

#[test]
fn simai_has_nvswitches_and_rails() {
    let fabric = table(&blueprint("x.txt", SIMAI));
    assert!(
        fabric.contains("nvswitch-4 domain of 4 at 2400 4x2400"),
        "{fabric}"
    );
    assert!(
        fabric.contains("host-3 server 1 GPU 1 NIC, NVLink 2400 1x100+1x2400"),
        "{fabric}"
    );
}

#[test]
fn our_own_file_comes_back_with_its_places() {
    let design = good("two_racks.graphml", GRAPHML).into_design().0;
    let again = good("x.json", &save(&design));
    assert_eq!(again.format, Format::Design);
    assert_eq!(again.into_design().0, design);
}

#[test]
fn a_directed_file_tells_each_cable_twice() {
    let directed = GRAPHML.replace("undirected", "directed").replace(
        "</graph>",
        "<edge source=\"l0\" target=\"h0\"/><edge source=\"s0\" target=\"l0\"><data key=\"r\">400</data></edge></graph>",
    );
    let imported = good("x.graphml", &directed);
    let notes = imported.notes.join("\n");
    assert!(
        notes.contains("once in each direction and were read as one: 2 cables"),
        "{notes}"
    );
    assert!(
        notes.contains("have no way back in the file and were read as cables of both directions: 8 edges"),
        "{notes}"
    );
    assert_eq!(imported.into_design().0.topology().n_links(), 10);
}

#[test]
fn nvswitches_with_the_same_hosts_are_planes_of_one_domain() {
    let text = "6 2 2 1 7 A100\n2 3 4\n0 2 100Gbps 0ms 0\n0 3 100Gbps 0ms 0\n1 2 100Gbps 0ms 0\n1 3 100Gbps 0ms 0\n\
                0 4 50Gbps 0ms 0\n1 4 50Gbps 0ms 0\n5 4 50Gbps 0ms 0\n";
    let fabric = table(&blueprint("x.txt", text));
    assert!(fabric.contains("nvswitch-2 domain of 2 at 200 2x200"), "{fabric}");
    assert!(!fabric.contains("nvswitch-3"), "{fabric}");
    let torn = text.replace("1 3 100Gbps 0ms 0", "5 3 100Gbps 0ms 0");
    assert!(refusal("x.txt", &torn).contains("a GPU belongs to one domain"));
}

/// A file with its name, and what its refusal must say.
type Refused = ((&'static str, String), &'static str);

fn check_refusals(cases: &[Refused]) {
    for ((name, text), expected) in cases {
        let said = refusal(name, text);
        assert!(said.contains(expected), "{said:?} does not say {expected:?}");
        assert!(!said.contains('\n'), "{said:?} is more than a line");
    }
}

#[test]
fn what_is_no_file_of_ours_is_said() {
    check_refusals(&[
        (("x", String::new()), "the file is empty"),
        (
            ("x.txt", "hello".to_owned()),
            "the file is none of the kinds that are read",
        ),
        (("x.json", "{}".to_owned()), "this is not a Fabricad design"),
    ]);
    let said = read("x", &[b'a', 0xff]).expect_err("no text").to_string();
    assert_eq!(said, "the file is not text: byte 2 is not UTF-8");
}

#[test]
fn what_is_wrong_in_graphml_is_said_with_its_place() {
    let graphml = |from: &str, to: &str| ("x.graphml", GRAPHML.replacen(from, to, 1));
    check_refusals(&[
        (
            graphml(">3600<", ">fast<"),
            "line 13, column 1: the gbps \"fast\" is not a rate",
        ),
        (
            graphml(">3600<", "><"),
            "line 13, column 1: the gbps \"\" is not a rate",
        ),
        (
            graphml("<default>100</default>", ""),
            "line 17, column 1: this edge has no gbps",
        ),
        (
            graphml("target=\"d0\"", "target=\"d9\""),
            "line 13, column 1: this edge's target is \"d9\"",
        ),
        (
            graphml("target=\"d0\"", "target=\"h0\""),
            "line 13, column 1: both ends of this cable",
        ),
        (
            graphml("source=\"h0\" target=\"d0\"", "source=\"l0\" target=\"d0\""),
            "can be cabled to hosts only",
        ),
        (
            graphml("nvswitch", "toaster"),
            "line 7, column 1: the node \"d0\" has the kind \"toaster\"",
        ),
        (
            graphml("id=\"d1\"", "id=\"d0\""),
            "line 8, column 1: two nodes have the id \"d0\"",
        ),
        (graphml("</graphml>", ""), "the file is cut short"),
        (
            graphml("<graphml", "<!DOCTYPE x [<!ENTITY a \"b\">]><graphml"),
            "a DTD, which is not read",
        ),
        (("x.xml", "<svg/>".to_owned()), "its root is <svg>"),
    ]);
}

#[test]
fn what_is_wrong_in_a_lab_is_said_with_its_place() {
    let lab = |from: &str, to: &str| ("x.yml", LAB.replacen(from, to, 1));
    check_refusals(&[
        (
            lab("spine1:e1-1\"", "spine9:e1-1\""),
            "line 14, column 7: this link ends at \"spine9\"",
        ),
        (
            lab("spine1:e1-1\"", "spine1:e1-2\""),
            "the interface \"e1-2\" of \"spine1\" has a link already",
        ),
        (lab("400G", "400"), "line 14, column 7: \"bandwidth\" is \"400\""),
        (
            lab("\"leaf1:e1-10\", ", ""),
            "line 14, column 7: this link has 1 endpoints",
        ),
        (
            lab("\"leaf1:e1-10\"", "\"leaf1\""),
            "the endpoint \"leaf1\" has no interface",
        ),
        (lab("  leaf2:", "  leaf1:"), "line 9, column 5"),
        (
            lab("name: small-lab", "name: small-lab\n---"),
            "several YAML documents",
        ),
        (
            ("x.yml", "name: x\n".to_owned()),
            "there is no \"topology\" in it",
        ),
        (("x.yml", "topology:\n  nodes: [".to_owned()), "line 2"),
    ]);
}

#[test]
fn what_is_wrong_in_a_topology_txt_is_said_with_its_place() {
    let hpcc = |from: &str, to: &str| ("x.txt", HPCC.replacen(from, to, 1));
    check_refusals(&[
        (hpcc("100Gbps", "100"), "line 3: \"100\" is not a rate"),
        (hpcc("0.001ms", "1s"), "line 3: a delay of 1s is more than"),
        (hpcc("4 5\n", "4 4\n"), "line 2: 4 is listed as a switch twice"),
        (
            hpcc("0 4 ", "0 6 "),
            "line 3: a link's second end is 6, but the file has 6 nodes",
        ),
        (
            hpcc("6 2 6", "6 2 7"),
            "line 8: the file is cut short: a link's first end is missing",
        ),
        (
            hpcc("6 2 6", "20001 2 6"),
            "line 1: the number of nodes is 20001: more than 20000 devices",
        ),
    ]);
}

#[test]
fn hostile_files_are_refused_in_time() {
    let mut aliases = "topology:\n  a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for i in 1..12 {
        let uses = vec![format!("*a{}", i - 1); 10].join(",");
        writeln!(aliases, "  a{i}: &a{i} [{uses}]").expect("a string");
    }
    assert!(read("x.yml", aliases.as_bytes()).is_err());
    let deep = format!("topology: {}", "[".repeat(200_000));
    assert!(read("x.yml", deep.as_bytes()).is_err());
    let deep = format!("<graphml>{}", "<a>".repeat(1_000_000));
    assert!(read("x.xml", deep.as_bytes()).is_err());
    let wide = format!("<graphml {}/>", "a='' ".repeat(1_000_000));
    assert!(read("x.xml", wide.as_bytes()).is_err());
    let many: String = (0..20_001).map(|i| format!("<node id='{i}'/>")).collect();
    let said = refusal("x.graphml", &format!("<graphml><graph>{many}</graph></graphml>"));
    assert_eq!(said, "the file has more than 20000 devices");
    assert!(read("x", &vec![b' '; 50_000_001]).is_err());
}

/// A good file with a few of its bytes replaced, or cut out, or doubled.
fn mutated(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0_u8..4, any::<u8>());
    prop::collection::vec(edit, 1..6).prop_map(move |edits| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, how, byte) in edits {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"0129-.:<>\"{}[]&*\n"[usize::from(byte) % 17],
                2 => bytes.truncate(at.max(1)),
                _ => bytes.extend_from_within(at / 2..at),
            }
        }
        bytes
    })
}

/// Whatever is read can be laid out, saved and opened again.
fn check_any(name: &str, bytes: &[u8]) {
    if let Ok(imported) = read(name, bytes) {
        let (design, _) = imported.into_design();
        let text = save(&design);
        let again = read("x.json", text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.into_design().0, design);
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0_usize..4) {
        let (name, head) = [
            ("x.graphml", "<graphml><graph>"), ("x.yml", "topology:\n"), ("x.txt", "4 1 3\n"), ("x.json", "{"),
        ][kind];
        check_any(name, &bytes);
        check_any(name, &[head.as_bytes(), &bytes].concat());
    }

    #[test]
    fn no_mutation_of_a_good_file_panics(
        a in mutated(GRAPHML), b in mutated(LAB), c in mutated(HPCC), d in mutated(SIMAI),
    ) {
        check_any("a.graphml", &a);
        check_any("b.clab.yml", &b);
        check_any("topology.txt", &c);
        check_any("simai.txt", &d);
    }
}
