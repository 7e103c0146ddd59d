//! The switch: store and forward, output queued, one shared buffer.
//!
//! A frame that has arrived whole is admitted or dropped, queued at the port that its path names, and leaves when its
//! turn comes. Nothing takes time but the wire.

use super::core::Core;
use super::packet::Kind;
use super::port::{FlowControl, Port};

impl Core {
    /// A frame has arrived at a switch through port `ingress` and is to leave through port `out`.
    #[inline]
    pub(super) fn switch_arrival(&mut self, id: u32, ingress: u32, out: u32) {
        let frame = self.pool[id];
        let (priority, size) = (frame.priority(), u32::from(frame.size));
        let port = &mut self.ports[ingress as usize];
        let by_pause = port.flow_control == FlowControl::Pause;
        if by_pause {
            let buffer = &mut self.switches[port.owner as usize];
            if !buffer.admit(port, priority, size) {
                self.drop_frame(id, ingress);
                return;
            }
        }
        let out_port = &mut self.ports[out as usize];
        out_port.queues[priority].egress += size;
        out_port.egress += size;
        if out_port.egress > out_port.counters.peak_egress {
            out_port.counters.peak_egress = out_port.egress;
            out_port.counters.peak_time = self.now;
        }
        if by_pause {
            self.pause_if_needed(ingress, priority);
        }
        self.ports[out as usize].enqueue(&mut self.pool, priority, id);
        self.switch_transmit(out);
    }

    /// Lets a switch port send if it can.
    #[inline]
    pub(super) fn switch_transmit(&mut self, p: u32) {
        let port = &mut self.ports[p as usize];
        if port.busy || port.waiting == 0 {
            return;
        }
        let Some(priority) = port.next_priority() else {
            return;
        };
        if port.flow_control == FlowControl::Credits {
            let head = port.queues[priority].head();
            if !self.pool[head].fits(port.credit) {
                return;
            }
        }
        let id = port.dequeue(&self.pool, priority);
        if priority != 0 {
            self.leave_buffer(id, p, priority);
        }
        self.start_frame(p, id);
    }

    /// A frame leaves its queue: the buffer is released, the frame perhaps marked, its ingress perhaps resumed.
    #[inline]
    fn leave_buffer(&mut self, id: u32, p: u32, priority: usize) {
        let frame = &mut self.pool[id];
        let size = u32::from(frame.size);
        let ingress = self.hops[frame.hop as usize].ingress;
        let port = &mut self.ports[p as usize];
        port.queues[priority].egress -= size;
        port.egress -= size;
        if port.flow_control == FlowControl::Credits {
            self.return_credit(ingress, size);
            return;
        }
        let behind = port.queues[priority].egress;
        if port.marking.decides(behind, &mut self.draws) {
            frame.mark();
        }
        let from: &mut Port = &mut self.ports[ingress as usize];
        self.switches[from.owner as usize].release(&mut from.queues[priority], size);
        self.resume_if_possible(ingress, priority);
    }

    /// The buffer has no room for a frame that came in through `ingress`.
    #[cold]
    fn drop_frame(&mut self, id: u32, ingress: u32) {
        let frame = self.pool[id];
        let counters = &mut self.ports[ingress as usize].counters;
        counters.drops += 1;
        counters.dropped_bytes += u64::from(frame.size);
        if frame.kind == Kind::Data {
            let payload = u64::from(frame.size - self.rules.framing.data_header);
            self.totals.dropped_payload += payload;
        }
        self.pool.give_back(id);
    }
}
