//! What differs between models of the same network: framing, rounding of time, and the rules of buffers and NICs.
//!
//! A [`Profile`] is chosen once per run; everything that the hot path needs of it is looked up from tables that are
//! laid when the run starts, so another profile costs nothing there.

use crate::engine::units::{BitRate, Bytes, SimTime};
use serde::{Deserialize, Serialize};

/// Which model of RoCEv2 a run follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Times exact to the picosecond, full Ethernet framing, PFC headroom in the form of IEEE 802.1Qbb.
    #[default]
    Exact,
    /// The model of ns-3's RDMA extension (HPCC, SIGCOMM'19): times cut to whole nanoseconds, 48-byte headers,
    /// headroom of three times the link's bandwidth-delay product.
    Hpcc,
}

impl Profile {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Hpcc => "hpcc",
        }
    }

    /// How far its figures are known to be from a reference, in a sentence.
    pub const fn known_error(self) -> &'static str {
        match self {
            Self::Exact => {
                "Known error: not measured against hardware. With ns-3's rounding and headers (profile hpcc) the same \
                 engine gives ns-3's flow completion times to the nanosecond; ConnectX and other NICs differ from any \
                 published DCQCN model"
            }
            Self::Hpcc => {
                "Known error: flow completion times equal ns-3's (HPCC simulator) to the nanosecond in every run it \
                 was compared with; ConnectX and other NICs differ from any published DCQCN model"
            }
        }
    }

    /// Its frame sizes.
    pub const fn framing(self) -> Framing {
        match self {
            // Ethernet 14 + IPv4 20 + UDP 8 + BTH 12 + ICRC 4 + FCS 4; an acknowledgement adds AETH 4
            // (InfiniBand Architecture 1.2.1 Annex A17); on the wire preamble 8 + gap 12 (IEEE 802.3).
            Self::Exact => Framing {
                data_header: 62,
                ack: 66,
                pause: 64,
                wire_extra: 20,
            },
            Self::Hpcc => Framing {
                data_header: 48,
                ack: 60,
                pause: 43,
                wire_extra: 0,
            },
        }
    }

    /// Its rounding of time.
    pub const fn timing(self) -> Timing {
        match self {
            Self::Exact => Timing::Picoseconds,
            Self::Hpcc => Timing::TruncatedNanoseconds,
        }
    }
}

/// Sizes of frames in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing {
    /// Headers and trailers of a data frame, counted by buffers and links.
    pub data_header: u16,
    /// An acknowledgement, positive or negative.
    pub ack: u16,
    /// A PFC frame.
    pub pause: u16,
    /// What every frame adds on the wire only: preamble and gap.
    pub wire_extra: u16,
}

/// How times are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Rounded up to the picosecond.
    Picoseconds,
    /// Cut to whole nanoseconds, through the 64.64 fixed-point seconds of ns-3.
    TruncatedNanoseconds,
}

impl Timing {
    /// Time that `bytes` take at `rate`; [`SimTime::MAX`] at no rate.
    pub fn transmission(self, rate: BitRate, bytes: u64) -> SimTime {
        match self {
            Self::Picoseconds => rate.serialization_delay(Bytes::new(bytes)),
            Self::TruncatedNanoseconds if rate.is_zero() => SimTime::MAX,
            Self::TruncatedNanoseconds => whole_ns_of_seconds(8.0 * bytes as f64 / rate.as_bps() as f64),
        }
    }
}

/// Seconds as a double to whole nanoseconds, as [`whole_ns`] does.
pub fn whole_ns_of_seconds(seconds: f64) -> SimTime {
    whole_ns(seconds, 1_000_000_000)
}

/// A decimal number of some unit of time, through 64.64 fixed point, to whole nanoseconds, each step cut.
///
/// An exact result often comes out one lower: 1000 B at 100 Gb/s take 79 ns, not 80, because the double nearest to
/// 8e-8 is a little less; a link delay written `0.0001ms` is 99 ns.
pub fn whole_ns(value: f64, ns_per_unit: u64) -> SimTime {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    // Multiplying by a power of two is exact; the cast cuts and saturates.
    let fixed = (value * TWO_64) as u128;
    let ns = fixed.saturating_mul(u128::from(ns_per_unit)) >> 64;
    SimTime::from_ns(u64::try_from(ns).unwrap_or(u64::MAX))
}

/// Times on the wire of every frame size at one rate, in ps: a table, for there are few rates and no division is
/// wanted on the hot path.
#[derive(Clone, Debug)]
pub(super) struct FrameTimes {
    ps: Vec<u64>,
}

impl FrameTimes {
    /// The table for frames up to `largest` bytes.
    pub(super) fn new(timing: Timing, framing: Framing, rate: BitRate, largest: u16) -> Self {
        let extra = u64::from(framing.wire_extra);
        let ps = (0..=u64::from(largest))
            .map(|size| timing.transmission(rate, size + extra).as_ps())
            .collect();
        Self { ps }
    }

    /// Time on the wire of a frame, in ps.
    #[inline]
    pub(super) fn of(&self, size: u16) -> u64 {
        self.ps[usize::from(size)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hpcc_ns(bytes: u64, gbps: u64) -> u64 {
        Timing::TruncatedNanoseconds
            .transmission(BitRate::from_gbps(gbps), bytes)
            .as_ns()
    }

    #[test]
    fn truncated_times_are_those_of_the_reference() {
        assert_eq!(
            (
                hpcc_ns(1048, 100),
                hpcc_ns(60, 100),
                hpcc_ns(43, 100),
                hpcc_ns(1048, 400)
            ),
            (83, 4, 3, 20)
        );
        assert_eq!(
            (
                hpcc_ns(1000, 100),
                hpcc_ns(100, 100),
                hpcc_ns(1048, 1),
                hpcc_ns(1048, 2)
            ),
            (79, 7, 8383, 4191)
        );
    }

    #[test]
    fn truncated_delays_and_starts_are_those_of_the_reference() {
        let ns = |ms: f64| whole_ns(ms, 1_000_000).as_ns();
        assert_eq!(
            [0.0001, 0.00005, 0.00001, 0.00015, 0.001, 0.002, 0.01].map(ns),
            [99, 49, 9, 149, 1000, 2000, 10_000]
        );
        assert_eq!(whole_ns_of_seconds(2.0).as_ns(), 2_000_000_000);
        assert_eq!(whole_ns_of_seconds(2.002).as_ns(), 2_001_999_999);
        assert_eq!(whole_ns_of_seconds(2.05).as_ns(), 2_049_999_999);
    }

    #[test]
    fn exact_times_count_preamble_and_gap() {
        let times = FrameTimes::new(
            Timing::Picoseconds,
            Profile::Exact.framing(),
            BitRate::from_gbps(100),
            4158,
        );
        // 4158 + 20 bytes at 80 ps a byte.
        assert_eq!(times.of(4158), 334_240);
    }
}
