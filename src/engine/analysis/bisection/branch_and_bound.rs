//! Exhaustive search over the sides of the nodes, for graphs that are small after reduction.

use super::budget::{Budget, Found};
use super::plain::Plain;

/// Graphs with more nodes than this are not tried.
const MOST_NODES: usize = 48;

/// The minimum, if the search ends within the budget; `start` is the best cut known.
///
/// Depth first in order of attachment; a branch ends when what is cut already, plus the cheaper side of every free
/// node, plus the surplus endpoints, is no less than the best.
pub(super) fn branch_and_bound(plain: &Plain, start: &[bool], budget: &mut Budget) -> Option<Found> {
    if plain.n() > MOST_NODES {
        return None;
    }
    let mut search = Search {
        plain,
        order: by_attachment(plain),
        sides: vec![false; plain.n()],
        toward: vec![[0, 0]; plain.n()],
        placed: [0, 0],
        best: plain.value(start),
        best_sides: start.to_vec(),
    };
    // The first node stands on side B: swapping the sides changes nothing.
    search.place(0, false);
    search.descend(1, 0, budget)?;
    Some(Found {
        lower: search.best,
        sides: search.best_sides,
    })
}

struct Search<'a> {
    plain: &'a Plain,
    order: Vec<usize>,
    sides: Vec<bool>,
    /// Capacity of each node to placed nodes of side B and side A.
    toward: Vec<[i64; 2]>,
    /// Endpoints on placed nodes of side B and side A.
    placed: [usize; 2],
    best: i64,
    best_sides: Vec<bool>,
}

impl Search<'_> {
    fn descend(&mut self, depth: usize, cut: i64, budget: &mut Budget) -> Option<()> {
        budget.take(4 * self.order.len() as u64)?;
        if depth >= self.order.len() {
            let value = self.plain.value(&self.sides);
            if value < self.best {
                self.best = value;
                self.best_sides.copy_from_slice(&self.sides);
            }
            return Some(());
        }
        let free: i64 = self.order[depth..]
            .iter()
            .map(|&v| self.toward[v][0].min(self.toward[v][1]))
            .sum();
        let room = self.plain.endpoints as usize - self.plain.half();
        let surplus = self.placed[0].max(self.placed[1]).saturating_sub(room);
        if cut + free + self.plain.cheapest[surplus] >= self.best {
            return Some(());
        }
        let v = self.order[depth];
        let first = self.toward[v][1] > self.toward[v][0];
        for side in [first, !first] {
            self.place(depth, side);
            let added = self.toward[v][usize::from(!side)];
            let done = self.descend(depth + 1, cut + added, budget);
            self.unplace(depth);
            done?;
        }
        Some(())
    }

    fn place(&mut self, depth: usize, side: bool) {
        let v = self.order[depth];
        self.sides[v] = side;
        self.placed[usize::from(side)] += self.plain.rates[v].len();
        for &(to, weight) in &self.plain.links[v] {
            self.toward[to as usize][usize::from(side)] += weight;
        }
    }

    fn unplace(&mut self, depth: usize) {
        let v = self.order[depth];
        let side = usize::from(self.sides[v]);
        self.placed[side] -= self.plain.rates[v].len();
        for &(to, weight) in &self.plain.links[v] {
            self.toward[to as usize][side] -= weight;
        }
    }
}

/// Nodes in the order in which they are most tied to those before.
fn by_attachment(plain: &Plain) -> Vec<usize> {
    let n = plain.n();
    let mut toward = vec![0_i64; n];
    let mut taken = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let degree = |v: usize| plain.links[v].iter().map(|link| link.1).sum::<i64>();
    while let Some(v) = (0..n)
        .filter(|&v| !taken[v])
        .max_by_key(|&v| (toward[v], degree(v), std::cmp::Reverse(v)))
    {
        taken[v] = true;
        order.push(v);
        for &(to, weight) in &plain.links[v] {
            toward[to as usize] += weight;
        }
    }
    order
}
