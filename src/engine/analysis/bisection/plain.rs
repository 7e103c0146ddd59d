//! The problem with single-homed endpoints only, for the arguments that need that.

use super::problem::{Links, Problem};
use crate::engine::order::SmallSort;

/// Nodes with endpoints hung on them, each by one link.
///
/// An endpoint with several links becomes a node with that endpoint hung on it by a link as wide as all its links
/// together: no best cut needs to part the two, so the minimum is the same. The problem's own nodes come first.
pub(super) struct Plain {
    /// Links between nodes, for each node.
    pub links: Vec<Links>,
    /// The link rates of each node's endpoints, in rising order.
    pub rates: Vec<Vec<i64>>,
    /// All endpoint rates added up from the smallest: entry `m` is what moving `m` endpoints off their nodes costs at
    /// least.
    pub cheapest: Vec<i64>,
    /// The rate of all endpoints, if they have one.
    pub uniform: Option<i64>,
    /// The number of endpoints H.
    pub endpoints: u32,
}

impl Plain {
    /// Hangs every endpoint on a node. O(size x log).
    pub(super) fn new(problem: &Problem) -> Self {
        let mut links = problem.links.clone();
        let mut rates: Vec<Vec<i64>> = vec![Vec::new(); links.len()];
        for kind in &problem.types {
            match kind.links.as_slice() {
                // Attached to nothing: a link without capacity to any node says the same.
                [] => match rates.first_mut() {
                    Some(first) => first.extend((0..kind.count).map(|_| 0)),
                    None => return Self::empty(problem),
                },
                &[(node, rate)] => rates[node as usize].extend((0..kind.count).map(|_| rate)),
                several => {
                    let rate = several.iter().map(|link| link.1).sum();
                    for _ in 0..kind.count {
                        let own = links.len() as u32;
                        links.push(several.to_vec());
                        rates.push(vec![rate]);
                        for &(node, weight) in several {
                            links[node as usize].push((own, weight));
                        }
                    }
                }
            }
        }
        rates.iter_mut().for_each(|list| list.small_sort());
        Self::finish(links, rates, problem.endpoints)
    }

    fn empty(problem: &Problem) -> Self {
        Self::finish(
            vec![Vec::new()],
            vec![vec![0; problem.endpoints as usize]],
            problem.endpoints,
        )
    }

    fn finish(links: Vec<Links>, rates: Vec<Vec<i64>>, endpoints: u32) -> Self {
        let mut all: Vec<i64> = rates.iter().flatten().copied().collect();
        all.small_sort();
        let uniform = all.first().copied().filter(|first| all.last() == Some(first));
        let mut cheapest = vec![0];
        let mut sum = 0;
        cheapest.extend(all.into_iter().map(|rate| {
            sum += rate;
            sum
        }));
        Self {
            links,
            rates,
            cheapest,
            uniform,
            endpoints,
        }
    }

    /// The number of nodes.
    pub(super) fn n(&self) -> usize {
        self.links.len()
    }

    /// floor(H/2).
    pub(super) fn half(&self) -> usize {
        self.endpoints as usize / 2
    }

    /// The number of links, each counted once.
    pub(super) fn n_links(&self) -> usize {
        self.links.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The capacity between the two sides, links to endpoints not counted.
    pub(super) fn cut(&self, sides: &[bool]) -> i64 {
        let mut value = 0;
        for (v, list) in self.links.iter().enumerate() {
            for &(to, weight) in list {
                if (to as usize) > v && sides[to as usize] != sides[v] {
                    value += weight;
                }
            }
        }
        value
    }

    /// The cheapest cut for these sides: the links between them, and the endpoints that must leave the fuller side
    /// so that the halves differ by at most one. O(links + endpoints x log).
    pub(super) fn value(&self, sides: &[bool]) -> i64 {
        let on_a: usize = self
            .rates
            .iter()
            .zip(sides)
            .filter(|(_, side)| **side)
            .map(|(list, _)| list.len())
            .sum();
        let excess = self.excess(on_a);
        let fuller = on_a > self.half();
        let moved = match self.uniform {
            Some(rate) => rate * excess as i64,
            None if excess == 0 => 0,
            None => {
                let mut leaving: Vec<i64> = self
                    .rates
                    .iter()
                    .zip(sides)
                    .filter(|(_, side)| **side == fuller)
                    .flat_map(|(list, _)| list.iter().copied())
                    .collect();
                leaving.small_sort();
                leaving.iter().take(excess).sum()
            }
        };
        self.cut(sides) + moved
    }

    /// How many endpoints must change sides when `on_a` of them hang on nodes of side A.
    pub(super) fn excess(&self, on_a: usize) -> usize {
        let fuller = on_a.max(self.endpoints as usize - on_a);
        fuller - (self.endpoints as usize - self.half())
    }
}
