//! A simulation as text for people.

use super::{Interval, Summary, Switch, Traffic, Workload};
use crate::cli::analyze::{notes, sizes};
use crate::cli::files::Opened;
use crate::cli::text::{Page, Table, counted};
use crate::engine::document::Design;
use crate::engine::export::json::CountsView;
use crate::engine::report::text::{count, gbytes, percent, short, size, time};
use crate::engine::sim::{DirectionResult, SimReport};
use crate::engine::topology::PortRef;
use crate::engine::units::SimTime;

/// How many links of a ranking are shown.
const SHOWN: usize = 8;

/// A queue that says nothing: a few frames.
const SHORT_QUEUE: u64 = 20_000;

/// One run in detail, and the means if there are more.
pub(super) fn page(opened: &Opened, asked: &Traffic, reports: &[Box<SimReport>]) -> String {
    let mut page = Page::new();
    let design = &opened.design;
    page.title(&design.name);
    page.line(&format!("  {}", sizes(&CountsView::of(design.topology()))));
    page.line(&format!("  {}", traffic(asked)));
    page.line(&format!("  {}", rules(asked)));
    if reports.len() > 1 {
        summary(&mut page, reports);
    }
    if let Some(first) = reports.first() {
        one_run(&mut page, design, first);
        page.list(&first.notes);
    }
    notes(&mut page, &opened.notes);
    page.finish()
}

fn traffic(asked: &Traffic) -> String {
    let each = asked.message.in_words();
    match asked.workload {
        Workload::Ring => format!("Ring all-reduce of {each} a GPU"),
        Workload::Incast => format!(
            "Incast: {} of {each} each",
            counted(u64::from(asked.senders), "sender")
        ),
        Workload::Permutation => format!("Permutation: {each} a NIC port"),
        Workload::AllToAll => format!("All-to-all: {each} for each pair of NIC ports of a rail"),
    }
}

fn rules(asked: &Traffic) -> String {
    let word =
        |what: &str, switch: Switch| format!("{what} {}", if switch == Switch::On { "on" } else { "off" });
    [
        word("ECN", asked.ecn),
        word("DCQCN", asked.dcqcn),
        word("PFC", asked.pfc),
        format!("frames of {}", asked.mtu.in_words()),
    ]
    .join(", ")
}

fn summary(page: &mut Page, reports: &[Box<SimReport>]) {
    let summary = Summary::of(reports);
    let (first, last) = (reports.first(), reports.last());
    let seed = |report: Option<&Box<SimReport>>| report.map_or(0, |report| report.seed);
    page.title(&format!(
        "{} (seeds {} to {}), mean and 95 % interval",
        counted(reports.len() as u64, "run"),
        seed(first),
        seed(last)
    ));
    let mut table = Table::new(&["", ">mean", ">±", "unit"]);
    let rows = [
        ("all-reduce time", summary.all_reduce_time_us, "µs"),
        (
            "all-reduce bus bandwidth",
            summary.all_reduce_busbw_gbytes,
            "GB/s",
        ),
        ("flow completion, mean", summary.fct_mean_us, "µs"),
        ("flow completion, p99", summary.fct_p99_us, "µs"),
        ("flow completion, longest", summary.fct_max_us, "µs"),
        ("pause frames", summary.pauses, ""),
        ("drops", summary.drops, ""),
    ];
    for (what, interval, unit) in rows {
        if let Some(Interval { mean, plus_minus }) = interval {
            let plus_minus = plus_minus.map_or(String::new(), short);
            table.row([what.to_owned(), short(mean), plus_minus, unit.to_owned()]);
        }
    }
    page.table(&table);
    if summary.finished < reports.len() {
        page.line(&format!(
            "  only {} of {} runs finished",
            summary.finished,
            reports.len()
        ));
    }
}

fn one_run(page: &mut Page, design: &Design, report: &SimReport) {
    page.title(&format!("Seed {}, model {}", report.seed, report.profile));
    if let Some(result) = &report.all_reduce {
        match (result.time, result.busbw) {
            (Some(duration), Some(busbw)) => page.line(&format!(
                "  all-reduce: {}, bus bandwidth {} over {} in {} of {}",
                time(duration),
                gbytes(busbw.as_gbytes_f64()),
                counted(result.ranks, "GPU"),
                counted(result.rings, "ring"),
                counted(result.nodes, "node")
            )),
            _ => page.line("  all-reduce: not complete"),
        }
    }
    if let Some(fct) = &report.fct {
        let mut table = Table::new(&["flow completion", ">min", ">mean", ">p50", ">p95", ">p99", ">max"]);
        let times = [fct.min, fct.mean, fct.p50, fct.p95, fct.p99, fct.max].map(time);
        let flows = counted(report.flows.len() as u64, "flow");
        table.row(std::iter::once(flows).chain(times));
        page.table(&table);
    }
    let totals = &report.totals;
    page.line(&format!(
        "  {} delivered, {}, {} marked, {} ({} paused in all), {}",
        size(totals.delivered),
        counted(totals.drops, "drop"),
        counted(totals.ce_marked, "frame"),
        counted(totals.pauses, "pause"),
        time(totals.paused),
        counted(totals.timeouts, "timeout")
    ));
    page.line(&format!(
        "  {} simulated, {} frame hops",
        time(report.end),
        count(report.frame_hops)
    ));
    if !report.finished {
        page.title(&format!("Not finished: {}", counted(report.n_unfinished, "flow")));
        page.list(report.unfinished.iter().take(SHOWN).map(|flow| flow.why.as_str()));
    }
    rankings(page, design, report);
}

/// One direction of a cable with its name.
struct Direction<'a> {
    order: usize,
    name: String,
    result: &'a DirectionResult,
}

fn rankings(page: &mut Page, design: &Design, report: &SimReport) {
    let mut all = Vec::new();
    for link in &report.links {
        let Some(cable) = design.topology().link(link.link) else {
            continue;
        };
        for (from, to, result) in [
            (cable.a, cable.b, &link.forward),
            (cable.b, cable.a, &link.backward),
        ] {
            let name = format!("{} to {}", port_name(design, from), port_name(design, to));
            let order = all.len();
            all.push(Direction { order, name, result });
        }
    }
    ranking(page, "Busiest links", &mut all, |result| {
        (result.utilisation * 1e9) as u64
    });
    ranking(page, "Longest paused", &mut all, |result| result.paused.as_ps());
    ranking(page, "Longest queues", &mut all, |result| {
        let bytes = result.peak_queue.as_u64();
        if bytes < SHORT_QUEUE { 0 } else { bytes }
    });
}

/// The first few by some measure, those without any left out; ties in the order of the cables, so that the text is the same each time.
fn ranking(page: &mut Page, title: &str, all: &mut [Direction<'_>], measure: fn(&DirectionResult) -> u64) {
    all.sort_by_key(|direction| (std::cmp::Reverse(measure(direction.result)), direction.order));
    let shown: Vec<&Direction<'_>> = all
        .iter()
        .take_while(|direction| measure(direction.result) > 0)
        .take(SHOWN)
        .collect();
    if shown.is_empty() {
        return;
    }
    page.title(title);
    let mut table = Table::new(&[
        "from to",
        ">used",
        ">paused",
        ">pauses",
        ">marked",
        ">longest queue",
        ">drops",
    ]);
    for Direction { name, result, .. } in shown {
        table.row([
            name.clone(),
            percent(result.utilisation),
            if result.paused == SimTime::ZERO {
                "-".to_owned()
            } else {
                time(result.paused)
            },
            count(result.pause_count),
            count(result.ce_marked),
            size(result.peak_queue),
            count(result.drops),
        ]);
    }
    page.table(&table);
}

/// "leaf-1 port 3": ports count from 1, as people do.
fn port_name(design: &Design, port: PortRef) -> String {
    let name = design
        .topology()
        .node(port.node)
        .map_or_else(|| port.node.to_string(), |node| node.name.clone());
    format!("{name} port {}", u32::from(port.port) + 1)
}
