//! What a person asks of a migration: the rate, what is to change, and what must keep working meanwhile.

use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// The wish: which parts of the fabric go to which rate, under which limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The rate to reach: 200, 400 or 800 Gb/s per direction.
    pub rate: BitRate,
    /// What is to change.
    pub change: Change,
    /// What must not fall below which share of the start, during and after every window.
    pub floors: Floors,
    /// Operations that the crew can carry out in one window.
    pub max_operations_per_window: u16,
    /// The longest window, in hours; every operation must fit into it.
    pub hours_per_window: u32,
    /// How long each kind of operation takes.
    pub durations: Durations,
    /// The metric whose loss is made least among the plans with the fewest windows.
    pub loss: Metric,
    /// Models chosen by the person; the planner chooses where none is named.
    pub models: Models,
}

/// Which parts of the fabric change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The leaves' ports towards the switches above them.
    pub leaf_uplinks: bool,
    /// All ports of the spines, and of the cores above them.
    pub spines: bool,
    /// The servers' NICs, with the leaf ports that they need.
    pub nics: bool,
}

/// The least share of its value at the start that each metric keeps, in thousandths; zero sets no floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floors {
    /// Floor on [`Metric::AllReduce`], per mille.
    pub all_reduce: u16,
    /// Floor on [`Metric::Bisection`], per mille.
    pub bisection: u16,
    /// Floor on [`Metric::Uplinks`], per mille.
    pub uplinks: u16,
}

/// What a floor or a loss is measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Metric {
    /// All-reduce capacity: over all servers, the sum of their live links into the fabric, each the least of NIC,
    /// PCIe path, cable and leaf port. What a ring over all rails could use.
    AllReduce,
    /// Bisection bandwidth over the endpoints that are online.
    Bisection,
    /// The sum of all live links between switches. On rail-optimised fabrics neither all-reduce nor bisection needs
    /// the spines, yet cross-rail traffic does.
    Uplinks,
}

/// How long each kind of operation takes, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Durations {
    /// Replacing a switch: drain, swap, cable, check.
    pub swap_switch: u32,
    /// Replacing all NICs of one server.
    pub swap_nics: u32,
    /// Replacing cables or optics of one device whose ports stay.
    pub recable: u32,
}

/// Models that the person wants, by the catalogue's names; `None` leaves the choice to the planner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    /// For the leaves.
    pub leaf: Option<String>,
    /// For spines and cores.
    pub spine: Option<String>,
    /// For the servers' NICs.
    pub nic: Option<String>,
}

impl Metric {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 3] = [Self::AllReduce, Self::Bisection, Self::Uplinks];

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllReduce => "all-reduce capacity",
            Self::Bisection => "bisection bandwidth",
            Self::Uplinks => "capacity between switches",
        }
    }
}

impl Floors {
    /// The same floor on every metric, per mille.
    pub const fn all(per_mille: u16) -> Self {
        Self {
            all_reduce: per_mille,
            bisection: per_mille,
            uplinks: per_mille,
        }
    }

    /// No floor at all.
    pub const NONE: Self = Self::all(0);

    /// The floor on one metric, per mille.
    pub const fn of(&self, metric: Metric) -> u16 {
        match metric {
            Metric::AllReduce => self.all_reduce,
            Metric::Bisection => self.bisection,
            Metric::Uplinks => self.uplinks,
        }
    }
}

impl Default for Durations {
    /// Four hours for each operation: the usual night window (a default to be edited, not a measured figure).
    fn default() -> Self {
        Self {
            swap_switch: 240,
            swap_nics: 240,
            recable: 240,
        }
    }
}

impl Default for Goal {
    /// Leaf uplinks and spines to 400G, three quarters of every metric kept, four operations a window of four hours.
    fn default() -> Self {
        Self {
            rate: BitRate::from_gbps(400),
            change: Change {
                leaf_uplinks: true,
                spines: true,
                nics: false,
            },
            floors: Floors::all(750),
            max_operations_per_window: 4,
            hours_per_window: 4,
            durations: Durations::default(),
            loss: Metric::AllReduce,
            models: Models::default(),
        }
    }
}

/// A goal or a design that no plan can be made for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The rate is none that ports have.
    #[error("a migration goes to 200, 400 or 800 Gb/s, not to {0} Gb/s")]
    Rate(u64),
    /// Nothing was chosen.
    #[error("nothing is to change: choose leaf uplinks, spines or NICs")]
    NothingChosen,
    /// Nobody to do the work.
    #[error("a window needs room for at least one operation")]
    NoCrew,
    /// A floor above the start.
    #[error("the floor on {metric} is {per_mille} per mille of the start; no plan keeps more than 1000 throughout", metric = .metric.name())]
    Floor {
        /// The metric.
        metric: Metric,
        /// The floor that was asked for.
        per_mille: u16,
    },
    /// An operation of no duration, or one that is longer than a window.
    #[error(
        "{operation} takes {minutes} min: it must take at least 1 min and fit into a window of {hours} h"
    )]
    Duration {
        /// Which operation.
        operation: &'static str,
        /// Its duration.
        minutes: u32,
        /// The longest window.
        hours: u32,
    },
    /// Nothing that a migration could keep alive.
    #[error("the design has no GPU servers that are cabled to a switch")]
    NoServers,
    /// More endpoints than can be read.
    #[error("the design has more GPUs than the planner reads ({most})")]
    TooLarge {
        /// The most that are read.
        most: usize,
    },
    /// A model that the catalogue lacks.
    #[error("the catalogue has no {kind} of the model \"{model}\"")]
    UnknownModel {
        /// Switch or NIC.
        kind: &'static str,
        /// The name that was given.
        model: String,
    },
}

impl Goal {
    /// Checks what can be checked without a design.
    ///
    /// # Errors
    /// The first thing wrong with the goal.
    pub fn check(&self) -> Result<(), PlanError> {
        if ![200, 400, 800].map(BitRate::from_gbps).contains(&self.rate) {
            return Err(PlanError::Rate(self.rate.as_bps() / 1_000_000_000));
        }
        if self.change == Change::default() {
            return Err(PlanError::NothingChosen);
        }
        if self.max_operations_per_window == 0 {
            return Err(PlanError::NoCrew);
        }
        for metric in Metric::ALL {
            let per_mille = self.floors.of(metric);
            if per_mille > 1000 {
                return Err(PlanError::Floor { metric, per_mille });
            }
        }
        let durations = [
            ("replacing a switch", self.durations.swap_switch),
            ("replacing the NICs of a server", self.durations.swap_nics),
            ("recabling a device", self.durations.recable),
        ];
        for (operation, minutes) in durations {
            if minutes == 0 || u64::from(minutes) > 60 * u64::from(self.hours_per_window) {
                return Err(PlanError::Duration {
                    operation,
                    minutes,
                    hours: self.hours_per_window,
                });
            }
        }
        Ok(())
    }
}
