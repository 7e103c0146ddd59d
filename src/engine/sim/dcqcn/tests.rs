//! The reaction point, step by step.

use super::*;
use crate::engine::units::SimTime;

fn rules() -> ReactionRules {
    let parameters = DcqcnParameters {
        additive_increase: BitRate::from_mbps(20),
        hyper_increase: BitRate::from_mbps(200),
        increase_reference: None,
        ..DcqcnParameters::default()
    };
    ReactionRules::new(&parameters, BitRate::from_gbps(100))
}

fn gbps(bps: u64) -> f64 {
    bps as f64 / 1e9
}

#[test]
fn a_burst_of_marks_halves_the_rate_and_keeps_the_target() {
    let rules = rules();
    let mut point = ReactionPoint::new(BitRate::from_gbps(100));
    assert!(point.on_mark());
    let mut trail = Vec::new();
    for _ in 0..6 {
        for _ in 0..4 {
            point.on_mark();
            point.on_alpha_tick(&rules);
        }
        assert!(point.on_decrease_tick(&rules));
        trail.push(gbps(point.rate));
    }
    assert_eq!(trail, [50.0, 25.0, 12.5, 6.25, 3.125, 1.5625]);
    assert_eq!((point.alpha, gbps(point.target)), (1.0, 100.0));
    // Fast recovery, then an additive increase that the line rate caps.
    point.on_increase_tick(&rules);
    assert_eq!(gbps(point.rate), 50.78125);
    point.on_increase_tick(&rules);
    assert_eq!((gbps(point.rate), gbps(point.target)), (75.390625, 100.0));
}

#[test]
fn a_cut_after_an_increase_moves_the_target() {
    let rules = rules();
    let mut point = ReactionPoint::new(BitRate::from_gbps(100));
    point.on_mark();
    point.on_decrease_tick(&rules);
    point.on_increase_tick(&rules);
    assert_eq!(gbps(point.rate), 75.0);
    point.on_mark();
    point.on_decrease_tick(&rules);
    assert_eq!((gbps(point.rate), gbps(point.target)), (37.5, 75.0));
}

#[test]
fn without_marks_alpha_decays_and_nothing_is_cut() {
    let rules = rules();
    let mut point = ReactionPoint::new(BitRate::from_gbps(100));
    point.on_mark();
    point.on_decrease_tick(&rules);
    for _ in 0..256 {
        point.on_alpha_tick(&rules);
    }
    assert!((point.alpha - 0.367).abs() < 0.001, "{}", point.alpha);
    assert!(!point.on_decrease_tick(&rules));
}

#[test]
fn the_rate_stays_between_its_minimum_and_the_line() {
    let rules = rules();
    let mut point = ReactionPoint::new(BitRate::from_gbps(100));
    for _ in 0..20 {
        point.on_mark();
        point.on_decrease_tick(&rules);
    }
    assert_eq!(point.rate, 1_000_000_000);
    for _ in 0..2_000 {
        point.on_increase_tick(&rules);
    }
    // Halves are cut to whole bits, so the line rate itself is missed by one.
    assert_eq!((point.target, point.rate), (100_000_000_000, 99_999_999_999));
}

#[test]
fn increases_scale_with_the_nic() {
    let rules = ReactionRules::new(&DcqcnParameters::default(), BitRate::from_gbps(400));
    assert_eq!((rules.additive, rules.hyper), (80_000_000, 800_000_000));
    assert_eq!(rules.alpha_interval, SimTime::from_us(1).as_ps());
}
