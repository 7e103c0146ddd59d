//! Cables: what joins two ports, and of what stuff.

use super::PortRef;
use crate::engine::catalog::Cable;
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// A cable between two ports, with the rate both ends are set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// One end.
    pub a: PortRef,
    /// The other end.
    pub b: PortRef,
    /// The rate per direction that both ends are set to.
    pub rate: BitRate,
    /// The cable itself.
    pub cable: Cable,
}

impl Link {
    /// The end that is not on `node`; `None` if the cable does not touch it.
    pub fn other_end(&self, node: crate::engine::ids::NodeId) -> Option<PortRef> {
        if self.a.node == node {
            Some(self.b)
        } else if self.b.node == node {
            Some(self.a)
        } else {
            None
        }
    }
}
