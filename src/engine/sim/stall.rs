//! Why a run did not finish: which flows are left, and whether pauses wait for each other in a circle.

use super::core::Core;
use super::network::{Network, Vertex};
use super::packet::NIL;
use super::port::{FlowControl, PRIORITIES};
use super::report::UnfinishedFlow;
use crate::engine::units::Bytes;

/// The most unfinished flows that are told one by one.
const TOLD: usize = 100;

/// The flows that have not completed, the first of them with the reason, and how many there are.
pub(super) fn unfinished(core: &Core, network: &Network) -> (Vec<UnfinishedFlow>, u64) {
    let left = core.pairs.iter().enumerate().filter(|(_, pair)| !pair.completed);
    let told = left.clone().take(TOLD).map(|(i, pair)| UnfinishedFlow {
        flow: i as u64,
        acknowledged: Bytes::new(pair.unacknowledged),
        why: reason(core, network, i),
    });
    (told.collect(), left.count() as u64)
}

fn reason(core: &Core, network: &Network, flow: usize) -> String {
    let pair = &core.pairs[flow];
    let port = core.nics[pair.nic as usize].port;
    if !core.over {
        return "the run was not over".into();
    }
    if !pair.started {
        return "it waits for a flow that has not completed".into();
    }
    if pair.failed {
        return "its queue pair gave up: 7 retransmission timeouts in a row".into();
    }
    if core.now >= core.rules.time_limit {
        return "the time limit came first".into();
    }
    if core
        .ports
        .get(port as usize)
        .is_some_and(|port| port.paused & (1 << pair.priority) != 0)
    {
        return format!(
            "{} is paused and is never resumed",
            network.hosts[pair.nic as usize].name
        );
    }
    if pair.unacknowledged < pair.next {
        let held = core.ports.iter().any(|port| port.waiting & port.paused != 0);
        if held {
            return "its frames wait behind a pause that never ends".into();
        }
        return "its last frames were lost, and no timer sends them again".into();
    }
    "the transfers that it would carry never came".into()
}

/// The circle of links that wait for each other, in words, if the frames that wait form one.
///
/// A link waits for another when frames that came in through the far end of the first wait to leave through the second.
/// O(ports + frames waiting).
pub(super) fn deadlock(core: &Core, network: &Network) -> Option<String> {
    let held = |p: u32, q: usize| {
        let port = &core.ports[p as usize];
        let waits = port.waiting & (1 << q) != 0;
        waits && (port.paused & (1 << q) != 0 || out_of_credit(core, p, q))
    };
    for q in 1..PRIORITIES {
        let mut waits_for: Vec<Vec<u32>> = vec![Vec::new(); core.ports.len()];
        for p in 0..core.ports.len() as u32 {
            if core.ports[p as usize].on_host || !held(p, q) {
                continue;
            }
            let mut id = core.ports[p as usize].queues[q].head();
            while id != NIL {
                let from = core.hops[core.pool[id].hop as usize].ingress ^ 1;
                if held(from, q) && waits_for[from as usize].last() != Some(&p) {
                    waits_for[from as usize].push(p);
                }
                id = core.pool[id].next;
            }
        }
        if let Some(circle) = find_circle(&waits_for) {
            let names: Vec<String> = circle.iter().map(|&p| link_name(network, p)).collect();
            return Some(format!(
                "deadlock in priority {q}: {} wait for each other",
                names.join(", ")
            ));
        }
    }
    None
}

fn out_of_credit(core: &Core, p: u32, q: usize) -> bool {
    let port = &core.ports[p as usize];
    port.flow_control == FlowControl::Credits && !core.pool[port.queues[q].head()].fits(port.credit)
}

/// A circle in a graph given by lists, if there is one. O(vertices + edges).
fn find_circle(edges: &[Vec<u32>]) -> Option<Vec<u32>> {
    let mut state = vec![0_u8; edges.len()];
    for root in 0..edges.len() as u32 {
        if state[root as usize] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0_usize)];
        state[root as usize] = 1;
        while let Some(top) = stack.last_mut() {
            let (at, place) = *top;
            let Some(&next) = edges[at as usize].get(place) else {
                state[at as usize] = 2;
                stack.pop();
                continue;
            };
            top.1 += 1;
            match state[next as usize] {
                0 => {
                    state[next as usize] = 1;
                    stack.push((next, 0));
                }
                1 => {
                    let start = stack.iter().position(|&(vertex, _)| vertex == next)?;
                    return Some(stack[start..].iter().map(|&(vertex, _)| vertex).collect());
                }
                _ => {}
            }
        }
    }
    None
}

fn link_name(network: &Network, p: u32) -> String {
    let link = &network.links[p as usize / 2];
    let name = |vertex: Vertex| match vertex {
        Vertex::Host(i) => network.hosts[i as usize].name.as_str(),
        Vertex::Switch(i) => network.switches[i as usize].name.as_str(),
    };
    let (from, to) = if p.is_multiple_of(2) {
        (link.a, link.b)
    } else {
        (link.b, link.a)
    };
    format!("{} to {}", name(from), name(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_and_chains_are_not() {
        assert_eq!(find_circle(&[vec![1], vec![2], vec![]]), None);
        assert_eq!(
            find_circle(&[vec![1], vec![2], vec![3], vec![1]]),
            Some(vec![1, 2, 3])
        );
        assert_eq!(find_circle(&[vec![1, 2], vec![2], vec![]]), None);
    }
}
