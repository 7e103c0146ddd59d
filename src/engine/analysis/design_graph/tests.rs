//! Designs read into graphs.
