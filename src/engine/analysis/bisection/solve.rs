//! The order in which the arguments are tried.

use super::all_to_all::Flow;
use super::branch_and_bound::branch_and_bound;
use super::contraction::{heavy_edges, nearly_heavy_edges};
use super::forest::ForestDp;
use super::plain::Plain;
use super::problem::Problem;
use super::quotient::equitable_classes;
use super::tabu::tabu_search;
use super::twin_counts::TwinCounts;
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
    let share = |part: u64| Budget::new(effort.operations / part);
    let plain = Plain::new(problem);
    if let Some(proved) = enumerate(problem, &plain, share(100)) {
        return proved;
    }
    let mut known = Known {
        plain: &plain,
        lower: 0,
        sides: vec![false; plain.n()],
        proof: Proof::BoundsOnly,
    };
    let mut flow = None;
    if let Some((even, lower)) = Flow::evenly(&plain, &mut share(4)) {
        known.raise(lower, Proof::AllToAllFlow);
        flow = Some(even);
    }
    known.sides = tabu_search(&plain, None, known.lower, &mut share(100));
    known.improve(&mut flow, share(20));
    if known.is_open() {
        if let Some(proved) = enumerate(problem, &plain, share(4)) {
            return proved;
        }
        near_contraction(problem, &mut known, share(10));
    }
    if known.is_open()
        && let Some(found) = branch_and_bound(&plain, &known.sides, &mut share(10))
    {
        known.raise(found.lower, Proof::Exhaustive);
        known.sides = found.sides;
    }
    known.improve(&mut flow, share(4));
    if known.is_open() {
        known.sides = tabu_search(&plain, Some(&known.sides), known.lower, &mut share(10));
    }
    known.sides.truncate(problem.n());
    Solution {
        lower: known.lower,
        sides: known.sides,
        proof: known.proof,
    }
}

/// The bounds so far.
struct Known<'a> {
    plain: &'a Plain,
    lower: i64,
    sides: Vec<bool>,
    proof: Proof,
}

impl Known<'_> {
    /// Takes a lower bound if it is better.
    fn raise(&mut self, lower: i64, proof: Proof) {
        if lower > self.lower {
            (self.lower, self.proof) = (lower, proof);
        }
    }

    /// Goes on with the flow, if there is one and the bounds still differ.
    fn improve(&mut self, flow: &mut Option<Flow<'_>>, mut budget: Budget) {
        if let (true, Some(flow)) = (self.is_open(), flow) {
            let lower = flow.improve(self.lower, self.plain.value(&self.sides), &mut budget);
            self.raise(lower, Proof::AllToAllFlow);
        }
    }

    fn is_open(&self) -> bool {
        self.lower < self.plain.value(&self.sides)
    }
}

/// Counts of twins or separators with a forest, whichever costs less, if the budget allows it.
fn enumerate(problem: &Problem, plain: &Plain, mut budget: Budget) -> Option<Solution> {
    let twins = TwinCounts::new(problem);
    let forest = ForestDp::new(plain);
    let cost = |cost: Option<u64>| cost.unwrap_or(u64::MAX);
    let (by_twins, by_forest) = (
        cost(twins.as_ref().map(|t| t.cost)),
        cost(forest.as_ref().map(|f| f.cost)),
    );
    budget.take(by_twins.min(by_forest))?;
    let (found, proof) = match (twins, forest) {
        (Some(twins), _) if by_twins <= by_forest => (twins.run(), Proof::TwinCounts),
        (_, Some(forest)) => (forest.run(), Proof::ForestDp),
        _ => return None,
    };
    Some(Solution {
        lower: found.lower,
        sides: found.sides,
        proof,
    })
}

/// Merges nodes that almost follow a neighbour until the rest can be enumerated, and takes off what that may have
/// cost.
fn near_contraction(problem: &Problem, known: &mut Known<'_>, mut budget: Budget) {
    let mut nodes = problem.n() - 1;
    while nodes > 0 {
        let Some(nearly) = nearly_heavy_edges(problem, nodes, &mut budget) else {
            return;
        };
        let (smaller, map) = reduce(&problem.merged(&nearly.map, nearly.n));
        let plain = Plain::new(&smaller);
        let found = if smaller.n() <= 1 {
            let sides = vec![false; smaller.n()];
            Some(Solution {
                lower: smaller.evaluate(&sides).0,
                sides,
                proof: Proof::Contracted,
            })
        } else {
            enumerate(&smaller, &plain, Budget::new(budget.0 / 4))
        };
        if let Some(found) = found {
            let mut sides = known.sides.clone();
            for (side, &to) in sides.iter_mut().zip(&nearly.map) {
                *side = found.sides[map[to as usize] as usize];
            }
            known.raise(found.lower - nearly.deficit, Proof::NearContraction);
            if known.plain.value(&sides) < known.plain.value(&known.sides) {
                known.sides = sides;
            }
            return;
        }
        nodes = nodes * 9 / 10;
    }
}
