//! Drawn fabrics: shapes, limits named in words of the design, refusals.

use super::*;
use crate::engine::ids::LinkId;
use crate::engine::topology::generate::{Blueprint, Recipe, Wire};
use crate::engine::topology::{
    Cable, Cage, Link, LinkLayer, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach,
};
use crate::engine::topology::{PortGroup, PortRef, Server, Switch};
use crate::engine::units::Length;
use proptest::prelude::*;
use std::sync::Arc;

fn fabric(template: &str, settings: &[(&str, &str)]) -> Topology {
    let mut recipe = Recipe::named(template).expect("a template");
    for (key, value) in settings {
        recipe.set(key, value).expect("a parameter");
    }
    recipe.build().expect("it fits").topology()
}

fn node(topology: &Topology, name: &str) -> NodeId {
    topology
        .nodes()
        .find(|(_, node)| node.name == name)
        .map(|(id, _)| id)
        .expect("a device of this name")
}

/// Removes the cables of a device that match, and says how many there were.
fn cut(topology: &mut Topology, name: &str, matches: impl Fn(&Topology, &Link) -> bool) -> usize {
    let ids: Vec<LinkId> = topology.links_of(node(topology, name)).collect();
    let doomed: Vec<LinkId> = ids
        .into_iter()
        .filter(|&id| topology.link(id).is_some_and(|link| matches(topology, link)))
        .collect();
    for &id in &doomed {
        topology.set_link(id, None);
    }
    doomed.len()
}

#[test]
fn the_example_is_read_as_it_is_drawn() {
    let topology = fabric("rail-optimised", &[]);
    let report = all_reduce(&topology, &super::super::usual_sizes()).expect("it runs");
    let shape = report.design.shape;
    assert_eq!(
        (shape.gpus, shape.nodes, shape.gpus_per_node, shape.nics_per_node),
        (256, 32, 8, 8)
    );
    assert_eq!(
        (shape.nic_rate, shape.fabric_limit),
        (BitRate::from_gbps(100), None)
    );
    assert_eq!((report.design.limit, report.design.notes.len()), (None, 0));
    assert!(
        (0.82..0.95).contains(&report.share_of_peak),
        "{}",
        report.share_of_peak
    );
    assert_eq!(report.headline.bottleneck, Bottleneck::Nic);
    assert_eq!(report.bottleneck, "8 NIC ports of 100 Gb/s a node");
    assert_eq!(report.curve.len(), 25);
}

#[test]
fn every_template_has_an_all_reduce() {
    for recipe in Recipe::defaults() {
        let topology = recipe.build().expect("it fits").topology();
        let report = all_reduce(&topology, &[HEADLINE]).expect("it runs");
        assert_eq!(report.design.limit, None, "{}: {:?}", recipe.key(), report.design);
        assert!(report.headline.busbw_gbytes > 50.0, "{}", recipe.key());
    }
    let racks = shape_of(&fabric("hybrid", &[])).expect("it runs").shape;
    assert_eq!(
        (racks.nodes, racks.gpus_per_node, racks.nics_per_node),
        (4, 72, 72)
    );
    let one = shape_of(&fabric("nvlink-domain", &[])).expect("it runs").shape;
    assert_eq!(
        (one.nodes, one.gpus, one.nvlink_rate),
        (1, 72, BitRate::from_gbytes(900))
    );
}

#[test]
fn a_narrow_leaf_is_named() {
    // One server a leaf: every ring hop crosses the spines, on half the capacity.
    let topology = fabric(
        "leaf-spine",
        &[
            ("servers", "4"),
            ("servers-per-leaf", "1"),
            ("uplinks", "4"),
            ("spines", "1"),
        ],
    );
    let report = all_reduce(&topology, &[]).expect("it runs");
    assert_eq!(report.design.shape.fabric_limit, Some(BitRate::from_gbps(400)));
    assert_eq!(report.headline.bottleneck, Bottleneck::Fabric);
    assert_eq!(
        report.bottleneck,
        "leaf-1 can send 400 Gb/s to spine-1, the rings need 800 Gb/s"
    );
    // Wide enough, the same fabric does not limit.
    let wide = fabric(
        "leaf-spine",
        &[("servers", "4"), ("servers-per-leaf", "1"), ("uplinks", "8")],
    );
    assert_eq!(shape_of(&wide).expect("it runs").limit, None);
}

#[test]
fn a_missing_cable_takes_a_rail_from_all() {
    let mut topology = fabric("rail-optimised", &[("servers", "4"), ("servers-per-leaf", "4")]);
    let port = PortRef {
        node: node(&topology, "server-3"),
        port: 5,
    };
    let link = topology.link_at(port).expect("cabled");
    topology.set_link(link, None);
    let found = shape_of(&topology).expect("it runs");
    assert_eq!(found.shape.nics_per_node, 7);
    let sentence = found.limit.expect("a limit").sentence(&topology);
    assert_eq!(sentence, "server-3 has cables in 7 of its 8 NIC ports");
}

#[test]
fn a_slow_cable_is_named() {
    let mut topology = fabric("rail-only", &[("servers", "4")]);
    let port = PortRef {
        node: node(&topology, "server-2"),
        port: 0,
    };
    let id = topology.link_at(port).expect("cabled");
    let slow = Link {
        rate: BitRate::from_gbps(25),
        ..*topology.link(id).expect("it exists")
    };
    topology.set_link(id, Some(Arc::new(slow)));
    let found = shape_of(&topology).expect("it runs");
    assert_eq!(found.shape.nic_rate, BitRate::from_gbps(25));
    assert_eq!(
        found.limit.expect("a limit").sentence(&topology),
        "a cable of server-2 runs at 25 Gb/s, its NIC port could carry 100 Gb/s"
    );
}

#[test]
fn a_rail_that_does_not_close_carries_nothing() {
    // Two pods; rail 1 of the first loses its uplinks, so its ring cannot cross to the second.
    let mut topology = fabric(
        "rail-optimised",
        &[("servers", "8"), ("servers-per-leaf", "4"), ("uplinks", "4")],
    );
    let uplinks = cut(&mut topology, "leaf-p1-r1", |topology, link| {
        [link.a, link.b].iter().all(|end| {
            topology
                .node(end.node)
                .is_some_and(|node| node.switch().is_some())
        })
    });
    assert_eq!(uplinks, 4);
    let found = shape_of(&topology).expect("it runs");
    assert_eq!((found.shape.nics_per_node, found.notes.len()), (7, 1));
    assert_eq!(
        found.limit.expect("a limit").sentence(&topology),
        "NIC 1 of server-4 does not reach NIC 1 of server-5: that rail carries nothing"
    );
}

#[test]
fn designs_without_an_all_reduce_say_why() {
    assert_eq!(shape_of(&Topology::default()), Err(NoCollective::TooFewGpus));
    let mut topology = fabric("rail-only", &[("servers", "3")]);
    cut(&mut topology, "server-2", |_, _| true);
    let error = shape_of(&topology).expect_err("no cable");
    assert_eq!(error.to_string(), "server-2 has no cable in any NIC port");
    let mut topology = fabric(
        "leaf-spine",
        &[("servers", "2"), ("servers-per-leaf", "1"), ("spines", "1")],
    );
    cut(&mut topology, "spine-1", |_, _| true);
    let error = shape_of(&topology).expect_err("no path");
    assert_eq!(
        error.to_string(),
        "the NICs of server-1 do not reach those of server-2 on any rail"
    );
}

#[test]
fn uneven_servers_are_levelled_and_noted() {
    let mut topology = fabric("rail-only", &[("servers", "3")]);
    let id = node(&topology, "server-1");
    let mut other = topology.node(id).expect("it exists").clone();
    other.model = "something home-made".to_owned();
    if let NodeKind::Server(server) = &mut other.kind {
        server.gpus = 4;
        server.nvlink = None;
    }
    topology.set_node(id, Some(Arc::new(other)));
    let found = shape_of(&topology).expect("it runs");
    assert_eq!((found.shape.gpus, found.shape.gpus_per_node), (20, 4));
    assert!(found.shape.nvlink_rate.is_zero());
    assert_eq!(found.notes.len(), 3);
}

#[test]
fn a_thousand_servers_are_read_in_time() {
    let tree = fabric("fat-tree", &[("k", "32"), ("servers", "1024")]);
    let found = shape_of(&tree).expect("it runs");
    assert_eq!((found.shape.gpus, found.limit), (8192, None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is drawn, the answer is a figure or a sentence.
    #[test]
    fn no_design_is_too_odd(
        servers in prop::collection::vec((0_u16..4, 0_u16..3, 0_u16..4, prop::option::of(0_u64..500), any::<bool>()), 0..6),
        switches in 0_usize..4,
        wires in prop::collection::vec((0_usize..10, 0_u16..6, 0_usize..10, 0_u16..6, prop::sample::select(vec![0_u64, 1, 10_000, 100_000])), 0..30),
    ) {
        let mut nodes = Vec::new();
        for (i, &(gpus, nics, ports, nvlink, outside)) in servers.iter().enumerate() {
            let reach = if outside { NvlinkReach::External } else { NvlinkReach::Internal };
            let nvlink = nvlink.map(|gb| Nvlink { rate_per_gpu: BitRate::from_gbytes(gb), reach });
            let kind = NodeKind::Server(Server { gpus, nics, nic_pcie: Some(BitRate::from_gbps(60)), nvlink });
            nodes.push(device(format!("s{i}"), kind, [(ports, LinkLayer::Ethernet), (1, LinkLayer::Nvlink)]));
        }
        for i in 0..switches {
            let kind = NodeKind::Switch(Switch { layer: LinkLayer::Ethernet });
            nodes.push(device(format!("w{i}"), kind, [(5, LinkLayer::Ethernet), (1, LinkLayer::Ethernet)]));
        }
        let domain = NodeKind::NvlinkDomain(NvlinkDomain { gpus: 4, rate_per_gpu: BitRate::from_gbytes(100) });
        nodes.push(device("d".to_owned(), domain, [(3, LinkLayer::Nvlink), (0, LinkLayer::Nvlink)]));
        let cable = Cable::dac(Length::from_metres(1));
        let links = wires
            .iter()
            .map(|&(a, p, b, q, mbps)| Wire { a: (a, p), b: (b, q), rate: BitRate::from_mbps(mbps), cable })
            .filter(|wire| wire.a.0 < nodes.len() && wire.b.0 < nodes.len())
            .collect();
        let topology = Blueprint { name: String::new(), nodes, links }.topology();
        match all_reduce(&topology, &[Bytes::new(1), HEADLINE]) {
            Ok(report) => {
                prop_assert!(report.headline.busbw_gbytes.is_finite() && report.headline.busbw_gbytes > 0.0);
                prop_assert!(report.share_of_peak.is_finite() && !report.bottleneck.is_empty());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

fn device(name: String, kind: NodeKind, groups: [(u16, LinkLayer); 2]) -> Node {
    let rate = BitRate::from_gbps(100);
    let group = |(count, layer)| PortGroup {
        count,
        rate,
        cage: Cage::Unknown,
        layer,
    };
    Node {
        name,
        model: "odd".to_owned(),
        kind,
        ports: groups.map(group).to_vec(),
        rail: None,
    }
}

#[test]
fn what_exceeds_the_peak_or_the_possible_says_why() {
    let mut seen = std::collections::BTreeSet::new();
    for (template, server, counts) in [
        ("nvlink-infiniband", "DGX H100", &["1", "2", "3", "8", "32"][..]),
        ("nvlink-infiniband", "DGX B200", &["1", "2", "4"]),
        (
            "rail-optimised",
            "HGX A100-8 with 8 x 100G",
            &["1", "2", "3", "16"],
        ),
        ("rail-only", "DGX-1V", &["1", "2", "4"]),
    ] {
        for servers in counts {
            let topology = fabric(template, &[("server", server), ("servers", servers)]);
            let Ok(report) = all_reduce(&topology, &[]) else {
                continue;
            };
            let headline = report.headline;
            let above_peak = report.share_of_peak > 1.0;
            let above_possible = headline.busbw_gbytes > report.possible.pipelined.busbw_gbytes;
            let case = format!(
                "{servers} x {server}: {} {:?}",
                report.share_of_peak, headline.algorithm
            );
            let note = report
                .design
                .notes
                .first()
                .filter(|note| note.starts_with("Expected is above"));
            assert_eq!(note.is_some(), above_peak || above_possible, "{case}");
            let Some(note) = note else { continue };
            assert!(note.contains(headline.algorithm.name()), "{case}: {note}");
            assert_eq!(note.contains("above the peak"), above_peak, "{case}: {note}");
            assert_eq!(
                note.contains("hierarchical figure"),
                above_possible,
                "{case}: {note}"
            );
            let nvls = matches!(headline.algorithm, Algorithm::Nvls | Algorithm::NvlsTree);
            assert_eq!(note.contains("inside the NVSwitches"), nvls, "{case}: {note}");
            seen.insert(note.clone());
        }
    }
    assert!(seen.len() >= 2, "{seen:#?}");
}

#[test]
fn one_port_is_one_port() {
    let mut design = shape_of(&fabric("rail-only", &[("servers", "4")])).expect("it runs");
    design.shape.nics_per_node = 1;
    let said = bottleneck_sentence(&Topology::default(), &design, Bottleneck::Nic);
    assert_eq!(said, "1 NIC port of 100 Gb/s a node");
}
