//! Data rates, per direction, in bits a second.

use super::{Bytes, SimTime, additive};
use serde::{Deserialize, Serialize};

/// A data rate of one direction in bit/s; Gb/s means 10^9 bit/s, as link rates do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BitRate(u64);

additive!(BitRate);

impl BitRate {
    /// No capacity.
    pub const ZERO: Self = Self(0);

    /// From bits a second.
    pub const fn from_bps(bps: u64) -> Self {
        Self(bps)
    }
    /// From gigabits (10^9 bits) a second; saturates.
    pub const fn from_gbps(gbps: u64) -> Self {
        Self(gbps.saturating_mul(1_000_000_000))
    }
    /// From megabits (10^6 bits) a second; saturates.
    pub const fn from_mbps(mbps: u64) -> Self {
        Self(mbps.saturating_mul(1_000_000))
    }
    /// From gigabytes (10^9 bytes) a second, the unit of NVLink data sheets; saturates.
    pub const fn from_gbytes(gbytes: u64) -> Self {
        Self(gbytes.saturating_mul(8_000_000_000))
    }
    /// Bits a second.
    pub const fn as_bps(self) -> u64 {
        self.0
    }
    /// Gb/s, for display and reports.
    pub fn as_gbps_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }
    /// GB/s (10^9 bytes a second), the unit of `algbw` and `busbw`.
    pub fn as_gbytes_f64(self) -> f64 {
        self.0 as f64 / 8e9
    }
    /// Whether there is no capacity at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
    /// Time to put `size` on the wire at this rate, rounded up to the picosecond.
    ///
    /// A rate of zero never finishes: the answer is [`SimTime::MAX`].
    pub const fn serialization_delay(self, size: Bytes) -> SimTime {
        if self.0 == 0 {
            return SimTime::MAX;
        }
        let bit_ps = size.as_u64() as u128 * 8_000_000_000_000;
        let ps = bit_ps.div_ceil(self.0 as u128);
        if ps > u64::MAX as u128 {
            SimTime::MAX
        } else {
            SimTime::from_ps(ps as u64)
        }
    }
    /// This rate shared evenly by `n` users, rounded down; zero users get it whole.
    pub const fn shared_by(self, n: u64) -> Self {
        match self.0.checked_div(n) {
            Some(share) => Self(share),
            None => self,
        }
    }
}
