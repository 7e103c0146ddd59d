//! Rates and link layers of cables against those of their ports.

use super::words::{cables, count, listed, rate, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Link, LinkLayer, NodeKind, PortGroup};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    rates(fabric, findings);
    layers(fabric, findings);
    mixed_switches(fabric, findings);
    two_layers(fabric, findings);
}

/// What is wrong with the rate of one cable; equal ones are one finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Zero,
    Above { set: BitRate, port: BitRate },
    Below { set: BitRate, ports: BitRate },
    Uneven { slow: BitRate, fast: BitRate },
}

fn fault(link: &Link, a: &PortGroup, b: &PortGroup) -> Option<Fault> {
    let (slow, fast) = (a.rate.min(b.rate), a.rate.max(b.rate));
    let set = link.rate;
    if set.is_zero() {
        Some(Fault::Zero)
    } else if set > slow {
        Some(Fault::Above { set, port: slow })
    } else if set < slow {
        Some(Fault::Below { set, ports: slow })
    } else if slow < fast {
        Some(Fault::Uneven { slow, fast })
    } else {
        None
    }
}

fn rates(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut groups: BTreeMap<Fault, Vec<LinkId>> = BTreeMap::new();
    for (id, link) in fabric.topology.links() {
        let ports = (
            fabric.topology.port_group(link.a),
            fabric.topology.port_group(link.b),
        );
        let (Some(a), Some(b)) = ports else { continue };
        // The NVLink rate stands with the GPUs, not with the cable.
        if a.layer == LinkLayer::Nvlink || b.layer == LinkLayer::Nvlink {
            continue;
        }
        if let Some(fault) = fault(link, a, b) {
            groups.entry(fault).or_default().push(id);
        }
    }
    for (fault, links) in groups {
        findings.push(told(fabric, fault, &links).links(links));
    }
}

fn told(fabric: &Fabric<'_>, fault: Fault, links: &[LinkId]) -> Finding {
    let subject = cables(fabric.topology, links);
    let is = verb(links.len(), "is", "are");
    match fault {
        Fault::Zero => Finding::new(
            Severity::Error,
            FindingCode::ZeroRate,
            format!("{subject} {is} set to no rate at all."),
        )
        .hint("Set the rate of the cable to that of its ports."),
        Fault::Above { set, port } => Finding::new(
            Severity::Error,
            FindingCode::LinkAbovePort,
            format!(
                "{subject} {is} set to {}, but the slower port reaches {}.",
                rate(set),
                rate(port)
            ),
        )
        .hint(format!("Set the rate to {}.", rate(port))),
        Fault::Below { set, ports } => Finding::new(
            Severity::Warning,
            FindingCode::LinkBelowPorts,
            format!(
                "{subject} {is} set to {}, but both ports reach {}.",
                rate(set),
                rate(ports)
            ),
        )
        .hint(format!(
            "Set the rate to {}, if cable and modules carry it.",
            rate(ports)
        )),
        Fault::Uneven { slow, fast } => Finding::new(
            Severity::Info,
            FindingCode::PortRateMismatch,
            format!(
                "{subject} {} a port of {} to one of {}: the faster port gives away the rest.",
                verb(links.len(), "joins", "join"),
                rate(slow),
                rate(fast)
            ),
        )
        .hint("A breakout cable would use the rest of the faster port."),
    }
}

fn layers(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let layer = |port| fabric.topology.port_group(port).map(|group| group.layer);
    let links: Vec<LinkId> = fabric
        .topology
        .links()
        .filter(|(_, link)| matches!((layer(link.a), layer(link.b)), (Some(a), Some(b)) if a != b))
        .map(|(id, _)| id)
        .collect();
    if links.is_empty() {
        return;
    }
    let message = format!(
        "{} {} ports of different link layers: no traffic crosses.",
        cables(fabric.topology, &links),
        verb(links.len(), "joins", "join")
    );
    findings.push(Finding::new(Severity::Error, FindingCode::LayerMismatch, message).links(links));
}

fn mixed_switches(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mixed = |layer: LinkLayer, ports: &[PortGroup]| {
        ports.iter().any(|group| group.count > 0 && group.layer != layer)
    };
    let nodes: Vec<NodeId> = fabric
        .nodes()
        .filter(|(_, _, node)| matches!(node.kind, NodeKind::Switch(s) if mixed(s.layer, &node.ports)))
        .map(|(_, id, _)| id)
        .collect();
    if nodes.is_empty() {
        return;
    }
    let message = format!(
        "{} {} ports of another link layer than its own: {}.",
        count(nodes.len(), "switch"),
        verb(nodes.len(), "has", "have"),
        listed(fabric.topology, &nodes)
    );
    findings.push(
        Finding::new(Severity::Warning, FindingCode::MixedLayers, message)
            .hint("A switch speaks one layer; a gateway between two is not modelled.")
            .nodes(nodes),
    );
}

fn two_layers(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let of = |layer| -> Vec<NodeId> {
        fabric
            .nodes()
            .filter(|(_, _, node)| node.switch().is_some_and(|switch| switch.layer == layer))
            .map(|(_, id, _)| id)
            .collect()
    };
    let (ethernet, infiniband) = (of(LinkLayer::Ethernet), of(LinkLayer::InfiniBand));
    if ethernet.is_empty() || infiniband.is_empty() {
        return;
    }
    let message = format!(
        "The design holds {} of Ethernet and {} of InfiniBand: ECN, PFC and DCQCN apply to the Ethernet part only.",
        count(ethernet.len(), "switch"),
        count(infiniband.len(), "switch")
    );
    findings.push(Finding::new(Severity::Info, FindingCode::TwoLinkLayers, message));
}
