//! The model against a published tuning log, and its answers against measurements.

use super::constants::tree_correction;
use super::search::Graph;
use super::tuning::Scheme;
use super::*;

fn a100(nodes: u32, nics: u32, gbps: u64) -> ClusterShape {
    ClusterShape {
        gpus: 8 * nodes,
        nodes,
        gpus_per_node: 8,
        nics_per_node: nics,
        nic_rate: BitRate::from_gbps(gbps),
        nvlink_rate: BitRate::from_gbytes(300),
        generation: GpuGeneration::Ampere,
        fabric_limit: None,
    }
}

fn h100(nodes: u32) -> ClusterShape {
    ClusterShape {
        nvlink_rate: BitRate::from_gbytes(450),
        generation: GpuGeneration::Hopper,
        ..a100(nodes, 8, 400)
    }
}

fn busbw(shape: &ClusterShape, gib: u64) -> f64 {
    expected(shape, Bytes::from_gib(gib))
        .expect("it runs")
        .busbw_gbytes
}

fn assert_near(found: f64, wanted: f64, share: f64) {
    assert!(
        (found - wanted).abs() <= share * wanted,
        "found {found}, wanted {wanted} within {share}"
    );
}

/// NCCL 2.29.7, two ranks on two nodes, two channels at 1.2 GB/s between nodes, trees at 2.4 inside (one published log:
/// every latency and bandwidth that NCCL printed).
#[test]
fn a_published_tuning_log_is_reproduced() {
    let shape = ClusterShape {
        gpus: 2,
        gpus_per_node: 1,
        nvlink_rate: BitRate::ZERO,
        ..a100(2, 1, 20)
    };
    let graph = |intra| {
        Some(Graph {
            channels: 2,
            intra,
            inter: 1.2,
            limit: Bottleneck::Nic,
        })
    };
    let graphs = Graphs {
        ring: graph(1.2),
        tree: graph(2.4),
        nvls: None,
        has_nvlink: false,
    };
    use Operation::{AllGather, AllReduce, Broadcast};
    use Protocol::{Ll, Simple};
    #[rustfmt::skip]
    let printed = [
        (Broadcast, Scheme::Ring, Ll, 9.3, 1.2), (Broadcast, Scheme::Ring, Simple, 22.4, 2.4),
        (AllGather, Scheme::Ring, Ll, 11.6, 2.4), (AllGather, Scheme::Ring, Simple, 22.4, 4.8),
        (AllGather, Scheme::Pat, Simple, 17.6, 3.6),
        (AllReduce, Scheme::Tree, Ll, 16.8, 0.5), (AllReduce, Scheme::Tree, Simple, 36.4, 1.9),
        (AllReduce, Scheme::Ring, Ll, 16.6, 1.2), (AllReduce, Scheme::Ring, Simple, 36.4, 2.4),
    ];
    for (operation, scheme, protocol, latency, bandwidth) in printed {
        let cost = tuning::cost(&shape, &graphs, operation, scheme, protocol).expect("available");
        assert!(
            (cost.latency - latency).abs() < 0.05,
            "{scheme:?} {protocol:?}: {}",
            cost.latency
        );
        assert!(
            (cost.bandwidth - bandwidth).abs() < 0.05,
            "{scheme:?} {protocol:?}: {}",
            cost.bandwidth
        );
    }
    let absent = tuning::cost(
        &shape,
        &graphs,
        Operation::AllReduce,
        Scheme::Ring,
        Protocol::Ll128,
    );
    assert_eq!(absent, None);
}

#[test]
fn the_search_finds_the_speeds_that_logs_show() {
    let ring = |shape: &ClusterShape| {
        let graph = Graphs::search(shape).ring.expect("a ring");
        (graph.channels, graph.inter)
    };
    assert_eq!(ring(&a100(4, 8, 100)), (8, 12.0));
    assert_eq!(ring(&a100(4, 8, 200)), (8, 24.0));
    assert_eq!(ring(&a100(1, 0, 0)), (12, 20.0));
    assert_eq!(ring(&h100(4)), (8, 48.0));
    let slow = ClusterShape {
        gpus: 2,
        gpus_per_node: 1,
        nvlink_rate: BitRate::ZERO,
        ..a100(2, 1, 10)
    };
    assert_eq!(
        Graphs::search(&slow).tree.map(|graph| (graph.intra, graph.inter)),
        Some((2.4, 1.2))
    );
    assert_eq!(
        Graphs::search(&a100(2, 8, 100)).tree.map(|graph| graph.intra),
        Some(24.0)
    );
}

#[test]
fn rings_of_two_nodes_reach_what_the_search_counts() {
    let figure = predict(&a100(2, 8, 100), Bytes::from_gib(16), Algorithm::Ring).expect("it runs");
    assert_near(figure.busbw_gbytes, 96.0, 0.01);
    assert_eq!(
        (figure.protocol, figure.bottleneck),
        (Protocol::Simple, Bottleneck::Nic)
    );
    assert_near(nic_load(&a100(2, 8, 100), &figure).as_gbps_f64(), 96.0, 0.01);
    // A tree of two nodes sends each byte once over the wire: it beats the ring.
    let best = expected(&a100(2, 8, 100), Bytes::from_gib(1)).expect("it runs");
    assert_eq!(best.algorithm, Algorithm::Tree);
    assert!(
        best.busbw_gbytes > 150.0 && best.busbw_gbytes < 187.5,
        "{}",
        best.busbw_gbytes
    );
}

#[test]
fn nvls_trees_of_two_hopper_nodes_meet_their_cap() {
    let figure = expected(&h100(2), Bytes::from_gib(16)).expect("it runs");
    assert_eq!(figure.algorithm, Algorithm::NvlsTree);
    assert_near(figure.busbw_gbytes, 461.6, 0.01);
    assert!(
        (449.0..=455.0).contains(&busbw(&h100(2), 1)),
        "{}",
        busbw(&h100(2), 1)
    );
}

#[test]
fn one_node_is_as_fast_as_its_nvlink() {
    assert!(
        (228.0..=235.0).contains(&busbw(&a100(1, 0, 0), 8)),
        "{}",
        busbw(&a100(1, 0, 0), 8)
    );
    let nvls = expected(&h100(1), Bytes::from_gib(16)).expect("it runs");
    assert_eq!(
        (nvls.algorithm, nvls.bottleneck),
        (Algorithm::Nvls, Bottleneck::Nvlink)
    );
    assert_near(nvls.busbw_gbytes, 476.0, 0.01);
    let small = expected(&h100(1), Bytes::from_kib(64)).expect("it runs");
    assert_eq!(
        (small.algorithm, small.protocol, small.bottleneck),
        (Algorithm::Ring, Protocol::Ll, Bottleneck::Latency)
    );
}

/// All rows within 20 %, their mean error within 3 % and their mean distance within 8 %. Three of the rows set the
/// efficiencies (C009, C059, A100x1); the others were not fitted.
#[test]
fn measured_rows_are_met_within_a_band() {
    let table = include_str!("../../../../tests/data/measured_all_reduce.csv");
    let (mut rows, mut sum, mut distance) = (0.0, 0.0, 0.0);
    let mut lines = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cell: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cell[i].parse::<u32>().expect("a number");
        let generation = match cell[2] {
            "hopper" => GpuGeneration::Hopper,
            "blackwell" => GpuGeneration::Blackwell,
            _ => GpuGeneration::Ampere,
        };
        let shape = ClusterShape {
            gpus: number(4) * number(5),
            nodes: number(5),
            gpus_per_node: number(4),
            nics_per_node: number(6),
            nic_rate: BitRate::from_gbps(u64::from(number(7))),
            nvlink_rate: BitRate::from_gbytes(u64::from(number(3))),
            generation,
            fabric_limit: None,
        };
        let size = Bytes::from_mib(u64::from(number(8)));
        let figure = match cell[9] {
            "ring" => predict(&shape, size, Algorithm::Ring),
            "nvls" => predict(&shape, size, Algorithm::Nvls),
            _ => expected(&shape, size),
        };
        let found = figure.expect("it runs").busbw_gbytes;
        let measured: f64 = cell[10].parse().expect("a number");
        let error = found / measured - 1.0;
        let algorithm = figure.map_or("none", |figure| figure.algorithm.name());
        let percent = error * 100.0;
        lines.push(format!(
            "{:8}{algorithm:9}{measured:7.1}{found:7.1}{percent:+7.1} %",
            cell[0]
        ));
        assert!(error.abs() < 0.20, "{line}: {found}");
        rows += 1.0;
        sum += error;
        distance += error.abs();
    }
    insta::assert_snapshot!(lines.join("\n"), @r"
    C007    NVLSTree   448.9  454.6   +1.3 %
    C009    Ring       365.8  367.0   +0.3 %
    C011    Ring       368.8  359.8   -2.4 %
    C013    NVLS       476.0  475.8   -0.0 %
    C015    NVLSTree   488.8  460.8   -5.7 %
    C023    NVLSTree   340.0  356.9   +5.0 %
    C039    Ring        57.1   47.8  -16.2 %
    C041    Tree       222.9  206.8   -7.2 %
    C043    Tree       189.6  206.8   +9.0 %
    C047    Tree        78.3   82.6   +5.5 %
    C049    NVLSTree   437.8  458.1   +4.6 %
    C059    NVLS       836.1  838.0   +0.2 %
    A100x1  Ring       232.0  232.6   +0.3 %
    A100x3  Ring        96.0   95.8   -0.2 %
    ");
    assert!((sum / rows).abs() < 0.03 && distance / rows < 0.08);
}

#[test]
fn a_fabric_that_gives_less_is_named() {
    let full = a100(4, 8, 100);
    let half = ClusterShape {
        fabric_limit: Some(BitRate::from_gbps(400)),
        ..full
    };
    let figure = expected(&half, Bytes::from_gib(16)).expect("it runs");
    assert_eq!(figure.bottleneck, Bottleneck::Fabric);
    assert!(
        figure.busbw_gbytes <= 50.0 && figure.busbw_gbytes > 45.0,
        "{}",
        figure.busbw_gbytes
    );
    assert_eq!(
        expected(
            &ClusterShape {
                nics_per_node: 0,
                ..full
            },
            Bytes::from_gib(1)
        ),
        None
    );
    assert_eq!(
        expected(
            &ClusterShape {
                gpus: 1,
                nodes: 1,
                ..full
            },
            Bytes::from_gib(1)
        ),
        None
    );
}

#[test]
fn larger_messages_never_take_less_time_and_the_curve_rises() {
    for shape in [
        a100(1, 0, 0),
        a100(2, 8, 100),
        a100(32, 8, 100),
        h100(1),
        h100(2),
        h100(64),
    ] {
        let points = curve(&shape, &usual_sizes());
        assert_eq!(points.len(), 25);
        for pair in points.windows(2) {
            assert!(
                pair[1].expected.time >= pair[0].expected.time,
                "{shape:?} at {:?}",
                pair[1].size
            );
        }
        let last = points[points.len() - 1];
        assert!(share_of_peak(&shape, &last.expected) > 0.6);
        assert!(last.expected.time >= last.possible.inter_node_floor.time);
    }
}

#[test]
fn the_tree_correction_is_read_as_nccl_reads_it() {
    assert_eq!(tree_correction(Protocol::Ll, 63), 1.0);
    assert_eq!(tree_correction(Protocol::Simple, 64), 0.9);
    assert_eq!(tree_correction(Protocol::Simple, 1 << 28), 0.9);
    assert_eq!(tree_correction(Protocol::Simple, 1 << 30), 1.0);
}
