//! Traffic patterns of plain flows, between NIC ports of the same number on different servers.

use super::super::error::ScenarioError;
use super::super::network::{Network, Vertex};
use super::super::random::Random;
use super::super::scenario::FlowSpec;
use super::{Plan, PlannedFlow};
use std::collections::BTreeMap;

/// The cabled hosts by rail: for each place among the cabled ports of a server, one host a server.
fn rails(network: &Network) -> Vec<Vec<u32>> {
    let mut cabled = vec![false; network.hosts.len()];
    for vertex in network.links.iter().flat_map(|link| [link.a, link.b]) {
        if let Vertex::Host(host) = vertex {
            cabled[host as usize] = true;
        }
    }
    let mut rails: Vec<Vec<u32>> = Vec::new();
    let mut place_on = BTreeMap::new();
    for (i, host) in network.hosts.iter().enumerate().filter(|&(i, _)| cabled[i]) {
        let place = place_on.entry(host.port.node).or_insert(0_usize);
        if rails.len() <= *place {
            rails.push(Vec::new());
        }
        rails[*place].push(i as u32);
        *place += 1;
    }
    rails
}

fn plan(flows: Vec<PlannedFlow>) -> Plan {
    Plan {
        flows,
        ring: None,
        notes: Vec::new(),
    }
}

/// The first ports of servers 1 to `senders` send to that of server 0.
pub(super) fn incast(network: &Network, senders: u32, size: u64) -> Result<Plan, ScenarioError> {
    let rails = rails(network);
    let first = rails.first().map_or(&[][..], Vec::as_slice);
    if senders == 0 || first.len() <= senders as usize {
        let what = format!(
            "an incast of {senders} takes {senders} senders and a receiver; {} are cabled",
            first.len()
        );
        return Err(ScenarioError::NothingToSimulate(what));
    }
    let flows = first[1..=senders as usize]
        .iter()
        .map(|&src| PlannedFlow::plain(src, first[0], size));
    Ok(plan(flows.collect()))
}

/// Every port sends to the port of its number on another server, by a permutation without fixed points.
pub(super) fn permutation(network: &Network, size: u64, seed: u64) -> Result<Plan, ScenarioError> {
    let mut random = Random::new(seed ^ 0x7065_726D);
    let mut flows = Vec::new();
    for rail in rails(network).iter().filter(|rail| rail.len() > 1) {
        for (&src, &dst) in rail.iter().zip(&cycle(rail, &mut random)) {
            flows.push(PlannedFlow::plain(src, dst, size));
        }
    }
    Ok(plan(flows))
}

/// For each of at least two hosts another one, so that all lie on one circle (Sattolo's algorithm).
fn cycle(rail: &[u32], random: &mut Random) -> Vec<u32> {
    let mut targets = rail.to_vec();
    for i in (1..targets.len()).rev() {
        targets.swap(i, random.below(i));
    }
    targets
}

/// Every port sends to the ports of its number on all other servers.
pub(super) fn all_to_all(network: &Network, size: u64) -> Result<Plan, ScenarioError> {
    let rails = rails(network);
    let n: usize = rails
        .iter()
        .map(|rail| rail.len() * rail.len().saturating_sub(1))
        .sum();
    if n > super::MOST_FLOWS {
        return Err(ScenarioError::TooLarge(format!(
            "{n} flows, at most {}",
            super::MOST_FLOWS
        )));
    }
    let mut flows = Vec::with_capacity(n);
    for rail in &rails {
        for (i, &src) in rail.iter().enumerate() {
            let others = rail[i + 1..].iter().chain(&rail[..i]);
            flows.extend(others.map(|&dst| PlannedFlow::plain(src, dst, size)));
        }
    }
    Ok(plan(flows))
}

/// Flows given one by one.
pub(super) fn explicit(network: &Network, specs: &[FlowSpec]) -> Result<Plan, ScenarioError> {
    let places: BTreeMap<_, _> = network
        .hosts
        .iter()
        .enumerate()
        .map(|(i, host)| (host.port, i as u32))
        .collect();
    let place = |port: &crate::engine::topology::PortRef| {
        let unknown = || ScenarioError::NotANicPort(format!("{} port {}", port.node, port.port));
        places.get(port).copied().ok_or_else(unknown)
    };
    let mut flows = Vec::with_capacity(specs.len());
    for spec in specs {
        flows.push(PlannedFlow {
            dst_port: spec.dst_port,
            start: spec.start.as_ps(),
            after: spec.after.clone(),
            delay: spec.delay.as_ps(),
            ..PlannedFlow::plain(place(&spec.src)?, place(&spec.dst)?, spec.size.as_u64())
        });
    }
    Ok(plan(flows))
}

/// Refuses dependencies on flows that do not exist, and circles. O(flows + dependencies).
pub(super) fn check_dependencies(flows: &[PlannedFlow]) -> Result<(), ScenarioError> {
    let mut children = vec![Vec::new(); flows.len()];
    for (i, flow) in flows.iter().enumerate() {
        for &parent in &flow.after {
            let Some(list) = children.get_mut(parent as usize) else {
                return Err(ScenarioError::Dependency { flow: i, parent });
            };
            list.push(i);
        }
    }
    let mut left: Vec<usize> = flows.iter().map(|flow| flow.after.len()).collect();
    let mut free: Vec<usize> = (0..flows.len()).filter(|&i| left[i] == 0).collect();
    while let Some(i) = free.pop() {
        for &child in &children[i] {
            left[child] -= 1;
            if left[child] == 0 {
                free.push(child);
            }
        }
    }
    match left.iter().position(|&n| n > 0) {
        Some(flow) => Err(ScenarioError::Dependency {
            flow,
            parent: flows[flow].after[0],
        }),
        None => Ok(()),
    }
}
