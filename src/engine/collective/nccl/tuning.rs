//! NCCL's cost model: latency and bandwidth of each scheme and protocol on the graphs that were found.
//!
//! `t = latency + bytes / bandwidth`. A rate per channel is capped by what the kernels were measured to move; with two
//! nodes the speed *inside* the node counts, which is why two nodes can beat the wire.

use super::constants::{
    NETWORK_POST, NVLS_EFFICIENCY, NVLS_TREE_CAP, RING_LL128_CAP, TREE_CAP, TREE_LL128_CAP, base_latency,
    column, ll_cap, network_hop, nvlink_hop, pcie_hop, row, tree_correction,
};
use super::search::{Graph, Graphs};
use super::{Algorithm, Bottleneck, ClusterShape, Protocol};
use crate::engine::catalog::GpuGeneration;
use crate::engine::units::Bytes;

/// Operations that the model covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    AllReduce,
    /// All-gather, and reduce-scatter alike.
    AllGather,
    /// Broadcast, and reduce alike.
    Broadcast,
}

/// A way to run an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Ring,
    Tree,
    Nvls,
    NvlsTree,
    /// Parallel aggregated trees, for all-gather with one GPU a node.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "serves the check against a published log")
    )]
    Pat,
}

impl From<Algorithm> for Scheme {
    fn from(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Ring => Self::Ring,
            Algorithm::Tree => Self::Tree,
            Algorithm::Nvls => Self::Nvls,
            Algorithm::NvlsTree => Self::NvlsTree,
        }
    }
}

/// What a scheme costs on a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cost {
    protocol: Protocol,
    /// Latency in microseconds, before the surcharge of large rings.
    pub(super) latency: f64,
    /// Algorithm bandwidth in GB/s, before the correction of trees.
    pub(super) bandwidth: f64,
    /// Channels of the graph.
    pub(super) channels: u32,
    /// What the bandwidth term hangs on.
    pub(super) limit: Bottleneck,
    /// Whether trees are corrected by size.
    is_tree: bool,
    /// Latency factor of Simple rings between nodes, and the size a rank and channel from which it holds.
    surcharge: Option<(f64, u64)>,
}

impl Cost {
    /// Predicted time in microseconds.
    pub(super) fn micros(&self, size: Bytes) -> f64 {
        self.latency(size) + size.as_f64() / (self.algbw(size) * 1e3)
    }

    /// The latency term at this size, microseconds.
    pub(super) fn latency(&self, size: Bytes) -> f64 {
        match self.surcharge {
            Some((factor, from)) if size.as_u64() >= from => self.latency * factor,
            _ => self.latency,
        }
    }

    /// The bandwidth term at this size, GB/s.
    pub(super) fn algbw(&self, size: Bytes) -> f64 {
        if self.is_tree {
            self.bandwidth * tree_correction(self.protocol, size.as_u64())
        } else {
            self.bandwidth
        }
    }
}

/// What the formulae read of a cluster.
struct Ranks {
    n: f64,
    nodes: f64,
    per_node: f64,
    log_nodes: f64,
    one_per_node: bool,
}

/// The cost of a scheme; `None` where it cannot run.
pub(super) fn cost(
    shape: &ClusterShape,
    graphs: &Graphs,
    operation: Operation,
    scheme: Scheme,
    protocol: Protocol,
) -> Option<Cost> {
    let graph = match scheme {
        Scheme::Ring => graphs.ring?,
        Scheme::Tree | Scheme::Pat => graphs.tree?,
        Scheme::Nvls | Scheme::NvlsTree => graphs.nvls?,
    };
    let ranks = Ranks {
        n: f64::from(shape.gpus),
        nodes: f64::from(shape.nodes),
        per_node: f64::from(shape.gpus) / f64::from(shape.nodes),
        log_nodes: f64::from(shape.nodes.max(1).ilog2()),
        one_per_node: shape.gpus == shape.nodes,
    };
    if !is_available(shape, graphs, operation, scheme, protocol) {
        return None;
    }
    let (bus, limit) = bus_bandwidth(shape, &graph, scheme, protocol, ranks.one_per_node);
    let bandwidth = bus * conversion(&ranks, operation, scheme);
    if bandwidth.is_nan() || bandwidth <= 0.0 {
        return None;
    }
    let simple_ring =
        scheme == Scheme::Ring && protocol == Protocol::Simple && operation == Operation::AllReduce;
    let factor = if shape.generation == GpuGeneration::Volta {
        1.9
    } else {
        1.4
    };
    let from = 64 * u64::from(graph.channels) * u64::from(shape.gpus);
    Some(Cost {
        protocol,
        latency: latency(&ranks, graphs.has_nvlink, operation, scheme, protocol),
        bandwidth,
        channels: graph.channels,
        limit,
        is_tree: scheme == Scheme::Tree,
        surcharge: (simple_ring && shape.nodes > 1).then_some((factor, from)),
    })
}

/// What NCCL enables: trees for all-reduce, NVLS inside one node, NVLS trees between nodes, PAT with one GPU a node.
///
/// LL128 wants NVLink between the GPUs; without it paths are beyond what NCCL trusts it on.
fn is_available(
    shape: &ClusterShape,
    graphs: &Graphs,
    operation: Operation,
    scheme: Scheme,
    protocol: Protocol,
) -> bool {
    let simple = protocol == Protocol::Simple;
    let all_reduce = operation == Operation::AllReduce;
    match scheme {
        Scheme::Ring => protocol != Protocol::Ll128 || graphs.has_nvlink,
        Scheme::Tree => all_reduce && (protocol != Protocol::Ll128 || graphs.has_nvlink),
        Scheme::Nvls => all_reduce && simple && shape.nodes == 1,
        Scheme::NvlsTree => all_reduce && simple && shape.nodes > 1,
        Scheme::Pat => operation == Operation::AllGather && simple && shape.gpus == shape.nodes,
    }
}

/// Bus bandwidth in GB/s after the caps, and what it hangs on.
fn bus_bandwidth(
    shape: &ClusterShape,
    graph: &Graph,
    scheme: Scheme,
    protocol: Protocol,
    one_per_node: bool,
) -> (f64, Bottleneck) {
    let channels = f64::from(graph.channels);
    let speed = if shape.nodes <= 2 {
        graph.intra
    } else {
        graph.inter
    };
    let bus = channels * speed;
    let (row, column) = (row(shape.generation), column(shape.nodes));
    match (scheme, protocol) {
        (Scheme::Ring, Protocol::Simple) => (bus, graph.limit),
        (Scheme::Ring, Protocol::Ll) => least(0.5 * bus, graph.limit, ll_cap(shape.generation, shape.nodes)),
        (Scheme::Ring, Protocol::Ll128) => least(0.92 * bus, graph.limit, channels * RING_LL128_CAP[row]),
        (Scheme::Pat, _) => (0.75 * bus, graph.limit),
        (Scheme::Tree, _) => tree_bandwidth(shape, graph, protocol, one_per_node),
        (Scheme::Nvls | Scheme::NvlsTree, _) => {
            let intra = graph.intra * NVLS_EFFICIENCY[row] * (channels - 1.0) / channels * 2.0;
            if scheme == Scheme::Nvls {
                return (intra * channels, Bottleneck::Nvlink);
            }
            let inter = if shape.nodes <= 2 {
                2.0 * graph.inter
            } else {
                graph.inter
            };
            let cap = NVLS_TREE_CAP[row][column];
            let lowest = intra.min(inter).min(cap);
            let limit = if lowest == inter {
                Bottleneck::Nic
            } else if lowest == intra {
                Bottleneck::Nvlink
            } else {
                Bottleneck::Channels
            };
            (lowest * channels, limit)
        }
    }
}

/// A tree's bus bandwidth: a channel's cap, then the protocol's; 0.85 of it with one GPU a node, whose tree is plain.
fn tree_bandwidth(
    shape: &ClusterShape,
    graph: &Graph,
    protocol: Protocol,
    one_per_node: bool,
) -> (f64, Bottleneck) {
    let channels = f64::from(graph.channels);
    let speed = if shape.nodes <= 2 {
        graph.intra
    } else {
        graph.inter
    };
    let (row, column) = (row(shape.generation), column(shape.nodes));
    let (bus, limit) = least(
        0.92 * channels * speed,
        graph.limit,
        channels * TREE_CAP[row][column],
    );
    let (bus, cap) = match protocol {
        Protocol::Simple => (bus, f64::INFINITY),
        Protocol::Ll => (bus / 3.8, ll_cap(shape.generation, shape.nodes)),
        Protocol::Ll128 => {
            let share = if shape.nodes == 1 {
                7.0 / 9.0
            } else {
                120.0 / 128.0
            };
            (bus * share, channels * TREE_LL128_CAP[row][column])
        }
    };
    let (bus, limit) = least(bus, limit, cap);
    (if one_per_node { 0.85 * bus } else { bus }, limit)
}

/// A bandwidth under a cap of the kernels, and what it then hangs on.
fn least(bus: f64, limit: Bottleneck, cap: f64) -> (f64, Bottleneck) {
    if cap < bus {
        (cap, Bottleneck::Channels)
    } else {
        (bus, limit)
    }
}

/// From bus to algorithm bandwidth.
fn conversion(ranks: &Ranks, operation: Operation, scheme: Scheme) -> f64 {
    match scheme {
        Scheme::Tree => 0.5,
        Scheme::Pat => 1.0,
        Scheme::Ring | Scheme::Nvls | Scheme::NvlsTree => ranks.n / steps(ranks, operation),
    }
}

/// Steps of a ring.
fn steps(ranks: &Ranks, operation: Operation) -> f64 {
    match operation {
        Operation::AllReduce => 2.0 * (ranks.n - 1.0),
        Operation::AllGather => ranks.n - 1.0,
        Operation::Broadcast => ranks.n,
    }
}

/// Latency in microseconds.
fn latency(ranks: &Ranks, nvlink: bool, operation: Operation, scheme: Scheme, protocol: Protocol) -> f64 {
    let base = base_latency(scheme, protocol);
    let inside = if nvlink {
        nvlink_hop(scheme, protocol)
    } else {
        pcie_hop(scheme, protocol)
    };
    let several = ranks.nodes > 1.0;
    let network = match scheme {
        Scheme::Ring if ranks.one_per_node => network_hop(Scheme::Tree, protocol),
        _ => network_hop(scheme, protocol),
    };
    match scheme {
        Scheme::Ring if operation == Operation::Broadcast => {
            base + if several {
                network_hop(Scheme::Ring, protocol)
            } else {
                inside
            }
        }
        Scheme::Ring => {
            let post = match (several, protocol) {
                (false, _) => 0.0,
                (true, Protocol::Simple) => 3.0 * NETWORK_POST,
                (true, _) => NETWORK_POST,
            };
            let crossings = match (several, operation) {
                (false, _) => 0.0,
                (true, Operation::AllReduce) => 2.0 * (ranks.nodes - 1.0),
                (true, _) => ranks.nodes - 1.0,
            };
            base + (steps(ranks, operation) - crossings) * inside.max(post) + crossings * network
        }
        Scheme::Tree => base + 2.0 * ((ranks.per_node - 1.0) * inside + ranks.log_nodes * network),
        Scheme::Nvls => inside + if several { network } else { 0.0 },
        Scheme::NvlsTree => inside + 2.0 * ranks.log_nodes * network,
        Scheme::Pat => base + ranks.log_nodes * network / 3.5 + 2.8 * ranks.n,
    }
}
