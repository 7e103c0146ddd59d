//! `fabricad analyze`: what a fabric can carry, and what is wrong with it.

use super::files::{self, Opened};
use super::text::{Page, Table, counted};
use super::{Failure, fault};
use crate::engine::analysis::{Bisection, DesignBisection, Oversubscription, Ratio};
use crate::engine::collective::{AllReduceReport, CurvePoint};
use crate::engine::export::json::{AnalysisParts, AnalysisView, CountsView};
use crate::engine::job::{self, Analysis, Outcome, Task};
use crate::engine::report::Bill;
use crate::engine::report::explain_split;
use crate::engine::report::text::{gbytes, percent, power_range, rate, short, size, time};
use crate::engine::topology::Topology;
use crate::engine::topology::{Finding, Severity};
use crate::engine::units::{Bytes, SimTime};
use clap::Args;

/// Show what a fabric can carry, and what is wrong with it.
#[derive(Debug, Args)]
pub(super) struct Analyze {
    /// A design, GraphML, containerlab YAML, or an HPCC or SimAI topology.txt; - is standard input
    file: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Analyze {
    /// The analysis, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let opened = files::open(&self.file)?;
        let analysis = match job::run(&opened.design, Task::Analyze) {
            Ok(Outcome::Analysis(analysis)) => analysis,
            Ok(_) => return Err(fault("an analysis gave another answer")),
            Err(error) => return Err(Failure::file(&self.file, error)),
        };
        if self.json {
            let why = analysis.all_reduce.as_ref().err().map(ToString::to_string);
            return files::json(&AnalysisView::of(AnalysisParts {
                design: &opened.design,
                notes: &opened.notes,
                bisection: &analysis.bisection,
                oversubscription: &analysis.oversubscription,
                all_reduce: analysis
                    .all_reduce
                    .as_ref()
                    .map_err(|_| why.as_deref().unwrap_or_default()),
                findings: &analysis.findings,
                bill: &analysis.bill,
                assumptions: &analysis.assumptions,
            }));
        }
        Ok(page(&opened, &analysis))
    }
}

fn page(opened: &Opened, analysis: &Analysis) -> String {
    let mut page = Page::new();
    let counts = CountsView::of(opened.design.topology());
    page.title(&opened.design.name);
    page.line(&format!("  {}", sizes(&counts)));
    bisection(&mut page, &analysis.bisection, opened.design.topology());
    oversubscription(&mut page, &analysis.oversubscription);
    match &analysis.all_reduce {
        Ok(report) => all_reduce(&mut page, report),
        Err(why) => {
            page.title("All-reduce");
            page.line(&format!("  none: {why}"));
        }
    }
    bill(&mut page, &analysis.bill);
    findings(&mut page, &analysis.findings);
    notes(&mut page, &opened.notes);
    page.finish()
}

/// What had to be assumed when a file was read.
pub(super) fn notes(page: &mut Page, notes: &[String]) {
    if !notes.is_empty() {
        page.title("Assumed or left out when the file was read");
        page.list(notes);
    }
}

/// "256 GPUs, 32 servers, 12 switches, 320 cables".
pub(super) fn sizes(counts: &CountsView) -> String {
    let parts = [
        (counts.gpus, "GPU"),
        (counts.servers, "server"),
        (counts.nvlink_domains, "NVSwitch domain"),
        (counts.switches, "switch"),
        (counts.cables, "cable"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|&(n, _)| n > 0)
        .map(|(n, one)| counted(n, one))
        .collect();
    if parts.is_empty() {
        "nothing in it".to_owned()
    } else {
        parts.join(", ")
    }
}

/// One line for a bisection: the value, or both bounds.
pub(super) fn bisection_figure(bisection: &Bisection) -> String {
    if bisection.is_exact() {
        format!("{}, exact", rate(bisection.lower))
    } else {
        format!("between {} and {}", rate(bisection.lower), rate(bisection.upper))
    }
}

fn bisection(page: &mut Page, answer: &DesignBisection, topology: &Topology) {
    let bisection = &answer.bisection;
    page.title("Bisection bandwidth (one direction)");
    page.line(&format!("  {}", bisection_figure(bisection)));
    if let Some((lower, upper)) = bisection.share_of_full() {
        let share = if bisection.is_exact() {
            percent(lower)
        } else {
            format!("{} to {}", percent(lower), percent(upper))
        };
        page.line(&format!(
            "  {share} of full bisection, {} for {}",
            rate(bisection.full),
            counted(u64::from(bisection.endpoints), "endpoint")
        ));
    }
    page.list([bisection.proof.explain()]);
    if let Some(cut) = &answer.cut {
        let inside = match cut.split_servers.len() {
            0 => String::new(),
            n => format!(" and passes inside {}", counted(n as u64, "server")),
        };
        page.list([format!(
            "The cheapest cut found parts {} from {}: it crosses {}{inside}.",
            counted(cut.side_a.len() as u64, "endpoint"),
            counted(u64::from(bisection.endpoints) - cut.side_a.len() as u64, "other"),
            counted(cut.links.len() as u64, "cable")
        )]);
        page.list(explain_split(answer, topology));
    }
}

fn oversubscription(page: &mut Page, answer: &Oversubscription) {
    page.title("Oversubscription (capacity below : above)");
    if answer.tiers.is_empty() {
        page.line("  none: no switch stands above another");
        return;
    }
    let mut table = Table::new(&["tier", ">switches", ">worst", ">mean", ""]);
    for tier in &answer.tiers {
        let isolated = match tier.isolated {
            0 => String::new(),
            n => format!("{n} without uplinks"),
        };
        table.row([
            tier.tier.name().to_owned(),
            tier.switches.to_string(),
            ratio(tier.worst),
            format!("{}:1", short(tier.mean)),
            isolated,
        ]);
    }
    page.table(&table);
}

/// "3:1", or in whole numbers where that says more.
fn ratio(ratio: Ratio) -> String {
    ratio
        .value()
        .map_or_else(|| "no uplink".to_owned(), |value| format!("{}:1", short(value)))
}

fn all_reduce(page: &mut Page, report: &AllReduceReport) {
    let shape = report.design.shape;
    page.title(&format!(
        "All-reduce over {} (1 GiB a GPU)",
        counted(u64::from(shape.gpus), "GPU")
    ));
    let mut table = Table::new(&["", ">bus bandwidth", ">time", "how"]);
    let headline = &report.headline;
    let possible = &report.possible;
    let row = |what: &str, busbw: f64, duration: SimTime, how: String| {
        [what.to_owned(), gbytes(busbw), time(duration), how]
    };
    let how = format!(
        "NCCL: {}, {}",
        headline.algorithm.name(),
        headline.protocol.name()
    );
    table.row(row("expected", headline.busbw_gbytes, headline.time, how));
    for (bound, how) in [
        (possible.pipelined, "hierarchical, phases overlapped: a bound"),
        (possible.serial, "hierarchical, one phase after the other"),
    ] {
        table.row(row("possible", bound.busbw_gbytes, bound.time, how.to_owned()));
    }
    page.table(&table);
    page.list([
        format!("Expected is {} of the peak.", percent(report.share_of_peak)),
        report.bottleneck.clone(),
    ]);
    page.list(&report.design.notes);
    page.line("");
    page.table(&curve(&report.curve));
}

/// A few sizes of the curve: each 16 times the one before.
fn curve(points: &[CurvePoint]) -> Table {
    const SHOWN: [Bytes; 6] = [
        Bytes::from_kib(64),
        Bytes::from_mib(1),
        Bytes::from_mib(16),
        Bytes::from_mib(256),
        Bytes::from_gib(1),
        Bytes::from_gib(16),
    ];
    let mut table = Table::new(&[
        ">message",
        ">expected time",
        ">expected busbw",
        ">possible busbw",
        "NCCL's choice",
    ]);
    for point in points.iter().filter(|point| SHOWN.contains(&point.size)) {
        table.row([
            size(point.size),
            time(point.expected.time),
            gbytes(point.expected.busbw_gbytes),
            gbytes(point.possible.pipelined.busbw_gbytes),
            format!(
                "{}, {}",
                point.expected.algorithm.name(),
                point.expected.protocol.name()
            ),
        ]);
    }
    table
}

fn bill(page: &mut Page, bill: &Bill) {
    page.title("Power and price");
    let kinds: Vec<String> = bill
        .power_words()
        .into_iter()
        .map(|(kind, power)| format!("{kind} {power}"))
        .collect();
    let kinds = if kinds.is_empty() {
        String::new()
    } else {
        format!(" ({})", kinds.join(", "))
    };
    page.line(&format!("  {}{kinds}", power_range(bill.power.total)));
    page.line(&format!("  {}", bill.price_words()));
    page.list(&bill.unknown);
}

fn findings(page: &mut Page, findings: &[Finding]) {
    const SHOWN: usize = 12;
    let of = |severity| {
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count() as u64
    };
    if findings.is_empty() {
        page.title("Findings");
        page.line("  none");
        return;
    }
    let parts: Vec<String> = Severity::ALL
        .into_iter()
        .filter(|&severity| of(severity) > 0)
        .map(|severity| counted(of(severity), severity.name()))
        .collect();
    page.title(&format!("Findings ({})", parts.join(", ")));
    for finding in findings.iter().take(SHOWN) {
        let hint = finding
            .hint
            .as_deref()
            .map_or(String::new(), |hint| format!(" {hint}"));
        page.list([format!("{}: {}{hint}", finding.severity.name(), finding.message)]);
    }
    if findings.len() > SHOWN {
        page.line(&format!(
            "  … and {} more; --json has them all",
            findings.len() - SHOWN
        ));
    }
}
