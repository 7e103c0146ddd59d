//! Who may name whom. The table of `ARCHITECTURE.md`, as data.

use super::names::{Named, module_of, named_by};

/// A floor or a room of the engine, and what of this package it may name. An entry may be a room (`topology`) or a
/// part of one (`sim::workload`); a room may always name itself. `engine::` is left out: rooms are unique.
const ROOMS: &[(&str, &[&str])] = &[
    // The ground floor, from the ground up.
    ("units", &[]),
    ("order", &[]),
    ("ids", &[]),
    ("catalog", &["units"]),
    ("topology", &["units", "order", "ids", "catalog"]),
    ("document", &["units", "order", "ids", "catalog", "topology"]),
    ("sim", &["units", "order", "ids", "catalog", "topology"]),
    (
        "collective",
        &["units", "order", "ids", "catalog", "topology", "sim::workload"],
    ),
    (
        "analysis",
        &["units", "order", "ids", "catalog", "topology", "collective"],
    ),
    (
        "planner",
        &[
            "units",
            "order",
            "ids",
            "catalog",
            "topology",
            "document",
            "analysis",
            "collective",
        ],
    ),
    (
        "import",
        &["units", "order", "ids", "catalog", "topology", "document"],
    ),
    (
        "export",
        &[
            "units",
            "order",
            "ids",
            "catalog",
            "topology",
            "document",
            "sim",
            "collective",
            "analysis",
            "planner",
            "report",
            "job",
        ],
    ),
    (
        "report",
        &[
            "units",
            "order",
            "ids",
            "catalog",
            "topology",
            "document",
            "sim",
            "collective",
            "analysis",
            "planner",
        ],
    ),
    // The one entry, and its words: these see the whole engine.
    ("job", &["engine"]),
    ("protocol", &["engine"]),
    // Above it.
    ("charts", &["engine"]),
    ("editor", &["engine"]),
    ("worker", &["engine"]),
    ("cli", &["engine", "charts"]),
    ("ui", &["engine", "editor", "charts", "worker"]),
    ("bin", &["ui", "worker", "cli"]),
];

/// Crates that only some rooms may name: the browser, the terminal, the chart library.
const CRATES: &[(&[&str], &[&str])] = &[
    (
        &["web_sys", "js_sys", "wasm_bindgen", "wasm_bindgen_futures"],
        &["ui::platform", "ui::canvas", "worker", "bin"],
    ),
    (
        &["gloo", "console_error_panic_hook"],
        &["ui::platform", "worker", "bin"],
    ),
    (&["yew"], &["ui", "bin"]),
    (&["clap"], &["cli", "bin"]),
    (&["plotters"], &["charts"]),
];

/// What of the standard library reaches the outside world, and who may.
const OUTSIDE: &[&str] = &["env", "fs", "io", "net", "os", "process", "thread", "time"];
const MAY_REACH_OUTSIDE: &[&str] = &["cli", "bin"];

/// Where a module lives: its floor and, in the engine, its room. Empty for the roots that only declare.
fn room(module: &[String]) -> &str {
    match module {
        [floor, room, ..] if floor == "engine" => room,
        [floor] if floor == "engine" => "",
        [floor, ..] => floor,
        [] => "",
    }
}

/// Whether `module` (segments from the top of the package) is `place` or inside it.
fn is_within(module: &[String], place: &str) -> bool {
    let skip =
        usize::from(module.first().is_some_and(|floor| floor == "engine") && !place.starts_with("engine"));
    let wanted: Vec<&str> = place.split("::").collect();
    module.len() >= skip + wanted.len()
        && module[skip..]
            .iter()
            .zip(&wanted)
            .all(|(have, want)| have == want)
}

/// What the file at `file` (from the top of the repository) names although it may not, one sentence each.
pub(crate) fn violations(file: &str, text: &str) -> Vec<String> {
    let module = module_of(file);
    let home = room(&module);
    if home.is_empty() {
        return Vec::new();
    }
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == home) else {
        return vec![format!(
            "{file}: the room `{home}` is not in the table of tests/it/architecture/rules.rs"
        )];
    };
    let is_test = module.last().is_some_and(|last| last == "tests");
    let check = |named: &Named| complaint(&module, home, allowed, is_test, named);
    let sentence = |named: Named| check(&named).map(|why| format!("{file}:{}: {why}", named.line));
    named_by(file, text).into_iter().filter_map(sentence).collect()
}

fn complaint(
    module: &[String],
    home: &str,
    allowed: &[&str],
    is_test: bool,
    named: &Named,
) -> Option<String> {
    let shown = named.path.join("::");
    match named.path.first().map(String::as_str)? {
        "crate" => {
            let target = &named.path[1..];
            if named.through_super && room(target) != home {
                return Some(format!(
                    "`super::` leaves the room `{home}` for `{shown}`: write the path from `crate::`"
                ));
            }
            let fine = target.is_empty()
                || room(target) == home
                || allowed.iter().any(|place| is_within(target, place))
                || (is_test && is_within(module, "engine") && is_within(target, "engine"));
            (!fine).then(|| format!("`{home}` may not use `{shown}`"))
        }
        "std" => {
            let outside = named
                .path
                .get(1)
                .is_some_and(|part| OUTSIDE.contains(&part.as_str()));
            let fine = !outside || is_test || MAY_REACH_OUTSIDE.contains(&home);
            (!fine).then(|| format!("`{home}` may not reach the outside world by `{shown}`"))
        }
        name => {
            let listed = |names: &[&str]| {
                names
                    .iter()
                    .any(|n| *n == name || name.starts_with(&format!("{n}_")))
            };
            let (_, places) = CRATES.iter().find(|(names, _)| listed(names))?;
            let fine = places.iter().any(|place| is_within(module, place));
            (!fine).then(|| format!("only {} may use `{name}`: `{shown}`", places.join(", ")))
        }
    }
}
