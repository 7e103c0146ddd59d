//! What replaces what: the switch model with enough ports in the right cages, the NIC for the slot.

use crate::engine::catalog::{
    Cage, Fit, LinkLayer, NicSheet, PlatformSheet, SwitchSheet, module_fits, nic, nics, platform, platforms,
    switch, switches,
};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Node, NodeKind, PortGroup, Server, equipment};
use crate::engine::units::BitRate;
use std::cmp::Reverse;

/// What a cabled port of a switch needs of the port that takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PortNeed {
    /// The port's number today.
    pub port: u16,
    /// The least rate.
    pub rate: BitRate,
    /// The form of the plug that is in it today.
    pub plug: Cage,
    /// Whether that plug stays for good; otherwise only until the far end is ready too.
    pub keeps_plug: bool,
}

/// A model for a switch, and where its cables go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SwitchChoice {
    /// The model.
    pub sheet: &'static SwitchSheet,
    /// The new port of each need, in the order of the needs.
    pub ports: Vec<u16>,
}

/// The best model for these needs: cages that are known, no adapters for good, the same vendor, none in the meantime, the lowest rate and the
/// fewest ports that do. `None` if the catalogue has none (or `wanted` does not do).
pub(super) fn choose_switch(
    old: &Node,
    layer: LinkLayer,
    needs: &[PortNeed],
    wanted: Option<&str>,
) -> Option<SwitchChoice> {
    let vendor = switch(&old.model).map(|sheet| sheet.vendor);
    switches()
        .filter(|sheet| sheet.layer == layer)
        .filter(|sheet| wanted.is_none_or(|model| sheet.model.eq_ignore_ascii_case(model)))
        .filter_map(|sheet| {
            let (ports, adapters, meanwhile) = assign_ports(sheet, needs)?;
            let unknown = sheet.ports.iter().any(|run| run.cage == Cage::Unknown);
            let key = (
                unknown,
                adapters > 0,
                vendor.is_some_and(|vendor| vendor != sheet.vendor),
                meanwhile > 0,
                sheet.top_rate(),
                sheet.n_ports(),
                sheet.launch.value,
            );
            Some((key, SwitchChoice { sheet, ports }))
        })
        .min_by(|a, b| a.0.cmp(&b.0))
        .map(|(_, choice)| choice)
}

/// The ports of a model in order, each with its rate and cage.
fn ports_of(sheet: &SwitchSheet) -> Vec<(BitRate, Cage)> {
    sheet
        .ports
        .iter()
        .flat_map(|run| (0..run.count).map(|_| (run.rate, run.cage)))
        .collect()
}

/// Puts every need on a port, the most demanding first, each on its old number where that does; with the numbers of
/// adapters for good and in the meantime.
fn assign_ports(sheet: &SwitchSheet, needs: &[PortNeed]) -> Option<(Vec<u16>, u64, u64)> {
    let ports = ports_of(sheet);
    if ports.len() < needs.len() {
        return None;
    }
    let mut free = vec![true; ports.len()];
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.small_sort_by_key(|&i| (Reverse(needs[i].rate), needs[i].port));
    let mut chosen = vec![0; needs.len()];
    let (mut adapters, mut meanwhile) = (0, 0);
    for i in order {
        let need = needs[i];
        let does = |p: usize| {
            free[p] && ports[p].0 >= need.rate && !(need.keeps_plug && fit(need.plug, ports[p].1) == Fit::No)
        };
        let same = usize::from(need.port);
        let port = if same < ports.len() && does(same) {
            same
        } else {
            (0..ports.len())
                .filter(|&p| does(p))
                .min_by_key(|&p| (ports[p].0, p))?
        };
        free[port] = false;
        chosen[i] = port as u16;
        if fit(need.plug, ports[port].1) == Fit::Adapter {
            *(if need.keeps_plug {
                &mut adapters
            } else {
                &mut meanwhile
            }) += 1;
        }
    }
    Some((chosen, adapters, meanwhile))
}

/// Whether a plug fits a cage.
pub(super) fn fit(plug: Cage, cage: Cage) -> Fit {
    module_fits(plug, cage)
}

/// The device after its replacement.
pub(super) fn replaced_switch(old: &Node, choice: &SwitchChoice) -> Node {
    Node {
        rail: old.rail,
        ..equipment::switch(choice.sheet, old.name.clone())
    }
}

/// New NICs for a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NicChoice {
    /// The model.
    pub sheet: &'static NicSheet,
    /// What one NIC carries, where that is less than its ports; `None` where its ports limit.
    pub limit: Option<BitRate>,
    /// The PCIe generation that limits it, if one does.
    pub slot: Option<u8>,
}

/// The best NIC for ports of this rate: all ports of a NIC at full rate if there is one, the vendor of today, no DPU, the
/// lowest rate that does, the one longest on sale. `None` if the catalogue has none.
pub(super) fn choose_nic(
    old: &Node,
    server: &Server,
    rate: BitRate,
    wanted: Option<&str>,
) -> Option<NicChoice> {
    let ports = ports_per_nic(old, server);
    let all_ports = rate * u64::from(ports);
    let built = platform(&old.model);
    let vendor = built.and_then(|sheet| nic(sheet.nic)).map(|sheet| sheet.vendor);
    let infiniband = old.ports.iter().any(|group| group.layer == LinkLayer::InfiniBand);
    let sheet = nics()
        .iter()
        .filter(|sheet| port_rate(sheet) >= rate && (!infiniband || sheet.vendor == "NVIDIA"))
        .filter(|sheet| wanted.is_none_or(|model| sheet.model.eq_ignore_ascii_case(model)))
        .min_by_key(|sheet| {
            (
                sheet.rate < all_ports,
                vendor.is_some_and(|vendor| vendor != sheet.vendor),
                sheet.model.starts_with("BlueField"),
                sheet.rate,
                sheet.launch,
            )
        })?;
    let slot = built.map(|sheet| sheet.pcie_generation);
    let usable = usable_rate(sheet, slot).or(server.nic_pcie);
    let limit = usable.map_or(sheet.rate, |usable| usable.min(sheet.rate));
    Some(NicChoice {
        sheet,
        limit: (limit < all_ports).then_some(limit),
        slot: slot.filter(|_| usable.is_some_and(|usable| usable < all_ports.min(sheet.rate))),
    })
}

/// The fastest port of a NIC: what its lanes do, where the cage tells; two slower ports do not make a faster one.
fn port_rate(sheet: &NicSheet) -> BitRate {
    let by_cage = match sheet.cage {
        Cage::Sfp28 => 25,
        Cage::QsfpPlus => 40,
        Cage::Qsfp28 => 100,
        Cage::Qsfp56 => 200,
        _ => u64::MAX,
    };
    sheet.rate.min(BitRate::from_gbps(by_cage))
}

/// What the slot lets through: the lesser of the platform's and the NIC's PCIe generation.
fn usable_rate(sheet: &NicSheet, slot: Option<u8>) -> Option<BitRate> {
    let pcie = (sheet.pcie.0.min(slot?), sheet.pcie.1);
    nics()
        .iter()
        .find(|other| other.pcie == pcie)
        .map(|other| other.pcie_usable.value)
}

/// Network ports of one NIC, at least one.
pub(super) fn ports_per_nic(node: &Node, server: &Server) -> u16 {
    let ports = node.network_ports().count().min(usize::from(u16::MAX)) as u16;
    ports.div_ceil(server.nics.max(1)).max(1)
}

/// The server after its NICs were replaced.
pub(super) fn replaced_nics(old: &Node, server: &Server, choice: &NicChoice, rate: BitRate) -> Node {
    let group = |group: &PortGroup| match group.layer {
        LinkLayer::Nvlink => *group,
        layer => PortGroup {
            count: group.count,
            rate: group.rate.max(rate),
            cage: choice.sheet.cage,
            layer,
        },
    };
    Node {
        model: server_model(old, server, choice, rate),
        kind: NodeKind::Server(Server {
            nic_pcie: choice.limit,
            ..*server
        }),
        ports: old.ports.iter().map(group).collect(),
        ..old.clone()
    }
}

/// The catalogue's platform that is the same server with such NICs, or words for it.
fn server_model(old: &Node, server: &Server, choice: &NicChoice, rate: BitRate) -> String {
    let built = platform(&old.model);
    let same = |sheet: &&PlatformSheet| {
        built.is_some_and(|b| {
            b.gpu == sheet.gpu && b.gpus == sheet.gpus && b.ports_per_nic == sheet.ports_per_nic
        }) && (sheet.nics, sheet.port_rate, sheet.nic) == (server.nics, rate, choice.sheet.model)
    };
    platforms().iter().find(same).map_or_else(
        || {
            format!(
                "{}, refitted with {} x {}",
                old.model, server.nics, choice.sheet.model
            )
        },
        |sheet| sheet.model.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(n_slow: u16, n_fast: u16, fast: u64) -> Vec<PortNeed> {
        let need = |port: u16| PortNeed {
            port,
            rate: BitRate::from_gbps(if port < n_slow { 100 } else { fast }),
            plug: Cage::Qsfp28,
            keeps_plug: port < n_slow,
        };
        (0..n_slow + n_fast).map(need).collect()
    }

    fn leaf(model: &str) -> Node {
        equipment::switch(switch(model).expect("a sheet"), "leaf-1")
    }

    fn chosen(n_slow: u16, n_fast: u16, fast: u64) -> Option<&'static str> {
        let needs = needs(n_slow, n_fast, fast);
        let choice = choose_switch(&leaf("SN4600C"), LinkLayer::Ethernet, &needs, None)?;
        assert_eq!(choice.ports.len(), needs.len());
        Some(choice.sheet.model)
    }

    #[test]
    fn the_vendor_stays_and_the_rate_is_the_lowest_that_does() {
        assert_eq!(chosen(32, 32, 200), Some("SN4600"));
        assert_eq!(chosen(32, 32, 400), Some("SN5400"));
        assert_eq!(chosen(8, 24, 400), Some("SN4700"));
        assert_eq!(chosen(400, 400, 400), None);
    }

    #[test]
    fn plugs_that_stay_for_good_speak_against_larger_cages() {
        // SN5600 has OSFP cages: today's QSFP28 plugs would need 32 adapters for good.
        assert_ne!(chosen(32, 32, 800), Some("SN5600"));
        assert_eq!(chosen(0, 64, 800), Some("SN5600"));
    }

    #[test]
    fn the_slot_limits_a_nic() {
        let sheet = platform(equipment::REFERENCE_SERVER).expect("a sheet");
        let node = equipment::server(sheet, "server-1");
        let server = *node.server().expect("a server");
        let choose = |gbps| choose_nic(&node, &server, BitRate::from_gbps(gbps), None).expect("a NIC");
        let (slow, fast) = (choose(200), choose(400));
        assert_eq!((slow.limit, slow.slot), (None, None));
        assert_eq!((fast.sheet.model, fast.slot), ("ConnectX-7", Some(4)));
        assert_eq!(fast.limit, Some(BitRate::from_mbps(227_200)));
        let after = replaced_nics(&node, &server, &fast, BitRate::from_gbps(400));
        assert!(after.model.contains("ConnectX-7"), "{}", after.model);
    }
}
