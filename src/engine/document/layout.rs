//! Where devices stand on the canvas, apart from what they are: moving one changes no answer.

use super::Change;
use crate::engine::ids::NodeId;
use crate::engine::topology::NodeKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place in world units; x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// World units to the right.
    pub x: i32,
    /// World units down.
    pub y: i32,
}

impl Point {
    /// The largest coordinate either way; moves stop there.
    pub const LIMIT: i32 = 1_000_000;

    /// A point, kept within the limit.
    pub fn new(x: i32, y: i32) -> Self {
        Self {
            x: x.clamp(-Self::LIMIT, Self::LIMIT),
            y: y.clamp(-Self::LIMIT, Self::LIMIT),
        }
    }

    /// This point moved by `(dx, dy)`, kept within the limit.
    #[must_use]
    pub fn moved(self, dx: i32, dy: i32) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }
}

/// The centre of every device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    places: Arc<BTreeMap<NodeId, Point>>,
}

impl Layout {
    /// Where a device stands; one without a place stands at the origin.
    pub fn place(&self, id: NodeId) -> Point {
        self.places.get(&id).copied().unwrap_or_default()
    }

    /// Whether a device has a place of its own.
    pub fn has(&self, id: NodeId) -> bool {
        self.places.contains_key(&id)
    }

    /// Whether both are the very same table.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.places, &other.places)
    }

    pub(super) fn apply(&mut self, changes: &BTreeMap<NodeId, Change<Point>>) {
        if changes.is_empty() {
            return;
        }
        let places = Arc::make_mut(&mut self.places);
        for (&id, change) in changes {
            match change.after {
                Some(point) => places.insert(id, point),
                None => places.remove(&id),
            };
        }
    }
}

impl FromIterator<(NodeId, Point)> for Layout {
    fn from_iter<I: IntoIterator<Item = (NodeId, Point)>>(places: I) -> Self {
        Self {
            places: Arc::new(places.into_iter().collect()),
        }
    }
}

/// Width and height of a device on the canvas, in world units.
pub const fn footprint(kind: &NodeKind) -> (i32, i32) {
    match kind {
        NodeKind::Server(_) => (104, 64),
        NodeKind::Switch(_) => (128, 48),
        NodeKind::NvlinkDomain(_) => (144, 48),
    }
}
