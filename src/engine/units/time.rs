//! Simulated time and spans of it, in whole picoseconds.

use super::additive;
use serde::{Deserialize, Serialize};

/// A point in simulated time, or a span of it: whole picoseconds since the start (range: 213 days).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SimTime(u64);

additive!(SimTime);

impl SimTime {
    /// The start of time, and the empty span.
    pub const ZERO: Self = Self(0);
    /// The last representable instant.
    pub const MAX: Self = Self(u64::MAX);

    /// From whole picoseconds.
    pub const fn from_ps(ps: u64) -> Self {
        Self(ps)
    }
    /// From whole nanoseconds; saturates at the end of time.
    pub const fn from_ns(ns: u64) -> Self {
        Self(ns.saturating_mul(1_000))
    }
    /// From whole microseconds; saturates at the end of time.
    pub const fn from_us(us: u64) -> Self {
        Self(us.saturating_mul(1_000_000))
    }
    /// From whole milliseconds; saturates at the end of time.
    pub const fn from_ms(ms: u64) -> Self {
        Self(ms.saturating_mul(1_000_000_000))
    }
    /// Whole picoseconds.
    pub const fn as_ps(self) -> u64 {
        self.0
    }
    /// Whole nanoseconds, rounded down.
    pub const fn as_ns(self) -> u64 {
        self.0 / 1_000
    }
    /// Microseconds, for display and reports.
    pub fn as_us_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }
    /// Seconds, for display and reports.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e12
    }
}
