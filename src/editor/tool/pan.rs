//! Moving the view with the pointer.

use super::{Gesture, Plan};
use crate::editor::{Phase, Pointer, ScreenPoint};

pub(super) fn step(last: ScreenPoint, pointer: &Pointer) -> (Gesture, Vec<Plan>) {
    match pointer.phase {
        Phase::Up | Phase::Cancel => (Gesture::Idle, Vec::new()),
        _ => {
            let plan = Plan::Pan(pointer.at.x - last.x, pointer.at.y - last.y);
            (Gesture::Panning { last: pointer.at }, vec![plan])
        }
    }
}
