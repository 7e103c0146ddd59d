//! Ports: what a device offers to a cable.

use crate::engine::ids::NodeId;
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// One port of one device; ports are counted from zero over all the device's groups, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PortRef {
    /// The device.
    pub node: NodeId,
    /// The port's number on it, from zero.
    pub port: u16,
}

/// A run of equal ports of one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortGroup {
    /// How many ports.
    pub count: u16,
    /// The highest rate of one port, per direction.
    pub rate: BitRate,
    /// The cage that takes the module or cable.
    pub cage: Cage,
    /// What it speaks.
    pub layer: LinkLayer,
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
            Self::QsfpPlus => "QSFP+",
            Self::Qsfp28 => "QSFP28",
            Self::Qsfp56 => "QSFP56",
            Self::Qsfp112 => "QSFP112",
            Self::QsfpDd => "QSFP-DD",
            Self::Osfp => "OSFP",
            Self::Osfp1600 => "OSFP1600",
            Self::Backplane => "backplane",
            Self::Unknown => "unknown",
        }
    }
}
