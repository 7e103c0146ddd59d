//! Whole runs on small fabrics: laws, known answers, the all-reduce.

mod laws;
mod lossless;
mod ring;
mod support;
