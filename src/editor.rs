//! The first floor: a headless editing session, driven by actions and asking for effects.
//!
//! [`Session::update`] is the only entry: everything that can happen is an [`Action`], everything asked of the outside
//! an [`Effect`]. Pure kernels (viewport, hit test, geometry) know nothing of a browser; a scripted session runs in a
//! plain test.

mod action;
mod answers;
mod effect;
mod geometry;
mod hit_test;
mod keymap;
mod palette;
mod scene;
mod selection;
mod session;
mod tool;
mod viewport;

pub use action::{Action, Button, JobKind, KeyPress, Modifiers, Phase, Pointer};
pub use answers::{Answers, Running};
pub use effect::{Effect, Notice, NoticeKind};
pub use geometry::{PortGlyph, Rect, handle_of, port_glyphs, port_point};
pub use hit_test::{Hit, hit};
pub use keymap::action_for;
pub use palette::{PaletteItem, PaletteSection, palette};
pub use scene::{Bundle, BundleStyle, Fabric, Shape};
pub use selection::Selection;
pub use session::{Session, Utilisation};
pub use tool::{Connecting, Gesture, ToolKind};
pub use viewport::{ScreenPoint, Viewport, WorldPoint};
