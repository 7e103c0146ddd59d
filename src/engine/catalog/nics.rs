//! NIC data sheets: rates, cages and what their PCIe slot can carry.

use super::Evidence::{Default, Primary, Read};
use super::Source::{FieldKnowledge, Page};
use super::{Between, Cage, Evidence, Fact, Source};
use crate::engine::units::{BitRate, Power};

/// What is known of a NIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NicSheet {
    /// The name that designs use.
    pub model: &'static str,
    /// Who makes it.
    pub vendor: &'static str,
    /// All its ports together, one direction.
    pub rate: BitRate,
    /// Its usual port configurations.
    pub configurations: &'static str,
    /// The cage of its ports.
    pub cage: Cage,
    /// PCIe generation and lanes of its slot.
    pub pcie: (u8, u8),
    /// What the slot carries in one direction after packet overhead (an estimate of 90 % of the raw rate).
    pub pcie_usable: Fact<BitRate>,
    /// Typical power.
    pub power: Option<Fact<Between<Power>>>,
    /// The year of launch.
    pub launch: u16,
    /// How generation, lanes, cage and rate are known.
    pub evidence: Evidence,
    /// Where the figures come from.
    pub source: Source,
    /// What else one should know.
    pub note: &'static str,
}

/// All NICs, by vendor and age.
pub fn nics() -> &'static [NicSheet] {
    TABLE
}

/// The NIC of this model, capitals aside. O(sheets).
pub fn nic(model: &str) -> Option<&'static NicSheet> {
    TABLE.iter().find(|sheet| sheet.model.eq_ignore_ascii_case(model))
}

impl NicSheet {
    /// Whether the slot, not the port, limits the NIC.
    pub fn is_limited_by_pcie(&self) -> bool {
        self.pcie_usable.value < self.rate
    }

    const fn new(model: &'static str, vendor: &'static str, gbps: u64, cage: Cage, pcie: (u8, u8)) -> Self {
        Self {
            model,
            vendor,
            rate: BitRate::from_gbps(gbps),
            configurations: "",
            cage,
            pcie,
            pcie_usable: Fact::new(usable(pcie), Evidence::Derived),
            power: None,
            launch: 0,
            evidence: Default,
            source: FieldKnowledge,
            note: "",
        }
    }
    const fn ports(mut self, configurations: &'static str) -> Self {
        self.configurations = configurations;
        self
    }
    const fn watts(mut self, low: u64, high: u64) -> Self {
        let range = Between::new(Power::from_watts(low), Power::from_watts(high));
        self.power = Some(Fact::new(range, Default));
        self
    }
    const fn known(mut self, launch: u16, evidence: Evidence, source: Source) -> Self {
        self.launch = launch;
        self.evidence = evidence;
        self.source = source;
        self
    }
    const fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }
}

/// Usable PCIe rate: the slot's raw rate after line coding, less the share that packet headers take.
///
/// Gen 3 to 5 code 128b/130b and keep about 90 %; Gen 6 (flits) keeps about 95 % of 968 Gb/s at 16 lanes.
const fn usable((generation, lanes): (u8, u8)) -> BitRate {
    let mbps_per_lane = match generation {
        3 => 7_100,
        4 => 14_200,
        5 => 28_400,
        6 => 57_475,
        _ => 0,
    };
    BitRate::from_mbps(mbps_per_lane * lanes as u64)
}

const NVIDIA: &str = "NVIDIA";
const BROADCOM: &str = "Broadcom";

const TABLE: &[NicSheet] = &[
    NicSheet::new("ConnectX-4 Lx", NVIDIA, 50, Cage::Sfp28, (3, 8))
        .ports("2x25 or 1x50")
        .watts(10, 10)
        .known(
            2015,
            Read,
            Page("https://manualshive.com/en/manual/mellanox-technologies/mcx4131a-bcat/1768347?page=13"),
        ),
    NicSheet::new("ConnectX-4", NVIDIA, 100, Cage::Qsfp28, (3, 16))
        .ports("1 or 2 of 100")
        .watts(16, 16)
        .known(
            2015,
            Default,
            Page("https://community.mellanox.com/docs/DOC-2790"),
        ),
    NicSheet::new("ConnectX-5", NVIDIA, 100, Cage::Qsfp28, (3, 16))
        .ports("1 or 2 of 100")
        .watts(17, 17)
        .known(
            2016,
            Read,
            Page("https://www.easymanua.ls/nvidia/mellanox-connectx-5/manual?p=10"),
        ),
    NicSheet::new("ConnectX-5 Ex", NVIDIA, 200, Cage::Qsfp28, (4, 16))
        .ports("2x100")
        .watts(20, 20)
        .known(
            2016,
            Primary,
            Page("https://docs.nvidia.com/networking/display/ConnectX5ENOCP2/Interfaces"),
        ),
    NicSheet::new("ConnectX-6", NVIDIA, 200, Cage::Qsfp56, (4, 16))
        .ports("1 or 2 of 200")
        .watts(23, 23)
        .known(
            2018,
            Read,
            Page("https://studylib.net/doc/25573930/pb-connectx-6-en-card"),
        )
        .note("32 lanes of PCIe 3.0 in two slots also reach 200G"),
    NicSheet::new("ConnectX-6 Dx", NVIDIA, 200, Cage::Qsfp56, (4, 16))
        .ports("2x100 or 1x200")
        .watts(20, 20)
        .known(2020, Default, Page("https://docs.nvidia.com/networking/")),
    NicSheet::new("ConnectX-7", NVIDIA, 400, Cage::Osfp, (5, 16))
        .ports("1x400, 2x200 or 4x100")
        .watts(25, 25)
        .known(
            2022,
            Primary,
            Page("https://docs.nvidia.com/networking/display/connectx7vpiocp3/supported+interfaces"),
        )
        .note("also sold with QSFP112 cages; takes flat-top modules only"),
    NicSheet::new("ConnectX-8 SuperNIC", NVIDIA, 800, Cage::Osfp1600, (6, 16))
        .ports("1x800 or 2x400")
        .watts(60, 60)
        .known(
            2025,
            Read,
            Page("https://www.nvidia.com/en-us/networking/products/ethernet/supernic/"),
        )
        .note("integrated PCIe 6 switch; also sold with QSFP112 cages"),
    NicSheet::new("ConnectX-9 SuperNIC", NVIDIA, 800, Cage::Osfp1600, (6, 16))
        .ports("1x800 a chip, two chips a Rubin GPU")
        .known(
            2026,
            Read,
            Page("https://www.wheelersnetwork.com/2025/11/decoding-nvidias-rubin-networking-math.html"),
        ),
    NicSheet::new("BlueField-2", NVIDIA, 200, Cage::Qsfp56, (4, 16))
        .ports("2x100 or 1x200")
        .watts(50, 75)
        .known(
            2020,
            Read,
            Page("https://www.easymanua.ls/nvidia/bluefield-2-bf2500/manual?p=20"),
        ),
    NicSheet::new("BlueField-3", NVIDIA, 400, Cage::Qsfp112, (5, 16))
        .ports("1x400 or 2x200")
        .watts(75, 150)
        .known(
            2023,
            Primary,
            Page("https://docs.nvidia.com/networking/display/MMA1Z00NS400T/Overview"),
        )
        .note("takes QSFP112 modules only"),
    NicSheet::new("Thor BCM57508", BROADCOM, 200, Cage::Qsfp56, (4, 16))
        .ports("2x100 or 1x200")
        .watts(25, 25)
        .known(2019, Default, Page("Linux bnxt driver strings")),
    NicSheet::new("Thor 2 BCM57608", BROADCOM, 400, Cage::Qsfp112, (5, 16))
        .ports("1x400, 2x200 or 4x100")
        .watts(30, 30)
        .known(
            2024,
            Read,
            Page("Linux bnxt driver strings; Supermicro AOC-S400G-B1C"),
        ),
    NicSheet::new("E810-CQDA2", "Intel", 100, Cage::Qsfp28, (4, 16))
        .ports("2x100, 100 together")
        .watts(21, 21)
        .known(
            2020,
            Default,
            Page("https://www.intel.com/content/www/us/en/products/details/ethernet/800-controllers.html"),
        )
        .note("one controller carries 100G in all; the 2CQDA2 has two"),
    NicSheet::new("Pollara 400", "AMD", 400, Cage::Qsfp112, (5, 16))
        .ports("1x400")
        .known(
            2025,
            Default,
            Page("https://www.amd.com/en/products/network-interface-cards/pensando/ai-nic.html"),
        ),
];
