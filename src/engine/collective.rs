//! Collectives: how long an all-reduce takes on a cluster, expected of NCCL and possible in principle.
//!
//! Three figures, never confused: [`expected`] is what NCCL would choose and reach (its own cost model, the headline);
//! [`possible`] is the bound of a hierarchical algorithm on the same hardware; the third, a packet simulation, is the
//! simulator's. [`all_reduce`] reads a drawn fabric, finds what limits its rings, and gives the first two.
//!
//! `algbw = S / t`, `busbw = algbw x 2(n-1)/n`, both in GB/s (10^9 bytes a second), as nccl-tests prints them.

pub mod alpha_beta;
mod design;
mod domains;
mod hierarchical;
mod limit;
mod nccl;
mod ring_traffic;

pub use design::{AllReduceReport, DesignShape, NoCollective, all_reduce, shape_of};
pub use hierarchical::{Possible, possible};
pub use limit::FabricLimit;
pub use nccl::{
    Algorithm, AllReduceFigure, Bottleneck, CurvePoint, EFFICIENCIES, Efficiency, Protocol, curve, expected,
    nic_load, predict, share_of_peak, usual_sizes,
};

use crate::engine::catalog::GpuGeneration;
use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// A cluster as a collective sees it: equal nodes, each with GPUs on one NVLink domain and NICs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterShape {
    /// GPUs in all (ranks, `n`).
    pub gpus: u32,
    /// NVLink domains (`m`): servers, or racks of a rack-scale domain.
    pub nodes: u32,
    /// GPUs of one domain (`g`).
    pub gpus_per_node: u32,
    /// NIC ports of one domain that carry traffic (`k`).
    pub nics_per_node: u32,
    /// What one of them carries, one direction.
    pub nic_rate: BitRate,
    /// One GPU's NVLink, one direction; zero if GPUs meet over PCIe.
    pub nvlink_rate: BitRate,
    /// The GPU generation, for NCCL's tables.
    pub generation: GpuGeneration,
    /// Per domain, one direction: what the fabric gives ring traffic, if less than the NICs.
    pub fabric_limit: Option<BitRate>,
}

impl ClusterShape {
    /// What leaves one domain at most, one direction: its NICs, or the fabric where that is less.
    pub fn wire_rate(&self) -> BitRate {
        let nics = self.nic_rate * u64::from(self.nics_per_node);
        self.fabric_limit.map_or(nics, |limit| limit.min(nics))
    }

    /// The rate by which GPUs of one domain exchange data, one GPU and direction: NVLink, else PCIe.
    pub fn intra_rate(&self) -> BitRate {
        if self.nvlink_rate.is_zero() {
            nccl::pcie_rate(self.generation)
        } else {
            self.nvlink_rate
        }
    }
}

/// A time with the bandwidths that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bandwidth {
    /// How long the all-reduce takes.
    pub time: SimTime,
    /// Size over time, GB/s.
    pub algbw_gbytes: f64,
    /// `algbw x 2(n-1)/n`, GB/s.
    pub busbw_gbytes: f64,
}

impl Bandwidth {
    /// Of an all-reduce of `size` over `gpus` ranks in `micros` microseconds; all zero if no time passes.
    fn of(size: Bytes, micros: f64, gpus: u32) -> Self {
        let algbw = if micros > 0.0 {
            size.as_f64() / (micros * 1e3)
        } else {
            0.0
        };
        let time = SimTime::from_ps((micros * 1e6 + 0.5) as u64);
        Self {
            time,
            algbw_gbytes: algbw,
            busbw_gbytes: algbw * busbw_factor(gpus),
        }
    }
}

/// `2(n-1)/n`: what each rank must send and receive of the message, in messages.
pub fn busbw_factor(gpus: u32) -> f64 {
    if gpus == 0 {
        0.0
    } else {
        2.0 * (f64::from(gpus) - 1.0) / f64::from(gpus)
    }
}

#[cfg(test)]
mod tests;
