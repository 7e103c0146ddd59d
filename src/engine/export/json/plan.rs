//! A migration plan as JSON.

use super::{RangeView, names_of};
use crate::engine::analysis::Bisection;
use crate::engine::catalog::Evidence;
use crate::engine::document::Design;
use crate::engine::planner::{
    Goal, Metric, Metrics, MigrationPlan, Operation, Optimality, PartLine, Shares, Window,
};
use serde::Serialize;

/// A migration plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanView {
    /// The design's name.
    pub name: String,
    /// The rate to reach.
    pub to_gbps: f64,
    /// The floors: shares of the start that each metric keeps.
    pub floors: SharesView,
    /// Whether a plan was found.
    pub feasible: bool,
    /// Why there is none.
    pub infeasible: Option<WitnessView>,
    /// The windows in order; as far as one gets, if there is no plan.
    pub windows: Vec<WindowView>,
    /// The fabric as drawn.
    pub start: MetricsView,
    /// The fabric when all is done.
    pub end: MetricsView,
    /// What to buy, keep and retire.
    pub parts: Vec<PartLineView>,
    /// Where floors bind.
    pub binding: Vec<BindingView>,
    /// Capacity lost over all windows, in hours of the whole fabric.
    pub loss_hours: f64,
    /// What the loss is measured on.
    pub loss_metric: &'static str,
    /// How good the plan is, in a sentence; null if there is none.
    pub proof: Option<String>,
    /// What one should know besides.
    pub notes: Vec<String>,
}

/// What is done together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowView {
    /// What is done.
    pub operations: Vec<OperationView>,
    /// Devices that carry nothing meanwhile.
    pub drained: Vec<String>,
    /// The fabric during the window.
    pub during: MetricsView,
    /// The fabric after it.
    pub after: MetricsView,
    /// How long it takes.
    pub minutes: u32,
    /// Whether a floor limits it.
    pub binds: bool,
    /// How to take it back.
    pub rollback: String,
}

/// One piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperationView {
    /// Its kind, in words.
    pub kind: &'static str,
    /// What to do.
    pub title: String,
    /// The devices worked on.
    pub devices: Vec<String>,
}

/// What the fabric gives in one state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MetricsView {
    /// Bisection bandwidth if it is proved.
    pub bisection_gbps: Option<f64>,
    /// No balanced cut carries less.
    pub bisection_lower_gbps: f64,
    /// A balanced cut that carries this much is known.
    pub bisection_upper_gbps: f64,
    /// All-reduce capacity: the sum of the servers' live links.
    pub all_reduce_gbps: f64,
    /// Capacity between switches.
    pub uplinks_gbps: f64,
    /// The same as shares of the start.
    pub share: SharesView,
}

/// Shares of the start, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SharesView {
    /// Of the all-reduce capacity.
    pub all_reduce: f64,
    /// Of the bisection bandwidth.
    pub bisection: f64,
    /// Of the capacity between switches.
    pub uplinks: f64,
}

/// A line of the parts list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartLineView {
    /// buy, keep or retire.
    pub fate: &'static str,
    /// What it is.
    pub what: String,
    /// The catalogue's name.
    pub model: String,
    /// How many.
    pub count: u64,
    /// What one costs.
    pub unit_usd: Option<RangeView>,
    /// How the price is known.
    pub evidence: Evidence,
}

/// A place where a floor limits the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BindingView {
    /// The window, from 1 as in the text.
    pub window: usize,
    /// The metric.
    pub metric: &'static str,
    /// How far above its floor it is, as a share of the start.
    pub margin: f64,
    /// The same in words.
    pub sentence: String,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WitnessView {
    /// Whether it is proved that there is none.
    pub proved: bool,
    /// The floor in the way.
    pub metric: Option<&'static str>,
    /// The highest floor under which the next operation would be allowed, as a share.
    pub would_hold_at: Option<f64>,
    /// What stands in the way.
    pub sentence: String,
}

impl PlanView {
    /// The record of a plan for a design. O(its size).
    pub fn of(design: &Design, goal: &Goal, plan: &MigrationPlan) -> Self {
        let binding = |binding: &crate::engine::planner::Binding| BindingView {
            window: binding.window + 1,
            metric: binding.metric.name(),
            margin: share(binding.margin),
            sentence: binding.sentence.clone(),
        };
        Self {
            name: design.name.clone(),
            to_gbps: goal.rate.as_gbps_f64(),
            floors: SharesView {
                all_reduce: share(u32::from(goal.floors.all_reduce)),
                bisection: share(u32::from(goal.floors.bisection)),
                uplinks: share(u32::from(goal.floors.uplinks)),
            },
            feasible: plan.feasible,
            infeasible: plan.infeasible.as_ref().map(|witness| WitnessView {
                proved: witness.proved,
                metric: witness.metric.map(Metric::name),
                would_hold_at: witness.would_hold_at.map(|floor| share(u32::from(floor))),
                sentence: witness.sentence.clone(),
            }),
            windows: plan
                .windows
                .iter()
                .map(|window| WindowView::of(design, plan, window))
                .collect(),
            start: MetricsView::of(&plan.start),
            end: MetricsView::of(&plan.end),
            parts: plan.parts.iter().map(PartLineView::of).collect(),
            binding: plan.binding.iter().map(binding).collect(),
            loss_hours: plan.loss_milli_hours as f64 / 1e3,
            loss_metric: plan.loss_metric.name(),
            proof: plan.feasible.then(|| proof(plan.proof)),
            notes: plan.notes.clone(),
        }
    }
}

/// How good a plan is, in a sentence.
pub fn proof(optimality: Optimality) -> String {
    match optimality {
        Optimality::Optimal => {
            "Optimal: no plan has fewer windows, and none of as many loses less.".to_owned()
        }
        Optimality::FewestWindows => {
            "No plan has fewer windows; the loss is the least that was found.".to_owned()
        }
        Optimality::WithinBound(bound) => {
            format!("Not proved to be the best: no plan has fewer than {bound} windows.")
        }
    }
}

fn share(per_mille: u32) -> f64 {
    f64::from(per_mille) / 1e3
}

impl WindowView {
    fn of(design: &Design, plan: &MigrationPlan, window: &Window) -> Self {
        // New devices have names in the target only.
        let names = |nodes: &[crate::engine::ids::NodeId]| {
            let all_known = nodes.iter().all(|&node| design.topology().node(node).is_some());
            names_of(
                if all_known {
                    design.topology()
                } else {
                    &plan.target
                },
                nodes,
            )
        };
        let operation = |operation: &Operation| OperationView {
            kind: operation.kind.name(),
            title: operation.title.clone(),
            devices: names(&operation.nodes),
        };
        Self {
            operations: window.operations.iter().map(operation).collect(),
            drained: names(&window.drained),
            during: MetricsView::of(&window.during),
            after: MetricsView::of(&window.after),
            minutes: window.minutes,
            binds: window.binds,
            rollback: window.rollback.clone(),
        }
    }
}

impl MetricsView {
    fn of(metrics: &Metrics) -> Self {
        let bisection: &Bisection = &metrics.bisection;
        let Shares {
            all_reduce,
            bisection: of_bisection,
            uplinks,
        } = metrics.share;
        Self {
            bisection_gbps: bisection.is_exact().then(|| bisection.lower.as_gbps_f64()),
            bisection_lower_gbps: bisection.lower.as_gbps_f64(),
            bisection_upper_gbps: bisection.upper.as_gbps_f64(),
            all_reduce_gbps: metrics.all_reduce.as_gbps_f64(),
            uplinks_gbps: metrics.uplinks.as_gbps_f64(),
            share: SharesView {
                all_reduce: share(all_reduce),
                bisection: share(of_bisection),
                uplinks: share(uplinks),
            },
        }
    }
}

impl PartLineView {
    fn of(part: &PartLine) -> Self {
        Self {
            fate: part.fate.name(),
            what: part.what.clone(),
            model: part.model.clone(),
            count: part.count,
            unit_usd: part.price.map(RangeView::usd),
            evidence: part.evidence,
        }
    }
}
