//! Laying a run: checks the scenario, then turns a network and a plan into the machine's tables.

use super::core::{Core, Rules, Totals};
use super::dcqcn::{ReactionPoint, ReactionRules};
use super::error::ScenarioError;
use super::layout::lay_ports;
use super::network::{Network, Vertex};
use super::nic::Nic;
use super::packet::{Kind, NIL, Pool};
use super::paths::lay_paths;
use super::pfc::PauseMode;
use super::profile::Profile;
use super::queue_pair::{QueuePair, Receiver};
use super::random::{Draws, Random, Streams};
use super::recorder::Recorder;
use super::scenario::{Scenario, Window};
use super::trace::Trace;
use super::wheel::Wheel;
use super::workload::{Plan, Workload};
use crate::engine::units::{BitRate, SimTime};

/// The most switch ports whose queues are sampled, and the most flows whose rates are.
const SAMPLED_PORTS: usize = 8_192;
const SAMPLED_FLOWS: usize = 8;
/// How long the reference model runs on after the last flow: 100 us, in ps.
const HPCC_DRAIN: u64 = 100_000_000;

/// Lays the machine. O(hosts aimed at times links, plus flows times hops).
pub(super) fn build(network: &Network, plan: &Plan, scenario: &Scenario) -> Result<Core, ScenarioError> {
    super::check::check(network, scenario)?;
    let rules = rules_of(scenario);
    let mut pool = Pool::new();
    for port in 0..2 * network.links.len() as u32 {
        pool.take(Kind::TransmissionEnd, port);
    }
    let laid = lay_ports(network, scenario, &rules)?;
    let routing = lay_paths(network, plan, scenario)?;
    let nics = lay_nics(network, scenario);
    let mut core = Core {
        pool,
        wheel: Wheel::new(slot_shift(scenario.profile, network.links.len())),
        now: 0,
        ports: laid.ports,
        frame_times: laid.frame_times,
        switches: laid.switches,
        nics,
        pairs: Vec::with_capacity(plan.flows.len()),
        receivers: Vec::with_capacity(plan.flows.len()),
        reaction_rules: Vec::new(),
        hops: routing.hops,
        paths: routing.paths,
        next_path: routing.first_path,
        rules,
        draws: draws_of(network, scenario),
        trace: Trace::new(),
        totals: Totals::default(),
        dormant: 0,
        workload: Workload::new(plan),
        completion_order: Vec::with_capacity(plan.flows.len()),
        recorder: Recorder::new(Vec::new(), Vec::new()),
        over: false,
    };
    core.recorder = recorder_for(&core, plan.flows.len());
    lay_pairs(&mut core, network, plan, scenario, &routing.group_of_flow);
    set_going(&mut core, plan);
    Ok(core)
}

fn rules_of(scenario: &Scenario) -> Rules {
    let framing = scenario.profile.framing();
    let hpcc = scenario.profile == Profile::Hpcc;
    let mtu = scenario.mtu.as_u64();
    Rules {
        framing,
        timing: scenario.profile.timing(),
        mtu,
        full_wire_frame: mtu + u64::from(framing.data_header) + u64::from(framing.wire_extra),
        pause: match (scenario.pfc, hpcc) {
            (true, _) => PauseMode::On,
            (false, true) => PauseMode::Ignored,
            (false, false) => PauseMode::Off,
        },
        react: scenario.dcqcn,
        windows: scenario.window != Window::None,
        skip_acknowledged: !hpcc,
        retransmit: scenario.retransmit_timeout.map_or(u64::MAX, SimTime::as_ps),
        drain: if hpcc { HPCC_DRAIN } else { 0 },
        time_limit: scenario.time_limit.as_ps(),
    }
}

fn draws_of(network: &Network, scenario: &Scenario) -> Draws {
    match scenario.profile {
        Profile::Exact => Draws::Fast(Random::new(scenario.seed)),
        Profile::Hpcc => {
            let n_nodes = network.hosts.len() + network.switches.len();
            Draws::Streams(Streams::new(scenario.seed, n_nodes as u64))
        }
    }
}

/// Slots so narrow that few events share one: half a nanosecond, so that a slot of the nanosecond profile holds one
/// instant; narrower in large fabrics of the exact profile.
fn slot_shift(profile: Profile, n_links: usize) -> u32 {
    match profile {
        Profile::Hpcc => 9,
        Profile::Exact => 11_u32.saturating_sub(n_links.max(1).ilog2() / 2).max(4),
    }
}

/// The NICs in order of the hosts; one without a link never sends.
fn lay_nics(network: &Network, scenario: &Scenario) -> Vec<Nic> {
    let obey = match scenario.profile {
        // ACK_HIGH_PRIO 1 of the reference model: its NIC's acknowledgement queue heeds a bit that is never set.
        Profile::Hpcc if !scenario.acknowledgements_obey_pause => 0,
        _ => 1 << scenario.priority,
    };
    let mut nics = vec![Nic::new(NIL, obey); network.hosts.len()];
    for (l, link) in network.links.iter().enumerate() {
        for (side, vertex) in [link.a, link.b].into_iter().enumerate() {
            if let Vertex::Host(host) = vertex {
                nics[host as usize].port = (2 * l + side) as u32;
            }
        }
    }
    nics
}

/// Makes the queue pairs, one a flow.
fn lay_pairs(core: &mut Core, network: &Network, plan: &Plan, scenario: &Scenario, group_of_flow: &[u32]) {
    let mut lines: Vec<BitRate> = Vec::new();
    for (i, flow) in plan.flows.iter().enumerate() {
        let line = line_rate(network, core.nics[flow.src as usize].port, flow.src);
        let rules = lines.iter().position(|&known| known == line).unwrap_or_else(|| {
            lines.push(line);
            core.reaction_rules
                .push(ReactionRules::new(&scenario.reaction, line));
            lines.len() - 1
        });
        let reaction = ReactionPoint::new(line);
        let mut pair = QueuePair::new(flow, group_of_flow[i], scenario.priority, reaction);
        pair.rules = rules as u32;
        core.totals.planned_payload = core.totals.planned_payload.saturating_add(flow.size);
        core.pairs.push(pair);
        let message_end = if flow.posted { u64::MAX } else { flow.message };
        core.receivers.push(Receiver {
            message_end,
            ..Receiver::default()
        });
    }
    super::window::set_windows(core, network, scenario.window);
    for flow in 0..core.pairs.len() as u32 {
        core.rate_changed(flow);
    }
}

/// What a host sends at most: its link, or the PCIe path before it.
fn line_rate(network: &Network, port: u32, host: u32) -> BitRate {
    let link = network
        .links
        .get(port as usize / 2)
        .map_or(BitRate::ZERO, |link| link.rate);
    network.hosts[host as usize]
        .injection
        .map_or(link, |injection| injection.min(link))
}

/// Watches the switch ports, and some flows evenly chosen.
fn recorder_for(core: &Core, n_flows: usize) -> Recorder {
    let ports = (0..core.ports.len() as u32)
        .filter(|&p| !core.ports[p as usize].on_host)
        .take(SAMPLED_PORTS);
    let sampled = n_flows.min(SAMPLED_FLOWS);
    let flows = (0..sampled).map(|i| (i * n_flows / sampled.max(1)) as u32);
    Recorder::new(ports.collect(), flows.collect())
}

/// Plans the first events: the time limit, the samples, the starts in order of time and of the plan.
fn set_going(core: &mut Core, plan: &Plan) {
    let limit = core.pool.take(Kind::TimeLimit, 0);
    core.dormant += 1;
    core.wheel.push(&mut core.pool, limit, core.rules.time_limit);
    let ready = plan
        .flows
        .iter()
        .enumerate()
        .filter(|(_, flow)| flow.after.is_empty());
    let first = ready.clone().map(|(_, flow)| flow.start).min().unwrap_or(0);
    core.start_recording(first);
    for (i, flow) in ready {
        core.plan_flow_start(i as u32, flow.start);
    }
    core.start_ring();
}
