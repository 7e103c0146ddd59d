//! Charts as SVG text, each with its words and a table of the same figures; the only room that names `plotters`.
//!
//! One look for all: one plot area, a quiet grid, the unit of an axis written out beside it, a legend in words above.
//! Colours follow the reader's theme unless one is asked for. On wasm `plotters` measures text through the window, so
//! there charts are drawn on the page's own thread, never in the worker.

mod all_reduce;
mod histogram;
mod look;
mod migration;
mod plot;
mod theme;
mod ticks;
mod time_series;

pub use all_reduce::{all_reduce_bandwidth, all_reduce_time};
pub use histogram::completion_times;
pub use look::{Look, Place};
pub use migration::migration;
pub use time_series::{queues, rates};

pub use crate::engine::export::Appearance;
pub use crate::engine::report::{Chart, ChartSubject, ChartTable};

use crate::engine::collective::AllReduceReport;
use crate::engine::planner::{Floors, MigrationPlan};
use crate::engine::sim::SimReport;
use crate::engine::topology::Topology;

/// All charts of a report, in its order: of the all-reduce, of a run, of a migration with its floors; whatever there
/// is to draw.
pub fn report_charts(
    topology: &Topology,
    all_reduce: Option<&AllReduceReport>,
    simulation: Option<&SimReport>,
    migration_plan: Option<(&MigrationPlan, &Floors)>,
    look: Look,
) -> Vec<Chart> {
    let mut charts = Vec::new();
    if let Some(report) = all_reduce {
        charts.push(all_reduce_bandwidth(report, look));
        charts.push(all_reduce_time(report, look));
    }
    if let Some(run) = simulation {
        charts.extend(completion_times(run, look));
        charts.extend(queues(run, topology, look));
        charts.extend(rates(run, topology, look));
    }
    if let Some((plan, floors)) = migration_plan {
        charts.extend(migration(plan, floors, look));
    }
    charts
}

#[cfg(test)]
mod tests;
