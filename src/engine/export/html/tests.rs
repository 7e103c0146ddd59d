//! The report is whole, fetches nothing, and lets no name out of its place.

use super::*;
use crate::engine::ids::NodeId;
use crate::engine::job::{Outcome, Task, analyze, run};
use crate::engine::report::{ChartTable, text};
use crate::engine::sim::{FlowSpec, Progress, Simulation, WorkloadSpec};
use crate::engine::topology::PortRef;
use crate::engine::topology::generate::{Blueprint, Recipe};
use crate::engine::units::{Bytes, SimTime};

/// A report without run and plan.
fn plain(blueprint: &Blueprint) -> String {
    let design = Design::from_blueprint(blueprint);
    let analysis = analyze(&design);
    html(&input(&design, &analysis))
}

fn input<'a>(design: &'a Design, analysis: &'a Analysis) -> ReportInput<'a> {
    ReportInput {
        design,
        analysis,
        simulation: None,
        scenario: None,
        plan: None,
        goal: None,
        charts: &[],
    }
}

/// Anything that a browser would load from elsewhere, or run.
#[track_caller]
fn fetches_nothing(html: &str) {
    let lower = html.to_lowercase();
    for forbidden in [
        "<script",
        "<img",
        "<iframe",
        "<object",
        "<embed",
        "<image",
        "<use",
        "@import",
        "url(",
        " src=",
        "srcset=",
        "javascript:",
    ] {
        assert!(!lower.contains(forbidden), "{forbidden}");
    }
    // Addresses stand only in links that one clicks, in their titles, and in the name of SVG's language.
    for (at, _) in lower.match_indices("http") {
        let before = &lower[..at];
        let fine = ["<a href=\"", "title=\"", "xmlns=\"", "<meta "]
            .iter()
            .any(|start| before.ends_with(start));
        assert!(
            fine,
            "{}",
            &lower[at.saturating_sub(60)..(at + 60).min(lower.len())]
        );
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn the_example_has_every_section_and_its_figures() {
    let blueprint = Recipe::example().build().unwrap();
    let report = plain(&blueprint);
    for id in [
        "fabric",
        "findings",
        "bisection",
        "oversubscription",
        "all-reduce",
        "bill",
        "assumptions",
    ] {
        assert!(report.contains(&format!("<section id=\"{id}\">")), "{id}");
        assert!(report.contains(&format!("<a href=\"#{id}\">")), "{id}");
    }
    assert!(!report.contains("<section id=\"simulation\">"));
    assert!(!report.contains("<section id=\"migration\">"));
    fetches_nothing(&report);
    let design = Design::from_blueprint(&blueprint);
    let analysis = analyze(&design);
    assert!(report.contains(&text::rate(analysis.bisection.bisection.lower)));
    assert!(report.contains(analysis.bisection.bisection.proof.explain()));
    assert!(report.contains(&text::gbytes(analysis.all_reduce.unwrap().headline.busbw_gbytes)));
    assert!(report.contains("SN4600C"));
    assert!(report.contains(" kW"));
}

#[test]
fn every_template_and_the_empty_design_have_a_report() {
    for recipe in Recipe::defaults() {
        fetches_nothing(&plain(&recipe.build().unwrap()));
    }
    let empty = plain(&Blueprint {
        name: "Empty".to_owned(),
        nodes: Vec::new(),
        links: Vec::new(),
    });
    fetches_nothing(&empty);
    assert!(empty.contains("Nothing is drawn yet"));
}

#[test]
fn hostile_names_stay_words() {
    let mut blueprint = Recipe::named("leaf-spine").unwrap().build().unwrap();
    let evil = "</title></svg></style><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u{0}\u{202e}";
    blueprint.name = evil.to_owned();
    for node in &mut blueprint.nodes {
        node.name = evil.to_owned();
        node.model = evil.to_owned();
    }
    let report = plain(&blueprint);
    assert!(!report.contains("<script"));
    assert!(!report.contains("<img"));
    assert!(!report.contains('\u{0}') && !report.contains('\u{202e}'));
    assert!(report.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn a_run_brings_its_section_its_parameters_and_its_charts() {
    let design = Design::from_blueprint(&Recipe::named("leaf-spine").unwrap().build().unwrap());
    let analysis = analyze(&design);
    let scenario = Scenario {
        workload: WorkloadSpec::Incast {
            senders: 3,
            size: Bytes::from_mib(1),
        },
        ..Scenario::default()
    };
    let mut run = Simulation::new(design.topology(), &scenario).unwrap();
    while run.advance(1_000_000) != Progress::Finished {}
    let result = run.report();
    let charts = [Chart {
        subject: ChartSubject::Simulation,
        title: "A <chart>".to_owned(),
        description: "It shows.".to_owned(),
        svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".to_owned(),
        table: ChartTable {
            columns: vec!["a & b".to_owned()],
            rows: vec![vec!["1 < 2".to_owned()]],
        },
    }];
    let report = html(&ReportInput {
        simulation: Some(&result),
        scenario: Some(&scenario),
        charts: &charts,
        ..input(&design, &analysis)
    });
    fetches_nothing(&report);
    for words in [
        "<section id=\"simulation\">",
        "seed 1",
        "DCQCN gain g",
        "A &lt;chart&gt;",
        "1 &lt; 2",
        "80 % and more",
        "What ran: an incast of 3 senders",
        "one flow of 1 MiB",
        "Peak queue",
    ] {
        assert!(report.contains(words), "{words}");
    }
}

#[test]
fn every_kind_of_traffic_is_named_with_its_size() {
    let design = Design::from_blueprint(&Recipe::named("rail-only").unwrap().build().unwrap());
    let size = Bytes::from_mib(3);
    let at = |node, port| PortRef {
        node: NodeId::new(node),
        port,
    };
    let flow = |size| FlowSpec {
        src: at(1, 0),
        dst: at(2, 0),
        dst_port: 4791,
        size,
        start: SimTime::ZERO,
        after: Vec::new(),
        delay: SimTime::ZERO,
    };
    for (workload, words) in [
        (WorkloadSpec::RingAllReduce { message: size }, "ring all-reduce"),
        (WorkloadSpec::Incast { senders: 1, size }, "incast of 1 sender:"),
        (WorkloadSpec::Permutation { size }, "permutation"),
        (WorkloadSpec::AllToAll { size }, "all-to-all"),
        (
            WorkloadSpec::Flows(vec![flow(size), flow(size)]),
            "2 flows of 3 MiB",
        ),
    ] {
        let said = simulation::workload(&workload, design.topology());
        assert!(said.contains(words) && said.contains("3 MiB"), "{said}");
    }
}

#[test]
fn sources_are_told_in_words_with_their_address_behind() {
    let cell = |source: &str| match page::Cell::source(source) {
        page::Cell::Made(html) | page::Cell::Text(html) => html,
    };
    let two =
        cell("https://docs.nvidia.com/a ; https://docs.nvidia.com/b ; https://alpha-one-index.github.io/x");
    assert!(
        two.contains(">NVIDIA documentation</a>, <a href=\"https://docs.nvidia.com/b\""),
        "{two}"
    );
    assert!(
        two.contains(">[2]</a>") && two.contains(">third-party page</a>"),
        "{two}"
    );
    assert!(!two.contains(">alpha-one"), "{two}");
    assert!(cell("https://evil-nvidia.com/").contains(">third-party page<"));
    assert!(cell("a <b>").contains("a &lt;b&gt;"));
    let report = plain(&Recipe::example().build().unwrap());
    assert!(!report.contains("not re-read") && !report.contains(".com</a>"));
}

#[test]
fn the_same_design_gives_the_same_bytes() {
    let blueprint = Recipe::named("rail-only").unwrap().build().unwrap();
    assert_eq!(plain(&blueprint), plain(&blueprint));
}

#[test]
fn a_plan_brings_its_windows_its_floors_and_its_parts() {
    let design = Design::from_blueprint(&Recipe::named("leaf-spine").unwrap().build().unwrap());
    let analysis = analyze(&design);
    let goal = Goal::default();
    let Ok(Outcome::Plan(plan)) = run(&design, Task::Plan(Box::new(goal.clone()))) else {
        panic!("the default goal has a plan or a reason");
    };
    let report = html(&ReportInput {
        plan: Some(&plan),
        goal: Some(&goal),
        ..input(&design, &analysis)
    });
    fetches_nothing(&report);
    assert!(report.contains("<section id=\"migration\">"));
    assert!(report.contains("To 400 Gb/s: leaf uplinks, spines."));
    let small = Goal {
        max_operations_per_window: 1,
        hours_per_window: 1,
        ..Goal::default()
    };
    let one = html(&ReportInput {
        plan: Some(&plan),
        goal: Some(&small),
        ..input(&design, &analysis)
    });
    assert!(one.contains("At most 1 operation in a window of up to 1 hour."));
    for window in 1..=plan.windows.len() {
        assert!(report.contains(&format!("Window {window} ")));
    }
    for part in &plan.parts {
        assert!(report.contains(&escape(&part.model)));
    }
}
