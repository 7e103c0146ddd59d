//! The colours of charts: drawn as marks that stand for roles, then given their light and dark values.

use crate::engine::export::Appearance;
use plotters::style::RGBColor;
use std::fmt::Write;

/// What a stroke or a text is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// The line of an axis.
    Axis,
    /// A line of the grid.
    Grid,
    /// Words of an axis.
    Words,
    /// What the chart is about.
    Main,
    /// What it is held against: dashed.
    Bound,
    /// A limit that must not be crossed: dashed.
    Floor,
    /// One of many series, from zero.
    Series(u8),
}

/// Series that can be told apart.
pub(super) const SERIES: u8 = 8;

/// Light and dark of each role; series after the six others.
const COLOURS: [(&str, &str); 14] = [
    ("#b9c2cd", "#43505e"),
    ("#e6eaef", "#29313a"),
    ("#586472", "#9fabb8"),
    ("#2563eb", "#6ea0ff"),
    ("#586472", "#9fabb8"),
    ("#c62828", "#ff7b72"),
    ("#2563eb", "#6ea0ff"),
    ("#c2620a", "#f0a04b"),
    ("#0f8a5f", "#3ccf96"),
    ("#d0342c", "#ff7b72"),
    ("#7c3aed", "#b48bf2"),
    ("#0e7f9b", "#4cc9e0"),
    ("#be1e72", "#f47ab8"),
    ("#5f7d0b", "#b3cf4a"),
];

impl Role {
    fn number(self) -> u8 {
        match self {
            Self::Axis => 0,
            Self::Grid => 1,
            Self::Words => 2,
            Self::Main => 3,
            Self::Bound => 4,
            Self::Floor => 5,
            Self::Series(i) => 6 + i % SERIES,
        }
    }

    /// The mark that `plotters` draws with; no colour that is seen.
    pub(super) fn mark(self) -> RGBColor {
        RGBColor(self.number(), 0xfa, 0xce)
    }

    fn dashes(number: usize) -> &'static str {
        match number {
            4 => " stroke-dasharray=\"24 18\"",
            5 => " stroke-dasharray=\"36 16 6 16\"",
            _ => "",
        }
    }

    /// The class and attributes of a sample of this role in the legend.
    pub(super) fn stroke(self, appearance: Appearance) -> String {
        let number = usize::from(self.number());
        format!(
            "stroke=\"{}\"{}",
            colour(number, appearance),
            Self::dashes(number)
        )
    }

    /// The attributes of words in this role.
    pub(super) fn fill(self, appearance: Appearance) -> String {
        format!("fill=\"{}\"", colour(usize::from(self.number()), appearance))
    }
}

/// The colour's value and, where it follows the reader's theme, the class by which it changes.
fn colour(number: usize, appearance: Appearance) -> String {
    let (light, dark) = COLOURS.get(number).copied().unwrap_or(COLOURS[0]);
    match appearance {
        Appearance::Dark => dark.to_owned(),
        Appearance::Light => light.to_owned(),
        Appearance::Auto => format!("{light}\" class=\"chart-{number}"),
    }
}

/// The marks in what `plotters` drew, replaced by colours.
pub(super) fn coloured(svg: &str, appearance: Appearance) -> String {
    let mut out = String::with_capacity(svg.len() + svg.len() / 4);
    let mut rest = svg;
    while let Some(at) = rest.find("=\"#") {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        // `="#0NFACE"`: the number stands in the first two digits.
        let number = mark
            .get(3..10)
            .filter(|mark| mark.ends_with("FACE\""))
            .and_then(|mark| mark.get(..2))
            .and_then(|digits| usize::from_str_radix(digits, 16).ok());
        if let Some(number) = number {
            let _ = write!(out, "=\"{}\"", colour(number, appearance));
            if before.ends_with("stroke") {
                out.push_str(Role::dashes(number));
            }
            rest = &mark[10..];
        } else {
            out.push_str("=\"#");
            rest = &mark[3..];
        }
    }
    out.push_str(rest);
    out
}

/// The rules that change colours in the dark; empty where one theme was asked for. Print is always light.
pub(super) fn sheet(appearance: Appearance) -> String {
    if appearance != Appearance::Auto {
        return String::new();
    }
    let mut css = String::from("<style>@media screen and (prefers-color-scheme: dark) {");
    for (number, (_, dark)) in COLOURS.iter().enumerate() {
        // A string takes whatever is written to it.
        let _ = write!(
            css,
            " .chart [stroke].chart-{number}:not([stroke=none]) {{ stroke: {dark} }} .chart [fill].chart-{number}:not([fill=none]) {{ fill: {dark} }}"
        );
    }
    css.push_str(" }</style>");
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_colours_and_nothing_else_changes() {
        let drawn =
            "<path stroke=\"#04FACE\" fill=\"none\"/><text fill=\"#02FACE\">=\"#</text><a x=\"#123456\"/>";
        assert_eq!(
            coloured(drawn, Appearance::Light),
            "<path stroke=\"#586472\" stroke-dasharray=\"24 18\" fill=\"none\"/><text fill=\"#586472\">=\"#</text><a \
             x=\"#123456\"/>"
        );
        assert!(coloured(drawn, Appearance::Dark).contains("#9fabb8"));
        assert!(coloured(drawn, Appearance::Auto).contains("class=\"chart-4\""));
    }
}
