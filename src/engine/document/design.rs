//! A design: what is saved, opened, sent to the worker and changed by commands.

use super::{Change, Layout, Patch, arrange};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::generate::Blueprint;
use crate::engine::topology::{Link, PortRef, Topology};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
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

    /// A name that no device has yet: `prefix` with the first free number. O(devices log devices): for many names at once
    /// [`Design::names`].
    pub fn fresh_name(&self, prefix: &str) -> String {
        self.names().fresh(prefix)
    }

    /// Gives out names that no device has yet.
    pub fn names(&self) -> FreshNames {
        let nodes = self.topology.nodes();
        FreshNames {
            taken: nodes.map(|(_, node)| node.name.clone()).collect(),
            next: BTreeMap::new(),
        }
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

/// Names that no device of a design has, each given out once.
#[derive(Clone, Debug)]
pub struct FreshNames {
    taken: BTreeSet<String>,
    /// The number at which the search for a prefix goes on.
    next: BTreeMap<String, u32>,
}

impl FreshNames {
    /// `prefix` with the first free number. O(log devices) a name, over all names of a prefix.
    pub fn fresh(&mut self, prefix: &str) -> String {
        let from = self.next.get(prefix).copied().unwrap_or(1);
        let free = (from..).find_map(|n| {
            let name = format!("{prefix}-{n}");
            (!self.taken.contains(&name)).then_some((n, name))
        });
        let Some((n, name)) = free else {
            return prefix.to_owned();
        };
        self.next.insert(prefix.to_owned(), n.saturating_add(1));
        self.taken.insert(name.clone());
        name
    }
}
