//! What is under the pointer.

use super::{Fabric, Rect, Viewport, WorldPoint, handle_of, port_glyphs};
use crate::engine::document::Design;
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::PortRef;

/// A thing under the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A port that is drawn at this scale.
    Port(PortRef),
    /// The handle of a device, from which its next free port is cabled.
    Handle(NodeId),
    /// A device.
    Node(NodeId),
    /// The cables between two devices, drawn as one stroke.
    Bundle(Vec<LinkId>),
}

/// What is under a place of the world, or nothing. Ports win over devices, devices over cables.
///
/// `slack` is how far beside a thing still counts, in CSS pixels (4 for a mouse, 12 for a finger). `handles` are the
/// devices whose handle is shown. O(devices + bundles).
pub fn hit(
    design: &Design,
    fabric: &Fabric,
    view: &Viewport,
    at: WorldPoint,
    slack: f64,
    handles: &[NodeId],
) -> Option<Hit> {
    let margin = slack / view.scale;
    let topology = design.topology();
    let near_handle = handles.iter().copied().find(|&id| {
        topology.node(id).is_some_and(|node| {
            let handle = handle_of(node, design.layout().place(id));
            distance(handle, at) <= f64::max(8.0, margin * 1.5)
        })
    });
    if let Some(id) = near_handle {
        return Some(Hit::Handle(id));
    }
    let mut found = None;
    for (id, node) in topology.nodes() {
        let place = design.layout().place(id);
        if !Rect::of(node, place).contains(at, margin.max(6.0)) {
            continue;
        }
        let port = port_glyphs(node, place, view.scale)
            .into_iter()
            .find(|glyph| {
                let reach = glyph.side / 2.0 + margin.min(glyph.side / 4.0);
                (glyph.at.x - at.x).abs() <= reach && (glyph.at.y - at.y).abs() <= reach
            })
            .map(|glyph| {
                Hit::Port(PortRef {
                    node: id,
                    port: glyph.port,
                })
            });
        if port.is_some() {
            found = port;
        } else if Rect::of(node, place).contains(at, 0.0) {
            found = Some(Hit::Node(id));
        }
    }
    found.or_else(|| nearest_bundle(design, fabric, at, margin).map(Hit::Bundle))
}

fn nearest_bundle(design: &Design, fabric: &Fabric, at: WorldPoint, margin: f64) -> Option<Vec<LinkId>> {
    let layout = design.layout();
    let mut best: Option<(f64, &Vec<LinkId>)> = None;
    for bundle in fabric.bundles() {
        let (a, b) = (layout.place(bundle.a).into(), layout.place(bundle.b).into());
        let distance = distance_to_segment(at, a, b);
        if distance <= margin && best.is_none_or(|(so_far, _)| distance < so_far) {
            best = Some((distance, &bundle.links));
        }
    }
    best.map(|(_, links)| links.clone())
}

fn distance(a: WorldPoint, b: WorldPoint) -> f64 {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).sqrt()
}

fn distance_to_segment(p: WorldPoint, a: WorldPoint, b: WorldPoint) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 {
        (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    distance(
        p,
        WorldPoint {
            x: a.x + t * dx,
            y: a.y + t * dy,
        },
    )
}
