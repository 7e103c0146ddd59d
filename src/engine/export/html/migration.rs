//! A migration: windows in order, what the fabric gives in each, what to buy.

use super::page::{Cell, Column, Page};
use super::summary::bisection_words;
use super::{ReportInput, charts};
use crate::engine::export::markup::escape;
use crate::engine::planner::{Goal, Metric, MigrationPlan, Optimality, Window};
use crate::engine::report::{ChartSubject, text};

/// Operations of one window that are listed.
const OPERATIONS: usize = 12;
/// Windows that are told in full.
const WINDOWS: usize = 60;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    let Some(plan) = input.plan else { return };
    if let Some(goal) = input.goal {
        page.paragraph(&wish(goal));
    }
    if !plan.feasible {
        page.raw("<p class=\"lead\"><strong>No plan keeps to these floors.</strong></p>\n");
    }
    if let Some(witness) = &plan.infeasible {
        page.paragraph(&witness.sentence);
        if !witness.proved {
            page.note("That is as far as the search went; it is not proved that no plan exists.");
        }
    }
    if !plan.windows.is_empty() {
        page.tiles(&tiles(plan));
        page.paragraph(&proof(plan));
    }
    charts(page, input, ChartSubject::Migration);
    windows(page, plan);
    if !plan.binding.is_empty() {
        page.heading("Where a floor binds");
        let sentences: Vec<String> = plan
            .binding
            .iter()
            .take(WINDOWS)
            .map(|binding| binding.sentence.clone())
            .collect();
        page.list(&sentences);
    }
    parts(page, plan);
    page.list(&plan.notes);
}

fn wish(goal: &Goal) -> String {
    let changes: Vec<&str> = [
        (goal.change.leaf_uplinks, "leaf uplinks"),
        (goal.change.spines, "spines"),
        (goal.change.nics, "NICs"),
    ]
    .into_iter()
    .filter(|(wanted, _)| *wanted)
    .map(|(_, what)| what)
    .collect();
    let floors: Vec<String> = Metric::ALL
        .into_iter()
        .filter(|&metric| goal.floors.of(metric) > 0)
        .map(|metric| {
            format!(
                "{} of the {}",
                text::percent(f64::from(goal.floors.of(metric)) / 1e3),
                metric.name()
            )
        })
        .collect();
    format!(
        "To {}: {}. {} At most {} in a window of up to {}.",
        text::rate(goal.rate),
        changes.join(", "),
        if floors.is_empty() {
            "No floor is set.".to_owned()
        } else {
            format!(
                "During and after every window at least {} of the start stays.",
                floors.join(", ")
            )
        },
        text::counted(u64::from(goal.max_operations_per_window), "operation"),
        text::counted(u64::from(goal.hours_per_window), "hour")
    )
}

fn tiles(plan: &MigrationPlan) -> Vec<(&'static str, String, String)> {
    let minutes: u64 = plan.windows.iter().map(|window| u64::from(window.minutes)).sum();
    let operations: usize = plan.windows.iter().map(|window| window.operations.len()).sum();
    let least = plan
        .windows
        .iter()
        .map(|window| window.during.share.bisection)
        .min()
        .unwrap_or(1000);
    vec![
        (
            "Windows",
            text::count(plan.windows.len() as u64),
            format!(
                "{}, {} h",
                text::counted(operations as u64, "operation"),
                text::short(minutes as f64 / 60.0)
            ),
        ),
        (
            "Bisection, least",
            text::percent(f64::from(least) / 1e3),
            "of the start, during a window".to_owned(),
        ),
        (
            "Bisection, after",
            bisection_words(&plan.end.bisection),
            format!("{} before", bisection_words(&plan.start.bisection)),
        ),
        (
            "Capacity lost",
            format!("{} h", text::short(plan.loss_milli_hours as f64 / 1e3)),
            format!("hours of the whole fabric, by {}", plan.loss_metric.name()),
        ),
    ]
}

fn proof(plan: &MigrationPlan) -> String {
    match plan.proof {
        Optimality::Optimal => {
            "Proved: no plan has fewer windows, and none of as many loses less capacity.".to_owned()
        }
        Optimality::FewestWindows => {
            "Proved: no plan has fewer windows. The capacity lost is the least that was found.".to_owned()
        }
        Optimality::WithinBound(bound) => {
            format!("Not all orders were searched; no plan has fewer than {bound} windows.")
        }
    }
}

fn windows(page: &mut Page, plan: &MigrationPlan) {
    if plan.windows.is_empty() {
        return;
    }
    page.heading("Windows, in order");
    page.raw("<ol class=\"windows\">\n");
    for (i, window) in plan.windows.iter().take(WINDOWS).enumerate() {
        told(page, i, window);
    }
    page.raw("</ol>\n");
    if plan.windows.len() > WINDOWS {
        page.note(&format!(
            "{} more windows are left out here; the command line lists them all.",
            text::count((plan.windows.len() - WINDOWS) as u64)
        ));
    }
}

fn told(page: &mut Page, i: usize, window: &Window) {
    let share = |per_mille: u32| text::percent(f64::from(per_mille) / 1e3);
    page.raw(&format!(
        "<li><h4>Window {} <span>· {} h · during: bisection {} ({}), all-reduce capacity {} · after: bisection {}</span>{}</h4>\n",
        i + 1,
        text::short(f64::from(window.minutes) / 60.0),
        bisection_words(&window.during.bisection),
        share(window.during.share.bisection),
        share(window.during.share.all_reduce),
        bisection_words(&window.after.bisection),
        if window.binds { " <span class=\"binds\">· a floor binds</span>" } else { "" }
    ));
    let mut titles: Vec<String> = window
        .operations
        .iter()
        .take(OPERATIONS)
        .map(|operation| operation.title.clone())
        .collect();
    if window.operations.len() > OPERATIONS {
        titles.push(format!(
            "and {} operations more",
            text::count((window.operations.len() - OPERATIONS) as u64)
        ));
    }
    page.list(&titles);
    if !window.rollback.is_empty() {
        page.raw(&format!(
            "<p class=\"note\">To take it back: {}</p>\n",
            escape(&window.rollback)
        ));
    }
    page.raw("</li>\n");
}

fn parts(page: &mut Page, plan: &MigrationPlan) {
    if plan.parts.is_empty() {
        return;
    }
    page.heading("Parts");
    page.table(
        "",
        &[
            Column::Words("Fate"),
            Column::Words("Part"),
            Column::Words("Model"),
            Column::Figures("Pieces"),
            Column::Figures("Price of one"),
            Column::Words("Known"),
        ],
        plan.parts.iter().map(|part| {
            vec![
                Cell::text(part.fate.name()),
                Cell::text(part.what.clone()),
                Cell::text(part.model.clone()),
                Cell::text(text::count(part.count)),
                Cell::known(part.price.map(text::price_range)),
                Cell::evidence(part.evidence),
            ]
        }),
    );
}
