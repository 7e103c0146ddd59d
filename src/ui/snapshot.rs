//! What the panels see of a session: a cheap copy that knows in constant time whether it has changed.

use crate::editor::{Action, Answers, JobKind, Running, Selection, Session, ToolKind};
use crate::engine::document::Design;
use crate::engine::ids::Revision;
use crate::engine::job::Analysis;
use crate::engine::planner::MigrationPlan;
use crate::engine::sim::SimReport;
use std::rc::Rc;
use yew::prelude::*;

/// A session as a panel sees it.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Snapshot {
    /// The design; cloning shares its tables.
    pub design: Design,
    /// The revision of its devices and cables: answers belong to one.
    pub revision: Revision,
    /// The revision of its places.
    pub layout_revision: Revision,
    /// What is selected.
    pub selection: Selection,
    /// The engine's answers and the jobs under way.
    pub answers: Answers,
    /// The tool in hand.
    pub tool: ToolKind,
    /// Whether links are coloured by the last simulation.
    pub shows_utilisation: bool,
    /// Whether there is a step to take back.
    pub can_undo: bool,
    /// Whether there is a step to do again.
    pub can_redo: bool,
    /// Whether the page is dark: charts are drawn for it.
    pub dark: bool,
}

impl Snapshot {
    pub(in crate::ui) fn new(session: &Session, dark: bool) -> Self {
        let document = session.document();
        Self {
            design: document.design().clone(),
            revision: document.revision(),
            layout_revision: document.layout_revision(),
            selection: session.selection().clone(),
            answers: session.answers().clone(),
            tool: session.tool(),
            shows_utilisation: session.utilisation().is_some(),
            can_undo: document.can_undo(),
            can_redo: document.can_redo(),
            dark,
        }
    }

    /// The analysis on show, and whether it is about the design as it stands.
    pub(in crate::ui) fn analysis(&self) -> Option<(&Rc<Analysis>, bool)> {
        self.answers
            .analysis
            .as_ref()
            .map(|(of, answer)| (answer, Answers::is_current(*of, self.revision)))
    }

    /// The simulation on show, and whether it is about the design as it stands.
    pub(in crate::ui) fn simulation(&self) -> Option<(&Rc<SimReport>, bool)> {
        self.answers
            .simulation
            .as_ref()
            .map(|(of, answer)| (answer, Answers::is_current(*of, self.revision)))
    }

    /// The plan on show, and whether it is about the design as it stands.
    pub(in crate::ui) fn plan(&self) -> Option<(&Rc<MigrationPlan>, bool)> {
        self.answers
            .plan
            .as_ref()
            .map(|(of, answer)| (answer, Answers::is_current(*of, self.revision)))
    }

    /// The job of this kind under way.
    pub(in crate::ui) fn running(&self, kind: JobKind) -> Option<&Running> {
        self.answers.running(kind)
    }

    /// Why the last job of this kind gave no answer.
    pub(in crate::ui) fn failure(&self, kind: JobKind) -> Option<&str> {
        self.answers.failures.get(&kind).map(String::as_str)
    }
}

/// Whether two shared answers are the very same.
fn same<T>(a: Option<&(Revision, Rc<T>)>, b: Option<&(Revision, Rc<T>)>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some((_, a)), Some((_, b))) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        let kinds = [
            JobKind::Analysis,
            JobKind::Simulation,
            JobKind::Plan,
            JobKind::Open,
        ];
        self.revision == other.revision
            && self.layout_revision == other.layout_revision
            && self.design.topology().ptr_eq(other.design.topology())
            && self.design.name == other.design.name
            && self.selection == other.selection
            && same(self.answers.analysis.as_ref(), other.answers.analysis.as_ref())
            && same(
                self.answers.simulation.as_ref(),
                other.answers.simulation.as_ref(),
            )
            && same(self.answers.plan.as_ref(), other.answers.plan.as_ref())
            && kinds
                .iter()
                .all(|&kind| self.running(kind) == other.running(kind))
            && self.answers.failures == other.answers.failures
            && self.tool == other.tool
            && self.shows_utilisation == other.shows_utilisation
            && (self.can_undo, self.can_redo, self.dark) == (other.can_undo, other.can_redo, other.dark)
    }
}

/// What every panel is given: the session as it stands, and the way to act on it.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct PanelProps {
    /// The session as it stands.
    pub view: Snapshot,
    /// The one way to change anything.
    pub act: Callback<Action>,
}
