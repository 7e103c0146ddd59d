//! `fabricad import`: a file of another tool as a design.

use super::{Failure, files};
use clap::Args;

/// Turn a file of another tool into a design.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// GraphML, containerlab YAML, an HPCC or SimAI topology.txt, or a design; - is standard input
    file: String,
    /// Write the design to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Import {
    /// The design, or what was written and assumed, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let opened = files::open(&self.file)?;
        files::deliver(&opened.design, self.output.as_deref(), self.json, &opened.notes)
    }
}
