//! What the figures of a report rest on: defaults, models and conventions, each with its evidence and source.

use super::products::product_of;
use super::text::{counted, gbytes, metres, power_range, price_range, rate};
use crate::engine::catalog::{
    Evidence, LinkSheet, PlatformSheet, Source, SwitchSheet, nic, platform, switch,
};
use crate::engine::collective::{AllReduceReport, EFFICIENCIES};
use crate::engine::order::SmallSort;
use crate::engine::topology::{NodeKind, Topology};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Something that was taken as true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// What it is about.
    pub what: String,
    /// What was assumed.
    pub value: String,
    /// How it is known.
    pub evidence: Evidence,
    /// Where it comes from.
    pub source: String,
}

impl Assumption {
    fn new(
        what: impl Into<String>,
        value: impl Into<String>,
        evidence: Evidence,
        source: impl ToString,
    ) -> Self {
        Self {
            what: what.into(),
            value: value.into(),
            evidence,
            source: source.to_string(),
        }
    }
}

/// Everything that the figures of a design rest on, the least certain first; conventions of this program come last.
///
/// Catalogue figures that were read at their maker's own page are not assumptions and are left out.
/// O(devices + cables, times the catalogue's length).
pub fn assumptions(topology: &Topology, all_reduce: Option<&AllReduceReport>) -> Vec<Assumption> {
    let mut list = Vec::new();
    let models: BTreeSet<(&str, bool)> = topology
        .nodes()
        .filter(|(_, node)| !matches!(node.kind, NodeKind::NvlinkDomain(_)))
        .map(|(_, node)| (node.model.as_str(), node.server().is_some()))
        .collect();
    for (model, is_server) in models {
        if is_server {
            match platform(model) {
                Some(sheet) => of_platform(sheet, &mut list),
                None => unknown_model("server", model, &mut list),
            }
        } else {
            match switch(model) {
                Some(sheet) => of_switch(sheet, &mut list),
                None => unknown_model("switch", model, &mut list),
            }
        }
    }
    let mut products: BTreeMap<&str, &'static LinkSheet> = BTreeMap::new();
    for (_, link) in topology.links() {
        if let Some(sheet) = product_of(topology, link) {
            products.insert(sheet.name, sheet);
        }
    }
    for sheet in products.into_values() {
        of_product(sheet, &mut list);
    }
    list.retain(|assumption| assumption.evidence != Evidence::Primary);
    // Stable: what is about one model stays together.
    list.small_sort_by_key(|assumption| std::cmp::Reverse(assumption.evidence));
    if let Some(all_reduce) = all_reduce {
        of_all_reduce(all_reduce, &mut list);
    }
    conventions(&mut list);
    list
}

fn unknown_model(kind: &str, model: &str, list: &mut Vec<Assumption>) {
    list.push(Assumption::new(
        format!("{kind} \u{201c}{model}\u{201d}"),
        "not in the catalogue: ports, GPUs and NVLink are as drawn, power and price unknown",
        Evidence::Default,
        "the design",
    ));
}

fn of_platform(sheet: &PlatformSheet, list: &mut Vec<Assumption>) {
    let source = joined(sheet.sources);
    let about = |what: &str| format!("{what} of {}", sheet.model);
    let power = sheet.server_power();
    list.push(Assumption::new(
        about("Highest power"),
        power_range(power.value),
        power.evidence,
        &source,
    ));
    if !sheet.nvlink_rate.value.is_zero() {
        list.push(Assumption::new(
            about("NVLink of one GPU"),
            format!("{} each way", gbytes(sheet.nvlink_rate.value.as_gbytes_f64())),
            sheet.nvlink_rate.evidence,
            &source,
        ));
    }
    let ports = u64::from(sheet.nics) * u64::from(sheet.ports_per_nic);
    list.push(Assumption::new(
        about("NICs"),
        format!(
            "{} × {}, {} of {}",
            sheet.nics,
            sheet.nic,
            counted(ports, "port"),
            rate(sheet.port_rate)
        ),
        sheet.nics_evidence,
        &source,
    ));
    if let Some(nic) = nic(sheet.nic) {
        list.push(Assumption::new(
            format!("PCIe path of {}", nic.model),
            format!(
                "{} each way (PCIe {} ×{}, 90 % of the raw rate)",
                rate(nic.pcie_usable.value),
                nic.pcie.0,
                nic.pcie.1
            ),
            nic.pcie_usable.evidence,
            nic.source,
        ));
    }
}

fn of_switch(sheet: &SwitchSheet, list: &mut Vec<Assumption>) {
    let source = joined(sheet.sources);
    let about = |what: &str| format!("{what} of {}", sheet.model);
    list.push(Assumption::new(
        about("Ports"),
        format!("{} of up to {}", sheet.n_ports(), rate(sheet.top_rate())),
        sheet.ports_evidence,
        &source,
    ));
    if let Some(power) = sheet.typical_power {
        list.push(Assumption::new(
            about("Typical power, without transceivers,"),
            power_range(power.value),
            power.evidence,
            &source,
        ));
    }
    if let Some(price) = sheet.price {
        list.push(Assumption::new(
            about("Price"),
            price_range(price.value),
            price.evidence,
            &source,
        ));
    }
    if let Some(buffer) = sheet.usable_buffer() {
        list.push(Assumption::new(
            about("Packet buffer"),
            super::text::size(buffer.value),
            buffer.evidence,
            &source,
        ));
    }
}

fn of_product(sheet: &LinkSheet, list: &mut Vec<Assumption>) {
    let about = |what: &str| format!("{what} of {}", sheet.name);
    let reach: Vec<String> = sheet
        .reach
        .iter()
        .map(|(medium, reach)| format!("{} on {}", metres(*reach), medium.name()))
        .collect();
    list.push(Assumption::new(
        about("Reach"),
        reach.join(", "),
        sheet.reach_evidence,
        sheet.source,
    ));
    list.push(Assumption::new(
        about("Highest power of one end"),
        super::text::power(sheet.power.value),
        sheet.power.evidence,
        sheet.source,
    ));
    if let Some(price) = sheet.price {
        list.push(Assumption::new(
            about("Price"),
            price_range(price.value),
            price.evidence,
            sheet.source,
        ));
    }
}

fn of_all_reduce(report: &AllReduceReport, list: &mut Vec<Assumption>) {
    let shape = report.design.shape;
    list.push(Assumption::new(
        "Expected all-reduce",
        "what NCCL would choose by its own cost model: its tables of latency and bandwidth, its search's speeds",
        Evidence::Primary,
        "NCCL 2.30, tuning.cc and search.cc",
    ));
    let measured = EFFICIENCIES.iter().find(|known| {
        known.algorithm == report.headline.algorithm
            && known.generation == shape.generation
            && known.one_node == (shape.nodes == 1)
    });
    if let Some(known) = measured {
        list.push(Assumption::new(
            "Correction of the model to measurements",
            format!("× {}", known.factor),
            Evidence::Read,
            known.source,
        ));
    }
    for note in &report.design.notes {
        list.push(Assumption::new(
            "All-reduce",
            note.clone(),
            Evidence::Derived,
            "the drawing",
        ));
    }
}

fn conventions(list: &mut Vec<Assumption>) {
    let rows = [
        (
            "Rates",
            "per direction; 1 Gb/s is 10^9 bit/s, 1 GB/s is 10^9 byte/s; message sizes in powers of two",
        ),
        (
            "Bisection bandwidth",
            "the least maximum flow over all splits of the GPUs into halves, one direction, NICs counted",
        ),
        (
            "Power",
            "servers and transceivers at their highest, switches typical and without transceivers",
        ),
        (
            "Transceivers",
            "two for each fibre; a twin-port module is counted as two of half its rate",
        ),
    ];
    for (what, value) in rows {
        list.push(Assumption::new(
            what,
            value,
            Evidence::Derived,
            "a convention of this report",
        ));
    }
}

fn joined(sources: &[Source]) -> String {
    let words: Vec<String> = sources.iter().map(ToString::to_string).collect();
    words.join(" ; ")
}
