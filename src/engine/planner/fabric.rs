//! A design's migration as the search sees it: classes of interchangeable devices, and metrics by counts.
//!
//! Sums over links need only the number of devices of each class in each state; bisection is computed on one fabric that
//! stands for all equivalent ones, and remembered. Where no old plug is ever without a port, capacity only grows as work
//! is done: a window that keeps its floor after less work keeps it after more, and the search is spared the question.

use super::capacity::{State, bisection_online, is_nvlink, port_limit, rate_of, realise};
use super::difference::Difference;
use super::interval::{Interval, Known};
use super::likeness::vertices;
use super::problem::{Counts, Problem, Worth};
use super::symmetry::Classes;
use super::{Goal, Metric, OperationKind};
use crate::engine::analysis::{Bisection, Proof};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Tier, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// What a bisection costs at most, in units of one look at a window: all its effort is spent without a proof.
const HARD_BISECTION: u64 = 100_000;

/// The metrics of a state, in bit/s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub all_reduce: u128,
    pub uplinks: u128,
    pub bisection: Interval,
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
    /// The bisection floor may hold, but that is not proved.
    Unproved,
}

/// What is known of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Holds,
    Breaks,
    Open,
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
    /// Whether a window needs its bisection floor proved; otherwise the best cuts that were found decide where bounds
    /// leave it open.
    pub strict: bool,
    /// How often a floor was left open by the bounds on a bisection.
    pub open: u64,
    /// Whether that happened during the search: not every floor of the plan, or not every shorter plan, is decided.
    pub undecided: bool,
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
    /// Bisections taken so far.
    known: Known,
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
            strict: true,
            open: 0,
            undecided: false,
            restarts: 0,
            sizes: (0..classes.len())
                .map(|c| if kinds[c].is_some() { size(c) } else { 0 })
                .collect(),
            minutes: kinds.iter().map(minutes).collect(),
            prerequisites: Vec::new(),
            pairs: Vec::new(),
            grows: !change.links.iter().any(|link| link.broken.contains(&true)),
            known: Known::default(),
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
            Metric::Bisection => u128::from(self.start.bisection.lower),
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
            list.small_sort();
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

    /// Equivalent counts with one name for all of them: first the window is brought into order, then what is done.
    fn canonical_pair(&self, done: &[u16], window: &[u16]) -> (Counts, Counts) {
        let (mut done, mut window) = (done.to_vec(), window.to_vec());
        self.classes.canonical(&mut [&mut window, &mut done]);
        (done, window)
    }

    /// The bisection bandwidth of a state in canonical names, remembered.
    fn bisection(&mut self, done: &Counts, window: &Counts) -> Interval {
        if let Some(known) = self.known.get(done, window) {
            return known;
        }
        self.work += self.bisection_weight();
        let state = self.state(done, window);
        let found = bisection_online(&realise(&self.topology, &self.change, &state));
        self.work += match found.proof {
            Proof::Trivial | Proof::Disconnected | Proof::Contracted | Proof::TwinCounts => 0,
            Proof::ForestDp => HARD_BISECTION.min(4 * self.bisection_weight()),
            _ => HARD_BISECTION.min(20 * self.bisection_weight()),
        };
        self.known.insert(done, window, Interval::of(&found));
        Interval::of(&found)
    }

    /// What is known of the bisection of a state, its own and others' that bound it.
    pub fn bounds(&self, done: &[u16], window: &[u16]) -> Interval {
        let (done, window) = self.canonical_pair(done, window);
        self.known.narrowed(&done, &window, self.grows)
    }

    fn verdict(&self, bounds: Interval) -> Verdict {
        let floor = self.goal.floors.bisection;
        let (start, wide) = (self.start.bisection, |value: u64| u128::from(value));
        if keeps(wide(bounds.lower), wide(start.upper), floor) {
            Verdict::Holds
        } else if keeps(wide(bounds.upper), wide(start.lower), floor) {
            Verdict::Open
        } else {
            Verdict::Breaks
        }
    }

    /// Whether the bisection floor holds in a state: by what is known, else by its own bisection, else by that of the same
    /// window before any work, which is the more regular fabric and gives no more.
    fn judge(&mut self, done: &[u16], window: &[u16]) -> Verdict {
        let (done, window) = self.canonical_pair(done, window);
        let mut verdict = self.verdict(self.known.narrowed(&done, &window, self.grows));
        if verdict == Verdict::Open {
            self.bisection(&done, &window);
            verdict = self.verdict(self.known.narrowed(&done, &window, self.grows));
        }
        if verdict == Verdict::Open && self.grows {
            self.bisection(&vec![0; done.len()], &window);
            verdict = self.verdict(self.known.narrowed(&done, &window, self.grows));
        }
        if verdict == Verdict::Open {
            self.open += 1;
            let (upper, start) = (
                self.known.narrowed(&done, &window, self.grows).upper,
                self.start.bisection.upper,
            );
            if !self.strict && keeps(u128::from(upper), u128::from(start), self.goal.floors.bisection) {
                return Verdict::Holds;
            }
        }
        verdict
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

    /// The same by bisection alone: during the window and, where capacity may fall, after it.
    fn costly_refusal(&mut self, done: &[u16], window: &[u16]) -> Option<Refusal> {
        if self.goal.floors.bisection == 0 {
            return None;
        }
        let after: Counts = done.iter().zip(window).map(|(d, w)| d + w).collect();
        let nothing = vec![0; done.len()];
        let states = [(done, window), (&after, &nothing[..])];
        for (done, drained) in states.into_iter().take(if self.grows { 1 } else { 2 }) {
            match self.judge(done, drained) {
                Verdict::Holds => {}
                Verdict::Open => return Some(Refusal::Unproved),
                Verdict::Breaks => {
                    let upper = self.bounds(done, drained).upper;
                    let share = share(u128::from(upper), u128::from(self.start.bisection.lower));
                    return Some(Refusal::Floor(Metric::Bisection, share));
                }
            }
        }
        None
    }

    /// Learns the bisection of a window as it was measured; whether it breaks the floor after all, by a better cut than
    /// the search had found. That happens only where floors are not proved.
    pub fn learn(&mut self, (done, window): &(Counts, Counts), measured: &Bisection) -> bool {
        let (done, window) = self.canonical_pair(done, window);
        self.known.insert(&done, &window, Interval::of(measured));
        self.costly_refusal(&done, &window).is_some()
    }

    /// The proved bisection of a window, for its loss.
    fn bisection_loss_base(&mut self, done: &[u16], window: &[u16]) -> u128 {
        let (done, window) = self.canonical_pair(done, window);
        u128::from(self.bisection(&done, &window).lower)
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
                self.bisection_loss_base(done, window),
                u128::from(self.start.bisection.lower),
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
        self.costly_refusal(done, window).is_none()
    }
    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
