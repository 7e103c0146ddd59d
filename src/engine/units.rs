//! Quantities as types with units: what a number means is in its type, never in a comment.
//!
//! Physics is counted in integers: picoseconds, bits a second, bytes, milliwatts, cents, millimetres.
//! A 64-byte frame takes 640 ps at 800G, so whole nanoseconds would be wrong here; `u64` picoseconds last 213 days.

mod counted;
mod length;
mod money_power;
mod rate;
mod size;
mod time;

pub use counted::{counted, grouped};
pub use length::Length;
pub use money_power::{Power, Price};
pub use rate::BitRate;
pub use size::Bytes;
pub use time::SimTime;

/// Implements the arithmetic that every additive quantity shares: `+`, `-`, `+=`, `-=` and sums.
///
/// Additions saturate, so that no design, however absurd, can panic the engine by overflowing a total.
macro_rules! additive {
    ($name:ident) => {
        impl std::ops::Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0.saturating_add(other.0))
            }
        }
        impl std::ops::Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }
        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl std::ops::SubAssign for $name {
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
        impl std::ops::Mul<u64> for $name {
            type Output = Self;
            fn mul(self, times: u64) -> Self {
                Self(self.0.saturating_mul(times))
            }
        }
        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self(0), |total, item| total + item)
            }
        }
    };
}
use additive;

#[cfg(test)]
mod tests;
