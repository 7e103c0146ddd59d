//! Leaves and spines: even uplinks, and what hangs on one device.

use super::words::{count, listed, name, rate, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::ids::NodeId;
use crate::engine::topology::Tier;
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// A leaf and what it has towards each switch above it.
struct Uplinks {
    leaf: NodeId,
    total: BitRate,
    /// Capacity towards each switch above.
    by_spine: BTreeMap<NodeId, BitRate>,
}

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let leaves = uplinks(fabric);
    if leaves.len() < 2 {
        return;
    }
    uneven_uplinks(fabric, &leaves, findings);
    uneven_spread(fabric, &leaves, findings);
    single_homed(fabric, &leaves, findings);
}

/// The leaves that have uplinks; a leaf without any is a rail of its own, which is a design, not a fault.
fn uplinks(fabric: &Fabric<'_>) -> Vec<Uplinks> {
    fabric
        .nodes()
        .filter(|&(index, _, _)| fabric.tiers[index] == Tier::Leaf)
        .map(|(index, leaf, _)| {
            let mut by_spine: BTreeMap<NodeId, BitRate> = BTreeMap::new();
            for edge in fabric.view.edges(index) {
                if matches!(fabric.tiers[edge.to], Tier::Spine | Tier::Core) {
                    let sum = by_spine.entry(fabric.view.id(edge.to)).or_default();
                    *sum += edge.rate;
                }
            }
            Uplinks {
                leaf,
                total: by_spine.values().copied().sum(),
                by_spine,
            }
        })
        .filter(|uplinks| !uplinks.by_spine.is_empty())
        .collect()
}

/// Leaves whose uplinks differ from what most leaves have.
fn uneven_uplinks(fabric: &Fabric<'_>, leaves: &[Uplinks], findings: &mut Vec<Finding>) {
    let mut by_total: BTreeMap<BitRate, Vec<NodeId>> = BTreeMap::new();
    for uplinks in leaves {
        by_total.entry(uplinks.total).or_default().push(uplinks.leaf);
    }
    if by_total.len() < 2 {
        return;
    }
    // The most common capacity; of two equally common ones, the larger.
    let Some(usual) = by_total
        .iter()
        .max_by_key(|(total, leaves)| (leaves.len(), **total))
        .map(|(total, _)| *total)
    else {
        return;
    };
    let odd: Vec<NodeId> = by_total
        .iter()
        .filter(|(total, _)| **total != usual)
        .flat_map(|(_, leaves)| leaves.iter().copied())
        .collect();
    let (least, most) = (
        by_total.keys().next().copied().unwrap_or_default(),
        by_total.keys().next_back().copied().unwrap_or_default(),
    );
    let message = format!(
        "Uplinks are uneven: leaves have from {} to {}, most have {}; {} {}: {}.",
        rate(least),
        rate(most),
        rate(usual),
        count(odd.len(), "leaf"),
        verb(odd.len(), "differs", "differ"),
        listed(fabric.topology, &odd)
    );
    findings.push(
        Finding::new(Severity::Warning, FindingCode::UnevenUplinks, message)
            .hint("Give every leaf the same uplinks: the weakest sets the pace of a collective.")
            .nodes(odd),
    );
}

/// Leaves with more capacity to one spine than to another: ECMP fills the thin one first.
fn uneven_spread(fabric: &Fabric<'_>, leaves: &[Uplinks], findings: &mut Vec<Finding>) {
    let odd: Vec<&Uplinks> = leaves
        .iter()
        .filter(|uplinks| {
            let mut capacities = uplinks.by_spine.values();
            let first = capacities.next();
            capacities.any(|other| Some(other) != first)
        })
        .collect();
    let Some(example) = odd.first() else { return };
    let least = example.by_spine.values().min().copied().unwrap_or_default();
    let most = example.by_spine.values().max().copied().unwrap_or_default();
    let nodes: Vec<NodeId> = odd.iter().map(|uplinks| uplinks.leaf).collect();
    let message = format!(
        "{} {} uplinks unevenly over the spines ({} has {} to one and {} to another): {}.",
        count(nodes.len(), "leaf"),
        verb(nodes.len(), "spreads its", "spread their"),
        name(fabric.topology, example.leaf),
        rate(least),
        rate(most),
        listed(fabric.topology, &nodes)
    );
    findings.push(
        Finding::new(Severity::Warning, FindingCode::UnevenSpread, message)
            .hint("ECMP gives every path the same share: the thinnest path fills first.")
            .nodes(nodes),
    );
}

/// Leaves that one spine's failure cuts off, grouped by that spine.
fn single_homed(fabric: &Fabric<'_>, leaves: &[Uplinks], findings: &mut Vec<Finding>) {
    let mut by_spine: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for uplinks in leaves.iter().filter(|uplinks| uplinks.by_spine.len() == 1) {
        for &spine in uplinks.by_spine.keys() {
            by_spine.entry(spine).or_default().push(uplinks.leaf);
        }
    }
    for (spine, hanging) in by_spine {
        let all = hanging.len() == leaves.len();
        let (code, message) = if all {
            (
                FindingCode::SingleSpine,
                format!(
                    "All {} with uplinks hang on {} alone: its failure parts them all.",
                    count(hanging.len(), "leaf"),
                    name(fabric.topology, spine)
                ),
            )
        } else {
            (
                FindingCode::SingleHomedLeaf,
                format!(
                    "{} {} only to {}, whose failure cuts {} off: {}.",
                    count(hanging.len(), "leaf"),
                    verb(hanging.len(), "goes", "go"),
                    name(fabric.topology, spine),
                    verb(hanging.len(), "it", "them"),
                    listed(fabric.topology, &hanging)
                ),
            )
        };
        let nodes = std::iter::once(spine).chain(hanging);
        findings.push(
            Finding::new(Severity::Warning, code, message)
                .hint("Spread the uplinks over two spines or more.")
                .nodes(nodes),
        );
    }
}
