//! Lengths of cable, in millimetres.

use super::additive;
use serde::{Deserialize, Serialize};

/// A length in whole millimetres (range far beyond any campus).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Length(u64);

additive!(Length);

impl Length {
    /// No length.
    pub const ZERO: Self = Self(0);

    /// From whole metres; saturates.
    pub const fn from_metres(metres: u64) -> Self {
        Self(metres.saturating_mul(1_000))
    }
    /// From whole millimetres.
    pub const fn from_mm(mm: u64) -> Self {
        Self(mm)
    }
    /// Whole millimetres.
    pub const fn as_mm(self) -> u64 {
        self.0
    }
    /// Metres, for display.
    pub fn as_metres_f64(self) -> f64 {
        self.0 as f64 / 1e3
    }
}
