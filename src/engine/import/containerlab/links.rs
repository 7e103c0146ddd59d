//! The links of a containerlab file: which are cables, between which ports, at which rate.

use super::super::quantity::parse_gbps;
use super::super::sketch::Sketch;
use super::records::{Endpoint, LinkRecord};
use crate::engine::import::{ImportError, Place, counted, parse_rate};
use crate::engine::order::SmallSort;
use crate::engine::units::BitRate;
use std::collections::{BTreeMap, BTreeSet};

/// What a link without a bandwidth is taken to be.
const ASSUMED_RATE: BitRate = BitRate::from_gbps(100);

/// Reads the links into cables; ports come in the natural order of the interfaces' names.
pub(super) fn read(
    links: &[LinkRecord],
    ids: &BTreeMap<&str, usize>,
    sketch: &mut Sketch,
    notes: &mut Vec<String>,
) -> Result<(), ImportError> {
    let (mut n_skipped, mut n_assumed) = (BTreeMap::new(), 0);
    let mut interfaces = Interfaces::default();
    for link in links {
        let at = link.place;
        if let Some(why) = outside(link, ids) {
            *n_skipped.entry(why).or_insert(0) += 1;
            continue;
        }
        let [a, b] = ends(link, at)?;
        let (from, to) = (device(a, ids, at)?, device(b, ids, at)?);
        let rate = match stated_rate(link, at)? {
            Some(rate) => rate,
            None => {
                n_assumed += 1;
                ASSUMED_RATE
            }
        };
        for (node, end) in [(from, a), (to, b)] {
            interfaces.take(node, end, at)?;
        }
        sketch.add_cable((from, to), rate, None, at)?;
    }
    interfaces.order_ports(sketch, notes);
    for (why, n) in n_skipped {
        notes.push(format!(
            "Left out, as it leads out of the fabric: {} of type {why}.",
            counted(n, "link")
        ));
    }
    if n_assumed > 0 {
        notes.push(format!(
            "100G was assumed for {} without a bandwidth (containerlab has no field for it; vars: {{bandwidth: 400G}} is \
             read).",
            counted(n_assumed, "link")
        ));
    }
    Ok(())
}

/// The type of a link that leaves the fabric.
fn outside(link: &LinkRecord, ids: &BTreeMap<&str, usize>) -> Option<String> {
    const OUTSIDE: [&str; 6] = ["host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch", "dummy"];
    if let Some(type_name) = link.type_name.as_deref() {
        return (type_name != "veth").then(|| type_name.chars().take(40).collect());
    }
    let ends = link.endpoints.as_deref().unwrap_or_default();
    ends.iter()
        .map(|end| end.node.as_str())
        .find(|node| OUTSIDE.contains(node) && !ids.contains_key(node))
        .map(str::to_owned)
}

fn ends(link: &LinkRecord, at: Place) -> Result<[&Endpoint; 2], ImportError> {
    match link.endpoints.as_deref() {
        Some([a, b]) => Ok([a, b]),
        Some(ends) => Err(ImportError::at(
            at,
            format!("this link has {} endpoints; a cable has two", ends.len()),
        )),
        None => Err(ImportError::at(at, "this link has no endpoints")),
    }
}

fn device(end: &Endpoint, ids: &BTreeMap<&str, usize>, at: Place) -> Result<usize, ImportError> {
    let quoted: String = end.node.chars().take(60).collect();
    if end.interface.is_empty() {
        let what = format!("the endpoint {quoted:?} has no interface; it is written node:interface");
        return Err(ImportError::at(at, what));
    }
    ids.get(end.node.as_str()).copied().ok_or_else(|| {
        ImportError::at(
            at,
            format!("this link ends at {quoted:?}, which is no node of the file"),
        )
    })
}

/// The rate that a link's `vars` or `labels` give, if they do.
fn stated_rate(link: &LinkRecord, at: Place) -> Result<Option<BitRate>, ImportError> {
    for (key, value) in &link.labels {
        let rate = match key.to_ascii_lowercase().as_str() {
            "gbps" => parse_gbps(value),
            "bandwidth" | "speed" | "rate" | "link-speed" => parse_rate(value),
            _ => continue,
        };
        let Some(rate) = rate else {
            let value: String = value.chars().take(40).collect();
            let what = format!("{key:?} is {value:?}, which is not a rate with a unit, such as 400G");
            return Err(ImportError::at(at, what));
        };
        return Ok(Some(rate));
    }
    Ok(None)
}

/// The interfaces of the cables' ends, two a cable, in the order of the cables.
#[derive(Default)]
struct Interfaces<'a> {
    ends: Vec<(usize, &'a str)>,
    taken: BTreeSet<(usize, &'a str)>,
}

impl<'a> Interfaces<'a> {
    fn take(&mut self, node: usize, end: &'a Endpoint, at: Place) -> Result<(), ImportError> {
        if !self.taken.insert((node, &end.interface)) {
            let what = format!(
                "the interface {:?} of {:?} has a link already",
                end.interface, end.node
            );
            return Err(ImportError::at(at, what));
        }
        self.ends.push((node, &end.interface));
        Ok(())
    }

    /// Gives each end its rank among the interfaces of its device.
    fn order_ports(&self, sketch: &mut Sketch, notes: &mut Vec<String>) {
        let mut ranked: Vec<usize> = (0..self.ends.len()).collect();
        ranked.small_sort_by_key(|&i| {
            let (node, interface) = self.ends[i];
            (node, natural(interface), i)
        });
        let mut rank = vec![0; self.ends.len()];
        for (order, i) in ranked.iter().enumerate() {
            rank[*i] = order;
        }
        for (cord, pair) in sketch.cables.iter_mut().zip(rank.chunks_exact(2)) {
            (cord.a.order, cord.b.order) = (pair[0], pair[1]);
        }
        if let Some((node, interface)) = ranked.first().and_then(|&i| self.ends.get(i)) {
            let name = sketch
                .devices
                .get(*node)
                .map_or("", |device| device.name.as_str());
            notes.push(format!(
                "Interfaces became ports in the order of their names: {interface} of {name} is its port 0."
            ));
        }
    }
}

/// A key by which `e1-2` comes before `e1-10`: words and numbers in turn.
fn natural(text: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[word..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(rest.len(), |n| word + n);
        let number = rest[word..digits].parse().unwrap_or(u64::MAX);
        parts.push((rest[..word].to_owned(), number));
        rest = &rest[digits..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn interfaces_sort_as_people_count() {
        let mut names = ["e1-10", "e1-2", "Ethernet4", "e1-1", "eth0", "e"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["Ethernet4", "e1-1", "e1-2", "e1-10", "e", "eth0"]);
    }
}
