//! How long flows took: the share that was done by a time.

use super::plot::{Line, Plot, draw};
use super::theme::Role;
use super::ticks::{Axis, time_unit};
use super::{Chart, ChartSubject, ChartTable, Look};
use crate::engine::order::SmallSort;
use crate::engine::report::text;
use crate::engine::sim::SimReport;
use crate::engine::units::SimTime;

/// Stairs of the distribution that are drawn.
const STAIRS: usize = 400;

/// The distribution of flow completion times; `None` if no flow completed.
pub fn completion_times(report: &SimReport, look: Look) -> Option<Chart> {
    let fct = report.fct?;
    let mut times: Vec<SimTime> = report.flows.iter().filter_map(|flow| flow.fct).collect();
    times.small_sort();
    let title = "Flow completion times";
    let (unit, ps) = time_unit(fct.max);
    let plot = Plot {
        title,
        x: Axis::from_zero(fct.max.as_ps() as f64 / ps, format!("completion time, {unit}")),
        y: Axis::from_zero(100.0, "flows done, %"),
        lines: vec![Line {
            name: String::new(),
            role: Role::Main,
            points: stairs(&times, ps),
            filled: true,
        }],
    };
    let n = report.flows.len() as u64;
    Some(Chart {
        subject: ChartSubject::Simulation,
        title: title.to_owned(),
        description: format!(
            "{} of {} flows completed: half within {}, 99 % within {}, the last after {}.",
            text::count(times.len() as u64),
            text::count(n),
            text::time(fct.p50),
            text::time(fct.p99),
            text::time(fct.max)
        ),
        svg: draw(&plot, look),
        table: ChartTable {
            columns: ["share of flows", "completion time"].map(str::to_owned).to_vec(),
            rows: [
                ("shortest", fct.min),
                ("mean", fct.mean),
                ("50 %", fct.p50),
                ("95 %", fct.p95),
                ("99 %", fct.p99),
                ("longest", fct.max),
            ]
            .map(|(what, time)| vec![what.to_owned(), text::time(time)])
            .to_vec(),
        },
    })
}

/// From nothing done to everything done; of many flows, every so manieth.
fn stairs(times: &[SimTime], ps: f64) -> Vec<(f64, f64)> {
    let n = times.len();
    let stride = n.div_ceil(STAIRS).max(1);
    let mut points = vec![(0.0, 0.0)];
    let mut done = 0.0;
    for i in (stride - 1..n).step_by(stride).chain([n.saturating_sub(1)]) {
        let at = times[i].as_ps() as f64 / ps;
        points.push((at, done));
        done = 100.0 * (i + 1) as f64 / n as f64;
        points.push((at, done));
    }
    points
}
