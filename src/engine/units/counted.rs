//! Counted nouns: one place that knows the plural.

/// "1 server", "2 servers", "12,800 switches", "3 leaves": a count, thousands separated, with its noun in the singular
/// or plural.
///
/// ```
/// use fabricad::engine::units::counted;
/// assert_eq!(counted(1, "NIC port"), "1 NIC port");
/// assert_eq!(counted(12_800, "switch"), "12,800 switches");
/// ```
pub fn counted(n: u64, noun: &str) -> String {
    let mut text = grouped(n);
    text.push(' ');
    match noun.strip_suffix("leaf") {
        _ if n == 1 => text.push_str(noun),
        Some(before) => {
            text.push_str(before);
            text.push_str("leaves");
        }
        None => {
            text.push_str(noun);
            text.push_str(if noun.ends_with("ch") || noun.ends_with('s') {
                "es"
            } else {
                "s"
            });
        }
    }
    text
}

/// A count with its thousands separated: `12,800`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
