//! Dragging a cable from a port to another: the far port is found, and what does not fit says why.

use super::{Gesture, Plan, View};
use crate::editor::{Hit, Phase, Pointer, Selection, WorldPoint};
use crate::engine::document::{Command, CommandError, connectable};
use crate::engine::ids::NodeId;
use crate::engine::order::SmallSort;
use crate::engine::topology::{LinkLayer, PortRef, Topology};

/// A cable that hangs on the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Connecting {
    /// The device it comes from.
    pub from: NodeId,
    /// The port it comes from, where one was grasped; else the device's next free port that fits.
    pub port: Option<PortRef>,
    /// Where the pointer is.
    pub at: WorldPoint,
    /// What would be joined if it were let go now, or why nothing would; `None` over the open canvas.
    pub target: Option<Result<(PortRef, PortRef), String>>,
}

pub(super) fn start(on: Option<Hit>, pointer: &Pointer, view: &View<'_>) -> (Gesture, Vec<Plan>) {
    let (from, port) = match on {
        Some(Hit::Port(port)) => (port.node, Some(port)),
        Some(Hit::Handle(node) | Hit::Node(node)) => (node, None),
        _ => return (Gesture::Idle, Vec::new()),
    };
    let at = view.world(pointer);
    (
        Gesture::Connecting(Connecting {
            from,
            port,
            at,
            target: None,
        }),
        Vec::new(),
    )
}

pub(super) fn step(connecting: Connecting, pointer: &Pointer, view: &View<'_>) -> (Gesture, Vec<Plan>) {
    if pointer.phase == Phase::Cancel {
        return (Gesture::Idle, Vec::new());
    }
    let over = view.hit(pointer);
    let target = target(&connecting, over.as_ref(), view.design.topology());
    if pointer.phase != Phase::Up {
        let next = Connecting {
            at: view.world(pointer),
            target,
            ..connecting
        };
        return (Gesture::Connecting(next), Vec::new());
    }
    let plans = match target {
        Some(Ok((a, b))) => vec![Plan::Execute(Command::ConnectPorts { a, b, cable: None })],
        Some(Err(reason)) => vec![Plan::Refuse(reason)],
        None => match over {
            // Let go where it was grasped: a click on the device.
            Some(Hit::Node(id) | Hit::Handle(id)) if id == connecting.from => {
                vec![Plan::Select(Selection::node(id))]
            }
            _ => Vec::new(),
        },
    };
    (Gesture::Idle, plans)
}

fn target(
    connecting: &Connecting,
    over: Option<&Hit>,
    topology: &Topology,
) -> Option<Result<(PortRef, PortRef), String>> {
    let (node, far) = match over? {
        Hit::Port(port) => (port.node, Some(*port)),
        Hit::Node(node) | Hit::Handle(node) => (*node, None),
        Hit::Bundle(_) => return None,
    };
    if node == connecting.from {
        return None;
    }
    Some(
        fitting(topology, (connecting.from, connecting.port), (node, far)).map_err(|error| error.to_string()),
    )
}

/// The two ports to join: those named, else the first free pair of one link layer; a server's NIC on the leaf's rail
/// comes first.
///
/// # Errors
/// Why there is no such pair.
fn fitting(
    topology: &Topology,
    (a, a_port): (NodeId, Option<PortRef>),
    (b, b_port): (NodeId, Option<PortRef>),
) -> Result<(PortRef, PortRef), CommandError> {
    if let (Some(a), Some(b)) = (a_port, b_port) {
        return connectable(topology, a, b).map(|_| (a, b));
    }
    let candidates = |node: NodeId, named: Option<PortRef>, other: NodeId| -> Vec<(PortRef, LinkLayer)> {
        match named {
            Some(port) => topology
                .port_group(port)
                .map(|group| (port, group.layer))
                .into_iter()
                .collect(),
            None => free_ports(topology, node, other),
        }
    };
    let (near, far) = (candidates(a, a_port, b), candidates(b, b_port, a));
    let mut refusal = None;
    for &(a, layer) in &near {
        if let Some(&(b, _)) = far.iter().find(|&&(_, other)| other == layer) {
            match connectable(topology, a, b) {
                Ok(_) => return Ok((a, b)),
                Err(error) => refusal = Some(error),
            }
        }
    }
    if let (Some(&(a, _)), Some(&(b, _))) = (near.first(), far.first()) {
        return connectable(topology, a, b)
            .map(|_| (a, b))
            .map_err(|error| refusal.unwrap_or(error));
    }
    let name = |id: NodeId| {
        topology
            .node(id)
            .map_or_else(String::new, |node| node.name.clone())
    };
    let (full, other) = if near.is_empty() { (a, b) } else { (b, a) };
    Err(CommandError::NoFreePort {
        name: name(full),
        other: name(other),
    })
}

fn free_ports(topology: &Topology, node: NodeId, other: NodeId) -> Vec<(PortRef, LinkLayer)> {
    let rail = topology.node(other).and_then(|node| node.rail);
    let mut ports: Vec<_> = topology
        .free_ports(node)
        .map(|(port, group)| (port, group.layer))
        .collect();
    let record = topology.node(node);
    if let (Some(rail), Some(server)) = (rail, record.and_then(|node| node.server())) {
        let n = record.map_or(0, |node| node.network_ports().count() as u16);
        ports.small_sort_by_key(|(port, _)| server.nic_of_port(port.port, n) != rail);
    }
    ports
}
