//! Seeded random numbers: one small generator, no entropy from outside.

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
