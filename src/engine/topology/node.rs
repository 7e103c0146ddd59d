//! Devices: GPU servers, NVSwitch domains and switches.

use super::{LinkLayer, PortGroup};
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// A device on the canvas.
///
/// What decides the fabric's capacity (ports, GPUs, NVLink) stands in the record itself, so that a design can be
/// read without the catalogue; power, buffers and prices are looked up by `model`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The name people call it by; findings warn of two equal names.
    pub name: String,
    /// The catalogue's name of the model, or any words for a device that the catalogue lacks.
    pub model: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its ports, in groups of equal ones; the port number counts through the groups.
    pub ports: Vec<PortGroup>,
    /// The rail that a leaf serves, from zero; `None` for everything that serves all rails.
    pub rail: Option<u16>,
}

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// GPUs with their NICs, and perhaps an NVSwitch domain of their own.
    Server(Server),
    /// An NVSwitch domain that spans servers: one non-blocking crossbar.
    NvlinkDomain(NvlinkDomain),
    /// An Ethernet or InfiniBand switch.
    Switch(Switch),
}

/// A GPU server, or an imported host (one GPU, no NVLink of its own).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Server {
    /// GPUs in it; each is an endpoint.
    pub gpus: u16,
    /// NICs in it. NIC `j` of `k` belongs to GPUs `j * gpus / k` up to the next NIC's first; several NICs of one GPU
    /// add up. Network ports are divided evenly over the NICs, in order.
    pub nics: u16,
    /// What the PCIe path of one NIC can carry per direction, `None` where it does not limit.
    pub nic_pcie: Option<BitRate>,
    /// Its NVLink, if it has any.
    pub nvlink: Option<Nvlink>,
}

/// The NVLink of one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nvlink {
    /// One GPU's NVLink rate in one direction (A100: 300 GB/s).
    pub rate_per_gpu: BitRate,
    /// Where the links go.
    pub reach: NvlinkReach,
}

/// Where a server's NVLinks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NvlinkReach {
    /// To NVSwitches inside the server: its own domain.
    Internal,
    /// To a rack-scale domain, by the server's NVLink port (one port carries all its GPUs).
    External,
}

/// An NVSwitch domain that is a device of its own (an NVL72 rack's switch trays).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NvlinkDomain {
    /// How many GPUs it can take.
    pub gpus: u16,
    /// The rate of one GPU's attachment, one direction.
    pub rate_per_gpu: BitRate,
}

/// A packet switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    /// What it speaks.
    pub layer: LinkLayer,
}

impl Node {
    /// The number of its ports.
    pub fn n_ports(&self) -> u16 {
        self.ports
            .iter()
            .fold(0_u16, |n, group| n.saturating_add(group.count))
    }

    /// Its ports in order, each with its group.
    pub fn ports(&self) -> impl Iterator<Item = (u16, &PortGroup)> {
        self.ports
            .iter()
            .flat_map(|group| (0..group.count).map(move |_| group))
            .enumerate()
            .map(|(i, g)| (i as u16, g))
    }

    /// The group of the port with this number, if it has one.
    pub fn port_group(&self, port: u16) -> Option<&PortGroup> {
        let mut first = 0_u16;
        for group in &self.ports {
            let next = first.saturating_add(group.count);
            if port < next {
                return Some(group);
            }
            first = next;
        }
        None
    }

    /// Its ports towards the network (Ethernet and InfiniBand), numbers in order.
    pub fn network_ports(&self) -> impl Iterator<Item = u16> + '_ {
        self.ports()
            .filter(|(_, group)| group.layer != LinkLayer::Nvlink)
            .map(|(port, _)| port)
    }

    /// The server's record, if it is one.
    pub fn server(&self) -> Option<&Server> {
        match &self.kind {
            NodeKind::Server(server) => Some(server),
            _ => None,
        }
    }

    /// The switch's record, if it is one.
    pub fn switch(&self) -> Option<&Switch> {
        match &self.kind {
            NodeKind::Switch(switch) => Some(switch),
            _ => None,
        }
    }

    /// How many GPUs are in it.
    pub fn gpus(&self) -> u16 {
        self.server().map_or(0, |server| server.gpus)
    }
}

impl Server {
    /// Which NIC the `i`-th of `n_ports` network ports belongs to.
    ///
    /// Ports are dealt to the NICs in equal runs; a remainder goes to the first NICs. A server without NICs has
    /// none: the answer is then zero.
    pub fn nic_of_port(&self, i: u16, n_ports: u16) -> u16 {
        share_of(i, n_ports, self.nics)
    }

    /// The GPUs that a NIC serves, as a range. With more NICs than GPUs, several NICs serve one GPU.
    pub fn gpus_of_nic(&self, nic: u16) -> std::ops::Range<u16> {
        if self.nics == 0 || self.gpus == 0 {
            return 0..0;
        }
        if self.nics >= self.gpus {
            let gpu = share_of(nic, self.nics, self.gpus);
            return gpu..gpu + 1;
        }
        let first = u32::from(nic) * u32::from(self.gpus) / u32::from(self.nics);
        let next = (u32::from(nic) + 1) * u32::from(self.gpus) / u32::from(self.nics);
        first as u16..next as u16
    }
}

/// Which of `parts` equal runs the `i`-th of `n` things falls into.
fn share_of(i: u16, n: u16, parts: u16) -> u16 {
    if n == 0 || parts == 0 {
        return 0;
    }
    (u32::from(i) * u32::from(parts) / u32::from(n)).min(u32::from(parts) - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(gpus: u16, nics: u16) -> Server {
        Server {
            gpus,
            nics,
            nic_pcie: None,
            nvlink: None,
        }
    }

    #[test]
    fn a_nic_each_serves_its_own_gpu() {
        let s = server(8, 8);
        assert_eq!(
            (0..8).map(|n| s.gpus_of_nic(n)).collect::<Vec<_>>(),
            (0..8).map(|g| g..g + 1).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_shared_nic_serves_a_run_of_gpus_and_spare_nics_add_up() {
        assert_eq!(server(8, 2).gpus_of_nic(1), 4..8);
        assert_eq!(server(8, 16).gpus_of_nic(3), 1..2);
        assert_eq!(server(8, 16).nic_of_port(31, 32), 15);
    }
}
