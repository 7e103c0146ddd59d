//! A dense, read-only view of a topology: devices numbered from zero, for algorithms.

use super::{PortRef, Topology};
use crate::engine::ids::{LinkId, NodeId};
use crate::engine::order::SmallSort;
use crate::engine::units::BitRate;

/// One cable seen from one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The cable.
    pub link: LinkId,
    /// The near port's number.
    pub port: u16,
    /// The device at the far end, dense.
    pub to: usize,
    /// The far port's number.
    pub to_port: u16,
    /// The rate per direction.
    pub rate: BitRate,
}

/// Devices numbered from zero in order of their ids, each with its cables in order of its ports.
#[derive(Clone, Debug)]
pub struct Adjacency {
    ids: Vec<NodeId>,
    first: Vec<usize>,
    edges: Vec<Edge>,
}

impl Adjacency {
    /// Builds the view. O(devices + cables, times a logarithm).
    pub fn new(topology: &Topology) -> Self {
        let ids: Vec<NodeId> = topology.nodes().map(|(id, _)| id).collect();
        let mut lists: Vec<Vec<Edge>> = vec![Vec::new(); ids.len()];
        for (link, record) in topology.links() {
            for (near, far) in [(record.a, record.b), (record.b, record.a)] {
                if let (Ok(from), Ok(to)) = (ids.binary_search(&near.node), ids.binary_search(&far.node)) {
                    lists[from].push(Edge {
                        link,
                        port: near.port,
                        to,
                        to_port: far.port,
                        rate: record.rate,
                    });
                }
            }
        }
        let mut first = Vec::with_capacity(ids.len() + 1);
        let mut edges = Vec::with_capacity(2 * topology.n_links());
        first.push(0);
        for mut list in lists {
            list.small_sort_by_key(|edge| (edge.port, edge.link));
            edges.append(&mut list);
            first.push(edges.len());
        }
        Self { ids, first, edges }
    }

    /// The number of devices.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no devices.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The id of the device with this dense number.
    pub fn id(&self, index: usize) -> NodeId {
        self.ids[index]
    }

    /// The dense number of a device.
    pub fn index(&self, id: NodeId) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// The cables of a device, in order of its ports.
    pub fn edges(&self, index: usize) -> &[Edge] {
        &self.edges[self.first[index]..self.first[index + 1]]
    }

    /// The port of a device at the near end of an edge.
    pub fn near(&self, index: usize, edge: &Edge) -> PortRef {
        PortRef {
            node: self.ids[index],
            port: edge.port,
        }
    }
}
