//! Why a run cannot start.

use crate::engine::units::{BitRate, Bytes};

/// A scenario that cannot run on a fabric. Every case names what is at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// No server has a cabled network port, and there is no NVLink either.
    #[error("nothing to simulate: {0}")]
    NothingToSimulate(String),
    /// Two NIC ports that must talk have no path through switches.
    #[error("{from} cannot reach {to} through the switches of the fabric")]
    Unreachable {
        /// The sending port.
        from: String,
        /// The receiving port.
        to: String,
    },
    /// A link that carries nothing.
    #[error("the link {0} has a rate of zero")]
    ZeroRate(String),
    /// A flow from a port to itself.
    #[error("a flow from {0} to itself")]
    ToItself(String),
    /// A flow that names a port that is not a cabled network port of a server.
    #[error("{0} is not a cabled network port of a server")]
    NotANicPort(String),
    /// A flow of no bytes, or of more than 2^40.
    #[error("a size of {0:?} is not between 1 byte and 2^40 bytes")]
    Size(Bytes),
    /// A flow waits for a flow that does not exist, or for itself in a circle.
    #[error("flow {flow} waits for flow {parent}, which never completes before it")]
    Dependency {
        /// The waiting flow.
        flow: usize,
        /// What it waits for.
        parent: u32,
    },
    /// Marking thresholds in the wrong order, or a probability outside 0 to 1.
    #[error("ECN thresholds at {}: k_min must not be above k_max, and p_max must be from 0 to 1", gbps(.0))]
    Thresholds(BitRate),
    /// Headroom and reserve take more than the buffer.
    #[error("{switch}: headroom and reserve ({set_aside:?}) exceed the buffer ({buffer:?})")]
    Buffer {
        /// The switch.
        switch: String,
        /// What the ports have set aside.
        set_aside: Bytes,
        /// The buffer.
        buffer: Bytes,
    },
    /// A parameter outside its range.
    #[error("{0}")]
    Parameter(&'static str),
    /// More than the engine can hold.
    #[error("too large to simulate: {0}")]
    TooLarge(String),
}

fn gbps(rate: &BitRate) -> String {
    format!("{} Gb/s", rate.as_gbps_f64())
}
