//! Switches on Cisco, Marvell and Intel chips.

use super::{PortRun, SwitchSheet};
use crate::engine::catalog::Cage;
use crate::engine::catalog::Evidence::{Default, Primary};
use crate::engine::catalog::Source::{Page, Sonic};

const CISCO: &str = "Cisco";
const SILICON_ONE: &str = "https://www.cisco.com/c/en/us/solutions/silicon-one.html";
const MODES_400G: &[(u8, u16)] = &[(1, 400), (2, 200), (4, 100)];

pub(super) const TABLE: &[SwitchSheet] = &[
    SwitchSheet::new("Cisco Nexus 9364C", CISCO, "CloudScale S6400", 25)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Default)
        .buffer(400, Default)
        .watts(400, 550)
        .launched(2017, Default)
        .from(&[Page(
            "https://www.cisco.com/c/en/us/products/switches/nexus-9364c-switch/index.html",
        )]),
    SwitchSheet::new("Cisco 8102-64H", CISCO, "Silicon One Q200", 50)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Default)
        .buffer(800, Default)
        .watts(290, 450)
        .launched(2020, Default)
        .from(&[Page(SILICON_ONE)])
        .note("and 8 GB of HBM"),
    SwitchSheet::new("Cisco 8201-32FH", CISCO, "Silicon One Q200", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Default)
        .buffer(800, Default)
        .watts(290, 450)
        .launched(2020, Default)
        .from(&[Page(SILICON_ONE)])
        .note("and 8 GB of HBM"),
    SwitchSheet::new("Cisco 8111-32EH", CISCO, "Silicon One G100", 100)
        .ports(&[PortRun::new(32, 800, Cage::QsfpDd800)], Default)
        .buffer(1080, Default)
        .watts(400, 600)
        .launched(2021, Default)
        .from(&[Page(SILICON_ONE)]),
    SwitchSheet::new("Cisco 8122-64EH", CISCO, "Silicon One G200", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Default)
        .buffer(2560, Default)
        .watts(800, 1200)
        .launched(2023, Default)
        .from(&[Page(SILICON_ONE)])
        .note("one fully shared buffer"),
    SwitchSheet::new("Cisco N9364E-SG2", CISCO, "Silicon One G200", 100)
        .ports(&[PortRun::new(64, 800, Cage::QsfpDd800)], Default)
        .buffer(2560, Default)
        .watts(800, 1200)
        .launched(2023, Default)
        .from(&[Page(SILICON_ONE)])
        .note("one fully shared buffer"),
    SwitchSheet::new("Supermicro SSE-T7132S", "Supermicro", "Teralynx 7", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Primary)
        .buffer(700, Primary)
        .pool(7057)
        .watts(450, 600)
        .launched(2018, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("supermicro/x86_64-supermicro_sse_t7132s-r0")]),
    SwitchSheet::new("Marvell d64p512t", "Marvell", "Teralynx 10", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Primary)
        .pool(21_464)
        .watts(900, 1300)
        .launched(2023, Default)
        .from(&[Sonic("marvell/x86_64-marvell_d64p512t-r0")])
        .note("reference design"),
    SwitchSheet::new("Edgecore AS9516-32D", "Edgecore", "Tofino 2", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Primary)
        .buffer(640, Default)
        .pool(4675)
        .cell(176)
        .watts(350, 500)
        .launched(2019, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("barefoot/x86_64-accton_as9516_32d-r0")]),
];
