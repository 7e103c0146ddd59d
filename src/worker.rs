//! The browser worker: drives the engine's jobs in short slices, so that it can be told to stop.
//!
//! Between two slices it lets the browser deliver messages; a cancelled job is simply dropped.

mod slices;

use crate::engine::ids::JobId;
use crate::engine::job::Job;
use crate::engine::protocol::{PROTOCOL_VERSION, Request, Response};
use gloo::worker::{HandlerId, Registrable, Worker, WorkerScope};
use slices::Turn;
use std::cell::RefCell;
use std::collections::VecDeque;

/// How long a slice of work lasts before messages are looked at, in milliseconds.
const SLICE_MS: f64 = 12.0;
/// How many steps of the engine are taken between two looks at the clock.
const STEPS: u32 = 20_000;
/// How often progress is told, in milliseconds.
const PROGRESS_MS: f64 = 80.0;

thread_local! {
    /// Whom to tell of a panic: the hook has no other way to know.
    static PAGE: RefCell<Option<(WorkerScope<FabricWorker>, HandlerId)>> = const { RefCell::new(None) };
}

/// The worker's side of the bridge.
pub struct FabricWorker {
    jobs: VecDeque<Queued>,
    turn: Turn,
}

struct Queued {
    page: HandlerId,
    job: Job,
    worked_ms: f64,
    told_at: f64,
}

/// What the worker tells itself: it is time for the next slice.
#[derive(Debug)]
pub struct NextSlice;

impl Worker for FabricWorker {
    type Message = NextSlice;
    type Input = Request;
    type Output = Response;

    fn create(scope: &WorkerScope<Self>) -> Self {
        let own = scope.clone();
        Self {
            jobs: VecDeque::new(),
            turn: Turn::new(move || own.send_message(NextSlice)),
        }
    }

    fn update(&mut self, scope: &WorkerScope<Self>, NextSlice: Self::Message) {
        self.slice(scope);
        if !self.jobs.is_empty() {
            self.turn.ask();
        }
    }

    fn received(&mut self, scope: &WorkerScope<Self>, request: Request, page: HandlerId) {
        PAGE.with(|slot| *slot.borrow_mut() = Some((scope.clone(), page)));
        match request {
            Request::Hello { .. } => scope.respond(
                page,
                Response::Hello {
                    version: PROTOCOL_VERSION,
                },
            ),
            Request::Ping => scope.respond(page, Response::Pong),
            Request::Cancel { job } => self.cancel(job),
            Request::Start {
                job,
                revision,
                design,
                task,
            } => {
                let job = Job::start(job, revision, &design, task);
                self.jobs.push_back(Queued {
                    page,
                    job,
                    worked_ms: 0.0,
                    told_at: slices::now_ms(),
                });
                self.turn.ask();
            }
        }
    }
}

impl FabricWorker {
    fn cancel(&mut self, job: JobId) {
        self.jobs.retain(|queued| queued.job.id() != job);
    }

    /// Works on the oldest job for one slice. An analysis that waits behind a long job goes first.
    fn slice(&mut self, scope: &WorkerScope<Self>) {
        let newest_short = self
            .jobs
            .iter()
            .position(|queued| queued.job.is_short())
            .unwrap_or(0);
        let Some(queued) = self.jobs.get_mut(newest_short) else {
            return;
        };
        let start = slices::now_ms();
        let answer = loop {
            let answer = queued.job.advance(STEPS);
            let now = slices::now_ms();
            if !matches!(answer, Response::Progress { .. }) || now - start >= SLICE_MS {
                queued.worked_ms += now - start;
                break answer;
            }
        };
        let page = queued.page;
        match answer {
            Response::Progress { .. } => {
                let now = slices::now_ms();
                if now - queued.told_at >= PROGRESS_MS {
                    queued.told_at = now;
                    scope.respond(page, answer);
                }
            }
            Response::Done {
                job,
                revision,
                outcome,
                ..
            } => {
                let micros = (queued.worked_ms * 1e3) as u64;
                self.jobs.remove(newest_short);
                scope.respond(
                    page,
                    Response::Done {
                        job,
                        revision,
                        micros,
                        outcome,
                    },
                );
            }
            other => {
                self.jobs.remove(newest_short);
                scope.respond(page, other);
            }
        }
    }
}

/// Starts the worker: the one entry of `src/bin/worker.rs`.
pub fn register() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        PAGE.with(|slot| {
            if let Ok(slot) = slot.try_borrow()
                && let Some((scope, page)) = slot.as_ref()
            {
                scope.respond(
                    *page,
                    Response::Panicked {
                        message: info.to_string(),
                    },
                );
            }
        });
    }));
    FabricWorker::registrar().register();
}
