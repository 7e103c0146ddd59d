//! Islands: GPUs that reach each other without the network, each with the NIC ports that lead out.
//!
//! An island is a server, or all servers on one NVSwitch domain that spans servers.

use super::super::network::{Network, nic_of};
use super::super::scenario::StepCosts;
use crate::engine::ids::NodeId;
use crate::engine::topology::{Node, NodeKind, NvlinkReach, PortRef, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;
use std::ops::Range;

/// One island.
#[derive(Clone, Debug)]
pub(super) struct Island {
    /// What messages call it.
    pub(super) name: String,
    /// For each GPU, the rate of its way to the others, one direction.
    pub(super) gpus: Vec<BitRate>,
    /// The NIC ports, in order of servers and ports.
    pub(super) exits: Vec<Exit>,
}

/// A NIC port that leads out of an island.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    /// Place of the host.
    pub(super) host: u32,
    /// The GPUs that its NIC serves, by place in the island.
    pub(super) gpus: Range<usize>,
}

/// The islands of a design, in order of their first servers. Servers without GPUs are none. O(devices + cables).
pub(super) fn islands(topology: &Topology, network: &Network, costs: &StepCosts) -> Vec<Island> {
    let host_of: BTreeMap<PortRef, u32> = network
        .hosts
        .iter()
        .enumerate()
        .map(|(i, host)| (host.port, i as u32))
        .collect();
    let cabled: Vec<bool> = cabled_hosts(network);
    let mut islands: Vec<Island> = Vec::new();
    let mut of_domain = BTreeMap::new();
    for (id, node) in topology.nodes() {
        let Some(server) = node.server().filter(|server| server.gpus > 0) else {
            continue;
        };
        let domain = nvlink_domain(topology, id, node);
        let place = match domain.and_then(|(domain, _)| of_domain.get(&domain)) {
            Some(&place) => place,
            None => {
                islands.push(Island {
                    name: node.name.clone(),
                    gpus: Vec::new(),
                    exits: Vec::new(),
                });
                islands.len() - 1
            }
        };
        if let Some((domain, _)) = domain {
            of_domain.insert(domain, place);
        }
        let rate = match (server.nvlink, domain) {
            (Some(nvlink), _) if nvlink.reach == NvlinkReach::Internal => nvlink.rate_per_gpu,
            (Some(nvlink), Some((_, rate))) => nvlink.rate_per_gpu.min(rate),
            _ => server.nic_pcie.unwrap_or(costs.pcie),
        };
        let island = &mut islands[place];
        let first = island.gpus.len();
        island.gpus.extend((0..server.gpus).map(|_| rate));
        for port in node.network_ports() {
            let host = host_of
                .get(&PortRef { node: id, port })
                .copied()
                .filter(|&host| cabled[host as usize]);
            let (Some(host), Some(nic)) = (host, nic_of(node, port)) else {
                continue;
            };
            let served = server.gpus_of_nic(nic);
            island.exits.push(Exit {
                host,
                gpus: first + usize::from(served.start)..first + usize::from(served.end),
            });
        }
    }
    islands
}

/// For each host, whether a link of the network ends at it.
fn cabled_hosts(network: &Network) -> Vec<bool> {
    let mut cabled = vec![false; network.hosts.len()];
    for vertex in network.links.iter().flat_map(|link| [link.a, link.b]) {
        if let super::super::network::Vertex::Host(host) = vertex {
            cabled[host as usize] = true;
        }
    }
    cabled
}

/// The NVSwitch domain outside that a server is cabled to, and the rate it gives a GPU.
fn nvlink_domain(topology: &Topology, id: NodeId, node: &Node) -> Option<(NodeId, BitRate)> {
    let nvlink = node.server()?.nvlink?;
    if nvlink.reach == NvlinkReach::Internal {
        return None;
    }
    topology
        .links_of(id)
        .filter_map(|link| topology.link(link)?.other_end(id))
        .find_map(|end| match topology.node(end.node)?.kind {
            NodeKind::NvlinkDomain(domain) => Some((end.node, domain.rate_per_gpu)),
            _ => None,
        })
}
