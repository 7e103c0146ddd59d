//! What a report is made of, as plain data: the bill of materials, its power and price, and what every figure rests on.
//!
//! Nothing here is text of a document; `export::html` writes that. Figures come from the catalogue with their evidence,
//! and what the catalogue does not know is said in words and left out of the sums, never counted as zero.

mod assumptions;
mod bill_of_materials;
mod chart;
mod power;
mod products;
mod split;
pub mod text;

pub use assumptions::{Assumption, assumptions};
pub use bill_of_materials::{Bill, Part, PartCategory, bill_of_materials};
pub use chart::{Chart, ChartSubject, ChartTable};
pub use power::PowerSummary;
pub use products::product_of;
pub use split::explain_split;

#[cfg(test)]
mod tests;
