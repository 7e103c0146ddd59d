//! Quantities as people read them, the same words in every report and table.

use crate::engine::catalog::Between;
use crate::engine::units::{BitRate, Bytes, Length, Power, Price, SimTime};

pub use crate::engine::units::{counted, grouped as count};

/// A text that quotes what a person gave, with a limit on its length in characters: its two ends say what and where.
pub fn both_ends(text: &str, most: usize) -> String {
    let n = text.chars().count();
    if n <= most {
        return text.to_owned();
    }
    let (head, tail) = (text.chars().take(most / 2), text.chars().skip(n - most / 2));
    head.chain(" … ".chars()).chain(tail).collect()
}

/// Three significant digits at least, whole above a hundred, no tail of zeros: `0.64`, `95.9`, `1,200`.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return "not a number".to_owned();
    }
    let size = value.abs();
    let decimals = if size >= 100.0 {
        0
    } else if size >= 10.0 {
        1
    } else if size >= 1.0 || size == 0.0 {
        2
    } else {
        3
    };
    let text = format!("{size:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), count);
    let sign = if value < 0.0 && text != "0" { "−" } else { "" };
    if part.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part}")
    }
}

/// A rate: `100 Gb/s`, `113.6 Gb/s`, `9.6 Tb/s`. Three decimals of Tb/s and two of others, so that a proved figure keeps
/// its digits.
pub fn rate(rate: BitRate) -> String {
    let gbps = rate.as_gbps_f64();
    if gbps >= 1_000.0 {
        format!("{} Tb/s", decimals(gbps / 1e3, 3))
    } else if gbps >= 1.0 || rate.is_zero() {
        format!("{} Gb/s", decimals(gbps, 2))
    } else {
        format!("{} Mb/s", decimals(gbps * 1e3, 2))
    }
}

/// At most so many decimals, no tail of zeros, thousands separated; for what is not negative.
fn decimals(value: f64, most: u32) -> String {
    let unit = 10_u64.pow(most);
    let parts = (value * unit as f64 + 0.5) as u64;
    let tail = format!("{:0width$}", parts % unit, width = most as usize);
    match tail.trim_end_matches('0') {
        "" => count(parts / unit),
        tail => format!("{}.{tail}", count(parts / unit)),
    }
}

/// A bandwidth in GB/s (10^9 bytes a second), as collectives are given.
pub fn gbytes(gbytes_per_second: f64) -> String {
    format!("{} GB/s", short(gbytes_per_second))
}

/// A power: `3.5 W`, `6.5 kW`, `1.2 MW`.
pub fn power(power: Power) -> String {
    let watts = power.as_watts_f64();
    if watts >= 1e6 {
        format!("{} MW", short(watts / 1e6))
    } else if watts >= 1e3 {
        format!("{} kW", short(watts / 1e3))
    } else {
        format!("{} W", short(watts))
    }
}

/// A range of powers, one figure where both ends read alike.
pub fn power_range(range: Between<Power>) -> String {
    between(power(range.low), power(range.high))
}

/// Money in whole US dollars: `$1,200`, `$1.85 M`.
pub fn price(price: Price) -> String {
    let dollars = price.as_usd_f64();
    if dollars >= 1e6 {
        format!("${} M", short(dollars / 1e6))
    } else {
        format!("${}", count((dollars + 0.5) as u64))
    }
}

/// A range of prices, one figure where both ends read alike.
pub fn price_range(range: Between<Price>) -> String {
    between(price(range.low), price(range.high))
}

/// A size of data in powers of two: `16 MiB`.
pub fn size(size: Bytes) -> String {
    let bytes = size.as_u64();
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if bytes >= 1 << shift {
            return format!("{} {unit}", short(size.as_f64() / (1_u64 << shift) as f64));
        }
    }
    format!("{bytes} B")
}

/// A span of time in the unit that keeps it short: `3.2 µs`, `14 ms`.
pub fn time(time: SimTime) -> String {
    let seconds = time.as_secs_f64();
    for (scale, unit) in [(1.0, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")] {
        if seconds * scale >= 1.0 {
            return format!("{} {unit}", short(seconds * scale));
        }
    }
    match time.as_ps() {
        0 => "0 s".to_owned(),
        ps => format!("{ps} ps"),
    }
}

/// A length: `3 m`, `0.5 m`.
pub fn metres(length: Length) -> String {
    format!("{} m", short(length.as_metres_f64()))
}

/// A share as a percentage: `95.3 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", short((share * 1e4).round() / 1e2))
}

/// Both ends, their unit once where it is the same.
fn between(low: String, high: String) -> String {
    if low == high {
        return low;
    }
    match (low.rsplit_once(' '), high.rsplit_once(' ')) {
        (Some((figure, unit)), Some((_, other))) if unit == other && !figure.starts_with('$') => {
            format!("{figure} to {high}")
        }
        _ => format!("{low} to {high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short_and_keep_their_unit() {
        assert_eq!(short(1_234_567.0), "1,234,567");
        assert_eq!(short(95.96), "96");
        assert_eq!(short(0.6404), "0.64");
        assert_eq!(short(-2.5), "−2.5");
        assert_eq!(short(0.0), "0");
        assert_eq!(rate(BitRate::from_gbps(12_800)), "12.8 Tb/s");
        assert_eq!(rate(BitRate::from_gbps(3_200)), "3.2 Tb/s");
        assert_eq!(rate(BitRate::from_gbps(12_345)), "12.345 Tb/s");
        assert_eq!(rate(BitRate::from_gbps(409_600)), "409.6 Tb/s");
        assert_eq!(rate(BitRate::from_mbps(113_600)), "113.6 Gb/s");
        assert_eq!(rate(BitRate::from_mbps(25_050)), "25.05 Gb/s");
        assert_eq!(rate(BitRate::ZERO), "0 Gb/s");
        assert_eq!(power(Power::from_watts(217_300)), "217 kW");
        assert_eq!(price(Price::from_usd(1_850_000)), "$1.85 M");
        assert_eq!(size(Bytes::from_mib(1536)), "1.5 GiB");
        assert_eq!(time(SimTime::from_ns(3_200)), "3.2 µs");
        assert_eq!(time(SimTime::from_ps(640)), "640 ps");
        assert_eq!(percent(0.9534), "95.3 %");
        assert_eq!(time(SimTime::ZERO), "0 s");
        assert_eq!(power(Power::from_watts(6_500)), "6.5 kW");
        let range = Between::new(Power::from_watts(450), Power::from_watts(650));
        assert_eq!(power_range(range), "450 to 650 W");
    }
}
