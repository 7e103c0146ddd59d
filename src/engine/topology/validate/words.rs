//! How findings name things: devices, ports, counts and rates in plain words.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{Node, NodeKind, PortRef, Topology};
use crate::engine::units::{BitRate, Length};

/// The longest part of a name that a sentence carries, in characters.
const NAME_LENGTH: usize = 40;
/// How many names a sentence lists before it only counts.
const LISTED: usize = 3;

/// What people call this kind of device, in the singular.
pub(super) fn kind_name(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Server(server) if server.gpus > 1 || server.nvlink.is_some() => "GPU server",
        NodeKind::Server(_) => "host",
        NodeKind::NvlinkDomain(_) => "NVSwitch domain",
        NodeKind::Switch(_) => "switch",
    }
}

/// `1 switch`, `32 switches`.
pub(super) fn count(n: usize, noun: &str) -> String {
    crate::engine::units::counted(n as u64, noun)
}

/// A whole number with thousands separated.
pub(super) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A device's name, cut where it would drown the sentence.
pub(super) fn name(topology: &Topology, id: NodeId) -> String {
    let full = topology.node(id).map_or("", |node| node.name.as_str());
    if full.chars().count() <= NAME_LENGTH {
        return full.to_owned();
    }
    let mut cut: String = full.chars().take(NAME_LENGTH - 1).collect();
    cut.push('…');
    cut
}

/// `a`, `a and b`, `a, b and c`, `a, b, c and 29 more`.
pub(super) fn listed(topology: &Topology, ids: &[NodeId]) -> String {
    let names: Vec<String> = ids.iter().take(LISTED).map(|&id| name(topology, id)).collect();
    let rest = ids.len().saturating_sub(LISTED);
    match (names.as_slice(), rest) {
        ([], _) => String::new(),
        (_, 1..) => format!("{} and {} more", names.join(", "), grouped(rest)),
        ([only], _) => only.clone(),
        ([head @ .., last], _) => format!("{} and {last}", head.join(", ")),
    }
}

/// `server-1 port 3`.
pub(super) fn port(topology: &Topology, at: PortRef) -> String {
    format!("{} port {}", name(topology, at.node), u32::from(at.port) + 1)
}

/// `The cable from server-1 port 3 to leaf-2 port 1`, with the number of others like it; and its verb's ending.
pub(super) fn cables(topology: &Topology, links: &[LinkId]) -> String {
    let example = links
        .first()
        .and_then(|&id| topology.link(id))
        .map(|link| format!("{} to {}", port(topology, link.a), port(topology, link.b)))
        .unwrap_or_default();
    match links.len() {
        1 => format!("The cable from {example}"),
        n => format!("{} cables (the first from {example})", grouped(n)),
    }
}

/// The verb in the number of its subject.
pub(super) fn verb(n: usize, one: &'static str, many: &'static str) -> &'static str {
    if n == 1 { one } else { many }
}

/// `100 Gb/s`, `113.6 Gb/s`.
pub(super) fn rate(rate: BitRate) -> String {
    let megabits = rate.as_bps() / 1_000_000;
    let whole = grouped((megabits / 1_000) as usize);
    match megabits % 1_000 {
        0 => format!("{whole} Gb/s"),
        part => format!("{whole}.{} Gb/s", format!("{part:03}").trim_end_matches('0')),
    }
}

/// `3 m`, `0.5 m`.
pub(super) fn metres(length: Length) -> String {
    match (length.as_mm() / 1_000, length.as_mm() % 1_000) {
        (whole, 0) => format!("{} m", grouped(whole as usize)),
        (whole, part) => format!("{whole}.{} m", format!("{part:03}").trim_end_matches('0')),
    }
}
