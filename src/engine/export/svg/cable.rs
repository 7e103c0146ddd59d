//! Cables as strokes: all between two devices are one, with a count.

use super::device::Frame;
use super::put;
use super::style::RAIL_COLOURS;
use crate::engine::document::Design;
use crate::engine::export::markup::escape;
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{LinkLayer, NodeKind, Topology};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Bundles beyond this many are drawn without a word for each.
const TOLD: usize = 4_000;
/// Counts beyond this many would hide the drawing.
const COUNTED: usize = 400;

/// What a stroke's colour says while no utilisation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stroke {
    /// A rail, from zero.
    Rail(u16),
    /// Between switches, or of no rail.
    Fabric,
    /// InfiniBand of no rail.
    InfiniBand,
    /// NVLink.
    Nvlink,
}

/// All cables between two devices.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    pub a: NodeId,
    pub b: NodeId,
    pub links: Vec<LinkId>,
    pub stroke: Stroke,
    /// The middle of its ports on `a` and on `b`, as a share of the device's ports.
    along: (f64, f64),
}

pub(super) fn bundles(design: &Design) -> Vec<Bundle> {
    let topology = design.topology();
    let mut pairs: BTreeMap<(NodeId, NodeId), Vec<LinkId>> = BTreeMap::new();
    for (id, link) in topology.links() {
        let pair = (link.a.node.min(link.b.node), link.a.node.max(link.b.node));
        pairs.entry(pair).or_default().push(id);
    }
    pairs
        .into_iter()
        .map(|((a, b), links)| Bundle {
            stroke: stroke(topology, a, b, &links),
            along: (along(topology, a, &links), along(topology, b, &links)),
            a,
            b,
            links,
        })
        .collect()
}

fn stroke(topology: &Topology, a: NodeId, b: NodeId, links: &[LinkId]) -> Stroke {
    let layer = links
        .first()
        .and_then(|&id| topology.link(id))
        .and_then(|link| topology.port_group(link.a))
        .map(|group| group.layer);
    let nodes = [a, b].map(|id| topology.node(id));
    let rail = nodes.iter().flatten().find_map(|node| node.rail);
    let at_server = nodes.iter().flatten().any(|node| node.server().is_some());
    match (layer, rail) {
        (Some(LinkLayer::Nvlink), _) => Stroke::Nvlink,
        (_, Some(rail)) if at_server => Stroke::Rail(rail),
        (Some(LinkLayer::InfiniBand), _) => Stroke::InfiniBand,
        _ => Stroke::Fabric,
    }
}

/// Where along a device its ports of these cables are, on average: 0 to 1.
fn along(topology: &Topology, node: NodeId, links: &[LinkId]) -> f64 {
    let Some(record) = topology.node(node) else {
        return 0.5;
    };
    let n_ports = f64::from(record.n_ports().max(1));
    // A switch shows its ports in two rows, so that port n/2 stands below port 1.
    let columns = match record.kind {
        NodeKind::Switch(_) => (n_ports / 2.0).ceil(),
        NodeKind::Server(_) => record.network_ports().count().max(1) as f64,
        NodeKind::NvlinkDomain(_) => n_ports,
    };
    let is_nvlink = |port: u16| {
        record
            .port_group(port)
            .is_some_and(|group| group.layer == LinkLayer::Nvlink)
    };
    let ports = links.iter().filter_map(|&id| topology.link(id)).map(|link| {
        let port = if link.a.node == node {
            link.a.port
        } else {
            link.b.port
        };
        if record.server().is_some() && is_nvlink(port) {
            0.5
        } else {
            (f64::from(port) % columns + 0.5) / columns
        }
    });
    ports.sum::<f64>() / links.len().max(1) as f64
}

/// A stroke's course: a Bézier curve from one device to the other.
struct Course {
    points: [(f64, f64); 4],
}

impl Course {
    fn of(design: &Design, bundle: &Bundle) -> Option<Self> {
        let topology = design.topology();
        let a = Frame::of(design, bundle.a, topology.node(bundle.a)?);
        let b = Frame::of(design, bundle.b, topology.node(bundle.b)?);
        let x = |f: &Frame, along: f64| f.x + 14.0 + (f.w - 22.0) * along;
        let (ax, bx) = (x(&a, bundle.along.0), x(&b, bundle.along.1));
        if a.y + a.h <= b.y || b.y + b.h <= a.y {
            let a_above = a.y < b.y;
            let ay = if a_above { a.y + a.h } else { a.y };
            let by = if a_above { b.y } else { b.y + b.h };
            let bend = ((by - ay) * 0.45).clamp(-120.0, 120.0);
            return Some(Self {
                points: [(ax, ay), (ax, ay + bend), (bx, by - bend), (bx, by)],
            });
        }
        // Side by side: from flank to flank.
        let a_left = a.x < b.x;
        let (ax, bx) = if a_left {
            (a.x + a.w, b.x)
        } else {
            (a.x, b.x + b.w)
        };
        let (ay, by) = (a.y + a.h / 2.0, b.y + b.h / 2.0);
        let bend = (bx - ax) * 0.4;
        Some(Self {
            points: [(ax, ay), (ax + bend, ay), (bx - bend, by), (bx, by)],
        })
    }

    fn path(&self) -> String {
        let [(x0, y0), (x1, y1), (x2, y2), (x3, y3)] = self.points;
        format!("M{x0:.1} {y0:.1}C{x1:.1} {y1:.1} {x2:.1} {y2:.1} {x3:.1} {y3:.1}")
    }

    /// Whether its first device stands below its second.
    fn starts_lower(&self) -> bool {
        self.points[0].1 > self.points[3].1
    }

    /// The point at a share `t` of the curve's parameter.
    fn at(&self, t: f64) -> (f64, f64) {
        let s = 1.0 - t;
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        self.points
            .iter()
            .zip(weights)
            .fold((0.0, 0.0), |sum, (point, weight)| {
                (sum.0 + point.0 * weight, sum.1 + point.1 * weight)
            })
    }
}

pub(super) fn draw(
    svg: &mut String,
    design: &Design,
    bundles: &[Bundle],
    utilisation: Option<&BTreeMap<LinkId, u16>>,
) {
    // Strokes of one look stand in one group; the busiest are drawn last, above the others.
    type Strokes<'a> = Vec<(&'a Bundle, Course, u16)>;
    let mut groups: BTreeMap<(String, &str), Strokes<'_>> = BTreeMap::new();
    for bundle in bundles {
        let Some(course) = Course::of(design, bundle) else {
            continue;
        };
        let busiest = utilisation.map_or(0, |load| {
            bundle
                .links
                .iter()
                .filter_map(|id| load.get(id))
                .max()
                .copied()
                .unwrap_or(0)
        });
        let look = if utilisation.is_some() {
            (format!("load{}", load_step(busiest)), "")
        } else {
            class(bundle.stroke)
        };
        groups.entry(look).or_default().push((bundle, course, busiest));
    }
    for ((colour, dash), strokes) in groups {
        put(svg, format_args!("<g class=\"cable {colour}{dash}\">\n"));
        if bundles.len() > TOLD {
            let d: String = strokes.iter().map(|(_, course, _)| course.path()).collect();
            put(svg, format_args!("<path d=\"{d}\" stroke-width=\"1.2\"/>\n"));
        } else {
            for (bundle, course, busiest) in &strokes {
                let busy = utilisation.is_some().then_some(*busiest);
                put(
                    svg,
                    format_args!(
                        "<path d=\"{}\" stroke-width=\"{:.1}\"><title>{}</title></path>\n",
                        course.path(),
                        width(bundle),
                        escape(&told(design.topology(), bundle, busy))
                    ),
                );
            }
        }
        svg.push_str("</g>\n");
    }
}

/// The colour's class, and the dash's.
pub(super) fn class(stroke: Stroke) -> (String, &'static str) {
    match stroke {
        Stroke::Rail(rail) => (
            format!("rail{}", rail % RAIL_COLOURS),
            if rail / RAIL_COLOURS % 2 == 1 {
                " dashed"
            } else {
                ""
            },
        ),
        Stroke::Fabric => ("fabric".to_owned(), ""),
        Stroke::InfiniBand => ("infiniband".to_owned(), ""),
        Stroke::Nvlink => ("nvlink".to_owned(), ""),
    }
}

/// The step of the scale for a load in thousandths: idle, then up to 25, 50 and 80 %, then more.
pub(super) fn load_step(per_mille: u16) -> u8 {
    match per_mille {
        0 => 0,
        1..250 => 1,
        250..500 => 2,
        500..800 => 3,
        _ => 4,
    }
}

fn width(bundle: &Bundle) -> f64 {
    if bundle.stroke == Stroke::Nvlink {
        return 3.0;
    }
    (0.8 + 0.5 * (bundle.links.len() as f64).sqrt()).min(4.0)
}

fn told(topology: &Topology, bundle: &Bundle, busy: Option<u16>) -> String {
    let name = |id| topology.node(id).map_or("", |node| node.name.as_str());
    let rate = bundle
        .links
        .first()
        .and_then(|&id| topology.link(id))
        .map_or(0.0, |link| link.rate.as_gbps_f64());
    let mut text = format!(
        "{} to {}: {} × {rate}G",
        name(bundle.a),
        name(bundle.b),
        bundle.links.len()
    );
    if let Some(busy) = busy {
        // A string takes whatever is written to it.
        let _ = write!(text, ", {}.{} % busy", busy / 10, busy % 10);
    }
    text
}

/// The number of cables on bundles of several, near their lower end, where bundles have not crossed yet.
///
/// Where all bundles that go up from a device have the same number, it is said once for all of them.
pub(super) fn draw_counts(svg: &mut String, design: &Design, bundles: &[Bundle]) {
    let mut by_lower: BTreeMap<NodeId, Vec<(Course, usize)>> = BTreeMap::new();
    for bundle in bundles.iter().filter(|bundle| bundle.links.len() > 1) {
        let Some(course) = Course::of(design, bundle) else {
            continue;
        };
        let lower = if course.starts_lower() { bundle.a } else { bundle.b };
        by_lower
            .entry(lower)
            .or_default()
            .push((course, bundle.links.len()));
    }
    if by_lower.len() > COUNTED {
        return;
    }
    for courses in by_lower.values() {
        let places = courses
            .iter()
            .map(|(course, count)| (course.at(if course.starts_lower() { 0.16 } else { 0.84 }), *count));
        let first = courses.first().map_or(0, |(_, count)| *count);
        if courses.len() > 1 && courses.iter().all(|(_, count)| *count == first) {
            let n = courses.len() as f64;
            let sum = places.fold((0.0, 0.0), |sum, ((x, y), _)| (sum.0 + x, sum.1 + y));
            pill(
                svg,
                (sum.0 / n, sum.1 / n),
                &format!("{} × {first}", courses.len()),
            );
        } else {
            for (at, count) in places {
                pill(svg, at, &format!("{count}×"));
            }
        }
    }
}

fn pill(svg: &mut String, (x, y): (f64, f64), text: &str) {
    let half = 5.0 + 2.9 * text.chars().count() as f64;
    put(
        svg,
        format_args!(
            "<rect class=\"pill\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"7\"/><text class=\"soft \
             count\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>\n",
            x - half,
            y - 7.0,
            2.0 * half,
            y + 3.5
        ),
    );
}
