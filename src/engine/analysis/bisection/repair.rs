//! A lower bound for almost regular fabrics: put the missing links back, prove the regular fabric, take them off.
//!
//! Switches without endpoints are grouped by where they lead, small differences overlooked. Between two groups P and Q
//! links are added until all of P have the same capacity to Q and the other way round: capacity
//! `max(|P| max w(p, Q), |Q| max w(q, P))` in all, which can always be laid out. In the fabric with those links the
//! groups are equitable classes (see [`quotient`](super::quotient)), so each becomes one node. Added links raise the
//! bisection by at most their capacity, so taking that off gives a lower bound, whatever the groups.

use super::problem::{Links, Problem, sum_parallel};
use std::collections::BTreeMap;

/// A more regular fabric, and what was added to it.
pub(super) struct Repaired {
    /// The fabric with the missing links put back and each group one node.
    pub problem: Problem,
    /// The group of every node.
    pub map: Vec<u32>,
    /// The capacity that was added; the minimum rose by at most this.
    pub added: i64,
}

/// Groups and repairs; `None` if no two nodes are alike, or the repair would be out of all proportion.
///
/// # Complexity
/// O(links x groups) at worst, and never more than [`MOST_COMPARISONS`] signatures are compared.
pub(super) fn repair(problem: &Problem) -> Option<Repaired> {
    let (map, n) = groups(problem)?;
    let mut sizes = vec![0_i64; n];
    for &group in &map {
        sizes[group as usize] += 1;
    }
    // For each ordered pair of groups: all capacity, and the most that one node of the first has to the second.
    let mut between: BTreeMap<(u32, u32), (i64, i64)> = BTreeMap::new();
    for v in 0..problem.n() {
        for (to, weight) in signature(problem, v as u32, |u| Some(map[u as usize])) {
            let entry = between.entry((map[v], to)).or_default();
            *entry = (entry.0 + weight, entry.1.max(weight));
        }
    }
    let mut merged = problem.merged(&map, n);
    let mut added = 0;
    for (p, links) in merged.links.iter_mut().enumerate() {
        for (q, weight) in links {
            let most = |a: u32, b: u32| between.get(&(a, b)).map_or(0, |entry| entry.1);
            let whole = sizes[p]
                .checked_mul(most(p as u32, *q))?
                .max(sizes[*q as usize].checked_mul(most(*q, p as u32))?);
            if (*q as usize) > p {
                added = whole
                    .checked_sub(*weight)?
                    .checked_add(added)
                    .filter(|&sum| sum < MOST_ADDED)?;
            }
            *weight = whole;
        }
    }
    Some(Repaired {
        problem: merged,
        map,
        added,
    })
}

/// Adding more than this is no repair, and keeps sums far inside 64 bits.
const MOST_ADDED: i64 = i64::MAX / 64;
/// Signatures are compared at most this often.
const MOST_COMPARISONS: usize = 200_000;

/// Where a node leads, by group, as far as groups are known.
fn signature(problem: &Problem, v: u32, group: impl Fn(u32) -> Option<u32>) -> Links {
    let own = group(v);
    let mut list: Links = problem.links[v as usize]
        .iter()
        .filter_map(|&(to, weight)| Some((group(to)?, weight)))
        .filter(|&(to, _)| Some(to) != own)
        .collect();
    sum_parallel(&mut list);
    list
}

/// Nodes with endpoints are groups of their own; the others are grouped in rounds outwards from them.
fn groups(problem: &Problem) -> Option<(Vec<u32>, usize)> {
    let n = problem.n();
    let mut group: Vec<Option<u32>> = vec![None; n];
    let mut n_groups = 0;
    for &(node, _) in problem.types.iter().flat_map(|kind| &kind.links) {
        if group[node as usize].is_none() {
            group[node as usize] = Some(n_groups);
            n_groups += 1;
        }
    }
    let mut comparisons = 0;
    loop {
        let reached: Vec<(u32, Links)> = (0..n as u32)
            .filter(|&v| group[v as usize].is_none())
            .map(|v| (v, signature(problem, v, |u| group[u as usize])))
            .filter(|(_, signature)| !signature.is_empty())
            .collect();
        if reached.is_empty() {
            break;
        }
        let first = n_groups;
        let mut samples: Vec<Links> = Vec::new();
        for (v, signature) in reached {
            comparisons += samples.len();
            if comparisons > MOST_COMPARISONS {
                return None;
            }
            let like = samples.iter().position(|sample| are_alike(sample, &signature));
            let place = like.unwrap_or(samples.len());
            if like.is_none() {
                samples.push(signature);
                n_groups += 1;
            }
            group[v as usize] = Some(first + place as u32);
        }
    }
    // What no endpoint reaches needs no care: one group.
    let map: Vec<u32> = group.into_iter().map(|group| group.unwrap_or(n_groups)).collect();
    let n_groups = map.iter().max().map_or(0, |&last| last as usize + 1);
    (n_groups < n).then_some((map, n_groups))
}

/// Whether two nodes share three quarters of all that either leads to.
fn are_alike(a: &Links, b: &Links) -> bool {
    let (mut shared, mut all) = (0_i64, 0_i64);
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let (to_a, to_b) = (
            a.get(i).map_or(u32::MAX, |l| l.0),
            b.get(j).map_or(u32::MAX, |l| l.0),
        );
        let (in_a, in_b) = match to_a.cmp(&to_b) {
            std::cmp::Ordering::Less => (a[i].1, 0),
            std::cmp::Ordering::Greater => (0, b[j].1),
            std::cmp::Ordering::Equal => (a[i].1, b[j].1),
        };
        i += usize::from(in_a > 0);
        j += usize::from(in_b > 0);
        shared += in_a.min(in_b);
        all += in_a.max(in_b);
    }
    4 * shared >= 3 * all
}
