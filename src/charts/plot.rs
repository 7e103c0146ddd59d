//! One plot: axes, grid, lines, a legend above; the only file that calls `plotters`.

use super::Look;
use super::theme::{Role, coloured, sheet};
use super::ticks::Axis;
use crate::engine::export::markup::escape;
use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use std::fmt::Write;
use std::ops::Range;

/// The drawing has whole units only: four to a CSS pixel, so that curves are smooth.
const UNIT: i32 = 4;
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/// A series: points joined by a line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub name: String,
    pub role: Role,
    pub points: Vec<(f64, f64)>,
    /// Whether the space below it is tinted.
    pub filled: bool,
}

/// A plot to draw.
#[derive(Clone, Debug)]
pub(super) struct Plot<'a> {
    pub title: &'a str,
    pub x: Axis,
    pub y: Axis,
    pub lines: Vec<Line>,
}

/// The plot as one self-contained SVG element.
pub(super) fn draw(plot: &Plot<'_>, look: Look) -> String {
    let mut body = String::new();
    let size = look.size();
    let legend = legend(plot, look);
    let below = extra(&legend);
    {
        let pixels = ((size.0 * UNIT) as u32, ((size.1 + below) * UNIT) as u32);
        let area = SVGBackend::with_string(&mut body, pixels).into_drawing_area();
        // Writing SVG into a string has no way to fail; were it to, the frame, the legend and the table remain.
        let _ = on(&area, plot, below, look);
    }
    let inner = body.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner
        .strip_suffix("</svg>\n")
        .or(inner.strip_suffix("</svg>"))
        .unwrap_or(inner);
    let mut svg = String::with_capacity(inner.len() * 2);
    // A string takes whatever is written to it.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-label=\"{}\">{}",
        size.0 * UNIT,
        (size.1 + below) * UNIT,
        escape(plot.title),
        sheet(look.appearance)
    );
    svg.push_str(&coloured(inner, look.appearance));
    words(&mut svg, plot, &legend, look);
    svg.push_str("</svg>");
    svg
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Outcome<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// An axis as `plotters` asks for it: marks where the axis has them, linear or logarithmic between its ends.
struct Scale {
    axis: Axis,
    logarithm: Option<LogCoord<f64>>,
}

impl Scale {
    fn new(axis: &Axis) -> Self {
        let logarithm = axis.logarithmic.then(|| (axis.low..axis.high).log_scale().into());
        Self {
            axis: axis.clone(),
            logarithm,
        }
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        // Beyond an end by a rounding error only: what is drawn lies within the axis.
        let value = value.clamp(self.axis.low, self.axis.high);
        match &self.logarithm {
            Some(logarithm) => logarithm.map(&value, (low, high)),
            None => {
                let share = (value - self.axis.low) / (self.axis.high - self.axis.low);
                low + (f64::from(high - low) * share).round() as i32
            }
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            return Vec::new();
        }
        self.axis.ticks.iter().map(|tick| tick.at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.axis.low..self.axis.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format(value: &f64) -> String {
        value.to_string()
    }
}

fn on<'a>(area: &Area<'a>, plot: &Plot<'_>, below: i32, look: Look) -> Outcome<'a> {
    let (left, right, top, bottom) = look.margins();
    let mut chart = ChartBuilder::on(area)
        .margin_top((top + below) * UNIT)
        .margin_right(right * UNIT)
        .margin_bottom((bottom - 28) * UNIT)
        .x_label_area_size(28 * UNIT)
        .y_label_area_size(left * UNIT)
        .build_cartesian_2d(
            Scale::new(&plot.x.thinned(look.most_marks())),
            Scale::new(&plot.y),
        )?;
    // `plotters` writes a font a quarter smaller than it is asked for.
    let font = || (FONT, 15 * UNIT).into_font().color(&Role::Words.mark());
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(plot.x.ticks.len())
        .y_labels(plot.y.ticks.len())
        .bold_line_style(Role::Grid.mark().stroke_width(UNIT as u32))
        .axis_style(Role::Axis.mark().stroke_width(UNIT as u32))
        .x_label_style(font())
        .y_label_style(font())
        .x_label_formatter(&|at| plot.x.word_at(*at))
        .y_label_formatter(&|at| plot.y.word_at(*at))
        .set_all_tick_mark_size(4 * UNIT)
        .draw()?;
    for line in &plot.lines {
        let points = || line.points.iter().copied();
        if line.filled {
            let tint = line.role.mark().mix(0.12);
            chart.draw_series(AreaSeries::new(points(), plot.y.low, tint))?;
        }
        let width = if matches!(line.role, Role::Main) { 10 } else { 8 };
        chart.draw_series(LineSeries::new(points(), line.role.mark().stroke_width(width)))?;
    }
    Ok(())
}

/// The words around the plot: what the axes measure, and the legend above.
fn words(svg: &mut String, plot: &Plot<'_>, legend: &[Entry<'_>], look: Look) {
    let (left, right, top, _) = look.margins();
    let (width, height) = look.size();
    let below = extra(legend);
    let fill = Role::Words.fill(look.appearance);
    let mut say = |x: i32, y: i32, anchor: &str, text: &str| {
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-family=\"{FONT}\" font-size=\"{}\" {fill}>{}</text>",
            x * UNIT,
            y * UNIT,
            12 * UNIT,
            escape(text)
        );
    };
    say(left, top + below - 12, "start", &plot.y.words);
    say(width - right, height + below - 6, "end", &plot.x.words);
    for entry in legend {
        say(entry.x + SAMPLE + 7, entry.y + 4, "start", &entry.line.name);
    }
    for entry in legend {
        let _ = write!(
            svg,
            "<path d=\"M{} {}h{}\" stroke-width=\"10\" fill=\"none\" {}/>",
            entry.x * UNIT,
            entry.y * UNIT,
            SAMPLE * UNIT,
            entry.line.role.stroke(look.appearance)
        );
    }
}

/// One line of the legend, where its sample begins.
struct Entry<'a> {
    line: &'a Line,
    x: i32,
    y: i32,
}

const SAMPLE: i32 = 24;
/// From one row of the legend to the next.
const ROW: i32 = 19;

/// The named lines in rows, as many to a row as fit.
fn legend<'a>(plot: &'a Plot<'_>, look: Look) -> Vec<Entry<'a>> {
    let (left, width) = (look.margins().0, look.size().0);
    let (mut x, mut y) = (left, 14);
    let mut entries = Vec::new();
    for line in plot.lines.iter().filter(|line| !line.name.is_empty()) {
        let room = SAMPLE + 7 + (7.0 * line.name.chars().count() as f64) as i32 + 20;
        if x + room > width && x > left {
            x = left;
            y += ROW;
        }
        entries.push(Entry { line, x, y });
        x += room;
    }
    entries
}

/// What rows of the legend beyond the first add to the height.
fn extra(legend: &[Entry<'_>]) -> i32 {
    legend.last().map_or(0, |last| last.y - 14)
}
