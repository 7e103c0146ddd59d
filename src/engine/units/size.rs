//! Amounts of data in bytes.

use super::additive;
use serde::{Deserialize, Serialize};

/// An amount of data in bytes. KiB, MiB and GiB are powers of two; kB, MB and GB powers of ten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bytes(u64);

additive!(Bytes);

impl Bytes {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// From bytes.
    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }
    /// From KiB (2^10 bytes); saturates.
    pub const fn from_kib(kib: u64) -> Self {
        Self(kib.saturating_mul(1 << 10))
    }
    /// From MiB (2^20 bytes); saturates.
    pub const fn from_mib(mib: u64) -> Self {
        Self(mib.saturating_mul(1 << 20))
    }
    /// From GiB (2^30 bytes); saturates.
    pub const fn from_gib(gib: u64) -> Self {
        Self(gib.saturating_mul(1 << 30))
    }
    /// Whole bytes.
    pub const fn as_u64(self) -> u64 {
        self.0
    }
    /// Bytes as a float, for rates and charts.
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }
}
