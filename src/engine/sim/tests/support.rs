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
    let mut link = |network: &mut Network, a, b| {
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

/// GPU servers with `gpus` GPUs and as many NICs, on one leaf a rail, the leaves on `spines` spines.
pub(super) fn rail_fabric(
    servers: u32,
    gpus: u16,
    spines: u32,
    nic: BitRate,
    nvlink: BitRate,
    layer: LinkLayer,
) -> Topology {
    let mut topology = Topology::default();
    let group = |count| PortGroup {
        count,
        rate: nic,
        cage: Cage::Qsfp28,
        layer,
    };
    let mut next = 0;
    let mut place = |topology: &mut Topology, name: String, kind, count| {
        let id = NodeId::new(next);
        next += 1;
        let node = Node {
            name,
            model: String::new(),
            kind,
            ports: vec![group(count)],
            rail: None,
        };
        topology.set_node(id, Some(Arc::new(node)));
        id
    };
    let inside = (!nvlink.is_zero()).then_some(Nvlink {
        rate_per_gpu: nvlink,
        reach: NvlinkReach::Internal,
    });
    let server = Server {
        gpus,
        nics: gpus,
        nic_pcie: None,
        nvlink: inside,
    };
    let hosts: Vec<NodeId> = (0..servers)
        .map(|i| {
            place(
                &mut topology,
                format!("server {i}"),
                NodeKind::Server(server),
                gpus,
            )
        })
        .collect();
    let switch = NodeKind::Switch(Switch { layer });
    let leaves: Vec<NodeId> = (0..gpus)
        .map(|i| {
            place(
                &mut topology,
                format!("leaf {i}"),
                switch,
                servers as u16 + spines as u16,
            )
        })
        .collect();
    let tops: Vec<NodeId> = (0..spines)
        .map(|i| place(&mut topology, format!("spine {i}"), switch, gpus))
        .collect();
    let mut n_links = 0;
    let mut connect = |topology: &mut Topology, a: PortRef, b: PortRef| {
        let link = Link {
            a,
            b,
            rate: nic,
            cable: Cable::dac(Length::from_metres(3)),
        };
        topology.set_link(LinkId::new(n_links), Some(Arc::new(link)));
        n_links += 1;
    };
    for (rail, &leaf) in leaves.iter().enumerate() {
        for (i, &host) in hosts.iter().enumerate() {
            let (a, b) = (
                PortRef {
                    node: host,
                    port: rail as u16,
                },
                PortRef {
                    node: leaf,
                    port: i as u16,
                },
            );
            connect(&mut topology, a, b);
        }
        for (i, &top) in tops.iter().enumerate() {
            let a = PortRef {
                node: leaf,
                port: servers as u16 + i as u16,
            };
            connect(
                &mut topology,
                a,
                PortRef {
                    node: top,
                    port: rail as u16,
                },
            );
        }
    }
    topology
}
