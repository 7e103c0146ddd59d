//! The packet simulator from outside: the reference model to the nanosecond, and a table of incasts.

use fabricad::engine::ids::{LinkId, NodeId};
use fabricad::engine::sim::network::{Host, Network, NetworkLink, SwitchSite, Vertex};
use fabricad::engine::sim::{
    DcqcnParameters, EcnThresholds, FlowSpec, Profile, Progress, Scenario, SimReport, Simulation,
    WorkloadSpec,
};
use fabricad::engine::topology::{LinkLayer, PortRef};
use fabricad::engine::units::{BitRate, Bytes, SimTime};
use std::fmt::Write;

/// Hosts on one switch at 100G, 1 us of cable each; addresses as the reference model gives them.
fn star(hosts: u32, buffer: Bytes) -> Network {
    let port = |i: u32| PortRef {
        node: NodeId::new(i),
        port: 0,
    };
    let host = |i: u32| Host {
        port: port(i),
        name: format!("host {i}"),
        address: 0x0b00_0001 + ((i / 256) << 16) + ((i % 256) << 8),
        injection: None,
    };
    let link = |i: u32| NetworkLink {
        id: LinkId::new(i),
        a: Vertex::Host(i),
        b: Vertex::Switch(0),
        rate: BitRate::from_gbps(100),
        delay: SimTime::from_us(1),
        layer: LinkLayer::Ethernet,
    };
    let switch = SwitchSite {
        node: NodeId::new(hosts),
        name: "switch".into(),
        buffer,
        hash_seed: hosts,
    };
    Network {
        hosts: (0..hosts).map(host).collect(),
        switches: vec![switch],
        links: (0..hosts).map(link).collect(),
        ..Network::default()
    }
}

/// Hosts 0 to `senders - 1` send to the last.
fn incast(senders: u32, size: u64) -> WorkloadSpec {
    let port = |i: u32| PortRef {
        node: NodeId::new(i),
        port: 0,
    };
    let flow = |i: u32| FlowSpec {
        src: port(i),
        dst: port(senders),
        dst_port: 100,
        size: Bytes::new(size),
        start: SimTime::ZERO,
        after: Vec::new(),
        delay: SimTime::ZERO,
    };
    WorkloadSpec::Flows((0..senders).map(flow).collect())
}

fn run(network: Network, scenario: &Scenario) -> SimReport {
    let mut simulation = Simulation::on_network(network, scenario).unwrap();
    while simulation.advance(1_000_000) != Progress::Finished {}
    simulation.report()
}

/// The reference model's parameters.
fn reference(senders: u32) -> Scenario {
    Scenario {
        profile: Profile::Hpcc,
        workload: incast(senders, 4_000_000),
        mtu: Bytes::new(1_000),
        reaction: DcqcnParameters {
            additive_increase: BitRate::from_mbps(20),
            hyper_increase: BitRate::from_mbps(200),
            increase_reference: None,
            ..DcqcnParameters::default()
        },
        acknowledgements_obey_pause: false,
        retransmit_timeout: None,
        ..Scenario::default()
    }
}

#[test]
fn incasts_take_the_nanoseconds_of_the_reference_model() {
    let rows = include_str!("../data/ns3_incast.csv").lines().skip(2);
    let mut checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |i: usize| cells[i].parse::<u64>().unwrap();
        let (senders, ecn) = (number(0) as u32, number(2) == 1);
        let thresholds = EcnThresholds {
            rate: BitRate::from_gbps(100),
            k_min: Bytes::new(1_000 * number(3)),
            k_max: Bytes::new(1_000 * number(4)),
            p_max: cells[5].parse().unwrap(),
        };
        let scenario = Scenario {
            ecn,
            dcqcn: ecn,
            marking: vec![thresholds],
            seed: number(6),
            ..reference(senders)
        };
        let report = run(star(senders + 1, Bytes::from_mib(number(1))), &scenario);
        let got: Vec<u64> = report
            .flows
            .iter()
            .map(|flow| flow.fct.unwrap().as_ns())
            .collect();
        let want: Vec<u64> = cells[7].split(' ').map(|ns| ns.parse().unwrap()).collect();
        assert_eq!(got, want, "{row}");
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

/// Incasts of 2 MB a sender in the default profile: degree and buffer against goodput, pauses and tail.
#[test]
fn incast_table() {
    let mut table =
        String::from("senders  buffer  goodput Gb/s  pauses  paused us  marked  peak kB  p99 us\n");
    for (senders, mib) in [2, 4, 8, 16].into_iter().flat_map(|n| [(n, 1), (n, 4), (n, 32)]) {
        let scenario = Scenario {
            workload: incast(senders, 2_000_000),
            ..Scenario::default()
        };
        let report = run(star(senders + 1, Bytes::from_mib(mib)), &scenario);
        assert!(report.finished && report.totals.drops == 0);
        let times = report.fct.unwrap();
        let goodput = f64::from(senders) * 16e6 / (times.max.as_us_f64() * 1e3);
        let peak = report
            .links
            .iter()
            .map(|link| link.backward.peak_queue.as_u64())
            .max()
            .unwrap_or(0);
        let totals = report.totals;
        writeln!(
            table,
            "{senders:7}  {mib:2} MiB  {goodput:12.2}  {:6}  {:9.1}  {:6}  {:7.1}  {:6.1}",
            totals.pauses,
            totals.paused.as_us_f64(),
            totals.ce_marked,
            peak as f64 / 1e3,
            times.p99.as_us_f64(),
        )
        .unwrap();
    }
    insta::assert_snapshot!(table);
}

#[test]
fn one_hash_stands_for_a_run_on_every_platform() {
    let scenario = Scenario {
        workload: incast(4, 1_000_000),
        ..Scenario::default()
    };
    let report = run(star(5, Bytes::from_mib(4)), &scenario);
    insta::assert_snapshot!(format!(
        "{:016x} {} {}",
        report.trace_hash, report.events, report.frame_hops
    ));
}
