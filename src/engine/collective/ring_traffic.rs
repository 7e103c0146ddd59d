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
    /// Whether the fabric was too large to spread the rings over it.
    pub(super) skipped: bool,
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

/// The most bundles looked at, over all receiving switches: seconds of work; a larger fabric is left unspread.
const MAX_WORK: u64 = 400_000_000;

/// Flows that one switch receives, by the switch that sends them.
type Demands = BTreeMap<usize, BTreeMap<usize, u32>>;

/// Puts the rings of these NIC ports on the fabric. Each list holds one port a domain, in ring order.
///
/// O(switches reached x bundles): one breadth-first search for each switch that receives, up to a fixed amount of work.
pub(super) fn ring_traffic(
    topology: &Topology,
    domains: &[Domain],
    rails: &[Vec<NicPort>],
    rate: BitRate,
) -> RingTraffic {
    let view = Adjacency::new(topology);
    let hops = switch_hops(topology, &view);
    let islands = islands(&hops);
    let mut result = RingTraffic::default();
    let mut demands = Demands::new();
    for (rail, ports) in rails.iter().enumerate() {
        let mut pairs = Vec::with_capacity(ports.len());
        let mut gap = None;
        for (i, from) in ports.iter().enumerate() {
            let next = (i + 1) % ports.len();
            match route(&view, domains, next, from, &ports[next]) {
                Route::Direct => {}
                Route::Switches(a, b) if islands[a] == islands[b] => pairs.push((a, b)),
                _ => {
                    gap = Some((from.port.node, ports[next].port.node));
                    break;
                }
            }
        }
        if let Some((from, to)) = gap {
            result.broken.push((rail, from, to));
            continue;
        }
        result.closed.push(rail);
        for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
            *demands.entry(b).or_default().entry(a).or_default() += 1;
        }
    }
    let bundles: u64 = hops.iter().map(|list| 1 + list.len() as u64).sum();
    result.skipped = bundles.saturating_mul(demands.len() as u64) > MAX_WORK;
    if !result.skipped {
        result.tightest = tightest(&view, &hops, &demands, rate);
    }
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
            .filter(|edge| forwards[i] && forwards[edge.to] && !edge.rate.is_zero())
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

/// A number for every device; two switches that reach each other have the same.
fn islands(hops: &[Vec<Hop>]) -> Vec<usize> {
    let mut island = vec![usize::MAX; hops.len()];
    for start in 0..hops.len() {
        let mut stack = vec![start];
        while let Some(i) = stack.pop() {
            if island[i] == usize::MAX {
                island[i] = start;
                stack.extend(hops[i].iter().map(|hop| hop.to));
            }
        }
    }
    island
}

/// Hops to one switch, of every switch that is nearer than the farthest of `sources`.
fn breadth_first(hops: &[Vec<Hop>], target: usize, sources: &BTreeMap<usize, u32>) -> Vec<u32> {
    let mut away = vec![u32::MAX; hops.len()];
    away[target] = 0;
    let mut missing = sources.len();
    let mut queue = VecDeque::from([target]);
    while let Some(i) = queue.pop_front() {
        missing -= usize::from(sources.contains_key(&i));
        if missing == 0 {
            break;
        }
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
fn tightest(view: &Adjacency, hops: &[Vec<Hop>], demands: &Demands, rate: BitRate) -> Option<Bundle> {
    let mut loads: Vec<Vec<f64>> = hops.iter().map(|list| vec![0.0; list.len()]).collect();
    for (&target, sources) in demands {
        let away = breadth_first(hops, target, sources);
        let flows = sources
            .iter()
            .map(|(&source, &flows)| (source, f64::from(flows) * rate.as_bps() as f64));
        spread(hops, &away, flows, &mut loads);
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
