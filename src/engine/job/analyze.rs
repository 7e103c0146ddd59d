//! The analysis of a design: everything that is shown without asking.

use crate::engine::analysis::{
    DesignBisection, Effort, GraphOptions, Oversubscription, design_bisection, oversubscription,
};
use crate::engine::collective::{AllReduceReport, NoCollective, all_reduce, usual_sizes};
use crate::engine::document::Design;
use crate::engine::report::{Assumption, Bill, assumptions, bill_of_materials};
use crate::engine::topology::{Finding, NodeKind, Topology, validate};
use serde::{Deserialize, Serialize};

/// How many there are of each kind of thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// GPUs, over all servers.
    pub gpus: u32,
    /// GPU servers and hosts.
    pub servers: u32,
    /// NVSwitch domains that are devices of their own.
    pub nvlink_domains: u32,
    /// Switches.
    pub switches: u32,
    /// Cables.
    pub cables: u32,
}

/// Everything that is known of a design without a simulation or a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// How large it is.
    pub counts: Counts,
    /// Its host bisection bandwidth, with the proof and the cut.
    pub bisection: DesignBisection,
    /// Its oversubscription by tier and switch.
    pub oversubscription: Oversubscription,
    /// Its all-reduce over all GPUs, or why it has none.
    pub all_reduce: Result<AllReduceReport, NoCollective>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What it is made of, what it draws and what it costs.
    pub bill: Bill,
    /// What the figures rest on.
    pub assumptions: Vec<Assumption>,
}

/// Analyses a design. Deterministic; the bisection's effort is bounded, so the time is too.
pub fn analyze(design: &Design) -> Analysis {
    let topology = design.topology();
    let all_reduce = all_reduce(topology, &usual_sizes());
    Analysis {
        counts: counts(topology),
        bisection: design_bisection(topology, &GraphOptions::default(), Effort::INTERACTIVE),
        oversubscription: oversubscription(topology),
        findings: validate(topology),
        bill: bill_of_materials(topology),
        assumptions: assumptions(topology, all_reduce.as_ref().ok()),
        all_reduce,
    }
}

fn counts(topology: &Topology) -> Counts {
    let mut counts = Counts {
        cables: topology.n_links() as u32,
        ..Counts::default()
    };
    for (_, node) in topology.nodes() {
        match node.kind {
            NodeKind::Server(server) => {
                counts.servers += 1;
                counts.gpus += u32::from(server.gpus);
            }
            NodeKind::NvlinkDomain(_) => counts.nvlink_domains += 1,
            NodeKind::Switch(_) => counts.switches += 1,
        }
    }
    counts
}
