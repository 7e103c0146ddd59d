//! The latest answers of the engine, and the jobs under way.

use super::JobKind;
use crate::engine::ids::{JobId, Revision};
use crate::engine::job::Analysis;
use crate::engine::planner::{Goal, MigrationPlan};
use crate::engine::sim::{Scenario, SimReport};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A job under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Its id.
    pub job: JobId,
    /// How much is done, in thousandths.
    pub per_mille: u16,
    /// What it is doing, in a few words.
    pub stage: String,
}

/// What is known of the design, each answer with the revision it belongs to.
///
/// An answer stays on show after an edit until the next one arrives; [`Answers::is_current`] tells whether it is old.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Capacity, collectives, findings, bill.
    pub analysis: Option<(Revision, Rc<Analysis>)>,
    /// The last packet simulation.
    pub simulation: Option<(Revision, Rc<SimReport>)>,
    /// What the simulation on show was asked to run.
    pub scenario: Option<Rc<Scenario>>,
    /// What the plan on show was asked to do.
    pub goal: Option<Rc<Goal>>,
    /// What the simulation and the plan under way are asked: theirs once they have answered, for an earlier answer stays
    /// on show until then, and after a job that was stopped or failed.
    pub(super) asked: (Option<Rc<Scenario>>, Option<Rc<Goal>>),
    /// The last migration plan.
    pub plan: Option<(Revision, Rc<MigrationPlan>)>,
    /// Why the last job of a kind gave no answer.
    pub failures: BTreeMap<JobKind, String>,
    pub(super) running: BTreeMap<JobKind, Running>,
}

impl Answers {
    /// The job of this kind that is under way.
    pub fn running(&self, kind: JobKind) -> Option<&Running> {
        self.running.get(&kind)
    }

    /// Whether any job is under way.
    pub fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }

    /// Whether an answer of `revision` is about the design as it stands at `now`.
    pub fn is_current(revision: Revision, now: Revision) -> bool {
        revision == now
    }

    /// The kind of a running job.
    pub(super) fn kind_of(&self, job: JobId) -> Option<JobKind> {
        self.running
            .iter()
            .find(|(_, running)| running.job == job)
            .map(|(&kind, _)| kind)
    }
}
