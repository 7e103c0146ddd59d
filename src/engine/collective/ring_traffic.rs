//! What a drawn fabric gives to rings: each NIC port sends to the same port of the next domain.
//!
//! Flows are spread evenly over all shortest paths, cable by cable, as an ideal ECMP would; hash collisions only make it
//! worse. The most loaded bundle of cables between two switches then tells which share of the NICs' rate the rings get.

use super::domains::{Domain, NicPort};
use crate::engine::ids::NodeId;
use crate::engine::topology::{Adjacency, NodeKind, Topology};
use crate::engine::units::BitRate;
use std::collections::{BTreeMap, VecDeque};

/// The result for one design.
#[derive(Clone, Debug, Default)]
pub(super) struct RingTraffic {
    /// Indices of NIC ports whose whole ring closes.
    pub(super) closed: Vec<usize>,
    /// The first rings that do not: NIC index, and the servers that cannot reach each other.
    pub(super) broken: Vec<(usize, NodeId, NodeId)>,
    /// The most loaded bundle, where it carries less than it should.
    pub(super) tightest: Option<Bundle>,
}

/// Parallel cables from one switch to another, one direction, under ring traffic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The sending switch.
    pub(super) from: NodeId,
    /// The receiving switch.
    pub(super) to: NodeId,
    /// What the rings would send if it were wide enough.
    pub(super) load: BitRate,
    /// What the cables carry.
    pub(super) capacity: BitRate,
}

/// One direction of the cables between two switches.
#[derive(Clone, Copy)]
struct Hop {
    to: usize,
    cables: u32,
    /// Cables times their slowest: what an even spread can use.
    capacity: f64,
}

/// Puts the rings of these NIC ports on the fabric. Each list holds one port a domain, in ring order.
///
/// O(switches reached x bundles): one breadth-first search for each switch that receives.
pub(super) fn ring_traffic(
    topology: &Topology,
    domains: &[Domain],
    rails: &[Vec<NicPort>],
    rate: BitRate,
) -> RingTraffic {
    let view = Adjacency::new(topology);
    let hops = switch_hops(topology, &view);
    let mut result = RingTraffic::default();
    let mut demands: BTreeMap<usize, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    let mut distances: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (rail, ports) in rails.iter().enumerate() {
        let mut pairs = Vec::with_capacity(ports.len());
        let mut gap = None;
        for (i, from) in ports.iter().enumerate() {
            let to = &ports[(i + 1) % ports.len()];
            match route(&view, domains, (i + 1) % ports.len(), from, to) {
                Route::Direct => {}
                Route::Switches(a, b) => {
                    let away = distances.entry(b).or_insert_with(|| breadth_first(&hops, b));
                    if away[a] == u32::MAX {
                        gap = Some((from.port.node, to.port.node));
                        break;
                    }
                    pairs.push((a, b));
                }
                Route::None => {
                    gap = Some((from.port.node, to.port.node));
                    break;
                }
            }
        }
        match gap {
            Some((from, to)) => result.broken.push((rail, from, to)),
            None => {
                result.closed.push(rail);
                for (a, b) in pairs {
                    demands.entry(b).or_default().entry(a).or_default().push(rail);
                }
            }
        }
    }
    result.tightest = tightest(&view, &hops, &demands, &distances, rate);
    result
}

/// How traffic gets from one NIC port to another.
enum Route {
    /// By a cable between the two domains.
    Direct,
    /// From the switch of one to the switch of the other, which may be the same.
    Switches(usize, usize),
    /// It cannot.
    None,
}

fn route(view: &Adjacency, domains: &[Domain], next: usize, from: &NicPort, to: &NicPort) -> Route {
    let (Some(out), Some(into)) = (from.cable, to.cable) else {
        return Route::None;
    };
    if domains[next].servers.binary_search(&out.far.node).is_ok() {
        return Route::Direct;
    }
    match (view.index(out.far.node), view.index(into.far.node)) {
        (Some(a), Some(b)) => Route::Switches(a, b),
        _ => Route::None,
    }
}

/// The bundles between switches; servers and NVSwitch domains do not forward.
fn switch_hops(topology: &Topology, view: &Adjacency) -> Vec<Vec<Hop>> {
    let forwards: Vec<bool> = (0..view.len())
        .map(|i| {
            matches!(
                topology.node(view.id(i)).map(|node| node.kind),
                Some(NodeKind::Switch(_))
            )
        })
        .collect();
    let bundles = |i: usize| {
        let mut to: BTreeMap<usize, (u32, u64)> = BTreeMap::new();
        for edge in view
            .edges(i)
            .iter()
            .filter(|edge| forwards[i] && forwards[edge.to])
        {
            let entry = to.entry(edge.to).or_insert((0, u64::MAX));
            *entry = (entry.0 + 1, entry.1.min(edge.rate.as_bps()));
        }
        to.into_iter()
            .map(|(to, (cables, slowest))| Hop {
                to,
                cables,
                capacity: f64::from(cables) * slowest as f64,
            })
            .collect()
    };
    (0..view.len()).map(bundles).collect()
}

/// Hops of every switch to one of them.
fn breadth_first(hops: &[Vec<Hop>], target: usize) -> Vec<u32> {
    let mut away = vec![u32::MAX; hops.len()];
    away[target] = 0;
    let mut queue = VecDeque::from([target]);
    while let Some(i) = queue.pop_front() {
        for hop in &hops[i] {
            if away[hop.to] == u32::MAX {
                away[hop.to] = away[i] + 1;
                queue.push_back(hop.to);
            }
        }
    }
    away
}

/// Loads every bundle with the rings and finds the one whose load exceeds its capacity most.
fn tightest(
    view: &Adjacency,
    hops: &[Vec<Hop>],
    demands: &BTreeMap<usize, BTreeMap<usize, Vec<usize>>>,
    distances: &BTreeMap<usize, Vec<u32>>,
    rate: BitRate,
) -> Option<Bundle> {
    let mut loads: Vec<Vec<f64>> = hops.iter().map(|list| vec![0.0; list.len()]).collect();
    for (target, sources) in demands {
        let Some(away) = distances.get(target) else {
            continue;
        };
        let flows = sources
            .iter()
            .map(|(&source, rails)| (source, rails.len() as f64 * rate.as_bps() as f64));
        spread(hops, away, flows, &mut loads);
    }
    let mut worst: Option<(f64, Bundle)> = None;
    for (from, list) in hops.iter().enumerate() {
        for (hop, &load) in list.iter().zip(&loads[from]) {
            let share = load / hop.capacity;
            // A load of exactly the capacity is no bottleneck; rounding must not make it one.
            if share > 1.0 + 1e-9 && worst.as_ref().is_none_or(|(known, _)| share > *known) {
                let bundle = Bundle {
                    from: view.id(from),
                    to: view.id(hop.to),
                    load: BitRate::from_bps(load as u64),
                    capacity: BitRate::from_bps(hop.capacity as u64),
                };
                worst = Some((share, bundle));
            }
        }
    }
    worst.map(|(_, bundle)| bundle)
}

/// Sends flows towards the switch that `away` counts from, evenly over the cables of all next hops that are nearer.
fn spread(
    hops: &[Vec<Hop>],
    away: &[u32],
    flows: impl Iterator<Item = (usize, f64)>,
    loads: &mut [Vec<f64>],
) {
    let mut waiting: BTreeMap<(std::cmp::Reverse<u32>, usize), f64> = BTreeMap::new();
    for (source, flow) in flows.filter(|&(source, _)| away[source] != u32::MAX) {
        *waiting
            .entry((std::cmp::Reverse(away[source]), source))
            .or_default() += flow;
    }
    while let Some(((std::cmp::Reverse(distance), at), flow)) = waiting.pop_first() {
        if distance == 0 {
            continue;
        }
        let nearer = |hop: &Hop| away[hop.to] == distance - 1;
        let cables: u32 = hops[at]
            .iter()
            .filter(|hop| nearer(hop))
            .map(|hop| hop.cables)
            .sum();
        for (i, hop) in hops[at].iter().enumerate().filter(|(_, hop)| nearer(hop)) {
            let part = flow * f64::from(hop.cables) / f64::from(cables);
            loads[at][i] += part;
            *waiting
                .entry((std::cmp::Reverse(distance - 1), hop.to))
                .or_default() += part;
        }
    }
}
