//! Seeded random numbers: small generators, no entropy from outside.

mod streams;

pub(super) use streams::Streams;

/// What switches draw from when they mark.
#[derive(Clone, Debug)]
pub(super) enum Draws {
    /// One fast sequence.
    Fast(Random),
    /// The streams of the reference model.
    Streams(Streams),
}

impl Draws {
    /// The next draw, in (0, 1).
    #[inline]
    pub(super) fn next_unit(&mut self) -> f64 {
        match self {
            Self::Fast(random) => random.next_unit(),
            Self::Streams(streams) => streams.next_unit(),
        }
    }

    /// A PFC frame is made: the reference model draws its IP identification.
    pub(super) fn on_pfc_frame(&mut self) {
        if let Self::Streams(streams) = self {
            streams.skip();
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): a 64-bit counter, well mixed; one seed gives one sequence everywhere.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    /// The sequence of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub(super) fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// The next number in (0, 1): 52 bits and a half, so that it is neither 0 nor 1.
    #[inline]
    pub(super) fn next_unit(&mut self) -> f64 {
        ((self.next_u64() >> 12) as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0)
    }

    /// A number below `n`, evenly to within 2^-32 for small `n`; 0 when `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }
}

/// Mixes 64 bits so that every bit of the answer depends on every bit of the question.
#[inline]
pub(super) const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_even_and_the_seed_decides_them() {
        let mut random = Random::new(7);
        let mean = (0..20_000).map(|_| random.next_unit()).sum::<f64>() / 20_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert_eq!(Random::new(7).next_u64(), Random::new(7).next_u64());
        assert_ne!(Random::new(7).next_u64(), Random::new(8).next_u64());
        assert!((0..1_000).all(|_| random.below(5) < 5));
    }
}
