//! Which tier of the fabric a device stands in, read from the cabling.

use super::{Adjacency, LinkLayer, NodeKind, Topology};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The place of a device in a tree-like fabric: its distance from the nearest GPU server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// An NVSwitch domain: below the network.
    Nvlink,
    /// A GPU server or host.
    Server,
    /// A switch with servers on it (ToR).
    Leaf,
    /// A switch above the leaves.
    Spine,
    /// A switch above the spines (superspine, core).
    Core,
    /// A switch that no server reaches.
    Detached,
}

impl Tier {
    /// The name people use, in the plural of a table heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nvlink => "NVSwitch domains",
            Self::Server => "GPU servers",
            Self::Leaf => "leaves",
            Self::Spine => "spines",
            Self::Core => "cores",
            Self::Detached => "unattached switches",
        }
    }
}

/// The tier of every device, in order of ids.
///
/// A switch's tier is one more than its fewest cable hops through switches from a server: 1 is a leaf, 2 a spine, 3 and
/// more a core. NVLink cables do not count. O(devices + cables).
pub fn tiers(topology: &Topology, view: &Adjacency) -> Vec<Tier> {
    const FAR: u32 = u32::MAX;
    let mut hops = vec![FAR; view.len()];
    let mut queue = VecDeque::new();
    let kind = |i: usize| topology.node(view.id(i)).map(|node| node.kind);
    for (i, hop) in hops.iter_mut().enumerate() {
        if matches!(kind(i), Some(NodeKind::Server(_))) {
            *hop = 0;
            queue.push_back(i);
        }
    }
    while let Some(i) = queue.pop_front() {
        for edge in view.edges(i) {
            let is_switch =
                matches!(kind(edge.to), Some(NodeKind::Switch(s)) if s.layer != LinkLayer::Nvlink);
            if is_switch && hops[edge.to] == FAR {
                hops[edge.to] = hops[i] + 1;
                queue.push_back(edge.to);
            }
        }
    }
    (0..view.len())
        .map(|i| match (kind(i), hops[i]) {
            (Some(NodeKind::Server(_)), _) => Tier::Server,
            (Some(NodeKind::NvlinkDomain(_)), _) => Tier::Nvlink,
            (_, 1) => Tier::Leaf,
            (_, 2) => Tier::Spine,
            (_, FAR) => Tier::Detached,
            _ => Tier::Core,
        })
        .collect()
}
