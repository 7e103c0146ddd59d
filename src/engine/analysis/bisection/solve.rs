//! The order in which the arguments are tried.

use super::all_to_all::all_to_all_bound;
use super::branch_and_bound::branch_and_bound;
use super::contraction::heavy_edges;
use super::forest::forest_dp;
use super::plain::Plain;
use super::problem::Problem;
use super::quotient::equitable_classes;
use super::tabu::tabu_search;
use super::twin_counts::twin_counts;
use super::{Effort, Proof};

/// A counted amount of work that is left.
pub(super) struct Budget(u64);

impl Budget {
    /// A budget of so many operations.
    pub(super) const fn new(operations: u64) -> Self {
        Self(operations)
    }

    /// Takes this much, or nothing if there is not enough.
    pub(super) fn take(&mut self, operations: u64) -> Option<()> {
        self.0 = self.0.checked_sub(operations)?;
        Some(())
    }
}

/// A proved minimum and the sides of the nodes that give it.
pub(super) struct Found {
    /// The value, in units.
    pub lower: i64,
    /// Whether each node stands on side A.
    pub sides: Vec<bool>,
}

/// What is known of a problem.
pub(super) struct Solution {
    /// A proved lower bound, in units.
    pub lower: i64,
    /// Sides of the nodes: the best cut that was found.
    pub sides: Vec<bool>,
    /// The argument; it holds if the cut's value is `lower`.
    pub proof: Proof,
}

/// Reduces, proves what can be proved within the effort, and lifts the sides back to the problem's own nodes.
pub(super) fn solve(problem: &Problem, effort: Effort) -> Solution {
    let (reduced, map) = reduce(problem);
    let solution = solve_reduced(&reduced, effort);
    let sides = map.iter().map(|&node| solution.sides[node as usize]).collect();
    Solution { sides, ..solution }
}

/// Quotient and contraction in turn until neither merges anything: the smaller problem, and for each node where it
/// went.
fn reduce(problem: &Problem) -> (Problem, Vec<u32>) {
    let mut reduced = problem.clone();
    let mut map: Vec<u32> = (0..problem.n() as u32).collect();
    // Each round but the last merges something; a handful is all that layered fabrics need.
    for _ in 0..8 {
        let mut changed = false;
        for rule in [equitable_classes, heavy_edges] {
            if let Some((step, n)) = rule(&reduced) {
                reduced = reduced.merged(&step, n);
                map.iter_mut().for_each(|node| *node = step[*node as usize]);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    (reduced, map)
}

fn solve_reduced(problem: &Problem, effort: Effort) -> Solution {
    if problem.n() <= 1 {
        let sides = vec![false; problem.n()];
        return Solution {
            lower: problem.evaluate(&sides).0,
            sides,
            proof: Proof::Contracted,
        };
    }
    let proved = |found: Found, proof| Solution {
        lower: found.lower,
        sides: found.sides,
        proof,
    };
    if let Some(found) = twin_counts(problem, &mut Budget::new(effort.operations / 10)) {
        return proved(found, Proof::TwinCounts);
    }
    let plain = Plain::new(problem);
    if let Some(found) = forest_dp(&plain, &mut Budget::new(effort.operations / 4)) {
        return proved(found, Proof::ForestDp);
    }
    let mut sides = tabu_search(&plain, None, &mut Budget::new(effort.operations / 20));
    let mut upper = plain.value(&sides);
    let mut flow_budget = Budget::new(effort.operations / 2);
    let mut lower = all_to_all_bound(&plain, upper, &mut flow_budget);
    let mut proof = Proof::AllToAllFlow;
    if lower < upper
        && let Some(found) = branch_and_bound(&plain, &sides, &mut Budget::new(effort.operations / 10))
    {
        (lower, upper, sides, proof) = (found.lower, found.lower, found.sides, Proof::Exhaustive);
    }
    if lower < upper {
        sides = tabu_search(&plain, Some(&sides), &mut Budget::new(effort.operations / 10));
    }
    sides.truncate(problem.n());
    Solution { lower, sides, proof }
}
