//! Good cuts by tabu search: an upper bound.
//!
//! Single flips from the fuller side, the best first, with recently flipped nodes barred (F. Glover, "Tabu search,
//! part I", ORSA J. Comput. 1, 1989). Starts in turn from everything on one side, breadth-first halves and random
//! sides; the random numbers come from a fixed seed, so the same graph gives the same cut.

use super::budget::Budget;
use super::plain::Plain;

/// The best sides found within the budget, not worse than `start`; stops early at the known lower bound.
pub(super) fn tabu_search(
    plain: &Plain,
    start: Option<&[bool]>,
    lower: i64,
    budget: &mut Budget,
) -> Vec<bool> {
    let n = plain.n();
    let mut best = start.map_or_else(|| vec![false; n], <[bool]>::to_vec);
    let mut value = plain.value(&best);
    let mut random = SplitMix(if start.is_some() { 2 } else { 1 });
    for round in 0_u64.. {
        if value <= lower || budget.take((4 * (n + plain.n_links())) as u64).is_none() {
            break;
        }
        let sides = match (round, start) {
            (0, _) => best.clone(),
            (1..=4, None) => breadth_first_half(plain, (random.next() % n as u64) as usize),
            (r, Some(_)) if r % 3 == 1 => shaken(&best, &mut random),
            (r, _) if r % 2 == 1 => breadth_first_half(plain, (random.next() % n as u64) as usize),
            _ => (0..n).map(|_| random.next() >> 63 == 1).collect(),
        };
        let found = Search::new(plain, sides).run(lower, &mut random, budget);
        let found_value = plain.value(&found);
        if found_value < value {
            (value, best) = (found_value, found);
        }
    }
    best
}

/// The best sides with an eighth of the nodes turned over.
fn shaken(sides: &[bool], random: &mut SplitMix) -> Vec<bool> {
    sides
        .iter()
        .map(|&side| side ^ (random.next() >> 61 == 0))
        .collect()
}

/// Nodes in breadth-first order from `start` (and from the first unreached node when a part is exhausted) until half
/// of the endpoints are taken.
fn breadth_first_half(plain: &Plain, start: usize) -> Vec<bool> {
    let n = plain.n();
    let mut sides = vec![false; n];
    let mut seen = vec![false; n];
    let mut taken = 0;
    for first in std::iter::once(start).chain(0..n) {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        let mut queue = std::collections::VecDeque::from([first]);
        while let Some(v) = queue.pop_front() {
            if taken + plain.rates[v].len() > plain.endpoints as usize - plain.half() {
                continue;
            }
            taken += plain.rates[v].len();
            sides[v] = true;
            for &(to, _) in &plain.links[v] {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    queue.push_back(to as usize);
                }
            }
        }
    }
    sides
}

struct Search<'a> {
    plain: &'a Plain,
    sides: Vec<bool>,
    /// What flipping each node adds to the cut.
    added: Vec<i64>,
    cut: i64,
    on_a: usize,
    /// What one surplus endpoint is taken to cost.
    rate: i64,
}

impl<'a> Search<'a> {
    fn new(plain: &'a Plain, sides: Vec<bool>) -> Self {
        let added = (0..plain.n())
            .map(|v| {
                plain.links[v]
                    .iter()
                    .map(|&(to, w)| if sides[to as usize] == sides[v] { w } else { -w })
                    .sum()
            })
            .collect();
        let cut = plain.cut(&sides);
        let on_a = plain
            .rates
            .iter()
            .zip(&sides)
            .filter(|(_, side)| **side)
            .map(|(list, _)| list.len())
            .sum();
        let rate = plain
            .uniform
            .unwrap_or_else(|| plain.cheapest[plain.half()] / plain.half().max(1) as i64);
        Self {
            plain,
            sides,
            added,
            cut,
            on_a,
            rate,
        }
    }

    fn value(&self) -> i64 {
        self.cut + self.rate * self.plain.excess(self.on_a) as i64
    }

    /// Flips until nothing better was found for a while; the best sides by true value.
    fn run(mut self, lower: i64, random: &mut SplitMix, budget: &mut Budget) -> Vec<bool> {
        let n = self.plain.n();
        let tenure = if n <= 128 {
            n as u64 / 10 + 1
        } else {
            n as u64 / 60 + 4
        };
        let patience = 10 * n as u64 + 200;
        let mut barred = vec![0_u64; n];
        let mut best = (self.value(), self.sides.clone());
        let mut best_true = self.plain.value(&self.sides);
        let (mut since, mut turn) = (0, 0);
        while since < patience && best_true > lower && budget.take(2 * n as u64).is_some() {
            turn += 1;
            since += 1;
            let Some(v) = self.choose(&barred, turn, best.0, random) else {
                continue;
            };
            self.flip(v);
            barred[v] = turn + tenure + random.next() % (tenure + 1);
            let value = self.value();
            if value < best.0 {
                let exact = if self.plain.uniform.is_some() {
                    value
                } else {
                    self.plain.value(&self.sides)
                };
                if exact < best_true {
                    best_true = exact;
                    best.1.copy_from_slice(&self.sides);
                    since = 0;
                }
                best.0 = value;
            }
        }
        best.1
    }

    /// The flip that leaves the least, ties broken at random; barred nodes only if they beat the best.
    fn choose(&self, barred: &[u64], turn: u64, best: i64, random: &mut SplitMix) -> Option<usize> {
        let twice = 2 * self.on_a;
        let total = self.plain.endpoints as usize;
        let mut found: Option<(i64, u64, usize)> = None;
        for (v, (&side, rates)) in self.sides.iter().zip(&self.plain.rates).enumerate() {
            let own = rates.len();
            let from_fuller = if side {
                twice + 1 >= total
            } else {
                twice <= total + 1
            };
            if own > 0 && !from_fuller {
                continue;
            }
            let on_a = if side { self.on_a - own } else { self.on_a + own };
            let value = self.cut + self.added[v] + self.rate * self.plain.excess(on_a) as i64;
            if barred[v] > turn && value >= best {
                continue;
            }
            if found.is_none_or(|(least, ..)| value < least) {
                found = Some((value, 1, v));
            } else if let Some((least, ties, chosen)) = &mut found
                && value == *least
            {
                *ties += 1;
                if random.next().is_multiple_of(*ties) {
                    *chosen = v;
                }
            }
        }
        found.map(|(.., v)| v)
    }

    fn flip(&mut self, v: usize) {
        let own = self.plain.rates[v].len();
        if self.sides[v] {
            self.on_a -= own;
        } else {
            self.on_a += own;
        }
        self.cut += self.added[v];
        self.added[v] = -self.added[v];
        self.sides[v] = !self.sides[v];
        for &(to, weight) in &self.plain.links[v] {
            let now = if self.sides[to as usize] == self.sides[v] {
                weight
            } else {
                -weight
            };
            self.added[to as usize] += 2 * now;
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a small seeded generator.
pub(super) struct SplitMix(u64);

impl SplitMix {
    /// The generator with this seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
