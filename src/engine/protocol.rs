//! What the page and the worker say to each other.
//!
//! Messages cross as bincode, so enums are tagged from outside. Worker files are not hashed in their names: an old
//! worker may answer a new page after an update, so both greet with [`PROTOCOL_VERSION`] first.

use crate::engine::document::Design;
use crate::engine::ids::{JobId, Revision};
use crate::engine::job::{JobError, Outcome, Task};
use serde::{Deserialize, Serialize};

/// Rises with every change of [`Request`], [`Response`] or anything in them.
pub const PROTOCOL_VERSION: u32 = 1;

/// From the page to the worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// The first word.
    Hello {
        /// The page's [`PROTOCOL_VERSION`].
        version: u32,
    },
    /// A job to do; jobs are done in the order they come.
    Start {
        /// Its id.
        job: JobId,
        /// The revision its answer belongs to.
        revision: Revision,
        /// The design it is about.
        design: Box<Design>,
        /// What to do.
        task: Task,
    },
    /// A job to drop: honoured between two slices.
    Cancel {
        /// Its id.
        job: JobId,
    },
    /// Are you there?
    Ping,
}

/// From the worker to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Response {
    /// The answer to the first word.
    Hello {
        /// The worker's [`PROTOCOL_VERSION`].
        version: u32,
    },
    /// A job is under way.
    Progress {
        /// Its id.
        job: JobId,
        /// How much is done, in thousandths.
        per_mille: u16,
        /// What it is doing, in a few words.
        stage: String,
    },
    /// A job is done.
    Done {
        /// Its id.
        job: JobId,
        /// The revision the answer belongs to.
        revision: Revision,
        /// How long the engine worked on it, in microseconds, as the shell measured it.
        micros: u64,
        /// The answer.
        outcome: Outcome,
    },
    /// A job has no answer.
    Failed {
        /// Its id.
        job: JobId,
        /// Why.
        error: JobError,
    },
    /// I am here.
    Pong,
    /// The worker broke on this job and is of no more use.
    Panicked {
        /// What it said.
        message: String,
    },
}
