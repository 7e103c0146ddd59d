//! The browser, behind plain functions: the one room of the page that names its interfaces.

pub(in crate::ui) mod events;
pub(in crate::ui) mod files;
pub(in crate::ui) mod forms;
pub(in crate::ui) mod handles;
pub(in crate::ui) mod page;
pub(in crate::ui) mod storage;
pub(in crate::ui) mod surface;
pub(in crate::ui) mod timing;
pub(in crate::ui) mod worker_client;

pub(in crate::ui) use page::mount_point;
