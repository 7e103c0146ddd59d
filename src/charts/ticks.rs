//! Where the marks of an axis stand, and what is written at them.

use crate::engine::report::text;
use crate::engine::units::{Bytes, SimTime};

/// A mark of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub at: f64,
    pub words: String,
}

/// An axis: its range, its marks, what it measures.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<Tick>,
    /// What it measures, with the unit.
    pub words: String,
    pub logarithmic: bool,
}

impl Axis {
    /// From zero to a round figure above the largest value, three to seven marks.
    pub(super) fn from_zero(largest: f64, words: impl Into<String>) -> Self {
        let largest = if largest.is_finite() && largest > 0.0 {
            largest
        } else {
            1.0
        };
        let step = round_step(largest / 6.0);
        let n = (largest / step).ceil().max(1.0);
        let ticks = (0..=n as u32)
            .map(|i| {
                let at = f64::from(i) * step;
                Tick {
                    at,
                    words: text::short(at),
                }
            })
            .collect();
        Self {
            low: 0.0,
            high: n * step,
            ticks,
            words: words.into(),
            logarithmic: false,
        }
    }

    /// With every second, third ... mark, so that there are at most so many.
    pub(super) fn thinned(&self, most: usize) -> Self {
        let every = self.ticks.len().div_ceil(most.max(1)).max(1);
        let ticks = self.ticks.iter().step_by(every).cloned().collect();
        Self {
            ticks,
            ..self.clone()
        }
    }

    /// Message sizes on a logarithmic axis, marked at every fourth power of two or wider.
    pub(super) fn sizes(sizes: impl Iterator<Item = Bytes>, words: impl Into<String>) -> Self {
        let (mut low, mut high) = (u64::MAX, 0_u64);
        for size in sizes {
            low = low.min(size.as_u64().max(1));
            high = high.max(size.as_u64().max(1));
        }
        let (low, high) = if low >= high { (1, 1 << 10) } else { (low, high) };
        let (first, last) = (low.ilog2(), high.ilog2());
        let stride = ((last - first) / 7).max(1).next_multiple_of(2);
        let ticks = (first..=last)
            .filter(|power| (power - first).is_multiple_of(stride))
            .map(|power| Tick {
                at: (1_u64 << power) as f64,
                words: text::size(Bytes::new(1 << power)),
            })
            .collect();
        Self {
            low: low as f64,
            high: high as f64,
            ticks,
            words: words.into(),
            logarithmic: true,
        }
    }

    /// Times in microseconds on a logarithmic axis, marked at powers of ten.
    pub(super) fn times(micros: impl Iterator<Item = f64>, words: impl Into<String>) -> Self {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for time in micros.filter(|time| time.is_finite() && *time > 0.0) {
            least = least.min(time);
            most = most.max(time);
        }
        if least > most {
            (least, most) = (1.0, 10.0);
        }
        let (mut low, mut high) = (1e-6, 1e-6);
        while low * 10.0 <= least * 1.000_001 {
            low *= 10.0;
        }
        while high < most * 0.999_999 {
            high *= 10.0;
        }
        if high <= low {
            high = low * 10.0;
        }
        let mut ticks = Vec::new();
        let mut at = low;
        while at <= high * 1.000_001 {
            ticks.push(Tick {
                at,
                words: text::time(SimTime::from_ps((at * 1e6 + 0.5) as u64)),
            });
            at *= 10.0;
        }
        Self {
            low,
            high,
            ticks,
            words: words.into(),
            logarithmic: true,
        }
    }

    /// The word written at a place.
    pub(super) fn word_at(&self, at: f64) -> String {
        self.ticks
            .iter()
            .find(|tick| (tick.at - at).abs() <= 1e-9 * (1.0 + at.abs()))
            .map_or_else(String::new, |tick| tick.words.clone())
    }
}

/// 1, 2 or 5 times a power of ten, not below `step`.
fn round_step(step: f64) -> f64 {
    let mut power = 1.0;
    while power * 10.0 <= step {
        power *= 10.0;
    }
    while power > step {
        power /= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|candidate| *candidate >= step * 0.999_999)
        .unwrap_or(power * 10.0)
}

/// The unit in which times up to `longest` read well: its name, and how many picoseconds it has.
pub(super) fn time_unit(longest: SimTime) -> (&'static str, f64) {
    match longest.as_ps() {
        0..1_000_000 => ("ns", 1e3),
        1_000_000..1_000_000_000 => ("µs", 1e6),
        1_000_000_000..1_000_000_000_000 => ("ms", 1e9),
        _ => ("s", 1e12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.words.as_str()).collect()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(
            words(&Axis::from_zero(187.5, "")),
            ["0", "50", "100", "150", "200"]
        );
        assert_eq!(
            words(&Axis::from_zero(0.03, "")),
            ["0", "0.005", "0.01", "0.015", "0.02", "0.025", "0.03"]
        );
        assert_eq!(Axis::from_zero(f64::NAN, "").high, 1.0);
        assert_eq!(
            words(&Axis::sizes(
                [10, 20, 34].into_iter().map(|p| Bytes::new(1 << p)),
                ""
            )),
            ["1 KiB", "16 KiB", "256 KiB", "4 MiB", "64 MiB", "1 GiB", "16 GiB"]
        );
        assert_eq!(
            words(&Axis::times([12.0, 4500.0].into_iter(), "")),
            ["10 µs", "100 µs", "1 ms", "10 ms"]
        );
        assert_eq!(words(&Axis::times(std::iter::empty(), "")), ["1 µs", "10 µs"]);
    }
}
