//! Ports and buffers of a run: rates, delays, headroom, thresholds.

use super::core::Rules;
use super::error::ScenarioError;
use super::network::{Network, NetworkLink, Vertex};
use super::pfc::PauseMode;
use super::port::{FlowControl, Marking, Port};
use super::profile::{FrameTimes, Profile};
use super::scenario::{EcnThresholds, Headroom, Scenario};
use super::shared_buffer::SharedBuffer;
use crate::engine::topology::LinkLayer;
use crate::engine::units::{BitRate, Bytes};

/// The largest buffer that is counted, 2^31 bytes: byte counts on the hot path are 32 bits wide.
pub(super) const LARGEST_BUFFER: u64 = 1 << 31;
/// Receive buffer of a NIC under credits, besides the link's own product: 256 KiB.
const NIC_RECEIVE_BUFFER: u64 = 1 << 18;

/// What [`lay_ports`] makes.
pub(super) struct Laid {
    /// Two ports a link.
    pub(super) ports: Vec<Port>,
    /// Frame times by rate.
    pub(super) frame_times: Vec<FrameTimes>,
    /// Buffers of the switches.
    pub(super) switches: Vec<SharedBuffer>,
}

/// Lays the ports of all links and the buffers of all switches.
pub(super) fn lay_ports(
    network: &Network,
    scenario: &Scenario,
    rules: &Rules,
) -> Result<Laid, ScenarioError> {
    let mut ports = Vec::with_capacity(2 * network.links.len());
    let mut rates: Vec<BitRate> = Vec::new();
    let mut frame_times = Vec::new();
    let largest = (rules.mtu as u16)
        .saturating_add(rules.framing.data_header)
        .max(rules.framing.ack);
    let nic_rate = slowest_host_rate(network);
    for link in &network.links {
        let times = rates
            .iter()
            .position(|&rate| rate == link.rate)
            .unwrap_or_else(|| {
                rates.push(link.rate);
                frame_times.push(FrameTimes::new(rules.timing, rules.framing, link.rate, largest));
                rates.len() - 1
            });
        for vertex in [link.a, link.b] {
            let mut port = port_of(link, vertex);
            port.times = times as u32;
            if !port.on_host && port.flow_control == FlowControl::Pause {
                port.shift = shift_of(scenario.pause.threshold_shift, nic_rate, link.rate);
                port.headroom = headroom_of(scenario, rules, link);
                port.marking = marking_of(scenario, link.rate);
            }
            ports.push(port);
        }
    }
    let switches = lay_buffers(network, scenario, &ports)?;
    lay_credits(network, &mut ports, rules);
    Ok(Laid {
        ports,
        frame_times,
        switches,
    })
}

fn port_of(link: &NetworkLink, vertex: Vertex) -> Port {
    let (owner, on_host) = match vertex {
        Vertex::Host(i) => (i, true),
        Vertex::Switch(i) => (i, false),
    };
    let by_credits = link.layer == LinkLayer::InfiniBand;
    let flow_control = if by_credits {
        FlowControl::Credits
    } else {
        FlowControl::Pause
    };
    Port::new(owner, on_host, flow_control, link.delay.as_ps())
}

/// The rate that the threshold shift is meant for: that of the slowest NIC.
fn slowest_host_rate(network: &Network) -> BitRate {
    let on_host =
        |link: &&NetworkLink| matches!(link.a, Vertex::Host(_)) || matches!(link.b, Vertex::Host(_));
    network
        .links
        .iter()
        .filter(on_host)
        .map(|link| link.rate)
        .min()
        .unwrap_or(BitRate::ZERO)
}

/// One less for each doubling over the NIC rate.
fn shift_of(shift: u8, nic_rate: BitRate, rate: BitRate) -> u8 {
    let (mut shift, mut bps) = (shift, rate.as_bps());
    while bps > nic_rate.as_bps() && shift > 0 {
        shift -= 1;
        bps /= 2;
    }
    shift
}

/// Bytes for what arrives after a pause was sent.
fn headroom_of(scenario: &Scenario, rules: &Rules, link: &NetworkLink) -> u32 {
    let bytes = match (scenario.pause.headroom, scenario.profile) {
        (Headroom::Fixed(bytes), _) => u128::from(bytes.as_u64()),
        (Headroom::ByProfile, Profile::Hpcc) => {
            let bits = u128::from(link.rate.as_bps()) * u128::from(link.delay.as_ns());
            bits / 8 / 1_000_000_000 * 3
        }
        (Headroom::ByProfile, Profile::Exact) if rules.pause == PauseMode::Off => 0,
        (Headroom::ByProfile, Profile::Exact) => {
            let flight = u128::from(link.rate.as_bps()) * u128::from(link.delay.as_ps()) / 8_000_000_000_000;
            2 * flight + 3 * u128::from(rules.full_wire_frame) + u128::from(rules.framing.pause)
        }
    };
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn marking_of(scenario: &Scenario, rate: BitRate) -> Marking {
    let never = Marking {
        k_min: u32::MAX,
        k_max: u32::MAX,
        p_max: 0.0,
    };
    match EcnThresholds::for_rate(&scenario.marking, rate) {
        Some(row) if scenario.ecn => {
            let clamp = |bytes: Bytes| u32::try_from(bytes.as_u64()).unwrap_or(u32::MAX);
            Marking {
                k_min: clamp(row.k_min),
                k_max: clamp(row.k_max),
                p_max: row.p_max,
            }
        }
        _ => never,
    }
}

/// The shared pool of each switch: its buffer less what its ports set aside.
fn lay_buffers(
    network: &Network,
    scenario: &Scenario,
    ports: &[Port],
) -> Result<Vec<SharedBuffer>, ScenarioError> {
    let reserve = scenario.pause.reserve.as_u64();
    let mut set_aside = vec![0_u64; network.switches.len()];
    for port in ports
        .iter()
        .filter(|port| !port.on_host && port.flow_control == FlowControl::Pause)
    {
        let sum = &mut set_aside[port.owner as usize];
        *sum = sum
            .saturating_add(u64::from(port.headroom))
            .saturating_add(reserve);
    }
    let lay = |(site, set_aside): (&super::network::SwitchSite, u64)| {
        let buffer = site.buffer.as_u64();
        if set_aside > buffer {
            let (switch, set_aside) = (site.name.clone(), Bytes::new(set_aside));
            return Err(ScenarioError::Buffer {
                switch,
                set_aside,
                buffer: site.buffer,
            });
        }
        Ok(SharedBuffer {
            pool: (buffer - set_aside) as u32,
            used: 0,
            peak: 0,
            reserve: reserve as u32,
            xon_offset: scenario.pause.xon_offset.as_u64() as u32,
        })
    };
    network.switches.iter().zip(set_aside).map(lay).collect()
}

/// Gives the sender of every InfiniBand link credit for the receive buffer at its far end.
fn lay_credits(network: &Network, ports: &mut [Port], rules: &Rules) {
    let mut sharing = vec![0_u64; network.switches.len()];
    for port in ports.iter().filter(|port| !port.on_host) {
        sharing[port.owner as usize] += 1;
    }
    for p in 0..ports.len() {
        let (near, link) = (&ports[p], &network.links[p / 2]);
        if near.flow_control == FlowControl::Pause {
            continue;
        }
        let least = 2 * rules.full_wire_frame;
        let room = if near.on_host {
            let flight = u128::from(link.rate.as_bps()) * u128::from(near.delay) / 4_000_000_000_000;
            NIC_RECEIVE_BUFFER + u64::try_from(flight).unwrap_or(LARGEST_BUFFER)
        } else {
            network.switches[near.owner as usize].buffer.as_u64() / sharing[near.owner as usize].max(1)
        };
        ports[p ^ 1].credit = room.clamp(least, LARGEST_BUFFER) as u32;
    }
}
