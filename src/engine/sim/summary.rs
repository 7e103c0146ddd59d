//! Making the report of a run from the machine's counters.

use super::core::Core;
use super::network::{Network, NetworkLink, SwitchSite, Vertex};
use super::packet::NIL;
use super::port::Port;
use super::report::{
    AllReduceResult, DirectionResult, FlowResult, LinkResult, Percentiles, QueueSeries, RateSeries,
    SimReport, SimTotals, SwitchResult,
};
use super::scenario::Scenario;
use super::shared_buffer::SharedBuffer;
use super::stall;
use crate::engine::order::SmallSort;
use crate::engine::topology::LinkLayer;
use crate::engine::units::{BitRate, Bytes, SimTime};

/// How many port queues are told over time: those with the highest peaks.
const BUSIEST: usize = 8;

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
    times.small_sort();
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
    let link = |(l, link): (usize, &NetworkLink)| LinkResult {
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
    let tell = |(site, buffer): (&SwitchSite, &SharedBuffer)| SwitchResult {
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
    places.small_sort_by_key(|&place| (std::cmp::Reverse(peak(core.recorder.ports[place])), place));
    let busy = places
        .into_iter()
        .filter(|&place| peak(core.recorder.ports[place]) > 0)
        .take(BUSIEST);
    busy.filter_map(|place| {
        let p = core.recorder.ports[place];
        let link = &network.links[p as usize / 2];
        let forward = p.is_multiple_of(2);
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
    notes.extend(latency_bound(core, scenario));
    if let Some(deadlock) = stall::deadlock(core, network) {
        notes.push(deadlock);
    }
    notes.push(scenario.profile.known_error().into());
    notes
}

/// Says so where the steps' fixed costs take most of a ring's time: `2 (n - 1)` steps, of each lap as many over the
/// network as there are islands.
fn latency_bound(core: &Core, scenario: &Scenario) -> Option<String> {
    let ring = core.workload.ring.as_ref()?;
    let (ranks, costs) = (ring.ranks, &scenario.steps);
    let crossings = if ring.islands > 1 { ring.islands } else { 0 };
    let local = costs.local_hop.as_ps().saturating_mul(ranks - crossings);
    let lap = local.saturating_add(costs.network_step.as_ps().saturating_mul(crossings));
    let steps = 2 * (ranks - 1);
    let fixed = u64::try_from(u128::from(lap) * u128::from(steps) / u128::from(ranks)).unwrap_or(u64::MAX);
    (ring.last_arrival > 0 && fixed > ring.last_arrival / 2).then(|| {
        format!(
            "Latency-bound: the fixed costs of {steps} steps ({:.1} us a hop inside a server, {:.1} us a network \
             step) take {:.0} us of {:.0} us; a larger message comes closer to the link rate",
            costs.local_hop.as_us_f64(),
            costs.network_step.as_us_f64(),
            SimTime::from_ps(fixed).as_us_f64(),
            SimTime::from_ps(ring.last_arrival).as_us_f64()
        )
    })
}
