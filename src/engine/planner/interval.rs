//! Bounds on the bisection of states, and how one state bounds another.

use super::problem::Counts;
use crate::engine::analysis::Bisection;
use std::collections::BTreeMap;

/// Bounds on a bisection bandwidth, in bit/s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interval {
    pub lower: u64,
    pub upper: u64,
}

impl Interval {
    const EVERYTHING: Self = Self {
        lower: 0,
        upper: u64::MAX,
    };

    /// The bounds of a bisection.
    pub fn of(bisection: &Bisection) -> Self {
        Self {
            lower: bisection.lower.as_bps(),
            upper: bisection.upper.as_bps(),
        }
    }

    /// What both allow.
    pub fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

/// Bisections taken so far, by the window under way and what was done before it, both in canonical names.
#[derive(Debug, Default)]
pub(super) struct Known {
    by_window: BTreeMap<Counts, BTreeMap<Counts, Interval>>,
}

impl Known {
    /// The bisection of this very state.
    pub fn get(&self, done: &Counts, window: &Counts) -> Option<Interval> {
        self.by_window.get(window)?.get(done).copied()
    }

    /// Adds what was found of a state.
    pub fn insert(&mut self, done: &Counts, window: &Counts, found: Interval) {
        let states = self.by_window.entry(window.clone()).or_default();
        let known = states.entry(done.clone()).or_insert(Interval::EVERYTHING);
        *known = known.and(found);
    }

    /// The best bounds on a state. Where capacity only grows as work is done, a state with less done gives a lower bound
    /// and one with more done an upper bound: the same devices are drained, so the same endpoints are online.
    pub fn narrowed(&self, done: &Counts, window: &Counts, grows: bool) -> Interval {
        let Some(states) = self.by_window.get(window) else {
            return Interval::EVERYTHING;
        };
        let covers = |more: &Counts, less: &Counts| more.iter().zip(less).all(|(m, l)| m >= l);
        let mut bounds = states.get(done).copied().unwrap_or(Interval::EVERYTHING);
        for (other, found) in states.iter().filter(|_| grows) {
            if covers(done, other) {
                bounds.lower = bounds.lower.max(found.lower);
            }
            if covers(other, done) {
                bounds.upper = bounds.upper.min(found.upper);
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_work_bounds_from_below_and_more_from_above() {
        let mut known = Known::default();
        let (window, is) = (vec![1, 0], |lower, upper| Interval { lower, upper });
        known.insert(&vec![0, 0], &window, is(5, 6));
        known.insert(&vec![2, 2], &window, is(8, 9));
        known.insert(&vec![1, 1], &vec![0, 1], is(1, 1));
        assert_eq!(known.narrowed(&vec![1, 1], &window, true), is(5, 9));
        assert_eq!(known.narrowed(&vec![1, 1], &window, false), Interval::EVERYTHING);
        assert_eq!(known.narrowed(&vec![3, 0], &window, true), is(5, u64::MAX));
        known.insert(&vec![1, 1], &window, is(6, 8));
        assert_eq!(known.narrowed(&vec![1, 1], &window, true), is(6, 8));
        assert_eq!(known.narrowed(&vec![1, 2], &window, true), is(6, 9));
    }
}
