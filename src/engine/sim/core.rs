//! The machine: all state of a run, the event loop, and the one place where a frame starts on a link.

use super::dcqcn::ReactionRules;
use super::nic::Nic;
use super::packet::{Kind, NIL, Pool};
use super::pfc::PauseMode;
use super::port::Port;
use super::profile::{FrameTimes, Framing, Timing};
use super::queue_pair::{QueuePair, Receiver};
use super::random::Draws;
use super::recorder::Recorder;
use super::shared_buffer::SharedBuffer;
use super::trace::Trace;
use super::wheel::Wheel;
use super::workload::Workload;
use crate::engine::units::BitRate;

/// One step of a path: where a frame that is here came in, and where it leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// The port that it leaves through; [`NIL`] where the path ends.
    pub(super) out: u32,
    /// The port that it came in through; [`NIL`] where the path begins.
    pub(super) ingress: u32,
}

/// The two ways of a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathPair {
    /// Place of the data's first hop in the table.
    pub(super) forward: u32,
    /// Place of the acknowledgements' first hop.
    pub(super) backward: u32,
    /// UDP source port that the hash saw.
    pub(super) src_port: u16,
}

/// What holds for the whole run, in the units of the hot path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Frame sizes.
    pub(super) framing: Framing,
    /// Rounding of times.
    pub(super) timing: Timing,
    /// Payload of a full frame.
    pub(super) mtu: u64,
    /// Bytes on the wire of a full frame.
    pub(super) full_wire_frame: u64,
    /// What happens with PFC.
    pub(super) pause: PauseMode,
    /// Whether senders react to marks.
    pub(super) react: bool,
    /// Whether any queue pair has a window.
    pub(super) windows: bool,
    /// Whether a sender that went back skips what it is told has arrived.
    pub(super) skip_acknowledged: bool,
    /// The retransmission timer in ps; `u64::MAX` for none.
    pub(super) retransmit: u64,
    /// How long the run goes on after the last flow has completed, in ps.
    pub(super) drain: u64,
    /// When the run ends, finished or not, in ps.
    pub(super) time_limit: u64,
}

impl Rules {
    /// Time from one frame to the next at a queue pair's rate, in ps.
    pub(super) fn gap(&self, rate: u64, wire_bytes: u64) -> u64 {
        self.timing
            .transmission(BitRate::from_bps(rate), wire_bytes)
            .as_ps()
    }
}

/// Sums over the run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    /// Events handled.
    pub(super) events: u64,
    /// Frames started on a link direction.
    pub(super) frame_hops: u64,
    /// Payload of all flows.
    pub(super) planned_payload: u64,
    /// Payload received in order.
    pub(super) delivered_payload: u64,
    /// Payload that arrived out of order or twice, and was thrown away.
    pub(super) discarded_payload: u64,
    /// Payload that switches dropped.
    pub(super) dropped_payload: u64,
    /// PFC frames sent.
    pub(super) pfc_frames: u64,
    /// Retransmission timers that ran out.
    pub(super) timeouts: u64,
    /// Flows whose last acknowledgement has come.
    pub(super) completed: usize,
}

/// All state of a run.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub(super) pool: Pool,
    pub(super) wheel: Wheel,
    /// Now, in ps.
    pub(super) now: u64,
    pub(super) ports: Vec<Port>,
    pub(super) frame_times: Vec<FrameTimes>,
    pub(super) switches: Vec<SharedBuffer>,
    pub(super) nics: Vec<Nic>,
    pub(super) pairs: Vec<QueuePair>,
    pub(super) receivers: Vec<Receiver>,
    pub(super) reaction_rules: Vec<ReactionRules>,
    pub(super) hops: Vec<Hop>,
    pub(super) paths: Vec<PathPair>,
    /// For each pair of hosts, the next of its paths to be given to a flow.
    pub(super) next_path: Vec<u32>,
    pub(super) rules: Rules,
    pub(super) draws: Draws,
    pub(super) trace: Trace,
    pub(super) totals: Totals,
    /// Events under way that by themselves move nothing: rate timers, samples, the time limit.
    pub(super) dormant: usize,
    pub(super) workload: Workload,
    /// Flows in the order in which they completed.
    pub(super) completion_order: Vec<u32>,
    pub(super) recorder: Recorder,
    /// Whether the run is over.
    pub(super) over: bool,
}

impl Core {
    /// Handles up to `budget` events. O(1) each.
    pub(super) fn run(&mut self, budget: u32) {
        for _ in 0..budget {
            if self.over {
                return;
            }
            let Some(id) = self.wheel.pop(&mut self.pool) else {
                self.over = true;
                return;
            };
            self.totals.events += 1;
            self.now = self.pool[id].time;
            self.handle(id);
        }
    }

    #[inline]
    fn handle(&mut self, id: u32) {
        match self.pool[id].kind {
            Kind::TransmissionEnd => {
                // The record of a port has the port's number.
                self.ports[id as usize].busy = false;
                self.transmit(id);
            }
            Kind::Data | Kind::Ack | Kind::Nack => self.arrival(id),
            Kind::Pause | Kind::Resume => self.on_pfc(id),
            Kind::NicWake => self.on_nic_wake(id),
            Kind::CreditUpdate => self.on_credit_update(id),
            Kind::FlowStart => self.on_flow_start(id),
            Kind::LocalEnd => self.on_local_end(id),
            Kind::RetransmitTick => self.on_retransmit_tick(id),
            Kind::AlphaTick | Kind::DecreaseTick | Kind::IncreaseTick => {
                self.on_timer(id);
                self.stop_if_nothing_moves();
            }
            Kind::Sample => {
                self.on_sample(id);
                self.stop_if_nothing_moves();
            }
            Kind::TimeLimit => self.over = true,
            Kind::Free => {}
        }
    }

    /// A frame has arrived at the end of a link: it has reached its host, or a switch sends it on.
    #[inline]
    fn arrival(&mut self, id: u32) {
        let place = self.pool[id].hop + 1;
        self.pool[id].hop = place;
        let Hop { out, ingress } = self.hops[place as usize];
        if out == NIL {
            self.host_arrival(id, ingress);
        } else {
            self.switch_arrival(id, ingress, out);
        }
    }

    /// Lets a port send if it can.
    #[inline]
    pub(super) fn transmit(&mut self, p: u32) {
        if self.ports[p as usize].on_host {
            self.nic_transmit(p);
        } else {
            self.switch_transmit(p);
        }
    }

    /// Puts a frame on the wire of an idle port: first its end of transmission is planned, then its arrival.
    #[inline]
    pub(super) fn start_frame(&mut self, p: u32, id: u32) {
        let frame = &self.pool[id];
        let size = frame.size;
        let what = frame.seq ^ u64::from(frame.owner) << 40 ^ u64::from(size);
        let is_data = frame.kind == Kind::Data;
        let marked = frame.congestion_experienced();
        let port = &mut self.ports[p as usize];
        let end = self.now + self.frame_times[port.times as usize].of(size);
        port.busy = true;
        if port.flow_control == super::port::FlowControl::Credits {
            port.credit -= u32::from(size);
        }
        let counters = &mut port.counters;
        counters.frames += 1;
        counters.bytes += u64::from(size);
        if is_data {
            counters.marked += u64::from(marked);
        } else {
            counters.control_frames += 1;
        }
        let delay = port.delay;
        self.totals.frame_hops += 1;
        self.trace.frame(self.now, p, what);
        self.wheel.push(&mut self.pool, p, end);
        self.wheel.push(&mut self.pool, id, end + delay);
    }

    /// A queue pair of the NIC at this port, if it is one, may be able to send again.
    pub(super) fn stir_nic(&mut self, p: u32) {
        let port = &self.ports[p as usize];
        if port.on_host {
            self.nics[port.owner as usize].stir();
        }
    }

    /// With nothing under way but timers, nothing will ever move again: the run is over.
    #[cold]
    fn stop_if_nothing_moves(&mut self) {
        if self.wheel.len() == self.dormant {
            self.over = true;
        }
    }
}
