//! The ground floor: everything that is true of a fabric, with no browser, clock or file system in sight.
//!
//! Rooms, from the ground up (each may use those above it in this list, see `tests/it/architecture.rs`):
//! [`units`], [`ids`] and [`order`] (sorting) · [`catalog`] (data sheets) · [`topology`] (devices, ports, cables) ·
//! [`document`] (the design file, commands, undo) · [`analysis`], [`sim`], [`collective`] (answers) ·
//! [`planner`] (network migration) · [`import`], [`export`], [`report`] · [`job`] and [`protocol`] (one entry for
//! the page, the command line and the tests).

pub mod analysis;
pub mod catalog;
pub mod collective;
pub mod document;
pub mod export;
pub mod ids;
pub mod import;
pub mod job;
pub mod order;
pub mod planner;
pub mod protocol;
pub mod report;
pub mod sim;
pub mod topology;
pub mod units;
