//! The session: everything a person has open, changed only by [`Session::update`].

mod clipboard;
mod jobs;

use super::tool::{self, Gesture, Plan, View};
use super::{
    Action, Answers, Effect, Fabric, Hit, Notice, NoticeKind, PaletteItem, Phase, Pointer, Rect, ScreenPoint,
    Selection, ToolKind, Viewport, WorldPoint, hit,
};
use crate::engine::document::{Command, Design, Document, save};
use crate::engine::ids::{JobId, LinkId, NodeId, Revision};
use crate::engine::report::text::both_ends;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How busy each cable was in the last simulation, in thousandths of its rate (the busier direction).
pub type Utilisation = BTreeMap<LinkId, u16>;

/// An editing session.
#[derive(Debug)]
pub struct Session {
    document: Document,
    fabric: Rc<Fabric>,
    fabric_revision: Revision,
    viewport: Viewport,
    selection: Selection,
    tool: ToolKind,
    gesture: Gesture,
    hover: Option<NodeId>,
    answers: Answers,
    utilisation: Option<Rc<Utilisation>>,
    notices: Vec<Notice>,
    next_notice: u64,
    next_job: u32,
    /// How often the worker was replaced without an answer in between.
    restarts: u32,
    analysed: Option<Revision>,
    persisted: Option<(Revision, Revision, String)>,
}

impl Session {
    /// A session on this design. The first [`Action::Wake`] starts its analysis.
    pub fn new(design: Design) -> Self {
        let fabric = Rc::new(Fabric::new(design.topology()));
        let mut session = Self {
            document: Document::new(design),
            fabric,
            fabric_revision: Revision::default(),
            viewport: Viewport::default(),
            selection: Selection::default(),
            tool: ToolKind::default(),
            gesture: Gesture::default(),
            hover: None,
            answers: Answers::default(),
            utilisation: None,
            notices: Vec::new(),
            next_notice: 0,
            next_job: 0,
            restarts: 0,
            analysed: None,
            persisted: None,
        };
        session.fit();
        session
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }
    /// The design as it stands.
    pub fn design(&self) -> &Design {
        self.document.design()
    }
    /// What there is to draw.
    pub fn fabric(&self) -> &Rc<Fabric> {
        &self.fabric
    }
    /// The view.
    pub fn viewport(&self) -> &Viewport {
        &self.viewport
    }
    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }
    /// The tool in hand.
    pub fn tool(&self) -> ToolKind {
        self.tool
    }
    /// What the pressed pointer is doing.
    pub fn gesture(&self) -> &Gesture {
        &self.gesture
    }
    /// The device under the pointer.
    pub fn hover(&self) -> Option<NodeId> {
        self.hover
    }
    /// The engine's answers.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }
    /// The links' utilisation, while it is shown.
    pub fn utilisation(&self) -> Option<&Rc<Utilisation>> {
        self.utilisation.as_ref()
    }
    /// Sentences that wait to be read.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }
    /// Whether the analysis on show is about the design as it stands.
    pub fn is_analysed(&self) -> bool {
        let now = self.document.revision();
        self.answers
            .analysis
            .as_ref()
            .is_some_and(|(revision, _)| Answers::is_current(*revision, now))
    }

    /// Does what an action says and returns what the outside has to do.
    #[must_use]
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let before = (
            self.document.revision(),
            self.document.layout_revision(),
            self.design().name.clone(),
        );
        let was_in_gesture = self.document.in_gesture();
        let mut effects = self.act(action);
        self.refresh();
        let after = (
            self.document.revision(),
            self.document.layout_revision(),
            self.design().name.clone(),
        );
        if (before != after || was_in_gesture) && !self.document.in_gesture() {
            effects.push(Effect::Wake);
        }
        effects
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Pointer(pointer) => return self.pointer(&pointer),
            Action::Wheel {
                at, dy, zoom: true, ..
            } => self.viewport.zoom(wheel_factor(dy), at),
            Action::Wheel { dx, dy, .. } => self.viewport.pan(-dx, -dy),
            Action::Pinch { at, factor } => self.viewport.zoom(factor, at),
            Action::Resize { width, height } => self.resize(width, height),
            Action::Zoom(factor) => {
                let middle = ScreenPoint {
                    x: self.viewport.size.0 / 2.0,
                    y: self.viewport.size.1 / 2.0,
                };
                self.viewport.zoom(factor, middle);
            }
            Action::Fit => self.fit(),
            Action::Reveal(selection) => self.reveal(selection),
            Action::Choose(tool) => self.tool = tool,
            Action::Drop(item, at) => return self.place(item, self.viewport.world_from_screen(at)),
            Action::Insert(item) => return self.place(item, self.free_middle()),
            Action::Select(selection) => self.selection = selection,
            Action::SelectAll => {
                self.selection.nodes = self.design().topology().nodes().map(|(id, _)| id).collect();
            }
            Action::SelectNext { back } => self.select_next(back),
            Action::Nudge { dx, dy } => {
                let nodes = self.selection.nodes.iter().copied().collect();
                return self.execute(&Command::MoveNodes { nodes, dx, dy });
            }
            Action::DeleteSelection => return self.delete_selection(),
            Action::Duplicate => return self.duplicate(),
            Action::Execute(command) => return self.execute(&command),
            Action::Undo => self.travel(Document::undo),
            Action::Redo => self.travel(Document::redo),
            Action::Escape => self.escape(),
            Action::Open(design) => return self.open(*design),
            Action::Save => return self.save(),
            Action::SaveReport(text) => {
                let name = format!("{}.report.html", file_stem(&self.design().name));
                return vec![Effect::SaveFile {
                    name,
                    mime: "text/html",
                    text,
                }];
            }
            Action::Tell(sentence) => return self.say(NoticeKind::Info, sentence),
            Action::Dismiss(id) => self.notices.retain(|notice| notice.id != id),
            Action::ShowUtilisation(show) => self.show_utilisation(show),
            other => return self.engine(other),
        }
        Vec::new()
    }

    /// Keeps what is derived in step with the document.
    fn refresh(&mut self) {
        if self.fabric_revision != self.document.revision() {
            self.fabric_revision = self.document.revision();
            self.fabric = Rc::new(Fabric::new(self.design().topology()));
            let topology = self.document.design().topology();
            self.selection.retain_existing(topology);
            self.hover = self.hover.filter(|&id| topology.node(id).is_some());
        }
    }

    fn pointer(&mut self, pointer: &Pointer) -> Vec<Effect> {
        if matches!(pointer.phase, Phase::Move | Phase::Leave) {
            self.hover = self.hovered(pointer);
        }
        if pointer.phase == Phase::Leave {
            return Vec::new();
        }
        let gesture = std::mem::take(&mut self.gesture);
        let view = View {
            design: self.document.design(),
            fabric: &self.fabric,
            viewport: &self.viewport,
            selection: &self.selection,
            hover: self.hover,
            tool: self.tool,
        };
        let (gesture, plans) = tool::step(gesture, pointer, &view);
        self.gesture = gesture;
        let mut effects = Vec::new();
        for plan in plans {
            effects.extend(self.carry_out(plan));
        }
        effects
    }

    fn hovered(&self, pointer: &Pointer) -> Option<NodeId> {
        if pointer.phase == Phase::Leave {
            return None;
        }
        let at = self.viewport.world_from_screen(pointer.at);
        let handles: Vec<NodeId> = self.hover.into_iter().collect();
        match hit(self.design(), &self.fabric, &self.viewport, at, 4.0, &handles) {
            Some(Hit::Node(id) | Hit::Handle(id)) => Some(id),
            Some(Hit::Port(port)) => Some(port.node),
            Some(Hit::Bundle(_)) | None => None,
        }
    }

    fn carry_out(&mut self, plan: Plan) -> Vec<Effect> {
        match plan {
            Plan::Begin => self.document.begin_gesture(),
            Plan::Commit => self.document.commit_gesture(),
            Plan::Cancel => self.document.cancel_gesture(),
            Plan::Select(selection) => self.selection = selection,
            Plan::Pan(dx, dy) => self.viewport.pan(dx, dy),
            Plan::Execute(command) => return self.execute(&command),
            Plan::Refuse(reason) => return self.say(NoticeKind::Refused, reason),
        }
        Vec::new()
    }

    fn execute(&mut self, command: &Command) -> Vec<Effect> {
        match self.document.execute(command) {
            Ok(()) => {
                if matches!(command, Command::Replace(_)) {
                    self.another_design();
                }
                Vec::new()
            }
            Err(error) => self.say(NoticeKind::Refused, error.to_string()),
        }
    }

    /// The whole design is another: the view shows all of it, and nothing of the old one's last run.
    fn another_design(&mut self) {
        self.refresh();
        self.show_utilisation(false);
        self.fit();
    }

    /// Undoes or redoes a step. Where that brings another design back, with no device in common, all of it is shown.
    fn travel(&mut self, step: fn(&mut Document) -> bool) {
        self.gesture = Gesture::Idle;
        let before = self.design().clone();
        step(&mut self.document);
        let now = self.design().topology();
        let shares = before.topology().nodes().any(|(id, _)| now.node(id).is_some());
        if !shares && before.name != self.design().name {
            self.another_design();
        }
    }

    fn escape(&mut self) {
        if self.gesture == Gesture::Idle {
            self.selection = Selection::default();
            self.tool = ToolKind::Select;
        }
        self.document.cancel_gesture();
        self.gesture = Gesture::Idle;
    }

    fn delete_selection(&mut self) -> Vec<Effect> {
        let nodes = self.selection.nodes.iter().copied().collect();
        let links = self.selection.links.iter().copied().collect();
        self.execute(&Command::Delete { nodes, links })
    }

    fn place(&mut self, item: PaletteItem, at: WorldPoint) -> Vec<Effect> {
        let name = self.design().fresh_name(item.prefix());
        let Some(node) = item.node(name) else {
            return self.say(
                NoticeKind::Refused,
                format!("the catalogue has no {}", item.model()),
            );
        };
        let id = self.design().next_node_id();
        let effects = self.execute(&Command::PlaceNode {
            node: Box::new(node),
            at: at.round(),
        });
        self.selection = Selection::node(id);
        effects
    }

    /// The middle of the canvas, or below it where devices already stand.
    fn free_middle(&self) -> WorldPoint {
        let mut at = self.viewport.centre();
        let layout = self.design().layout();
        let taken = |at: WorldPoint| {
            self.design()
                .topology()
                .nodes()
                .any(|(id, node)| Rect::of(node, layout.place(id)).contains(at, 60.0))
        };
        for _ in 0..200 {
            if !taken(at) {
                break;
            }
            at.y += 40.0;
        }
        at
    }

    fn select_next(&mut self, back: bool) {
        let ids: Vec<NodeId> = self.design().topology().nodes().map(|(id, _)| id).collect();
        let now = self
            .selection
            .nodes
            .first()
            .and_then(|id| ids.binary_search(id).ok());
        let n = ids.len();
        let next = match (now, back) {
            (None, false) => 0,
            (None, true) => n.saturating_sub(1),
            (Some(i), false) => (i + 1) % n,
            (Some(i), true) => (i + n - 1) % n,
        };
        if let Some(&id) = ids.get(next) {
            self.reveal(Selection::node(id));
        }
    }

    fn reveal(&mut self, selection: Selection) {
        let topology = self.design().topology();
        let mut nodes: Vec<NodeId> = selection.nodes.iter().copied().collect();
        nodes.extend(
            selection
                .links
                .iter()
                .filter_map(|&id| topology.link(id))
                .flat_map(|l| [l.a.node, l.b.node]),
        );
        if let Some(area) = self.bounds(nodes.iter().copied()) {
            let corners = [area.0, area.1].map(|corner| self.viewport.screen_from_world(corner));
            let inside = corners.iter().all(|at| {
                at.x >= 0.0 && at.y >= 0.0 && at.x <= self.viewport.size.0 && at.y <= self.viewport.size.1
            });
            if !inside {
                let middle = self.viewport.screen_from_world(WorldPoint {
                    x: f64::midpoint(area.0.x, area.1.x),
                    y: f64::midpoint(area.0.y, area.1.y),
                });
                self.viewport.pan(
                    self.viewport.size.0 / 2.0 - middle.x,
                    self.viewport.size.1 / 2.0 - middle.y,
                );
            }
        }
        self.selection = selection;
    }

    fn fit(&mut self) {
        let nodes: Vec<NodeId> = self.design().topology().nodes().map(|(id, _)| id).collect();
        match self.bounds(nodes.into_iter()) {
            Some(area) => self.viewport.fit(area),
            // Nothing to show: the natural size, so that the first devices are not specks.
            None => self
                .viewport
                .fit((WorldPoint { x: 0.0, y: 0.0 }, WorldPoint { x: 1.0, y: 1.0 })),
        }
    }

    fn bounds(&self, nodes: impl Iterator<Item = NodeId>) -> Option<(WorldPoint, WorldPoint)> {
        let (topology, layout) = (self.design().topology(), self.design().layout());
        nodes
            .filter_map(|id| topology.node(id).map(|node| Rect::of(node, layout.place(id))))
            .fold(None, |area, rect| {
                let (min, max) = area.unwrap_or((
                    WorldPoint {
                        x: f64::INFINITY,
                        y: f64::INFINITY,
                    },
                    WorldPoint {
                        x: f64::NEG_INFINITY,
                        y: f64::NEG_INFINITY,
                    },
                ));
                Some((
                    WorldPoint {
                        x: min.x.min(rect.x),
                        y: min.y.min(rect.y),
                    },
                    WorldPoint {
                        x: max.x.max(rect.x + rect.w),
                        y: max.y.max(rect.y + rect.h),
                    },
                ))
            })
    }

    fn resize(&mut self, width: f64, height: f64) {
        let first = self.viewport == Viewport::default() || self.viewport.size == Viewport::default().size;
        let (old_w, old_h) = self.viewport.size;
        if (old_w - width).abs() < 0.5 && (old_h - height).abs() < 0.5 {
            return;
        }
        self.viewport.size = (f64::max(width, 1.0), f64::max(height, 1.0));
        if first {
            self.fit();
        } else {
            // What was in the middle stays there.
            self.viewport.pan((width - old_w) / 2.0, (height - old_h) / 2.0);
        }
    }

    fn open(&mut self, design: Design) -> Vec<Effect> {
        let jobs: Vec<JobId> = self.answers.running.values().map(|running| running.job).collect();
        let (size, next_job, next_notice) = (self.viewport.size, self.next_job, self.next_notice);
        let notices = std::mem::take(&mut self.notices);
        *self = Self {
            next_job,
            next_notice,
            notices,
            ..Self::new(design)
        };
        self.viewport.size = size;
        self.fit();
        jobs.into_iter()
            .map(Effect::CancelJob)
            .chain([Effect::Wake])
            .collect()
    }

    fn save(&mut self) -> Vec<Effect> {
        let name = format!("{}.fabricad.json", file_stem(&self.design().name));
        vec![Effect::SaveFile {
            name,
            mime: "application/json",
            text: save(self.design()),
        }]
    }

    fn say(&mut self, kind: NoticeKind, text: String) -> Vec<Effect> {
        const MOST: usize = 4;
        // What a file holds may be quoted in it, at any length.
        let text = both_ends(&text, 420);
        if self.notices.iter().any(|notice| notice.text == text) {
            return Vec::new();
        }
        self.next_notice += 1;
        let notice = Notice {
            id: self.next_notice,
            kind,
            text,
        };
        self.notices.push(notice.clone());
        if self.notices.len() > MOST {
            self.notices.remove(0);
        }
        vec![Effect::Announce(notice)]
    }
}

/// A name that every file system takes.
fn file_stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-_ ".contains(c) {
                c
            } else {
                '-'
            }
        })
        .take(60)
        .collect();
    let stem = stem.trim().replace(' ', "-");
    if stem.is_empty() {
        "design".to_owned()
    } else {
        stem
    }
}

/// One notch of a wheel (100 pixels) zooms by a quarter.
fn wheel_factor(dy: f64) -> f64 {
    let steps = (dy / 100.0).clamp(-3.0, 3.0);
    if steps < 0.0 {
        1.0 - 0.25 * steps
    } else {
        1.0 / (1.0 + 0.25 * steps)
    }
}

#[cfg(test)]
mod tests;
