//! Putting devices and cables together, port by port.

use super::{Blueprint, RecipeError, Wire};
use crate::engine::catalog::{self, PlatformSheet, SwitchSheet, usual_cable};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Node, PortGroup};
use crate::engine::units::{BitRate, Length};

/// The most devices a template makes.
pub const MAX_DEVICES: u64 = 20_000;
/// The most cables a template makes.
pub const MAX_CABLES: u64 = 200_000;

/// Refuses what no design could hold, before anything is built.
pub(super) fn check_size(devices: u64, cables: u64) -> Result<(), RecipeError> {
    if devices > MAX_DEVICES || cables > MAX_CABLES {
        return Err(RecipeError::TooLarge {
            devices,
            cables,
            max_devices: MAX_DEVICES,
            max_cables: MAX_CABLES,
        });
    }
    Ok(())
}

/// The sheet of a server model.
pub(super) fn server_sheet(model: &str) -> Result<&'static PlatformSheet, RecipeError> {
    catalog::platform(model)
        .ok_or_else(|| RecipeError::DoesNotFit(format!("the catalogue has no server \"{model}\"")))
}

/// The sheet of a switch model.
pub(super) fn switch_sheet(model: &str) -> Result<&'static SwitchSheet, RecipeError> {
    catalog::switch(model)
        .ok_or_else(|| RecipeError::DoesNotFit(format!("the catalogue has no switch \"{model}\"")))
}

/// Refuses a switch with fewer ports than are wanted of it.
pub(super) fn check_ports(
    sheet: &SwitchSheet,
    role: &'static str,
    needed: u32,
    wanted: impl FnOnce() -> String,
) -> Result<(), RecipeError> {
    let ports = u32::from(sheet.n_ports());
    if needed <= ports {
        return Ok(());
    }
    Err(RecipeError::TooFewPorts {
        ports,
        role,
        model: sheet.model.to_owned(),
        wanted: wanted(),
    })
}

/// Refuses leaves that cannot reach every spine: such a fabric can fall apart into networks that never meet.
pub(super) fn check_reach(spines: u32, uplinks: u32) -> Result<(), RecipeError> {
    if spines <= uplinks {
        return Ok(());
    }
    Err(RecipeError::DoesNotFit(format!(
        "{} need at least {spines} uplinks per leaf, so that every leaf reaches every one of them; there {} {uplinks}",
        counted(spines, "spine"),
        if uplinks == 1 { "is" } else { "are" }
    )))
}

/// "1 server", "2 servers".
pub(super) fn counted(n: u32, noun: &str) -> String {
    crate::engine::units::counted(u64::from(n), noun)
}

/// A blueprint in the making: devices, and for each the ports still free.
pub(super) struct Builder {
    nodes: Vec<Node>,
    links: Vec<Wire>,
    next_down: Vec<u16>,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            links: Vec::new(),
            next_down: Vec::new(),
        }
    }

    /// Adds a device and gives its index.
    pub(super) fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.next_down.push(0);
        self.nodes.len() - 1
    }

    /// The lowest port of a device that was not handed out yet.
    pub(super) fn take_port(&mut self, node: usize) -> u16 {
        let port = self.next_down[node];
        self.next_down[node] = port.saturating_add(1);
        port
    }

    /// The free ports of a switch for uplinks: the fastest first, then in order.
    pub(super) fn uplink_ports(&self, node: usize) -> Vec<u16> {
        let first = self.next_down[node];
        let mut ports: Vec<(u16, BitRate)> = self.nodes[node]
            .ports()
            .filter(|(port, _)| *port >= first)
            .map(|(port, group)| (port, group.rate))
            .collect();
        ports.small_sort_by_key(|&(port, rate)| (std::cmp::Reverse(rate), port));
        ports.into_iter().map(|(port, _)| port).collect()
    }

    /// Joins two ports with the usual cable, at the rate that both can run. A port that does not exist is left open.
    pub(super) fn join(&mut self, a: (usize, u16), b: (usize, u16), metres: u32) {
        let (Some(near), Some(far)) = (self.group(a), self.group(b)) else {
            return;
        };
        let rate = near.rate.min(far.rate);
        let cable = usual_cable(rate, Length::from_metres(u64::from(metres)), near.layer);
        self.links.push(Wire { a, b, rate, cable });
    }

    fn group(&self, (node, port): (usize, u16)) -> Option<PortGroup> {
        self.nodes.get(node)?.port_group(port).copied()
    }

    /// Joins every leaf to every spine: `uplinks` cables a leaf, dealt round the spines so that they share evenly.
    ///
    /// There are at least as many uplinks as spines ([`check_reach`]). A remainder (uplinks not a multiple of spines) rotates from leaf to leaf.
    pub(super) fn join_tiers(&mut self, leaves: &[usize], spines: &[usize], uplinks: u32, metres: u32) {
        if spines.is_empty() {
            return;
        }
        let remainder = uplinks as usize % spines.len();
        for (i, &leaf) in leaves.iter().enumerate() {
            let ports = self.uplink_ports(leaf);
            for (u, &port) in ports.iter().take(uplinks as usize).enumerate() {
                let spine = spines[(u + i * remainder) % spines.len()];
                let far = self.take_port(spine);
                self.join((leaf, port), (spine, far), metres);
            }
        }
    }

    /// The finished blueprint.
    pub(super) fn finish(self, name: String) -> Blueprint {
        Blueprint {
            name,
            nodes: self.nodes,
            links: self.links,
        }
    }
}
