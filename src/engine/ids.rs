//! Names of things inside one design: small integers that are never reused after a delete.

use serde::{Deserialize, Serialize};

/// Declares an id type: a `u32` that cannot be confused with another kind of id.
macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id with this number.
            pub const fn new(number: u32) -> Self {
                Self(number)
            }
            /// The number of this id.
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

typed_id!(
    /// A device: GPU server, NVSwitch domain or switch.
    NodeId, "n");
typed_id!(
    /// A cable between two ports.
    LinkId, "l");
typed_id!(
    /// A job given to the engine.
    JobId, "j");

/// The state of the topology that an answer belongs to; rises with every change that can alter an answer.
///
/// Moving a device on the canvas does not raise it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(u64);

impl Revision {
    /// The revision with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
    /// The number of this revision.
    pub const fn number(self) -> u64 {
        self.0
    }
    /// The revision after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
