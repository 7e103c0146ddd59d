//! The report: one HTML file that holds everything about a design and fetches nothing.
//!
//! Its styles, drawings and charts stand inside it; a content security policy forbids scripts and every request, so
//! that a design from a stranger can be read without a thought. It prints, follows light and dark, and says of every
//! figure what it rests on. It carries no date: the same design gives the same bytes.

mod all_reduce;
mod assumptions;
mod bill;
mod capacity;
mod fabric;
mod findings;
mod migration;
mod page;
mod simulation;
mod style;
mod summary;

use super::markup::escape;
use crate::engine::document::Design;
use crate::engine::job::Analysis;
use crate::engine::planner::{Goal, MigrationPlan};
use crate::engine::report::{Chart, ChartSubject};
use crate::engine::sim::{Scenario, SimReport};
use page::Page;

/// What a report is written from. Everything but the design and its analysis may be missing.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// The design.
    pub design: &'a Design,
    /// Its analysis, of the same revision.
    pub analysis: &'a Analysis,
    /// A simulation on it, if one was run.
    pub simulation: Option<&'a SimReport>,
    /// What that run was asked for; its parameters join the assumptions.
    pub scenario: Option<&'a Scenario>,
    /// A migration of it, if one was planned.
    pub plan: Option<&'a MigrationPlan>,
    /// What that plan was asked for; its floors are shown beside the plan.
    pub goal: Option<&'a Goal>,
    /// Charts, drawn by `charts`; each stands in the section of its subject.
    pub charts: &'a [Chart],
}

/// A section of the report.
struct Section {
    /// The anchor of its heading.
    id: &'static str,
    title: &'static str,
    write: fn(&mut Page, &ReportInput<'_>),
}

/// The report as one self-contained HTML file.
///
/// Every name in the design is escaped; lists that could grow without bound are cut, and say so. Total, and the same
/// bytes for the same input. O(devices + cables).
pub fn html(input: &ReportInput<'_>) -> String {
    let sections = sections(input);
    let mut page = Page::default();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src data:\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" \
         content=\"Fabricad\">\n<link rel=\"icon\" href=\"data:,\">\n",
    );
    page.raw(&format!(
        "<title>{} · network report</title>\n",
        escape(&input.design.name)
    ));
    page.raw(style::SHEET);
    page.raw("</head>\n<body>\n<main>\n");
    summary::write(&mut page, input);
    contents(&mut page, &sections);
    for section in &sections {
        page.raw(&format!(
            "<section id=\"{0}\">\n<h2>{1}</h2>\n",
            section.id, section.title
        ));
        (section.write)(&mut page, input);
        page.raw("</section>\n");
    }
    page.raw(
        "<footer>Made with Fabricad. The same design, task and seed give the same report, bit for bit.</footer>\n\
         </main>\n</body>\n</html>\n",
    );
    page.finish()
}

fn sections(input: &ReportInput<'_>) -> Vec<Section> {
    let section = |id, title, write| Section { id, title, write };
    let mut sections = vec![
        section(
            "fabric",
            "The fabric",
            fabric::write as fn(&mut Page, &ReportInput<'_>),
        ),
        section("findings", "Findings", findings::write),
        section("bisection", "Bisection bandwidth", capacity::bisection),
        section("oversubscription", "Oversubscription", capacity::oversubscription),
        section("all-reduce", "All-reduce", all_reduce::write),
    ];
    if input.simulation.is_some() {
        sections.push(section("simulation", "Packet simulation", simulation::write));
    }
    if input.plan.is_some() {
        sections.push(section("migration", "Migration plan", migration::write));
    }
    sections.push(section("bill", "Bill of materials", bill::write));
    sections.push(section(
        "assumptions",
        "What the figures rest on",
        assumptions::write,
    ));
    sections
}

fn contents(page: &mut Page, sections: &[Section]) {
    page.raw("<nav aria-label=\"Contents\"><ol>");
    for section in sections {
        page.raw(&format!(
            "<li><a href=\"#{}\">{}</a></li>",
            section.id, section.title
        ));
    }
    page.raw("</ol></nav>\n");
}

/// The charts of one subject, each with its figures below it.
fn charts(page: &mut Page, input: &ReportInput<'_>, subject: ChartSubject) {
    for chart in input.charts.iter().filter(|chart| chart.subject == subject) {
        page.raw(&format!(
            "<figure class=\"chart-figure\"><figcaption><strong>{}</strong> {}</figcaption>\n{}\n",
            escape(&chart.title),
            escape(&chart.description),
            chart.svg
        ));
        page.chart_table(&chart.table);
        page.raw("</figure>\n");
    }
}

#[cfg(test)]
mod tests;
