//! Commands on devices: place, move, edit.

use super::{CommandError, checked_name};
use crate::engine::document::{Design, Patch, Point};
use crate::engine::ids::NodeId;
use crate::engine::topology::{Link, Node, PortRef};
use crate::engine::units::BitRate;

/// One property of a device, with its new value.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeEdit {
    /// What people call it.
    Name(String),
    /// What it is: model, ports, GPUs and all, taken from this record; name and rail stay.
    Equipment(Box<Node>),
    /// The rate of all its network ports; cables that are faster step down with it, none speeds up.
    PortRate(BitRate),
    /// The rail it serves, from zero.
    Rail(Option<u16>),
}

/// The highest rate a port can be given: 100 Tb/s, well beyond any announced link.
const MAX_RATE: BitRate = BitRate::from_gbps(100_000);
/// The highest rail number.
const MAX_RAIL: u16 = 1023;

pub(super) fn place(design: &Design, node: &Node, at: Point) -> Result<Patch, CommandError> {
    let mut patch = Patch::default();
    let mut node = node.clone();
    node.name = checked_name(&node.name)?;
    let id = design.next_node_id();
    patch.put_node(design, id, Some(node));
    patch.put_place(design, id, Some(Point::new(at.x, at.y)));
    Ok(patch)
}

pub(super) fn move_by(design: &Design, nodes: &[NodeId], dx: i32, dy: i32) -> Result<Patch, CommandError> {
    let mut patch = Patch::default();
    for &id in nodes {
        design.topology().node(id).ok_or(CommandError::NoSuchNode(id))?;
        patch.put_place(design, id, Some(design.layout().place(id).moved(dx, dy)));
    }
    Ok(patch)
}

pub(super) fn edit(design: &Design, nodes: &[NodeId], edit: &NodeEdit) -> Result<Patch, CommandError> {
    let mut patch = Patch::default();
    for &id in nodes {
        let mut node = design
            .topology()
            .node(id)
            .ok_or(CommandError::NoSuchNode(id))?
            .clone();
        match edit {
            NodeEdit::Name(name) => node.name = checked_name(name)?,
            NodeEdit::Rail(rail) => node.rail = checked_rail(*rail)?,
            NodeEdit::Equipment(model) => swap_equipment(design, id, &mut node, model)?,
            NodeEdit::PortRate(rate) => set_port_rate(&mut node, *rate)?,
        }
        slow_down_cables(design, &mut patch, id, &node);
        patch.put_node(design, id, Some(node));
    }
    Ok(patch)
}

fn checked_rail(rail: Option<u16>) -> Result<Option<u16>, CommandError> {
    match rail {
        Some(rail) if rail > MAX_RAIL => Err(CommandError::BadValue {
            what: format!("rails are numbered up to {}", u32::from(MAX_RAIL) + 1),
        }),
        rail => Ok(rail),
    }
}

fn set_port_rate(node: &mut Node, rate: BitRate) -> Result<(), CommandError> {
    use crate::engine::topology::LinkLayer;
    if rate.is_zero() || rate > MAX_RATE {
        return Err(CommandError::BadValue {
            what: "a port's rate is above 0 and at most 100,000 Gb/s".to_owned(),
        });
    }
    for group in node
        .ports
        .iter_mut()
        .filter(|group| group.layer != LinkLayer::Nvlink)
    {
        group.rate = rate;
    }
    Ok(())
}

fn swap_equipment(design: &Design, id: NodeId, node: &mut Node, model: &Node) -> Result<(), CommandError> {
    let topology = design.topology();
    for (port, link) in cabled_ports(design, id) {
        let people = u32::from(port.port) + 1;
        let Some(group) = model.port_group(port.port) else {
            return Err(CommandError::CableLeftOver {
                name: node.name.clone(),
                port: people,
                model: model.model.clone(),
                n_ports: model.n_ports(),
            });
        };
        let far = if link.a == port { link.b } else { link.a };
        if let Some(other) = topology.port_group(far)
            && other.layer != group.layer
        {
            return Err(CommandError::LayerChange {
                name: node.name.clone(),
                port: people,
                layer: other.layer,
                model: model.model.clone(),
            });
        }
    }
    *node = Node {
        name: node.name.clone(),
        rail: node.rail,
        ..model.clone()
    };
    Ok(())
}

/// Cables that are faster than the changed device's ports step down to them.
fn slow_down_cables(design: &Design, patch: &mut Patch, id: NodeId, node: &Node) {
    for (port, link) in cabled_ports(design, id) {
        let Some(link_id) = design.topology().link_at(port) else {
            continue;
        };
        let planned = patch
            .links
            .get(&link_id)
            .and_then(|change| change.after.as_deref())
            .copied();
        let mut link = planned.unwrap_or(link);
        if let Some(group) = node.port_group(port.port)
            && link.rate > group.rate
        {
            link.rate = group.rate;
            patch.put_link(design, link_id, Some(link));
        }
    }
}

/// The ports of a device that hold a cable, with it.
fn cabled_ports(design: &Design, id: NodeId) -> Vec<(PortRef, Link)> {
    let topology = design.topology();
    topology
        .links_of(id)
        .filter_map(|link| topology.link(link))
        .map(|link| (if link.a.node == id { link.a } else { link.b }, *link))
        .collect()
}
