//! The session's dealings with the engine: jobs started, dropped, answered.

use super::{Session, Utilisation};
use crate::editor::{Action, Effect, JobKind, NoticeKind, Running};
use crate::engine::document::{Command, save};
use crate::engine::ids::{JobId, Revision};
use crate::engine::job::{Outcome, Task};
use crate::engine::protocol::{PROTOCOL_VERSION, Response};
use std::rc::Rc;

impl Session {
    /// Actions that concern the engine.
    pub(super) fn engine(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Wake => self.wake(),
            Action::OpenFile { name, bytes } => self.start(JobKind::Open, Task::Open { name, bytes }),
            Action::Simulate(scenario) => {
                self.answers.asked.0 = Some(Rc::new((*scenario).clone()));
                self.start(JobKind::Simulation, Task::Simulate(scenario))
            }
            Action::Plan(goal) => {
                self.answers.asked.1 = Some(Rc::new((*goal).clone()));
                self.start(JobKind::Plan, Task::Plan(goal))
            }
            Action::Cancel(kind) => self.drop_job(kind),
            Action::Worker(response) => self.worker(response),
            Action::WorkerRestarted { reason } => self.worker_lost(&reason),
            _ => Vec::new(),
        }
    }

    /// The moment after an edit: keep the design and analyse it anew.
    fn wake(&mut self) -> Vec<Effect> {
        if self.document.in_gesture() {
            return vec![Effect::Wake];
        }
        let mut effects = Vec::new();
        let now = (
            self.document.revision(),
            self.document.layout_revision(),
            self.design().name.clone(),
        );
        if self.persisted.as_ref() != Some(&now) {
            self.persisted = Some(now);
            effects.push(Effect::Persist(save(self.design())));
        }
        if self.analysed != Some(self.document.revision()) {
            self.analysed = Some(self.document.revision());
            effects.extend(self.start(JobKind::Analysis, Task::Analyze));
        }
        effects
    }

    /// Starts a job; an older one of its kind is dropped.
    fn start(&mut self, kind: JobKind, task: Task) -> Vec<Effect> {
        let mut effects = self.drop_job(kind);
        let job = JobId::new(self.next_job);
        self.next_job += 1;
        self.answers.failures.remove(&kind);
        self.answers.running.insert(
            kind,
            Running {
                job,
                per_mille: 0,
                stage: String::new(),
            },
        );
        let (revision, design) = (self.document.revision(), self.design().clone());
        effects.push(Effect::StartJob {
            job,
            revision,
            design,
            task,
        });
        effects
    }

    fn drop_job(&mut self, kind: JobKind) -> Vec<Effect> {
        self.answers
            .running
            .remove(&kind)
            .map(|running| Effect::CancelJob(running.job))
            .into_iter()
            .collect()
    }

    fn worker(&mut self, response: Response) -> Vec<Effect> {
        match response {
            Response::Hello { version } if version != PROTOCOL_VERSION => {
                let text =
                    "This page and its engine are of two versions: reload to get both anew.".to_owned();
                self.say(NoticeKind::Fault, text)
            }
            Response::Hello { .. } | Response::Pong => Vec::new(),
            Response::Progress {
                job,
                per_mille,
                stage,
            } => {
                let running = self
                    .answers
                    .running
                    .values_mut()
                    .find(|running| running.job == job);
                if let Some(running) = running {
                    running.per_mille = per_mille.min(1000);
                    running.stage = stage;
                }
                Vec::new()
            }
            Response::Done {
                job,
                revision,
                outcome,
                ..
            } => match self.answers.kind_of(job) {
                Some(kind) => {
                    self.restarts = 0;
                    self.answers.running.remove(&kind);
                    self.answered(revision, outcome)
                }
                None => Vec::new(),
            },
            Response::Failed { job, error } => match self.answers.kind_of(job) {
                Some(kind) => {
                    self.answers.running.remove(&kind);
                    self.answers.failures.insert(kind, error.to_string());
                    self.say(NoticeKind::Refused, error.to_string())
                }
                None => Vec::new(),
            },
            Response::Panicked { message } => self.worker_restarted(&message),
        }
    }

    fn answered(&mut self, revision: Revision, outcome: Outcome) -> Vec<Effect> {
        match outcome {
            Outcome::Analysis(analysis) => self.answers.analysis = Some((revision, Rc::from(analysis))),
            Outcome::Plan(plan) => {
                self.answers.goal = self.answers.asked.1.take();
                self.answers.plan = Some((revision, Rc::from(plan)));
            }
            Outcome::Simulation(report) => {
                self.answers.scenario = self.answers.asked.0.take();
                self.answers.simulation = Some((revision, Rc::from(report)));
                self.show_utilisation(true);
            }
            Outcome::Opened { design, notes } => {
                let mut effects = self.execute(&Command::Replace(design));
                for note in notes {
                    effects.extend(self.say(NoticeKind::Info, note));
                }
                return effects;
            }
        }
        Vec::new()
    }

    /// Colours the links by the last simulation, or no longer.
    pub(super) fn show_utilisation(&mut self, show: bool) {
        let report = self.answers.simulation.as_ref().filter(|_| show);
        self.utilisation = report.map(|(_, report)| {
            let mut busiest = Utilisation::new();
            for link in &report.links {
                let per_mille = link.utilisation_per_mille();
                busiest.insert(link.link, per_mille);
            }
            Rc::new(busiest)
        });
    }

    /// A job broke the worker and a new one is there: what it was doing is lost, the design is not.
    fn worker_restarted(&mut self, reason: &str) -> Vec<Effect> {
        self.fail_running(reason);
        // The analysis is not started again by itself: the same design would break it again.
        self.say(
            NoticeKind::Fault,
            format!("The engine stopped and was started again. Your design is safe; edit it or try again. ({reason})"),
        )
    }

    /// The worker is gone or never came, and a new one was asked for. The first time its analysis is asked for again; if
    /// that one is silent as well, this browser or this server does not give the engine.
    fn worker_lost(&mut self, reason: &str) -> Vec<Effect> {
        self.fail_running(reason);
        self.restarts += 1;
        if self.restarts > 1 {
            return self.say(
                NoticeKind::Fault,
                format!("The engine does not run ({reason}). Your design is safe: save it as a file, then reload the page."),
            );
        }
        let mut effects = self.say(
            NoticeKind::Fault,
            format!("The engine was started again ({reason}). Your design is safe; a simulation or a plan has to be asked for again."),
        );
        effects.extend(self.start(JobKind::Analysis, Task::Analyze));
        effects
    }

    fn fail_running(&mut self, reason: &str) {
        let lost: Vec<JobKind> = self.answers.running.keys().copied().collect();
        self.answers.running.clear();
        for kind in lost {
            let why = format!("the engine stopped: {reason}");
            self.answers.failures.insert(kind, why);
        }
    }
}
