//! Bisection bandwidth with its proof and cut, and oversubscription.

use super::ReportInput;
use super::page::{Cell, Column, Page};
use super::summary::bisection_words;
use crate::engine::analysis::{DesignCut, Ratio};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;
use crate::engine::report::explain_split;
use crate::engine::report::text;
use crate::engine::topology::Topology;
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// Rows of a list before it is cut.
const ROWS: usize = 40;

/// `2:1`, `1.03:1`, `no uplink`.
pub(super) fn ratio(ratio: Ratio) -> String {
    ratio.value().map_or_else(
        || "no uplink".to_owned(),
        |value| format!("{}:1", text::short(value)),
    )
}

pub(super) fn bisection(page: &mut Page, input: &ReportInput<'_>) {
    let topology = input.design.topology();
    let answer = &input.analysis.bisection;
    let bisection = &answer.bisection;
    let share = bisection.share_of_full().map_or_else(String::new, |(low, high)| {
        if bisection.is_exact() {
            format!("{} of full bisection", text::percent(low))
        } else {
            format!(
                "{} to {} of full bisection",
                text::percent(low),
                text::percent(high)
            )
        }
    });
    page.raw(&format!(
        "<p class=\"lead\"><strong>{}</strong> <span class=\"{}\">{}</span>{}</p>\n",
        bisection_words(bisection),
        if bisection.is_exact() { "exact" } else { "none" },
        if bisection.is_exact() { "exact" } else { "bounds" },
        if share.is_empty() {
            String::new()
        } else {
            format!(" · {share}")
        }
    ));
    page.paragraph(bisection.proof.explain());
    page.paragraph(&format!(
        "Over all splits of {} into two halves, the least that can flow from one half to the other, in \
         one direction; NICs are counted. Full bisection is {}: half of the endpoints sending at their own rate.",
        text::counted(u64::from(bisection.endpoints), "endpoint"),
        text::rate(bisection.full)
    ));
    if let Some(cut) = &answer.cut {
        cut_told(page, topology, cut, bisection.upper);
        if let Some(words) = explain_split(answer, topology) {
            page.paragraph(&words);
        }
    }
    if let Ok(all_reduce) = &input.analysis.all_reduce {
        page.note(&format!(
            "Bisection says little about traffic that keeps to its rail. The all-reduce of this design is limited by: {}.",
            all_reduce.bottleneck.trim_end_matches('.')
        ));
    }
}

/// The cut that carries the value: what crosses it, and who stands on its sides.
fn cut_told(page: &mut Page, topology: &Topology, cut: &DesignCut, upper: BitRate) {
    let name = |id: NodeId| topology.node(id).map_or("", |node| node.name.as_str());
    page.heading("The cut");
    let mut servers: BTreeMap<NodeId, u32> = BTreeMap::new();
    for endpoint in &cut.side_a {
        *servers.entry(endpoint.node).or_default() += 1;
    }
    let side: Vec<&str> = servers.keys().map(|&id| name(id)).collect();
    page.paragraph(&format!(
        "{} the cut that carries {}. On one side: {} of {}.",
        match cut.links.len() {
            0 => "No cable crosses".to_owned(),
            1 => "1 cable crosses".to_owned(),
            n => format!("{} cross", text::counted(n as u64, "cable")),
        },
        text::rate(upper),
        text::counted(cut.side_a.len() as u64, "endpoint"),
        some_of(&side, 8)
    ));
    let mut pairs: BTreeMap<(NodeId, NodeId), (u64, BitRate)> = BTreeMap::new();
    for link in cut.links.iter().filter_map(|&id| topology.link(id)) {
        let pair = (link.a.node.min(link.b.node), link.a.node.max(link.b.node));
        let sum = pairs.entry(pair).or_default();
        sum.0 += 1;
        sum.1 += link.rate;
    }
    if pairs.is_empty() {
        return;
    }
    let n = pairs.len();
    page.fold("The cables that cross it", |page| {
        page.table(
            &cut_off(n, "pairs of devices"),
            &[
                Column::Words("Device"),
                Column::Words("Device"),
                Column::Figures("Cables"),
                Column::Figures("Together"),
            ],
            pairs.into_iter().take(ROWS).map(|((a, b), (count, rate))| {
                vec![
                    Cell::text(name(a)),
                    Cell::text(name(b)),
                    Cell::text(text::count(count)),
                    Cell::text(text::rate(rate)),
                ]
            }),
        );
    });
}

pub(super) fn oversubscription(page: &mut Page, input: &ReportInput<'_>) {
    let topology = input.design.topology();
    let answer = &input.analysis.oversubscription;
    if answer.tiers.is_empty() {
        page.paragraph("No tier of switches stands above another, so there is nothing to oversubscribe.");
        return;
    }
    page.paragraph(
        "Of a switch: the capacity of its cables towards endpoints over that of its cables to the tier above. 1:1 is \
         non-blocking.",
    );
    page.table(
        "By tier, from the bottom up",
        &[
            Column::Words("Tier"),
            Column::Figures("Switches"),
            Column::Figures("Worst"),
            Column::Figures("Mean"),
            Column::Figures("Without uplink"),
        ],
        answer.tiers.iter().map(|tier| {
            vec![
                Cell::text(tier.tier.name()),
                Cell::text(text::count(u64::from(tier.switches))),
                Cell::text(ratio(tier.worst)),
                Cell::text(format!("{}:1", text::short(tier.mean))),
                Cell::text(text::count(u64::from(tier.isolated))),
            ]
        }),
    );
    let mut switches: Vec<_> = answer.switches.iter().collect();
    switches.small_sort_by(|a, b| b.ratio().compare(a.ratio()).then(a.node.cmp(&b.node)));
    page.fold("Every switch, the worst first", |page| {
        page.table(
            &cut_off(switches.len(), "switches"),
            &[
                Column::Words("Switch"),
                Column::Figures("Down"),
                Column::Figures("Up"),
                Column::Figures("Ratio"),
            ],
            switches.iter().take(ROWS).map(|switch| {
                vec![
                    Cell::text(topology.node(switch.node).map_or("", |node| node.name.as_str())),
                    Cell::text(text::rate(switch.down)),
                    Cell::text(text::rate(switch.up)),
                    Cell::text(ratio(switch.ratio())),
                ]
            }),
        );
    });
}

/// Says that a list was cut, where it was.
pub(super) fn cut_off(n: usize, what: &str) -> String {
    if n <= ROWS {
        return String::new();
    }
    format!("The first {ROWS} of {} {what}", text::count(n as u64))
}

/// The first few names, and how many more there are.
pub(super) fn some_of(names: &[&str], most: usize) -> String {
    if names.len() <= most {
        return names.join(", ");
    }
    format!(
        "{} and {} more",
        names[..most].join(", "),
        text::count((names.len() - most) as u64)
    )
}
