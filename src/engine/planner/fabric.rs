//! A design's migration as the search sees it: classes of interchangeable devices, and metrics by counts.
//!
//! Sums over links need only the number of devices of each class in each state; bisection is computed on one fabric that
//! stands for all equivalent ones, and remembered. Where no old plug is ever without a port, capacity only grows as work
//! is done: a window that keeps its floor after less work keeps it after more, and the search is spared the question.

use super::capacity::{State, bisection_online, is_nvlink, port_limit, rate_of, realise};
use super::difference::{Difference, LinkChange};
use super::problem::{Counts, Problem, Worth};
use super::symmetry::{Classes, Vertex};
use super::{Goal, Metric, OperationKind};
use crate::engine::analysis::{Bisection, Proof};
use crate::engine::topology::{Node, Tier, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// What a bisection costs that no reduction decides, in units of one look at a window.
pub(super) const HARD_BISECTION: u64 = 100_000;

/// The metrics of a state, in bit/s; bisection as its lower and upper bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub all_reduce: u128,
    pub uplinks: u128,
    pub bisection: (u64, u64),
}

/// All links between two classes that behave alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    classes: [usize; 2],
    /// [`Metric::AllReduce`] or [`Metric::Uplinks`].
    metric: Metric,
    /// By whether the first and the second end are done.
    rates: [[u64; 2]; 2],
}

/// Why a window is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Other work comes first.
    Prerequisite,
    /// A metric falls to this share of the start, in thousandths.
    Floor(Metric, u32),
}

/// A migration by classes.
#[derive(Debug)]
pub(super) struct Fabric {
    pub topology: Topology,
    pub change: Difference,
    pub goal: Goal,
    pub classes: Classes,
    /// What is done to each class.
    pub kinds: Vec<Option<OperationKind>>,
    /// The fabric as drawn.
    pub start: Figures,
    /// Whether a floor was judged by the best cuts found because a bisection is not proved.
    pub unproved: bool,
    /// How often a window that the search allowed turned out to break a floor.
    pub restarts: u32,
    sizes: Vec<u16>,
    minutes: Vec<u32>,
    /// Classes that must be finished before each class.
    prerequisites: Vec<Vec<usize>>,
    /// Each with the number of links between one member of the one class and one of the other.
    pairs: Vec<(Pair, u128)>,
    /// Whether capacity never falls as work is done.
    grows: bool,
    bisections: BTreeMap<(Counts, Counts), (u64, u64)>,
    /// For each window: states where it keeps the bisection floor, and states where it does not.
    verdicts: BTreeMap<Counts, (Vec<Counts>, Vec<Counts>)>,
    work: u64,
}

impl Fabric {
    /// Sorts the devices into classes; metrics of the start are taken by [`Fabric::measure_start`].
    pub fn new(topology: &Topology, change: Difference, goal: &Goal) -> Self {
        let classes = Classes::find(&vertices(topology, &change));
        let kinds: Vec<Option<OperationKind>> = classes
            .members
            .iter()
            .map(|members| change.devices[members[0]].kind)
            .collect();
        let size = |class: usize| classes.members[class].len().min(usize::from(u16::MAX)) as u16;
        let minutes = |kind: &Option<OperationKind>| match kind {
            None => 0,
            Some(OperationKind::SwapLeaf | OperationKind::SwapSpine) => goal.durations.swap_switch,
            Some(OperationKind::SwapNics) => goal.durations.swap_nics,
            Some(OperationKind::Recable) => goal.durations.recable,
        };
        let mut fabric = Self {
            topology: topology.clone(),
            goal: goal.clone(),
            start: Figures::default(),
            unproved: false,
            restarts: 0,
            sizes: (0..classes.len())
                .map(|c| if kinds[c].is_some() { size(c) } else { 0 })
                .collect(),
            minutes: kinds.iter().map(minutes).collect(),
            prerequisites: Vec::new(),
            pairs: Vec::new(),
            grows: !change.links.iter().any(|link| link.broken.contains(&true)),
            bisections: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            work: 0,
            change,
            classes,
            kinds,
        };
        fabric.pairs = fabric.find_pairs();
        fabric.prerequisites = fabric.find_prerequisites();
        fabric
    }

    /// Takes the metrics of the fabric as drawn. Once, before the search.
    pub fn measure_start(&mut self) {
        let nothing = vec![0; self.classes.len()];
        self.start = self.sums(&nothing, &nothing);
        self.start.bisection = self.bisection(&nothing, &nothing);
    }

    /// The number of operations in all.
    pub fn n_operations(&self) -> usize {
        self.sizes.iter().map(|&n| usize::from(n)).sum()
    }

    /// The number of operations in a class.
    pub fn n_of(&self, class: usize) -> u32 {
        u32::from(self.sizes[class])
    }

    /// Nothing done, and everything done.
    pub fn first_and_last(&self) -> (Counts, Counts) {
        (vec![0; self.sizes.len()], self.sizes.clone())
    }

    /// The name of the device of a class that comes next after `done` of them.
    pub fn first_name(&self, class: usize, done: u16) -> &str {
        let device = self.classes.members[class].get(usize::from(done));
        device
            .and_then(|&d| self.topology.node(self.change.view.id(d)))
            .map_or("", |node| node.name.as_str())
    }

    /// A loss as thousandths of an hour of the whole fabric, rounded up.
    pub fn milli_hours(&self, loss: u128) -> u64 {
        let start = match self.goal.loss {
            Metric::AllReduce => self.start.all_reduce,
            Metric::Uplinks => self.start.uplinks,
            Metric::Bisection => u128::from(self.start.bisection.1),
        };
        (loss.saturating_mul(1000))
            .div_ceil(start.saturating_mul(60).max(1))
            .min(u128::from(u64::MAX)) as u64
    }

    /// How long a window takes: its longest operation.
    pub fn minutes(&self, window: &[u16]) -> u32 {
        window
            .iter()
            .zip(&self.minutes)
            .filter(|(n, _)| **n > 0)
            .map(|(_, &m)| m)
            .max()
            .unwrap_or(0)
    }

    /// What one bisection costs, in units of one look at a window.
    pub fn bisection_weight(&self) -> u64 {
        let gpus: u64 = self
            .topology
            .nodes()
            .map(|(_, node)| u64::from(node.gpus()))
            .sum();
        4 * (self.change.links.len() as u64 + gpus) + 100
    }

    fn find_pairs(&self) -> Vec<(Pair, u128)> {
        let mut pairs: BTreeMap<Pair, u128> = BTreeMap::new();
        for link in &self.change.links {
            let is_first = |&end: &usize| self.classes.members[self.classes.of[end]][0] == end;
            if is_nvlink(&self.change, link) || !link.ends.iter().all(is_first) {
                continue;
            }
            let classes = link.ends.map(|end| self.classes.of[end]);
            let has_work = classes.map(|class| self.kinds[class].is_some());
            let server = (0..2).find(|&end| self.change.tiers[link.ends[end]] == Tier::Server);
            let rate = |a: usize, b: usize| {
                let done = [a == 1, b == 1];
                let limit = server.map_or(u64::MAX, |end| self.limit(link.ends[end], done[end]).as_bps());
                rate_of(link, done, has_work).as_bps().min(limit)
            };
            let rates = [[rate(0, 0), rate(0, 1)], [rate(1, 0), rate(1, 1)]];
            let metric = if server.is_some() {
                Metric::AllReduce
            } else {
                Metric::Uplinks
            };
            *pairs
                .entry(Pair {
                    classes,
                    metric,
                    rates,
                })
                .or_default() += 1;
        }
        pairs.into_iter().collect()
    }

    /// What a port of a server can use of its NIC.
    fn limit(&self, server: usize, done: bool) -> BitRate {
        let node = if done {
            self.change.node_after(&self.topology, server)
        } else {
            self.topology.node(self.change.view.id(server))
        };
        node.map_or(BitRate::ZERO, port_limit)
    }

    /// NICs wait for all the leaves that they are cabled to.
    fn find_prerequisites(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.classes.len()];
        for (pair, _) in &self.pairs {
            for (near, far) in [(0, 1), (1, 0)].map(|(n, f)| (pair.classes[n], pair.classes[f])) {
                if self.kinds[near] == Some(OperationKind::SwapNics)
                    && self.kinds[far] == Some(OperationKind::SwapLeaf)
                {
                    before[near].push(far);
                }
            }
        }
        for list in &mut before {
            list.sort_unstable();
            list.dedup();
        }
        before
    }

    /// The closed-form metrics; bisection is left at zero. O(pairs of classes).
    fn sums(&self, done: &[u16], window: &[u16]) -> Figures {
        let mut figures = Figures::default();
        let standing = |class: usize| -> [u128; 2] {
            let all = self.classes.members[class].len() as u128;
            match self.kinds[class] {
                None => [0, all],
                Some(_) => {
                    let (done, drained) = (u128::from(done[class]), u128::from(window[class]));
                    [all.saturating_sub(done + drained), done]
                }
            }
        };
        for (pair, links) in &self.pairs {
            let [a, b] = pair.classes.map(standing);
            let mut sum = 0_u128;
            for (i, n) in a.iter().enumerate() {
                for (j, m) in b.iter().enumerate() {
                    sum = sum.saturating_add(n * m * links * u128::from(pair.rates[i][j]));
                }
            }
            match pair.metric {
                Metric::Uplinks => figures.uplinks = figures.uplinks.saturating_add(sum),
                _ => figures.all_reduce = figures.all_reduce.saturating_add(sum),
            }
        }
        figures
    }

    /// The state in which the first devices of each class are done and the next ones drained.
    pub fn state(&self, done: &[u16], window: &[u16]) -> State {
        let n = self.change.devices.len();
        let mut state = State {
            done: vec![false; n],
            drained: vec![false; n],
        };
        for (class, members) in self.classes.members.iter().enumerate() {
            let first = usize::from(done[class]);
            members
                .iter()
                .take(first)
                .for_each(|&device| state.done[device] = true);
            let drained = members.iter().skip(first).take(usize::from(window[class]));
            drained.for_each(|&device| state.drained[device] = true);
        }
        state
    }

    /// The bisection bandwidth of a state (its lower and upper bound), remembered.
    fn bisection(&mut self, done: &[u16], window: &[u16]) -> (u64, u64) {
        let (mut done, mut window) = (done.to_vec(), window.to_vec());
        self.classes.canonical(&mut [&mut done, &mut window]);
        let key = (done, window);
        if let Some(&known) = self.bisections.get(&key) {
            return known;
        }
        self.work += self.bisection_weight();
        let state = self.state(&key.0, &key.1);
        let found = bisection_online(&realise(&self.topology, &self.change, &state));
        if matches!(
            found.proof,
            Proof::AllToAllFlow | Proof::Exhaustive | Proof::BoundsOnly
        ) {
            self.work += HARD_BISECTION;
        }
        let bounds = (found.lower.as_bps(), found.upper.as_bps());
        self.bisections.insert(key, bounds);
        bounds
    }

    /// Whether a bisection keeps its floor, and its share of the start. Where one of them is not proved, the best cuts
    /// that were found are compared.
    fn bisection_share(&mut self, bounds: (u64, u64)) -> (bool, u32) {
        let proved = bounds.0 == bounds.1 && self.start.bisection.0 == self.start.bisection.1;
        self.unproved |= !proved;
        let (value, start) = (u128::from(bounds.1), u128::from(self.start.bisection.1));
        (
            keeps(value, start, self.goal.floors.bisection),
            share(value, start),
        )
    }

    /// Whether the bisection floor holds while a window is under way.
    fn keeps_bisection(&mut self, done: &[u16], window: &[u16]) -> bool {
        let (mut d, mut w) = (done.to_vec(), window.to_vec());
        self.classes.canonical(&mut [&mut d, &mut w]);
        let covers = |more: &Counts, less: &Counts| more.iter().zip(less).all(|(m, l)| m >= l);
        if self.grows
            && let Some((good, bad)) = self.verdicts.get(&w)
        {
            if good.iter().any(|less| covers(&d, less)) {
                return true;
            }
            if bad.iter().any(|more| covers(more, &d)) {
                return false;
            }
        }
        let bounds = self.bisection(&d, &w);
        let (keeps, _) = self.bisection_share(bounds);
        let (good, bad) = self.verdicts.entry(w).or_default();
        (if keeps { good } else { bad }).push(d);
        keeps
    }

    /// Why a window is not allowed after some work; `None` if it is. Looks at everything.
    pub fn refusal(&mut self, done: &[u16], window: &[u16]) -> Option<Refusal> {
        self.cheap_refusal(done, window)
            .or_else(|| self.costly_refusal(done, window))
    }

    /// The same by prerequisites and sums alone.
    pub fn cheap_refusal(&self, done: &[u16], window: &[u16]) -> Option<Refusal> {
        if !self.is_ready(done, window) {
            return Some(Refusal::Prerequisite);
        }
        let after: Counts = done.iter().zip(window).map(|(d, w)| d + w).collect();
        let nothing = vec![0; done.len()];
        [(done, window), (&after, &nothing[..])]
            .into_iter()
            .find_map(|(done, drained)| {
                let sums = self.sums(done, drained);
                [
                    (Metric::AllReduce, sums.all_reduce, self.start.all_reduce),
                    (Metric::Uplinks, sums.uplinks, self.start.uplinks),
                ]
                .into_iter()
                .find(|&(metric, value, start)| !keeps(value, start, self.goal.floors.of(metric)))
                .map(|(metric, value, start)| Refusal::Floor(metric, share(value, start)))
            })
    }

    /// The same by bisection alone.
    fn costly_refusal(&mut self, done: &[u16], window: &[u16]) -> Option<Refusal> {
        if self.goal.floors.bisection == 0 {
            return None;
        }
        let after: Counts = done.iter().zip(window).map(|(d, w)| d + w).collect();
        let nothing = vec![0; done.len()];
        let states = [(done, window), (&after, &nothing[..])];
        for (done, drained) in states.into_iter().take(if self.grows { 1 } else { 2 }) {
            let bounds = self.bisection(done, drained);
            let (keeps, share) = self.bisection_share(bounds);
            if !keeps {
                return Some(Refusal::Floor(Metric::Bisection, share));
            }
        }
        None
    }

    /// Learns the bisection of a window as it was measured; whether it breaks the floor after all, by a better cut than
    /// the search had found. Only where bisections are not proved.
    pub fn learn(&mut self, (done, window): &(Counts, Counts), measured: &Bisection) -> bool {
        let bounds = (measured.lower.as_bps(), measured.upper.as_bps());
        if self.goal.floors.bisection == 0 || self.bisection_share(bounds).0 {
            return false;
        }
        let (mut done, mut window) = (done.clone(), window.clone());
        self.classes.canonical(&mut [&mut done, &mut window]);
        self.verdicts.remove(&window);
        self.bisections.insert((done, window), bounds);
        self.restarts += 1;
        true
    }

    fn is_ready(&self, done: &[u16], window: &[u16]) -> bool {
        (0..window.len()).all(|class| {
            window[class] == 0
                || self.prerequisites[class]
                    .iter()
                    .all(|&first| done[first] == self.sizes[first])
        })
    }

    fn keeps_sums(&self, figures: &Figures) -> bool {
        keeps(
            figures.all_reduce,
            self.start.all_reduce,
            self.goal.floors.all_reduce,
        ) && keeps(figures.uplinks, self.start.uplinks, self.goal.floors.uplinks)
    }
}

/// Whether a value is at least this share of the start.
fn keeps(value: u128, start: u128, per_mille: u16) -> bool {
    value.saturating_mul(1000) >= start.saturating_mul(u128::from(per_mille))
}

/// A value as a share of the start, in thousandths, rounded down.
pub(super) fn share(value: u128, start: u128) -> u32 {
    if start == 0 {
        return 1000;
    }
    (value.saturating_mul(1000) / start).min(u128::from(u32::MAX)) as u32
}

impl Problem for Fabric {
    fn sizes(&self) -> &[u16] {
        &self.sizes
    }
    fn places(&self, _class: usize) -> u16 {
        1
    }
    fn crew(&self) -> u16 {
        self.goal.max_operations_per_window
    }
    fn canonical(&self, done: &mut Counts) {
        self.classes.canonical(&mut [done]);
    }
    fn worth(&mut self, done: &[u16], window: &[u16]) -> Option<Worth> {
        self.work += 1 + self.pairs.len() as u64 / 8;
        if !self.is_ready(done, window) {
            return None;
        }
        let during = self.sums(done, window);
        if !self.keeps_sums(&during) {
            return None;
        }
        if !self.grows {
            let after: Counts = done.iter().zip(window).map(|(d, w)| d + w).collect();
            if !self.keeps_sums(&self.sums(&after, &vec![0; done.len()])) {
                return None;
            }
        }
        let minutes = u128::from(self.minutes(window));
        let (value, start) = match self.goal.loss {
            Metric::AllReduce => (during.all_reduce, self.start.all_reduce),
            Metric::Uplinks => (during.uplinks, self.start.uplinks),
            Metric::Bisection => (
                u128::from(self.bisection(done, window).1),
                u128::from(self.start.bisection.1),
            ),
        };
        // Among plans that lose as little, the one that keeps more between the switches.
        let idle = 1000_u32.saturating_sub(share(during.uplinks, self.start.uplinks));
        Some(Worth {
            loss: start.saturating_sub(value).saturating_mul(minutes),
            cost: u64::from(idle) * minutes as u64,
        })
    }
    fn allows(&mut self, done: &[u16], window: &[u16]) -> bool {
        if self.goal.floors.bisection == 0 {
            return true;
        }
        let after: Counts = done.iter().zip(window).map(|(d, w)| d + w).collect();
        self.keeps_bisection(done, window)
            && (self.grows || self.keeps_bisection(&after, &vec![0; done.len()]))
    }
    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}

/// The devices as symmetry sees them: equal colours for equal devices with equal work, equal kinds for equal cables.
fn vertices(topology: &Topology, change: &Difference) -> Vec<Vertex> {
    let mut colours: BTreeMap<String, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let number = |names: &mut BTreeMap<String, u32>, name: String| {
        let next = names.len() as u32;
        *names.entry(name).or_insert(next)
    };
    let mut vertices: Vec<Vertex> = (0..change.devices.len())
        .map(|device| {
            let tier = change.tiers[device];
            let before = topology.node(change.view.id(device)).map(|node| node.kind);
            let after = change.node_after(topology, device).map(|node| node.kind);
            let name = format!("{tier:?} {:?} {before:?} {after:?}", change.devices[device].kind);
            Vertex {
                colour: number(&mut colours, name),
                tier,
                cables: Vec::new(),
            }
        })
        .collect();
    for link in &change.links {
        for (near, far) in [(0, 1), (1, 0)] {
            let name = cable_kind(topology, change, link, near);
            let kind = number(&mut kinds, name);
            vertices[link.ends[near]].cables.push((link.ends[far], kind));
        }
    }
    vertices
}

/// What of a cable, seen from one end, matters to any metric.
fn cable_kind(topology: &Topology, change: &Difference, link: &LinkChange, near: usize) -> String {
    let (before, after) = (link.before.rate.as_bps(), link.after.rate.as_bps());
    let nics: Vec<Option<(u16, u16)>> = (0..2)
        .filter(|&end| change.tiers[link.ends[end]] == Tier::Server)
        .map(|end| {
            let port = [link.before.a, link.before.b][end].port;
            topology
                .node(change.view.id(link.ends[end]))
                .map(|node| nic_kind(node, port))
        })
        .collect();
    format!(
        "{before} {after} {} {} {nics:?}",
        link.broken[near],
        link.broken[1 - near]
    )
}

/// What tells the NIC ports of a server apart: which NIC, if a NIC has several ports, and how many GPUs it serves.
fn nic_kind(node: &Node, port: u16) -> (u16, u16) {
    let Some(server) = node.server() else {
        return (0, 0);
    };
    let ports: Vec<u16> = node.network_ports().collect();
    let Ok(place) = ports.binary_search(&port) else {
        return (u16::MAX, 0);
    };
    let nic = server.nic_of_port(place as u16, ports.len() as u16);
    let shared = super::hardware::ports_per_nic(node, server) > 1;
    (
        if shared { nic + 1 } else { 0 },
        server.gpus_of_nic(nic).len() as u16,
    )
}
