//! Charts as SVG text, each with its words and a table of the same figures; the only room that names `plotters`.
//!
//! One look for all: one plot area, a quiet grid, the unit of an axis written out beside it, a legend in words above.
//! Colours follow the reader's theme unless one is asked for. On wasm `plotters` measures text through the window, so
//! there charts are drawn on the page's own thread, never in the worker.

mod all_reduce;
mod histogram;
mod migration;
mod plot;
mod theme;
mod ticks;
mod time_series;

pub use all_reduce::{all_reduce_bandwidth, all_reduce_time};
pub use histogram::completion_times;
pub use migration::migration;
pub use time_series::{queues, rates};

pub use crate::engine::export::Appearance;
pub use crate::engine::report::{Chart, ChartTable};

#[cfg(test)]
mod tests;
