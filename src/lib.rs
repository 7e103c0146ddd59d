//! Fabricad: design GPU clusters, prove their bandwidth, simulate their packets, plan their migration.
//!
//! Three floors, and data only climbs one way:
//!
//! ```text
//!   ui (feature `ui`)    worker (feature `web`)    cli (feature `cli`)     the shells
//!          │                      │                      │
//!        editor  ─────────────────┼──────────────────────┤                 a headless session
//!          │                      │                      │
//!        engine  ◄────────────────┴──────── charts (feature `charts`)      pure domain
//! ```
//!
//! * [`engine`] is pure: no clock, no I/O, no globals, seeded randomness, integers for physics. The same job
//!   gives the same answer, bit for bit, in the page's worker, in the command line and in a test.
//! * [`editor`] turns pointer, keyboard and menu actions into commands on a document, and asks the outside
//!   world for effects. It runs without a browser.
//! * `charts` draws series as SVG text; `worker`, `cli` and `ui` are thin shells.
//!
//! `tests/it/architecture.rs` holds these floors; `ARCHITECTURE.md` tells where everything lives.

pub mod editor;
pub mod engine;

#[cfg(feature = "charts")]
pub mod charts;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "ui")]
pub mod ui;
#[cfg(feature = "web")]
pub mod worker;
