//! Switch data sheets: Ethernet of the 40G to 1.6T generations, and InfiniBand.

mod broadcom;
mod nvidia;
mod others;

use super::{Between, Evidence, Fact, LinkLayer, PortRun, Source};
use crate::engine::units::{BitRate, Bytes, Power, Price, SimTime};

/// What is known of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchSheet {
    /// The name that designs use.
    pub model: &'static str,
    /// Who sells it.
    pub vendor: &'static str,
    /// The chip inside.
    pub asic: &'static str,
    /// What it speaks.
    pub layer: LinkLayer,
    /// Its ports in their widest mode.
    pub ports: &'static [PortRun],
    /// How the port table is known.
    pub ports_evidence: Evidence,
    /// The rate of one SerDes lane.
    pub lane_rate: BitRate,
    /// Packet memory of the chip by its data sheet (a sheet's MB is 2^20 bytes).
    pub buffer: Option<Fact<Bytes>>,
    /// The shared pool that SONiC's buffer table gives its traffic.
    pub pool: Option<Fact<Bytes>>,
    /// One cell of the packet memory.
    pub cell: Option<Fact<Bytes>>,
    /// Cut-through latency, port to port.
    pub latency: Option<Fact<SimTime>>,
    /// Typical power without transceivers.
    pub typical_power: Option<Fact<Between<Power>>>,
    /// Published prices; see `note` for their date and kind.
    pub price: Option<Fact<Between<Price>>>,
    /// The year of launch.
    pub launch: Fact<u16>,
    /// Ways to split a port: (ports, Gb/s each).
    pub breakout: &'static [(u8, u16)],
    /// Where the figures come from.
    pub sources: &'static [Source],
    /// What else one should know.
    pub note: &'static str,
}

/// All switches: Ethernet by vendor and age, then InfiniBand.
pub fn switches() -> impl Iterator<Item = &'static SwitchSheet> + Clone {
    broadcom::TABLE
        .iter()
        .chain(nvidia::ETHERNET)
        .chain(others::TABLE)
        .chain(nvidia::INFINIBAND)
}

/// The switch of this model, capitals aside. O(sheets).
pub fn switch(model: &str) -> Option<&'static SwitchSheet> {
    switches().find(|sheet| sheet.model.eq_ignore_ascii_case(model))
}

impl SwitchSheet {
    /// The number of its ports.
    pub fn n_ports(&self) -> u16 {
        self.ports.iter().map(|run| run.count).sum()
    }

    /// The rate of its fastest port.
    pub fn top_rate(&self) -> BitRate {
        self.ports
            .iter()
            .map(|run| run.rate)
            .max()
            .unwrap_or(BitRate::ZERO)
    }

    /// What traffic can use of the packet memory: the pool where it was read, else the chip's memory.
    pub fn usable_buffer(&self) -> Option<Fact<Bytes>> {
        self.pool.or(self.buffer)
    }

    const fn new(model: &'static str, vendor: &'static str, asic: &'static str, lane_gbps: u64) -> Self {
        Self {
            model,
            vendor,
            asic,
            layer: LinkLayer::Ethernet,
            ports: &[],
            ports_evidence: Evidence::Default,
            lane_rate: BitRate::from_gbps(lane_gbps),
            buffer: None,
            pool: None,
            cell: None,
            latency: None,
            typical_power: None,
            price: None,
            launch: Fact::new(0, Evidence::Default),
            breakout: &[],
            sources: &[Source::FieldKnowledge],
            note: "",
        }
    }
    const fn ports(mut self, ports: &'static [PortRun], evidence: Evidence) -> Self {
        self.ports = ports;
        self.ports_evidence = evidence;
        self
    }
    const fn infiniband(mut self) -> Self {
        self.layer = LinkLayer::InfiniBand;
        self
    }
    /// Packet memory in tenths of a MiB.
    const fn buffer(mut self, tenths_of_mib: u64, evidence: Evidence) -> Self {
        self.buffer = Some(Fact::new(Bytes::new(tenths_of_mib * (1 << 20) / 10), evidence));
        self
    }
    /// SONiC's pool in units of 10 kB (10^4 bytes), as its tables were rounded.
    const fn pool(mut self, ten_kb: u64) -> Self {
        self.pool = Some(Fact::new(Bytes::new(ten_kb * 10_000), Evidence::Primary));
        self
    }
    const fn cell(mut self, bytes: u64) -> Self {
        self.cell = Some(Fact::new(Bytes::new(bytes), Evidence::Primary));
        self
    }
    const fn latency(mut self, ns: u64, evidence: Evidence) -> Self {
        self.latency = Some(Fact::new(SimTime::from_ns(ns), evidence));
        self
    }
    const fn watts(mut self, low: u64, high: u64) -> Self {
        let range = Between::new(Power::from_watts(low), Power::from_watts(high));
        self.typical_power = Some(Fact::new(range, Evidence::Default));
        self
    }
    const fn usd(mut self, low: u64, high: u64) -> Self {
        let range = Between::new(Price::from_usd(low), Price::from_usd(high));
        self.price = Some(Fact::new(range, Evidence::Read));
        self
    }
    const fn launched(mut self, year: u16, evidence: Evidence) -> Self {
        self.launch = Fact::new(year, evidence);
        self
    }
    const fn breakout(mut self, modes: &'static [(u8, u16)]) -> Self {
        self.breakout = modes;
        self
    }
    const fn from(mut self, sources: &'static [Source]) -> Self {
        self.sources = sources;
        self
    }
    const fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }
}
