//! The command line, `fabricad`.
fn main() {}
