//! Templates: whole fabrics from a few parameters.
//!
//! A [`Recipe`] describes itself: its name, what it is good for, and its parameters with their limits, so that the
//! page's form and the command line's options are made from one list. [`Recipe::build`] gives a [`Blueprint`]:
//! devices and cables without ids or places.

mod builder;
mod fat_tree;
mod leaf_spine;
mod nvlink;
mod parameter;
mod rail;

pub use builder::{MAX_CABLES, MAX_DEVICES};
pub use fat_tree::FatTree;
pub use leaf_spine::LeafSpine;
pub use nvlink::{Hybrid, OneDomain};
pub use parameter::{Parameter, ParameterDomain, ParameterValue, RecipeError};
pub use rail::{RailFabric, RailOnly};

use super::{Cable, Link, LinkLayer, Node, PortRef, Topology};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::units::BitRate;
use parameter::Describe;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

impl Blueprint {
    /// The fabric as a topology: devices and cables get ids in order.
    ///
    /// A cable that names a missing or taken port is left out, as everywhere.
    pub fn topology(&self) -> Topology {
        let mut topology = Topology::default();
        for (id, node) in (0..).map(NodeId::new).zip(&self.nodes) {
            topology.set_node(id, Some(Arc::new(node.clone())));
        }
        let mut next = 0;
        for wire in &self.links {
            let [a, b] = [wire.a, wire.b].map(|(node, port)| PortRef {
                node: NodeId::new(node as u32),
                port,
            });
            let free = |port| topology.port_group(port).is_some() && topology.link_at(port).is_none();
            if a.node != b.node && free(a) && free(b) {
                let link = Link {
                    a,
                    b,
                    rate: wire.rate,
                    cable: wire.cable,
                };
                topology.set_link(LinkId::new(next), Some(Arc::new(link)));
                next += 1;
            }
        }
        topology
    }
}

/// A template with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recipe {
    /// Two tiers; all NICs of a server on one leaf.
    LeafSpine(LeafSpine),
    /// The three-tier k-ary fat tree.
    FatTree(FatTree),
    /// A leaf for each rail, spines above.
    RailOptimized(RailFabric),
    /// A switch for each rail and nothing above.
    RailOnly(RailOnly),
    /// One rack-scale NVSwitch domain, no network.
    NvlinkDomain(OneDomain),
    /// Servers with NVSwitch, their NICs on InfiniBand rails.
    NvlinkInfiniBand(RailFabric),
    /// Rack-scale NVSwitch domains, their NICs on InfiniBand rails.
    Hybrid(Hybrid),
}

impl Recipe {
    /// The templates of the menu, each with its default parameters.
    pub fn defaults() -> Vec<Self> {
        vec![
            Self::RailOptimized(RailFabric::ethernet()),
            Self::LeafSpine(LeafSpine::default()),
            Self::FatTree(FatTree::default()),
            Self::RailOnly(RailOnly::default()),
            Self::NvlinkDomain(OneDomain::default()),
            Self::NvlinkInfiniBand(RailFabric::infiniband()),
            Self::Hybrid(Hybrid::default()),
        ]
    }

    /// The example that a new page opens with: 32 servers of 8 x A100, 8 x 100G rails, 8 leaves, 4 spines.
    pub fn example() -> Self {
        Self::RailOptimized(RailFabric::ethernet())
    }

    /// The template with this key, with default parameters; both spellings of "optimised" are known.
    pub fn named(key: &str) -> Result<Self, RecipeError> {
        let key = key
            .trim()
            .to_ascii_lowercase()
            .replace(['_', ' '], "-")
            .replace("optimized", "optimised");
        Self::defaults()
            .into_iter()
            .find(|recipe| recipe.key() == key)
            .ok_or_else(|| {
                let known: Vec<&str> = Self::defaults().iter().map(Self::key).collect();
                RecipeError::UnknownTemplate {
                    key,
                    known: known.join(", "),
                }
            })
    }

    /// The word that names it on a command line.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::LeafSpine(_) => "leaf-spine",
            Self::FatTree(_) => "fat-tree",
            Self::RailOptimized(_) => "rail-optimised",
            Self::RailOnly(_) => "rail-only",
            Self::NvlinkDomain(_) => "nvlink-domain",
            Self::NvlinkInfiniBand(_) => "nvlink-infiniband",
            Self::Hybrid(_) => "hybrid",
        }
    }

    /// The name in menus.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::LeafSpine(_) => "Leaf-spine",
            Self::FatTree(_) => "Fat tree",
            Self::RailOptimized(_) => "Rail-optimised",
            Self::RailOnly(_) => "Rail-only",
            Self::NvlinkDomain(_) => "One NVSwitch domain",
            Self::NvlinkInfiniBand(_) => "NVSwitch domains over InfiniBand",
            Self::Hybrid(_) => "Hybrid: NVLink racks and InfiniBand",
        }
    }

    /// One or two sentences: what it is and what it is good for.
    pub const fn description(&self) -> &'static str {
        match self {
            Self::LeafSpine(_) => {
                "All NICs of a server go to the leaf of its rack; every leaf reaches every spine. Short cables, \
                 but every ring between racks crosses the spines."
            }
            Self::FatTree(_) => {
                "Three tiers of equal k-port switches with full bisection bandwidth: k^3/4 host ports."
            }
            Self::RailOptimized(_) => {
                "NIC i of every server goes to a leaf of rail i, so that rings stay below one leaf; spines join \
                 the rails and the pods."
            }
            Self::RailOnly(_) => {
                "One switch for each rail and no spines: traffic between rails goes through NVLink. The cheapest \
                 fabric for all-reduce, as large as the switch has ports."
            }
            Self::NvlinkDomain(_) => "GPU trays of one rack-scale NVSwitch domain, without a network.",
            Self::NvlinkInfiniBand(_) => {
                "Servers with NVSwitch inside, their NICs on rails of InfiniBand: credit-based flow control, no \
                 ECN, PFC or DCQCN."
            }
            Self::Hybrid(_) => {
                "Rack-scale NVSwitch domains for the inner ring, InfiniBand rails between the racks."
            }
        }
    }

    /// Its parameters with values and limits, in the order of a form.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut copy = self.clone();
        copy.describe()
            .fields()
            .into_iter()
            .map(parameter::Field::into_parameter)
            .collect()
    }

    /// Sets one parameter from text, as a form or a command line gives it.
    ///
    /// Numbers outside their limits and models that the catalogue lacks are refused; whether the values fit
    /// together is checked by [`Recipe::build`].
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RecipeError> {
        parameter::set(self.describe(), key, value)
    }

    /// The fabric. Errors name the parameter that does not fit. O(devices + cables).
    pub fn build(&self) -> Result<Blueprint, RecipeError> {
        match self {
            Self::LeafSpine(recipe) => recipe.build(),
            Self::FatTree(recipe) => recipe.build(),
            Self::RailOptimized(recipe) => recipe.build(LinkLayer::Ethernet, "Rail-optimised"),
            Self::RailOnly(recipe) => recipe.build(),
            Self::NvlinkDomain(recipe) => recipe.build(),
            Self::NvlinkInfiniBand(recipe) => recipe.build(LinkLayer::InfiniBand, "NVSwitch over InfiniBand"),
            Self::Hybrid(recipe) => recipe.build(),
        }
    }

    fn describe(&mut self) -> &mut dyn Describe {
        match self {
            Self::LeafSpine(recipe) => recipe,
            Self::FatTree(recipe) => recipe,
            Self::RailOptimized(recipe) | Self::NvlinkInfiniBand(recipe) => recipe,
            Self::RailOnly(recipe) => recipe,
            Self::NvlinkDomain(recipe) => recipe,
            Self::Hybrid(recipe) => recipe,
        }
    }
}

#[cfg(test)]
mod tests;
