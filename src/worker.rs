//! The browser worker: answers the page's requests off its main thread.

use gloo::worker::{HandlerId, Registrable, Worker, WorkerScope};

/// The worker's side of the bridge.
#[derive(Debug)]
pub struct FabricWorker;

impl Worker for FabricWorker {
    type Message = ();
    type Input = u32;
    type Output = u32;

    fn create(_scope: &WorkerScope<Self>) -> Self {
        Self
    }

    fn update(&mut self, _scope: &WorkerScope<Self>, (): Self::Message) {}

    fn received(&mut self, scope: &WorkerScope<Self>, version: Self::Input, page: HandlerId) {
        scope.respond(page, version);
    }
}

/// Starts the worker: the one entry of `src/bin/worker.rs`.
pub fn register() {
    console_error_panic_hook::set_once();
    FabricWorker::registrar().register();
}
