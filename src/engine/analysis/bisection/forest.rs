//! Few separators and a forest: dynamic programming over what a handful of nodes hold together.
//!
//! Without a small set of nodes (the separators) the graph is a forest. For each choice of sides for the separators a
//! table per tree node holds the cheapest cut below it for each side and each number of endpoints on side A; children
//! are joined by min-plus convolution. With one endpoint rate for all, endpoints stay with their nodes and the
//! imbalance is paid once at the end, which shortens the tables; with several rates each node offers every number of
//! its endpoints on either side at the cost of its cheapest links.

use super::budget::Found;
use super::plain::Plain;
use super::problem::gcd;

/// More separators than this are not tried.
const MOST_SEPARATORS: usize = 16;
/// Tables with more entries than this are not kept for tracing back the cut.
const MOST_TRACED: u64 = 8_000_000;
const INFINITE: i64 = i64::MAX / 4;

/// The separators and the forest, made ready.
pub(super) struct ForestDp<'a> {
    forest: Forest<'a>,
    /// What trying all sides of the separators costs, in operations.
    pub cost: u64,
}

impl<'a> ForestDp<'a> {
    /// Finds the separators; `None` if they are too many or the tables too long.
    pub(super) fn new(plain: &'a Plain) -> Option<Self> {
        let forest = Forest::new(plain)?;
        let (per_choice, traced) = forest.work();
        let cost = (forest.choices() + 2).checked_mul(per_choice)?;
        (traced <= MOST_TRACED).then_some(Self { forest, cost })
    }

    /// The minimum over all choices.
    pub(super) fn run(&self) -> Found {
        let mut best = (INFINITE, 0_u64);
        for mask in 0..self.forest.choices() {
            let value = self.forest.solve(mask, None);
            if value < best.0 {
                best = (value, mask);
            }
        }
        let mut sides = vec![false; self.forest.plain.n()];
        self.forest.solve(best.1, Some(&mut sides));
        Found { lower: best.0, sides }
    }
}

/// What a node offers on one side: endpoints on side A (in steps) and what its own endpoints' links cost.
type Offers = Vec<(usize, i64)>;

struct Forest<'a> {
    plain: &'a Plain,
    separators: Vec<u32>,
    /// Tree nodes, children before parents.
    order: Vec<u32>,
    /// The parent of each tree node and the capacity to it; a root has none.
    parent: Vec<Option<(u32, i64)>>,
    /// Endpoints in one step of the tables.
    step: usize,
    /// The longest table that matters, less one.
    most: usize,
    /// Offers of every node on sides B and A.
    offers: Vec<[Offers; 2]>,
}

/// The tables of one node: for side B and for side A, the cheapest cut by endpoints on side A.
type Tables = [Vec<i64>; 2];

impl<'a> Forest<'a> {
    fn new(plain: &'a Plain) -> Option<Self> {
        let (separators, order) = peel(plain)?;
        let mut place = vec![usize::MAX; plain.n()];
        for (i, &v) in order.iter().enumerate() {
            place[v as usize] = i;
        }
        let parent = (0..plain.n())
            .map(|v| {
                // The only neighbour that was peeled later.
                let later = |&&(to, _): &&(u32, i64)| {
                    place[v] != usize::MAX
                        && place[to as usize] != usize::MAX
                        && place[to as usize] > place[v]
                };
                plain.links[v].iter().find(later).copied()
            })
            .collect();
        let uniform = plain.uniform.is_some();
        let step = if uniform {
            plain
                .rates
                .iter()
                .fold(0, |step, list| gcd(step, list.len() as u64))
                .max(1) as usize
        } else {
            1
        };
        let largest_half = plain.endpoints as usize - plain.half();
        let most = if uniform {
            plain.endpoints as usize / step
        } else {
            largest_half
        };
        let offers = plain
            .rates
            .iter()
            .map(|list| {
                if uniform {
                    whole(list.len() / step)
                } else {
                    split(list, most)
                }
            })
            .collect();
        Some(Self {
            plain,
            separators,
            order,
            parent,
            step,
            most,
            offers,
        })
    }

    /// Choices of sides, the last separator's fixed.
    fn choices(&self) -> u64 {
        1 << self.separators.len().saturating_sub(1)
    }

    /// Operations for one choice of sides, and table entries that tracing keeps.
    fn work(&self) -> (u64, u64) {
        let mut length = vec![0_u64; self.plain.n() + 1];
        let (mut operations, mut entries) = (1, 1);
        let root = self.plain.n();
        for &v in self.order.iter().chain(&self.separators) {
            let v = v as usize;
            let own = self.offers[v]
                .iter()
                .flatten()
                .map(|offer| offer.0 as u64)
                .max()
                .unwrap_or(0)
                + 1;
            let merged = (length[v].max(1) - 1 + own).min(self.most as u64 + 1);
            operations += 2 * length[v].max(1) * self.offers[v][0].len().max(self.offers[v][1].len()) as u64;
            let into = self.parent[v].map_or(root, |(to, _)| to as usize);
            operations += 2 * merged * length[into].max(1) + 20;
            length[into] = (length[into].max(1) - 1 + merged).min(self.most as u64 + 1);
            entries += 2 * (merged + length[into]);
        }
        (operations, entries)
    }

    /// The minimum with the separators' sides given by the bits of `mask` (the last one stands on B); writes the
    /// sides of all nodes if asked.
    fn solve(&self, mask: u64, trace: Option<&mut Vec<bool>>) -> i64 {
        let root = self.plain.n();
        let mut fixed: Vec<Option<bool>> = vec![None; root];
        for (i, &v) in self.separators.iter().enumerate() {
            fixed[v as usize] = Some(mask >> i & 1 == 1);
        }
        let mut tables: Vec<Tables> = vec![[vec![0], vec![0]]; root + 1];
        tables[root][1].clear();
        let mut merges: Vec<Merge> = Vec::new();
        for &v in self.order.iter().chain(&self.separators) {
            let children = std::mem::take(&mut tables[v as usize]);
            let own = self.with_offers(v, &children, &fixed);
            let into = self.parent[v as usize].map_or(root, |(to, _)| to as usize);
            let before = std::mem::take(&mut tables[into]);
            let weight = self.parent[v as usize].map_or(0, |(_, weight)| weight);
            tables[into] = [false, true].map(|side| {
                convolve(
                    &before[usize::from(side)],
                    &seen_from(&own, side, weight),
                    self.most,
                )
            });
            if trace.is_some() {
                merges.push(Merge {
                    child: v,
                    into,
                    weight,
                    before,
                    own,
                    children,
                });
            }
        }
        let (value, steps) = self.close(&tables[root][0]);
        if let Some(sides) = trace {
            self.trace(&merges, steps, sides);
        }
        value + self.between_separators(&fixed)
    }

    /// The capacity between separators on different sides.
    fn between_separators(&self, fixed: &[Option<bool>]) -> i64 {
        let twice: i64 = self
            .separators
            .iter()
            .flat_map(|&v| {
                self.plain.links[v as usize]
                    .iter()
                    .map(move |&(to, weight)| (v, to, weight))
            })
            .filter(|&(v, to, _)| fixed[to as usize].is_some_and(|side| Some(side) != fixed[v as usize]))
            .map(|(.., weight)| weight)
            .sum();
        twice / 2
    }

    /// A node's tables with its own endpoints, and with its links to separators if it is none.
    fn with_offers(&self, v: u32, children: &Tables, fixed: &[Option<bool>]) -> Tables {
        let v = v as usize;
        [false, true].map(|side| {
            let to_separators = match fixed[v] {
                Some(own) if own != side => return Vec::new(),
                Some(_) => 0,
                None => self.plain.links[v]
                    .iter()
                    .filter(|&&(to, _)| fixed[to as usize].is_some_and(|other| other != side))
                    .map(|&(_, weight)| weight)
                    .sum(),
            };
            let children = &children[usize::from(side)];
            let offers = &self.offers[v][usize::from(side)];
            let longest = offers.iter().map(|offer| offer.0).max().unwrap_or(0);
            let mut table = vec![INFINITE; (children.len() + longest).min(self.most + 1)];
            for &(steps, cost) in offers {
                for (slot, &below) in table.iter_mut().skip(steps).zip(children) {
                    *slot = (*slot).min(below + cost + to_separators);
                }
            }
            table
        })
    }

    /// The best balanced entry of the last table: its value and its index.
    fn close(&self, table: &[i64]) -> (i64, usize) {
        let plain = self.plain;
        let half = plain.half();
        let value = |i: usize| match plain.uniform {
            Some(rate) => table[i] + rate * plain.excess(i * self.step) as i64,
            None if i == half || i == plain.endpoints as usize - half => table[i],
            None => INFINITE,
        };
        (0..table.len())
            .map(|i| (value(i), i))
            .min()
            .unwrap_or((INFINITE, 0))
    }

    /// Walks the joins backwards from the best entry of the last table.
    fn trace(&self, merges: &[Merge], steps: usize, sides: &mut [bool]) {
        let mut state = vec![(false, 0_usize); self.plain.n() + 1];
        state[self.plain.n()].1 = steps;
        for merge in merges.iter().rev() {
            let (side, k) = state[merge.into];
            let before = &merge.before[usize::from(side)];
            let seen = seen_from(&merge.own, side, merge.weight);
            let at = |j: usize| before.get(k.wrapping_sub(j)).map(|&left| left + seen[j]);
            let Some((_, j)) = (0..seen.len().min(k + 1)).filter_map(|j| Some((at(j)?, j))).min() else {
                return;
            };
            state[merge.into].1 = k - j;
            let stays = merge.own[usize::from(side)].get(j) == Some(&seen[j]);
            let own_side = side == stays;
            sides[merge.child as usize] = own_side;
            let children = &merge.children[usize::from(own_side)];
            let below = self.offers[merge.child as usize][usize::from(own_side)]
                .iter()
                .filter_map(|&(steps, cost)| {
                    let rest = j.checked_sub(steps)?;
                    Some((children.get(rest)? + cost, rest))
                })
                .min();
            state[merge.child as usize] = (own_side, below.map_or(0, |(_, rest)| rest));
        }
    }
}

/// One table joined to another, kept for tracing.
struct Merge {
    child: u32,
    into: usize,
    /// The capacity between the two.
    weight: i64,
    /// The receiving tables before.
    before: Tables,
    /// The child's finished tables.
    own: Tables,
    /// The child's tables before its own endpoints came in.
    children: Tables,
}

/// A finished node's cheapest entries, seen from a parent on this side across a link of this weight.
fn seen_from(own: &Tables, side: bool, weight: i64) -> Vec<i64> {
    let (same, other) = (&own[usize::from(side)], &own[usize::from(!side)]);
    (0..same.len().max(other.len()))
        .map(|j| {
            let stay = same.get(j).copied().unwrap_or(INFINITE);
            let part = other.get(j).map_or(INFINITE, |&value| value + weight);
            stay.min(part).min(INFINITE)
        })
        .collect()
}

/// Min-plus convolution, cut off after entry `most`.
fn convolve(a: &[i64], b: &[i64], most: usize) -> Vec<i64> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return Vec::new();
    }
    let mut table = vec![INFINITE; (short.len() + long.len() - 1).min(most + 1)];
    for (i, &left) in short.iter().enumerate().filter(|(_, left)| **left < INFINITE) {
        for (slot, &right) in table.iter_mut().skip(i).zip(long) {
            *slot = (*slot).min(left + right);
        }
    }
    table
}

/// A node whose endpoints stay with it.
fn whole(steps: usize) -> [Offers; 2] {
    [vec![(0, 0)], vec![(steps, 0)]]
}

/// A node whose endpoints may be parted from it, cheapest first: `k` of them on side A cost the `k` cheapest links if
/// the node stands on B, and the links of the others if it stands on A.
fn split(rates: &[i64], most: usize) -> [Offers; 2] {
    let mut sums = vec![0];
    for &rate in rates {
        sums.push(sums[sums.len() - 1] + rate);
    }
    let n = rates.len();
    let on_b = (0..=n.min(most)).map(|k| (k, sums[k])).collect();
    let on_a = (0..=n.min(most)).map(|k| (k, sums[n - k])).collect();
    [on_b, on_a]
}

/// Separators (at most [`MOST_SEPARATORS`]) whose removal leaves a forest, and the forest's nodes, leaves first.
///
/// Greedy: nodes of degree one or less are peeled off; when there are none, the node of highest degree is taken out.
fn peel(plain: &Plain) -> Option<(Vec<u32>, Vec<u32>)> {
    let n = plain.n();
    let mut degree: Vec<usize> = plain.links.iter().map(Vec::len).collect();
    let mut gone = vec![false; n];
    let (mut separators, mut order) = (Vec::new(), Vec::new());
    let mut ready: Vec<u32> = (0..n as u32).filter(|&v| degree[v as usize] <= 1).collect();
    loop {
        let v = match ready.pop() {
            Some(v) if gone[v as usize] => continue,
            Some(v) => {
                order.push(v);
                v
            }
            None => {
                let Some(hub) = (0..n)
                    .filter(|&v| !gone[v])
                    .max_by_key(|&v| (degree[v], std::cmp::Reverse(v)))
                else {
                    return Some((separators, order));
                };
                separators.push(hub as u32);
                if separators.len() > MOST_SEPARATORS {
                    return None;
                }
                hub as u32
            }
        };
        gone[v as usize] = true;
        for &(to, _) in &plain.links[v as usize] {
            let to = to as usize;
            if !gone[to] {
                degree[to] -= 1;
                if degree[to] <= 1 {
                    ready.push(to as u32);
                }
            }
        }
    }
}
