//! Rates and delays as people and files write them: `100G`, `100Gbps`, `400 Gb/s`, `0.001ms`.

use crate::engine::units::{BitRate, SimTime};

/// The highest rate that is taken for one: 10 Pb/s, as in the design file.
const MAX_BPS: f64 = 1e16;

/// A rate with its unit: a number, then k, M, G or T, then nothing or a word for bits (or bytes) a second.
///
/// `B` is bytes where it stands before `/s` or `ps` (`300GB/s`); a bare number has no unit and is no rate. `None` for
/// everything else, and for rates of zero or beyond 10 Pb/s.
pub fn parse_rate(text: &str) -> Option<BitRate> {
    let (number, unit) = split_number(text)?;
    let mut letters = unit.chars();
    let prefix = match letters.next()? {
        'k' | 'K' => 1e3,
        'M' | 'm' => 1e6,
        'G' | 'g' => 1e9,
        'T' | 't' => 1e12,
        'b' if matches!(unit, "bps" | "b/s" | "bit/s") => {
            letters = "b".chars();
            1.0
        }
        _ => return None,
    };
    let bits = match letters.as_str() {
        "" | "b" | "bps" | "b/s" | "bit" | "bit/s" | "bits/s" | "bE" | "be" | "BASE" | "E" => 1.0,
        "B/s" | "Bps" => 8.0,
        _ => return None,
    };
    let bps = (number * prefix * bits).round();
    (1.0..=MAX_BPS)
        .contains(&bps)
        .then(|| BitRate::from_bps(bps as u64))
}

/// A rate in Gb/s written as a bare number. `None` if it is no number, not above zero, or beyond 10 Pb/s.
pub(super) fn parse_gbps(text: &str) -> Option<BitRate> {
    let gbps: f64 = text.trim().parse().ok()?;
    let bps = (gbps * 1e9).round();
    (1.0..=MAX_BPS)
        .contains(&bps)
        .then(|| BitRate::from_bps(bps as u64))
}

/// A delay with its unit (ps, ns, us, ms, s), in whole picoseconds; `None` for everything else.
pub fn parse_delay(text: &str) -> Option<SimTime> {
    let (number, unit) = split_number(text)?;
    let ps_per_unit = match unit {
        "ps" => 1.0,
        "ns" => 1e3,
        "us" | "µs" => 1e6,
        "ms" => 1e9,
        "s" => 1e12,
        _ => return None,
    };
    let ps = (number * ps_per_unit).round();
    (0.0..=1e18).contains(&ps).then(|| SimTime::from_ps(ps as u64))
}

/// The number that a text begins with, and the word after it.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
            at += 1;
        }
        at
    };
    let mut end = digits(0);
    if bytes.get(end).is_some_and(|b| matches!(b, b'e' | b'E')) {
        let sign = usize::from(bytes.get(end + 1).is_some_and(|b| matches!(b, b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1 + sign);
        }
    }
    let number: f64 = text.get(..end)?.parse().ok()?;
    number.is_finite().then_some((number, text[end..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_in_all_their_spellings() {
        let gbps = |text| parse_rate(text).map(BitRate::as_gbps_f64);
        let good = [
            ("100G", 100.0),
            ("100Gbps", 100.0),
            ("400 Gb/s", 400.0),
            ("25GbE", 25.0),
            ("0.8T", 800.0),
            ("40000Mbps", 40.0),
            ("1e9bps", 1.0),
            ("300GB/s", 2400.0),
            ("2.5gbit/s", 2.5),
        ];
        for (text, expected) in good {
            assert_eq!(gbps(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "100",
            "G",
            "-1G",
            "0G",
            "nanG",
            "infG",
            "1e99G",
            "100 apples",
            "1..2G",
            "100Gé",
        ] {
            assert_eq!(gbps(text), None, "{text}");
        }
    }

    #[test]
    fn delays_are_exact_to_the_picosecond() {
        let ps = |text| parse_delay(text).map(SimTime::as_ps);
        assert_eq!(ps("0.001ms"), Some(1_000_000));
        assert_eq!(ps("0.000025ms"), Some(25_000));
        assert_eq!(ps("1us"), Some(1_000_000));
        assert_eq!(ps("2e-6s"), Some(2_000_000));
        assert_eq!(["1", "ms", "-1ms", "1e300s", ""].map(ps), [None; 5]);
    }
}
