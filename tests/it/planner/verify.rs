//! An independent check of a plan: every state is rebuilt from the drawn fabric, the target and the windows alone.

use fabricad::engine::analysis::{Effort, GraphOptions, bisection, from_topology};
use fabricad::engine::document::Design;
use fabricad::engine::ids::NodeId;
use fabricad::engine::planner::{Goal, Metric, Metrics, MigrationPlan, OperationKind, Window};
use fabricad::engine::topology::generate::{Blueprint, Wire};
use fabricad::engine::topology::{LinkLayer, Node, Topology};
use std::collections::{BTreeMap, BTreeSet};

/// A state: devices done and devices drained.
struct State<'a> {
    before: &'a Topology,
    target: &'a Topology,
    worked_on: &'a BTreeSet<NodeId>,
    done: &'a BTreeSet<NodeId>,
    drained: &'a BTreeSet<NodeId>,
}

impl State<'_> {
    fn node(&self, id: NodeId) -> &Node {
        let topology = if self.done.contains(&id) {
            self.target
        } else {
            self.before
        };
        topology.node(id).expect("a device of the design")
    }

    /// Every live cable: its ends with ports, and its rate in bit/s.
    fn live(&self) -> Vec<([(NodeId, u16); 2], u64)> {
        let is_ready = |id: NodeId| self.done.contains(&id) || !self.worked_on.contains(&id);
        self.before
            .links()
            .filter_map(|(id, old)| {
                let new = self.target.link(id).unwrap_or(old);
                let ends = [old.a.node, old.b.node];
                if ends.iter().any(|end| self.drained.contains(end)) {
                    return None;
                }
                let rate = if ends.into_iter().all(is_ready) {
                    new.rate
                } else {
                    old.rate
                };
                let port = |old: u16, new: u16, end: NodeId| if self.done.contains(&end) { new } else { old };
                let ends = [
                    (old.a.node, port(old.a.port, new.a.port, old.a.node)),
                    (old.b.node, port(old.b.port, new.b.port, old.b.node)),
                ];
                Some((ends, rate.as_bps()))
            })
            .collect()
    }

    /// All-reduce, bisection (its bounds) and uplinks in bit/s.
    fn metrics(&self) -> Figures {
        let live = self.live();
        let is_server = |id: NodeId| self.before.node(id).is_some_and(|node| node.server().is_some());
        let (mut all_reduce, mut uplinks) = (0, 0);
        for ([a, b], rate) in &live {
            if self
                .node(a.0)
                .port_group(a.1)
                .is_some_and(|group| group.layer == LinkLayer::Nvlink)
            {
                continue;
            }
            match [a, b].into_iter().find(|end| is_server(end.0)) {
                Some(end) => all_reduce += (*rate).min(port_limit(self.node(end.0))),
                None => uplinks += rate,
            }
        }
        Figures {
            all_reduce,
            bisection: self.bisection(&live),
            uplinks,
        }
    }

    /// Over the servers with a live cable, rebuilt as a design of its own.
    fn bisection(&self, live: &[([(NodeId, u16); 2], u64)]) -> (u64, u64) {
        let mut places: BTreeMap<NodeId, usize> = BTreeMap::new();
        let mut fabric = Blueprint {
            name: String::new(),
            nodes: Vec::new(),
            links: Vec::new(),
        };
        for end in live.iter().flat_map(|(ends, _)| ends) {
            places.entry(end.0).or_insert_with(|| {
                fabric.nodes.push(self.node(end.0).clone());
                fabric.nodes.len() - 1
            });
        }
        let cable = self.before.links().next().expect("a cable").1.cable;
        for ([a, b], rate) in live {
            let rate = fabricad::engine::units::BitRate::from_bps(*rate);
            fabric.links.push(Wire {
                a: (places[&a.0], a.1),
                b: (places[&b.0], b.1),
                rate,
                cable,
            });
        }
        let rebuilt = Design::from_blueprint(&fabric);
        let graph = from_topology(rebuilt.topology(), &GraphOptions::default()).graph;
        let found = bisection(&graph, Effort::QUICK);
        (found.lower.as_bps(), found.upper.as_bps())
    }
}

fn port_limit(node: &Node) -> u64 {
    let server = node.server().expect("a server");
    let ports = node.network_ports().count() as u64;
    server.nic_pcie.map_or(u64::MAX, |limit| {
        limit.as_bps() / ports.div_ceil(u64::from(server.nics.max(1))).max(1)
    })
}

/// The fewest windows and, among those, the least loss (bit/s times minutes by the all-reduce capacity), by trying every
/// sequence of windows on rebuilt fabrics; `None` if there is no plan. For a handful of operations of equal duration.
pub(crate) fn brute_force(design: &Design, goal: &Goal, target: &Topology) -> Option<(usize, u128)> {
    let before = design.topology();
    let worked_on = changed(before, target);
    let operations: Vec<NodeId> = worked_on.iter().copied().collect();
    let pick = |mask: usize| -> BTreeSet<NodeId> {
        operations
            .iter()
            .enumerate()
            .filter(|(i, _)| mask >> i & 1 == 1)
            .map(|(_, &id)| id)
            .collect()
    };
    let measure = |done: usize, drained: usize| {
        let (done, drained) = (&pick(done), &pick(drained));
        State {
            before,
            target,
            worked_on: &worked_on,
            done,
            drained,
        }
        .metrics()
    };
    let start = measure(0, 0);
    let keeps = |now: Figures| {
        let enough = |m: Metric| now.value(m) * 1000 >= start.value(m) * u64::from(goal.floors.of(m));
        Metric::ALL.into_iter().all(enough)
    };
    let all = (1_usize << operations.len()) - 1;
    let mut best: Vec<Option<(usize, u128)>> = vec![None; all + 1];
    best[0] = Some((0, 0));
    for done in 0..all {
        let Some((windows, loss)) = best[done] else {
            continue;
        };
        for window in 1..=all {
            let crew = window.count_ones() <= u32::from(goal.max_operations_per_window);
            if window & done != 0
                || !crew
                || pick(window)
                    .iter()
                    .any(|&id| waits(before, &worked_on, id, &pick(done)))
            {
                continue;
            }
            let during = measure(done, window);
            if !keeps(during) || !keeps(measure(done | window, 0)) {
                continue;
            }
            let lost = u128::from(start.all_reduce.saturating_sub(during.all_reduce));
            let next = (windows + 1, loss + lost * u128::from(goal.durations.swap_switch));
            let known = &mut best[done | window];
            *known = Some(known.map_or(next, |known| known.min(next)));
        }
    }
    best[all]
}

/// Whether a server still waits for a leaf of its own.
fn waits(before: &Topology, worked_on: &BTreeSet<NodeId>, id: NodeId, done: &BTreeSet<NodeId>) -> bool {
    let is_server = |id: NodeId| before.node(id).is_some_and(|node| node.server().is_some());
    let links = before.links_of(id).filter_map(|link| before.link(link));
    let mut ends = links.flat_map(|link| [link.a.node, link.b.node]);
    is_server(id) && ends.any(|end| !is_server(end) && worked_on.contains(&end) && !done.contains(&end))
}

/// Panics with the window and the figure that is wrong. Servers have NVLink here: their GPUs are online together.
pub(crate) fn verify(design: &Design, goal: &Goal, plan: &MigrationPlan) {
    let worked_on: BTreeSet<NodeId> = if plan.feasible {
        plan.windows
            .iter()
            .flat_map(|window| &window.drained)
            .copied()
            .collect()
    } else {
        changed(design.topology(), &plan.target)
    };
    let (mut done, nobody) = (BTreeSet::new(), BTreeSet::new());
    let measure = |done: &BTreeSet<NodeId>, drained: &BTreeSet<NodeId>| {
        let (before, target, worked_on) = (design.topology(), &plan.target, &worked_on);
        State {
            before,
            target,
            worked_on,
            done,
            drained,
        }
        .metrics()
    };
    let start = Figures::of(&plan.start);
    start.assert_agrees(&measure(&done, &nobody), "at the start");
    let keeps = |now: Figures| keeps_floors(goal, plan, start, now);
    for (number, window) in plan.windows.iter().enumerate() {
        assert!(
            window.operations.len() <= usize::from(goal.max_operations_per_window),
            "window {number}: crew"
        );
        let drained: BTreeSet<NodeId> = window.drained.iter().copied().collect();
        assert!(drained.is_disjoint(&done), "window {number}: done twice");
        check_order(design.topology(), window, &done, &worked_on, plan);
        let (during, after) = (Figures::of(&window.during), Figures::of(&window.after));
        during.assert_agrees(&measure(&done, &drained), &format!("during window {number}"));
        done.extend(drained);
        after.assert_agrees(&measure(&done, &nobody), &format!("after window {number}"));
        assert!(
            keeps(during) && keeps(after),
            "window {number}: a floor is broken"
        );
    }
    check_loss(goal, plan, start);
    if plan.feasible {
        Figures::of(&plan.end).assert_agrees(&measure(&done, &nobody), "at the end");
        assert!(
            changed(design.topology(), &plan.target).is_subset(&done),
            "something is left undone"
        );
    }
}

/// Where the plan says that a bisection is not proved, its floor is not checked here.
fn keeps_floors(goal: &Goal, plan: &MigrationPlan, start: Figures, now: Figures) -> bool {
    let unproved = plan
        .notes
        .iter()
        .any(|note| note.contains("not proved: their floor"));
    Metric::ALL.into_iter().all(|metric| {
        (metric == Metric::Bisection && unproved)
            || now.value(metric) * 1000 >= start.value(metric) * u64::from(goal.floors.of(metric))
    })
}

fn check_loss(goal: &Goal, plan: &MigrationPlan, start: Figures) {
    let start = start.value(goal.loss);
    let lost = |window: &Window| {
        let during = Figures::of(&window.during).value(goal.loss);
        u128::from(start.saturating_sub(during)) * u128::from(window.minutes) * 1000
    };
    let loss: u128 = plan.windows.iter().map(lost).sum();
    assert_eq!(
        u128::from(plan.loss_milli_hours),
        loss.div_ceil(u128::from(start).max(1) * 60)
    );
}

/// The metrics of a state in bit/s.
#[derive(Clone, Copy, Debug)]
struct Figures {
    all_reduce: u64,
    bisection: (u64, u64),
    uplinks: u64,
}

impl Figures {
    fn of(metrics: &Metrics) -> Self {
        Self {
            all_reduce: metrics.all_reduce.as_bps(),
            bisection: (metrics.bisection.lower.as_bps(), metrics.bisection.upper.as_bps()),
            uplinks: metrics.uplinks.as_bps(),
        }
    }

    fn value(&self, metric: Metric) -> u64 {
        match metric {
            Metric::AllReduce => self.all_reduce,
            Metric::Bisection => self.bisection.0,
            Metric::Uplinks => self.uplinks,
        }
    }

    /// Equal, or, where a bisection is not proved, possible at once.
    fn assert_agrees(&self, rebuilt: &Self, when: &str) {
        assert_eq!(
            (self.all_reduce, self.uplinks),
            (rebuilt.all_reduce, rebuilt.uplinks),
            "{when}"
        );
        let (a, b) = (self.bisection, rebuilt.bisection);
        assert!(a.0 <= b.1 && b.0 <= a.1, "{when}: bisection {a:?} against {b:?}");
    }
}

/// Devices that differ between two fabrics.
fn changed(before: &Topology, target: &Topology) -> BTreeSet<NodeId> {
    before
        .nodes()
        .filter(|(id, node)| target.node(*id) != Some(node))
        .map(|(id, _)| id)
        .collect()
}

/// New NICs only on leaves that are done or stay.
fn check_order(
    before: &Topology,
    window: &Window,
    done: &BTreeSet<NodeId>,
    worked_on: &BTreeSet<NodeId>,
    plan: &MigrationPlan,
) {
    for operation in window
        .operations
        .iter()
        .filter(|op| op.kind == OperationKind::SwapNics)
    {
        for link in operation.nodes.iter().flat_map(|&id| before.links_of(id)) {
            let link = before.link(link).expect("a cable");
            for end in [link.a.node, link.b.node] {
                let is_swapped =
                    plan.target.node(end).map(|n| &n.model) != before.node(end).map(|n| &n.model);
                let is_leaf = before.node(end).is_some_and(|node| node.switch().is_some());
                let waits = is_leaf && is_swapped && worked_on.contains(&end);
                assert!(!waits || done.contains(&end), "NICs before their leaf");
            }
        }
    }
}
