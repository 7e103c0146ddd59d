//! Every default, model and convention that a figure rests on.

use super::ReportInput;
use super::page::{Cell, Column, Page, evidence_tag};
use crate::engine::catalog::Evidence;
use crate::engine::report::{Assumption, text};
use crate::engine::sim::{Headroom, Scenario, Window};

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    page.raw("<p class=\"note\">");
    for evidence in [
        Evidence::Primary,
        Evidence::Read,
        Evidence::Derived,
        Evidence::Default,
    ] {
        page.raw(&format!(
            "{} {} &nbsp; ",
            evidence_tag(evidence),
            evidence.meaning()
        ));
    }
    page.raw("</p>\n");
    page.table("", &COLUMNS, input.analysis.assumptions.iter().map(row));
    if let Some(scenario) = input.scenario.filter(|_| input.simulation.is_some()) {
        page.heading("The simulation");
        page.table(
            "Defaults of the RDMA model that the field's simulators share; no NIC's firmware has exactly these.",
            &[Column::Words("Parameter"), Column::Words("Value")],
            parameters(scenario)
                .into_iter()
                .map(|(what, value)| vec![Cell::text(what), Cell::text(value)]),
        );
    }
}

const COLUMNS: [Column; 4] = [
    Column::Words("What"),
    Column::Words("Taken as"),
    Column::Words("Known"),
    Column::Words("Source"),
];

fn row(assumption: &Assumption) -> Vec<Cell> {
    vec![
        Cell::text(assumption.what.clone()),
        Cell::text(assumption.value.clone()),
        Cell::evidence(assumption.evidence),
        Cell::source(&assumption.source),
    ]
}

type Row = (&'static str, String);

fn parameters(scenario: &Scenario) -> Vec<Row> {
    let mut rows = switches(scenario);
    rows.extend(senders(scenario));
    rows.extend([
        ("Delay of a metre of cable", text::time(scenario.delay_per_metre)),
        (
            "Latency of a step inside a server, and across the network",
            format!(
                "{}, {} (NCCL's tuning constants)",
                text::time(scenario.steps.local_hop),
                text::time(scenario.steps.network_step)
            ),
        ),
    ]);
    rows
}

fn switches(scenario: &Scenario) -> Vec<Row> {
    let on = |on: bool| if on { "on" } else { "off" };
    let mut rows = vec![
        (
            "ECN, DCQCN, PFC",
            format!(
                "{}, {}, {}",
                on(scenario.ecn),
                on(scenario.dcqcn),
                on(scenario.pfc)
            ),
        ),
        (
            "Switch buffer where no data sheet is known",
            text::size(scenario.default_buffer),
        ),
        (
            "PFC threshold",
            format!(
                "2^-{} of the free shared buffer; resume {} below it",
                scenario.pause.threshold_shift,
                text::size(scenario.pause.xon_offset)
            ),
        ),
        (
            "PFC headroom",
            match scenario.pause.headroom {
                Headroom::ByProfile => "by the model: what arrives before a pause takes hold".to_owned(),
                Headroom::Fixed(bytes) => text::size(bytes),
            },
        ),
    ];
    rows.extend(scenario.marking.iter().map(|marking| {
        (
            "ECN marking, in proportion to the rate",
            format!(
                "from {} to {} at {}, up to {}",
                text::size(marking.k_min),
                text::size(marking.k_max),
                text::rate(marking.rate),
                text::percent(marking.p_max)
            ),
        )
    }));
    rows
}

fn senders(scenario: &Scenario) -> Vec<Row> {
    let reaction = &scenario.reaction;
    let window = match scenario.window {
        Window::None => "none: the rate alone decides",
        Window::Global => "one bandwidth-delay product of the longest path",
        Window::Pair => "one bandwidth-delay product of the own path",
        Window::GlobalScaled => "as the longest path, in proportion to the rate",
        Window::PairScaled => "as the own path, in proportion to the rate",
    };
    vec![
        ("Path MTU", text::size(scenario.mtu)),
        ("Priority", scenario.priority.to_string()),
        ("Bytes in flight", window.to_owned()),
        (
            "Retransmission timer",
            scenario
                .retransmit_timeout
                .map_or_else(|| "none".to_owned(), text::time),
        ),
        ("DCQCN gain g", text::short(reaction.gain)),
        (
            "DCQCN timers: alpha, cut, increase",
            format!(
                "{}, {}, {}",
                text::time(reaction.alpha_interval),
                text::time(reaction.decrease_interval),
                text::time(reaction.increase_interval)
            ),
        ),
        (
            "DCQCN increase, additive and hyper",
            format!(
                "{} and {}{}",
                text::rate(reaction.additive_increase),
                text::rate(reaction.hyper_increase),
                reaction
                    .increase_reference
                    .map_or_else(String::new, |rate| format!(
                        " at {}, in proportion at others",
                        text::rate(rate)
                    ))
            ),
        ),
        ("DCQCN least rate", text::rate(reaction.minimum_rate)),
    ]
}
