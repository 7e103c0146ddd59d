//! The packet buffer of a switch: a reserve for each port, a shared pool with a dynamic threshold, headroom for what
//! arrives after a pause was sent. Accounting is by (ingress port, priority).
//!
//! Rules after the memory management unit that the field's simulators model: a frame is dropped only at ingress, and
//! only when it fits neither under the threshold nor into the headroom.

use super::port::{Port, Queue};

/// The buffer of one switch, in bytes.
#[derive(Clone, Debug)]
pub(super) struct SharedBuffer {
    /// What the ports share: the buffer less all headroom and reserve.
    pub(super) pool: u32,
    /// What of it is in use.
    pub(super) used: u32,
    /// The most that was ever in use.
    pub(super) peak: u32,
    /// Set aside for each (port, priority) before it takes from the pool.
    pub(super) reserve: u32,
    /// How far below the threshold a port resumes.
    pub(super) xon_offset: u32,
}

impl SharedBuffer {
    /// The threshold of a port whose shift this is: a share of what is free.
    #[inline]
    pub(super) fn threshold(&self, shift: u8) -> u32 {
        self.pool.saturating_sub(self.used) >> shift
    }

    /// What a queue has of the shared pool.
    #[inline]
    fn shared(&self, queue: &Queue) -> u32 {
        queue.ingress.saturating_sub(self.reserve)
    }

    /// Takes a frame in, or refuses it: `false` means drop.
    #[inline]
    pub(super) fn admit(&mut self, port: &mut Port, priority: usize, size: u32) -> bool {
        let threshold = self.threshold(port.shift);
        let queue = &mut port.queues[priority];
        let over = size + queue.ingress.saturating_sub(self.reserve) > threshold;
        if over && size + queue.headroom > port.headroom {
            return false;
        }
        let bytes = queue.ingress + size;
        if bytes <= self.reserve {
            queue.ingress = bytes;
        } else if bytes - self.reserve > threshold {
            queue.headroom += size;
        } else {
            queue.ingress = bytes;
            self.used += size.min(bytes - self.reserve);
            self.peak = self.peak.max(self.used);
        }
        true
    }

    /// Gives back what a frame took, headroom first.
    #[inline]
    pub(super) fn release(&mut self, queue: &mut Queue, size: u32) {
        let from_headroom = queue.headroom.min(size);
        let rest = size - from_headroom;
        let from_shared = rest.min(self.shared(queue));
        queue.headroom -= from_headroom;
        queue.ingress -= rest;
        self.used -= from_shared;
    }

    /// Whether the far end of a port must stop (XOFF).
    #[inline]
    pub(super) fn must_pause(&self, port: &Port, priority: usize) -> bool {
        let queue = &port.queues[priority];
        queue.headroom > 0 || self.shared(queue) >= self.threshold(port.shift)
    }

    /// Whether a far end that was stopped may go on (XON).
    #[inline]
    pub(super) fn may_resume(&self, port: &Port, priority: usize) -> bool {
        let queue = &port.queues[priority];
        let shared = self.shared(queue);
        queue.headroom == 0 && (shared == 0 || shared + self.xon_offset <= self.threshold(port.shift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sim::port::FlowControl;
    use proptest::prelude::*;

    fn port(shift: u8, headroom: u32) -> Port {
        let mut port = Port::new(0, false, FlowControl::Pause, 0);
        (port.shift, port.headroom) = (shift, headroom);
        port
    }

    fn buffer(pool: u32) -> SharedBuffer {
        SharedBuffer {
            pool,
            used: 0,
            peak: 0,
            reserve: 4_096,
            xon_offset: 3_072,
        }
    }

    #[test]
    fn one_port_fills_its_share_then_its_headroom_then_drops() {
        let (mut mmu, mut port) = (buffer(90_000), port(3, 5_000));
        let mut taken = 0;
        while mmu.admit(&mut port, 3, 1_000) {
            taken += 1_000;
            if mmu.must_pause(&port, 3) {
                // With alpha = 1/8 one queue takes 1/9 of the pool.
                assert!((9_000..=10_000).contains(&mmu.used) || port.queues[3].headroom > 0);
            }
        }
        assert_eq!(port.queues[3].headroom, 5_000);
        assert_eq!(taken, port.queues[3].ingress + 5_000);
    }

    #[test]
    fn it_resumes_well_below_where_it_paused() {
        let (mut mmu, mut port) = (buffer(90_000), port(3, 5_000));
        while !mmu.must_pause(&port, 3) {
            assert!(mmu.admit(&mut port, 3, 1_000));
        }
        let at_pause = mmu.used;
        while !mmu.may_resume(&port, 3) {
            mmu.release(&mut port.queues[3], 1_000);
        }
        assert!(at_pause - mmu.used >= 3_000);
    }

    proptest! {
        /// Whatever comes and goes, the pool counts exactly what the queues have of it, and ends empty.
        #[test]
        fn the_pool_balances(sizes in prop::collection::vec((0_usize..3, 64_u32..9_000), 1..200)) {
            let mut mmu = buffer(60_000);
            let mut ports = [port(3, 20_000), port(1, 20_000), port(0, 20_000)];
            let mut inside = std::collections::VecDeque::new();
            for (i, size) in sizes {
                if mmu.admit(&mut ports[i], 3, size) {
                    inside.push_back((i, size));
                } else if let Some((i, size)) = inside.pop_front() {
                    mmu.release(&mut ports[i].queues[3], size);
                }
                let held: u32 = ports.iter().map(|p| p.queues[3].ingress + p.queues[3].headroom).sum();
                prop_assert_eq!(held, inside.iter().map(|(_, size)| size).sum::<u32>());
                prop_assert!(mmu.used <= mmu.pool);
            }
            for (i, size) in inside {
                mmu.release(&mut ports[i].queues[3], size);
            }
            prop_assert_eq!(mmu.used, 0);
        }
    }
}
