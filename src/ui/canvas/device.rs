//! How a device looks, from far and from near.

use super::ink::{Ink, rail_colour};
use crate::editor::{Rect, ScreenPoint, Session, Shape, Viewport, WorldPoint, port_glyphs};
use crate::engine::topology::{LinkLayer, NodeKind, NvlinkReach, PortRef, Severity};
use crate::ui::platform::surface::{Align, Surface};

/// The smallest text that is drawn, in CSS pixels.
const MIN_TEXT: f64 = 9.5;

/// A box on the canvas in CSS pixels.
type Box4 = (f64, f64, f64, f64);

/// Draws one device at its place.
pub(super) fn draw(
    surface: &Surface,
    session: &Session,
    ink: &'static Ink,
    shape: &Shape,
    badge: Option<Severity>,
) {
    let view = session.viewport();
    let place = session.design().layout().place(shape.id);
    let Some(node) = session.design().topology().node(shape.id) else {
        return;
    };
    let area = on_screen(view, Rect::of(node, place));
    if area.0 > view.size.0 || area.1 > view.size.1 || area.0 + area.2 < 0.0 || area.1 + area.3 < 0.0 {
        return;
    }
    let colour = colour(ink, &shape.kind);
    let radius = (8.0 * view.scale).clamp(1.5, 10.0);
    surface.rounded(area, radius, ink.card, Some((ink.card_edge, 1.0)));
    band(surface, area, view.scale, colour);
    match shape.kind {
        NodeKind::Server(server) => inside_server(surface, ink, area, view.scale, &server),
        NodeKind::Switch(_) | NodeKind::NvlinkDomain(_) => {}
    }
    ports(surface, session, ink, shape);
    labels(surface, ink, area, view.scale, shape);
    if let Some(severity) = badge.filter(|severity| *severity != Severity::Info) {
        let fill = if severity == Severity::Error {
            ink.bad
        } else {
            ink.warn
        };
        let r = (6.0 * view.scale).clamp(3.0, 7.0);
        surface.disc(
            (area.0 + area.2 - 1.0, area.1 + 1.0),
            r,
            fill,
            Some((ink.card, 1.5)),
        );
    }
}

/// The box of a device on the canvas.
pub(super) fn on_screen(view: &Viewport, rect: Rect) -> Box4 {
    let ScreenPoint { x, y } = view.screen_from_world(WorldPoint { x: rect.x, y: rect.y });
    (x, y, rect.w * view.scale, rect.h * view.scale)
}

fn colour(ink: &'static Ink, kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Server(_) => ink.server,
        NodeKind::NvlinkDomain(_) => ink.nvlink,
        NodeKind::Switch(switch) if switch.layer == LinkLayer::InfiniBand => ink.infiniband,
        NodeKind::Switch(_) => ink.ethernet,
    }
}

/// The strip on the left that says what kind of device it is.
fn band(surface: &Surface, (x, y, _, h): Box4, scale: f64, colour: &str) {
    let inset = (6.0 * scale).min(6.0);
    let width = (4.0 * scale).clamp(2.0, 5.0);
    surface.rounded(
        (x + inset / 2.0, y + inset, width, (h - 2.0 * inset).max(1.0)),
        width / 2.0,
        colour,
        None,
    );
}

/// GPUs as squares, on the bar of their NVSwitch where the server has one.
fn inside_server(
    surface: &Surface,
    ink: &'static Ink,
    (x, y, w, h): Box4,
    scale: f64,
    server: &crate::engine::topology::Server,
) {
    let n = f64::from(server.gpus.min(16));
    if n < 1.0 || scale < 0.12 {
        return;
    }
    let (left, right) = (x + 14.0 * scale, x + w - 8.0 * scale);
    let pitch = (right - left) / n;
    let side = (pitch * 0.72).min(9.0 * scale);
    let top = y + h - 9.0 * scale - side;
    let gpus: Vec<Box4> = (0..n as u32)
        .map(|i| {
            (
                left + f64::from(i) * pitch + (pitch - side) / 2.0,
                top,
                side,
                side,
            )
        })
        .collect();
    surface.boxes(&gpus, ink.gpu);
    if let Some(nvlink) = server.nvlink
        && nvlink.reach == NvlinkReach::Internal
    {
        let bar = (
            left,
            top + side + 2.0 * scale,
            right - left,
            (2.5 * scale).max(1.0),
        );
        surface.boxes(&[bar], ink.nvlink);
    }
}

/// Ports as small squares once they are large enough to be hit, the used ones darker.
fn ports(surface: &Surface, session: &Session, ink: &'static Ink, shape: &Shape) {
    let view = session.viewport();
    let topology = session.design().topology();
    let Some(node) = topology.node(shape.id) else {
        return;
    };
    let place = session.design().layout().place(shape.id);
    let (mut free, mut used) = (Vec::new(), Vec::new());
    for glyph in port_glyphs(node, place, view.scale) {
        let at = view.screen_from_world(glyph.at);
        let side = glyph.side * view.scale;
        let square = (at.x - side / 2.0, at.y - side / 2.0, side, side);
        let port = PortRef {
            node: shape.id,
            port: glyph.port,
        };
        if topology.link_at(port).is_some() {
            used.push(square);
        } else {
            free.push(square);
        }
    }
    surface.boxes(&free, ink.port_free);
    surface.boxes(&used, ink.port_used);
}

/// The name, and what it is below, in the largest size that fits; nothing rather than something unreadable.
fn labels(surface: &Surface, ink: &'static Ink, (x, y, w, h): Box4, scale: f64, shape: &Shape) {
    let room = w - 22.0 * scale.min(1.0);
    let left = x + 14.0 * scale.clamp(0.5, 1.2);
    let size = (13.0 * scale).clamp(MIN_TEXT, 18.0);
    if h < size + 2.0 {
        return;
    }
    let Some(name) = fitting(surface, ink, &shape.name, size, room) else {
        return;
    };
    let is_server = matches!(shape.kind, NodeKind::Server(_));
    let detail_size = 10.0 * scale;
    let has_detail = detail_size >= MIN_TEXT && h > 3.2 * size;
    let baseline = if is_server || has_detail {
        y + 0.95 * size + 4.0 * scale
    } else {
        y + h / 2.0
    };
    let baseline = if h < 2.4 * size { y + h / 2.0 } else { baseline };
    surface.text(&name, (left, baseline), size, 600, ink.text, Align::Start);
    if let Some(rail) = shape.rail
        && scale > 0.5
    {
        let r = 7.5 * scale.min(1.4);
        let at = (x + w - r - 7.0 * scale, y + r + 6.0 * scale);
        surface.disc(at, r, rail_colour(ink, rail), None);
        surface.text(
            &(rail + 1).to_string(),
            (at.0, at.1 + 0.5),
            r * 1.25,
            700,
            ink.card,
            Align::Middle,
        );
    }
    if has_detail && detail_size >= MIN_TEXT {
        let below = baseline + size * 0.62 + detail_size * 0.62;
        surface.text("", (0.0, 0.0), detail_size, 400, ink.soft_text, Align::Start);
        if surface.width_of(&shape.detail) <= room {
            surface.text(
                &shape.detail,
                (left, below),
                detail_size,
                400,
                ink.soft_text,
                Align::Start,
            );
        }
    }
}

/// The name if it fits, else its longest end that does ("leaf-12" of "pod-3-leaf-12"), else its beginning with an
/// ellipsis, else nothing.
fn fitting(surface: &Surface, ink: &'static Ink, name: &str, size: f64, room: f64) -> Option<String> {
    // An empty text sets the font that is then measured with.
    surface.text("", (0.0, 0.0), size, 600, ink.text, Align::Start);
    let ends = name
        .match_indices(['-', '.', '_', ' '])
        .map(|(at, mark)| &name[at + mark.len()..])
        .filter(|end| !end.is_empty());
    if let Some(end) = std::iter::once(name)
        .chain(ends)
        .find(|text| surface.width_of(text) <= room)
    {
        return Some(end.to_owned());
    }
    let mean = surface.width_of(name) / name.chars().count().max(1) as f64;
    let kept = (room / mean) as usize;
    (kept > 3).then(|| name.chars().take(kept - 2).chain(['\u{2026}']).collect())
}
