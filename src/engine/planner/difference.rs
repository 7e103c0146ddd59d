//! From a design and a goal to what changes: devices to work on, and every cable before and after.

use super::cabling::{Carrier, Carriers, Socket, lane_of};
use super::hardware::{NicChoice, SwitchChoice, fit};
use super::replacement::{CableEnd, Chooser};
use super::{Goal, OperationKind};
use crate::engine::catalog::{Cage, Fit, LinkLayer, switch};
use crate::engine::ids::LinkId;
use crate::engine::order::SmallSort;
use crate::engine::topology::{Adjacency, Link, Node, PortGroup, PortRef, Tier, Topology, tiers};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// The migration as a difference between two fabrics; devices are numbered densely, in order of ids.
#[derive(Debug)]
pub(super) struct Difference {
    /// Dense numbers.
    pub view: Adjacency,
    /// The tier of each device.
    pub tiers: Vec<Tier>,
    /// Each device: what is done to it.
    pub devices: Vec<DeviceChange>,
    /// Each cable, in order of ids.
    pub links: Vec<LinkChange>,
    /// Why there is no target, in sentences: no model has enough ports.
    pub obstacles: Vec<String>,
}

/// What is done to a device.
#[derive(Clone, Debug, Default)]
pub(super) struct DeviceChange {
    /// The work, if there is any.
    pub kind: Option<OperationKind>,
    /// The new switch, if it is replaced.
    pub switch: Option<SwitchChoice>,
    /// The new NICs, if they are replaced.
    pub nic: Option<NicChoice>,
    /// Its record afterwards, if it changes.
    pub after: Option<Node>,
}

/// A cable before and after.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkChange {
    /// Its id.
    pub id: LinkId,
    /// The devices at its ends, dense.
    pub ends: [usize; 2],
    /// As it is.
    pub before: Link,
    /// As it will be.
    pub after: Link,
    /// For each end: whether the old plug does not fit the new port, so that the cable is down while only this end is
    /// done.
    pub broken: [bool; 2],
    /// Why it does not reach the rate that was asked for, if it does not.
    pub shortfall: Option<Shortfall>,
    /// What carries the new rate, if the rate rises.
    pub carrier: Option<Carrier>,
}

/// Why a cable does not reach the rate that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shortfall {
    /// The port at this end (0 or 1) stays slower.
    SlowEnd(usize),
    /// No product of the catalogue joins the two ports over its length.
    NoProduct,
}

impl LinkChange {
    /// Whether it gets faster.
    pub fn rises(&self) -> bool {
        self.after.rate > self.before.rate
    }
}

/// Which ends of a cable should reach the goal's rate.
pub(super) type Wish = [bool; 2];

impl Difference {
    /// Finds what changes. O(devices + cables) times the catalogue.
    pub fn new(topology: &Topology, goal: &Goal) -> Self {
        let view = Adjacency::new(topology);
        let tiers = tiers(topology, &view);
        let mut links: Vec<LinkChange> = topology
            .links()
            .filter_map(|(id, link)| unchanged(&view, id, link))
            .collect();
        let wishes: Vec<Wish> = links
            .iter()
            .map(|link| wish(goal, &tiers, topology, link))
            .collect();
        let devices = vec![DeviceChange::default(); view.len()];
        let mut difference = Self {
            view,
            tiers,
            devices,
            links: Vec::new(),
            obstacles: Vec::new(),
        };
        difference.replace_devices(topology, goal, &links, &wishes);
        difference.move_plugs(&mut links);
        difference.raise_rates(topology, goal, &mut links, &wishes);
        difference.links = links;
        difference.recable();
        difference
    }

    /// The device's record afterwards.
    pub fn node_after<'a>(&'a self, topology: &'a Topology, device: usize) -> Option<&'a Node> {
        self.devices[device]
            .after
            .as_ref()
            .or_else(|| topology.node(self.view.id(device)))
    }

    /// Chooses models for every device with a port that is too slow for its wish.
    fn replace_devices(&mut self, topology: &Topology, goal: &Goal, links: &[LinkChange], wishes: &[Wish]) {
        let mut cabled: Vec<Vec<CableEnd>> = vec![Vec::new(); self.view.len()];
        for (link, &wish) in links.iter().zip(wishes) {
            for end in 0..2 {
                cabled[link.ends[end]].push(CableEnd {
                    link: *link,
                    end,
                    wish,
                });
            }
        }
        let mut chooser = Chooser::new(goal);
        let mut failed: BTreeMap<(Tier, &str), String> = BTreeMap::new();
        for (device, ends) in cabled.iter().enumerate() {
            let Some(node) = topology.node(self.view.id(device)) else {
                continue;
            };
            if !ends.iter().any(|end| end.is_slow(node, goal.rate)) {
                continue;
            }
            match chooser.choose(node, self.tiers[device], ends) {
                Ok(change) => self.devices[device] = change,
                Err(obstacle) => {
                    failed
                        .entry((self.tiers[device], &node.model))
                        .or_insert(obstacle);
                }
            }
        }
        self.obstacles = failed.into_values().collect();
    }

    /// Moves the plugs of replaced switches to their new ports.
    fn move_plugs(&self, links: &mut [LinkChange]) {
        let mut moved: BTreeMap<(usize, u16), u16> = BTreeMap::new();
        let mut old_ports: Vec<Vec<u16>> = vec![Vec::new(); self.devices.len()];
        for link in links.iter() {
            old_ports[link.ends[0]].push(link.before.a.port);
            old_ports[link.ends[1]].push(link.before.b.port);
        }
        for (device, change) in self.devices.iter().enumerate() {
            let Some(choice) = &change.switch else { continue };
            let mut numbers: Vec<u16> = old_ports[device].clone();
            numbers.small_sort();
            moved.extend(
                numbers
                    .iter()
                    .zip(&choice.ports)
                    .map(|(&old, &new)| ((device, old), new)),
            );
        }
        let place = |device: usize, port: PortRef| PortRef {
            port: moved.get(&(device, port.port)).copied().unwrap_or(port.port),
            ..port
        };
        for link in links.iter_mut() {
            link.after.a = place(link.ends[0], link.before.a);
            link.after.b = place(link.ends[1], link.before.b);
        }
    }

    /// Gives every cable the rate that both its ends and some product can do.
    fn raise_rates(&self, topology: &Topology, goal: &Goal, links: &mut [LinkChange], wishes: &[Wish]) {
        let mut carriers = Carriers::default();
        for (link, wish) in links.iter_mut().zip(wishes) {
            for end in 0..2 {
                if let [Some(before), Some(after)] = self.groups(topology, link, end) {
                    link.broken[end] = before.cage != after.cage && fit(before.cage, after.cage) == Fit::No;
                }
            }
            if !wish.contains(&true) {
                continue;
            }
            let (Some(a), Some(b)) = (
                self.groups(topology, link, 0)[1],
                self.groups(topology, link, 1)[1],
            ) else {
                continue;
            };
            let rate = goal.rate.min(a.rate).min(b.rate);
            link.shortfall = (rate < goal.rate).then_some(Shortfall::SlowEnd(usize::from(b.rate < a.rate)));
            if rate <= link.before.rate {
                continue;
            }
            let ends = [
                self.socket(topology, link, 0, a.cage),
                self.socket(topology, link, 1, b.cage),
            ];
            match carriers.find(rate, a.layer, link.before.cable, ends) {
                Some(carrier) => {
                    link.after.rate = rate;
                    link.after.cable = carrier.cable(link.before.cable);
                    link.carrier = Some(carrier);
                }
                None => link.shortfall = Some(Shortfall::NoProduct),
            }
        }
    }

    /// The port at one end, before and after.
    fn groups(&self, topology: &Topology, link: &LinkChange, end: usize) -> [Option<PortGroup>; 2] {
        let device = link.ends[end];
        let before = topology.node(self.view.id(device));
        let after = self.node_after(topology, device);
        [
            before
                .and_then(|node| node.port_group([link.before.a, link.before.b][end].port))
                .copied(),
            after
                .and_then(|node| node.port_group([link.after.a, link.after.b][end].port))
                .copied(),
        ]
    }

    fn socket(&self, topology: &Topology, link: &LinkChange, end: usize, cage: Cage) -> Socket {
        let device = link.ends[end];
        let of_chip = self
            .node_after(topology, device)
            .and_then(|node| switch(&node.model))
            .map(|sheet| (sheet.lane_rate.as_bps() / 1_000_000_000).min(u64::from(u16::MAX)) as u16);
        Socket {
            cage,
            lane: of_chip.unwrap_or_else(|| lane_of(cage)),
        }
    }

    /// Gives the work on cables that rise between two devices that stay to one of them: the server, else the higher switch.
    fn recable(&mut self) {
        for link in &self.links {
            let [a, b] = link.ends;
            if !link.rises() || self.devices[a].kind.is_some() || self.devices[b].kind.is_some() {
                continue;
            }
            let device = match (self.tiers[a], self.tiers[b]) {
                (Tier::Server, _) => a,
                (_, Tier::Server) => b,
                (below, above) => {
                    if below >= above {
                        a
                    } else {
                        b
                    }
                }
            };
            self.devices[device].kind = Some(OperationKind::Recable);
        }
    }
}

/// Whole Gb/s, for sentences.
pub(super) fn gbps(rate: BitRate) -> u64 {
    rate.as_bps() / 1_000_000_000
}

fn unchanged(view: &Adjacency, id: LinkId, link: &Link) -> Option<LinkChange> {
    Some(LinkChange {
        id,
        ends: [view.index(link.a.node)?, view.index(link.b.node)?],
        before: *link,
        after: *link,
        broken: [false; 2],
        shortfall: None,
        carrier: None,
    })
}

/// Which ends of a cable the goal speeds up.
fn wish(goal: &Goal, tiers: &[Tier], topology: &Topology, link: &LinkChange) -> Wish {
    let is_nvlink = topology
        .port_group(link.before.a)
        .is_none_or(|group| group.layer == LinkLayer::Nvlink);
    let [a, b] = link.ends.map(|end| tiers[end]);
    if is_nvlink
        || [a, b]
            .iter()
            .any(|tier| matches!(tier, Tier::Nvlink | Tier::Detached))
    {
        return [false; 2];
    }
    if a == Tier::Server || b == Tier::Server {
        return [goal.change.nics; 2];
    }
    [a, b].map(|tier| {
        if tier == Tier::Leaf {
            goal.change.leaf_uplinks
        } else {
            goal.change.spines
        }
    })
}
