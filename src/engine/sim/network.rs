//! The network as the simulator sees it: hosts that are NIC ports, switches, and links with a rate and a delay.
//!
//! Independent of [`Topology`], so that other sources (an HPCC folder, a test) can lay one too.

use super::scenario::Scenario;
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Link, LinkLayer, Node, NodeKind, PortRef, Topology};
use crate::engine::units::{BitRate, Bytes, SimTime};
use std::collections::BTreeMap;

/// Hosts, switches and the links between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// The NIC ports that send and receive; they never forward.
    pub hosts: Vec<Host>,
    /// The switches.
    pub switches: Vec<SwitchSite>,
    /// The links, each two directions of the same rate and delay.
    pub links: Vec<NetworkLink>,
    /// In which order a switch counts equally short next hops.
    pub next_hop_order: NextHopOrder,
}

/// One NIC port: a vertex of its own, however many its server has.
#[derive(Clone, Debug, PartialEq)]
pub struct Host {
    /// Which port it is.
    pub port: PortRef,
    /// What messages call it.
    pub name: String,
    /// Its address in the ECMP hash.
    pub address: u32,
    /// What it can send at most, where the PCIe path gives less than the link.
    pub injection: Option<BitRate>,
}

/// One switch.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchSite {
    /// The device.
    pub node: NodeId,
    /// What messages call it.
    pub name: String,
    /// Its shared packet buffer.
    pub buffer: Bytes,
    /// Seed of its ECMP hash.
    pub hash_seed: u32,
}

/// One link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkLink {
    /// The cable.
    pub id: LinkId,
    /// One end.
    pub a: Vertex,
    /// The other end.
    pub b: Vertex,
    /// Rate per direction.
    pub rate: BitRate,
    /// Time that a bit takes from end to end.
    pub delay: SimTime,
    /// Ethernet is lossless by PFC, InfiniBand by credits.
    pub layer: LinkLayer,
}

/// A place where links end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vertex {
    /// The host with this place in [`Network::hosts`].
    Host(u32),
    /// The switch with this place in [`Network::switches`].
    Switch(u32),
}

/// The order in which equally short next hops are counted, which decides what an ECMP hash means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NextHopOrder {
    /// In order of the links.
    #[default]
    Links,
    /// Neighbours with the highest place first, as the recorded ns-3 runs have it (its tables are keyed by pointers).
    LastNeighbourFirst,
}

/// The network of a drawn fabric.
///
/// Every cabled network port of a server becomes a host of its own; NVLink is left out (the workload counts it).
/// `buffer_of` tells the packet buffer of a switch where a data sheet gives it. O((ports + links) log).
pub fn from_topology(
    topology: &Topology,
    scenario: &Scenario,
    buffer_of: impl Fn(&Node) -> Option<Bytes>,
) -> Network {
    let mut network = Network::default();
    let mut hosts = BTreeMap::new();
    let mut switches = BTreeMap::new();
    for (id, node) in topology.nodes() {
        match node.kind {
            NodeKind::Switch(_) => {
                switches.insert(id, network.switches.len() as u32);
                let buffer = buffer_of(node).unwrap_or(scenario.default_buffer);
                let hash_seed = id.number();
                network.switches.push(SwitchSite {
                    node: id,
                    name: node.name.clone(),
                    buffer,
                    hash_seed,
                });
            }
            NodeKind::Server(_) => add_nic_ports(topology, id, node, &mut network.hosts, &mut hosts),
            NodeKind::NvlinkDomain(_) => {}
        }
    }
    for (id, link) in topology.links() {
        let layer = topology
            .port_group(link.a)
            .map_or(LinkLayer::Ethernet, |group| group.layer);
        let vertex = |end: PortRef| {
            let host = hosts.get(&end).map(|&i| Vertex::Host(i));
            host.or_else(|| switches.get(&end.node).map(|&i| Vertex::Switch(i)))
        };
        if layer == LinkLayer::Nvlink {
            continue;
        }
        if let (Some(a), Some(b)) = (vertex(link.a), vertex(link.b)) {
            let delay = delay_of(link, scenario.delay_per_metre);
            network.links.push(NetworkLink {
                id,
                a,
                b,
                rate: link.rate,
                delay,
                layer,
            });
        }
    }
    network
}

/// Adds the cabled network ports of one server.
fn add_nic_ports(
    topology: &Topology,
    id: NodeId,
    node: &Node,
    hosts: &mut Vec<Host>,
    index: &mut BTreeMap<PortRef, u32>,
) {
    for port in cabled_network_ports(topology, id, node) {
        index.insert(port, hosts.len() as u32);
        hosts.push(Host {
            port,
            name: format!("{} port {}", node.name, port.port),
            address: (10 << 24) + hosts.len() as u32,
            injection: pcie_share(topology, id, node, port),
        });
    }
}

/// The network ports of a server that hold a cable to something, in order.
pub(super) fn cabled_network_ports<'a>(
    topology: &'a Topology,
    id: NodeId,
    node: &'a Node,
) -> impl Iterator<Item = PortRef> + 'a {
    let cabled = move |port: &PortRef| {
        topology
            .link_at(*port)
            .and_then(|link| topology.link(link))
            .is_some_and(|link| link.a != link.b)
    };
    node.network_ports()
        .map(move |port| PortRef { node: id, port })
        .filter(cabled)
}

/// What one port gets of its NIC's PCIe path: an even share among the NIC's cabled ports.
fn pcie_share(topology: &Topology, id: NodeId, node: &Node, port: PortRef) -> Option<BitRate> {
    let pcie = node.server()?.nic_pcie?;
    let nic = nic_of(node, port.port)?;
    let sharing = cabled_network_ports(topology, id, node)
        .filter(|p| nic_of(node, p.port) == Some(nic))
        .count();
    Some(pcie.shared_by(sharing as u64))
}

/// The NIC that a network port of a server belongs to.
pub(super) fn nic_of(node: &Node, port: u16) -> Option<u16> {
    let n_ports = node.network_ports().count() as u16;
    let place = node.network_ports().position(|p| p == port)? as u16;
    Some(node.server()?.nic_of_port(place, n_ports))
}

/// Light's time through a cable: rounded up to the picosecond, and never zero, for no cable is without length.
fn delay_of(link: &Link, per_metre: SimTime) -> SimTime {
    let ps = u128::from(link.cable.length.as_mm()) * u128::from(per_metre.as_ps());
    SimTime::from_ps(u64::try_from(ps.div_ceil(1_000)).unwrap_or(u64::MAX)).max(per_metre)
}
