//! The command line as a person and a script meet it: text, JSON, exit codes, pipes.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn fabricad(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fabricad"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// Standard output of a run that went well.
fn said(arguments: &[&str], input: &[u8]) -> String {
    let output = fabricad(arguments, input);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str], input: &[u8]) -> Value {
    serde_json::from_str(&said(arguments, input)).expect("JSON")
}

/// The one line on standard error of a run that was refused.
fn refusal(arguments: &[&str], input: &[u8]) -> String {
    let output = fabricad(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    let line = String::from_utf8(output.stderr).expect("text");
    assert_eq!(line.matches('\n').count(), 1, "{line:?} is not one line");
    assert!(line.starts_with("fabricad: "), "{line:?}");
    line
}

fn data(name: &str) -> String {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "import"]
        .iter()
        .collect();
    folder.join(name).to_string_lossy().into_owned()
}

/// A file of this test process in the folder for such things.
fn scratch(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = format!("cli-{}-{name}", std::process::id());
    folder.join(file).to_string_lossy().into_owned()
}

#[test]
fn help_teaches_every_command_with_an_example() {
    let help = said(&["--help"], b"");
    for command in ["new", "analyze", "simulate", "plan", "report", "import"] {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command} is not listed: {help}"
        );
        assert!(
            help.contains(&format!("fabricad {command} ")),
            "{command} has no example"
        );
        assert!(said(&[command, "--help"], b"").contains("--json"), "{command}");
    }
    assert!(!help.contains('\u{1b}'), "colour without a terminal");
}

#[test]
fn a_template_goes_through_a_pipe_into_its_analysis() {
    let design = said(
        &["new", "leaf-spine", "--set", "servers=4", "--name", "four"],
        b"",
    );
    let text = said(&["analyze", "-"], design.as_bytes());
    for part in [
        "four\n  32 GPUs, 4 servers",
        "Bisection bandwidth",
        ", exact",
        "Oversubscription",
        "All-reduce over 32 GPUs",
        "Power and price",
        "Findings",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    let answer = json(&["analyze", "-", "--json"], design.as_bytes());
    let bisection = &answer["bisection"];
    assert_eq!(bisection["exact"], true);
    assert_eq!(bisection["gbps"], bisection["lower_gbps"]);
    assert_eq!(bisection["gbps"], 1600.0, "16 of 32 NICs of 100G");
    assert!(bisection["proof"].is_string());
    assert_eq!(answer["oversubscription"]["tiers"][0]["tier"], "leaves");
    assert!(
        answer["all_reduce"]["expected"]["busbw_gbytes"]
            .as_f64()
            .expect("a number")
            > 10.0
    );
    assert_eq!(answer["counts"]["gpus"], 32);
}

#[test]
fn templates_are_listed_and_set() {
    let list = json(&["new", "--list", "--json"], b"");
    assert_eq!(list.as_array().map(Vec::len), Some(7));
    assert!(said(&["new", "--list"], b"").contains("rail-optimised: Rail-optimised"));
    let file = scratch("new.json");
    let delivery = json(
        &["new", "rail-only", "--set", "servers=8", "-o", &file, "--json"],
        b"",
    );
    assert_eq!(delivery["gpus"], 64);
    assert_eq!(json(&["analyze", &file, "--json"], b"")["counts"]["servers"], 8);
    std::fs::remove_file(file).expect("written above");
}

#[test]
fn foreign_files_are_analysed_and_imported() {
    for (name, gpus, gbps) in [
        ("two_racks.graphml", 4, 200.0),
        ("lab.clab.yml", 2, 100.0),
        ("topology.txt", 4, 125.0),
        ("simai.txt", 4, 4800.0),
    ] {
        let answer = json(&["analyze", &data(name), "--json"], b"");
        assert_eq!(answer["counts"]["gpus"], gpus, "{name}");
        assert_eq!(answer["bisection"]["gbps"], gbps, "{name}");
        assert!(!answer["notes"].as_array().expect("notes").is_empty(), "{name}");
    }
    let file = scratch("import.json");
    let text = said(&["import", &data("lab.clab.yml"), "-o", &file], b"");
    assert!(text.contains("100G was assumed for 2 links"), "{text}");
    let design = std::fs::read(&file).expect("written above");
    let piped = fabricad(&["import", &data("lab.clab.yml")], b"");
    assert_eq!(piped.stdout, design);
    let notes = String::from_utf8(piped.stderr).expect("text");
    assert!(
        notes.contains("fabricad: note: 100G was assumed for 2 links"),
        "{notes}"
    );
    assert_eq!(said(&["import", "-"], &design).as_bytes(), design);
    std::fs::remove_file(file).expect("written above");
}

#[test]
fn a_simulation_says_what_it_ran_and_repeats_itself() {
    let design = said(
        &[
            "new",
            "leaf-spine",
            "--set",
            "servers=2",
            "--set",
            "servers-per-leaf=1",
        ],
        b"",
    );
    let run = ["simulate", "-", "--message", "1MB", "--seed", "7"];
    let text = said(&run, design.as_bytes());
    assert!(
        text.contains("Ring all-reduce of 1MB (1,000,000 bytes) a GPU"),
        "{text}"
    );
    assert!(text.contains("Seed 7, model exact"), "{text}");
    assert_eq!(text, said(&run, design.as_bytes()));
    let answer = json(&[&run[..], &["--json"]].concat(), design.as_bytes());
    assert_eq!(answer["finished"], true);
    assert_eq!(answer["message_bytes"], 1_000_000);
    assert!(answer["all_reduce"]["busbw_gbytes"].as_f64().expect("a number") > 0.0);
    let many = json(
        &[
            "simulate",
            &data("topology.txt"),
            "--workload",
            "incast",
            "--senders",
            "3",
            "--runs",
            "2",
            "--dcqcn",
            "off",
            "--json",
        ],
        b"",
    );
    assert_eq!(many["seeds"], serde_json::json!([1, 2]));
    assert_eq!(many["runs"][0]["dcqcn"], false);
    assert!(many["summary"]["fct_max_us"]["plus_minus"].is_number());
}

#[test]
fn a_plan_keeps_its_floor_or_says_why_there_is_none() {
    let design = said(&["new", "rail-optimised", "--set", "servers=8"], b"");
    let target = scratch("target.json");
    let wish = ["plan", "-", "--to", "400G", "--change", "leaf-uplinks,spines"];
    let run = [&wish[..], &["--target", &target, "--json"]].concat();
    let plan = json(&run, design.as_bytes());
    assert_eq!(plan["feasible"], true);
    let windows = plan["windows"].as_array().expect("windows");
    assert!(!windows.is_empty());
    for window in windows {
        for metric in ["all_reduce", "bisection", "uplinks"] {
            let share = window["during"]["share"][metric].as_f64().expect("a share");
            assert!(share >= 0.75, "{metric} falls to {share}");
        }
    }
    let after = json(&["analyze", &target, "--json"], b"");
    assert_eq!(after["bisection"]["gbps"], plan["end"]["bisection_gbps"]);
    std::fs::remove_file(&target).expect("written above");
    // Where there is no plan nothing is written, and a script can tell.
    let line = refusal(
        &["plan", "-", "--floor", "99%", "--target", &target],
        design.as_bytes(),
    );
    assert!(line.contains("there is no plan"), "{line}");
    assert!(!std::path::Path::new(&target).exists());

    let text = said(&["plan", "-", "--floor", "99%"], design.as_bytes());
    assert!(text.contains("no plan to 400 Gb/s"), "{text}");
    assert!(text.contains("would let it go on"), "{text}");
}

#[test]
fn a_report_is_one_file_with_what_was_asked_for() {
    let new = ["new", "leaf-spine", "--set", "servers=4", "--name", "<b>four</b>"];
    let design = said(&new, b"");
    let plain = said(&["report", "-"], design.as_bytes());
    assert!(plain.starts_with("<!DOCTYPE html>"));
    assert!(!plain.contains("<b>four</b>"), "a name is not escaped");
    assert!(!plain.contains("id=\"simulation\""));
    let file = scratch("report.html");
    let wish = ["report", "-", "--simulate", "--message", "1MiB", "--plan"];
    let run = [&wish[..], &["-o", &file, "--json"]].concat();
    let delivery = json(&run, design.as_bytes());
    let text = std::fs::read_to_string(&file).expect("written above");
    assert_eq!(delivery["bytes"], text.len());
    for section in [
        "bisection",
        "all-reduce",
        "simulation",
        "migration",
        "bill",
        "assumptions",
    ] {
        assert!(text.contains(&format!("<section id=\"{section}\"")), "{section}");
    }
    std::fs::remove_file(file).expect("written above");
}

#[test]
fn bad_input_ends_with_code_2_and_one_line() {
    let endless = format!(
        "{{\"format\": \"fabricad\", \"version\": 1, \"next_node\": \"{}\"}}",
        "x".repeat(100_000)
    );
    assert!(
        refusal(&["analyze", "-"], endless.as_bytes()).len() < 1_000,
        "a quote of the file has an end"
    );
    let hpcc = data("topology.txt");
    let graphml = std::fs::read_to_string(data("two_racks.graphml")).expect("test data");
    let cases: [(&[&str], &str, &str); 11] = [
        (
            &["analyze", "no/such/file"],
            "",
            "fabricad: no/such/file: no such file or directory",
        ),
        (&["analyze", "-"], "", "-: the file is empty"),
        (
            &["analyze", "-"],
            "{\"format\": \"fabricad\", \"version\": 99}",
            "-: the file has format version 99",
        ),
        (
            &["analyze", "-"],
            &graphml.replace("3600", "fast"),
            "-: line 13, column 1: the gbps \"fast\"",
        ),
        (&["analyze"], "", "required arguments"),
        (&["fly"], "", "unrecognized subcommand 'fly'"),
        (&["new", "star"], "", "there is no template \"star\""),
        (&["new", "leaf-spine", "--set", "servers=0"], "", "leaf-spine: "),
        (&["plan", "-", "--to", "fast"], "", "write a rate such as 400G"),
        (
            &["plan", &hpcc, "--to", "300G"],
            "",
            "goes to 200, 400 or 800 Gb/s",
        ),
        (
            &["simulate", "-", "--message", "16M"],
            "",
            "KiB, MiB, GiB (powers of 2)",
        ),
    ];
    for (arguments, input, expected) in cases {
        let line = refusal(arguments, input.as_bytes());
        assert!(line.contains(expected), "{line:?} does not say {expected:?}");
    }
    refusal(&[], b"");
    refusal(&["analyze", "-"], &[0xff, 0xfe, 0x00]);
    refusal(&["analyze", "-"], b"topology:\n  \x1b[31m\n");
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fabricad"))
        .args(["new", "--list", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}
