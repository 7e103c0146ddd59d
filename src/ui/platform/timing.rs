//! Frames, moments and the clock.

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::{Interval, Timeout};

/// Calls back before the next picture; dropped, it does not.
pub(in crate::ui) fn next_frame(call: impl FnOnce() + 'static) -> AnimationFrame {
    request_animation_frame(move |_| call())
}

/// Calls back after some milliseconds; dropped, it does not.
pub(in crate::ui) fn after(millis: u32, call: impl FnOnce() + 'static) -> Timeout {
    Timeout::new(millis, call)
}

/// Calls back every so many milliseconds until it is dropped.
pub(in crate::ui) fn every(millis: u32, call: impl FnMut() + 'static) -> Interval {
    Interval::new(millis, call)
}

/// Milliseconds since the page was opened.
pub(in crate::ui) fn now_ms() -> f64 {
    gloo::utils::window()
        .performance()
        .map_or(0.0, |clock| clock.now())
}
