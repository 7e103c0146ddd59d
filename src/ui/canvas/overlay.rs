//! The overlay: what moves, what is selected, what hangs on the pointer.

use super::base;
use super::device::{self, on_screen};
use super::ink::Ink;
use crate::editor::{Connecting, Gesture, Rect, ScreenPoint, Session, WorldPoint, handle_of, port_point};
use crate::engine::ids::NodeId;
use crate::engine::topology::{PortRef, Severity};
use crate::ui::platform::surface::{Align, Surface};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn draw(
    surface: &Surface,
    session: &Session,
    ink: &'static Ink,
    moving: &BTreeSet<NodeId>,
    badges: &BTreeMap<NodeId, Severity>,
) {
    if !moving.is_empty() {
        let bundles = session.fabric().bundles().iter();
        let moved = bundles.filter(|bundle| moving.contains(&bundle.a) || moving.contains(&bundle.b));
        base::bundles(surface, session, ink, moved);
        for shape in session
            .fabric()
            .shapes()
            .iter()
            .filter(|shape| moving.contains(&shape.id))
        {
            device::draw(surface, session, ink, shape, badges.get(&shape.id).copied());
        }
    }
    selected_links(surface, session, ink);
    outlines(surface, session, ink);
    match session.gesture() {
        Gesture::Brushing { from, to, .. } => {
            let area = on_screen(session.viewport(), Rect::between(*from, *to));
            surface.rounded(area, 2.0, ink.accent_soft, Some((ink.accent, 1.0)));
        }
        Gesture::Connecting(connecting) => cable(surface, session, ink, connecting),
        _ => {}
    }
}

fn selected_links(surface: &Surface, session: &Session, ink: &'static Ink) {
    let view = session.viewport();
    let layout = session.design().layout();
    let topology = session.design().topology();
    let lines: Vec<_> = session
        .selection()
        .links
        .iter()
        .filter_map(|&id| topology.link(id))
        .map(|link| {
            let a = view.screen_from_world(layout.place(link.a.node).into());
            let b = view.screen_from_world(layout.place(link.b.node).into());
            (a.x, a.y, b.x, b.y)
        })
        .collect();
    surface.lines(&lines, ink.accent, 3.0, &[]);
}

/// Frames around what is selected or under the pointer, and the handle of the one device that is either.
fn outlines(surface: &Surface, session: &Session, ink: &'static Ink) {
    let view = session.viewport();
    let topology = session.design().topology();
    let layout = session.design().layout();
    let selected = &session.selection().nodes;
    let hovered = session.hover().filter(|_| *session.gesture() == Gesture::Idle);
    for &id in selected.iter().chain(hovered.iter()) {
        let Some(node) = topology.node(id) else { continue };
        let (x, y, w, h) = on_screen(view, Rect::of(node, layout.place(id)));
        let is_selected = selected.contains(&id);
        let (grow, width) = if is_selected { (3.0, 2.0) } else { (2.0, 1.0) };
        let frame = (x - grow, y - grow, w + 2.0 * grow, h + 2.0 * grow);
        surface.rounded(
            frame,
            (9.0 * view.scale).clamp(2.0, 12.0),
            "",
            Some((ink.accent, width)),
        );
    }
    let only = if selected.len() == 1 {
        selected.first().copied()
    } else {
        None
    };
    let handles: BTreeSet<NodeId> = hovered.into_iter().chain(only).collect();
    for id in handles {
        if let Some(node) = topology.node(id)
            && topology.free_ports(id).next().is_some()
            && *session.gesture() == Gesture::Idle
        {
            let at = view.screen_from_world(handle_of(node, layout.place(id)));
            surface.disc((at.x, at.y), 7.0, ink.card, Some((ink.accent, 1.5)));
            surface.text("+", (at.x, at.y + 0.5), 13.0, 700, ink.accent, Align::Middle);
        }
    }
}

/// The cable on the pointer: towards what fits in green, towards what does not in red with the reason.
fn cable(surface: &Surface, session: &Session, ink: &'static Ink, connecting: &Connecting) {
    let view = session.viewport();
    let place = |port: PortRef| -> Option<ScreenPoint> {
        let node = session.design().topology().node(port.node)?;
        Some(view.screen_from_world(port_point(
            node,
            session.design().layout().place(port.node),
            port.port,
        )))
    };
    let centre = |id: NodeId| -> ScreenPoint {
        view.screen_from_world(WorldPoint::from(session.design().layout().place(id)))
    };
    let from = connecting
        .port
        .and_then(place)
        .unwrap_or_else(|| centre(connecting.from));
    let at = view.screen_from_world(connecting.at);
    let (to, colour, words) = match &connecting.target {
        Some(Ok((a, b))) => (place(*b).unwrap_or(at), ink.good, Some(joined(session, *a, *b))),
        Some(Err(reason)) => (at, ink.bad, Some(reason.clone())),
        None => (at, ink.accent, None),
    };
    let dash: &[f64] = if connecting.target.is_some() {
        &[]
    } else {
        &[6.0, 4.0]
    };
    surface.lines(&[(from.x, from.y, to.x, to.y)], colour, 2.5, dash);
    surface.disc((from.x, from.y), 4.0, colour, None);
    surface.disc((to.x, to.y), 4.0, colour, None);
    if let Some(words) = words {
        note(surface, ink, at, &words, colour, view.size);
    }
}

fn joined(session: &Session, a: PortRef, b: PortRef) -> String {
    let name = |port: PortRef| {
        let node = session.design().topology().node(port.node);
        format!(
            "{} port {}",
            node.map_or("", |node| node.name.as_str()),
            u32::from(port.port) + 1
        )
    };
    format!("{} – {}", name(a), name(b))
}

/// A line of words beside the pointer, kept on the canvas.
fn note(surface: &Surface, ink: &'static Ink, at: ScreenPoint, words: &str, colour: &str, size: (f64, f64)) {
    surface.text("", (0.0, 0.0), 12.0, 500, ink.text, Align::Start);
    let width = surface.width_of(words) + 20.0;
    let x = (at.x + 14.0).min(size.0 - width - 6.0).max(6.0);
    let y = (at.y + 16.0).min(size.1 - 32.0).max(6.0);
    surface.rounded((x, y, width, 26.0), 6.0, ink.card, Some((colour, 1.0)));
    surface.text(words, (x + 10.0, y + 13.5), 12.0, 500, ink.text, Align::Start);
}
