//! The canvas: two layers, drawn by hand, outside the virtual document.
//!
//! The base layer holds everything that stands still; it is drawn anew only when its key changes. What moves, what is
//! selected and what hangs on the pointer is on the overlay, drawn every frame of a gesture.

mod base;
mod device;
mod ink;
mod overlay;

use self::base::BaseKey;
use super::platform::surface::Surface;
use crate::editor::{Gesture, Session};
use crate::engine::ids::{NodeId, Revision};
use crate::engine::topology::Finding;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(in crate::ui) use ink::{Ink, rail_colour, utilisation_colour};

/// The two layers and what is on them.
pub(in crate::ui) struct Canvas {
    base: Surface,
    overlay: Surface,
    drawn: Option<BaseKey>,
    /// The layout's revision when the drag under way began: what it moves is not on the base.
    frozen: Option<Revision>,
    badges: Badges,
}

/// The worst finding of each device, gathered once an analysis.
#[derive(Default)]
struct Badges {
    of: Option<Rc<crate::engine::job::Analysis>>,
    worst: BTreeMap<NodeId, crate::engine::topology::Severity>,
}

impl Badges {
    fn update(&mut self, session: &Session) {
        let now = session
            .answers()
            .analysis
            .as_ref()
            .map(|(_, analysis)| Rc::clone(analysis));
        let same = match (&self.of, &now) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if same {
            return;
        }
        let findings: &[Finding] = now.as_ref().map_or(&[], |analysis| &analysis.findings);
        self.worst.clear();
        for finding in findings {
            for &node in &finding.nodes {
                let worst = self.worst.entry(node).or_insert(finding.severity);
                *worst = (*worst).min(finding.severity);
            }
        }
        self.of = now;
    }
}

impl Canvas {
    /// Layers on two surfaces of one size.
    pub(in crate::ui) fn new(base: Surface, overlay: Surface) -> Self {
        Self {
            base,
            overlay,
            drawn: None,
            frozen: None,
            badges: Badges::default(),
        }
    }

    /// Draws what has changed since the last call.
    pub(in crate::ui) fn draw(&mut self, session: &Session, ink: &'static Ink) {
        self.badges.update(session);
        let moving = moving(session);
        let layout = session.document().layout_revision();
        if moving.is_empty() {
            self.frozen = None;
        }
        let still = if moving.is_empty() {
            layout
        } else {
            *self.frozen.get_or_insert(layout)
        };
        let key = BaseKey::new(session, ink, still, &moving, self.base.ratio());
        if self.drawn.as_ref() != Some(&key) {
            self.base.begin(session.viewport().size);
            base::draw(&self.base, session, ink, &moving, &self.badges.worst);
            // The ratio is known once the surface has begun.
            self.drawn = Some(BaseKey::new(session, ink, still, &moving, self.base.ratio()));
        }
        self.overlay.begin(session.viewport().size);
        overlay::draw(&self.overlay, session, ink, &moving, &self.badges.worst);
    }
}

/// The devices that move with the pointer.
fn moving(session: &Session) -> BTreeSet<NodeId> {
    match session.gesture() {
        Gesture::Translating { .. } => session.selection().nodes.clone(),
        _ => BTreeSet::new(),
    }
}
