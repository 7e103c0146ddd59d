//! NVIDIA (Mellanox) Spectrum and Quantum.
//!
//! Spectrum's pools, cells and breakout modes are SONiC's own tables; InfiniBand rows are field knowledge.

use super::{PortRun, SwitchSheet};
use crate::engine::catalog::Cage;
use crate::engine::catalog::Evidence::{Default, Primary, Read};
use crate::engine::catalog::Source::{FieldKnowledge, Page, Sonic};

const NVIDIA: &str = "NVIDIA";
const DATA_INTERFACES: &str = "https://docs.nvidia.com/networking/display/sn5000/data+interfaces";
const MODES_100G: &[(u8, u16)] = &[(1, 100), (2, 50), (4, 25)];
const MODES_200G: &[(u8, u16)] = &[(1, 200), (2, 100), (4, 50)];
const MODES_400G: &[(u8, u16)] = &[(1, 400), (2, 200), (4, 100)];
const MODES_800G: &[(u8, u16)] = &[(1, 800), (2, 400), (4, 200)];

const fn spectrum(model: &'static str, asic: &'static str, lane_gbps: u64) -> SwitchSheet {
    SwitchSheet::new(model, NVIDIA, asic, lane_gbps)
}

pub(super) const ETHERNET: &[SwitchSheet] = &[
    spectrum("SN2700", "Spectrum", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Primary)
        .buffer(160, Read)
        .pool(1395)
        .cell(96)
        .latency(300, Default)
        .watts(150, 180)
        .usd(49_000, 49_000)
        .launched(2015, Read)
        .breakout(MODES_100G)
        .from(&[
            Sonic("mellanox/x86_64-mlnx_msn2700-r0"),
            Page(
                "https://www.nextplatform.com/2015/09/14/arista-wields-tomahawks-in-25g-ethernet-price-war/",
            ),
        ])
        .note("list price at launch, June 2015; 4x25 on half the ports"),
    spectrum("SN2410", "Spectrum", 25)
        .ports(
            &[
                PortRun::new(48, 25, Cage::Sfp28),
                PortRun::new(8, 100, Cage::Qsfp28),
            ],
            Primary,
        )
        .buffer(160, Default)
        .pool(1395)
        .cell(96)
        .watts(150, 180)
        .launched(2015, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn2410-r0")]),
    spectrum("SN3700C", "Spectrum-2", 50)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Primary)
        .buffer(420, Default)
        .pool(3429)
        .cell(144)
        .watts(220, 300)
        .launched(2019, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn3700c-r0")]),
    spectrum("SN3700", "Spectrum-2", 50)
        .ports(&[PortRun::new(32, 200, Cage::Qsfp56)], Primary)
        .buffer(420, Read)
        .pool(3429)
        .cell(144)
        .watts(220, 300)
        .launched(2019, Default)
        .breakout(MODES_200G)
        .from(&[
            Sonic("mellanox/x86_64-mlnx_msn3700-r0"),
            Page("https://www.router-switch.com/faq/mellanox-spectrum-sn2700-vs-sn3700-upgrade-path.html"),
        ]),
    spectrum("SN3800", "Spectrum-2", 50)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Primary)
        .buffer(420, Default)
        .pool(3429)
        .cell(144)
        .watts(220, 300)
        .launched(2019, Default)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn3800-r0")])
        .note("gearbox on the ports: 400 ns more by SONiC's table"),
    spectrum("SN4600C", "Spectrum-3", 50)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Primary)
        .buffer(640, Default)
        .pool(6082)
        .cell(144)
        .watts(450, 650)
        .launched(2020, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn4600c-r0")]),
    spectrum("SN4600", "Spectrum-3", 50)
        .ports(&[PortRun::new(64, 200, Cage::Qsfp56)], Primary)
        .buffer(640, Default)
        .pool(6082)
        .cell(144)
        .watts(450, 650)
        .launched(2020, Default)
        .breakout(MODES_200G)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn4600-r0")]),
    spectrum("SN4700", "Spectrum-3", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Primary)
        .buffer(640, Default)
        .pool(6082)
        .cell(144)
        .watts(450, 650)
        .launched(2020, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("mellanox/x86_64-mlnx_msn4700-r0")]),
    spectrum("SN5400", "Spectrum-4", 100)
        .ports(&[PortRun::new(64, 400, Cage::QsfpDd)], Primary)
        .buffer(1600, Read)
        .pool(15_823)
        .cell(192)
        .watts(670, 1000)
        .launched(2022, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("mellanox/x86_64-nvidia_sn5400-r0"), Page(DATA_INTERFACES)])
        .note("12 W a port, 21 W on 16 of them"),
    spectrum("SN5600", "Spectrum-4", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Primary)
        .buffer(1600, Read)
        .pool(15_823)
        .cell(192)
        .watts(670, 1000)
        .usd(150_000, 250_000)
        .launched(2022, Default)
        .breakout(MODES_800G)
        .from(&[Sonic("mellanox/x86_64-nvidia_sn5600-r0"), Page(DATA_INTERFACES)])
        .note("price: the range published for any 64 x 800G switch; 18 W a port"),
    spectrum("SN5640", "Spectrum-5", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Primary)
        .pool(13_621)
        .cell(192)
        .watts(700, 1100)
        .launched(2024, Default)
        .breakout(&[(1, 400), (2, 400), (4, 200), (8, 100)])
        .from(&[Sonic("mellanox/x86_64-nvidia_sn5640-r0")])
        .note("chip as SONiC's table groups it"),
    spectrum("SN6600_LD", "Spectrum-6", 200)
        .ports(&[PortRun::new(64, 1600, Cage::Osfp1600)], Primary)
        .pool(22_649)
        .cell(256)
        .watts(1800, 2600)
        .launched(2026, Default)
        .breakout(&[(1, 800), (2, 800), (4, 400), (8, 200)])
        .from(&[Sonic("mellanox/x86_64-nvidia_sn6600_ld-r0")])
        .note("each cage is two ports of 800G"),
    spectrum("SN6810_LD", "Spectrum-6", 200)
        .ports(&[PortRun::new(128, 800, Cage::Unknown)], Default)
        .pool(22_649)
        .cell(256)
        .watts(1800, 2600)
        .launched(2026, Default)
        .from(&[Sonic("mellanox/x86_64-nvidia_sn6810_ld-r0")])
        .note("co-packaged optics"),
];

pub(super) const INFINIBAND: &[SwitchSheet] = &[
    spectrum("SB7800", "Switch-IB 2", 25)
        .infiniband()
        .ports(&[PortRun::new(36, 100, Cage::Qsfp28)], Default)
        .latency(90, Default)
        .watts(120, 150)
        .launched(2016, Default)
        .from(&[FieldKnowledge])
        .note("InfiniBand EDR: credit flow control, no ECN, PFC or DCQCN"),
    spectrum("QM8700", "Quantum", 50)
        .infiniband()
        .ports(&[PortRun::new(40, 200, Cage::Qsfp56)], Default)
        .latency(130, Default)
        .watts(250, 400)
        .launched(2019, Default)
        .breakout(&[(1, 200), (2, 100)])
        .from(&[FieldKnowledge])
        .note("InfiniBand HDR: 80 x HDR100 by split cables; SHARP v2"),
    spectrum("QM9700", "Quantum-2", 100)
        .infiniband()
        .ports(&[PortRun::new(64, 400, Cage::Osfp)], Default)
        .watts(750, 1000)
        .launched(2022, Default)
        .breakout(&[(1, 400), (2, 200)])
        .from(&[FieldKnowledge])
        .note("InfiniBand NDR: 32 twin-port OSFP cages; SHARP v3"),
    spectrum("Q3400-RA", "Quantum-X800", 200)
        .infiniband()
        .ports(&[PortRun::new(144, 800, Cage::Osfp1600)], Default)
        .watts(2000, 4000)
        .launched(2024, Default)
        .breakout(&[(1, 800), (2, 400)])
        .from(&[FieldKnowledge])
        .note("InfiniBand XDR: 72 twin-port OSFP cages; SHARP v4"),
];
