//! The answer: windows, operations, metrics, parts, and why it may be believed.

use super::Metric;
use crate::engine::analysis::Bisection;
use crate::engine::catalog::{Between, Evidence};
use crate::engine::ids::NodeId;
use crate::engine::topology::Topology;
use crate::engine::units::{BitRate, Price};
use serde::{Deserialize, Serialize};

/// An ordered sequence of windows from the drawn fabric to its target, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MigrationPlan {
    /// Whether a plan was found.
    pub feasible: bool,
    /// The windows in order; as far as one gets, if there is no plan.
    pub windows: Vec<Window>,
    /// The fabric as drawn.
    pub start: Metrics,
    /// The fabric when all is done.
    pub end: Metrics,
    /// What to buy, keep and retire.
    pub parts: Vec<PartLine>,
    /// Where floors bind.
    pub binding: Vec<Binding>,
    /// Capacity lost over all windows, in thousandths of an hour of the whole fabric (rounded up): the sum over windows
    /// of max(0, 1 - metric during / metric at start) times the window's duration.
    pub loss_milli_hours: u64,
    /// The metric that the loss is measured on.
    pub loss_metric: Metric,
    /// What one should know besides.
    pub notes: Vec<String>,
    /// How good the plan is, and how that is known.
    pub proof: Optimality,
    /// Why there is no plan.
    pub infeasible: Option<Witness>,
    /// States of the fabric that the search settled.
    pub states: u64,
    /// The fabric when all is done.
    pub target: Topology,
}

/// What is done together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// What is done.
    pub operations: Vec<Operation>,
    /// Devices that carry nothing during the window.
    pub drained: Vec<NodeId>,
    /// The fabric during the window.
    pub during: Metrics,
    /// The fabric after it.
    pub after: Metrics,
    /// How long it takes, in minutes: its longest operation.
    pub minutes: u32,
    /// Whether a floor, not the crew, limits what is done in it.
    pub binds: bool,
    /// How to take it back.
    pub rollback: String,
}

/// One piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// The devices worked on.
    pub nodes: Vec<NodeId>,
    /// What is done to them.
    pub kind: OperationKind,
    /// What to do, in words, with the devices' names.
    pub title: String,
}

/// Kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OperationKind {
    /// A leaf is replaced by another model.
    SwapLeaf,
    /// A spine or core is replaced by another model.
    SwapSpine,
    /// All NICs of a server are replaced.
    SwapNics,
    /// Cables or optics of a device are replaced; its ports stay.
    Recable,
}

impl OperationKind {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SwapLeaf => "replace a leaf",
            Self::SwapSpine => "replace a spine",
            Self::SwapNics => "replace the NICs of a server",
            Self::Recable => "recable a device",
        }
    }
}

/// What the fabric gives in one state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    /// Bisection bandwidth over the endpoints that are online (without its cut).
    pub bisection: Bisection,
    /// All-reduce capacity: the sum of the servers' live links into the fabric.
    pub all_reduce: BitRate,
    /// The sum of the live links between switches.
    pub uplinks: BitRate,
    /// The same as shares of the start.
    pub share: Shares,
}

/// Metrics as shares of their value at the start, in thousandths, rounded down; 1000 where the start has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// Of [`Metric::AllReduce`].
    pub all_reduce: u32,
    /// Of [`Metric::Bisection`].
    pub bisection: u32,
    /// Of [`Metric::Uplinks`].
    pub uplinks: u32,
}

impl Shares {
    /// The share of one metric, per mille.
    pub const fn of(&self, metric: Metric) -> u32 {
        match metric {
            Metric::AllReduce => self.all_reduce,
            Metric::Bisection => self.bisection,
            Metric::Uplinks => self.uplinks,
        }
    }
}

/// A line of the parts list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLine {
    /// What happens to the part.
    pub fate: PartFate,
    /// What it is, in words ("switch", "transceiver").
    pub what: String,
    /// The catalogue's name, or words where it has none.
    pub model: String,
    /// How many pieces.
    pub count: u64,
    /// The price of one piece, where the catalogue has one.
    pub price: Option<Between<Price>>,
    /// How the price is known.
    pub evidence: Evidence,
}

/// What happens to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PartFate {
    /// It has to be bought.
    Buy,
    /// It stays in use at the higher rate.
    Reuse,
    /// It is no longer needed.
    Retire,
}

impl PartFate {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Reuse => "keep",
            Self::Retire => "retire",
        }
    }
}

/// A place where a floor limits the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// The window, from zero.
    pub window: usize,
    /// The metric whose floor binds.
    pub metric: Metric,
    /// How far above its floor the metric is during the window, in thousandths of the start.
    pub margin: u32,
    /// The same in words.
    pub sentence: String,
}

/// How good a plan is, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Optimality {
    /// All states were searched: no plan has fewer windows, and none of as many loses less.
    Optimal,
    /// The number of windows is proved to be the least; the loss is the least that was found.
    FewestWindows,
    /// Not all states were searched; no plan has fewer windows than this.
    WithinBound(u32),
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// Whether it is proved that no plan exists; otherwise none was found.
    pub proved: bool,
    /// The floor that stands in the way, if it is a floor.
    pub metric: Option<Metric>,
    /// The highest floor on that metric, per mille, under which the next operation would be allowed.
    pub would_hold_at: Option<u16>,
    /// What stands in the way, in which state of the fabric.
    pub sentence: String,
}
