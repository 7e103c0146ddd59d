//! The drawing of a fabric as one SVG: devices where they stand on the canvas, cables between them, a legend.
//!
//! It needs nothing from outside: no font, no image, no script. Colours follow the reader's light or dark theme unless
//! one is asked for, and are always light on paper. Meaning never rests on colour alone: rails carry numbers and, from
//! the ninth on, dashes; kinds of devices differ in outline.

mod cable;
mod device;
mod legend;
#[cfg(test)]
pub(in crate::engine) mod sample;
mod style;

use super::markup::escape;
use crate::engine::document::{Design, footprint};
use crate::engine::ids::LinkId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Light, dark, or what the reader's system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Appearance {
    /// Follows `prefers-color-scheme`; light in print.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// How a fabric is to be drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawingOptions<'a> {
    /// How busy each cable is, in thousandths of its rate (the busier direction); cables are coloured by rail where
    /// this is `None`, and a cable that is not in it counts as idle.
    pub utilisation: Option<&'a BTreeMap<LinkId, u16>>,
    /// The width in CSS pixels; `None` fills whatever holds the drawing.
    pub width: Option<u32>,
    /// Its colours.
    pub appearance: Appearance,
}

/// The world's rectangle that a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// Space around the devices, in world units.
const MARGIN: f64 = 36.0;

/// The fabric as a self-contained SVG document, as it looks on the canvas.
///
/// Positions are the design's layout, sizes those of the canvas; parallel cables are one stroke with a count. Total: an
/// empty design gives an empty frame that says so. Size and time O(devices + bundles).
pub fn drawing(design: &Design, options: &DrawingOptions<'_>) -> String {
    let frame = frame(design);
    let bundles = cable::bundles(design);
    let legend = legend::Legend::new(design, &bundles, options.utilisation.is_some(), &frame);
    let height = frame.height + legend.height();
    let mut svg = String::with_capacity(4096 + 700 * design.topology().n_nodes() + 120 * bundles.len());
    let size = options.width.map_or_else(String::new, |width| {
        let tall = (f64::from(width) * height / frame.width).ceil();
        format!(" width=\"{width}\" height=\"{tall}\"")
    });
    // A page may hold both drawings of a design: their ids differ.
    let id = if options.utilisation.is_some() {
        "fabric-load"
    } else {
        "fabric-drawing"
    };
    // Writing to a string cannot fail; `put` keeps the reader's eye on what is written.
    put(
        &mut svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fabric-drawing\"{size} viewBox=\"{:.0} {:.0} {:.0} \
             {height:.0}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n",
            frame.left, frame.top, frame.width
        ),
    );
    put(
        &mut svg,
        format_args!(
            "<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
            escape(&format!("Drawing of {}", design.name)),
            escape(&description(design))
        ),
    );
    svg.push_str(&style::sheet(options.appearance));
    put(
        &mut svg,
        format_args!(
            "<rect class=\"page\" x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{height:.0}\"/>\n",
            frame.left, frame.top, frame.width
        ),
    );
    cable::draw(&mut svg, design, &bundles, options.utilisation);
    cable::draw_counts(&mut svg, design, &bundles);
    for (id, node) in design.topology().nodes() {
        device::draw(&mut svg, design, id, node);
    }
    if design.topology().is_empty() {
        put(
            &mut svg,
            format_args!(
                "<text class=\"soft\" x=\"0\" y=\"0\" text-anchor=\"middle\">Nothing is drawn yet</text>\n"
            ),
        );
    }
    legend.draw(&mut svg, frame.left + MARGIN, frame.top + frame.height);
    svg.push_str("</svg>\n");
    svg
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    // A string takes whatever is written to it.
    let _ = svg.write_fmt(text);
}

/// The smallest rectangle around all devices, with a margin; never narrower than a legend needs.
fn frame(design: &Design) -> Frame {
    let mut corners: Option<(i32, i32, i32, i32)> = None;
    for (id, node) in design.topology().nodes() {
        let at = design.layout().place(id);
        let (w, h) = footprint(&node.kind);
        let (left, top, right, bottom) =
            corners.unwrap_or((at.x - w / 2, at.y - h / 2, at.x + w / 2, at.y + h / 2));
        corners = Some((
            left.min(at.x - w / 2),
            top.min(at.y - h / 2),
            right.max(at.x + w / 2),
            bottom.max(at.y + h / 2),
        ));
    }
    let (left, top, right, bottom) = corners.unwrap_or((-200, -60, 200, 60));
    let width = (f64::from(right) - f64::from(left) + 2.0 * MARGIN).max(560.0);
    let centre = (f64::from(left) + f64::from(right)) / 2.0;
    Frame {
        left: centre - width / 2.0,
        top: f64::from(top) - MARGIN,
        width,
        height: f64::from(bottom) - f64::from(top) + 2.0 * MARGIN,
    }
}

fn description(design: &Design) -> String {
    use crate::engine::units::counted;
    let topology = design.topology();
    let gpus: u64 = topology.nodes().map(|(_, node)| u64::from(node.gpus())).sum();
    let count = |keep: fn(&crate::engine::topology::Node) -> bool, noun: &str| {
        counted(
            topology.nodes().filter(|(_, node)| keep(node)).count() as u64,
            noun,
        )
    };
    format!(
        "{} with {}, {}, {} outside the servers, {}.",
        count(|node| node.server().is_some(), "server"),
        counted(gpus, "GPU"),
        count(|node| node.switch().is_some(), "switch"),
        count(
            |node| matches!(node.kind, crate::engine::topology::NodeKind::NvlinkDomain(_)),
            "NVSwitch domain"
        ),
        counted(topology.n_links() as u64, "cable")
    )
}

#[cfg(test)]
mod tests;
