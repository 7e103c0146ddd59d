//! containerlab topologies: `nodes` by name, `links` between their interfaces.
//!
//! The format has no bandwidth of its own: a link's `vars` or `labels` may give one, else 100G is assumed. Links to the
//! machine that runs the lab (`host`, `mgmt-net`, `macvlan`, `vxlan`, `dummy`) are no part of the fabric and are left
//! out. Source: the schema `clab.schema.json` and the manual at containerlab.dev.

mod links;
mod records;
mod roles;
mod yaml;

use super::sketch::{Device, Role, Sketch};
use super::{ImportError, Place};
use records::{NodeRecord, Topology};
use std::collections::BTreeMap;

/// Reads a containerlab file.
pub(super) fn read(text: &str, name: String, notes: &mut Vec<String>) -> Result<Sketch, ImportError> {
    let file = yaml::read(text)?;
    let Some(topology) = file.get("topology").filter(|topology| !topology.is_null()) else {
        let what = "there is no \"topology\" in it, so it is not a containerlab file";
        return Err(ImportError::at(Place::default(), what));
    };
    let topology = Topology::read(topology)?;
    let title = file
        .get("name")
        .and_then(yaml::Yaml::word)
        .filter(|name| !name.trim().is_empty());
    let mut sketch = Sketch {
        name: title.map_or(name, |title| title.chars().take(100).collect()),
        keeps_port_order: true,
        ..Sketch::default()
    };
    if topology.nodes.is_empty() {
        return Err(ImportError::at(Place::default(), "its topology has no nodes"));
    }
    let mut ids = BTreeMap::new();
    for entry in &topology.nodes {
        let (name, place) = (&entry.name, entry.place);
        let index = sketch.add_device(Device {
            name: name.clone(),
            model: model(&topology, &entry.record),
            role: Role::Switch,
            rail: None,
            place,
        })?;
        if ids.insert(name.as_str(), index).is_some() {
            return Err(ImportError::at(place, format!("two nodes are called {name:?}")));
        }
    }
    links::read(&topology.links, &ids, &mut sketch, notes)?;
    roles::decide(&topology, &mut sketch, notes);
    Ok(sketch)
}

/// Kind and type, as far as they are given: "nokia_srlinux ixrd3".
fn model(topology: &Topology, record: &NodeRecord) -> String {
    let kind = topology.kind(record).unwrap_or("unknown");
    match topology.type_of(record) {
        Some(type_name) => format!("{kind} {type_name}"),
        None => kind.to_owned(),
    }
}
