//! `fabricad plan`: from the drawn fabric to a faster one, window by window.

use super::analyze::{bisection_figure, notes};
use super::files::{self, Opened};
use super::quantity;
use super::text::{Page, Table, counted};
use super::{Failure, fault};
use crate::engine::export::json::{PlanView, proof};
use crate::engine::job::{self, Outcome, Task};
use crate::engine::planner::{
    Change, Floors, Goal, Metric, Metrics, MigrationPlan, Models, PartFate, Window,
};
use crate::engine::report::text::{count, price, price_range, rate, short};
use crate::engine::units::{BitRate, Price};
use clap::{Args, ValueEnum};

/// Plan the migration of a fabric to a higher rate.
#[derive(Debug, Args)]
pub(super) struct Plan {
    /// A design, GraphML, containerlab YAML, or an HPCC or SimAI topology.txt; - is standard input
    file: String,
    #[command(flatten)]
    wish: Wish,
    /// Write the fabric as it is when all is done to this file
    #[arg(long, value_name = "FILE")]
    target: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// What to plan.
#[derive(Debug, Args)]
pub(super) struct Wish {
    /// The rate to reach: 200G, 400G or 800G
    #[arg(long, value_name = "RATE", default_value = "400G", value_parser = quantity::rate)]
    to: BitRate,
    /// What is to change; several with commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "leaf-uplinks,spines"
    )]
    change: Vec<Part>,
    /// The share of every metric that is kept throughout, or METRIC=SHARE for one (then the others have no floor);
    /// may be given many times
    #[arg(long, value_name = "[METRIC=]SHARE", default_value = "75%", value_parser = floor)]
    floor: Vec<Floor>,
    /// Operations that the crew can do in one window
    #[arg(long, value_name = "N", default_value_t = 4)]
    crew: u16,
    /// The longest window, in hours
    #[arg(long, value_name = "HOURS", default_value_t = 4)]
    hours: u32,
    /// The metric whose loss is made least
    #[arg(long, value_enum, default_value_t = Measure::AllReduce)]
    loss: Measure,
    /// The switch to buy for the leaves, by the catalogue's name
    #[arg(long, value_name = "MODEL")]
    leaf_model: Option<String>,
    /// The switch to buy for the spines
    #[arg(long, value_name = "MODEL")]
    spine_model: Option<String>,
    /// The NIC to buy
    #[arg(long, value_name = "MODEL")]
    nic_model: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The leaves' ports towards the spines
    LeafUplinks,
    /// All ports of spines and cores
    Spines,
    /// The servers' NICs, with the leaf ports that they need
    Nics,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// The sum of the servers' live links into the fabric
    AllReduce,
    /// Bisection bandwidth over the endpoints that are online
    Bisection,
    /// The sum of the live links between switches
    Uplinks,
}

/// A floor on one metric, or on all.
#[derive(Clone, Copy, Debug)]
struct Floor {
    metric: Option<Metric>,
    per_mille: u16,
}

impl Measure {
    const fn metric(self) -> Metric {
        match self {
            Self::AllReduce => Metric::AllReduce,
            Self::Bisection => Metric::Bisection,
            Self::Uplinks => Metric::Uplinks,
        }
    }
}

fn floor(text: &str) -> Result<Floor, String> {
    let (metric, share) = match text.split_once('=') {
        None => (None, text),
        Some((name, share)) => {
            let measure = Measure::from_str(name.trim(), true)
                .map_err(|_| "the metrics are all-reduce, bisection and uplinks".to_owned())?;
            (Some(measure.metric()), share)
        }
    };
    let per_mille = quantity::per_mille(share)?;
    Ok(Floor { metric, per_mille })
}

impl Plan {
    /// The plan, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let opened = files::open(&self.file)?;
        let goal = self.wish.goal();
        let plan = match job::run(&opened.design, Task::Plan(Box::new(goal.clone()))) {
            Ok(Outcome::Plan(plan)) => plan,
            Ok(_) => return Err(fault("a plan gave another answer")),
            Err(error) => return Err(Failure::file(&self.file, error)),
        };
        if let Some(file) = &self.target {
            if !plan.feasible {
                return Err(Failure::Input(format!(
                    "{}: there is no plan within these floors and windows, so {file} was not written; without --target \
                     the reason is shown",
                    self.file
                )));
            }
            files::write(file, &files::target(&opened.design, &plan.target))?;
        }
        if self.json {
            return files::json(&PlanView::of(&opened.design, &goal, &plan));
        }
        Ok(page(&opened, &goal, &plan))
    }
}

impl Wish {
    /// The goal that was asked for.
    pub(super) fn goal(&self) -> Goal {
        let mut floors = Floors::NONE;
        for floor in &self.floor {
            match floor.metric {
                None => floors = Floors::all(floor.per_mille),
                Some(Metric::AllReduce) => floors.all_reduce = floor.per_mille,
                Some(Metric::Bisection) => floors.bisection = floor.per_mille,
                Some(Metric::Uplinks) => floors.uplinks = floor.per_mille,
            }
        }
        Goal {
            rate: self.to,
            change: Change {
                leaf_uplinks: self.change.contains(&Part::LeafUplinks),
                spines: self.change.contains(&Part::Spines),
                nics: self.change.contains(&Part::Nics),
            },
            floors,
            max_operations_per_window: self.crew,
            hours_per_window: self.hours,
            loss: self.loss.metric(),
            models: Models {
                leaf: self.leaf_model.clone(),
                spine: self.spine_model.clone(),
                nic: self.nic_model.clone(),
            },
            ..Goal::default()
        }
    }
}

fn page(opened: &Opened, goal: &Goal, plan: &MigrationPlan) -> String {
    let mut page = Page::new();
    let verdict = if plan.feasible { "" } else { "no plan " };
    page.title(&format!(
        "{}: {verdict}to {}",
        opened.design.name,
        rate(goal.rate)
    ));
    if let Some(witness) = &plan.infeasible {
        page.list([witness.sentence.as_str()]);
        if let Some(floor) = witness.would_hold_at {
            page.list([format!(
                "A floor of {} % would let it go on.",
                short(f64::from(floor) / 10.0)
            )]);
        }
    }
    if plan.feasible {
        let operations: usize = plan.windows.iter().map(|window| window.operations.len()).sum();
        page.line(&format!(
            "  {} in {}; lost: {} h of the whole {}",
            counted(operations as u64, "operation"),
            counted(plan.windows.len() as u64, "window"),
            short(plan.loss_milli_hours as f64 / 1e3),
            plan.loss_metric.name()
        ));
        if !plan.windows.is_empty() {
            page.list([proof(plan.proof)]);
        }
    }
    metrics(&mut page, plan);
    for (i, window) in plan.windows.iter().enumerate() {
        steps(&mut page, i + 1, window);
    }
    if !plan.binding.is_empty() {
        page.title("Where the floor binds");
        page.list(plan.binding.iter().map(|binding| binding.sentence.as_str()));
    }
    parts(&mut page, plan);
    if !plan.notes.is_empty() {
        page.title("Notes");
        page.list(&plan.notes);
    }
    notes(&mut page, &opened.notes);
    page.finish()
}

fn metrics(page: &mut Page, plan: &MigrationPlan) {
    page.title("Metrics (shares of the start)");
    let mut table = Table::new(&[
        "",
        "bisection bandwidth",
        ">share",
        ">all-reduce capacity",
        ">between switches",
        "",
    ]);
    let mut row = |when: String, metrics: &Metrics, binds: bool| {
        let share = |metric: Metric| format!("{} %", short(f64::from(metrics.share.of(metric)) / 10.0));
        table.row([
            when,
            bisection_figure(&metrics.bisection),
            share(Metric::Bisection),
            share(Metric::AllReduce),
            share(Metric::Uplinks),
            if binds {
                "floor binds".to_owned()
            } else {
                String::new()
            },
        ]);
    };
    row("start".to_owned(), &plan.start, false);
    for (i, window) in plan.windows.iter().enumerate() {
        row(format!("during {}", i + 1), &window.during, window.binds);
        row(format!("after {}", i + 1), &window.after, false);
    }
    let end = if plan.feasible { "end" } else { "wanted" };
    row(end.to_owned(), &plan.end, false);
    page.table(&table);
}

fn steps(page: &mut Page, number: usize, window: &Window) {
    page.title(&format!(
        "Window {number}: {}, {} h",
        counted(window.operations.len() as u64, "operation"),
        short(f64::from(window.minutes) / 60.0)
    ));
    page.list(window.operations.iter().map(|operation| operation.title.as_str()));
    page.list([format!("To take it back: {}", window.rollback)]);
}

fn parts(page: &mut Page, plan: &MigrationPlan) {
    if plan.parts.is_empty() {
        return;
    }
    page.title("Parts");
    let mut table = Table::new(&["", ">count", "what", "model", ">price of one", "evidence"]);
    for part in &plan.parts {
        table.row([
            part.fate.name().to_owned(),
            count(part.count),
            part.what.clone(),
            part.model.clone(),
            part.price.map_or_else(|| "-".to_owned(), price_range),
            part.evidence.letter().to_string(),
        ]);
    }
    page.table(&table);
    let bought = plan.parts.iter().filter(|part| part.fate == PartFate::Buy);
    let (mut low, mut high, mut unknown) = (Price::ZERO, Price::ZERO, 0);
    for part in bought {
        match part.price {
            Some(range) => {
                low += range.low * part.count;
                high += range.high * part.count;
            }
            None => unknown += part.count,
        }
    }
    page.line(&format!(
        "  to buy: {} to {} for the parts with a published price; {} without one",
        price(low),
        price(high),
        counted(unknown, "part")
    ));
}
