//! A graph in several parts whose parts can be shared out into two halves: nothing needs to cross.

use super::super::CapacityGraph;
use std::collections::BTreeMap;

/// The most 64-bit words that the search for a half may touch; beyond it the graph is left to the other proofs.
const MAX_WORDS: u64 = 50_000_000;

/// As many equal parts at once as one step of the search takes or leaves.
struct Batch {
    /// Endpoints of one part.
    size: usize,
    /// Parts in the batch.
    parts: usize,
}

impl Batch {
    const fn endpoints(&self) -> usize {
        self.size * self.parts
    }
}

/// A side for every vertex (true: side A) such that side A holds exactly floor(H/2) endpoints and no live edge has
/// ends on both sides: a bisection of zero. `None` when the connected parts cannot be shared out so, or when finding
/// out costs too much.
///
/// A subset sum over the endpoints of the parts; equal parts are taken in batches of 1, 2, 4 and so on.
///
/// # Complexity
/// O(edges + vertices log vertices), then O(D log H x H / 64) for D different sizes of parts, at most 50 M words.
pub(super) fn halves(graph: &CapacityGraph) -> Option<Vec<bool>> {
    let part_of = parts(graph);
    let mut endpoints_of = vec![0_usize; part_of.len()];
    for vertex in graph.endpoints() {
        endpoints_of[part_of[vertex.index()]] += 1;
    }
    let mut equal: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (part, &endpoints) in endpoints_of.iter().enumerate().filter(|&(_, &n)| n > 0) {
        equal.entry(endpoints).or_default().push(part);
    }
    let target = graph.n_endpoints() / 2;
    if equal
        .keys()
        .next_back()
        .is_none_or(|&largest| largest > graph.n_endpoints() - target)
    {
        return None;
    }
    let chosen = subset_sum(&batches(&equal), target)?;
    let mut on_a = vec![false; part_of.len()];
    for (size, n) in chosen {
        for &part in equal.get(&size)?.iter().take(n) {
            on_a[part] = true;
        }
    }
    Some(part_of.iter().map(|&part| on_a[part]).collect())
}

/// The part of every vertex: the lowest number in it.
fn parts(graph: &CapacityGraph) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..graph.n_vertices()).collect();
    for (_, edge) in graph.live_edges() {
        let (a, b) = (
            root(&mut parent, edge.a.index()),
            root(&mut parent, edge.b.index()),
        );
        parent[a.max(b)] = a.min(b);
    }
    (0..parent.len()).map(|v| root(&mut parent, v)).collect()
}

/// The root of a vertex, halving the way there for the next time.
fn root(parent: &mut [usize], mut v: usize) -> usize {
    while parent[v] != v {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    v
}

/// Any number of equal parts is a choice among batches of 1, 2, 4, ... and a rest.
fn batches(equal: &BTreeMap<usize, Vec<usize>>) -> Vec<Batch> {
    let mut all = Vec::new();
    for (&size, members) in equal {
        let (mut left, mut parts) = (members.len(), 1);
        while left > 0 {
            let taken = parts.min(left);
            all.push(Batch { size, parts: taken });
            left -= taken;
            parts *= 2;
        }
    }
    all
}

/// For each size how many parts make `target` together; a size may come more than once in `batches` and comes once
/// in the answer.
fn subset_sum(batches: &[Batch], target: usize) -> Option<BTreeMap<usize, usize>> {
    let words = target / 64 + 1;
    if (batches.len() as u64).saturating_mul(words as u64) > MAX_WORDS {
        return None;
    }
    // Bit s: some of the batches so far hold s endpoints; `by[s]` is the first batch with which that was so.
    let mut reached = vec![0_u64; words];
    let mut by = vec![0_usize; target + 1];
    reached[0] = 1;
    for (i, batch) in batches.iter().enumerate() {
        let (skip, shift) = (batch.endpoints() / 64, batch.endpoints() % 64);
        // From the top down, so that each word reads words which this batch has not changed yet.
        for to in (skip..words).rev() {
            let mut moved = reached[to - skip] << shift;
            if shift > 0 && to > skip {
                moved |= reached[to - skip - 1] >> (64 - shift);
            }
            let mut new = moved & !reached[to];
            reached[to] |= new;
            while new != 0 {
                let sum = to * 64 + new.trailing_zeros() as usize;
                if let Some(slot) = by.get_mut(sum) {
                    *slot = i;
                }
                new &= new - 1;
            }
        }
    }
    if reached[target / 64] >> (target % 64) & 1 == 0 {
        return None;
    }
    let mut chosen: BTreeMap<usize, usize> = BTreeMap::new();
    let mut left = target;
    while left > 0 {
        let batch = &batches[by[left]];
        *chosen.entry(batch.size).or_default() += batch.parts;
        left = left.checked_sub(batch.endpoints())?;
    }
    Some(chosen)
}
