//! The worker as the page sees it: greets it, asks it, notices when it is gone.

use super::timing::now_ms;
use crate::engine::protocol::{PROTOCOL_VERSION, Request, Response};
use crate::worker::FabricWorker;
use gloo::utils::document;
use gloo::worker::{Spawnable, WorkerBridge};
use std::cell::Cell;
use std::rc::Rc;

/// How long a worker with work to do may be silent before it is taken for dead, in milliseconds.
const SILENCE_MS: f64 = 12_000.0;

/// A running worker.
pub(in crate::ui) struct WorkerClient {
    bridge: WorkerBridge<FabricWorker>,
    /// When it last said anything.
    heard: Rc<Cell<f64>>,
}

impl WorkerClient {
    /// Starts a worker; what it says goes to `hear`.
    pub(in crate::ui) fn spawn(hear: impl Fn(Response) + 'static) -> Self {
        let heard = Rc::new(Cell::new(now_ms()));
        let clock = Rc::clone(&heard);
        let bridge = FabricWorker::spawner()
            .callback(move |response| {
                clock.set(now_ms());
                hear(response);
            })
            .spawn_with_loader(&address());
        bridge.send(Request::Hello {
            version: PROTOCOL_VERSION,
        });
        Self { bridge, heard }
    }

    /// Asks it something.
    pub(in crate::ui) fn send(&self, request: Request) {
        self.bridge.send(request);
    }

    /// Asks whether it is there; `false` once it has been silent for too long while it had work.
    ///
    /// To be called every few seconds, only while a job is under way.
    pub(in crate::ui) fn is_alive(&self) -> bool {
        self.bridge.send(Request::Ping);
        now_ms() - self.heard.get() < SILENCE_MS
    }

    /// Starts the count of silence anew, when a job is given to it.
    pub(in crate::ui) fn listen_from_now(&self) {
        self.heard.set(now_ms());
    }
}

/// The address of the worker's script, relative to the page. The build hashes its name and writes it into
/// `index.html`, so that a page never meets the worker of another version.
fn address() -> String {
    let tag = document()
        .query_selector("meta[name=fabricad-worker]")
        .ok()
        .flatten();
    tag.and_then(|tag| tag.get_attribute("content"))
        .unwrap_or_else(|| "./worker.js".to_owned())
}
