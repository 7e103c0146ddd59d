//! What a run tells: flow completion times, links, queues, the all-reduce, and what did not finish and why.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::PortRef;
use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimReport {
    /// Name of the model that was followed.
    pub profile: String,
    /// The seed.
    pub seed: u64,
    /// Simulated time at the end.
    pub end: SimTime,
    /// Whether everything was delivered and acknowledged.
    pub finished: bool,
    /// Flows that did not complete, at most 100 of them, and why.
    pub unfinished: Vec<UnfinishedFlow>,
    /// How many flows did not complete.
    pub n_unfinished: u64,
    /// Frames of any kind that started on a link direction.
    pub frame_hops: u64,
    /// Events handled.
    pub events: u64,
    /// Hash of every frame with its time and place.
    pub trace_hash: u64,
    /// All flows, in order of the workload.
    pub flows: Vec<FlowResult>,
    /// Completion times of the flows that completed.
    pub fct: Option<Percentiles>,
    /// All links.
    pub links: Vec<LinkResult>,
    /// All switches.
    pub switches: Vec<SwitchResult>,
    /// Sums over all links and flows.
    pub totals: SimTotals,
    /// Times of the samples of `queues` and `rates`.
    pub sample_times: Vec<SimTime>,
    /// Bytes waiting at the busiest switch ports, by sample.
    pub queues: Vec<QueueSeries>,
    /// DCQCN rates of some flows, by sample.
    pub rates: Vec<RateSeries>,
    /// The all-reduce, if it was one.
    pub all_reduce: Option<AllReduceResult>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// Sums over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimTotals {
    /// Payload of all flows.
    pub planned: Bytes,
    /// Payload that arrived in order.
    pub delivered: Bytes,
    /// Payload that was sent more than once or thrown away at the receiver.
    pub discarded: Bytes,
    /// Payload that switches dropped.
    pub dropped: Bytes,
    /// Frames that switches dropped.
    pub drops: u64,
    /// Pause frames that arrived.
    pub pauses: u64,
    /// Resume frames that arrived.
    pub resumes: u64,
    /// Time in pauses, summed over link directions.
    pub paused: SimTime,
    /// Data frames that left a port with a congestion mark, counted at every port that they left.
    pub ce_marked: u64,
    /// Retransmission timers that ran out.
    pub timeouts: u64,
}

/// A flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlowResult {
    /// The sending NIC port.
    pub src: PortRef,
    /// The receiving NIC port.
    pub dst: PortRef,
    /// UDP source port, which the ECMP hash saw.
    pub src_port: u16,
    /// Payload.
    pub size: Bytes,
    /// When its queue pair was created; `None` if it never started.
    pub start: Option<SimTime>,
    /// From there to the arrival of the last acknowledgement at the sender; `None` if that never came.
    pub fct: Option<SimTime>,
    /// `fct` over that of the same flow alone on its path; `None` for flows whose bytes come bit by bit.
    pub slowdown: Option<f64>,
    /// Payload that was sent again.
    pub resent: Bytes,
}

/// A flow that did not complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnfinishedFlow {
    /// Its place in [`SimReport::flows`].
    pub flow: u64,
    /// Payload that was acknowledged.
    pub acknowledged: Bytes,
    /// Why.
    pub why: String,
}

/// Flow completion times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Percentiles {
    /// The shortest.
    pub min: SimTime,
    /// The mean.
    pub mean: SimTime,
    /// The median (nearest rank, as the others).
    pub p50: SimTime,
    /// 95 % are no longer.
    pub p95: SimTime,
    /// 99 % are no longer.
    pub p99: SimTime,
    /// The longest.
    pub max: SimTime,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkResult {
    /// The cable.
    pub link: LinkId,
    /// From end `a` to end `b`.
    pub forward: DirectionResult,
    /// From end `b` to end `a`.
    pub backward: DirectionResult,
}

impl LinkResult {
    /// How busy the busier direction was, in thousandths of the link's rate.
    pub fn utilisation_per_mille(&self) -> u16 {
        let busier = self.forward.utilisation.max(self.backward.utilisation);
        (busier.clamp(0.0, 1.0) * 1000.0).round() as u16
    }
}

/// One direction of a link, seen from the end that sends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DirectionResult {
    /// Share of the run during which bits were on the wire, 0 to 1.
    pub utilisation: f64,
    /// Bytes that left, without preamble and gap.
    pub bytes: Bytes,
    /// Frames that left.
    pub frames: u64,
    /// Of these, acknowledgements and PFC frames.
    pub control_frames: u64,
    /// Data frames that left with a congestion mark.
    pub ce_marked: u64,
    /// Pause frames that came to the sending end.
    pub pause_count: u64,
    /// Resume frames that came.
    pub resume_count: u64,
    /// Time that the sending end was paused.
    pub paused: SimTime,
    /// The longest single pause.
    pub longest_pause: SimTime,
    /// Frames that the receiving end dropped.
    pub drops: u64,
    /// The most bytes that waited at the sending end.
    pub peak_queue: Bytes,
    /// When that was.
    pub peak_time: SimTime,
}

/// A switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchResult {
    /// The device.
    pub node: NodeId,
    /// Its packet buffer.
    pub buffer: Bytes,
    /// What of it was shared between the ports.
    pub shared: Bytes,
    /// The most of the shared part that was in use.
    pub peak_shared: Bytes,
}

/// Bytes waiting at a port over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueSeries {
    /// The link that the port sends into.
    pub link: LinkId,
    /// Whether it sends from end `a` to end `b`.
    pub forward: bool,
    /// The switch.
    pub node: NodeId,
    /// Bytes at each sample.
    pub bytes: Vec<u32>,
}

/// Rate of a flow over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateSeries {
    /// The flow's place in [`SimReport::flows`].
    pub flow: u64,
    /// What its sender allowed itself at each sample; zero before its start and after its end.
    pub rate: Vec<BitRate>,
}

/// A ring all-reduce.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllReduceResult {
    /// Bytes that each GPU reduces, S.
    pub message: Bytes,
    /// Until the last chunk arrived; `None` if some never did.
    pub time: Option<SimTime>,
    /// S / time.
    pub algbw: Option<BitRate>,
    /// algbw * 2 (n - 1) / n.
    pub busbw: Option<BitRate>,
    /// GPUs, n.
    pub ranks: u64,
    /// Servers, or NVLink domains that span servers.
    pub nodes: u64,
    /// Rings.
    pub rings: u64,
}
