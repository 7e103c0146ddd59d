//! Where measurements and NCCL's own model differ on healthy fabrics: named factors with their sources.

use super::{Algorithm, ClusterShape};
use crate::engine::catalog::GpuGeneration;
use serde::Serialize;

/// A measured correction of the model's bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Efficiency {
    /// The algorithm that it holds for.
    pub algorithm: Algorithm,
    /// The GPU generation that it holds for.
    pub generation: GpuGeneration,
    /// Whether it holds inside one node (else between nodes).
    pub one_node: bool,
    /// Measured over modelled bandwidth.
    pub factor: f64,
    /// What was measured, and where.
    pub source: &'static str,
}

/// The corrections; everything else is taken as modelled.
pub const EFFICIENCIES: [Efficiency; 3] = [
    Efficiency {
        algorithm: Algorithm::Ring,
        generation: GpuGeneration::Ampere,
        one_node: true,
        factor: 0.97,
        source: "8 x A100 behind NVSwitch: 230 to 235 GB/s measured, 240 modelled",
    },
    Efficiency {
        algorithm: Algorithm::Nvls,
        generation: GpuGeneration::Blackwell,
        one_node: true,
        factor: 0.90,
        source: "8 x B300: 836 GB/s at 8 GiB measured (NCCL 2.29.7), 932 modelled",
    },
    Efficiency {
        algorithm: Algorithm::Ring,
        generation: GpuGeneration::Hopper,
        one_node: false,
        factor: 0.96,
        source: "4 x 8 x H100, 8 x 400G: 366 GB/s at 16 GiB measured (nccl-tests issue 309), 382 modelled",
    },
];

/// The factor for an algorithm on a cluster; 1 where nothing else was measured.
pub(super) fn factor(shape: &ClusterShape, algorithm: Algorithm) -> f64 {
    EFFICIENCIES
        .iter()
        .find(|known| {
            known.algorithm == algorithm
                && known.generation == shape.generation
                && known.one_node == (shape.nodes == 1)
        })
        .map_or(1.0, |known| known.factor)
}
