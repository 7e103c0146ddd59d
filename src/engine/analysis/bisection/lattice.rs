//! What the capacity that leaves a vertex set can be: a multiple of a step, often of known parity.
//!
//! A lower bound that says "at least" `x` for every set with `s` endpoints becomes a bound on the bisection by rounding
//! up to such a value and adding what moving the surplus endpoints costs.

use super::plain::Plain;
use super::problem::gcd;

/// What the capacity leaving a vertex set can be.
pub(super) struct Lattice {
    /// Every link's capacity is a multiple of this.
    step: i64,
    /// Endpoints on a node are multiples of this.
    batch: usize,
    /// The parity of (capacity / step): none known, always even, or that of (endpoints / batch).
    parity: Option<bool>,
}

impl Lattice {
    /// Reads the lattice off the links and degrees. O(links).
    pub(super) fn new(plain: &Plain) -> Self {
        let weights = plain.links.iter().flatten().map(|link| link.1);
        let step = weights.fold(0, |step, weight| gcd(step, weight as u64)).max(1) as i64;
        let batch = plain
            .rates
            .iter()
            .fold(0, |batch, list| gcd(batch, list.len() as u64))
            .max(1) as usize;
        // Twice the capacity inside S is even, so only the degrees decide.
        let degrees: Vec<(i64, usize)> = plain
            .links
            .iter()
            .zip(&plain.rates)
            .map(|(list, rates)| {
                (
                    list.iter().map(|link| link.1 / step).sum::<i64>() % 2,
                    rates.len() / batch % 2,
                )
            })
            .collect();
        let parity = if degrees.iter().all(|degree| degree.0 == 0) {
            Some(false)
        } else if degrees.iter().all(|degree| degree.0 as usize == degree.1) {
            Some(true)
        } else {
            None
        };
        Self { step, batch, parity }
    }

    /// The least possible capacity that is at least `value`, for a set with so many endpoints.
    fn round_up(&self, value: i128, endpoints: usize) -> i128 {
        let step = i128::from(self.step);
        let steps = (value + step - 1) / step;
        let steps = match self.parity {
            None => steps,
            Some(odd) => {
                let wanted = if odd {
                    (endpoints / self.batch % 2) as i128
                } else {
                    0
                };
                steps + (steps + wanted) % 2
            }
        };
        steps * step
    }

    /// The bisection that follows when every set with `s` endpoints has at least `crossing(s)` of capacity leaving
    /// it: the least over all `s` of that, rounded to what is possible, and of moving the surplus endpoints.
    pub(super) fn least(&self, plain: &Plain, crossing: impl Fn(usize) -> i128) -> i64 {
        (0..=plain.endpoints as usize)
            .step_by(self.batch)
            .map(|s| self.round_up(crossing(s).max(0), s) + i128::from(plain.cheapest[plain.excess(s)]))
            .min()
            .map_or(0, |bound| i64::try_from(bound).unwrap_or(0))
    }
}
