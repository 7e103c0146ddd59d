//! The bill of materials as a table for a spreadsheet.

use super::csv::{Cell, Table};
use crate::engine::report::Bill;

/// The columns, in order. Power in watts, prices in US dollars, each of one piece.
pub const COLUMNS: [&str; 9] = [
    "part",
    "model",
    "pieces",
    "power_low_w",
    "power_high_w",
    "price_low_usd",
    "price_high_usd",
    "evidence",
    "source",
];

/// The bill as CSV, one line a part; a figure that nobody knows is an empty cell. O(parts).
pub fn bill_sheet(bill: &Bill) -> String {
    let mut table = Table::new(&COLUMNS);
    for part in &bill.parts {
        let figure = |figure: Option<f64>| figure.map_or(Cell::Empty, Cell::Number);
        let power = part.unit_power;
        let price = part.unit_price;
        let evidence = part.evidence.letter().to_string();
        table.row(&[
            Cell::Text(part.category.name()),
            Cell::Text(&part.model),
            Cell::Count(part.count),
            figure(power.map(|power| power.low.as_watts_f64())),
            figure(power.map(|power| power.high.as_watts_f64())),
            figure(price.map(|price| price.low.as_usd_f64())),
            figure(price.map(|price| price.high.as_usd_f64())),
            Cell::Text(&evidence),
            Cell::Text(&part.source),
        ]);
    }
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::document::Design;
    use crate::engine::report::bill_of_materials;
    use crate::engine::topology::generate::Recipe;

    #[test]
    fn every_part_has_a_line_and_unknown_figures_are_empty() {
        let design = Design::from_blueprint(&Recipe::example().build().unwrap());
        let bill = bill_of_materials(design.topology());
        let sheet = bill_sheet(&bill);
        let lines: Vec<&str> = sheet.lines().collect();
        assert_eq!(lines.len(), 1 + bill.parts.len());
        assert!(
            lines[1].starts_with("GPU server,HGX A100-8 with 8 x 100G,32,6500,6500,,,R,"),
            "{}",
            lines[1]
        );
    }
}
