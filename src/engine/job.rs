//! One entry to the engine: a task goes in, an answer comes out, a slice at a time.
//!
//! The page's worker, the command line and the tests drive the very same [`Job`]; what differs is only who calls
//! [`Job::advance`] and how often. A job that is dropped is cancelled.

mod analyze;

pub use analyze::{Analysis, Counts, analyze};

use crate::engine::catalog;
use crate::engine::document::{Design, OpenError};
use crate::engine::ids::{JobId, Revision};
use crate::engine::import::{self, ImportError};
use crate::engine::planner::{Goal, MigrationPlan, PlanError, Planner};
use crate::engine::protocol::Response;
use crate::engine::sim::{Progress, Scenario, ScenarioError, SimReport, Simulation};
use crate::engine::topology::Node;
use crate::engine::topology::generate::Recipe;
use crate::engine::units::Bytes;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What the engine can be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Capacity, collectives, findings, bill.
    Analyze,
    /// A packet-level simulation.
    Simulate(Box<Scenario>),
    /// A network migration.
    Plan(Box<Goal>),
    /// Read a file: our own, or one of the field's.
    Open {
        /// Its name.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
}

/// What the engine answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// To [`Task::Analyze`].
    Analysis(Box<Analysis>),
    /// To [`Task::Simulate`].
    Simulation(Box<SimReport>),
    /// To [`Task::Plan`].
    Plan(Box<MigrationPlan>),
    /// To [`Task::Open`].
    Opened {
        /// The design, laid out.
        design: Box<Design>,
        /// What was assumed or left out, in sentences.
        notes: Vec<String>,
    },
}

/// Why a task has no answer: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum JobError {
    /// The file cannot be read.
    #[error("{0}")]
    Open(String),
    /// The simulation makes no sense for this design.
    #[error("{0}")]
    Scenario(String),
    /// The migration makes no sense for this design.
    #[error("{0}")]
    Plan(String),
}

impl From<OpenError> for JobError {
    fn from(error: OpenError) -> Self {
        Self::Open(error.to_string())
    }
}
impl From<ImportError> for JobError {
    fn from(error: ImportError) -> Self {
        Self::Open(error.to_string())
    }
}
impl From<ScenarioError> for JobError {
    fn from(error: ScenarioError) -> Self {
        Self::Scenario(error.to_string())
    }
}
impl From<PlanError> for JobError {
    fn from(error: PlanError) -> Self {
        Self::Plan(error.to_string())
    }
}

/// A task under way.
pub struct Job {
    id: JobId,
    revision: Revision,
    design: Design,
    work: Work,
}

/// What is left to do.
enum Work {
    /// Nothing has been done yet.
    New(Task),
    Simulating(Box<Simulation>),
    Planning(Box<Planner>),
}

/// What one slice came to.
enum Slice {
    Done(Outcome),
    More {
        work: Work,
        per_mille: u16,
        stage: String,
    },
}

impl Job {
    /// A job that has not begun. O(1).
    pub fn start(id: JobId, revision: Revision, design: &Design, task: Task) -> Self {
        Self {
            id,
            revision,
            design: design.clone(),
            work: Work::New(task),
        }
    }

    /// Its id.
    pub fn id(&self) -> JobId {
        self.id
    }

    /// Whether it is done within one slice: an analysis or a file, which should not wait behind a simulation.
    pub fn is_short(&self) -> bool {
        matches!(self.work, Work::New(Task::Analyze | Task::Open { .. }))
    }

    /// Works on for about `budget` steps (events of a simulation, states of a plan) and says how far it is.
    ///
    /// An analysis or a file is done in one slice. After [`Response::Done`] or [`Response::Failed`] the job is over.
    pub fn advance(&mut self, budget: u32) -> Response {
        let work = std::mem::replace(&mut self.work, Work::New(Task::Analyze));
        match self.slice(work, budget) {
            Ok(Slice::Done(outcome)) => Response::Done {
                job: self.id,
                revision: self.revision,
                micros: 0,
                outcome,
            },
            Ok(Slice::More {
                work,
                per_mille,
                stage,
            }) => {
                self.work = work;
                Response::Progress {
                    job: self.id,
                    per_mille,
                    stage,
                }
            }
            Err(error) => Response::Failed { job: self.id, error },
        }
    }

    fn slice(&self, work: Work, budget: u32) -> Result<Slice, JobError> {
        match work {
            Work::New(Task::Analyze) => Ok(Slice::Done(Outcome::Analysis(Box::new(analyze(&self.design))))),
            Work::New(Task::Open { name, bytes }) => open(&name, &bytes).map(Slice::Done),
            Work::New(Task::Simulate(scenario)) => {
                let simulation = Simulation::with_buffers(self.design.topology(), &scenario, usable_buffer)?;
                let stage = "laying the rings".to_owned();
                Ok(Slice::More {
                    work: Work::Simulating(Box::new(simulation)),
                    per_mille: 0,
                    stage,
                })
            }
            Work::New(Task::Plan(goal)) => {
                let planner = Planner::new(&self.design, &goal)?;
                let stage = "listing the operations".to_owned();
                Ok(Slice::More {
                    work: Work::Planning(Box::new(planner)),
                    per_mille: 0,
                    stage,
                })
            }
            Work::Simulating(mut simulation) => Ok(match simulation.advance(budget) {
                Progress::Finished => Slice::Done(Outcome::Simulation(Box::new(simulation.report()))),
                Progress::Running { now, done_fraction } => Slice::More {
                    work: Work::Simulating(simulation),
                    per_mille: (done_fraction * 1000.0) as u16,
                    stage: format!("at {:.1} µs of simulated time", now.as_us_f64()),
                },
            }),
            Work::Planning(mut planner) => {
                if planner.advance(budget) {
                    return Ok(Slice::Done(Outcome::Plan(Box::new(planner.plan()))));
                }
                let stage = planner.progress();
                Ok(Slice::More {
                    work: Work::Planning(planner),
                    per_mille: 0,
                    stage,
                })
            }
        }
    }
}

/// The packet buffer of a switch by its data sheet.
fn usable_buffer(node: &Node) -> Option<Bytes> {
    let sheet = catalog::switch(&node.model)?;
    sheet.usable_buffer().map(|fact| fact.value)
}

fn open(name: &str, bytes: &[u8]) -> Result<Outcome, JobError> {
    let imported = import::read(name, bytes)?;
    let (design, notes) = imported.into_design();
    Ok(Outcome::Opened {
        design: Box::new(design),
        notes,
    })
}

/// The design that a new page opens with: 32 servers of 8 A100, rail-optimised over 100G leaves and spines.
pub fn example() -> Design {
    // The example's parameters are constants that build; an empty design would stand in for it all the same.
    let mut design = Recipe::example()
        .build()
        .map_or_else(|_| Design::default(), |plan| Design::from_blueprint(&plan));
    design.name = "Example: 256 × A100, 8 rails of 100G".to_owned();
    design
}

/// Runs a task to its end: for the command line and the tests.
///
/// # Errors
/// Why it has no answer.
pub fn run(design: &Design, task: Task) -> Result<Outcome, JobError> {
    let mut job = Job::start(JobId::new(0), Revision::default(), design, task);
    loop {
        match job.advance(1 << 20) {
            Response::Done { outcome, .. } => return Ok(outcome),
            Response::Failed { error, .. } => return Err(error),
            _ => {}
        }
    }
}
