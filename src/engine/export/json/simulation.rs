//! A packet simulation as JSON.

use super::{name_of, rounded};
use crate::engine::document::Design;
use crate::engine::sim::{
    AllReduceResult, DirectionResult, FlowResult, LinkResult, Percentiles, QueueSeries, RateSeries, Scenario,
    SimReport, WorkloadSpec,
};
use crate::engine::topology::{PortRef, Topology};
use crate::engine::units::{BitRate, SimTime};
use serde::Serialize;

/// One run of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulationView {
    /// The design's name.
    pub name: String,
    /// The model that was followed: exact or hpcc.
    pub profile: String,
    /// The seed of all its draws.
    pub seed: u64,
    /// The traffic, in a word.
    pub workload: &'static str,
    /// What each GPU reduces or each flow carries; null where flows differ.
    pub message_bytes: Option<u64>,
    /// Whether switches marked.
    pub ecn: bool,
    /// Whether DCQCN reacted.
    pub dcqcn: bool,
    /// Whether PFC paused.
    pub pfc: bool,
    /// Whether everything was delivered and acknowledged.
    pub finished: bool,
    /// Simulated time at the end.
    pub end_us: f64,
    /// The all-reduce, if it was one.
    pub all_reduce: Option<SimulatedAllReduceView>,
    /// Flow completion times of the flows that completed.
    pub fct: Option<PercentilesView>,
    /// Sums over all links and flows.
    pub totals: TotalsView,
    /// All flows, in order of the workload.
    pub flows: Vec<FlowView>,
    /// All cables.
    pub links: Vec<LinkView>,
    /// All switches.
    pub switches: Vec<SwitchBufferView>,
    /// Flows that did not complete, at most 100 of them, and why.
    pub unfinished: Vec<UnfinishedView>,
    /// Frames that started on a link direction.
    pub frame_hops: u64,
    /// Events handled.
    pub events: u64,
    /// Hash of every frame with its time and place, in hexadecimal: equal on every machine.
    pub trace_hash: String,
    /// Queues and rates over time, where they were asked for.
    pub series: Option<SeriesView>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// A simulated all-reduce; null where some chunk never arrived.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SimulatedAllReduceView {
    /// Bytes of each GPU.
    pub message_bytes: u64,
    /// Until the last chunk arrived.
    pub time_us: Option<f64>,
    /// Size over time.
    pub algbw_gbytes: Option<f64>,
    /// Times 2(n-1)/n.
    pub busbw_gbytes: Option<f64>,
    /// GPUs.
    pub gpus: u64,
    /// NVLink domains.
    pub nodes: u64,
    /// Rings.
    pub rings: u64,
}

/// A distribution of times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PercentilesView {
    /// The shortest.
    pub min_us: f64,
    /// The mean.
    pub mean_us: f64,
    /// The median.
    pub p50_us: f64,
    /// 95 % are no longer.
    pub p95_us: f64,
    /// 99 % are no longer.
    pub p99_us: f64,
    /// The longest.
    pub max_us: f64,
}

/// Sums over a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TotalsView {
    /// Payload of all flows.
    pub planned_bytes: u64,
    /// Payload that arrived in order.
    pub delivered_bytes: u64,
    /// Frames that switches dropped.
    pub drops: u64,
    /// Pause frames that arrived.
    pub pauses: u64,
    /// Time in pauses, summed over link directions.
    pub paused_us: f64,
    /// Data frames that left a port with a congestion mark, counted at every port.
    pub ce_marked: u64,
    /// Retransmission timers that ran out.
    pub timeouts: u64,
}

/// A flow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlowView {
    /// The sending server.
    pub from: String,
    /// Its port, from zero.
    pub from_port: u16,
    /// The receiving server.
    pub to: String,
    /// Its port, from zero.
    pub to_port: u16,
    /// Payload.
    pub bytes: u64,
    /// When its queue pair was created.
    pub start_us: Option<f64>,
    /// From there to the arrival of the last acknowledgement.
    pub fct_us: Option<f64>,
    /// Over that of the same flow alone.
    pub slowdown: Option<f64>,
}

/// A cable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkView {
    /// Its id in the design file.
    pub cable: u32,
    /// The device at end a.
    pub a: String,
    /// The device at end b.
    pub b: String,
    /// Its rate.
    pub gbps: f64,
    /// From a to b.
    pub forward: DirectionView,
    /// From b to a.
    pub backward: DirectionView,
}

/// One direction of a cable, seen from the sending end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DirectionView {
    /// Share of the run with bits on the wire.
    pub utilisation: f64,
    /// Bytes that left.
    pub bytes: u64,
    /// Data frames that left with a congestion mark.
    pub ce_marked: u64,
    /// Pause frames that came to the sending end.
    pub pauses: u64,
    /// Time that it was paused.
    pub paused_us: f64,
    /// The longest single pause.
    pub longest_pause_us: f64,
    /// Frames that the receiving end dropped.
    pub drops: u64,
    /// The most bytes that waited at the sending end.
    pub peak_queue_bytes: u64,
}

/// A switch's buffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SwitchBufferView {
    /// The switch.
    pub name: String,
    /// Its packet buffer.
    pub buffer_bytes: u64,
    /// The most of the shared part that was in use.
    pub peak_shared_bytes: u64,
}

/// A flow that did not complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnfinishedView {
    /// Its place in the list of flows.
    pub flow: u64,
    /// Payload that was acknowledged.
    pub acknowledged_bytes: u64,
    /// Why.
    pub why: String,
}

/// Samples over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeriesView {
    /// Times of the samples.
    pub times_us: Vec<f64>,
    /// Bytes waiting at the busiest switch ports.
    pub queues: Vec<QueueView>,
    /// What senders allowed themselves.
    pub rates: Vec<RateView>,
}

/// A queue over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueueView {
    /// The switch.
    pub switch: String,
    /// The cable that the port sends into.
    pub cable: u32,
    /// Bytes at each sample.
    pub bytes: Vec<u32>,
}

/// A flow's rate over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateView {
    /// Its place in the list of flows.
    pub flow: u64,
    /// Its rate at each sample.
    pub gbps: Vec<f64>,
}

impl SimulationView {
    /// The record of a run; `series` adds queues and rates over time. O(flows + links + samples).
    pub fn of(design: &Design, scenario: &Scenario, report: &SimReport, series: bool) -> Self {
        let topology = design.topology();
        Self {
            name: design.name.clone(),
            profile: report.profile.clone(),
            seed: report.seed,
            workload: workload(&scenario.workload).0,
            message_bytes: workload(&scenario.workload).1,
            ecn: scenario.ecn,
            dcqcn: scenario.dcqcn,
            pfc: scenario.pfc,
            finished: report.finished,
            end_us: report.end.as_us_f64(),
            all_reduce: report.all_reduce.as_ref().map(SimulatedAllReduceView::of),
            fct: report.fct.as_ref().map(PercentilesView::of),
            totals: TotalsView::of(report),
            flows: report
                .flows
                .iter()
                .map(|flow| FlowView::of(topology, flow))
                .collect(),
            links: report
                .links
                .iter()
                .map(|link| LinkView::of(topology, link))
                .collect(),
            switches: switches(topology, report),
            unfinished: unfinished(report),
            frame_hops: report.frame_hops,
            events: report.events,
            trace_hash: format!("{:016x}", report.trace_hash),
            series: series.then(|| SeriesView::of(topology, report)),
            notes: report.notes.clone(),
        }
    }
}

fn workload(spec: &WorkloadSpec) -> (&'static str, Option<u64>) {
    match spec {
        WorkloadSpec::RingAllReduce { message } => ("ring_all_reduce", Some(message.as_u64())),
        WorkloadSpec::Incast { size, .. } => ("incast", Some(size.as_u64())),
        WorkloadSpec::Permutation { size } => ("permutation", Some(size.as_u64())),
        WorkloadSpec::AllToAll { size } => ("all_to_all", Some(size.as_u64())),
        WorkloadSpec::Flows(_) => ("flows", None),
    }
}

fn switches(topology: &Topology, report: &SimReport) -> Vec<SwitchBufferView> {
    let view = |switch: &crate::engine::sim::SwitchResult| SwitchBufferView {
        name: name_of(topology, switch.node),
        buffer_bytes: switch.buffer.as_u64(),
        peak_shared_bytes: switch.peak_shared.as_u64(),
    };
    report.switches.iter().map(view).collect()
}

fn unfinished(report: &SimReport) -> Vec<UnfinishedView> {
    let view = |flow: &crate::engine::sim::UnfinishedFlow| UnfinishedView {
        flow: flow.flow,
        acknowledged_bytes: flow.acknowledged.as_u64(),
        why: flow.why.clone(),
    };
    report.unfinished.iter().map(view).collect()
}

impl SimulatedAllReduceView {
    fn of(result: &AllReduceResult) -> Self {
        let gbytes = |rate: BitRate| rounded(rate.as_gbytes_f64());
        Self {
            message_bytes: result.message.as_u64(),
            time_us: result.time.map(SimTime::as_us_f64),
            algbw_gbytes: result.algbw.map(gbytes),
            busbw_gbytes: result.busbw.map(gbytes),
            gpus: result.ranks,
            nodes: result.nodes,
            rings: result.rings,
        }
    }
}

impl PercentilesView {
    fn of(times: &Percentiles) -> Self {
        Self {
            min_us: times.min.as_us_f64(),
            mean_us: times.mean.as_us_f64(),
            p50_us: times.p50.as_us_f64(),
            p95_us: times.p95.as_us_f64(),
            p99_us: times.p99.as_us_f64(),
            max_us: times.max.as_us_f64(),
        }
    }
}

impl TotalsView {
    fn of(report: &SimReport) -> Self {
        let totals = &report.totals;
        Self {
            planned_bytes: totals.planned.as_u64(),
            delivered_bytes: totals.delivered.as_u64(),
            drops: totals.drops,
            pauses: totals.pauses,
            paused_us: totals.paused.as_us_f64(),
            ce_marked: totals.ce_marked,
            timeouts: totals.timeouts,
        }
    }
}

impl FlowView {
    fn of(topology: &Topology, flow: &FlowResult) -> Self {
        let name = |port: PortRef| name_of(topology, port.node);
        Self {
            from: name(flow.src),
            from_port: flow.src.port,
            to: name(flow.dst),
            to_port: flow.dst.port,
            bytes: flow.size.as_u64(),
            start_us: flow.start.map(SimTime::as_us_f64),
            fct_us: flow.fct.map(SimTime::as_us_f64),
            slowdown: flow.slowdown.map(rounded),
        }
    }
}

impl LinkView {
    fn of(topology: &Topology, result: &LinkResult) -> Self {
        let link = topology.link(result.link);
        let end = |port: Option<PortRef>| port.map_or_else(String::new, |port| name_of(topology, port.node));
        Self {
            cable: result.link.number(),
            a: end(link.map(|link| link.a)),
            b: end(link.map(|link| link.b)),
            gbps: link.map_or(0.0, |link| link.rate.as_gbps_f64()),
            forward: DirectionView::of(&result.forward),
            backward: DirectionView::of(&result.backward),
        }
    }
}

impl DirectionView {
    fn of(direction: &DirectionResult) -> Self {
        Self {
            utilisation: rounded(direction.utilisation),
            bytes: direction.bytes.as_u64(),
            ce_marked: direction.ce_marked,
            pauses: direction.pause_count,
            paused_us: direction.paused.as_us_f64(),
            longest_pause_us: direction.longest_pause.as_us_f64(),
            drops: direction.drops,
            peak_queue_bytes: direction.peak_queue.as_u64(),
        }
    }
}

impl SeriesView {
    fn of(topology: &Topology, report: &SimReport) -> Self {
        let queue = |series: &QueueSeries| QueueView {
            switch: name_of(topology, series.node),
            cable: series.link.number(),
            bytes: series.bytes.clone(),
        };
        let rate = |series: &RateSeries| RateView {
            flow: series.flow,
            gbps: series.rate.iter().map(|rate| rate.as_gbps_f64()).collect(),
        };
        Self {
            times_us: report.sample_times.iter().map(|time| time.as_us_f64()).collect(),
            queues: report.queues.iter().map(queue).collect(),
            rates: report.rates.iter().map(rate).collect(),
        }
    }
}
