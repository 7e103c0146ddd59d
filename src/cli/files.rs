//! Files in and out; `-` is standard input or output.

use super::text::{Page, counted};
use super::{Failure, complain};
use crate::engine::document::{Design, MAX_FILE_BYTES, save};
use crate::engine::ids::NodeId;
use crate::engine::job::{self, Outcome, Task};
use crate::engine::topology::generate::{Blueprint, Wire};
use crate::engine::topology::{Link, PortRef, Topology};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;

/// A design read from a file, with what had to be assumed.
pub(super) struct Opened {
    /// The design.
    pub(super) design: Design,
    /// What was assumed or left out, in sentences.
    pub(super) notes: Vec<String>,
}

/// Reads a design of any kind that is known.
pub(super) fn open(name: &str) -> Result<Opened, Failure> {
    let bytes = read(name).map_err(|error| Failure::file(name, plain(&error)))?;
    let task = Task::Open {
        name: name.to_owned(),
        bytes,
    };
    match job::run(&Design::default(), task) {
        Ok(Outcome::Opened { design, notes }) => Ok(Opened {
            design: *design,
            notes,
        }),
        Ok(_) => Err(Failure::Fault("a file was read into something else".to_owned())),
        Err(error) => Err(Failure::file(name, error)),
    }
}

/// The bytes of a file, and one more than are accepted if there are more: the engine says so then.
fn read(name: &str) -> std::io::Result<Vec<u8>> {
    let limit = MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if name == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(name)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Writes a file whole, or not at all.
pub(super) fn write(name: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(name, text).map_err(|error| Failure::file(name, plain(&error)))
}

/// What the operating system says, without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The file of the fabric that a plan leads to, laid out by tiers.
pub(super) fn target(design: &Design, target: &Topology) -> String {
    let index: BTreeMap<NodeId, usize> = target.nodes().enumerate().map(|(i, (id, _))| (id, i)).collect();
    let end = |port: PortRef| Some((index.get(&port.node).copied()?, port.port));
    let wire = |link: &Link| {
        Some(Wire {
            a: end(link.a)?,
            b: end(link.b)?,
            rate: link.rate,
            cable: link.cable,
        })
    };
    save(&Design::from_blueprint(&Blueprint {
        name: format!("{}, migrated", design.name),
        nodes: target.nodes().map(|(_, node)| node.clone()).collect(),
        links: target.links().filter_map(|(_, link)| wire(link)).collect(),
    }))
}

/// What was written where.
#[derive(Serialize)]
struct Delivery<'a> {
    file: &'a str,
    name: &'a str,
    devices: usize,
    cables: usize,
    gpus: u64,
    notes: &'a [String],
}

/// Writes a design to a file and says so, or gives it as the text for standard output.
///
/// With standard output taken by the design, the notes go to standard error: they are in no design.
pub(super) fn deliver(
    design: &Design,
    output: Option<&str>,
    as_json: bool,
    notes: &[String],
) -> Result<String, Failure> {
    let Some(file) = output.filter(|file| *file != "-") else {
        for note in notes {
            complain(&format!("note: {note}"));
        }
        return Ok(save(design));
    };
    let text = save(design);
    if text.len() > MAX_FILE_BYTES {
        let what = format!(
            "the design takes {} bytes; at most {MAX_FILE_BYTES} (50 MB) are read again",
            text.len()
        );
        return Err(Failure::file(file, what));
    }
    write(file, &text)?;
    let topology = design.topology();
    let gpus = topology.nodes().map(|(_, node)| u64::from(node.gpus())).sum();
    let delivery = Delivery {
        file,
        name: &design.name,
        devices: topology.n_nodes(),
        cables: topology.n_links(),
        gpus,
        notes,
    };
    if as_json {
        return json(&delivery);
    }
    let mut page = Page::new();
    page.title(&format!("{}: written to {file}", design.name));
    page.line(&format!(
        "  {}, {}, {}",
        counted(delivery.devices as u64, "device"),
        counted(delivery.cables as u64, "cable"),
        counted(gpus, "GPU")
    ));
    if !notes.is_empty() {
        page.title("Assumed or left out");
        page.list(notes);
    }
    Ok(page.finish())
}

/// JSON for a script, with a newline at its end.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, Failure> {
    match serde_json::to_string_pretty(value) {
        Ok(mut text) => {
            text.push('\n');
            Ok(text)
        }
        Err(error) => Err(Failure::Fault(error.to_string())),
    }
}
