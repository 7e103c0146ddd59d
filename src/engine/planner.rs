//! Network migration: an ordered sequence of windows from the drawn fabric to a faster one.

mod goal;
mod plan;
#[cfg(test)]
mod problem;

pub use goal::{Change, Durations, Floors, Goal, Metric, Models, PlanError};
pub use plan::{
    Binding, Metrics, MigrationPlan, Operation, OperationKind, Optimality, PartFate, PartLine, Shares,
    Window, Witness,
};
