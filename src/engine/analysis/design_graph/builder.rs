//! Reads devices and cables into a graph of capacities.

use super::super::VertexId;
use super::{DesignGraph, Endpoints, GraphOptions, Origin};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Link, LinkLayer, Node, NodeKind, NvlinkReach, PortRef, Server, Topology};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

const UNLIMITED: BitRate = BitRate::from_bps(u64::MAX);

/// Collects the graph, device by device and then cable by cable.
pub(super) struct Builder<'a> {
    topology: &'a Topology,
    options: &'a GraphOptions,
    design: DesignGraph,
    /// The vertex of each switch and NVSwitch domain.
    devices: BTreeMap<NodeId, VertexId>,
    /// The endpoints of each server, in order of its GPUs.
    hosts: BTreeMap<NodeId, Host>,
    /// Where a server's cabled network port leads, and what its NIC lets through.
    ports: BTreeMap<PortRef, (VertexId, BitRate)>,
    /// What the NICs give each endpoint.
    nic_rates: Vec<(VertexId, BitRate)>,
}

/// The endpoints of one server.
struct Host {
    first: usize,
    count: usize,
    /// One GPU's NVLink rate for each of the server's NVLink cables.
    nvlink_per_cable: BitRate,
    gpus: u16,
}

impl<'a> Builder<'a> {
    pub(super) fn new(topology: &'a Topology, options: &'a GraphOptions) -> Self {
        Self {
            topology,
            options,
            design: DesignGraph::default(),
            devices: BTreeMap::new(),
            hosts: BTreeMap::new(),
            ports: BTreeMap::new(),
            nic_rates: Vec::new(),
        }
    }

    pub(super) fn add_device(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::Server(server) => self.add_server(id, node, &server),
            NodeKind::NvlinkDomain(_) if !self.options.nvlink => {}
            NodeKind::Switch(switch) if switch.layer == LinkLayer::Nvlink && !self.options.nvlink => {}
            NodeKind::NvlinkDomain(_) | NodeKind::Switch(_) => {
                let vertex = self.transit(Origin::Device(id));
                self.devices.insert(id, vertex);
            }
        }
    }

    fn transit(&mut self, origin: Origin) -> VertexId {
        self.design.origins.push(origin);
        self.design.graph.add_transit()
    }

    fn edge(&mut self, a: VertexId, b: VertexId, capacity: BitRate, link: Option<LinkId>) {
        if a != b && !capacity.is_zero() {
            self.design.graph.add_edge(a, b, capacity);
            self.design.links.push(link);
        }
    }

    fn add_server(&mut self, id: NodeId, node: &Node, server: &Server) {
        let count = match self.options.endpoints {
            Endpoints::Gpus => usize::from(server.gpus),
            Endpoints::Servers => usize::from(server.gpus.min(1)),
        };
        if self.design.graph.n_endpoints() + count > DesignGraph::MOST_ENDPOINTS {
            self.design.left_out += count as u64;
            return;
        }
        let first = self.design.graph.n_vertices();
        for gpu in 0..count {
            self.design.graph.add_endpoint();
            self.design.origins.push(match self.options.endpoints {
                Endpoints::Gpus => Origin::Gpu(id, gpu as u16),
                Endpoints::Servers => Origin::Server(id),
            });
        }
        let (network, nvlink_cables) = self.cables_of(id, node, server);
        let nvlink = server.nvlink.filter(|_| self.options.nvlink);
        if let Some(nvlink) = nvlink.filter(|nvlink| nvlink.reach == NvlinkReach::Internal && count > 1) {
            let switch = self.transit(Origin::NvSwitch(id));
            for gpu in first..first + count {
                self.edge(VertexId::new(gpu), switch, nvlink.rate_per_gpu, None);
            }
        }
        let nvlink_per_cable =
            nvlink.map_or(UNLIMITED, |nvlink| nvlink.rate_per_gpu.shared_by(nvlink_cables));
        self.hosts.insert(
            id,
            Host {
                first,
                count,
                nvlink_per_cable,
                gpus: server.gpus,
            },
        );
        for endpoint in first..first + count {
            self.nic_rates.push((VertexId::new(endpoint), BitRate::ZERO));
        }
        for (nic, ports) in network {
            let users = match self.options.endpoints {
                Endpoints::Gpus => server.gpus_of_nic(nic),
                Endpoints::Servers => 0..1,
            };
            let users: Vec<VertexId> = users
                .filter(|&gpu| usize::from(gpu) < count)
                .map(|gpu| VertexId::new(first + usize::from(gpu)))
                .collect();
            self.add_nic(id, nic, &users, &ports, server.nic_pcie);
        }
    }

    /// The cabled network ports of a server by NIC, each with its cable's rate; and how many NVLink cables it has.
    fn cables_of(
        &self,
        id: NodeId,
        node: &Node,
        server: &Server,
    ) -> (BTreeMap<u16, Vec<(PortRef, BitRate)>>, u64) {
        let network: Vec<u16> = node.network_ports().collect();
        let mut by_nic: BTreeMap<u16, Vec<(PortRef, BitRate)>> = BTreeMap::new();
        let mut nvlink_cables = 0;
        for (_, link) in self
            .topology
            .links_of(id)
            .filter_map(|link| Some((link, self.topology.link(link)?)))
        {
            for port in [link.a, link.b].into_iter().filter(|port| port.node == id) {
                match network.binary_search(&port.port) {
                    Ok(i) if server.nics > 0 => {
                        let nic = server.nic_of_port(i as u16, network.len() as u16);
                        by_nic.entry(nic).or_default().push((port, link.rate));
                    }
                    Ok(_) => {}
                    Err(_) => nvlink_cables += 1,
                }
            }
        }
        for ports in by_nic.values_mut() {
            ports.small_sort();
            ports.dedup();
        }
        (by_nic, nvlink_cables)
    }

    /// Joins the GPUs that a NIC serves to its cabled ports.
    fn add_nic(
        &mut self,
        id: NodeId,
        nic: u16,
        users: &[VertexId],
        ports: &[(PortRef, BitRate)],
        pcie: Option<BitRate>,
    ) {
        let total: BitRate = ports.iter().map(|port| port.1).sum();
        let limit = pcie.unwrap_or(UNLIMITED);
        let carried = total.min(limit);
        for &user in users {
            let slot = self.nic_rates.partition_point(|rate| rate.0 < user);
            if let Some((_, rate)) = self.nic_rates.get_mut(slot) {
                *rate += carried.shared_by(users.len() as u64);
            }
        }
        let single_port = ports.len() == 1;
        let at = match users {
            [] => return,
            &[gpu] if single_port || total <= limit => gpu,
            several => {
                let vertex = self.transit(Origin::Nic(id, nic));
                for &gpu in several {
                    self.edge(gpu, vertex, carried, None);
                }
                let behind = several.len() > 1 && !single_port && total > limit;
                if behind {
                    let outer = self.transit(Origin::NicPorts(id, nic));
                    self.edge(vertex, outer, limit, None);
                    outer
                } else {
                    vertex
                }
            }
        };
        for &(port, _) in ports {
            self.ports
                .insert(port, (at, if single_port { limit } else { UNLIMITED }));
        }
    }

    pub(super) fn add_cable(&mut self, id: LinkId, link: &Link) {
        let domain_rate = |end: PortRef| match self.topology.node(end.node).map(|node| node.kind) {
            Some(NodeKind::NvlinkDomain(domain)) => Some(domain.rate_per_gpu),
            _ => None,
        };
        for (host, far) in [(link.a, link.b), (link.b, link.a)] {
            let speaks_nvlink = self
                .topology
                .port_group(host)
                .is_some_and(|group| group.layer == LinkLayer::Nvlink);
            let domain = domain_rate(far);
            if self.hosts.contains_key(&host.node) && (speaks_nvlink || domain.is_some()) {
                if let Some(&device) = self.devices.get(&far.node) {
                    self.add_nvlink(id, link, host.node, device, domain);
                }
                return;
            }
        }
        let end = |port: PortRef| match self.devices.get(&port.node) {
            Some(&vertex) => Some((vertex, UNLIMITED)),
            None => self.ports.get(&port).copied(),
        };
        if let (Some((a, limit_a)), Some((b, limit_b))) = (end(link.a), end(link.b)) {
            self.edge(a, b, link.rate.min(limit_a).min(limit_b), Some(id));
        }
    }

    /// Joins every GPU of a server to an NVSwitch domain by the server's NVLink cable.
    fn add_nvlink(
        &mut self,
        id: LinkId,
        link: &Link,
        server: NodeId,
        device: VertexId,
        domain: Option<BitRate>,
    ) {
        let Some(host) = self.hosts.get(&server) else {
            return;
        };
        let per_gpu = host
            .nvlink_per_cable
            .min(link.rate.shared_by(u64::from(host.gpus)))
            .min(domain.filter(|rate| !rate.is_zero()).unwrap_or(UNLIMITED));
        let (first, count) = (host.first, host.count);
        let rate = match self.options.endpoints {
            Endpoints::Gpus => per_gpu,
            Endpoints::Servers => per_gpu * u64::from(host.gpus),
        };
        for endpoint in first..first + count {
            self.edge(VertexId::new(endpoint), device, rate, Some(id));
        }
    }

    /// States the endpoints' rates: what their NICs give, if any server of the design has a NIC cabled.
    pub(super) fn finish(mut self) -> DesignGraph {
        if self.nic_rates.iter().any(|(_, rate)| !rate.is_zero()) {
            for (endpoint, rate) in self.nic_rates {
                self.design.graph.set_endpoint_rate(endpoint, rate);
            }
        }
        self.design
    }
}
