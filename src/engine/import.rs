//! Files of other tools, read into a fabric: GraphML, containerlab YAML, the HPCC and SimAI `topology.txt`; and our own.
//!
//! [`read`] looks at what is in a file first and at its name second. Whatever a format leaves open (lengths, rails,
//! rates) is filled with something sensible and said so in [`Imported::notes`]; whatever is wrong is refused with a
//! sentence and its place. No bytes make it panic, and all its loops are bounded by the size of the file.

mod assemble;
mod containerlab;
mod detect;
mod graphml;
mod hpcc;
mod place;
mod quantity;
mod rails;
mod sketch;

pub use detect::Format;
pub use quantity::{parse_delay, parse_rate};

use crate::engine::document::{self, Design, MAX_FILE_BYTES, OpenError};
use crate::engine::topology::generate::Blueprint;
use place::Place;
use sketch::Sketch;
use thiserror::Error;

/// The most devices that an imported file may hold.
pub const MAX_DEVICES: usize = 20_000;

/// The most cables that an imported file may hold.
pub const MAX_CABLES: usize = 200_000;

/// What was read, and what had to be assumed.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The fabric.
    pub content: Content,
    /// What was assumed or left out, each a sentence.
    pub notes: Vec<String>,
    /// What the file was.
    pub format: Format,
}

/// A fabric with its drawing, or one that still has to be laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// One of our own files: it comes with its ids and places.
    Design(Box<Design>),
    /// From another tool: devices and cables.
    Blueprint(Blueprint),
}

impl Imported {
    /// The design, laid out by tiers if the file gave no places of ours, and the notes.
    pub fn into_design(self) -> (Design, Vec<String>) {
        let design = match self.content {
            Content::Design(design) => *design,
            Content::Blueprint(blueprint) => Design::from_blueprint(&blueprint),
        };
        (design, self.notes)
    }
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// One of our own files, or JSON of another kind.
    #[error(transparent)]
    Design(#[from] OpenError),
    /// More than [`MAX_FILE_BYTES`].
    #[error("the file has {bytes} bytes; at most {MAX_FILE_BYTES} (50 MB) are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Not UTF-8.
    #[error("the file is not text: byte {byte} is not UTF-8")]
    NotText {
        /// The first byte that is not UTF-8, from 1.
        byte: usize,
    },
    /// Text that looks like nothing we know.
    #[error("the file is none of the kinds that are read ({})", Format::LIST)]
    Unknown,
    /// More devices or cables than [`MAX_DEVICES`] or [`MAX_CABLES`].
    #[error("the file has more than {limit} {what}")]
    TooMany {
        /// Devices or cables.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Something wrong at a place.
    #[error("{place}: {what}")]
    Invalid {
        /// Where: "line 4, column 7".
        place: String,
        /// What is wrong there.
        what: String,
    },
}

impl ImportError {
    /// Something wrong at a place of the file.
    fn at(place: Place, what: impl Into<String>) -> Self {
        Self::Invalid {
            place: place.to_string(),
            what: what.into(),
        }
    }
}

/// "1 link", "2 links".
fn counted(n: usize, one: &str) -> String {
    crate::engine::units::counted(n as u64, one)
}

/// Reads a file of any kind that is known.
///
/// `name` is the file's name: it decides only where the content does not, and names the design where the file does not.
///
/// # Errors
/// A sentence that says what is wrong and where.
///
/// # Complexity
/// O(n log n) in the size of the file, which is at most [`MAX_FILE_BYTES`].
pub fn read(name: &str, bytes: &[u8]) -> Result<Imported, ImportError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(ImportError::TooLarge { bytes: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| ImportError::NotText {
        byte: error.valid_up_to() + 1,
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let format = detect::detect(name, text).ok_or(ImportError::Unknown)?;
    let title = detect::title(name);
    let mut notes = Vec::new();
    let sketch = match format {
        Format::Design => {
            let design = document::open(text)?;
            return Ok(Imported {
                content: Content::Design(Box::new(design)),
                notes,
                format,
            });
        }
        Format::GraphMl => graphml::read(text, title, &mut notes)?,
        Format::Containerlab => containerlab::read(text, title, &mut notes)?,
        Format::Hpcc => hpcc::read(text, title, &mut notes)?,
    };
    finish(sketch, notes, format)
}

/// Rails, ports and cables: the part that all foreign formats share.
fn finish(mut sketch: Sketch, mut notes: Vec<String>, format: Format) -> Result<Imported, ImportError> {
    sketch.check()?;
    rails::find(&mut sketch, &mut notes);
    let blueprint = assemble::assemble(sketch, &mut notes)?;
    Ok(Imported {
        content: Content::Blueprint(blueprint),
        notes,
        format,
    })
}
