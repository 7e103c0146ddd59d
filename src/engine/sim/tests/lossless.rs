//! PFC, loss without it, and fairness.

use super::support::{clos, flow, flows, run};
use crate::engine::sim::{Headroom, Network, PfcParameters, Profile, Scenario};
use crate::engine::units::{BitRate, Bytes, SimTime};

fn star(hosts: u32) -> Network {
    clos(
        hosts,
        1,
        0,
        BitRate::from_gbps(100),
        SimTime::from_us(1),
        Bytes::from_mib(4),
    )
}

fn incast(senders: u32, size: u64) -> Scenario {
    flows((1..=senders).map(|i| flow(i, 0, size)).collect())
}

#[test]
fn two_to_one_without_marks_pauses_and_splits_evenly() {
    let report = run(
        star(3),
        &Scenario {
            ecn: false,
            ..incast(2, 8_000_000)
        },
    );
    assert!(report.finished && report.totals.pauses > 0);
    assert_eq!(
        (report.totals.drops, report.totals.pauses),
        (0, report.totals.resumes)
    );
    let fct: Vec<f64> = report
        .flows
        .iter()
        .map(|flow| flow.fct.unwrap().as_us_f64())
        .collect();
    assert!((fct[0] / fct[1] - 1.0).abs() < 0.01, "{fct:?}");
    // Both together keep the receiver's link full: 16 MB and their headers at 100 Gb/s.
    let ideal = 16_000_000.0 / 4_096.0 * 4_178.0 * 8.0 / 1e5;
    assert!(fct[0].max(fct[1]) < 1.01 * ideal, "{fct:?} against {ideal}");
}

#[test]
fn every_pause_ends() {
    for senders in [2, 4, 8] {
        let report = run(
            star(senders + 1),
            &Scenario {
                ecn: false,
                ..incast(senders, 2_000_000)
            },
        );
        for link in &report.links {
            for direction in [&link.forward, &link.backward] {
                assert_eq!(direction.pause_count, direction.resume_count);
                assert!(direction.longest_pause <= direction.paused);
            }
        }
    }
}

#[test]
fn marks_keep_the_queue_below_where_pauses_begin() {
    let network = || {
        clos(
            3,
            1,
            0,
            BitRate::from_gbps(100),
            SimTime::from_us(1),
            Bytes::from_mib(32),
        )
    };
    let marked = run(network(), &incast(2, 20_000_000));
    let unmarked = run(
        network(),
        &Scenario {
            ecn: false,
            ..incast(2, 20_000_000)
        },
    );
    assert!(marked.totals.ce_marked > 0 && unmarked.totals.ce_marked == 0);
    assert!(marked.totals.pauses < unmarked.totals.pauses);
}

#[test]
fn without_pfc_frames_are_lost_and_sent_again() {
    let network = clos(
        9,
        1,
        0,
        BitRate::from_gbps(100),
        SimTime::from_us(1),
        Bytes::from_mib(1),
    );
    let report = run(
        network,
        &Scenario {
            pfc: false,
            ecn: false,
            ..incast(8, 1_000_000)
        },
    );
    assert!(report.finished, "{:?}", report.unfinished);
    assert!(report.totals.drops > 0 && report.totals.pauses == 0);
    assert!(report.flows.iter().any(|flow| flow.resent > Bytes::ZERO));
}

#[test]
fn a_lost_tail_without_a_timer_is_told() {
    let network = clos(
        9,
        1,
        0,
        BitRate::from_gbps(100),
        SimTime::from_us(1),
        Bytes::from_mib(1),
    );
    let lossy = Scenario {
        pfc: false,
        ecn: false,
        retransmit_timeout: None,
        ..incast(8, 1_000_000)
    };
    let report = run(network, &lossy);
    assert!(!report.finished);
    assert_eq!(
        report.unfinished[0].why,
        "its last frames were lost, and no timer sends them again"
    );
}

#[test]
fn too_little_headroom_drops_on_a_lossless_class() {
    let pause = PfcParameters {
        headroom: Headroom::Fixed(Bytes::new(3_711)),
        ..PfcParameters::default()
    };
    let network = clos(
        9,
        1,
        0,
        BitRate::from_gbps(100),
        SimTime::from_ns(99),
        Bytes::from_mib(4),
    );
    let hpcc = Scenario {
        profile: Profile::Hpcc,
        mtu: Bytes::new(1_000),
        pause,
        ecn: false,
        ..incast(8, 4_000_000)
    };
    let report = run(network, &hpcc);
    assert!(report.totals.drops > 0);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("headroom is too small"))
    );
}
