//! Patches: what a command changes, in both directions.

use super::{Design, Point};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Link, Node};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One record before and after; `None` where it did or does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// The record before.
    pub before: Option<T>,
    /// The record after.
    pub after: Option<T>,
}

/// A change of a design, record by record, that can be inverted and joined with a later one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    pub(super) name: Option<Change<String>>,
    pub(super) nodes: BTreeMap<NodeId, Change<Arc<Node>>>,
    pub(super) links: BTreeMap<LinkId, Change<Arc<Link>>>,
    pub(super) places: BTreeMap<NodeId, Change<Point>>,
}

impl Patch {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.name.is_none() && self.nodes.is_empty() && self.links.is_empty() && self.places.is_empty()
    }

    /// Whether it changes devices or cables: whether answers may change.
    pub fn touches_topology(&self) -> bool {
        !self.nodes.is_empty() || !self.links.is_empty()
    }

    /// Devices that it adds, changes or removes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Change<Arc<Node>>)> {
        self.nodes.iter().map(|(&id, change)| (id, change))
    }

    /// Cables that it adds, changes or removes.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &Change<Arc<Link>>)> {
        self.links.iter().map(|(&id, change)| (id, change))
    }

    /// The patch that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        fn swap<T: Clone>(change: &Change<T>) -> Change<T> {
            Change {
                before: change.after.clone(),
                after: change.before.clone(),
            }
        }
        Self {
            name: self.name.as_ref().map(swap),
            nodes: self
                .nodes
                .iter()
                .map(|(&id, change)| (id, swap(change)))
                .collect(),
            links: self
                .links
                .iter()
                .map(|(&id, change)| (id, swap(change)))
                .collect(),
            places: self
                .places
                .iter()
                .map(|(&id, change)| (id, swap(change)))
                .collect(),
        }
    }

    /// Joins a later patch to this one: applying the result equals applying both in turn.
    pub fn squash(&mut self, later: &Self) {
        fn join<K: Ord + Copy, T: Clone + PartialEq>(
            first: &mut BTreeMap<K, Change<T>>,
            later: &BTreeMap<K, Change<T>>,
        ) {
            for (&key, change) in later {
                let before = first
                    .get(&key)
                    .map_or_else(|| change.before.clone(), |old| old.before.clone());
                if before == change.after {
                    first.remove(&key);
                } else {
                    first.insert(
                        key,
                        Change {
                            before,
                            after: change.after.clone(),
                        },
                    );
                }
            }
        }
        join(&mut self.nodes, &later.nodes);
        join(&mut self.links, &later.links);
        join(&mut self.places, &later.places);
        if let Some(change) = &later.name {
            let before = self
                .name
                .as_ref()
                .map_or_else(|| change.before.clone(), |old| old.before.clone());
            self.name = (before != change.after).then(|| Change {
                before,
                after: change.after.clone(),
            });
        }
    }

    /// Notes a device's new record against the design as it stands.
    pub(super) fn put_node(&mut self, design: &Design, id: NodeId, after: Option<Node>) {
        let before = design.topology().shared_node(id);
        let after = after.map(Arc::new);
        if before != after {
            self.nodes.insert(id, Change { before, after });
        }
    }

    /// Notes a cable's new record against the design as it stands.
    pub(super) fn put_link(&mut self, design: &Design, id: LinkId, after: Option<Link>) {
        let before = design.topology().shared_link(id);
        let after = after.map(Arc::new);
        if before != after {
            self.links.insert(id, Change { before, after });
        }
    }

    /// Notes a device's new place against the design as it stands.
    pub(super) fn put_place(&mut self, design: &Design, id: NodeId, after: Option<Point>) {
        let before = design.layout().has(id).then(|| design.layout().place(id));
        if before != after {
            self.places.insert(id, Change { before, after });
        }
    }
}
