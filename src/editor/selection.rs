//! What is selected.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::Topology;
use std::collections::BTreeSet;

/// The selected devices and cables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Devices.
    pub nodes: BTreeSet<NodeId>,
    /// Cables.
    pub links: BTreeSet<LinkId>,
}

impl Selection {
    /// Only this device.
    pub fn node(id: NodeId) -> Self {
        Self {
            nodes: BTreeSet::from([id]),
            links: BTreeSet::new(),
        }
    }

    /// Only these cables.
    pub fn of_links(links: impl IntoIterator<Item = LinkId>) -> Self {
        Self {
            nodes: BTreeSet::new(),
            links: links.into_iter().collect(),
        }
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.links.is_empty()
    }

    /// How many things are selected.
    pub fn len(&self) -> usize {
        self.nodes.len() + self.links.len()
    }

    /// Selects a device, or takes it out if it is in.
    pub fn toggle_node(&mut self, id: NodeId) {
        if !self.nodes.remove(&id) {
            self.nodes.insert(id);
        }
    }

    /// Selects cables, or takes them out if they are all in.
    pub fn toggle_links(&mut self, links: &[LinkId]) {
        if links.iter().all(|id| self.links.contains(id)) {
            for id in links {
                self.links.remove(id);
            }
        } else {
            self.links.extend(links);
        }
    }

    /// Forgets what is no longer there.
    pub fn retain_existing(&mut self, topology: &Topology) {
        self.nodes.retain(|&id| topology.node(id).is_some());
        self.links.retain(|&id| topology.link(id).is_some());
    }
}
