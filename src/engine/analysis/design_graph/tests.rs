//! Designs read into graphs: what a GPU hangs on, and what a cut is called.

use super::*;
use crate::engine::topology::{
    Cable, Cage, Link, LinkLayer, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach, PortGroup, PortRef,
    Server, Switch,
};
use crate::engine::units::Length;
use std::sync::Arc;

const fn gbps(n: u64) -> BitRate {
    BitRate::from_gbps(n)
}

fn ports(count: u16, layer: LinkLayer) -> PortGroup {
    PortGroup {
        count,
        rate: gbps(400),
        cage: Cage::Unknown,
        layer,
    }
}

/// Devices and cables by number.
#[derive(Default)]
struct Bench {
    topology: Topology,
    cables: u32,
    used: Vec<u16>,
}

impl Bench {
    fn add(&mut self, kind: NodeKind, ports: Vec<PortGroup>) -> usize {
        let id = self.used.len();
        let node = Node {
            name: format!("device-{id}"),
            model: String::new(),
            kind,
            ports,
            rail: None,
        };
        self.topology
            .set_node(NodeId::new(id as u32), Some(Arc::new(node)));
        self.used.push(0);
        id
    }

    fn server(&mut self, server: Server, n_ports: u16) -> usize {
        let mut groups = vec![ports(n_ports, LinkLayer::Ethernet)];
        if server
            .nvlink
            .is_some_and(|nvlink| nvlink.reach == NvlinkReach::External)
        {
            groups.push(ports(1, LinkLayer::Nvlink));
        }
        self.add(NodeKind::Server(server), groups)
    }

    fn switch(&mut self) -> usize {
        self.add(
            NodeKind::Switch(Switch {
                layer: LinkLayer::Ethernet,
            }),
            vec![ports(64, LinkLayer::Ethernet)],
        )
    }

    /// A cable between the next free ports.
    fn cable(&mut self, a: usize, b: usize, rate: u64) {
        let mut end = |i: usize| {
            self.used[i] += 1;
            PortRef {
                node: NodeId::new(i as u32),
                port: self.used[i] - 1,
            }
        };
        let link = Link {
            a: end(a),
            b: end(b),
            rate: gbps(rate),
            cable: Cable::dac(Length::from_metres(1)),
        };
        self.topology
            .set_link(LinkId::new(self.cables), Some(Arc::new(link)));
        self.cables += 1;
    }

    fn bisection(&self, options: GraphOptions) -> DesignBisection {
        design_bisection(&self.topology, &options, Effort::INTERACTIVE)
    }

    fn exact_gbps(&self) -> u64 {
        let answer = self.bisection(GraphOptions::default()).bisection;
        assert!(answer.is_exact(), "{answer:?}");
        answer.upper.as_bps() / 1_000_000_000
    }
}

fn plain_server(gpus: u16, nics: u16, pcie: Option<u64>) -> Server {
    Server {
        gpus,
        nics,
        nic_pcie: pcie.map(gbps),
        nvlink: None,
    }
}

#[test]
fn pcie_caps_a_nic_of_its_own() {
    let mut bench = Bench::default();
    let (a, b) = (
        bench.server(plain_server(1, 1, Some(64)), 1),
        bench.server(plain_server(1, 1, None), 1),
    );
    let leaf = bench.switch();
    bench.cable(a, leaf, 100);
    bench.cable(b, leaf, 100);
    assert_eq!(bench.exact_gbps(), 64);
    let design = from_topology(&bench.topology, &GraphOptions::default());
    assert_eq!(
        design.origins,
        [
            Origin::Gpu(NodeId::new(0), 0),
            Origin::Gpu(NodeId::new(1), 0),
            Origin::Device(NodeId::new(2))
        ]
    );
}

#[test]
fn a_shared_nic_is_one_bottleneck_for_its_gpus() {
    // Two servers of four GPUs behind one 100G NIC each: half of the GPUs send through one NIC.
    for (pcie, n_ports, expected) in [
        (None, 1, 100),
        (Some(80), 1, 80),
        (None, 2, 200),
        (Some(150), 2, 150),
    ] {
        let mut bench = Bench::default();
        let (a, b) = (
            bench.server(plain_server(4, 1, pcie), n_ports),
            bench.server(plain_server(4, 1, pcie), n_ports),
        );
        let leaf = bench.switch();
        for _ in 0..n_ports {
            bench.cable(a, leaf, 100);
            bench.cable(b, leaf, 100);
        }
        assert_eq!(bench.exact_gbps(), expected, "{pcie:?} {n_ports}");
        let full = bench.bisection(GraphOptions::default()).bisection.full;
        assert_eq!(full.as_bps() / 1_000_000_000, expected);
    }
}

#[test]
fn ports_of_one_gpu_add_up_to_what_pcie_carries() {
    for (pcie, expected) in [(None, 200), (Some(126), 126), (Some(400), 200)] {
        let mut bench = Bench::default();
        let (a, b) = (
            bench.server(plain_server(1, 1, pcie), 2),
            bench.server(plain_server(1, 1, pcie), 2),
        );
        let (left, right) = (bench.switch(), bench.switch());
        for server in [a, b] {
            bench.cable(server, left, 100);
            bench.cable(server, right, 100);
        }
        assert_eq!(bench.exact_gbps(), expected);
    }
}

#[test]
fn nvlink_domains_join_gpus_at_the_lesser_rate() {
    let mut bench = Bench::default();
    let nvlink = Nvlink {
        rate_per_gpu: gbps(2400),
        reach: NvlinkReach::External,
    };
    let tray = Server {
        gpus: 2,
        nics: 0,
        nic_pcie: None,
        nvlink: Some(nvlink),
    };
    let trays = [bench.server(tray, 0), bench.server(tray, 0)];
    let domain = NvlinkDomain {
        gpus: 4,
        rate_per_gpu: gbps(3600),
    };
    let domain = bench.add(NodeKind::NvlinkDomain(domain), vec![ports(4, LinkLayer::Nvlink)]);
    bench.cable(trays[0], domain, 4800);
    bench.cable(trays[1], domain, 4000);
    // GPUs of the second tray get 2,000 each: the cheapest half is that tray.
    assert_eq!(bench.exact_gbps(), 4000);
    let answer = bench.bisection(GraphOptions::default());
    let cut = answer.cut.unwrap();
    assert_eq!(cut.links, [LinkId::new(1)]);
    let without = bench.bisection(GraphOptions {
        nvlink: false,
        ..GraphOptions::default()
    });
    assert_eq!(
        (without.bisection.upper, without.bisection.proof),
        (BitRate::ZERO, Proof::Trivial)
    );
}

#[test]
fn an_odd_number_of_servers_is_cut_through_nvlink_or_not_at_all_as_whole_servers() {
    let mut bench = Bench::default();
    let nvlink = Some(Nvlink {
        rate_per_gpu: gbps(1000),
        reach: NvlinkReach::Internal,
    });
    let leaves: Vec<usize> = (0..2).map(|_| bench.switch()).collect();
    for _ in 0..3 {
        let server = bench.server(
            Server {
                gpus: 2,
                nics: 2,
                nic_pcie: None,
                nvlink,
            },
            2,
        );
        bench.cable(server, leaves[0], 100);
        bench.cable(server, leaves[1], 100);
    }
    // Rails without spines: one server must be split, through its NVLink and one leaf's links.
    let gpus = bench.bisection(GraphOptions::default());
    assert!(gpus.bisection.is_exact() && gpus.bisection.upper > gpus.bisection.full);
    assert_eq!(gpus.cut.unwrap().split_servers.len(), 1);
    let servers = bench
        .bisection(GraphOptions {
            endpoints: Endpoints::Servers,
            nvlink: true,
        })
        .bisection;
    assert_eq!((servers.upper, servers.endpoints), (gbps(200), 3));
}

#[test]
fn hostile_designs_have_an_answer() {
    let mut bench = Bench::default();
    for server in [
        plain_server(0, 9, None),
        plain_server(3, 0, None),
        plain_server(5, 2, Some(0)),
        plain_server(1, 50, None),
    ] {
        let id = bench.server(server, 3);
        let leaf = bench.switch();
        for rate in [0, 100, 200] {
            bench.cable(id, leaf, rate);
        }
    }
    bench.cable(0, 2, 100);
    assert!(bench.bisection(GraphOptions::default()).bisection.is_exact());
    for _ in 0..5 {
        bench.server(plain_server(u16::MAX, 1, None), 1);
    }
    let answer = bench.bisection(GraphOptions::default()).bisection;
    assert_eq!((answer.lower, answer.proof), (BitRate::ZERO, Proof::BoundsOnly));
    assert_eq!(answer.endpoints, 3 + 5 + 1 + 5 * u32::from(u16::MAX));
}
