//! The all-reduce of the design: expected, possible, and against message size.

use crate::charts;
use crate::engine::collective::{AllReduceReport, NoCollective};
use crate::engine::report::text;
use crate::ui::widgets::{ChartView, look};
use yew::prelude::*;

/// The section on the all-reduce.
pub(super) fn section(answer: &Result<AllReduceReport, NoCollective>, dark: bool) -> Html {
    let report = match answer {
        Ok(report) => report,
        Err(why) => {
            return html! { <section><h2>{ "All-reduce" }</h2><p class="quiet" data-testid="no-all-reduce">{ format!("No figure: {why}.") }</p></section> };
        }
    };
    let look = look(dark);
    let shape = &report.design.shape;
    let gbytes = |value: f64| format!("{} GB/s", text::short(value));
    html! {
        <section data-testid="all-reduce">
            <h2>{ "All-reduce of 1 GiB" }</h2>
            <p class="big">{ gbytes(report.headline.busbw_gbytes) }<small>{ " busbw expected of NCCL" }</small></p>
            <p>{ &report.bottleneck }</p>
            <dl class="facts">
                <dt>{ "GPUs, NVLink domains" }</dt><dd>{ format!("{} in {}", shape.gpus, shape.nodes) }</dd>
                <dt>{ "Algorithm, protocol" }</dt><dd>{ format!("{}, {}", report.headline.algorithm.name(), report.headline.protocol.name()) }</dd>
                <dt>{ "Time" }</dt><dd>{ text::time(report.headline.time) }</dd>
                <dt>{ "algbw" }</dt><dd>{ gbytes(report.headline.algbw_gbytes) }</dd>
                <dt>{ "Share of peak" }</dt><dd>{ format!("{} %", text::short(report.share_of_peak * 100.0)) }</dd>
                <dt>{ "Possible, pipelined" }</dt><dd>{ gbytes(report.possible.pipelined.busbw_gbytes) }</dd>
                <dt>{ "Possible, serial" }</dt><dd>{ gbytes(report.possible.serial.busbw_gbytes) }</dd>
            </dl>
            <ChartView chart={charts::all_reduce_bandwidth(report, look)} />
            <ChartView chart={charts::all_reduce_time(report, look)} />
            if !report.design.notes.is_empty() {
                <ul class="hints">{ for report.design.notes.iter().map(|note| html! { <li>{ note }</li> }) }</ul>
            }
        </section>
    }
}
