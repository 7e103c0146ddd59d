//! Packet-level simulation of RoCEv2 with ECN, DCQCN and PFC, and of the collectives that ride on it.
//!
//! A run is a [`Scenario`] on a fabric. [`Simulation::advance`] handles a bounded number of events, so a worker can
//! report progress and be cancelled; the result does not depend on how the run is sliced. Time is in picoseconds,
//! events are ordered by (time, creation), one seed decides every draw: [`Simulation::trace_hash`] is the same on every
//! platform.
//!
//! Rooms: `core` holds the state and the event loop; `packet` and `wheel` the events; `port`, `shared_buffer`, `switch`,
//! `pfc`, `ecn`, `credit` the switches and links; `nic`, `queue_pair`, `transport`, `dcqcn`, `window` the hosts;
//! `network` and `routing` the fabric; `workload` the traffic; `profile`, `scenario`, `check`, `layout`, `paths`, `build` what
//! happens before the first event; `recorder`, `trace`, `stall`, `summary`, `report` what is told afterwards.
//!
//! Sources: DCQCN, Zhu et al., SIGCOMM'15; the switch, NIC and reaction rules of the RDMA model published with HPCC,
//! Li et al., SIGCOMM'19; IEEE 802.1Qbb; InfiniBand Architecture 1.2.1.

mod build;
mod check;
mod core;
mod credit;
mod dcqcn;
mod ecn;
mod error;
mod layout;
pub mod network;
mod nic;
mod packet;
mod paths;
mod pfc;
mod port;
mod profile;
mod queue_pair;
mod random;
mod recorder;
mod report;
mod routing;
mod scenario;
mod shared_buffer;
mod stall;
mod summary;
mod switch;
mod trace;
mod transport;
mod wheel;
mod window;
mod workload;

pub use error::ScenarioError;
pub use network::Network;
pub use profile::{Framing, Profile, Timing, whole_ns, whole_ns_of_seconds};
pub use report::{
    AllReduceResult, DirectionResult, FlowResult, LinkResult, Percentiles, QueueSeries, RateSeries,
    SimReport, SwitchResult, UnfinishedFlow,
};
pub use scenario::{
    DcqcnParameters, EcnThresholds, FlowSpec, Headroom, PfcParameters, Scenario, StepCosts, Window,
    WorkloadSpec,
};

use self::core::Core;
use crate::engine::topology::{Node, Topology};
use crate::engine::units::{Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// A run under way.
#[derive(Clone, Debug)]
pub struct Simulation {
    core: Core,
    network: Network,
    scenario: Scenario,
    notes: Vec<String>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// There are events to come.
    Running {
        /// Simulated time.
        now: SimTime,
        /// Share of the payload (of the chunks, in an all-reduce) that has arrived, 0 to 1.
        done_fraction: f64,
    },
    /// The run is over: all done, the time limit reached, or nothing left that could move. The report says which.
    Finished,
}

impl Simulation {
    /// Lays a run of `scenario` on a drawn fabric; every switch has the scenario's default buffer.
    ///
    /// # Errors
    /// Any [`ScenarioError`]: what cannot run is refused here, never during the run.
    pub fn new(topology: &Topology, scenario: &Scenario) -> Result<Self, ScenarioError> {
        Self::with_buffers(topology, scenario, |_| None)
    }

    /// As [`Simulation::new`], with the packet buffer of each switch from a data sheet where `buffer_of` knows it.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn with_buffers(
        topology: &Topology,
        scenario: &Scenario,
        buffer_of: impl Fn(&Node) -> Option<Bytes>,
    ) -> Result<Self, ScenarioError> {
        let network = network::from_topology(topology, scenario, buffer_of);
        let plan = workload::plan(topology, &network, scenario)?;
        Self::lay(network, &plan, scenario)
    }

    /// Lays a run on a network that is not drawn. An all-reduce needs a drawn fabric, for only that has GPUs.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn on_network(network: Network, scenario: &Scenario) -> Result<Self, ScenarioError> {
        let plan = workload::plan(&Topology::default(), &network, scenario)?;
        Self::lay(network, &plan, scenario)
    }

    fn lay(network: Network, plan: &workload::Plan, scenario: &Scenario) -> Result<Self, ScenarioError> {
        let core = build::build(&network, plan, scenario)?;
        Ok(Self {
            core,
            network,
            scenario: scenario.clone(),
            notes: plan.notes.clone(),
        })
    }

    /// Handles up to `budget` events. O(budget).
    pub fn advance(&mut self, budget: u32) -> Progress {
        self.core.run(budget);
        if self.core.over {
            return Progress::Finished;
        }
        Progress::Running {
            now: SimTime::from_ps(self.core.now),
            done_fraction: summary::done_fraction(&self.core),
        }
    }

    /// What has happened so far; complete once [`Progress::Finished`] was answered. O(links + flows log flows).
    pub fn report(&self) -> SimReport {
        summary::report(&self.core, &self.network, &self.scenario, &self.notes)
    }

    /// A hash of every frame that has started on a link so far, with its time and place.
    pub fn trace_hash(&self) -> u64 {
        self.core.trace.value()
    }
}

#[cfg(test)]
mod tests;
