//! What in a drawn fabric keeps the rings below the NICs' rate, in words of the design.

use crate::engine::ids::{LinkId, NodeId};
use crate::engine::topology::Topology;
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// A part of the design that limits its rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FabricLimit {
    /// The cables from one switch to another are narrower than the rings that cross there.
    SwitchLinks {
        /// The sending switch.
        from: NodeId,
        /// The receiving switch.
        to: NodeId,
        /// What the rings would send.
        load: BitRate,
        /// What the cables carry.
        capacity: BitRate,
    },
    /// A rail on which two servers cannot reach each other: it carries nothing.
    BrokenRail {
        /// The NIC port's number in its domain, from zero.
        rail: u32,
        /// The sending server.
        from: NodeId,
        /// The server that it cannot reach.
        to: NodeId,
    },
    /// A server with fewer cabled NIC ports than others: NCCL runs as many rings as the weakest server has.
    MissingCables {
        /// The server.
        server: NodeId,
        /// NIC ports of its domain with a cable.
        cabled: u32,
        /// NIC ports of its domain.
        ports: u32,
    },
    /// A cable that runs slower than the NIC port it is in.
    SlowCable {
        /// The cable.
        link: LinkId,
        /// The server at its end.
        server: NodeId,
        /// What gets through.
        rate: BitRate,
        /// What the port could carry.
        port_rate: BitRate,
    },
    /// A NIC whose PCIe path is slower than its ports.
    SlowPcie {
        /// The server.
        server: NodeId,
        /// What one port gets.
        rate: BitRate,
        /// What the port could carry.
        port_rate: BitRate,
    },
}

impl FabricLimit {
    /// The limit as a sentence that names the devices.
    pub fn sentence(&self, topology: &Topology) -> String {
        let name = |id: NodeId| {
            topology
                .node(id)
                .map_or_else(|| id.to_string(), |node| node.name.clone())
        };
        let gbps = |rate: BitRate| format!("{} Gb/s", rate.as_gbps_f64());
        match *self {
            Self::SwitchLinks {
                from,
                to,
                load,
                capacity,
            } => format!(
                "{} can send {} to {}, the rings need {}",
                name(from),
                gbps(capacity),
                name(to),
                gbps(load)
            ),
            Self::BrokenRail { rail, from, to } => format!(
                "NIC {} of {} does not reach NIC {} of {}: that rail carries nothing",
                rail + 1,
                name(from),
                rail + 1,
                name(to)
            ),
            Self::MissingCables {
                server,
                cabled,
                ports,
            } => {
                format!("{} has cables in {cabled} of its {ports} NIC ports", name(server))
            }
            Self::SlowCable {
                server,
                rate,
                port_rate,
                ..
            } => format!(
                "a cable of {} runs at {}, its NIC port could carry {}",
                name(server),
                gbps(rate),
                gbps(port_rate)
            ),
            Self::SlowPcie {
                server,
                rate,
                port_rate,
            } => format!(
                "the PCIe path of {} gives a NIC port {} of its {}",
                name(server),
                gbps(rate),
                gbps(port_rate)
            ),
        }
    }
}
