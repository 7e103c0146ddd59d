//! What came out of a packet simulation.

use crate::charts;
use crate::engine::order::SmallSort;
use crate::engine::report::text;
use crate::engine::sim::{LinkResult, SimReport};
use crate::engine::topology::Topology;
use crate::engine::units::SimTime;
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{ChartView, look};
use yew::prelude::*;

/// How many links the table shows.
const MOST_LINKS: usize = 10;

/// The report, as far as a panel can hold it.
pub(super) fn show(view: &Snapshot, report: &SimReport, current: bool) -> Html {
    let look = look(view.dark);
    let topology = view.design.topology();
    html! {
        <div class={classes!("results", (!current).then_some("stale"))} data-testid="simulation-results">
            <h2>{ "Result" }if !current { <i class="badge warn">{ "of an earlier design" }</i> }</h2>
            if !report.finished {
                <p class="refusal" role="alert">{ format!("{} did not finish.", text::counted(report.n_unfinished, "flow")) }
                    { for report.unfinished.iter().take(3).map(|flow| html! { <span>{ " " }{ &flow.why }</span> }) }
                </p>
            }
            { all_reduce(view, report) }
            { totals(report) }
            { for charts::completion_times(report, look).map(|chart| html! { <ChartView {chart} /> }) }
            { for charts::queues(report, topology, look).map(|chart| html! { <ChartView {chart} /> }) }
            { for charts::rates(report, topology, look).map(|chart| html! { <ChartView {chart} /> }) }
            { links(report, topology) }
            <ul class="hints">{ for report.notes.iter().filter(|note| !is_latency(note)).map(|note| html! { <li>{ note }</li> }) }</ul>
        </div>
    }
}

fn all_reduce(view: &Snapshot, report: &SimReport) -> Html {
    let Some(result) = report.all_reduce else {
        return Html::default();
    };
    let (Some(time), Some(busbw)) = (result.time, result.busbw) else {
        return Html::default();
    };
    let expected = view
        .analysis()
        .and_then(|(analysis, _)| analysis.all_reduce.as_ref().ok())
        .and_then(|answer| answer.curve.iter().find(|point| point.size == result.message))
        .map(|point| {
            let busbw = text::short(point.expected.busbw_gbytes);
            format!("NCCL's own model, which may choose a tree, expects {busbw} GB/s at this size.")
        });
    html! {
        <>
        <p class="big" data-testid="simulated-busbw">{ format!("{} GB/s", text::short(busbw.as_gbytes_f64())) }
            <small>{ format!(" busbw simulated: {} over {} GPUs in {}, {} rings", text::size(result.message), result.ranks, text::time(time), result.rings) }</small>
        </p>
        { for report.notes.iter().filter(|note| is_latency(note)).map(|note| html! { <p class="remark" data-testid="latency-bound">{ note }</p> }) }
        if let Some(words) = expected { <p class="quiet" data-testid="expected-here">{ words }</p> }
        </>
    }
}

/// Whether a note is about the headline itself.
fn is_latency(note: &str) -> bool {
    note.starts_with("Latency-bound")
}

fn totals(report: &SimReport) -> Html {
    let fct = |pick: fn(&crate::engine::sim::Percentiles) -> SimTime| {
        report
            .fct
            .as_ref()
            .map_or_else(|| "–".to_owned(), |fct| text::time(pick(fct)))
    };
    html! {
        <dl class="facts">
            <dt>{ "Simulated time" }</dt><dd>{ text::time(report.end) }</dd>
            <dt>{ "Flows" }</dt><dd>{ report.flows.len() }</dd>
            <dt>{ "FCT median, p99" }</dt><dd data-testid="fct">{ format!("{}, {}", fct(|f| f.p50), fct(|f| f.p99)) }</dd>
            <dt>{ "Pause frames (XOFF)" }</dt><dd>{ report.totals.pauses }</dd>
            <dt>{ "Paused, all links" }</dt><dd>{ text::time(report.totals.paused) }</dd>
            <dt>{ "ECN marks" }</dt><dd>{ report.totals.ce_marked }</dd>
            <dt>{ "Drops" }</dt><dd>{ report.totals.drops }</dd>
            <dt>{ "Frame-hops" }</dt><dd>{ report.frame_hops }</dd>
            <dt>{ "Profile, seed" }</dt><dd>{ format!("{}, {}", report.profile, report.seed) }</dd>
        </dl>
    }
}

/// The links that hurt most: by pause time, then by utilisation.
fn links(report: &SimReport, topology: &Topology) -> Html {
    let paused = |link: &LinkResult| link.forward.paused.max(link.backward.paused);
    let mut worst: Vec<&LinkResult> = report.links.iter().collect();
    worst
        .small_sort_by_key(|link| std::cmp::Reverse((paused(link), link.utilisation_per_mille(), link.link)));
    let name = |link: &LinkResult| {
        let ends = topology
            .link(link.link)
            .map(|record| [record.a.node, record.b.node]);
        ends.map_or_else(
            || link.link.to_string(),
            |ends| {
                ends.map(|id| topology.node(id).map_or("?", |node| node.name.as_str()))
                    .join(" – ")
            },
        )
    };
    html! {
        <>
            <h3>{ "Links, longest paused first" }</h3>
            <table data-testid="simulation-links">
                <thead><tr><th>{ "Link" }</th><th class="number">{ "Paused" }</th><th class="number">{ "Busy" }</th><th class="number">{ "Peak queue" }</th></tr></thead>
                <tbody>{ for worst.iter().take(MOST_LINKS).map(|link| html! {
                    <tr>
                        <td>{ name(link) }</td>
                        <td class="number">{ text::time(paused(link)) }</td>
                        <td class="number">{ format!("{} %", text::short(f64::from(link.utilisation_per_mille()) / 10.0)) }</td>
                        <td class="number">{ text::size(link.forward.peak_queue.max(link.backward.peak_queue)) }</td>
                    </tr>
                }) }</tbody>
            </table>
        </>
    }
}
