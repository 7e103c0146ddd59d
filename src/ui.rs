//! The top floor: the page, built with Yew. It shows a session and hands it actions; it decides nothing.

mod app;
mod canvas;
mod panels;
mod platform;
mod snapshot;
mod widgets;

/// Mounts the page: the one entry of `src/bin/app.rs`.
pub fn mount() {
    if let Some(root) = platform::mount_point() {
        yew::Renderer::<app::App>::with_root(root).render();
    }
}
