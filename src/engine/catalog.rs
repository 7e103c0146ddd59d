//! Data sheets of the hardware, and the words they are written in: layers, cages, media, connectors.

mod cable;
mod port;

pub use cable::{Cable, Connector, Medium, Polarity};
pub use port::{Cage, LinkLayer};
