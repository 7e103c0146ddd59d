//! The one record of everything that moves: a frame, the event it rides on and its link in a queue, in 32 bytes.
//!
//! A record is in one place at a time: in the timing wheel (on its way) or in the queue of a port (waiting). It is
//! reused in place: a data frame that reaches its receiver turns into its own acknowledgement.

/// No record: the end of a list.
pub(super) const NIL: u32 = u32::MAX;

/// What a record stands for when its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Not in use.
    Free,
    /// A data frame reaches the far end of a link.
    Data,
    /// An acknowledgement reaches the far end of a link.
    Ack,
    /// A negative acknowledgement reaches the far end of a link.
    Nack,
    /// A PFC frame reaches the far end: pause the priority.
    Pause,
    /// A PFC frame reaches the far end: let the priority go again.
    Resume,
    /// A port has finished putting a frame on the wire.
    TransmissionEnd,
    /// A queue pair of this NIC may send again.
    NicWake,
    /// DCQCN: the alpha timer of a queue pair.
    AlphaTick,
    /// DCQCN: the rate decrease timer of a queue pair.
    DecreaseTick,
    /// DCQCN: the rate increase timer of a queue pair.
    IncreaseTick,
    /// A queue pair looks whether what it sent was acknowledged.
    RetransmitTick,
    /// A flow starts.
    FlowStart,
    /// A step of the workload that passes no switch ends (an NVLink transfer, a software overhead).
    LocalEnd,
    /// InfiniBand: credits come back to the sender of a link.
    CreditUpdate,
    /// The recorder takes its samples.
    Sample,
    /// The run has lasted as long as it may.
    TimeLimit,
}

/// Bits of [`Node::flags`] that hold the priority.
const PRIORITY: u8 = 0b0000_0111;
/// Congestion experienced.
const CE: u8 = 0b0000_1000;
/// The acknowledgement tells of a mark on the data that it acknowledges.
const ECHO: u8 = 0b0001_0000;

/// A frame or event; see the module's words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// When it happens, in ps.
    pub(super) time: u64,
    /// Data: the first byte. ACK and NACK: the byte expected next. Timers: the generation that set them.
    pub(super) seq: u64,
    /// The next in the same list.
    pub(super) next: u32,
    /// The queue pair; for ports, NICs and local steps their number.
    pub(super) owner: u32,
    /// Position in the path table; for PFC frames the port that sent them.
    pub(super) hop: u32,
    /// Bytes of the frame as the buffers count it.
    pub(super) size: u16,
    /// What it is.
    pub(super) kind: Kind,
    /// Priority, congestion mark and its echo.
    flags: u8,
}

impl Node {
    /// The priority it travels in.
    pub(super) fn priority(&self) -> usize {
        usize::from(self.flags & PRIORITY)
    }
    /// Sets the priority and clears the congestion mark.
    pub(super) fn set_priority(&mut self, priority: u8) {
        self.flags = priority & PRIORITY;
    }
    /// Whether a switch has marked it.
    pub(super) fn congestion_experienced(&self) -> bool {
        self.flags & CE != 0
    }
    /// Whether a credit of this many bytes is enough for it.
    pub(super) fn fits(&self, credit: u32) -> bool {
        u32::from(self.size) <= credit
    }
    /// Turns the mark of data into the echo that its acknowledgement carries; marks on the way back mean nothing.
    pub(super) fn echo_mark(&mut self) {
        let echo = if self.congestion_experienced() { ECHO } else { 0 };
        self.flags = (self.flags & PRIORITY) | echo;
    }
    /// Whether an acknowledgement tells of a mark.
    pub(super) fn echoes_mark(&self) -> bool {
        self.flags & ECHO != 0
    }
    /// Marks it.
    pub(super) fn mark(&mut self) {
        self.flags |= CE;
    }
}

/// All records of a run; freed ones are used again, so a run in steady state allocates nothing.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    nodes: Vec<Node>,
    free: u32,
}

impl Pool {
    /// A pool without records.
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            free: NIL,
        }
    }

    /// A record of this kind and owner.
    #[inline]
    pub(super) fn take(&mut self, kind: Kind, owner: u32) -> u32 {
        let fresh = Node {
            time: 0,
            seq: 0,
            next: NIL,
            owner,
            hop: NIL,
            size: 0,
            kind,
            flags: 0,
        };
        if self.free == NIL {
            let id = self.nodes.len() as u32;
            self.nodes.push(fresh);
            return id;
        }
        let id = self.free;
        let node = &mut self.nodes[id as usize];
        self.free = node.next;
        *node = fresh;
        id
    }

    /// Gives a record back.
    #[inline]
    pub(super) fn give_back(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        node.kind = Kind::Free;
        node.next = self.free;
        self.free = id;
    }

    /// All records, for audits.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }
}

impl std::ops::Index<u32> for Pool {
    type Output = Node;
    #[inline]
    fn index(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }
}

impl std::ops::IndexMut<u32> for Pool {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_32_bytes_and_is_used_again() {
        assert_eq!(std::mem::size_of::<Node>(), 32);
        let mut pool = Pool::new();
        let a = pool.take(Kind::Data, 1);
        pool.give_back(a);
        assert_eq!(pool.take(Kind::Ack, 2), a);
        assert_eq!(pool.iter().count(), 1);
    }

    #[test]
    fn priority_and_mark_share_a_byte_without_mixing() {
        let mut pool = Pool::new();
        let a = pool.take(Kind::Data, 0);
        pool[a].set_priority(3);
        pool[a].mark();
        assert_eq!((pool[a].priority(), pool[a].congestion_experienced()), (3, true));
        pool[a].echo_mark();
        assert_eq!(
            (
                pool[a].priority(),
                pool[a].congestion_experienced(),
                pool[a].echoes_mark()
            ),
            (3, false, true)
        );
    }
}
