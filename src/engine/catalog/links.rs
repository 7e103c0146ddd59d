//! Transceivers and cables: rates, media, reach, FEC, power, prices.

mod table;

use super::{Between, Cable, Cage, Connector, Evidence, Fact, LinkLayer, Medium, Polarity, Source};
use crate::engine::units::{BitRate, Length, Power, Price, SimTime};

/// Forward error correction on the electrical side of a port; both ends must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fec {
    /// None.
    None,
    /// RS(528,514), KR4: NRZ lanes.
    Rs528,
    /// RS(544,514), KP4: PAM4 lanes.
    Rs544,
    /// RS(544,514) and an inner code: 200G lanes.
    Rs544Inner,
}

impl Fec {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rs528 => "RS(528,514)",
            Self::Rs544 => "RS(544,514)",
            Self::Rs544Inner => "RS(544,514) and inner code",
        }
    }
}

/// What one buys: a cable with fixed ends, or a module for each end of a fibre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkForm {
    /// A cable with its ends: one piece a link.
    Cable,
    /// A pluggable module: two pieces a link, and a fibre between them.
    Module,
}

/// What is known of a transceiver or a cable with fixed ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSheet {
    /// Its name.
    pub name: &'static str,
    /// Cable or module.
    pub form: LinkForm,
    /// The layers it is sold for.
    pub layers: &'static [LinkLayer],
    /// The rate of the whole product, one direction.
    pub rate: BitRate,
    /// The cages it goes into.
    pub cages: &'static [Cage],
    /// Electrical lanes: (how many, Gb/s each).
    pub lanes: (u8, u16),
    /// The media it runs on, each with its reach.
    pub reach: &'static [(Medium, Length)],
    /// How the reach is known.
    pub reach_evidence: Evidence,
    /// What the fibre plugs into.
    pub connector: Connector,
    /// Fibres in use; zero for copper.
    pub fibres: u8,
    /// Highest power of one end.
    pub power: Fact<Power>,
    /// FEC on the electrical side.
    pub fec: Fec,
    /// Time of one FEC block, before decoding.
    pub fec_block: Option<SimTime>,
    /// Whether the ends negotiate rate and train the lanes (copper does, optics do not).
    pub autonegotiates: bool,
    /// Ways to split it: (ends, Gb/s each).
    pub breakout: &'static [(u8, u16)],
    /// What of the fibre plant a later generation can keep.
    pub plant_reuse: &'static str,
    /// Price of one piece (cable, or one module).
    pub price: Option<Fact<Between<Price>>>,
    /// Where the figures come from.
    pub source: Source,
}

/// All transceivers and cables, by rate.
pub fn links() -> &'static [LinkSheet] {
    table::TABLE
}

/// The transceiver or cable of this name, capitals aside. O(sheets).
pub fn link(name: &str) -> Option<&'static LinkSheet> {
    links().iter().find(|sheet| sheet.name.eq_ignore_ascii_case(name))
}

impl LinkSheet {
    /// How far it reaches on a medium; `None` if it does not run on it.
    pub fn reach_on(&self, medium: Medium) -> Option<Length> {
        self.reach
            .iter()
            .find(|(on, _)| *on == medium)
            .map(|&(_, reach)| reach)
    }

    /// Whether it is sold for this layer.
    pub fn speaks(&self, layer: LinkLayer) -> bool {
        self.layers.contains(&layer)
    }

    /// Pieces that one link needs: one cable, or two modules.
    pub const fn pieces_per_link(&self) -> u64 {
        match self.form {
            LinkForm::Cable => 1,
            LinkForm::Module => 2,
        }
    }

    /// The cable record that goes with it: right connector, right polarity.
    pub const fn cable(&self, medium: Medium, length: Length) -> Cable {
        let polarity = match self.connector {
            Connector::Fixed => Polarity::NotApplicable,
            Connector::LcDuplex => Polarity::Duplex,
            Connector::Mpo12Upc | Connector::Mpo12Apc | Connector::Mpo16Apc => Polarity::B,
        };
        Cable {
            medium,
            connector: self.connector,
            polarity,
            length,
        }
    }
}
