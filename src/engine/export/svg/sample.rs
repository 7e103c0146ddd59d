//! Small fabrics for tests of drawings, sheets and reports.

use crate::engine::topology::generate::{Blueprint, Wire};
use crate::engine::topology::{
    Cable, Cage, LinkLayer, Node, NodeKind, Nvlink, NvlinkReach, PortGroup, Server, Switch,
};
use crate::engine::units::{BitRate, Length};

fn ports(count: u16) -> Vec<PortGroup> {
    vec![PortGroup {
        count,
        rate: BitRate::from_gbps(100),
        cage: Cage::Qsfp28,
        layer: LinkLayer::Ethernet,
    }]
}

/// A GPU server of the 100G reference kind with this many NICs.
pub(in crate::engine) fn server(name: &str, nics: u16) -> Node {
    Node {
        name: name.to_owned(),
        model: "HGX A100-8 with 8 x 100G".to_owned(),
        kind: NodeKind::Server(Server {
            gpus: 8,
            nics,
            nic_pcie: Some(BitRate::from_gbps(200)),
            nvlink: Some(Nvlink {
                rate_per_gpu: BitRate::from_gbytes(300),
                reach: NvlinkReach::Internal,
            }),
        }),
        ports: ports(nics),
        rail: None,
    }
}

/// An Ethernet switch.
pub(in crate::engine) fn switch(name: &str, n_ports: u16, rail: Option<u16>) -> Node {
    Node {
        name: name.to_owned(),
        model: "Arista 7060CX-32S".to_owned(),
        kind: NodeKind::Switch(Switch {
            layer: LinkLayer::Ethernet,
        }),
        ports: ports(n_ports),
        rail,
    }
}

/// A rail-optimised fabric: every server's NIC `r` on leaf `r`, each leaf with equal bundles to every spine.
pub(in crate::engine) fn rails(servers: u16, n_rails: u16, spines: u16) -> Blueprint {
    let n_ports = 2 * servers.max(spines);
    let mut nodes: Vec<Node> = (1..=servers)
        .map(|i| server(&format!("server-{i}"), n_rails))
        .collect();
    nodes.extend((0..n_rails).map(|r| switch(&format!("leaf-{}", r + 1), n_ports, Some(r))));
    nodes.extend((1..=spines).map(|i| switch(&format!("spine-{i}"), n_ports.max(servers * n_rails), None)));
    let wire = |a: (u16, u16), b: (u16, u16), metres| Wire {
        a: (usize::from(a.0), a.1),
        b: (usize::from(b.0), b.1),
        rate: BitRate::from_gbps(100),
        cable: Cable::om4_trunk(Length::from_metres(metres)),
    };
    let mut links = Vec::new();
    for s in 0..servers {
        for r in 0..n_rails {
            links.push(wire((s, r), (servers + r, s), 20));
        }
    }
    let per_spine = (servers / spines.max(1)).max(1);
    for r in 0..n_rails {
        for s in 0..spines {
            for i in 0..per_spine {
                let up = servers.max(spines) + s * per_spine + i;
                links.push(wire(
                    (servers + r, up),
                    (servers + n_rails + s, r * per_spine + i),
                    50,
                ));
            }
        }
    }
    Blueprint {
        name: "Rails".to_owned(),
        nodes,
        links,
    }
}

/// Two servers, two rails, two spines.
pub(in crate::engine) fn two_rails() -> Blueprint {
    rails(2, 2, 2)
}
