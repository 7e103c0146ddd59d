//! Ports: what a device offers to a cable.

use crate::engine::catalog::{Cage, LinkLayer};
use crate::engine::ids::NodeId;
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// One port of one device; ports are counted from zero over all the device's groups, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PortRef {
    /// The device.
    pub node: NodeId,
    /// The port's number on it, from zero.
    pub port: u16,
}

/// A run of equal ports of one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortGroup {
    /// How many ports.
    pub count: u16,
    /// The highest rate of one port, per direction.
    pub rate: BitRate,
    /// The cage that takes the module or cable.
    pub cage: Cage,
    /// What it speaks.
    pub layer: LinkLayer,
}
