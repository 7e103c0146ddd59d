//! What outlives a reload: the design and the person's choices, in the browser's local storage, where it has one.

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{Storage, StorageEvent};

const DESIGN: &str = "fabricad.design";
/// A kept design that this version could not read.
const UNREAD: &str = "fabricad.design.unread";
const THEME: &str = "fabricad.theme";

/// The storage; `None` where the browser has none or keeps it from this page.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Keeps the design.
///
/// # Errors
/// A sentence where the browser refuses: no room, or storage switched off.
pub(in crate::ui) fn keep(text: &str) -> Result<(), String> {
    let Some(storage) = storage() else {
        return Err(
            "This browser keeps nothing for this page: save the design as a file before you close it."
                .to_owned(),
        );
    };
    storage.set_item(DESIGN, text).map_err(|_| {
        format!(
            "This browser has no room to keep the design ({:.1} MB): save it as a file before you close the page.",
            text.len() as f64 / 1e6
        )
    })
}

/// The design that was kept.
pub(in crate::ui) fn load() -> Option<String> {
    storage()?.get_item(DESIGN).ok().flatten()
}

/// Puts a kept design that could not be read where no later one takes its place.
pub(in crate::ui) fn put_aside(text: &str) {
    if let Some(storage) = storage() {
        // Where there is no room for two, the person still has the download of this visit.
        let _ = storage.set_item(UNREAD, text);
    }
}

/// Calls back when another tab of this page keeps its design in the same place.
pub(in crate::ui) fn on_other_tab(call: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "storage", move |event| {
        let key = event.dyn_ref::<StorageEvent>().and_then(StorageEvent::key);
        if key.as_deref() == Some(DESIGN) {
            call();
        }
    })
}

/// Keeps the choice of theme.
pub(in crate::ui) fn keep_theme(theme: Option<&str>) {
    if let Some(storage) = storage() {
        // Where storage is full the choice lasts until the page is closed.
        let _ = match theme {
            Some(theme) => storage.set_item(THEME, theme),
            None => storage.remove_item(THEME),
        };
    }
}

/// The theme that was chosen.
pub(in crate::ui) fn theme() -> Option<String> {
    // An earlier version wrote it in quotes.
    let kept = storage()?.get_item(THEME).ok().flatten()?;
    Some(kept.trim_matches('"').to_owned())
}
