//! What the fabric gives in one state: some devices done, some drained.
//!
//! Decided here, once: a drained device carries nothing. An endpoint is online if any path of live links leads from it to
//! a switch; a GPU behind NVSwitch whose own leaf is drained is still reached through the other rails, so it stays
//! online, with less capacity. Bisection is taken over the endpoints that are online.

use super::difference::{Difference, LinkChange};
use super::hardware::{fit, ports_per_nic};
use crate::engine::analysis::{
    Bisection, CapacityGraph, DesignGraph, Effort, GraphOptions, Origin, VertexId, bisection, from_topology,
};
use crate::engine::catalog::{Fit, LinkLayer};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;
use crate::engine::topology::{Link, Node, Tier, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which devices are done and which are drained, by dense number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Worked on in an earlier window.
    pub done: Vec<bool>,
    /// Being worked on.
    pub drained: Vec<bool>,
}

/// What a cable carries when its ends are done or not; devices without work count as done.
pub(super) fn rate_of(link: &LinkChange, done: [bool; 2], has_work: [bool; 2]) -> BitRate {
    if (0..2).all(|end| done[end] || !has_work[end]) {
        link.after.rate
    } else if (0..2).any(|end| done[end] && has_work[end] && link.broken[end]) {
        BitRate::ZERO
    } else {
        link.before.rate
    }
}

/// What one network port of a server gets of its NIC's limit.
pub(super) fn port_limit(node: &Node) -> BitRate {
    let unlimited = BitRate::from_bps(u64::MAX);
    node.server().map_or(unlimited, |server| {
        let ports = ports_per_nic(node, server);
        server
            .nic_pcie
            .map_or(unlimited, |limit| limit.shared_by(u64::from(ports)))
    })
}

/// The fabric in a state: drained devices and dead cables taken out, the rest at its rates.
pub(super) fn realise(topology: &Topology, change: &Difference, state: &State) -> Topology {
    let mut fabric = topology.clone();
    for (device, work) in change.devices.iter().enumerate() {
        let id = change.view.id(device);
        if state.drained[device] {
            fabric.set_node(id, None);
        } else if let (true, Some(after)) = (state.done[device], &work.after) {
            fabric.set_node(id, Some(Arc::new(after.clone())));
        }
    }
    for link in &change.links {
        let dead = link.ends.iter().any(|&end| state.drained[end]);
        let done = link.ends.map(|end| state.done[end]);
        let rate = if dead {
            BitRate::ZERO
        } else {
            rate_in(change, link, state)
        };
        if rate.is_zero() {
            fabric.set_link(link.id, None);
        } else if done.contains(&true) || rate != link.before.rate {
            let risen = rate == link.after.rate && link.rises();
            let now = Link {
                a: if done[0] { link.after.a } else { link.before.a },
                b: if done[1] { link.after.b } else { link.before.b },
                rate,
                cable: if risen {
                    link.after.cable
                } else {
                    link.before.cable
                },
            };
            fabric.set_link(link.id, Some(Arc::new(now)));
        }
    }
    fabric
}

/// What a cable carries in a state, drains aside.
pub(super) fn rate_in(change: &Difference, link: &LinkChange, state: &State) -> BitRate {
    let done = link.ends.map(|end| state.done[end]);
    let has_work = link.ends.map(|end| change.devices[end].kind.is_some());
    rate_of(link, done, has_work)
}

/// Plugs of today that sit in a new cage by a mechanical adapter.
pub(super) fn adapters(topology: &Topology, change: &Difference, state: &State) -> u64 {
    let cage = |node: Option<&Node>, port: u16| {
        node.and_then(|node| node.port_group(port))
            .map(|group| group.cage)
    };
    let in_use = |link: &LinkChange, end: usize| {
        let device = link.ends[end];
        let plug = cage(
            topology.node(change.view.id(device)),
            [link.before.a, link.before.b][end].port,
        );
        let socket = cage(
            change.node_after(topology, device),
            [link.after.a, link.after.b][end].port,
        );
        state.done[device]
            && change.devices[device].after.is_some()
            && matches!((plug, socket), (Some(plug), Some(socket)) if fit(plug, socket) == Fit::Adapter)
    };
    change
        .links
        .iter()
        .filter(|link| !link.rises() || rate_in(change, link, state) != link.after.rate)
        .map(|link| (0..2).filter(|&end| in_use(link, end)).count() as u64)
        .sum()
}

/// All-reduce capacity and the capacity between switches, cable by cable.
pub(super) fn sums(topology: &Topology, change: &Difference, state: &State) -> (BitRate, BitRate) {
    let (mut all_reduce, mut uplinks) = (BitRate::ZERO, BitRate::ZERO);
    for link in &change.links {
        if link.ends.iter().any(|&end| state.drained[end]) || is_nvlink(change, link) {
            continue;
        }
        let rate = rate_in(change, link, state);
        match link.ends.iter().find(|&&end| change.tiers[end] == Tier::Server) {
            Some(&server) => {
                let id = change.view.id(server);
                let node = if state.done[server] {
                    change.node_after(topology, server)
                } else {
                    topology.node(id)
                };
                all_reduce += node.map_or(rate, |node| rate.min(port_limit(node)));
            }
            None => uplinks += rate,
        }
    }
    (all_reduce, uplinks)
}

/// Whether a cable is NVLink: outside the network.
pub(super) fn is_nvlink(change: &Difference, link: &LinkChange) -> bool {
    link.ends.iter().any(|&end| change.tiers[end] == Tier::Nvlink)
}

/// The bisection bandwidth over the endpoints that are online, without its cut.
pub(super) fn bisection_online(fabric: &Topology) -> Bisection {
    let design = from_topology(fabric, &GraphOptions::default());
    let graph = online_part(fabric, &design);
    let found = Bisection {
        cut: None,
        ..bisection(&graph, Effort::QUICK)
    };
    match whole_servers_cut(fabric, graph.n_endpoints()) {
        Some(cut) if cut < found.upper => Bisection {
            upper: cut.max(found.lower),
            ..found
        },
        _ => found,
    }
}

/// A cut that splits no server: the half of the servers with the least live capacity against the rest, through all their
/// cables. `None` where servers differ in GPUs, are odd in number, or are joined by NVLink.
fn whole_servers_cut(fabric: &Topology, n_endpoints: usize) -> Option<BitRate> {
    let mut by_server: BTreeMap<NodeId, BitRate> = BTreeMap::new();
    for (_, link) in fabric.links() {
        if fabric.port_group(link.a)?.layer == LinkLayer::Nvlink {
            return None;
        }
        for end in [link.a.node, link.b.node] {
            if fabric.node(end)?.server().is_some() {
                *by_server.entry(end).or_default() += link.rate;
            }
        }
    }
    let gpus = fabric.node(*by_server.keys().next()?)?.gpus();
    let alike = by_server
        .keys()
        .all(|&id| fabric.node(id).is_some_and(|node| node.gpus() == gpus));
    let whole = by_server.len() * usize::from(gpus) == n_endpoints;
    if !alike || !whole || !by_server.len().is_multiple_of(2) {
        return None;
    }
    let mut rates: Vec<BitRate> = by_server.into_values().collect();
    rates.small_sort();
    Some(rates[..rates.len() / 2].iter().copied().sum())
}

/// The graph without the endpoints that reach no switch.
fn online_part(fabric: &Topology, design: &DesignGraph) -> CapacityGraph {
    let graph = &design.graph;
    let mut groups = Groups::new(graph.n_vertices());
    for (_, edge) in graph.live_edges() {
        groups.join(edge.a.index(), edge.b.index());
    }
    let mut reaches = vec![false; graph.n_vertices()];
    for (vertex, origin) in design.origins.iter().enumerate() {
        if let Origin::Device(id) = origin
            && fabric.node(*id).is_some_and(|node| node.switch().is_some())
        {
            reaches[groups.find(vertex)] = true;
        }
    }
    let rates = graph.rates();
    let mut online = CapacityGraph::new();
    let place: Vec<Option<VertexId>> = graph
        .vertices()
        .map(
            |vertex| match (graph.is_endpoint(vertex), reaches[groups.find(vertex.index())]) {
                (true, false) => None,
                (true, true) => {
                    let endpoint = online.add_endpoint();
                    online.set_endpoint_rate(endpoint, rates[vertex.index()]);
                    Some(endpoint)
                }
                (false, _) => Some(online.add_transit()),
            },
        )
        .collect();
    for (_, edge) in graph.live_edges() {
        if let (Some(a), Some(b)) = (place[edge.a.index()], place[edge.b.index()]) {
            online.add_edge(a, b, edge.capacity);
        }
    }
    online
}

/// Disjoint sets of vertices.
struct Groups(Vec<usize>);

impl Groups {
    fn new(n: usize) -> Self {
        Self((0..n).collect())
    }

    fn find(&mut self, mut vertex: usize) -> usize {
        while self.0[vertex] != vertex {
            self.0[vertex] = self.0[self.0[vertex]];
            vertex = self.0[vertex];
        }
        vertex
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}
