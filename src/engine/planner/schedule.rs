//! From the search's path to windows of named devices, with metrics, words and the way back.

use super::capacity::{State, bisection_online, realise, sums};
use super::difference::{LinkChange, gbps};
use super::fabric::{Fabric, Figures, Refusal, share};
use super::interval::Interval;
use super::problem::Counts;
use super::{Binding, Metric, Metrics, Operation, OperationKind, Shares, Window};
use crate::engine::analysis::Bisection;
use crate::engine::order::SmallSort;
use crate::engine::units::BitRate;

/// One window by classes, as the design names them: what is done before it, and what is done in it.
pub(super) type Step = (Counts, Counts);

/// Translates a path in canonical names into the design's own.
///
/// The search renames equal blocks so that equivalent states meet; here the renaming is undone, window by window.
pub(super) fn in_own_names(fabric: &Fabric, path: &[Step]) -> Vec<Step> {
    let mut own = vec![0; fabric.classes.len()];
    path.iter()
        .map(|(_, window)| {
            let mut canonical = own.clone();
            let order = fabric.classes.canonical(&mut [&mut canonical]);
            let mut own_window = vec![0; own.len()];
            for (place, &class) in order.iter().enumerate() {
                own_window[class] = window[place];
            }
            let before = own.clone();
            for (done, now) in own.iter_mut().zip(&own_window) {
                *done += now;
            }
            (before, own_window)
        })
        .collect()
}

/// All metrics of a state, taken device by device and cable by cable: nothing of the search is trusted.
///
/// Only where the bisection itself is not proved are its bounds narrowed by what is known of equivalent states.
pub(super) fn measure(fabric: &Fabric, done: &[u16], window: &[u16]) -> Metrics {
    let state = &fabric.state(done, window);
    let mut bisection = bisection_online(&realise(&fabric.topology, &fabric.change, state));
    if !bisection.is_exact() {
        let bounds = Interval::of(&bisection).and(fabric.bounds(done, window));
        bisection.lower = BitRate::from_bps(bounds.lower);
        bisection.upper = BitRate::from_bps(bounds.upper);
    }
    let (all_reduce, uplinks) = sums(&fabric.topology, &fabric.change, state);
    let share = shares(&fabric.start, &bisection, all_reduce, uplinks);
    Metrics {
        bisection,
        all_reduce,
        uplinks,
        share,
    }
}

fn shares(start: &Figures, bisection: &Bisection, all_reduce: BitRate, uplinks: BitRate) -> Shares {
    let of = |value: BitRate, start: u128| share(u128::from(value.as_bps()), start);
    Shares {
        all_reduce: of(all_reduce, start.all_reduce),
        bisection: of(bisection.lower, u128::from(start.bisection.lower)),
        uplinks: of(uplinks, start.uplinks),
    }
}

/// One window in full.
pub(super) fn window(fabric: &mut Fabric, (done, now): &Step) -> Window {
    let nothing = vec![0; done.len()];
    let after: Counts = done.iter().zip(now).map(|(d, n)| d + n).collect();
    let (before, during) = (fabric.state(done, &nothing), fabric.state(done, now));
    let finished = fabric.state(&after, &nothing);
    let drained: Vec<usize> = (0..during.drained.len())
        .filter(|&device| during.drained[device])
        .collect();
    let mut operations: Vec<Operation> = drained
        .iter()
        .filter_map(|&device| operation(fabric, device, &before, &finished))
        .collect();
    operations.small_sort_by_key(|operation| operation.kind);
    let minutes = fabric.minutes(now);
    Window {
        rollback: rollback(fabric, &operations, minutes),
        drained: drained
            .iter()
            .map(|&device| fabric.change.view.id(device))
            .collect(),
        during: measure(fabric, done, now),
        after: measure(fabric, &after, &nothing),
        operations,
        minutes,
        binds: !limits(fabric, done, now).is_empty(),
    }
}

/// What the windows lose by the goal's metric, in bit/s times minutes.
pub(super) fn loss(fabric: &Fabric, windows: &[Window]) -> u128 {
    let lost = |window: &Window| {
        let during = &window.during;
        let (value, start) = match fabric.goal.loss {
            Metric::AllReduce => (during.all_reduce, fabric.start.all_reduce),
            Metric::Uplinks => (during.uplinks, fabric.start.uplinks),
            Metric::Bisection => (during.bisection.lower, u128::from(fabric.start.bisection.lower)),
        };
        start
            .saturating_sub(u128::from(value.as_bps()))
            .saturating_mul(u128::from(window.minutes))
    };
    windows.iter().map(lost).fold(0, u128::saturating_add)
}

/// The floors that keep a window from being fuller: the crew has a place left, work is ready, and none of it may be added.
pub(super) fn limits(fabric: &mut Fabric, done: &[u16], now: &[u16]) -> Vec<(Metric, u32, usize)> {
    let used: u32 = now.iter().map(|&n| u32::from(n)).sum();
    if used >= u32::from(fabric.goal.max_operations_per_window) {
        return Vec::new();
    }
    let mut found: Vec<(Metric, u32, usize)> = Vec::new();
    let mut costly = Vec::new();
    for class in (0..now.len()).filter(|&c| u32::from(done[c]) + u32::from(now[c]) < fabric.n_of(c)) {
        let mut more = now.to_vec();
        more[class] += 1;
        match fabric.cheap_refusal(done, &more) {
            Some(Refusal::Floor(metric, share)) => found.push((metric, share, class)),
            Some(Refusal::Prerequisite | Refusal::Unproved) => {}
            None => costly.push((class, more)),
        }
    }
    for (class, more) in costly.into_iter().take(MOST_PROBES) {
        match fabric.refusal(done, &more) {
            Some(Refusal::Floor(metric, share)) => found.push((metric, share, class)),
            Some(Refusal::Prerequisite | Refusal::Unproved) => {}
            None => return Vec::new(),
        }
    }
    found.small_sort_by_key(|&(metric, share, class)| (metric, std::cmp::Reverse(share), class));
    found.dedup_by_key(|limit| limit.0);
    found
}

/// Classes whose bisection is taken to see what limits a window.
const MOST_PROBES: usize = 4;

/// The floors that bind in a window, each with a sentence.
pub(super) fn bindings(
    fabric: &mut Fabric,
    number: usize,
    (done, now): &Step,
    window: &Window,
) -> Vec<Binding> {
    limits(fabric, done, now)
        .into_iter()
        .map(|(metric, next, class)| {
            let (floor, has) = (
                u32::from(fabric.goal.floors.of(metric)),
                window.during.share.of(metric),
            );
            let sentence = format!(
                "Window {}: {} stands at {} of the start (floor {}); to {} as well would leave {}.",
                number + 1,
                metric.name(),
                percent(has),
                percent(floor),
                another(fabric, class, now[class]),
                percent(next),
            );
            Binding {
                window: number,
                metric,
                margin: has.saturating_sub(floor),
                sentence,
            }
        })
        .collect()
}

/// "replace another spine", "replace a leaf".
fn another(fabric: &Fabric, class: usize, n: u16) -> String {
    let name = fabric.kinds[class].map_or("do more", OperationKind::name);
    if n > 0 {
        name.replacen(" a ", " another ", 1)
    } else {
        name.to_owned()
    }
}

/// Thousandths as a percentage with one decimal where it has one.
pub(super) fn percent(per_mille: u32) -> String {
    if per_mille.is_multiple_of(10) {
        format!("{} %", per_mille / 10)
    } else {
        format!("{}.{} %", per_mille / 10, per_mille % 10)
    }
}

fn operation(fabric: &Fabric, device: usize, before: &State, after: &State) -> Option<Operation> {
    let change = &fabric.change.devices[device];
    let kind = change.kind?;
    let id = fabric.change.view.id(device);
    let node = fabric.topology.node(id)?;
    let what = match (kind, &change.switch, &change.nic) {
        (OperationKind::SwapNics, _, Some(choice)) => {
            let n = node.server().map_or(0, |server| server.nics);
            format!("Replace the {n} NICs of {} by {}", node.name, choice.sheet.model)
        }
        (_, Some(choice), _) => format!(
            "Replace {} ({}) by a {}",
            node.name, node.model, choice.sheet.model
        ),
        _ => format!("Recable {}", node.name),
    };
    Some(Operation {
        nodes: vec![id],
        kind,
        title: format!("{what}{}", risen(fabric, device, before, after)),
    })
}

/// What becomes of the cables of a device: "; 32 cables rise to 400 Gb/s, 32 stay".
fn risen(fabric: &Fabric, device: usize, before: &State, after: &State) -> String {
    let rate = |link: &LinkChange, state: &State| super::capacity::rate_in(&fabric.change, link, state);
    let own = || {
        fabric
            .change
            .links
            .iter()
            .filter(|link| link.ends.contains(&device))
    };
    let rising: Vec<&LinkChange> = own()
        .filter(|link| rate(link, after) > rate(link, before))
        .collect();
    let stay = own().count() - rising.len();
    let top = rising.iter().map(|link| rate(link, after)).max();
    match (top, stay) {
        (None, 0) => String::new(),
        (None, 1) => "; its cable stays at today's rate for now".to_owned(),
        (None, n) => format!("; its {n} cables stay at today's rate for now"),
        (Some(top), 0) if rising.len() == 1 => format!("; its cable rises to {} Gb/s", gbps(top)),
        (Some(top), 0) => format!("; its {} cables rise to {} Gb/s", rising.len(), gbps(top)),
        (Some(top), n) if rising.len() == 1 => {
            format!(
                "; 1 cable rises to {} Gb/s, {n} stay{}",
                gbps(top),
                if n == 1 { "s" } else { "" }
            )
        }
        (Some(top), n) => format!("; {} cables rise to {} Gb/s, {n} stay", rising.len(), gbps(top)),
    }
}

/// How to take a window back: the same devices are drained, so the same floors hold.
fn rollback(fabric: &Fabric, operations: &[Operation], minutes: u32) -> String {
    let names: Vec<&str> = operations
        .iter()
        .flat_map(|operation| &operation.nodes)
        .filter_map(|&id| fabric.topology.node(id))
        .map(|node| node.name.as_str())
        .collect();
    let shown = match names.len() {
        0..=4 => names.join(", "),
        n => format!("{}, {}, {} and {} more", names[0], names[1], names[2], n - 3),
    };
    format!(
        "Drain {shown} again, put the old hardware and optics back, check the links: about {minutes} min. The same \
         devices are drained as on the way here, so every floor holds during it, and the state before the window held \
         them too. Keep the old parts until the next window has begun."
    )
}
