//! The bill of materials: parts, power, price.

use super::ReportInput;
use super::page::{Cell, Column, Page};
use crate::engine::catalog::Between;
use crate::engine::report::{Part, PartCategory, text};
use crate::engine::units::Power;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    let bill = &input.analysis.bill;
    if bill.parts.is_empty() {
        page.paragraph("Nothing is drawn, so there is nothing to buy.");
        return;
    }
    let columns = [
        Column::Words("Part"),
        Column::Words("Model"),
        Column::Figures("Pieces"),
        Column::Figures("Power of one"),
        Column::Figures("Power"),
        Column::Figures("Price of one"),
        Column::Figures("Price"),
        Column::Words("Known"),
        Column::Words("Source"),
    ];
    let foot = vec![
        Cell::text("Where known"),
        Cell::text(""),
        Cell::text(""),
        Cell::text(""),
        Cell::text(text::power_range(bill.power.total)),
        Cell::text(""),
        Cell::known(bill.price.map(text::price_range)),
    ];
    page.table_with_foot("", &columns, bill.parts.iter().map(row), Some(foot));
    page.table(
        "Power",
        &[
            Column::Words("Of"),
            Column::Figures("Power"),
            Column::Words("Counted as"),
        ],
        bill.power_words()
            .into_iter()
            .chain([("together", text::power_range(bill.power.total))])
            .map(|(what, power)| {
                let how = match what {
                    "together" => "",
                    "switches" => "typical, without transceivers",
                    _ => "their highest",
                };
                vec![Cell::text(what), Cell::text(power), Cell::text(how)]
            }),
    );
    if !bill.unknown.is_empty() {
        page.heading("Not in these sums");
        page.list(&bill.unknown);
    }
    page.note(
        "Prices are published ranges, most of them old or of single pieces; they are for orders of magnitude and no \
         offer. NICs are part of their servers.",
    );
}

fn row(part: &Part) -> Vec<Cell> {
    let power = |power: Option<Between<Power>>| match (part.category, power) {
        (PartCategory::NvlinkDomain, None) => Cell::text("with the trays"),
        (PartCategory::Fibre, _) => Cell::text("none"),
        (_, power) => Cell::known(power.map(text::power_range)),
    };
    vec![
        Cell::word(part.category.name()),
        Cell::text(part.model.clone()),
        Cell::text(text::count(part.count)),
        power(part.unit_power),
        power(part.power()),
        Cell::known(part.unit_price.map(text::price_range)),
        Cell::known(part.price().map(text::price_range)),
        Cell::evidence(part.evidence),
        Cell::source(&part.source),
    ]
}
