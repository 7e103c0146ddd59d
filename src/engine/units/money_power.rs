//! Money and electrical power.

use super::additive;
use serde::{Deserialize, Serialize};

/// Electrical power in whole milliwatts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Power(u64);

additive!(Power);

impl Power {
    /// No power.
    pub const ZERO: Self = Self(0);

    /// From whole watts; saturates.
    pub const fn from_watts(watts: u64) -> Self {
        Self(watts.saturating_mul(1_000))
    }
    /// From whole milliwatts.
    pub const fn from_mw(mw: u64) -> Self {
        Self(mw)
    }
    /// Whole milliwatts.
    pub const fn as_mw(self) -> u64 {
        self.0
    }
    /// Watts, for display.
    pub fn as_watts_f64(self) -> f64 {
        self.0 as f64 / 1e3
    }
}

/// An amount of money in whole US cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Price(u64);

additive!(Price);

impl Price {
    /// Nothing to pay.
    pub const ZERO: Self = Self(0);

    /// From whole US dollars; saturates.
    pub const fn from_usd(usd: u64) -> Self {
        Self(usd.saturating_mul(100))
    }
    /// From whole US cents.
    pub const fn from_cents(cents: u64) -> Self {
        Self(cents)
    }
    /// Whole US cents.
    pub const fn as_cents(self) -> u64 {
        self.0
    }
    /// US dollars, for display.
    pub fn as_usd_f64(self) -> f64 {
        self.0 as f64 / 1e2
    }
}
