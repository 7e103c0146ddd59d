//! Forms and dialogs of the browser, read and opened.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDialogElement, HtmlInputElement, HtmlSelectElement, MouseEvent};
use yew::{NodeRef, TargetCast};

/// The value of the input or select that an event came from.
pub(in crate::ui) fn value_of(event: &Event) -> Option<String> {
    event
        .target_dyn_into::<HtmlInputElement>()
        .map(|input| input.value())
        .or_else(|| {
            event
                .target_dyn_into::<HtmlSelectElement>()
                .map(|select| select.value())
        })
}

/// Opens a dialog element as a modal one.
pub(in crate::ui) fn show_modal(place: &NodeRef) {
    if let Some(dialog) = place.cast::<HtmlDialogElement>()
        && !dialog.open()
    {
        // It is in the document and closed: showing it cannot fail.
        let _ = dialog.show_modal();
    }
}

/// Whether a click fell on the dialog's backdrop rather than on what is in it.
pub(in crate::ui) fn is_beside(event: &MouseEvent, place: &NodeRef) -> bool {
    let hit = event.target_dyn_into::<HtmlDialogElement>();
    hit.is_some() && hit == place.cast::<HtmlDialogElement>()
}

/// Presses a hidden file input.
pub(in crate::ui) fn press(place: &NodeRef) {
    if let Some(input) = place.cast::<HtmlInputElement>() {
        input.click();
    }
}

/// Goes to the first field of the panels that holds no valid value; whether there is one.
pub(in crate::ui) fn goes_to_invalid() -> bool {
    let field = gloo::utils::document()
        .query_selector("#panel input[aria-invalid=true]")
        .ok()
        .flatten()
        .and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
    if let Some(field) = &field {
        // A field on the page can take the focus.
        let _ = field.focus();
    }
    field.is_some()
}
