//! Which nodes of a lab are hosts: told by group, kind, name and number of links.

use super::super::sketch::{Role, Sketch, looks_like_a_host};
use super::records::Topology;

/// Decides for each node, and says by what.
pub(super) fn decide(topology: &Topology, sketch: &mut Sketch, notes: &mut Vec<String>) {
    let degrees = sketch.degrees();
    for ((device, degree), entry) in sketch.devices.iter_mut().zip(degrees).zip(&topology.nodes) {
        let group = topology
            .group(&entry.record)
            .unwrap_or_default()
            .to_ascii_lowercase();
        let kind = topology.kind(&entry.record).unwrap_or_default();
        if is_host(&group, kind, &entry.name, degree) {
            device.role = Role::Host;
        }
    }
    let hosts = sketch.devices.iter().filter(|device| device.role == Role::Host);
    let n_hosts = hosts.count();
    notes.push(format!(
        "{n_hosts} nodes were taken for hosts (by group, by the kind linux, or by name and a single link), {} for switches.",
        sketch.devices.len() - n_hosts
    ));
}

/// The group decides, then a telling name, then the kind: a Linux container is a host unless it is called a switch.
fn is_host(group: &str, kind: &str, name: &str, n_links: usize) -> bool {
    match group {
        "server" | "servers" | "host" | "hosts" | "client" | "clients" | "gpu" | "compute" => return true,
        "leaf" | "spine" | "superspine" | "tor" | "core" | "border" => return false,
        _ => {}
    }
    // With no links, or many, only the name can speak.
    let telling = looks_like_a_host(name, 0);
    let switch_name = !telling && !looks_like_a_host(name, 1);
    if switch_name {
        return false;
    }
    kind == "linux" || (telling && n_links <= 8)
}

#[cfg(test)]
mod tests {
    use super::is_host;

    #[test]
    fn groups_names_and_kinds_decide_in_this_order() {
        assert!(is_host("server", "nokia_srlinux", "leaf1", 9));
        assert!(!is_host("leaf", "linux", "client1", 1));
        assert!(!is_host("", "linux", "spine1", 4));
        assert!(is_host("", "linux", "client1", 1));
        assert!(is_host("", "linux", "x", 2));
        assert!(is_host("", "nokia_srlinux", "gpu-1", 8));
        assert!(!is_host("", "sonic-vs", "sonic", 1));
    }
}
