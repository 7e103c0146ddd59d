//! The engine's speed on fabrics that people draw: `make bench`, or `cargo bench --bench engine -- flow` for some.
//!
//! Each figure is the median and the fastest of repeated runs, for at least half a second each. A plain harness: what
//! is measured here takes milliseconds, so statistics of nanoseconds would add dependencies and no insight.

#![allow(clippy::print_stdout, reason = "a bench prints its table")]
#![allow(
    clippy::disallowed_methods,
    reason = "a bench needs a clock; the engine has none"
)]
#![allow(clippy::unwrap_used, reason = "a template of this package always builds")]

use fabricad::engine::analysis::{
    Effort, GraphOptions, bisection, from_topology, max_flow, oversubscription,
};
use fabricad::engine::document::{Design, open, save};
use fabricad::engine::sim::{Scenario, Simulation, WorkloadSpec};
use fabricad::engine::topology::generate::Recipe;
use fabricad::engine::units::Bytes;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long each bench runs, at least, after one run that does not count.
const LEAST: Duration = Duration::from_millis(500);

/// Benches whose name contains the first argument, or all.
struct Bench {
    filter: String,
}

impl Bench {
    fn new() -> Self {
        let filter = std::env::args()
            .skip(1)
            .find(|argument| !argument.starts_with('-'));
        println!(
            "{:<44}{:>12}{:>12}{:>8}",
            "the engine", "median", "fastest", "runs"
        );
        Self {
            filter: filter.unwrap_or_default(),
        }
    }

    /// Runs `work` until it has run long enough and prints one line.
    fn run<T>(&self, name: &str, mut work: impl FnMut() -> T) {
        if !name.contains(&self.filter) {
            return;
        }
        black_box(work());
        let began = Instant::now();
        let mut times = Vec::new();
        while times.len() < 5 || (began.elapsed() < LEAST && times.len() < 10_000) {
            let start = Instant::now();
            black_box(work());
            times.push(start.elapsed());
        }
        times.sort_unstable();
        let median = times[times.len() / 2];
        println!(
            "{name:<44}{:>12}{:>12}{:>8}",
            shown(median),
            shown(times[0]),
            times.len()
        );
    }
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1_000.0 {
        format!("{micros:.1} us")
    } else {
        format!("{:.2} ms", micros / 1_000.0)
    }
}

/// The design that a template with these parameters gives.
fn built(key: &str, parameters: &[(&str, &str)]) -> Design {
    let mut recipe = Recipe::named(key).unwrap();
    for (parameter, value) in parameters {
        recipe.set(parameter, value).unwrap();
    }
    Design::from_blueprint(&recipe.build().unwrap())
}

fn main() {
    let bench = Bench::new();
    capacity(
        &bench,
        "example",
        &Design::from_blueprint(&Recipe::example().build().unwrap()),
    );
    capacity(&bench, "fat tree k=16", &built("fat-tree", &[("k", "16")]));
    packets(&bench, "1 M events of a ring all-reduce", &Scenario::default());
    let workload = WorkloadSpec::Incast {
        senders: 16,
        size: Bytes::from_mib(16),
    };
    packets(
        &bench,
        "1 M events of an incast of 16",
        &Scenario {
            workload,
            ..Scenario::default()
        },
    );
    files(&bench);
}

/// The packet simulator on the example: a million events in one slice (fewer if the run ends first).
fn packets(bench: &Bench, name: &str, scenario: &Scenario) {
    let design = Design::from_blueprint(&Recipe::example().build().unwrap());
    let laid = Simulation::new(design.topology(), scenario).unwrap();
    bench.run(&format!("example: {name}"), || {
        let mut simulation = laid.clone();
        simulation.advance(1_000_000)
    });
}

/// What is asked after every edit of the cabling.
fn capacity(bench: &Bench, name: &str, design: &Design) {
    let topology = design.topology();
    let graph = from_topology(topology, &GraphOptions::default()).graph;
    let endpoints: Vec<_> = graph.endpoints().collect();
    let (one, other) = endpoints.split_at(endpoints.len() / 2);
    bench.run(&format!("{name}: capacity graph"), || {
        from_topology(topology, &GraphOptions::default())
    });
    bench.run(&format!("{name}: bisection"), || {
        bisection(&graph, Effort::INTERACTIVE)
    });
    bench.run(&format!("{name}: max flow, half to half"), || {
        max_flow(&graph, one, other)
    });
    bench.run(&format!("{name}: oversubscription"), || {
        oversubscription(topology)
    });
}

/// Templates, and the design file.
fn files(bench: &Bench) {
    bench.run("fat tree k=16: generate and lay out", || {
        built("fat-tree", &[("k", "16")])
    });
    let design = built("fat-tree", &[("k", "16")]);
    let text = save(&design);
    bench.run("fat tree k=16: save", || save(&design));
    bench.run("fat tree k=16: open", || open(&text));
}
