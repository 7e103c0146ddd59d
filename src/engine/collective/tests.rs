//! Known answers of the closed forms.

use super::alpha_beta::{FlatAlgorithm, FlatNetwork};
use super::*;

fn reference(nodes: u32, nvlink: u64, nic_gbps: u64) -> ClusterShape {
    ClusterShape {
        gpus: 8 * nodes,
        nodes,
        gpus_per_node: 8,
        nics_per_node: 8,
        nic_rate: BitRate::from_gbps(nic_gbps),
        nvlink_rate: BitRate::from_gbytes(nvlink),
        generation: GpuGeneration::Ampere,
        fabric_limit: None,
    }
}

fn assert_near(found: f64, wanted: f64) {
    assert!(
        (found - wanted).abs() < 1e-6 * wanted.max(1.0),
        "found {found}, wanted {wanted}"
    );
}

#[test]
fn two_nodes_of_eight_could_reach_187_gbytes() {
    let size = Bytes::new(1_000_000_000);
    let bounds = possible(&reference(2, 300, 100), size).expect("it runs");
    assert_near(bounds.pipelined.busbw_gbytes, 187.5);
    assert!((bounds.serial.busbw_gbytes - 118.42).abs() < 0.01);
    assert_near(bounds.inter_node_floor.time.as_us_f64(), 10_000.0);
}

/// Rows of a table worked out by hand from the two phases, NVLink counted at 235 GB/s.
#[test]
fn hierarchical_rows_match() {
    let rows = [
        (1, 100, 235.0, 235.0),
        (2, 100, 107.469_512_195_121_95, 187.5),
        (64, 100, 73.563_462_949_243_4, 101.388_888_888_888_89),
        (2, 200, 150.641_025_641_025_64, 251.785_714_285_714_28),
        (16, 200, 117.964_424_677_604_7, 211.666_666_666_666_7),
    ];
    for (nodes, gbps, serial, pipelined) in rows {
        let bounds = possible(&reference(nodes, 235, gbps), Bytes::new(1_000_000_000)).expect("it runs");
        assert!(
            (bounds.serial.busbw_gbytes - serial).abs() < 1e-4,
            "{nodes} nodes: {bounds:?}"
        );
        assert!(
            (bounds.pipelined.busbw_gbytes - pipelined).abs() < 1e-4,
            "{nodes} nodes: {bounds:?}"
        );
    }
}

#[test]
fn flat_models_match_their_formulae() {
    let network = |ranks| FlatNetwork {
        ranks,
        step_latency: SimTime::from_us(5),
        link_rate: BitRate::from_gbps(100),
    };
    let at = |ranks, algorithm, bytes| network(ranks).micros(algorithm, Bytes::new(bytes));
    assert_near(at(2, FlatAlgorithm::Ring, 1000), 10.08);
    assert_near(at(8, FlatAlgorithm::Ring, 10_000_000), 1470.0);
    assert_near(at(4, FlatAlgorithm::RecursiveDoubling, 100_000), 26.0);
    assert_near(at(8, FlatAlgorithm::HalvingDoubling, 1_000_000), 170.0);
    assert_near(at(4, FlatAlgorithm::Direct, 10_000_000), 1210.0);
    assert_near(at(8, FlatAlgorithm::InNetwork, 1_000_000), 90.0);
    assert_near(network(8).lower_bound_micros(Bytes::new(1_000_000)), 155.0);
    assert_eq!(at(1, FlatAlgorithm::Ring, 1000), 0.0);
}

#[test]
fn no_flat_model_beats_the_bound_without_help() {
    for ranks in [2, 3, 8, 100, 1024] {
        let network = FlatNetwork {
            ranks,
            step_latency: SimTime::from_us(5),
            link_rate: BitRate::from_gbps(400),
        };
        for size in [1, 1000, 1_000_000, 10_000_000_000] {
            let bandwidth_only = busbw_factor(ranks)
                * network
                    .link_rate
                    .serialization_delay(Bytes::new(size))
                    .as_us_f64();
            for algorithm in FlatAlgorithm::ALL {
                let micros = network.micros(algorithm, Bytes::new(size));
                let helped = algorithm == FlatAlgorithm::InNetwork;
                assert!(helped || algorithm == FlatAlgorithm::DoubleTree || micros >= bandwidth_only * 0.999);
                assert!(micros.is_finite() && micros > 0.0);
            }
        }
    }
}
