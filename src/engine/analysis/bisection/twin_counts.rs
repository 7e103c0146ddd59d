//! Interchangeable nodes: only how many of them stand on each side matters.
//!
//! Two nodes are twins if they have the same links to other nodes, and endpoints with the same links of their own and
//! the same other attachments. Swapping two twins together with their endpoints is an automorphism, so the cost of a
//! choice of sides depends on the counts per class alone, and all counts can be tried. Being alike in a weaker sense
//! (one orbit, as all switches of a torus) is not enough.

use super::budget::Found;
use super::problem::{Links, Problem};
use crate::engine::order::SmallSort;
use std::collections::BTreeMap;

/// An endpoint type as one of its nodes sees it: the own link, the other links, and how many there are.
type Attachment = (i64, Links, u32);

/// The classes of twins, made ready.
pub(super) struct TwinCounts<'a> {
    problem: &'a Problem,
    classes: Classes,
    terms: Vec<Term>,
    /// What trying all counts costs, in operations.
    pub cost: u64,
}

impl<'a> TwinCounts<'a> {
    /// Finds the classes; `None` if the counts are beyond counting.
    pub(super) fn new(problem: &'a Problem) -> Option<Self> {
        let classes = Classes::new(problem);
        let choices = classes.members.iter().try_fold(1_u64, |product, class| {
            product.checked_mul(class.len() as u64 + 1)
        })?;
        let terms = classes.terms(problem)?;
        let work = 2 * (terms.len() + classes.links.len() + classes.members.len()) as u64;
        let cost = choices.checked_mul(work)?;
        Some(Self {
            problem,
            classes,
            terms,
            cost,
        })
    }

    /// The minimum over all counts.
    pub(super) fn run(&self) -> Found {
        let members = &self.classes.members;
        let mut counts = vec![0_u32; members.len()];
        let mut best = (i64::MAX, counts.clone());
        loop {
            let value = self.classes.cut_between(&counts)
                + cut_at_endpoints(&self.terms, &self.classes, &counts, self.problem.half());
            if value < best.0 {
                best = (value, counts.clone());
            }
            let Some(digit) = (0..counts.len()).find(|&i| (counts[i] as usize) < members[i].len()) else {
                break;
            };
            counts[digit] += 1;
            counts[..digit].fill(0);
        }
        let mut sides = vec![false; self.problem.n()];
        for (members, &n) in members.iter().zip(&best.1) {
            for &v in &members[..n as usize] {
                sides[v as usize] = true;
            }
        }
        Found { lower: best.0, sides }
    }
}

struct Classes {
    members: Vec<Vec<u32>>,
    class_of: Vec<u32>,
    /// Capacity between one node of the first class and one of the second.
    links: Vec<(u32, u32, i64)>,
}

/// Endpoints of one type whose nodes stand on given sides: what each gains from side A, and how to count them.
struct Term {
    /// Cost on side A less cost on side B.
    gain: i64,
    /// Cost on side B.
    on_b: i64,
    /// Endpoints for each choice of one node from every class.
    each: i64,
    /// The classes, each with the side of its node.
    nodes: Vec<(u32, bool)>,
}

impl Classes {
    fn new(problem: &Problem) -> Self {
        let mut attachments: Vec<Vec<Attachment>> = vec![Vec::new(); problem.n()];
        for kind in &problem.types {
            for (i, &(node, weight)) in kind.links.iter().enumerate() {
                let mut others = kind.links.clone();
                others.remove(i);
                attachments[node as usize].push((weight, others, kind.count));
            }
        }
        let mut classes: BTreeMap<(&Links, Vec<Attachment>), Vec<u32>> = BTreeMap::new();
        for (v, mut own) in attachments.into_iter().enumerate() {
            own.small_sort();
            classes
                .entry((&problem.links[v], own))
                .or_default()
                .push(v as u32);
        }
        let members: Vec<Vec<u32>> = classes.into_values().collect();
        let mut class_of = vec![0; problem.n()];
        for (i, class) in members.iter().enumerate() {
            for &v in class {
                class_of[v as usize] = i as u32;
            }
        }
        let mut links = Vec::new();
        for (i, class) in members.iter().enumerate() {
            let mut seen: Vec<(u32, i64)> = problem.links[class[0] as usize]
                .iter()
                .map(|&(to, weight)| (class_of[to as usize], weight))
                .filter(|&(other, _)| other as usize > i)
                .collect();
            seen.small_sort();
            seen.dedup();
            links.extend(seen.into_iter().map(|(other, weight)| (i as u32, other, weight)));
        }
        Self {
            members,
            class_of,
            links,
        }
    }

    fn cut_between(&self, counts: &[u32]) -> i64 {
        self.links
            .iter()
            .map(|&(p, q, weight)| {
                let (p, q) = (p as usize, q as usize);
                let (on_p, on_q) = (i64::from(counts[p]), i64::from(counts[q]));
                let (off_p, off_q) = (
                    self.members[p].len() as i64 - on_p,
                    self.members[q].len() as i64 - on_q,
                );
                weight * (on_p * off_q + off_p * on_q)
            })
            .sum()
    }

    /// The endpoint types by class, for every choice of sides, in order of what they gain from side A.
    ///
    /// `None` if an endpoint has many links, or the types are not spread evenly over the classes (twins always are).
    fn terms(&self, problem: &Problem) -> Option<Vec<Term>> {
        let mut by_class: BTreeMap<(Links, u32), u64> = BTreeMap::new();
        for kind in &problem.types {
            let mut list: Links = kind
                .links
                .iter()
                .map(|&(node, w)| (self.class_of[node as usize], w))
                .collect();
            list.small_sort();
            if list.len() > 6 || list.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return None;
            }
            *by_class.entry((list, kind.count)).or_default() += 1;
        }
        let mut terms = Vec::new();
        for ((list, each), n) in by_class {
            let all: u64 = list
                .iter()
                .map(|&(class, _)| self.members[class as usize].len() as u64)
                .product();
            if all != n {
                return None;
            }
            let total: i64 = list.iter().map(|link| link.1).sum();
            for mask in 0..1_u32 << list.len() {
                let nodes: Vec<(u32, bool)> = list
                    .iter()
                    .enumerate()
                    .map(|(i, &(class, _))| (class, mask >> i & 1 == 1))
                    .collect();
                let on_b = list
                    .iter()
                    .zip(&nodes)
                    .filter(|(_, node)| node.1)
                    .map(|(link, _)| link.1)
                    .sum();
                terms.push(Term {
                    gain: total - 2 * on_b,
                    on_b,
                    each: i64::from(each),
                    nodes,
                });
            }
        }
        terms.small_sort_by_key(|term| term.gain);
        Some(terms)
    }
}

/// The cost of all endpoints when the `half` that gain most stand on side A.
fn cut_at_endpoints(terms: &[Term], classes: &Classes, counts: &[u32], half: u32) -> i64 {
    let mut left = i64::from(half);
    let mut value = 0;
    for term in terms {
        let n = term.nodes.iter().fold(term.each, |n, &(class, on_a)| {
            let on = i64::from(counts[class as usize]);
            n * if on_a {
                on
            } else {
                classes.members[class as usize].len() as i64 - on
            }
        });
        let moved = n.min(left);
        value += n * term.on_b + moved * term.gain;
        left -= moved;
    }
    value
}
