//! The table of transceivers and cables.
//!
//! Twin-port modules (2x400G) appear at their whole rate. Where a sheet gave a maximum and a typical power, the
//! maximum stands here.

use super::{Fec, LinkForm, LinkSheet};
use crate::engine::catalog::Connector::{Fixed, LcDuplex, Mpo12Apc, Mpo12Upc, Mpo16Apc};
use crate::engine::catalog::Evidence::{Default, Primary, Read};
use crate::engine::catalog::LinkLayer::{self, Ethernet, InfiniBand, Nvlink};
use crate::engine::catalog::Source::{self, FieldKnowledge, Page};
use crate::engine::catalog::{Between, Cage, Connector, Evidence, Fact, Medium};
use crate::engine::units::{BitRate, Length, Power, Price, SimTime};

const FS: Source = Page("https://community.fs.com");
const FS_CWDM4: Source = Page("https://community.fs.com/blog/qsfp28-cwdm4-optical-transceiver-overview.html");
const FS_400G: Source = Page("https://community.fs.com/blog/400g-qsfp-dd-transceiver-types-overview.html");
const VITEX: Source = Page("http://vitextech.com/100g-qsfp28-basics/");
const FIBEREALITY: Source = Page("https://www.fibereality.com/100g-transceivers-below-3-gig-by-2017/");
const FLEXOPTIX: Source = Page("https://www.flexoptix.net/en/blog/2018/06/the-400g-overview/");
const WAVESPLITTER: Source = Page("https://wavesplitter.com/product/400g-qsfp-dd-fr4-transceiver/");
const LUXOPTX: Source = Page(
    "https://luxoptx.com/blogs/news/800g-optical-module-cost-analysis-tco-optimization-for-ai-data-centers",
);
const NV_AOC: Source = Page("https://docs.nvidia.com/networking/display/mfa1a00xxxxspec/references");
const NV_200G_SR4: Source = Page("https://docs.nvidia.com/networking/display/MMA1T00VSSpec/References");
const NV_200G_DAC: Source = Page("https://docs.nvidia.com/networking/display/MCP7Y60HXXX400pub");
const NV_400G_SR4: Source =
    Page("https://docs.nvidia.com/networking/display/MMA4Z00NS400T/Connectivity+Scenarios");
const NV_400G_DR4: Source = Page("https://docs.nvidia.com/networking/display/mms4x00ns400/overview");
const NV_400G_DAC: Source =
    Page("https://docs.nvidia.com/networking/display/mcp4y10nxxx2x400pub/specifications");
const NV_800G_SR8: Source = Page(
    "https://docs.nvidia.com/mma4z00-ns-800gb-s-twin-port-osfp-2x400gb-s-multimode-sr8-50m-12-07-2023.pdf",
);
const NV_800G_DR8: Source = Page(
    "https://docs.nvidia.com/networking/display/mms4x00-ns-800gbps-twin-port-osfp-2x400gb-s-single-mode-dr8-100m.pdf",
);
const NV_800G_FR4: Source =
    Page("https://docs.nvidia.com/mms4x50-nm-800gbps-twin-port-osfp-2xfr4-2x400gb-s-single-mode-2km.pdf");

const DD_OR_OSFP: &[Cage] = &[Cage::QsfpDd, Cage::Osfp];
const OSFP_OR_112: &[Cage] = &[Cage::Osfp, Cage::Qsfp112];
const BOTH: &[LinkLayer] = &[Ethernet, InfiniBand];

const fn m(metres: u64) -> Length {
    Length::from_metres(metres)
}

impl LinkSheet {
    const fn new(name: &'static str, gbps: u64, cages: &'static [Cage], lanes: (u8, u16)) -> Self {
        let (fec, block_ps) = match (lanes.1, gbps) {
            (0..=25, _) => (Fec::Rs528, 51_200),
            (..=100, 0..=200) => (Fec::Rs544, 51_200),
            (..=100, _) => (Fec::Rs544, 25_600),
            _ => (Fec::Rs544Inner, 12_800),
        };
        Self {
            name,
            form: LinkForm::Module,
            layers: &[Ethernet],
            rate: BitRate::from_gbps(gbps),
            cages,
            lanes,
            reach: &[],
            reach_evidence: Default,
            connector: Fixed,
            fibres: 0,
            power: Fact::new(Power::ZERO, Default),
            fec,
            fec_block: Some(SimTime::from_ps(block_ps)),
            autonegotiates: false,
            breakout: &[],
            plant_reuse: "",
            price: None,
            source: FieldKnowledge,
        }
    }
    /// A passive copper cable: 0.1 W an end, trains its lanes.
    const fn copper(mut self, reach: &'static [(Medium, Length)], evidence: Evidence) -> Self {
        self.form = LinkForm::Cable;
        self.reach = reach;
        self.reach_evidence = evidence;
        self.power = Fact::new(Power::from_mw(100), evidence);
        self.autonegotiates = true;
        self
    }
    const fn fixed_ends(mut self) -> Self {
        self.form = LinkForm::Cable;
        self
    }
    const fn fibre(
        mut self,
        reach: &'static [(Medium, Length)],
        evidence: Evidence,
        connector: Connector,
        fibres: u8,
    ) -> Self {
        self.reach = reach;
        self.reach_evidence = evidence;
        self.connector = connector;
        self.fibres = fibres;
        self
    }
    const fn mw(mut self, milliwatts: u64, evidence: Evidence) -> Self {
        self.power = Fact::new(Power::from_mw(milliwatts), evidence);
        self
    }
    const fn no_fec(mut self) -> Self {
        self.fec = Fec::None;
        self.fec_block = None;
        self
    }
    const fn fec(mut self, fec: Fec) -> Self {
        self.fec = fec;
        self
    }
    const fn on(mut self, layers: &'static [LinkLayer]) -> Self {
        self.layers = layers;
        self
    }
    const fn splits(mut self, breakout: &'static [(u8, u16)]) -> Self {
        self.breakout = breakout;
        self
    }
    const fn reuse(mut self, plant_reuse: &'static str) -> Self {
        self.plant_reuse = plant_reuse;
        self
    }
    const fn usd(mut self, low: u64, high: u64, evidence: Evidence) -> Self {
        self.price = Some(Fact::new(
            Between::new(Price::from_usd(low), Price::from_usd(high)),
            evidence,
        ));
        self
    }
    const fn from(mut self, source: Source) -> Self {
        self.source = source;
        self
    }
}

pub(super) const TABLE: &[LinkSheet] = &[
    LinkSheet::new("100G DAC (CR4)", 100, &[Cage::Qsfp28], (4, 25))
        .copper(&[(Medium::Dac, m(5))], Default)
        .splits(&[(2, 50), (4, 25)])
        .reuse("none: rated for NRZ; PAM4 needs a new cable (3 m without FEC, 5 m with)")
        .usd(20, 120, Default)
        .from(FS),
    LinkSheet::new("100G AOC", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Aoc, m(100))], Read, Fixed, 8)
        .fixed_ends()
        .mw(2500, Default)
        .splits(&[(4, 25)])
        .reuse("none")
        .usd(80, 300, Default)
        .from(NV_AOC),
    LinkSheet::new("100GBASE-SR4", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Om3, m(70)), (Medium::Om4, m(100))], Read, Mpo12Upc, 8)
        .mw(3500, Read)
        .splits(&[(4, 25)])
        .reuse("MPO-12 OM4 trunk serves 200G and 400G SR4 (50 m at 100G a lane; polish must match)")
        .usd(60, 300, Default)
        .from(VITEX),
    LinkSheet::new("100G CWDM4", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Os2, m(2000))], Read, LcDuplex, 2)
        .mw(3500, Read)
        .reuse("LC duplex serves 400G FR4 and 2xFR4")
        .usd(100, 600, Default)
        .from(FS_CWDM4),
    LinkSheet::new("100G PSM4", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Os2, m(500))], Read, Mpo12Apc, 8)
        .mw(3500, Default)
        .splits(&[(4, 25)])
        .reuse("the same eight fibres serve 400G DR4")
        .usd(150, 300, Read)
        .from(FIBEREALITY),
    LinkSheet::new("100GBASE-LR4", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Os2, m(10_000))], Read, LcDuplex, 2)
        .mw(4500, Read)
        .no_fec()
        .reuse("LC duplex serves 400G LR4 and FR4")
        .usd(250, 1500, Default)
        .from(VITEX),
    LinkSheet::new("100GBASE-DR1", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Os2, m(500))], Read, LcDuplex, 2)
        .mw(4000, Default)
        .fec(Fec::Rs544)
        .reuse("meets one quarter of 400G DR4; FR1 and LR1 alike reach 2 and 10 km")
        .usd(150, 500, Default)
        .from(FLEXOPTIX),
    LinkSheet::new("200G DAC", 200, &[Cage::Qsfp56], (4, 50))
        .copper(&[(Medium::Dac, m(3))], Default)
        .splits(&[(2, 100), (4, 50)])
        .reuse("runs at 100G NRZ too")
        .usd(60, 200, Default)
        .from(NV_200G_DAC),
    LinkSheet::new("200GBASE-SR4", 200, &[Cage::Qsfp56], (4, 50))
        .fibre(
            &[(Medium::Om4, m(100)), (Medium::Om3, m(70))],
            Default,
            Mpo12Upc,
            8,
        )
        .mw(5000, Default)
        .splits(&[(2, 100), (4, 50)])
        .reuse("the MPO-12 of 100G SR4")
        .usd(200, 600, Default)
        .from(NV_200G_SR4),
    LinkSheet::new("200G FR4", 200, &[Cage::Qsfp56], (4, 50))
        .fibre(&[(Medium::Os2, m(2000))], Default, LcDuplex, 2)
        .mw(6500, Default)
        .reuse("LC duplex of CWDM4")
        .from(FieldKnowledge),
    LinkSheet::new("400G DAC (100G/lane)", 400, OSFP_OR_112, (4, 100))
        .copper(&[(Medium::Dac, m(3))], Primary)
        .on(BOTH)
        .splits(&[(2, 200), (4, 100)])
        .usd(100, 300, Default)
        .from(NV_400G_DAC),
    LinkSheet::new("400G SR4 (100G/lane)", 400, OSFP_OR_112, (4, 100))
        .fibre(
            &[(Medium::Om4, m(50)), (Medium::Om3, m(30))],
            Primary,
            Mpo12Apc,
            8,
        )
        .on(BOTH)
        .mw(9000, Primary)
        .splits(&[(2, 200)])
        .reuse("MPO-12 OM4 up to 50 m, angled polish only")
        .usd(400, 900, Default)
        .from(NV_400G_SR4),
    LinkSheet::new("400G SR4.2 BiDi", 400, DD_OR_OSFP, (8, 50))
        .fibre(&[(Medium::Om4, m(100))], Read, Mpo12Upc, 8)
        .mw(10_000, Default)
        .splits(&[(4, 100)])
        .reuse("the MPO-12 of 100G SR4")
        .usd(500, 1200, Default)
        .from(FLEXOPTIX),
    LinkSheet::new("400GBASE-SR8", 400, DD_OR_OSFP, (8, 50))
        .fibre(&[(Medium::Om3, m(70)), (Medium::Om4, m(100))], Read, Mpo16Apc, 16)
        .mw(10_000, Default)
        .splits(&[(2, 200), (8, 50)])
        .reuse("needs a new MPO-16 trunk")
        .usd(300, 800, Default)
        .from(FS_400G),
    LinkSheet::new("400G DR4 (100G/lane)", 400, OSFP_OR_112, (4, 100))
        .fibre(&[(Medium::Os2, m(100))], Primary, Mpo12Apc, 8)
        .on(BOTH)
        .mw(9000, Primary)
        .splits(&[(2, 200)])
        .reuse("MPO-12 single-mode of PSM4 and DR4")
        .usd(500, 1000, Default)
        .from(NV_400G_DR4),
    LinkSheet::new("400GBASE-DR4", 400, DD_OR_OSFP, (8, 50))
        .fibre(&[(Medium::Os2, m(500))], Read, Mpo12Apc, 8)
        .on(BOTH)
        .mw(10_000, Default)
        .splits(&[(4, 100)])
        .reuse("MPO-12 single-mode of PSM4")
        .usd(600, 800, Read)
        .from(LUXOPTX),
    LinkSheet::new("400G FR4", 400, DD_OR_OSFP, (8, 50))
        .fibre(&[(Medium::Os2, m(2000))], Read, LcDuplex, 2)
        .on(BOTH)
        .mw(12_000, Read)
        .reuse("LC duplex of CWDM4 and LR4")
        .usd(600, 1200, Default)
        .from(WAVESPLITTER),
    LinkSheet::new("400G LR4", 400, &[Cage::QsfpDd], (8, 50))
        .fibre(&[(Medium::Os2, m(10_000))], Read, LcDuplex, 2)
        .mw(12_000, Default)
        .reuse("LC duplex")
        .usd(900, 2500, Default)
        .from(FS_400G),
    LinkSheet::new("2x400G DAC", 800, &[Cage::Osfp], (8, 100))
        .copper(&[(Medium::Dac, m(2))], Primary)
        .on(BOTH)
        .splits(&[(2, 400), (4, 200)])
        .usd(150, 400, Default)
        .from(NV_400G_DAC),
    LinkSheet::new("800G 2xSR4", 800, &[Cage::Osfp], (8, 100))
        .fibre(
            &[(Medium::Om4, m(50)), (Medium::Om3, m(30))],
            Primary,
            Mpo12Apc,
            16,
        )
        .mw(15_000, Default)
        .splits(&[(2, 400), (4, 200)])
        .reuse("two MPO-12 OM4 trunks")
        .usd(700, 1500, Default)
        .from(NV_800G_SR8),
    LinkSheet::new("800G 2xDR4", 800, &[Cage::Osfp, Cage::QsfpDd800], (8, 100))
        .fibre(&[(Medium::Os2, m(500))], Read, Mpo12Apc, 16)
        .on(BOTH)
        .mw(16_000, Read)
        .splits(&[(2, 400), (8, 100)])
        .reuse("two MPO-12 trunks of PSM4 or DR4; a cheaper variant reaches 100 m")
        .usd(1000, 1400, Read)
        .from(NV_800G_DR8),
    LinkSheet::new("800G LPO DR8", 800, &[Cage::Osfp], (8, 100))
        .fibre(&[(Medium::Os2, m(500))], Default, Mpo16Apc, 16)
        .mw(8000, Default)
        .splits(&[(2, 400)])
        .reuse("as DR8; linear optics, to be qualified with the host")
        .usd(700, 900, Read)
        .from(LUXOPTX),
    LinkSheet::new("800G 2xFR4", 800, &[Cage::Osfp], (8, 100))
        .fibre(&[(Medium::Os2, m(2000))], Primary, LcDuplex, 4)
        .on(BOTH)
        .mw(16_000, Default)
        .splits(&[(2, 400)])
        .reuse("two LC duplex pairs")
        .usd(1500, 1900, Read)
        .from(NV_800G_FR4),
    LinkSheet::new("1.6T 2xDR4 (200G/lane)", 1600, &[Cage::Osfp1600], (8, 200))
        .fibre(&[(Medium::Os2, m(500))], Default, Mpo12Apc, 16)
        .mw(25_000, Default)
        .splits(&[(2, 800), (8, 200)])
        .reuse("MPO-12 single-mode")
        .from(Page("https://www.ieee802.org/3/dj/")),
    LinkSheet::new("InfiniBand EDR DAC", 100, &[Cage::Qsfp28], (4, 25))
        .copper(&[(Medium::Dac, m(3))], Default)
        .on(&[InfiniBand]),
    LinkSheet::new("InfiniBand EDR AOC", 100, &[Cage::Qsfp28], (4, 25))
        .fibre(&[(Medium::Aoc, m(100))], Default, Fixed, 8)
        .fixed_ends()
        .mw(2500, Default)
        .on(&[InfiniBand]),
    LinkSheet::new("InfiniBand HDR DAC", 200, &[Cage::Qsfp56], (4, 50))
        .copper(&[(Medium::Dac, m(2))], Default)
        .on(&[InfiniBand])
        .splits(&[(2, 100)]),
    LinkSheet::new("InfiniBand HDR AOC", 200, &[Cage::Qsfp56], (4, 50))
        .fibre(&[(Medium::Aoc, m(100))], Default, Fixed, 8)
        .fixed_ends()
        .mw(5000, Default)
        .on(&[InfiniBand]),
    LinkSheet::new("InfiniBand NDR 2xSR4", 800, &[Cage::Osfp], (8, 100))
        .fibre(
            &[(Medium::Om4, m(50)), (Medium::Om3, m(30))],
            Default,
            Mpo12Apc,
            16,
        )
        .mw(15_000, Default)
        .on(&[InfiniBand])
        .splits(&[(2, 400)]),
    LinkSheet::new("NVLink backplane", 0, &[Cage::Backplane], (0, 0))
        .copper(&[(Medium::Backplane, m(3))], Default)
        .no_fec()
        .on(&[Nvlink]),
];
