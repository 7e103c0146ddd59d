//! What the strokes mean, below the drawing.

use super::cable::{Bundle, Stroke, class};
use super::{Frame, MARGIN, put};
use crate::engine::document::Design;
use std::collections::BTreeSet;

/// One sample of the legend: classes of its stroke, and words.
struct Entry {
    class: String,
    words: String,
}

/// The legend, laid out in as many rows as the drawing's width asks for.
pub(super) struct Legend {
    rows: Vec<Vec<Entry>>,
    /// A wide drawing is shown small: its legend grows with it.
    scale: f64,
}

/// The width at which the legend has its natural size.
const NATURAL_WIDTH: f64 = 1_150.0;
const ROW: f64 = 24.0;
const SAMPLE: f64 = 26.0;

impl Legend {
    pub(super) fn new(design: &Design, bundles: &[Bundle], by_load: bool, frame: &Frame) -> Self {
        let entries = if design.topology().n_links() == 0 {
            Vec::new()
        } else if by_load {
            loads()
        } else {
            strokes(bundles)
        };
        let scale = (frame.width / NATURAL_WIDTH).clamp(0.9, 40.0);
        let room = frame.width - 2.0 * MARGIN;
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        let mut used = f64::INFINITY;
        for entry in entries {
            let width = width(&entry) * scale;
            if used + width > room {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += width;
            if let Some(row) = rows.last_mut() {
                row.push(entry);
            }
        }
        Self { rows, scale }
    }

    /// The height it needs, in world units.
    pub(super) fn height(&self) -> f64 {
        if self.rows.is_empty() {
            return 0.0;
        }
        (self.rows.len() as f64 * ROW + 12.0) * self.scale
    }

    pub(super) fn draw(&self, svg: &mut String, left: f64, top: f64) {
        if self.rows.is_empty() {
            return;
        }
        put(
            svg,
            format_args!(
                "<g transform=\"translate({left:.1} {top:.1}) scale({:.3})\">\n",
                self.scale
            ),
        );
        for (i, row) in self.rows.iter().enumerate() {
            let y = i as f64 * ROW + 8.0;
            let mut x = 0.0;
            for entry in row {
                put(
                    svg,
                    format_args!(
                        "<path class=\"cable {}\" d=\"M{x:.1} {y:.1}h{SAMPLE}\" stroke-width=\"3\"/><text class=\"soft\" \
                         x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\">{}</text>\n",
                        entry.class,
                        x + SAMPLE + 7.0,
                        y + 4.2,
                        entry.words
                    ),
                );
                x += width(entry);
            }
        }
        svg.push_str("</g>\n");
    }
}

fn width(entry: &Entry) -> f64 {
    SAMPLE + 7.0 + 7.4 * entry.words.chars().count() as f64 + 22.0
}

/// The legend's words are ours, so they need no escaping.
fn strokes(bundles: &[Bundle]) -> Vec<Entry> {
    let used: BTreeSet<Stroke> = bundles.iter().map(|bundle| bundle.stroke).collect();
    let all = if used.iter().any(|stroke| matches!(stroke, Stroke::Rail(_))) {
        ", all rails"
    } else {
        ""
    };
    used.into_iter()
        .take(40)
        .map(|stroke| {
            let (colour, dash) = class(stroke);
            Entry {
                class: format!("{colour}{dash}"),
                words: match stroke {
                    Stroke::Rail(rail) => format!("Rail {}", u32::from(rail) + 1),
                    Stroke::Fabric => format!("Ethernet{all}"),
                    Stroke::InfiniBand => format!("InfiniBand{all}"),
                    Stroke::Nvlink => "NVLink".to_owned(),
                },
            }
        })
        .collect()
}

fn loads() -> Vec<Entry> {
    [
        "idle",
        "under 25 % busy",
        "25 to 50 %",
        "50 to 80 %",
        "80 % and more",
    ]
    .into_iter()
    .enumerate()
    .map(|(step, words)| Entry {
        class: format!("load{step}"),
        words: words.to_owned(),
    })
    .collect()
}
