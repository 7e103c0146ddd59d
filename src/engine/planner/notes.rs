//! What one should know besides the windows: what stays slow and why, what the hardware limits, why there is no plan.

use super::difference::{LinkChange, Shortfall, gbps};
use super::fabric::{Fabric, Refusal};
use super::problem::Found;
use super::schedule::percent;
use super::{Metric, OperationKind, Window, Witness};
use crate::engine::topology::Tier;
use std::collections::BTreeMap;

/// The notes of a plan that uses this many port adapters at once.
pub(super) fn notes(fabric: &Fabric, windows: &[Window], adapters: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if fabric.n_operations() == 0 && fabric.change.obstacles.is_empty() {
        notes.push(format!(
            "The goal changes nothing: every port that it names already runs at {} Gb/s or has no cable to speed up.",
            gbps(fabric.goal.rate)
        ));
    }
    models(fabric, &mut notes);
    slow_cables(fabric, &mut notes);
    slots(fabric, &mut notes);
    if fabric.change.links.iter().any(|link| link.broken.contains(&true)) {
        notes.push(
            "Some of today's plugs do not fit the new ports: those cables are down from the window of their first end \
             to that of their second."
                .to_owned(),
        );
    }
    if adapters > 0 {
        notes.push(format!(
            "Today's plugs go into larger cages: up to {adapters} mechanical adapters (or hybrid cables) are in use at once."
        ));
    }
    let odd = |w: &Window| {
        w.during.bisection.endpoints < w.after.bisection.endpoints
            && w.during.share.bisection > w.after.share.bisection
    };
    if windows.iter().any(odd) {
        notes.push(
            "In some windows the bisection bandwidth rises while servers are out: it is taken over the GPUs that are \
             online, and halves of an odd number of servers split one of them through its NVLinks."
                .to_owned(),
        );
    }
    match (fabric.undecided, fabric.strict) {
        (false, _) => {}
        (true, true) => notes.push(
            "Windows whose bisection floor could not be proved were left out: every floor of this plan is proved, but a \
             shorter plan may exist."
                .to_owned(),
        ),
        (true, false) => notes.push(
            "The bisection bandwidth of some windows is not proved: their floor was judged by the best cuts found."
                .to_owned(),
        ),
    }
    notes
}

/// Which models were chosen.
fn models(fabric: &Fabric, notes: &mut Vec<String>) {
    let mut chosen: BTreeMap<(OperationKind, &str, &str), u64> = BTreeMap::new();
    for (device, work) in fabric.change.devices.iter().enumerate() {
        let (Some(kind), Some(choice)) = (work.kind, &work.switch) else {
            continue;
        };
        let old = fabric
            .topology
            .node(fabric.change.view.id(device))
            .map_or("", |node| node.model.as_str());
        *chosen.entry((kind, old, choice.sheet.model)).or_default() += 1;
    }
    for ((kind, old, new), n) in chosen {
        let tier = if kind == OperationKind::SwapLeaf {
            "leaves"
        } else {
            "spines"
        };
        notes.push(format!("{n} {tier}: {old} becomes {new}."));
    }
}

/// Cables that were to get faster and do not reach the goal.
fn slow_cables(fabric: &Fabric, notes: &mut Vec<String>) {
    let mut slow: BTreeMap<(Tier, Tier, u64, Option<Tier>), u64> = BTreeMap::new();
    for link in &fabric.change.links {
        let Some(shortfall) = link.shortfall else { continue };
        let tiers = link.ends.map(|end| fabric.change.tiers[end]);
        let (below, above) = (tiers[0].min(tiers[1]), tiers[0].max(tiers[1]));
        let slow_end = match shortfall {
            Shortfall::SlowEnd(end) => Some(tiers[end]),
            Shortfall::NoProduct => None,
        };
        *slow
            .entry((below, above, gbps(link.after.rate), slow_end))
            .or_default() += 1;
    }
    for ((below, above, rate, slow_end), n) in slow {
        let why = match slow_end {
            Some(tier) => format!("the ports of the {} stay that slow", tier.name()),
            None => format!(
                "no {} Gb/s product of the catalogue joins their ports over that length",
                gbps(fabric.goal.rate)
            ),
        };
        let (below, above) = (below.name(), above.name());
        notes.push(format!(
            "{} between {below} and {above} {} at {rate} Gb/s afterwards: {why}.",
            crate::engine::units::counted(n, "cable"),
            if n == 1 { "runs" } else { "run" }
        ));
    }
    if fabric.n_operations() > 0 && !fabric.change.links.iter().any(LinkChange::rises) {
        notes.push(
            "No cable gets faster by this goal alone: a link runs at its slower end. Change the other end as well."
                .to_owned(),
        );
    }
}

/// NICs that their slot holds back.
fn slots(fabric: &Fabric, notes: &mut Vec<String>) {
    let mut held: BTreeMap<(&str, u8, u64), u64> = BTreeMap::new();
    for work in &fabric.change.devices {
        if let Some(choice) = &work.nic
            && let (Some(slot), Some(limit)) = (choice.slot, choice.limit)
        {
            *held.entry((choice.sheet.model, slot, gbps(limit))).or_default() += 1;
        }
    }
    for ((model, slot, limit), n) in held {
        notes.push(format!(
            "In {} the PCIe {slot}.0 slot gives a {model} about {limit} Gb/s: the servers, not the network, limit it.",
            crate::engine::units::counted(n, "server")
        ));
    }
}

/// Why there is no plan.
pub(super) fn witness(fabric: &mut Fabric, found: Option<&Found>) -> Witness {
    let Some(found) = found else {
        let sentence = format!("There is no target: {}.", fabric.change.obstacles.join("; "));
        return Witness {
            proved: true,
            metric: None,
            would_hold_at: None,
            sentence,
        };
    };
    let done = &found.furthest_state;
    let mut best: Option<(u32, Metric, usize)> = None;
    for class in 0..done.len() {
        if u32::from(done[class]) >= fabric.n_of(class) {
            continue;
        }
        let mut window = vec![0; done.len()];
        window[class] = 1;
        if let Some(Refusal::Floor(metric, share)) = fabric.refusal(done, &window)
            && best.is_none_or(|(most, ..)| share > most)
        {
            best = Some((share, metric, class));
        }
    }
    let Some((share, metric, class)) = best else {
        let sentence = "No plan was found within the limits of the search; a larger crew or lower floors make it easier.";
        return Witness {
            proved: found.complete,
            metric: None,
            would_hold_at: None,
            sentence: sentence.to_owned(),
        };
    };
    let work = fabric.kinds[class].map_or("do anything", OperationKind::name);
    let name = fabric.first_name(class, done[class]);
    let sentence = format!(
        "{}, to {work} ({name}) leaves {} of the {}, below the floor of {}; every other piece of work that could come \
         next leaves no more.",
        progress(fabric, done),
        percent(share),
        metric.name(),
        percent(u32::from(fabric.goal.floors.of(metric)))
    );
    let would_hold_at = Some(share.min(1000) as u16);
    Witness {
        proved: found.complete,
        metric: Some(metric),
        would_hold_at,
        sentence,
    }
}

/// "With nothing done", "With 3 of 8 leaves and 1 of 4 spines replaced".
fn progress(fabric: &Fabric, done: &[u16]) -> String {
    let mut counts: BTreeMap<OperationKind, (u32, u32)> = BTreeMap::new();
    for (class, kind) in fabric.kinds.iter().enumerate() {
        if let Some(kind) = kind {
            let entry = counts.entry(*kind).or_default();
            entry.0 += u32::from(done[class]);
            entry.1 += fabric.n_of(class);
        }
    }
    let parts: Vec<String> = counts
        .iter()
        .filter(|(_, (done, _))| *done > 0)
        .map(|(kind, (done, all))| {
            let what = match kind {
                OperationKind::SwapLeaf => "leaves replaced",
                OperationKind::SwapSpine => "spines replaced",
                OperationKind::SwapNics => "servers with new NICs",
                OperationKind::Recable => "devices recabled",
            };
            format!("{done} of {all} {what}")
        })
        .collect();
    if parts.is_empty() {
        "With nothing done".to_owned()
    } else {
        format!("With {}", parts.join(", "))
    }
}
