//! The browser's events in the editor's words.

use crate::editor::{Button, KeyPress, Modifiers, Phase, Pointer, ScreenPoint};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

/// Where a mouse, pointer or drag event is on an element, in CSS pixels.
pub(in crate::ui) fn place_on(element: &Element, event: &MouseEvent) -> ScreenPoint {
    let rect = element.get_bounding_client_rect();
    ScreenPoint {
        x: f64::from(event.client_x()) - rect.left(),
        y: f64::from(event.client_y()) - rect.top(),
    }
}

/// A pointer event; `space` is whether the space bar is held.
pub(in crate::ui) fn pointer(element: &Element, event: &PointerEvent, phase: Phase, space: bool) -> Pointer {
    Pointer {
        phase,
        at: place_on(element, event),
        button: match event.button() {
            1 => Button::Middle,
            2 => Button::Secondary,
            _ => Button::Primary,
        },
        modifiers: Modifiers {
            shift: event.shift_key(),
            ctrl: event.ctrl_key() || event.meta_key(),
            alt: event.alt_key(),
            space,
        },
        coarse: event.pointer_type() == "touch",
    }
}

/// Keeps a pressed pointer's events coming when it leaves the element.
pub(in crate::ui) fn capture(element: &Element, event: &PointerEvent) {
    // A pointer that is already up again cannot be captured, and need not be.
    let _ = element.set_pointer_capture(event.pointer_id());
}

/// A key.
pub(in crate::ui) fn key(event: &KeyboardEvent) -> KeyPress {
    KeyPress {
        key: event.key(),
        modifiers: Modifiers {
            shift: event.shift_key(),
            ctrl: event.ctrl_key() || event.meta_key(),
            alt: event.alt_key(),
            space: event.key() == " ",
        },
    }
}

/// Whether a key was typed into a field rather than meant for the canvas.
pub(in crate::ui) fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
    else {
        return false;
    };
    let ticked = target
        .dyn_ref::<HtmlInputElement>()
        .is_some_and(|input| input.type_() == "checkbox");
    matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA") && !ticked
        || target.is_content_editable()
}

/// Leaves the field of one line that a key was typed into: what was typed is done, and the next keys, an undo above all,
/// are for the canvas.
pub(in crate::ui) fn leave_field(event: &KeyboardEvent) {
    if is_typing(event)
        && let Some(field) = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
    {
        // A field that has the focus can lose it.
        let _ = field.blur();
    }
}

/// Whether nothing on the page has the focus: what is pressed then is meant for the canvas.
pub(in crate::ui) fn is_on_page(event: &KeyboardEvent) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_none_or(|target| matches!(target.tag_name().as_str(), "BODY" | "HTML"))
}

/// A wheel event's movement in CSS pixels, whatever unit the browser counts in.
pub(in crate::ui) fn wheel_pixels(event: &WheelEvent) -> (f64, f64) {
    let unit = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => 16.0,
        WheelEvent::DOM_DELTA_PAGE => 400.0,
        _ => 1.0,
    };
    (event.delta_x() * unit, event.delta_y() * unit)
}

/// Whether an event's target is an element or inside it.
pub(in crate::ui) fn is_within(event: &KeyboardEvent, place: &yew::NodeRef) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Node>().ok());
    place.get().is_some_and(|place| place.contains(target.as_ref()))
}
