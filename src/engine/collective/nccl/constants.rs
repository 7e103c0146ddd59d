//! The numbers of NCCL 2.30's tuning and topology tables. GB/s are 10^9 bytes a second, latencies microseconds.

use super::Protocol;
use super::tuning::Scheme;
use crate::engine::catalog::GpuGeneration;

/// Row of a table by GPU generation.
pub(super) const fn row(generation: GpuGeneration) -> usize {
    match generation {
        GpuGeneration::Volta => 0,
        GpuGeneration::Ampere => 1,
        GpuGeneration::Hopper => 2,
        GpuGeneration::Blackwell => 3,
    }
}

/// Column of a table by number of nodes: one, two, more.
pub(super) const fn column(nodes: u32) -> usize {
    match nodes {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    }
}

/// Index of a table by protocol.
const fn protocol(protocol: Protocol) -> usize {
    match protocol {
        Protocol::Ll => 0,
        Protocol::Ll128 => 1,
        Protocol::Simple => 2,
    }
}

/// Latency of starting, before any hop.
pub(super) const fn base_latency(scheme: Scheme, by: Protocol) -> f64 {
    match scheme {
        Scheme::Tree => [6.8, 14.0, 8.4][protocol(by)],
        Scheme::Ring => [6.6, 14.0, 8.4][protocol(by)],
        Scheme::Pat => 8.0,
        Scheme::Nvls | Scheme::NvlsTree => 0.0,
    }
}

/// Latency of one hop over NVLink.
pub(super) const fn nvlink_hop(scheme: Scheme, by: Protocol) -> f64 {
    match scheme {
        Scheme::Tree => [0.6, 1.25, 4.0][protocol(by)],
        Scheme::Ring => [0.6, 1.9, 3.4][protocol(by)],
        Scheme::Pat => 4.0,
        Scheme::Nvls | Scheme::NvlsTree => 25.0,
    }
}

/// Latency of one hop over PCIe.
pub(super) const fn pcie_hop(scheme: Scheme, by: Protocol) -> f64 {
    match scheme {
        Scheme::Tree => [1.0, 1.9, 4.0][protocol(by)],
        Scheme::Ring => [1.0, 2.5, 5.7][protocol(by)],
        Scheme::Pat => 4.0,
        Scheme::Nvls | Scheme::NvlsTree => 0.0,
    }
}

/// Latency of one hop over the network.
pub(super) const fn network_hop(scheme: Scheme, by: Protocol) -> f64 {
    match scheme {
        Scheme::Tree => [5.0, 8.5, 14.0][protocol(by)],
        Scheme::Ring => [2.7, 4.0, 14.0][protocol(by)],
        Scheme::Pat => 14.0,
        Scheme::Nvls => 18.0,
        Scheme::NvlsTree => 20.9,
    }
}

/// Overhead of posting to the network (Intel and others; AMD hosts take 2.0).
pub(super) const NETWORK_POST: f64 = 1.0;

/// Whole-communicator cap of LL, busbw: by GPU generation inside one node, by CPU vendor (Intel) between nodes.
pub(super) const fn ll_cap(generation: GpuGeneration, nodes: u32) -> f64 {
    match nodes {
        0 | 1 => [39.0, 87.7, 141.0, 282.0][row(generation)],
        2 => 39.0,
        _ => 20.4,
    }
}

/// Cap of one LL128 ring channel.
pub(super) const RING_LL128_CAP: [f64; 4] = [20.0, 20.0, 36.7, 40.0];

/// Cap of one LL128 tree channel, by generation and nodes.
pub(super) const TREE_LL128_CAP: [[f64; 3]; 4] = [
    [20.0, 20.0, 20.0],
    [20.0, 20.0, 20.0],
    [36.7, 36.7, 29.0],
    [55.6, 31.67, 20.0],
];

/// Cap of one tree channel, by generation and nodes.
pub(super) const TREE_CAP: [[f64; 3]; 4] = [
    [26.5, 18.5, 10.0],
    [24.0, 23.6, 17.8],
    [38.7, 41.4, 36.0],
    [70.0, 42.8, 24.0],
];

/// Cap of one NVLS tree channel, by generation and nodes; zero where it does not exist.
pub(super) const NVLS_TREE_CAP: [[f64; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0],
    [0.0, 57.7, 45.5],
    [0.0, 96.0, 80.0],
];

/// Share of the NVLink rate that reduction in the NVSwitches keeps.
pub(super) const NVLS_EFFICIENCY: [f64; 4] = [0.0, 0.0, 0.85, 0.74];

/// NVLink as NCCL counts it over the data sheet's rate: 20 of 25 GB/s a link, 20.6 of 25, 40.1 of 50.
pub(super) const NVLINK_SHARE: [f64; 4] = [0.8, 0.8, 0.824, 0.802];

/// What GPUs without NVLink exchange: a x16 slot, or the link between two CPUs where that is less.
pub(super) const fn pcie_gbytes(generation: GpuGeneration) -> f64 {
    [12.0, 22.0, 22.0, 22.0][row(generation)]
}

/// Speeds that the search tries inside one node, GB/s a channel, falling.
pub(super) const fn intra_speeds(generation: GpuGeneration) -> &'static [f64] {
    match generation {
        GpuGeneration::Volta | GpuGeneration::Ampere => &[
            40.0, 30.0, 20.0, 18.0, 15.0, 12.0, 10.0, 9.0, 7.0, 6.0, 5.0, 4.0, 3.0,
        ],
        GpuGeneration::Hopper => &[60.0, 50.0, 40.0, 30.0, 24.0, 20.0, 15.0, 12.0, 11.0, 6.0, 3.0],
        GpuGeneration::Blackwell => &[
            90.0, 80.0, 70.0, 60.0, 50.0, 45.0, 40.0, 30.0, 24.0, 20.0, 19.0, 18.0,
        ],
    }
}

/// Speeds that the search tries between nodes, GB/s a channel, falling.
pub(super) const fn inter_speeds(generation: GpuGeneration) -> &'static [f64] {
    match generation {
        GpuGeneration::Volta | GpuGeneration::Ampere => &[
            48.0, 30.0, 28.0, 24.0, 20.0, 18.0, 15.0, 12.0, 10.0, 9.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.4, 1.2,
            0.24, 0.12,
        ],
        GpuGeneration::Hopper => &[
            48.0, 45.0, 42.0, 40.0, 30.0, 24.0, 22.0, 20.0, 17.5, 15.0, 12.0, 6.0, 3.0, 2.4, 1.2, 0.24, 0.12,
        ],
        GpuGeneration::Blackwell => &[
            96.0, 86.0, 80.0, 48.0, 45.1, 42.0, 40.0, 30.0, 24.0, 22.0, 20.0, 17.5, 15.0, 12.0, 6.0, 3.0,
            2.4, 1.2, 0.24, 0.12,
        ],
    }
}

/// The most channels of a ring graph.
pub(super) const MAX_CHANNELS: u32 = 32;

/// Correction of tree bandwidth by size: powers of two from 64 B, 24 of them.
const TREE_CORRECTION: [[f64; 24]; 3] = [
    [
        1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0,
        1.0, 1.0, 1.0, 1.0,
    ],
    [
        1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9,
        0.9, 1.0, 1.0, 1.0,
    ],
    [
        0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7,
        0.8, 0.9, 0.9, 0.9,
    ],
];

/// The correction of a tree's bandwidth at this size: 1 outside the table (NCCL reads its first 23 columns).
pub(super) fn tree_correction(by: Protocol, bytes: u64) -> f64 {
    let Some(index) = (bytes / 64).checked_ilog2() else {
        return 1.0;
    };
    if index < 23 {
        TREE_CORRECTION[protocol(by)][index as usize]
    } else {
        1.0
    }
}
