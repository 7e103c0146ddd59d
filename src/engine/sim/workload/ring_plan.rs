//! Laying the rings of an all-reduce as NCCL lays them: one ring a NIC port, through all islands in order.
//!
//! Ring `r` enters an island by NIC port `r`, visits its GPUs over NVLink from the one that the NIC serves, and leaves by
//! the same port to port `r` of the next island. Where the last GPU is not served by that NIC, its data first goes over
//! NVLink to the one that is (NCCL calls it PXN), which takes NVLink bandwidth but no step. The chunk is
//! `message / (rings * GPUs)`, rounded up, and moves as one message; `2 (n - 1)` steps make the all-reduce.

use super::super::error::ScenarioError;
use super::super::network::Network;
use super::super::scenario::Scenario;
use super::islands::{Exit, Island, islands};
use super::ring::{Carrier, Lane, Leg, Ring};
use super::{Plan, PlannedFlow};
use crate::engine::topology::Topology;

/// Rings inside a single island, where no NIC counts them.
const RINGS_WITHOUT_NICS: usize = 8;
/// The most chunk transfers that a run may have.
const MOST_TRANSFERS: u64 = 400_000_000;

/// Plans the rings over all GPUs of a design.
pub(super) fn plan(
    topology: &Topology,
    network: &Network,
    scenario: &Scenario,
    message: u64,
) -> Result<Plan, ScenarioError> {
    let islands = islands(topology, network, &scenario.steps);
    let ranks: usize = islands.iter().map(|island| island.gpus.len()).sum();
    if ranks < 2 {
        return Err(ScenarioError::NothingToSimulate(format!(
            "an all-reduce takes two GPUs, the design has {ranks}"
        )));
    }
    let (rings, notes) = count_rings(&islands)?;
    let steps = 2 * (ranks as u64 - 1);
    let transfers = steps * (ranks as u64) * rings as u64;
    if transfers > MOST_TRANSFERS {
        let what =
            format!("{rings} rings over {ranks} GPUs make {transfers} transfers, at most {MOST_TRANSFERS}");
        return Err(ScenarioError::TooLarge(what));
    }
    let chunk = message.div_ceil(rings as u64 * ranks as u64);
    let mut layout = Layout {
        flows: Vec::new(),
        leg_of_flow: Vec::new(),
        legs: Vec::new(),
        chunk,
        steps,
        scenario,
    };
    for ring in 0..rings {
        layout.lay_ring(&islands, ring);
    }
    let lanes = islands
        .iter()
        .flat_map(|island| &island.gpus)
        .map(|&rate| Lane::new(rate, chunk))
        .collect();
    let ring = Ring {
        legs: layout.legs,
        lanes,
        leg_of_flow: layout.leg_of_flow,
        steps: steps as u32,
        chunk,
        network_latency: scenario.steps.network_step.as_ps(),
        message,
        ranks: ranks as u64,
        islands: islands.len() as u64,
        rings: rings as u64,
        arrived: 0,
        last_arrival: 0,
    };
    Ok(Plan {
        flows: layout.flows,
        ring: Some(ring),
        notes,
    })
}

/// One ring a NIC port; as many as the island with the fewest has.
fn count_rings(islands: &[Island]) -> Result<(usize, Vec<String>), ScenarioError> {
    if islands.len() == 1 {
        let note =
            format!("one NVLink domain: {RINGS_WITHOUT_NICS} rings over NVLink, nothing crosses the network");
        return Ok((RINGS_WITHOUT_NICS, vec![note]));
    }
    let fewest = islands.iter().min_by_key(|island| island.exits.len());
    let Some(fewest) = fewest.filter(|island| !island.exits.is_empty()) else {
        let name = fewest.map_or("", |island| &island.name);
        return Err(ScenarioError::NothingToSimulate(format!(
            "{name} has no cabled network port"
        )));
    };
    let rings = fewest.exits.len();
    let mut notes = Vec::new();
    if islands.iter().any(|island| island.exits.len() != rings) {
        notes.push(format!(
            "servers differ in cabled NIC ports: {rings} rings, as many as {} has; the others leave ports idle",
            fewest.name
        ));
    }
    Ok((rings, notes))
}

/// Legs and flows under construction.
struct Layout<'a> {
    flows: Vec<PlannedFlow>,
    leg_of_flow: Vec<u32>,
    legs: Vec<Leg>,
    chunk: u64,
    steps: u64,
    scenario: &'a Scenario,
}

impl Layout<'_> {
    /// Lays one ring through all islands.
    fn lay_ring(&mut self, islands: &[Island], ring: usize) {
        let first_leg = self.legs.len();
        let mut first_lane = 0;
        for (i, island) in islands.iter().enumerate() {
            let exit = island.exits.get(ring);
            let alone = islands.len() == 1;
            self.lay_island(island, first_lane, exit.filter(|_| !alone));
            if let (false, Some(from)) = (alone, exit) {
                let next = &islands[(i + 1) % islands.len()];
                if let Some(to) = next.exits.get(ring) {
                    self.lay_crossing(island, from, to);
                }
            }
            first_lane += island.gpus.len();
        }
        let end = self.legs.len();
        for (place, leg) in self.legs.iter_mut().enumerate().skip(first_leg) {
            leg.next = if place + 1 == end {
                first_leg as u32
            } else {
                place as u32 + 1
            };
        }
    }

    /// Visits the GPUs of an island; with no exit the last sends to the first.
    fn lay_island(&mut self, island: &Island, first_lane: usize, exit: Option<&Exit>) {
        let n = island.gpus.len();
        let start = exit.map_or(0, entry_gpu);
        let latency = self.scenario.steps.local_hop.as_ps();
        let hops = if exit.is_some() { n - 1 } else { n };
        for hop in 0..hops {
            let lane = (first_lane + (start + hop) % n) as u32;
            self.legs.push(Leg {
                carrier: Carrier::Local { lane, latency },
                next: 0,
                posted: 0,
                starts: true,
            });
        }
        let last = (start + n - 1) % n;
        if exit.is_some_and(|exit| !exit.gpus.contains(&last)) {
            let lane = (first_lane + last) as u32;
            self.legs.push(Leg {
                carrier: Carrier::Local { lane, latency: 0 },
                next: 0,
                posted: 0,
                starts: true,
            });
        }
    }

    /// Crosses to the next island by a queue pair of its own.
    fn lay_crossing(&mut self, island: &Island, from: &Exit, to: &Exit) {
        let n = island.gpus.len();
        let last = (entry_gpu(from) + n - 1) % n;
        let flow = self.flows.len() as u32;
        self.flows.push(PlannedFlow {
            message: self.chunk,
            posted: false,
            ..PlannedFlow::plain(from.host, to.host, self.chunk.saturating_mul(self.steps))
        });
        self.leg_of_flow.push(self.legs.len() as u32);
        let starts = from.gpus.contains(&last);
        self.legs.push(Leg {
            carrier: Carrier::Network(flow),
            next: 0,
            posted: 0,
            starts,
        });
    }
}

/// The GPU by which a ring enters: the one after the first that the NIC serves, if it serves several, so that the ring
/// can leave by the first; else the only one.
fn entry_gpu(exit: &Exit) -> usize {
    if exit.gpus.len() > 1 {
        exit.gpus.start + 1
    } else {
        exit.gpus.start
    }
}
