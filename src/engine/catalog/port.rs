//! What a port speaks and the cage it has.

use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// A run of equal ports on a data sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortRun {
    /// How many ports.
    pub count: u16,
    /// The highest rate of one port, per direction.
    pub rate: BitRate,
    /// The cage.
    pub cage: Cage,
}

impl PortRun {
    /// `count` ports of `gbps` Gb/s in this cage.
    pub const fn new(count: u16, gbps: u64, cage: Cage) -> Self {
        Self {
            count,
            rate: BitRate::from_gbps(gbps),
            cage,
        }
    }
}

/// The link layer that a port speaks; only ports of one layer can be cabled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkLayer {
    /// Ethernet carrying RoCEv2: ECN, PFC and DCQCN apply.
    Ethernet,
    /// InfiniBand: credit-based flow control; ECN, PFC and DCQCN do not apply.
    InfiniBand,
    /// NVLink: a GPU server's port towards an NVSwitch domain of its own on the canvas.
    Nvlink,
}

impl LinkLayer {
    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ethernet => "Ethernet",
            Self::InfiniBand => "InfiniBand",
            Self::Nvlink => "NVLink",
        }
    }
}

/// The mechanical form of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cage {
    /// SFP28: one lane of 25G.
    Sfp28,
    /// SFP56-DD: two lanes of 50G PAM4.
    SfpDd,
    /// QSFP+: four lanes of 10G.
    QsfpPlus,
    /// QSFP28: four lanes of 25G NRZ.
    Qsfp28,
    /// QSFP56: four lanes of 50G PAM4.
    Qsfp56,
    /// QSFP112: four lanes of 100G PAM4.
    Qsfp112,
    /// QSFP-DD: eight lanes of 50G PAM4.
    QsfpDd,
    /// QSFP-DD800: eight lanes of 100G PAM4.
    QsfpDd800,
    /// OSFP: eight lanes of 50G or 100G PAM4.
    Osfp,
    /// OSFP at 200G a lane (OSFP1600, OSFP224).
    Osfp1600,
    /// No cage: a backplane or a baseboard trace.
    Backplane,
    /// Not known, as in most imported files.
    Unknown,
}

impl Cage {
    /// The name on data sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sfp28 => "SFP28",
            Self::SfpDd => "SFP56-DD",
            Self::QsfpPlus => "QSFP+",
            Self::Qsfp28 => "QSFP28",
            Self::Qsfp56 => "QSFP56",
            Self::Qsfp112 => "QSFP112",
            Self::QsfpDd => "QSFP-DD",
            Self::QsfpDd800 => "QSFP-DD800",
            Self::Osfp => "OSFP",
            Self::Osfp1600 => "OSFP1600",
            Self::Backplane => "backplane",
            Self::Unknown => "unknown",
        }
    }
}
