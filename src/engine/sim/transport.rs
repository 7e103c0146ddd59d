//! The ends of a flow: acknowledgements, go-back-N, the timers of DCQCN, completion.
//!
//! Every data frame that arrives in order is acknowledged; the acknowledgement carries the congestion mark of that very
//! frame. A gap is complained of at most once in 500 us; the sender then starts again from the oldest byte.

use super::core::Core;
use super::packet::Kind;

/// How long a receiver does not repeat a complaint: 500 us, in ps.
const COMPLAINT_INTERVAL: u64 = 500_000_000;
/// Timeouts in a row that a queue pair survives: the verbs default of retry_cnt.
const RETRIES: u8 = 7;
/// The first decrease comes this much after its interval, so that it follows the alpha update of the same time: 1 ns.
const DECREASE_OFFSET: u64 = 1_000;

impl Core {
    /// A frame has reached the NIC that it was sent to, through port `p`.
    #[inline]
    pub(super) fn host_arrival(&mut self, id: u32, p: u32) {
        if self.ports[p as usize].flow_control == super::port::FlowControl::Credits {
            let size = u32::from(self.pool[id].size);
            self.return_credit(p, size);
        }
        match self.pool[id].kind {
            Kind::Data => self.receive_data(id, p),
            _ => self.receive_acknowledgement(id, p),
        }
    }

    /// A data frame: in order it is acknowledged, after a gap complained of, and otherwise it is old.
    #[inline]
    fn receive_data(&mut self, id: u32, p: u32) {
        let frame = &mut self.pool[id];
        let flow = frame.owner as usize;
        let payload = u64::from(frame.size - self.rules.framing.data_header);
        let receiver = &mut self.receivers[flow];
        let mut message_arrived = false;
        if frame.seq == receiver.expected {
            receiver.expected += payload;
            self.totals.delivered_payload += payload;
            message_arrived = receiver.expected >= receiver.message_end;
            frame.kind = Kind::Ack;
        } else {
            self.totals.discarded_payload += payload;
            let again = self.now >= receiver.quiet_until || receiver.complained != receiver.expected;
            if frame.seq < receiver.expected || !again {
                self.pool.give_back(id);
                return;
            }
            receiver.quiet_until = self.now + COMPLAINT_INTERVAL;
            receiver.complained = receiver.expected;
            frame.kind = Kind::Nack;
        }
        frame.seq = receiver.expected;
        frame.echo_mark();
        frame.hop = self.pairs[flow].backward;
        frame.size = self.rules.framing.ack;
        self.ports[p as usize].enqueue(&mut self.pool, 0, id);
        self.nic_transmit(p);
        if message_arrived {
            self.on_message(flow);
        }
    }

    /// An acknowledgement, positive or negative, for a queue pair that sends through port `p`.
    #[inline]
    fn receive_acknowledgement(&mut self, id: u32, p: u32) {
        let frame = self.pool[id];
        self.pool.give_back(id);
        let pair = &mut self.pairs[frame.owner as usize];
        if pair.completed || pair.failed {
            return;
        }
        pair.unacknowledged = pair.unacknowledged.max(frame.seq);
        if pair.next < pair.unacknowledged && self.rules.skip_acknowledged {
            // A sender that went back is told of bytes that it had sent before.
            pair.go_back();
        }
        let completes = pair.is_finished();
        let nack = frame.kind == Kind::Nack;
        if nack {
            pair.resent += pair.next.saturating_sub(pair.unacknowledged);
            pair.go_back();
        }
        if completes {
            self.complete(frame.owner);
        }
        if nack || completes || self.rules.windows {
            self.stir_nic(p);
        }
        if frame.echoes_mark() && self.rules.react {
            self.on_mark(frame.owner);
        }
        self.nic_transmit(p);
    }

    /// The last acknowledgement of a queue pair has come.
    fn complete(&mut self, flow: u32) {
        let pair = &mut self.pairs[flow as usize];
        pair.completed = true;
        pair.fct = self.now - pair.start;
        self.totals.completed += 1;
        self.completion_order.push(flow);
        self.on_flow_complete(flow);
    }

    /// A congestion mark has come back.
    fn on_mark(&mut self, flow: u32) {
        let pair = &mut self.pairs[flow as usize];
        if pair.completed || !pair.reaction.on_mark() {
            return;
        }
        let rules = &self.reaction_rules[pair.rules as usize];
        let (alpha, decrease) = (rules.alpha_interval, rules.decrease_interval + DECREASE_OFFSET);
        self.rate_changed(flow);
        self.set_timer(Kind::AlphaTick, flow, 0, alpha);
        self.set_timer(Kind::DecreaseTick, flow, 0, decrease);
    }

    fn set_timer(&mut self, kind: Kind, flow: u32, generation: u64, after: u64) {
        let id = self.pool.take(kind, flow);
        self.pool[id].seq = generation;
        self.dormant += 1;
        self.wheel
            .push(&mut self.pool, id, self.now.saturating_add(after));
    }

    /// One of the DCQCN timers of a queue pair.
    pub(super) fn on_timer(&mut self, id: u32) {
        let timer = self.pool[id];
        self.dormant -= 1;
        self.pool.give_back(id);
        let flow = timer.owner;
        let pair = &mut self.pairs[flow as usize];
        if pair.completed || pair.failed {
            return;
        }
        let rules = self.reaction_rules[pair.rules as usize];
        match timer.kind {
            Kind::AlphaTick => {
                pair.reaction.on_alpha_tick(&rules);
                self.set_timer(Kind::AlphaTick, flow, 0, rules.alpha_interval);
            }
            Kind::DecreaseTick => {
                let cut = pair.reaction.on_decrease_tick(&rules);
                pair.increase_generation += u64::from(cut);
                let generation = pair.increase_generation;
                self.set_timer(Kind::DecreaseTick, flow, 0, rules.decrease_interval);
                if cut {
                    self.rate_changed(flow);
                    self.set_timer(Kind::IncreaseTick, flow, generation, rules.increase_interval);
                }
            }
            _ if timer.seq == pair.increase_generation => {
                pair.reaction.on_increase_tick(&rules);
                self.set_timer(Kind::IncreaseTick, flow, timer.seq, rules.increase_interval);
                self.rate_changed(flow);
            }
            _ => {}
        }
    }

    /// The rate of a queue pair has changed: its gap and window follow; the frame already planned does not.
    pub(super) fn rate_changed(&mut self, flow: u32) {
        let pair = &mut self.pairs[flow as usize];
        let rate = pair.reaction.rate;
        pair.gap = self.rules.gap(rate, self.rules.full_wire_frame);
        if pair.window_follows_rate {
            let scaled =
                u128::from(pair.full_window) * u128::from(rate) / u128::from(pair.reaction.line.max(1));
            pair.window = u64::try_from(scaled).unwrap_or(u64::MAX).max(1);
            let nic = pair.nic as usize;
            self.nics[nic].stir();
        }
    }

    /// After a frame was sent: sees that somebody looks whether it is acknowledged.
    #[inline]
    pub(super) fn watch(&mut self, flow: u32) {
        if self.rules.retransmit == u64::MAX || self.pairs[flow as usize].watching {
            return;
        }
        self.set_watch(flow);
    }

    fn set_watch(&mut self, flow: u32) {
        let pair = &mut self.pairs[flow as usize];
        pair.watching = true;
        pair.watched = pair.unacknowledged;
        let id = self.pool.take(Kind::RetransmitTick, flow);
        self.wheel
            .push(&mut self.pool, id, self.now.saturating_add(self.rules.retransmit));
    }

    /// The retransmission timer: with no progress since it was set, the sender goes back.
    pub(super) fn on_retransmit_tick(&mut self, id: u32) {
        let flow = self.pool[id].owner;
        self.pool.give_back(id);
        let pair = &mut self.pairs[flow as usize];
        pair.watching = false;
        if pair.completed || pair.next == pair.unacknowledged {
            return;
        }
        let stuck = pair.unacknowledged == pair.watched;
        pair.retries = if stuck { pair.retries + 1 } else { 0 };
        if pair.retries > RETRIES {
            // Nothing left to send: the queue pair is in error, as a verbs queue pair would be.
            pair.failed = true;
            pair.posted = pair.next;
            return;
        }
        if stuck {
            pair.resent += pair.next.saturating_sub(pair.unacknowledged);
            pair.go_back();
            self.totals.timeouts += 1;
        }
        self.set_watch(flow);
        if stuck {
            let p = self.nics[self.pairs[flow as usize].nic as usize].port;
            self.stir_nic(p);
            self.nic_transmit(p);
        }
    }
}
