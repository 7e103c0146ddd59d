//! Queue pairs: what the sender and the receiver of a flow remember.

use super::dcqcn::ReactionPoint;
use super::packet::NIL;
use super::workload::PlannedFlow;

/// The sending end of a flow: one RDMA queue pair that carries messages one after another.
#[derive(Clone, Debug)]
pub(super) struct QueuePair {
    /// The first byte not yet sent.
    pub(super) next: u64,
    /// Bytes given to it so far; it sends no further.
    pub(super) posted: u64,
    /// The first byte not yet acknowledged.
    pub(super) unacknowledged: u64,
    /// Bytes in all.
    pub(super) size: u64,
    /// When it may send next, in ps.
    pub(super) next_send: u64,
    /// Bytes that may be unacknowledged at the current rate.
    pub(super) window: u64,
    /// Time from the start of one full frame to the next at the current rate, in ps.
    pub(super) gap: u64,
    /// Where the message that is being sent ends; frames do not reach over it.
    pub(super) message_end: u64,
    /// Bytes of every message but perhaps the last.
    pub(super) message: u64,
    /// Place of its data's path in the path table.
    pub(super) forward: u32,
    /// Place of its acknowledgements' path.
    pub(super) backward: u32,
    /// The NIC that sends.
    pub(super) nic: u32,
    /// The host that receives.
    pub(super) dst: u32,
    /// The pair of hosts (source, destination) that it belongs to.
    pub(super) group: u32,
    /// The rules of its reaction point.
    pub(super) rules: u32,
    /// The priority of its frames.
    pub(super) priority: u8,
    /// Whether the last acknowledgement has come.
    pub(super) completed: bool,
    /// Whether it has given up after too many timeouts.
    pub(super) failed: bool,
    /// Timeouts in a row.
    pub(super) retries: u8,
    /// Whether it has been started.
    pub(super) started: bool,
    /// Counts restarts of the increase timer: an older timer is void.
    pub(super) increase_generation: u64,
    /// What was acknowledged when the retransmission timer was set.
    pub(super) watched: u64,
    /// Whether the retransmission timer runs.
    pub(super) watching: bool,
    /// Window at line rate, `u64::MAX` for none; and whether it follows the rate.
    pub(super) full_window: u64,
    /// Whether the window follows the rate.
    pub(super) window_follows_rate: bool,
    /// UDP source port, known once started.
    pub(super) src_port: u16,
    /// When it was created, in ps.
    pub(super) start: u64,
    /// From its creation to the last acknowledgement, in ps.
    pub(super) fct: u64,
    /// Frames that were sent again.
    pub(super) resent: u64,
    /// DCQCN.
    pub(super) reaction: ReactionPoint,
}

impl QueuePair {
    /// A pair that is not started.
    pub(super) fn new(flow: &PlannedFlow, group: u32, priority: u8, reaction: ReactionPoint) -> Self {
        let PlannedFlow {
            src: nic,
            dst,
            size,
            message,
            ..
        } = *flow;
        Self {
            next: 0,
            posted: if flow.posted { size } else { 0 },
            unacknowledged: 0,
            size,
            next_send: 0,
            window: u64::MAX,
            gap: 0,
            message_end: message.min(size),
            message,
            forward: NIL,
            backward: NIL,
            nic,
            dst,
            group,
            rules: 0,
            priority,
            completed: false,
            failed: false,
            retries: 0,
            started: false,
            increase_generation: 0,
            watched: 0,
            watching: false,
            full_window: u64::MAX,
            window_follows_rate: false,
            src_port: 0,
            start: 0,
            fct: 0,
            resent: 0,
            reaction,
        }
    }

    /// Whether there are bytes to send now or later.
    #[inline]
    pub(super) fn has_bytes(&self) -> bool {
        self.posted > self.next
    }

    /// Whether the window lets it send.
    #[inline]
    pub(super) fn window_open(&self) -> bool {
        self.next.saturating_sub(self.unacknowledged) < self.window
    }

    /// Whether everything has been acknowledged.
    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        self.unacknowledged >= self.size
    }

    /// Payload of the next frame: a full one, or what is left of the message.
    #[inline]
    pub(super) fn next_payload(&self, mtu: u64) -> u64 {
        mtu.min(self.message_end - self.next)
    }

    /// Moves past a frame that was sent.
    #[inline]
    pub(super) fn sent(&mut self, payload: u64) {
        self.next += payload;
        if self.next == self.message_end {
            self.message_end = self.size.min(self.message_end.saturating_add(self.message));
        }
    }

    /// Goes back to the oldest byte that was not acknowledged (go-back-N).
    pub(super) fn go_back(&mut self) {
        self.next = self.unacknowledged;
        if let Some(ended) = self.next.checked_div(self.message) {
            self.message_end = self.size.min((ended + 1).saturating_mul(self.message));
        }
    }
}

/// The receiving end of a flow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Receiver {
    /// The first byte not yet received in order.
    pub(super) expected: u64,
    /// Before this time the same gap is not complained of again, in ps.
    pub(super) quiet_until: u64,
    /// The gap that was complained of last.
    pub(super) complained: u64,
    /// Where the message that is being received ends; `u64::MAX` if nobody waits for messages.
    pub(super) message_end: u64,
}
