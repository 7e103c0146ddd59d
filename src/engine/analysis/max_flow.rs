//! Maximum flow between two sets of vertices, with the cut that proves it.
//!
//! Dinic's algorithm (E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
//! estimation", 1970): blocking flows in the level graph, without recursion.

use super::{CapacityGraph, VertexId};
use crate::engine::units::BitRate;
use std::collections::VecDeque;

/// A maximum flow and a minimum cut of the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaxFlow {
    /// The flow's value; saturates at the largest [`BitRate`].
    pub value: BitRate,
    /// For every vertex, whether it is on the sources' side of a minimum cut (the smallest such side).
    pub source_side: Vec<bool>,
}

/// The most that the `sources` together can send to the `sinks` together.
///
/// A vertex that is both counts as a source only. Edges carry their capacity in each direction.
///
/// # Complexity
/// O(V^2 E) at worst; near linear on fabrics, whose level graphs are shallow.
pub fn max_flow(graph: &CapacityGraph, sources: &[VertexId], sinks: &[VertexId]) -> MaxFlow {
    let mut network = Network::new(graph, sources, sinks);
    let mut value = 0_u128;
    while network.levels() {
        value += network.blocking_flow();
    }
    let mut source_side: Vec<bool> = network.level.iter().map(|&level| level != UNREACHED).collect();
    source_side.truncate(graph.n_vertices());
    MaxFlow {
        value: BitRate::from_bps(u64::try_from(value).unwrap_or(u64::MAX)),
        source_side,
    }
}

const UNREACHED: u32 = u32::MAX;

/// The residual network; arc `i` and arc `i ^ 1` are each other's reverse.
struct Network {
    first: Vec<u32>,
    arcs: Vec<u32>,
    to: Vec<u32>,
    residual: Vec<u128>,
    level: Vec<u32>,
    next: Vec<u32>,
    source: usize,
    sink: usize,
}

impl Network {
    fn new(graph: &CapacityGraph, sources: &[VertexId], sinks: &[VertexId]) -> Self {
        let n = graph.n_vertices();
        let (source, sink) = (n, n + 1);
        let mut pairs: Vec<(usize, usize, u128, u128)> = Vec::with_capacity(graph.n_edges());
        let mut total = 1_u128;
        for (_, edge) in graph.live_edges() {
            let capacity = u128::from(edge.capacity.as_bps());
            total += capacity;
            pairs.push((edge.a.index(), edge.b.index(), capacity, capacity));
        }
        let mut role = vec![0_u8; n];
        for (set, mark) in [(sinks, 2), (sources, 1)] {
            for vertex in set {
                if let Some(slot) = role.get_mut(vertex.index()) {
                    *slot = mark;
                }
            }
        }
        for (v, &mark) in role.iter().enumerate() {
            match mark {
                1 => pairs.push((source, v, total, 0)),
                2 => pairs.push((v, sink, total, 0)),
                _ => {}
            }
        }
        Self::from_pairs(n + 2, &pairs, source, sink)
    }

    fn from_pairs(n: usize, pairs: &[(usize, usize, u128, u128)], source: usize, sink: usize) -> Self {
        let mut first = vec![0_u32; n + 1];
        for &(a, b, ..) in pairs {
            first[a + 1] += 1;
            first[b + 1] += 1;
        }
        for i in 0..n {
            first[i + 1] += first[i];
        }
        let mut fill = first.clone();
        let mut arcs = vec![0_u32; 2 * pairs.len()];
        let mut to = Vec::with_capacity(2 * pairs.len());
        let mut residual = Vec::with_capacity(2 * pairs.len());
        for &(a, b, forward, backward) in pairs {
            for (from, target, capacity) in [(a, b, forward), (b, a, backward)] {
                arcs[fill[from] as usize] = to.len() as u32;
                fill[from] += 1;
                to.push(target as u32);
                residual.push(capacity);
            }
        }
        let next = first[..n].to_vec();
        Self {
            first,
            arcs,
            to,
            residual,
            level: vec![UNREACHED; n],
            next,
            source,
            sink,
        }
    }

    /// Breadth-first levels from the source; whether the sink is reached.
    fn levels(&mut self) -> bool {
        self.level.fill(UNREACHED);
        self.level[self.source] = 0;
        let mut queue = VecDeque::from([self.source]);
        while let Some(v) = queue.pop_front() {
            for &arc in &self.arcs[self.first[v] as usize..self.first[v + 1] as usize] {
                let to = self.to[arc as usize] as usize;
                if self.residual[arc as usize] > 0 && self.level[to] == UNREACHED {
                    self.level[to] = self.level[v] + 1;
                    queue.push_back(to);
                }
            }
        }
        self.level[self.sink] != UNREACHED
    }

    /// Saturates every shortest path of the level graph; the amount sent.
    fn blocking_flow(&mut self) -> u128 {
        self.next.copy_from_slice(&self.first[..self.level.len()]);
        let mut sent = 0;
        let mut path: Vec<u32> = Vec::new();
        loop {
            let v = path
                .last()
                .map_or(self.source, |&arc| self.to[arc as usize] as usize);
            if v == self.sink {
                sent += self.augment(&mut path);
                continue;
            }
            if let Some(arc) = self.admissible(v) {
                path.push(arc);
                continue;
            }
            let Some(arc) = path.pop() else { return sent };
            // A dead end: the arc that led here is spent.
            let before = self.to[(arc ^ 1) as usize] as usize;
            self.next[before] += 1;
        }
    }

    /// The next arc from `v` that leads one level up and has room.
    fn admissible(&mut self, v: usize) -> Option<u32> {
        while self.next[v] < self.first[v + 1] {
            let arc = self.arcs[self.next[v] as usize];
            let to = self.to[arc as usize] as usize;
            if self.residual[arc as usize] > 0 && self.level[to] == self.level[v].saturating_add(1) {
                return Some(arc);
            }
            self.next[v] += 1;
        }
        None
    }

    /// Sends what the path can carry, and cuts it back to its first full arc.
    fn augment(&mut self, path: &mut Vec<u32>) -> u128 {
        let amount = path
            .iter()
            .map(|&arc| self.residual[arc as usize])
            .min()
            .unwrap_or(0);
        let mut keep = path.len();
        for (i, &arc) in path.iter().enumerate().rev() {
            self.residual[arc as usize] -= amount;
            self.residual[(arc ^ 1) as usize] += amount;
            if self.residual[arc as usize] == 0 {
                keep = i;
            }
        }
        path.truncate(keep);
        amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gbps(n: u64) -> BitRate {
        BitRate::from_gbps(n)
    }

    #[test]
    fn parallel_edges_add_and_the_cut_is_the_bottleneck() {
        let mut graph = CapacityGraph::new();
        let a = graph.add_endpoint();
        let s = graph.add_transit();
        let t = graph.add_transit();
        let b = graph.add_endpoint();
        graph.add_edge(a, s, gbps(400));
        graph.add_edge(s, t, gbps(100));
        graph.add_edge(t, s, gbps(100));
        graph.add_edge(t, b, gbps(400));
        let flow = max_flow(&graph, &[a], &[b]);
        assert_eq!(flow.value, gbps(200));
        assert_eq!(flow.source_side, [true, true, false, false]);
    }

    #[test]
    fn detours_and_reversals_are_found() {
        // The classic diamond where a greedy path through the middle must be undone.
        let mut graph = CapacityGraph::new();
        let v: Vec<VertexId> = (0..4).map(|_| graph.add_transit()).collect();
        for (a, b, w) in [(0, 1, 3), (0, 2, 2), (1, 2, 5), (1, 3, 2), (2, 3, 3)] {
            graph.add_edge(v[a], v[b], gbps(w));
        }
        assert_eq!(max_flow(&graph, &[v[0]], &[v[3]]).value, gbps(5));
    }

    #[test]
    fn hostile_graphs_have_an_answer() {
        let mut graph = CapacityGraph::new();
        assert_eq!(max_flow(&graph, &[], &[]).value, BitRate::ZERO);
        let a = graph.add_endpoint();
        let b = graph.add_endpoint();
        graph.add_edge(a, a, gbps(1));
        graph.add_edge(a, VertexId::new(77), gbps(1));
        assert_eq!(
            max_flow(&graph, &[a, VertexId::new(99)], &[b]).value,
            BitRate::ZERO
        );
        graph.add_edge(a, b, BitRate::from_bps(u64::MAX));
        graph.add_edge(a, b, BitRate::from_bps(u64::MAX));
        assert_eq!(max_flow(&graph, &[a], &[b]).value, BitRate::from_bps(u64::MAX));
    }
}
