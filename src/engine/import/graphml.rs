//! GraphML: nodes with a `kind` (host, switch or nvswitch), edges with a rate in `gbps`.
//!
//! Attributes are found by the names that the file's `key` elements give them, with their defaults. Besides `kind` and
//! `gbps`, nodes may have `name` (or `label`), `model` and `rail`; edges may have `length_m`, and a `bandwidth`, `speed`,
//! `rate` or `capacity` with its unit in place of `gbps`. Nested graphs (groups of yEd) are flattened. A directed file
//! tells each cable twice, once a direction. Source: GraphML Primer, graphdrawing.org.

mod guard;
mod keys;

use super::place::Lines;
use super::quantity::parse_gbps;
use super::sketch::{Device, Role, Sketch, looks_like_a_host};
use super::{ImportError, Place, counted, parse_rate};
use crate::engine::units::{BitRate, Length};
use keys::{Field, Fields, Keys};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;

/// The most XML nodes that are read: far more than [`super::MAX_DEVICES`] and [`super::MAX_CABLES`] need.
const MAX_XML_NODES: u32 = 4_000_000;

/// Reads a GraphML file.
pub(super) fn read(text: &str, name: String, notes: &mut Vec<String>) -> Result<Sketch, ImportError> {
    guard::check(text)?;
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_XML_NODES,
        ..ParsingOptions::default()
    };
    let xml = Document::parse_with_options(text, options).map_err(|error| from_xml(&error))?;
    let root = xml.root_element();
    let lines = Lines::of(text);
    if root.tag_name().name() != "graphml" {
        let what = format!(
            "the file is XML, but its root is <{}>; GraphML is read",
            shorten(root.tag_name().name())
        );
        return Err(ImportError::at(lines.place(root.range().start), what));
    }
    let mut reader = Reader {
        keys: Keys::of(root),
        lines,
        ids: BTreeMap::new(),
        sketch: Sketch {
            name,
            ..Sketch::default()
        },
        without_kind: Vec::new(),
        one_way: BTreeMap::new(),
    };
    reader.devices(root, notes)?;
    reader.cables(root, notes)?;
    reader.guess_kinds(notes);
    Ok(reader.sketch)
}

/// A word of the file, short enough to be quoted in a sentence.
fn shorten(text: &str) -> String {
    let short: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    if short.len() < text.len() {
        short + "…"
    } else {
        short
    }
}

fn from_xml(error: &roxmltree::Error) -> ImportError {
    let pos = error.pos();
    let text = error.to_string().replace(&format!(" at {pos}"), "");
    let place = Place {
        line: pos.row as usize,
        column: pos.col as usize,
    };
    let what = match error {
        roxmltree::Error::DtdDetected => "the file has a DTD, which is not read".to_owned(),
        roxmltree::Error::NodesLimitReached => {
            format!("the file has more than {MAX_XML_NODES} XML nodes")
        }
        roxmltree::Error::UnexpectedEndOfStream | roxmltree::Error::UnclosedRootNode => {
            "the file is cut short: its XML does not end".to_owned()
        }
        _ => format!("this is not well-formed XML: {}", shorten(&text)),
    };
    // An error at 1:1 has no place of its own.
    let place = if (place.line, place.column) == (1, 1) {
        Place::default()
    } else {
        place
    };
    ImportError::at(place, what)
}

struct Reader<'a> {
    keys: Keys<'a>,
    lines: Lines,
    ids: BTreeMap<&'a str, usize>,
    sketch: Sketch,
    /// Nodes that give no kind.
    without_kind: Vec<usize>,
    /// Directed edges that still wait for their way back: (from, to, rate) to how many.
    one_way: BTreeMap<(usize, usize, BitRate), usize>,
}

impl<'a> Reader<'a> {
    fn place(&self, node: Node<'_, '_>) -> Place {
        self.lines.place(node.range().start)
    }

    fn devices(&mut self, root: Node<'a, 'a>, notes: &mut Vec<String>) -> Result<(), ImportError> {
        let mut n_groups = 0;
        for node in root.descendants().filter(|node| is(*node, "node")) {
            if node.children().any(|child| is(child, "graph")) {
                n_groups += 1;
                continue;
            }
            let place = self.place(node);
            let Some(id) = node.attribute("id") else {
                return Err(ImportError::at(place, "this node has no id"));
            };
            let fields = self.keys.fields(node, "node");
            let role = self.role(id, &fields, place)?;
            let rail = match fields.get(Field::Rail) {
                None => None,
                Some(text) => Some(text.parse::<u16>().map_err(|_| {
                    let what = format!("the rail {:?} is not a number from 0", shorten(text));
                    ImportError::at(place, what)
                })?),
            };
            let index = self.sketch.add_device(Device {
                name: fields.get(Field::Name).unwrap_or(id).to_owned(),
                model: fields.get(Field::Model).unwrap_or(word(role)).to_owned(),
                role,
                rail,
                place,
            })?;
            if self.ids.insert(id, index).is_some() {
                let what = format!("two nodes have the id {:?}", shorten(id));
                return Err(ImportError::at(place, what));
            }
        }
        if n_groups > 0 {
            notes.push(format!(
                "The members of groups stand alone here: {}.",
                counted(n_groups, "group")
            ));
        }
        Ok(())
    }

    fn role(&mut self, id: &str, fields: &Fields<'_>, place: Place) -> Result<Role, ImportError> {
        let Some(kind) = fields.get(Field::Kind) else {
            self.without_kind.push(self.sketch.devices.len());
            return Ok(Role::Switch);
        };
        match kind.to_ascii_lowercase().as_str() {
            "host" | "server" | "gpu" | "endpoint" => Ok(Role::Host),
            "switch" | "leaf" | "spine" | "core" | "superspine" | "tor" => Ok(Role::Switch),
            "nvswitch" | "nvlink" => Ok(Role::Nvswitch),
            _ => {
                let what = format!(
                    "the node {:?} has the kind {:?}; it can be host, switch or nvswitch",
                    shorten(id),
                    shorten(kind)
                );
                Err(ImportError::at(place, what))
            }
        }
    }

    fn cables(&mut self, root: Node<'a, 'a>, notes: &mut Vec<String>) -> Result<(), ImportError> {
        let mut n_paired = 0;
        for edge in root.descendants().filter(Node::is_element) {
            if is(edge, "hyperedge") {
                let what = "a hyperedge joins more than two nodes; a cable has two ends";
                return Err(ImportError::at(self.place(edge), what));
            }
            if is(edge, "edge") {
                n_paired += usize::from(self.cable(edge)?);
            }
        }
        if n_paired > 0 {
            notes.push(format!(
                "The file is directed; these are told once in each direction and were read as one: {}.",
                counted(n_paired, "cable")
            ));
        }
        let alone: usize = self.one_way.values().sum();
        if alone > 0 {
            notes.push(format!(
                "These have no way back in the file and were read as cables of both directions: {}.",
                counted(alone, "edge")
            ));
        }
        Ok(())
    }

    /// Reads one edge. True if it is only the way back of a cable that is known already.
    fn cable(&mut self, edge: Node<'a, 'a>) -> Result<bool, ImportError> {
        let place = self.place(edge);
        let a = self.end(edge, "source", place)?;
        let b = self.end(edge, "target", place)?;
        let fields = self.keys.fields(edge, "edge");
        let rate = rate(&fields, place)?;
        let length = match fields.get(Field::LengthM) {
            None => None,
            Some(text) => match text.parse::<f64>() {
                Ok(m) if (0.0..=100_000.0).contains(&m) => Some(Length::from_mm((m * 1e3).round() as u64)),
                _ => {
                    let what = format!("{:?} is not a length from 0 to 100000 m", shorten(text));
                    return Err(ImportError::at(place, what));
                }
            },
        };
        if is_directed(edge) {
            if let Some(waiting) = self.one_way.get_mut(&(b, a, rate)).filter(|n| **n > 0) {
                *waiting -= 1;
                return Ok(true);
            }
            *self.one_way.entry((a, b, rate)).or_default() += 1;
        }
        self.sketch.add_cable((a, b), rate, length, place)?;
        Ok(false)
    }

    fn end(&self, edge: Node<'a, 'a>, which: &str, place: Place) -> Result<usize, ImportError> {
        let Some(id) = edge.attribute(which) else {
            return Err(ImportError::at(place, format!("this edge has no {which}")));
        };
        self.ids.get(id).copied().ok_or_else(|| {
            let what = format!(
                "this edge's {which} is {:?}, which is no node of the file",
                shorten(id)
            );
            ImportError::at(place, what)
        })
    }

    /// Nodes without a kind: their names and cables tell.
    fn guess_kinds(&mut self, notes: &mut Vec<String>) {
        if self.without_kind.is_empty() {
            return;
        }
        let degrees = self.sketch.degrees();
        let mut n_hosts = 0;
        for &i in &self.without_kind {
            let (Some(device), Some(&degree)) = (self.sketch.devices.get_mut(i), degrees.get(i)) else {
                continue;
            };
            if looks_like_a_host(&device.name, degree) {
                if device.model == word(Role::Switch) {
                    word(Role::Host).clone_into(&mut device.model);
                }
                device.role = Role::Host;
                n_hosts += 1;
            }
        }
        notes.push(format!(
            "Taken for hosts or switches by their names and cables, as they give no kind: {} ({n_hosts} as hosts).",
            counted(self.without_kind.len(), "node")
        ));
    }
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Host => "host",
        Role::Switch => "switch",
        Role::Nvswitch => "NVSwitch",
    }
}

/// Whether an edge has a direction: by itself, or by its graph.
fn is_directed(edge: Node<'_, '_>) -> bool {
    match edge.attribute("directed") {
        Some(directed) => directed == "true",
        None => edge
            .parent()
            .is_some_and(|graph| graph.attribute("edgedefault") == Some("directed")),
    }
}

fn rate(fields: &Fields<'_>, place: Place) -> Result<BitRate, ImportError> {
    if let Some(text) = fields.get(Field::Gbps) {
        return parse_gbps(text).ok_or_else(|| {
            let what = format!("the gbps {:?} is not a rate above 0, in Gb/s", shorten(text));
            ImportError::at(place, what)
        });
    }
    let Some(text) = fields.get(Field::Rate) else {
        return Err(ImportError::at(place, "this edge has no gbps: its rate in Gb/s"));
    };
    parse_rate(text).ok_or_else(|| {
        let what = format!("{:?} is not a rate with a unit, such as 100G", shorten(text));
        ImportError::at(place, what)
    })
}
