//! What a scenario may not ask for: everything is refused here, by name, before a run is laid.

use super::error::ScenarioError;
use super::layout::LARGEST_BUFFER;
use super::network::Network;
use super::scenario::{DcqcnParameters, Scenario};
use crate::engine::units::{BitRate, SimTime};

/// The most links of a network.
const MOST_LINKS: usize = 4_000_000;
/// The longest delay of a link: 1 s.
const LONGEST_DELAY: SimTime = SimTime::from_ms(1_000);

/// Checks a scenario on a network.
pub(super) fn check(network: &Network, scenario: &Scenario) -> Result<(), ScenarioError> {
    if network.links.len() > MOST_LINKS {
        return Err(ScenarioError::TooLarge(format!(
            "{} links, at most {MOST_LINKS}",
            network.links.len()
        )));
    }
    for link in &network.links {
        if link.rate.is_zero() {
            return Err(ScenarioError::ZeroRate(link.id.to_string()));
        }
        if link.delay > LONGEST_DELAY {
            return Err(ScenarioError::Parameter("a link delay is longer than a second"));
        }
    }
    if let Some(host) = network
        .hosts
        .iter()
        .find(|host| host.injection.is_some_and(BitRate::is_zero))
    {
        return Err(ScenarioError::ZeroRate(host.name.clone()));
    }
    if network
        .switches
        .iter()
        .any(|switch| switch.buffer.as_u64() > LARGEST_BUFFER)
    {
        return Err(ScenarioError::Parameter("a switch buffer is larger than 2 GiB"));
    }
    for row in &scenario.marking {
        if row.k_min > row.k_max || !(0.0..=1.0).contains(&row.p_max) || row.rate.is_zero() {
            return Err(ScenarioError::Thresholds(row.rate));
        }
    }
    if !(64..=16_384).contains(&scenario.mtu.as_u64()) {
        return Err(ScenarioError::Parameter(
            "the MTU must be from 64 to 16,384 bytes of payload",
        ));
    }
    if !(1..=7).contains(&scenario.priority) {
        return Err(ScenarioError::Parameter(
            "the priority must be from 1 to 7; 0 is for control frames",
        ));
    }
    if scenario.pause.threshold_shift > 31 || scenario.pause.reserve.as_u64() > LARGEST_BUFFER {
        return Err(ScenarioError::Parameter(
            "the PFC threshold shift is at most 31 and the reserve at most 2 GiB",
        ));
    }
    if scenario.pause.xon_offset.as_u64() > LARGEST_BUFFER {
        return Err(ScenarioError::Parameter("the XON offset is at most 2 GiB"));
    }
    if scenario.retransmit_timeout == Some(SimTime::ZERO) {
        return Err(ScenarioError::Parameter("a retransmission timeout of zero"));
    }
    if scenario.steps.pcie.is_zero() {
        return Err(ScenarioError::Parameter("the PCIe rate between GPUs is zero"));
    }
    check_reaction(&scenario.reaction)
}

fn check_reaction(reaction: &DcqcnParameters) -> Result<(), ScenarioError> {
    if !(reaction.gain > 0.0 && reaction.gain <= 1.0) {
        return Err(ScenarioError::Parameter(
            "the gain g of DCQCN must be above 0 and at most 1",
        ));
    }
    let intervals = [
        reaction.alpha_interval,
        reaction.decrease_interval,
        reaction.increase_interval,
    ];
    if intervals.iter().any(|&interval| interval < SimTime::from_ns(10)) {
        return Err(ScenarioError::Parameter(
            "the intervals of DCQCN must be at least 10 ns",
        ));
    }
    if reaction.minimum_rate.is_zero() {
        return Err(ScenarioError::Parameter("the minimum rate of DCQCN is zero"));
    }
    Ok(())
}
