//! From a sketch to a blueprint: hosts become one-GPU servers, NVSwitches become domains, cable ends become ports.

use super::sketch::{Cord, Device, End, Role, Sketch};
use super::{ImportError, Place, counted};
use crate::engine::order::SmallSort;
use crate::engine::topology::generate::{Blueprint, Wire};
use crate::engine::topology::{
    Cable, Cage, Connector, LinkLayer, Medium, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach, Polarity,
    PortGroup, Server, Switch,
};
use crate::engine::units::{BitRate, Length};
use std::collections::BTreeMap;

/// Assumed where the file gives no length: copper to a host.
const HOST_CABLE: Length = Length::from_metres(2);
/// Assumed where the file gives no length: glass between switches.
const SWITCH_CABLE: Length = Length::from_metres(30);
/// The longest passive copper cable that is assumed for a given length.
const LONGEST_DAC: Length = Length::from_metres(3);
/// The longest multimode cable that is assumed for a given length (OM4: 100 m for 100GBASE-SR4).
const LONGEST_OM4: Length = Length::from_metres(100);
/// Up to this rate optics are assumed to be duplex (25GBASE-SR), above it parallel.
const DUPLEX_UP_TO: BitRate = BitRate::from_gbps(50);

/// Makes the blueprint, and says what was assumed. O(cables log cables).
pub(super) fn assemble(sketch: Sketch, notes: &mut Vec<String>) -> Result<Blueprint, ImportError> {
    let domains = Domains::find(&sketch)?;
    let (sketch, attached) = domains.merge(sketch, notes);
    say_assumptions(&sketch, &attached, notes);
    let (nodes, ports) = devices(&sketch, &attached)?;
    let links = sketch
        .cables
        .iter()
        .enumerate()
        .filter_map(|(i, cord)| {
            let (a, b) = ports.get(i).copied()?;
            Some(Wire {
                a: (cord.a.device, a),
                b: (cord.b.device, b),
                rate: cord.rate,
                cable: cable(&sketch, cord),
            })
        })
        .collect();
    Ok(Blueprint {
        name: sketch.name,
        nodes,
        links,
    })
}

/// The NVLink attachments of the hosts: which NVSwitches, at which rate.
struct Domains {
    /// For each host with NVLink: its NVSwitches in order, each with the sum of the rates to it.
    hosts: BTreeMap<usize, BTreeMap<usize, BitRate>>,
    /// Where a host's first NVLink stands in the file.
    places: BTreeMap<usize, Place>,
}

impl Domains {
    fn find(sketch: &Sketch) -> Result<Self, ImportError> {
        let mut found = Self {
            hosts: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        for cord in &sketch.cables {
            let (a, b) = (cord.a.device, cord.b.device);
            let (host, nvswitch) = match (sketch.role(a), sketch.role(b)) {
                (Some(Role::Host), Some(Role::Nvswitch)) => (a, b),
                (Some(Role::Nvswitch), Some(Role::Host)) => (b, a),
                (Some(Role::Nvswitch), _) | (_, Some(Role::Nvswitch)) => {
                    let what = "an NVSwitch can be cabled to hosts only";
                    return Err(ImportError::at(cord.place, what));
                }
                _ => continue,
            };
            let rates = found.hosts.entry(host).or_default();
            *rates.entry(nvswitch).or_default() += cord.rate;
            found.places.entry(host).or_insert(cord.place);
        }
        found.check(sketch)?;
        Ok(found)
    }

    /// NVSwitches that share a host are planes of one domain, and must then share all their hosts.
    fn check(&self, sketch: &Sketch) -> Result<(), ImportError> {
        let mut planes_of: BTreeMap<usize, (usize, Vec<usize>)> = BTreeMap::new();
        for (&host, rates) in &self.hosts {
            let planes: Vec<usize> = rates.keys().copied().collect();
            for &nvswitch in &planes {
                let (other, expected) = planes_of
                    .entry(nvswitch)
                    .or_insert_with(|| (host, planes.clone()));
                if *expected != planes {
                    let name = |i: usize| sketch.devices.get(i).map_or("", |device| device.name.as_str());
                    let what = format!(
                        "{:?} and {:?} share the NVSwitch {:?} but not all of their NVSwitches; \
                         a GPU belongs to one domain",
                        name(*other),
                        name(host),
                        name(nvswitch)
                    );
                    let place = self.places.get(&host).copied().unwrap_or_default();
                    return Err(ImportError::at(place, what));
                }
            }
        }
        Ok(())
    }

    /// One device a domain and one NVLink cable a host; all other devices and cables keep their order.
    fn merge(self, mut sketch: Sketch, notes: &mut Vec<String>) -> (Sketch, BTreeMap<usize, BitRate>) {
        let mut first_plane: BTreeMap<usize, usize> = BTreeMap::new();
        for rates in self.hosts.values() {
            let first = rates.keys().next().copied().unwrap_or_default();
            first_plane.extend(rates.keys().map(|&nvswitch| (nvswitch, first)));
        }
        let dropped = |i: usize| first_plane.get(&i).is_some_and(|&first| first != i);
        let n_dropped = (0..sketch.devices.len()).filter(|&i| dropped(i)).count();
        let mut renamed = Vec::with_capacity(sketch.devices.len());
        let mut next = 0;
        for i in 0..sketch.devices.len() {
            renamed.push(next);
            next += usize::from(!dropped(i));
        }
        let mut total = BTreeMap::new();
        for (&host, rates) in &self.hosts {
            total.insert(host, rates.values().copied().sum::<BitRate>());
        }
        let n_before = sketch.cables.len();
        let mut seen = BTreeMap::new();
        sketch.cables.retain_mut(|cord| {
            let roles = [cord.a.device, cord.b.device].map(|i| self.hosts.contains_key(&i));
            let is_nvlink = [cord.a.device, cord.b.device]
                .iter()
                .any(|i| first_plane.contains_key(i));
            if is_nvlink {
                let host = if roles[0] { cord.a.device } else { cord.b.device };
                if seen.insert(host, ()).is_some() {
                    return false;
                }
                cord.rate = total.get(&host).copied().unwrap_or(cord.rate);
            }
            for end in [&mut cord.a, &mut cord.b] {
                let device = first_plane.get(&end.device).copied().unwrap_or(end.device);
                end.device = renamed.get(device).copied().unwrap_or(device);
            }
            true
        });
        let mut i = 0;
        sketch.devices.retain(|_| {
            i += 1;
            !dropped(i - 1)
        });
        let merged = n_before - sketch.cables.len();
        if n_dropped > 0 || merged > 0 {
            notes.push(format!(
                "NVSwitches that serve the same hosts were joined to one domain ({n_dropped} joined), and the NVLinks of \
                 a host to one ({merged} joined) at the sum of their rates."
            ));
        }
        let attached = total
            .into_iter()
            .map(|(host, rate)| (renamed.get(host).copied().unwrap_or(host), rate))
            .collect();
        (sketch, attached)
    }
}

/// A cable's end at its device; the order is that of the device's ports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PortEnd {
    /// NVLink ports come last.
    is_nvlink: bool,
    /// The rate, where ports are sorted by it; else zero.
    rate: BitRate,
    order: usize,
    cable: usize,
    is_b: bool,
}

/// For each cable, the numbers of its two ports.
type CablePorts = Vec<(u16, u16)>;

/// The devices, and the ports of each cable.
fn devices(
    sketch: &Sketch,
    attached: &BTreeMap<usize, BitRate>,
) -> Result<(Vec<Node>, CablePorts), ImportError> {
    let mut ends: Vec<Vec<PortEnd>> = vec![Vec::new(); sketch.devices.len()];
    for (i, cord) in sketch.cables.iter().enumerate() {
        let is_nvlink = [cord.a, cord.b]
            .iter()
            .any(|end| sketch.role(end.device) == Some(Role::Nvswitch));
        let rate = if sketch.keeps_port_order {
            BitRate::ZERO
        } else {
            cord.rate
        };
        for (End { device, order }, is_b) in [(cord.a, false), (cord.b, true)] {
            if let Some(list) = ends.get_mut(device) {
                list.push(PortEnd {
                    is_nvlink,
                    rate,
                    order,
                    cable: i,
                    is_b,
                });
            }
        }
    }
    let mut ports = vec![(0, 0); sketch.cables.len()];
    let mut nodes = Vec::with_capacity(sketch.devices.len());
    for (i, (device, list)) in sketch.devices.iter().zip(&mut ends).enumerate() {
        list.small_sort();
        let groups = groups(sketch, device, list, &mut ports)?;
        nodes.push(node(device, groups, attached.get(&i).copied()));
    }
    Ok((nodes, ports))
}

/// The port groups of one device: a run of equal ports each. Tells the cables which ports they got.
fn groups(
    sketch: &Sketch,
    device: &Device,
    list: &[PortEnd],
    ports: &mut [(u16, u16)],
) -> Result<Vec<PortGroup>, ImportError> {
    let mut groups: Vec<PortGroup> = Vec::new();
    for (number, end) in list.iter().enumerate() {
        let Ok(number) = u16::try_from(number + 1).map(|n| n - 1) else {
            let what = format!("{:?} has more than {} cables", device.name, u16::MAX);
            return Err(ImportError::at(device.place, what));
        };
        let rate = sketch
            .cables
            .get(end.cable)
            .map_or(BitRate::ZERO, |cord| cord.rate);
        let (layer, cage) = if end.is_nvlink {
            (LinkLayer::Nvlink, Cage::Backplane)
        } else {
            (LinkLayer::Ethernet, Cage::Unknown)
        };
        match groups.last_mut() {
            Some(group) if group.rate == rate && group.layer == layer => group.count += 1,
            _ => groups.push(PortGroup {
                count: 1,
                rate,
                cage,
                layer,
            }),
        }
        if let Some(pair) = ports.get_mut(end.cable) {
            *(if end.is_b { &mut pair.1 } else { &mut pair.0 }) = number;
        }
    }
    Ok(groups)
}

fn node(device: &Device, ports: Vec<PortGroup>, nvlink: Option<BitRate>) -> Node {
    let count = |layer: fn(&PortGroup) -> bool| {
        ports
            .iter()
            .filter(|group| layer(group))
            .fold(0_u16, |n, group| n.saturating_add(group.count))
    };
    let kind = match device.role {
        Role::Host => NodeKind::Server(Server {
            gpus: 1,
            nics: count(|group| group.layer != LinkLayer::Nvlink),
            nic_pcie: None,
            nvlink: nvlink.map(|rate_per_gpu| Nvlink {
                rate_per_gpu,
                reach: NvlinkReach::External,
            }),
        }),
        Role::Switch => NodeKind::Switch(Switch {
            layer: LinkLayer::Ethernet,
        }),
        Role::Nvswitch => NodeKind::NvlinkDomain(NvlinkDomain {
            gpus: count(|_| true),
            rate_per_gpu: ports.iter().map(|group| group.rate).max().unwrap_or_default(),
        }),
    };
    Node {
        name: device.name.clone(),
        model: device.model.clone(),
        kind,
        ports,
        rail: device.rail,
    }
}

/// What the cable is made of: told by its ends and length, since no foreign format says.
fn cable(sketch: &Sketch, cord: &Cord) -> Cable {
    let roles = [cord.a, cord.b].map(|end| sketch.role(end.device));
    if roles.contains(&Some(Role::Nvswitch)) {
        return Cable::backplane();
    }
    let length = cord.length.unwrap_or(if roles.contains(&Some(Role::Host)) {
        HOST_CABLE
    } else {
        SWITCH_CABLE
    });
    let duplex = |medium| Cable {
        medium,
        connector: Connector::LcDuplex,
        polarity: Polarity::Duplex,
        length,
    };
    if length <= LONGEST_DAC {
        Cable::dac(length)
    } else if length > LONGEST_OM4 {
        duplex(Medium::Os2)
    } else if cord.rate <= DUPLEX_UP_TO {
        duplex(Medium::Om4)
    } else {
        Cable::om4_trunk(length)
    }
}

fn say_assumptions(sketch: &Sketch, attached: &BTreeMap<usize, BitRate>, notes: &mut Vec<String>) {
    let hosts = sketch
        .devices
        .iter()
        .filter(|device| device.role == Role::Host)
        .count();
    if hosts > 0 {
        let nvlink = match attached.len() {
            0 => String::new(),
            n => format!(", {n} of them on an NVSwitch domain"),
        };
        notes.push(format!(
            "Each host became a server with one GPU and a NIC for each of its network cables ({}{nvlink}).",
            counted(hosts, "host")
        ));
    }
    if sketch.cables.iter().any(|cord| cord.length.is_none()) {
        notes.push(format!(
            "The file does not give all cable lengths: {} m of copper to hosts and {} m of OM4 between switches were \
             assumed.",
            HOST_CABLE.as_metres_f64(),
            SWITCH_CABLE.as_metres_f64()
        ));
    }
}
