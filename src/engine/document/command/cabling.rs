//! Commands on cables: connect, edit.

use super::CommandError;
use crate::engine::document::{Design, Patch};
use crate::engine::ids::LinkId;
use crate::engine::topology::{
    Cable, Connector, Link, LinkLayer, Medium, Polarity, PortGroup, PortRef, Topology,
};
use crate::engine::units::{BitRate, Length};

/// One property of a cable, with its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEdit {
    /// The rate both ends are set to.
    Rate(BitRate),
    /// What carries the signal; connector and polarity follow to what is usual for it.
    Medium(Medium),
    /// What is at its ends.
    Connector(Connector),
    /// How its fibres cross.
    Polarity(Polarity),
    /// How long it is.
    Length(Length),
}

/// The longest cable: 100 km.
const MAX_LENGTH: Length = Length::from_metres(100_000);

/// Whether two ports can be joined, and at what rate: the slower of both.
///
/// # Errors
/// The reason why not, as shown under the pointer while a cable is dragged.
pub fn connectable(topology: &Topology, a: PortRef, b: PortRef) -> Result<BitRate, CommandError> {
    let near = port(topology, a)?;
    let far = port(topology, b)?;
    let name = |end: PortRef| {
        topology
            .node(end.node)
            .map_or_else(String::new, |node| node.name.clone())
    };
    if a.node == b.node {
        return Err(CommandError::SameNode(name(a)));
    }
    for end in [a, b] {
        if topology.link_at(end).is_some() {
            return Err(CommandError::PortTaken {
                name: name(end),
                port: u32::from(end.port) + 1,
            });
        }
    }
    if near.layer != far.layer {
        let (a, b) = (name(a), name(b));
        return Err(CommandError::LayerMismatch {
            a,
            a_layer: near.layer,
            b,
            b_layer: far.layer,
        });
    }
    Ok(near.rate.min(far.rate))
}

fn port(topology: &Topology, end: PortRef) -> Result<&PortGroup, CommandError> {
    let node = topology
        .node(end.node)
        .ok_or(CommandError::NoSuchNode(end.node))?;
    node.port_group(end.port).ok_or_else(|| CommandError::NoSuchPort {
        name: node.name.clone(),
        port: u32::from(end.port) + 1,
        n_ports: node.n_ports(),
    })
}

pub(super) fn connect(
    design: &Design,
    a: PortRef,
    b: PortRef,
    cable: Option<Cable>,
) -> Result<Patch, CommandError> {
    let rate = connectable(design.topology(), a, b)?;
    let layer = port(design.topology(), a)?.layer;
    let cable = cable.unwrap_or_else(|| usual(layer));
    let mut patch = Patch::default();
    patch.put_link(design, design.next_link_id(), Some(Link { a, b, rate, cable }));
    Ok(patch)
}

/// The cable that a fresh connection gets: short copper within reach, to be edited where the distance is known.
fn usual(layer: LinkLayer) -> Cable {
    match layer {
        LinkLayer::Nvlink => Cable::backplane(),
        LinkLayer::Ethernet | LinkLayer::InfiniBand => Cable::dac(Length::from_metres(3)),
    }
}

pub(super) fn edit(design: &Design, links: &[LinkId], edit: &LinkEdit) -> Result<Patch, CommandError> {
    let mut patch = Patch::default();
    for &id in links {
        let mut link = *design.topology().link(id).ok_or(CommandError::NoSuchLink(id))?;
        match *edit {
            LinkEdit::Rate(rate) => set_rate(design.topology(), &mut link, rate)?,
            LinkEdit::Medium(medium) => set_medium(&mut link.cable, medium),
            LinkEdit::Connector(connector) => link.cable.connector = connector,
            LinkEdit::Polarity(polarity) => link.cable.polarity = polarity,
            LinkEdit::Length(length) if length > MAX_LENGTH => {
                return Err(CommandError::BadValue {
                    what: "a cable is at most 100,000 m long".to_owned(),
                });
            }
            LinkEdit::Length(length) => link.cable.length = length,
        }
        patch.put_link(design, id, Some(link));
    }
    Ok(patch)
}

fn set_rate(topology: &Topology, link: &mut Link, rate: BitRate) -> Result<(), CommandError> {
    if rate.is_zero() {
        return Err(CommandError::BadValue {
            what: "a cable's rate is above 0".to_owned(),
        });
    }
    for end in [link.a, link.b] {
        let limit = port(topology, end)?.rate;
        if rate > limit {
            let name = topology
                .node(end.node)
                .map_or_else(String::new, |node| node.name.clone());
            return Err(CommandError::RateTooHigh {
                name,
                limit,
                asked: rate,
            });
        }
    }
    link.rate = rate;
    Ok(())
}

fn set_medium(cable: &mut Cable, medium: Medium) {
    let (connector, polarity) = match medium {
        Medium::Dac | Medium::Aoc | Medium::Backplane => (Connector::Fixed, Polarity::NotApplicable),
        Medium::Om3 | Medium::Om4 => (Connector::Mpo12Upc, Polarity::B),
        Medium::Os2 => (Connector::LcDuplex, Polarity::Duplex),
    };
    *cable = Cable {
        medium,
        connector,
        polarity,
        length: cable.length,
    };
}
