//! Upgrades of old design files, one version at a time, without gaps.

use super::file::{FORMAT_VERSION, OpenError};
use serde_json::Value;

/// Turns a file of one version into the next.
type Upgrade = fn(Value) -> Result<Value, OpenError>;

/// `UPGRADES[v - 1]` turns version `v` into `v + 1`. Version 1 is the first, so there is none yet.
const UPGRADES: &[Upgrade] = &[];

const _: () = assert!(
    UPGRADES.len() + 1 == FORMAT_VERSION as usize,
    "every old version has its upgrade"
);

/// Brings a file of version `from` to the current one.
pub(super) fn upgrade(file: Value, from: u32) -> Result<Value, OpenError> {
    UPGRADES
        .iter()
        .skip(from.saturating_sub(1) as usize)
        .try_fold(file, |file, upgrade| upgrade(file))
}
