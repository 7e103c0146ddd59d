//! The browser, behind plain functions: the one room of the page that names its interfaces.

/// The element that the page is mounted into.
pub(in crate::ui) fn mount_point() -> Option<web_sys::Element> {
    gloo::utils::document().get_element_by_id("app")
}

/// The address of the worker's script, relative to the page. The build hashes its name and writes it into
/// `index.html`, so that a page never meets the worker of another version.
pub(in crate::ui) fn worker_address() -> String {
    let tag = gloo::utils::document()
        .query_selector("meta[name=fabricad-worker]")
        .ok()
        .flatten();
    tag.and_then(|tag| tag.get_attribute("content"))
        .unwrap_or_else(|| "./worker.js".to_owned())
}

/// Says on the body that the page shows its figures; tests and benches wait for it.
pub(in crate::ui) fn mark_ready() {
    // The attribute's name is a valid one, so this cannot fail.
    let _ = gloo::utils::body().set_attribute("data-ready", "true");
}

/// Sends panics to the browser's console.
pub(in crate::ui) fn report_panics() {
    console_error_panic_hook::set_once();
}

/// A worker, and the way to ask it.
pub(in crate::ui) use gloo::worker::{Spawnable, WorkerBridge};
