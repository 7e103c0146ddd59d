//! Bisection bandwidth: exact where that can be proved, otherwise a lower and an upper bound.
//!
//! Defined as the minimum, over all splits of the H endpoints into halves of floor(H/2) and ceil(H/2), of the maximum
//! flow from one half to the other. By max-flow min-cut that is the minimum weight of the edges leaving a vertex set
//! that holds exactly floor(H/2) endpoints, which is what everything here minimises.
//!
//! Parts without a link between them that make two halves prove zero ([`disconnected`]). Otherwise the steps, each
//! exact in itself: [`quotient`] (equitable classes of switches become one node), [`contraction`]
//! (a switch is drawn to a neighbour that holds half of its capacity), then [`twin_counts`] or [`forest`] on what
//! remains. Irregular remains get a lower bound by an all-to-all flow ([`all_to_all`]), an upper bound by tabu search
//! ([`tabu`]), and a [`branch_and_bound`] when they are small. Every upper bound is the weight of a cut that was
//! counted on the graph itself.

mod all_to_all;
mod branch_and_bound;
mod budget;
mod contraction;
mod disconnected;
mod forest;
mod lattice;
mod plain;
mod problem;
mod quotient;
mod repair;
mod solve;
mod spectral;
mod tabu;
mod twin_counts;

use super::{CapacityGraph, EdgeId, VertexId};
use crate::engine::order::SmallSort;
use crate::engine::units::BitRate;
use problem::Base;
use serde::{Deserialize, Serialize};

/// The bisection bandwidth of a graph, one direction, and why it may be believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bisection {
    /// No balanced cut carries less than this.
    pub lower: BitRate,
    /// A balanced cut that carries this much is known. Equal to `lower` exactly when the value is proved.
    pub upper: BitRate,
    /// The number of endpoints H.
    pub endpoints: u32,
    /// Full bisection: the sum of the floor(H/2) smallest endpoint rates. For endpoints with one link each it is an
    /// upper bound; NVLinks that must be split can carry more.
    pub full: BitRate,
    /// What the value rests on.
    pub proof: Proof,
    /// A cut that carries `upper`.
    pub cut: Option<Cut>,
}

impl Bisection {
    /// Whether the value is proved.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The value as a share of full bisection (its lower and upper bound); `None` when full bisection is zero.
    pub fn share_of_full(&self) -> Option<(f64, f64)> {
        let full = self.full.as_bps() as f64;
        (full > 0.0).then(|| {
            (
                self.lower.as_bps() as f64 / full,
                self.upper.as_bps() as f64 / full,
            )
        })
    }
}

/// A vertex set with half of the endpoints (rounded down), and the edges that leave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// All vertices of side A, in order.
    pub side_a: Vec<VertexId>,
    /// The edges with one end on each side, in order.
    pub crossing: Vec<EdgeId>,
}

/// The argument that a bisection rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Proof {
    /// Fewer than two endpoints, or no capacity: nothing to cut.
    Trivial,
    /// The graph is in several parts, which make two halves without a link between them.
    Disconnected,
    /// The whole fabric contracted to one node: only the endpoints' own links can limit.
    Contracted,
    /// All counts of interchangeable switches were tried.
    TwinCounts,
    /// Dynamic programming over the forest that a few switches hold together.
    ForestDp,
    /// A routed all-to-all flow carries as much as the best cut.
    AllToAllFlow,
    /// All sides of all switches were searched.
    Exhaustive,
    /// A few switches fall short of following one neighbour; what that can cost was taken off, and a cut loses it.
    NearContraction,
    /// With missing links put back the fabric is regular; their capacity was taken off, and a cut loses it.
    NearRegular,
    /// Not proved: a lower and an upper bound.
    BoundsOnly,
}

impl Proof {
    /// A short name, stable in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Disconnected => "disconnected",
            Self::Contracted => "contracted",
            Self::TwinCounts => "twin_counts",
            Self::ForestDp => "forest_dp",
            Self::AllToAllFlow => "all_to_all_flow",
            Self::Exhaustive => "exhaustive",
            Self::NearContraction => "near_contraction",
            Self::NearRegular => "near_regular",
            Self::BoundsOnly => "bounds_only",
        }
    }

    /// The same in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Trivial => "nothing to cut",
            Self::Disconnected => "parts without a link between them",
            Self::Contracted => "the fabric never limits",
            Self::TwinCounts => "every count of twins tried",
            Self::ForestDp => "every cut of the forest",
            Self::AllToAllFlow => "a flow as large as the cut",
            Self::Exhaustive => "every side searched",
            Self::NearContraction => "strongest links followed",
            Self::NearRegular => "regular but for missing links",
            Self::BoundsOnly => "none: bounds only",
        }
    }

    /// The argument in a sentence.
    pub const fn explain(self) -> &'static str {
        match self {
            Self::Trivial => {
                "There is nothing to cut: fewer than two endpoints, or no capacity between them."
            }
            Self::Disconnected => {
                "Exact: the network is in several parts with no link between them, and these parts make two equal \
                 halves."
            }
            Self::Contracted => {
                "Exact: every switch has at least half of its capacity towards one neighbour, so the fabric never \
                 limits and the cheapest cut is through the endpoints' own links."
            }
            Self::TwinCounts => {
                "Exact: interchangeable switches differ only in how many stand on each side, and every count was \
                 evaluated."
            }
            Self::ForestDp => {
                "Exact: with a few switches fixed to either side the rest is a forest, and dynamic programming \
                 found the cheapest balanced cut for each choice."
            }
            Self::AllToAllFlow => {
                "Exact: an all-to-all traffic pattern was routed within the link capacities, so every balanced cut \
                 carries at least as much as the cut that was found."
            }
            Self::Exhaustive => "Exact: a search over the sides of all switches was completed.",
            Self::NearContraction => {
                "Exact: apart from a few switches that lack uplinks the fabric follows its strongest links; what \
                 those switches lack was taken off, and a cut that loses exactly that was found."
            }
            Self::NearRegular => {
                "Exact: with its missing links put back the fabric is regular and proved; their capacity was taken \
                 off, and a cut that loses exactly that was found."
            }
            Self::BoundsOnly => {
                "Not proved: the best flow or eigenvalue bound gives the lower bound, the best cut found gives the \
                 upper bound."
            }
        }
    }
}

/// How much work a bisection may cost, in elementary operations (about a nanosecond each); the same effort gives the
/// same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// The budget.
    pub operations: u64,
}

impl Effort {
    /// Ends within about 0.3 s in native code: what the page asks for after an edit.
    pub const INTERACTIVE: Self = Self {
        operations: 200_000_000,
    };
    /// Ends within about 0.03 s: for planners that ask many times.
    pub const QUICK: Self = Self {
        operations: 20_000_000,
    };
    /// Ends within about 5 s: for the command line and reports.
    pub const THOROUGH: Self = Self {
        operations: 5_000_000_000,
    };
}

impl Default for Effort {
    fn default() -> Self {
        Self::INTERACTIVE
    }
}

/// The bisection bandwidth of a graph.
///
/// Exact on leaf-spine, fat-tree and rail fabrics with or without failures, on even tori and hypercubes and on what
/// is small; otherwise bounds. Any graph has an answer: empty, disconnected, without capacity.
///
/// # Complexity
/// O(edges x log vertices) for the reductions, then at most `effort`.
pub fn bisection(graph: &CapacityGraph, effort: Effort) -> Bisection {
    let endpoints = graph.n_endpoints() as u32;
    let full = full_bisection(graph);
    let trivial = Bisection {
        lower: BitRate::ZERO,
        upper: BitRate::ZERO,
        endpoints,
        full,
        proof: Proof::Trivial,
        cut: None,
    };
    if endpoints < 2 || graph.live_edges().next().is_none() {
        return trivial;
    }
    if let Some(placement) = disconnected::halves(graph) {
        return Bisection {
            proof: Proof::Disconnected,
            cut: Some(Cut {
                side_a: graph.vertices().filter(|v| placement[v.index()]).collect(),
                crossing: Vec::new(),
            }),
            ..trivial
        };
    }
    let Some(base) = Base::from_graph(graph) else {
        // More capacity than an i64 of bit/s holds: no integer proof, only what all links carry together.
        let upper = graph.live_edges().map(|(_, edge)| edge.capacity).sum();
        return Bisection {
            upper,
            proof: Proof::BoundsOnly,
            ..trivial
        };
    };
    let solution = solve::solve(&base.problem, effort);
    let placement = base.place(&solution.sides);
    conclude(&base, solution.lower, solution.proof, &placement, trivial)
}

/// Joins a claimed lower bound with a counted cut.
fn conclude(base: &Base<'_>, lower: i64, proof: Proof, placement: &[bool], blank: Bisection) -> Bisection {
    let mut cut = Cut {
        side_a: Vec::new(),
        crossing: Vec::new(),
    };
    let mut upper = BitRate::ZERO;
    for (id, edge) in base.graph.live_edges() {
        if placement[edge.a.index()] != placement[edge.b.index()] {
            cut.crossing.push(id);
            upper += edge.capacity;
        }
    }
    cut.side_a = base.graph.vertices().filter(|v| placement[v.index()]).collect();
    let lower = BitRate::from_bps((lower.max(0) as u64).saturating_mul(base.unit));
    debug_assert!(
        lower <= upper,
        "a lower bound of {lower:?} above a cut of {upper:?}"
    );
    let lower = if lower > upper { BitRate::ZERO } else { lower };
    let proof = if lower == upper { proof } else { Proof::BoundsOnly };
    Bisection {
        lower,
        upper,
        proof,
        cut: Some(cut),
        ..blank
    }
}

/// The sum of the floor(H/2) smallest endpoint rates.
fn full_bisection(graph: &CapacityGraph) -> BitRate {
    let rates = graph.rates();
    let mut own: Vec<BitRate> = graph.endpoints().map(|v| rates[v.index()]).collect();
    own.small_sort();
    own.iter().take(own.len() / 2).copied().sum()
}
