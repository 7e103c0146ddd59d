//! The order in which the arguments are tried.

use super::all_to_all::Flow;
use super::branch_and_bound::branch_and_bound;
use super::budget::Budget;
use super::contraction::{heavy_edges, nearly_heavy_edges};
use super::forest::ForestDp;
use super::plain::Plain;
use super::problem::Problem;
use super::quotient::equitable_classes;
use super::repair::repair;
use super::spectral::spectral_bound;
use super::tabu::tabu_search;
use super::twin_counts::TwinCounts;
use super::{Effort, Proof};

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
    let solution = solve_reduced(&reduced, &Whole { problem, map: &map }, effort);
    let sides = map.iter().map(|&node| solution.sides[node as usize]).collect();
    Solution { sides, ..solution }
}

/// The problem before it was reduced, and where its nodes went.
struct Whole<'a> {
    problem: &'a Problem,
    map: &'a [u32],
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

fn solve_reduced(problem: &Problem, whole: &Whole<'_>, effort: Effort) -> Solution {
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
    if let Some((even, lower)) = Flow::evenly(&plain, &mut share(2)) {
        known.raise(lower, Proof::AllToAllFlow);
        flow = Some(even);
    }
    known.sides = tabu_search(&plain, None, known.lower, &mut share(100));
    known.improve(&mut flow, share(20));
    if known.is_open() {
        if let Some(proved) = enumerate(problem, &plain, share(4)) {
            return proved;
        }
        near_regular(whole, &mut known, share(20));
        near_contraction(problem, &mut known, share(10));
        coarse_search(problem, &mut known, share(20));
        known.raise_short_of_upper(spectral_bound(&plain, &mut share(4)));
    }
    if known.is_open()
        && let Some(found) = branch_and_bound(&plain, &known.sides, &mut share(10))
    {
        known.raise(found.lower, Proof::Exhaustive);
        known.sides = found.sides;
    }
    known.improve(&mut flow, share(3));
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

    /// Takes a lower bound that rests on floating-point numbers, however carefully rounded: it may narrow the interval
    /// but not close it, for what is called exact is proved in integers.
    fn raise_short_of_upper(&mut self, lower: Option<i64>) {
        let upper = self.plain.value(&self.sides);
        self.raise(lower.map_or(0, |lower| lower.min(upper - 1)), Proof::BoundsOnly);
    }

    /// Goes on with the flow, if there is one and the bounds still differ.
    fn improve(&mut self, flow: &mut Option<Flow<'_>>, mut budget: Budget) {
        if let (true, Some(flow)) = (self.is_open(), flow) {
            let lower = flow.improve(self.lower, self.plain.value(&self.sides), &mut budget);
            self.raise(lower, Proof::AllToAllFlow);
        }
    }

    /// Takes other sides if their cut is cheaper; nodes without a side keep theirs.
    fn offer(&mut self, side: impl Fn(usize) -> Option<bool>) {
        let sides: Vec<bool> = self
            .sides
            .iter()
            .enumerate()
            .map(|(v, &own)| side(v).unwrap_or(own))
            .collect();
        if self.plain.value(&sides) < self.plain.value(&self.sides) {
            self.sides = sides;
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
        if let Some(found) = enumerate_or_contracted(&smaller, budget.part(4)) {
            known.raise(found.lower - nearly.deficit, Proof::NearContraction);
            known.offer(|v| Some(found.sides[map[*nearly.map.get(v)? as usize] as usize]));
            return;
        }
        nodes = nodes * 9 / 10;
    }
}

/// Puts missing links back, proves the regular fabric, and takes off what was added.
fn near_regular(whole: &Whole<'_>, known: &mut Known<'_>, budget: Budget) {
    let Some(repaired) = repair(whole.problem) else {
        return;
    };
    let (smaller, map) = reduce(&repaired.problem);
    if let Some(found) = enumerate_or_contracted(&smaller, budget) {
        known.raise(found.lower - repaired.added, Proof::NearRegular);
        let mut sides = vec![None; known.plain.n()];
        for (&node, &group) in whole.map.iter().zip(&repaired.map) {
            sides[node as usize] = Some(found.sides[map[group as usize] as usize]);
        }
        known.offer(|v| sides[v]);
    }
}

/// Searches among nodes merged by their heaviest links, so that whole pods change sides at once, and then from what
/// that gives.
fn coarse_search(problem: &Problem, known: &mut Known<'_>, mut budget: Budget) {
    for nodes in [16, 64, 256] {
        if nodes >= problem.n() || !known.is_open() {
            return;
        }
        let Some(nearly) = nearly_heavy_edges(problem, nodes, &mut budget) else {
            return;
        };
        let plain = Plain::new(&problem.merged(&nearly.map, nearly.n));
        let sides = tabu_search(&plain, None, known.lower, &mut budget.part(6));
        let mut fine = known.sides.clone();
        for (side, &to) in fine.iter_mut().zip(&nearly.map) {
            *side = sides[to as usize];
        }
        let fine = tabu_search(known.plain, Some(&fine), known.lower, &mut budget.part(6));
        known.offer(|v| Some(fine[v]));
    }
}

/// [`enumerate`], or at once if nothing but endpoints is left.
fn enumerate_or_contracted(problem: &Problem, budget: Budget) -> Option<Solution> {
    if problem.n() <= 1 {
        let sides = vec![false; problem.n()];
        let lower = problem.evaluate(&sides).0;
        return Some(Solution {
            lower,
            sides,
            proof: Proof::Contracted,
        });
    }
    enumerate(problem, &Plain::new(problem), budget)
}
