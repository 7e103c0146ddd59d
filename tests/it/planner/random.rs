//! Random small fabrics: the plan equals plain enumeration, and the order of devices does not matter.

use super::verify::{brute_force, verify};
use fabricad::engine::catalog;
use fabricad::engine::document::Design;
use fabricad::engine::planner::{Change, Floors, Goal, MigrationPlan, Optimality, plan};
use fabricad::engine::topology::generate::{Blueprint, Wire};
use fabricad::engine::topology::{
    Cable, Cage, LinkLayer, Node, NodeKind, Nvlink, NvlinkReach, PortGroup, Server, equipment,
};
use fabricad::engine::units::{BitRate, Length};
use proptest::prelude::*;

/// Servers of two GPUs and two 100G NICs; for each NIC its leaf; for each leaf and spine the cables between them.
#[derive(Clone, Debug)]
struct Small {
    leaves: usize,
    spines: usize,
    nics: Vec<(usize, usize)>,
    uplinks: Vec<usize>,
}

fn small() -> impl Strategy<Value = Small> {
    (2_usize..4, 1_usize..3).prop_flat_map(|(leaves, spines)| {
        let nics = prop::collection::vec((0..leaves, 0..leaves), 2..4);
        let uplinks = prop::collection::vec(0_usize..3, leaves * spines);
        (nics, uplinks).prop_map(move |(nics, uplinks)| Small {
            leaves,
            spines,
            nics,
            uplinks,
        })
    })
}

fn server(name: String) -> Node {
    let nvlink = Nvlink {
        rate_per_gpu: BitRate::from_gbytes(300),
        reach: NvlinkReach::Internal,
    };
    let ports = PortGroup {
        count: 2,
        rate: BitRate::from_gbps(100),
        cage: Cage::Qsfp28,
        layer: LinkLayer::Ethernet,
    };
    Node {
        name,
        model: "two GPUs".to_owned(),
        kind: NodeKind::Server(Server {
            gpus: 2,
            nics: 2,
            nic_pcie: None,
            nvlink: Some(nvlink),
        }),
        ports: vec![ports],
        rail: None,
    }
}

/// The fabric with its devices in the order given by `place`.
fn fabric(small: &Small, place: impl Fn(usize, usize) -> usize) -> Design {
    let sheet = catalog::switch("SN2700").expect("a sheet");
    let switches = small.leaves + small.spines;
    let n = switches + small.nics.len();
    let mut nodes: Vec<Option<Node>> = vec![None; n];
    for i in 0..n {
        let node = if i < switches {
            equipment::switch(sheet, format!("switch-{i}"))
        } else {
            server(format!("server-{i}"))
        };
        nodes[place(i, n)] = Some(node);
    }
    let mut used = vec![0_u16; n];
    let mut links = Vec::new();
    let mut join = |a: usize, b: usize| {
        let mut port = |i: usize| {
            used[i] += 1;
            (place(i, n), used[i] - 1)
        };
        let (a, b) = (port(a), port(b));
        let cable = Cable::om4_trunk(Length::from_metres(20));
        links.push(Wire {
            a,
            b,
            rate: BitRate::from_gbps(100),
            cable,
        });
    };
    for (i, &(first, second)) in small.nics.iter().enumerate() {
        join(switches + i, first);
        join(switches + i, second);
    }
    for (i, &n) in small.uplinks.iter().enumerate() {
        (0..n).for_each(|_| join(i / small.spines, small.leaves + i % small.spines));
    }
    let nodes = nodes.into_iter().flatten().collect();
    Design::from_blueprint(&Blueprint {
        name: "small".to_owned(),
        nodes,
        links,
    })
}

fn summary(plan: &MigrationPlan) -> (bool, usize, u64, Optimality) {
    (
        plan.feasible,
        plan.windows.len(),
        plan.loss_milli_hours,
        plan.proof,
    )
}

fn goal() -> impl Strategy<Value = Goal> {
    let floor = || prop::sample::select(vec![0_u16, 250, 334, 500, 750]);
    let change = prop::sample::select(vec![
        (true, true, false),
        (true, false, true),
        (true, true, true),
        (false, true, false),
    ]);
    (change, floor(), floor(), floor(), 1_u16..4).prop_map(|((leaf_uplinks, spines, nics), a, b, u, crew)| {
        Goal {
            change: Change {
                leaf_uplinks,
                spines,
                nics,
            },
            floors: Floors {
                all_reduce: a,
                bisection: b,
                uplinks: u,
            },
            max_operations_per_window: crew,
            ..Goal::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_small_fabric_is_planned_as_plain_enumeration_does(small in small(), goal in goal()) {
        let design = fabric(&small, |i, _| i);
        let plan = plan(&design, &goal).expect("a plan or a reason");
        verify(&design, &goal, &plan);
        prop_assert_eq!(plan.proof, Optimality::Optimal);
        let expected = brute_force(&design, &goal, &plan.target);
        prop_assert_eq!(plan.feasible, expected.is_some());
        if let Some((windows, loss)) = expected {
            let start = u128::from(plan.start.all_reduce.as_bps()).max(1) * 60;
            prop_assert_eq!(plan.windows.len(), windows);
            prop_assert_eq!(u128::from(plan.loss_milli_hours), (loss * 1000).div_ceil(start));
        }
    }

    #[test]
    fn the_order_of_devices_changes_nothing(small in small(), goal in goal(), turn in 1_usize..6) {
        let drawn = plan(&fabric(&small, |i, _| i), &goal).expect("a plan or a reason");
        let turned = plan(&fabric(&small, |i, n| (n - 1 - i + turn) % n), &goal).expect("a plan or a reason");
        prop_assert_eq!(summary(&drawn), summary(&turned));
    }
}
