//! Which devices and cables are alike in everything that any metric depends on.

use super::difference::{Difference, LinkChange};
use super::hardware::ports_per_nic;
use super::symmetry::Vertex;
use crate::engine::topology::{Node, Tier, Topology};
use std::collections::BTreeMap;

/// The devices as symmetry sees them: equal colours for equal devices with equal work, equal kinds for equal cables.
pub(super) fn vertices(topology: &Topology, change: &Difference) -> Vec<Vertex> {
    let mut colours: BTreeMap<String, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let number = |names: &mut BTreeMap<String, u32>, name: String| {
        let next = names.len() as u32;
        *names.entry(name).or_insert(next)
    };
    let mut vertices: Vec<Vertex> = (0..change.devices.len())
        .map(|device| {
            let tier = change.tiers[device];
            let before = topology.node(change.view.id(device)).map(|node| node.kind);
            let after = change.node_after(topology, device).map(|node| node.kind);
            let name = format!("{tier:?} {:?} {before:?} {after:?}", change.devices[device].kind);
            Vertex {
                colour: number(&mut colours, name),
                tier,
                cables: Vec::new(),
            }
        })
        .collect();
    for link in &change.links {
        for (near, far) in [(0, 1), (1, 0)] {
            let name = cable_kind(topology, change, link, near);
            let kind = number(&mut kinds, name);
            vertices[link.ends[near]].cables.push((link.ends[far], kind));
        }
    }
    vertices
}

/// What of a cable, seen from one end, matters to any metric.
fn cable_kind(topology: &Topology, change: &Difference, link: &LinkChange, near: usize) -> String {
    let (before, after) = (link.before.rate.as_bps(), link.after.rate.as_bps());
    let nics: Vec<Option<(u16, u16)>> = (0..2)
        .filter(|&end| change.tiers[link.ends[end]] == Tier::Server)
        .map(|end| {
            let port = [link.before.a, link.before.b][end].port;
            topology
                .node(change.view.id(link.ends[end]))
                .map(|node| nic_kind(node, port))
        })
        .collect();
    format!(
        "{before} {after} {} {} {nics:?}",
        link.broken[near],
        link.broken[1 - near]
    )
}

/// What tells the NIC ports of a server apart: which NIC, if a NIC has several ports, and how many GPUs it serves.
fn nic_kind(node: &Node, port: u16) -> (u16, u16) {
    let Some(server) = node.server() else {
        return (0, 0);
    };
    let ports: Vec<u16> = node.network_ports().collect();
    let Ok(place) = ports.binary_search(&port) else {
        return (u16::MAX, 0);
    };
    let nic = server.nic_of_port(place as u16, ports.len() as u16);
    let shared = ports_per_nic(node, server) > 1;
    (
        if shared { nic + 1 } else { 0 },
        server.gpus_of_nic(nic).len() as u16,
    )
}
