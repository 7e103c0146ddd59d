//! Which rail a leaf serves: told by the file, by names, or by the cabling of NVSwitch domains.

use super::sketch::{Role, Sketch};
use std::collections::{BTreeMap, BTreeSet};

/// Fills in the rails of the switches where something tells them, and says what did.
///
/// A switch's name tells its rail if it has "rail" and a number in it. The cabling tells it if NVSwitch domains are there
/// and every leaf serves only the k-th hosts of its domains. O(cables log devices).
pub(super) fn find(sketch: &mut Sketch, notes: &mut Vec<String>) {
    if sketch.devices.iter().any(|device| device.rail.is_some()) {
        return;
    }
    if by_name(sketch) {
        notes.push("The rails were read from the names of the switches.".to_owned());
    } else if by_domains(sketch) {
        notes.push(
            "The rails were read from the cabling: each leaf serves the hosts of one rank in their NVSwitch domains."
                .to_owned(),
        );
    }
}

fn by_name(sketch: &mut Sketch) -> bool {
    let found: BTreeMap<usize, u16> = sketch
        .devices
        .iter()
        .enumerate()
        .filter(|(_, device)| device.role == Role::Switch)
        .filter_map(|(i, device)| Some((i, rail_in(&device.name)?)))
        .collect();
    let distinct: BTreeSet<u16> = found.values().copied().collect();
    if distinct.len() < 2 {
        return false;
    }
    let from_one = distinct.first() == Some(&1);
    for (i, rail) in found {
        sketch.devices[i].rail = Some(rail - u16::from(from_one));
    }
    true
}

/// The number after "rail" in a name: `rail-3`, `leaf_rail03`, `Rail 3`.
fn rail_in(name: &str) -> Option<u16> {
    let name = name.to_ascii_lowercase();
    let (_, after) = name.split_once("rail")?;
    let digits: String = after
        .trim_start_matches(['-', '_', '.', ' ', '#'])
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

fn by_domains(sketch: &mut Sketch) -> bool {
    let Some(ranks) = ranks_in_domains(sketch) else {
        return false;
    };
    let mut served: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for cable in &sketch.cables {
        for (host, switch) in [(cable.a.device, cable.b.device), (cable.b.device, cable.a.device)] {
            if sketch.role(host) == Some(Role::Host) && sketch.role(switch) == Some(Role::Switch) {
                let Some(&rank) = ranks.get(&host) else {
                    return false;
                };
                served.entry(switch).or_default().insert(rank);
            }
        }
    }
    let all: BTreeSet<usize> = served.values().flatten().copied().collect();
    if all.len() < 2 || served.values().any(|ranks| ranks.len() != 1) {
        return false;
    }
    for (switch, ranks) in served {
        sketch.devices[switch].rail = ranks.first().map(|&rank| rank as u16);
    }
    true
}

/// Each host's rank in its domain, in order of the file; `None` without at least two domains of equal size, two or more.
fn ranks_in_domains(sketch: &Sketch) -> Option<BTreeMap<usize, usize>> {
    // A host on several NVSwitches (a server with more than one) counts with the first of them.
    let mut home: BTreeMap<usize, usize> = BTreeMap::new();
    for cable in &sketch.cables {
        for (host, other) in [(cable.a.device, cable.b.device), (cable.b.device, cable.a.device)] {
            if sketch.role(host) == Some(Role::Host) && sketch.role(other) == Some(Role::Nvswitch) {
                let first = home.entry(host).or_insert(other);
                *first = (*first).min(other);
            }
        }
    }
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ranks = BTreeMap::new();
    for (host, domain) in home {
        let size = sizes.entry(domain).or_default();
        ranks.insert(host, *size);
        *size += 1;
    }
    let size = *sizes.values().next()?;
    (sizes.len() >= 2 && size >= 2 && sizes.values().all(|&other| other == size)).then_some(ranks)
}

#[cfg(test)]
mod tests {
    use super::rail_in;

    #[test]
    fn a_rail_is_read_from_a_name() {
        let cases = [
            ("rail3", Some(3)),
            ("leaf_rail-07", Some(7)),
            ("Rail 2 leaf", Some(2)),
            ("rails", None),
            ("leaf3", None),
            ("rail99999999", None),
        ];
        for (name, expected) in cases {
            assert_eq!(rail_in(name), expected, "{name}");
        }
    }
}
