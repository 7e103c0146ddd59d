//! What the session asks of the outside, carried out.

use super::{App, Msg, spawn};
use crate::editor::{Action, Effect};
use crate::engine::document::MAX_FILE_BYTES;
use crate::engine::job::Outcome;
use crate::engine::protocol::{Request, Response};
use crate::ui::platform::handles::File;
use crate::ui::platform::{files, page, storage, timing};
use yew::prelude::*;

/// How long an edit rests before it is kept and analysed, in milliseconds.
const REST_MS: u32 = 60;

impl App {
    pub(super) fn carry_out(&mut self, ctx: &Context<Self>, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::StartJob {
                    job,
                    revision,
                    design,
                    task,
                } => {
                    self.worker.listen_from_now();
                    self.worker.send(Request::Start {
                        job,
                        revision,
                        design: Box::new(design),
                        task,
                    });
                }
                Effect::CancelJob(job) => self.worker.send(Request::Cancel { job }),
                Effect::Wake => {
                    page::mark("ready", "false");
                    let link = ctx.link().clone();
                    self.wake = Some(timing::after(REST_MS, move || {
                        link.send_message(Msg::Act(Action::Wake));
                    }));
                }
                Effect::SaveFile { name, mime, text } => files::download(&name, mime, &text),
                Effect::Persist(text) => {
                    if let Err(sentence) = storage::keep(&text) {
                        self.tell(ctx, sentence);
                    }
                }
                // Notices are shown by the view, in a live region that screen readers read out.
                Effect::Announce(_) => {}
            }
        }
    }

    /// Says a sentence to the person.
    pub(super) fn tell(&mut self, ctx: &Context<Self>, sentence: String) {
        self.act(ctx, Action::Tell(sentence));
    }

    pub(super) fn heard(&mut self, ctx: &Context<Self>, response: Response) {
        if let Response::Done {
            micros,
            outcome: Outcome::Analysis(_),
            ..
        } = &response
        {
            page::mark("analysis-ms", &format!("{:.3}", *micros as f64 / 1e3));
        }
        if matches!(response, Response::Panicked { .. }) {
            self.worker = spawn(ctx);
        }
        self.act(ctx, Action::Worker(response));
    }

    /// Notices a worker that is gone; returns whether the page changed.
    pub(super) fn check_worker(&mut self, ctx: &Context<Self>) -> bool {
        if !self.session.answers().is_busy() || self.worker.is_alive() {
            return false;
        }
        self.worker = spawn(ctx);
        let reason = "it no longer answered".to_owned();
        self.act(ctx, Action::WorkerRestarted { reason });
        true
    }

    pub(super) fn read_file(&mut self, ctx: &Context<Self>, file: Option<File>) {
        let Some(file) = file else { return };
        let (name, size) = (file.name(), file.size());
        if size > MAX_FILE_BYTES as u64 {
            let sentence = format!("{name} has {size} bytes; at most {MAX_FILE_BYTES} (50 MB) are read.");
            self.tell(ctx, sentence);
            return;
        }
        let link = ctx.link().clone();
        self.reader = Some(files::read(&file, move |bytes| {
            link.send_message(Msg::Read(name, bytes));
        }));
    }

    pub(super) fn file_read(&mut self, ctx: &Context<Self>, name: String, bytes: Result<Vec<u8>, String>) {
        self.reader = None;
        match bytes {
            Ok(bytes) => self.act(ctx, Action::OpenFile { name, bytes }),
            Err(error) => self.tell(ctx, format!("{name} could not be read: {error}")),
        }
    }
}
