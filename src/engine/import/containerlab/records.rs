//! The records of a containerlab file, as far as a fabric needs them; everything else in them is passed over.

use super::yaml::Yaml;
use crate::engine::import::{ImportError, Place};
use std::collections::BTreeMap;

/// Its `topology`.
pub(super) struct Topology {
    defaults: Option<NodeRecord>,
    groups: BTreeMap<String, NodeRecord>,
    kinds: BTreeMap<String, NodeRecord>,
    pub(super) nodes: Vec<Entry>,
    pub(super) links: Vec<LinkRecord>,
}

/// A node, or what a kind, a group or the defaults say of nodes.
#[derive(Default)]
pub(super) struct NodeRecord {
    kind: Option<String>,
    type_name: Option<String>,
    group: Option<String>,
}

/// A node of the list with its place.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) record: NodeRecord,
}

/// A link of any type.
pub(super) struct LinkRecord {
    pub(super) place: Place,
    pub(super) type_name: Option<String>,
    pub(super) endpoints: Option<Vec<Endpoint>>,
    /// The scalars of `vars`, then of `labels`: words of the person's own.
    pub(super) labels: Vec<(String, String)>,
}

/// One end: `"leaf1:e1-1"`, or a record with `node` and `interface`.
pub(super) struct Endpoint {
    pub(super) node: String,
    pub(super) interface: String,
}

/// A part of the file that is not of the kind it should be.
fn expected(what: &str, at: &Yaml) -> ImportError {
    ImportError::at(
        at.place,
        format!("this is not a containerlab file: {what} was expected here"),
    )
}

fn map<'a>(yaml: Option<&'a Yaml>, what: &str) -> Result<&'a [(String, Yaml)], ImportError> {
    match yaml {
        None => Ok(&[]),
        Some(yaml) if yaml.is_null() => Ok(&[]),
        Some(yaml) => yaml.map().ok_or_else(|| expected(what, yaml)),
    }
}

fn list<'a>(yaml: &'a Yaml, what: &str) -> Result<&'a [Yaml], ImportError> {
    if yaml.is_null() {
        Ok(&[])
    } else {
        yaml.list().ok_or_else(|| expected(what, yaml))
    }
}

fn word(yaml: &Yaml, key: &str) -> Option<String> {
    yaml.get(key).and_then(Yaml::word).map(str::to_owned)
}

impl NodeRecord {
    fn read(yaml: &Yaml) -> Result<Self, ImportError> {
        map(Some(yaml), "a mapping")?;
        Ok(Self {
            kind: word(yaml, "kind"),
            type_name: word(yaml, "type"),
            group: word(yaml, "group"),
        })
    }

    fn read_all(yaml: Option<&Yaml>) -> Result<BTreeMap<String, Self>, ImportError> {
        map(yaml, "a mapping from names")?
            .iter()
            .map(|(name, record)| Ok((name.clone(), Self::read(record)?)))
            .collect()
    }
}

impl Topology {
    /// Reads the `topology` of a file.
    pub(super) fn read(yaml: &Yaml) -> Result<Self, ImportError> {
        map(Some(yaml), "a mapping")?;
        let nodes = map(yaml.get("nodes"), "a mapping from names")?
            .iter()
            .map(|(name, record)| {
                Ok(Entry {
                    name: name.clone(),
                    place: record.place,
                    record: NodeRecord::read(record)?,
                })
            })
            .collect::<Result<_, ImportError>>()?;
        let links = match yaml.get("links") {
            Some(links) => list(links, "a list of links")?
                .iter()
                .map(LinkRecord::read)
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        Ok(Self {
            defaults: yaml.get("defaults").map(NodeRecord::read).transpose()?,
            groups: NodeRecord::read_all(yaml.get("groups"))?,
            kinds: NodeRecord::read_all(yaml.get("kinds"))?,
            nodes,
            links,
        })
    }

    fn group_record(&self, record: &NodeRecord) -> Option<&NodeRecord> {
        self.groups.get(self.group(record)?)
    }

    /// The node's group, by itself or by the defaults.
    pub(super) fn group<'a>(&'a self, record: &'a NodeRecord) -> Option<&'a str> {
        [Some(record), self.defaults.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|record| record.group.as_deref())
    }

    /// The node's kind: its own, its group's or the default one.
    pub(super) fn kind<'a>(&'a self, record: &'a NodeRecord) -> Option<&'a str> {
        [Some(record), self.group_record(record), self.defaults.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|record| record.kind.as_deref())
    }

    /// The node's type: its own, its group's, its kind's or the default one.
    pub(super) fn type_of<'a>(&'a self, record: &'a NodeRecord) -> Option<&'a str> {
        let kind = self.kind(record).and_then(|kind| self.kinds.get(kind));
        [
            Some(record),
            self.group_record(record),
            kind,
            self.defaults.as_ref(),
        ]
        .into_iter()
        .flatten()
        .find_map(|record| record.type_name.as_deref())
    }
}

impl LinkRecord {
    fn read(yaml: &Yaml) -> Result<Self, ImportError> {
        map(Some(yaml), "a link")?;
        let endpoints = match yaml.get("endpoints") {
            Some(ends) if !ends.is_null() => {
                let ends = list(ends, "a list of endpoints")?;
                Some(ends.iter().map(Endpoint::read).collect::<Result<_, _>>()?)
            }
            _ => None,
        };
        let mut labels = Vec::new();
        for key in ["vars", "labels"] {
            for (name, value) in map(yaml.get(key), "a mapping")? {
                labels.extend(value.word().map(|value| (name.clone(), value.to_owned())));
            }
        }
        Ok(Self {
            place: yaml.place,
            type_name: word(yaml, "type"),
            endpoints,
            labels,
        })
    }
}

impl Endpoint {
    fn read(yaml: &Yaml) -> Result<Self, ImportError> {
        if let Some(text) = yaml.word() {
            // An endpoint without an interface is refused with its link's place.
            let (node, interface) = text.split_once(':').unwrap_or((text, ""));
            return Ok(Self {
                node: node.to_owned(),
                interface: interface.to_owned(),
            });
        }
        if yaml.map().is_none() {
            return Err(expected("an endpoint such as \"leaf1:e1-1\"", yaml));
        }
        let part = |key| word(yaml, key).unwrap_or_default();
        Ok(Self {
            node: part("node"),
            interface: part("interface"),
        })
    }
}
