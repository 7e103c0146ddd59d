//! Small known answers.
