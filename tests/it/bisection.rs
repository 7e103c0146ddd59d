//! Bisection bandwidth against known values and against exhaustive search.
#![allow(clippy::unwrap_used)]

mod fabrics;

use fabricad::engine::analysis::{
    Bisection, CapacityGraph, Effort, Endpoints, GraphOptions, Proof, VertexId, bisection, design_bisection,
    max_flow, oversubscription,
};
use fabricad::engine::document::Design;
use fabricad::engine::topology::Tier;
use fabricad::engine::topology::generate::Recipe;
use fabricad::engine::units::BitRate;
use fabrics::*;
use proptest::prelude::*;

/// The answer, after checking that its cut is what it claims.
fn solved(fabric: &Fabric) -> Bisection {
    let answer = bisection(&fabric.graph, Effort::INTERACTIVE);
    check_cut(&fabric.graph, &answer);
    answer
}

fn check_cut(graph: &CapacityGraph, answer: &Bisection) {
    assert!(answer.lower <= answer.upper);
    let Some(cut) = &answer.cut else { return };
    let on_a = cut.side_a.iter().filter(|&&v| graph.is_endpoint(v)).count();
    assert_eq!(on_a, graph.n_endpoints() / 2);
    let crossing: BitRate = cut
        .crossing
        .iter()
        .map(|&edge| graph.edge(edge).unwrap().capacity)
        .sum();
    assert_eq!(crossing, answer.upper);
}

/// Asserts that the value is proved and is so many links.
#[track_caller]
fn exact(name: &str, fabric: &Fabric, links: u64) {
    let answer = solved(fabric);
    assert!(answer.is_exact(), "{name}: {answer:?}");
    assert_eq!(answer.upper, LINK * links, "{name} by {:?}", answer.proof);
}

#[test]
fn leaf_spine_fabrics_are_exact() {
    for (leaves, p, spines, links) in [
        (8, 4, 4, 16),
        (8, 8, 4, 16),
        (8, 6, 2, 8),
        (8, 16, 16, 64),
        (8, 16, 8, 32),
        (8, 24, 8, 32),
        (16, 48, 16, 128),
    ] {
        exact("leaf-spine", &leaf_spine(leaves, p, spines, 1, &[]), links);
    }
    exact("32 x 32", &leaf_spine(32, 32, 32, 1, &[]), 512);
    exact("odd number of leaves", &leaf_spine(33, 48, 16, 1, &[]), 280);
}

#[test]
fn leaf_spine_fabrics_with_failures_are_exact() {
    exact(
        "three failed links",
        &leaf_spine(32, 48, 16, 1, &[(0, 0), (5, 3), (9, 7)]),
        253,
    );
    let one = solved(&leaf_spine(8, 4, 4, 1, &[(2, 1)]));
    assert!(one.is_exact() && one.upper <= LINK * 16 && one.upper >= LINK * 15);
}

#[test]
fn fat_trees_are_exact() {
    for k in [4, 8, 16] {
        exact("fat tree", &fat_tree(k, k / 2, &[]), (k * k * k / 8) as u64);
    }
    exact("a failed edge link", &fat_tree(8, 4, &[(0, 32)]), 63);
    exact("a failed core link", &fat_tree(8, 4, &[(32, 64)]), 63);
    exact(
        "a failed core",
        &fat_tree(8, 4, &(0..8).map(|pod| (32 + 4 * pod, 64)).collect::<Vec<_>>()),
        60,
    );
    exact("2:1 at the edge", &fat_tree(8, 8, &[]), 64);
}

#[test]
fn scattered_failures_in_a_fat_tree_cost_at_most_their_links() {
    let missing = [
        (128, 256),
        (0, 128),
        (18, 146),
        (168, 256 + 6),
        (177, 256 + 8 + 3),
    ];
    let answer = solved(&fat_tree(16, 8, &missing));
    assert!(
        answer.lower >= LINK * (512 - 5) && answer.upper < LINK * 512,
        "{answer:?}"
    );
}

#[test]
fn rail_fabrics_are_exact() {
    for (servers, nv, spines, u, links) in [
        (4, 0, 0, 0, 0),
        (4, 36, 0, 0, 16),
        (4, 0, 4, 1, 16),
        (4, 36, 4, 1, 16),
        (4, 0, 2, 1, 8),
        (16, 36, 0, 0, 64),
        (32, 24, 4, 8, 128),
    ] {
        exact("rail", &rail8(servers, nv, spines, u), links);
    }
}

#[test]
fn balance_can_force_a_server_to_be_split_through_its_nvlinks() {
    exact("128 servers", &rail8(128, 36, 64, 1), 512);
    let odd = rail8(127, 36, 64, 1);
    exact("127 servers", &odd, 652);
    assert!(solved(&odd).full < LINK * 652);
}

#[test]
fn even_tori_and_hypercubes_are_exact_by_flow() {
    for (sizes, p, links) in [
        (&[4, 4][..], 1, 8),
        (&[4, 4], 4, 8),
        (&[8, 8], 1, 16),
        (&[4, 4, 4], 1, 32),
        (&[4, 4, 4], 8, 32),
    ] {
        exact("torus", &torus(sizes, p), links);
    }
    exact("torus 7x7", &torus(&[7, 7], 3), 17);
    exact("torus 3x3x3", &torus(&[3, 3, 3], 1), 13);
    for (d, p, links) in [(4, 1, 8), (5, 5, 16), (6, 1, 32)] {
        exact("hypercube", &hypercube(d, p), links);
    }
    assert_eq!(solved(&torus(&[8, 8], 1)).proof, Proof::AllToAllFlow);
}

#[test]
fn dragonflies_and_small_random_graphs_are_exact() {
    exact("dragonfly 6", &dragonfly(1, 2, 1), 2);
    exact("dragonfly 72", &dragonfly(2, 4, 2), 20);
    exact("jellyfish n16", &jellyfish("jellyfish_n16_r4_p1"), 8);
    exact("jellyfish n30", &jellyfish("jellyfish_n30_r4_p4"), 10);
}

#[test]
fn large_irregular_graphs_have_bounds_around_the_value() {
    let dragonfly = solved(&dragonfly(3, 6, 3));
    assert!(
        dragonfly.lower <= LINK * 90 && dragonfly.upper == LINK * 90,
        "{dragonfly:?}"
    );
    let jellyfish = solved(&jellyfish("jellyfish_n64_r8_p8"));
    assert!(
        jellyfish.lower >= LINK * 54 && jellyfish.lower <= LINK * 70,
        "{:?}",
        jellyfish.lower
    );
    assert!(
        jellyfish.upper >= LINK * 70 && jellyfish.upper <= LINK * 74,
        "{:?}",
        jellyfish.upper
    );
    assert_eq!(jellyfish.proof, Proof::BoundsOnly);
}

/// Every template with its defaults: bisection in Gb/s of GPUs with NVLink, without, and of whole servers, and the
/// oversubscription of its tiers as "tier down:up".
const TEMPLATES: [(&str, [u64; 3], &str); 7] = [
    ("rail-optimised", [12_800, 12_800, 12_800], "leaves 1:1"),
    ("leaf-spine", [6_400, 6_400, 6_400], "leaves 1:1"),
    ("fat-tree", [6_400, 6_400, 6_400], "leaves 1:1, spines 1:1"),
    ("rail-only", [12_800, 0, 12_800], ""),
    ("nvlink-domain", [259_200, 0, 259_200], ""),
    ("nvlink-infiniband", [51_200, 51_200, 51_200], "leaves 1:1"),
    ("hybrid", [57_600, 57_600, 57_600], "leaves 1:1"),
];

#[test]
fn every_template_is_exact() {
    let readings = [
        (Endpoints::Gpus, true),
        (Endpoints::Gpus, false),
        (Endpoints::Servers, true),
    ];
    for (key, expected, tiers) in TEMPLATES {
        let design = Design::from_blueprint(&Recipe::named(key).unwrap().build().unwrap());
        for ((endpoints, nvlink), gbps) in readings.into_iter().zip(expected) {
            let options = GraphOptions { endpoints, nvlink };
            let answer = design_bisection(design.topology(), &options, Effort::INTERACTIVE);
            assert!(
                answer.bisection.is_exact(),
                "{key} {options:?} {:?}",
                answer.bisection
            );
            assert_eq!(
                answer.bisection.upper,
                BitRate::from_gbps(gbps),
                "{key} {options:?}"
            );
            if let Some(cut) = answer.cut {
                assert_eq!(cut.side_a.len() as u32, answer.bisection.endpoints / 2);
            }
        }
        let found: Vec<String> = oversubscription(design.topology())
            .tiers
            .iter()
            .map(|tier| {
                let (down, up) = tier.worst.lowest_terms();
                format!("{} {down}:{up}", tier.tier.name())
            })
            .collect();
        assert_eq!(found.join(", "), tiers, "{key}");
    }
}

#[test]
fn oversubscription_names_the_worst_switch_and_the_mean() {
    let mut recipe = Recipe::named("leaf-spine").unwrap();
    recipe.set("uplinks", "20").unwrap();
    let design = Design::from_blueprint(&recipe.build().unwrap());
    let answer = oversubscription(design.topology());
    assert_eq!(answer.tiers.len(), 1);
    let leaves = &answer.tiers[0];
    assert_eq!(
        (leaves.tier, leaves.worst.lowest_terms(), leaves.isolated),
        (Tier::Leaf, (8, 5), 0)
    );
    assert!((leaves.mean - 1.6).abs() < 1e-12);
    assert_eq!(answer.switches.len(), leaves.switches as usize);
}

#[test]
fn degenerate_graphs_have_an_answer() {
    let mut graph = CapacityGraph::new();
    assert_eq!(bisection(&graph, Effort::INTERACTIVE).proof, Proof::Trivial);
    let a = graph.add_endpoint();
    let b = graph.add_endpoint();
    assert_eq!(bisection(&graph, Effort::INTERACTIVE).upper, BitRate::ZERO);
    graph.add_edge(a, b, BitRate::from_bps(7));
    let direct = bisection(&graph, Effort::INTERACTIVE);
    assert!(direct.is_exact() && direct.upper == BitRate::from_bps(7));
    for _ in 0..3 {
        graph.add_endpoint();
    }
    // Five endpoints, two of them joined: they can stand together.
    assert_eq!(bisection(&graph, Effort::INTERACTIVE).upper, BitRate::ZERO);
    graph.add_edge(a, b, BitRate::from_bps(u64::MAX));
    graph.add_edge(a, VertexId::new(4_000_000_000), BitRate::from_bps(1));
    let absurd = bisection(&graph, Effort::INTERACTIVE);
    assert_eq!((absurd.upper, absurd.proof), (BitRate::ZERO, Proof::Disconnected));
    // The two alone cannot be told apart so, and their capacity is beyond integer proofs.
    let mut pair = CapacityGraph::new();
    let (a, b) = (pair.add_endpoint(), pair.add_endpoint());
    pair.add_edge(a, b, BitRate::from_bps(u64::MAX));
    let absurd = bisection(&pair, Effort::INTERACTIVE);
    assert_eq!((absurd.lower, absurd.proof), (BitRate::ZERO, Proof::BoundsOnly));
}

/// Stars of so many endpoints each, without a link between them.
fn stars(sizes: &[usize]) -> CapacityGraph {
    let mut graph = CapacityGraph::new();
    for &size in sizes {
        let hub = graph.add_transit();
        for _ in 0..size {
            let leaf = graph.add_endpoint();
            graph.add_edge(hub, leaf, LINK);
        }
    }
    graph
}

#[test]
fn parts_that_make_two_halves_prove_zero_at_any_size() {
    let large: Vec<usize> = (0..400).map(|i| 1 + i % 37 * 5).chain([90; 700]).collect();
    for sizes in [
        &[4096, 4096][..],
        &[3, 5, 8],
        &[1, 2, 4, 8, 16, 32, 63],
        &[7; 8],
        &large,
    ] {
        let graph = stars(sizes);
        let answer = bisection(&graph, Effort::INTERACTIVE);
        check_cut(&graph, &answer);
        assert_eq!((answer.upper, answer.proof), (BitRate::ZERO, Proof::Disconnected));
        let cut = answer.cut.unwrap();
        assert!(cut.crossing.is_empty());
    }
    // Three parts of three: one has to be cut.
    let uneven = bisection(&stars(&[3, 3, 3]), Effort::INTERACTIVE);
    assert!(uneven.is_exact() && uneven.proof != Proof::Disconnected);
    assert_eq!(uneven.upper, LINK);
}

/// Two fabrics of 64 leaves and 24 spines with a missing link here and there, which no symmetry helps with.
#[test]
fn two_irregular_networks_side_by_side_have_bisection_zero() {
    let mut graph = CapacityGraph::new();
    for _ in 0..2 {
        let spines: Vec<VertexId> = (0..24).map(|_| graph.add_transit()).collect();
        for leaf in 0..64 {
            let hub = graph.add_transit();
            for (i, &spine) in spines.iter().enumerate() {
                if (leaf * 7 + i * i) % 5 != 0 {
                    graph.add_edge(hub, spine, LINK * (1 + (leaf * i) as u64 % 3));
                }
            }
            for _ in 0..32 {
                let server = graph.add_endpoint();
                graph.add_edge(hub, server, LINK);
            }
        }
    }
    let answer = bisection(&graph, Effort::INTERACTIVE);
    check_cut(&graph, &answer);
    assert_eq!((answer.upper, answer.proof), (BitRate::ZERO, Proof::Disconnected));
}

/// The minimum over all halves of the endpoints of the maximum flow between them.
fn by_search(graph: &CapacityGraph) -> BitRate {
    let endpoints: Vec<VertexId> = graph.endpoints().collect();
    let n = endpoints.len();
    (0..1_u32 << n)
        .filter(|mask| mask.count_ones() as usize == n / 2)
        .map(|mask| {
            let (a, b): (Vec<_>, Vec<_>) = (0..n).partition(|&i| mask >> i & 1 == 1);
            let pick = |side: Vec<usize>| side.into_iter().map(|i| endpoints[i]).collect::<Vec<_>>();
            max_flow(graph, &pick(a), &pick(b)).value
        })
        .min()
        .unwrap_or(BitRate::ZERO)
}

/// Small graphs of every kind: multi-homed endpoints, direct cables, parallel links, several rates, loose parts.
fn any_graph() -> impl Strategy<Value = CapacityGraph> {
    let sizes = (2..8_usize, 0..7_usize);
    sizes
        .prop_flat_map(|(endpoints, transit)| {
            let n = endpoints + transit;
            let edge = (
                0..n,
                0..n,
                prop_oneof![4 => Just(1_u64), 2 => Just(2), 1 => 0..40_u64],
            );
            (Just((endpoints, transit)), prop::collection::vec(edge, 0..24))
        })
        .prop_map(|((endpoints, transit), edges)| {
            let mut graph = CapacityGraph::new();
            let vertices: Vec<VertexId> = (0..endpoints)
                .map(|_| graph.add_endpoint())
                .collect::<Vec<_>>()
                .into_iter()
                .chain((0..transit).map(|_| VertexId::new(0)))
                .collect();
            let vertices: Vec<VertexId> = vertices
                .into_iter()
                .enumerate()
                .map(|(i, v)| if i < endpoints { v } else { graph.add_transit() })
                .collect();
            for (a, b, weight) in edges {
                graph.add_edge(vertices[a], vertices[b], BitRate::from_gbps(weight));
            }
            graph
        })
}

/// Small Clos-like graphs with failures, as designs have them.
fn any_clos() -> impl Strategy<Value = CapacityGraph> {
    (2..5_usize, 1..4_usize, 2..9_usize, any::<u64>()).prop_map(|(leaves, spines, endpoints, seed)| {
        let mut bits = seed;
        let mut draw = |n: u64| {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % n
        };
        let mut graph = CapacityGraph::new();
        let leaf: Vec<VertexId> = (0..leaves).map(|_| graph.add_transit()).collect();
        let spine: Vec<VertexId> = (0..spines).map(|_| graph.add_transit()).collect();
        let domain: Vec<VertexId> = (0..2).map(|_| graph.add_transit()).collect();
        for &l in &leaf {
            for &s in &spine {
                let links = if draw(6) == 0 { 0 } else { 1 + draw(2) };
                graph.add_edge(l, s, BitRate::from_gbps(links));
            }
        }
        let dual = draw(3) == 0;
        let nvlink = draw(2) == 0;
        for i in 0..endpoints {
            let e = graph.add_endpoint();
            graph.add_edge(e, leaf[i % leaves], BitRate::from_gbps(1 + draw(2) * draw(2)));
            if dual {
                graph.add_edge(e, leaf[(i + 1) % leaves], BitRate::from_gbps(1));
            }
            if nvlink {
                graph.add_edge(e, domain[i * 2 / endpoints], BitRate::from_gbps(3));
            }
        }
        graph
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_graphs_are_exact_and_equal_the_search(graph in any_graph()) {
        let answer = bisection(&graph, Effort::INTERACTIVE);
        check_cut(&graph, &answer);
        prop_assert!(answer.is_exact(), "{:?}", answer);
        prop_assert_eq!(answer.upper, by_search(&graph));
    }

    #[test]
    fn clos_graphs_are_exact_and_equal_the_search(graph in any_clos()) {
        let answer = bisection(&graph, Effort::INTERACTIVE);
        check_cut(&graph, &answer);
        prop_assert!(answer.is_exact(), "{:?}", answer);
        prop_assert_eq!(answer.upper, by_search(&graph));
    }

    #[test]
    fn with_little_effort_the_bounds_still_hold(
        graph in prop_oneof![any_graph(), any_clos()],
        operations in prop_oneof![Just(0), 0..200_000_u64],
    ) {
        let answer = bisection(&graph, Effort { operations });
        check_cut(&graph, &answer);
        let value = by_search(&graph);
        prop_assert!(answer.lower <= value && value <= answer.upper);
    }
}
