//! The floors, held as a test: reads the source tree as text and refuses what `ARCHITECTURE.md` forbids.
//!
//! What a file names is found by [`names`] (imports, inline paths, `super::` resolved), what it may name is written in
//! [`rules`]. The checker is itself tested on planted violations in [`planted`], so a rule that no longer bites shows.

mod names;
mod planted;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};

/// Files longer than this are split.
const MAX_LINES: usize = 600;

/// Every Rust file below `folder`, in order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return files;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The repository, and its files below `folder` as (path from the top with `/`, text).
fn sources(folder: &str) -> Vec<(String, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: PathBuf| {
        let name = path
            .strip_prefix(top)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    };
    rust_files(&top.join(folder)).into_iter().map(read).collect()
}

fn assert_none(broken: &[String]) {
    assert!(
        broken.is_empty(),
        "{} broken:\n{}\n",
        broken.len(),
        broken.join("\n")
    );
}

#[test]
fn each_room_names_only_what_it_may() {
    let files = sources("src");
    assert!(files.len() > 20, "the source tree was not found");
    let broken: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| rules::violations(path, text))
        .collect();
    assert_none(&broken);
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let broken: Vec<String> = ["src", "tests", "benches"]
        .iter()
        .flat_map(|folder| sources(folder))
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(path, _)| format!("{path}: must open with //!"))
        .collect();
    assert_none(&broken);
}

#[test]
fn no_file_grows_past_the_ceiling() {
    let broken: Vec<String> = ["src", "tests", "benches"]
        .iter()
        .flat_map(|folder| sources(folder))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MAX_LINES)
        .map(|(path, lines)| format!("{path}: {lines} lines, {MAX_LINES} at most"))
        .collect();
    assert_none(&broken);
}

/// Clippy reads one configuration: what is banned everywhere must be repeated in the one for wasm.
#[test]
fn the_wasm_lints_contain_the_native_ones() {
    let wasm: Vec<&str> = include_str!("../../clippy-wasm/clippy.toml")
        .lines()
        .map(str::trim)
        .collect();
    let broken: Vec<String> = include_str!("../../clippy.toml")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#') && !wasm.contains(line))
        .map(|line| format!("clippy-wasm/clippy.toml lacks: {line}"))
        .collect();
    assert_none(&broken);
}
