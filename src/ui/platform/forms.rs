//! Forms and dialogs of the browser, read and opened.

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
