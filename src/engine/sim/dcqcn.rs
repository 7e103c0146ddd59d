//! DCQCN's reaction point: how one queue pair's rate answers congestion marks.
//!
//! The state machine is that of the RDMA simulators ("Mellanox version"), after Zhu et al., SIGCOMM'15, section 3.2:
//! alpha rises with marks and decays without, a cut takes `alpha / 2` of the rate, increases come from one timer
//! (fast recovery, additive, hyper). Rates are whole bits a second; alpha is a double, used only in `+ - *`, so every
//! platform computes the same.

use super::scenario::DcqcnParameters;
use crate::engine::units::BitRate;

/// The parameters at one NIC rate, in the units of the hot path.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReactionRules {
    gain: f64,
    fast_recovery_steps: u32,
    additive: u64,
    hyper: u64,
    minimum: u64,
    clamp_target: bool,
    /// T_alpha, in ps.
    pub(super) alpha_interval: u64,
    /// T_dec, in ps.
    pub(super) decrease_interval: u64,
    /// T_rp, in ps.
    pub(super) increase_interval: u64,
}

impl ReactionRules {
    /// The rules for a sender whose line rate is `line`.
    pub(super) fn new(parameters: &DcqcnParameters, line: BitRate) -> Self {
        let scaled = |step: BitRate| match parameters.increase_reference {
            Some(reference) if !reference.is_zero() => {
                let bps =
                    u128::from(step.as_bps()) * u128::from(line.as_bps()) / u128::from(reference.as_bps());
                u64::try_from(bps).unwrap_or(u64::MAX)
            }
            _ => step.as_bps(),
        };
        Self {
            gain: parameters.gain,
            fast_recovery_steps: parameters.fast_recovery_steps,
            additive: scaled(parameters.additive_increase),
            hyper: scaled(parameters.hyper_increase),
            minimum: parameters.minimum_rate.as_bps().min(line.as_bps()),
            clamp_target: parameters.clamp_target,
            alpha_interval: parameters.alpha_interval.as_ps(),
            decrease_interval: parameters.decrease_interval.as_ps(),
            increase_interval: parameters.increase_interval.as_ps(),
        }
    }
}

/// The reaction point of one queue pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ReactionPoint {
    /// R_C, the rate it sends at, bit/s.
    pub(super) rate: u64,
    /// R_T, the rate it returns to, bit/s.
    pub(super) target: u64,
    /// The NIC's rate, which neither exceeds.
    pub(super) line: u64,
    /// The estimate of congestion, 0 to 1.
    pub(super) alpha: f64,
    stage: u32,
    marked_since_alpha: bool,
    marked_since_cut: bool,
    /// Whether the first mark has come; the timers run from then on.
    pub(super) active: bool,
}

impl ReactionPoint {
    /// At line rate, as every flow starts.
    pub(super) fn new(line: BitRate) -> Self {
        let line = line.as_bps();
        Self {
            rate: line,
            target: line,
            line,
            alpha: 1.0,
            stage: 0,
            marked_since_alpha: false,
            marked_since_cut: false,
            active: false,
        }
    }

    /// A mark has come back. `true` if it is the first: the caller then starts the timers.
    pub(super) fn on_mark(&mut self) -> bool {
        self.marked_since_cut = true;
        if self.active {
            self.marked_since_alpha = true;
            return false;
        }
        self.active = true;
        self.alpha = 1.0;
        self.marked_since_alpha = false;
        self.target = self.rate;
        true
    }

    /// The alpha timer: `alpha = (1 - g) alpha`, plus `g` if a mark came since the last.
    pub(super) fn on_alpha_tick(&mut self, rules: &ReactionRules) {
        self.alpha = if self.marked_since_alpha {
            (1.0 - rules.gain) * self.alpha + rules.gain
        } else {
            (1.0 - rules.gain) * self.alpha
        };
        self.marked_since_alpha = false;
    }

    /// The decrease timer: cuts if a mark came since the last cut. `true` if so: the increase timer then restarts.
    ///
    /// In a burst of cuts the target keeps its value from before the burst, unless it is clamped.
    pub(super) fn on_decrease_tick(&mut self, rules: &ReactionRules) -> bool {
        if !self.marked_since_cut {
            return false;
        }
        if rules.clamp_target || self.stage != 0 {
            self.target = self.rate;
        }
        // Rates are far below 2^53, so the double holds them exactly; the cast cuts.
        let cut = (self.rate as f64 * (1.0 - self.alpha / 2.0)) as u64;
        self.rate = cut.max(rules.minimum);
        self.stage = 0;
        self.marked_since_cut = false;
        true
    }

    /// The increase timer: halfway to the target, which itself rises after fast recovery.
    pub(super) fn on_increase_tick(&mut self, rules: &ReactionRules) {
        let step = match self.stage.cmp(&rules.fast_recovery_steps) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => rules.additive,
            std::cmp::Ordering::Greater => rules.hyper,
        };
        self.target = self.target.saturating_add(step).min(self.line);
        self.rate = self.rate / 2 + self.target / 2;
        self.stage = self.stage.saturating_add(1);
    }
}

#[cfg(test)]
mod tests;
