//! The all-reduce: expected, possible and, if it was run, simulated; never confused.

use super::page::{Cell, Column, Page};
use super::{ReportInput, charts};
use crate::engine::collective::{AllReduceReport, Bandwidth};
use crate::engine::report::{ChartSubject, text};
use crate::engine::sim::AllReduceResult;
use crate::engine::units::BitRate;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    let report = match &input.analysis.all_reduce {
        Ok(report) => report,
        Err(why) => {
            page.paragraph(&format!("This design has no all-reduce: {why}."));
            return;
        }
    };
    let shape = &report.design.shape;
    page.paragraph(&format!(
        "All {} reduce one message of {} each: {} of {}{}.",
        text::counted(u64::from(shape.gpus), "GPU"),
        text::size(report.headline.size),
        text::counted(u64::from(shape.nodes), "NVLink domain"),
        text::counted(u64::from(shape.gpus_per_node), "GPU"),
        if shape.nics_per_node == 0 {
            String::new()
        } else {
            format!(
                ", {} of {} a domain",
                text::counted(u64::from(shape.nics_per_node), "NIC port"),
                text::rate(shape.nic_rate)
            )
        }
    ));
    let simulated = input.simulation.and_then(|run| run.all_reduce.as_ref());
    figures(page, report, simulated);
    page.paragraph(&format!(
        "Expected is {} of the peak. What limits it: {}.",
        text::percent(report.share_of_peak),
        report.bottleneck.trim_end_matches('.')
    ));
    if let Some(limit) = &report.design.limit {
        page.paragraph(&format!(
            "In the drawing: {}.",
            limit.sentence(input.design.topology()).trim_end_matches('.')
        ));
    }
    page.list(&report.design.notes);
    charts(page, input, ChartSubject::AllReduce);
}

fn figures(page: &mut Page, report: &AllReduceReport, simulated: Option<&AllReduceResult>) {
    let headline = &report.headline;
    let bound = |name: &str, how: &str, bound: &Bandwidth| {
        vec![
            Cell::text(name),
            Cell::text(text::time(bound.time)),
            Cell::text(text::gbytes(bound.algbw_gbytes)),
            Cell::text(text::gbytes(bound.busbw_gbytes)),
            Cell::text(how),
        ]
    };
    let mut rows = vec![
        vec![
            Cell::text("Expected (NCCL)"),
            Cell::text(text::time(headline.time)),
            Cell::text(text::gbytes(headline.algbw_gbytes)),
            Cell::text(text::gbytes(headline.busbw_gbytes)),
            Cell::text(format!(
                "{} with {}, {}, by NCCL's cost model",
                headline.algorithm.name(),
                headline.protocol.name(),
                text::counted(u64::from(headline.channels), "channel")
            )),
        ],
        bound(
            "Possible, pipelined",
            "hierarchical, phases overlap, no latency",
            &report.possible.pipelined,
        ),
        bound(
            "Possible, serial",
            "hierarchical, one phase after the other",
            &report.possible.serial,
        ),
    ];
    rows.extend(simulated.map(simulated_row));
    page.table(
        "",
        &[
            Column::Words("Figure"),
            Column::Figures("Time"),
            Column::Figures("algbw"),
            Column::Figures("busbw"),
            Column::Words("How"),
        ],
        rows,
    );
    page.note(
        "algbw is message size over time; busbw is algbw × 2(n−1)/n, which can be held against a link's rate. Expected \
         is what NCCL would choose and reach; possible is the bound of a perfect hierarchical algorithm, which NVLS, \
         reducing inside the NVSwitches, and trees over few nodes can beat.",
    );
}

fn simulated_row(run: &AllReduceResult) -> Vec<Cell> {
    let rate = |rate: Option<BitRate>| Cell::known(rate.map(|rate| text::gbytes(rate.as_gbytes_f64())));
    vec![
        Cell::text(format!("Simulated at {}", text::size(run.message))),
        Cell::known(run.time.map(text::time)),
        rate(run.algbw),
        rate(run.busbw),
        Cell::text(format!("packets, {}, one seed", text::counted(run.rings, "ring"))),
    ]
}
