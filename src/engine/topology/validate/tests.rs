//! Each fault is drawn into a sound little fabric and must be found, once, and nothing else with it.

use super::{Finding, FindingCode, Severity, validate};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{
    Cable, Cage, Connector, Link, LinkLayer, Medium, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach,
    Polarity, PortGroup, PortRef, Server, Switch, Topology,
};
use crate::engine::units::{BitRate, Length};
use proptest::prelude::*;
use std::sync::Arc;

fn group(count: u16, gbps: u64, cage: Cage, layer: LinkLayer) -> PortGroup {
    PortGroup {
        count,
        rate: BitRate::from_gbps(gbps),
        cage,
        layer,
    }
}

fn ethernet(count: u16) -> PortGroup {
    group(count, 100, Cage::Qsfp28, LinkLayer::Ethernet)
}

fn server(name: &str, nics: u16) -> Node {
    Node {
        name: name.to_owned(),
        model: "HGX A100-8 with 8 x 100G".to_owned(),
        kind: NodeKind::Server(Server {
            gpus: 8,
            nics,
            nic_pcie: Some(BitRate::from_gbps(200)),
            nvlink: Some(Nvlink {
                rate_per_gpu: BitRate::from_gbytes(300),
                reach: NvlinkReach::Internal,
            }),
        }),
        ports: vec![ethernet(nics)],
        rail: None,
    }
}

fn switch(name: &str, rail: Option<u16>) -> Node {
    Node {
        name: name.to_owned(),
        model: "a switch".to_owned(),
        kind: NodeKind::Switch(Switch {
            layer: LinkLayer::Ethernet,
        }),
        ports: vec![ethernet(16)],
        rail,
    }
}

fn om4(metres: u64) -> Cable {
    Cable::om4_trunk(Length::from_metres(metres))
}

fn put(topology: &mut Topology, id: u32, node: Node) {
    topology.set_node(NodeId::new(id), Some(Arc::new(node)));
}

fn join(topology: &mut Topology, a: (u32, u16), b: (u32, u16)) -> LinkId {
    let id = LinkId::new(topology.links().map(|(id, _)| id.number() + 1).max().unwrap_or(0));
    let end = |(node, port)| PortRef {
        node: NodeId::new(node),
        port,
    };
    let link = Link {
        a: end(a),
        b: end(b),
        rate: BitRate::from_gbps(100),
        cable: om4(20),
    };
    topology.set_link(id, Some(Arc::new(link)));
    id
}

fn edit_link(topology: &mut Topology, id: LinkId, edit: impl FnOnce(&mut Link)) {
    let mut link = *topology.link(id).unwrap();
    edit(&mut link);
    topology.set_link(id, Some(Arc::new(link)));
}

fn edit_node(topology: &mut Topology, id: u32, edit: impl FnOnce(&mut Node)) {
    let mut node = topology.node(NodeId::new(id)).unwrap().clone();
    edit(&mut node);
    put(topology, id, node);
}

/// Two rails: servers 0 and 1 with two NICs, leaves 10 and 11 of rails 0 and 1, spines 20 and 21. Links 0..4 are the
/// NICs' (server by server), 4..8 the uplinks.
fn sound() -> Topology {
    let mut t = Topology::default();
    for s in 0..2 {
        put(&mut t, s, server(&format!("server-{}", s + 1), 2));
    }
    for rail in 0..2_u16 {
        put(
            &mut t,
            10 + u32::from(rail),
            switch(&format!("leaf-{}", rail + 1), Some(rail)),
        );
        put(
            &mut t,
            20 + u32::from(rail),
            switch(&format!("spine-{}", rail + 1), None),
        );
    }
    for s in 0..2_u16 {
        for rail in 0..2_u16 {
            join(&mut t, (u32::from(s), rail), (10 + u32::from(rail), s));
        }
    }
    for leaf in 0..2_u16 {
        for spine in 0..2_u16 {
            join(
                &mut t,
                (10 + u32::from(leaf), 8 + spine),
                (20 + u32::from(spine), leaf),
            );
        }
    }
    t
}

#[track_caller]
fn only(topology: &Topology, severity: Severity, code: FindingCode) -> Finding {
    let found = validate(topology);
    assert_eq!(
        found.iter().map(|f| (f.severity, f.code)).collect::<Vec<_>>(),
        [(severity, code)],
        "{found:#?}"
    );
    found.into_iter().next().unwrap()
}

#[test]
fn a_sound_fabric_and_an_empty_one_have_no_findings() {
    assert_eq!(validate(&sound()), []);
    assert_eq!(validate(&Topology::default()), []);
}

#[test]
fn a_server_by_itself_is_a_whole_design() {
    let mut t = Topology::default();
    put(&mut t, 0, server("server-1", 8));
    assert_eq!(validate(&t), []);
}

#[test]
fn equal_names_are_one_finding() {
    let mut t = sound();
    edit_node(&mut t, 1, |node| node.name = "server-1".to_owned());
    let f = only(&t, Severity::Warning, FindingCode::DuplicateName);
    assert_eq!(f.message, "2 devices are called server-1.");
    assert_eq!(f.nodes, [NodeId::new(0), NodeId::new(1)]);
}

#[test]
fn many_servers_without_a_cable_are_one_finding_with_a_count() {
    let mut t = sound();
    for s in 0..32 {
        put(&mut t, 100 + s, server(&format!("spare-{}", s + 1), 2));
    }
    let f = only(&t, Severity::Error, FindingCode::NoCable);
    assert_eq!(
        f.message,
        "32 GPU servers have no cable at all: spare-1, spare-2, spare-3 and 29 more."
    );
    assert_eq!(f.nodes.len(), 32);
}

#[test]
fn a_nic_without_a_cable_is_told_a_spare_port_is_only_noted() {
    let mut t = sound();
    t.set_link(LinkId::new(0), None);
    let f = only(&t, Severity::Warning, FindingCode::UncabledNicPort);
    assert_eq!(
        f.message,
        "1 server has 1 of 2 network ports without a cable: server-1."
    );

    let mut t = sound();
    edit_node(&mut t, 0, |node| {
        node.kind = NodeKind::Server(Server {
            nics: 1,
            ..*node.server().unwrap()
        });
    });
    t.set_link(LinkId::new(0), None);
    only(&t, Severity::Info, FindingCode::UncabledNicPort);
}

#[test]
fn two_islands_are_told_with_the_smaller_one_selected() {
    let mut t = sound();
    put(&mut t, 50, server("island-1", 1));
    put(&mut t, 51, switch("island-leaf", None));
    join(&mut t, (50, 0), (51, 0));
    let f = only(&t, Severity::Error, FindingCode::Partitioned);
    assert_eq!(
        f.message,
        "The network is in 2 parts that cannot reach each other: 2 servers with server-1 in one, 1 server \
         (island-1) in the others."
    );
    assert_eq!(f.nodes, [NodeId::new(50)]);
}

#[test]
fn rates_are_held_against_both_ports() {
    let mut t = sound();
    edit_link(&mut t, LinkId::new(0), |link| link.rate = BitRate::from_gbps(400));
    let f = &validate(&t)[0];
    assert_eq!(f.code, FindingCode::LinkAbovePort);
    assert_eq!(
        f.message,
        "The cable from server-1 port 1 to leaf-1 port 1 is set to 400 Gb/s, but the slower port reaches 100 Gb/s."
    );

    let mut t = sound();
    edit_node(&mut t, 0, |node| node.ports[0].rate = BitRate::from_gbps(400));
    let f = only(&t, Severity::Info, FindingCode::PortRateMismatch);
    assert_eq!(f.links, [LinkId::new(0), LinkId::new(1)]);

    let mut t = sound();
    for id in 4..8 {
        edit_link(&mut t, LinkId::new(id), |link| {
            link.rate = BitRate::from_mbps(2_500);
        });
    }
    let codes: Vec<FindingCode> = validate(&t).iter().map(|f| f.code).collect();
    assert_eq!(codes, [FindingCode::LinkBelowPorts, FindingCode::NoProduct]);
    assert!(
        validate(&t)[0]
            .message
            .contains("are set to 2.5 Gb/s, but both ports reach 100 Gb/s")
    );
}

#[test]
fn glass_must_reach_mate_and_cross() {
    type Case = (fn(&mut Cable), FindingCode, &'static str);
    let cases: [Case; 5] = [
        (
            |c| c.length = Length::from_metres(150),
            FindingCode::CableTooLong,
            "is up to 150 m long; 100 Gb/s on OM4 multimode reaches 100 m.",
        ),
        (
            |c| c.connector = Connector::Mpo12Apc,
            FindingCode::PolishMismatch,
            "has MPO-12 APC; 100 Gb/s on OM4 multimode needs MPO-12 UPC",
        ),
        (
            |c| {
                c.connector = Connector::LcDuplex;
                c.polarity = Polarity::Duplex;
            },
            FindingCode::ConnectorMismatch,
            "has LC duplex; 100 Gb/s on OM4 multimode takes MPO-12 UPC.",
        ),
        (
            |c| c.polarity = Polarity::A,
            FindingCode::PolarityMismatch,
            "has MPO-12 UPC with polarity type A (straight)",
        ),
        (
            |c| *c = Cable::dac(Length::from_metres(7)),
            FindingCode::CableTooLong,
            "is up to 7 m long; 100 Gb/s on DAC copper reaches 5 m.",
        ),
    ];
    for (edit, code, words) in cases {
        let mut t = sound();
        edit_link(&mut t, LinkId::new(0), |link| edit(&mut link.cable));
        let f = only(&t, Severity::Error, code);
        assert!(f.message.contains(words), "{}", f.message);
        assert!(f.hint.is_some());
    }
}

#[test]
fn fast_multimode_needs_the_angled_polish() {
    let mut t = sound();
    let port = group(16, 400, Cage::Osfp, LinkLayer::Ethernet);
    for id in [10, 11, 20, 21] {
        edit_node(&mut t, id, |node| node.ports = vec![ethernet(8), port]);
    }
    // The uplinks keep their ports 8 and 9 on the leaves; the spines' ports move to 8 and 9 too.
    for (id, spine_port) in [(4, 8), (5, 8), (6, 9), (7, 9)] {
        edit_link(&mut t, LinkId::new(id), |link| {
            link.b.port = spine_port;
            link.rate = BitRate::from_gbps(400);
            link.cable.connector = Connector::Mpo16Apc;
        });
    }
    assert_eq!(validate(&t), []);
    for id in 4..8 {
        edit_link(&mut t, LinkId::new(id), |link| {
            link.cable.connector = Connector::Mpo12Apc;
        });
    }
    assert_eq!(validate(&t), []);
    let qsfp112 = group(16, 400, Cage::Qsfp112, LinkLayer::Ethernet);
    for id in [10, 11, 20, 21] {
        edit_node(&mut t, id, |node| node.ports[1] = qsfp112);
    }
    assert_eq!(validate(&t), []);
    for id in 4..8 {
        edit_link(&mut t, LinkId::new(id), |link| {
            link.cable.connector = Connector::Mpo12Upc;
        });
    }
    let f = only(&t, Severity::Error, FindingCode::PolishMismatch);
    assert!(
        f.message
            .starts_with("4 cables (the first from leaf-1 port 9 to spine-1 port 9) have MPO-12 UPC")
    );
}

#[test]
fn a_narrow_slot_limits_its_nic() {
    let mut t = sound();
    for id in 0..2 {
        edit_node(&mut t, id, |node| {
            node.kind = NodeKind::Server(Server {
                nic_pcie: Some(BitRate::from_mbps(56_800)),
                ..*node.server().unwrap()
            });
        });
    }
    let f = only(&t, Severity::Warning, FindingCode::NicLimitedByPcie);
    assert_eq!(
        f.message,
        "2 servers have NICs with 100 Gb/s of ports behind a PCIe path of 56.8 Gb/s: server-1 and server-2."
    );
}

#[test]
fn swapped_rails_are_found_at_the_server_that_swapped_them() {
    let mut t = sound();
    let (a, b) = (*t.link(LinkId::new(2)).unwrap(), *t.link(LinkId::new(3)).unwrap());
    edit_link(&mut t, LinkId::new(2), |link| link.b = b.b);
    edit_link(&mut t, LinkId::new(3), |link| link.b = a.b);
    let f = only(&t, Severity::Error, FindingCode::RailMiscabled);
    assert_eq!(f.nodes, [NodeId::new(1)]);
    assert_eq!(f.links, [LinkId::new(2), LinkId::new(3)]);
    assert!(
        f.message.contains("server-2 port 1 to leaf-2 port 2"),
        "{}",
        f.message
    );
}

#[test]
fn uneven_uplinks_and_single_points_of_failure() {
    let mut t = sound();
    t.set_link(LinkId::new(4), None);
    let codes: Vec<FindingCode> = validate(&t).iter().map(|f| f.code).collect();
    assert_eq!(codes, [FindingCode::UnevenUplinks, FindingCode::SingleHomedLeaf]);

    t.set_link(LinkId::new(4), sound().shared_link(LinkId::new(4)));
    join(&mut t, (10, 12), (20, 12));
    join(&mut t, (11, 12), (20, 13));
    only(&t, Severity::Warning, FindingCode::UnevenSpread);

    let mut t = sound();
    t.set_node(NodeId::new(21), None);
    for id in [5, 7] {
        t.set_link(LinkId::new(id), None);
    }
    let f = only(&t, Severity::Warning, FindingCode::SingleSpine);
    assert_eq!(
        f.message,
        "All 2 leaves with uplinks hang on spine-1 alone: its failure parts them all."
    );
}

fn tray(name: &str) -> Node {
    let mut node = server(name, 1);
    node.kind = NodeKind::Server(Server {
        nics: 1,
        gpus: 4,
        nic_pcie: None,
        nvlink: Some(Nvlink {
            rate_per_gpu: BitRate::from_gbytes(900),
            reach: NvlinkReach::External,
        }),
    });
    node.ports = vec![ethernet(1), group(1, 28_800, Cage::Backplane, LinkLayer::Nvlink)];
    node
}

fn rack(trays: u32, gpus: u16, gbytes: u64) -> Topology {
    let mut t = Topology::default();
    put(
        &mut t,
        100,
        Node {
            name: "rack-1".to_owned(),
            model: "NVL72".to_owned(),
            kind: NodeKind::NvlinkDomain(NvlinkDomain {
                gpus,
                rate_per_gpu: BitRate::from_gbytes(gbytes),
            }),
            ports: vec![group(18, 28_800, Cage::Backplane, LinkLayer::Nvlink)],
            rail: None,
        },
    );
    for i in 0..trays {
        put(&mut t, i, tray(&format!("tray-{}", i + 1)));
        let id = join(&mut t, (i, 1), (100, i as u16));
        edit_link(&mut t, id, |link| link.cable = Cable::backplane());
    }
    t
}

#[test]
fn nvlink_domains_are_held_to_their_sheet() {
    assert_eq!(validate(&rack(2, 8, 900)), []);
    let f = only(
        &rack(3, 8, 900),
        Severity::Error,
        FindingCode::NvlinkOversubscribed,
    );
    assert_eq!(f.message, "rack-1 takes 8 GPUs and has 12 attached.");
    let f = only(
        &rack(2, 8, 450),
        Severity::Warning,
        FindingCode::NvlinkRateMismatch,
    );
    assert_eq!(
        f.message,
        "rack-1 gives a GPU 450 GB/s of NVLink each way, but 2 servers are built for 900 GB/s: tray-1 and tray-2."
    );
}

#[test]
fn a_tray_without_its_domain_is_told() {
    let mut t = sound();
    edit_node(&mut t, 0, |node| {
        let mut server = *node.server().unwrap();
        server.nvlink = tray("t").server().unwrap().nvlink;
        node.kind = NodeKind::Server(server);
    });
    only(&t, Severity::Error, FindingCode::NvlinkNotAttached);
}

#[test]
fn the_worst_comes_first() {
    let mut t = sound();
    put(&mut t, 60, server("server-1", 2));
    t.set_link(LinkId::new(4), None);
    let severities: Vec<Severity> = validate(&t).iter().map(|f| f.severity).collect();
    assert_eq!(
        severities,
        [
            Severity::Error,
            Severity::Warning,
            Severity::Warning,
            Severity::Warning
        ]
    );
}

#[test]
fn a_module_that_needs_an_adapter_is_found() {
    let mut t = sound();
    // Leaf 1 becomes an OSFP switch; its server cables are QSFP28 copper, its uplinks fibre.
    edit_node(&mut t, 10, |leaf| {
        leaf.ports = vec![group(16, 800, Cage::Osfp, LinkLayer::Ethernet)];
    });
    for id in [0, 2] {
        edit_link(&mut t, LinkId::new(id), |link| {
            link.cable = Cable::dac(Length::from_metres(2));
        });
    }
    let found = validate(&t);
    let copper = found
        .iter()
        .find(|f| f.code == FindingCode::CageMismatch && f.links.contains(&LinkId::new(0)))
        .expect("the adapter is missed");
    assert_eq!(copper.severity, Severity::Warning);
    assert_eq!(copper.links, [LinkId::new(0), LinkId::new(2)]);
    assert!(
        copper
            .message
            .contains("QSFP28 form, which goes into OSFP ports only with an adapter"),
        "{}",
        copper.message
    );
    let hint = copper.hint.clone().unwrap();
    assert!(
        hint.contains("adapter") && hint.contains("hybrid cable"),
        "{hint}"
    );
}

#[test]
fn a_wrong_connector_does_not_hide_a_cable_that_is_too_long() {
    let mut t = sound();
    edit_link(&mut t, LinkId::new(4), |link| {
        link.cable.connector = Connector::LcDuplex;
        link.cable.polarity = Polarity::Duplex;
        link.cable.length = Length::from_metres(5_000);
    });
    let mut found: Vec<_> = validate(&t).into_iter().map(|f| f.code).collect();
    found.sort();
    assert_eq!(found, [FindingCode::CableTooLong, FindingCode::ConnectorMismatch]);
}

proptest! {
    /// Whatever is drawn, it answers, in order, with sentences, and names only what is there.
    #[test]
    fn it_answers_for_any_drawing(
        kinds in prop::collection::vec(0_u8..4, 0..12),
        ends in prop::collection::vec((0_u32..12, 0_u16..6, 0_u32..12, 0_u16..6, 0_u64..900, 0_usize..150), 0..30),
    ) {
        let mut t = Topology::default();
        for (i, kind) in kinds.iter().enumerate() {
            let node = match kind {
                0 => server("s", 2),
                1 => switch("w", Some(i as u16)),
                2 => tray("t"),
                _ => rack(0, 4, 900).node(NodeId::new(100)).unwrap().clone(),
            };
            put(&mut t, i as u32, node);
        }
        for (a, pa, b, pb, gbps, cable) in ends {
            let ends = [PortRef { node: NodeId::new(a), port: pa }, PortRef { node: NodeId::new(b), port: pb }];
            let free = ends.iter().all(|&end| t.port_group(end).is_some() && t.link_at(end).is_none());
            if a != b && free {
                let id = join(&mut t, (a, pa), (b, pb));
                edit_link(&mut t, id, |link| {
                    link.rate = BitRate::from_gbps(gbps);
                    link.cable.medium = Medium::ALL[cable % 6];
                    link.cable.connector = Connector::ALL[cable / 6 % 5];
                    link.cable.polarity = Polarity::ALL[cable / 30];
                });
            }
        }
        let findings = validate(&t);
        prop_assert!(findings.is_sorted_by_key(|f| (f.severity, f.code)));
        for f in &findings {
            prop_assert!(f.message.ends_with('.'), "{}", f.message);
            prop_assert!(f.nodes.iter().all(|&id| t.node(id).is_some()));
            prop_assert!(f.links.iter().all(|&id| t.link(id).is_some()));
        }
        prop_assert_eq!(findings, validate(&t));
    }
}
