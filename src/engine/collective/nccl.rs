//! What NCCL would choose and reach: its cost model, restated from NCCL 2.30 (`tuning.cc`, `search.cc`, `topo.h`).
//!
//! NCCL searches rings and trees over the server's links at speeds from fixed lists ([`search`]), predicts the time of
//! each algorithm and protocol ([`tuning`]), and takes the least. The prediction is then corrected by what was measured
//! where the two differ ([`EFFICIENCIES`]) and held under what the wire can carry.

mod constants;
mod efficiency;
mod search;
mod tuning;

pub use efficiency::{EFFICIENCIES, Efficiency};

use super::{Bandwidth, ClusterShape, Possible, possible};
use crate::engine::catalog::GpuGeneration;
use crate::engine::units::{BitRate, Bytes, SimTime};
use search::Graphs;
use serde::{Deserialize, Serialize};
use tuning::{Cost, Operation};

/// NCCL's algorithms for an all-reduce on a fabric without in-network reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Rings over all GPUs.
    Ring,
    /// A double binary tree of nodes, a chain inside each.
    Tree,
    /// Reduction inside the NVSwitches of one domain.
    Nvls,
    /// NVLS inside each node, trees between them.
    NvlsTree,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ring, Self::Tree, Self::Nvls, Self::NvlsTree];

    /// The name in NCCL's logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "Ring",
            Self::Tree => "Tree",
            Self::Nvls => "NVLS",
            Self::NvlsTree => "NVLSTree",
        }
    }
}

/// NCCL's protocols: how data and flags travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Low latency: a flag for every four bytes, half the bandwidth.
    Ll,
    /// Low latency on NVLink: a flag for every 120 bytes.
    Ll128,
    /// Large chunks, full bandwidth.
    Simple,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ll, Self::Ll128, Self::Simple];

    /// The name in NCCL's logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ll => "LL",
            Self::Ll128 => "LL128",
            Self::Simple => "Simple",
        }
    }
}

/// What keeps an all-reduce from being faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bottleneck {
    /// The NICs of a node.
    Nic,
    /// NVLink between the GPUs of a node.
    Nvlink,
    /// PCIe between the GPUs of a node.
    Pcie,
    /// The fabric gives less than the NICs could take.
    Fabric,
    /// What NCCL's kernels move a channel, by its tuning tables.
    Channels,
    /// Steps, not bytes: the message is small or the ring long.
    Latency,
}

impl Bottleneck {
    /// What limits, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nic => "NICs",
            Self::Nvlink => "NVLink",
            Self::Pcie => "PCIe between GPUs",
            Self::Fabric => "fabric links",
            Self::Channels => "NCCL's channels",
            Self::Latency => "latency of the steps",
        }
    }
}

/// An all-reduce of one size, as NCCL would run it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllReduceFigure {
    /// Bytes per GPU.
    pub size: Bytes,
    /// How long it takes.
    pub time: SimTime,
    /// Size over time, GB/s.
    pub algbw_gbytes: f64,
    /// `algbw x 2(n-1)/n`, GB/s.
    pub busbw_gbytes: f64,
    /// What NCCL would choose.
    pub algorithm: Algorithm,
    /// And how it would send.
    pub protocol: Protocol,
    /// Channels of its search.
    pub channels: u32,
    /// The part of the time that does not depend on the size.
    pub latency: SimTime,
    /// What keeps it from being faster.
    pub bottleneck: Bottleneck,
}

/// One size on the curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Bytes per GPU.
    pub size: Bytes,
    /// What NCCL would choose and reach.
    pub expected: AllReduceFigure,
    /// What the hardware could give.
    pub possible: Possible,
}

/// The all-reduce that NCCL would choose: the least predicted time over all algorithms and protocols.
///
/// `None` where no collective can run: fewer than two GPUs, or several nodes without NICs. O(1).
pub fn expected(shape: &ClusterShape, size: Bytes) -> Option<AllReduceFigure> {
    choose(shape, size, &Algorithm::ALL)
}

/// The same, held to one algorithm, as `NCCL_ALGO` does; `None` if the cluster cannot run it.
pub fn predict(shape: &ClusterShape, size: Bytes, algorithm: Algorithm) -> Option<AllReduceFigure> {
    choose(shape, size, &[algorithm])
}

/// Expected and possible over sizes; sizes that cannot be computed are left out.
pub fn curve(shape: &ClusterShape, sizes: &[Bytes]) -> Vec<CurvePoint> {
    sizes
        .iter()
        .filter_map(|&size| {
            Some(CurvePoint {
                size,
                expected: expected(shape, size)?,
                possible: possible(shape, size)?,
            })
        })
        .collect()
}

/// The sizes of a chart: powers of two from 1 KiB to 16 GiB.
pub fn usual_sizes() -> Vec<Bytes> {
    (10..=34).map(|power| Bytes::new(1 << power)).collect()
}

/// Expected busbw over `min(k B_nic, B_nvlink)` between nodes, over the NVLink rate inside one.
///
/// Above 1 between two nodes, where trees send each byte once and a ring would send it nearly twice.
pub fn share_of_peak(shape: &ClusterShape, figure: &AllReduceFigure) -> f64 {
    let nics = shape.nic_rate * u64::from(shape.nics_per_node);
    let peak = match (shape.nodes, shape.gpus_per_node) {
        (0 | 1, _) => shape.intra_rate(),
        (_, 0 | 1) => nics,
        _ => nics.min(shape.intra_rate()),
    };
    if peak.is_zero() {
        0.0
    } else {
        figure.busbw_gbytes / peak.as_gbytes_f64()
    }
}

/// What one NIC port carries on average, one direction, while a figure's all-reduce runs; zero inside one node.
///
/// A ring sends `2(n-1)/n S` over a node's NICs, a double tree S between two nodes, `2(m-1)/m S` between more (on
/// average over the nodes: each but the root sends up and receives down in both trees).
pub fn nic_load(shape: &ClusterShape, figure: &AllReduceFigure) -> BitRate {
    if shape.nodes < 2 || shape.nics_per_node == 0 {
        return BitRate::ZERO;
    }
    let messages = match figure.algorithm {
        Algorithm::Ring | Algorithm::Nvls => super::busbw_factor(shape.gpus),
        Algorithm::Tree | Algorithm::NvlsTree => super::busbw_factor(shape.nodes),
    };
    let gbytes = figure.algbw_gbytes * messages / f64::from(shape.nics_per_node);
    BitRate::from_bps((gbytes * 8e9) as u64)
}

/// What GPUs without NVLink exchange over PCIe, one direction, as NCCL counts a x16 slot behind one or two CPUs.
pub(super) fn pcie_rate(generation: GpuGeneration) -> BitRate {
    BitRate::from_mbps((constants::pcie_gbytes(generation) * 8e3) as u64)
}

fn choose(shape: &ClusterShape, size: Bytes, algorithms: &[Algorithm]) -> Option<AllReduceFigure> {
    if shape.gpus < 2
        || shape.gpus < shape.nodes
        || shape.nodes == 0
        || shape.gpus_per_node == 0
        || size == Bytes::ZERO
    {
        return None;
    }
    if shape.nodes > 1 && shape.wire_rate().is_zero() {
        return None;
    }
    let graphs = Graphs::search(shape);
    let mut best: Option<(Algorithm, Protocol, Cost)> = None;
    for &algorithm in algorithms {
        for protocol in Protocol::ALL {
            let Some(cost) = tuning::cost(shape, &graphs, Operation::AllReduce, algorithm.into(), protocol)
            else {
                continue;
            };
            let micros = cost.micros(size);
            if best
                .as_ref()
                .is_none_or(|(_, _, other)| micros < other.micros(size))
            {
                best = Some((algorithm, protocol, cost));
            }
        }
    }
    best.map(|(algorithm, protocol, cost)| reach(shape, size, algorithm, protocol, &cost))
}

/// From the model's prediction to what is reached: measured efficiency, and never more than the wire carries.
fn reach(
    shape: &ClusterShape,
    size: Bytes,
    algorithm: Algorithm,
    protocol: Protocol,
    cost: &Cost,
) -> AllReduceFigure {
    let modelled = cost.algbw(size) * efficiency::factor(shape, algorithm);
    let wire = wire_algbw(shape, algorithm);
    let (algbw, limit) = match wire {
        Some(wire) if wire < modelled => {
            let nics = shape.nic_rate * u64::from(shape.nics_per_node);
            (
                wire,
                if shape.wire_rate() < nics {
                    Bottleneck::Fabric
                } else {
                    Bottleneck::Nic
                },
            )
        }
        _ => (modelled, cost.limit),
    };
    let transfer = size.as_f64() / (algbw * 1e3);
    let latency = cost.latency(size);
    let reached = Bandwidth::of(size, latency + transfer, shape.gpus);
    AllReduceFigure {
        size,
        time: reached.time,
        algbw_gbytes: reached.algbw_gbytes,
        busbw_gbytes: reached.busbw_gbytes,
        algorithm,
        protocol,
        channels: cost.channels,
        latency: SimTime::from_ps((latency * 1e6 + 0.5) as u64),
        bottleneck: if latency > transfer {
            Bottleneck::Latency
        } else {
            limit
        },
    }
}

/// The most that the wire lets an algorithm have, as algbw in GB/s; `None` inside one node.
///
/// A ring sends `2(n-1)/n S` over a node's NICs; a double tree sends S between two nodes, and up to 2 S through a node
/// that is inner in one tree and a leaf of the other.
fn wire_algbw(shape: &ClusterShape, algorithm: Algorithm) -> Option<f64> {
    if shape.nodes < 2 {
        return None;
    }
    let wire = shape.wire_rate().as_gbytes_f64();
    Some(match (algorithm, shape.nodes) {
        (Algorithm::Ring | Algorithm::Nvls, _) => wire / super::busbw_factor(shape.gpus),
        (Algorithm::Tree | Algorithm::NvlsTree, 2) => wire,
        (Algorithm::Tree | Algorithm::NvlsTree, _) => wire / 2.0,
    })
}

#[cfg(test)]
mod tests;
