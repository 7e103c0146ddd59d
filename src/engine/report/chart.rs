//! A drawn chart with its words and the figures it was drawn from.

use serde::{Deserialize, Serialize};

/// What a chart is about: the section of a report that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ChartSubject {
    /// The all-reduce against message size.
    AllReduce,
    /// A packet simulation.
    Simulation,
    /// A migration.
    Migration,
}

/// A chart for a page or a report: drawn above the engine, shown wherever its SVG can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// What it is about.
    pub subject: ChartSubject,
    /// What it shows, as a heading.
    pub title: String,
    /// What a reader should see in it, in a sentence or two; also for those who cannot see it.
    pub description: String,
    /// The drawing: one `<svg>` element, self-contained.
    pub svg: String,
    /// The same figures in words.
    pub table: ChartTable,
}

/// The figures of a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartTable {
    /// The headings, with units.
    pub columns: Vec<String>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}
