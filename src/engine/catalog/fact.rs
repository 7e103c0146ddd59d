//! Figures with the evidence they rest on.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a figure is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// Read at the vendor's, standard's or project's own page.
    Primary,
    /// Read at a source, though not the maker's own.
    Read,
    /// Computed from figures that were read.
    Derived,
    /// Well known or estimated, but not read at a source: a default to be edited.
    Default,
}

impl Evidence {
    /// The letter that tables show.
    pub const fn letter(self) -> char {
        match self {
            Self::Primary => 'P',
            Self::Read => 'R',
            Self::Derived => 'D',
            Self::Default => 'U',
        }
    }

    /// What the letter means, for a tooltip.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Primary => "read at the maker's own page",
            Self::Read => "read at a published source",
            Self::Derived => "computed from read figures",
            Self::Default => "usual value, not checked at a source: edit it if you know better",
        }
    }

    /// Whether the figure should be offered for editing rather than believed.
    pub const fn is_default(self) -> bool {
        matches!(self, Self::Default)
    }
}

/// A figure and how it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact<T> {
    /// The figure.
    pub value: T,
    /// How it is known.
    pub evidence: Evidence,
}

impl<T> Fact<T> {
    /// A figure with its evidence.
    pub const fn new(value: T, evidence: Evidence) -> Self {
        Self { value, evidence }
    }

    /// Another figure on the same evidence.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Fact<U> {
        Fact {
            value: change(self.value),
            evidence: self.evidence,
        }
    }
}

/// A range that sources give for a figure, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Between<T> {
    /// The lowest.
    pub low: T,
    /// The highest; equal to `low` where one figure is given.
    pub high: T,
}

impl<T> Between<T> {
    /// A range from `low` to `high`.
    pub const fn new(low: T, high: T) -> Self {
        Self { low, high }
    }
}

/// Where a sheet's figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A page's address, or the title of a document.
    Page(&'static str),
    /// A device folder of SONiC's build tree (port tables, buffer pools).
    Sonic(&'static str),
    /// Common knowledge of the field, not re-read.
    FieldKnowledge,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(address) => f.write_str(address),
            Self::Sonic(folder) => {
                write!(
                    f,
                    "https://github.com/sonic-net/sonic-buildimage/tree/086b03bd70f9e211aaaf5f6aefe0790b508d2a94/device/{folder}"
                )
            }
            Self::FieldKnowledge => f.write_str("field knowledge, not checked against a source"),
        }
    }
}
