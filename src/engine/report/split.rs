//! Why a bisection can be larger than the network.

use super::text;
use crate::engine::analysis::DesignBisection;
use crate::engine::topology::Topology;
use crate::engine::units::BitRate;

/// Why a cut that passes inside servers is larger than the network: halves must be equal, and where they cannot be made
/// of whole servers, balance cuts through NVLinks. `None` if no server is split. O(cables of the cut).
pub fn explain_split(bisection: &DesignBisection, topology: &Topology) -> Option<String> {
    let cut = bisection.cut.as_ref()?;
    let first = topology.node(*cut.split_servers.first()?);
    let name = first.map_or("a server", |node| node.name.as_str());
    let cables: BitRate = cut
        .links
        .iter()
        .filter_map(|&id| topology.link(id))
        .map(|link| link.rate)
        .sum();
    let others = match cut.split_servers.len() - 1 {
        0 => String::new(),
        n => format!(" and {}", text::counted(n as u64, "other server")),
    };
    Some(format!(
        "Equal halves cannot be made of whole servers here at less cost, so the cut passes inside {name}{others}, through \
         NVLink or PCIe. The cables that it crosses carry {}; what is above that is no capacity of the network.",
        text::rate(cables)
    ))
}
