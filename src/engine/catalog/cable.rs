//! Cables as one buys them: of what stuff, with what at the ends.

use crate::engine::units::Length;
use serde::{Deserialize, Serialize};

/// A cable as one buys it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cable {
    /// Copper or glass.
    pub medium: Medium,
    /// What is at its ends.
    pub connector: Connector,
    /// How its fibres cross.
    pub polarity: Polarity,
    /// How long it is.
    pub length: Length,
}

/// What carries the signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medium {
    /// Passive copper twinax with fixed ends (DAC).
    Dac,
    /// Active optical cable with fixed ends (AOC).
    Aoc,
    /// Multimode fibre OM3.
    Om3,
    /// Multimode fibre OM4.
    Om4,
    /// Single-mode fibre OS2.
    Os2,
    /// A backplane or baseboard: NVLink.
    Backplane,
}

impl Medium {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 6] = [
        Self::Dac,
        Self::Aoc,
        Self::Om3,
        Self::Om4,
        Self::Os2,
        Self::Backplane,
    ];

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dac => "DAC copper",
            Self::Aoc => "AOC",
            Self::Om3 => "OM3 multimode",
            Self::Om4 => "OM4 multimode",
            Self::Os2 => "OS2 single-mode",
            Self::Backplane => "backplane",
        }
    }

    /// Whether it is glass that needs a transceiver at each end.
    pub const fn is_fibre(self) -> bool {
        matches!(self, Self::Om3 | Self::Om4 | Self::Os2)
    }
}

/// What is at the ends of a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connector {
    /// The module is part of the cable (DAC, AOC, backplane).
    Fixed,
    /// Duplex LC.
    LcDuplex,
    /// MPO-12 with flat (UPC) polish.
    Mpo12Upc,
    /// MPO-12 with angled (APC) polish.
    Mpo12Apc,
    /// MPO-16 with angled (APC) polish.
    Mpo16Apc,
}

impl Connector {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 5] = [
        Self::Fixed,
        Self::LcDuplex,
        Self::Mpo12Upc,
        Self::Mpo12Apc,
        Self::Mpo16Apc,
    ];

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed ends",
            Self::LcDuplex => "LC duplex",
            Self::Mpo12Upc => "MPO-12 UPC",
            Self::Mpo12Apc => "MPO-12 APC",
            Self::Mpo16Apc => "MPO-16 APC",
        }
    }

    /// Whether it is an MPO, whose polarity matters.
    pub const fn is_mpo(self) -> bool {
        matches!(self, Self::Mpo12Upc | Self::Mpo12Apc | Self::Mpo16Apc)
    }
}

/// How the fibres of a trunk cross from end to end (TIA-568.3 methods).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    /// Nothing to cross: copper, AOC, backplane.
    NotApplicable,
    /// Type A: straight through, key up to key down.
    A,
    /// Type B: reversed, key up to key up; what parallel optics need between two modules.
    B,
    /// Type C: crossed in pairs.
    C,
    /// Duplex A to B: transmit meets receive.
    Duplex,
}

impl Polarity {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 5] = [Self::NotApplicable, Self::A, Self::B, Self::C, Self::Duplex];

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotApplicable => "not applicable",
            Self::A => "type A (straight)",
            Self::B => "type B (reversed)",
            Self::C => "type C (pairs)",
            Self::Duplex => "duplex A-B",
        }
    }
}

impl Cable {
    /// The traces of an NVLink backplane; its length does not matter to any answer.
    pub const fn backplane() -> Self {
        Self {
            medium: Medium::Backplane,
            connector: Connector::Fixed,
            polarity: Polarity::NotApplicable,
            length: Length::from_metres(1),
        }
    }

    /// A passive copper cable of this length.
    pub const fn dac(length: Length) -> Self {
        Self {
            medium: Medium::Dac,
            connector: Connector::Fixed,
            polarity: Polarity::NotApplicable,
            length,
        }
    }

    /// A multimode trunk for parallel optics of this length: OM4, MPO-12, type B.
    pub const fn om4_trunk(length: Length) -> Self {
        Self {
            medium: Medium::Om4,
            connector: Connector::Mpo12Upc,
            polarity: Polarity::B,
            length,
        }
    }

    /// A single-mode pair of this length: OS2, duplex LC.
    pub const fn os2_duplex(length: Length) -> Self {
        Self {
            medium: Medium::Os2,
            connector: Connector::LcDuplex,
            polarity: Polarity::Duplex,
            length,
        }
    }
}
