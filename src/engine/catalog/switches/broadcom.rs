//! Switches on Broadcom chips: Trident, Tomahawk, Jericho.
//!
//! Buffer pools are SONiC's tables of the device named; wattages are estimates without optics.

use super::{PortRun, SwitchSheet};
use crate::engine::catalog::Cage;
use crate::engine::catalog::Evidence::{Default, Primary, Read};
use crate::engine::catalog::Source::{Page, Sonic};

const ARISTA: &str = "Arista";
const DELL: &str = "Dell";
const NOKIA: &str = "Nokia";
const CONVERGE: &str = "https://convergedigest.blogspot.com/2022_08_21_archive.html";
const PRICE_WAR: &str =
    "https://www.nextplatform.com/2015/09/14/arista-wields-tomahawks-in-25g-ethernet-price-war/";
const LINLEY_2019: &str = "https://www.linleygroup.com/newsletters/newsletter_detail.php?num=6104";
const LINLEY_2017: &str =
    "https://www.linleygroup.com/newsletters/newsletter_detail.php?num=5799&year=2017&tag=3";
const LUXOPTX: &str =
    "https://luxoptx.com/blogs/news/800g-optical-module-cost-analysis-tco-optimization-for-ai-data-centers";
const PRICE_2015: &str = "price: under $2,000 per 100G port in 2015; second-hand far lower";
const PRICE_64X800: &str = "price: the range published for any 64 x 800G switch";
const MODES_100G: &[(u8, u16)] = &[(1, 100), (2, 50), (4, 25)];
const MODES_400G: &[(u8, u16)] = &[(1, 400), (2, 200), (4, 100)];
const MODES_800G: &[(u8, u16)] = &[(1, 800), (2, 400), (4, 200), (8, 100)];

pub(super) const TABLE: &[SwitchSheet] = &[
    SwitchSheet::new("Arista 7050QX-32S", ARISTA, "Trident II BCM56850", 10)
        .ports(&[PortRun::new(32, 40, Cage::QsfpPlus)], Primary)
        .buffer(120, Read)
        .pool(1277)
        .latency(600, Read)
        .watts(140, 170)
        .usd(48_000, 48_000)
        .launched(2013, Read)
        .breakout(&[(1, 40), (4, 10)])
        .from(&[Page("https://people.ucsc.edu/~warner/Bufs/Arista-7050X")])
        .note("550 to 650 ns cut-through; price: under $1,500 per 40G port, October 2013"),
    SwitchSheet::new("Arista 7060CX-32S", ARISTA, "Tomahawk BCM56960", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Primary)
        .buffer(160, Read)
        .pool(1598)
        .watts(150, 250)
        .usd(64_000, 64_000)
        .launched(2014, Read)
        .breakout(MODES_100G)
        .from(&[Page(CONVERGE), Page(PRICE_WAR), Sonic("arista/x86_64-arista_7060_cx32s")])
        .note(PRICE_2015),
    SwitchSheet::new("Dell Z9100-ON", DELL, "Tomahawk BCM56960", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Primary)
        .buffer(160, Primary)
        .pool(1598)
        .watts(150, 250)
        .usd(64_000, 64_000)
        .launched(2015, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("dell/x86_64-dell_z9100_c2538-r0"), Page(PRICE_WAR)])
        .note(PRICE_2015),
    SwitchSheet::new("Arista 7060CX2-32S", ARISTA, "Tomahawk+ BCM56967", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Default)
        .buffer(220, Default)
        .watts(170, 260)
        .launched(2016, Default)
        .from(&[Page("https://www.arista.com/en/products/7060x-series")]),
    SwitchSheet::new("Arista 7260CX3-64", ARISTA, "Tomahawk 2 BCM56970", 25)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Primary)
        .buffer(420, Primary)
        .pool(4235)
        .watts(350, 500)
        .launched(2016, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("arista/x86_64-arista_7260cx3_64")]),
    SwitchSheet::new("Dell Z9264F-ON", DELL, "Tomahawk 2 BCM56970", 25)
        .ports(&[PortRun::new(64, 100, Cage::Qsfp28)], Primary)
        .buffer(420, Primary)
        .pool(4347)
        .watts(350, 500)
        .launched(2018, Default)
        .from(&[Sonic("dell/x86_64-dellemc_z9264f_c3538-r0")]),
    SwitchSheet::new("Dell Z9332F-ON", DELL, "Tomahawk 3 BCM56980", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Primary)
        .buffer(640, Read)
        .pool(6639)
        .watts(500, 700)
        .launched(2017, Read)
        .breakout(MODES_400G)
        .from(&[Page(LINLEY_2017), Sonic("dell/x86_64-dellemc_z9332f_d1508-r0")])
        .note("also 1x100 on four lanes; SerDes fall back to 25G NRZ"),
    SwitchSheet::new("Arista 7060DX4-32", ARISTA, "Tomahawk 3 BCM56980", 50)
        .ports(&[PortRun::new(32, 400, Cage::QsfpDd)], Primary)
        .buffer(640, Default)
        .watts(500, 700)
        .launched(2018, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("arista/x86_64-arista_7060dx4_32")]),
    SwitchSheet::new("Arista 7060PX4-32", ARISTA, "Tomahawk 3 BCM56980", 50)
        .ports(&[PortRun::new(32, 400, Cage::Osfp)], Primary)
        .buffer(640, Default)
        .watts(500, 700)
        .launched(2018, Default)
        .breakout(MODES_400G)
        .from(&[Sonic("arista/x86_64-arista_7060px4_32")]),
    SwitchSheet::new("Dell Z9664F-ON", DELL, "Tomahawk 4 BCM56990", 50)
        .ports(&[PortRun::new(64, 400, Cage::QsfpDd)], Primary)
        .buffer(1137, Read)
        .pool(11_362)
        .watts(700, 1000)
        .launched(2019, Read)
        .from(&[Page(LINLEY_2019), Sonic("dell/x86_64-dell_z9664f-r0")]),
    SwitchSheet::new("Arista 7060DX5-64S", ARISTA, "Tomahawk 4 BCM56990", 50)
        .ports(&[PortRun::new(64, 400, Cage::QsfpDd)], Primary)
        .buffer(1137, Primary)
        .pool(11_314)
        .watts(700, 1000)
        .launched(2021, Default)
        .breakout(&[(1, 400), (2, 200), (4, 100), (8, 50)])
        .from(&[Sonic("arista/x86_64-arista_7060dx5_64s")]),
    SwitchSheet::new("Nokia 7220 IXR-H4", NOKIA, "Tomahawk 4 BCM56990", 50)
        .ports(&[PortRun::new(64, 400, Cage::QsfpDd)], Primary)
        .buffer(1137, Primary)
        .pool(11_314)
        .watts(700, 1000)
        .launched(2021, Default)
        .breakout(&[(1, 400), (2, 200), (4, 100), (8, 50)])
        .from(&[Sonic("nokia/x86_64-nokia_ixr7220_h4-r0")]),
    SwitchSheet::new("Arista 7060X6-64PE", ARISTA, "Tomahawk 5 BCM78900", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Primary)
        .buffer(1652, Read)
        .pool(16_661)
        .watts(900, 1300)
        .usd(150_000, 250_000)
        .launched(2022, Read)
        .breakout(MODES_800G)
        .from(&[Page(CONVERGE), Page(LUXOPTX), Sonic("arista/x86_64-arista_7060x6_64pe")])
        .note(PRICE_64X800),
    SwitchSheet::new("Dell Z9864F-ON", DELL, "Tomahawk 5 BCM78900", 100)
        .ports(&[PortRun::new(64, 800, Cage::Osfp)], Primary)
        .buffer(1652, Primary)
        .pool(16_254)
        .watts(900, 1300)
        .usd(150_000, 250_000)
        .launched(2024, Default)
        .breakout(MODES_800G)
        .from(&[Sonic("dell/x86_64-dell_z9864f-r0"), Page(LUXOPTX)])
        .note(PRICE_64X800),
    SwitchSheet::new("Nokia 7220 IXR-H6-64", NOKIA, "Tomahawk 6 BCM78910", 200)
        .ports(&[PortRun::new(64, 1600, Cage::Osfp1600)], Primary)
        .pool(25_715)
        .watts(1800, 2500)
        .launched(2025, Read)
        .breakout(&[(1, 1600), (2, 800), (4, 400), (8, 200)])
        .from(&[
            Page("https://ttl-expired.net/notes/broadcomchipsets/"),
            Sonic("nokia/x86_64-nokia_ixr7220_h6_128-r0"),
        ])
        .note("pool of the H6-128's table; the H6-64's still lists the older chip's 161.18 MB"),
    SwitchSheet::new("Arista 7050CX3-32S", ARISTA, "Trident 3 BCM56870", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Primary)
        .buffer(320, Primary)
        .pool(3273)
        .watts(180, 260)
        .launched(2017, Default)
        .breakout(MODES_100G)
        .from(&[Sonic("arista/x86_64-arista_7050cx3_32s")]),
    SwitchSheet::new("Dell S5232F-ON", DELL, "Trident 3 BCM56870", 25)
        .ports(&[PortRun::new(32, 100, Cage::Qsfp28)], Default)
        .buffer(320, Default)
        .watts(180, 260)
        .launched(2017, Default),
    SwitchSheet::new("Dell S5448F-ON", DELL, "Trident 4 X9 BCM56780", 50)
        .ports(&[PortRun::new(48, 100, Cage::SfpDd), PortRun::new(8, 400, Cage::QsfpDd)], Primary)
        .buffer(820, Primary)
        .pool(8422)
        .watts(300, 500)
        .launched(2019, Read)
        .from(&[Page(LINLEY_2019), Sonic("dell/x86_64-dellemc_s5448f-r0")]),
    SwitchSheet::new("Nokia 7220 IXR-D4", NOKIA, "Trident 4 X9 BCM56780", 50)
        .ports(&[PortRun::new(28, 100, Cage::Qsfp28), PortRun::new(8, 400, Cage::QsfpDd)], Default)
        .buffer(820, Default)
        .watts(300, 500)
        .launched(2019, Read)
        .from(&[Page(LINLEY_2019)]),
    SwitchSheet::new("Arista 7800R4-class", ARISTA, "Jericho3-AI BCM88890", 100)
        .ports(&[PortRun::new(576, 400, Cage::QsfpDd)], Read)
        .launched(2023, Default)
        .from(&[Page(
            "https://www.besthub.dev/articles/what-meta-s-rdma-over-ethernet-paper-reveals-about-scaling-ai-training-networks-02904bf2534a",
        )])
        .note("chassis, full; virtual output queues and deep HBM buffers"),
];
