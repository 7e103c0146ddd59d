//! The attributes of a GraphML file: `key` elements declare them, `data` elements hold them.

use super::is;
use roxmltree::Node;
use std::collections::BTreeMap;

/// What an attribute means to a fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Kind,
    Name,
    Model,
    Rail,
    Gbps,
    Rate,
    LengthM,
}

impl Field {
    fn of(domain: &str, name: &str) -> Option<Self> {
        Some(match (domain, name.to_ascii_lowercase().as_str()) {
            ("node", "kind") => Self::Kind,
            ("node", "name" | "label") => Self::Name,
            ("node", "model") => Self::Model,
            ("node", "rail") => Self::Rail,
            ("edge", "gbps") => Self::Gbps,
            ("edge", "bandwidth" | "speed" | "rate" | "capacity") => Self::Rate,
            ("edge", "length_m") => Self::LengthM,
            _ => return None,
        })
    }
}

/// The declared attributes that mean something, for nodes and for edges.
pub(super) struct Keys<'a> {
    nodes: Table<'a>,
    edges: Table<'a>,
}

/// From a key's id to its meaning, and what stands where an element does not say.
#[derive(Default)]
struct Table<'a> {
    meaning: BTreeMap<&'a str, Field>,
    defaults: BTreeMap<Field, &'a str>,
}

impl<'a> Keys<'a> {
    /// Reads the `key` elements of the file's root.
    pub(super) fn of(root: Node<'a, 'a>) -> Self {
        let mut keys = Self {
            nodes: Table::default(),
            edges: Table::default(),
        };
        for key in root.children().filter(|child| is(*child, "key")) {
            let Some(id) = key.attribute("id") else { continue };
            let name = key.attribute("attr.name").unwrap_or(id);
            let domain = key.attribute("for").unwrap_or("all");
            for (ours, table) in [("node", &mut keys.nodes), ("edge", &mut keys.edges)] {
                let Some(field) = Field::of(ours, name).filter(|_| domain == ours || domain == "all") else {
                    continue;
                };
                table.meaning.insert(id, field);
                let default = key.children().find(|child| is(*child, "default"));
                if let Some(text) = default.and_then(|default| default.text()) {
                    table.defaults.insert(field, text.trim());
                }
            }
        }
        keys
    }

    /// The attributes of one node or edge, defaults included. O(its data elements).
    pub(super) fn fields(&self, element: Node<'a, 'a>, domain: &str) -> Fields<'a> {
        let table = if domain == "node" {
            &self.nodes
        } else {
            &self.edges
        };
        let mut fields = table.defaults.clone();
        for data in element.children().filter(|child| is(*child, "data")) {
            let meaning = data.attribute("key").and_then(|key| table.meaning.get(key));
            if let Some(&field) = meaning {
                fields.insert(field, data.text().unwrap_or_default().trim());
            }
        }
        Fields(fields)
    }
}

/// The attributes of one element.
pub(super) struct Fields<'a>(BTreeMap<Field, &'a str>);

impl<'a> Fields<'a> {
    pub(super) fn get(&self, field: Field) -> Option<&'a str> {
        self.0
            .get(&field)
            .copied()
            .filter(|text| !text.is_empty() || field == Field::Gbps)
    }
}
