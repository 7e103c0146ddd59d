//! The bill of materials: what is in the fabric, how many, what it draws and what it costs.

use super::PowerSummary;
use super::products::product_of;
use super::text::metres;
use crate::engine::catalog::{
    Between, Cable, Evidence, LinkForm, LinkSheet, Medium, Source, platform, switch,
};
use crate::engine::order::SmallSort;
use crate::engine::topology::{LinkLayer, Node, NodeKind, Topology};
use crate::engine::units::{BitRate, Length, Power, Price};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Kinds of parts, in the order of the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PartCategory {
    /// A GPU server or host, with its NICs.
    Server,
    /// An NVSwitch domain that is a device of its own.
    NvlinkDomain,
    /// A packet switch.
    Switch,
    /// A pluggable module: two for each fibre.
    Transceiver,
    /// A cable with fixed ends, copper or active.
    Cable,
    /// A fibre between two modules.
    Fibre,
}

impl PartCategory {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Server => "GPU server",
            Self::NvlinkDomain => "NVSwitch domain",
            Self::Switch => "switch",
            Self::Transceiver => "transceiver",
            Self::Cable => "cable with ends",
            Self::Fibre => "fibre",
        }
    }
}

/// One line of the bill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What kind of part.
    pub category: PartCategory,
    /// The catalogue's name, or the design's words for a part that the catalogue lacks.
    pub model: String,
    /// How many pieces.
    pub count: u64,
    /// What one piece draws; `None` where nobody knows.
    pub unit_power: Option<Between<Power>>,
    /// What one piece costs; `None` where the catalogue has no published price.
    pub unit_price: Option<Between<Price>>,
    /// The weakest evidence among power and price.
    pub evidence: Evidence,
    /// Where the figures come from.
    pub source: String,
}

impl Part {
    /// The power of all pieces.
    pub fn power(&self) -> Option<Between<Power>> {
        self.unit_power
            .map(|unit| Between::new(unit.low * self.count, unit.high * self.count))
    }

    /// The price of all pieces.
    pub fn price(&self) -> Option<Between<Price>> {
        self.unit_price
            .map(|unit| Between::new(unit.low * self.count, unit.high * self.count))
    }
}

/// What a design is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bill {
    /// Its lines, by category, then by model.
    pub parts: Vec<Part>,
    /// What it draws, as far as that is known.
    pub power: PowerSummary,
    /// What the parts with a published price cost together; `None` if none has one.
    pub price: Option<Between<Price>>,
    /// What the sums leave out, each a sentence.
    pub unknown: Vec<String>,
}

impl Bill {
    /// The power by kind of part in words, kinds that the design lacks left out; "not known" where nobody knows the
    /// power of any part of a kind.
    pub fn power_words(&self) -> Vec<(&'static str, String)> {
        let kinds: [(&'static str, &[PartCategory], Between<Power>); 3] = [
            (
                "servers",
                &[PartCategory::Server, PartCategory::NvlinkDomain],
                self.power.servers,
            ),
            ("switches", &[PartCategory::Switch], self.power.switches),
            (
                "transceivers and cables",
                &[PartCategory::Transceiver, PartCategory::Cable],
                self.power.optics,
            ),
        ];
        let mut words = Vec::new();
        for (name, categories, power) in kinds {
            let mut parts = self
                .parts
                .iter()
                .filter(|part| categories.contains(&part.category))
                .peekable();
            if parts.peek().is_some() {
                let known = parts.any(|part| part.unit_power.is_some());
                let figure = if known {
                    super::text::power_range(power)
                } else {
                    "not known".to_owned()
                };
                words.push((name, figure));
            }
        }
        words
    }

    /// What the design costs, as far as prices are published, as a phrase.
    pub fn price_words(&self) -> String {
        let priced = self
            .parts
            .iter()
            .filter(|part| part.category != PartCategory::Fibre);
        match (self.price, priced.clone().all(|part| part.unit_price.is_some())) {
            (Some(price), true) => super::text::price_range(price),
            (Some(price), false) => format!(
                "{} for the parts whose price is published",
                super::text::price_range(price)
            ),
            (None, _) if self.parts.is_empty() => "nothing to buy".to_owned(),
            (None, _) => "no part has a published price".to_owned(),
        }
    }
}

/// The bill of a design. NICs are part of their servers, NVLink backplanes of their racks.
///
/// O(devices + cables, times a logarithm and the catalogue's length).
pub fn bill_of_materials(topology: &Topology) -> Bill {
    let mut parts = devices(topology);
    let mut unknown = Vec::new();
    cables(topology, &mut parts, &mut unknown);
    parts.small_sort_by(|a, b| (a.category, &a.model).cmp(&(b.category, &b.model)));
    left_out(&parts, &mut unknown);
    let prices: Vec<Between<Price>> = parts.iter().filter_map(Part::price).collect();
    Bill {
        power: PowerSummary::of(&parts),
        price: (!prices.is_empty()).then(|| {
            Between::new(
                prices.iter().map(|price| price.low).sum(),
                prices.iter().map(|price| price.high).sum(),
            )
        }),
        parts,
        unknown,
    }
}

fn devices(topology: &Topology) -> Vec<Part> {
    let mut counts: BTreeMap<(PartCategory, &str), (u64, &Node)> = BTreeMap::new();
    for (_, node) in topology.nodes() {
        let category = match node.kind {
            NodeKind::Server(_) => PartCategory::Server,
            NodeKind::NvlinkDomain(_) => PartCategory::NvlinkDomain,
            NodeKind::Switch(_) => PartCategory::Switch,
        };
        counts
            .entry((category, &node.model))
            .and_modify(|(count, _)| *count += 1)
            .or_insert((1, node));
    }
    counts
        .into_iter()
        .map(|((category, model), (count, _))| match category {
            PartCategory::Server => server(model, count),
            PartCategory::Switch => switch_part(model, count),
            _ => nvlink_domain(model, count),
        })
        .collect()
}

fn part(category: PartCategory, model: &str, count: u64) -> Part {
    Part {
        category,
        model: model.to_owned(),
        count,
        unit_power: None,
        unit_price: None,
        evidence: Evidence::Default,
        source: "not in the catalogue".to_owned(),
    }
}

fn server(model: &str, count: u64) -> Part {
    let mut part = part(PartCategory::Server, model, count);
    if let Some(sheet) = platform(model) {
        let power = sheet.server_power();
        part.unit_power = Some(power.value);
        part.evidence = power.evidence;
        part.source = sources(sheet.sources);
    }
    part
}

/// Its power stands with the servers: a rack's figure counts its NVLink switches.
fn nvlink_domain(model: &str, count: u64) -> Part {
    Part {
        source: "the power of an NVLink rack is counted with its trays".to_owned(),
        ..part(PartCategory::NvlinkDomain, model, count)
    }
}

fn switch_part(model: &str, count: u64) -> Part {
    let mut part = part(PartCategory::Switch, model, count);
    if let Some(sheet) = switch(model) {
        let figures = [
            sheet.typical_power.map(|power| power.evidence),
            sheet.price.map(|price| price.evidence),
        ];
        part.unit_power = sheet.typical_power.map(|power| power.value);
        part.unit_price = sheet.price.map(|price| price.value);
        part.evidence = figures.into_iter().flatten().max().unwrap_or(Evidence::Default);
        part.source = sources(sheet.sources);
    }
    part
}

/// What makes two cables the same article.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Article {
    rate: BitRate,
    cable: Cable,
}

fn cables(topology: &Topology, parts: &mut Vec<Part>, unknown: &mut Vec<String>) {
    let mut modules: BTreeMap<&'static str, (&'static LinkSheet, u64)> = BTreeMap::new();
    let mut fixed: BTreeMap<(&'static str, Length), (&'static LinkSheet, u64)> = BTreeMap::new();
    let mut fibres: BTreeMap<Cable, u64> = BTreeMap::new();
    let mut nameless: BTreeMap<Article, u64> = BTreeMap::new();
    for (_, link) in topology.links() {
        let layer = topology.port_group(link.a).map(|group| group.layer);
        if layer == Some(LinkLayer::Nvlink) || link.cable.medium == Medium::Backplane {
            continue;
        }
        let cable = Cable {
            length: length_class(link.cable.length),
            ..link.cable
        };
        if cable.medium.is_fibre() {
            *fibres.entry(cable).or_default() += 1;
        }
        match product_of(topology, link) {
            Some(sheet) if sheet.form == LinkForm::Module => {
                modules.entry(sheet.name).or_insert((sheet, 0)).1 += 2;
            }
            Some(sheet) => {
                fixed.entry((sheet.name, cable.length)).or_insert((sheet, 0)).1 += 1;
            }
            None => {
                let rate = link.rate;
                *nameless.entry(Article { rate, cable }).or_default() += 1;
            }
        }
    }
    parts.extend(modules.into_values().map(|(sheet, count)| module(sheet, count)));
    parts.extend(
        fixed
            .into_iter()
            .map(|((_, length), (sheet, count))| fixed_cable(sheet, length, count)),
    );
    parts.extend(fibres.into_iter().map(|(cable, count)| fibre(&cable, count)));
    unknown.extend(nameless.into_iter().map(|(article, count)| {
        format!(
            "{} of {} on {} over up to {}: the catalogue has no product for {}.",
            super::text::counted(count, "link"),
            super::text::rate(article.rate),
            article.cable.medium.name(),
            metres(article.cable.length),
            if count == 1 { "it" } else { "them" }
        )
    }));
}

fn module(sheet: &LinkSheet, count: u64) -> Part {
    let mut part = product(PartCategory::Transceiver, sheet, sheet.name.to_owned(), count);
    part.unit_power = Some(Between::new(sheet.power.value, sheet.power.value));
    part
}

/// Both ends of a cable with fixed ends draw power.
fn fixed_cable(sheet: &LinkSheet, length: Length, count: u64) -> Part {
    let model = format!("{}, {}", sheet.name, metres(length));
    let mut part = product(PartCategory::Cable, sheet, model, count);
    let both = sheet.power.value * 2;
    part.unit_power = Some(Between::new(both, both));
    part
}

fn product(category: PartCategory, sheet: &LinkSheet, model: String, count: u64) -> Part {
    let price = sheet.price;
    Part {
        category,
        model,
        count,
        unit_power: None,
        unit_price: price.map(|price| price.value),
        evidence: price.map_or(sheet.power.evidence, |price| {
            price.evidence.max(sheet.power.evidence)
        }),
        source: sheet.source.to_string(),
    }
}

fn fibre(cable: &Cable, count: u64) -> Part {
    let model = format!(
        "{}, {}, {}, {}",
        cable.medium.name(),
        cable.connector.name(),
        cable.polarity.name(),
        metres(cable.length)
    );
    Part {
        category: PartCategory::Fibre,
        model,
        count,
        unit_power: Some(Between::new(Power::ZERO, Power::ZERO)),
        unit_price: None,
        evidence: Evidence::Derived,
        source: "from the drawing: rounded up to the next length that is sold".to_owned(),
    }
}

/// The next length, in millimetres, that is commonly sold; beyond the last, whole hundreds of metres.
fn length_class(length: Length) -> Length {
    const SOLD: [u64; 19] = [
        500, 1_000, 1_500, 2_000, 2_500, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000,
        50_000, 70_000, 100_000, 150_000, 200_000,
    ];
    let mm = length.as_mm();
    let class = SOLD.into_iter().find(|&sold| mm <= sold);
    Length::from_mm(class.unwrap_or_else(|| mm.div_ceil(100_000).saturating_mul(100_000)))
}

/// Says which parts are missing from the sums.
fn left_out(parts: &[Part], unknown: &mut Vec<String>) {
    let named = |keep: &dyn Fn(&Part) -> bool| -> Vec<String> {
        parts
            .iter()
            .filter(|part| keep(part))
            .map(|part| format!("{} × {}", part.count, part.model))
            .collect()
    };
    let no_power = named(&|part| part.unit_power.is_none() && part.category != PartCategory::NvlinkDomain);
    let no_price = named(&|part| part.unit_price.is_none() && part.category != PartCategory::Fibre);
    let fibres: u64 = parts
        .iter()
        .filter(|part| part.category == PartCategory::Fibre)
        .map(|part| part.count)
        .sum();
    if !no_power.is_empty() {
        unknown.push(format!("Power is not known of: {}.", no_power.join("; ")));
    }
    if !no_price.is_empty() {
        unknown.push(format!("No published price of: {}.", no_price.join("; ")));
    }
    if fibres > 0 {
        unknown.push(format!(
            "The fibres themselves ({}) are counted without a price.",
            super::text::count(fibres)
        ));
    }
}

fn sources(sources: &[Source]) -> String {
    let words: Vec<String> = sources.iter().map(ToString::to_string).collect();
    words.join(" ; ")
}
