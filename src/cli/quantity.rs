//! Amounts as people type them: `16MiB`, `100G`, `75%`, `2ms`.

use crate::engine::import::{parse_delay, parse_rate};
use crate::engine::report::text::count;
use crate::engine::units::{BitRate, Bytes, SimTime};

/// An amount of data, with the words in which it was given.
#[derive(Clone, Debug)]
pub(super) struct TypedSize {
    /// The amount.
    pub(super) bytes: Bytes,
    text: String,
}

impl TypedSize {
    /// "16MiB (16,777,216 bytes)": which family of units was used shows.
    pub(super) fn in_words(&self) -> String {
        let bytes = count(self.bytes.as_u64());
        let digits = self.text.trim_end_matches('B').trim_end();
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{bytes} bytes")
        } else {
            format!("{} ({bytes} bytes)", self.text)
        }
    }
}

/// A size that remembers its unit.
pub(super) fn typed_size(text: &str) -> Result<TypedSize, String> {
    Ok(TypedSize {
        bytes: size(text)?,
        text: text.trim().to_owned(),
    })
}

/// An amount of data: a number with B, kB, MB, GB (powers of ten) or KiB, MiB, GiB (powers of two).
///
/// # Errors
/// A sentence for anything else; `16M` is refused, since tools disagree on what it is.
fn size(text: &str) -> Result<Bytes, String> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let factor = match unit {
        "B" | "" => 1,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" | "kiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => {
            return Err(
                "write a size with B, kB, MB, GB (powers of 10) or KiB, MiB, GiB (powers of 2)".to_owned(),
            );
        }
    };
    let number: f64 = number
        .trim()
        .parse()
        .map_err(|_| "write a size as a number with a unit, such as 16MiB".to_owned())?;
    let bytes = (number * f64::from(factor)).round();
    if (1.0..=1e15).contains(&bytes) {
        Ok(Bytes::new(bytes as u64))
    } else {
        Err("a size is between 1 byte and 1 PB".to_owned())
    }
}

/// A rate such as `400G` or `400Gbps`.
pub(super) fn rate(text: &str) -> Result<BitRate, String> {
    parse_rate(text).ok_or_else(|| "write a rate such as 400G or 400Gbps".to_owned())
}

/// A time such as `10us` or `2ms`.
pub(super) fn time(text: &str) -> Result<SimTime, String> {
    parse_delay(text)
        .filter(|time| *time > SimTime::ZERO)
        .ok_or_else(|| "write a time such as 10us, 2ms or 1s".to_owned())
}

/// A share such as `75%` or `0.75`, in thousandths.
pub(super) fn per_mille(text: &str) -> Result<u16, String> {
    let text = text.trim();
    let (number, scale) = match text.strip_suffix('%') {
        Some(number) => (number.trim(), 10.0),
        None => (text, 1_000.0),
    };
    let share: f64 = number
        .parse()
        .map_err(|_| "write a share such as 75% or 0.75".to_owned())?;
    let per_mille = (share * scale).round();
    if (0.0..=1_000.0).contains(&per_mille) {
        Ok(per_mille as u16)
    } else {
        Err("a share is between 0% and 100%".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_know_both_families_of_units() {
        let bytes = |text| size(text).map(Bytes::as_u64);
        assert_eq!(bytes("16MiB"), Ok(16 << 20));
        assert_eq!(bytes("16 MB"), Ok(16_000_000));
        assert_eq!(bytes("1.5kB"), Ok(1_500));
        assert_eq!(bytes("4096"), Ok(4_096));
        for text in ["16M", "16m", "", "MiB", "-1B", "0B", "1e99GB", "nanB", "16MiBs"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shares_are_percentages_or_fractions() {
        assert_eq!(per_mille("75%"), Ok(750));
        assert_eq!(per_mille("0.75"), Ok(750));
        assert_eq!(per_mille("99.9 %"), Ok(999));
        assert_eq!(per_mille("1"), Ok(1_000));
        assert!(
            ["101%", "75", "-1%", "x", "nan"]
                .map(per_mille)
                .iter()
                .all(Result::is_err)
        );
    }
}
