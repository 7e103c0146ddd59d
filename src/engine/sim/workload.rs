//! Traffic: which flows there are, what starts them, and what follows when messages arrive.
//!
//! A [`Plan`] is made from the specification before the run; the [`Workload`] drives it during the run. Plain flows
//! may wait for others; a ring all-reduce posts chunk after chunk on long-lived queue pairs.

mod islands;
mod patterns;
mod ring;
mod ring_plan;

pub(super) use ring::Ring;

use super::core::Core;
use super::error::ScenarioError;
use super::network::Network;
use super::packet::Kind;
use super::scenario::{Scenario, WorkloadSpec};
use crate::engine::topology::Topology;

/// The most flows, and ring transfers, that a run may have.
const MOST_FLOWS: usize = 1_000_000;
/// The UDP port of RoCEv2 (IANA).
const ROCE_PORT: u16 = 4791;
/// The largest flow: 2^40 bytes.
const LARGEST: u64 = 1 << 40;

/// What is to be sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The flows, in order of creation among those that start together.
    pub(super) flows: Vec<PlannedFlow>,
    /// The all-reduce that posts on them, if it is one.
    pub(super) ring: Option<Ring>,
    /// What a reader of the result should know.
    pub(super) notes: Vec<String>,
}

/// One flow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedFlow {
    /// Place of the sending host.
    pub(super) src: u32,
    /// Place of the receiving host.
    pub(super) dst: u32,
    /// UDP destination port.
    pub(super) dst_port: u16,
    /// Bytes in all.
    pub(super) size: u64,
    /// Bytes of each message; the size for plain flows.
    pub(super) message: u64,
    /// Whether all bytes are there at the start; otherwise the ring posts them.
    pub(super) posted: bool,
    /// When it starts, in ps, if it waits for none.
    pub(super) start: u64,
    /// The flows that it waits for.
    pub(super) after: Vec<u32>,
    /// From the last of them to its start, in ps.
    pub(super) delay: u64,
}

impl PlannedFlow {
    /// A plain flow that starts at once.
    fn plain(src: u32, dst: u32, size: u64) -> Self {
        let (dst_port, after) = (ROCE_PORT, Vec::new());
        Self {
            src,
            dst,
            dst_port,
            size,
            message: size,
            posted: true,
            start: 0,
            after,
            delay: 0,
        }
    }
}

/// Plans the traffic of a scenario on a network laid from this topology.
pub(super) fn plan(
    topology: &Topology,
    network: &Network,
    scenario: &Scenario,
) -> Result<Plan, ScenarioError> {
    let plan = match &scenario.workload {
        WorkloadSpec::RingAllReduce { message } => {
            ring_plan::plan(topology, network, scenario, message.as_u64())?
        }
        WorkloadSpec::Incast { senders, size } => patterns::incast(network, *senders, size.as_u64())?,
        WorkloadSpec::Permutation { size } => patterns::permutation(network, size.as_u64(), scenario.seed)?,
        WorkloadSpec::AllToAll { size } => patterns::all_to_all(network, size.as_u64())?,
        WorkloadSpec::Flows(flows) => patterns::explicit(network, flows)?,
    };
    check(network, &plan)?;
    Ok(plan)
}

/// Sizes, ends and dependencies of a plan.
pub(super) fn check(network: &Network, plan: &Plan) -> Result<(), ScenarioError> {
    if plan.flows.is_empty() && plan.ring.is_none() {
        return Err(ScenarioError::NothingToSimulate(
            "no flow has two ends in this fabric".into(),
        ));
    }
    if plan.flows.len() > MOST_FLOWS {
        return Err(ScenarioError::TooLarge(format!(
            "{} flows, at most {MOST_FLOWS}",
            plan.flows.len()
        )));
    }
    for flow in &plan.flows {
        let size = if flow.posted { flow.size } else { flow.message };
        if size == 0 || size > LARGEST || flow.message == 0 {
            return Err(ScenarioError::Size(crate::engine::units::Bytes::new(size)));
        }
        if flow.src == flow.dst {
            let name = network
                .hosts
                .get(flow.src as usize)
                .map_or_else(String::new, |host| host.name.clone());
            return Err(ScenarioError::ToItself(name));
        }
    }
    patterns::check_dependencies(&plan.flows)
}

/// The traffic during the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Workload {
    /// For each flow, the flows that wait for it.
    children: Vec<Vec<u32>>,
    /// For each flow, how many it still waits for.
    parents_left: Vec<u32>,
    /// For each flow, from its last parent's completion to its start, in ps.
    delay: Vec<u64>,
    /// The all-reduce, if it is one.
    pub(super) ring: Option<Ring>,
}

impl Workload {
    /// The traffic of a plan.
    pub(super) fn new(plan: &Plan) -> Self {
        let mut children = vec![Vec::new(); plan.flows.len()];
        for (i, flow) in plan.flows.iter().enumerate() {
            for &parent in &flow.after {
                children[parent as usize].push(i as u32);
            }
        }
        Self {
            children,
            parents_left: plan.flows.iter().map(|flow| flow.after.len() as u32).collect(),
            delay: plan.flows.iter().map(|flow| flow.delay).collect(),
            ring: plan.ring.clone(),
        }
    }
}

impl Core {
    /// A flow starts: it takes its path, joins its NIC and may send at once.
    pub(super) fn on_flow_start(&mut self, id: u32) {
        let flow = self.pool[id].owner;
        self.pool.give_back(id);
        let pair = &mut self.pairs[flow as usize];
        let next_path = &mut self.next_path[pair.group as usize];
        let path = self.paths[*next_path as usize];
        *next_path += 1;
        (pair.forward, pair.backward, pair.src_port) = (path.forward, path.backward, path.src_port);
        pair.started = true;
        pair.start = self.now;
        pair.next_send = self.now;
        let nic = &mut self.nics[pair.nic as usize];
        nic.pairs.push(flow);
        nic.stir();
        let port = nic.port;
        self.nic_transmit(port);
    }

    /// A flow has completed: those that waited for it alone are planned to start.
    pub(super) fn on_flow_complete(&mut self, flow: u32) {
        for place in 0..self.workload.children[flow as usize].len() {
            let child = self.workload.children[flow as usize][place];
            let left = &mut self.workload.parents_left[child as usize];
            *left -= 1;
            if *left == 0 {
                let start = self.now.saturating_add(self.workload.delay[child as usize]);
                self.plan_flow_start(child, start);
            }
        }
        self.end_if_all_done();
    }

    /// Plans the start of a flow.
    pub(super) fn plan_flow_start(&mut self, flow: u32, time: u64) {
        let id = self.pool.take(Kind::FlowStart, flow);
        self.wheel.push(&mut self.pool, id, time);
    }

    /// With all flows completed and all chunks arrived the run ends, at once or after the drain.
    pub(super) fn end_if_all_done(&mut self) {
        let arrived = self
            .workload
            .ring
            .as_ref()
            .is_none_or(|ring| ring.arrived == ring.total());
        if self.totals.completed < self.pairs.len() || !arrived {
            return;
        }
        if self.rules.drain == 0 {
            self.over = true;
            return;
        }
        let id = self.pool.take(Kind::TimeLimit, 0);
        self.dormant += 1;
        self.wheel
            .push(&mut self.pool, id, self.now.saturating_add(self.rules.drain));
    }
}
