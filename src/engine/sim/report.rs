//! What a run tells: flow completion times, links, queues, the all-reduce, and what did not finish and why.

use super::core::Core;
use super::network::{Network, Vertex};
use super::packet::NIL;
use super::port::Port;
use super::scenario::Scenario;
use super::stall;
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{LinkLayer, PortRef};
use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// How many port queues are told over time: those with the highest peaks.
const BUSIEST: usize = 8;

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

/// Share of the payload (of the chunks, in an all-reduce) that has arrived.
pub(super) fn done_fraction(core: &Core) -> f64 {
    let (done, all) = match &core.workload.ring {
        Some(ring) => (ring.arrived, ring.total()),
        None => (core.totals.delivered_payload, core.totals.planned_payload),
    };
    if all == 0 { 1.0 } else { done as f64 / all as f64 }
}

/// Tells what has happened so far.
pub(super) fn report(core: &Core, network: &Network, scenario: &Scenario, notes: &[String]) -> SimReport {
    let links = links(core, network);
    let arrived = core
        .workload
        .ring
        .as_ref()
        .is_none_or(|ring| ring.arrived == ring.total());
    let (unfinished, n_unfinished) = stall::unfinished(core, network);
    let flows: Vec<FlowResult> = (0..core.pairs.len()).map(|i| flow(core, network, i)).collect();
    SimReport {
        profile: scenario.profile.name().into(),
        seed: scenario.seed,
        end: SimTime::from_ps(core.now),
        finished: n_unfinished == 0 && arrived,
        unfinished,
        n_unfinished,
        frame_hops: core.totals.frame_hops,
        events: core.totals.events,
        trace_hash: core.trace.value(),
        fct: percentiles(flows.iter().filter_map(|flow| flow.fct).collect()),
        flows,
        totals: totals(core, &links),
        links,
        switches: switches(core, network),
        sample_times: core.recorder.times().map(SimTime::from_ps).collect(),
        queues: queues(core, network),
        rates: rates(core),
        all_reduce: all_reduce(core),
        notes: all_notes(core, network, scenario, notes),
    }
}

fn flow(core: &Core, network: &Network, i: usize) -> FlowResult {
    let pair = &core.pairs[i];
    let completed = pair.completed.then(|| SimTime::from_ps(pair.fct));
    let alone = (pair.message == pair.size && pair.started).then(|| time_alone(core, i));
    FlowResult {
        src: network.hosts[pair.nic as usize].port,
        dst: network.hosts[pair.dst as usize].port,
        src_port: pair.src_port,
        size: Bytes::new(pair.size),
        start: pair.started.then(|| SimTime::from_ps(pair.start)),
        fct: completed,
        slowdown: completed
            .zip(alone)
            .map(|(fct, alone)| fct.as_ps() as f64 / alone.max(1) as f64),
        resent: Bytes::new(pair.resent),
    }
}

/// The completion time of a flow that is alone on its path, in ps: store and forward of its frames one behind the
/// other, and the last acknowledgement's way back. O(hops).
pub(super) fn time_alone(core: &Core, flow: usize) -> u64 {
    let pair = &core.pairs[flow];
    let rules = &core.rules;
    let frames = pair.size.div_ceil(rules.mtu);
    let full = rules.mtu.min(pair.size) as u16 + rules.framing.data_header;
    let last = (pair.size - (frames - 1) * rules.mtu) as u16 + rules.framing.data_header;
    let ports = |path: u32| {
        core.hops[path as usize..]
            .iter()
            .take_while(|hop| hop.out != NIL)
            .map(|hop| hop.out)
    };
    let time = |p: u32, size: u16| core.frame_times[core.ports[p as usize].times as usize].of(size);
    // When the last but one frame, and the last, have left each port; delays are added at the end.
    let wire = u64::from(full) + u64::from(rules.framing.wire_extra);
    let mut slowest = rules.gap(pair.reaction.line, wire);
    let (mut first_through, mut before, mut end) = (0_u64, 0_u64, 0_u64);
    let mut delays = 0_u64;
    let mut start = (frames - 1).saturating_mul(slowest);
    for p in ports(pair.forward) {
        slowest = slowest.max(time(p, full));
        first_through += time(p, full);
        if frames > 1 {
            before = first_through + (frames - 2).saturating_mul(slowest);
        }
        end = start.max(end).max(before) + time(p, last);
        start = 0;
        delays += core.ports[p as usize].delay;
    }
    let back: u64 = ports(pair.backward)
        .map(|p| time(p, rules.framing.ack) + core.ports[p as usize].delay)
        .sum();
    end + delays + back
}

fn percentiles(mut times: Vec<SimTime>) -> Option<Percentiles> {
    times.sort_unstable();
    let n = times.len();
    let rank = |percent: usize| times[(n * percent).div_ceil(100).clamp(1, n) - 1];
    let sum: u128 = times.iter().map(|time| u128::from(time.as_ps())).sum();
    (n > 0).then(|| Percentiles {
        min: times[0],
        mean: SimTime::from_ps((sum / n as u128) as u64),
        p50: rank(50),
        p95: rank(95),
        p99: rank(99),
        max: times[n - 1],
    })
}

fn links(core: &Core, network: &Network) -> Vec<LinkResult> {
    let of = |l: usize, side: usize| {
        direction(
            core,
            &core.ports[2 * l + side],
            &core.ports[2 * l + 1 - side],
            network.links[l].rate,
        )
    };
    let link = |(l, link): (usize, &super::network::NetworkLink)| LinkResult {
        link: link.id,
        forward: of(l, 0),
        backward: of(l, 1),
    };
    network.links.iter().enumerate().map(link).collect()
}

fn direction(core: &Core, near: &Port, far: &Port, rate: BitRate) -> DirectionResult {
    let counters = &near.counters;
    let wire = counters.bytes + counters.frames * u64::from(core.rules.framing.wire_extra);
    let possible = rate.as_bps() as f64 * core.now as f64 / 8e12;
    let pausing = counters.paused_since.map_or(0, |since| core.now - since);
    DirectionResult {
        utilisation: if possible > 0.0 {
            (wire as f64 / possible).min(1.0)
        } else {
            0.0
        },
        bytes: Bytes::new(counters.bytes),
        frames: counters.frames,
        control_frames: counters.control_frames,
        ce_marked: counters.marked,
        pause_count: counters.pauses,
        resume_count: counters.resumes,
        paused: SimTime::from_ps(counters.paused_until(core.now)),
        longest_pause: SimTime::from_ps(counters.longest_pause.max(pausing)),
        drops: far.counters.drops,
        peak_queue: Bytes::new(u64::from(counters.peak_egress)),
        peak_time: SimTime::from_ps(counters.peak_time),
    }
}

fn totals(core: &Core, links: &[LinkResult]) -> SimTotals {
    let mut totals = SimTotals {
        planned: Bytes::new(core.totals.planned_payload),
        delivered: Bytes::new(core.totals.delivered_payload),
        discarded: Bytes::new(core.totals.discarded_payload),
        dropped: Bytes::new(core.totals.dropped_payload),
        timeouts: core.totals.timeouts,
        ..SimTotals::default()
    };
    for direction in links.iter().flat_map(|link| [&link.forward, &link.backward]) {
        totals.drops += direction.drops;
        totals.pauses += direction.pause_count;
        totals.resumes += direction.resume_count;
        totals.paused += direction.paused;
        totals.ce_marked += direction.ce_marked;
    }
    totals
}

fn switches(core: &Core, network: &Network) -> Vec<SwitchResult> {
    let tell =
        |(site, buffer): (&super::network::SwitchSite, &super::shared_buffer::SharedBuffer)| SwitchResult {
            node: site.node,
            buffer: site.buffer,
            shared: Bytes::new(u64::from(buffer.pool)),
            peak_shared: Bytes::new(u64::from(buffer.peak)),
        };
    network.switches.iter().zip(&core.switches).map(tell).collect()
}

/// The series of the watched ports with the highest peaks, highest first.
fn queues(core: &Core, network: &Network) -> Vec<QueueSeries> {
    let peak = |p: u32| core.ports[p as usize].counters.peak_egress;
    let mut places: Vec<usize> = (0..core.recorder.ports.len()).collect();
    places.sort_by_key(|&place| (std::cmp::Reverse(peak(core.recorder.ports[place])), place));
    let busy = places
        .into_iter()
        .filter(|&place| peak(core.recorder.ports[place]) > 0)
        .take(BUSIEST);
    busy.filter_map(|place| {
        let p = core.recorder.ports[place];
        let link = &network.links[p as usize / 2];
        let forward = p % 2 == 0;
        let Vertex::Switch(switch) = (if forward { link.a } else { link.b }) else {
            return None;
        };
        let node = network.switches[switch as usize].node;
        Some(QueueSeries {
            link: link.id,
            forward,
            node,
            bytes: core.recorder.queue(place).to_vec(),
        })
    })
    .collect()
}

fn rates(core: &Core) -> Vec<RateSeries> {
    let series = |(place, &flow): (usize, &u32)| RateSeries {
        flow: u64::from(flow),
        rate: core
            .recorder
            .rate(place)
            .iter()
            .map(|&bps| BitRate::from_bps(bps))
            .collect(),
    };
    core.recorder.flows.iter().enumerate().map(series).collect()
}

fn all_reduce(core: &Core) -> Option<AllReduceResult> {
    let ring = core.workload.ring.as_ref()?;
    let time = (ring.arrived == ring.total() && ring.last_arrival > 0).then_some(ring.last_arrival);
    let algbw = time.map(|ps| {
        let bps = u128::from(ring.message) * 8_000_000_000_000 / u128::from(ps);
        BitRate::from_bps(u64::try_from(bps).unwrap_or(u64::MAX))
    });
    let busbw = algbw.map(|rate| {
        let bps = u128::from(rate.as_bps()) * 2 * u128::from(ring.ranks - 1) / u128::from(ring.ranks);
        BitRate::from_bps(u64::try_from(bps).unwrap_or(u64::MAX))
    });
    Some(AllReduceResult {
        message: Bytes::new(ring.message),
        time: time.map(SimTime::from_ps),
        algbw,
        busbw,
        ranks: ring.ranks,
        nodes: ring.islands,
        rings: ring.rings,
    })
}

fn all_notes(core: &Core, network: &Network, scenario: &Scenario, notes: &[String]) -> Vec<String> {
    let mut notes = notes.to_vec();
    if network
        .links
        .iter()
        .any(|link| link.layer == LinkLayer::InfiniBand)
    {
        notes
            .push("InfiniBand links are lossless by credits: ECN, DCQCN and PFC do not apply to them".into());
    }
    let drops: u64 = core.ports.iter().map(|port| port.counters.drops).sum();
    if scenario.pfc && drops > 0 {
        notes.push(format!(
            "{drops} frames were dropped in a class that PFC should keep lossless: headroom is too small"
        ));
    }
    if scenario.dcqcn && !scenario.ecn {
        notes.push("DCQCN is on but switches do not mark, so it never acts".into());
    }
    if let Some(deadlock) = stall::deadlock(core, network) {
        notes.push(deadlock);
    }
    notes
}
