//! Priority flow control (IEEE 802.1Qbb): pausing and resuming the far end of a link, per priority.
//!
//! A pause holds until the resume; no timer ends it. PFC frames go through queue 0 of the port, before all others,
//! behind the frame that is on the wire.

use super::core::Core;
use super::packet::Kind;

/// What a run does with PFC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PauseMode {
    /// Switches pause and senders obey.
    On,
    /// No PFC frames at all.
    Off,
    /// PFC frames are sent, and ignored on arrival: how the reference model turns PFC off.
    Ignored,
}

impl Core {
    /// After a frame was admitted: asks the far end to stop if the buffer says so.
    #[inline]
    pub(super) fn pause_if_needed(&mut self, ingress: u32, priority: usize) {
        let port = &self.ports[ingress as usize];
        if port.pausing & (1 << priority) != 0 || self.rules.pause == PauseMode::Off {
            return;
        }
        if self.switches[port.owner as usize].must_pause(port, priority) {
            self.send_pfc(ingress, priority, Kind::Pause);
            self.ports[ingress as usize].pausing |= 1 << priority;
        }
    }

    /// After a frame has left: lets the far end of its ingress go on if the buffer says so.
    #[inline]
    pub(super) fn resume_if_possible(&mut self, ingress: u32, priority: usize) {
        let port = &self.ports[ingress as usize];
        if port.pausing & (1 << priority) == 0 {
            return;
        }
        if self.switches[port.owner as usize].may_resume(port, priority) {
            self.send_pfc(ingress, priority, Kind::Resume);
            self.ports[ingress as usize].pausing &= !(1 << priority);
        }
    }

    #[cold]
    fn send_pfc(&mut self, p: u32, priority: usize, kind: Kind) {
        self.draws.on_pfc_frame();
        let id = self.pool.take(kind, p);
        let frame = &mut self.pool[id];
        frame.hop = p;
        frame.size = self.rules.framing.pause;
        frame.set_priority(priority as u8);
        self.totals.pfc_frames += 1;
        self.ports[p as usize].enqueue(&mut self.pool, 0, id);
        self.switch_transmit(p);
    }

    /// A PFC frame has arrived at the far end of the port that sent it.
    pub(super) fn on_pfc(&mut self, id: u32) {
        let frame = self.pool[id];
        self.pool.give_back(id);
        if self.rules.pause == PauseMode::Ignored {
            return;
        }
        let p = frame.hop ^ 1;
        let bit = 1 << frame.priority();
        let port = &mut self.ports[p as usize];
        if frame.kind == Kind::Pause {
            port.paused |= bit;
            port.counters.on_pause(self.now);
            return;
        }
        port.paused &= !bit;
        port.counters.on_resume(self.now);
        self.stir_nic(p);
        self.transmit(p);
    }
}
