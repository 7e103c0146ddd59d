//! Data sheets of the hardware, and the words they are written in: layers, cages, media, connectors.
//!
//! Every figure is a [`Fact`] with the [`Evidence`] it rests on, and every sheet names its [`Source`]s. A figure
//! that nobody read at a source is [`Evidence::Default`]: shown as an editable default, never as a fact.
//! The tables are constants, so that a look-up costs nothing and the page carries them once.

mod cable;
mod compatibility;
mod fact;
mod links;
mod nics;
mod platforms;
mod port;
mod products;
mod switches;

pub use cable::{Cable, Connector, Medium, Polarity};
pub use compatibility::{CompatibilityRule, Fit, module_fits, rules};
pub use fact::{Between, Evidence, Fact, Source};
pub use links::{Fec, LinkForm, LinkSheet, link, links};
pub use nics::{NicSheet, nic, nics};
pub use platforms::{GpuGeneration, NvlinkScope, PlatformSheet, platform, platforms};
pub use port::{Cage, LinkLayer, PortRun};
pub use products::{cable_products, usual_cable};
pub use switches::{SwitchSheet, switch, switches};

#[cfg(test)]
mod tests;
