//! Places for a whole fabric, read from its tiers: cores on top, then spines, leaves, servers, NVSwitch domains.

use super::{Layout, Point, footprint};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;
use crate::engine::topology::{Adjacency, NodeKind, Tier, Topology, tiers};

/// Space between neighbours in a row.
const GAP_X: i32 = 32;
/// Space between rows of one tier.
const GAP_Y: i32 = 40;
/// Space between tiers: room for the cables.
const GAP_TIER: i32 = 150;
/// A tier with more devices than this breaks into rows.
const MIN_COLUMNS: usize = 8;

/// One tier's devices in the order they are drawn, left to right.
struct Band {
    ids: Vec<NodeId>,
    size: (i32, i32),
    columns: usize,
}

/// Lays a fabric out by tier, centred on the origin; every device of a tier stands beside the devices it is cabled to.
///
/// Within a tier, leaves come by rail, servers by the first leaf they are cabled to, then by id. O(n log n).
pub fn arrange(topology: &Topology) -> Layout {
    let view = Adjacency::new(topology);
    let tiers = tiers(topology, &view);
    let order = [
        Tier::Core,
        Tier::Spine,
        Tier::Leaf,
        Tier::Detached,
        Tier::Server,
        Tier::Nvlink,
    ];
    let bands: Vec<Band> = order
        .iter()
        .filter_map(|&tier| band(topology, &view, &tiers, tier))
        .collect();
    let mut y = 0;
    let mut places = Vec::with_capacity(view.len());
    for band in &bands {
        let rows = band.ids.len().div_ceil(band.columns);
        for (i, &id) in band.ids.iter().enumerate() {
            let row = i / band.columns;
            let in_row = band.columns.min(band.ids.len() - row * band.columns) as i32;
            let pitch = band.size.0 + GAP_X;
            let x = (i % band.columns) as i32 * pitch - (in_row - 1) * pitch / 2;
            places.push((id, Point::new(x, y + row as i32 * (band.size.1 + GAP_Y))));
        }
        y += rows as i32 * (band.size.1 + GAP_Y) - GAP_Y + GAP_TIER;
    }
    let height = (y - GAP_TIER) / 2;
    places
        .into_iter()
        .map(|(id, at)| (id, at.moved(0, -height)))
        .collect()
}

fn band(topology: &Topology, view: &Adjacency, all: &[Tier], tier: Tier) -> Option<Band> {
    let mut members: Vec<usize> = (0..view.len()).filter(|&i| all[i] == tier).collect();
    if members.is_empty() {
        return None;
    }
    members.small_sort_by_key(|&i| order_key(topology, view, all, i));
    let size = members
        .iter()
        .filter_map(|&i| topology.node(view.id(i)))
        .map(|node| footprint(&node.kind))
        .fold((0, 0), |size, one| (size.0.max(one.0), size.1.max(one.1)));
    let columns = columns(members.len(), tier);
    Some(Band {
        ids: members.into_iter().map(|i| view.id(i)).collect(),
        size,
        columns,
    })
}

/// About as wide as eight in a row, or so that a tier is not much taller than wide.
fn columns(n: usize, tier: Tier) -> usize {
    let widest = match tier {
        Tier::Server => n.div_ceil(4).max(n.isqrt() * 3 / 2),
        _ => n.div_ceil(2).max(n.isqrt() * 2),
    };
    widest.clamp(MIN_COLUMNS, 128).min(n.max(1))
}

/// Rail first; then the first device towards the tier above for switches, or the first switch for servers; then id.
fn order_key(topology: &Topology, view: &Adjacency, all: &[Tier], i: usize) -> (u16, usize, NodeId) {
    let node = topology.node(view.id(i));
    let rail = node.and_then(|node| node.rail).unwrap_or(0);
    let is_server = matches!(node.map(|node| node.kind), Some(NodeKind::Server(_)));
    let anchor = view
        .edges(i)
        .iter()
        .filter(|edge| is_server || all[edge.to] > all[i])
        .map(|edge| edge.to)
        .min()
        .unwrap_or(usize::MAX);
    (rail, if is_server { anchor } else { 0 }, view.id(i))
}
