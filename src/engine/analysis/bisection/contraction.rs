//! Heavy-edge contraction: a node follows the neighbour that holds at least half of its capacity.
//!
//! Let a node `v` have capacity `d` in all (links to endpoints included) and `w` of it to node `p`, with `2 w >= d`.
//! In any cut that parts them, moving `v` to the side of `p` saves `w` and adds at most `d - w`; nodes weigh nothing,
//! so the balance stays. Hence some best cut keeps them together, and they become one node. Any Clos fabric whose
//! switches have as much capacity up as down shrinks to one node this way.

use super::budget::Budget;
use super::problem::Problem;
use std::collections::BTreeMap;

/// Merges until no node has such a neighbour: the new number of every node, and how many remain; `None` if nothing
/// merges.
///
/// # Complexity
/// O(nodes x degree x log) at worst.
pub(super) fn heavy_edges(problem: &Problem) -> Option<(Vec<u32>, usize)> {
    let mut state = Contraction::new(problem);
    let mut stack: Vec<u32> = (0..problem.n() as u32).rev().collect();
    while let Some(v) = stack.pop() {
        if state.parent[v as usize] == v
            && let Some(kept) = state.contract_at(v)
        {
            stack.push(kept);
        }
    }
    state.join_isolated();
    state.numbering()
}

/// A problem whose nodes were merged beyond what is exact, and what that may have cost.
pub(super) struct Nearly {
    /// The new number of every node.
    pub map: Vec<u32>,
    /// How many nodes remain.
    pub n: usize,
    /// The minimum rose by at most this.
    pub deficit: i64,
}

/// Merges on where the rule fails by least, until at most `nodes` remain.
///
/// If `v` lacks a little (`d - 2 w = deficit > 0`), keeping it with `p` all the same raises the minimum by at most the
/// deficit, by the same argument. A fabric with a few failed links comes apart only there.
///
/// # Complexity
/// O(links) a merge; `None` if that exceeds the budget.
pub(super) fn nearly_heavy_edges(problem: &Problem, nodes: usize, budget: &mut Budget) -> Option<Nearly> {
    let mut state = Contraction::new(problem);
    let mut standing = problem.n();
    let mut deficit = 0;
    while standing > nodes {
        let links: usize = state.links.iter().map(BTreeMap::len).sum();
        budget.take(8 * (links + state.links.len()) as u64)?;
        let Some((lacking, v, other, weight)) = state.least_deficit() else {
            break;
        };
        deficit += lacking.max(0);
        state.merge(v, other, weight);
        standing -= 1;
    }
    state.join_isolated();
    let (map, n) = state.numbering()?;
    Some(Nearly { map, n, deficit })
}

struct Contraction {
    /// Capacity to each neighbour, of the nodes that still stand for themselves.
    links: Vec<BTreeMap<u32, i64>>,
    /// All capacity of a node, links to endpoints included.
    degree: Vec<i64>,
    /// What a node was merged into; itself while it stands.
    parent: Vec<u32>,
}

impl Contraction {
    fn new(problem: &Problem) -> Self {
        let links: Vec<BTreeMap<u32, i64>> = problem
            .links
            .iter()
            .map(|list| list.iter().copied().collect())
            .collect();
        let mut degree: Vec<i64> = problem
            .links
            .iter()
            .map(|list| list.iter().map(|link| link.1).sum())
            .collect();
        for kind in &problem.types {
            for &(node, weight) in &kind.links {
                degree[node as usize] += weight * i64::from(kind.count);
            }
        }
        let parent = (0..problem.n() as u32).collect();
        Self {
            links,
            degree,
            parent,
        }
    }

    /// Merges `v` with one neighbour if the rule holds for either; the node that remains.
    fn contract_at(&mut self, v: u32) -> Option<u32> {
        let own = self.degree[v as usize];
        let (other, weight) = self.links[v as usize]
            .iter()
            .map(|(&to, &weight)| (to, weight))
            .find(|&(to, weight)| 2 * weight >= own.min(self.degree[to as usize]))?;
        Some(self.merge(v, other, weight))
    }

    /// The neighbours of which one lacks least, and the capacity between them.
    fn least_deficit(&self) -> Option<(i64, u32, u32, i64)> {
        let pairs = self.links.iter().enumerate().flat_map(|(v, links)| {
            links
                .iter()
                .filter(move |link| *link.0 > v as u32)
                .map(move |(&to, &weight)| {
                    let lacking = self.degree[v].min(self.degree[to as usize]) - 2 * weight;
                    (lacking, v as u32, to, weight)
                })
        });
        pairs.min()
    }

    /// Makes two neighbours one node; the one that remains.
    fn merge(&mut self, v: u32, other: u32, weight: i64) -> u32 {
        let (kept, gone) = if self.links[v as usize].len() >= self.links[other as usize].len() {
            (v, other)
        } else {
            (other, v)
        };
        let moved = std::mem::take(&mut self.links[gone as usize]);
        self.links[kept as usize].remove(&gone);
        for (to, capacity) in moved {
            if to == kept {
                continue;
            }
            *self.links[kept as usize].entry(to).or_default() += capacity;
            let back = &mut self.links[to as usize];
            back.remove(&gone);
            *back.entry(kept).or_default() += capacity;
        }
        self.degree[kept as usize] += self.degree[gone as usize] - 2 * weight;
        self.parent[gone as usize] = kept;
        kept
    }

    /// A node without any capacity stands wherever the first node stands.
    fn join_isolated(&mut self) {
        let Some(first) = (0..self.parent.len()).find(|&v| self.parent[v] == v as u32) else {
            return;
        };
        for v in first + 1..self.parent.len() {
            if self.parent[v] == v as u32 && self.degree[v] == 0 {
                self.parent[v] = first as u32;
            }
        }
    }

    fn numbering(mut self) -> Option<(Vec<u32>, usize)> {
        let mut number = vec![u32::MAX; self.parent.len()];
        let mut n = 0;
        let mut map = Vec::with_capacity(self.parent.len());
        for v in 0..self.parent.len() as u32 {
            let root = self.root(v) as usize;
            if number[root] == u32::MAX {
                number[root] = n;
                n += 1;
            }
            map.push(number[root]);
        }
        ((n as usize) < map.len()).then_some((map, n as usize))
    }

    fn root(&mut self, v: u32) -> u32 {
        let mut root = v;
        while self.parent[root as usize] != root {
            root = self.parent[root as usize];
        }
        let mut at = v;
        while self.parent[at as usize] != root {
            at = std::mem::replace(&mut self.parent[at as usize], root);
        }
        root
    }
}
