//! Templates: whole fabrics from a few parameters.

use super::{Cable, Node};
use crate::engine::units::BitRate;

/// A fabric before it is given ids and places.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    /// What it is called.
    pub name: String,
    /// Its devices.
    pub nodes: Vec<Node>,
    /// Its cables.
    pub links: Vec<Wire>,
}

/// A cable of a blueprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wire {
    /// One end: index into the blueprint's devices, and port.
    pub a: (usize, u16),
    /// The other end.
    pub b: (usize, u16),
    /// The rate per direction.
    pub rate: BitRate,
    /// The cable.
    pub cable: Cable,
}
