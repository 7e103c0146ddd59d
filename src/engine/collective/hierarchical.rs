//! What the hardware could give: the hierarchical all-reduce.
//!
//! Reduce-scatter inside each NVLink domain, all-reduce of the shares between domains on the NICs, all-gather inside.
//! Inside, each GPU sends `2(g-1)/g S` over NVLink; between, a domain sends `2(m-1)/m S` over its NICs.

use super::{Bandwidth, ClusterShape};
use crate::engine::units::{BitRate, Bytes};
use serde::{Deserialize, Serialize};

/// Bounds that no latency is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Possible {
    /// The phases overlap perfectly: the slower one decides.
    pub pipelined: Bandwidth,
    /// The phases follow each other.
    pub serial: Bandwidth,
    /// The part between domains alone: no algorithm that sends each byte over the NICs is faster.
    pub inter_node_floor: Bandwidth,
}

/// The bounds of a hierarchical all-reduce; `None` without at least two GPUs that can reach each other.
pub fn possible(shape: &ClusterShape, size: Bytes) -> Option<Possible> {
    if shape.gpus < 2 || shape.nodes == 0 || shape.gpus_per_node == 0 {
        return None;
    }
    let intra = phase(shape.gpus_per_node, size, shape.intra_rate())?;
    let inter = phase(shape.nodes, size, shape.wire_rate())?;
    let of = |micros| Bandwidth::of(size, micros, shape.gpus);
    Some(Possible {
        pipelined: of(intra.max(inter)),
        serial: of(intra + inter),
        inter_node_floor: of(inter),
    })
}

/// `2(p-1)/p S / rate` in microseconds: zero for one party, `None` for more on no rate at all.
fn phase(parties: u32, size: Bytes, rate: BitRate) -> Option<f64> {
    if parties < 2 {
        return Some(0.0);
    }
    if rate.is_zero() {
        return None;
    }
    Some(super::busbw_factor(parties) * size.as_f64() / (rate.as_gbytes_f64() * 1e3))
}
