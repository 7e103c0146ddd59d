//! From a fabric as it is cabled to its graph of capacities, and back from a cut to cables and GPUs.

mod builder;

use super::{Bisection, CapacityGraph, Cut, EdgeId, Effort, Proof, bisection};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::order::SmallSort;
use crate::engine::topology::Topology;
use crate::engine::units::BitRate;
use builder::Builder;
use serde::{Deserialize, Serialize};

/// What counts as an endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Endpoints {
    /// Every GPU.
    #[default]
    Gpus,
    /// Every server as a whole: its GPUs stand on one side.
    Servers,
}

/// How a design is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphOptions {
    /// What counts as an endpoint.
    pub endpoints: Endpoints,
    /// Whether NVLink carries traffic: NVSwitch domains inside servers and across them.
    pub nvlink: bool,
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self {
            endpoints: Endpoints::Gpus,
            nvlink: true,
        }
    }
}

/// What a vertex stands for in the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// A GPU of a server, counted from zero.
    Gpu(NodeId, u16),
    /// A whole server.
    Server(NodeId),
    /// A NIC of a server that several GPUs share or that has several ports.
    Nic(NodeId, u16),
    /// The ports' side of such a NIC behind its PCIe limit.
    NicPorts(NodeId, u16),
    /// The NVSwitches inside a server.
    NvSwitch(NodeId),
    /// A switch or an NVSwitch domain of its own.
    Device(NodeId),
}

/// The graph of a design, with what its vertices and edges stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DesignGraph {
    /// The graph.
    pub graph: CapacityGraph,
    /// What each vertex stands for.
    pub origins: Vec<Origin>,
    /// The cable of each edge; `None` for PCIe and NVLink inside a server.
    pub links: Vec<Option<LinkId>>,
    /// GPUs that were left out because the design has more than [`DesignGraph::MOST_ENDPOINTS`]; answers about such
    /// a graph say nothing about the design.
    pub left_out: u64,
}

/// An endpoint named in the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DesignEndpoint {
    /// The server.
    pub node: NodeId,
    /// The GPU, counted from zero; `None` for the server as a whole.
    pub gpu: Option<u16>,
}

/// A cut named in the design.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignCut {
    /// The cables that cross, in order of ids.
    pub links: Vec<LinkId>,
    /// The servers inside which NVLink or PCIe paths are cut as well.
    pub split_servers: Vec<NodeId>,
    /// The endpoints of side A, in order.
    pub side_a: Vec<DesignEndpoint>,
    /// The switches and NVSwitch domains of side A, in order.
    pub devices_a: Vec<NodeId>,
}

/// A bisection and its cut named in the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignBisection {
    /// The figures.
    pub bisection: Bisection,
    /// The cut that carries the upper bound.
    pub cut: Option<DesignCut>,
}

/// The bisection bandwidth of a design. See [`bisection()`] and [`from_topology`].
pub fn design_bisection(topology: &Topology, options: &GraphOptions, effort: Effort) -> DesignBisection {
    let design = from_topology(topology, options);
    if design.left_out > 0 {
        let endpoints =
            u32::try_from(design.graph.n_endpoints() as u64 + design.left_out).unwrap_or(u32::MAX);
        let upper = topology.links().map(|(_, link)| link.rate).sum();
        let (lower, full, proof) = (BitRate::ZERO, upper, Proof::BoundsOnly);
        return DesignBisection {
            bisection: Bisection {
                lower,
                upper,
                endpoints,
                full,
                proof,
                cut: None,
            },
            cut: None,
        };
    }
    let bisection = bisection(&design.graph, effort);
    let cut = bisection.cut.as_ref().map(|cut| design.name_cut(cut));
    DesignBisection { bisection, cut }
}

/// The graph of capacities of a design.
///
/// * A switch is a transit vertex, and so is an NVSwitch domain, inside a server or of its own.
/// * A GPU hangs on its server's NVSwitches at its NVLink rate, or on a domain of its own at that rate or its share of
///   the NVLink cable, whichever is less.
/// * A NIC of one GPU with one cable is no vertex: the GPU is joined to the far end at the lesser of PCIe and cable
///   rate. A NIC that several GPUs share, or with several cables, is a transit vertex.
/// * As whole servers, endpoints keep the limits of their NICs; NVLink inside them does not matter.
///
/// # Complexity
/// O(devices + GPUs + cables, times a logarithm).
pub fn from_topology(topology: &Topology, options: &GraphOptions) -> DesignGraph {
    let mut builder = Builder::new(topology, options);
    for (id, node) in topology.nodes() {
        builder.add_device(id, node);
    }
    for (id, link) in topology.links() {
        builder.add_cable(id, link);
    }
    builder.finish()
}

impl DesignGraph {
    /// The most endpoints that are read from a design.
    pub const MOST_ENDPOINTS: usize = 1 << 18;

    /// Names a cut of this graph. O(size of the cut x log).
    pub fn name_cut(&self, cut: &Cut) -> DesignCut {
        let mut named = DesignCut::default();
        for &edge in &cut.crossing {
            match self.links.get(edge.index()) {
                Some(Some(link)) => named.links.push(*link),
                Some(None) => named.split_servers.extend(self.server_of(edge)),
                None => {}
            }
        }
        for &vertex in &cut.side_a {
            match self.origins.get(vertex.index()) {
                Some(&Origin::Gpu(node, gpu)) => named.side_a.push(DesignEndpoint { node, gpu: Some(gpu) }),
                Some(&Origin::Server(node)) => named.side_a.push(DesignEndpoint { node, gpu: None }),
                Some(&Origin::Device(node)) => named.devices_a.push(node),
                _ => {}
            }
        }
        named.links.small_sort();
        named.links.dedup();
        named.split_servers.small_sort();
        named.split_servers.dedup();
        named.side_a.small_sort();
        named.devices_a.small_sort();
        named
    }

    /// The server that an inner edge belongs to.
    fn server_of(&self, edge: EdgeId) -> Option<NodeId> {
        let edge = self.graph.edge(edge)?;
        match self.origins.get(edge.a.index())? {
            Origin::Gpu(node, _) | Origin::Server(node) | Origin::Nic(node, _) => Some(*node),
            Origin::NicPorts(node, _) | Origin::NvSwitch(node) | Origin::Device(node) => Some(*node),
        }
    }
}

#[cfg(test)]
mod tests;
