//! Comma-separated tables by RFC 4180, safe to open in a spreadsheet.

use std::fmt::Write;

/// A table that is written row by row.
///
/// Lines end in CR LF. Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` first) gets an apostrophe in
/// front: device names come from files of other people.
#[derive(Clone, Debug, Default)]
pub struct Table {
    text: String,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// Words.
    Text(&'a str),
    /// A whole number.
    Count(u64),
    /// A number with up to three decimals.
    Number(f64),
    /// Nothing.
    Empty,
}

impl Table {
    /// A table with this heading.
    pub fn new(heading: &[&str]) -> Self {
        let mut table = Self::default();
        let cells: Vec<Cell<'_>> = heading.iter().map(|&word| Cell::Text(word)).collect();
        table.row(&cells);
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell<'_>]) {
        for (i, cell) in cells.iter().enumerate() {
            if i > 0 {
                self.text.push(',');
            }
            match *cell {
                Cell::Text(text) => self.quoted(text),
                // Writing to a string cannot fail.
                Cell::Count(n) => drop(write!(self.text, "{n}")),
                Cell::Number(x) => self.text.push_str(&decimal(x)),
                Cell::Empty => {}
            }
        }
        self.text.push_str("\r\n");
    }

    /// The whole table.
    pub fn finish(self) -> String {
        self.text
    }

    fn quoted(&mut self, text: &str) {
        let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        let special = text.contains([',', '"', '\n', '\r', '\t']) || text.trim() != text;
        if formula || special {
            self.text.push('"');
            if formula {
                self.text.push('\'');
            }
            self.text.push_str(&text.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(text);
        }
    }
}

/// Up to three decimals, without a tail of zeros.
fn decimal(x: f64) -> String {
    if !x.is_finite() {
        return String::new();
    }
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut table = Table::new(&["name", "count", "metres"]);
        table.row(&[Cell::Text("a, \"b\""), Cell::Count(3), Cell::Number(1.5)]);
        table.row(&[Cell::Text("=1+1"), Cell::Empty, Cell::Number(20.0)]);
        assert_eq!(
            table.finish(),
            "name,count,metres\r\n\"a, \"\"b\"\"\",3,1.5\r\n\"'=1+1\",,20\r\n"
        );
    }
}
