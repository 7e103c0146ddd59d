//! Files in and out.

use gloo::events::EventListener;
use gloo::file::callbacks::{FileReader, read_as_bytes};
use gloo::file::{Blob, File, ObjectUrl};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, DragEvent, HtmlAnchorElement, HtmlInputElement};

/// The first file of a file input, which is then emptied so that the same file can be chosen again.
pub(in crate::ui) fn take_chosen(input: &HtmlInputElement) -> Option<File> {
    let file = input.files()?.get(0).map(File::from);
    input.set_value("");
    file
}

/// The first file dropped onto the page.
pub(in crate::ui) fn dropped(event: &DragEvent) -> Option<File> {
    Some(File::from(event.data_transfer()?.files()?.get(0)?))
}

/// The text that one of the page's own drags carries.
pub(in crate::ui) fn dragged_text(event: &DragEvent) -> Option<String> {
    event
        .data_transfer()?
        .get_data("text/plain")
        .ok()
        .filter(|text| !text.is_empty())
}

/// Starts a drag that carries a text.
pub(in crate::ui) fn carry_text(transfer: Option<DataTransfer>, text: &str) {
    if let Some(transfer) = transfer {
        transfer.set_effect_allowed("copy");
        // The format is one that every browser knows.
        let _ = transfer.set_data("text/plain", text);
    }
}

/// Reads a file; the read stops when the handle is dropped.
pub(in crate::ui) fn read(file: &File, done: impl FnOnce(Result<Vec<u8>, String>) + 'static) -> FileReader {
    read_as_bytes(file, move |bytes| done(bytes.map_err(|error| error.to_string())))
}

/// Hands the person a file.
pub(in crate::ui) fn download(name: &str, mime: &str, text: &str) {
    let blob = Blob::new_with_options(text, Some(mime));
    let url = ObjectUrl::from(blob);
    if let Some(anchor) = anchor(name, &url) {
        anchor.click();
    }
    // The address must outlive the click by a moment.
    gloo::timers::callback::Timeout::new(60_000, move || drop(url)).forget();
}

fn anchor(name: &str, url: &str) -> Option<HtmlAnchorElement> {
    let anchor: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    anchor.set_href(url);
    anchor.set_download(name);
    Some(anchor)
}

/// A link that downloads the design as it was last kept, for when the app can no longer do it.
pub(in crate::ui) fn rescue_link() -> Option<HtmlAnchorElement> {
    link_to(&super::storage::load()?)
}

/// A link that downloads a design's text as it is.
pub(super) fn link_to(text: &str) -> Option<HtmlAnchorElement> {
    let url = ObjectUrl::from(Blob::new_with_options(text, Some("application/json")));
    let anchor = anchor("rescued.fabricad.json", &url)?;
    anchor.set_text_content(Some("download it"));
    let _ = anchor.set_attribute("data-testid", "rescue");
    // The link is the last thing on the page: its address is never taken back.
    std::mem::forget(url);
    Some(anchor)
}

/// Keeps the browser from opening a file that is dropped beside the canvas.
pub(in crate::ui) fn no_stray_drops() -> [EventListener; 2] {
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    ["dragover", "drop"].map(|name| {
        EventListener::new_with_options(&gloo::utils::window(), name, options, |event| {
            event.prevent_default();
        })
    })
}
