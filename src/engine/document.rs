//! The design a person works on: topology, layout, history; the only room that changes a design.
//!
//! [`Command::plan`] says what would change, as a [`Patch`]; [`Document::execute`] is the only way to apply one. Undo is
//! the inverse patch. A drag is a gesture: its many patches are squashed into one undo step, or taken back whole.

mod arrange;
pub(in crate::engine) mod command;
mod design;
mod file;
mod history;
mod layout;
mod patch;
mod upgrade;

pub use arrange::arrange;
pub use command::{Command, CommandError, LinkEdit, NodeEdit, connectable};
pub use design::Design;
pub use file::{FORMAT_VERSION, MAX_FILE_BYTES, OpenError, open, save};
pub use history::Document;
pub use layout::{Layout, Point, footprint};
pub use patch::{Change, Patch};

#[cfg(test)]
mod tests;
