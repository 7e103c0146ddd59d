//! YAML as a tree of words, lists and mappings, each with its place: as much as a lab file needs.
//!
//! Built on the parser's events. A serde layer over them weighed a third of the worker.

use crate::engine::import::{ImportError, Place};
use granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most nodes that are read, aliases counted as one.
const MAX_NODES: usize = 3_000_000;
/// The deepest nesting that is read.
const MAX_DEPTH: usize = 40;

/// A node of the tree. What an alias names is shared, never copied.
#[derive(Clone, Debug)]
pub(super) struct Yaml {
    /// Where it stands; of an alias, where the alias stands.
    pub(super) place: Place,
    content: Rc<Content>,
}

#[derive(Debug)]
enum Content {
    Null,
    Word(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    /// A scalar as text; `None` for null, lists and mappings.
    pub(super) fn word(&self) -> Option<&str> {
        match self.content.as_ref() {
            Content::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The items of a list; `None` for anything else.
    pub(super) fn list(&self) -> Option<&[Yaml]> {
        match self.content.as_ref() {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a mapping in the order of the file; `None` for anything else.
    pub(super) fn map(&self) -> Option<&[(String, Yaml)]> {
        match self.content.as_ref() {
            Content::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Whether there is nothing in it.
    pub(super) fn is_null(&self) -> bool {
        matches!(*self.content, Content::Null)
    }

    /// The value of a key, if it is a mapping that has it. O(entries).
    pub(super) fn get(&self, key: &str) -> Option<&Yaml> {
        self.map()?
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }
}

/// A list or mapping that is not yet closed.
struct Open {
    place: Place,
    anchor: usize,
    items: Items,
}

enum Items {
    List(Vec<Yaml>),
    Map {
        entries: Vec<(String, Yaml)>,
        names: BTreeSet<String>,
        /// What the merge key brings, behind the mapping's own entries.
        merged: Vec<(String, Yaml)>,
        key: Option<String>,
    },
}

/// Reads one document.
///
/// # Errors
/// With the place of what is no YAML, is nested too deeply, unfolds too far, or is a second document.
pub(super) fn read(text: &str) -> Result<Yaml, ImportError> {
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut builder = Builder::default();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| from_scan(&error))?;
        builder.take(event, place(&span))?;
    }
    builder
        .root
        .ok_or_else(|| ImportError::at(Place::default(), "the file holds no YAML document"))
}

fn place(span: &Span) -> Place {
    Place {
        line: span.start.line(),
        column: span.start.col() + 1,
    }
}

fn from_scan(error: &ScanError) -> ImportError {
    let marker = error.marker();
    let at = Place {
        line: marker.line(),
        column: marker.col() + 1,
    };
    let info = error.info();
    if info.contains("nesting") || info.contains("recursion") || info.contains("depth") {
        return ImportError::at(at, "its lists and mappings are nested too deeply");
    }
    let line: String = info
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(160)
        .collect();
    ImportError::at(at, format!("this is not a containerlab file: {line}"))
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Rc<Content>>,
    root: Option<Yaml>,
    documents: usize,
    nodes: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, at: Place) -> Result<(), ImportError> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let what = "the file holds several YAML documents; a containerlab file is one";
                    return Err(ImportError::at(at, what));
                }
            }
            Event::Scalar(text, style, anchor, _) => {
                let is_null =
                    style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
                let content = if is_null {
                    Content::Null
                } else {
                    Content::Word(text.into_owned())
                };
                self.close(at, anchor, content)?;
            }
            Event::SequenceStart(_, anchor, _) => self.start(at, anchor, Items::List(Vec::new()))?,
            Event::MappingStart(_, anchor, _) => {
                let items = Items::Map {
                    entries: Vec::new(),
                    names: BTreeSet::new(),
                    merged: Vec::new(),
                    key: None,
                };
                self.start(at, anchor, items)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    let content = match open.items {
                        Items::List(items) => Content::List(items),
                        Items::Map {
                            mut entries, merged, ..
                        } => {
                            entries.extend(merged);
                            Content::Map(entries)
                        }
                    };
                    self.close(open.place, open.anchor, content)?;
                }
            }
            Event::Alias(anchor) => {
                let Some(content) = self.anchors.get(&anchor).cloned() else {
                    return Err(ImportError::at(at, "this alias names what is not complete yet"));
                };
                self.put(Yaml { place: at, content })?;
            }
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, place: Place, anchor: usize, items: Items) -> Result<(), ImportError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(ImportError::at(
                place,
                "its lists and mappings are nested too deeply",
            ));
        }
        self.open.push(Open { place, anchor, items });
        Ok(())
    }

    fn close(&mut self, place: Place, anchor: usize, content: Content) -> Result<(), ImportError> {
        let content = Rc::new(content);
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&content));
        }
        self.put(Yaml { place, content })
    }

    fn count(&mut self, n: usize, at: Place) -> Result<(), ImportError> {
        self.nodes += n;
        if self.nodes > MAX_NODES {
            return Err(ImportError::at(at, "the file unfolds to more than is read"));
        }
        Ok(())
    }

    /// Puts a finished node where it belongs: the root, a list, or a mapping as key or value.
    fn put(&mut self, node: Yaml) -> Result<(), ImportError> {
        let at = node.place;
        self.count(1, at)?;
        let mut brought = 0;
        match self.open.last_mut().map(|open| &mut open.items) {
            None => self.root = Some(node),
            Some(Items::List(items)) => items.push(node),
            Some(Items::Map {
                entries,
                names,
                merged,
                key,
            }) => match key.take() {
                None => {
                    let name = key_of(&node)?;
                    if name != "<<" && !names.insert(name.clone()) {
                        return Err(ImportError::at(
                            at,
                            format!("there are two entries called {name:?}"),
                        ));
                    }
                    *key = Some(name);
                }
                Some(name) if name == "<<" => brought = merge(merged, &node),
                Some(name) => entries.push((name, node)),
            },
        }
        self.count(brought, at)
    }
}

fn key_of(node: &Yaml) -> Result<String, ImportError> {
    match node.content.as_ref() {
        Content::Word(word) => Ok(word.clone()),
        Content::Null => Ok(String::new()),
        _ => Err(ImportError::at(
            node.place,
            "a key is a word here, not a list or a mapping",
        )),
    }
}

/// The merge key: the entries of one mapping or of several; returns how many came.
fn merge(entries: &mut Vec<(String, Yaml)>, from: &Yaml) -> usize {
    let before = entries.len();
    let own = std::slice::from_ref(from);
    for source in from.list().unwrap_or(own) {
        for (name, value) in source.map().unwrap_or_default() {
            entries.push((name.clone(), value.clone()));
        }
    }
    entries.len() - before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_shared_and_merged_entries_stand_behind_a_mappings_own() {
        let text =
            "base: &b {kind: linux, group: server}\nnode:\n  <<: *b\n  kind: srl\nlist: [*b, ~, 'null']\n";
        let root = read(text).unwrap();
        let node = root.get("node").unwrap();
        assert_eq!(node.get("kind").and_then(Yaml::word), Some("srl"));
        assert_eq!(node.get("group").and_then(Yaml::word), Some("server"));
        let list = root.get("list").and_then(Yaml::list).unwrap();
        assert_eq!(list[0].get("kind").and_then(Yaml::word), Some("linux"));
        assert!(list[1].is_null());
        assert_eq!(list[2].word(), Some("null"));
    }
}
