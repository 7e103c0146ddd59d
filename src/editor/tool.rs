//! Tools: what the pointer does, as state machines that return plans and touch nothing.

mod connect;
mod pan;
mod select;

pub use connect::Connecting;

use super::{Button, Fabric, Hit, Phase, Pointer, Selection, Viewport, WorldPoint, hit};
use crate::engine::document::{Command, Design};
use crate::engine::ids::NodeId;

/// The tool in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKind {
    /// Selects, moves, boxes; drags cables out of ports and handles.
    #[default]
    Select,
    /// Drags a cable out of any device.
    Connect,
    /// Moves the view.
    Pan,
}

/// What a pressed pointer is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Gesture {
    /// Nothing is pressed.
    #[default]
    Idle,
    /// Pressed, not yet moved far enough to be a drag.
    Pressing {
        /// Where, on the canvas.
        from: super::ScreenPoint,
        /// On what.
        on: Option<Hit>,
    },
    /// Devices move with the pointer.
    Translating {
        /// The world place of the press.
        from: WorldPoint,
        /// How far they have moved, in world units.
        moved: (i32, i32),
    },
    /// A box is drawn around what shall be selected.
    Brushing {
        /// Where it began.
        from: WorldPoint,
        /// Where it is now.
        to: WorldPoint,
        /// What was selected before.
        base: Selection,
    },
    /// A cable hangs on the pointer.
    Connecting(Connecting),
    /// The view moves with the pointer.
    Panning {
        /// Where the pointer was last.
        last: super::ScreenPoint,
    },
}

/// What a tool may read.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub design: &'a Design,
    pub fabric: &'a Fabric,
    pub viewport: &'a Viewport,
    pub selection: &'a Selection,
    pub hover: Option<NodeId>,
    pub tool: ToolKind,
}

/// What a tool wants done, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    Begin,
    Commit,
    Cancel,
    Execute(Command),
    Select(Selection),
    Pan(f64, f64),
    Refuse(String),
}

impl View<'_> {
    fn hit(&self, pointer: &Pointer) -> Option<Hit> {
        let at = self.viewport.world_from_screen(pointer.at);
        let slack = if pointer.coarse { 12.0 } else { 4.0 };
        let mut handles: Vec<NodeId> = self.hover.into_iter().collect();
        handles.extend(
            self.selection
                .nodes
                .iter()
                .take(1)
                .filter(|_| self.selection.nodes.len() == 1),
        );
        hit(self.design, self.fabric, self.viewport, at, slack, &handles)
    }

    fn world(&self, pointer: &Pointer) -> WorldPoint {
        self.viewport.world_from_screen(pointer.at)
    }
}

/// How far a pressed pointer moves before it drags, in CSS pixels.
fn threshold(pointer: &Pointer) -> f64 {
    if pointer.coarse { 6.0 } else { 4.0 }
}

/// One step of the gesture under way: what it becomes and what is to be done.
#[must_use]
pub(super) fn step(gesture: Gesture, pointer: &Pointer, view: &View<'_>) -> (Gesture, Vec<Plan>) {
    if pointer.phase == Phase::Down {
        return press(gesture, pointer, view);
    }
    match gesture {
        Gesture::Idle => (Gesture::Idle, Vec::new()),
        Gesture::Panning { last } => pan::step(last, pointer),
        Gesture::Connecting(connecting) => connect::step(connecting, pointer, view),
        Gesture::Pressing { from, on } => select::pressed(from, on, pointer, view),
        Gesture::Translating { from, moved } => select::translate(from, moved, pointer, view),
        Gesture::Brushing { from, base, .. } => select::brush(from, base, pointer, view),
    }
}

fn press(gesture: Gesture, pointer: &Pointer, view: &View<'_>) -> (Gesture, Vec<Plan>) {
    if gesture != Gesture::Idle {
        // A second button during a drag changes nothing.
        return (gesture, Vec::new());
    }
    let pans = pointer.modifiers.space || pointer.button != Button::Primary || view.tool == ToolKind::Pan;
    if pans {
        return (Gesture::Panning { last: pointer.at }, Vec::new());
    }
    let on = view.hit(pointer);
    match (view.tool, &on) {
        (_, Some(Hit::Port(_) | Hit::Handle(_))) | (ToolKind::Connect, Some(Hit::Node(_))) => {
            connect::start(on, pointer, view)
        }
        _ => (Gesture::Pressing { from: pointer.at, on }, Vec::new()),
    }
}
