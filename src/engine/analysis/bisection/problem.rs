//! The problem that all proofs share: nodes without weight, and endpoints that hang on them.

use super::super::{CapacityGraph, VertexId};
use crate::engine::order::SmallSort;
use std::collections::BTreeMap;

/// Links to nodes with their capacity in units, sorted by node, one entry a node.
pub(super) type Links = Vec<(u32, i64)>;

/// Endpoints with the same links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EndpointType {
    /// Where each of them is attached: nowhere, to one node, or to several.
    pub links: Links,
    /// How many they are.
    pub count: u32,
}

/// Choose a side for every node (they weigh nothing) and for every endpoint (half on each side) so that the cut
/// links weigh least. No link joins two endpoints.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// Links between nodes, for each node.
    pub links: Vec<Links>,
    /// The endpoints.
    pub types: Vec<EndpointType>,
    /// The number of endpoints H.
    pub endpoints: u32,
}

impl Problem {
    /// The number of nodes.
    pub(super) fn n(&self) -> usize {
        self.links.len()
    }

    /// floor(H/2).
    pub(super) fn half(&self) -> u32 {
        self.endpoints / 2
    }

    /// The same problem with nodes merged: node `v` becomes node `map[v]` of `n`. O(size x log).
    pub(super) fn merged(&self, map: &[u32], n: usize) -> Self {
        let mut links: Vec<Links> = vec![Vec::new(); n];
        for (v, list) in self.links.iter().enumerate() {
            let own = map[v];
            links[own as usize].extend(
                list.iter()
                    .map(|&(to, weight)| (map[to as usize], weight))
                    .filter(|&(to, _)| to != own),
            );
        }
        for list in &mut links {
            sum_parallel(list);
        }
        let mut types: BTreeMap<Links, u32> = BTreeMap::new();
        for kind in &self.types {
            let mut list: Links = kind
                .links
                .iter()
                .map(|&(to, weight)| (map[to as usize], weight))
                .collect();
            sum_parallel(&mut list);
            *types.entry(list).or_default() += kind.count;
        }
        let types = types
            .into_iter()
            .map(|(links, count)| EndpointType { links, count })
            .collect();
        Self {
            links,
            types,
            endpoints: self.endpoints,
        }
    }

    /// For fixed sides of the nodes: the cheapest cut, and how many endpoints of each type stand on side A.
    /// O(links + types x log).
    pub(super) fn evaluate(&self, sides: &[bool]) -> (i64, Vec<u32>) {
        let mut value = 0;
        for (v, list) in self.links.iter().enumerate() {
            for &(to, weight) in list {
                if (to as usize) > v && sides[to as usize] != sides[v] {
                    value += weight;
                }
            }
        }
        // Everyone starts on side B; the floor(H/2) who gain most from A go there.
        let mut order: Vec<(i64, u32)> = Vec::with_capacity(self.types.len());
        for (i, kind) in self.types.iter().enumerate() {
            let (mut on_a, mut on_b) = (0, 0);
            for &(node, weight) in &kind.links {
                if sides[node as usize] {
                    on_b += weight;
                } else {
                    on_a += weight;
                }
            }
            value += on_b * i64::from(kind.count);
            order.push((on_a - on_b, i as u32));
        }
        order.small_sort();
        let mut on_a = vec![0; self.types.len()];
        let mut left = self.half();
        for (gain, i) in order {
            let n = left.min(self.types[i as usize].count);
            on_a[i as usize] = n;
            value += gain * i64::from(n);
            left -= n;
        }
        (value, on_a)
    }
}

/// Sorts a list of links and adds up those to the same node.
pub(super) fn sum_parallel(list: &mut Links) {
    list.small_sort();
    list.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// A capacity graph read as a [`Problem`], with the way back.
///
/// Transit vertices are nodes. An endpoint with a link to another endpoint becomes a node with that endpoint hung on
/// it by a link as wide as all its links together, which no best cut needs to part from its node.
pub(super) struct Base<'a> {
    /// The graph.
    pub graph: &'a CapacityGraph,
    /// The problem, in units.
    pub problem: Problem,
    /// One unit in bit/s: the greatest common divisor of all capacities.
    pub unit: u64,
    node_of: Vec<Option<u32>>,
    members: Vec<Vec<VertexId>>,
}

impl<'a> Base<'a> {
    /// Reads the graph; `None` if its total capacity is beyond safe 64-bit arithmetic.
    pub(super) fn from_graph(graph: &'a CapacityGraph) -> Option<Self> {
        let total: u128 = graph
            .live_edges()
            .map(|(_, edge)| u128::from(edge.capacity.as_bps()))
            .sum();
        if total > (i64::MAX / 64) as u128 {
            return None;
        }
        let unit = graph
            .live_edges()
            .fold(0, |unit, (_, edge)| gcd(unit, edge.capacity.as_bps()))
            .max(1);
        let (node_of, hung, n) = number_nodes(graph);
        let mut links: Vec<Links> = vec![Vec::new(); n];
        let mut attached: Vec<Links> = vec![Vec::new(); graph.n_vertices()];
        for (_, edge) in graph.live_edges() {
            let weight = (edge.capacity.as_bps() / unit) as i64;
            for (from, to) in [(edge.a, edge.b), (edge.b, edge.a)] {
                match (node_of[from.index()], node_of[to.index()]) {
                    (Some(from), Some(to)) => links[from as usize].push((to, weight)),
                    (None, Some(to)) => attached[from.index()].push((to, weight)),
                    _ => {}
                }
                if let (true, Some(own)) = (hung[from.index()], node_of[from.index()]) {
                    attached[from.index()].push((own, weight));
                }
            }
        }
        links.iter_mut().chain(&mut attached).for_each(sum_parallel);
        let mut types: BTreeMap<Links, Vec<VertexId>> = BTreeMap::new();
        for vertex in graph.endpoints() {
            types
                .entry(std::mem::take(&mut attached[vertex.index()]))
                .or_default()
                .push(vertex);
        }
        let (kinds, members): (Vec<_>, Vec<_>) = types
            .into_iter()
            .map(|(links, members)| {
                (
                    EndpointType {
                        links,
                        count: members.len() as u32,
                    },
                    members,
                )
            })
            .unzip();
        let problem = Problem {
            links,
            types: kinds,
            endpoints: graph.n_endpoints() as u32,
        };
        Some(Self {
            graph,
            problem,
            unit,
            node_of,
            members,
        })
    }

    /// The side of every vertex, given those of the nodes: endpoints where they cost least, in balance.
    ///
    /// Of an odd number of endpoints either side may take the larger half, so both ways round are looked at.
    pub(super) fn place(&self, sides: &[bool]) -> Vec<bool> {
        let turned: Vec<bool> = sides.iter().map(|side| !side).collect();
        let (as_given, other_way) = (self.problem.evaluate(sides), self.problem.evaluate(&turned));
        let (sides, on_a) = if other_way.0 < as_given.0 {
            (&turned[..], other_way.1)
        } else {
            (sides, as_given.1)
        };
        let mut placement: Vec<bool> = self
            .node_of
            .iter()
            .map(|node| node.is_some_and(|node| sides[node as usize]))
            .collect();
        for (members, n) in self.members.iter().zip(on_a) {
            for (i, vertex) in members.iter().enumerate() {
                placement[vertex.index()] = i < n as usize;
            }
        }
        placement
    }
}

/// The node of every vertex that is one, which endpoints hang on a node of their own, and the number of nodes.
fn number_nodes(graph: &CapacityGraph) -> (Vec<Option<u32>>, Vec<bool>, usize) {
    let mut hung = vec![false; graph.n_vertices()];
    for (_, edge) in graph.live_edges() {
        if graph.is_endpoint(edge.a) && graph.is_endpoint(edge.b) {
            hung[edge.a.index()] = true;
            hung[edge.b.index()] = true;
        }
    }
    let mut n = 0;
    let node_of = graph
        .vertices()
        .map(|v| {
            (!graph.is_endpoint(v) || hung[v.index()]).then(|| {
                n += 1;
                n - 1
            })
        })
        .collect();
    (node_of, hung, n as usize)
}

/// The greatest common divisor; zero is a multiple of everything.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
