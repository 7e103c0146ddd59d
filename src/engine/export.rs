//! What leaves the project for other tools and for people: reports, drawings, tables, cabling sheets.
//!
//! Every name in a design is hostile until escaped: [`markup`] does it for SVG and HTML, [`csv`] for spreadsheets.

pub mod bill_sheet;
pub mod cabling_sheet;
pub mod csv;
pub mod html;
pub mod json;
pub mod markup;
pub mod svg;

pub use bill_sheet::bill_sheet;
pub use cabling_sheet::cabling_sheet;
pub use html::{ReportInput, html};
pub use svg::{Appearance, DrawingOptions, drawing};
