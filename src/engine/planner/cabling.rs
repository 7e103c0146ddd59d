//! What becomes of a cable whose ends get faster: the fibre stays and gets new optics, or the cable is replaced.

use super::hardware::fit;
use crate::engine::catalog::{Cable, Cage, Fit, LinkForm, LinkLayer, LinkSheet, Medium, links};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// One end of a cable: the cage, and the fastest lane that the port drives, in Gb/s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Socket {
    /// The cage.
    pub cage: Cage,
    /// Gb/s of one lane at most.
    pub lane: u16,
}

/// What carries a link at its new rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    /// The fibre stays; these modules go to its ends.
    SameFibre([&'static LinkSheet; 2]),
    /// A new cable with fixed ends.
    NewCable(&'static LinkSheet, Cable),
    /// A new fibre with these modules.
    NewFibre([&'static LinkSheet; 2], Cable),
}

impl Carrier {
    /// The cable record afterwards.
    pub fn cable(&self, old: Cable) -> Cable {
        match *self {
            Self::SameFibre(_) => old,
            Self::NewCable(_, cable) | Self::NewFibre(_, cable) => cable,
        }
    }
}

/// Finds carriers, and remembers what was asked: fabrics have few kinds of cables.
#[derive(Debug, Default)]
pub(super) struct Carriers {
    known: BTreeMap<(BitRate, LinkLayer, Cable, [Socket; 2]), Option<Carrier>>,
}

/// The lane rate that a cage is made for, in Gb/s; none is refused where the cage is not known.
pub(super) const fn lane_of(cage: Cage) -> u16 {
    match cage {
        Cage::QsfpPlus => 10,
        Cage::Sfp28 | Cage::Qsfp28 => 25,
        Cage::Qsfp56 | Cage::QsfpDd | Cage::SfpDd => 50,
        Cage::Qsfp112 | Cage::QsfpDd800 | Cage::Osfp => 100,
        Cage::Osfp1600 | Cage::Backplane | Cage::Unknown => u16::MAX,
    }
}

impl Carriers {
    /// What carries this rate between these sockets in place of this cable: its own fibre if that will do, else copper,
    /// multimode, active and single-mode cables in this order. `None` if no product of the catalogue does.
    pub fn find(
        &mut self,
        rate: BitRate,
        layer: LinkLayer,
        cable: Cable,
        ends: [Socket; 2],
    ) -> Option<Carrier> {
        *self.known.entry((rate, layer, cable, ends)).or_insert_with(|| {
            same_fibre(rate, layer, cable, ends).or_else(|| new_cable(rate, layer, cable, ends))
        })
    }
}

fn same_fibre(rate: BitRate, layer: LinkLayer, cable: Cable, ends: [Socket; 2]) -> Option<Carrier> {
    let mates = |sheet: &LinkSheet| sheet.connector.mates_with(cable.connector);
    cable
        .medium
        .is_fibre()
        .then(|| modules(rate, layer, cable.medium, cable, ends, mates))
        .flatten()
        .map(Carrier::SameFibre)
}

fn new_cable(rate: BitRate, layer: LinkLayer, cable: Cable, ends: [Socket; 2]) -> Option<Carrier> {
    [Medium::Dac, Medium::Om4, Medium::Aoc, Medium::Os2]
        .into_iter()
        .find_map(|medium| {
            let whole = products(rate, layer, medium, cable)
                .filter(|sheet| sheet.form == LinkForm::Cable)
                .find(|sheet| ends.iter().all(|&end| goes_into(sheet, end)))
                .map(|sheet| Carrier::NewCable(sheet, sheet.cable(medium, cable.length)));
            whole.or_else(|| {
                let pair = modules(rate, layer, medium, cable, ends, |_| true)?;
                Some(Carrier::NewFibre(pair, pair[0].cable(medium, cable.length)))
            })
        })
}

fn products(
    rate: BitRate,
    layer: LinkLayer,
    medium: Medium,
    cable: Cable,
) -> impl Iterator<Item = &'static LinkSheet> {
    links().iter().filter(move |sheet| {
        sheet.rate == rate
            && sheet.speaks(layer)
            && sheet.reach_on(medium).is_some_and(|reach| cable.length <= reach)
    })
}

/// A module for each end, alike in what they send: one model at both ends where that fits, else two that understand
/// each other (same medium, connector and fibres).
fn modules(
    rate: BitRate,
    layer: LinkLayer,
    medium: Medium,
    cable: Cable,
    ends: [Socket; 2],
    accept: impl Fn(&LinkSheet) -> bool,
) -> Option<[&'static LinkSheet; 2]> {
    let candidates: Vec<&'static LinkSheet> = products(rate, layer, medium, cable)
        .filter(|sheet| sheet.form == LinkForm::Module && accept(sheet))
        .collect();
    let same = candidates
        .iter()
        .find(|sheet| ends.iter().all(|&end| goes_into(sheet, end)));
    same.map(|&sheet| [sheet; 2]).or_else(|| {
        candidates
            .iter()
            .filter(|sheet| goes_into(sheet, ends[0]))
            .find_map(|&a| {
                candidates
                    .iter()
                    .find(|b| goes_into(b, ends[1]) && (a.connector, a.fibres) == (b.connector, b.fibres))
                    .map(|&b| [a, b])
            })
    })
}

/// Whether a product plugs into a socket and its lanes are not too fast for the port.
fn goes_into(sheet: &LinkSheet, end: Socket) -> bool {
    let plugs = sheet
        .cages
        .iter()
        .any(|&cage| matches!(fit(cage, end.cage), Fit::Yes | Fit::AtModuleRate | Fit::Unknown));
    plugs && sheet.lanes.1 <= end.lane
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::units::Length;

    fn carrier(gbps: u64, cable: Cable, cages: [Cage; 2]) -> Option<Carrier> {
        let ends = cages.map(|cage| Socket {
            cage,
            lane: lane_of(cage),
        });
        Carriers::default().find(BitRate::from_gbps(gbps), LinkLayer::Ethernet, cable, ends)
    }

    fn names(carrier: Option<Carrier>) -> (&'static str, &'static str) {
        match carrier {
            Some(Carrier::SameFibre([a, _])) => ("same fibre", a.name),
            Some(Carrier::NewCable(sheet, _)) => ("new cable", sheet.name),
            Some(Carrier::NewFibre([a, _], _)) => ("new fibre", a.name),
            None => ("none", ""),
        }
    }

    #[test]
    fn fibre_stays_where_the_new_optics_take_its_plug() {
        let trunk = Cable::om4_trunk(Length::from_metres(30));
        assert_eq!(names(carrier(200, trunk, [Cage::Qsfp56; 2])).0, "same fibre");
        assert_eq!(
            names(carrier(400, trunk, [Cage::QsfpDd; 2])),
            ("same fibre", "400G SR4.2 BiDi")
        );
        // Optics of 100G a lane want angled MPO: the flat trunk goes.
        assert_eq!(names(carrier(800, trunk, [Cage::Osfp; 2])).0, "new fibre");
    }

    #[test]
    fn copper_goes_and_comes_back_as_far_as_it_reaches() {
        let short = Cable::dac(Length::from_metres(2));
        assert_eq!(
            names(carrier(200, short, [Cage::Qsfp56; 2])),
            ("new cable", "200G DAC")
        );
        let long = Cable::dac(Length::from_metres(5));
        assert_eq!(names(carrier(200, long, [Cage::Qsfp56; 2])).0, "new fibre");
    }

    #[test]
    fn lanes_too_fast_for_a_port_and_lengths_beyond_reach_are_refused() {
        // A QSFP-DD port drives 50G lanes: the 400G DAC of 100G lanes is not for it.
        let short = Cable::dac(Length::from_metres(2));
        assert_ne!(names(carrier(400, short, [Cage::QsfpDd; 2])).0, "new cable");
        let far = Cable::om4_trunk(Length::from_metres(50_000));
        assert_eq!(carrier(400, far, [Cage::QsfpDd; 2]), None);
    }
}
