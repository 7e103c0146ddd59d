//! `fabricad report`: everything about a fabric in one HTML file.

use super::files::{self, Opened};
use super::plan::Wish;
use super::simulate::Traffic;
use super::text::Page;
use super::{Failure, fault};
use crate::charts::{self, Chart, Look};
use crate::engine::export::html::{ReportInput, html};
use crate::engine::job::{self, Analysis, Outcome, Task};
use crate::engine::planner::{Goal, MigrationPlan};
use crate::engine::report::text::size;
use crate::engine::sim::{Scenario, SimReport};
use crate::engine::units::Bytes;
use clap::Args;
use serde::Serialize;

/// Write everything about a fabric into one HTML file.
#[derive(Debug, Args)]
pub(super) struct Report {
    /// A design, GraphML, containerlab YAML, or an HPCC or SimAI topology.txt; - is standard input
    file: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Simulate, and show the run in the report
    #[arg(long)]
    simulate: bool,
    #[command(flatten)]
    traffic: Traffic,
    /// Plan a migration, and show it in the report
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    wish: Wish,
    /// Say in JSON what was written (with --output)
    #[arg(long)]
    json: bool,
}

/// What was written.
#[derive(Serialize)]
struct Delivery<'a> {
    file: &'a str,
    name: &'a str,
    bytes: usize,
    charts: usize,
    simulated: bool,
    planned: bool,
    notes: &'a [String],
}

/// The answers that a report is written from.
struct Answers {
    analysis: Box<Analysis>,
    simulation: Option<(Scenario, Box<SimReport>)>,
    plan: Option<(Goal, Box<MigrationPlan>)>,
}

impl Report {
    /// The report, or what was written, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let opened = files::open(&self.file)?;
        let answers = self.answers(&opened)?;
        let charts = draw(&opened, &answers);
        let text = html(&ReportInput {
            design: &opened.design,
            analysis: &answers.analysis,
            simulation: answers.simulation.as_ref().map(|(_, report)| &**report),
            scenario: answers.simulation.as_ref().map(|(scenario, _)| scenario),
            plan: answers.plan.as_ref().map(|(_, plan)| &**plan),
            goal: answers.plan.as_ref().map(|(goal, _)| goal),
            charts: &charts,
        });
        let Some(file) = self.output.as_deref().filter(|file| *file != "-") else {
            return Ok(text);
        };
        files::write(file, &text)?;
        let delivery = Delivery {
            file,
            name: &opened.design.name,
            bytes: text.len(),
            charts: charts.len(),
            simulated: answers.simulation.is_some(),
            planned: answers.plan.is_some(),
            notes: &opened.notes,
        };
        if self.json {
            return files::json(&delivery);
        }
        let mut page = Page::new();
        page.title(&format!("{}: report written to {file}", delivery.name));
        page.line(&format!(
            "  {}: one file that needs no network",
            size(Bytes::new(text.len() as u64))
        ));
        super::analyze::notes(&mut page, &opened.notes);
        Ok(page.finish())
    }

    fn answers(&self, opened: &Opened) -> Result<Answers, Failure> {
        let run =
            |task: Task| job::run(&opened.design, task).map_err(|error| Failure::file(&self.file, error));
        let Outcome::Analysis(analysis) = run(Task::Analyze)? else {
            return Err(fault("an analysis gave another answer"));
        };
        let mut answers = Answers {
            analysis,
            simulation: None,
            plan: None,
        };
        if self.simulate {
            let scenario = self.traffic.scenario();
            let Outcome::Simulation(report) = run(Task::Simulate(Box::new(scenario.clone())))? else {
                return Err(fault("a simulation gave another answer"));
            };
            answers.simulation = Some((scenario, report));
        }
        if self.plan {
            let goal = self.wish.goal();
            let Outcome::Plan(plan) = run(Task::Plan(Box::new(goal.clone())))? else {
                return Err(fault("a plan gave another answer"));
            };
            answers.plan = Some((goal, plan));
        }
        Ok(answers)
    }
}

/// All charts that the answers give, in the colours of the reader's theme.
fn draw(opened: &Opened, answers: &Answers) -> Vec<Chart> {
    charts::report_charts(
        opened.design.topology(),
        answers.analysis.all_reduce.as_ref().ok(),
        answers.simulation.as_ref().map(|(_, run)| &**run),
        answers.plan.as_ref().map(|(goal, plan)| (&**plan, &goal.floors)),
        Look::default(),
    )
}
