//! The undirected graph of capacities on which flows and cuts are computed.

use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};

/// A vertex of a [`CapacityGraph`], numbered from zero in order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VertexId(u32);

impl VertexId {
    /// The vertex with this number.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }
    /// Its number, from zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge of a [`CapacityGraph`], numbered from zero in order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeId(u32);

impl EdgeId {
    /// The edge with this number.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }
    /// Its number, from zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge: two ends and what it carries in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacityEdge {
    /// One end.
    pub a: VertexId,
    /// The other end.
    pub b: VertexId,
    /// Capacity per direction.
    pub capacity: BitRate,
}

/// An undirected graph of capacities: vertices are endpoints (GPUs or servers: sources and sinks) or transit
/// (switches, NVSwitches, shared NICs).
///
/// Parallel edges are kept as added and count as their sum. An edge without capacity, from a vertex to itself, or to
/// a vertex that does not exist is kept too, and no answer counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapacityGraph {
    is_endpoint: Vec<bool>,
    rates: Vec<Option<BitRate>>,
    edges: Vec<CapacityEdge>,
    n_endpoints: u32,
}

impl CapacityGraph {
    /// A graph without vertices.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source and sink.
    pub fn add_endpoint(&mut self) -> VertexId {
        self.n_endpoints += 1;
        self.add(true)
    }

    /// Adds a vertex that only forwards.
    pub fn add_transit(&mut self) -> VertexId {
        self.add(false)
    }

    fn add(&mut self, is_endpoint: bool) -> VertexId {
        self.is_endpoint.push(is_endpoint);
        self.rates.push(None);
        VertexId::new(self.is_endpoint.len() - 1)
    }

    /// Adds an edge of this capacity per direction.
    pub fn add_edge(&mut self, a: VertexId, b: VertexId, capacity: BitRate) -> EdgeId {
        self.edges.push(CapacityEdge { a, b, capacity });
        EdgeId::new(self.edges.len() - 1)
    }

    /// States the rate of an endpoint into the fabric, where that is not the sum of its edges (a GPU with NVLink:
    /// its share of the NICs). Used for [`Bisection::full`](super::Bisection::full) only.
    pub fn set_endpoint_rate(&mut self, endpoint: VertexId, rate: BitRate) {
        if let Some(slot) = self.rates.get_mut(endpoint.index()) {
            *slot = Some(rate);
        }
    }

    /// The number of vertices.
    pub fn n_vertices(&self) -> usize {
        self.is_endpoint.len()
    }

    /// The number of endpoints.
    pub fn n_endpoints(&self) -> usize {
        self.n_endpoints as usize
    }

    /// The number of edges, parallel ones counted each.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// An edge by its number.
    pub fn edge(&self, id: EdgeId) -> Option<CapacityEdge> {
        self.edges.get(id.index()).copied()
    }

    /// Whether this vertex is an endpoint.
    pub fn is_endpoint(&self, vertex: VertexId) -> bool {
        self.is_endpoint.get(vertex.index()).copied().unwrap_or(false)
    }

    /// All vertices in order.
    pub fn vertices(&self) -> impl Iterator<Item = VertexId> {
        (0..self.is_endpoint.len()).map(VertexId::new)
    }

    /// All endpoints in order.
    pub fn endpoints(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.vertices().filter(|&vertex| self.is_endpoint(vertex))
    }

    /// All edges in order of adding.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, CapacityEdge)> + '_ {
        self.edges
            .iter()
            .enumerate()
            .map(|(i, &edge)| (EdgeId::new(i), edge))
    }

    /// The edges that carry something: positive capacity between two different vertices that exist.
    pub fn live_edges(&self) -> impl Iterator<Item = (EdgeId, CapacityEdge)> + '_ {
        let n = self.n_vertices();
        self.edges().filter(move |(_, edge)| {
            edge.a != edge.b && !edge.capacity.is_zero() && edge.a.index() < n && edge.b.index() < n
        })
    }

    /// The rate of every vertex: what was stated for it, else the sum of its edges (saturating). O(vertices + edges).
    pub fn rates(&self) -> Vec<BitRate> {
        let mut sums = vec![BitRate::ZERO; self.n_vertices()];
        for (_, edge) in self.live_edges() {
            sums[edge.a.index()] += edge.capacity;
            sums[edge.b.index()] += edge.capacity;
        }
        for (sum, stated) in sums.iter_mut().zip(&self.rates) {
            *sum = stated.unwrap_or(*sum);
        }
        sums
    }
}
