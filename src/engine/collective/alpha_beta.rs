//! The latency-bandwidth (alpha-beta) models of all-reduce algorithms on a flat network.
//!
//! `alpha` is the time of one step without data, `beta` the time of one byte on a rank's link; reduction is free.
//! Sources: Thakur, Rabenseifner, Gropp (IJHPCA 2005) for ring, recursive doubling and halving-doubling; Sanders,
//! Speck, Traeff (Parallel Computing 2009) for the double tree.

use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// A flat network of equal ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlatNetwork {
    /// Ranks.
    pub ranks: u32,
    /// Time of one step without data (`alpha`).
    pub step_latency: SimTime,
    /// A rank's link, one direction (`1 / beta`).
    pub link_rate: BitRate,
}

/// An algorithm with a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlatAlgorithm {
    /// Reduce-scatter and all-gather round a ring: `2(n-1) a + 2(n-1)/n S b`.
    Ring,
    /// The whole message at each doubling: `log n (a + S b)`.
    RecursiveDoubling,
    /// Halving, then doubling (Rabenseifner): `2 log n a + 2(n-1)/n S b`.
    HalvingDoubling,
    /// Two pipelined trees, each for half the message; the best number of chunks.
    DoubleTree,
    /// Everybody to everybody, twice: `2 a + 2(n-1)/n S b`; needs full bisection.
    Direct,
    /// Reduced by the switches on the way up a tree of one level: `2 a + S b`.
    InNetwork,
}

impl FlatAlgorithm {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Ring,
        Self::RecursiveDoubling,
        Self::HalvingDoubling,
        Self::DoubleTree,
        Self::Direct,
        Self::InNetwork,
    ];
}

impl FlatNetwork {
    /// The time of an all-reduce in microseconds. One rank needs none. O(1).
    pub fn micros(&self, algorithm: FlatAlgorithm, size: Bytes) -> f64 {
        if self.ranks < 2 {
            return 0.0;
        }
        let n = f64::from(self.ranks);
        let depth = f64::from(ceil_log2(self.ranks));
        let alpha = self.step_latency.as_us_f64();
        let wire = self.link_rate.serialization_delay(size).as_us_f64();
        let both_ways = 2.0 * (n - 1.0) / n * wire;
        match algorithm {
            FlatAlgorithm::Ring => 2.0 * (n - 1.0) * alpha + both_ways,
            FlatAlgorithm::RecursiveDoubling => depth * (alpha + wire),
            FlatAlgorithm::HalvingDoubling => 2.0 * depth * alpha + both_ways,
            FlatAlgorithm::DoubleTree => double_tree(depth, alpha, wire),
            FlatAlgorithm::Direct => 2.0 * alpha + both_ways,
            FlatAlgorithm::InNetwork => 2.0 * alpha + wire,
        }
    }

    /// No algorithm without help from the network is faster than this, in microseconds: `log n a + 2(n-1)/n S b`.
    pub fn lower_bound_micros(&self, size: Bytes) -> f64 {
        if self.ranks < 2 {
            return 0.0;
        }
        let n = f64::from(self.ranks);
        let wire = self.link_rate.serialization_delay(size).as_us_f64();
        f64::from(ceil_log2(self.ranks)) * self.step_latency.as_us_f64() + 2.0 * (n - 1.0) / n * wire
    }
}

/// Reduce up and broadcast down two trees of this depth, in `2 k` chunks: `(2 d - 1 + k)(a + S b / k)`, best real `k`.
fn double_tree(depth: f64, alpha: f64, wire: f64) -> f64 {
    let fill = 2.0 * depth - 1.0;
    let best = if alpha > 0.0 {
        (fill * wire / alpha).sqrt()
    } else {
        1e6
    };
    let chunks = best.clamp(1.0, 1e6);
    (fill + chunks) * (alpha + wire / chunks)
}

/// The least `d` with `2^d >= n`.
fn ceil_log2(n: u32) -> u32 {
    if n < 2 { 0 } else { (n - 1).ilog2() + 1 }
}
