//! Fabrics by formula: unit links of 100 Gb/s.
#![allow(clippy::unwrap_used)]

use fabricad::engine::analysis::{CapacityGraph, VertexId};
use fabricad::engine::units::BitRate;

/// One link.
pub const LINK: BitRate = BitRate::from_gbps(100);

/// A graph under construction: switches first, endpoints hung on them.
#[derive(Default)]
pub struct Fabric {
    pub graph: CapacityGraph,
    pub switches: Vec<VertexId>,
    pub endpoints: Vec<VertexId>,
}

impl Fabric {
    pub fn with_switches(n: usize) -> Self {
        let mut fabric = Self::default();
        fabric.switches = (0..n).map(|_| fabric.graph.add_transit()).collect();
        fabric
    }

    pub fn link(&mut self, a: usize, b: usize, links: u64) {
        self.graph
            .add_edge(self.switches[a], self.switches[b], LINK * links);
    }

    pub fn endpoint(&mut self, at: &[(usize, u64)]) {
        let vertex = self.graph.add_endpoint();
        for &(switch, links) in at {
            self.graph.add_edge(vertex, self.switches[switch], LINK * links);
        }
        self.graph.set_endpoint_rate(vertex, LINK);
        self.endpoints.push(vertex);
    }

    pub fn endpoints_on(&mut self, switch: usize, n: usize) {
        for _ in 0..n {
            self.endpoint(&[(switch, 1)]);
        }
    }
}

/// `leaves` with `p` endpoints each, `spines`, `u` links for each pair; `missing` lists failed (leaf, spine) links.
pub fn leaf_spine(leaves: usize, p: usize, spines: usize, u: u64, missing: &[(usize, usize)]) -> Fabric {
    let mut fabric = Fabric::with_switches(leaves + spines);
    for leaf in 0..leaves {
        fabric.endpoints_on(leaf, p);
        for spine in 0..spines {
            let failed = missing.iter().filter(|&&pair| pair == (leaf, spine)).count() as u64;
            if u > failed {
                fabric.link(leaf, leaves + spine, u - failed);
            }
        }
    }
    fabric
}

/// A three-tier fat tree of `k`-port switches, with `p` endpoints an edge switch (k / 2 when full).
pub fn fat_tree(k: usize, p: usize, missing: &[(usize, usize)]) -> Fabric {
    let half = k / 2;
    let (edges, aggregations) = (k * half, k * half);
    let mut fabric = Fabric::with_switches(edges + aggregations + half * half);
    let link = |fabric: &mut Fabric, a: usize, b: usize| {
        if !missing.contains(&(a, b)) {
            fabric.link(a, b, 1);
        }
    };
    for pod in 0..k {
        for i in 0..half {
            let aggregation = edges + pod * half + i;
            for j in 0..half {
                link(&mut fabric, pod * half + j, aggregation);
                link(&mut fabric, aggregation, edges + aggregations + i * half + j);
            }
        }
    }
    for edge in 0..edges {
        fabric.endpoints_on(edge, p);
    }
    fabric
}

/// `servers` of eight GPUs, GPU r on rail leaf r and on the server's NVSwitch by `nv` links (0: no NVSwitch); spines
/// joined to every leaf by `u` links. Leaves are switches 0 to 7, then NVSwitches, then spines.
pub fn rail8(servers: usize, nv: u64, spines: usize, u: u64) -> Fabric {
    let domains = if nv > 0 { servers } else { 0 };
    let mut fabric = Fabric::with_switches(8 + domains + spines);
    for server in 0..servers {
        for rail in 0..8 {
            if nv > 0 {
                fabric.endpoint(&[(rail, 1), (8 + server, nv)]);
            } else {
                fabric.endpoint(&[(rail, 1)]);
            }
        }
    }
    for spine in 0..spines {
        for leaf in 0..8 {
            fabric.link(leaf, 8 + domains + spine, u);
        }
    }
    fabric
}

/// A torus of these sizes, `p` endpoints a switch.
pub fn torus(sizes: &[usize], p: usize) -> Fabric {
    let n = sizes.iter().product();
    let mut fabric = Fabric::with_switches(n);
    for v in 0..n {
        let mut stride = 1;
        for &size in sizes {
            let digit = v / stride % size;
            fabric.link(v, v - digit * stride + (digit + 1) % size * stride, 1);
            stride *= size;
        }
        fabric.endpoints_on(v, p);
    }
    fabric
}

/// A hypercube of dimension `d`, `p` endpoints a switch.
pub fn hypercube(d: usize, p: usize) -> Fabric {
    let mut fabric = Fabric::with_switches(1 << d);
    for v in 0..1_usize << d {
        for bit in (0..d).filter(|bit| v >> bit & 1 == 0) {
            fabric.link(v, v | 1 << bit, 1);
        }
        fabric.endpoints_on(v, p);
    }
    fabric
}

/// A full dragonfly: groups of `a` switches, `p` endpoints and `h` global links a switch, `a h + 1` groups.
pub fn dragonfly(p: usize, a: usize, h: usize) -> Fabric {
    let groups = a * h + 1;
    let mut fabric = Fabric::with_switches(groups * a);
    for group in 0..groups {
        for r in 0..a {
            for other in r + 1..a {
                fabric.link(group * a + r, group * a + other, 1);
            }
        }
        for port in 0..a * h {
            let far = (group + port + 1) % groups;
            let far_port = groups - port - 2;
            if group < far {
                fabric.link(group * a + port / h, far * a + far_port / h, 1);
            }
        }
    }
    for v in 0..groups * a {
        fabric.endpoints_on(v, p);
    }
    fabric
}

/// A stored random regular graph.
pub fn jellyfish(name: &str) -> Fabric {
    let text = include_str!("../../data/jellyfish.txt");
    let line = text
        .lines()
        .find(|line| line.split(' ').next() == Some(name))
        .unwrap();
    let mut words = line.split(' ').skip(1);
    let p: usize = words.next().unwrap().parse().unwrap();
    let pairs: Vec<(usize, usize)> = words
        .map(|word| {
            word.split_once('-')
                .map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()))
                .unwrap()
        })
        .collect();
    let n = pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap() + 1;
    let mut fabric = Fabric::with_switches(n);
    for (a, b) in pairs {
        fabric.link(a, b, 1);
    }
    for v in 0..n {
        fabric.endpoints_on(v, p);
    }
    fabric
}
