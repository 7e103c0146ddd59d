//! The command line: the same engine as the page, on the same files, with the same numbers.
//!
//! Every command returns what it has to say as text; only [`main`] writes it. Bad input ends with exit code 2 and one
//! line on standard error, a fault of the program with 1, everything else with 0. A closed pipe is no fault.

mod analyze;
mod files;
mod import;
mod interval;
mod new;
mod plan;
mod quantity;
mod report;
mod simulate;
mod text;

use crate::engine::report::text::both_ends;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Design GPU clusters: prove their bandwidth, simulate their packets, plan their migration.
#[derive(Debug, Parser)]
#[command(name = "fabricad", version, long_about = LONG, after_long_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const LONG: &str = "\
Design GPU clusters: prove their bandwidth, simulate their packets, plan their migration.

A design is one JSON file: the page saves it, the commands below read it. In its place, every command also reads \
GraphML (nodes with `kind`, edges with `gbps`), containerlab YAML, and the topology.txt of the HPCC simulator and of \
SimAI. A file called - is standard input or output.";

const EXAMPLES: &str = "\
Examples:
  fabricad new --list
      The templates and their parameters.
  fabricad new rail-optimised --set servers=64 -o cluster.json
      A design from a template.
  fabricad analyze cluster.json
      Bisection bandwidth with its proof, oversubscription, all-reduce, findings.
  fabricad analyze cluster.json --json | jq .bisection
      The same figures for a script.
  fabricad simulate cluster.json --message 16MiB
      A ring all-reduce packet by packet: completion times, pauses, queues.
  fabricad simulate cluster.json --workload incast --senders 16 --pfc off --runs 5
      Sixteen servers send to one; five seeds, means with 95 % intervals.
  fabricad plan cluster.json --to 400G --change leaf-uplinks,spines --floor 75%
      Maintenance windows that keep three quarters of every metric.
  fabricad report cluster.json --simulate --plan -o cluster.html
      The drawing, figures, charts, bill and assumptions in one file.
  fabricad import lab.clab.yml -o lab.json
      A containerlab file as a design, and what had to be assumed.
  fabricad new leaf-spine | fabricad analyze -
      Without files in between.

Exit codes: 0 done, 2 bad input (one line on standard error says what and where), 1 a fault of the program.";

/// What can be asked.
#[derive(Debug, Subcommand)]
enum Command {
    /// Make a design from a template
    New(new::New),
    /// Show what a fabric can carry, and what is wrong with it
    Analyze(analyze::Analyze),
    /// Simulate packets: RoCEv2 with ECN, DCQCN and PFC
    Simulate(simulate::Simulate),
    /// Plan a migration to a higher rate, window by window
    Plan(plan::Plan),
    /// Write everything about a fabric into one HTML file
    Report(report::Report),
    /// Turn a file of another tool into a design
    Import(import::Import),
}

/// Why there is no answer.
#[derive(Debug)]
enum Failure {
    /// What was given is wrong: the line for standard error, exit code 2.
    Input(String),
    /// The program is wrong: exit code 1.
    Fault(String),
}

impl Failure {
    /// Something wrong with a file.
    fn file(name: &str, what: impl std::fmt::Display) -> Self {
        Self::Input(format!("{name}: {what}"))
    }
}

/// Something that cannot happen, and did.
fn fault(what: &str) -> Failure {
    Failure::Fault(what.to_owned())
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        complain(&format!("internal fault: {panic}"));
        std::process::exit(1);
    }));
    let said = match Cli::try_parse() {
        Ok(cli) => run(&cli.command),
        Err(error) => explain(&error),
    };
    match said {
        Ok(text) => write_out(&text),
        Err(Failure::Input(line)) => {
            complain(&line);
            ExitCode::from(2)
        }
        Err(Failure::Fault(line)) => {
            complain(&format!("internal fault: {line}"));
            ExitCode::from(1)
        }
    }
}

fn run(command: &Command) -> Result<String, Failure> {
    match command {
        Command::New(new) => new.run(),
        Command::Analyze(analyze) => analyze.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Plan(plan) => plan.run(),
        Command::Report(report) => report.run(),
        Command::Import(import) => import.run(),
    }
}

/// Help goes out as text; what was typed wrongly becomes one line.
fn explain(error: &clap::Error) -> Result<String, Failure> {
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(if std::io::stdout().is_terminal() {
            rendered.ansi().to_string()
        } else {
            rendered.to_string()
        }),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => Err(
            Failure::Input("no command is given; fabricad --help shows them".to_owned()),
        ),
        _ => {
            let text = rendered.to_string();
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim)
                .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
                .filter(|line| !line.is_empty())
                .map(|line| line.strip_prefix("error: ").unwrap_or(line))
                .collect();
            Err(Failure::Input(lines.join("; ")))
        }
    }
}

/// Writes to standard output; a reader that has gone (`| head`) is no fault.
fn write_out(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("standard output: {error}"));
            ExitCode::from(1)
        }
    }
}

/// One line on standard error, whatever control characters the message quotes.
fn complain(message: &str) {
    let line: String = message
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // What a file holds may be quoted in it, at any length.
    let line = both_ends(&line, 600);
    // Nobody is left to tell if this fails too.
    let _ = writeln!(std::io::stderr().lock(), "fabricad: {}", line.trim());
}
