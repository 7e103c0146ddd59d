//! Selecting, moving and boxing.

use super::{Gesture, Plan, View, threshold};
use crate::editor::{Hit, Phase, Pointer, Rect, ScreenPoint, Selection, WorldPoint};
use crate::engine::document::Command;

/// Devices keep to this grid while they are dragged, unless Alt is held.
const GRID: i32 = 8;

/// Pressed: a click if it goes up here, a drag once it moves.
pub(super) fn pressed(
    from: ScreenPoint,
    on: Option<Hit>,
    pointer: &Pointer,
    view: &View<'_>,
) -> (Gesture, Vec<Plan>) {
    match pointer.phase {
        Phase::Up => (
            Gesture::Idle,
            vec![Plan::Select(clicked(on.as_ref(), pointer, view.selection))],
        ),
        Phase::Cancel => (Gesture::Idle, Vec::new()),
        _ => {
            let (dx, dy) = (pointer.at.x - from.x, pointer.at.y - from.y);
            if (dx * dx + dy * dy).sqrt() < threshold(pointer) {
                return (Gesture::Pressing { from, on }, Vec::new());
            }
            start_drag(from, on.as_ref(), pointer, view)
        }
    }
}

fn clicked(on: Option<&Hit>, pointer: &Pointer, selection: &Selection) -> Selection {
    let adds = pointer.modifiers.shift || pointer.modifiers.ctrl;
    let mut next = if adds {
        selection.clone()
    } else {
        Selection::default()
    };
    match on {
        Some(Hit::Node(id) | Hit::Handle(id)) => next.toggle_node(*id),
        Some(Hit::Port(port)) => next.toggle_node(port.node),
        Some(Hit::Bundle(links)) => next.toggle_links(links),
        None => {}
    }
    next
}

fn start_drag(
    from: ScreenPoint,
    on: Option<&Hit>,
    pointer: &Pointer,
    view: &View<'_>,
) -> (Gesture, Vec<Plan>) {
    let start = view.viewport.world_from_screen(from);
    let Some(Hit::Node(id)) = on else {
        let base = if pointer.modifiers.shift {
            view.selection.clone()
        } else {
            Selection::default()
        };
        return brush(start, base, pointer, view);
    };
    let mut plans = vec![Plan::Begin];
    if !view.selection.nodes.contains(id) {
        plans.insert(0, Plan::Select(Selection::node(*id)));
    }
    let nodes = if view.selection.nodes.contains(id) {
        view.selection.nodes.clone()
    } else {
        [*id].into()
    };
    let moved = distance_moved(start, pointer, view);
    if moved != (0, 0) {
        plans.push(Plan::Execute(Command::MoveNodes {
            nodes: nodes.into_iter().collect(),
            dx: moved.0,
            dy: moved.1,
        }));
    }
    (Gesture::Translating { from: start, moved }, plans)
}

/// How far a drag has moved its devices: whole grid steps, or free while Alt is held.
fn distance_moved(from: WorldPoint, pointer: &Pointer, view: &View<'_>) -> (i32, i32) {
    let to = view.world(pointer);
    let step = if pointer.modifiers.alt {
        1.0
    } else {
        f64::from(GRID)
    };
    let snap = |delta: f64| ((delta / step).round() * step) as i32;
    (snap(to.x - from.x), snap(to.y - from.y))
}

/// Devices move with the pointer; each move is one command inside the gesture.
pub(super) fn translate(
    from: WorldPoint,
    moved: (i32, i32),
    pointer: &Pointer,
    view: &View<'_>,
) -> (Gesture, Vec<Plan>) {
    if pointer.phase == Phase::Cancel {
        return (Gesture::Idle, vec![Plan::Cancel]);
    }
    let now = distance_moved(from, pointer, view);
    let mut plans = Vec::new();
    if now != moved {
        plans.push(Plan::Execute(Command::MoveNodes {
            nodes: view.selection.nodes.iter().copied().collect(),
            dx: now.0 - moved.0,
            dy: now.1 - moved.1,
        }));
    }
    if pointer.phase == Phase::Up {
        plans.push(Plan::Commit);
        return (Gesture::Idle, plans);
    }
    (Gesture::Translating { from, moved: now }, plans)
}

/// The box grows; what it touches is selected, beside what was.
pub(super) fn brush(
    from: WorldPoint,
    base: Selection,
    pointer: &Pointer,
    view: &View<'_>,
) -> (Gesture, Vec<Plan>) {
    if pointer.phase == Phase::Cancel {
        return (Gesture::Idle, vec![Plan::Select(base)]);
    }
    let to = view.world(pointer);
    let area = Rect::between(from, to);
    let layout = view.design.layout();
    let mut selection = base.clone();
    selection.nodes.extend(
        view.design
            .topology()
            .nodes()
            .filter(|&(id, node)| Rect::of(node, layout.place(id)).touches(&area))
            .map(|(id, _)| id),
    );
    let gesture = if pointer.phase == Phase::Up {
        Gesture::Idle
    } else {
        Gesture::Brushing { from, to, base }
    };
    (gesture, vec![Plan::Select(selection)])
}
