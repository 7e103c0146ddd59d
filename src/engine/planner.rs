//! Network migration: an ordered sequence of windows from the drawn fabric to a faster one.
//!
//! [`Planner::new`] takes the difference between a design and what its [`Goal`] makes of it: which devices are replaced by
//! which model, which cables keep their fibre. The search (`problem`) orders that work into the fewest windows, then
//! the least loss, so that every floor holds during and after each; devices that can change places are planned by their
//! number (`symmetry`). The windows of the answer are measured again, device by device, without what the search used.
//!
//! Prior art, by its published abstracts: Klotski (SIGCOMM'23) for compact states and symmetry, Jupiter Evolving
//! (SIGCOMM'22) for links that run at the slower end while generations mix.

mod cabling;
mod capacity;
mod difference;
mod fabric;
mod goal;
mod hardware;
mod interval;
mod likeness;
mod notes;
mod parts;
mod plan;
mod problem;
mod replacement;
mod schedule;
mod symmetry;

pub use goal::{Change, Durations, Floors, Goal, Metric, Models, PlanError};
pub use plan::{
    Binding, Metrics, MigrationPlan, Operation, OperationKind, Optimality, PartFate, PartLine, Shares,
    Window, Witness,
};

use crate::engine::analysis::DesignGraph;
use crate::engine::catalog::{nic, switch};
use crate::engine::document::Design;
use crate::engine::topology::{NodeKind, Topology};
use difference::Difference;
use fabric::Fabric;
use problem::{Found, Limits, Search};
use schedule::Step;

/// A plan in the making; it can be given up between any two calls of [`Planner::advance`].
pub struct Planner {
    phase: Phase,
}

enum Phase {
    /// The metrics of the start are to be taken.
    Start(Box<Fabric>),
    /// Windows are searched.
    Searching(Box<Search<Fabric>>),
    /// The windows found are measured and worded, one by one.
    Describing(Box<Describing>),
    /// Only while a phase is being changed.
    Between,
}

/// An answer that is being worded.
struct Describing {
    fabric: Fabric,
    found: Option<Found>,
    steps: Vec<Step>,
    windows: Vec<Window>,
}

impl Planner {
    /// Reads what changes. O(devices + cables) times the catalogue.
    ///
    /// # Errors
    /// If the goal contradicts itself, names an unknown model, or the design has nothing to keep alive or is too large.
    pub fn new(design: &Design, goal: &Goal) -> Result<Self, PlanError> {
        goal.check()?;
        check_models(&goal.models)?;
        let topology = design.topology();
        check_size(topology)?;
        let fabric = Fabric::new(topology, Difference::new(topology, goal), goal);
        Ok(Self {
            phase: Phase::Start(Box::new(fabric)),
        })
    }

    /// Works for about `budget` units (a look at one window; a bisection counts as many); true when it has ended.
    pub fn advance(&mut self, budget: u32) -> bool {
        let mut left = i64::from(budget.max(1));
        while left > 0 {
            match std::mem::replace(&mut self.phase, Phase::Between) {
                Phase::Start(mut fabric) => {
                    left -= fabric.bisection_weight() as i64;
                    fabric.measure_start();
                    self.phase = begin(*fabric);
                }
                Phase::Searching(mut search) => {
                    let ended = search.advance(left as u64);
                    left = if ended { left / 2 } else { 0 };
                    self.phase = if ended {
                        found(*search)
                    } else {
                        Phase::Searching(search)
                    };
                }
                Phase::Describing(mut describing) => {
                    left -= 4 * describing.fabric.bisection_weight() as i64;
                    match describing.next() {
                        Next::More => self.phase = Phase::Describing(describing),
                        Next::Broken => self.phase = begin(describing.fabric),
                        Next::Ended => {
                            self.phase = Phase::Describing(describing);
                            return true;
                        }
                    }
                }
                Phase::Between => return true,
            }
        }
        false
    }

    /// How far it is, in words: "windows searched: 3".
    pub fn progress(&self) -> String {
        match &self.phase {
            Phase::Start(_) | Phase::Between => "measuring the fabric".to_owned(),
            Phase::Searching(search) => format!("windows searched: {}", search.depth()),
            Phase::Describing(d) => format!("windows checked: {} of {}", d.windows.len(), d.steps.len()),
        }
    }

    /// The plan; works on to the end if it has not been reached.
    pub fn plan(mut self) -> MigrationPlan {
        loop {
            if self.advance(u32::MAX)
                && let Phase::Describing(describing) = self.phase
            {
                return describing.plan();
            }
        }
    }
}

/// The whole way at once: for the command line and for tests.
///
/// # Errors
/// As [`Planner::new`].
pub fn plan(design: &Design, goal: &Goal) -> Result<MigrationPlan, PlanError> {
    Ok(Planner::new(design, goal)?.plan())
}

fn check_models(models: &Models) -> Result<(), PlanError> {
    for (kind, model, known) in [
        (
            "switch",
            &models.leaf,
            models.leaf.as_deref().and_then(switch).is_some(),
        ),
        (
            "switch",
            &models.spine,
            models.spine.as_deref().and_then(switch).is_some(),
        ),
        ("NIC", &models.nic, models.nic.as_deref().and_then(nic).is_some()),
    ] {
        if let (Some(model), false) = (model, known) {
            return Err(PlanError::UnknownModel {
                kind,
                model: model.clone(),
            });
        }
    }
    Ok(())
}

fn check_size(topology: &Topology) -> Result<(), PlanError> {
    let gpus: u64 = topology.nodes().map(|(_, node)| u64::from(node.gpus())).sum();
    let most = DesignGraph::MOST_ENDPOINTS;
    if gpus > most as u64 || topology.n_nodes() > usize::from(u16::MAX) {
        return Err(PlanError::TooLarge { most });
    }
    let is_server = |id| topology.node(id).is_some_and(|node| node.server().is_some());
    let is_switch = |id| {
        topology
            .node(id)
            .is_some_and(|node| matches!(node.kind, NodeKind::Switch(_)))
    };
    let joins = |a, b| is_server(a) && is_switch(b);
    let cabled = topology
        .links()
        .any(|(_, link)| joins(link.a.node, link.b.node) || joins(link.b.node, link.a.node));
    if gpus == 0 || !cabled {
        Err(PlanError::NoServers)
    } else {
        Ok(())
    }
}

/// After the start was measured: the search, unless there is nothing to order.
fn begin(fabric: Fabric) -> Phase {
    if !fabric.change.obstacles.is_empty() {
        return Phase::Describing(Box::new(Describing {
            fabric,
            found: None,
            steps: Vec::new(),
            windows: Vec::new(),
        }));
    }
    let limits = limits(&fabric);
    Phase::Searching(Box::new(Search::new(fabric, limits)))
}

/// Small fabrics are searched whole; large ones with as many states as a few seconds allow.
fn limits(fabric: &Fabric) -> Limits {
    let operations = fabric.n_operations() as u64;
    let layers = 2 * operations
        .div_ceil(u64::from(fabric.goal.max_operations_per_window))
        .max(1);
    Limits {
        width: 20_000,
        windows: 30_000,
        steps: 400_000,
        work: MOST_WORK / layers,
        count_plans: false,
    }
}

/// What the search may spend, in units of one look at a window: a few seconds.
const MOST_WORK: u64 = 20_000_000;

/// After the search: its windows are worded; if it found none because floors could not be proved, the best cuts decide.
fn found(search: Search<Fabric>) -> Phase {
    let (mut fabric, mut found) = search.into_parts();
    if fabric.open > 0 {
        if found.path.is_none() && fabric.strict {
            fabric.strict = false;
            return begin(fabric);
        }
        // A window that was refused unproved might have been allowed: nothing is known beyond the crew's bound.
        (found.complete, found.least_windows) = (false, found.by_crew);
        fabric.undecided = true;
    }
    let path = found.path.as_ref().unwrap_or(&found.furthest);
    let steps = schedule::in_own_names(&fabric, path);
    let windows = Vec::with_capacity(steps.len());
    Phase::Describing(Box::new(Describing {
        fabric,
        found: Some(found),
        steps,
        windows,
    }))
}

/// What came of wording a window.
enum Next {
    /// There are more.
    More,
    /// That was the last one.
    Ended,
    /// It breaks a floor by a cut that the search did not find: the search begins again, knowing of it.
    Broken,
}

/// How often a search may begin again before its plan is given up.
const MOST_RESTARTS: u32 = 16;

impl Describing {
    /// Words the next window.
    fn next(&mut self) -> Next {
        let Some(step) = self.steps.get(self.windows.len()) else {
            return Next::Ended;
        };
        let window = schedule::window(&mut self.fabric, step);
        if self.fabric.learn(step, &window.during.bisection) {
            self.fabric.restarts += 1;
            if self.fabric.restarts < MOST_RESTARTS {
                return Next::Broken;
            }
            if let Some(found) = &mut self.found {
                (found.path, found.complete) = (None, false);
            }
            self.steps.truncate(self.windows.len());
            return Next::Ended;
        }
        self.windows.push(window);
        if self.windows.len() == self.steps.len() {
            Next::Ended
        } else {
            Next::More
        }
    }

    fn plan(mut self) -> MigrationPlan {
        let fabric = &mut self.fabric;
        let binding = (0..self.windows.len())
            .flat_map(|n| schedule::bindings(fabric, n, &self.steps[n], &self.windows[n]))
            .collect();
        let (nothing, everything) = fabric.first_and_last();
        let last = fabric.state(&everything, &nothing);
        let feasible = self.found.as_ref().is_some_and(|found| found.path.is_some());
        let infeasible = (!feasible).then(|| notes::witness(fabric, self.found.as_ref()));
        let adapters = adapters(fabric, &self.steps);
        let parts = if feasible {
            parts::parts(&fabric.topology, &fabric.change, adapters)
        } else {
            Vec::new()
        };
        MigrationPlan {
            feasible,
            start: schedule::measure(fabric, &nothing, &nothing),
            end: schedule::measure(fabric, &everything, &nothing),
            parts,
            binding,
            loss_milli_hours: fabric.milli_hours(schedule::loss(fabric, &self.windows)),
            loss_metric: fabric.goal.loss,
            notes: notes::notes(fabric, &self.windows, adapters),
            proof: proof(self.found.as_ref()),
            infeasible,
            states: self.found.as_ref().map_or(0, |found| found.states),
            target: capacity::realise(&fabric.topology, &fabric.change, &last),
            windows: self.windows,
        }
    }
}

/// Port adapters in use at once at most, over the states between windows.
fn adapters(fabric: &Fabric, steps: &[Step]) -> u64 {
    let (nothing, everything) = fabric.first_and_last();
    let states = steps.iter().map(|(done, _)| done).chain([&everything]);
    states
        .map(|done| capacity::adapters(&fabric.topology, &fabric.change, &fabric.state(done, &nothing)))
        .max()
        .unwrap_or(0)
}

fn proof(found: Option<&Found>) -> Optimality {
    let Some(found) = found else {
        return Optimality::Optimal;
    };
    let windows = found.path.as_ref().map_or(0, Vec::len) as u32;
    match (found.complete, found.least_windows) {
        (true, _) => Optimality::Optimal,
        (false, least) if found.path.is_some() && windows <= least => Optimality::FewestWindows,
        (false, least) => Optimality::WithinBound(least),
    }
}
