//! Answers as JSON for scripts: flat records with units in the names of their fields.
//!
//! These records are an interface: fields are added, never renamed. Rates are in Gb/s (10^9 bit/s) of one direction,
//! bandwidths of collectives in GB/s (10^9 bytes a second), times in microseconds unless a name says otherwise. Devices
//! go by their names, cables by the ids of the design file.

mod analysis;
mod bill;
mod plan;
mod simulation;

pub use analysis::{
    AllReduceView, AnalysisParts, AnalysisView, BisectionView, CountsView, CurvePointView, CutView,
    ExpectedView, FindingView, OversubscriptionView, PossibleView, RatioView, SwitchView, TierView,
};

pub use bill::{AssumptionView, BillView, PartView, RangeView};
pub use plan::{
    BindingView, MetricsView, OperationView, PartLineView, PlanView, SharesView, WindowView, WitnessView,
    proof,
};
pub use simulation::{
    DirectionView, FlowView, LinkView, PercentilesView, QueueView, RateView, SeriesView,
    SimulatedAllReduceView, SimulationView, SwitchBufferView, TotalsView, UnfinishedView,
};

use crate::engine::ids::NodeId;
use crate::engine::topology::Topology;

/// The name of a device, or its id if it is gone.
fn name_of(topology: &Topology, node: NodeId) -> String {
    topology
        .node(node)
        .map_or_else(|| node.to_string(), |node| node.name.clone())
}

fn names_of(topology: &Topology, nodes: &[NodeId]) -> Vec<String> {
    nodes.iter().map(|&node| name_of(topology, node)).collect()
}

/// A share to six decimals: what JSON shows should not end in rounding noise.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
