//! Which product of the catalogue a cable of the design is.

use crate::engine::catalog::{Fit, LinkLayer, LinkSheet, links, module_fits};
use crate::engine::topology::{Cage, Link, Topology};

/// The product that this cable needs: the first of the catalogue that has its rate, layer, medium, connector and reach,
/// one that fits both cages before one that does not.
///
/// `None` where the catalogue knows none, and for NVLink, which comes with the servers. O(sheets).
pub fn product_of(topology: &Topology, link: &Link) -> Option<&'static LinkSheet> {
    let (a, b) = (topology.port_group(link.a)?, topology.port_group(link.b)?);
    if a.layer == LinkLayer::Nvlink {
        return None;
    }
    let candidates = || {
        links().iter().filter(|sheet| {
            sheet.rate == link.rate
                && sheet.speaks(a.layer)
                && sheet.connector.mates_with(link.cable.connector)
                && sheet
                    .reach_on(link.cable.medium)
                    .is_some_and(|reach| link.cable.length <= reach)
        })
    };
    candidates()
        .find(|sheet| goes_into(sheet, a.cage) && goes_into(sheet, b.cage))
        .or_else(|| candidates().next())
}

fn goes_into(sheet: &LinkSheet, cage: Cage) -> bool {
    sheet.cages.iter().any(|&form| {
        matches!(
            module_fits(form, cage),
            Fit::Yes | Fit::AtModuleRate | Fit::Unknown
        )
    })
}
