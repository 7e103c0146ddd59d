//! Mean and 95 % interval of a few runs, by Student's t.

use serde::Serialize;

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Interval {
    /// The mean.
    pub(super) mean: f64,
    /// The 95 % interval is the mean plus and minus this; null for a single run.
    pub(super) plus_minus: Option<f64>,
}

/// Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom (any table of statistics).
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

impl Interval {
    /// Of these values; `None` without any.
    pub(super) fn of(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n;
        let freedom = values.len() - 1;
        let plus_minus = (freedom > 0).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            let t = T.get(freedom - 1).copied().unwrap_or(1.96);
            t * (squares / freedom as f64 / n).sqrt()
        });
        Some(Self { mean, plus_minus })
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn a_known_sample_gives_its_known_interval() {
        let interval = Interval::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("five values");
        assert!((interval.mean - 3.0).abs() < 1e-12);
        // Standard deviation sqrt(2.5), over sqrt(5), times 2.776.
        assert!((interval.plus_minus.expect("more than one") - 1.963).abs() < 1e-3);
        assert_eq!(Interval::of(&[7.0]).and_then(|one| one.plus_minus), None);
        assert_eq!(Interval::of(&[]), None);
    }
}
