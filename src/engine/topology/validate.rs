//! What is wrong, risky or worth knowing about a fabric as it is cabled: findings, never errors.
//!
//! Every check is a small file of its own. Equal faults are one finding with a count, so that a rack of 32 servers
//! with the same missing cable gives one line, not 32.

mod cabling;
mod finding;
mod nics;
mod nvlink;
mod optics;
mod rates;
mod tiers;
mod words;

pub use finding::{Finding, FindingCode, Severity};

use super::{Adjacency, LinkLayer, Node, NodeKind, Tier, Topology, tiers as tiers_of};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;

/// What every check reads: the tables, the dense view and the tier of every device.
struct Fabric<'a> {
    topology: &'a Topology,
    view: Adjacency,
    tiers: Vec<Tier>,
}

impl<'a> Fabric<'a> {
    fn new(topology: &'a Topology) -> Self {
        let view = Adjacency::new(topology);
        let tiers = tiers_of(topology, &view);
        Self {
            topology,
            view,
            tiers,
        }
    }

    /// The device with this dense number. Every dense number comes from the same tables, so it is there.
    fn node(&self, index: usize) -> Option<&'a Node> {
        self.topology.node(self.view.id(index))
    }

    /// Devices with their dense numbers and ids.
    fn nodes(&self) -> impl Iterator<Item = (usize, NodeId, &'a Node)> {
        self.topology
            .nodes()
            .enumerate()
            .map(|(index, (id, node))| (index, id, node))
    }

    /// Whether any packet switch is drawn: without one, an uncabled NIC is no fault.
    fn has_network(&self) -> bool {
        self.topology
            .nodes()
            .any(|(_, node)| matches!(node.kind, NodeKind::Switch(s) if s.layer != LinkLayer::Nvlink))
    }
}

/// Checks a fabric and tells what was found, worst first; equal faults are one finding.
///
/// Total: it answers for every topology, also an empty or broken one. The order is by severity, then by code, then by
/// the first device concerned, and is the same on every machine. O((devices + cables) log(devices + cables)).
pub fn validate(topology: &Topology) -> Vec<Finding> {
    let fabric = Fabric::new(topology);
    let mut findings = Vec::new();
    cabling::check(&fabric, &mut findings);
    rates::check(&fabric, &mut findings);
    optics::check(&fabric, &mut findings);
    nics::check(&fabric, &mut findings);
    tiers::check(&fabric, &mut findings);
    nvlink::check(&fabric, &mut findings);
    // Stable: findings of one code keep the order in which their check made them.
    findings.small_sort_by_key(|finding| (finding.severity, finding.code));
    findings
}

#[cfg(test)]
mod tests;
