//! Devices made from data sheets.
//!
//! What decides capacity is copied from the sheet into the record; power, buffers and prices stay in the catalogue
//! and are looked up by the model's name.

use super::{Cage, LinkLayer, Node, NodeKind, Nvlink, NvlinkDomain, NvlinkReach, PortGroup, Server, Switch};
use crate::engine::catalog::{NvlinkScope, PlatformSheet, SwitchSheet, nic};
use crate::engine::units::BitRate;

/// The reference server of the 100G world: 8 x A100 behind NVSwitch, one 100G NIC a GPU.
pub const REFERENCE_SERVER: &str = "HGX A100-8 with 8 x 100G";

/// A GPU server of this platform, its NICs speaking Ethernet.
pub fn server(sheet: &PlatformSheet, name: impl Into<String>) -> Node {
    server_on(sheet, sheet.usual_layer(), name)
}

/// A GPU server of this platform, its NICs speaking `layer`.
///
/// Network ports come first, in order of the NICs; a server of a rack-scale domain has one NVLink port after them,
/// which carries all its GPUs.
pub fn server_on(sheet: &PlatformSheet, layer: LinkLayer, name: impl Into<String>) -> Node {
    let mut ports = vec![PortGroup {
        count: sheet.nics.saturating_mul(sheet.ports_per_nic),
        rate: sheet.port_rate,
        cage: sheet.cage,
        layer,
    }];
    let rate_per_gpu = sheet.nvlink_rate.value;
    let nvlink = match sheet.nvlink_scope {
        NvlinkScope::None => None,
        NvlinkScope::Mesh | NvlinkScope::Server => Some(Nvlink {
            rate_per_gpu,
            reach: NvlinkReach::Internal,
        }),
        NvlinkScope::Rack(_) => {
            let rate = rate_per_gpu * u64::from(sheet.gpus);
            ports.push(PortGroup {
                count: 1,
                rate,
                cage: Cage::Backplane,
                layer: LinkLayer::Nvlink,
            });
            Some(Nvlink {
                rate_per_gpu,
                reach: NvlinkReach::External,
            })
        }
    };
    Node {
        name: name.into(),
        model: sheet.model.to_owned(),
        kind: NodeKind::Server(Server {
            gpus: sheet.gpus,
            nics: sheet.nics,
            nic_pcie: pcie_limit(sheet),
            nvlink,
        }),
        ports,
        rail: None,
    }
}

/// What the slot of one NIC carries, where that is less than its ports.
fn pcie_limit(sheet: &PlatformSheet) -> Option<BitRate> {
    let usable = nic(sheet.nic)?.pcie_usable.value;
    let ports = sheet.port_rate * u64::from(sheet.ports_per_nic);
    (usable < ports && !usable.is_zero()).then_some(usable)
}

/// A switch of this model.
pub fn switch(sheet: &SwitchSheet, name: impl Into<String>) -> Node {
    let group = |run: &crate::engine::catalog::PortRun| PortGroup {
        count: run.count,
        rate: run.rate,
        cage: run.cage,
        layer: sheet.layer,
    };
    Node {
        name: name.into(),
        model: sheet.model.to_owned(),
        kind: NodeKind::Switch(Switch { layer: sheet.layer }),
        ports: sheet.ports.iter().map(group).collect(),
        rail: None,
    }
}

/// An NVSwitch domain for servers of this platform: one NVLink port for each that a full domain holds.
///
/// `None` if the platform has no NVLink. For a platform whose NVLink stays inside the server, the domain offers a
/// port for one server of external NVLink.
pub fn nvlink_domain(sheet: &PlatformSheet, name: impl Into<String>) -> Option<Node> {
    let rate_per_gpu = sheet.nvlink_rate.value;
    if rate_per_gpu.is_zero() || sheet.gpus == 0 {
        return None;
    }
    let gpus = sheet.gpus_per_domain();
    Some(nvlink_domain_of(
        gpus,
        rate_per_gpu,
        gpus / sheet.gpus,
        domain_model(sheet),
        name,
    ))
}

/// An NVSwitch domain of `gpus` GPUs over `ports` NVLink ports, each carrying an even share of them.
pub fn nvlink_domain_of(
    gpus: u16,
    rate_per_gpu: BitRate,
    ports: u16,
    model: impl Into<String>,
    name: impl Into<String>,
) -> Node {
    let ports = ports.max(1);
    let rate = rate_per_gpu * u64::from(gpus.div_ceil(ports));
    Node {
        name: name.into(),
        model: model.into(),
        kind: NodeKind::NvlinkDomain(NvlinkDomain { gpus, rate_per_gpu }),
        ports: vec![PortGroup {
            count: ports,
            rate,
            cage: Cage::Backplane,
            layer: LinkLayer::Nvlink,
        }],
        rail: None,
    }
}

fn domain_model(sheet: &PlatformSheet) -> String {
    match sheet.nvlink_scope {
        NvlinkScope::Rack(gpus) => format!("NVLink {} switch, {gpus} GPUs", sheet.nvlink_generation),
        _ => format!("NVSwitch domain, {} GPUs", sheet.gpus),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::catalog;

    #[test]
    fn the_reference_server_has_a_100g_nic_for_each_gpu() {
        let sheet = catalog::platform(REFERENCE_SERVER).expect("a sheet");
        let node = server(sheet, "server-1");
        assert_eq!((node.gpus(), node.n_ports()), (8, 8));
        let Some(record) = node.server() else {
            panic!("not a server")
        };
        assert_eq!(record.nic_pcie, None);
        assert_eq!(
            record.nvlink.map(|n| n.rate_per_gpu),
            Some(BitRate::from_gbytes(300))
        );
        assert_eq!(node.ports[0].rate, BitRate::from_gbps(100));
    }

    #[test]
    fn eighteen_trays_fill_a_rack_scale_domain() {
        let sheet = catalog::platform("GB200 NVL72 tray").expect("a sheet");
        let tray = server_on(sheet, LinkLayer::InfiniBand, "tray-1");
        let domain = nvlink_domain(sheet, "nvl72-1").expect("it has NVLink");
        assert_eq!((tray.n_ports(), domain.n_ports()), (5, 18));
        assert_eq!(tray.ports[1].rate, BitRate::from_gbytes(3600));
        assert_eq!(tray.ports[1].rate, domain.ports[0].rate);
    }

    #[test]
    fn every_sheet_makes_a_device() {
        for sheet in catalog::platforms() {
            assert!(server(sheet, "s").network_ports().count() > 0);
        }
        for sheet in catalog::switches() {
            assert_eq!(switch(sheet, "s").n_ports(), sheet.n_ports());
        }
    }
}
