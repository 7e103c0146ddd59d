//! The parts list: what to buy, what stays in use, what is no longer needed.

use super::cabling::Carrier;
use super::difference::{Difference, gbps};
use super::{OperationKind, PartFate, PartLine};
use crate::engine::catalog::{Between, Evidence, Fact, LinkSheet, nic, platform, switch};
use crate::engine::topology::Topology;
use crate::engine::units::Price;
use std::collections::BTreeMap;

/// Counts by fate, kind of part and model.
#[derive(Default)]
struct Tally(BTreeMap<(PartFate, &'static str, String), (u64, Quote)>);

/// A price as the catalogue knows it.
type Quote = Option<Fact<Between<Price>>>;

impl Tally {
    fn add(
        &mut self,
        fate: PartFate,
        what: &'static str,
        model: impl Into<String>,
        count: u64,
        price: Quote,
    ) {
        if count > 0 {
            self.0.entry((fate, what, model.into())).or_insert((0, price)).0 += count;
        }
    }
}

/// The parts of a whole migration, with the adapters in use at once at most. O(devices + cables).
pub(super) fn parts(topology: &Topology, change: &Difference, adapters: u64) -> Vec<PartLine> {
    let mut tally = Tally::default();
    let adapter = "QSFP module in an OSFP cage";
    tally.add(PartFate::Buy, "port adapter", adapter, adapters, None);
    devices(topology, change, &mut tally);
    cables(change, &mut tally);
    tally
        .0
        .into_iter()
        .map(|((fate, what, model), (count, price))| PartLine {
            fate,
            what: what.to_owned(),
            model,
            count,
            price: price.map(|fact| fact.value),
            evidence: price.map_or(Evidence::Default, |fact| fact.evidence),
        })
        .collect()
}

fn devices(topology: &Topology, change: &Difference, tally: &mut Tally) {
    for (device, work) in change.devices.iter().enumerate() {
        let Some(node) = topology.node(change.view.id(device)) else {
            continue;
        };
        if let Some(choice) = &work.switch {
            tally.add(PartFate::Buy, "switch", choice.sheet.model, 1, choice.sheet.price);
            let old = switch(&node.model).map_or(node.model.as_str(), |sheet| sheet.model);
            tally.add(PartFate::Retire, "switch", old, 1, None);
        }
        if let (Some(OperationKind::SwapNics), Some(choice), Some(server)) =
            (work.kind, &work.nic, node.server())
        {
            tally.add(
                PartFate::Buy,
                "NIC",
                choice.sheet.model,
                u64::from(server.nics),
                None,
            );
            let old = platform(&node.model)
                .and_then(|sheet| nic(sheet.nic))
                .map_or("NIC of today", |sheet| sheet.model);
            tally.add(PartFate::Retire, "NIC", old, u64::from(server.nics), None);
        }
    }
}

fn cables(change: &Difference, tally: &mut Tally) {
    for link in change.links.iter() {
        let Some(carrier) = link.carrier else { continue };
        let (old, rate) = (link.before.cable, gbps(link.before.rate));
        let metres = old.length.as_mm().div_ceil(1000);
        let modules = |tally: &mut Tally, pair: [&LinkSheet; 2]| {
            pair.iter()
                .for_each(|sheet| tally.add(PartFate::Buy, "transceiver", sheet.name, 1, sheet.price));
        };
        match carrier {
            Carrier::SameFibre(pair) => {
                modules(tally, pair);
                let fibre = format!("{} {}, {metres} m", old.medium.name(), old.connector.name());
                tally.add(PartFate::Reuse, "fibre", fibre, 1, None);
            }
            Carrier::NewCable(sheet, _) => tally.add(PartFate::Buy, "cable", sheet.name, 1, sheet.price),
            Carrier::NewFibre(pair, cable) => {
                modules(tally, pair);
                let fibre = format!("{} {}, {metres} m", cable.medium.name(), cable.connector.name());
                tally.add(PartFate::Buy, "fibre", fibre, 1, None);
            }
        }
        if old.medium.is_fibre() {
            tally.add(
                PartFate::Retire,
                "transceiver",
                format!("{rate}G for {}", old.medium.name()),
                2,
                None,
            );
        }
        if !matches!(carrier, Carrier::SameFibre(_)) {
            tally.add(
                PartFate::Retire,
                "cable",
                format!("{rate}G {}, {metres} m", old.medium.name()),
                1,
                None,
            );
        }
    }
}
