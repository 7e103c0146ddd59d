//! One end of a link: its queues, its pauses, its counters. Port `p ^ 1` is the other end.

use super::packet::{NIL, Pool};

/// Number of priorities.
pub(super) const PRIORITIES: usize = 8;

/// One priority of one port: frames waiting to leave (egress), and what came in here and still waits elsewhere in
/// the same switch (ingress).
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    head: u32,
    tail: u32,
    /// Bytes waiting to leave through this port.
    pub(super) egress: u32,
    /// Bytes that came in through this port and are counted in its reserve or in the shared pool.
    pub(super) ingress: u32,
    /// Bytes that came in through this port and are counted in its headroom.
    pub(super) headroom: u32,
}

impl Queue {
    const EMPTY: Self = Self {
        head: NIL,
        tail: NIL,
        egress: 0,
        ingress: 0,
        headroom: 0,
    };

    /// The frame that leaves next, or [`NIL`].
    #[inline]
    pub(super) fn head(&self) -> u32 {
        self.head
    }

    /// Puts a frame behind the others.
    #[inline]
    pub(super) fn append(&mut self, pool: &mut Pool, id: u32) {
        pool[id].next = NIL;
        if self.tail == NIL {
            self.head = id;
        } else {
            pool[self.tail].next = id;
        }
        self.tail = id;
    }

    /// Takes the first frame, which must be there. `true` if it was the last one.
    #[inline]
    pub(super) fn take_first(&mut self, pool: &Pool) -> (u32, bool) {
        let id = self.head;
        self.head = pool[id].next;
        let empty = self.head == NIL;
        if empty {
            self.tail = NIL;
        }
        (id, empty)
    }
}

/// When a port marks frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marking {
    /// K_min in bytes; the largest number where nothing is ever marked.
    pub(super) k_min: u32,
    /// K_max in bytes.
    pub(super) k_max: u32,
    /// P_max.
    pub(super) p_max: f64,
}

/// How the neighbour is kept from sending too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlowControl {
    /// By PFC frames, or not at all.
    Pause,
    /// By credits (InfiniBand).
    Credits,
}

/// One end of a link.
#[derive(Clone, Debug)]
pub(super) struct Port {
    /// The NIC or switch that it belongs to.
    pub(super) owner: u32,
    /// Whether the owner is a NIC.
    pub(super) on_host: bool,
    /// Whether a frame is being put on the wire.
    pub(super) busy: bool,
    /// Priorities that the far end has paused, as bits.
    pub(super) paused: u8,
    /// Priorities that this end has asked the far end to pause, as bits.
    pub(super) pausing: u8,
    /// Priorities with frames waiting, as bits.
    pub(super) waiting: u8,
    /// The priority served last.
    pub(super) last_served: u8,
    /// Shift of the dynamic threshold: the port pauses at `free pool >> shift`.
    pub(super) shift: u8,
    /// How the link is kept lossless.
    pub(super) flow_control: FlowControl,
    /// Which table of frame times holds for the link.
    pub(super) times: u32,
    /// Headroom in bytes.
    pub(super) headroom: u32,
    /// Delay of the link in ps.
    pub(super) delay: u64,
    /// Bytes waiting to leave in priorities 1 to 7.
    pub(super) egress: u32,
    /// InfiniBand: bytes that may still be sent.
    pub(super) credit: u32,
    /// InfiniBand: bytes freed here that the far end does not know of yet.
    pub(super) freed: u32,
    /// InfiniBand: whether a credit update is on its way to the far end.
    pub(super) update_on_the_way: bool,
    /// When frames that leave are marked.
    pub(super) marking: Marking,
    /// The queues by priority. A NIC keeps its acknowledgements in queue 0.
    pub(super) queues: [Queue; PRIORITIES],
    /// What has happened here.
    pub(super) counters: Counters,
}

impl Port {
    /// An idle port.
    pub(super) fn new(owner: u32, on_host: bool, flow_control: FlowControl, delay: u64) -> Self {
        Self {
            owner,
            on_host,
            busy: false,
            paused: 0,
            pausing: 0,
            waiting: 0,
            last_served: 0,
            shift: 0,
            flow_control,
            times: 0,
            headroom: 0,
            delay,
            egress: 0,
            credit: u32::MAX,
            freed: 0,
            update_on_the_way: false,
            marking: Marking {
                k_min: u32::MAX,
                k_max: u32::MAX,
                p_max: 0.0,
            },
            queues: [Queue::EMPTY; PRIORITIES],
            counters: Counters::default(),
        }
    }

    /// Puts a frame into a queue.
    #[inline]
    pub(super) fn enqueue(&mut self, pool: &mut Pool, priority: usize, id: u32) {
        self.queues[priority].append(pool, id);
        self.waiting |= 1 << priority;
    }

    /// Takes the first frame of a queue that is not empty.
    #[inline]
    pub(super) fn dequeue(&mut self, pool: &Pool, priority: usize) -> u32 {
        let (id, empty) = self.queues[priority].take_first(pool);
        if empty {
            self.waiting &= !(1 << priority);
        }
        id
    }

    /// The priority to serve: control first, else the next in turn that waits and is not paused.
    #[inline]
    pub(super) fn next_priority(&mut self) -> Option<usize> {
        if self.waiting & 1 != 0 {
            return Some(0);
        }
        let ready = self.waiting & !self.paused;
        if ready == 0 {
            return None;
        }
        let first = self.last_served + 1;
        let turn = (u32::from(first) + ready.rotate_right(u32::from(first)).trailing_zeros()) & 7;
        self.last_served = turn as u8;
        Some(turn as usize)
    }
}

/// What has happened at one end of a link: frames that left through it, pauses that it obeyed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Frames that left.
    pub(super) frames: u64,
    /// Of these, acknowledgements and PFC frames.
    pub(super) control_frames: u64,
    /// Bytes that left, without preamble and gap.
    pub(super) bytes: u64,
    /// Data frames that left with a congestion mark.
    pub(super) marked: u64,
    /// Frames that came in here and were dropped.
    pub(super) drops: u64,
    /// Bytes of them.
    pub(super) dropped_bytes: u64,
    /// The most bytes that ever waited to leave, priorities 1 to 7, and when in ps.
    pub(super) peak_egress: u32,
    /// When that was, in ps.
    pub(super) peak_time: u64,
    /// Pause frames that came.
    pub(super) pauses: u64,
    /// Resume frames that came.
    pub(super) resumes: u64,
    /// When the pause that holds now came, in ps.
    pub(super) paused_since: Option<u64>,
    /// Time in pauses that have ended, in ps.
    pub(super) paused: u64,
    /// The longest of them, in ps.
    pub(super) longest_pause: u64,
}

impl Counters {
    /// Counts a pause frame.
    pub(super) fn on_pause(&mut self, now: u64) {
        self.pauses += 1;
        self.paused_since.get_or_insert(now);
    }

    /// Counts a resume frame.
    pub(super) fn on_resume(&mut self, now: u64) {
        self.resumes += 1;
        if let Some(since) = self.paused_since.take() {
            self.paused += now - since;
            self.longest_pause = self.longest_pause.max(now - since);
        }
    }

    /// Time in pauses up to `now`, the one that holds included, in ps.
    pub(super) fn paused_until(&self, now: u64) -> u64 {
        self.paused + self.paused_since.map_or(0, |since| now.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sim::packet::Kind;

    #[test]
    fn control_goes_first_and_the_others_take_turns() {
        let mut pool = Pool::new();
        let mut port = Port::new(0, false, FlowControl::Pause, 0);
        for priority in [3, 3, 7, 0] {
            let id = pool.take(Kind::Data, priority);
            port.enqueue(&mut pool, priority as usize, id);
        }
        let mut served = Vec::new();
        while let Some(priority) = port.next_priority() {
            port.dequeue(&pool, priority);
            served.push(priority);
        }
        assert_eq!(served, [0, 3, 7, 3]);
    }

    #[test]
    fn a_paused_priority_waits() {
        let mut pool = Pool::new();
        let mut port = Port::new(0, false, FlowControl::Pause, 0);
        let id = pool.take(Kind::Data, 0);
        port.enqueue(&mut pool, 3, id);
        port.paused = 1 << 3;
        assert_eq!(port.next_priority(), None);
        port.paused = 0;
        assert_eq!(port.next_priority(), Some(3));
    }
}
