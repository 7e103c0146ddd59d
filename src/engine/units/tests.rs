//! Known answers for the conversions that everything else stands on.

use super::*;

#[test]
fn a_frame_takes_the_time_the_standard_says() {
    // 64 B at 800G: 0.64 ns; 4,096 B at 400G: 81.92 ns; 1,048 B at 100G: 83.84 ns.
    assert_eq!(
        BitRate::from_gbps(800).serialization_delay(Bytes::new(64)),
        SimTime::from_ps(640)
    );
    assert_eq!(
        BitRate::from_gbps(400).serialization_delay(Bytes::new(4096)),
        SimTime::from_ps(81_920)
    );
    assert_eq!(
        BitRate::from_gbps(100).serialization_delay(Bytes::new(1048)),
        SimTime::from_ps(83_840)
    );
}

#[test]
fn serialization_rounds_up_and_never_divides_by_zero() {
    assert_eq!(
        BitRate::from_bps(3_000_000_000_000).serialization_delay(Bytes::new(1)),
        SimTime::from_ps(3)
    );
    assert_eq!(BitRate::ZERO.serialization_delay(Bytes::new(1)), SimTime::MAX);
    assert_eq!(
        BitRate::from_bps(1).serialization_delay(Bytes::new(u64::MAX)),
        SimTime::MAX
    );
}

#[test]
fn units_convert_as_the_field_counts_them() {
    assert_eq!(BitRate::from_gbytes(300), BitRate::from_gbps(2400));
    assert_eq!(Bytes::from_gib(1).as_u64(), 1_073_741_824);
    assert!((BitRate::from_gbps(100).as_gbytes_f64() - 12.5).abs() < 1e-12);
}

#[test]
fn totals_saturate_instead_of_overflowing() {
    let huge = Power::from_mw(u64::MAX);
    assert_eq!(huge + huge, huge);
    assert_eq!(Bytes::new(1) - Bytes::new(2), Bytes::ZERO);
}
