//! A design: what is saved, opened, sent to the worker and changed by commands.

use super::{Change, Layout, Patch, arrange};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::generate::Blueprint;
use crate::engine::topology::{Link, PortRef, Topology};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A fabric with its name and the places of its devices. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// What people call it.
    pub name: String,
    pub(super) topology: Topology,
    pub(super) layout: Layout,
    /// The next free ids: they only rise, so that an id is never used twice in one design.
    pub(super) next_node: u32,
    pub(super) next_link: u32,
}

impl Design {
    /// An empty design.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// A laid-out design from a blueprint: devices get ids in order, places come from their tiers.
    pub fn from_blueprint(blueprint: &Blueprint) -> Self {
        let mut design = Self::new(blueprint.name.clone());
        for node in &blueprint.nodes {
            let id = NodeId::new(design.next_node);
            design.topology.set_node(id, Some(Arc::new(node.clone())));
            design.next_node += 1;
        }
        for wire in &blueprint.links {
            let a = PortRef {
                node: NodeId::new(wire.a.0 as u32),
                port: wire.a.1,
            };
            let b = PortRef {
                node: NodeId::new(wire.b.0 as u32),
                port: wire.b.1,
            };
            let free =
                |port| design.topology.port_group(port).is_some() && design.topology.link_at(port).is_none();
            if a.node != b.node && free(a) && free(b) {
                let link = Link {
                    a,
                    b,
                    rate: wire.rate,
                    cable: wire.cable,
                };
                design
                    .topology
                    .set_link(LinkId::new(design.next_link), Some(Arc::new(link)));
                design.next_link += 1;
            }
        }
        design.layout = arrange(&design.topology);
        design
    }

    /// The devices and cables.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Where the devices stand.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The id that the next device will get.
    pub fn next_node_id(&self) -> NodeId {
        NodeId::new(self.next_node)
    }

    /// The id that the next cable will get.
    pub fn next_link_id(&self) -> LinkId {
        LinkId::new(self.next_link)
    }

    /// A name that no device has yet: `prefix` with the first free number.
    pub fn fresh_name(&self, prefix: &str) -> String {
        let taken: std::collections::BTreeSet<&str> = self
            .topology
            .nodes()
            .map(|(_, node)| node.name.as_str())
            .collect();
        (1..)
            .map(|n| format!("{prefix}-{n}"))
            .find(|name| !taken.contains(name.as_str()))
            .unwrap_or_else(|| prefix.to_owned())
    }

    /// Applies a patch. Only the document and its tests do this.
    pub(super) fn apply(&mut self, patch: &Patch) {
        for (&id, change) in &patch.nodes {
            self.topology.set_node(id, change.after.clone());
            self.next_node = self.next_node.max(id.number().saturating_add(1));
        }
        for (&id, change) in patch.links.iter().filter(|(_, change)| change.after.is_none()) {
            self.topology.set_link(id, change.after.clone());
        }
        for (&id, change) in patch.links.iter().filter(|(_, change)| change.after.is_some()) {
            self.topology.set_link(id, change.after.clone());
            self.next_link = self.next_link.max(id.number().saturating_add(1));
        }
        self.layout.apply(&patch.places);
        if let Some(Change {
            after: Some(name), ..
        }) = &patch.name
        {
            self.name.clone_from(name);
        }
    }
}
