//! What a fabric draws, by kind of part.

use super::bill_of_materials::{Part, PartCategory};
use crate::engine::catalog::Between;
use crate::engine::units::Power;
use serde::{Deserialize, Serialize};

/// Electrical power as ranges: of parts whose power is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerSummary {
    /// GPU servers, with their NICs and NVLink, at their highest.
    pub servers: Between<Power>,
    /// Switches, without transceivers.
    pub switches: Between<Power>,
    /// Transceivers and cables with fixed ends, at their highest.
    pub optics: Between<Power>,
    /// All of them.
    pub total: Between<Power>,
}

impl PowerSummary {
    /// The sum over a bill's parts. O(parts).
    pub(super) fn of(parts: &[Part]) -> Self {
        let sum = |keep: fn(PartCategory) -> bool| {
            parts
                .iter()
                .filter(|part| keep(part.category))
                .filter_map(Part::power)
                .fold(Between::new(Power::ZERO, Power::ZERO), |sum, part| {
                    Between::new(sum.low + part.low, sum.high + part.high)
                })
        };
        Self {
            servers: sum(|category| matches!(category, PartCategory::Server | PartCategory::NvlinkDomain)),
            switches: sum(|category| category == PartCategory::Switch),
            optics: sum(|category| matches!(category, PartCategory::Transceiver | PartCategory::Cable)),
            total: sum(|_| true),
        }
    }
}
