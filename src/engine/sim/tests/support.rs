//! Small fabrics to run on.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::sim::network::{Host, Network, NetworkLink, SwitchSite, Vertex};
use crate::engine::sim::{FlowSpec, Progress, Scenario, SimReport, Simulation, WorkloadSpec};
use crate::engine::topology::{
    Cable, Cage, Link, LinkLayer, Node, NodeKind, Nvlink, NvlinkReach, PortGroup, PortRef, Server, Switch,
    Topology,
};
use crate::engine::units::{BitRate, Bytes, Length, SimTime};
use std::sync::Arc;

/// Hosts on one leaf each of `hosts / leaves`, every leaf linked once to every spine; no spine for one leaf.
pub(super) fn clos(
    hosts: u32,
    leaves: u32,
    spines: u32,
    rate: BitRate,
    delay: SimTime,
    buffer: Bytes,
) -> Network {
    let mut network = Network::default();
    let link = |network: &mut Network, a, b| {
        let id = LinkId::new(network.links.len() as u32);
        network.links.push(NetworkLink {
            id,
            a,
            b,
            rate,
            delay,
            layer: LinkLayer::Ethernet,
        });
    };
    for i in 0..leaves + spines {
        let node = NodeId::new(1_000 + i);
        network.switches.push(SwitchSite {
            node,
            name: format!("switch {i}"),
            buffer,
            hash_seed: 1_000 + i,
        });
    }
    for i in 0..hosts {
        let port = host_port(i);
        network.hosts.push(Host {
            port,
            name: format!("host {i}"),
            address: 0x0a00_0000 + i,
            injection: None,
        });
        link(&mut network, Vertex::Host(i), Vertex::Switch(i * leaves / hosts));
    }
    for leaf in 0..leaves {
        for spine in 0..spines {
            link(&mut network, Vertex::Switch(leaf), Vertex::Switch(leaves + spine));
        }
    }
    network
}

/// The port of host `i` of [`clos`].
pub(super) fn host_port(i: u32) -> PortRef {
    PortRef {
        node: NodeId::new(i),
        port: 0,
    }
}

/// A flow that starts at once.
pub(super) fn flow(src: u32, dst: u32, size: u64) -> FlowSpec {
    FlowSpec {
        src: host_port(src),
        dst: host_port(dst),
        dst_port: 4791,
        size: Bytes::new(size),
        start: SimTime::ZERO,
        after: Vec::new(),
        delay: SimTime::ZERO,
    }
}

/// A scenario of these flows.
pub(super) fn flows(flows: Vec<FlowSpec>) -> Scenario {
    Scenario {
        workload: WorkloadSpec::Flows(flows),
        ..Scenario::default()
    }
}

/// Runs to the end.
pub(super) fn run(network: Network, scenario: &Scenario) -> SimReport {
    finish(Simulation::on_network(network, scenario).unwrap())
}

/// Runs a laid simulation to the end.
pub(super) fn finish(mut simulation: Simulation) -> SimReport {
    while simulation.advance(100_000) != Progress::Finished {}
    simulation.report()
}

/// A fabric under construction: devices and cables numbered in order.
struct Drawing {
    topology: Topology,
    rate: BitRate,
    layer: LinkLayer,
}

impl Drawing {
    fn place(&mut self, name: String, kind: NodeKind, ports: u32) -> NodeId {
        let id = NodeId::new(self.topology.n_nodes() as u32);
        let group = PortGroup {
            count: ports as u16,
            rate: self.rate,
            cage: Cage::Qsfp28,
            layer: self.layer,
        };
        let node = Node {
            name,
            model: String::new(),
            kind,
            ports: vec![group],
            rail: None,
        };
        self.topology.set_node(id, Some(Arc::new(node)));
        id
    }

    fn connect(&mut self, a: (NodeId, u32), b: (NodeId, u32)) {
        let end = |(node, port): (NodeId, u32)| PortRef {
            node,
            port: port as u16,
        };
        let id = LinkId::new(self.topology.n_links() as u32);
        let link = Link {
            a: end(a),
            b: end(b),
            rate: self.rate,
            cable: Cable::dac(Length::from_metres(3)),
        };
        self.topology.set_link(id, Some(Arc::new(link)));
    }
}

/// GPU servers with `gpus` GPUs and as many NICs, on one leaf a rail, the leaves on `spines` spines.
pub(super) fn rail_fabric(
    servers: u32,
    gpus: u16,
    spines: u32,
    rate: BitRate,
    nvlink: BitRate,
    layer: LinkLayer,
) -> Topology {
    let mut drawing = Drawing {
        topology: Topology::default(),
        rate,
        layer,
    };
    let rails = u32::from(gpus);
    let inside = (!nvlink.is_zero()).then_some(Nvlink {
        rate_per_gpu: nvlink,
        reach: NvlinkReach::Internal,
    });
    let server = NodeKind::Server(Server {
        gpus,
        nics: gpus,
        nic_pcie: None,
        nvlink: inside,
    });
    let switch = NodeKind::Switch(Switch { layer });
    let hosts: Vec<_> = (0..servers)
        .map(|i| drawing.place(format!("server {i}"), server, rails))
        .collect();
    let leaves: Vec<_> = (0..rails)
        .map(|i| drawing.place(format!("leaf {i}"), switch, servers + spines))
        .collect();
    let tops: Vec<_> = (0..spines)
        .map(|i| drawing.place(format!("spine {i}"), switch, rails))
        .collect();
    for (rail, &leaf) in (0..).zip(&leaves) {
        for (i, &host) in (0..).zip(&hosts) {
            drawing.connect((host, rail), (leaf, i));
        }
        for (i, &top) in (0..).zip(&tops) {
            drawing.connect((leaf, servers + i), (top, rail));
        }
    }
    drawing.topology
}
