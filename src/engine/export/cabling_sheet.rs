//! The cabling sheet: one line a cable, for the people who pull it.

use super::csv::{Cell, Table};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Link, NodeKind, PortRef, Topology};

/// The columns, in order.
pub const COLUMNS: [&str; 12] = [
    "cable",
    "a_device",
    "a_port",
    "b_device",
    "b_port",
    "layer",
    "rate_gbps",
    "medium",
    "connector",
    "polarity",
    "length_m",
    "label",
];

/// The cabling sheet of a design as CSV: sorted by device and port, so that one walks along a switch.
///
/// End A is the switch where only one end is a switch; ports count from 1. The
/// label is what goes on both ends of the cable. O(cables log cables).
pub fn cabling_sheet(topology: &Topology) -> String {
    let mut rows: Vec<(PortRef, PortRef, &Link)> = topology
        .links()
        .map(|(_, link)| {
            let (a, b) = oriented(topology, link);
            (a, b, link)
        })
        .collect();
    rows.small_sort_by_key(|&(a, b, _)| (a, b));
    let mut table = Table::new(&COLUMNS);
    for (number, (a, b, link)) in rows.into_iter().enumerate() {
        let name = |port: PortRef| topology.node(port.node).map_or("", |node| node.name.as_str());
        let port = |port: PortRef| u64::from(port.port) + 1;
        let layer = topology.port_group(a).map_or("", |group| group.layer.name());
        let label = format!("{}:{} / {}:{}", name(a), port(a), name(b), port(b));
        table.row(&[
            Cell::Count(number as u64 + 1),
            Cell::Text(name(a)),
            Cell::Count(port(a)),
            Cell::Text(name(b)),
            Cell::Count(port(b)),
            Cell::Text(layer),
            Cell::Number(link.rate.as_gbps_f64()),
            Cell::Text(link.cable.medium.name()),
            Cell::Text(link.cable.connector.name()),
            Cell::Text(link.cable.polarity.name()),
            Cell::Number(link.cable.length.as_metres_f64()),
            Cell::Text(&label),
        ]);
    }
    table.finish()
}

/// Switch first; between equals the order of the record.
fn oriented(topology: &Topology, link: &Link) -> (PortRef, PortRef) {
    let is_switch = |port: PortRef| {
        topology
            .node(port.node)
            .is_some_and(|node| !matches!(node.kind, NodeKind::Server(_)))
    };
    if is_switch(link.b) && !is_switch(link.a) {
        (link.b, link.a)
    } else {
        (link.a, link.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::document::Design;
    use crate::engine::export::svg::sample::two_rails;

    #[test]
    fn every_cable_has_a_line_and_the_switch_comes_first() {
        let design = Design::from_blueprint(&two_rails());
        let sheet = cabling_sheet(design.topology());
        let lines: Vec<&str> = sheet.lines().collect();
        assert_eq!(lines.len(), 1 + design.topology().n_links());
        assert_eq!(
            lines[1],
            "1,leaf-1,1,server-1,1,Ethernet,100,OM4 multimode,MPO-12 UPC,type B (reversed),20,leaf-1:1 / server-1:1"
        );
    }
}
