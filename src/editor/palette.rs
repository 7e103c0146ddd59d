//! What can be dragged onto the canvas.

use crate::engine::catalog::{self, NvlinkScope};
use crate::engine::order::SmallSort;
use crate::engine::topology::LinkLayer;
use crate::engine::topology::{Node, equipment};

/// A heading of the palette with its devices.
#[derive(Clone, Debug, PartialEq)]
pub struct PaletteSection {
    /// The heading.
    pub title: &'static str,
    /// The devices.
    pub items: Vec<PaletteItem>,
}

/// A device that can be dragged out: a data sheet of the catalogue by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteItem {
    /// A GPU server of this platform.
    Server(&'static str),
    /// An NVSwitch domain for servers of this platform.
    NvlinkDomain(&'static str),
    /// A switch of this model.
    Switch(&'static str),
}

impl PaletteItem {
    /// The catalogue's name of it.
    pub const fn model(self) -> &'static str {
        match self {
            Self::Server(model) | Self::NvlinkDomain(model) | Self::Switch(model) => model,
        }
    }

    /// The item with this key (see [`PaletteItem::key`]).
    pub fn from_key(key: &str) -> Option<Self> {
        palette()
            .into_iter()
            .flat_map(|section| section.items)
            .find(|item| item.key() == key)
    }

    /// A key that survives a trip through the browser's drag data.
    pub fn key(self) -> String {
        let kind = match self {
            Self::Server(_) => "server",
            Self::NvlinkDomain(_) => "nvswitch",
            Self::Switch(_) => "switch",
        };
        format!("{kind}/{}", self.model())
    }

    /// The word that begins the names of such devices.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Server(_) => "gpu",
            Self::NvlinkDomain(_) => "nvswitch",
            Self::Switch(_) => "switch",
        }
    }

    /// The device, under a name; `None` if the catalogue no longer has it.
    pub fn node(self, name: String) -> Option<Node> {
        match self {
            Self::Server(model) => catalog::platform(model).map(|sheet| equipment::server(sheet, name)),
            Self::NvlinkDomain(model) => {
                catalog::platform(model).and_then(|sheet| equipment::nvlink_domain(sheet, name))
            }
            Self::Switch(model) => catalog::switch(model).map(|sheet| equipment::switch(sheet, name)),
        }
    }

    /// One line below its name: what it offers.
    pub fn detail(self) -> String {
        let Some(node) = self.node(String::new()) else {
            return String::new();
        };
        let gpus = match &node.kind {
            crate::engine::topology::NodeKind::Server(server) => Some(server.gpus),
            crate::engine::topology::NodeKind::NvlinkDomain(domain) => Some(domain.gpus),
            crate::engine::topology::NodeKind::Switch(_) => None,
        };
        let ports = node
            .ports
            .iter()
            .filter(|group| group.layer != LinkLayer::Nvlink)
            .map(|group| {
                format!(
                    "{} × {}G {}",
                    group.count,
                    group.rate.as_gbps_f64(),
                    group.cage.name()
                )
            });
        gpus.map(|gpus| format!("{gpus} GPU"))
            .into_iter()
            .chain(ports)
            .collect::<Vec<_>>()
            .join(" · ")
    }
}

/// The palette: 100G Ethernet first, then what the fabric may grow into.
pub fn palette() -> Vec<PaletteSection> {
    let mut servers: Vec<PaletteItem> = catalog::platforms()
        .iter()
        .map(|sheet| PaletteItem::Server(sheet.model))
        .collect();
    // The reference server of the 100G world comes first; the rest stays in the catalogue's order.
    servers.small_sort_by_key(|item| item.model() != equipment::REFERENCE_SERVER);
    let domains = catalog::platforms()
        .iter()
        .filter(|sheet| matches!(sheet.nvlink_scope, NvlinkScope::Rack(_)))
        .map(|sheet| PaletteItem::NvlinkDomain(sheet.model))
        .collect();
    let ethernet = |fits: fn(u64) -> bool| {
        catalog::switches()
            .filter(|sheet| sheet.layer == LinkLayer::Ethernet && !sheet.ports.is_empty())
            .filter(|sheet| fits(sheet.top_rate().as_bps() / 1_000_000_000))
            .map(|sheet| PaletteItem::Switch(sheet.model))
            .collect::<Vec<_>>()
    };
    let infiniband = catalog::switches()
        .filter(|sheet| sheet.layer == LinkLayer::InfiniBand && !sheet.ports.is_empty())
        .map(|sheet| PaletteItem::Switch(sheet.model))
        .collect();
    vec![
        PaletteSection {
            title: "GPU servers",
            items: servers,
        },
        PaletteSection {
            title: "100G Ethernet switches",
            items: ethernet(|gbps| gbps == 100),
        },
        PaletteSection {
            title: "NVSwitch domains",
            items: domains,
        },
        PaletteSection {
            title: "InfiniBand switches",
            items: infiniband,
        },
        PaletteSection {
            title: "200G to 1.6T Ethernet switches",
            items: ethernet(|gbps| gbps > 100),
        },
    ]
}
