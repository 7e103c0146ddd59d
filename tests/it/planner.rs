//! Migration plans of whole designs, each checked again by a verifier that shares nothing with the search.

mod random;
mod verify;

use fabricad::engine::document::Design;
use fabricad::engine::planner::{
    Change, Floors, Goal, Metric, MigrationPlan, Models, Optimality, PartFate, PlanError, Planner, plan,
};
use fabricad::engine::topology::generate::{FatTree, LeafSpine, RailOnly, Recipe};
use fabricad::engine::units::BitRate;
use verify::verify;

fn design(recipe: &Recipe) -> Design {
    Design::from_blueprint(&recipe.build().expect("a template builds"))
}

fn example() -> Design {
    design(&Recipe::example())
}

fn goal(gbps: u64, (leaf_uplinks, spines, nics): (bool, bool, bool)) -> Goal {
    let change = Change {
        leaf_uplinks,
        spines,
        nics,
    };
    Goal {
        rate: BitRate::from_gbps(gbps),
        change,
        ..Goal::default()
    }
}

/// Plans, checks the answer, and gives it back.
fn planned(design: &Design, goal: &Goal) -> MigrationPlan {
    let plan = plan(design, goal).expect("a plan or a reason");
    verify(design, goal, &plan);
    plan
}

/// One line a window: what is done, and the shares (all-reduce, bisection, uplinks) during it, in thousandths.
fn table(plan: &MigrationPlan) -> Vec<String> {
    let line = |window: &fabricad::engine::planner::Window| {
        let mut work: Vec<(&str, usize)> = Vec::new();
        for operation in &window.operations {
            match work.last_mut() {
                Some(last) if last.0 == operation.kind.name() => last.1 += 1,
                _ => work.push((operation.kind.name(), 1)),
            }
        }
        let work: Vec<String> = work.iter().map(|(name, n)| format!("{n} x {name}")).collect();
        let share = window.during.share;
        format!(
            "{}: {} {} {}",
            work.join(", "),
            share.all_reduce,
            share.bisection,
            share.uplinks
        )
    };
    plan.windows.iter().map(line).collect()
}

#[test]
fn the_example_goes_to_400g_in_five_windows_and_that_is_proved() {
    let plan = planned(&example(), &goal(400, (true, true, false)));
    assert!(plan.feasible);
    assert_eq!(plan.proof, Optimality::Optimal);
    assert_eq!(
        table(&plan),
        [
            "2 x replace a leaf: 750 750 750",
            "1 x replace a spine: 1000 1000 750",
            "2 x replace a leaf: 750 750 937",
            "2 x replace a leaf, 1 x replace a spine: 750 750 937",
            "2 x replace a leaf, 2 x replace a spine: 750 750 1500",
        ]
    );
    // Four windows of 4 h at three quarters.
    assert_eq!(plan.loss_milli_hours, 4_000);
    assert_eq!(plan.end.share.uplinks, 4_000);
}

#[test]
fn the_parts_of_the_example_are_those_of_its_cables() {
    let plan = planned(&example(), &goal(400, (true, true, true)));
    let count = |fate, what: &str| -> u64 {
        plan.parts
            .iter()
            .filter(|part| part.fate == fate && part.what == what)
            .map(|part| part.count)
            .sum()
    };
    // 12 switches, 32 servers of 8 NICs, 512 fibres with a transceiver at each end.
    assert_eq!(count(PartFate::Buy, "switch"), 12);
    assert_eq!(count(PartFate::Retire, "switch"), 12);
    assert_eq!(count(PartFate::Buy, "NIC"), 256);
    assert_eq!(count(PartFate::Buy, "transceiver"), 1024);
    assert_eq!(count(PartFate::Reuse, "fibre"), 512);
    // The A100 servers' PCIe 4.0 slots hold the new NICs back, and the plan says so.
    assert!(
        plan.notes.iter().any(|note| note.contains("PCIe 4.0")),
        "{:?}",
        plan.notes
    );
    assert_eq!(plan.end.share.all_reduce, 2_272);
}

#[test]
fn spines_alone_go_one_at_a_time_at_three_quarters_and_gain_nothing() {
    let plan = planned(&example(), &goal(400, (false, true, false)));
    assert_eq!(table(&plan), ["1 x replace a spine: 1000 1000 750"; 4]);
    assert!(
        plan.notes
            .iter()
            .any(|note| note.contains("No cable gets faster")),
        "{:?}",
        plan.notes
    );
    assert_eq!(plan.binding.len(), 3);
    assert_eq!(plan.binding[0].metric, Metric::Uplinks);
    assert_eq!(plan.binding[0].margin, 0);
}

#[test]
fn nics_wait_for_their_leaves() {
    let plan = planned(&example(), &goal(400, (false, false, true)));
    let last_leaf = plan
        .windows
        .iter()
        .rposition(|w| w.operations[0].title.contains("leaf"));
    let first_nic = plan
        .windows
        .iter()
        .position(|w| w.operations.iter().any(|op| op.title.contains("NICs")));
    assert_eq!((last_leaf, first_nic), (Some(3), Some(4)));
    assert_eq!(plan.windows.len(), 12);
}

#[test]
fn a_floor_that_cannot_hold_is_explained_by_its_first_state() {
    let goal = Goal {
        floors: Floors::all(900),
        ..goal(400, (true, true, false))
    };
    let plan = planned(&example(), &goal);
    assert!(!plan.feasible);
    let witness = plan.infeasible.expect("a witness");
    assert!(witness.proved);
    assert_eq!(
        (witness.metric, witness.would_hold_at),
        (Some(Metric::AllReduce), Some(875))
    );
    assert!(
        witness.sentence.contains("With nothing done"),
        "{}",
        witness.sentence
    );
    // At the named floor that step is allowed; the spines then ask for their own.
    let relaxed = Goal {
        floors: Floors {
            all_reduce: 875,
            bisection: 875,
            uplinks: 750,
        },
        ..goal
    };
    assert!(planned(&example(), &relaxed).feasible);
}

#[test]
fn no_model_with_enough_ports_is_said_with_the_numbers() {
    let models = Models {
        leaf: Some("SN4700".to_owned()),
        ..Models::default()
    };
    let goal = Goal {
        models,
        ..goal(400, (true, true, false))
    };
    let plan = planned(&example(), &goal);
    assert!(!plan.feasible);
    let sentence = plan.infeasible.expect("a witness").sentence;
    assert!(
        sentence.contains("SN4700") && sentence.contains("32 ports of 400 Gb/s"),
        "{sentence}"
    );
}

#[test]
fn a_goal_that_changes_nothing_says_so() {
    let rail_only = design(&Recipe::RailOnly(RailOnly::default()));
    let plan = planned(&rail_only, &goal(400, (true, true, false)));
    assert!(plan.feasible && plan.windows.is_empty());
    assert!(
        plan.notes.iter().any(|note| note.contains("changes nothing")),
        "{:?}",
        plan.notes
    );
}

#[test]
fn a_leaf_spine_is_planned_with_its_racks_as_blocks() {
    let recipe = LeafSpine {
        spines: 4,
        ..LeafSpine::default()
    };
    let plan = planned(
        &design(&Recipe::LeafSpine(recipe)),
        &goal(400, (true, true, false)),
    );
    assert_eq!(plan.proof, Optimality::Optimal);
    assert_eq!(
        table(&plan),
        [
            "1 x replace a spine: 1000 750 750",
            "1 x replace a leaf: 750 750 750",
            "1 x replace a leaf: 750 750 937",
            "1 x replace a leaf: 750 750 1125",
            "1 x replace a leaf, 3 x replace a spine: 750 750 750",
        ]
    );
}

#[test]
fn every_template_has_a_plan_or_a_reason() {
    let small_tree = FatTree {
        k: 4,
        servers: 2,
        ..FatTree::default()
    };
    for recipe in Recipe::defaults() {
        let recipe = match recipe {
            Recipe::FatTree(_) => Recipe::FatTree(small_tree.clone()),
            other => other,
        };
        let design = design(&recipe);
        let half = Goal {
            floors: Floors::all(500),
            ..goal(800, (true, true, false))
        };
        match plan(&design, &half) {
            Ok(plan) => verify(&design, &half, &plan),
            Err(error) => assert_eq!((recipe.key(), error), ("nvlink-domain", PlanError::NoServers)),
        }
    }
}

#[test]
fn slices_of_any_size_give_the_same_plan() {
    let (design, goal) = (example(), goal(400, (true, true, false)));
    let mut planner = Planner::new(&design, &goal).expect("a planner");
    while !planner.advance(1) {}
    assert_eq!(planner.plan(), plan(&design, &goal).expect("a plan"));
}

#[test]
fn goals_that_contradict_themselves_are_refused() {
    let refused = |goal: Goal| plan(&example(), &goal).expect_err("refused");
    let good = goal(400, (true, true, false));
    assert_eq!(refused(goal(100, (true, true, false))), PlanError::Rate(100));
    assert_eq!(
        refused(goal(400, (false, false, false))),
        PlanError::NothingChosen
    );
    assert_eq!(
        refused(Goal {
            max_operations_per_window: 0,
            ..good.clone()
        }),
        PlanError::NoCrew
    );
    let floor = Goal {
        floors: Floors {
            bisection: 1001,
            ..Floors::NONE
        },
        ..good.clone()
    };
    assert!(matches!(
        refused(floor),
        PlanError::Floor {
            metric: Metric::Bisection,
            ..
        }
    ));
    assert!(matches!(
        refused(Goal {
            hours_per_window: 3,
            ..good.clone()
        }),
        PlanError::Duration { .. }
    ));
    let models = Models {
        nic: Some("none such".to_owned()),
        ..Models::default()
    };
    assert!(matches!(
        refused(Goal {
            models,
            ..good.clone()
        }),
        PlanError::UnknownModel { .. }
    ));
    assert_eq!(plan(&Design::new("empty"), &good), Err(PlanError::NoServers));
}
