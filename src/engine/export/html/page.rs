//! The page as it is written: text is escaped unless this room made it.

use crate::engine::catalog::Evidence;
use crate::engine::export::markup::escape;
use crate::engine::report::ChartTable;

/// HTML under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    html: String,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Column {
    /// Words, to the left.
    Words(&'static str),
    /// Figures, to the right.
    Figures(&'static str),
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// Words, as they are.
    Text(String),
    /// Markup that this room made, with everything in it escaped already.
    Made(String),
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// One of a few words of ours, never broken inside.
    pub(super) fn word(word: &str) -> Self {
        Self::Made(format!("<span class=\"word\">{}</span>", escape(word)))
    }

    /// Nothing is known.
    pub(super) fn unknown() -> Self {
        Self::Made("<span class=\"none\">not known</span>".to_owned())
    }

    /// A figure, or that it is not known.
    pub(super) fn known(figure: Option<String>) -> Self {
        figure.map_or_else(Self::unknown, Self::Text)
    }

    /// The letter of an evidence with its meaning.
    pub(super) fn evidence(evidence: Evidence) -> Self {
        Self::Made(evidence_tag(evidence))
    }

    /// Sources in words: what kind of page each is, as a link to it where it has an address.
    pub(super) fn source(sources: &str) -> Self {
        let mut seen: Vec<(&str, u32)> = Vec::new();
        let mut made = Vec::new();
        for source in sources.split(" ; ") {
            let word = publisher(source);
            let n = match seen.iter_mut().find(|(known, _)| *known == word) {
                Some((_, n)) => {
                    *n += 1;
                    *n
                }
                None => {
                    seen.push((word, 1));
                    1
                }
            };
            made.push(link(source, word, n));
        }
        Self::Made(format!("<span class=\"source\">{}</span>", made.join(", ")))
    }
}

/// The tag that says how a figure is known.
pub(super) fn evidence_tag(evidence: Evidence) -> String {
    format!(
        "<abbr class=\"evidence {}\" title=\"{}\">{}</abbr>",
        if evidence.is_default() { "default" } else { "read" },
        evidence.meaning(),
        evidence.letter()
    )
}

/// What kind of page an address leads to, for readers who do not know its host; words that are no address stay.
fn publisher(source: &str) -> &str {
    let Some((_, address)) = source.split_once("://") else {
        return source;
    };
    let host = address.split('/').next().unwrap_or(address);
    let of = |names: &[&str]| {
        names
            .iter()
            .any(|name| host == *name || host.strip_suffix(name).is_some_and(|sub| sub.ends_with('.')))
    };
    if address.contains("sonic-buildimage") {
        "SONiC device tables"
    } else if of(&["docs.nvidia.com"]) {
        "NVIDIA documentation"
    } else if of(&["nvidia.com", "mellanox.com"]) {
        "NVIDIA web page"
    } else if of(&["arista.com", "amd.com", "intel.com", "broadcom.com"]) {
        "vendor data sheet"
    } else if of(&[
        "fs.com",
        "flexoptix.net",
        "fluxlight.com",
        "vitextech.com",
        "wavesplitter.com",
    ]) {
        "optics vendor\u{2019}s page"
    } else if of(&["router-switch.com"]) {
        "reseller\u{2019}s page"
    } else if of(&["easymanua.ls", "manualshive.com", "studylib.net"]) {
        "copy of the vendor\u{2019}s manual"
    } else if of(&["ieee802.org"]) {
        "IEEE 802.3 document"
    } else {
        "third-party page"
    }
}

/// A source as a link, or as words where it has no address; the second of a kind on is told by its number.
fn link(source: &str, word: &str, n: u32) -> String {
    let shown = if n == 1 { word.to_owned() } else { format!("[{n}]") };
    if !source.starts_with("https://") && !source.starts_with("http://") {
        return escape(source);
    }
    format!(
        "<a href=\"{0}\" rel=\"noreferrer noopener\" title=\"{0}\">{1}</a>",
        escape(source),
        escape(&shown)
    )
}

impl Page {
    /// Markup of this room; nothing from a design may come this way unescaped.
    pub(super) fn raw(&mut self, html: &str) {
        self.html.push_str(html);
    }

    /// The whole page.
    pub(super) fn finish(self) -> String {
        self.html
    }

    /// A paragraph of plain words.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.html.push_str("<p>");
        self.html.push_str(&escape(text));
        self.html.push_str("</p>\n");
    }

    /// A quieter paragraph: how to read what stands above it.
    pub(super) fn note(&mut self, text: &str) {
        self.html.push_str("<p class=\"note\">");
        self.html.push_str(&escape(text));
        self.html.push_str("</p>\n");
    }

    /// A heading inside a section.
    pub(super) fn heading(&mut self, text: &str) {
        self.html.push_str("<h3>");
        self.html.push_str(&escape(text));
        self.html.push_str("</h3>\n");
    }

    /// A list of sentences; nothing where there is none.
    pub(super) fn list(&mut self, items: &[String]) {
        if items.is_empty() {
            return;
        }
        self.html.push_str("<ul>\n");
        for item in items {
            self.html.push_str("<li>");
            self.html.push_str(&escape(item));
            self.html.push_str("</li>\n");
        }
        self.html.push_str("</ul>\n");
    }

    /// Figures that stand out: name, figure, what to know about it.
    pub(super) fn tiles(&mut self, tiles: &[(&str, String, String)]) {
        self.html.push_str("<dl class=\"tiles\">\n");
        for (name, figure, note) in tiles {
            self.html.push_str(&format!(
                "<div><dt>{}</dt><dd class=\"figure\">{}</dd><dd>{}</dd></div>\n",
                escape(name),
                escape(figure),
                escape(note)
            ));
        }
        self.html.push_str("</dl>\n");
    }

    /// A table; the caption says what it lists.
    pub(super) fn table(
        &mut self,
        caption: &str,
        columns: &[Column],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) {
        self.table_with_foot(caption, columns, rows, None);
    }

    /// A table with a last row of sums.
    pub(super) fn table_with_foot(
        &mut self,
        caption: &str,
        columns: &[Column],
        rows: impl IntoIterator<Item = Vec<Cell>>,
        foot: Option<Vec<Cell>>,
    ) {
        self.html.push_str("<div class=\"scroll\"><table>\n");
        if !caption.is_empty() {
            self.html
                .push_str(&format!("<caption>{}</caption>\n", escape(caption)));
        }
        self.html.push_str("<thead><tr>");
        for column in columns {
            let (class, name) = match column {
                Column::Words(name) => ("", name),
                Column::Figures(name) => (" class=\"n\"", name),
            };
            self.html
                .push_str(&format!("<th scope=\"col\"{class}>{}</th>", escape(name)));
        }
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.row(columns, row);
        }
        self.html.push_str("</tbody>\n");
        if let Some(foot) = foot {
            self.html.push_str("<tfoot>");
            self.row(columns, foot);
            self.html.push_str("</tfoot>\n");
        }
        self.html.push_str("</table></div>\n");
    }

    fn row(&mut self, columns: &[Column], row: Vec<Cell>) {
        self.html.push_str("<tr>");
        for (column, cell) in columns.iter().zip(row) {
            let class = match column {
                Column::Words(_) => "",
                Column::Figures(_) => " class=\"n\"",
            };
            let inner = match cell {
                Cell::Text(text) => escape(&text),
                Cell::Made(markup) => markup,
            };
            self.html.push_str(&format!("<td{class}>{inner}</td>"));
        }
        self.html.push_str("</tr>\n");
    }

    /// Something that is read on demand; always open in print.
    pub(super) fn fold(&mut self, summary: &str, write: impl FnOnce(&mut Self)) {
        self.html
            .push_str(&format!("<details><summary>{}</summary>\n", escape(summary)));
        write(self);
        self.html.push_str("</details>\n");
    }

    /// The figures of a chart, for those who read rather than look.
    pub(super) fn chart_table(&mut self, table: &ChartTable) {
        self.fold("The figures of this chart", |page| {
            page.raw("<div class=\"scroll\"><table>\n<thead><tr>");
            for (i, column) in table.columns.iter().enumerate() {
                let class = if i == 0 { "" } else { " class=\"n\"" };
                page.raw(&format!("<th scope=\"col\"{class}>{}</th>", escape(column)));
            }
            page.raw("</tr></thead>\n<tbody>\n");
            for row in &table.rows {
                page.raw("<tr>");
                for (i, cell) in row.iter().enumerate() {
                    let class = if i == 0 { "" } else { " class=\"n\"" };
                    page.raw(&format!("<td{class}>{}</td>", escape(cell)));
                }
                page.raw("</tr>\n");
            }
            page.raw("</tbody>\n</table></div>\n");
        });
    }
}
