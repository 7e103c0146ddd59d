//! The head of the report: what the design is, and its figures at a glance.

use super::ReportInput;
use super::page::Page;
use crate::engine::analysis::Bisection;
use crate::engine::catalog::Between;
use crate::engine::export::markup::escape;
use crate::engine::job::{Analysis, Counts};
use crate::engine::report::text;
use crate::engine::topology::Severity;
use crate::engine::units::Power;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    page.raw(&format!(
        "<header>\n<p class=\"kicker\">Network report</p>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
        escape(&input.design.name),
        escape(&counts(&input.analysis.counts))
    ));
    let analysis = input.analysis;
    let mut tiles = vec![
        bisection(&analysis.bisection.bisection),
        oversubscription(analysis),
    ];
    tiles.extend(all_reduce(analysis));
    tiles.push(power(analysis));
    tiles.push(findings(analysis));
    page.tiles(&tiles);
}

fn counts(counts: &Counts) -> String {
    let some = |n: u32, one: &str, many: &str| {
        (n > 0).then(|| {
            format!(
                "{} {}",
                text::count(u64::from(n)),
                if n == 1 { one } else { many }
            )
        })
    };
    let parts: Vec<String> = [
        some(counts.gpus, "GPU", "GPUs"),
        some(counts.servers, "server", "servers"),
        some(
            counts.nvlink_domains,
            "NVSwitch domain of its own",
            "NVSwitch domains of their own",
        ),
        some(counts.switches, "switch", "switches"),
        some(counts.cables, "cable", "cables"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() {
        "Nothing is drawn yet.".to_owned()
    } else {
        parts.join(" · ")
    }
}

type Tile = (&'static str, String, String);

/// The value, or its bounds.
pub(super) fn bisection_words(bisection: &Bisection) -> String {
    if bisection.is_exact() {
        text::rate(bisection.lower)
    } else {
        format!(
            "{} to {}",
            text::rate(bisection.lower),
            text::rate(bisection.upper)
        )
    }
}

fn bisection(bisection: &Bisection) -> Tile {
    let share = bisection.share_of_full().map_or_else(String::new, |(low, high)| {
        if bisection.is_exact() {
            format!(", {} of full", text::percent(low))
        } else {
            format!(", {} to {} of full", text::percent(low), text::percent(high))
        }
    });
    let known = if bisection.is_exact() {
        "exact, proved"
    } else {
        "bounds, not proved"
    };
    (
        "Bisection bandwidth",
        bisection_words(bisection),
        format!("{known}{share}"),
    )
}

fn oversubscription(analysis: &Analysis) -> Tile {
    let worst = analysis
        .oversubscription
        .tiers
        .iter()
        .max_by(|a, b| a.worst.compare(b.worst));
    match worst {
        Some(tier) => (
            "Oversubscription",
            super::capacity::ratio(tier.worst),
            format!("down to up, the worst of the {}", tier.tier.name()),
        ),
        None => (
            "Oversubscription",
            "none".to_owned(),
            "no tier stands above another".to_owned(),
        ),
    }
}

fn all_reduce(analysis: &Analysis) -> Vec<Tile> {
    match &analysis.all_reduce {
        Ok(report) => vec![
            (
                "All-reduce, expected",
                text::gbytes(report.headline.busbw_gbytes),
                format!("bus bandwidth of NCCL at {}", text::size(report.headline.size)),
            ),
            (
                "Share of peak",
                text::percent(report.share_of_peak),
                format!("limited by: {}", report.bottleneck),
            ),
        ],
        Err(why) => vec![("All-reduce", "none".to_owned(), why.to_string())],
    }
}

fn power(analysis: &Analysis) -> Tile {
    let power = &analysis.bill.power;
    let network = Between::new(
        power.switches.low + power.optics.low,
        power.switches.high + power.optics.high,
    );
    let network = if network.high == Power::ZERO {
        "at most, of the parts whose power is known".to_owned()
    } else {
        format!("at most; the network {}", text::power_range(network))
    };
    ("Power", text::power(power.total.high), network)
}

fn findings(analysis: &Analysis) -> Tile {
    let n = |severity: Severity| {
        analysis
            .findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let (errors, warnings, notes) = (n(Severity::Error), n(Severity::Warning), n(Severity::Info));
    let figure = match (errors, warnings) {
        (0, 0) => "none".to_owned(),
        (0, n) => text::counted(n as u64, "warning"),
        (n, _) => text::counted(n as u64, "error"),
    };
    let besides = match (errors, warnings, notes) {
        (0, 0, 0) => "nothing wrong was found".to_owned(),
        (0, _, notes) => format!("{notes} to note"),
        (_, warnings, notes) => format!("{}, {notes} to note", text::counted(warnings as u64, "warning")),
    };
    ("Findings", figure, besides)
}
