//! Which product joins two ports: by rate, medium, length and layer.

use super::{Cable, LinkLayer, LinkSheet, Medium, links};
use crate::engine::units::{BitRate, Length};

/// The products of this rate that run on this medium over this length, in the catalogue's order.
///
/// Empty if none reaches, or if the catalogue knows no product of that rate. O(sheets).
pub fn cable_products(
    rate: BitRate,
    medium: Medium,
    length: Length,
    layer: LinkLayer,
) -> impl Iterator<Item = &'static LinkSheet> {
    links().iter().filter(move |sheet| {
        (sheet.rate == rate || medium == Medium::Backplane)
            && sheet.speaks(layer)
            && sheet.reach_on(medium).is_some_and(|reach| length <= reach)
    })
}

/// The cable that one would usually take: copper as far as it reaches, then multimode glass, then single mode.
///
/// A rate that the catalogue does not know gets copper up to 3 m, OM4 up to 100 m and single mode beyond; so does a
/// length that no product reaches, which the design's findings then name. NVLink runs on its backplane.
pub fn usual_cable(rate: BitRate, length: Length, layer: LinkLayer) -> Cable {
    if layer == LinkLayer::Nvlink {
        return Cable {
            length,
            ..Cable::backplane()
        };
    }
    [Medium::Dac, Medium::Om4, Medium::Aoc, Medium::Os2]
        .into_iter()
        .find_map(|medium| {
            cable_products(rate, medium, length, layer)
                .next()
                .map(|sheet| sheet.cable(medium, length))
        })
        .unwrap_or_else(|| fallback(length))
}

fn fallback(length: Length) -> Cable {
    if length <= Length::from_metres(3) {
        Cable::dac(length)
    } else if length <= Length::from_metres(100) {
        Cable::om4_trunk(length)
    } else {
        Cable::os2_duplex(length)
    }
}
