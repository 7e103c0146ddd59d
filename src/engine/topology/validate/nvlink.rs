//! NVSwitch domains: how many GPUs they take, at what rate, and servers that miss theirs.

use super::words::{count, grouped, listed, name, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::ids::NodeId;
use crate::engine::topology::{NodeKind, NvlinkDomain, NvlinkReach};
use crate::engine::units::BitRate;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    for (index, id, node) in fabric.nodes() {
        if let NodeKind::NvlinkDomain(domain) = node.kind {
            too_many_gpus(fabric, index, id, &domain, findings);
        }
    }
    rate_mismatch(fabric, findings);
    not_attached(fabric, findings);
    without_reach(fabric, findings);
}

/// The servers cabled to a domain, each once.
fn attached(fabric: &Fabric<'_>, index: usize) -> BTreeSet<usize> {
    fabric
        .view
        .edges(index)
        .iter()
        .map(|edge| edge.to)
        .filter(|&to| fabric.node(to).is_some_and(|node| node.server().is_some()))
        .collect()
}

fn too_many_gpus(
    fabric: &Fabric<'_>,
    index: usize,
    id: NodeId,
    domain: &NvlinkDomain,
    findings: &mut Vec<Finding>,
) {
    let gpus: usize = attached(fabric, index)
        .into_iter()
        .filter_map(|server| fabric.node(server))
        .map(|node| usize::from(node.gpus()))
        .sum();
    if gpus <= usize::from(domain.gpus) {
        return;
    }
    let message = format!(
        "{} takes {} and has {} attached.",
        name(fabric.topology, id),
        count(usize::from(domain.gpus), "GPU"),
        grouped(gpus)
    );
    findings.push(
        Finding::new(Severity::Error, FindingCode::NvlinkOversubscribed, message)
            .hint("Attach fewer servers, or take a larger domain.")
            .nodes([id]),
    );
}

fn rate_mismatch(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut groups: BTreeMap<(NodeId, BitRate, BitRate), Vec<NodeId>> = BTreeMap::new();
    for (index, id, node) in fabric.nodes() {
        let NodeKind::NvlinkDomain(domain) = node.kind else {
            continue;
        };
        for server in attached(fabric, index) {
            let nvlink = fabric
                .node(server)
                .and_then(|node| node.server())
                .and_then(|server| server.nvlink);
            if let Some(nvlink) = nvlink.filter(|nvlink| nvlink.rate_per_gpu != domain.rate_per_gpu) {
                groups
                    .entry((id, domain.rate_per_gpu, nvlink.rate_per_gpu))
                    .or_default()
                    .push(fabric.view.id(server));
            }
        }
    }
    for ((domain, domain_rate, server_rate), servers) in groups {
        let message = format!(
            "{} gives a GPU {} of NVLink each way, but {} {} built for {}: {}.",
            name(fabric.topology, domain),
            gbytes(domain_rate),
            count(servers.len(), "server"),
            verb(servers.len(), "is", "are"),
            gbytes(server_rate),
            listed(fabric.topology, &servers)
        );
        findings.push(
            Finding::new(Severity::Warning, FindingCode::NvlinkRateMismatch, message)
                .hint("The lower of the two counts; NVLink generations do not mix in one domain.")
                .nodes(std::iter::once(domain).chain(servers)),
        );
    }
}

/// Whether a server is cabled to a domain.
fn has_domain(fabric: &Fabric<'_>, index: usize) -> bool {
    fabric.view.edges(index).iter().any(|edge| {
        fabric
            .node(edge.to)
            .is_some_and(|node| matches!(node.kind, NodeKind::NvlinkDomain(_)))
    })
}

fn not_attached(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let nodes = servers_with(fabric, |reach, attached| {
        reach == Some(NvlinkReach::External) && !attached
    });
    if nodes.is_empty() {
        return;
    }
    let message = format!(
        "{} {} NVLinks to a domain outside, but {} attached to none: {}.",
        count(nodes.len(), "server"),
        verb(nodes.len(), "has its", "have their"),
        verb(nodes.len(), "is", "are"),
        listed(fabric.topology, &nodes)
    );
    findings.push(
        Finding::new(Severity::Error, FindingCode::NvlinkNotAttached, message)
            .hint("Cable the NVLink port to an NVSwitch domain.")
            .nodes(nodes),
    );
}

fn without_reach(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let nodes = servers_with(fabric, |reach, attached| {
        attached && reach != Some(NvlinkReach::External)
    });
    if nodes.is_empty() {
        return;
    }
    let message = format!(
        "{} {} cabled to an NVSwitch domain, though {} inside the server: {}.",
        count(nodes.len(), "server"),
        verb(nodes.len(), "is", "are"),
        verb(nodes.len(), "its NVLinks stay", "their NVLinks stay"),
        listed(fabric.topology, &nodes)
    );
    findings.push(
        Finding::new(Severity::Warning, FindingCode::NvlinkWithoutReach, message)
            .hint("Choose a model whose NVLinks leave the server, or delete the cable.")
            .nodes(nodes),
    );
}

fn servers_with(fabric: &Fabric<'_>, keep: impl Fn(Option<NvlinkReach>, bool) -> bool) -> Vec<NodeId> {
    fabric
        .nodes()
        .filter_map(|(index, id, node)| {
            let reach = node.server()?.nvlink.map(|nvlink| nvlink.reach);
            keep(reach, has_domain(fabric, index)).then_some(id)
        })
        .collect()
}

/// NVLink rates are spoken of in gigabytes a second.
fn gbytes(rate: BitRate) -> String {
    let tenths = rate.as_bps() / 800_000_000;
    match tenths % 10 {
        0 => format!("{} GB/s", tenths / 10),
        part => format!("{}.{part} GB/s", tenths / 10),
    }
}
