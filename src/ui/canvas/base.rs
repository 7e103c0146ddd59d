//! The base layer: grid, cables and devices that stand still.

use super::device;
use super::ink::{Ink, rail_colour, utilisation_colour};
use crate::editor::{Bundle, BundleStyle, Session, Utilisation};
use crate::engine::document::Layout;
use crate::engine::ids::{NodeId, Revision};
use crate::engine::topology::Severity;
use crate::ui::platform::surface::{Align, Surface};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the base layer depends on; equal keys draw equal pictures.
#[derive(PartialEq)]
pub(super) struct BaseKey {
    revision: Revision,
    layout: Revision,
    view: crate::editor::Viewport,
    moving: BTreeSet<NodeId>,
    dark: bool,
    ratio: f64,
    analysis: usize,
    utilisation: usize,
    name: usize,
}

impl BaseKey {
    pub(super) fn new(
        session: &Session,
        ink: &'static Ink,
        layout: Revision,
        moving: &BTreeSet<NodeId>,
        ratio: f64,
    ) -> Self {
        let address = |rc: *const ()| rc as usize;
        Self {
            revision: session.document().revision(),
            layout,
            view: *session.viewport(),
            moving: moving.clone(),
            dark: ink.dark,
            ratio,
            analysis: session
                .answers()
                .analysis
                .as_ref()
                .map_or(0, |(_, a)| address(Rc::as_ptr(a).cast())),
            utilisation: session.utilisation().map_or(0, |u| address(Rc::as_ptr(u).cast())),
            name: address(Rc::as_ptr(session.fabric()).cast()),
        }
    }
}

pub(super) fn draw(
    surface: &Surface,
    session: &Session,
    ink: &'static Ink,
    moving: &BTreeSet<NodeId>,
    badges: &BTreeMap<NodeId, Severity>,
) {
    grid(surface, session, ink);
    let still = |bundle: &&Bundle| !moving.contains(&bundle.a) && !moving.contains(&bundle.b);
    bundles(
        surface,
        session,
        ink,
        session.fabric().bundles().iter().filter(still),
    );
    for shape in session
        .fabric()
        .shapes()
        .iter()
        .filter(|shape| !moving.contains(&shape.id))
    {
        device::draw(surface, session, ink, shape, badges.get(&shape.id).copied());
    }
}

/// Dots every 64 world units, while they are far enough apart to be calm.
fn grid(surface: &Surface, session: &Session, ink: &'static Ink) {
    const STEP: f64 = 64.0;
    let view = session.viewport();
    if STEP * view.scale < 24.0 {
        return;
    }
    let (width, height) = (view.size.0 / view.scale, view.size.1 / view.scale);
    let mut dots = Vec::new();
    let mut y = (view.origin.y / STEP).floor() * STEP;
    while y < view.origin.y + height {
        let mut x = (view.origin.x / STEP).floor() * STEP;
        while x < view.origin.x + width {
            dots.push((
                (x - view.origin.x) * view.scale - 1.0,
                (y - view.origin.y) * view.scale - 1.0,
                2.0,
                2.0,
            ));
            x += STEP;
        }
        y += STEP;
    }
    surface.boxes(&dots, ink.grid);
}

/// How a bundle is stroked: lines of one pen are drawn as one path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pen {
    colour: &'static str,
    /// Width in tenths of a CSS pixel.
    tenths: u32,
    dashed: bool,
}

/// Draws bundles, gathered by pen, with counts on those between switches.
pub(super) fn bundles<'a>(
    surface: &Surface,
    session: &Session,
    ink: &'static Ink,
    bundles: impl Iterator<Item = &'a Bundle>,
) {
    let view = session.viewport();
    let layout = session.design().layout();
    let load = session.utilisation().map(Rc::as_ref);
    let mut pens: BTreeMap<Pen, Vec<(f64, f64, f64, f64)>> = BTreeMap::new();
    let mut counts = Counts::new();
    for bundle in bundles {
        let line = ends(layout, view, bundle);
        if outside(line, view.size) {
            continue;
        }
        pens.entry(pen(ink, bundle, load, view.scale))
            .or_default()
            .push(line);
        let long = (line.2 - line.0).abs() + (line.3 - line.1).abs() > 70.0;
        if bundle.links.len() > 1 && long && view.scale > 0.35 && counts.len() < 400 {
            let (lower, at) = lower_end(bundle, line);
            counts.entry(lower).or_default().push((at, bundle.links.len()));
        }
    }
    let hairline = 1.0 / surface.ratio();
    for (pen, lines) in &pens {
        surface.fade(if pen.tenths <= 12 && load.is_none() {
            0.62
        } else {
            0.9
        });
        let width = (f64::from(pen.tenths) / 10.0).max(hairline);
        surface.lines(
            lines,
            pen.colour,
            width,
            if pen.dashed { &[5.0, 4.0] } else { &[] },
        );
    }
    surface.fade(1.0);
    for fan in counts.values() {
        label_counts(surface, ink, fan);
    }
}

/// Where the counts of bundles are written, by the device at their lower end.
type Counts = BTreeMap<NodeId, Vec<((f64, f64), usize)>>;

/// The device at a bundle's lower end, and a point of the bundle near it.
fn lower_end(bundle: &Bundle, (x1, y1, x2, y2): (f64, f64, f64, f64)) -> (NodeId, (f64, f64)) {
    let (node, share) = if y1 >= y2 {
        (bundle.a, 0.2)
    } else {
        (bundle.b, 0.8)
    };
    (node, (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
}

/// Writes how many cables the bundles of a fan have: once, where all have as many.
fn label_counts(surface: &Surface, ink: &'static Ink, fan: &[((f64, f64), usize)]) {
    let Some(&(_, count)) = fan.first() else { return };
    if fan.len() > 1 && fan.iter().all(|&(_, other)| other == count) {
        let n = fan.len() as f64;
        let sum = fan
            .iter()
            .fold((0.0, 0.0), |sum, ((x, y), _)| (sum.0 + x, sum.1 + y));
        pill(
            surface,
            ink,
            (sum.0 / n, sum.1 / n),
            &format!("{} × {count}", fan.len()),
        );
    } else {
        for &(at, count) in fan {
            pill(surface, ink, at, &format!("{count}×"));
        }
    }
}

fn pill(surface: &Surface, ink: &'static Ink, (x, y): (f64, f64), text: &str) {
    let half = 5.0 + 3.1 * text.chars().count() as f64;
    surface.rounded((x - half, y - 8.0, 2.0 * half, 16.0), 8.0, ink.label, None);
    surface.text(text, (x, y + 0.5), 10.5, 600, ink.soft_text, Align::Middle);
}

fn ends(layout: &Layout, view: &crate::editor::Viewport, bundle: &Bundle) -> (f64, f64, f64, f64) {
    let a = view.screen_from_world(layout.place(bundle.a).into());
    let b = view.screen_from_world(layout.place(bundle.b).into());
    (a.x, a.y, b.x, b.y)
}

fn outside((x1, y1, x2, y2): (f64, f64, f64, f64), (width, height): (f64, f64)) -> bool {
    (x1 < 0.0 && x2 < 0.0)
        || (y1 < 0.0 && y2 < 0.0)
        || (x1 > width && x2 > width)
        || (y1 > height && y2 > height)
}

fn pen(ink: &'static Ink, bundle: &Bundle, load: Option<&Utilisation>, scale: f64) -> Pen {
    let thick = match (bundle.style, bundle.links.len()) {
        (BundleStyle::Nvlink, _) => 30,
        (_, 1) => 12,
        (_, 2..=4) => 20,
        _ => 28,
    };
    let tenths = if scale < 0.35 { thick / 2 } else { thick };
    if let Some(load) = load {
        let busiest = bundle
            .links
            .iter()
            .filter_map(|id| load.get(id))
            .max()
            .copied()
            .unwrap_or(0);
        return Pen {
            colour: utilisation_colour(ink, busiest),
            tenths: tenths.max(14),
            dashed: busiest == 0,
        };
    }
    let (colour, dashed) = match bundle.style {
        BundleStyle::Rail(rail) => (rail_colour(ink, rail), rail % 16 >= 8),
        BundleStyle::Fabric => (ink.fabric, false),
        BundleStyle::InfiniBand => (ink.infiniband, false),
        BundleStyle::Nvlink => (ink.nvlink, false),
    };
    Pen {
        colour,
        tenths,
        dashed,
    }
}
