//! NVLink domains of a drawn fabric: which servers belong together, and the NIC ports that each domain has.

use crate::engine::catalog::{self, GpuGeneration};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{LinkLayer, Node, NodeKind, NvlinkReach, PortRef, Server, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// GPUs that reach each other by NVLink (or share a server), with their NIC ports in order.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    /// Its servers, by id.
    pub(super) servers: Vec<NodeId>,
    /// GPUs in all of them.
    pub(super) gpus: u32,
    /// One GPU's NVLink, one direction; zero without.
    pub(super) nvlink: BitRate,
    /// NIC ports in order of server and port, cabled or not.
    pub(super) nics: Vec<NicPort>,
}

/// A network port of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct NicPort {
    /// The port.
    pub(super) port: PortRef,
    /// What the port could carry.
    pub(super) port_rate: BitRate,
    /// Its cable, if any that carries something.
    pub(super) cable: Option<NicCable>,
}

/// The cable in a network port, and what gets through it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NicCable {
    /// The cable.
    pub(super) link: LinkId,
    /// The port at its far end.
    pub(super) far: PortRef,
    /// The least of cable, port and share of the PCIe path.
    pub(super) rate: BitRate,
    /// Whether PCIe is the least of them.
    pub(super) held_by_pcie: bool,
}

/// The NVLink domains in order of their first server. O(devices + cables, times a logarithm).
pub(super) fn domains(topology: &Topology) -> Vec<Domain> {
    let mut by_switch: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut all: Vec<Domain> = Vec::new();
    for (id, node) in topology.nodes() {
        let Some(server) = node.server().filter(|server| server.gpus > 0) else {
            continue;
        };
        let (home, nvlink) = nvlink_of(topology, id, server);
        let known = home.and_then(|home| by_switch.get(&home).copied());
        let index = known.unwrap_or_else(|| {
            all.push(Domain {
                servers: Vec::new(),
                gpus: 0,
                nvlink,
                nics: Vec::new(),
            });
            all.len() - 1
        });
        if let Some(home) = home {
            by_switch.insert(home, index);
        }
        let domain = &mut all[index];
        domain.servers.push(id);
        domain.gpus = domain.gpus.saturating_add(u32::from(server.gpus));
        domain.nvlink = domain.nvlink.min(nvlink);
        domain.nics.extend(nic_ports(topology, id, node, server));
    }
    all
}

/// The NVSwitch device that a server hangs on, if its NVLink leaves it, and what one of its GPUs gets.
fn nvlink_of(topology: &Topology, id: NodeId, server: &Server) -> (Option<NodeId>, BitRate) {
    let Some(nvlink) = server.nvlink else {
        return (None, BitRate::ZERO);
    };
    if nvlink.reach == NvlinkReach::Internal {
        return (None, nvlink.rate_per_gpu);
    }
    let mut home = None;
    let mut cables = BitRate::ZERO;
    for link in topology.links_of(id).filter_map(|link| topology.link(link)) {
        let Some(far) = link.other_end(id) else { continue };
        if let Some(NodeKind::NvlinkDomain(domain)) = topology.node(far.node).map(|node| node.kind)
            && home.is_none_or(|(known, _)| known == far.node)
        {
            home = Some((far.node, domain.rate_per_gpu));
            cables += link.rate;
        }
    }
    match home {
        Some((device, rate)) => {
            let share = cables.shared_by(u64::from(server.gpus));
            (Some(device), nvlink.rate_per_gpu.min(rate).min(share))
        }
        None => (None, BitRate::ZERO),
    }
}

/// The network ports of a server, each with its cable and what gets through.
fn nic_ports(topology: &Topology, id: NodeId, node: &Node, server: &Server) -> Vec<NicPort> {
    let ports: Vec<(u16, BitRate)> = node
        .ports()
        .filter(|(_, group)| group.layer != LinkLayer::Nvlink)
        .map(|(port, group)| (port, group.rate))
        .collect();
    let nic_of = |i: usize| server.nic_of_port(i as u16, ports.len() as u16);
    let mut cabled = vec![0_u64; usize::from(server.nics.max(1))];
    for (i, &(port, _)) in ports.iter().enumerate() {
        if topology.link_at(PortRef { node: id, port }).is_some() {
            cabled[usize::from(nic_of(i))] += 1;
        }
    }
    let each = |(i, &(port, port_rate)): (usize, &(u16, BitRate))| {
        let port = PortRef { node: id, port };
        let cable = topology.link_at(port).and_then(|link| {
            let record = topology.link(link)?;
            let wire = record.rate.min(port_rate);
            let pcie = server
                .nic_pcie
                .map(|pcie| pcie.shared_by(cabled[usize::from(nic_of(i))]));
            let rate = pcie.map_or(wire, |pcie| pcie.min(wire));
            if rate.is_zero() {
                return None;
            }
            Some(NicCable {
                link,
                far: record.other_end(id)?,
                rate,
                held_by_pcie: rate < wire,
            })
        });
        NicPort {
            port,
            port_rate,
            cable,
        }
    };
    ports.iter().enumerate().map(each).collect()
}

/// The generation of a server's GPUs: from its model, else guessed by its NVLink; says whether it was guessed.
pub(super) fn generation(node: &Node, nvlink: BitRate) -> (GpuGeneration, bool) {
    if let Some(sheet) = catalog::platform(&node.model) {
        return (sheet.generation, false);
    }
    let guess = match nvlink.as_gbytes_f64() as u64 {
        1..=150 => GpuGeneration::Volta,
        0 | 151..=300 => GpuGeneration::Ampere,
        301..=600 => GpuGeneration::Hopper,
        _ => GpuGeneration::Blackwell,
    };
    (guess, true)
}
