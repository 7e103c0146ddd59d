//! The one integration binary: behaviour across rooms, in files named for it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod architecture;
mod bisection;
#[cfg(feature = "cli")]
mod cli;
mod document_format;
mod import;
mod job;
mod planner;
mod sim;
mod undo_laws;
