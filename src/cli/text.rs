//! Text for people: titles, lists, aligned tables. Quantities are written by `engine::report::text`.

use std::fmt::Write as _;
use std::io::IsTerminal;

/// A page of text under way.
pub(super) struct Page {
    text: String,
    bold: bool,
}

impl Page {
    /// An empty page; titles are bold if a person is watching.
    pub(super) fn new() -> Self {
        let bold = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self {
            text: String::new(),
            bold,
        }
    }

    /// A title with an empty line before it.
    pub(super) fn title(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let title = visible(title);
        let line = if self.bold {
            format!("\u{1b}[1m{title}\u{1b}[0m")
        } else {
            title
        };
        self.line(&line);
    }

    /// A line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A line of its own for each, with a dash and folded at the width of a page.
    pub(super) fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            for (i, line) in fold(&visible(item.as_ref()), 96).iter().enumerate() {
                let mark = if i == 0 { "- " } else { "  " };
                self.line(&format!("  {mark}{line}"));
            }
        }
    }

    /// A table, indented.
    pub(super) fn table(&mut self, table: &Table) {
        let text = table.to_string();
        for line in text.lines() {
            self.line(&format!("  {line}"));
        }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A table whose columns are as wide as their widest cell.
pub(super) struct Table {
    right: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with this heading; a heading that begins with `>` sets its column to the right.
    pub(super) fn new(heading: &[&str]) -> Self {
        let right = heading.iter().map(|cell| cell.starts_with('>')).collect();
        let row = heading
            .iter()
            .map(|cell| cell.trim_start_matches('>').to_owned())
            .collect();
        Self {
            right,
            rows: vec![row],
        }
    }

    /// Adds a row.
    pub(super) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells = cells.into_iter().map(|cell| visible(&cell.into()));
        self.rows.push(cells.collect());
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.right.len()).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &width), &right) in row.iter().zip(&widths).zip(&self.right) {
                if right {
                    write!(line, "{cell:>width$}  ")?;
                } else {
                    write!(line, "{cell:<width$}  ")?;
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Names come from files: what would move the cursor or colour the terminal is shown as a blank.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Breaks a sentence into lines of at most `width` characters, at spaces.
fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// "1 switch", "2 switches", "3 leaves".
pub(super) fn counted(n: u64, one: &str) -> String {
    crate::engine::units::counted(n, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_words() {
        let said = [(1, "GPU"), (2, "switch"), (1_200, "cable"), (2, "leaf")].map(|(n, one)| counted(n, one));
        assert_eq!(said, ["1 GPU", "2 switches", "1,200 cables", "2 leaves"]);
    }

    #[test]
    fn columns_line_up_and_names_cannot_steer_the_terminal() {
        let mut table = Table::new(&["what", ">how many"]);
        table.row(["a\u{1b}[31m", "1"]);
        table.row(["longer", "1,000"]);
        assert_eq!(
            table.to_string(),
            "what    how many\na [31m         1\nlonger     1,000\n"
        );
        assert_eq!(fold("one two three", 7), ["one two", "three"]);
    }
}
