//! What leaves the project for other tools and for people: drawings, tables and cabling sheets.
//!
//! Every name in a design is hostile until escaped: [`markup`] does it for SVG and HTML, [`csv`] for spreadsheets.

pub mod cabling_sheet;
pub mod csv;
pub mod json;
pub mod markup;
pub mod svg;

pub use cabling_sheet::cabling_sheet;
pub use svg::{Appearance, DrawingOptions, drawing};
