//! The design file: JSON with our own words, a version, and a sentence for everything that can be wrong with it.

mod records;

use super::{Design, upgrade};
use records::FileV1;
use serde::Deserialize;
use thiserror::Error;

/// The version that this program writes; it opens this one and every older one.
pub const FORMAT_VERSION: u32 = 1;

/// The largest file that is read: 50 MB.
pub const MAX_FILE_BYTES: usize = 50_000_000;

/// Why a file is not opened. The design that was open stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// More than [`MAX_FILE_BYTES`].
    #[error("the file has {bytes} bytes; at most {MAX_FILE_BYTES} (50 MB) are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Cut short: it ends in the middle.
    #[error("the file is cut short: it ends at line {line}, column {column}, in the middle of the design")]
    CutShort {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// No JSON, or a field that is missing, unknown or of the wrong kind.
    #[error("line {line}, column {column}: {what}")]
    Malformed {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// JSON, but not a design.
    #[error("this is not a Fabricad design: {what}")]
    NotADesign {
        /// What gives it away.
        what: String,
    },
    /// Written by a newer program.
    #[error(
        "the file has format version {found}; this program reads up to {FORMAT_VERSION}: open it with a newer one"
    )]
    TooNew {
        /// The version found.
        found: u64,
    },
    /// A record that makes no sense in its place.
    #[error("{place}: {what}")]
    Invalid {
        /// Which record: "device 12", "cable 40".
        place: String,
        /// What is wrong with it.
        what: String,
    },
}

/// What every version of the file begins with.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

/// Reads a design from the text of a file.
///
/// # Errors
/// A sentence that says what is wrong and where. O(size of the file).
pub fn open(text: &str) -> Result<Design, OpenError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(OpenError::TooLarge { bytes: text.len() });
    }
    if text.trim().is_empty() {
        return Err(OpenError::Empty);
    }
    let head: Head = serde_json::from_str(text).map_err(|error| match from_json(&error) {
        OpenError::Malformed { what, .. } if error.is_data() => OpenError::NotADesign { what },
        other => other,
    })?;
    if head.format.as_deref() != Some("fabricad") {
        let what = "its \"format\" is not \"fabricad\"".to_owned();
        return Err(OpenError::NotADesign { what });
    }
    let Some(version) = head.version else {
        return Err(OpenError::NotADesign {
            what: "it has no \"version\"".to_owned(),
        });
    };
    if version > u64::from(FORMAT_VERSION) {
        return Err(OpenError::TooNew { found: version });
    }
    if version == 0 {
        return Err(OpenError::NotADesign {
            what: "version 0 never existed".to_owned(),
        });
    }
    let file: FileV1 = if version == u64::from(FORMAT_VERSION) {
        serde_json::from_str(text).map_err(|error| from_json(&error))?
    } else {
        let value = serde_json::from_str(text).map_err(|error| from_json(&error))?;
        let value = upgrade::upgrade(value, version as u32)?;
        serde_json::from_value(value).map_err(|error| from_json(&error))?
    };
    file.into_design()
}

/// The text of a design's file: the same design gives the same bytes.
pub fn save(design: &Design) -> String {
    let file = FileV1::from_design(design);
    // A record of strings, numbers and lists cannot fail to serialise.
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}

fn from_json(error: &serde_json::Error) -> OpenError {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        return OpenError::CutShort { line, column };
    }
    let text = error.to_string();
    // serde_json ends its sentence with the place, which stands in fields of its own here.
    let what = text.split(" at line ").next().unwrap_or(&text).to_owned();
    OpenError::Malformed { line, column, what }
}
