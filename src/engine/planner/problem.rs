//! The search, free of any fabric: operations in classes, windows of them, fewest windows first, then least loss.
//!
//! A state is the number of operations done in each class of interchangeable ones; how they were ordered does not
//! matter (the compact state of Klotski, SIGCOMM'23). States are settled layer by layer, a layer being a number of
//! windows. On a plan with the fewest windows the state after window `k` lies in layer `k` and in no earlier one, so
//! each state is expanded once and the least loss within its layer is the least there is. While no limit was hit the
//! answer is proved; beyond the limits the search keeps the most promising states (a beam) and says so.

mod windows;

use crate::engine::order::SmallSort;
use std::collections::{BTreeMap, BTreeSet};
use windows::{count_windows, every_window, some_windows};

/// Operations by class: done so far, or in one window.
pub(super) type Counts = Vec<u16>;

/// What a window loses and costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// Capacity lost, in a unit of the problem's choice.
    pub loss: u128,
    /// Cost, likewise.
    pub cost: u64,
}

/// A migration as the search sees it.
pub(super) trait Problem {
    /// Operations in each class.
    fn sizes(&self) -> &[u16];
    /// Places of the crew that one operation of this class takes; at least one.
    fn places(&self, class: usize) -> u16;
    /// Places of the crew in one window.
    fn crew(&self) -> u16;
    /// What this window loses; `None` if the cheap rules (prerequisites, closed-form floors) forbid it.
    fn worth(&mut self, done: &[u16], window: &[u16]) -> Option<Worth>;
    /// Whether the costly rules allow it. Asked only for windows that have a worth and whose target is wanted.
    fn allows(&mut self, done: &[u16], window: &[u16]) -> bool;
    /// The work done since this was last asked, in units of one simple look at a window.
    fn take_work(&mut self) -> u64 {
        1
    }
    /// Renames interchangeable classes so that equivalent states become equal.
    fn canonical(&self, _done: &mut Counts) {}
    /// How many more operations of a class could be done.
    fn remaining(&self, done: &[u16], class: usize) -> u16 {
        self.sizes()[class].saturating_sub(done[class])
    }
    /// Places of the crew that the rest takes at least; zero when the migration is done.
    fn work_left(&self, done: &[u16]) -> u64 {
        (0..done.len())
            .map(|c| u64::from(self.remaining(done, c)) * u64::from(self.places(c)))
            .sum()
    }
}

/// How far the search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// States kept in one layer.
    pub width: usize,
    /// Windows tried from one state.
    pub windows: u64,
    /// Steps remembered while a layer is expanded.
    pub steps: usize,
    /// Work spent on one layer before it is cut short, with at least one state settled.
    pub work: u64,
    /// Whether optimal plans are counted: only for problems without renaming.
    pub count_plans: bool,
}

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The state before each window and the window, in the problem's canonical names; `None` without a plan.
    pub path: Option<Vec<(Counts, Counts)>>,
    /// Loss and cost of the whole plan.
    pub total: Worth,
    /// Distinct sequences of sets of operations that are as good, if counted.
    pub plans: u128,
    /// Whether no limit was hit: the plan is optimal, or that none exists is proved.
    pub complete: bool,
    /// States settled.
    pub states: u64,
    /// No plan has fewer windows.
    pub least_windows: u32,
    /// No plan has fewer windows, by the crew's places alone.
    pub by_crew: u32,
    /// The settled state with the least work left, with the path to it.
    pub furthest: Vec<(Counts, Counts)>,
    /// That state.
    pub furthest_state: Counts,
}

/// A step into a state of the next layer.
#[derive(Clone, Debug)]
struct Step {
    from: usize,
    window: Counts,
    total: Worth,
}

/// A settled state.
#[derive(Clone, Debug)]
struct Settled {
    done: Counts,
    total: Worth,
    plans: u128,
    from: usize,
    window: Counts,
}

enum Phase {
    Expanding(usize),
    Settling(std::vec::IntoIter<(Counts, Vec<Step>)>),
    Finished,
}

/// A search under way; it can be stopped between any two calls of [`Search::advance`].
pub(super) struct Search<P> {
    problem: P,
    limits: Limits,
    layers: Vec<Vec<Settled>>,
    next: Vec<Settled>,
    steps: BTreeMap<Counts, Vec<Step>>,
    n_steps: usize,
    seen: BTreeSet<Counts>,
    complete: bool,
    /// Work spent on this layer.
    spent: u64,
    phase: Phase,
}

impl<P: Problem> Search<P> {
    /// A search that starts where nothing is done.
    pub fn new(problem: P, limits: Limits) -> Self {
        let done = vec![0; problem.sizes().len()];
        let start = Settled {
            done: done.clone(),
            total: Worth::default(),
            plans: 1,
            from: 0,
            window: Counts::new(),
        };
        let phase = if problem.work_left(&done) == 0 {
            Phase::Finished
        } else {
            Phase::Expanding(0)
        };
        Self {
            problem,
            limits,
            layers: vec![vec![start]],
            next: Vec::new(),
            steps: BTreeMap::new(),
            n_steps: 0,
            seen: BTreeSet::from([done]),
            complete: true,
            spent: 0,
            phase,
        }
    }

    /// Works for about `budget` units; true when it has ended.
    pub fn advance(&mut self, budget: u64) -> bool {
        let mut left = budget.max(1);
        while left > 0 {
            match std::mem::replace(&mut self.phase, Phase::Finished) {
                Phase::Expanding(index) => self.expand(index),
                Phase::Settling(targets) => self.settle_next(targets),
                Phase::Finished => return true,
            }
            let work = 1 + self.problem.take_work();
            self.spent = self.spent.saturating_add(work);
            left = left.saturating_sub(work);
        }
        matches!(self.phase, Phase::Finished)
    }

    /// The number of windows that the search has reached.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// The problem, for what it has learnt.
    pub fn into_parts(self) -> (P, Found) {
        let found = self.found();
        (self.problem, found)
    }

    /// Tries the windows from one state of the last layer.
    fn expand(&mut self, index: usize) {
        let layer = self.layers.len() - 1;
        let Some(state) = self.layers[layer].get(index).cloned() else {
            self.begin_settling();
            return;
        };
        let n = count_windows(&self.problem, &state.done, self.limits.windows);
        let windows = match n {
            Some(_) => every_window(&self.problem, &state.done),
            None => some_windows(&mut self.problem, &state.done, self.limits.windows),
        };
        self.complete &= n.is_some();
        for window in windows {
            let Some(worth) = self.problem.worth(&state.done, &window) else {
                continue;
            };
            let mut target: Counts = state.done.iter().zip(&window).map(|(d, w)| d + w).collect();
            self.problem.canonical(&mut target);
            if self.seen.contains(&target) {
                continue;
            }
            let total = Worth {
                loss: state.total.loss.saturating_add(worth.loss),
                cost: state.total.cost.saturating_add(worth.cost),
            };
            self.steps.entry(target).or_default().push(Step {
                from: index,
                window,
                total,
            });
            self.n_steps += 1;
        }
        if self.n_steps > self.limits.steps {
            self.forget_steps();
        }
        self.phase = Phase::Expanding(index + 1);
    }

    /// Keeps the more promising half of the steps.
    fn forget_steps(&mut self) {
        self.complete = false;
        let mut kept = 0;
        let ranked = self.ranked_targets();
        for (target, steps) in ranked {
            if kept + steps.len() <= self.limits.steps / 2 {
                kept += steps.len();
                self.steps.insert(target, steps);
            }
        }
        self.n_steps = kept;
    }

    /// Takes all steps, the most promising targets first: least work left, then least loss.
    fn ranked_targets(&mut self) -> Vec<(Counts, Vec<Step>)> {
        let mut targets: Vec<(Counts, Vec<Step>)> = std::mem::take(&mut self.steps).into_iter().collect();
        let problem = &self.problem;
        targets.sort_by_cached_key(|(target, steps)| {
            let least = steps.iter().map(|step| step.total).min().unwrap_or_default();
            (problem.work_left(target), least)
        });
        targets
    }

    fn begin_settling(&mut self) {
        let targets = self.ranked_targets();
        self.n_steps = 0;
        self.phase = Phase::Settling(targets.into_iter());
    }

    /// Settles one target by the best step that the costly rules allow.
    fn settle_next(&mut self, mut targets: std::vec::IntoIter<(Counts, Vec<Step>)>) {
        let Some((target, mut steps)) = targets.next() else {
            self.end_layer();
            return;
        };
        let worn_out = self.spent > self.limits.work && !self.next.is_empty();
        if self.next.len() >= self.limits.width || worn_out {
            self.complete = false;
            self.end_layer();
            return;
        }
        steps.small_sort_by(|a, b| (a.total, a.from, &a.window).cmp(&(b.total, b.from, &b.window)));
        let layer = self.layers.len() - 1;
        let mut best: Option<Settled> = None;
        for step in steps {
            if best
                .as_ref()
                .is_some_and(|b| !self.limits.count_plans || step.total > b.total)
            {
                break;
            }
            let from = &self.layers[layer][step.from];
            if !self.problem.allows(&from.done, &step.window) {
                continue;
            }
            let plans = from
                .plans
                .saturating_mul(ways(&self.problem, &from.done, &step.window));
            let settled = best.get_or_insert_with(|| Settled {
                done: target.clone(),
                total: step.total,
                plans: 0,
                from: step.from,
                window: step.window,
            });
            settled.plans = settled.plans.saturating_add(plans);
        }
        let ends = best.is_some() && self.problem.work_left(&target) == 0;
        if let Some(settled) = best {
            self.seen.insert(target);
            self.next.push(settled);
        }
        self.phase = Phase::Settling(targets);
        if ends {
            self.end_layer();
            self.phase = Phase::Finished;
        }
    }

    fn end_layer(&mut self) {
        let layer = std::mem::take(&mut self.next);
        self.spent = 0;
        self.phase = if layer.is_empty() {
            Phase::Finished
        } else {
            Phase::Expanding(0)
        };
        if !layer.is_empty() {
            self.layers.push(layer);
        }
    }

    fn found(&self) -> Found {
        let goal = self
            .layers
            .last()
            .and_then(|layer| layer.iter().position(|s| self.problem.work_left(&s.done) == 0))
            .map(|index| (self.layers.len() - 1, index));
        let furthest = (0..self.layers.len())
            .flat_map(|layer| (0..self.layers[layer].len()).map(move |index| (layer, index)))
            .min_by_key(|&(layer, index)| {
                (
                    self.problem.work_left(&self.layers[layer][index].done),
                    layer,
                    index,
                )
            })
            .unwrap_or((0, 0));
        let whole = self.problem.work_left(&self.layers[0][0].done);
        let by_crew = whole
            .div_ceil(u64::from(self.problem.crew().max(1)))
            .min(u64::from(u32::MAX)) as u32;
        let best = goal.map(|(layer, index)| &self.layers[layer][index]);
        Found {
            path: goal.map(|end| self.path_to(end)),
            total: best.map(|s| s.total).unwrap_or_default(),
            plans: best.map_or(0, |s| s.plans),
            complete: self.complete,
            states: self.layers.iter().map(|layer| layer.len() as u64).sum(),
            least_windows: if self.complete {
                self.depth() as u32
            } else {
                by_crew
            },
            by_crew,
            furthest: self.path_to(furthest),
            furthest_state: self.layers[furthest.0][furthest.1].done.clone(),
        }
    }

    fn path_to(&self, (layer, index): (usize, usize)) -> Vec<(Counts, Counts)> {
        let mut path = Vec::with_capacity(layer);
        let mut index = index;
        for depth in (1..=layer).rev() {
            let state = &self.layers[depth][index];
            let before = &self.layers[depth - 1][state.from];
            path.push((before.done.clone(), state.window.clone()));
            index = state.from;
        }
        path.reverse();
        path
    }
}

/// In how many ways the operations of a window can be taken from those that remain.
fn ways<P: Problem>(problem: &P, done: &[u16], window: &[u16]) -> u128 {
    let choose = |n: u16, k: u16| {
        (0..u128::from(k)).fold(1_u128, |ways, i| ways.saturating_mul(u128::from(n) - i) / (i + 1))
    };
    window
        .iter()
        .enumerate()
        .map(|(class, &k)| choose(problem.remaining(done, class).max(k), k))
        .fold(1, u128::saturating_mul)
}

#[cfg(test)]
mod tests;
