//! Names, devices without cables, ports left empty, and a network in several parts.

use super::words::{count, grouped, kind_name, listed, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;
use crate::engine::topology::{LinkLayer, Node, NodeKind, Server, Tier};
use std::collections::BTreeMap;

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    duplicate_names(fabric, findings);
    no_cable(fabric, findings);
    partitioned(fabric, findings);
    detached(fabric, findings);
    uncabled_ports(fabric, findings);
}

fn duplicate_names(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut by_name: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
    for (_, id, node) in fabric.nodes() {
        by_name.entry(&node.name).or_default().push(id);
    }
    by_name.retain(|_, ids| ids.len() > 1);
    let firsts: Vec<NodeId> = by_name.values().map(|ids| ids[0]).collect();
    if firsts.is_empty() {
        return;
    }
    let nodes: Vec<NodeId> = by_name.into_values().flatten().collect();
    let names = listed(fabric.topology, &firsts);
    let message = match firsts.len() {
        1 => format!("{} devices are called {names}.", grouped(nodes.len())),
        n => format!(
            "{} names are used more than once, by {}: {names}.",
            grouped(n),
            count(nodes.len(), "device")
        ),
    };
    findings.push(
        Finding::new(Severity::Warning, FindingCode::DuplicateName, message)
            .hint("Give every device a name of its own: cabling sheets and migration steps go by names.")
            .nodes(nodes),
    );
}

fn no_cable(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    // One server by itself is a whole design: its GPUs meet over its own NVLink.
    if fabric.topology.n_nodes() < 2 {
        return;
    }
    let mut by_kind: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
    for (index, id, node) in fabric.nodes() {
        if fabric.view.edges(index).is_empty() {
            by_kind.entry(kind_name(node)).or_default().push(id);
        }
    }
    for (kind, nodes) in by_kind {
        let message = format!(
            "{} {} no cable at all: {}.",
            count(nodes.len(), kind),
            verb(nodes.len(), "has", "have"),
            listed(fabric.topology, &nodes)
        );
        findings.push(
            Finding::new(Severity::Error, FindingCode::NoCable, message)
                .hint("Drag from a port to another device to cable it, or delete it.")
                .nodes(nodes),
        );
    }
}

/// Parts of the network that hold GPUs; servers without a cable are told of elsewhere.
fn partitioned(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut seen = vec![false; fabric.view.len()];
    let mut parts: Vec<Vec<NodeId>> = Vec::new();
    for start in 0..fabric.view.len() {
        if seen[start] || fabric.view.edges(start).is_empty() {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![start];
        let mut endpoints = Vec::new();
        while let Some(index) = stack.pop() {
            if fabric.node(index).is_some_and(|node| node.gpus() > 0) {
                endpoints.push(fabric.view.id(index));
            }
            for edge in fabric.view.edges(index) {
                if !std::mem::replace(&mut seen[edge.to], true) {
                    stack.push(edge.to);
                }
            }
        }
        if !endpoints.is_empty() {
            endpoints.small_sort();
            parts.push(endpoints);
        }
    }
    if parts.len() < 2 {
        return;
    }
    // The largest part is "the" network; the others are what is cut off.
    parts.small_sort_by_key(|part| (std::cmp::Reverse(part.len()), part.first().copied()));
    let cut_off: Vec<NodeId> = parts[1..].iter().flatten().copied().collect();
    let message = format!(
        "The network is in {} parts that cannot reach each other: {} with {} in one, {} ({}) in the others.",
        grouped(parts.len()),
        count(parts[0].len(), "server"),
        listed(fabric.topology, &parts[0][..1]),
        count(cut_off.len(), "server"),
        listed(fabric.topology, &cut_off),
    );
    findings.push(
        Finding::new(Severity::Error, FindingCode::Partitioned, message)
            .hint("Join the parts by a cable, or keep them as designs of their own.")
            .nodes(cut_off),
    );
}

fn detached(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let has_servers = fabric.tiers.contains(&Tier::Server);
    let nodes: Vec<NodeId> = fabric
        .nodes()
        .filter(|&(index, _, _)| {
            fabric.tiers[index] == Tier::Detached && !fabric.view.edges(index).is_empty()
        })
        .map(|(_, id, _)| id)
        .collect();
    if nodes.is_empty() || !has_servers {
        return;
    }
    let message = format!(
        "No server reaches {}: {}.",
        count(nodes.len(), "switch"),
        listed(fabric.topology, &nodes)
    );
    findings.push(
        Finding::new(Severity::Warning, FindingCode::DetachedSwitch, message)
            .hint("Cable them to the rest, or delete them: they only draw power.")
            .nodes(nodes),
    );
}

/// Servers with some network ports empty, in groups of equal model and count.
fn uncabled_ports(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    if !fabric.has_network() {
        return;
    }
    let mut groups: BTreeMap<(&str, usize, usize, bool), Vec<NodeId>> = BTreeMap::new();
    for (index, id, node) in fabric.nodes() {
        let NodeKind::Server(server) = node.kind else {
            continue;
        };
        if fabric.view.edges(index).is_empty() {
            continue;
        }
        let ports = network_ports(fabric, index, node);
        let empty = ports.iter().filter(|&&cabled| !cabled).count();
        if empty > 0 {
            let spare = every_nic_has_a_cable(&server, &ports);
            groups
                .entry((&node.model, ports.len(), empty, spare))
                .or_default()
                .push(id);
        }
    }
    for ((_, n_ports, empty, spare), nodes) in groups {
        let message = format!(
            "{} {} {} of {} network ports without a cable: {}.",
            count(nodes.len(), "server"),
            verb(nodes.len(), "has", "have"),
            grouped(empty),
            grouped(n_ports),
            listed(fabric.topology, &nodes)
        );
        let (severity, hint) = if spare {
            (Severity::Info, "Every NIC has a cable: these ports are spare.")
        } else {
            (
                Severity::Warning,
                "A NIC without a cable brings nothing: its GPUs send through other NICs.",
            )
        };
        findings.push(
            Finding::new(severity, FindingCode::UncabledNicPort, message)
                .hint(hint)
                .nodes(nodes),
        );
    }
}

/// For each network port of a device, in order, whether it holds a cable.
pub(super) fn network_ports(fabric: &Fabric<'_>, index: usize, node: &Node) -> Vec<bool> {
    let mut cabled = vec![false; usize::from(node.n_ports())];
    for edge in fabric.view.edges(index) {
        if let Some(port) = cabled.get_mut(usize::from(edge.port)) {
            *port = true;
        }
    }
    node.ports()
        .filter(|(_, group)| group.layer != LinkLayer::Nvlink)
        .filter_map(|(port, _)| cabled.get(usize::from(port)).copied())
        .collect()
}

fn every_nic_has_a_cable(server: &Server, ports: &[bool]) -> bool {
    let mut nics = vec![false; usize::from(server.nics)];
    for (i, _) in ports.iter().enumerate().filter(|(_, cabled)| **cabled) {
        let nic = server.nic_of_port(i as u16, ports.len() as u16);
        if let Some(nic) = nics.get_mut(usize::from(nic)) {
            *nic = true;
        }
    }
    !nics.is_empty() && nics.into_iter().all(|cabled| cabled)
}
