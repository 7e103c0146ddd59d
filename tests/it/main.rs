//! The one integration binary: behaviour across rooms, in files named for it.

mod architecture;
mod document_format;
mod undo_laws;
