//! What there is to draw, apart from where: devices, and cables gathered into bundles.
//!
//! Gathering depends on the topology alone, so it is done once a revision; a drag only asks the layout for places.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Adjacency, LinkLayer, NodeKind, Tier, Topology, tiers};
use std::collections::BTreeMap;

/// A device as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Which.
    pub id: NodeId,
    /// Its look.
    pub kind: NodeKind,
    /// Its tier, read from the cabling.
    pub tier: Tier,
    /// Its name.
    pub name: String,
    /// One line below the name: what it is.
    pub detail: String,
    /// The rail it serves.
    pub rail: Option<u16>,
}

/// What a bundle's colour and stroke say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BundleStyle {
    /// Cables of one rail, from zero.
    Rail(u16),
    /// Cables between switches, or of no rail.
    Fabric,
    /// InfiniBand of no rail.
    InfiniBand,
    /// NVLink.
    Nvlink,
}

/// All cables between two devices, drawn as one stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// One device.
    pub a: NodeId,
    /// The other.
    pub b: NodeId,
    /// The cables.
    pub links: Vec<LinkId>,
    /// Its look.
    pub style: BundleStyle,
}

/// The devices and bundles of one revision.
#[derive(Clone, Debug, Default)]
pub struct Fabric {
    shapes: Vec<Shape>,
    bundles: Vec<Bundle>,
}

impl Fabric {
    /// Gathers a topology. O(devices + cables, times a logarithm).
    pub fn new(topology: &Topology) -> Self {
        let view = Adjacency::new(topology);
        let tiers = tiers(topology, &view);
        let shapes = topology
            .nodes()
            .zip(tiers)
            .map(|((id, node), tier)| Shape {
                id,
                kind: node.kind,
                tier,
                name: node.name.clone(),
                detail: detail(node),
                rail: node.rail,
            })
            .collect();
        Self {
            shapes,
            bundles: bundles(topology),
        }
    }

    /// The devices, in order of their ids: later ones are drawn above earlier ones.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The bundles, in order of their devices.
    pub fn bundles(&self) -> &[Bundle] {
        &self.bundles
    }
}

fn bundles(topology: &Topology) -> Vec<Bundle> {
    let mut by_pair: BTreeMap<(NodeId, NodeId), Vec<LinkId>> = BTreeMap::new();
    for (id, link) in topology.links() {
        let pair = (link.a.node.min(link.b.node), link.a.node.max(link.b.node));
        by_pair.entry(pair).or_default().push(id);
    }
    by_pair
        .into_iter()
        .map(|((a, b), links)| {
            let style = style(topology, a, b, &links);
            Bundle { a, b, links, style }
        })
        .collect()
}

fn style(topology: &Topology, a: NodeId, b: NodeId, links: &[LinkId]) -> BundleStyle {
    let layer = links
        .first()
        .and_then(|&id| topology.link(id))
        .and_then(|link| topology.port_group(link.a))
        .map(|group| group.layer);
    let server_end = [a, b]
        .iter()
        .any(|&id| topology.node(id).is_some_and(|node| node.server().is_some()));
    let rail = [a, b]
        .iter()
        .find_map(|&id| topology.node(id).and_then(|node| node.rail));
    match (layer, rail) {
        (Some(LinkLayer::Nvlink), _) => BundleStyle::Nvlink,
        (_, Some(rail)) if server_end => BundleStyle::Rail(rail),
        (Some(LinkLayer::InfiniBand), _) => BundleStyle::InfiniBand,
        _ => BundleStyle::Fabric,
    }
}

fn detail(node: &crate::engine::topology::Node) -> String {
    let network = node.ports.iter().find(|group| group.layer != LinkLayer::Nvlink);
    let ports = network.map(|group| format!("{} × {}G", group.count, group.rate.as_gbps_f64()));
    match (&node.kind, ports) {
        (NodeKind::Server(server), Some(ports)) => format!("{} GPU · {ports}", server.gpus),
        (NodeKind::Server(server), None) => format!("{} GPU", server.gpus),
        (NodeKind::NvlinkDomain(domain), _) => format!("NVSwitch · {} GPU", domain.gpus),
        (NodeKind::Switch(_), Some(ports)) => ports,
        (NodeKind::Switch(_), None) => String::new(),
    }
}
