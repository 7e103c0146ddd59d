//! Pure answers about a fabric: what it can carry, and what limits it.
//!
//! A [`Topology`](crate::engine::topology::Topology) becomes a [`CapacityGraph`] by [`from_topology`]; on that graph
//! stand [`max_flow()`] and [`bisection()`]. [`oversubscription()`] reads the cabling directly. Everything here counts in
//! integers of bit/s: a value is called exact only when it is proved for the graph at hand.

mod bisection;
mod capacity_graph;
mod design_graph;
mod max_flow;
mod oversubscription;

pub use bisection::{Bisection, Cut, Effort, Proof, bisection};
pub use capacity_graph::{CapacityEdge, CapacityGraph, EdgeId, VertexId};
pub use design_graph::{
    DesignBisection, DesignCut, DesignEndpoint, DesignGraph, Endpoints, GraphOptions, Origin,
    design_bisection, from_topology,
};
pub use max_flow::{MaxFlow, max_flow};
pub use oversubscription::{Oversubscription, Ratio, SwitchRatio, TierRatio, oversubscription};
