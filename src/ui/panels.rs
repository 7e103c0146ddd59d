//! The panels around the canvas. Each is given the session's snapshot and one callback to act on it.

mod bill;
mod capacity;
mod figures;
mod findings;
mod inspector;
mod legend;
mod migration;
mod palette;
mod report;
mod simulation;
mod templates;
mod topbar;

pub(in crate::ui) use bill::BillPanel;
pub(in crate::ui) use capacity::CapacityPanel;
pub(in crate::ui) use figures::Figures;
pub(in crate::ui) use findings::FindingsPanel;
pub(in crate::ui) use inspector::InspectorPanel;
pub(in crate::ui) use legend::Legend;
pub(in crate::ui) use migration::MigrationPanel;
pub(in crate::ui) use palette::Palette;
pub(in crate::ui) use report::ReportDialog;
pub(in crate::ui) use simulation::SimulationPanel;
pub(in crate::ui) use templates::TemplateDialog;
pub(in crate::ui) use topbar::TopBar;
