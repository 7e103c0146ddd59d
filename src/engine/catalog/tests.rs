//! Every sheet is sane, and the figures that everybody knows are right.

use super::*;
use crate::engine::units::{BitRate, Bytes, Length, Power};
use std::collections::BTreeSet;

#[test]
fn every_switch_sheet_is_sane() {
    let mut names = BTreeSet::new();
    for sheet in switches() {
        assert!(
            names.insert(sheet.model.to_ascii_lowercase()),
            "{} stands twice",
            sheet.model
        );
        assert!(
            !sheet.ports.is_empty() && !sheet.sources.is_empty(),
            "{}",
            sheet.model
        );
        assert!(
            sheet.ports.iter().all(|run| run.count > 0 && !run.rate.is_zero()),
            "{}",
            sheet.model
        );
        assert!((2010..2030).contains(&sheet.launch.value), "{}", sheet.model);
        assert_ne!(sheet.layer, LinkLayer::Nvlink);
        if let Some(power) = sheet.typical_power {
            assert!(
                power.value.low > Power::ZERO && power.value.low <= power.value.high,
                "{}",
                sheet.model
            );
        }
        for &(ends, gbps) in sheet.breakout {
            let split = BitRate::from_gbps(u64::from(ends) * u64::from(gbps));
            assert!(split <= sheet.top_rate(), "{}: {ends} x {gbps}G", sheet.model);
        }
    }
    assert!(names.len() >= 45);
}

#[test]
fn every_nic_and_platform_is_sane() {
    let nic_names: BTreeSet<_> = nics()
        .iter()
        .map(|sheet| sheet.model.to_ascii_lowercase())
        .collect();
    assert_eq!(nic_names.len(), nics().len());
    for sheet in nics() {
        assert!(!sheet.rate.is_zero() && sheet.launch > 2010 && !sheet.configurations.is_empty());
        assert!(!sheet.is_limited_by_pcie(), "{}", sheet.model);
    }
    let names: BTreeSet<_> = platforms()
        .iter()
        .map(|sheet| sheet.model.to_ascii_lowercase())
        .collect();
    assert_eq!(names.len(), platforms().len());
    for sheet in platforms() {
        assert!(
            nic(sheet.nic).is_some(),
            "{} has no sheet for its {}",
            sheet.model,
            sheet.nic
        );
        assert!(sheet.gpus > 0 && sheet.nics > 0 && !sheet.port_rate.is_zero() && !sheet.sources.is_empty());
        assert!(sheet.gpus_per_domain() == 1 || !sheet.nvlink_rate.value.is_zero());
        assert!(sheet.server_power().value.high > Power::ZERO);
    }
}

#[test]
fn every_link_sheet_is_sane() {
    let names: BTreeSet<_> = links()
        .iter()
        .map(|sheet| sheet.name.to_ascii_lowercase())
        .collect();
    assert_eq!(names.len(), links().len());
    for sheet in links() {
        let lanes = BitRate::from_gbps(u64::from(sheet.lanes.0) * u64::from(sheet.lanes.1));
        assert_eq!(lanes, sheet.rate, "{}", sheet.name);
        assert!(!sheet.reach.is_empty() && !sheet.cages.is_empty() && !sheet.layers.is_empty());
        for &(medium, reach) in sheet.reach {
            assert!(reach > Length::ZERO);
            assert_eq!(
                medium.is_fibre(),
                sheet.form == LinkForm::Module,
                "{}",
                sheet.name
            );
            assert_eq!(
                sheet.connector == Connector::Fixed,
                sheet.form == LinkForm::Cable,
                "{}",
                sheet.name
            );
        }
    }
}

#[test]
fn figures_that_everybody_knows() {
    let sn2700 = switch("sn2700").expect("a sheet");
    assert_eq!(sn2700.buffer.map(|fact| fact.value), Some(Bytes::from_mib(16)));
    assert_eq!(
        (sn2700.n_ports(), sn2700.top_rate()),
        (32, BitRate::from_gbps(100))
    );
    let qm9700 = switch("QM9700").expect("a sheet");
    assert_eq!((qm9700.layer, qm9700.n_ports()), (LinkLayer::InfiniBand, 64));
    assert_eq!(qm9700.top_rate(), BitRate::from_gbps(400));
    let sr4 = link("100GBASE-SR4").expect("a sheet");
    assert_eq!(sr4.reach_on(Medium::Om3), Some(Length::from_metres(70)));
    assert_eq!(sr4.reach_on(Medium::Om4), Some(Length::from_metres(100)));
    let a100 = platform("HGX A100-8 with 8 x 100G").expect("a sheet");
    assert_eq!(a100.nvlink_rate.value, BitRate::from_gbytes(300));
    assert_eq!((a100.gpus, a100.nics, a100.gpus_per_domain()), (8, 8, 8));
    let tray = platform("GB200 NVL72 tray").expect("a sheet");
    assert_eq!((tray.gpus, tray.gpus_per_domain()), (4, 72));
    assert_eq!(tray.server_power().value.high.as_watts_f64() as u64, 7777);
    assert_eq!(
        nic("ConnectX-7").map(|sheet| sheet.pcie_usable.value.as_gbps_f64()),
        Some(454.4)
    );
}

#[test]
fn copper_then_multimode_then_single_mode() {
    let at = |gbps, metres| {
        let cable = usual_cable(
            BitRate::from_gbps(gbps),
            Length::from_metres(metres),
            LinkLayer::Ethernet,
        );
        (cable.medium, cable.connector)
    };
    assert_eq!(at(100, 3), (Medium::Dac, Connector::Fixed));
    assert_eq!(at(100, 30), (Medium::Om4, Connector::Mpo12Upc));
    assert_eq!(at(100, 300), (Medium::Os2, Connector::LcDuplex));
    assert_eq!(at(100, 2000), (Medium::Os2, Connector::LcDuplex));
    assert_eq!(at(400, 30), (Medium::Om4, Connector::Mpo12Apc));
    assert_eq!(at(800, 30), (Medium::Om4, Connector::Mpo12Apc));
    assert_eq!(at(800, 90), (Medium::Os2, Connector::Mpo12Apc));
    assert_eq!(at(40, 30), (Medium::Om4, Connector::Mpo12Upc));
    assert_eq!(at(7, 90_000), (Medium::Os2, Connector::LcDuplex));
    let hdr = usual_cable(
        BitRate::from_gbps(200),
        Length::from_metres(30),
        LinkLayer::InfiniBand,
    );
    assert_eq!(hdr.medium, Medium::Aoc);
}

#[test]
fn modules_fit_cages_as_the_makers_say() {
    assert_eq!(module_fits(Cage::Qsfp28, Cage::Qsfp56), Fit::AtModuleRate);
    assert_eq!(module_fits(Cage::Qsfp28, Cage::QsfpDd), Fit::AtModuleRate);
    assert_eq!(module_fits(Cage::Qsfp28, Cage::Osfp), Fit::Adapter);
    assert_eq!(module_fits(Cage::QsfpDd, Cage::Qsfp28), Fit::No);
    assert_eq!(module_fits(Cage::Osfp, Cage::Qsfp112), Fit::No);
    assert_eq!(module_fits(Cage::Osfp, Cage::Unknown), Fit::Unknown);
    assert!(!Connector::Mpo12Upc.mates_with(Connector::Mpo12Apc));
    assert_eq!(rules().len(), 15);
}
