//! Where the parts of a device are: its box, its ports, the handle from which a cable is dragged.

use super::WorldPoint;
use crate::engine::document::{Point, footprint};
use crate::engine::topology::{LinkLayer, Node, NodeKind};

/// A box in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The box of a device that stands at `at`.
    pub fn of(node: &Node, at: Point) -> Self {
        let (w, h) = footprint(&node.kind);
        let (w, h) = (f64::from(w), f64::from(h));
        Self {
            x: f64::from(at.x) - w / 2.0,
            y: f64::from(at.y) - h / 2.0,
            w,
            h,
        }
    }

    /// The smallest box around two corners.
    pub fn between(a: WorldPoint, b: WorldPoint) -> Self {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Self {
            x,
            y,
            w: (a.x - b.x).abs(),
            h: (a.y - b.y).abs(),
        }
    }

    /// Whether a place is in it, with `margin` around.
    pub fn contains(&self, at: WorldPoint, margin: f64) -> bool {
        at.x >= self.x - margin
            && at.x <= self.x + self.w + margin
            && at.y >= self.y - margin
            && at.y <= self.y + self.h + margin
    }

    /// Whether two boxes touch.
    pub fn touches(&self, other: &Self) -> bool {
        self.x <= other.x + other.w
            && other.x <= self.x + self.w
            && self.y <= other.y + other.h
            && other.y <= self.y + self.h
    }
}

/// A port as it is drawn and hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortGlyph {
    /// The port's number.
    pub port: u16,
    /// Its centre.
    pub at: WorldPoint,
    /// The length of its square's side.
    pub side: f64,
}

/// The scale from which single ports of a device are drawn and can be hit: a port is then at least 6 CSS pixels.
const MIN_PORT_PIXELS: f64 = 6.0;

/// The ports of a device at a given scale; none while they would be too small to hit.
///
/// A server's NIC ports stand along its top edge and its NVLink port in the middle of the bottom edge; a switch's ports
/// fill two rows along the bottom edge, an NVSwitch domain's one row along the top.
pub fn port_glyphs(node: &Node, at: Point, scale: f64) -> Vec<PortGlyph> {
    let rect = Rect::of(node, at);
    let side = port_side(node, &rect);
    if side * scale < MIN_PORT_PIXELS {
        return Vec::new();
    }
    (0..node.n_ports())
        .map(|port| PortGlyph {
            port,
            at: port_point(node, at, port),
            side,
        })
        .collect()
}

/// Where a port is.
pub fn port_point(node: &Node, at: Point, port: u16) -> WorldPoint {
    let rect = Rect::of(node, at);
    let is_nvlink = node
        .port_group(port)
        .is_some_and(|group| group.layer == LinkLayer::Nvlink);
    match node.kind {
        NodeKind::Server(_) if is_nvlink => WorldPoint {
            x: rect.x + rect.w / 2.0,
            y: rect.y + rect.h,
        },
        NodeKind::Server(_) => {
            let n = node.network_ports().count().max(1) as f64;
            WorldPoint {
                x: rect.x + rect.w * (f64::from(port) + 0.5) / n,
                y: rect.y,
            }
        }
        NodeKind::NvlinkDomain(_) => {
            let n = f64::from(node.n_ports().max(1));
            WorldPoint {
                x: rect.x + rect.w * (f64::from(port) + 0.5) / n,
                y: rect.y,
            }
        }
        NodeKind::Switch(_) => {
            let columns = node.n_ports().div_ceil(2).max(1);
            let (column, row) = (port % columns, port / columns);
            let side = port_side(node, &rect);
            WorldPoint {
                x: rect.x + rect.w * (f64::from(column) + 0.5) / f64::from(columns),
                y: rect.y + rect.h - side * (1.6 - f64::from(row)),
            }
        }
    }
}

fn port_side(node: &Node, rect: &Rect) -> f64 {
    let columns = match node.kind {
        NodeKind::Switch(_) => node.n_ports().div_ceil(2),
        _ => node.n_ports(),
    };
    (rect.w / f64::from(columns.max(1)) * 0.72).min(7.0)
}

/// Where the handle is from which a cable is dragged out of a device's next free port: above its top edge.
pub fn handle_of(node: &Node, at: Point) -> WorldPoint {
    let rect = Rect::of(node, at);
    WorldPoint {
        x: rect.x + rect.w / 2.0,
        y: rect.y - 12.0,
    }
}
