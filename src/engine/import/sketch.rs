//! What the foreign formats have in common: named devices with a role, and cables with a rate.

use super::{ImportError, MAX_CABLES, MAX_DEVICES, Place};
use crate::engine::document::command::MAX_NAME;
use crate::engine::units::{BitRate, Length};

/// A fabric as a foreign file tells it.
#[derive(Clone, Debug, Default)]
pub(super) struct Sketch {
    pub(super) name: String,
    pub(super) devices: Vec<Device>,
    pub(super) cables: Vec<Cord>,
    /// Whether ports keep the order of the file; otherwise they are sorted into one group a rate.
    pub(super) keeps_port_order: bool,
}

/// What a device is in the foreign file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Host,
    Switch,
    Nvswitch,
}

/// A device of the foreign file.
#[derive(Clone, Debug)]
pub(super) struct Device {
    pub(super) name: String,
    pub(super) model: String,
    pub(super) role: Role,
    pub(super) rail: Option<u16>,
    pub(super) place: Place,
}

/// A cable of the foreign file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cord {
    pub(super) a: End,
    pub(super) b: End,
    pub(super) rate: BitRate,
    pub(super) length: Option<Length>,
    pub(super) place: Place,
}

/// One end of it: the device, and where among its ports the end comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) device: usize,
    pub(super) order: usize,
}

impl Sketch {
    pub(super) fn role(&self, device: usize) -> Option<Role> {
        self.devices.get(device).map(|device| device.role)
    }

    /// Adds a device; refuses more than [`MAX_DEVICES`].
    pub(super) fn add_device(&mut self, device: Device) -> Result<usize, ImportError> {
        if self.devices.len() >= MAX_DEVICES {
            return Err(ImportError::TooMany {
                what: "devices",
                limit: MAX_DEVICES,
            });
        }
        self.devices.push(device);
        Ok(self.devices.len() - 1)
    }

    /// Adds a cable between two devices, in the order of the file; refuses more than [`MAX_CABLES`].
    pub(super) fn add_cable(
        &mut self,
        (a, b): (usize, usize),
        rate: BitRate,
        length: Option<Length>,
        place: Place,
    ) -> Result<(), ImportError> {
        if self.cables.len() >= MAX_CABLES {
            return Err(ImportError::TooMany {
                what: "cables",
                limit: MAX_CABLES,
            });
        }
        if a == b {
            return Err(ImportError::at(
                place,
                "both ends of this cable are on one device",
            ));
        }
        let order = self.cables.len();
        let end = |device| End { device, order };
        self.cables.push(Cord {
            a: end(a),
            b: end(b),
            rate,
            length,
            place,
        });
        Ok(())
    }

    /// How many cables each device has.
    pub(super) fn degrees(&self) -> Vec<usize> {
        let mut degrees = vec![0; self.devices.len()];
        for end in self.cables.iter().flat_map(|cord| [cord.a, cord.b]) {
            if let Some(degree) = degrees.get_mut(end.device) {
                *degree += 1;
            }
        }
        degrees
    }

    /// Refuses what no design may hold: over-long or empty names.
    pub(super) fn check(&self) -> Result<(), ImportError> {
        for device in &self.devices {
            let n = device.name.chars().count().max(device.model.chars().count());
            if n > MAX_NAME || device.name.trim().is_empty() {
                let what = format!("a device needs a name of 1 to {MAX_NAME} characters, not {n}");
                return Err(ImportError::at(device.place, what));
            }
        }
        Ok(())
    }
}

/// Whether a device of this name, with this many cables, is a host rather than a switch: the name decides if it can.
pub(super) fn looks_like_a_host(name: &str, n_cables: usize) -> bool {
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["leaf", "spine", "switch", "tor", "core", "router", "agg"]) {
        return false;
    }
    has(&[
        "host", "server", "client", "gpu", "dgx", "hgx", "worker", "compute",
    ]) || n_cables == 1
}
