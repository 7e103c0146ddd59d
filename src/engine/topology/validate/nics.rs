//! NICs: what PCIe lets through, and the rail that each is cabled to.

use super::words::{cables, count, listed, rate, verb};
use super::{Fabric, Finding, FindingCode, Severity};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{LinkLayer, Node, Server, Tier};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

pub(super) fn check(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    limited_by_pcie(fabric, findings);
    rails(fabric, findings);
}

/// The number of each port among the network ports of its device; `None` for NVLink ports.
fn network_index(node: &Node) -> (Vec<Option<u16>>, u16) {
    let mut next = 0;
    let index = node
        .ports()
        .map(|(_, group)| {
            (group.layer != LinkLayer::Nvlink).then(|| {
                next += 1;
                next - 1
            })
        })
        .collect();
    (index, next)
}

fn limited_by_pcie(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let mut groups: BTreeMap<(BitRate, BitRate), Vec<NodeId>> = BTreeMap::new();
    for (index, id, node) in fabric.nodes() {
        let Some(server) = node.server() else { continue };
        let Some(pcie) = server.nic_pcie else { continue };
        let busiest = cabled_rate_per_nic(fabric, index, node, server)
            .into_iter()
            .max()
            .unwrap_or(BitRate::ZERO);
        if busiest > pcie {
            groups.entry((pcie, busiest)).or_default().push(id);
        }
    }
    for ((pcie, cabled), nodes) in groups {
        let message = format!(
            "{} {} NICs with {} of ports behind a PCIe path of {}: {}.",
            count(nodes.len(), "server"),
            verb(nodes.len(), "has", "have"),
            rate(cabled),
            rate(pcie),
            listed(fabric.topology, &nodes)
        );
        findings.push(
            Finding::new(Severity::Warning, FindingCode::NicLimitedByPcie, message)
                .hint("A later PCIe generation, more lanes or fewer ports a NIC would free the rest.")
                .nodes(nodes),
        );
    }
}

fn cabled_rate_per_nic(fabric: &Fabric<'_>, index: usize, node: &Node, server: &Server) -> Vec<BitRate> {
    let (network, n_ports) = network_index(node);
    let mut nics = vec![BitRate::ZERO; usize::from(server.nics)];
    for edge in fabric.view.edges(index) {
        let Some(Some(i)) = network.get(usize::from(edge.port)).copied() else {
            continue;
        };
        if let Some(sum) = nics.get_mut(usize::from(server.nic_of_port(i, n_ports))) {
            *sum += edge.rate;
        }
    }
    nics
}

/// One cable between a server's network port and a leaf that serves a rail.
struct RailCable {
    link: LinkId,
    /// The port's number among the server's network ports.
    port: u16,
    nic: u16,
    /// The rail that the leaf serves.
    leaf_rail: u16,
}

/// The ways in which people number rails over ports: by runs, in turn, or by NIC.
const CONVENTIONS: [fn(&RailCable, u16, u16) -> u16; 3] = [
    |cable, n_ports, n_rails| (u32::from(cable.port) * u32::from(n_rails) / u32::from(n_ports.max(1))) as u16,
    |cable, _, n_rails| cable.port % n_rails.max(1),
    |cable, _, n_rails| cable.nic % n_rails.max(1),
];

/// Cables of NICs that hang on a leaf of another rail, by the numbering that explains the server best.
fn rails(fabric: &Fabric<'_>, findings: &mut Vec<Finding>) {
    let n_rails = fabric
        .nodes()
        .filter(|&(index, _, _)| fabric.tiers[index] == Tier::Leaf)
        .filter_map(|(_, _, node)| node.rail)
        .max()
        .map_or(0, |rail| rail.saturating_add(1));
    if n_rails < 2 {
        return;
    }
    let mut wrong: Vec<(LinkId, NodeId, u16, u16)> = Vec::new();
    for (index, id, node) in fabric.nodes() {
        let Some(server) = node.server() else { continue };
        let (cables, n_ports) = rail_cables(fabric, index, node, server);
        let misfits = |rail_of: fn(&RailCable, u16, u16) -> u16| -> Vec<(LinkId, NodeId, u16, u16)> {
            cables
                .iter()
                .map(|cable| (cable.link, id, rail_of(cable, n_ports, n_rails), cable.leaf_rail))
                .filter(|(_, _, wanted, found)| wanted != found)
                .collect()
        };
        let best = CONVENTIONS.into_iter().map(misfits).min_by_key(Vec::len);
        wrong.extend(best.unwrap_or_default());
    }
    let Some(&(_, _, wanted, found)) = wrong.first() else {
        return;
    };
    let links: Vec<LinkId> = wrong.iter().map(|&(link, ..)| link).collect();
    let mut nodes: Vec<NodeId> = wrong.iter().map(|&(_, node, ..)| node).collect();
    nodes.dedup();
    let message = format!(
        "{} {} a NIC of rail {} on a leaf of rail {}{}: collectives of a rail then cross the spines.",
        cables(fabric.topology, &links),
        verb(links.len(), "puts", "put"),
        u32::from(wanted) + 1,
        u32::from(found) + 1,
        if links.len() > 1 { " or the like" } else { "" },
    );
    findings.push(
        Finding::new(Severity::Error, FindingCode::RailMiscabled, message)
            .hint("Swap the cables, so that the same NIC of every server meets the same leaf.")
            .nodes(nodes)
            .links(links),
    );
}

fn rail_cables(fabric: &Fabric<'_>, index: usize, node: &Node, server: &Server) -> (Vec<RailCable>, u16) {
    let (network, n_ports) = network_index(node);
    let cables = fabric
        .view
        .edges(index)
        .iter()
        .filter_map(|edge| {
            let port = network.get(usize::from(edge.port)).copied()??;
            Some(RailCable {
                link: edge.link,
                port,
                nic: server.nic_of_port(port, n_ports),
                leaf_rail: fabric.node(edge.to)?.rail?,
            })
        })
        .collect();
    (cables, n_ports)
}
