//! The bill of materials and the assumptions as JSON.

use crate::engine::catalog::{Between, Evidence};
use crate::engine::report::{Assumption, Bill, Part};
use crate::engine::units::{Power, Price};
use serde::Serialize;

/// What a design is made of, what it draws and what it costs, as far as the catalogue knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BillView {
    /// Its lines.
    pub parts: Vec<PartView>,
    /// Power of all parts whose power is known.
    pub power_watts: RangeView,
    /// Of this: GPU servers.
    pub servers_watts: RangeView,
    /// Of this: switches.
    pub switches_watts: RangeView,
    /// Of this: transceivers and active cables.
    pub optics_watts: RangeView,
    /// Price of all parts with a published price; null if none has one.
    pub price_usd: Option<RangeView>,
    /// What the sums leave out, each a sentence.
    pub unknown: Vec<String>,
}

/// A range that sources give, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RangeView {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

/// One line of the bill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartView {
    /// What kind of part.
    pub category: &'static str,
    /// The catalogue's name, or the design's words.
    pub model: String,
    /// How many pieces.
    pub count: u64,
    /// What one piece draws.
    pub unit_watts: Option<RangeView>,
    /// What one piece costs.
    pub unit_usd: Option<RangeView>,
    /// How the figures are known.
    pub evidence: Evidence,
    /// Where they come from.
    pub source: String,
}

/// Something that was taken as true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssumptionView {
    /// What it is about.
    pub what: String,
    /// What was assumed.
    pub value: String,
    /// How it is known.
    pub evidence: Evidence,
    /// Where it comes from.
    pub source: String,
}

impl RangeView {
    fn watts(range: Between<Power>) -> Self {
        Self {
            low: range.low.as_watts_f64(),
            high: range.high.as_watts_f64(),
        }
    }

    /// A range of prices in US dollars.
    pub fn usd(range: Between<Price>) -> Self {
        Self {
            low: range.low.as_usd_f64(),
            high: range.high.as_usd_f64(),
        }
    }
}

impl BillView {
    /// The record of a bill. O(parts).
    pub fn of(bill: &Bill) -> Self {
        Self {
            parts: bill.parts.iter().map(PartView::of).collect(),
            power_watts: RangeView::watts(bill.power.total),
            servers_watts: RangeView::watts(bill.power.servers),
            switches_watts: RangeView::watts(bill.power.switches),
            optics_watts: RangeView::watts(bill.power.optics),
            price_usd: bill.price.map(RangeView::usd),
            unknown: bill.unknown.clone(),
        }
    }
}

impl PartView {
    fn of(part: &Part) -> Self {
        Self {
            category: part.category.name(),
            model: part.model.clone(),
            count: part.count,
            unit_watts: part.unit_power.map(RangeView::watts),
            unit_usd: part.unit_price.map(RangeView::usd),
            evidence: part.evidence,
            source: part.source.clone(),
        }
    }
}

impl AssumptionView {
    /// The record of an assumption.
    pub fn of(assumption: &Assumption) -> Self {
        Self {
            what: assumption.what.clone(),
            value: assumption.value.clone(),
            evidence: assumption.evidence,
            source: assumption.source.clone(),
        }
    }
}
