//! containerlab topologies: `nodes` by name, `links` between their interfaces.
//!
//! The format has no bandwidth of its own: a link's `vars` or `labels` may give one, else 100G is assumed. Links to the
//! machine that runs the lab (`host`, `mgmt-net`, `macvlan`, `vxlan`, `dummy`) are no part of the fabric and are left
//! out. Source: the schema `clab.schema.json` and the manual at containerlab.dev.

mod links;
mod records;
mod roles;

use super::sketch::{Device, Role, Sketch};
use super::{ImportError, Place};
use records::{File, NodeRecord, Topology};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error, Options};
use std::collections::BTreeMap;

/// Reads a containerlab file.
pub(super) fn read(text: &str, name: String, notes: &mut Vec<String>) -> Result<Sketch, ImportError> {
    let file: File =
        serde_saphyr::from_str_with_options(text, options()).map_err(|error| from_yaml(&error))?;
    let Some(topology) = file.topology else {
        let what = "there is no \"topology\" in it, so it is not a containerlab file";
        return Err(ImportError::at(Place::default(), what));
    };
    let title = file
        .name
        .and_then(|name| name.0)
        .filter(|name| !name.trim().is_empty());
    let mut sketch = Sketch {
        name: title.map_or(name, |title| title.chars().take(100).collect()),
        keeps_port_order: true,
        ..Sketch::default()
    };
    let nodes = topology.nodes.as_deref().unwrap_or_default();
    if nodes.is_empty() {
        return Err(ImportError::at(Place::default(), "its topology has no nodes"));
    }
    let mut ids = BTreeMap::new();
    for (name, record) in nodes {
        let place = record.place();
        let index = sketch.add_device(Device {
            name: name.clone(),
            model: model(&topology, record.get()),
            role: Role::Switch,
            rail: None,
            place,
        })?;
        if ids.insert(name.as_str(), index).is_some() {
            return Err(ImportError::at(place, format!("two nodes are called {name:?}")));
        }
    }
    let links = topology.links.as_deref().unwrap_or_default();
    links::read(links, &ids, &mut sketch, notes)?;
    roles::decide(&topology, &mut sketch, notes);
    Ok(sketch)
}

/// Kind and type, as far as they are given: "nokia_srlinux ixrd3".
fn model(topology: &Topology, record: Option<&NodeRecord>) -> String {
    let kind = topology.kind(record).unwrap_or("unknown");
    match topology.type_of(record) {
        Some(type_name) => format!("{kind} {type_name}"),
        None => kind.to_owned(),
    }
}

/// Room for the largest fabric that is read; a file of aliases that unfolds to more is refused.
fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 4_000_000,
            max_nodes: 3_000_000,
            max_depth: 40,
            flow_nesting_limit: 40,
            max_documents: 1,
        },
        with_snippet: false,
    }
}

fn from_yaml(error: &Error) -> ImportError {
    let error = error.without_snippet();
    let place = error.location().map_or_else(Place::default, |location| Place {
        line: location.line() as usize,
        column: location.column() as usize,
    });
    let what = match error {
        Error::MultipleDocuments { .. }
        | Error::Budget {
            breach: BudgetBreach::Documents { .. },
            ..
        } => "the file holds several YAML documents; a containerlab file is one".to_owned(),
        Error::Budget {
            breach: BudgetBreach::Depth { .. },
            ..
        } => "its lists and mappings are nested too deeply".to_owned(),
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. } => "the file unfolds to more than is read".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or(&text);
            let line: String = text
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(160)
                .collect();
            format!("this is not a containerlab file: {line}")
        }
    };
    ImportError::at(place, what)
}
