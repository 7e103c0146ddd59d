//! From a drawn fabric to a cluster shape, and to the all-reduce of the whole design.

use super::domains::{Domain, NicPort, domains, generation};
use super::ring_traffic::{RingTraffic, ring_traffic};
use super::{Algorithm, AllReduceFigure, Bottleneck, ClusterShape, CurvePoint, FabricLimit, Possible};
use super::{curve, expected, nic_load, possible, share_of_peak};
use crate::engine::catalog::GpuGeneration;
use crate::engine::ids::NodeId;
use crate::engine::topology::Topology;
use crate::engine::units::{BitRate, Bytes, counted};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a design has no all-reduce. Each is a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NoCollective {
    /// Fewer than two GPUs.
    #[error("an all-reduce needs at least two GPUs")]
    TooFewGpus,
    /// NICs or fabric without any capacity.
    #[error("the cables between the servers carry nothing")]
    NothingCarries,
    /// A server among several that no cable leaves.
    #[error("{server} has no cable in any NIC port")]
    NoCable {
        /// The server's name.
        server: String,
    },
    /// No rail closes.
    #[error("the NICs of {from} do not reach those of {to} on any rail")]
    NoPath {
        /// The sending server's name.
        from: String,
        /// The server's name that it cannot reach.
        to: String,
    },
}

/// The shape of a design, with what was found on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesignShape {
    /// The cluster.
    pub shape: ClusterShape,
    /// What keeps its rings below the NICs' rate, if anything.
    pub limit: Option<FabricLimit>,
    /// What was assumed or levelled, in sentences.
    pub notes: Vec<String>,
}

/// The all-reduce of a design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllReduceReport {
    /// The shape, its limit and its notes.
    pub design: DesignShape,
    /// The headline: NCCL at 1 GiB.
    pub headline: AllReduceFigure,
    /// What the hardware could give at 1 GiB.
    pub possible: Possible,
    /// Headline busbw over the peak of the NICs or of NVLink.
    pub share_of_peak: f64,
    /// What one NIC port carries on average during the headline, one direction.
    pub nic_load: BitRate,
    /// What limits the headline, as a sentence.
    pub bottleneck: String,
    /// Both against message size.
    pub curve: Vec<CurvePoint>,
}

/// The size of the headline.
const HEADLINE: Bytes = Bytes::from_gib(1);

/// The all-reduce over all GPUs of a design, with its curve over `sizes`.
pub fn all_reduce(topology: &Topology, sizes: &[Bytes]) -> Result<AllReduceReport, NoCollective> {
    let mut design = shape_of(topology)?;
    let shape = design.shape;
    let (Some(headline), Some(possible)) = (expected(&shape, HEADLINE), possible(&shape, HEADLINE)) else {
        return Err(NoCollective::NothingCarries);
    };
    let share = share_of_peak(&shape, &headline);
    let beats_possible = headline.busbw_gbytes > possible.pipelined.busbw_gbytes;
    design.notes.splice(
        0..0,
        exceeds(&shape, headline.algorithm, share > 1.0, beats_possible),
    );
    Ok(AllReduceReport {
        headline,
        possible,
        share_of_peak: share,
        nic_load: nic_load(&shape, &headline),
        bottleneck: bottleneck_sentence(topology, &design, headline.bottleneck),
        curve: curve(&shape, sizes),
        design,
    })
}

/// Why the expected figure lies above the peak or above the hierarchical figure, which looks like a mistake and is none;
/// `None` where it does not, or nothing in the algorithm explains it.
fn exceeds(
    shape: &ClusterShape,
    algorithm: Algorithm,
    above_peak: bool,
    above_possible: bool,
) -> Option<String> {
    let what = match (above_peak, above_possible) {
        (false, false) => return None,
        (true, false) => "Expected is above the peak",
        (false, true) => "Expected is above the possible, hierarchical figure",
        (true, true) => "Expected is above the peak and above the possible, hierarchical figure",
    };
    let name = algorithm.name();
    let tree = "NCCL's cost model gives a tree over two nodes the speed inside the nodes, and such a tree sends each \
                byte over the NICs once, where the ring that busbw is counted by sends it nearly twice";
    let nvls = "NVLS adds up inside the NVSwitches, so that each GPU sends about half of what a ring would over NVLink";
    let why = match algorithm {
        Algorithm::Tree if shape.nodes == 2 => tree.to_owned(),
        Algorithm::NvlsTree if shape.nodes == 2 => format!("{tree}; {nvls}"),
        Algorithm::Nvls | Algorithm::NvlsTree => nvls.to_owned(),
        Algorithm::Ring | Algorithm::Tree => return None,
    };
    let besides = match (above_possible, algorithm, shape.nodes) {
        (false, ..) => "",
        (true, Algorithm::NvlsTree, 2) => "; the hierarchical figure counts neither",
        (true, ..) => "; the hierarchical figure does not count that",
    };
    Some(format!("{what} because NCCL chose {name}: {why}{besides}."))
}

/// The cluster that NCCL would see in a design.
///
/// Nodes are NVLink domains in order of their first server. Where domains differ, all are taken as the weakest, and a
/// note says so. Rings run on the NIC ports that every domain has cabled, port i to port i of the next domain.
/// O(devices + cables), and a breadth-first search for each switch that receives ring traffic.
pub fn shape_of(topology: &Topology) -> Result<DesignShape, NoCollective> {
    let domains = domains(topology);
    let gpus: u32 = domains
        .iter()
        .fold(0, |sum, domain| sum.saturating_add(domain.gpus));
    if gpus < 2 {
        return Err(NoCollective::TooFewGpus);
    }
    let mut notes = Vec::new();
    let mut limit = None;
    let (generation, nvlink) = level_gpus(topology, &domains, &mut notes);
    let mut shape = ClusterShape {
        gpus,
        nodes: domains.len() as u32,
        gpus_per_node: domains.iter().map(|domain| domain.gpus).min().unwrap_or(1),
        nics_per_node: 0,
        nic_rate: BitRate::ZERO,
        nvlink_rate: nvlink,
        generation,
        fabric_limit: None,
    };
    if domains.len() > 1 {
        let rails = rails(topology, &domains, &mut limit)?;
        let (rate, slowest) = slowest_nic(&rails);
        let traffic = ring_traffic(topology, &domains, &rails, rate);
        network(topology, &mut shape, &traffic, rate, &mut notes)?;
        limit = fabric_limit(&traffic).or(limit).or(slowest);
    }
    Ok(DesignShape { shape, limit, notes })
}

/// The oldest generation and the slowest NVLink, with notes where they differ or were guessed.
fn level_gpus(topology: &Topology, domains: &[Domain], notes: &mut Vec<String>) -> (GpuGeneration, BitRate) {
    let nvlink = domains
        .iter()
        .map(|domain| domain.nvlink)
        .min()
        .unwrap_or(BitRate::ZERO);
    if domains.iter().any(|domain| domain.nvlink != nvlink) {
        notes.push(format!(
            "NVLink differs between domains: all are taken at {} GB/s",
            nvlink.as_gbytes_f64()
        ));
    }
    let sizes = || domains.iter().map(|domain| domain.gpus);
    if let (Some(least), Some(most)) = (sizes().min(), sizes().max())
        && least != most
    {
        notes.push(format!(
            "domains have {least} to {most} GPUs: all are taken as of {least}"
        ));
    }
    let found = domains
        .iter()
        .flat_map(|domain| domain.servers.iter().map(|&id| (id, domain.nvlink)));
    let known: Vec<(GpuGeneration, bool)> = found
        .filter_map(|(id, nvlink)| topology.node(id).map(|node| generation(node, nvlink)))
        .collect();
    let oldest = known
        .iter()
        .map(|&(generation, _)| generation)
        .min()
        .unwrap_or(GpuGeneration::Ampere);
    if known.iter().any(|&(_, guessed)| guessed) {
        let name = oldest.name();
        notes.push(format!(
            "servers that the catalogue does not know: NCCL's tables for {name} are taken"
        ));
    }
    if known.iter().any(|&(generation, _)| generation != oldest) {
        notes.push(format!(
            "GPU generations are mixed: NCCL takes the oldest, {}",
            oldest.name()
        ));
    }
    (oldest, nvlink)
}

/// The NIC ports of each rail, one a domain: those that all domains have cabled under one number, else the first ones.
fn rails(
    topology: &Topology,
    domains: &[Domain],
    limit: &mut Option<FabricLimit>,
) -> Result<Vec<Vec<NicPort>>, NoCollective> {
    let cabled = |domain: &Domain| domain.nics.iter().filter(|nic| nic.cable.is_some()).count();
    let Some(weakest) = domains.iter().min_by_key(|domain| cabled(domain)) else {
        return Ok(Vec::new());
    };
    let server = weakest.servers.first().copied().unwrap_or(NodeId::new(0));
    if cabled(weakest) == 0 {
        return Err(NoCollective::NoCable {
            server: name(topology, server),
        });
    }
    if let Some(short) = domains.iter().find(|domain| cabled(domain) < domain.nics.len()) {
        let bare = short
            .nics
            .iter()
            .find(|nic| nic.cable.is_none())
            .map(|nic| nic.port.node);
        *limit = Some(FabricLimit::MissingCables {
            server: bare.unwrap_or(server),
            cabled: cabled(short) as u32,
            ports: short.nics.len() as u32,
        });
    }
    let at = |i: usize| {
        domains
            .iter()
            .map(|domain| domain.nics.get(i).copied())
            .collect::<Option<Vec<_>>>()
    };
    let aligned: Vec<Vec<NicPort>> = (0..weakest.nics.len())
        .filter_map(at)
        .filter(|rail| rail.iter().all(|nic| nic.cable.is_some()))
        .collect();
    if !aligned.is_empty() {
        return Ok(aligned);
    }
    let nth = |n: usize| {
        domains
            .iter()
            .map(|d| d.nics.iter().filter(|nic| nic.cable.is_some()).nth(n).copied())
            .collect()
    };
    Ok((0..cabled(weakest)).filter_map(nth).collect())
}

/// The rate of the slowest NIC port, and why it is slow if it is slower than the port.
fn slowest_nic(rails: &[Vec<NicPort>]) -> (BitRate, Option<FabricLimit>) {
    let all = rails
        .iter()
        .flatten()
        .filter_map(|nic| nic.cable.map(|cable| (nic, cable)));
    let Some((nic, cable)) = all.min_by_key(|(_, cable)| cable.rate) else {
        return (BitRate::ZERO, None);
    };
    let (server, rate, port_rate) = (nic.port.node, cable.rate, nic.port_rate);
    let limit = if cable.held_by_pcie {
        FabricLimit::SlowPcie {
            server,
            rate,
            port_rate,
        }
    } else {
        FabricLimit::SlowCable {
            link: cable.link,
            server,
            rate,
            port_rate,
        }
    };
    (rate, (rate < port_rate).then_some(limit))
}

/// What the rings get from the fabric, written into the shape.
fn network(
    topology: &Topology,
    shape: &mut ClusterShape,
    traffic: &RingTraffic,
    rate: BitRate,
    notes: &mut Vec<String>,
) -> Result<(), NoCollective> {
    if let (true, Some(&(_, from, to))) = (traffic.closed.is_empty(), traffic.broken.first()) {
        return Err(NoCollective::NoPath {
            from: name(topology, from),
            to: name(topology, to),
        });
    }
    if !traffic.broken.is_empty() {
        let all = traffic.closed.len() + traffic.broken.len();
        notes.push(format!(
            "{} of {all} rails do not close and carry nothing",
            traffic.broken.len()
        ));
    }
    if traffic.skipped {
        notes.push(
            "the fabric is too large to spread its rings: its links are taken as wide enough".to_owned(),
        );
    }
    shape.nics_per_node = traffic.closed.len() as u32;
    shape.nic_rate = rate;
    if let Some(bundle) = traffic.tightest {
        let nics = u128::from((rate * u64::from(shape.nics_per_node)).as_bps());
        let share = nics * u128::from(bundle.capacity.as_bps()) / u128::from(bundle.load.as_bps().max(1));
        shape.fabric_limit = Some(BitRate::from_bps(u64::try_from(share).unwrap_or(u64::MAX)));
    }
    Ok(())
}

/// The limit that ring traffic shows, the costliest kind first.
fn fabric_limit(traffic: &RingTraffic) -> Option<FabricLimit> {
    let links = traffic.tightest.map(|bundle| FabricLimit::SwitchLinks {
        from: bundle.from,
        to: bundle.to,
        load: bundle.load,
        capacity: bundle.capacity,
    });
    let broken = traffic.broken.first();
    links.or_else(|| {
        broken.map(|&(rail, from, to)| FabricLimit::BrokenRail {
            rail: rail as u32,
            from,
            to,
        })
    })
}

/// What limits, as a sentence in words of the design.
fn bottleneck_sentence(topology: &Topology, design: &DesignShape, bottleneck: Bottleneck) -> String {
    let shape = &design.shape;
    let nics = format!(
        "{} of {} Gb/s a node",
        counted(u64::from(shape.nics_per_node), "NIC port"),
        shape.nic_rate.as_gbps_f64()
    );
    match (bottleneck, &design.limit) {
        (Bottleneck::Fabric, Some(limit)) => limit.sentence(topology),
        (Bottleneck::Nic, Some(limit)) => format!("{nics}: {}", limit.sentence(topology)),
        (Bottleneck::Nic | Bottleneck::Fabric, _) => nics,
        (Bottleneck::Nvlink, _) => format!("NVLink, {} GB/s a GPU", shape.nvlink_rate.as_gbytes_f64()),
        (Bottleneck::Pcie, _) => "PCIe between the GPUs of a server: there is no NVLink".to_owned(),
        (Bottleneck::Channels, _) => format!("what NCCL's kernels move a channel; the network has {nics}"),
        (Bottleneck::Latency, _) => format!("the latency of {} GPUs' steps", shape.gpus),
    }
}

fn name(topology: &Topology, id: NodeId) -> String {
    topology
        .node(id)
        .map_or_else(|| id.to_string(), |node| node.name.clone())
}

#[cfg(test)]
mod tests;
