//! Small parts that panels are made of.

mod chart;
mod dialog;
mod field;
mod icon;

pub(in crate::ui) use chart::{ChartView, look};
pub(in crate::ui) use dialog::Dialog;
pub(in crate::ui) use field::{NumberField, Select, TextField, Toggle, use_draft};
pub(in crate::ui) use icon::{Icon, icon};
