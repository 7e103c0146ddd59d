//! Cables against the catalogue: reach, connector, polish, polarity, and cages that take the modules.

use super::words::{cables, metres, rate, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::catalog::{
    Cable, Cage, Connector, Fit, LinkLayer, LinkSheet, Medium, Polarity, links as products, module_fits,
};
use crate::engine::ids::LinkId;
use crate::engine::order::SmallSort;
use crate::engine::units::{BitRate, Length};
use std::collections::BTreeMap;

/// Cables that any check must treat alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    rate: BitRate,
    layer: LinkLayer,
    cable: Cable,
    /// The lesser cage first.
    cages: (Cage, Cage),
}

/// What is wrong with a kind of cable; cables of several kinds may share a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    TooLong {
        rate: BitRate,
        medium: Medium,
        reach: Length,
    },
    Connector {
        rate: BitRate,
        medium: Medium,
        found: Connector,
        wanted: Connector,
    },
    Polish {
        rate: BitRate,
        medium: Medium,
        found: Connector,
        wanted: Connector,
    },
    Polarity {
        connector: Connector,
        found: Polarity,
    },
    Cage {
        rate: BitRate,
        medium: Medium,
        cages: (Cage, Cage),
    },
    Adapter {
        rate: BitRate,
        medium: Medium,
        layer: LinkLayer,
        form: Cage,
        cage: Cage,
    },
    NoProduct {
        rate: BitRate,
        medium: Medium,
        layer: LinkLayer,
    },
}

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut kinds: BTreeMap<Kind, Vec<LinkId>> = BTreeMap::new();
    for (id, link) in fabric.topology.links() {
        let ports = (
            fabric.topology.port_group(link.a),
            fabric.topology.port_group(link.b),
        );
        let (Some(a), Some(b)) = ports else { continue };
        if a.layer == LinkLayer::Nvlink || a.layer != b.layer || link.rate.is_zero() {
            continue;
        }
        let kind = Kind {
            rate: link.rate,
            layer: a.layer,
            cable: link.cable,
            cages: (a.cage.min(b.cage), a.cage.max(b.cage)),
        };
        kinds.entry(kind).or_default().push(id);
    }
    let mut faults: BTreeMap<Fault, Vec<LinkId>> = BTreeMap::new();
    for (kind, links) in kinds {
        for fault in product_faults(&kind)
            .into_iter()
            .chain(polarity_fault(&kind.cable))
        {
            faults.entry(fault).or_default().extend(&links);
        }
    }
    for (fault, mut links) in faults {
        links.small_sort();
        findings.push(told(fabric, fault, &links).links(links));
    }
}

/// Narrows the catalogue down to the products that this cable could be; a step that leaves none is a fault, and what
/// was left before it is held against the next step all the same, so that one fault does not hide another.
fn product_faults(kind: &Kind) -> Vec<Fault> {
    let Kind {
        rate,
        layer,
        cable,
        cages,
    } = *kind;
    let medium = cable.medium;
    let mut left: Vec<&LinkSheet> = products()
        .iter()
        .filter(|sheet| sheet.rate == rate && sheet.speaks(layer) && sheet.reach_on(medium).is_some())
        .collect();
    if left.is_empty() {
        return vec![Fault::NoProduct { rate, medium, layer }];
    }
    let mut faults = Vec::new();
    let fitting = narrow(&left, |sheet| fits(sheet, cages.0) && fits(sheet, cages.1));
    if fitting.is_empty() {
        faults.push(Fault::Cage { rate, medium, cages });
    } else {
        left = fitting;
    }
    let mating = narrow(&left, |sheet| sheet.connector.mates_with(cable.connector));
    if mating.is_empty() {
        faults.push(connector_fault(&left, rate, &cable));
    } else {
        left = mating;
    }
    let reaching = narrow(&left, |sheet| {
        sheet.reach_on(medium).is_some_and(|reach| cable.length <= reach)
    });
    if reaching.is_empty() {
        let reach = left.iter().filter_map(|sheet| sheet.reach_on(medium)).max();
        faults.extend(reach.map(|reach| Fault::TooLong { rate, medium, reach }));
    } else {
        left = reaching;
    }
    for cage in [cages.0, cages.1] {
        let adapted = Fault::Adapter {
            rate,
            medium,
            layer,
            form: left[0].cages.first().copied().unwrap_or(Cage::Unknown),
            cage,
        };
        if !left.iter().any(|sheet| fits_directly(sheet, cage))
            && left.iter().any(|sheet| fits(sheet, cage))
            && !faults.contains(&adapted)
        {
            faults.push(adapted);
        }
    }
    faults
}

/// The connector that the products want instead; a wrong polish alone is told as such.
fn connector_fault(products: &[&LinkSheet], rate: BitRate, cable: &Cable) -> Fault {
    let (medium, found) = (cable.medium, cable.connector);
    match products
        .iter()
        .find(|sheet| differ_in_polish(sheet.connector, found))
    {
        Some(sheet) => Fault::Polish {
            rate,
            medium,
            found,
            wanted: sheet.connector,
        },
        None => Fault::Connector {
            rate,
            medium,
            found,
            wanted: products.first().map_or(found, |sheet| sheet.connector),
        },
    }
}

fn narrow<'a>(sheets: &[&'a LinkSheet], keep: impl Fn(&LinkSheet) -> bool) -> Vec<&'a LinkSheet> {
    sheets.iter().copied().filter(|sheet| keep(sheet)).collect()
}

/// Whether any form of the product goes into the cage without an adapter; what is not known is not held against it.
fn fits_directly(sheet: &LinkSheet, cage: Cage) -> bool {
    sheet.cages.iter().any(|&form| {
        matches!(
            module_fits(form, cage),
            Fit::Yes | Fit::AtModuleRate | Fit::Unknown
        )
    })
}

/// Whether any form of the product goes into the cage, with an adapter if need be; what is not known is not held against it.
fn fits(sheet: &LinkSheet, cage: Cage) -> bool {
    sheet.cages.iter().any(|&form| {
        matches!(
            module_fits(form, cage),
            Fit::Yes | Fit::AtModuleRate | Fit::Adapter | Fit::Unknown
        )
    })
}

fn differ_in_polish(a: Connector, b: Connector) -> bool {
    matches!(
        (a, b),
        (Connector::Mpo12Upc, Connector::Mpo12Apc) | (Connector::Mpo12Apc, Connector::Mpo12Upc)
    )
}

/// Parallel optics need type B between two modules; a duplex pair must cross.
fn polarity_fault(cable: &Cable) -> Option<Fault> {
    let wanted = match cable.connector {
        connector if connector.is_mpo() => Polarity::B,
        Connector::LcDuplex => Polarity::Duplex,
        _ => return None,
    };
    (cable.polarity != wanted).then_some(Fault::Polarity {
        connector: cable.connector,
        found: cable.polarity,
    })
}

fn told(fabric: &Fabric<'_>, fault: Fault, links: &[LinkId]) -> Finding {
    let subject = cables(fabric.topology, links);
    let is = verb(links.len(), "is", "are");
    let has = verb(links.len(), "has", "have");
    match fault {
        Fault::TooLong {
            rate: at,
            medium,
            reach,
        } => {
            let longest = longest(fabric, links);
            Finding::new(
                Severity::Error,
                FindingCode::CableTooLong,
                format!(
                    "{subject} {is} up to {} long; {} on {} reaches {}.",
                    metres(longest),
                    rate(at),
                    medium.name(),
                    metres(reach)
                ),
            )
            .hint(longer_reach(at, longest))
        }
        Fault::Connector {
            rate: at,
            medium,
            found,
            wanted,
        } => Finding::new(
            Severity::Error,
            FindingCode::ConnectorMismatch,
            format!(
                "{subject} {has} {}; {} on {} takes {}.",
                found.name(),
                rate(at),
                medium.name(),
                wanted.name()
            ),
        )
        .hint(format!("Set the connector to {}.", wanted.name())),
        Fault::Polish {
            rate: at,
            medium,
            found,
            wanted,
        } => polish_told(&format!("{subject} {has}"), (at, medium), found, wanted),
        Fault::Polarity { connector, found } => polarity_told(&subject, has, connector, found),
        Fault::Cage { .. } | Fault::Adapter { .. } | Fault::NoProduct { .. } => {
            no_module_told(&subject, is, longest(fabric, links), fault)
        }
    }
}

fn polish_told(
    subject_has: &str,
    (at, medium): (BitRate, Medium),
    found: Connector,
    wanted: Connector,
) -> Finding {
    Finding::new(
        Severity::Error,
        FindingCode::PolishMismatch,
        format!(
            "{subject_has} {}; {} on {} needs {}: a flat and an angled ferrule do not meet.",
            found.name(),
            rate(at),
            medium.name(),
            wanted.name()
        ),
    )
    .hint("Replace the trunk: the polish of a ferrule cannot be changed in the field.")
}

fn polarity_told(subject: &str, has: &str, connector: Connector, found: Polarity) -> Finding {
    let wanted = if connector.is_mpo() {
        Polarity::B
    } else {
        Polarity::Duplex
    };
    Finding::new(
        Severity::Error,
        FindingCode::PolarityMismatch,
        format!(
            "{subject} {has} {} with polarity {}; between two modules it must be {}, or transmit meets transmit.",
            connector.name(),
            found.name(),
            wanted.name()
        ),
    )
    .hint(format!("Set the polarity to {}.", wanted.name()))
}

fn no_module_told(subject: &str, is: &str, length: Length, fault: Fault) -> Finding {
    match fault {
        Fault::Adapter {
            rate: at,
            medium,
            layer,
            form,
            cage,
        } => Finding::new(
            Severity::Warning,
            FindingCode::CageMismatch,
            format!(
                "{subject} {is} {} on {} in {} form, which goes into {} ports only with an adapter.",
                rate(at),
                medium.name(),
                form.name(),
                cage.name()
            ),
        )
        .hint(adapter_hint(at, medium, layer, length, (form, cage))),
        Fault::Cage {
            rate: at,
            medium,
            cages: (a, b),
        } => Finding::new(
            Severity::Warning,
            FindingCode::CageMismatch,
            format!(
                "{subject}: no catalogued {} product on {} goes into {}.",
                rate(at),
                medium.name(),
                if a == b {
                    format!("two {} ports", a.name())
                } else {
                    format!("{} and {}", a.name(), b.name())
                }
            ),
        )
        .hint("Choose another medium, or a port of another form."),
        Fault::NoProduct {
            rate: at,
            medium,
            layer,
        } => Finding::new(
            Severity::Info,
            FindingCode::NoProduct,
            format!(
                "{subject}: the catalogue knows no {} product of {} on {}; reach, power and price are left out.",
                layer.name(),
                rate(at),
                medium.name()
            ),
        ),
        // The callers hand over these three only; any other fault is told as itself.
        _ => Finding::new(Severity::Info, FindingCode::NoProduct, format!("{subject}.")),
    }
}

/// An adapter, and what does without one: another medium of this rate, a hybrid cable, other ports.
fn adapter_hint(
    rate: BitRate,
    medium: Medium,
    layer: LinkLayer,
    length: Length,
    (form, cage): (Cage, Cage),
) -> String {
    let other = [Medium::Dac, Medium::Aoc, Medium::Om4, Medium::Os2]
        .into_iter()
        .filter(|&other| other != medium)
        .find(|&other| {
            products().iter().any(|sheet| {
                sheet.rate == rate
                    && sheet.speaks(layer)
                    && fits_directly(sheet, cage)
                    && sheet.reach_on(other).is_some_and(|reach| length <= reach)
            })
        });
    let cable = match (other, medium) {
        (Some(other), _) => format!("take {}", other.name()),
        (None, Medium::Dac | Medium::Aoc) => {
            format!("take a hybrid cable from {} to {}", form.name(), cage.name())
        }
        (None, _) => "run the link at a rate that the port has modules for".to_owned(),
    };
    format!(
        "Put a {} adapter into each of these {} ports, {cable}, or choose a device with {} ports.",
        form.name(),
        cage.name(),
        form.name()
    )
}

fn longest(fabric: &Fabric<'_>, links: &[LinkId]) -> Length {
    links
        .iter()
        .filter_map(|&id| fabric.topology.link(id))
        .map(|link| link.cable.length)
        .max()
        .unwrap_or(Length::ZERO)
}

/// The first medium, in the order of price, that reaches so far at this rate.
fn longer_reach(rate: BitRate, length: Length) -> String {
    [Medium::Dac, Medium::Aoc, Medium::Om4, Medium::Os2]
        .into_iter()
        .find(|&medium| {
            products().iter().any(|sheet| {
                sheet.rate == rate && sheet.reach_on(medium).is_some_and(|reach| length <= reach)
            })
        })
        .map_or_else(
            || "Shorten the cable: no product of this rate reaches so far.".to_owned(),
            |medium| format!("Take {} for this length, or shorten the cable.", medium.name()),
        )
}
