//! The records of a containerlab file, as far as a fabric needs them; everything else in them is passed over.

use crate::engine::import::Place;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// The whole file.
#[derive(Deserialize)]
pub(super) struct File {
    #[serde(default)]
    pub(super) name: Option<Loose>,
    #[serde(default)]
    pub(super) topology: Option<Topology>,
}

/// Its `topology`.
#[derive(Deserialize)]
pub(super) struct Topology {
    #[serde(default)]
    defaults: Option<NodeRecord>,
    #[serde(default)]
    groups: Option<BTreeMap<String, Option<NodeRecord>>>,
    #[serde(default)]
    kinds: Option<BTreeMap<String, Option<NodeRecord>>>,
    #[serde(default)]
    pub(super) nodes: Option<InOrder<Entry>>,
    #[serde(default)]
    pub(super) links: Option<Vec<Spanned<LinkRecord>>>,
}

/// A node, or what a kind, a group or the defaults say of nodes.
#[derive(Default, Deserialize)]
pub(super) struct NodeRecord {
    #[serde(default)]
    kind: Option<Loose>,
    #[serde(default, rename = "type")]
    type_name: Option<Loose>,
    #[serde(default)]
    group: Option<Loose>,
}

/// A node of the list, which may be empty, with its place.
#[derive(Deserialize)]
pub(super) struct Entry(Spanned<Option<NodeRecord>>);

impl Entry {
    pub(super) fn get(&self) -> Option<&NodeRecord> {
        self.0.value.as_ref()
    }

    pub(super) fn place(&self) -> Place {
        place(self.0.referenced)
    }
}

/// A place as YAML tells it.
pub(super) fn place(location: serde_saphyr::Location) -> Place {
    Place {
        line: location.line() as usize,
        column: location.column() as usize,
    }
}

impl Topology {
    fn group_record(&self, record: Option<&NodeRecord>) -> Option<&NodeRecord> {
        self.groups.as_ref()?.get(self.group(record)?)?.as_ref()
    }

    /// The node's group, by itself or by the defaults.
    pub(super) fn group<'a>(&'a self, record: Option<&'a NodeRecord>) -> Option<&'a str> {
        [record, self.defaults.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|record| text(record.group.as_ref()))
    }

    /// The node's kind: its own, its group's or the default one.
    pub(super) fn kind<'a>(&'a self, record: Option<&'a NodeRecord>) -> Option<&'a str> {
        [record, self.group_record(record), self.defaults.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|record| text(record.kind.as_ref()))
    }

    /// The node's type: its own, its group's, its kind's or the default one.
    pub(super) fn type_of<'a>(&'a self, record: Option<&'a NodeRecord>) -> Option<&'a str> {
        let kind = self
            .kind(record)
            .and_then(|kind| self.kinds.as_ref()?.get(kind)?.as_ref());
        [record, self.group_record(record), kind, self.defaults.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|record| text(record.type_name.as_ref()))
    }
}

fn text(loose: Option<&Loose>) -> Option<&str> {
    loose.and_then(|loose| loose.0.as_deref())
}

/// A link of any type.
#[derive(Deserialize)]
pub(super) struct LinkRecord {
    #[serde(default, rename = "type")]
    pub(super) type_name: Option<Loose>,
    #[serde(default)]
    pub(super) endpoints: Option<Vec<Endpoint>>,
    #[serde(default)]
    pub(super) vars: Option<Labels>,
    #[serde(default)]
    pub(super) labels: Option<Labels>,
}

/// One end: `"leaf1:e1-1"`, or a record with `node` and `interface`.
pub(super) struct Endpoint {
    pub(super) node: String,
    pub(super) interface: String,
}

impl<'de> Deserialize<'de> for Endpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Ends;
        impl<'de> Visitor<'de> for Ends {
            type Value = Endpoint;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an endpoint such as \"leaf1:e1-1\"")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Endpoint, E> {
                // An endpoint without an interface is refused with its link's place.
                let (node, interface) = text.split_once(':').unwrap_or((text, ""));
                Ok(Endpoint {
                    node: node.to_owned(),
                    interface: interface.to_owned(),
                })
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Endpoint, A::Error> {
                let (mut node, mut interface) = (None, None);
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "node" => node = map.next_value::<Loose>()?.0,
                        "interface" => interface = map.next_value::<Loose>()?.0,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(Endpoint {
                    node: node.unwrap_or_default(),
                    interface: interface.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_any(Ends)
    }
}

/// Words of the person's own: `vars` and `labels`. Anything but a mapping of scalars is passed over.
pub(super) struct Labels(pub(super) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = InOrder::<Loose>::deserialize(deserializer)?;
        let scalars = entries.0.into_iter();
        Ok(Self(
            scalars.filter_map(|(key, value)| Some((key, value.0?))).collect(),
        ))
    }
}

/// A scalar of any type, as text; `None` for null, lists and mappings.
pub(super) struct Loose(pub(super) Option<String>);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Loose;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a number")
            }
            fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
                Ok(Loose(Some(text.to_owned())))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Loose, E> {
                Ok(Loose(Some(value.to_string())))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Loose, E> {
                Ok(Loose(Some(value.to_string())))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Loose, E> {
                Ok(Loose(Some(value.to_string())))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Loose, E> {
                Ok(Loose(Some(value.to_string())))
            }
            fn visit_unit<E>(self) -> Result<Loose, E> {
                Ok(Loose(None))
            }
            fn visit_none<E>(self) -> Result<Loose, E> {
                Ok(Loose(None))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Loose, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Loose(None))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Loose(None))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// A mapping in the order of the file.
pub(super) struct InOrder<T>(Vec<(String, T)>);

impl<T> std::ops::Deref for InOrder<T> {
    type Target = [(String, T)];
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for InOrder<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = InOrder<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping from names")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(InOrder(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}
