//! The all-reduce against message size: bus bandwidth, and time.

use super::plot::{Line, Plot, draw};
use super::theme::Role;
use super::ticks::Axis;
use super::{Chart, ChartSubject, ChartTable, Look};
use crate::engine::collective::{AllReduceReport, CurvePoint};
use crate::engine::report::text;
use crate::engine::units::SimTime;

/// Bus bandwidth in GB/s against message size: what NCCL is expected to reach, and what the hardware could give.
pub fn all_reduce_bandwidth(report: &AllReduceReport, look: Look) -> Chart {
    let title = "All-reduce bus bandwidth against message size";
    let curve = &report.curve;
    let most = curve
        .iter()
        .flat_map(|point| [point.expected.busbw_gbytes, point.possible.pipelined.busbw_gbytes])
        .fold(0.0, f64::max);
    let plot = Plot {
        title,
        x: sizes(curve),
        y: Axis::from_zero(most, "bus bandwidth, GB/s"),
        lines: lines(
            curve,
            |point| point.expected.busbw_gbytes,
            |point| point.possible.pipelined.busbw_gbytes,
        ),
    };
    let headline = &report.headline;
    Chart {
        subject: ChartSubject::AllReduce,
        title: title.to_owned(),
        description: format!(
            "At {} NCCL is expected to reach {} of bus bandwidth by {} with {}; a hierarchical algorithm could reach {}{}. {}",
            text::size(headline.size),
            text::gbytes(headline.busbw_gbytes),
            headline.algorithm.name(),
            headline.protocol.name(),
            text::gbytes(report.possible.pipelined.busbw_gbytes),
            if headline.busbw_gbytes > report.possible.pipelined.busbw_gbytes {
                ", which NCCL beats by reducing inside the NVSwitches or on trees"
            } else {
                ""
            },
            limit(&report.bottleneck)
        ),
        svg: draw(&plot, look),
        table: table(curve),
    }
}

/// The time of one all-reduce against message size, both axes logarithmic.
pub fn all_reduce_time(report: &AllReduceReport, look: Look) -> Chart {
    let title = "All-reduce time against message size";
    let curve = &report.curve;
    let micros = |time: SimTime| time.as_us_f64();
    let mut plot = Plot {
        title,
        x: sizes(curve),
        y: Axis::times(
            curve.iter().map(|point| micros(point.expected.time)),
            "time of one all-reduce",
        ),
        lines: lines(
            curve,
            |point| micros(point.expected.time),
            |point| micros(point.possible.pipelined.time),
        ),
    };
    // Without latency the bound of small messages falls far below anything that is reached: it is drawn from where
    // it enters the axis.
    for line in &mut plot.lines {
        line.filled = false;
        line.points
            .retain(|(_, y)| (plot.y.low..=plot.y.high).contains(y));
    }
    Chart {
        subject: ChartSubject::AllReduce,
        title: title.to_owned(),
        description: format!(
            "An all-reduce of {} takes {}, of which {} do not depend on the size.",
            text::size(report.headline.size),
            text::time(report.headline.time),
            text::time(report.headline.latency)
        ),
        svg: draw(&plot, look),
        table: table(curve),
    }
}

fn sizes(curve: &[CurvePoint]) -> Axis {
    Axis::sizes(curve.iter().map(|point| point.size), "message size per GPU")
}

fn lines(
    curve: &[CurvePoint],
    expected: impl Fn(&CurvePoint) -> f64,
    possible: impl Fn(&CurvePoint) -> f64,
) -> Vec<Line> {
    let points = |value: &dyn Fn(&CurvePoint) -> f64| -> Vec<(f64, f64)> {
        curve
            .iter()
            .map(|point| (point.size.as_f64().max(1.0), value(point)))
            .filter(|(_, y)| y.is_finite() && *y > 0.0)
            .collect()
    };
    vec![
        Line {
            name: "expected of NCCL".to_owned(),
            role: Role::Main,
            points: points(&expected),
            filled: true,
        },
        Line {
            name: "possible, hierarchical, no latency".to_owned(),
            role: Role::Bound,
            points: points(&possible),
            filled: false,
        },
    ]
}

fn table(curve: &[CurvePoint]) -> ChartTable {
    ChartTable {
        columns: [
            "message",
            "expected time",
            "expected busbw, GB/s",
            "chosen",
            "possible busbw, GB/s",
            "limited by",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: curve
            .iter()
            .map(|point| {
                vec![
                    text::size(point.size),
                    text::time(point.expected.time),
                    text::short(point.expected.busbw_gbytes),
                    format!(
                        "{} {}",
                        point.expected.algorithm.name(),
                        point.expected.protocol.name()
                    ),
                    text::short(point.possible.pipelined.busbw_gbytes),
                    point.expected.bottleneck.name().to_owned(),
                ]
            })
            .collect(),
    }
}

/// What limits, as a sentence.
fn limit(words: &str) -> String {
    format!("What limits it: {}.", words.trim().trim_end_matches('.'))
}
