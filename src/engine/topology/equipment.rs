//! Devices made from data sheets: room to be built.
