//! What holds of every run.

use super::support::{clos, finish, flow, flows, run};
use crate::engine::sim::packet::{Kind, Node};
use crate::engine::sim::{Network, Profile, Progress, Scenario, ScenarioError, Simulation, WorkloadSpec};
use crate::engine::units::{BitRate, Bytes, SimTime};
use proptest::prelude::*;

const US: SimTime = SimTime::from_us(1);

fn star(hosts: u32) -> Network {
    clos(hosts, 1, 0, BitRate::from_gbps(100), US, Bytes::from_mib(4))
}

/// Payload that NICs have put on the wire.
fn sent(simulation: &Simulation) -> u64 {
    let core = &simulation.core;
    let framing = core.rules.framing;
    let of = |port: &crate::engine::sim::port::Port| {
        let counters = &port.counters;
        let data_frames = counters.frames - counters.control_frames;
        counters.bytes
            - counters.control_frames * u64::from(framing.ack)
            - data_frames * u64::from(framing.data_header)
    };
    core.ports.iter().filter(|port| port.on_host).map(of).sum()
}

/// Payload in frames on a wire or in a queue.
fn under_way(simulation: &Simulation) -> u64 {
    let header = u64::from(simulation.core.rules.framing.data_header);
    let is_data = |node: &&Node| node.kind == Kind::Data;
    simulation
        .core
        .pool
        .iter()
        .filter(is_data)
        .map(|node| u64::from(node.size) - header)
        .sum()
}

/// A little fabric with random flows.
fn any_run() -> impl Strategy<Value = (Network, Scenario)> {
    let fabric = (2_u32..9, 1_u32..4, 1_u32..3, 1_u64..5, 0_u64..1_500, 4_u64..8);
    let traffic = prop::collection::vec((0_u32..8, 0_u32..8, 1_u64..400_000, 0_u64..40_000), 1..12);
    let switches = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<u64>(),
        any::<bool>(),
    );
    (fabric, traffic, switches).prop_map(
        |((hosts, leaves, spines, rate, delay, mib), traffic, (ecn, dcqcn, pfc, seed, hpcc))| {
            let leaves = leaves.min(hosts);
            let rate = BitRate::from_gbps(25 * rate * rate);
            let network = clos(
                hosts,
                leaves,
                spines,
                rate,
                SimTime::from_ns(delay.max(1)),
                Bytes::from_mib(mib),
            );
            let mut list = Vec::new();
            for (src, dst, size, start) in traffic {
                let (src, dst) = (src % hosts, dst % hosts);
                if src != dst {
                    let mut flow = flow(src, dst, size);
                    flow.start = SimTime::from_ns(start);
                    list.push(flow);
                }
            }
            if list.is_empty() {
                list.push(flow(0, 1, 1));
            }
            let profile = if hpcc { Profile::Hpcc } else { Profile::Exact };
            let mtu = if hpcc {
                Bytes::new(1_000)
            } else {
                Bytes::new(4_096)
            };
            (
                network,
                Scenario {
                    ecn,
                    dcqcn,
                    pfc,
                    seed,
                    profile,
                    mtu,
                    time_limit: SimTime::from_ms(100),
                    ..flows(list)
                },
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Bytes sent = delivered + thrown away + dropped + under way, at any instant; queues stay inside the buffer.
    #[test]
    fn bytes_are_conserved((network, scenario) in any_run(), slice in 1_u32..5_000) {
        let mut simulation = Simulation::on_network(network, &scenario).unwrap();
        loop {
            let progress = simulation.advance(slice);
            let totals = simulation.core.totals;
            let accounted = totals.delivered_payload + totals.discarded_payload + totals.dropped_payload;
            prop_assert_eq!(sent(&simulation), accounted + under_way(&simulation));
            for buffer in &simulation.core.switches {
                prop_assert!(buffer.used <= buffer.pool);
            }
            if progress == Progress::Finished {
                break;
            }
        }
        let report = simulation.report();
        if report.finished {
            prop_assert_eq!(report.totals.delivered, report.totals.planned);
        } else {
            prop_assert!(report.totals.drops > 0 || !report.unfinished.is_empty());
        }
    }

    /// However the run is sliced, the same frames start at the same times.
    #[test]
    fn slices_do_not_matter((network, scenario) in any_run()) {
        let mut fine = Simulation::on_network(network.clone(), &scenario).unwrap();
        let mut coarse = Simulation::on_network(network, &scenario).unwrap();
        while fine.advance(1) != Progress::Finished {}
        while coarse.advance(1_000) != Progress::Finished {}
        prop_assert_eq!(fine.trace_hash(), coarse.trace_hash());
        prop_assert_eq!(fine.report(), coarse.report());
    }

    /// With PFC and the profile's headroom nothing is lost, and everything arrives.
    #[test]
    fn a_lossless_class_loses_nothing((network, scenario) in any_run()) {
        let scenario = Scenario { pfc: true, profile: Profile::Exact, mtu: Bytes::new(4_096), ..scenario };
        let report = run(network, &scenario);
        prop_assert_eq!(report.totals.drops, 0);
        prop_assert!(report.finished, "{:?}", report.unfinished);
        prop_assert_eq!(report.totals.discarded, Bytes::ZERO);
    }

    /// A flow alone takes the time of the formula: its frames one behind the other, stored and forwarded.
    #[test]
    fn a_flow_alone_takes_the_computed_time(size in 1_u64..3_000_000, gbps in 1_u64..9, delay in 1_u64..5_000) {
        let network = clos(4, 2, 2, BitRate::from_gbps(100 * gbps), SimTime::from_ns(delay), Bytes::from_mib(32));
        let report = run(network, &flows(vec![flow(0, 3, size)]));
        prop_assert_eq!(report.flows[0].slowdown, Some(1.0));
    }
}

#[test]
fn one_frame_takes_the_time_of_its_hops() {
    // 4,096 B: 4,178 B on the wire = 334.24 ns at 100G, twice; the acknowledgement 86 B = 6.88 ns, twice; 4 us of cable.
    let report = run(star(2), &flows(vec![flow(0, 1, 4_096)]));
    assert_eq!(
        report.flows[0].fct,
        Some(SimTime::from_ps(4_000_000 + 2 * 334_240 + 2 * 6_880))
    );
}

#[test]
fn ten_megabytes_take_the_time_of_the_reference_model() {
    // N * 83 + (hops - 1) * 83 + hops * 2 * delay + hops * 4 ns.
    let hpcc = Scenario {
        profile: Profile::Hpcc,
        mtu: Bytes::new(1_000),
        ..flows(vec![flow(0, 1, 10_000_000)])
    };
    assert_eq!(run(star(2), &hpcc).flows[0].fct, Some(SimTime::from_ns(834_091)));
}

#[test]
fn the_seed_decides_the_run() {
    let incast = |seed| Scenario {
        seed,
        ..flows((1..9).map(|i| flow(i, 0, 2_000_000)).collect())
    };
    let network = || clos(9, 1, 0, BitRate::from_gbps(100), US, Bytes::from_mib(32));
    let hash = |seed| run(network(), &incast(seed)).trace_hash;
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
}

#[test]
fn flows_wait_for_those_they_depend_on() {
    let mut second = flow(1, 2, 1_000);
    (second.after, second.delay) = (vec![0], SimTime::from_us(7));
    let report = run(star(3), &flows(vec![flow(0, 1, 100_000), second]));
    let first_end = report.flows[0].fct.unwrap();
    assert_eq!(report.flows[1].start, Some(first_end + SimTime::from_us(7)));
}

#[test]
fn what_cannot_run_is_refused_by_name() {
    let refuse =
        |network: Network, scenario: &Scenario| Simulation::on_network(network, scenario).unwrap_err();
    let mut alone = star(2);
    alone.links.truncate(1);
    let error = refuse(alone, &flows(vec![flow(0, 1, 1)]));
    assert_eq!(
        error,
        ScenarioError::Unreachable {
            from: "host 0".into(),
            to: "host 1".into()
        }
    );
    assert_eq!(
        refuse(star(2), &flows(vec![flow(1, 1, 1)])),
        ScenarioError::ToItself("host 1".into())
    );
    assert_eq!(
        refuse(star(2), &flows(vec![flow(0, 1, 0)])),
        ScenarioError::Size(Bytes::ZERO)
    );
    let mut circle = vec![flow(0, 1, 1), flow(1, 0, 1)];
    (circle[0].after, circle[1].after) = (vec![1], vec![0]);
    assert!(matches!(
        refuse(star(2), &flows(circle)),
        ScenarioError::Dependency { .. }
    ));
    let mut dead = star(2);
    dead.links[0].rate = BitRate::ZERO;
    assert_eq!(
        refuse(dead, &flows(vec![flow(0, 1, 1)])),
        ScenarioError::ZeroRate("l0".into())
    );
    let small = clos(
        2,
        1,
        0,
        BitRate::from_gbps(100),
        SimTime::from_us(100),
        Bytes::new(100_000),
    );
    assert!(matches!(
        refuse(small, &flows(vec![flow(0, 1, 1)])),
        ScenarioError::Buffer { .. }
    ));
}

#[test]
fn patterns_send_what_they_say() {
    let send = |workload| {
        run(
            star(5),
            &Scenario {
                workload,
                ..Scenario::default()
            },
        )
    };
    let size = Bytes::new(10_000);
    assert_eq!(
        send(WorkloadSpec::Incast { senders: 4, size }).totals.delivered,
        size * 4
    );
    assert_eq!(send(WorkloadSpec::AllToAll { size }).totals.delivered, size * 20);
    let report = send(WorkloadSpec::Permutation { size });
    let mut targets: Vec<_> = report.flows.iter().map(|flow| flow.dst).collect();
    targets.sort();
    targets.dedup();
    assert_eq!((report.flows.len(), targets.len()), (5, 5));
    assert!(report.flows.iter().all(|flow| flow.src != flow.dst));
}

#[test]
fn a_time_limit_ends_the_run_and_says_so() {
    let scenario = Scenario {
        time_limit: SimTime::from_us(50),
        ..flows(vec![flow(0, 1, 10_000_000)])
    };
    let report = finish(Simulation::on_network(star(2), &scenario).unwrap());
    assert!(!report.finished);
    assert_eq!(report.unfinished[0].why, "the time limit came first");
    assert_eq!(report.end, SimTime::from_us(50));
}
