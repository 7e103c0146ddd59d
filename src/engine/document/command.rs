//! Commands: everything that can be done to a design, planned before it is applied.

mod cabling;
mod device;

pub use cabling::{LinkEdit, connectable};
pub use device::NodeEdit;

use super::{Change, Design, Patch, Point, arrange};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Cable, LinkLayer, Node, PortRef};
use crate::engine::units::BitRate;
use thiserror::Error;

/// The longest name a design or a device can have, in characters.
pub(in crate::engine) const MAX_NAME: usize = 200;

/// Something a person, a template or an import wants to do to a design.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Gives the design a name.
    Rename(String),
    /// Puts a new device on the canvas.
    PlaceNode {
        /// The device.
        node: Box<Node>,
        /// Its centre.
        at: Point,
    },
    /// Moves devices.
    MoveNodes {
        /// Which.
        nodes: Vec<NodeId>,
        /// World units to the right.
        dx: i32,
        /// World units down.
        dy: i32,
    },
    /// Joins two ports by a cable.
    ConnectPorts {
        /// One end.
        a: PortRef,
        /// The other end.
        b: PortRef,
        /// The cable; the usual one for rate and layer where `None`.
        cable: Option<Cable>,
    },
    /// Removes devices with their cables, and cables.
    Delete {
        /// Devices.
        nodes: Vec<NodeId>,
        /// Cables.
        links: Vec<LinkId>,
    },
    /// Changes one property of devices.
    EditNodes {
        /// Which.
        nodes: Vec<NodeId>,
        /// The new value.
        edit: NodeEdit,
    },
    /// Changes one property of cables.
    EditLinks {
        /// Which.
        links: Vec<LinkId>,
        /// The new value.
        edit: LinkEdit,
    },
    /// Lays all devices out anew by tier.
    Arrange,
    /// Puts another design in the place of this one (a template, an import, a sweep's row): one undo step.
    Replace(Box<Design>),
}

/// Why a command cannot be done. Each is a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// A device that is not there.
    #[error("there is no device {0} in this design")]
    NoSuchNode(NodeId),
    /// A cable that is not there.
    #[error("there is no cable {0} in this design")]
    NoSuchLink(LinkId),
    /// A port that is not there.
    #[error("{name} has no port {port}: it has {n_ports}")]
    NoSuchPort {
        /// The device.
        name: String,
        /// The port asked for, counted from 1 as people do.
        port: u32,
        /// How many it has.
        n_ports: u16,
    },
    /// A port that already holds a cable.
    #[error("port {port} of {name} already holds a cable")]
    PortTaken {
        /// The device.
        name: String,
        /// The port, counted from 1.
        port: u32,
    },
    /// No port of a device is free for the other end.
    #[error("{name} has no free port for {other}")]
    NoFreePort {
        /// The device.
        name: String,
        /// The other device.
        other: String,
    },
    /// Both ends on one device.
    #[error("a cable needs two devices: both ends are on {0}")]
    SameNode(String),
    /// Two link layers.
    #[error("{a} speaks {a_layer} on that port and {b} speaks {b_layer}: they cannot be cabled together", a_layer = a_layer.name(), b_layer = b_layer.name())]
    LayerMismatch {
        /// One device.
        a: String,
        /// Its layer.
        a_layer: LinkLayer,
        /// The other device.
        b: String,
        /// Its layer.
        b_layer: LinkLayer,
    },
    /// A rate that a port does not reach.
    #[error("{name} reaches {limit} Gb/s on that port, not {asked} Gb/s", limit = limit.as_gbps_f64(), asked = asked.as_gbps_f64())]
    RateTooHigh {
        /// The device.
        name: String,
        /// What its port reaches.
        limit: BitRate,
        /// What was asked.
        asked: BitRate,
    },
    /// A value outside what makes sense.
    #[error("{what}")]
    BadValue {
        /// What is wrong with it.
        what: String,
    },
    /// A new model with too few ports for the cables that are there.
    #[error("{name} has a cable in port {port}; {model} has {n_ports} ports")]
    CableLeftOver {
        /// The device.
        name: String,
        /// The port, counted from 1.
        port: u32,
        /// The new model.
        model: String,
        /// How many ports that has.
        n_ports: u16,
    },
    /// A new model whose port speaks another layer than the cable.
    #[error("port {port} of {name} holds {layer}; {model} offers another link layer there", layer = layer.name())]
    LayerChange {
        /// The device.
        name: String,
        /// The port, counted from 1.
        port: u32,
        /// The cable's layer.
        layer: LinkLayer,
        /// The new model.
        model: String,
    },
}

impl Command {
    /// What it would change, as a patch; the design is not touched.
    ///
    /// # Errors
    /// Where it makes no sense for this design: the sentence says what and where.
    pub fn plan(&self, design: &Design) -> Result<Patch, CommandError> {
        match self {
            Self::Rename(name) => rename(design, name),
            Self::PlaceNode { node, at } => device::place(design, node, *at),
            Self::MoveNodes { nodes, dx, dy } => device::move_by(design, nodes, *dx, *dy),
            Self::ConnectPorts { a, b, cable } => cabling::connect(design, *a, *b, *cable),
            Self::Delete { nodes, links } => delete(design, nodes, links),
            Self::EditNodes { nodes, edit } => device::edit(design, nodes, edit),
            Self::EditLinks { links, edit } => cabling::edit(design, links, edit),
            Self::Arrange => Ok(arrange_all(design)),
            Self::Replace(other) => Ok(replace(design, other)),
        }
    }
}

fn rename(design: &Design, name: &str) -> Result<Patch, CommandError> {
    let name = checked_name(name)?;
    let mut patch = Patch::default();
    if design.name != name {
        patch.name = Some(Change {
            before: Some(design.name.clone()),
            after: Some(name),
        });
    }
    Ok(patch)
}

fn delete(design: &Design, nodes: &[NodeId], links: &[LinkId]) -> Result<Patch, CommandError> {
    let mut patch = Patch::default();
    let topology = design.topology();
    for &id in links {
        topology.link(id).ok_or(CommandError::NoSuchLink(id))?;
        patch.put_link(design, id, None);
    }
    for &id in nodes {
        topology.node(id).ok_or(CommandError::NoSuchNode(id))?;
        patch.put_node(design, id, None);
        patch.put_place(design, id, None);
        for link in topology.links_of(id) {
            patch.put_link(design, link, None);
        }
    }
    Ok(patch)
}

fn arrange_all(design: &Design) -> Patch {
    let layout = arrange(design.topology());
    let mut patch = Patch::default();
    for (id, _) in design.topology().nodes() {
        patch.put_place(design, id, Some(layout.place(id)));
    }
    patch
}

/// Everything of the old design goes, everything of the new one comes under fresh ids.
fn replace(design: &Design, other: &Design) -> Patch {
    let mut patch = Patch::default();
    for (id, _) in design.topology().nodes() {
        patch.put_node(design, id, None);
        patch.put_place(design, id, None);
    }
    for (id, _) in design.topology().links() {
        patch.put_link(design, id, None);
    }
    let first_node = design.next_node_id().number();
    let first_link = design.next_link_id().number();
    let fresh = |id: NodeId| NodeId::new(first_node.saturating_add(id.number()));
    for (id, node) in other.topology().nodes() {
        patch.put_node(design, fresh(id), Some(node.clone()));
        patch.put_place(design, fresh(id), Some(other.layout().place(id)));
    }
    for (id, link) in other.topology().links() {
        let mut link = *link;
        link.a.node = fresh(link.a.node);
        link.b.node = fresh(link.b.node);
        patch.put_link(
            design,
            LinkId::new(first_link.saturating_add(id.number())),
            Some(link),
        );
    }
    if design.name != other.name {
        patch.name = Some(Change {
            before: Some(design.name.clone()),
            after: Some(other.name.clone()),
        });
    }
    patch
}

/// A name without surrounding space, or why it is none.
fn checked_name(name: &str) -> Result<String, CommandError> {
    let name = name.trim();
    let bad = |what: String| Err(CommandError::BadValue { what });
    if name.is_empty() {
        bad("a name needs at least one character".to_owned())
    } else if name.chars().count() > MAX_NAME {
        bad(format!("a name has at most {MAX_NAME} characters"))
    } else if name.chars().any(char::is_control) {
        bad("a name has no control characters".to_owned())
    } else {
        Ok(name.to_owned())
    }
}
