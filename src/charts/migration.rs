//! What a migration leaves of the bisection, window by window, against its floor.

use super::plot::{Line, Plot, draw};
use super::theme::Role;
use super::ticks::{Axis, Tick};
use super::{Chart, ChartSubject, ChartTable, Look};
use crate::engine::planner::{Floors, Metric, MigrationPlan};
use crate::engine::report::text;

/// Bisection bandwidth and all-reduce capacity during each window as shares of the start, with the bisection's floor;
/// `None` for a plan without windows.
pub fn migration(plan: &MigrationPlan, floors: &Floors, look: Look) -> Option<Chart> {
    let n = plan.windows.len();
    if n == 0 {
        return None;
    }
    let title = "Bisection bandwidth in each window of the migration";
    let during = |metric| -> Vec<f64> {
        plan.windows
            .iter()
            .map(|window| f64::from(window.during.share.of(metric)) / 10.0)
            .collect()
    };
    let bisection = during(Metric::Bisection);
    let all_reduce = during(Metric::AllReduce);
    let most = bisection
        .iter()
        .chain(&all_reduce)
        .copied()
        .fold(f64::from(plan.end.share.bisection.max(1000)) / 10.0, f64::max);
    let plot = Plot {
        title,
        x: windows(n),
        y: Axis::from_zero(most, "share of the start, %"),
        lines: lines(plan, floors, &bisection, &all_reduce),
    };
    let worst = bisection.iter().copied().fold(f64::INFINITY, f64::min);
    Some(Chart {
        subject: ChartSubject::Migration,
        title: title.to_owned(),
        description: format!(
            "Over {n} windows the bisection bandwidth never falls below {} % of the start; when all is done it is {}.",
            text::short(worst),
            text::rate(plan.end.bisection.lower)
        ),
        svg: draw(&plot, look),
        table: table(plan, floors),
    })
}

fn lines(plan: &MigrationPlan, floors: &Floors, bisection: &[f64], all_reduce: &[f64]) -> Vec<Line> {
    let end = |metric| f64::from(plan.end.share.of(metric)) / 10.0;
    let floor = f64::from(floors.bisection) / 10.0;
    let mut lines = vec![
        stairs(
            "bisection, during",
            Role::Main,
            bisection,
            end(Metric::Bisection),
            true,
        ),
        stairs(
            "all-reduce capacity, during",
            Role::Series(1),
            all_reduce,
            end(Metric::AllReduce),
            false,
        ),
    ];
    if floors.bisection > 0 {
        lines.push(Line {
            name: "floor".to_owned(),
            role: Role::Floor,
            points: vec![(0.0, floor), (plan.windows.len() as f64 + 1.0, floor)],
            filled: false,
        });
    }
    lines
}

/// Window `i` reaches from `i` to `i + 1`; the last stair is the fabric when all is done.
fn stairs(name: &str, role: Role, values: &[f64], end: f64, filled: bool) -> Line {
    let points = values
        .iter()
        .copied()
        .chain([end])
        .enumerate()
        .flat_map(|(i, value)| [(i as f64, value), (i as f64 + 1.0, value)])
        .collect();
    Line {
        name: name.to_owned(),
        role,
        points,
        filled,
    }
}

fn windows(n: usize) -> Axis {
    let stride = n.div_ceil(16).max(1);
    let mut ticks: Vec<Tick> = (0..n)
        .step_by(stride)
        .map(|i| Tick {
            at: i as f64 + 0.5,
            words: (i + 1).to_string(),
        })
        .collect();
    ticks.push(Tick {
        at: n as f64 + 0.5,
        words: "done".to_owned(),
    });
    Axis {
        low: 0.0,
        high: n as f64 + 1.0,
        ticks,
        words: "window".to_owned(),
        logarithmic: false,
    }
}

fn table(plan: &MigrationPlan, floors: &Floors) -> ChartTable {
    let percent = |per_mille: u32| text::percent(f64::from(per_mille) / 1e3);
    let columns = [
        "window",
        "bisection during",
        "share of start",
        "floor",
        "all-reduce capacity during",
        "bisection after",
    ];
    ChartTable {
        columns: columns.map(str::to_owned).to_vec(),
        rows: plan
            .windows
            .iter()
            .enumerate()
            .map(|(i, window)| {
                vec![
                    (i + 1).to_string(),
                    text::rate(window.during.bisection.lower),
                    percent(window.during.share.bisection),
                    percent(u32::from(floors.bisection)),
                    percent(window.during.share.all_reduce),
                    text::rate(window.after.bisection.lower),
                ]
            })
            .collect(),
    }
}
