//! A lower bound from a routed all-to-all flow.
//!
//! Every node sends `h_u h_v` to every other node over node links only (`h`: endpoints on it). If that loads no link
//! beyond its capacity when scaled by `t`, then a vertex set S with `s` endpoints has at least `t s (H - s)` of
//! capacity leaving it (T. Leighton and S. Rao, "Multicommodity max-flow min-cut theorems", J. ACM 46, 1999). Adding
//! what moving the surplus endpoints costs, and rounding to what a sum of link rates can be, gives the bound. Any
//! routing will do, so it is kept in integers: loads are sums, and a split that does not divide is rounded to a split
//! that does.
//!
//! First all shortest paths share evenly (optimal on even tori and hypercubes), then multiplicative weights improve
//! it (N. Garg and J. Koenemann, "Faster and simpler algorithms for multicommodity flow", SIAM J. Comput. 37, 2007).

use super::budget::Budget;
use super::lattice::Lattice;
use super::plain::Plain;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Parts that one unit of demand can be split into: divisible by all numbers up to 16.
const PARTS: u64 = 720_720;

impl<'a> Flow<'a> {
    /// The flow over evenly shared shortest paths; `None` if some endpoints cannot reach each other or it would exceed
    /// the budget.
    ///
    /// # Complexity
    /// O(sources x links).
    pub(super) fn evenly(plain: &'a Plain, budget: &mut Budget) -> Option<(Self, i64)> {
        // Loads must stay far inside 64 bits.
        if u64::from(plain.endpoints).saturating_pow(2).saturating_mul(PARTS) > 1 << 60 {
            return None;
        }
        let mut flow = Self::new(plain);
        budget.take(2 * flow.work())?;
        if flow.ends.is_empty() || !flow.route_evenly() {
            return None;
        }
        let bound = flow.bound(PARTS);
        Some((flow, bound))
    }

    /// Improves on `lower` by multiplicative weights within the budget, going on where an earlier call stopped; stops
    /// early when it reaches `upper`.
    pub(super) fn improve(&mut self, lower: i64, upper: i64, budget: &mut Budget) -> i64 {
        let mut best = lower;
        while best < upper && budget.take(12 * self.work()).is_some() {
            self.phase += 1;
            if self.phase.is_power_of_two() {
                self.window.fill(0);
                self.in_window = 0;
            }
            self.route_by_lengths();
            self.lengthen();
            self.in_window += 1;
            for (sum, load) in self.window.iter_mut().zip(&mut self.loads) {
                *sum += *load;
                *load = *sum;
            }
            best = best.max(self.bound(self.in_window));
        }
        best.min(upper)
    }

    /// Operations of one routing, about.
    fn work(&self) -> u64 {
        (self.sources.len() * (self.plain.n() + 4 * self.ends.len())) as u64
    }
}

/// An all-to-all flow under construction.
pub(super) struct Flow<'a> {
    plain: &'a Plain,
    /// Neighbours of every node: the node, the link's index.
    near: Vec<Vec<(u32, u32)>>,
    ends: Vec<(u32, u32)>,
    capacity: Vec<i64>,
    /// What crosses each link, both directions together.
    loads: Vec<u64>,
    /// Nodes with endpoints, and how many.
    sources: Vec<(u32, u64)>,
    /// The least load per capacity for which the bound was worked out, as a fraction.
    seen: Option<(u64, i64, u64)>,
    /// The links' present lengths, in the second stage.
    lengths: Vec<f64>,
    /// Phases done, those counted in the window, and their loads together.
    phase: u64,
    in_window: u64,
    window: Vec<u64>,
    lattice: Lattice,
}

impl<'a> Flow<'a> {
    fn new(plain: &'a Plain) -> Self {
        let mut near = vec![Vec::new(); plain.n()];
        let (mut ends, mut capacity) = (Vec::new(), Vec::new());
        for (v, list) in plain.links.iter().enumerate() {
            for &(to, weight) in list.iter().filter(|link| link.0 as usize > v) {
                near[v].push((to, ends.len() as u32));
                near[to as usize].push((v as u32, ends.len() as u32));
                ends.push((v as u32, to));
                capacity.push(weight);
            }
        }
        let sources = (0..plain.n())
            .filter(|&v| !plain.rates[v].is_empty())
            .map(|v| (v as u32, plain.rates[v].len() as u64))
            .collect();
        let loads = vec![0; ends.len()];
        let window = loads.clone();
        let lengths = capacity.iter().map(|&weight| 1.0 / weight as f64).collect();
        Self {
            plain,
            near,
            ends,
            capacity,
            loads,
            sources,
            seen: None,
            lengths,
            phase: 0,
            in_window: 0,
            window,
            lattice: Lattice::new(plain),
        }
    }

    /// Routes everything over all shortest paths (by hops), each path with an equal share; false if some pair has no
    /// path.
    fn route_evenly(&mut self) -> bool {
        let n = self.plain.n();
        self.loads.fill(0);
        let mut hops = vec![u32::MAX; n];
        let mut paths = vec![0.0_f64; n];
        let mut pending = vec![0_u64; n];
        for s in 0..self.sources.len() {
            let (source, amount) = self.sources[s];
            hops.fill(u32::MAX);
            hops[source as usize] = 0;
            paths.fill(0.0);
            paths[source as usize] = 1.0;
            let mut order = vec![source];
            let mut at = 0;
            while let Some(&v) = order.get(at) {
                at += 1;
                for &(to, link) in &self.near[v as usize] {
                    if hops[to as usize] == u32::MAX {
                        hops[to as usize] = hops[v as usize] + 1;
                        order.push(to);
                    }
                    if hops[to as usize] == hops[v as usize] + 1 {
                        paths[to as usize] += paths[v as usize] * self.capacity[link as usize] as f64;
                    }
                }
            }
            if self.sources.iter().any(|&(v, _)| hops[v as usize] == u32::MAX) {
                return false;
            }
            for &v in order[1..].iter().rev() {
                let own = self.plain.rates[v as usize].len() as u64;
                let amount = std::mem::take(&mut pending[v as usize]) + own * amount * PARTS;
                self.split_back(v, amount, &hops, &paths, &mut pending);
            }
            pending[source as usize] = 0;
        }
        true
    }

    /// Hands what must reach `v` to its neighbours one hop nearer to the source, in proportion to their paths.
    fn split_back(&mut self, v: u32, amount: u64, hops: &[u32], paths: &[f64], pending: &mut [u64]) {
        if amount == 0 {
            return;
        }
        let (mut left, mut last) = (amount, None);
        for &(from, link) in &self.near[v as usize] {
            if hops[from as usize].checked_add(1) == Some(hops[v as usize]) {
                let share = paths[from as usize] * self.capacity[link as usize] as f64 / paths[v as usize];
                // A hair more than the share, so that a whole number is not lost to rounding.
                let part = ((amount as f64 * share + 1e-3) as u64).min(left);
                left -= part;
                self.loads[link as usize] += part;
                pending[from as usize] += part;
                last = Some((from, link));
            }
        }
        if let Some((from, link)) = last {
            self.loads[link as usize] += left;
            pending[from as usize] += left;
        }
    }

    /// Routes everything over one shortest-path tree a source.
    fn route_by_lengths(&mut self) {
        let n = self.plain.n();
        self.loads.fill(0);
        let mut distance = vec![f64::INFINITY; n];
        let mut via = vec![(0_u32, 0_u32); n];
        let mut pending = vec![0_u64; n];
        let mut heap = BinaryHeap::new();
        let mut order = Vec::with_capacity(n);
        for s in 0..self.sources.len() {
            let (source, amount) = self.sources[s];
            distance.fill(f64::INFINITY);
            distance[source as usize] = 0.0;
            order.clear();
            // Lengths are positive, so their bits are in the order of their values.
            heap.push(Reverse((0_u64, source)));
            while let Some(Reverse((bits, v))) = heap.pop() {
                if bits != distance[v as usize].to_bits() {
                    continue;
                }
                order.push(v);
                for &(to, link) in &self.near[v as usize] {
                    let length = distance[v as usize] + self.lengths[link as usize];
                    if length < distance[to as usize] {
                        distance[to as usize] = length;
                        via[to as usize] = (v, link);
                        heap.push(Reverse((length.to_bits(), to)));
                    }
                }
            }
            for &v in order[1..].iter().rev() {
                let own = self.plain.rates[v as usize].len() as u64;
                let amount = std::mem::take(&mut pending[v as usize]) + own * amount;
                let (from, link) = via[v as usize];
                self.loads[link as usize] += amount;
                pending[from as usize] += amount;
            }
            pending[source as usize] = 0;
        }
    }

    /// Makes loaded links longer; lengths stay around one.
    fn lengthen(&mut self) {
        let use_of = |link: usize| self.loads[link] as f64 / self.capacity[link] as f64;
        let most = (0..self.loads.len()).map(use_of).fold(0.0, f64::max);
        if most <= 0.0 {
            return;
        }
        let step = (1.0 / (self.phase as f64).sqrt()).max(0.1);
        let mut longest = 0.0_f64;
        for (length, (&load, &capacity)) in self.lengths.iter_mut().zip(self.loads.iter().zip(&self.capacity))
        {
            *length *= 1.0 + step * (load as f64 / capacity as f64) / most;
            longest = longest.max(*length);
        }
        for length in &mut self.lengths {
            *length = (*length / longest).max(1e-100);
        }
    }

    /// The bound that the present loads prove, if each unit of demand was routed `times` times.
    fn bound(&mut self, times: u64) -> i64 {
        let worse =
            |a: (u64, i64), b: (u64, i64)| u128::from(a.0) * b.1 as u128 > u128::from(b.0) * a.1 as u128;
        let mut worst = (0, 1);
        for (&load, &capacity) in self.loads.iter().zip(&self.capacity) {
            if worse((load, capacity), worst) {
                worst = (load, capacity);
            }
        }
        if worst.0 == 0 {
            return 0;
        }
        let better = self.seen.is_none_or(|(load, capacity, seen_times)| {
            u128::from(worst.0) * u128::from(seen_times) * (capacity as u128)
                < u128::from(load) * u128::from(times) * (worst.1 as u128)
        });
        if !better {
            return 0;
        }
        self.seen = Some((worst.0, worst.1, times));
        let total = self.plain.endpoints as usize;
        let (numerator, denominator) = (2 * i128::from(worst.1) * i128::from(times), i128::from(worst.0));
        self.lattice.least(self.plain, |s| {
            let crossing = numerator * (s * (total - s)) as i128;
            (crossing + denominator - 1) / denominator
        })
    }
}
