//! How each kind of device looks: outline, band, name, model, GPUs and ports.

use super::put;
use super::style::RAIL_COLOURS;
use crate::engine::document::{Design, footprint};
use crate::engine::export::markup::{escape, shortened};
use crate::engine::ids::NodeId;
use crate::engine::topology::{LinkLayer, Node, NodeKind, NvlinkReach, PortRef, Server, Topology};
use std::fmt::Write;

/// Ports beyond this many are not marked one by one.
const MARKED_PORTS: u16 = 144;
/// GPUs beyond this many are not marked one by one.
const MARKED_GPUS: u16 = 16;

/// A device's box, in world units.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Frame {
    pub(super) fn of(design: &Design, id: NodeId, node: &Node) -> Self {
        let at = design.layout().place(id);
        let (w, h) = footprint(&node.kind);
        let (w, h) = (f64::from(w), f64::from(h));
        Self {
            x: f64::from(at.x) - w / 2.0,
            y: f64::from(at.y) - h / 2.0,
            w,
            h,
        }
    }
}

pub(super) fn draw(svg: &mut String, design: &Design, id: NodeId, node: &Node) {
    let frame = Frame::of(design, id, node);
    let topology = design.topology();
    put(svg, format_args!("<g><title>{}</title>", escape(&told(node))));
    match node.kind {
        NodeKind::Server(server) => draw_server(svg, &frame, &server),
        NodeKind::NvlinkDomain(_) => {
            outline(svg, &frame, "card-nvlink", 22.0);
            band(svg, &frame, "band-nvlink", 14.0);
        }
        NodeKind::Switch(switch) if switch.layer == LinkLayer::InfiniBand => {
            chamfered(svg, &frame);
            band(svg, &frame, "band-infiniband", 9.0);
        }
        NodeKind::Switch(_) => {
            outline(svg, &frame, "card", 8.0);
            band(svg, &frame, "band-ethernet", 6.0);
        }
    }
    ports(svg, topology, id, node, &frame);
    words(svg, node, &frame);
    svg.push_str("</g>\n");
}

/// The whole of it in words, for a reader who points at it or cannot see it.
fn told(node: &Node) -> String {
    use crate::engine::units::counted;
    let mut text = format!("{}: {}", node.name, node.model);
    // A string takes whatever is written to it.
    let _ = match node.kind {
        NodeKind::Server(server) => write!(
            text,
            ", {}, {}",
            counted(u64::from(server.gpus), "GPU"),
            counted(u64::from(server.nics), "NIC")
        ),
        NodeKind::NvlinkDomain(domain) => write!(
            text,
            ", NVSwitch domain for {}",
            counted(u64::from(domain.gpus), "GPU")
        ),
        NodeKind::Switch(switch) => write!(text, ", {} switch", switch.layer.name()),
    };
    for group in &node.ports {
        let _ = write!(
            text,
            ", {} × {}G {}",
            group.count,
            group.rate.as_gbps_f64(),
            group.cage.name()
        );
    }
    if let Some(rail) = node.rail {
        let _ = write!(text, ", rail {}", u32::from(rail) + 1);
    }
    text
}

fn outline(svg: &mut String, f: &Frame, class: &str, radius: f64) {
    put(
        svg,
        format_args!(
            "<rect class=\"card {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"{radius:.0}\"/>",
            f.x, f.y, f.w, f.h
        ),
    );
}

/// InfiniBand's outline: corners cut off, known from afar and without colour.
fn chamfered(svg: &mut String, f: &Frame) {
    const CUT: f64 = 9.0;
    let (l, t, r, b) = (f.x, f.y, f.x + f.w, f.y + f.h);
    put(
        svg,
        format_args!(
            "<path class=\"card card-infiniband\" d=\"M{:.1} {t:.1}H{:.1}L{r:.1} {:.1}V{:.1}L{:.1} {b:.1}H{:.1}L{l:.1} \
             {:.1}V{:.1}Z\"/>",
            l + CUT,
            r - CUT,
            t + CUT,
            b - CUT,
            r - CUT,
            l + CUT,
            b - CUT,
            t + CUT
        ),
    );
}

/// The strip on the left that says what kind of device it is.
fn band(svg: &mut String, f: &Frame, class: &str, inset: f64) {
    put(
        svg,
        format_args!(
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"4\" height=\"{:.1}\" rx=\"2\"/>",
            f.x + 4.0,
            f.y + inset,
            f.h - 2.0 * inset
        ),
    );
}

/// GPUs as squares, on the bar of their NVSwitch where the server has one of its own.
fn draw_server(svg: &mut String, f: &Frame, server: &Server) {
    outline(svg, f, "card", 8.0);
    band(svg, f, "band-server", 6.0);
    let n = server.gpus.min(MARKED_GPUS);
    if n == 0 {
        return;
    }
    let (left, right) = (f.x + 14.0, f.x + f.w - 8.0);
    let pitch = (right - left) / f64::from(n);
    let side = (pitch * 0.74).min(9.0);
    let top = f.y + f.h - 9.5 - side;
    let mut d = String::new();
    for i in 0..n {
        let x = left + f64::from(i) * pitch + (pitch - side) / 2.0;
        // A string takes whatever is written to it.
        let _ = write!(d, "M{x:.1} {top:.1}h{side:.1}v{side:.1}h-{side:.1}z");
    }
    put(svg, format_args!("<path class=\"gpu\" d=\"{d}\"/>"));
    if server
        .nvlink
        .is_some_and(|nvlink| nvlink.reach == NvlinkReach::Internal)
    {
        put(
            svg,
            format_args!(
                "<rect class=\"band-nvlink\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"2.5\" rx=\"1.2\"/>",
                top + side + 2.5,
                right - left
            ),
        );
    }
}

/// Ports as small squares, the used ones darker: a server's along its top, a switch's in two rows at its foot.
fn ports(svg: &mut String, topology: &Topology, id: NodeId, node: &Node, f: &Frame) {
    let n = node.n_ports();
    if n == 0 || n > MARKED_PORTS {
        return;
    }
    let mut marks = [String::new(), String::new()];
    for port in 0..n {
        let (x, y, side) = port_mark(node, f, port, n);
        let used = topology.link_at(PortRef { node: id, port }).is_some();
        // A string takes whatever is written to it.
        let _ = write!(
            marks[usize::from(used)],
            "M{x:.1} {y:.1}h{side:.1}v{tall:.1}h-{side:.1}z",
            tall = side.min(5.0)
        );
    }
    for (class, d) in ["port-free", "port-used"].into_iter().zip(marks) {
        if !d.is_empty() {
            put(svg, format_args!("<path class=\"{class}\" d=\"{d}\"/>"));
        }
    }
}

/// The upper left corner of a port's square and its side.
fn port_mark(node: &Node, f: &Frame, port: u16, n: u16) -> (f64, f64, f64) {
    let (left, width) = (f.x + 14.0, f.w - 22.0);
    match node.kind {
        NodeKind::Switch(_) => {
            let columns = n.div_ceil(2);
            let pitch = width / f64::from(columns);
            let side = (pitch * 0.72).min(5.0);
            let (column, row) = (f64::from(port % columns), f64::from(port / columns));
            let x = left + column * pitch + (pitch - side) / 2.0;
            (x, f.y + f.h - 5.0 - 2.0 * side - 1.5 + row * (side + 1.5), side)
        }
        NodeKind::Server(_) if is_nvlink(node, port) => {
            (f.x + 14.0 + width / 2.0 - 4.0, f.y + f.h - 2.5, 8.0)
        }
        NodeKind::Server(_) | NodeKind::NvlinkDomain(_) => {
            // NVLink ports stand elsewhere on a server, so they take no room along its top.
            let n = match node.kind {
                NodeKind::Server(_) => node.network_ports().count().max(1) as f64,
                _ => f64::from(n),
            };
            let pitch = width / n;
            let side = (pitch * 0.66).min(5.0);
            let x = left + f64::from(port) * pitch + (pitch - side) / 2.0;
            (x, f.y - side / 2.0, side)
        }
    }
}

fn is_nvlink(node: &Node, port: u16) -> bool {
    node.port_group(port)
        .is_some_and(|group| group.layer == LinkLayer::Nvlink)
}

fn words(svg: &mut String, node: &Node, f: &Frame) {
    let badge_room = if node.rail.is_some() { 20.0 } else { 0.0 };
    let room = f.w - 22.0 - badge_room;
    let name = shortened(&node.name, (room / 6.9) as usize);
    let model = match node.kind {
        NodeKind::NvlinkDomain(domain) => format!("{} · {} GPU", node.model, domain.gpus),
        _ => node.model.clone(),
    };
    let model = shortened(&model, ((room + badge_room * 0.4) / 4.7) as usize);
    let (x, y) = (
        f.x + 14.0,
        f.y + if node.server().is_some() { 19.0 } else { 17.0 },
    );
    put(
        svg,
        format_args!(
            "<text class=\"text name\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text><text class=\"soft model\" x=\"{x:.1}\" \
             y=\"{:.1}\">{}</text>",
            escape(&name),
            y + 12.0,
            escape(&model)
        ),
    );
    if let Some(rail) = node.rail {
        let (x, y) = (f.x + f.w - 14.0, f.y + 14.0);
        put(
            svg,
            format_args!(
                "<circle class=\"disc{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/><text class=\"on-rail badge\" x=\"{x:.1}\" \
                 y=\"{:.1}\">{}</text>",
                rail % RAIL_COLOURS,
                y + 3.6,
                u32::from(rail) + 1
            ),
        );
    }
}
