//! A packet simulation: what finished, how long it took, where it waited.

use super::capacity::{cut_off, some_of};
use super::page::{Cell, Column, Page};
use super::{ReportInput, charts};
use crate::engine::export::svg::{DrawingOptions, drawing};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::order::SmallSort;
use crate::engine::report::{ChartSubject, text};
use crate::engine::sim::{FlowSpec, LinkResult, SimReport, WorkloadSpec};
use crate::engine::topology::{PortRef, Topology};
use std::collections::{BTreeMap, BTreeSet};

/// Links that are listed, the busiest first.
const LINKS: usize = 20;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    let Some(run) = input.simulation else { return };
    page.tiles(&tiles(run));
    if let Some(scenario) = input.scenario {
        page.paragraph(&format!(
            "What ran: {}",
            workload(&scenario.workload, input.design.topology())
        ));
    }
    page.paragraph(&format!(
        "One run with seed {} by the model \u{201c}{}\u{201d}: {} of simulated time, {} frames started on a link.",
        run.seed,
        run.profile,
        text::time(run.end),
        text::count(run.frame_hops)
    ));
    page.note(
        "A single seed is one draw of a random run: marks, paths and completion times of another seed differ. The model \
         is a published one; the hardware of any NIC differs from every published DCQCN model.",
    );
    if !run.finished {
        unfinished(page, run);
    }
    page.list(&run.notes);
    let load: BTreeMap<LinkId, u16> = run.links.iter().map(|link| (link.link, busiest(link))).collect();
    page.raw(
        "<figure><figcaption><strong>How busy the links were</strong> Share of the run during which bits were on the \
         wire, in the busier direction.</figcaption><div class=\"drawing\">\n",
    );
    let options = DrawingOptions {
        utilisation: Some(&load),
        ..DrawingOptions::default()
    };
    page.raw(&drawing(input.design, &options));
    page.raw("</div></figure>\n");
    charts(page, input, ChartSubject::Simulation);
    links(page, run, input.design.topology());
    buffers(page, run, input.design.topology());
}

/// The traffic of a run in a sentence: who sends what to whom.
pub(super) fn workload(workload: &WorkloadSpec, topology: &Topology) -> String {
    match workload {
        WorkloadSpec::RingAllReduce { message } => format!(
            "a ring all-reduce over all GPUs of the design, a message of {} on each; the rings are laid as NCCL lays them, \
             one a NIC port.",
            text::size(*message)
        ),
        WorkloadSpec::Incast { senders, size } => format!(
            "an incast of {}: the first NIC port of each sends one flow of {} to that of one server.",
            text::counted(u64::from(*senders), "sender"),
            text::size(*size)
        ),
        WorkloadSpec::Permutation { size } => format!(
            "a permutation: every NIC port sends one flow of {} to the port of the same number on another server, and each \
             receives one.",
            text::size(*size)
        ),
        WorkloadSpec::AllToAll { size } => format!(
            "an all-to-all: every NIC port sends a flow of {} to the port of the same number on each other server, all at \
             once.",
            text::size(*size)
        ),
        WorkloadSpec::Flows(flows) => flows_told(flows, topology),
    }
}

/// Flows given one by one: how many, how large, from whom.
fn flows_told(flows: &[FlowSpec], topology: &Topology) -> String {
    let senders: BTreeSet<NodeId> = flows.iter().map(|flow| flow.src.node).collect();
    let names: Vec<&str> = senders
        .iter()
        .map(|&id| topology.node(id).map_or("", |node| node.name.as_str()))
        .collect();
    let sizes = || flows.iter().map(|flow| flow.size);
    let sizes = match (sizes().min(), sizes().max()) {
        (Some(least), Some(most)) if least == most => format!(" of {}", text::size(least)),
        (Some(least), Some(most)) => format!(" of {} to {}", text::size(least), text::size(most)),
        _ => String::new(),
    };
    if names.is_empty() {
        return "no flow at all.".to_owned();
    }
    format!(
        "{}{sizes}, given one by one, from {}: {}.",
        text::counted(flows.len() as u64, "flow"),
        text::counted(names.len() as u64, "sender"),
        some_of(&names, 8)
    )
}

/// Utilisation of the busier direction, in thousandths.
fn busiest(link: &LinkResult) -> u16 {
    let share = link.forward.utilisation.max(link.backward.utilisation);
    // A share of 0 to 1: the cast neither cuts nor wraps.
    (share.clamp(0.0, 1.0) * 1000.0 + 0.5) as u16
}

fn tiles(run: &SimReport) -> Vec<(&'static str, String, String)> {
    let mut tiles = Vec::new();
    if let Some(all_reduce) = &run.all_reduce {
        tiles.push((
            "All-reduce, simulated",
            all_reduce.busbw.map_or_else(
                || "not finished".to_owned(),
                |rate| text::gbytes(rate.as_gbytes_f64()),
            ),
            format!(
                "bus bandwidth at {}{}",
                text::size(all_reduce.message),
                all_reduce
                    .time
                    .map_or_else(String::new, |time| format!(", {}", text::time(time)))
            ),
        ));
    }
    if let Some(fct) = &run.fct {
        tiles.push((
            "Flow completion, median",
            text::time(fct.p50),
            format!(
                "99 % within {}, the last {}",
                text::time(fct.p99),
                text::time(fct.max)
            ),
        ));
    }
    let totals = &run.totals;
    tiles.push((
        "Paused by PFC",
        text::time(totals.paused),
        format!(
            "in {}, summed over link directions",
            text::counted(totals.pauses, "pause")
        ),
    ));
    tiles.push((
        "Marked by ECN",
        text::count(totals.ce_marked),
        "data frames, counted at every port".to_owned(),
    ));
    tiles.push((
        "Dropped",
        text::count(totals.drops),
        format!("frames; {}", text::counted(totals.timeouts, "timeout")),
    ));
    tiles
}

fn unfinished(page: &mut Page, run: &SimReport) {
    page.heading("Not everything finished");
    let mut why: BTreeMap<&str, u64> = BTreeMap::new();
    for flow in &run.unfinished {
        *why.entry(&flow.why).or_default() += 1;
    }
    let mut lines = vec![format!(
        "{} of {} did not complete.",
        text::count(run.n_unfinished),
        text::counted(run.flows.len() as u64, "flow")
    )];
    lines.extend(
        why.into_iter()
            .take(12)
            .map(|(why, count)| format!("{} of them: {why}", text::count(count))),
    );
    page.list(&lines);
}

fn links(page: &mut Page, run: &SimReport, topology: &Topology) {
    let mut links: Vec<&LinkResult> = run.links.iter().filter(|link| busiest(link) > 0).collect();
    links.small_sort_by_key(|link| (std::cmp::Reverse(busiest(link)), link.link));
    if links.is_empty() {
        return;
    }
    let n = links.len().min(LINKS);
    page.table(
        &format!(
            "The {n} busiest of {} that carried anything",
            text::counted(links.len() as u64, "link")
        ),
        &[
            Column::Words("Link, in its busier direction"),
            Column::Figures("Busy"),
            Column::Figures("Paused"),
            Column::Figures("Pauses"),
            Column::Figures("Marked"),
            Column::Figures("Peak queue"),
        ],
        links.into_iter().take(LINKS).map(|result| {
            let forward = result.forward.utilisation >= result.backward.utilisation;
            let direction = if forward {
                &result.forward
            } else {
                &result.backward
            };
            vec![
                Cell::text(link_name(topology, result.link, forward)),
                Cell::text(text::percent(direction.utilisation)),
                Cell::text(text::time(direction.paused)),
                Cell::text(text::count(direction.pause_count)),
                Cell::text(text::count(direction.ce_marked)),
                Cell::text(text::size(direction.peak_queue)),
            ]
        }),
    );
}

fn link_name(topology: &Topology, id: LinkId, forward: bool) -> String {
    let Some(link) = topology.link(id) else {
        return id.to_string();
    };
    let name = |port: PortRef| {
        let device = topology.node(port.node).map_or("", |node| node.name.as_str());
        format!("{device} port {}", u32::from(port.port) + 1)
    };
    let (from, to) = if forward {
        (link.a, link.b)
    } else {
        (link.b, link.a)
    };
    format!("{} → {}", name(from), name(to))
}

fn buffers(page: &mut Page, run: &SimReport, topology: &Topology) {
    let mut switches: Vec<_> = run.switches.iter().collect();
    switches.small_sort_by_key(|switch| (std::cmp::Reverse(switch.peak_shared), switch.node));
    if switches.is_empty() {
        return;
    }
    page.fold("Packet buffers of the switches", |page| {
        page.table(
            &cut_off(switches.len(), "switches"),
            &[
                Column::Words("Switch"),
                Column::Figures("Buffer"),
                Column::Figures("Shared"),
                Column::Figures("Most of it in use"),
            ],
            switches.iter().take(40).map(|switch| {
                vec![
                    Cell::text(topology.node(switch.node).map_or("", |node| node.name.as_str())),
                    Cell::text(text::size(switch.buffer)),
                    Cell::text(text::size(switch.shared)),
                    Cell::text(text::size(switch.peak_shared)),
                ]
            }),
        );
    });
}
