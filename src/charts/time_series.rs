//! Quantities over simulated time: queues at the busiest ports, rates of senders.

use super::plot::{Line, Plot, draw};
use super::theme::{Role, SERIES};
use super::ticks::{Axis, Tick, time_unit};
use super::{Chart, ChartSubject, ChartTable, Look};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::report::text;
use crate::engine::sim::SimReport;
use crate::engine::topology::{PortRef, Topology};
use crate::engine::units::{Bytes, SimTime};

/// Points of one line that are drawn; of more samples, the largest of each stretch.
const POINTS: usize = 480;

/// Bytes waiting at the busiest switch ports over time; `None` if nothing was sampled or nothing waited.
pub fn queues(report: &SimReport, topology: &Topology, look: Look) -> Option<Chart> {
    let series: Vec<Series> = report
        .queues
        .iter()
        .map(|queue| Series {
            name: queue_name(topology, queue.node, queue.link, queue.forward),
            values: queue
                .bytes
                .iter()
                .map(|&bytes| f64::from(bytes) / 1024.0)
                .collect(),
        })
        .collect();
    let words = |kib: f64| text::size(Bytes::new((kib * 1024.0) as u64));
    let about = About {
        title: "Queues at the busiest switch ports",
        measure: "waiting, KiB",
        peak: "most bytes waiting",
        says: "The fullest queue",
    };
    chart(&about, &report.sample_times, series, words, look)
}

/// What senders allowed themselves over time (DCQCN's current rate); `None` if nothing was sampled.
pub fn rates(report: &SimReport, topology: &Topology, look: Look) -> Option<Chart> {
    let series: Vec<Series> = report
        .rates
        .iter()
        .map(|rate| Series {
            name: usize::try_from(rate.flow)
                .ok()
                .and_then(|flow| report.flows.get(flow))
                .map_or_else(
                    || format!("flow {}", rate.flow + 1),
                    |flow| format!("{} → {}", name(topology, flow.src), name(topology, flow.dst)),
                ),
            values: rate.rate.iter().map(|rate| rate.as_gbps_f64()).collect(),
        })
        .collect();
    let words = |gbps: f64| format!("{} Gb/s", text::short(gbps));
    let about = About {
        title: "Sending rates of some flows",
        measure: "rate, Gb/s",
        peak: "highest rate",
        says: "The fastest sender",
    };
    chart(&about, &report.sample_times, series, words, look)
}

/// One line before it is drawn.
struct Series {
    name: String,
    values: Vec<f64>,
}

/// The words of one kind of chart.
struct About {
    title: &'static str,
    measure: &'static str,
    peak: &'static str,
    says: &'static str,
}

fn chart(
    about: &About,
    times: &[SimTime],
    mut series: Vec<Series>,
    words: impl Fn(f64) -> String,
    look: Look,
) -> Option<Chart> {
    series.truncate(usize::from(SERIES));
    let last = times.last().copied().filter(|last| *last > SimTime::ZERO)?;
    let (unit, ps) = time_unit(last);
    let peaks: Vec<(f64, SimTime)> = series.iter().map(|line| peak(line, times)).collect();
    let most = peaks.iter().map(|(value, _)| *value).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let lines = series
        .iter()
        .enumerate()
        .map(|(i, line)| Line {
            name: line.name.clone(),
            role: Role::Series(i as u8),
            points: thinned(times, &line.values, ps),
            filled: false,
        })
        .collect();
    let plot = Plot {
        title: about.title,
        x: elapsed(last.as_ps() as f64 / ps, unit),
        y: Axis::from_zero(most, about.measure),
        lines,
    };
    let fullest = peaks
        .iter()
        .zip(&series)
        .max_by(|a, b| a.0.0.total_cmp(&b.0.0))
        .map(|((value, at), line)| {
            format!(
                "{} is {}: {} after {}.",
                about.says,
                line.name,
                words(*value),
                text::time(*at)
            )
        });
    Some(Chart {
        subject: ChartSubject::Simulation,
        title: about.title.to_owned(),
        description: fullest.unwrap_or_default(),
        svg: draw(&plot, look),
        table: table(about, &series, &peaks, words),
    })
}

fn table(
    about: &About,
    series: &[Series],
    peaks: &[(f64, SimTime)],
    words: impl Fn(f64) -> String,
) -> ChartTable {
    let mean = |line: &Series| line.values.iter().sum::<f64>() / line.values.len().max(1) as f64;
    ChartTable {
        columns: ["series", about.peak, "at", "mean over the run"]
            .map(str::to_owned)
            .to_vec(),
        rows: series
            .iter()
            .zip(peaks)
            .map(|(line, (value, at))| {
                vec![
                    line.name.clone(),
                    words(*value),
                    text::time(*at),
                    words(mean(line)),
                ]
            })
            .collect(),
    }
}

/// A linear axis of time that ends with the run.
fn elapsed(last: f64, unit: &str) -> Axis {
    let round = Axis::from_zero(last, format!("time, {unit}"));
    let ticks: Vec<Tick> = round
        .ticks
        .iter()
        .filter(|tick| tick.at <= last)
        .cloned()
        .collect();
    Axis {
        high: last,
        ticks,
        ..round
    }
}

fn peak(line: &Series, times: &[SimTime]) -> (f64, SimTime) {
    line.values
        .iter()
        .zip(times)
        .fold((0.0, SimTime::ZERO), |most, (&value, &at)| {
            if value > most.0 { (value, at) } else { most }
        })
}

/// At most [`POINTS`] points: the largest value of each stretch, where it was.
fn thinned(times: &[SimTime], values: &[f64], ps: f64) -> Vec<(f64, f64)> {
    let n = times.len().min(values.len());
    let stretch = n.div_ceil(POINTS).max(1);
    (0..n)
        .step_by(stretch)
        .filter_map(|first| {
            (first..n.min(first + stretch)).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)))
        })
        .map(|i| (times[i].as_ps() as f64 / ps, values[i]))
        .collect()
}

fn queue_name(topology: &Topology, node: NodeId, link: LinkId, forward: bool) -> String {
    let far = topology
        .link(link)
        .map(|link| if forward { link.b } else { link.a });
    let near = topology.node(node).map_or("", |node| node.name.as_str());
    match far {
        Some(far) => format!("{near} → {}", name(topology, far)),
        None => near.to_owned(),
    }
}

/// A port as people name it; from 1.
fn name(topology: &Topology, port: PortRef) -> String {
    let node = topology.node(port.node).map_or("", |node| node.name.as_str());
    format!("{node}:{}", u32::from(port.port) + 1)
}
