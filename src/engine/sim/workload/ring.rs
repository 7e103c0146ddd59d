//! Ring all-reduce during the run: a chunk moves on when the one before it has arrived.
//!
//! Every ring is a circle of legs. A leg is an NVLink transfer (one GPU's NVLink sends one chunk at a time) or a queue
//! pair across the network. Each of the `n` GPUs starts by sending its own chunk; whatever arrives at the end of a leg
//! is posted on the next, until every leg has carried `2 (n - 1)` chunks.

use super::super::core::Core;
use super::super::packet::Kind;
use crate::engine::units::{BitRate, Bytes};

/// A ring all-reduce over several rings at once.
#[derive(Clone, Debug)]
pub(in crate::engine::sim) struct Ring {
    /// The legs of all rings.
    pub(super) legs: Vec<Leg>,
    /// The NVLink of each GPU: when its latest transfer ends, in ps.
    pub(super) lanes: Vec<Lane>,
    /// For each flow, the leg that it serves.
    pub(super) leg_of_flow: Vec<u32>,
    /// Chunks that each leg carries.
    pub(super) steps: u32,
    /// Bytes of a chunk.
    pub(super) chunk: u64,
    /// Latency of a network step besides the wire, in ps.
    pub(super) network_latency: u64,
    /// Bytes that each GPU reduces.
    pub(in crate::engine::sim) message: u64,
    /// GPUs.
    pub(in crate::engine::sim) ranks: u64,
    /// Servers, or NVLink domains that span servers.
    pub(in crate::engine::sim) islands: u64,
    /// Rings.
    pub(in crate::engine::sim) rings: u64,
    /// Chunks that have arrived, all legs together.
    pub(in crate::engine::sim) arrived: u64,
    /// When the latest of them arrived, in ps.
    pub(in crate::engine::sim) last_arrival: u64,
}

/// One way from GPU to GPU (or to the GPU whose NIC crosses).
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// What carries it.
    pub(super) carrier: Carrier,
    /// The leg that goes on from its end.
    pub(super) next: u32,
    /// Chunks posted on it.
    pub(super) posted: u32,
    /// Whether it carries its GPU's own chunk at the start.
    pub(super) starts: bool,
}

/// What carries a leg.
#[derive(Clone, Copy, Debug)]
pub(super) enum Carrier {
    /// The NVLink of a GPU, by place, and the latency of the hop in ps.
    Local {
        /// Place of the GPU's lane.
        lane: u32,
        /// Latency of the hop in ps.
        latency: u64,
    },
    /// A flow.
    Network(u32),
}

/// The way out of one GPU inside its server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// When its latest transfer ends, in ps.
    pub(super) free_at: u64,
    /// Time of a chunk, in ps.
    pub(super) chunk_time: u64,
}

impl Lane {
    /// A free lane of this rate.
    pub(super) fn new(rate: BitRate, chunk: u64) -> Self {
        Self {
            free_at: 0,
            chunk_time: rate.serialization_delay(Bytes::new(chunk)).as_ps(),
        }
    }
}

impl Ring {
    /// Chunks that arrive in all.
    pub(in crate::engine::sim) fn total(&self) -> u64 {
        self.legs.len() as u64 * u64::from(self.steps)
    }
}

impl Core {
    /// Starts the all-reduce: every GPU sends its own chunk.
    pub(in crate::engine::sim) fn start_ring(&mut self) {
        let n = self.workload.ring.as_ref().map_or(0, |ring| ring.legs.len());
        for leg in 0..n as u32 {
            if self
                .workload
                .ring
                .as_ref()
                .is_some_and(|ring| ring.legs[leg as usize].starts)
            {
                self.post(leg);
            }
        }
    }

    /// Gives a leg its next chunk, if it has not carried all.
    fn post(&mut self, number: u32) {
        let Some(ring) = &mut self.workload.ring else {
            return;
        };
        let leg = &mut ring.legs[number as usize];
        if leg.posted == ring.steps {
            return;
        }
        leg.posted += 1;
        let time = match leg.carrier {
            Carrier::Local { lane, latency } => {
                let lane = &mut ring.lanes[lane as usize];
                lane.free_at = lane.free_at.max(self.now).saturating_add(lane.chunk_time);
                lane.free_at.saturating_add(latency)
            }
            Carrier::Network(_) => self.now + ring.network_latency,
        };
        let id = self.pool.take(Kind::LocalEnd, number);
        self.wheel.push(&mut self.pool, id, time);
    }

    /// A local transfer has arrived, or the software before a network step has finished.
    pub(in crate::engine::sim) fn on_local_end(&mut self, id: u32) {
        let number = self.pool[id].owner;
        self.pool.give_back(id);
        let Some(ring) = &self.workload.ring else { return };
        match ring.legs[number as usize].carrier {
            Carrier::Local { .. } => self.chunk_arrived(number),
            Carrier::Network(flow) => {
                let chunk = ring.chunk;
                let pair = &mut self.pairs[flow as usize];
                pair.posted += chunk;
                let nic = &mut self.nics[pair.nic as usize];
                nic.stir();
                let port = nic.port;
                self.nic_transmit(port);
            }
        }
    }

    /// One message or more of a flow have arrived whole.
    pub(in crate::engine::sim) fn on_message(&mut self, flow: usize) {
        let Some(ring) = &self.workload.ring else { return };
        let (leg, chunk) = (ring.leg_of_flow[flow], ring.chunk);
        while self.receivers[flow].expected >= self.receivers[flow].message_end {
            self.receivers[flow].message_end += chunk;
            self.chunk_arrived(leg);
        }
    }

    fn chunk_arrived(&mut self, number: u32) {
        let Some(ring) = &mut self.workload.ring else {
            return;
        };
        ring.arrived += 1;
        ring.last_arrival = self.now;
        let next = ring.legs[number as usize].next;
        let all = ring.arrived == ring.total();
        if all {
            self.end_if_all_done();
        } else {
            self.post(next);
        }
    }
}
