//! The analysis of a design as JSON.

use super::bill::{AssumptionView, BillView};
use super::{name_of, names_of, rounded};
use crate::engine::analysis::{DesignBisection, Oversubscription, Ratio};
use crate::engine::collective::{AllReduceFigure, AllReduceReport, Possible};
use crate::engine::document::Design;
use crate::engine::report::{Assumption, Bill};
use crate::engine::topology::{Finding, NodeKind, Topology};
use serde::Serialize;

/// What an analysis consists of.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisParts<'a> {
    /// The design.
    pub design: &'a Design,
    /// What was assumed when its file was read.
    pub notes: &'a [String],
    /// Its bisection bandwidth.
    pub bisection: &'a DesignBisection,
    /// Its oversubscription.
    pub oversubscription: &'a Oversubscription,
    /// Its all-reduce, or why it has none.
    pub all_reduce: Result<&'a AllReduceReport, &'a str>,
    /// What is wrong with it.
    pub findings: &'a [Finding],
    /// What it is made of.
    pub bill: &'a Bill,
    /// What the figures rest on.
    pub assumptions: &'a [Assumption],
}

/// The analysis of a design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisView {
    /// The design's name.
    pub name: String,
    /// How large it is.
    pub counts: CountsView,
    /// Its bisection bandwidth.
    pub bisection: BisectionView,
    /// Its oversubscription.
    pub oversubscription: OversubscriptionView,
    /// Its all-reduce; null if it has none.
    pub all_reduce: Option<AllReduceView>,
    /// Why it has no all-reduce.
    pub no_all_reduce: Option<String>,
    /// What is wrong with it, worst first.
    pub findings: Vec<FindingView>,
    /// What it is made of, draws and costs.
    pub bill: BillView,
    /// What the figures rest on.
    pub assumptions: Vec<AssumptionView>,
    /// What was assumed when its file was read.
    pub notes: Vec<String>,
}

/// How many there are of each kind of thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountsView {
    /// GPUs.
    pub gpus: u64,
    /// GPU servers and hosts.
    pub servers: u64,
    /// Switches.
    pub switches: u64,
    /// NVSwitch domains that are devices of their own.
    pub nvlink_domains: u64,
    /// Cables.
    pub cables: u64,
}

/// Bisection bandwidth, one direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BisectionView {
    /// The value if it is proved; null if only bounds are known.
    pub gbps: Option<f64>,
    /// No balanced cut carries less.
    pub lower_gbps: f64,
    /// A balanced cut that carries this much is known.
    pub upper_gbps: f64,
    /// Whether the value is proved.
    pub exact: bool,
    /// The argument, in a word.
    pub proof: &'static str,
    /// The argument, in a sentence.
    pub explanation: &'static str,
    /// Full bisection: half of the endpoints at their rates.
    pub full_gbps: f64,
    /// The lower bound as a share of full bisection.
    pub share_of_full: Option<f64>,
    /// The number of endpoints.
    pub endpoints: u32,
    /// The cut that carries the upper bound.
    pub cut: Option<CutView>,
}

/// A balanced cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CutView {
    /// The cables that cross, by id.
    pub cables: Vec<u32>,
    /// Servers inside which it passes.
    pub split_servers: Vec<String>,
    /// Endpoints of one side.
    pub endpoints_a: usize,
    /// Switches and NVSwitch domains of that side.
    pub devices_a: Vec<String>,
}

/// Oversubscription by tier, and by switch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OversubscriptionView {
    /// Tiers of switches below the top one, from the bottom up.
    pub tiers: Vec<TierView>,
    /// Their switches.
    pub switches: Vec<SwitchView>,
}

/// One tier.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TierView {
    /// Its name: leaves, spines, cores.
    pub tier: &'static str,
    /// How many switches it has.
    pub switches: u32,
    /// The worst of them.
    pub worst: RatioView,
    /// The mean of their ratios.
    pub mean: f64,
    /// Switches with endpoints below and no uplink.
    pub isolated: u32,
}

/// Capacity below to capacity above.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatioView {
    /// Capacity below.
    pub down_gbps: f64,
    /// Capacity above.
    pub up_gbps: f64,
    /// Their ratio: 1 is non-blocking; null without capacity above.
    pub ratio: Option<f64>,
}

/// One switch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SwitchView {
    /// Its name.
    pub name: String,
    /// Its ratio.
    pub ratio: RatioView,
}

/// The all-reduce over all GPUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AllReduceView {
    /// What NCCL would choose and reach at 1 GiB: the headline.
    pub expected: ExpectedView,
    /// What the hardware could give at 1 GiB.
    pub possible: PossibleView,
    /// Expected bus bandwidth over the peak of the NICs, or of NVLink inside one domain.
    pub share_of_peak: f64,
    /// What limits it, in a sentence.
    pub bottleneck: String,
    /// NVLink domains (servers, or racks of a rack-scale domain).
    pub nodes: u32,
    /// GPUs of each.
    pub gpus_per_node: u32,
    /// NIC ports of each that carry traffic.
    pub nics_per_node: u32,
    /// What one of them carries.
    pub nic_gbps: f64,
    /// One GPU's NVLink.
    pub nvlink_gbytes: f64,
    /// What was assumed.
    pub notes: Vec<String>,
    /// Both against the size of the message.
    pub curve: Vec<CurvePointView>,
}

/// An all-reduce as NCCL would run it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExpectedView {
    /// Bytes of each GPU.
    pub bytes: u64,
    /// How long it takes.
    pub time_us: f64,
    /// Size over time.
    pub algbw_gbytes: f64,
    /// Times 2(n-1)/n.
    pub busbw_gbytes: f64,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The protocol.
    pub protocol: &'static str,
    /// What keeps it from being faster, in a word.
    pub limited_by: &'static str,
}

/// Bounds of a hierarchical all-reduce: bus bandwidths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PossibleView {
    /// Phases overlap.
    pub pipelined_busbw_gbytes: f64,
    /// Phases follow each other.
    pub serial_busbw_gbytes: f64,
}

/// One size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePointView {
    /// What NCCL would choose and reach.
    pub expected: ExpectedView,
    /// What the hardware could give.
    pub possible: PossibleView,
}

/// Something found about the fabric.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindingView {
    /// error, warning or note.
    pub severity: &'static str,
    /// What was checked: a stable word.
    pub code: crate::engine::topology::FindingCode,
    /// One sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The devices concerned.
    pub devices: Vec<String>,
    /// The cables concerned, by id.
    pub cables: Vec<u32>,
}

impl AnalysisView {
    /// The record of an analysis. O(size of its parts).
    pub fn of(parts: AnalysisParts<'_>) -> Self {
        let topology = parts.design.topology();
        Self {
            name: parts.design.name.clone(),
            counts: CountsView::of(topology),
            bisection: BisectionView::of(topology, parts.bisection),
            oversubscription: OversubscriptionView::of(topology, parts.oversubscription),
            all_reduce: parts.all_reduce.ok().map(AllReduceView::of),
            no_all_reduce: parts.all_reduce.err().map(str::to_owned),
            findings: parts
                .findings
                .iter()
                .map(|finding| FindingView::of(topology, finding))
                .collect(),
            bill: BillView::of(parts.bill),
            assumptions: parts.assumptions.iter().map(AssumptionView::of).collect(),
            notes: parts.notes.to_vec(),
        }
    }
}

impl CountsView {
    /// Counts a fabric. O(devices).
    pub fn of(topology: &Topology) -> Self {
        let mut counts = Self {
            cables: topology.n_links() as u64,
            ..Self::default()
        };
        for (_, node) in topology.nodes() {
            match node.kind {
                NodeKind::Server(server) => {
                    counts.servers += 1;
                    counts.gpus += u64::from(server.gpus);
                }
                NodeKind::NvlinkDomain(_) => counts.nvlink_domains += 1,
                NodeKind::Switch(_) => counts.switches += 1,
            }
        }
        counts
    }
}

impl BisectionView {
    /// The record of a bisection.
    pub fn of(topology: &Topology, answer: &DesignBisection) -> Self {
        let bisection = &answer.bisection;
        let lower = bisection.lower.as_gbps_f64();
        Self {
            gbps: bisection.is_exact().then_some(lower),
            lower_gbps: lower,
            upper_gbps: bisection.upper.as_gbps_f64(),
            exact: bisection.is_exact(),
            proof: bisection.proof.name(),
            explanation: bisection.proof.explain(),
            full_gbps: bisection.full.as_gbps_f64(),
            share_of_full: bisection.share_of_full().map(|(lower, _)| rounded(lower)),
            endpoints: bisection.endpoints,
            cut: answer.cut.as_ref().map(|cut| CutView {
                cables: cut.links.iter().map(|link| link.number()).collect(),
                split_servers: names_of(topology, &cut.split_servers),
                endpoints_a: cut.side_a.len(),
                devices_a: names_of(topology, &cut.devices_a),
            }),
        }
    }
}

impl OversubscriptionView {
    /// The record of an oversubscription.
    pub fn of(topology: &Topology, answer: &Oversubscription) -> Self {
        Self {
            tiers: answer
                .tiers
                .iter()
                .map(|tier| TierView {
                    tier: tier.tier.name(),
                    switches: tier.switches,
                    worst: RatioView::of(tier.worst),
                    mean: rounded(tier.mean),
                    isolated: tier.isolated,
                })
                .collect(),
            switches: answer
                .switches
                .iter()
                .map(|switch| SwitchView {
                    name: name_of(topology, switch.node),
                    ratio: RatioView::of(switch.ratio()),
                })
                .collect(),
        }
    }
}

impl RatioView {
    fn of(ratio: Ratio) -> Self {
        Self {
            down_gbps: ratio.down.as_gbps_f64(),
            up_gbps: ratio.up.as_gbps_f64(),
            ratio: ratio.value().map(rounded),
        }
    }
}

impl AllReduceView {
    /// The record of an all-reduce.
    pub fn of(report: &AllReduceReport) -> Self {
        let shape = report.design.shape;
        Self {
            expected: ExpectedView::of(&report.headline),
            possible: PossibleView::of(&report.possible),
            share_of_peak: rounded(report.share_of_peak),
            bottleneck: report.bottleneck.clone(),
            nodes: shape.nodes,
            gpus_per_node: shape.gpus_per_node,
            nics_per_node: shape.nics_per_node,
            nic_gbps: shape.nic_rate.as_gbps_f64(),
            nvlink_gbytes: shape.nvlink_rate.as_gbytes_f64(),
            notes: report.design.notes.clone(),
            curve: report
                .curve
                .iter()
                .map(|point| CurvePointView {
                    expected: ExpectedView::of(&point.expected),
                    possible: PossibleView::of(&point.possible),
                })
                .collect(),
        }
    }
}

impl ExpectedView {
    fn of(figure: &AllReduceFigure) -> Self {
        Self {
            bytes: figure.size.as_u64(),
            time_us: figure.time.as_us_f64(),
            algbw_gbytes: rounded(figure.algbw_gbytes),
            busbw_gbytes: rounded(figure.busbw_gbytes),
            algorithm: figure.algorithm.name(),
            protocol: figure.protocol.name(),
            limited_by: figure.bottleneck.name(),
        }
    }
}

impl PossibleView {
    fn of(possible: &Possible) -> Self {
        Self {
            pipelined_busbw_gbytes: rounded(possible.pipelined.busbw_gbytes),
            serial_busbw_gbytes: rounded(possible.serial.busbw_gbytes),
        }
    }
}

impl FindingView {
    fn of(topology: &Topology, finding: &Finding) -> Self {
        Self {
            severity: finding.severity.name(),
            code: finding.code,
            message: finding.message.clone(),
            hint: finding.hint.clone(),
            devices: names_of(topology, &finding.nodes),
            cables: finding.links.iter().map(|link| link.number()).collect(),
        }
    }
}
