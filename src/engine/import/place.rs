//! Places in a text: lines and columns, as people count them.

/// A place in a file. Line and column count from 1; zero means that it is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// Somewhere on this line.
    pub(super) fn line(line: usize) -> Self {
        Self { line, column: 0 }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "the file"),
            (line, 0) => write!(f, "line {line}"),
            (line, column) => write!(f, "line {line}, column {column}"),
        }
    }
}

/// Where the lines of a text begin, to turn a byte offset into a place in O(log lines).
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let starts = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self(std::iter::once(0).chain(starts.map(|(at, _)| at + 1)).collect())
    }

    /// The line of a byte, and its column in bytes.
    pub(super) fn place(&self, offset: usize) -> Place {
        let line = self.0.partition_point(|&start| start <= offset).max(1);
        let start = self.0.get(line - 1).copied().unwrap_or(0);
        Place {
            line,
            column: offset.saturating_sub(start) + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns_from_one() {
        let lines = Lines::of("ab\ncd\n");
        let said = [0, 1, 3, 4, 6].map(|at| lines.place(at).to_string());
        let expected = [
            "line 1, column 1",
            "line 1, column 2",
            "line 2, column 1",
            "line 2, column 2",
            "line 3, column 1",
        ];
        assert_eq!(said, expected);
    }
}
