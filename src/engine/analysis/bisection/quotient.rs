//! Equitable classes of switches: the coarsest partition in which all switches of a class have the same capacity to
//! every class.
//!
//! For fixed endpoint sides a minimum cut minimises the sum of `w_uv |x_u - x_v|`. Replacing `x` by its average over
//! each class cannot raise that sum when the classes are equitable (triangle inequality), so all switches of a class
//! may stand on one side, and the class becomes one node. No automorphism is needed. Nodes with endpoints are
//! classes of their own. Refinement by splitters as in Paige and Tarjan, "Three partition refinement algorithms"
//! (SIAM J. Comput. 16, 1987), with capacities for counts.

use super::problem::{Links, Problem, sum_parallel};
use std::collections::VecDeque;

/// The class of every node and the number of classes; `None` if every class has one node.
///
/// # Complexity
/// O(links x log nodes), and one pass that checks the classes.
pub(super) fn equitable_classes(problem: &Problem) -> Option<(Vec<u32>, usize)> {
    let mut partition = Partition::new(problem);
    while let Some(splitter) = partition.queue.pop_front() {
        partition.queued[splitter as usize] = false;
        partition.split_by(problem, splitter);
    }
    let n = partition.cells.len();
    (n < problem.n() && is_equitable(problem, &partition)).then_some((partition.cell_of, n))
}

struct Partition {
    cells: Vec<Vec<u32>>,
    cell_of: Vec<u32>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Capacity towards the present splitter; zero between splits.
    toward: Vec<i64>,
}

impl Partition {
    fn new(problem: &Problem) -> Self {
        let n = problem.n();
        let mut bears = vec![false; n];
        for &(node, _) in problem.types.iter().flat_map(|kind| &kind.links) {
            bears[node as usize] = true;
        }
        let mut cells: Vec<Vec<u32>> = Vec::new();
        let others: Vec<u32> = (0..n as u32).filter(|&v| !bears[v as usize]).collect();
        if !others.is_empty() {
            cells.push(others);
        }
        cells.extend((0..n as u32).filter(|&v| bears[v as usize]).map(|v| vec![v]));
        let mut cell_of = vec![0; n];
        for (i, cell) in cells.iter().enumerate() {
            for &v in cell {
                cell_of[v as usize] = i as u32;
            }
        }
        let queue = (0..cells.len() as u32).collect();
        let queued = vec![true; cells.len()];
        Self {
            cells,
            cell_of,
            queue,
            queued,
            toward: vec![0; n],
        }
    }

    fn split_by(&mut self, problem: &Problem, splitter: u32) {
        let mut reached: Vec<u32> = Vec::new();
        for &v in &self.cells[splitter as usize] {
            for &(to, weight) in &problem.links[v as usize] {
                if self.toward[to as usize] == 0 {
                    reached.push(to);
                }
                self.toward[to as usize] += weight;
            }
        }
        let mut touched = reached.clone();
        touched.retain(|&v| self.cells[self.cell_of[v as usize] as usize].len() > 1);
        touched.sort_unstable_by_key(|&v| (self.cell_of[v as usize], self.toward[v as usize], v));
        let mut from = 0;
        while from < touched.len() {
            let cell = self.cell_of[touched[from] as usize];
            let more = touched[from..]
                .iter()
                .take_while(|&&v| self.cell_of[v as usize] == cell)
                .count();
            self.split_cell(cell, &touched[from..from + more]);
            from += more;
        }
        for v in reached {
            self.toward[v as usize] = 0;
        }
    }

    /// Splits one cell: `touched` are its members with capacity to the splitter, in order of that capacity.
    fn split_cell(&mut self, cell: u32, touched: &[u32]) {
        let untouched = self.cells[cell as usize].len() - touched.len();
        let mut runs: Vec<Vec<u32>> = touched
            .chunk_by(|&a, &b| self.toward[a as usize] == self.toward[b as usize])
            .map(<[u32]>::to_vec)
            .collect();
        if runs.len() + usize::from(untouched > 0) < 2 {
            return;
        }
        if untouched == 0 {
            self.cells[cell as usize] = runs.remove(0);
        } else {
            let toward = &self.toward;
            self.cells[cell as usize].retain(|&v| toward[v as usize] == 0);
        }
        let was_queued = self.queued[cell as usize];
        let mut parts = vec![cell];
        for run in runs {
            let id = self.cells.len() as u32;
            for &v in &run {
                self.cell_of[v as usize] = id;
            }
            self.cells.push(run);
            self.queued.push(false);
            parts.push(id);
        }
        // All parts but the largest suffice: capacity to the whole cell is already equal.
        let largest = parts
            .iter()
            .copied()
            .max_by_key(|&part| self.cells[part as usize].len());
        for part in parts {
            if !self.queued[part as usize] && (was_queued || Some(part) != largest) {
                self.queued[part as usize] = true;
                self.queue.push_back(part);
            }
        }
    }
}

/// The certificate: within each class, all nodes have the same capacity to each other class.
fn is_equitable(problem: &Problem, partition: &Partition) -> bool {
    let profile = |v: u32| -> Links {
        let own = partition.cell_of[v as usize];
        let mut list: Links = problem.links[v as usize]
            .iter()
            .map(|&(to, weight)| (partition.cell_of[to as usize], weight))
            .filter(|&(cell, _)| cell != own)
            .collect();
        sum_parallel(&mut list);
        list
    };
    partition.cells.iter().filter(|cell| cell.len() > 1).all(|cell| {
        let first = profile(cell[0]);
        cell[1..].iter().all(|&v| profile(v) == first)
    })
}
