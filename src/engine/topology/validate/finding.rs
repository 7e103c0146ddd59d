//! What a finding is.

use crate::engine::ids::{LinkId, NodeId};
use serde::{Deserialize, Serialize};

/// How bad a finding is; the worst comes first in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The fabric cannot be built or cannot carry traffic as drawn, or it contradicts itself.
    Error,
    /// It works, but gives away bandwidth or hangs on one device.
    Warning,
    /// Worth knowing; often meant so.
    Info,
}

impl Severity {
    /// All of them, worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];

    /// The word people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "note",
        }
    }
}

/// What was checked; stable words, for scripts and for links into the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingCode {
    /// A server, host or switch without any cable.
    NoCable,
    /// The endpoints are in several parts that cannot reach each other.
    Partitioned,
    /// The two ends of a cable speak different link layers.
    LayerMismatch,
    /// A cable set faster than a port it is in.
    LinkAbovePort,
    /// A cable without any rate.
    ZeroRate,
    /// A cable longer than any product of its medium and rate reaches.
    CableTooLong,
    /// A connector that no product of that medium and rate has.
    ConnectorMismatch,
    /// A flat (UPC) ferrule where the module has an angled (APC) one, or the other way round.
    PolishMismatch,
    /// Fibres that cross the wrong way: transmit meets transmit.
    PolarityMismatch,
    /// A module form that fits only one of the two cages.
    CageMismatch,
    /// A NIC on a leaf of another rail.
    RailMiscabled,
    /// More GPUs attached to an NVSwitch domain than it takes.
    NvlinkOversubscribed,
    /// A server whose NVLinks go to a domain outside, and that is attached to none.
    NvlinkNotAttached,
    /// Two devices of one name.
    DuplicateName,
    /// NIC ports of a cabled server that hold no cable.
    UncabledNicPort,
    /// A cable set slower than both its ports.
    LinkBelowPorts,
    /// A NIC whose PCIe slot carries less than its cabled ports.
    NicLimitedByPcie,
    /// A server and its NVSwitch domain with different NVLink rates.
    NvlinkRateMismatch,
    /// An NVLink cable to a server whose NVLinks stay inside.
    NvlinkWithoutReach,
    /// A switch with ports of another layer than its own.
    MixedLayers,
    /// A switch that no server reaches.
    DetachedSwitch,
    /// Leaves with different uplink capacity.
    UnevenUplinks,
    /// A leaf whose cables are spread unevenly over its spines.
    UnevenSpread,
    /// Every leaf hangs on one and the same spine.
    SingleSpine,
    /// A leaf with several leaves around it that hangs on one spine.
    SingleHomedLeaf,
    /// No product of this rate on this medium is in the catalogue.
    NoProduct,
    /// Two ports of different rates joined at the lower one.
    PortRateMismatch,
    /// Ethernet and InfiniBand in one design.
    TwoLinkLayers,
}

/// One thing found about a fabric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What was checked.
    pub code: FindingCode,
    /// One sentence that names the devices and ports; ports count from 1, as people do.
    pub message: String,
    /// What to do about it, where there is one thing to do.
    pub hint: Option<String>,
    /// The devices concerned, to be selected on the canvas.
    pub nodes: Vec<NodeId>,
    /// The cables concerned.
    pub links: Vec<LinkId>,
}

impl Finding {
    pub(super) fn new(severity: Severity, code: FindingCode, message: String) -> Self {
        Self {
            severity,
            code,
            message,
            hint: None,
            nodes: Vec::new(),
            links: Vec::new(),
        }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(super) fn nodes(mut self, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        self.nodes = nodes.into_iter().collect();
        self
    }

    pub(super) fn links(mut self, links: impl IntoIterator<Item = LinkId>) -> Self {
        self.links = links.into_iter().collect();
        self
    }
}
