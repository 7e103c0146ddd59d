//! The fabric as it is cabled: flat tables of devices and cables, cheap to clone, changed only by the document.
//!
//! A [`Topology`] holds no positions and no answers. Its tables are shared (`Arc`), so a clone costs a few
//! pointers and [`Topology::ptr_eq`] tells in constant time that nothing changed.

mod adjacency;
pub mod equipment;
pub mod generate;
mod link;
mod node;
mod port;
mod tiers;
mod validate;

pub use crate::engine::catalog::{Cable, Cage, Connector, LinkLayer, Medium, Polarity};
pub use adjacency::{Adjacency, Edge};
pub use link::Link;
pub use node::{Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach, Server, Switch};
pub use port::{PortGroup, PortRef};
pub use tiers::{Tier, tiers};
pub use validate::{Finding, FindingCode, Severity, validate};

use crate::engine::ids::{LinkId, NodeId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The devices of a fabric and the cables between their ports.
///
/// Invariants, kept by the document's patches: every link end names a port that exists, and a port holds at most
/// one cable. Everything else that may be wrong with a fabric is a finding, not an error.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Tables", into = "Tables")]
pub struct Topology {
    nodes: Arc<BTreeMap<NodeId, Arc<Node>>>,
    links: Arc<BTreeMap<LinkId, Arc<Link>>>,
    /// Which cable a port holds: derived from `links`, kept beside it because every gesture asks.
    occupied: Arc<BTreeMap<PortRef, LinkId>>,
}

/// What of a topology crosses to the worker: the tables, without what is derived from them.
#[derive(Clone, Serialize, Deserialize)]
struct Tables {
    nodes: Arc<BTreeMap<NodeId, Arc<Node>>>,
    links: Arc<BTreeMap<LinkId, Arc<Link>>>,
}

impl From<Tables> for Topology {
    fn from(tables: Tables) -> Self {
        let occupied = tables
            .links
            .iter()
            .flat_map(|(&id, link)| [(link.a, id), (link.b, id)])
            .collect();
        Self {
            nodes: tables.nodes,
            links: tables.links,
            occupied: Arc::new(occupied),
        }
    }
}

impl From<Topology> for Tables {
    fn from(topology: Topology) -> Self {
        Self {
            nodes: topology.nodes,
            links: topology.links,
        }
    }
}

impl PartialEq for Topology {
    fn eq(&self, other: &Self) -> bool {
        self.ptr_eq(other) || (self.nodes == other.nodes && self.links == other.links)
    }
}

impl Topology {
    /// The device with this id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id).map(Arc::as_ref)
    }

    /// The cable with this id.
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(&id).map(Arc::as_ref)
    }

    /// All devices in order of their ids.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> + Clone {
        self.nodes.iter().map(|(&id, node)| (id, node.as_ref()))
    }

    /// All cables in order of their ids.
    pub fn links(&self) -> impl ExactSizeIterator<Item = (LinkId, &Link)> + Clone {
        self.links.iter().map(|(&id, link)| (id, link.as_ref()))
    }

    /// The number of devices.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The number of cables.
    pub fn n_links(&self) -> usize {
        self.links.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The cable in this port, if any. O(log n).
    pub fn link_at(&self, port: PortRef) -> Option<LinkId> {
        self.occupied.get(&port).copied()
    }

    /// The cables of one device, in order of its ports. O(ports).
    pub fn links_of(&self, node: NodeId) -> impl Iterator<Item = LinkId> + '_ {
        let first = PortRef { node, port: 0 };
        let last = PortRef { node, port: u16::MAX };
        self.occupied.range(first..=last).map(|(_, &id)| id)
    }

    /// The group that a port belongs to, if the port exists.
    pub fn port_group(&self, port: PortRef) -> Option<&PortGroup> {
        self.node(port.node)?.port_group(port.port)
    }

    /// The free ports of a device in order, each with its group.
    pub fn free_ports(&self, id: NodeId) -> impl Iterator<Item = (PortRef, &PortGroup)> + '_ {
        self.node(id)
            .into_iter()
            .flat_map(Node::ports)
            .map(move |(port, group)| (PortRef { node: id, port }, group))
            .filter(|(port, _)| !self.occupied.contains_key(port))
    }

    /// Whether both are the very same tables: constant time, and never true after a change.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) && Arc::ptr_eq(&self.links, &other.links)
    }

    /// Puts, replaces or removes a device. The caller keeps the invariants.
    pub(in crate::engine) fn set_node(&mut self, id: NodeId, node: Option<Arc<Node>>) {
        let nodes = Arc::make_mut(&mut self.nodes);
        match node {
            Some(node) => nodes.insert(id, node),
            None => nodes.remove(&id),
        };
    }

    /// Puts, replaces or removes a cable. The caller keeps the invariants.
    pub(in crate::engine) fn set_link(&mut self, id: LinkId, link: Option<Arc<Link>>) {
        let links = Arc::make_mut(&mut self.links);
        let occupied = Arc::make_mut(&mut self.occupied);
        let before = match &link {
            Some(link) => links.insert(id, Arc::clone(link)),
            None => links.remove(&id),
        };
        for old in before.iter().flat_map(|old| [old.a, old.b]) {
            if occupied.get(&old) == Some(&id) {
                occupied.remove(&old);
            }
        }
        for new in link.iter().flat_map(|new| [new.a, new.b]) {
            occupied.insert(new, id);
        }
    }

    /// The device's record, shared.
    pub(in crate::engine) fn shared_node(&self, id: NodeId) -> Option<Arc<Node>> {
        self.nodes.get(&id).cloned()
    }

    /// The cable's record, shared.
    pub(in crate::engine) fn shared_link(&self, id: LinkId) -> Option<Arc<Link>> {
        self.links.get(&id).cloned()
    }
}
