//! The records of a version 1 file, and their way to and from a design.

use super::OpenError;
use crate::engine::document::command::MAX_NAME;
use crate::engine::document::{Design, Layout, Point};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::{
    Cable, Cage, Connector, Link, LinkLayer, Medium, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach,
    Polarity, PortGroup, PortRef, Server, Switch, Topology,
};
use crate::engine::units::{BitRate, Length};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A whole file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileV1 {
    format: String,
    version: u32,
    name: String,
    /// The next free ids, so that none is ever used twice.
    next_node: u32,
    next_link: u32,
    nodes: Vec<NodeRecord>,
    links: Vec<LinkRecord>,
}

/// A device: one flat record, so that an unknown or missing field is named with its line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeRecord {
    id: u32,
    name: String,
    kind: KindWord,
    model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gpus: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nics: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nic_pcie_gbps: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nvlink: Option<NvlinkRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gbps_per_gpu: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layer: Option<LinkLayer>,
    ports: Vec<PortRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rail: Option<u16>,
    x: i32,
    y: i32,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindWord {
    Server,
    NvlinkDomain,
    Switch,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NvlinkRecord {
    gbps_per_gpu: f64,
    reach: NvlinkReach,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PortRecord {
    count: u16,
    gbps: f64,
    cage: Cage,
    layer: LinkLayer,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkRecord {
    id: u32,
    /// Device and port, from zero.
    a: (u32, u16),
    b: (u32, u16),
    gbps: f64,
    medium: Medium,
    connector: Connector,
    polarity: Polarity,
    length_m: f64,
}

/// The fastest rate a file may name, in Gb/s: 10 Pb/s.
const MAX_GBPS: f64 = 1e7;
/// The highest number that the next id may have: there must be room to go on counting.
const MAX_ID: u32 = u32::MAX / 2;
/// The longest cable a file may name, in metres.
const MAX_METRES: f64 = 100_000.0;

fn gbps(rate: BitRate) -> f64 {
    rate.as_gbps_f64()
}

fn rate(gbps: f64, place: &str, allow_zero: bool) -> Result<BitRate, OpenError> {
    if !(gbps.is_finite() && (0.0..=MAX_GBPS).contains(&gbps)) || (gbps == 0.0 && !allow_zero) {
        return Err(invalid(
            place,
            format!("{gbps} Gb/s is not a rate between 0 and {MAX_GBPS} Gb/s"),
        ));
    }
    Ok(BitRate::from_bps((gbps * 1e9).round() as u64))
}

fn invalid(place: &str, what: String) -> OpenError {
    OpenError::Invalid {
        place: place.to_owned(),
        what,
    }
}

impl FileV1 {
    pub(super) fn from_design(design: &Design) -> Self {
        let topology = design.topology();
        Self {
            format: "fabricad".to_owned(),
            version: super::FORMAT_VERSION,
            name: design.name.clone(),
            next_node: design.next_node_id().number(),
            next_link: design.next_link_id().number(),
            nodes: topology
                .nodes()
                .map(|(id, node)| NodeRecord::new(id, node, design.layout().place(id)))
                .collect(),
            links: topology
                .links()
                .map(|(id, link)| LinkRecord::new(id, link))
                .collect(),
        }
    }

    pub(super) fn into_design(self) -> Result<Design, OpenError> {
        check_name("the design", &self.name)?;
        let mut topology = Topology::default();
        let mut places = Vec::with_capacity(self.nodes.len());
        let (mut next_node, mut next_link) = (self.next_node, self.next_link);
        for record in self.nodes {
            let id = NodeId::new(record.id);
            let place = format!("device {} ({:?})", record.id, record.name);
            if topology.node(id).is_some() {
                return Err(invalid(&place, format!("two devices have the id {}", record.id)));
            }
            next_node = next_node.max(record.id.saturating_add(1));
            places.push((id, Point::new(record.x, record.y)));
            topology.set_node(id, Some(Arc::new(record.into_node(&place)?)));
        }
        for record in self.links {
            let id = LinkId::new(record.id);
            let place = format!("cable {}", record.id);
            if topology.link(id).is_some() {
                return Err(invalid(&place, format!("two cables have the id {}", record.id)));
            }
            next_link = next_link.max(record.id.saturating_add(1));
            let link = record.into_link(&topology, &place)?;
            topology.set_link(id, Some(Arc::new(link)));
        }
        if next_node.max(next_link) > MAX_ID {
            return Err(invalid(
                "the design",
                format!(
                    "its ids reach {}; at most {MAX_ID} can be counted on from",
                    next_node.max(next_link)
                ),
            ));
        }
        let layout: Layout = places.into_iter().collect();
        Ok(Design {
            name: self.name,
            topology,
            layout,
            next_node,
            next_link,
        })
    }
}

fn check_name(place: &str, name: &str) -> Result<(), OpenError> {
    if name.chars().count() > MAX_NAME {
        return Err(invalid(
            place,
            format!("its name has more than {MAX_NAME} characters"),
        ));
    }
    Ok(())
}

impl NodeRecord {
    fn new(id: NodeId, node: &Node, at: Point) -> Self {
        let ports = node.ports.iter().map(PortRecord::new).collect();
        let mut record = Self {
            id: id.number(),
            name: node.name.clone(),
            kind: KindWord::Switch,
            model: node.model.clone(),
            gpus: None,
            nics: None,
            nic_pcie_gbps: None,
            nvlink: None,
            gbps_per_gpu: None,
            layer: None,
            ports,
            rail: node.rail,
            x: at.x,
            y: at.y,
        };
        match node.kind {
            NodeKind::Server(server) => {
                record.kind = KindWord::Server;
                record.gpus = Some(server.gpus);
                record.nics = Some(server.nics);
                record.nic_pcie_gbps = server.nic_pcie.map(gbps);
                record.nvlink = server.nvlink.map(|nvlink| NvlinkRecord {
                    gbps_per_gpu: gbps(nvlink.rate_per_gpu),
                    reach: nvlink.reach,
                });
            }
            NodeKind::NvlinkDomain(domain) => {
                record.kind = KindWord::NvlinkDomain;
                record.gpus = Some(domain.gpus);
                record.gbps_per_gpu = Some(gbps(domain.rate_per_gpu));
            }
            NodeKind::Switch(switch) => record.layer = Some(switch.layer),
        }
        record
    }

    fn into_node(self, place: &str) -> Result<Node, OpenError> {
        check_name(place, &self.name)?;
        check_name(place, &self.model)?;
        let kind = self.kind(place)?;
        let mut ports = Vec::with_capacity(self.ports.len());
        let mut total = 0_u32;
        for group in self.ports {
            total += u32::from(group.count);
            if total > u32::from(u16::MAX) {
                return Err(invalid(place, format!("it has more than {} ports", u16::MAX)));
            }
            let rate = rate(group.gbps, place, false)?;
            ports.push(PortGroup {
                count: group.count,
                rate,
                cage: group.cage,
                layer: group.layer,
            });
        }
        Ok(Node {
            name: self.name,
            model: self.model,
            kind,
            ports,
            rail: self.rail,
        })
    }

    fn kind(&self, place: &str) -> Result<NodeKind, OpenError> {
        let missing = |field: &str| invalid(place, format!("it needs the field {field:?}"));
        let gpus = || self.gpus.ok_or_else(|| missing("gpus"));
        Ok(match self.kind {
            KindWord::Server => {
                let nvlink = match &self.nvlink {
                    Some(n) => Some(Nvlink {
                        rate_per_gpu: rate(n.gbps_per_gpu, place, true)?,
                        reach: n.reach,
                    }),
                    None => None,
                };
                let nic_pcie = self.nic_pcie_gbps.map(|g| rate(g, place, true)).transpose()?;
                let nics = self.nics.ok_or_else(|| missing("nics"))?;
                NodeKind::Server(Server {
                    gpus: gpus()?,
                    nics,
                    nic_pcie,
                    nvlink,
                })
            }
            KindWord::NvlinkDomain => {
                let per_gpu = self.gbps_per_gpu.ok_or_else(|| missing("gbps_per_gpu"))?;
                NodeKind::NvlinkDomain(NvlinkDomain {
                    gpus: gpus()?,
                    rate_per_gpu: rate(per_gpu, place, true)?,
                })
            }
            KindWord::Switch => NodeKind::Switch(Switch {
                layer: self.layer.ok_or_else(|| missing("layer"))?,
            }),
        })
    }
}

impl PortRecord {
    fn new(group: &PortGroup) -> Self {
        Self {
            count: group.count,
            gbps: gbps(group.rate),
            cage: group.cage,
            layer: group.layer,
        }
    }
}

impl LinkRecord {
    fn new(id: LinkId, link: &Link) -> Self {
        Self {
            id: id.number(),
            a: (link.a.node.number(), link.a.port),
            b: (link.b.node.number(), link.b.port),
            gbps: gbps(link.rate),
            medium: link.cable.medium,
            connector: link.cable.connector,
            polarity: link.cable.polarity,
            length_m: link.cable.length.as_metres_f64(),
        }
    }

    fn into_link(self, topology: &Topology, place: &str) -> Result<Link, OpenError> {
        let end = |(node, port): (u32, u16)| {
            let id = NodeId::new(node);
            let Some(record) = topology.node(id) else {
                return Err(invalid(
                    place,
                    format!("it ends at device {node}, which is not in the file"),
                ));
            };
            if record.port_group(port).is_none() {
                let (name, n) = (&record.name, record.n_ports());
                return Err(invalid(
                    place,
                    format!("it ends at port {port} of {name:?}, which has ports 0 to {n}, exclusive"),
                ));
            }
            let port = PortRef { node: id, port };
            match topology.link_at(port) {
                Some(other) => Err(invalid(
                    place,
                    format!(
                        "port {} of {:?} already holds cable {}",
                        port.port,
                        record.name,
                        other.number()
                    ),
                )),
                None => Ok(port),
            }
        };
        let (a, b) = (end(self.a)?, end(self.b)?);
        if a.node == b.node {
            return Err(invalid(place, "both its ends are on one device".to_owned()));
        }
        if !(self.length_m.is_finite() && (0.0..=MAX_METRES).contains(&self.length_m)) {
            return Err(invalid(
                place,
                format!("{} m is not a length between 0 and {MAX_METRES} m", self.length_m),
            ));
        }
        let length = Length::from_mm((self.length_m * 1e3).round() as u64);
        let cable = Cable {
            medium: self.medium,
            connector: self.connector,
            polarity: self.polarity,
            length,
        };
        Ok(Link {
            a,
            b,
            rate: rate(self.gbps, place, false)?,
            cable,
        })
    }
}
