//! The NIC: acknowledgements first, then queue pairs in turn, each at its own rate.
//!
//! A queue pair is served frame by frame, round robin over those that have bytes, are not paused, are not held by
//! their window and whose time has come. One wake-up stands for the earliest time in the future.

use super::core::Core;
use super::packet::{Kind, NIL};
use super::port::FlowControl;

/// One NIC port.
#[derive(Clone, Debug)]
pub(super) struct Nic {
    /// Its port.
    pub(super) port: u32,
    /// Its queue pairs that are not known to be finished, in order of creation.
    pub(super) pairs: Vec<u32>,
    /// Place of the queue pair served last.
    last: usize,
    /// Whether a wake-up is on its way.
    wake_pending: bool,
    /// Pauses of these priorities stop acknowledgements.
    acknowledgements_obey: u8,
    /// No queue pair can send before this, unless something changes first; in ps.
    idle_until: u64,
}

impl Nic {
    /// A NIC without queue pairs.
    pub(super) fn new(port: u32, acknowledgements_obey: u8) -> Self {
        Self {
            port,
            pairs: Vec::new(),
            last: 0,
            wake_pending: false,
            acknowledgements_obey,
            idle_until: 0,
        }
    }

    /// Something changed: look at the queue pairs again.
    #[inline]
    pub(super) fn stir(&mut self) {
        self.idle_until = 0;
    }
}

/// What a look at the queue pairs found.
struct Look {
    /// Place of the one to serve.
    chosen: Option<usize>,
    /// First place of a finished one that was seen.
    finished: usize,
    /// The earliest time of one that could send but for its rate.
    ready_at: u64,
    /// The earliest time of all that have bytes, held or not.
    wake_at: u64,
}

impl Core {
    /// Lets a NIC send if it can: an acknowledgement, else a data frame.
    #[inline]
    pub(super) fn nic_transmit(&mut self, p: u32) {
        let port = &mut self.ports[p as usize];
        if port.busy {
            return;
        }
        let nic = &self.nics[port.owner as usize];
        let waiting = port.queues[0].head();
        if waiting != NIL && port.paused & nic.acknowledgements_obey == 0 {
            if port.flow_control == FlowControl::Credits && !self.pool[waiting].fits(port.credit) {
                return;
            }
            let id = port.dequeue(&self.pool, 0);
            self.start_frame(p, id);
            return;
        }
        if nic.idle_until <= self.now {
            self.nic_serve_pairs(p);
        }
    }

    /// Serves the next queue pair in turn, or sees to a wake-up.
    fn nic_serve_pairs(&mut self, p: u32) {
        let n = self.ports[p as usize].owner;
        let mut look = self.look_at_pairs(p, n);
        if look.finished != usize::MAX {
            self.drop_finished_pairs(n, &mut look);
        }
        let nic = &mut self.nics[n as usize];
        match look.chosen {
            Some(place) => {
                let pair = nic.pairs[place];
                if self.send_data(p, pair) {
                    self.nics[n as usize].last = place;
                }
            }
            None => {
                nic.idle_until = look.ready_at;
                if !nic.wake_pending && look.wake_at > self.now && look.wake_at != u64::MAX {
                    nic.wake_pending = true;
                    let id = self.pool.take(Kind::NicWake, n);
                    self.wheel.push(&mut self.pool, id, look.wake_at);
                }
            }
        }
    }

    /// Looks round from the pair after the one served last, up to the first that can be served.
    #[inline]
    fn look_at_pairs(&self, p: u32, n: u32) -> Look {
        let nic = &self.nics[n as usize];
        let paused = self.ports[p as usize].paused;
        let count = nic.pairs.len();
        let mut look = Look {
            chosen: None,
            finished: usize::MAX,
            ready_at: u64::MAX,
            wake_at: u64::MAX,
        };
        let mut place = if count == 0 { 0 } else { nic.last % count };
        for _ in 0..count {
            place += 1;
            if place == count {
                place = 0;
            }
            let pair = &self.pairs[nic.pairs[place] as usize];
            if !pair.has_bytes() {
                if pair.is_finished() {
                    look.finished = look.finished.min(place);
                }
                continue;
            }
            look.wake_at = look.wake_at.min(pair.next_send);
            if paused & (1 << pair.priority) != 0 || !pair.window_open() {
                continue;
            }
            if pair.next_send <= self.now {
                look.chosen = Some(place);
                return look;
            }
            look.ready_at = look.ready_at.min(pair.next_send);
        }
        look
    }

    /// Forgets all finished pairs from the first that was seen on; the order of the others is kept.
    #[cold]
    fn drop_finished_pairs(&mut self, n: u32, look: &mut Look) {
        let (nic, pairs) = (&mut self.nics[n as usize], &self.pairs);
        let mut place = 0;
        let mut kept = 0;
        let mut chosen = look.chosen;
        nic.pairs.retain(|&pair| {
            let keep = place < look.finished || !pairs[pair as usize].is_finished();
            if Some(place) == look.chosen {
                chosen = Some(kept);
            }
            place += 1;
            kept += usize::from(keep);
            keep
        });
        look.chosen = chosen;
    }

    /// Sends the next frame of a queue pair. `false` if an InfiniBand link has no credit for it.
    #[inline]
    fn send_data(&mut self, p: u32, n: u32) -> bool {
        let pair = &mut self.pairs[n as usize];
        let payload = pair.next_payload(self.rules.mtu);
        let size = payload as u16 + self.rules.framing.data_header;
        let port = &self.ports[p as usize];
        if port.flow_control == FlowControl::Credits && u32::from(size) > port.credit {
            return false;
        }
        let id = self.pool.take(Kind::Data, n);
        let frame = &mut self.pool[id];
        frame.seq = pair.next;
        frame.hop = pair.forward;
        frame.size = size;
        frame.set_priority(pair.priority);
        pair.sent(payload);
        let gap = if payload == self.rules.mtu {
            pair.gap
        } else {
            let wire = u64::from(size) + u64::from(self.rules.framing.wire_extra);
            self.rules.gap(pair.reaction.rate, wire)
        };
        pair.next_send = self.now.saturating_add(gap);
        self.start_frame(p, id);
        self.watch(n);
        true
    }

    /// A wake-up: the time of some queue pair may have come.
    pub(super) fn on_nic_wake(&mut self, id: u32) {
        let nic = &mut self.nics[self.pool[id].owner as usize];
        nic.wake_pending = false;
        nic.stir();
        let port = nic.port;
        self.pool.give_back(id);
        self.nic_transmit(port);
    }
}
