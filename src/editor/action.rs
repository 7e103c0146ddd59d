//! Everything that can happen to a session.

use super::{PaletteItem, ScreenPoint, Selection, ToolKind};
use crate::engine::document::{Command, Design};
use crate::engine::planner::Goal;
use crate::engine::protocol::Response;
use crate::engine::sim::Scenario;

/// Something that happened, in the words of the editor.
#[derive(Clone, Debug)]
pub enum Action {
    /// The pointer did something on the canvas.
    Pointer(Pointer),
    /// The wheel or a two-finger gesture: pans, or zooms about a place.
    Wheel {
        /// Where.
        at: ScreenPoint,
        /// Pixels to the right.
        dx: f64,
        /// Pixels down.
        dy: f64,
        /// Zoom instead of pan.
        zoom: bool,
    },
    /// A pinch: zooms by a factor about a place.
    Pinch {
        /// Between the fingers.
        at: ScreenPoint,
        /// How much larger.
        factor: f64,
    },
    /// The canvas has this size in CSS pixels.
    Resize {
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// Zooms about the middle of the canvas.
    Zoom(f64),
    /// Shows the whole fabric.
    Fit,
    /// Brings a device, cable or several to the middle and selects them.
    Reveal(Selection),
    /// Another tool.
    Choose(ToolKind),
    /// A device from the palette was dropped.
    Drop(PaletteItem, ScreenPoint),
    /// A device from the palette was chosen without a place: it lands in the middle.
    Insert(PaletteItem),
    /// Selects exactly this.
    Select(Selection),
    /// Selects every device.
    SelectAll,
    /// Selects the next (or previous) device, for the keyboard.
    SelectNext {
        /// Backwards.
        back: bool,
    },
    /// Moves what is selected.
    Nudge {
        /// World units to the right.
        dx: i32,
        /// World units down.
        dy: i32,
    },
    /// Removes what is selected.
    DeleteSelection,
    /// Copies what is selected, with the cables between, beside itself.
    Duplicate,
    /// Any command from a panel.
    Execute(Box<Command>),
    /// Takes the last step back.
    Undo,
    /// Does it again.
    Redo,
    /// Drops what is under way, or the selection.
    Escape,
    /// A design in place of the open one: a fresh document, with no past.
    Open(Box<Design>),
    /// A file was chosen or dropped: the worker reads it.
    OpenFile {
        /// Its name.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Writes the design to a file.
    Save,
    /// Hands the person a report.
    SaveReport(String),
    /// Runs the packet simulation.
    Simulate(Box<Scenario>),
    /// Plans a migration.
    Plan(Box<Goal>),
    /// Stops a job.
    Cancel(JobKind),
    /// Shows or hides the links' utilisation of the last simulation.
    ShowUtilisation(bool),
    /// The worker said something.
    Worker(Response),
    /// The worker is gone; a new one has been started.
    WorkerRestarted {
        /// Why, as far as known.
        reason: String,
    },
    /// The moment asked for by [`super::Effect::Wake`] has come.
    Wake,
    /// The shell has something to say to the person.
    Tell(String),
    /// A notice was read.
    Dismiss(u64),
}

/// A kind of job that a person can see running and stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobKind {
    /// Capacity, collectives, findings.
    Analysis,
    /// The packet simulation.
    Simulation,
    /// The migration plan.
    Plan,
    /// Reading a file.
    Open,
}

/// What the pointer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Down, move, up or gone.
    pub phase: Phase,
    /// Where.
    pub at: ScreenPoint,
    /// Which button started it.
    pub button: Button,
    /// Keys held.
    pub modifiers: Modifiers,
    /// A finger: things are hit from further away.
    pub coarse: bool,
}

/// The phase of a pointer's gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A button or finger went down.
    Down,
    /// It moved, pressed or not.
    Move,
    /// It went up.
    Up,
    /// The browser took it away.
    Cancel,
    /// It left the canvas without being pressed.
    Leave,
}

/// A pointer's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The first one, a finger or a pen.
    Primary,
    /// The wheel.
    Middle,
    /// The second one.
    Secondary,
}

/// Keys held during an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Alt or Option.
    pub alt: bool,
    /// The space bar is down: the pointer pans.
    pub space: bool,
}

/// A key on the canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// The browser's name of the key.
    pub key: String,
    /// Keys held.
    pub modifiers: Modifiers,
}
