//! Credit-based flow control of InfiniBand: a sender sends only what the far end has room for, so nothing is lost.
//!
//! Each switch port has its share of the buffer as receive buffer. What leaves it is told back in credit updates, at
//! most one on its way per link, each taking the link's delay; the sender learns everything freed until the update
//! was sent. One virtual lane carries data and acknowledgements.

use super::core::Core;
use super::packet::Kind;

impl Core {
    /// `size` bytes have left the receive buffer of port `p`.
    #[inline]
    pub(super) fn return_credit(&mut self, p: u32, size: u32) {
        let port = &mut self.ports[p as usize];
        port.freed += size;
        if !port.update_on_the_way {
            self.send_credit_update(p);
        }
    }

    fn send_credit_update(&mut self, p: u32) {
        let port = &mut self.ports[p as usize];
        port.update_on_the_way = true;
        let freed = std::mem::take(&mut port.freed);
        let time = self.now + port.delay;
        let id = self.pool.take(Kind::CreditUpdate, p);
        self.pool[id].seq = u64::from(freed);
        self.wheel.push(&mut self.pool, id, time);
    }

    /// A credit update has reached the sender.
    pub(super) fn on_credit_update(&mut self, id: u32) {
        let update = self.pool[id];
        self.pool.give_back(id);
        let (near, far) = (update.owner, update.owner ^ 1);
        self.ports[far as usize].credit += update.seq as u32;
        self.ports[near as usize].update_on_the_way = false;
        if self.ports[near as usize].freed > 0 {
            self.send_credit_update(near);
        }
        self.stir_nic(far);
        self.transmit(far);
    }
}
