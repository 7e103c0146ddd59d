//! The congestion point: RED marking of frames as they leave a queue (DCQCN, SIGCOMM'15 section 3.1).

use super::port::Marking;
use super::random::Draws;

impl Marking {
    /// Whether a frame that leaves `behind` bytes in its queue is marked. Draws only between the thresholds.
    #[inline]
    pub(super) fn decides(&self, behind: u32, draws: &mut Draws) -> bool {
        if behind <= self.k_min {
            return false;
        }
        if behind > self.k_max {
            return true;
        }
        let share = self.p_max * f64::from(behind - self.k_min) / f64::from(self.k_max - self.k_min);
        draws.next_unit() < share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sim::random::Random;

    #[test]
    fn marking_rises_from_none_to_p_max_and_then_to_all() {
        let marking = Marking {
            k_min: 100_000,
            k_max: 400_000,
            p_max: 0.2,
        };
        let mut draws = Draws::Fast(Random::new(1));
        let mut share = |behind| {
            (0..20_000)
                .filter(|_| marking.decides(behind, &mut draws))
                .count() as f64
                / 20_000.0
        };
        assert_eq!((share(0), share(100_000), share(400_001)), (0.0, 0.0, 1.0));
        assert!((share(250_000) - 0.1).abs() < 0.01);
        assert!((share(400_000) - 0.2).abs() < 0.01);
    }

    #[test]
    fn equal_thresholds_make_a_step() {
        let step = Marking {
            k_min: 400_000,
            k_max: 400_000,
            p_max: 0.2,
        };
        let mut draws = Draws::Fast(Random::new(1));
        assert!(!step.decides(400_000, &mut draws) && step.decides(400_001, &mut draws));
    }
}
