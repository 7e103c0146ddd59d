//! Everything a session asks of the outside world.

use crate::engine::document::Design;
use crate::engine::ids::{JobId, Revision};
use crate::engine::job::Task;

/// Something that only the shell can do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Give the worker a job.
    StartJob {
        /// Its id.
        job: JobId,
        /// The revision its answer belongs to.
        revision: Revision,
        /// The design it is about.
        design: Design,
        /// What to do.
        task: Task,
    },
    /// Tell the worker to drop a job.
    CancelJob(JobId),
    /// Send [`super::Action::Wake`] in a moment; one that is already on its way is put off until then.
    Wake,
    /// Hand the person a file.
    SaveFile {
        /// Its name.
        name: String,
        /// Its media type.
        mime: &'static str,
        /// Its text.
        text: String,
    },
    /// Keep the design for the next visit.
    Persist(String),
    /// Say this to the person, and to a screen reader.
    Announce(Notice),
}

/// A sentence for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which notice, for dismissing it.
    pub id: u64,
    /// How serious.
    pub kind: NoticeKind,
    /// The sentence.
    pub text: String,
}

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// It worked.
    Info,
    /// It was refused; nothing was lost.
    Refused,
    /// Something broke that should not.
    Fault,
}
