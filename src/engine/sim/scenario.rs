//! What to run on a fabric: the workload, the rules of congestion control and flow control, and their defaults.
//!
//! Defaults are those of the RDMA model that the field's simulators share (HPCC's ns-3, SimAI): line-rate start,
//! ECN thresholds and rate steps in proportion to the link rate, 32 MB of buffer a switch. They are not the firmware
//! defaults of any NIC, and ConnectX hardware differs from every published DCQCN model.

use super::profile::Profile;
use crate::engine::topology::PortRef;
use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// A run to make: everything but the fabric itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// The model of framing, timing and headroom.
    pub profile: Profile,
    /// The traffic.
    pub workload: WorkloadSpec,
    /// Decides every random draw: ECN marks, ECMP entropy, permutations.
    pub seed: u64,
    /// Whether switches mark (ECN).
    pub ecn: bool,
    /// Whether senders react to marks (DCQCN).
    pub dcqcn: bool,
    /// Whether switches pause (PFC), and senders obey.
    pub pfc: bool,
    /// Bytes of payload in a full frame: the RDMA path MTU.
    pub mtu: Bytes,
    /// The priority that carries the traffic, 1 to 7.
    pub priority: u8,
    /// The reaction point.
    pub reaction: DcqcnParameters,
    /// The congestion point: thresholds by link rate.
    pub marking: Vec<EcnThresholds>,
    /// Pause and headroom.
    pub pause: PfcParameters,
    /// Shared buffer of a switch whose data sheet is not known.
    pub default_buffer: Bytes,
    /// Whether a pause of the traffic's priority also stops a NIC's acknowledgements (ACK_HIGH_PRIO 0), which travel in
    /// the same priority. Only the `Hpcc` profile can do without.
    pub acknowledgements_obey_pause: bool,
    /// The bytes a queue pair may have in flight.
    pub window: Window,
    /// How long a sender waits for an acknowledgement before it starts again from the oldest byte; `None`: for ever.
    pub retransmit_timeout: Option<SimTime>,
    /// What steps of a collective cost besides the wire.
    pub steps: StepCosts,
    /// Delay of a metre of cable; 5 ns a metre is light in glass (n = 1.5), copper takes 4.3 to 4.6.
    pub delay_per_metre: SimTime,
    /// The run stops here, finished or not.
    pub time_limit: SimTime,
}

impl Default for Scenario {
    /// A 16 MiB ring all-reduce on the defaults of each part.
    fn default() -> Self {
        Self {
            profile: Profile::Exact,
            workload: WorkloadSpec::RingAllReduce {
                message: Bytes::from_mib(16),
            },
            seed: 1,
            ecn: true,
            dcqcn: true,
            pfc: true,
            // The largest path MTU of InfiniBand verbs (IBTA 1.2.1), the usual setting of RoCE training clusters.
            mtu: Bytes::new(4096),
            priority: 3,
            reaction: DcqcnParameters::default(),
            marking: vec![EcnThresholds::default()],
            pause: PfcParameters::default(),
            default_buffer: Bytes::new(32_000_000),
            acknowledgements_obey_pause: true,
            window: Window::None,
            // Verbs timeout 12: 4.096 us * 2^12, rounded; NCCL's own default (20) is 4.3 s.
            retransmit_timeout: Some(SimTime::from_us(16_777)),
            steps: StepCosts::default(),
            delay_per_metre: SimTime::from_ns(5),
            time_limit: SimTime::from_ms(10_000),
        }
    }
}

/// The traffic of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkloadSpec {
    /// Every GPU of the design reduces one buffer with all others: rings as NCCL lays them, one a NIC port.
    RingAllReduce {
        /// The buffer of each GPU.
        message: Bytes,
    },
    /// The first NIC port of `senders` servers sends to that of the server before them.
    Incast {
        /// How many senders.
        senders: u32,
        /// What each sends.
        size: Bytes,
    },
    /// Every NIC port sends to the port of the same number on another server; each receives once.
    Permutation {
        /// What each sends.
        size: Bytes,
    },
    /// Every NIC port sends to the ports of the same number on all other servers at once.
    AllToAll {
        /// What each sends to each.
        size: Bytes,
    },
    /// Flows one by one.
    Flows(Vec<FlowSpec>),
}

/// One flow, between two NIC ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlowSpec {
    /// The sending port.
    pub src: PortRef,
    /// The receiving port.
    pub dst: PortRef,
    /// UDP destination port, which the ECMP hash sees; RoCEv2 has 4791.
    pub dst_port: u16,
    /// Bytes of payload.
    pub size: Bytes,
    /// When it starts, if it waits for nobody.
    pub start: SimTime,
    /// The flows (by place in the list) whose last acknowledgement it waits for.
    pub after: Vec<u32>,
    /// The pause between the last of those and its start.
    pub delay: SimTime,
}

/// The reaction point of DCQCN, in the form that the field's simulators share ("Mellanox version").
///
/// Names are those of the SIGCOMM'15 paper and of the HPCC configuration. No byte counter: only timers raise rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DcqcnParameters {
    /// g, the gain of alpha (EWMA_GAIN).
    pub gain: f64,
    /// How often alpha is updated (ALPHA_RESUME_INTERVAL).
    pub alpha_interval: SimTime,
    /// The least time between two cuts (RATE_DECREASE_INTERVAL).
    pub decrease_interval: SimTime,
    /// Time between increases (RP_TIMER).
    pub increase_interval: SimTime,
    /// F, the increases that are fast recovery (FAST_RECOVERY_TIMES).
    pub fast_recovery_steps: u32,
    /// R_AI, the additive increase (RATE_AI).
    pub additive_increase: BitRate,
    /// R_HAI, the hyper increase (RATE_HAI).
    pub hyper_increase: BitRate,
    /// The NIC rate that the two increases are meant for; at other rates they scale. `None`: the same at any rate.
    pub increase_reference: Option<BitRate>,
    /// The least rate (MIN_RATE).
    pub minimum_rate: BitRate,
    /// Whether every cut lowers the target too (CLAMP_TARGET_RATE).
    pub clamp_target: bool,
}

impl Default for DcqcnParameters {
    /// The values with which the HPCC authors ran DCQCN: vendor timing, increases of 5 and 50 Mb/s at 25 Gb/s.
    fn default() -> Self {
        Self {
            gain: 1.0 / 256.0,
            alpha_interval: SimTime::from_us(1),
            decrease_interval: SimTime::from_us(4),
            increase_interval: SimTime::from_us(300),
            fast_recovery_steps: 1,
            additive_increase: BitRate::from_mbps(5),
            hyper_increase: BitRate::from_mbps(50),
            increase_reference: Some(BitRate::from_gbps(25)),
            minimum_rate: BitRate::from_mbps(1_000),
            clamp_target: false,
        }
    }
}

/// RED marking at the ports of one rate: none below `k_min`, up to `p_max` at `k_max`, all above.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EcnThresholds {
    /// The link rate that these are for; a rate that is not listed scales the nearest listed one below it.
    pub rate: BitRate,
    /// K_min: marking begins above this.
    pub k_min: Bytes,
    /// K_max: everything is marked above this.
    pub k_max: Bytes,
    /// P_max: the probability at `k_max`.
    pub p_max: f64,
}

impl Default for EcnThresholds {
    /// 100 kB, 400 kB and 20 % at 25 Gb/s, in proportion at other rates: the setting of the HPCC authors' runs.
    fn default() -> Self {
        Self {
            rate: BitRate::from_gbps(25),
            k_min: Bytes::new(100_000),
            k_max: Bytes::new(400_000),
            p_max: 0.2,
        }
    }
}

impl EcnThresholds {
    /// The thresholds for ports of `rate` out of a list: the listed row, else the nearest row below (or else the
    /// first above) in proportion.
    pub fn for_rate(rows: &[Self], rate: BitRate) -> Option<Self> {
        let below = rows
            .iter()
            .filter(|row| row.rate <= rate)
            .max_by_key(|row| row.rate);
        let row = below.or_else(|| rows.iter().min_by_key(|row| row.rate))?;
        if row.rate == rate || row.rate.is_zero() {
            return Some(*row);
        }
        let scale = |bytes: Bytes| {
            let scaled =
                u128::from(bytes.as_u64()) * u128::from(rate.as_bps()) / u128::from(row.rate.as_bps());
            Bytes::new(u64::try_from(scaled).unwrap_or(u64::MAX))
        };
        Some(Self {
            rate,
            k_min: scale(row.k_min),
            k_max: scale(row.k_max),
            p_max: row.p_max,
        })
    }
}

/// Pause thresholds: dynamic, from the shared buffer that is free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PfcParameters {
    /// Buffer set aside for each port before it takes from the shared pool.
    pub reserve: Bytes,
    /// A port at the rate of the NICs pauses at `2^-threshold_shift` of the free pool; each doubling of the rate
    /// takes one off the shift.
    pub threshold_shift: u8,
    /// How far below the threshold a paused port must fall before it resumes.
    pub xon_offset: Bytes,
    /// Buffer set aside for what arrives after a pause was sent.
    pub headroom: Headroom,
}

impl Default for PfcParameters {
    /// 4,096 B, alpha 1/8 and 3,072 B, as the HPCC simulator's switches have; headroom by the profile.
    fn default() -> Self {
        Self {
            reserve: Bytes::new(4_096),
            threshold_shift: 3,
            xon_offset: Bytes::new(3_072),
            headroom: Headroom::ByProfile,
        }
    }
}

/// Headroom of a port, for what its neighbour sends before it obeys a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Headroom {
    /// `Exact`: two link delays at line rate, three full frames and a pause frame (IEEE 802.1Qbb Annex O without
    /// the interface delays, which the model does not have). `Hpcc`: three link delays at line rate and no frames,
    /// which is too little on short links.
    ByProfile,
    /// The same on every port.
    Fixed(Bytes),
}

/// How much a queue pair may have unacknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// No limit but the rate, as DCQCN NICs have it.
    #[default]
    None,
    /// One bandwidth-delay product of the fabric's longest path (HAS_WIN 1, GLOBAL_T 1).
    Global,
    /// One bandwidth-delay product of the pair's own path (HAS_WIN 1, GLOBAL_T 0).
    Pair,
    /// As `Global`, in proportion to the current rate (VAR_WIN 1).
    GlobalScaled,
    /// As `Pair`, in proportion to the current rate (VAR_WIN 1).
    PairScaled,
}

/// What a step of a collective costs besides the wire: software, kernels, memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCosts {
    /// Latency of one hop between GPUs of a server.
    pub local_hop: SimTime,
    /// Latency of one network step, besides what the packets take.
    pub network_step: SimTime,
    /// Rate between GPUs of a server without NVLink whose PCIe rate is not known, one way.
    pub pcie: BitRate,
}

impl Default for StepCosts {
    /// NCCL 2.29's tuning constants for ring and the Simple protocol: 3.4 us a NVLink hop, 14 us a network hop (which
    /// there includes the wire); PCIe 4.0 x16 at 24 GB/s.
    fn default() -> Self {
        Self {
            local_hop: SimTime::from_ns(3_400),
            network_step: SimTime::from_us(14),
            pcie: BitRate::from_gbytes(24),
        }
    }
}
