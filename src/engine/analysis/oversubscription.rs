//! Oversubscription: how much capacity stands below a switch for each unit above it.
//!
//! Of a switch: the capacity of its cables towards endpoints (to GPU servers, or to switches of a lower tier) over the
//! capacity of its cables to higher tiers. Free ports and servers without GPUs do not count. The top tier has nothing
//! above it and therefore no ratio.

use crate::engine::ids::NodeId;
use crate::engine::topology::{Adjacency, LinkLayer, NodeKind, Tier, Topology, tiers};
use crate::engine::units::BitRate;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The oversubscription of a design, by tier and by switch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Oversubscription {
    /// Every tier of switches below the top one, from the bottom up.
    pub tiers: Vec<TierRatio>,
    /// Every switch of those tiers, in order of ids.
    pub switches: Vec<SwitchRatio>,
}

/// The oversubscription of one tier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TierRatio {
    /// The tier.
    pub tier: Tier,
    /// How many switches it has.
    pub switches: u32,
    /// The worst switch's ratio.
    pub worst: Ratio,
    /// The mean over the switches that have uplinks; zero if none has.
    pub mean: f64,
    /// How many switches have endpoints below and no uplink, though other switches stand above this tier.
    pub isolated: u32,
}

/// The oversubscription of one switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchRatio {
    /// The switch.
    pub node: NodeId,
    /// Its tier.
    pub tier: Tier,
    /// Capacity towards endpoints.
    pub down: BitRate,
    /// Capacity to higher tiers.
    pub up: BitRate,
}

impl SwitchRatio {
    /// Down to up.
    pub const fn ratio(&self) -> Ratio {
        Ratio {
            down: self.down,
            up: self.up,
        }
    }

    /// Whether endpoints stand below and nothing leads up.
    pub const fn is_isolated(&self) -> bool {
        self.up.is_zero() && !self.down.is_zero()
    }
}

/// An exact ratio of two capacities, down to up: 3 to 1 is 3:1 oversubscribed, 1 to 1 non-blocking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    /// Capacity below.
    pub down: BitRate,
    /// Capacity above.
    pub up: BitRate,
}

impl Ratio {
    /// The ratio as a number; `None` without capacity above.
    pub fn value(self) -> Option<f64> {
        (!self.up.is_zero()).then(|| self.down.as_bps() as f64 / self.up.as_bps() as f64)
    }

    /// In lowest terms, for display as `down:up`.
    pub const fn lowest_terms(self) -> (u64, u64) {
        let (mut a, mut b) = (self.down.as_bps(), self.up.as_bps());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        match (self.down.as_bps().checked_div(a), self.up.as_bps().checked_div(a)) {
            (Some(down), Some(up)) => (down, up),
            _ => (0, 0),
        }
    }

    /// Compares by value, exactly; without capacity above counts as infinite, nothing over nothing as zero.
    pub fn compare(self, other: Self) -> Ordering {
        let parts = |ratio: Self| (u128::from(ratio.down.as_bps()), u128::from(ratio.up.as_bps()));
        let ((a, b), (c, d)) = (parts(self), parts(other));
        match (b == 0 && a > 0, d == 0 && c > 0) {
            (true, true) => a.cmp(&c),
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => (a * d.max(1)).cmp(&(c * b.max(1))),
        }
    }
}

/// The oversubscription of every switch and tier. O(devices + cables, times a logarithm).
pub fn oversubscription(topology: &Topology) -> Oversubscription {
    let view = Adjacency::new(topology);
    let tier = tiers(topology, &view);
    let is_switch = |i: usize| {
        matches!(topology.node(view.id(i)).map(|node| node.kind),
            Some(NodeKind::Switch(switch)) if switch.layer != LinkLayer::Nvlink)
    };
    let layered = |i: usize| is_switch(i) && matches!(tier[i], Tier::Leaf | Tier::Spine | Tier::Core);
    let Some(top) = (0..view.len()).filter(|&i| layered(i)).map(|i| tier[i]).max() else {
        return Oversubscription::default();
    };
    let bears = |i: usize| match tier[i] {
        Tier::Server => topology.node(view.id(i)).is_some_and(|node| node.gpus() > 0),
        _ => layered(i),
    };
    let mut switches = Vec::new();
    for i in (0..view.len()).filter(|&i| layered(i) && tier[i] < top) {
        let (mut down, mut up) = (BitRate::ZERO, BitRate::ZERO);
        for edge in view.edges(i).iter().filter(|edge| edge.to != i && bears(edge.to)) {
            match tier[edge.to].cmp(&tier[i]) {
                Ordering::Less => down += edge.rate,
                Ordering::Greater => up += edge.rate,
                Ordering::Equal => {}
            }
        }
        switches.push(SwitchRatio {
            node: view.id(i),
            tier: tier[i],
            down,
            up,
        });
    }
    let mut by_tier: BTreeMap<Tier, Vec<SwitchRatio>> = BTreeMap::new();
    for &switch in &switches {
        by_tier.entry(switch.tier).or_default().push(switch);
    }
    let tiers = by_tier
        .into_iter()
        .filter_map(|(tier, members)| tier_ratio(tier, &members))
        .collect();
    Oversubscription { tiers, switches }
}

fn tier_ratio(tier: Tier, members: &[SwitchRatio]) -> Option<TierRatio> {
    let worst = members
        .iter()
        .map(SwitchRatio::ratio)
        .max_by(|a, b| a.compare(*b))?;
    let values: Vec<f64> = members
        .iter()
        .filter_map(|switch| switch.ratio().value())
        .collect();
    let mean = if values.is_empty() {
        0.0
    } else {
        values.iter().sum::<f64>() / values.len() as f64
    };
    let isolated = members.iter().filter(|switch| switch.is_isolated()).count() as u32;
    Some(TierRatio {
        tier,
        switches: members.len() as u32,
        worst,
        mean,
        isolated,
    })
}
