//! NCCL's graph search, in closed form for servers whose GPUs and NICs are alike.
//!
//! The search takes channel speeds from a falling list, fits as many channels as links allow, keeps the best product
//! of the two, then tries to raise the speed. On a symmetric server the fit is arithmetic: a NIC of bandwidth `b` carries
//! `floor(b / s)` channels, and a channel's ring leaves each node by one GPU, so that NVLink carries `(g-1)/g` of them.

use super::constants::{MAX_CHANNELS, NVLINK_SHARE, inter_speeds, intra_speeds, pcie_gbytes, row};
use super::{Bottleneck, ClusterShape};
use crate::engine::catalog::GpuGeneration;

/// A graph as the tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Graph {
    /// Channels.
    pub(super) channels: u32,
    /// Speed of one channel inside the node, GB/s.
    pub(super) intra: f64,
    /// Speed of one channel between nodes, GB/s.
    pub(super) inter: f64,
    /// What kept the search from more.
    pub(super) limit: Bottleneck,
}

/// The graphs of a cluster; `None` where an algorithm has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Graphs {
    pub(super) ring: Option<Graph>,
    pub(super) tree: Option<Graph>,
    pub(super) nvls: Option<Graph>,
    /// Whether GPUs of a node meet over NVLink.
    pub(super) has_nvlink: bool,
}

/// What NCCL falls back to where no speed of its list fits: GPUs in order, one channel.
const SIMPLE_ORDER: Graph = Graph {
    channels: 1,
    intra: 0.1,
    inter: 0.1,
    limit: Bottleneck::Nic,
};

/// The links of one node in GB/s.
struct Links {
    several_nodes: bool,
    generation: GpuGeneration,
    gpus: f64,
    nics: u32,
    nic: f64,
    /// One GPU's links to the others.
    intra: f64,
    intra_limit: Bottleneck,
}

impl Graphs {
    /// The graphs that NCCL's search would find.
    pub(super) fn search(shape: &ClusterShape) -> Self {
        let has_nvlink = !shape.nvlink_rate.is_zero();
        let intra = if has_nvlink {
            shape.nvlink_rate.as_gbytes_f64() * NVLINK_SHARE[row(shape.generation)]
        } else {
            pcie_gbytes(shape.generation)
        };
        let links = Links {
            several_nodes: shape.nodes > 1,
            generation: shape.generation,
            gpus: f64::from(shape.gpus_per_node),
            nics: shape.nics_per_node,
            nic: shape.nic_rate.as_gbytes_f64(),
            intra,
            intra_limit: if has_nvlink {
                Bottleneck::Nvlink
            } else {
                Bottleneck::Pcie
            },
        };
        let found = links.best();
        Self {
            ring: Some(found.map_or(SIMPLE_ORDER, |graph| links.raise_ring(graph))),
            tree: Some(found.map_or(SIMPLE_ORDER, |graph| links.raise_tree(graph))),
            nvls: if has_nvlink {
                links.nvls(shape.gpus_per_node)
            } else {
                None
            },
            has_nvlink,
        }
    }
}

impl Links {
    fn speeds(&self) -> &'static [f64] {
        if self.several_nodes {
            inter_speeds(self.generation)
        } else {
            intra_speeds(self.generation)
        }
    }

    /// What a channel of speed 1 takes of a GPU's links: a ring that leaves the node skips one hop inside.
    fn intra_load(&self) -> f64 {
        match (self.several_nodes, self.gpus > 1.0) {
            (_, false) => 0.0,
            (false, true) => 1.0,
            (true, true) => (self.gpus - 1.0) / self.gpus,
        }
    }

    /// How many channels of this speed fit, and what stops one more.
    fn fit(&self, speed: f64) -> (u32, Bottleneck) {
        let load = self.intra_load() * speed;
        let inside = if load > 0.0 {
            whole(self.intra / load)
        } else {
            MAX_CHANNELS
        };
        if !self.several_nodes {
            return (inside.min(MAX_CHANNELS), self.intra_limit);
        }
        let outside = whole(self.nic / speed).saturating_mul(self.nics);
        let limit = if outside <= inside {
            Bottleneck::Nic
        } else {
            self.intra_limit
        };
        (outside.min(inside).min(MAX_CHANNELS), limit)
    }

    /// First pass: the best channels times speed, from the fastest speed a path can carry downwards.
    fn best(&self) -> Option<Graph> {
        let widest = if self.several_nodes { self.nic } else { self.intra };
        let total = if self.gpus > 1.0 {
            self.intra
        } else {
            self.nic * f64::from(self.nics)
        };
        let mut best: Option<Graph> = None;
        for &speed in self.speeds().iter().filter(|&&speed| speed <= widest) {
            if best.is_some_and(|graph| speed / graph.inter <= 0.49) {
                break;
            }
            let (channels, limit) = self.fit(speed);
            let gain = f64::from(channels) * speed;
            if channels > 0 && best.is_none_or(|graph| gain > f64::from(graph.channels) * graph.inter) {
                best = Some(Graph {
                    channels,
                    intra: speed,
                    inter: speed,
                    limit,
                });
            }
            if gain >= total {
                break;
            }
        }
        best.map(|graph| self.duplicate(graph))
    }

    /// Fast channels are split in two, to use more of the GPU.
    fn duplicate(&self, graph: Graph) -> Graph {
        let hopper = self.generation >= GpuGeneration::Hopper;
        if graph.intra < 25.0 || (hopper && graph.intra < 50.0 && graph.channels > 4) {
            return graph;
        }
        let channels = (graph.channels * 2).min(MAX_CHANNELS);
        let parts = f64::from(channels.div_ceil(graph.channels));
        Graph {
            channels,
            intra: graph.intra / parts,
            inter: graph.inter / parts,
            ..graph
        }
    }

    /// Second pass for rings: a higher speed with as many channels.
    fn raise_ring(&self, mut graph: Graph) -> Graph {
        let start = graph.inter;
        for &speed in self.speeds().iter().rev().filter(|&&speed| speed > start) {
            if self.fit(speed).0 < graph.channels {
                break;
            }
            graph.intra = speed;
            graph.inter = speed;
        }
        graph
    }

    /// Second pass for trees: a higher speed inside the node, up to twice the one between nodes.
    fn raise_tree(&self, mut graph: Graph) -> Graph {
        let (channels, start) = (f64::from(graph.channels), graph.intra);
        for &speed in self.speeds().iter().rev().filter(|&&speed| speed > start) {
            if graph.intra >= 2.0 * graph.inter || channels * speed * self.intra_load() > self.intra {
                break;
            }
            graph.intra = speed;
        }
        graph
    }

    /// One channel a GPU, reduced in the NVSwitches; a NIC is shared where there are fewer NICs than channels.
    fn nvls(&self, gpus: u32) -> Option<Graph> {
        let channels = gpus.min(MAX_CHANNELS);
        if self.generation < GpuGeneration::Hopper || channels < 2 {
            return None;
        }
        let fastest = |limit: f64| self.speeds().iter().copied().find(|&speed| speed <= limit);
        let intra = fastest(self.intra / f64::from(channels))?;
        if !self.several_nodes {
            return Some(Graph {
                channels,
                intra,
                inter: intra,
                limit: Bottleneck::Nvlink,
            });
        }
        let nic = if self.nics < channels {
            self.nic * f64::from(self.nics) / f64::from(channels)
        } else {
            self.nic
        };
        Some(Graph {
            channels,
            intra,
            inter: fastest(nic)?,
            limit: Bottleneck::Nic,
        })
    }
}

/// Whole channels in a quotient, forgiving the last bit of the division.
fn whole(quotient: f64) -> u32 {
    (quotient + 1e-9) as u32
}
