//! What outlives a reload: the design and the person's choices, in the browser's local storage.

use gloo::storage::errors::StorageError;
use gloo::storage::{LocalStorage, Storage};

const DESIGN: &str = "fabricad.design";
const THEME: &str = "fabricad.theme";

/// Keeps the design.
///
/// # Errors
/// A sentence where the browser refuses: no room, or storage switched off.
pub(in crate::ui) fn keep(text: &str) -> Result<(), String> {
    let storage = LocalStorage::raw();
    storage.set_item(DESIGN, text).map_err(|_| {
        "This design is too large to be kept in this browser: save it as a file before you close the page.".to_owned()
    })
}

/// The design that was kept.
pub(in crate::ui) fn load() -> Option<String> {
    LocalStorage::raw().get_item(DESIGN).ok().flatten()
}

/// Keeps the choice of theme.
pub(in crate::ui) fn keep_theme(theme: Option<&str>) {
    let kept: Result<(), StorageError> = match theme {
        Some(theme) => LocalStorage::set(THEME, theme),
        None => {
            LocalStorage::delete(THEME);
            Ok(())
        }
    };
    // Where storage is off the choice lasts until the page is closed.
    drop(kept);
}

/// The theme that was chosen.
pub(in crate::ui) fn theme() -> Option<String> {
    LocalStorage::get(THEME).ok()
}
