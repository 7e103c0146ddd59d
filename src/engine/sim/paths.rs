//! The paths of all flows, laid before the run into one table that frames walk by position.

use super::core::{Hop, PathPair};
use super::error::ScenarioError;
use super::network::Network;
use super::packet::NIL;
use super::profile::Profile;
use super::random::mix;
use super::routing::{FlowKey, Routes};
use super::scenario::Scenario;
use super::workload::{Plan, PlannedFlow};
use crate::engine::order::SmallSort;

/// Paths of all flows.
pub(super) struct Paths {
    /// Every hop of every path.
    pub(super) hops: Vec<Hop>,
    /// Both ways of each flow, the flows of a pair of hosts side by side.
    pub(super) paths: Vec<PathPair>,
    /// For each pair of hosts, its first path.
    pub(super) first_path: Vec<u32>,
    /// For each flow, its pair of hosts.
    pub(super) group_of_flow: Vec<u32>,
}

/// One search to make: from where, and for which path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    target: u32,
    back: bool,
    place: u32,
}

/// Lays the paths: the `k`-th flow of a pair of hosts to start takes the `k`-th path of the pair.
///
/// One search a host that is aimed at; O(targets times links, plus flows times hops times ports).
pub(super) fn lay_paths(network: &Network, plan: &Plan, scenario: &Scenario) -> Result<Paths, ScenarioError> {
    let flows = &plan.flows;
    let mut order: Vec<u32> = (0..flows.len() as u32).collect();
    order.small_sort_by_key(|&i| (flows[i as usize].src, flows[i as usize].dst));
    let mut laid = Paths {
        hops: Vec::new(),
        paths: Vec::with_capacity(flows.len()),
        first_path: Vec::new(),
        group_of_flow: vec![0; flows.len()],
    };
    let mut keys = Vec::with_capacity(flows.len());
    let mut wanted = Vec::with_capacity(2 * flows.len());
    let mut pair = None;
    for (place, &i) in order.iter().enumerate() {
        let flow = &flows[i as usize];
        let place = place as u32;
        if pair != Some((flow.src, flow.dst)) {
            pair = Some((flow.src, flow.dst));
            laid.first_path.push(place);
        }
        let group = laid.first_path.len() - 1;
        laid.group_of_flow[i as usize] = group as u32;
        let key = key_of(network, flow, scenario, i, place - laid.first_path[group]);
        laid.paths.push(PathPair {
            forward: NIL,
            backward: NIL,
            src_port: key.src_port,
        });
        keys.push(key);
        wanted.push(Wanted {
            target: flow.dst,
            back: false,
            place,
        });
        wanted.push(Wanted {
            target: flow.src,
            back: true,
            place,
        });
    }
    wanted.small_sort();
    laid.trace_all(network, flows, &order, &keys, &wanted)?;
    Ok(laid)
}

impl Paths {
    /// Traces what is wanted, in order of the hosts aimed at.
    fn trace_all(
        &mut self,
        network: &Network,
        flows: &[PlannedFlow],
        order: &[u32],
        keys: &[FlowKey],
        wanted: &[Wanted],
    ) -> Result<(), ScenarioError> {
        let mut routes = Routes::new(network);
        let (mut ports, mut aimed) = (Vec::new(), NIL);
        for &Wanted { target, back, place } in wanted {
            if aimed != target {
                routes.aim_at(target);
                aimed = target;
            }
            let (flow, key) = (&flows[order[place as usize] as usize], keys[place as usize]);
            let (source, key) = if back {
                (flow.dst, key.reversed())
            } else {
                (flow.src, key)
            };
            ports.clear();
            if !routes.trace(source, key, &mut ports) {
                let name = |host: u32| network.hosts[host as usize].name.clone();
                return Err(ScenarioError::Unreachable {
                    from: name(flow.src),
                    to: name(flow.dst),
                });
            }
            self.append(&ports, back, place);
        }
        Ok(())
    }

    /// Writes a path into the table: one entry at every vertex that it touches.
    fn append(&mut self, ports: &[u32], back: bool, place: u32) {
        let start = self.hops.len() as u32;
        let mut ingress = NIL;
        for &out in ports {
            self.hops.push(Hop { out, ingress });
            ingress = out ^ 1;
        }
        self.hops.push(Hop { out: NIL, ingress });
        let path = &mut self.paths[place as usize];
        *(if back {
            &mut path.backward
        } else {
            &mut path.forward
        }) = start;
    }
}

/// What the ECMP hash sees of the `nth` flow between its hosts.
fn key_of(network: &Network, flow: &PlannedFlow, scenario: &Scenario, number: u32, nth: u32) -> FlowKey {
    let src_port = match scenario.profile {
        Profile::Hpcc => 10_000_u32.wrapping_add(nth) as u16,
        // RoCEv2 NICs put entropy into the upper range of source ports.
        Profile::Exact => 0xC000 | (mix(scenario.seed ^ (u64::from(number) << 32)) as u16 & 0x3FFF),
    };
    let address = |host: u32| network.hosts[host as usize].address;
    FlowKey {
        src: address(flow.src),
        dst: address(flow.dst),
        src_port,
        dst_port: flow.dst_port,
    }
}
