//! The wheel against a sorted list.

use super::*;
use crate::engine::sim::packet::Kind;
use proptest::prelude::*;

/// Drives the wheel and a sorted model with the same gaps; each event taken may create others.
fn check(shift: u32, starts: &[u64], gaps: &[u64]) {
    let mut pool = Pool::new();
    let mut wheel = Wheel::new(shift);
    let mut model = std::collections::BTreeSet::new();
    let mut created = 0_u64;
    let mut hang =
        |wheel: &mut Wheel, pool: &mut Pool, model: &mut std::collections::BTreeSet<_>, time: u64| {
            let id = pool.take(Kind::Data, 0);
            pool[id].seq = created;
            wheel.push(pool, id, time);
            model.insert((time, created));
            created += 1;
        };
    for &time in starts {
        hang(&mut wheel, &mut pool, &mut model, time);
    }
    let mut gaps = gaps.iter();
    while let Some(id) = wheel.pop(&mut pool) {
        let got = (pool[id].time, pool[id].seq);
        assert_eq!(Some(got), model.pop_first());
        assert_eq!(wheel.len(), model.len());
        pool.give_back(id);
        for &gap in gaps.by_ref().take(2) {
            hang(&mut wheel, &mut pool, &mut model, got.0 + gap);
        }
    }
    assert!(model.is_empty());
}

fn gap() -> impl Strategy<Value = u64> {
    prop_oneof![
        Just(0_u64),
        0..4_000_u64,
        (0..2_000_u64).prop_map(|ns| ns * 1_000),
        0..40_000_000_u64,
        0..20_000_000_000_u64,
        Just(83_000),
        Just(300_000_000),
    ]
}

proptest! {
    #[test]
    fn events_come_in_order_of_time_and_creation(
        shift in 0_u32..12,
        starts in prop::collection::vec(gap(), 1..40),
        gaps in prop::collection::vec(gap(), 0..400),
    ) {
        check(shift, &starts, &gaps);
    }
}

#[test]
fn a_late_start_is_reached_in_one_jump() {
    check(
        9,
        &[2_000_000_000_000, 2_000_000_000_000, 4_000_000_000_000],
        &[1_000, 0, 83_000, 2_000_000_000],
    );
}
