//! One number that stands for everything that happened: equal runs have equal hashes, on every platform.

/// A running hash of every frame that starts on a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    hash: u64,
}

impl Trace {
    /// The hash of nothing.
    pub(super) fn new() -> Self {
        Self {
            hash: 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// Takes in a frame that starts at `time` through `port`; `what` tells frames apart.
    #[inline]
    pub(super) fn frame(&mut self, time: u64, port: u32, what: u64) {
        let word = time ^ u64::from(port).rotate_left(40) ^ what.rotate_left(20);
        self.hash = (self.hash ^ word)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            .rotate_left(27);
    }

    /// The hash so far.
    pub(super) fn value(&self) -> u64 {
        super::random::mix(self.hash)
    }
}
