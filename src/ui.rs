//! The page, built with Yew.

use gloo::worker::{Spawnable, WorkerBridge};
use yew::prelude::*;

use crate::worker::FabricWorker;

/// Mounts the page into the element with id `app`: the one entry of `src/bin/app.rs`.
pub fn mount() {
    console_error_panic_hook::set_once();
    if let Some(root) = gloo::utils::document().get_element_by_id("app") {
        yew::Renderer::<App>::with_root(root).render();
    }
}

/// The worker's hashed address, which the build writes into `index.html`.
fn worker_address() -> String {
    let tag = gloo::utils::document()
        .query_selector("meta[name=fabricad-worker]")
        .ok()
        .flatten();
    tag.and_then(|tag| tag.get_attribute("content"))
        .unwrap_or_else(|| "./worker.js".to_owned())
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
            .spawn_with_loader(&worker_address());
        worker.send(1);
        Self {
            _worker: worker,
            answer: None,
        }
    }

    fn update(&mut self, _ctx: &Context<Self>, answer: Self::Message) -> bool {
        self.answer = Some(answer);
        if gloo::utils::body().set_attribute("data-ready", "true").is_err() {
            return false;
        }
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        html! {
            <main data-testid="app">
                <h1>{"Fabricad"}</h1>
                <p role="status">{ self.answer.map_or("waiting".to_owned(), |version| format!("worker speaks {version}")) }</p>
            </main>
        }
    }
}
