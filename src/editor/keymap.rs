//! What the keys of the canvas mean.

use super::{Action, KeyPress, ToolKind};

/// World units that an arrow key moves the selection.
const NUDGE: i32 = 8;
/// CSS pixels that an arrow key pans where nothing is selected.
const PAN: f64 = 60.0;

/// The action of a key, or nothing where the browser keeps it.
///
/// Control stands for Command on a Mac. Arrow keys move the selection, or the view where nothing is selected.
pub fn action_for(press: &KeyPress, has_selection: bool) -> Option<Action> {
    let modifiers = press.modifiers;
    let key = press.key.to_lowercase();
    if modifiers.ctrl {
        return with_control(&key, modifiers.shift);
    }
    if modifiers.alt {
        return None;
    }
    Some(match key.as_str() {
        "delete" | "backspace" if has_selection => Action::DeleteSelection,
        "escape" => Action::Escape,
        "v" => Action::Choose(ToolKind::Select),
        "c" => Action::Choose(ToolKind::Connect),
        "h" => Action::Choose(ToolKind::Pan),
        "+" | "=" => Action::Zoom(1.25),
        "-" => Action::Zoom(0.8),
        "home" | "!" => Action::Fit,
        "1" if modifiers.shift => Action::Fit,
        "tab" => Action::SelectNext {
            back: modifiers.shift,
        },
        "arrowleft" | "arrowright" | "arrowup" | "arrowdown" => arrow(&key, modifiers.shift, has_selection),
        _ => return None,
    })
}

fn with_control(key: &str, shift: bool) -> Option<Action> {
    Some(match (key, shift) {
        ("z", false) => Action::Undo,
        ("z", true) | ("y", _) => Action::Redo,
        ("a", false) => Action::SelectAll,
        ("d", false) => Action::Duplicate,
        ("s", false) => Action::Save,
        ("+" | "=", _) => Action::Zoom(1.25),
        ("-", _) => Action::Zoom(0.8),
        ("0", _) => Action::Fit,
        _ => return None,
    })
}

fn arrow(key: &str, far: bool, has_selection: bool) -> Action {
    let (x, y) = match key {
        "arrowleft" => (-1, 0),
        "arrowright" => (1, 0),
        "arrowup" => (0, -1),
        _ => (0, 1),
    };
    if has_selection {
        let step = if far { 4 * NUDGE } else { NUDGE };
        Action::Nudge {
            dx: x * step,
            dy: y * step,
        }
    } else {
        let at = super::ScreenPoint::default();
        Action::Wheel {
            at,
            dx: f64::from(x) * PAN,
            dy: f64::from(y) * PAN,
            zoom: false,
        }
    }
}
