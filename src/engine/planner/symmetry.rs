//! Interchangeable devices: twins become one class with a count, equal blocks of classes (pods) may change places.
//!
//! Twins have the same kind and, cable for cable, the same neighbours: any two can change places and nothing else
//! moves. Blocks are what remains connected without the switches of a tier and those above it; two of them are
//! interchangeable only after the exchange was checked cable for cable. Both merges are therefore exact.

use super::problem::Counts;
use crate::engine::order::SmallSort;
use crate::engine::topology::Tier;
use std::collections::BTreeMap;

/// One cable as one device sees it: the other device, and what kind of cable it is seen from here.
pub(super) type Seen = (usize, u32);

/// A device as symmetry sees it.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    /// Equal for devices that are equal in themselves.
    pub colour: u32,
    /// Its tier.
    pub tier: Tier,
    /// Its cables, in order.
    pub cables: Vec<Seen>,
}

/// Devices in classes of twins, and blocks of classes that may change places.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// The class of each device.
    pub of: Vec<usize>,
    /// The devices of each class, in order.
    pub members: Vec<Vec<usize>>,
    /// Sets of interchangeable blocks, inner ones first; a block lists its classes in matching order.
    orbits: Vec<Vec<Vec<usize>>>,
}

/// The class-level graph: for each class its colour and, towards each class, the kinds of cables to one member of it.
struct Quotient {
    colours: Vec<(u32, usize)>,
    tiers: Vec<Tier>,
    cables: Vec<BTreeMap<usize, Vec<u32>>>,
}

impl Classes {
    /// Finds them. O(cables x log) and the comparison of blocks.
    pub fn find(vertices: &[Vertex]) -> Self {
        let mut by_sight: BTreeMap<(u32, Vec<Seen>), Vec<usize>> = BTreeMap::new();
        for (i, vertex) in vertices.iter().enumerate() {
            let mut cables = vertex.cables.clone();
            cables.small_sort();
            by_sight.entry((vertex.colour, cables)).or_default().push(i);
        }
        let mut members: Vec<Vec<usize>> = by_sight.into_values().collect();
        members.small_sort();
        let mut of = vec![0; vertices.len()];
        for (class, devices) in members.iter().enumerate() {
            for &device in devices {
                of[device] = class;
            }
        }
        let mut classes = Self {
            of,
            members,
            orbits: Vec::new(),
        };
        let quotient = Quotient::new(vertices, &classes);
        for tier in [Tier::Spine, Tier::Core] {
            let found = quotient.orbits_below(tier);
            classes.orbits.extend(found);
        }
        classes
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Renames blocks so that equivalent states become equal; several count vectors are renamed together, the first one
    /// deciding before the next.
    ///
    /// Returns the new order: position `i` of the result holds what class `order[i]` held.
    pub fn canonical(&self, counts: &mut [&mut Counts]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        for orbit in &self.orbits {
            let mut contents: Vec<(Vec<Counts>, Vec<usize>)> = orbit
                .iter()
                .map(|block| {
                    let values = counts
                        .iter()
                        .map(|c| block.iter().map(|&class| c[class]).collect())
                        .collect();
                    (values, block.iter().map(|&class| order[class]).collect())
                })
                .collect();
            if contents.is_sorted_by(|a, b| a.0 >= b.0) {
                continue;
            }
            contents.small_sort_by(|a, b| b.0.cmp(&a.0));
            for (block, (values, names)) in orbit.iter().zip(contents) {
                for (&class, name) in block.iter().zip(names) {
                    order[class] = name;
                }
                for (c, values) in counts.iter_mut().zip(values) {
                    block
                        .iter()
                        .zip(values)
                        .for_each(|(&class, value)| c[class] = value);
                }
            }
        }
        order
    }
}

impl Quotient {
    fn new(vertices: &[Vertex], classes: &Classes) -> Self {
        let first = |class: usize| &vertices[classes.members[class][0]];
        let cables = (0..classes.len())
            .map(|class| {
                let mut towards: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
                for &(device, kind) in &first(class).cables {
                    let other = classes.of[device];
                    if classes.members[other][0] == device {
                        towards.entry(other).or_default().push(kind);
                    }
                }
                towards.values_mut().for_each(|kinds| kinds.small_sort());
                towards
            })
            .collect();
        Self {
            colours: (0..classes.len())
                .map(|c| (first(c).colour, classes.members[c].len()))
                .collect(),
            tiers: (0..classes.len()).map(|c| first(c).tier).collect(),
            cables,
        }
    }

    /// Sets of interchangeable blocks that hang together without the tier and what is above it.
    fn orbits_below(&self, tier: Tier) -> Vec<Vec<Vec<usize>>> {
        let refined = self.refined_colours();
        let mut by_look: BTreeMap<Vec<u32>, Vec<Vec<usize>>> = BTreeMap::new();
        for mut block in self.components_below(tier) {
            block.small_sort_by_key(|&class| (refined[class], class));
            let look = block.iter().map(|&class| refined[class]).collect();
            by_look.entry(look).or_default().push(block);
        }
        let mut orbits = Vec::new();
        for mut candidates in by_look.into_values() {
            while candidates.len() > 1 {
                let first = candidates.remove(0);
                let (mut orbit, others): (Vec<_>, Vec<_>) = candidates
                    .into_iter()
                    .partition(|block| self.may_swap(&first, block));
                candidates = others;
                if !orbit.is_empty() {
                    orbit.insert(0, first);
                    orbits.push(orbit);
                }
            }
        }
        orbits
    }

    fn components_below(&self, tier: Tier) -> Vec<Vec<usize>> {
        let below = |class: usize| self.tiers[class] < tier && self.tiers[class] != Tier::Detached;
        let mut seen = vec![false; self.tiers.len()];
        let mut components = Vec::new();
        for start in 0..self.tiers.len() {
            if seen[start] || !below(start) {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while next < component.len() {
                for &other in self.cables[component[next]].keys() {
                    if below(other) && !seen[other] {
                        seen[other] = true;
                        component.push(other);
                    }
                }
                next += 1;
            }
            components.push(component);
        }
        components
    }

    /// Colours refined by the neighbours' colours, a few times (Weisfeiler-Leman): only a guess at what may swap.
    fn refined_colours(&self) -> Vec<u32> {
        let mut colours = intern(
            self.colours
                .iter()
                .map(|&(colour, size)| vec![(colour, size as u32)]),
        );
        for _ in 0..4 {
            colours = intern((0..colours.len()).map(|class| {
                let mut look: Vec<(u32, u32)> = self.cables[class]
                    .iter()
                    .flat_map(|(&other, kinds)| kinds.iter().map(move |&kind| (other, kind)))
                    .map(|(other, kind)| (colours[other], kind))
                    .collect();
                look.small_sort();
                look.insert(0, (colours[class], 0));
                look
            }));
        }
        colours
    }

    /// Whether exchanging two blocks, class for class, leaves every cable in place.
    fn may_swap(&self, a: &[usize], b: &[usize]) -> bool {
        let mut image: BTreeMap<usize, usize> = BTreeMap::new();
        for (&x, &y) in a.iter().zip(b) {
            image.insert(x, y);
            image.insert(y, x);
        }
        let map = |class: usize| image.get(&class).copied().unwrap_or(class);
        a.len() == b.len()
            && a.iter().chain(b).all(|&class| {
                let (near, far) = (&self.cables[class], &self.cables[map(class)]);
                self.colours[class] == self.colours[map(class)]
                    && near.len() == far.len()
                    && near
                        .iter()
                        .all(|(&other, kinds)| far.get(&map(other)) == Some(kinds))
            })
    }
}

/// Small numbers for equal things, in order.
fn intern(looks: impl Iterator<Item = Vec<(u32, u32)>>) -> Vec<u32> {
    let looks: Vec<Vec<(u32, u32)>> = looks.collect();
    let mut numbers: BTreeMap<&Vec<(u32, u32)>, u32> = looks.iter().map(|look| (look, 0)).collect();
    for (number, value) in numbers.values_mut().enumerate() {
        *value = number as u32;
    }
    looks
        .iter()
        .map(|look| numbers.get(look).copied().unwrap_or(0))
        .collect()
}

#[cfg(test)]
mod tests;
