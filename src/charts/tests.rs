//! Every chart is well-formed, complete in words, and keeps its lines inside its frame.

use super::*;
use crate::engine::analysis::{Bisection, Proof};
use crate::engine::collective::{AllReduceReport, all_reduce, usual_sizes};
use crate::engine::document::Design;
use crate::engine::planner::{Floors, Metric, Metrics, MigrationPlan, Optimality, Shares, Window};
use crate::engine::sim::{Progress, Scenario, Simulation, WorkloadSpec};
use crate::engine::topology::Topology;
use crate::engine::topology::generate::Recipe;
use crate::engine::units::{BitRate, Bytes};

fn report(recipe: &Recipe) -> AllReduceReport {
    let design = Design::from_blueprint(&recipe.build().unwrap());
    all_reduce(design.topology(), &usual_sizes()).unwrap()
}

#[track_caller]
fn check(chart: &Chart, words: &[&str]) {
    let document = match roxmltree::Document::parse(&chart.svg) {
        Ok(document) => document,
        Err(error) => panic!("not well-formed: {error}\n{}", chart.svg),
    };
    assert!(!chart.svg.contains("FACE"), "a mark was left without a colour");
    let said: Vec<&str> = document
        .descendants()
        .filter(|n| n.has_tag_name("text"))
        .filter_map(|n| n.text())
        .map(str::trim)
        .collect();
    for word in words {
        assert!(said.contains(word), "{word} is not among {said:?}");
    }
    let frame: Vec<f64> = document
        .root_element()
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    for line in document.descendants().filter(|n| n.has_tag_name("polyline")) {
        for point in line.attribute("points").unwrap().split_whitespace() {
            let (x, y) = point.split_once(',').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!(
                (0.0..=frame[2]).contains(&x) && (0.0..=frame[3]).contains(&y),
                "{x},{y}"
            );
        }
    }
    let columns = chart.table.columns.len();
    assert!(!chart.table.rows.is_empty());
    assert!(chart.table.rows.iter().all(|row| row.len() == columns));
    assert!(chart.description.ends_with('.'), "{}", chart.description);
}

#[test]
fn all_reduce_of_every_template_is_drawn_in_every_appearance() {
    for recipe in Recipe::defaults() {
        let report = report(&recipe);
        for appearance in [Appearance::Auto, Appearance::Light, Appearance::Dark] {
            let words = [
                "expected of NCCL",
                "bus bandwidth, GB/s",
                "message size per GPU",
                "0",
            ];
            check(&all_reduce_bandwidth(&report, appearance.into()), &words);
            let words = ["time of one all-reduce", "1 ms"];
            check(&all_reduce_time(&report, appearance.into()), &words);
        }
    }
}

#[test]
fn one_theme_needs_no_style_and_both_have_one() {
    let report = report(&Recipe::example());
    assert!(
        !all_reduce_time(&report, Appearance::Light.into())
            .svg
            .contains("<style>")
    );
    assert!(
        !all_reduce_time(&report, Appearance::Dark.into())
            .svg
            .contains("<style>")
    );
    let both = all_reduce_time(&report, Appearance::Auto.into()).svg;
    assert!(both.contains("prefers-color-scheme: dark"));
    assert!(both.contains("class=\"chart-3\""));
}

#[test]
fn equal_figures_are_drawn_alike() {
    let report = report(&Recipe::example());
    assert_eq!(
        all_reduce_bandwidth(&report, Appearance::Auto.into()),
        all_reduce_bandwidth(&report, Appearance::Auto.into())
    );
}

#[test]
fn an_incast_shows_its_queue_its_rates_and_its_flows() {
    let design = Design::from_blueprint(&Recipe::named("leaf-spine").unwrap().build().unwrap());
    let scenario = Scenario {
        workload: WorkloadSpec::Incast {
            senders: 3,
            size: Bytes::from_mib(2),
        },
        ..Scenario::default()
    };
    let mut run = Simulation::new(design.topology(), &scenario).unwrap();
    while run.advance(1_000_000) != Progress::Finished {}
    let report = run.report();
    let queue = queues(&report, design.topology(), Appearance::Auto.into()).unwrap();
    check(&queue, &["waiting, KiB", "time, µs"]);
    assert!(
        queue.description.starts_with("The fullest queue is leaf-"),
        "{}",
        queue.description
    );
    check(
        &rates(&report, design.topology(), Appearance::Auto.into()).unwrap(),
        &["rate, Gb/s", "time, µs"],
    );
    let flows = completion_times(&report, Appearance::Auto.into()).unwrap();
    check(&flows, &["flows done, %", "100", "completion time, µs"]);
    assert!(
        flows.description.starts_with("3 of 3 flows completed"),
        "{}",
        flows.description
    );
}

/// The state of a fabric with this share of its bisection, of 1,000 Gb/s.
fn metrics(per_mille: u32) -> Metrics {
    let rate = BitRate::from_gbps(u64::from(per_mille));
    Metrics {
        bisection: Bisection {
            lower: rate,
            upper: rate,
            endpoints: 8,
            full: BitRate::from_gbps(1000),
            proof: Proof::Contracted,
            cut: None,
        },
        all_reduce: rate,
        uplinks: rate,
        share: Shares {
            all_reduce: 1000,
            bisection: per_mille,
            uplinks: per_mille,
        },
    }
}

#[test]
fn a_migration_shows_its_windows_and_its_floor() {
    let window = |during, after| Window {
        operations: Vec::new(),
        drained: Vec::new(),
        during: metrics(during),
        after: metrics(after),
        minutes: 240,
        binds: false,
        rollback: String::new(),
    };
    let plan = MigrationPlan {
        feasible: true,
        windows: vec![window(750, 1000), window(800, 1250), window(900, 4000)],
        start: metrics(1000),
        end: metrics(4000),
        parts: Vec::new(),
        binding: Vec::new(),
        loss_milli_hours: 0,
        loss_metric: Metric::Bisection,
        notes: Vec::new(),
        proof: Optimality::Optimal,
        infeasible: None,
        states: 0,
        target: Topology::default(),
    };
    let chart = migration(&plan, &Floors::all(750), Appearance::Auto.into()).unwrap();
    check(
        &chart,
        &["1", "2", "3", "done", "floor", "share of the start, %", "400"],
    );
    assert_eq!(
        chart.description,
        "Over 3 windows the bisection bandwidth never falls below 75 % of the start; when all is done it is 4 Tb/s."
    );
    let none = MigrationPlan {
        windows: Vec::new(),
        ..plan
    };
    assert_eq!(migration(&none, &Floors::all(750), Appearance::Auto.into()), None);
}
