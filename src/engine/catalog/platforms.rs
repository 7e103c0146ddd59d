//! GPU servers and rack-scale systems: GPUs, NVLink, NICs, power.

mod table;

use super::{Between, Cage, Evidence, Fact, LinkLayer, Source};
use crate::engine::units::{BitRate, Power};
use serde::{Deserialize, Serialize};

/// GPU generations as NCCL's tuning tables sort them, by compute capability.
///
/// Ada (L40S) counts as Ampere, everything from compute capability 10.0 on (Rubin too) as Blackwell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GpuGeneration {
    /// V100 and older.
    Volta,
    /// A100, and Ada.
    Ampere,
    /// H100, H200, H800, H20.
    Hopper,
    /// B200, GB200, B300 and younger.
    Blackwell,
}

impl GpuGeneration {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Volta => "Volta",
            Self::Ampere => "Ampere",
            Self::Hopper => "Hopper",
            Self::Blackwell => "Blackwell",
        }
    }
}

/// Where a platform's NVLinks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NvlinkScope {
    /// It has none.
    None,
    /// GPU to GPU inside the server, with no switch between (V100 cube mesh).
    Mesh,
    /// NVSwitches inside the server.
    Server,
    /// A domain of this many GPUs that spans servers (a rack of NVLink switch trays).
    Rack(u16),
}

/// What is known of a GPU server, or of one tray of a rack-scale system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlatformSheet {
    /// The name that designs use.
    pub model: &'static str,
    /// Its GPUs.
    pub gpu: &'static str,
    /// The generation of its GPUs.
    pub generation: GpuGeneration,
    /// GPUs in one server or tray.
    pub gpus: u16,
    /// Memory of one GPU.
    pub memory: &'static str,
    /// NVLink generation, zero where there is none.
    pub nvlink_generation: u8,
    /// NVLink of one GPU, one direction; zero where there is none.
    pub nvlink_rate: Fact<BitRate>,
    /// Where the NVLinks go.
    pub nvlink_scope: NvlinkScope,
    /// Whether its NVSwitches reduce in the network (NVLink SHARP, what NCCL calls NVLS).
    pub nvlink_sharp: bool,
    /// PCIe generation of its slots.
    pub pcie_generation: u8,
    /// The NIC it is built with.
    pub nic: &'static str,
    /// NICs in one server or tray, for the fabric between GPUs.
    pub nics: u16,
    /// Ports of one NIC.
    pub ports_per_nic: u16,
    /// The rate of one port.
    pub port_rate: BitRate,
    /// The cage of a port.
    pub cage: Cage,
    /// How NICs, ports and rates are known.
    pub nics_evidence: Evidence,
    /// Highest power: of the server, or of the whole rack where NVLink spans it.
    pub max_power: Fact<Between<Power>>,
    /// The year of launch.
    pub launch: u16,
    /// Where the figures come from.
    pub sources: &'static [Source],
    /// What else one should know.
    pub note: &'static str,
}

/// All platforms, oldest first.
pub fn platforms() -> &'static [PlatformSheet] {
    table::TABLE
}

/// The platform of this model, capitals aside. O(sheets).
pub fn platform(model: &str) -> Option<&'static PlatformSheet> {
    platforms()
        .iter()
        .find(|sheet| sheet.model.eq_ignore_ascii_case(model))
}

impl PlatformSheet {
    /// GPUs that reach each other by NVLink.
    pub fn gpus_per_domain(&self) -> u16 {
        match self.nvlink_scope {
            NvlinkScope::None => 1,
            NvlinkScope::Mesh | NvlinkScope::Server => self.gpus,
            NvlinkScope::Rack(gpus) => gpus,
        }
    }

    /// Highest power of one server, or of one tray with its share of the rack.
    pub fn server_power(&self) -> Fact<Between<Power>> {
        let domain = u64::from(self.gpus_per_domain().max(1));
        match self.nvlink_scope {
            NvlinkScope::Rack(_) => self.max_power.map(|rack| {
                let share = |power: Power| Power::from_mw((power * u64::from(self.gpus)).as_mw() / domain);
                Between::new(share(rack.low), share(rack.high))
            }),
            _ => self.max_power,
        }
    }

    /// The link layer it is built with when nobody says otherwise: its NICs speak both.
    pub const fn usual_layer(&self) -> LinkLayer {
        LinkLayer::Ethernet
    }
}
