//! The page, built with Yew.

mod platform;

use yew::prelude::*;

use self::platform::{Spawnable, WorkerBridge};
use crate::worker::FabricWorker;

/// Mounts the page: the one entry of `src/bin/app.rs`.
pub fn mount() {
    platform::report_panics();
    if let Some(root) = platform::mount_point() {
        yew::Renderer::<App>::with_root(root).render();
    }
}

struct App {
    _worker: WorkerBridge<FabricWorker>,
    answer: Option<u32>,
}

impl Component for App {
    type Message = u32;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let worker = FabricWorker::spawner()
            .callback(move |answer| link.send_message(answer))
            .spawn_with_loader(&platform::worker_address());
        worker.send(1);
        Self {
            _worker: worker,
            answer: None,
        }
    }

    fn update(&mut self, _ctx: &Context<Self>, answer: Self::Message) -> bool {
        self.answer = Some(answer);
        platform::mark_ready();
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let status = self
            .answer
            .map_or("waiting".to_owned(), |version| format!("worker speaks {version}"));
        html! {
            <main data-testid="app">
                <h1>{"Fabricad"}</h1>
                <p role="status">{ status }</p>
            </main>
        }
    }
}
