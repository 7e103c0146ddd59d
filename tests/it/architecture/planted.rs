//! The checker, tested: planted violations that it must catch, and lawful text that it must let be.

use super::names::{module_of, named_by};
use super::rules::violations;

/// Asserts that `text`, were it the file `path`, breaks exactly one rule, for a reason that contains `reason`.
#[track_caller]
fn caught(path: &str, text: &str, reason: &str) {
    let found = violations(path, text);
    assert_eq!(found.len(), 1, "{path}: {text}\n{found:?}");
    assert!(found[0].contains(reason), "{found:?}");
}

#[track_caller]
fn lawful(path: &str, text: &str) {
    assert_eq!(violations(path, text), Vec::<String>::new(), "{path}: {text}");
}

#[test]
fn an_import_upwards_is_caught() {
    caught(
        "src/engine/topology/node.rs",
        "use crate::editor::Session;",
        "`topology` may not use",
    );
    caught("src/engine/sim.rs", "use crate::ui::format;", "may not use");
    caught(
        "src/engine/units/rate.rs",
        "use crate::engine::topology::Topology;",
        "may not use",
    );
    caught(
        "src/engine/topology.rs",
        "fn f() { crate::engine::analysis::bisect(); }",
        "may not use",
    );
    caught("src/editor/session.rs", "use crate::ui::app::App;", "may not use");
    caught("src/worker.rs", "use crate::editor::Session;", "may not use");
    caught("src/charts/line.rs", "use crate::editor::Session;", "may not use");
}

#[test]
fn an_import_sideways_is_caught() {
    caught(
        "src/engine/analysis/bisection.rs",
        "use crate::engine::sim::Simulation;",
        "may not use",
    );
    caught(
        "src/engine/sim/nic.rs",
        "use crate::engine::collective::Algorithm;",
        "may not use",
    );
    caught(
        "src/engine/units/size.rs",
        "use crate::engine::ids::NodeId;",
        "may not use",
    );
    caught(
        "src/cli/plan.rs",
        "use crate::worker::FabricWorker;",
        "may not use",
    );
    caught(
        "src/engine/collective/ring.rs",
        "use crate::engine::sim::queue::Queue;",
        "may not use",
    );
    lawful(
        "src/engine/collective/ring.rs",
        "use crate::engine::sim::workload::Flow;",
    );
}

#[test]
fn one_bad_leaf_of_a_group_is_caught() {
    let group =
        "use crate::{\n engine::{topology::Topology, units::{BitRate, Bytes}},\n editor::Session,\n};";
    caught(
        "src/engine/sim/link.rs",
        group,
        "src/engine/sim/link.rs:3: `sim` may not use `crate::editor::Session`",
    );
    caught(
        "src/engine/sim/link.rs",
        "use crate::engine::{units, analysis as a};",
        "crate::engine::analysis",
    );
}

#[test]
fn super_out_of_the_room_is_caught() {
    caught(
        "src/engine/topology.rs",
        "use super::units::BitRate;",
        "leaves the room `topology`",
    );
    caught(
        "src/engine/topology/node.rs",
        "use super::super::units::BitRate;",
        "leaves the room",
    );
    caught(
        "src/engine/sim/pfc.rs",
        "mod inner { use super::super::super::ids::NodeId; }",
        "leaves the room",
    );
    caught(
        "src/ui/canvas/links.rs",
        "use super::super::super::editor::Session;",
        "leaves the room `ui`",
    );
    lawful("src/engine/topology/node.rs", "use super::{Port, port::Cage};");
    lawful(
        "src/engine/sim/pfc.rs",
        "mod tests { use super::*; use super::super::link::Link; }",
    );
}

#[test]
fn the_browser_the_terminal_and_charts_stay_in_their_rooms() {
    caught(
        "src/engine/job.rs",
        "use web_sys::console;",
        "only ui::platform, ui::canvas, worker, bin may use",
    );
    caught(
        "src/ui/panels/inspector.rs",
        "let w = web_sys::window();",
        "only ui::platform",
    );
    caught(
        "src/ui/app.rs",
        "use gloo::events::EventListener;",
        "only ui::platform, worker, bin",
    );
    caught(
        "src/editor/keymap.rs",
        "use gloo_timers::callback::Timeout;",
        "only ui::platform",
    );
    caught(
        "src/ui/canvas/nodes.rs",
        "use gloo::render::request_animation_frame;",
        "only ui::platform",
    );
    caught(
        "src/ui/panels/report.rs",
        "use plotters::prelude::*;",
        "only charts",
    );
    caught("src/editor.rs", "use yew::Callback;", "only ui");
    caught("src/engine/report.rs", "use clap::Parser;", "only cli");
    lawful(
        "src/ui/platform/files.rs",
        "use web_sys::{Blob, Url}; use gloo::file::File;",
    );
    lawful(
        "src/ui/canvas/nodes.rs",
        "fn paint(context: &web_sys::CanvasRenderingContext2d) {}",
    );
    lawful("src/charts/line.rs", "use plotters::prelude::*;");
}

#[test]
fn only_the_command_line_reaches_outside() {
    caught(
        "src/engine/document/file.rs",
        "use std::fs;",
        "may not reach the outside world",
    );
    caught(
        "src/engine/sim.rs",
        "let now = std::time::Instant::now();",
        "may not reach the outside world",
    );
    caught(
        "src/editor/session.rs",
        "use std::{collections::BTreeMap, thread};",
        "std::thread",
    );
    lawful("src/cli/new.rs", "use std::{fs, process::ExitCode};");
    lawful("src/engine/sim.rs", "use std::collections::BTreeMap;");
}

#[test]
fn an_unknown_room_is_caught() {
    caught("src/engine/utils.rs", "", "is not in the table");
    caught("src/helpers/strings.rs", "", "is not in the table");
}

#[test]
fn comments_and_literals_are_not_code() {
    lawful(
        "src/engine/units.rs",
        "// use crate::editor::Session;\n/* crate::ui::app /* nested */ crate::ui */\n",
    );
    lawful(
        "src/engine/units.rs",
        "//! [`crate::editor`]\nconst A: &str = \"crate::ui::x\";",
    );
    lawful(
        "src/engine/units.rs",
        "const A: &str = r##\"a \"# crate::ui::x \"##; const B: char = '\"';",
    );
    caught(
        "src/engine/units.rs",
        "const Q: char = '\\''; const S: &str = \"\\\"\"; use crate::ui::app;",
        "may not",
    );
    caught(
        "src/engine/units.rs",
        "fn f<'a>(x: &'a str) { crate::ui::draw(x) }",
        "may not use `crate::ui::draw`",
    );
}

#[test]
fn visibility_is_not_a_use() {
    lawful(
        "src/engine/sim.rs",
        "pub(in crate::engine) fn f() {}\npub(crate) fn g() {}\npub(super) fn h() {}",
    );
}

#[test]
fn tests_of_a_room_may_use_the_whole_engine_and_no_more() {
    lawful(
        "src/engine/topology/tests.rs",
        "use crate::engine::analysis::bisect;",
    );
    caught(
        "src/engine/topology/tests.rs",
        "use crate::editor::Session;",
        "may not use",
    );
}

#[test]
fn paths_are_resolved_from_the_module_of_the_file() {
    assert_eq!(module_of("src/lib.rs"), Vec::<String>::new());
    assert_eq!(module_of("src/engine/sim/pfc.rs"), ["engine", "sim", "pfc"]);
    let paths = |file: &str, text: &str| -> Vec<String> {
        named_by(file, text)
            .iter()
            .map(|named| named.path.join("::"))
            .collect()
    };
    assert_eq!(
        paths("src/engine/sim/pfc.rs", "use super::link::{self, Link};"),
        ["crate::engine::sim::link", "crate::engine::sim::link::Link"]
    );
    assert_eq!(
        paths("src/engine/sim.rs", "mod a { use self::b::C; } use self::d;"),
        ["crate::engine::sim::a::b::C", "crate::engine::sim::d"]
    );
    assert_eq!(
        paths("src/bin/app.rs", "fn main() { fabricad::ui::mount(); }"),
        ["crate::ui::mount"]
    );
}
