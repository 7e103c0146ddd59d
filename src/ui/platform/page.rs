//! The document around the app: where it mounts, what it says of itself, how it looks.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{body, document, document_element, window};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

/// The element that the page is mounted into.
pub(in crate::ui) fn mount_point() -> Option<web_sys::Element> {
    document().get_element_by_id("app")
}

/// Says on the body what state the page is in; tests and benches wait for it.
pub(in crate::ui) fn mark(name: &str, value: &str) {
    // The names used are valid ones, so this cannot fail.
    let _ = body().set_attribute(&format!("data-{name}"), value);
}

/// Says on an element what state it is in.
pub(in crate::ui) fn tell(place: &yew::NodeRef, name: &str, value: &str) {
    if let Some(element) = place.cast::<web_sys::Element>() {
        // The names used are valid ones, so this cannot fail.
        let _ = element.set_attribute(&format!("data-{name}"), value);
    }
}

/// Whether the address asks for a fault, to see what a person would see.
pub(in crate::ui) fn is_asked_to_panic() -> bool {
    window().location().hash().is_ok_and(|hash| hash == "#panic")
}

/// Sets the title of the tab.
pub(in crate::ui) fn set_title(title: &str) {
    document().set_title(title);
}

/// Whether the person's system prefers dark colours.
pub(in crate::ui) fn prefers_dark() -> bool {
    window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

/// Calls back when the system's preference for dark changes.
pub(in crate::ui) fn on_scheme_change(call: impl Fn() + 'static) -> Option<EventListener> {
    let query = window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten()?;
    Some(EventListener::new(&query, "change", move |_| call()))
}

/// Calls back for every key that goes down (`true`) or up, wherever the focus is, the bare page included.
pub(in crate::ui) fn on_keys(call: impl Fn(KeyboardEvent, bool) + Clone + 'static) -> [EventListener; 2] {
    ["keydown", "keyup"].map(|name| {
        let call = call.clone();
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window(), name, options, move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                call(event.clone(), name == "keydown");
            }
        })
    })
}

/// Calls back when the window loses the focus: a key that is held then is never seen to go up.
pub(in crate::ui) fn on_blur(call: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "blur", move |_| call())
}

/// Calls back when the page is about to be left, closed or reloaded.
pub(in crate::ui) fn on_leave(call: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "pagehide", move |_| call())
}

/// Sets the theme of the page: `light`, `dark`, or nothing to follow the system.
pub(in crate::ui) fn set_theme(theme: Option<&str>) {
    let root = document_element();
    // The attribute's name is a valid one, so neither can fail.
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}

/// Tells the person of a fault that the app itself can no longer tell: a panic. The design can still be downloaded.
///
/// Works on the bare document, since the app may be in any state.
pub(in crate::ui) fn show_crash(message: &str) {
    let link = super::files::rescue_link();
    let (before, after) = match &link {
        Some(_) => (
            "Fabricad has stopped. Your design is safe: ",
            ", then reload this page. ",
        ),
        None => ("Fabricad has stopped: ", "reload this page to go on. "),
    };
    show_bar("crash", before, link, after, message);
}

/// Offers a kept design that could not be read as a file, as it is.
pub(in crate::ui) fn offer_unread(text: &str, why: &str) {
    let link = super::files::link_to(text);
    let before = "The design of your last visit could not be read; this is the example. Nothing is lost: ";
    show_bar("unread", before, link, ". ", why);
}

fn show_bar(id: &str, before: &str, link: Option<web_sys::HtmlAnchorElement>, after: &str, detail: &str) {
    let document = document();
    if document.get_element_by_id(id).is_some() {
        return;
    }
    let Ok(alert) = document.create_element("div") else {
        return;
    };
    alert.set_id(id);
    alert.set_class_name("crash");
    // Fixed names of attributes and new nodes: none of these can fail.
    let _ = alert.set_attribute("role", "alert");
    let _ = alert.set_attribute("data-testid", id);
    let _ = alert.append_child(&document.create_text_node(before));
    if let Some(link) = link {
        let _ = alert.append_child(&link);
    }
    let _ = alert.append_child(&document.create_text_node(after));
    if let Ok(small) = document.create_element("small") {
        small.set_text_content(Some(detail));
        let _ = alert.append_child(&small);
    }
    if let (true, Ok(close)) = (id == "unread", document.create_element("button")) {
        close.set_class_name("button");
        close.set_text_content(Some("Dismiss"));
        let _ = close.set_attribute("onclick", "this.parentNode.remove()");
        let _ = alert.append_child(&close);
    }
    let _ = body().append_child(&alert);
}

/// Routes panics to the person and to the console.
pub(in crate::ui) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // Without the place in the source: it says nothing to a person, and the console has it.
        let message = info.payload_as_str().unwrap_or("an internal fault");
        show_crash(message);
    }));
}
