//! The ring all-reduce on drawn fabrics.

use super::support::{finish, rail_fabric};
use crate::engine::sim::{Scenario, ScenarioError, SimReport, Simulation, StepCosts, WorkloadSpec};
use crate::engine::topology::{LinkLayer, Topology};
use crate::engine::units::{BitRate, Bytes, SimTime};
use proptest::prelude::*;

const NIC: BitRate = BitRate::from_gbps(100);
const NVLINK: BitRate = BitRate::from_gbytes(300);

fn scenario(message: Bytes) -> Scenario {
    let steps = StepCosts {
        local_hop: SimTime::from_ns(500),
        network_step: SimTime::ZERO,
        ..StepCosts::default()
    };
    Scenario {
        workload: WorkloadSpec::RingAllReduce { message },
        steps,
        ..Scenario::default()
    }
}

fn reduce(topology: &Topology, message: Bytes) -> SimReport {
    finish(Simulation::new(topology, &scenario(message)).unwrap())
}

fn busbw(report: &SimReport) -> f64 {
    report.all_reduce.unwrap().busbw.unwrap().as_gbytes_f64()
}

#[test]
fn a_ring_moves_what_the_algorithm_says() {
    let report = reduce(
        &rail_fabric(4, 2, 1, NIC, NVLINK, LinkLayer::Ethernet),
        Bytes::from_mib(4),
    );
    let result = report.all_reduce.unwrap();
    assert!(report.finished);
    assert_eq!((result.ranks, result.nodes, result.rings), (8, 4, 2));
    // Each of 2 rings crosses 4 times; each crossing carries 14 chunks of 4 MiB / 16.
    assert_eq!(report.flows.len(), 8);
    assert!(report.flows.iter().all(|flow| flow.size.as_u64() == 14 * 262_144));
    assert_eq!(report.totals.delivered.as_u64(), 8 * 14 * 262_144);
}

#[test]
fn a_large_message_comes_near_the_nics() {
    let report = reduce(
        &rail_fabric(2, 4, 0, NIC, NVLINK, LinkLayer::Ethernet),
        Bytes::from_mib(64),
    );
    let got = busbw(&report);
    // 4 NICs of 12.5 GB/s; headers take 2 %, acknowledgements 2 %.
    assert!((40.0..50.0).contains(&got), "{got}");
}

#[test]
fn one_server_needs_no_network() {
    let report = reduce(
        &rail_fabric(1, 8, 0, NIC, NVLINK, LinkLayer::Ethernet),
        Bytes::from_mib(256),
    );
    assert!(report.finished && report.frame_hops == 0);
    let got = busbw(&report);
    assert!((200.0..=300.0).contains(&got), "{got}");
}

#[test]
fn hosts_with_one_gpu_make_a_plain_ring() {
    let report = reduce(
        &rail_fabric(6, 1, 0, NIC, BitRate::ZERO, LinkLayer::Ethernet),
        Bytes::from_mib(16),
    );
    let got = busbw(&report);
    assert!((10.0..12.5).contains(&got), "{got}");
}

#[test]
fn infiniband_is_lossless_by_credits() {
    let report = reduce(
        &rail_fabric(4, 2, 1, NIC, NVLINK, LinkLayer::InfiniBand),
        Bytes::from_mib(4),
    );
    assert!(report.finished);
    assert_eq!(
        (report.totals.drops, report.totals.pauses, report.totals.ce_marked),
        (0, 0, 0)
    );
    assert!(report.notes.iter().any(|note| note.contains("InfiniBand")));
}

#[test]
fn an_infiniband_incast_waits_for_credits() {
    let topology = rail_fabric(9, 1, 0, NIC, BitRate::ZERO, LinkLayer::InfiniBand);
    let workload = WorkloadSpec::Incast {
        senders: 8,
        size: Bytes::new(4_000_000),
    };
    let scenario = Scenario {
        workload,
        default_buffer: Bytes::new(200_000),
        ..Scenario::default()
    };
    let report = finish(Simulation::new(&topology, &scenario).unwrap());
    assert!(report.finished && report.totals.drops == 0);
    let times = report.fct.unwrap();
    assert!(
        times.max.as_us_f64() < 1.02 * 32e6 / 4_096.0 * 4_178.0 * 8.0 / 1e5,
        "{times:?}"
    );
    let peak: u64 = report
        .links
        .iter()
        .map(|link| link.backward.peak_queue.as_u64())
        .sum();
    assert!(peak <= 200_000, "{peak}");
}

#[test]
fn rails_that_do_not_meet_are_named() {
    let mut topology = rail_fabric(3, 1, 0, NIC, BitRate::ZERO, LinkLayer::Ethernet);
    topology.set_link(crate::engine::ids::LinkId::new(2), None);
    let error = Simulation::new(&topology, &scenario(Bytes::from_mib(1))).unwrap_err();
    assert!(
        matches!(&error, ScenarioError::NothingToSimulate(what) if what.contains("server 2")),
        "{error}"
    );
}

#[test]
fn an_empty_design_is_refused() {
    let error = Simulation::new(&Topology::default(), &scenario(Bytes::from_mib(1))).unwrap_err();
    assert!(matches!(error, ScenarioError::NothingToSimulate(_)));
}

#[test]
fn the_example_design_runs_to_its_end() {
    let topology = rail_fabric(32, 8, 4, NIC, NVLINK, LinkLayer::Ethernet);
    let report = reduce(&topology, Bytes::from_mib(16));
    assert!(report.finished);
    assert_eq!(report.totals.drops, 0);
    assert_eq!(report.totals.delivered.as_u64(), 8 * 32 * 510 * 8_192);
    assert!(report.sample_times.len() <= 400);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// No ring is faster than its NICs together, nor than a GPU's NVLink.
    #[test]
    fn busbw_stays_below_the_bound(
        servers in 1_u32..5,
        gpus in 1_u16..5,
        nic in 1_u64..5,
        nvlink in 1_u64..40,
        kib in 1_u64..2_000,
    ) {
        prop_assume!(servers * u32::from(gpus) > 1);
        let (nic, nvlink) = (BitRate::from_gbps(100 * nic), BitRate::from_gbytes(10 * nvlink));
        let topology = rail_fabric(servers, gpus, 1, nic, nvlink, LinkLayer::Ethernet);
        let report = reduce(&topology, Bytes::from_kib(kib));
        prop_assert!(report.finished);
        let mut bound = f64::INFINITY;
        if servers > 1 {
            bound = bound.min(nic.as_gbytes_f64() * f64::from(gpus));
        }
        if gpus > 1 {
            bound = bound.min(nvlink.as_gbytes_f64());
        }
        prop_assert!(busbw(&report) <= bound * 1.000_001, "{} {}", busbw(&report), bound);
    }
}

#[test]
fn a_small_message_is_told_to_be_latency_bound() {
    let fabric = rail_fabric(2, 4, 0, NIC, NVLINK, LinkLayer::Ethernet);
    let says = |message: Bytes| {
        let scenario = Scenario {
            workload: WorkloadSpec::RingAllReduce { message },
            ..Scenario::default()
        };
        let report = finish(Simulation::new(&fabric, &scenario).unwrap());
        report.notes.iter().any(|note| note.starts_with("Latency-bound"))
    };
    assert!(says(Bytes::from_kib(64)));
    assert!(!says(Bytes::from_mib(64)));
}
