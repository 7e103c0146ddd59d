//! The document: a design with its past. The only writer.

use super::{Command, CommandError, Design, Patch};
use crate::engine::ids::Revision;

/// How many steps can be taken back.
const MAX_STEPS: usize = 1_000;

/// A design, its undo and redo steps, and the gesture under way.
#[derive(Clone, Debug, Default)]
pub struct Document {
    design: Design,
    undo: Vec<Patch>,
    redo: Vec<Patch>,
    gesture: Option<Patch>,
    revision: Revision,
    layout_revision: Revision,
}

impl Document {
    /// A document that starts with this design and no past.
    pub fn new(design: Design) -> Self {
        Self {
            design,
            ..Self::default()
        }
    }

    /// The design as it stands.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Rises with every change of devices or cables; answers belong to one revision.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Rises with every change of places.
    pub fn layout_revision(&self) -> Revision {
        self.layout_revision
    }

    /// Plans and applies a command: one undo step, or a part of the gesture under way.
    ///
    /// # Errors
    /// What the planner refuses; the design is then untouched.
    pub fn execute(&mut self, command: &Command) -> Result<(), CommandError> {
        let patch = command.plan(&self.design)?;
        if patch.is_empty() {
            return Ok(());
        }
        self.apply(&patch);
        self.redo.clear();
        match &mut self.gesture {
            Some(gesture) => gesture.squash(&patch),
            None => self.remember(patch),
        }
        Ok(())
    }

    /// Starts a gesture: what follows becomes one undo step. One that is already under way goes on.
    pub fn begin_gesture(&mut self) {
        if self.gesture.is_none() {
            self.gesture = Some(Patch::default());
        }
    }

    /// Ends the gesture and keeps what it did.
    pub fn commit_gesture(&mut self) {
        if let Some(patch) = self.gesture.take()
            && !patch.is_empty()
        {
            self.remember(patch);
        }
    }

    /// Ends the gesture and takes back what it did.
    pub fn cancel_gesture(&mut self) {
        if let Some(patch) = self.gesture.take() {
            self.apply(&patch.inverse());
        }
    }

    /// Whether a gesture is under way.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Takes the last step back; `false` when there is none. A gesture under way is taken back first, as the last step.
    pub fn undo(&mut self) -> bool {
        if self.gesture.as_ref().is_some_and(|patch| !patch.is_empty()) {
            self.cancel_gesture();
            return true;
        }
        let Some(patch) = self.undo.pop() else {
            return false;
        };
        self.apply(&patch.inverse());
        self.redo.push(patch);
        true
    }

    /// Does the last undone step again; `false` when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(patch) = self.redo.pop() else {
            return false;
        };
        self.apply(&patch);
        self.undo.push(patch);
        true
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty() || self.gesture.as_ref().is_some_and(|patch| !patch.is_empty())
    }

    /// Whether there is a step to do again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    fn remember(&mut self, patch: Patch) {
        if self.undo.len() == MAX_STEPS {
            self.undo.remove(0);
        }
        self.undo.push(patch);
    }

    fn apply(&mut self, patch: &Patch) {
        self.design.apply(patch);
        if patch.touches_topology() {
            self.revision = self.revision.next();
        }
        if !patch.places.is_empty() {
            self.layout_revision = self.layout_revision.next();
        }
    }
}
