//! Rack-scale NVSwitch domains: one alone, or several over InfiniBand rails.

use super::builder::{Builder, check_size, counted, server_sheet};
use super::parameter::{Describe, Field, server_models, switch_fields};
use super::rail::{RailFabric, Rails};
use super::{Blueprint, RecipeError};
use crate::engine::catalog::PlatformSheet;
use crate::engine::topology::{LinkLayer, equipment};
use serde::{Deserialize, Serialize};

/// Parameters of a single rack-scale domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneDomain {
    /// Trays on the domain.
    pub trays: u32,
    /// Their model.
    pub tray: String,
}

impl Default for OneDomain {
    fn default() -> Self {
        Self {
            trays: 18,
            tray: "GB200 NVL72 tray".to_owned(),
        }
    }
}

impl Describe for OneDomain {
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::count(
                "trays",
                "GPU trays",
                "A full NVL72 rack has 18 trays of 4 GPUs",
                &mut self.trays,
                (1, 144),
            ),
            Field::choice(
                "tray",
                "Tray model",
                "GPUs and NVLink",
                &mut self.tray,
                server_models(true),
            ),
        ]
    }
}

impl OneDomain {
    /// The fabric.
    pub(super) fn build(&self) -> Result<Blueprint, RecipeError> {
        let sheet = server_sheet(&self.tray)?;
        check_domain(sheet, self.trays)?;
        check_size(u64::from(self.trays) + 1, u64::from(self.trays))?;
        let mut builder = Builder::new();
        let trays: Vec<usize> = (1..=self.trays)
            .map(|n| {
                builder.add(equipment::server_on(
                    sheet,
                    LinkLayer::InfiniBand,
                    format!("tray-{n}"),
                ))
            })
            .collect();
        join_domain(&mut builder, sheet, &trays, "nvswitch-1")?;
        Ok(builder.finish(format!("One NVSwitch domain, {}", counted(self.trays, "tray"))))
    }
}

/// Parameters of racks with an NVSwitch domain each, over InfiniBand rails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hybrid {
    /// Racks: NVSwitch domains.
    pub racks: u32,
    /// Trays in a rack.
    pub trays_per_rack: u32,
    /// Their model.
    pub tray: String,
    /// Trays on one leaf.
    pub trays_per_leaf: u32,
    /// The leaves' model.
    pub leaf: String,
    /// Uplinks of one leaf.
    pub uplinks: u32,
    /// Spines.
    pub spines: u32,
    /// Their model.
    pub spine: String,
    /// Length of a tray's cables in metres.
    pub server_cable: u32,
    /// Length of an uplink in metres.
    pub uplink_cable: u32,
}

impl Default for Hybrid {
    fn default() -> Self {
        Self {
            racks: 4,
            trays_per_rack: 18,
            tray: "GB200 NVL72 tray".to_owned(),
            trays_per_leaf: 18,
            leaf: "QM9700".to_owned(),
            uplinks: 18,
            spines: 6,
            spine: "QM9700".to_owned(),
            server_cable: 3,
            uplink_cable: 30,
        }
    }
}

impl Describe for Hybrid {
    fn fields(&mut self) -> Vec<Field<'_>> {
        let mut fields = vec![
            Field::count(
                "racks",
                "Racks",
                "Each is one NVSwitch domain",
                &mut self.racks,
                (1, 1024),
            ),
            Field::count(
                "trays-per-rack",
                "GPU trays per rack",
                "A full NVL72 rack has 18 trays of 4 GPUs",
                &mut self.trays_per_rack,
                (1, 144),
            ),
            Field::choice(
                "tray",
                "Tray model",
                "Its NIC ports are the rails",
                &mut self.tray,
                server_models(true),
            ),
            Field::count(
                "trays-per-leaf",
                "Trays per leaf",
                "Each leaf takes one port of each tray",
                &mut self.trays_per_leaf,
                (1, 512),
            ),
        ];
        fields.extend(switch_fields(
            LinkLayer::InfiniBand,
            (&mut self.leaf, &mut self.spine),
            (&mut self.uplinks, &mut self.spines),
        ));
        fields.extend([
            Field::metres("server-cable", "Tray cable", &mut self.server_cable),
            Field::metres("uplink-cable", "Uplink cable", &mut self.uplink_cable),
        ]);
        fields
    }
}

impl Hybrid {
    /// The fabric.
    pub(super) fn build(&self) -> Result<Blueprint, RecipeError> {
        let sheet = server_sheet(&self.tray)?;
        check_domain(sheet, self.trays_per_rack)?;
        let trays = self.racks.saturating_mul(self.trays_per_rack);
        let fabric = RailFabric {
            servers: trays,
            server: self.tray.clone(),
            servers_per_leaf: self.trays_per_leaf,
            leaf: self.leaf.clone(),
            uplinks: self.uplinks,
            spines: self.spines,
            spine: self.spine.clone(),
            server_cable: self.server_cable,
            uplink_cable: self.uplink_cable,
            ..RailFabric::infiniband()
        };
        let rails = Rails::of(sheet, LinkLayer::InfiniBand, &fabric)?;
        rails.check(trays, u64::from(trays) + u64::from(self.racks), u64::from(trays))?;
        let mut builder = Builder::new();
        let mut all = Vec::with_capacity(trays as usize);
        for rack in 1..=self.racks {
            let members: Vec<usize> = (1..=self.trays_per_rack)
                .map(|n| {
                    let name = format!("tray-{rack}-{n}");
                    builder.add(equipment::server_on(sheet, LinkLayer::InfiniBand, name))
                })
                .collect();
            join_domain(&mut builder, sheet, &members, &format!("nvswitch-{rack}"))?;
            all.extend(members);
        }
        rails.join(&mut builder, &all);
        Ok(builder.finish(format!(
            "Hybrid, {} of {}",
            counted(self.racks, "rack"),
            counted(self.trays_per_rack, "tray")
        )))
    }
}

/// Refuses more trays than the domain has ports for.
fn check_domain(sheet: &PlatformSheet, trays: u32) -> Result<(), RecipeError> {
    let room = u32::from(sheet.gpus_per_domain() / sheet.gpus.max(1));
    if trays <= room {
        return Ok(());
    }
    Err(RecipeError::DoesNotFit(format!(
        "an NVSwitch domain of {} GPUs has room for {} of {} GPUs, not {trays}",
        sheet.gpus_per_domain(),
        counted(room, "tray"),
        sheet.gpus
    )))
}

/// Adds the domain and cables the trays' NVLink ports to it.
fn join_domain(
    builder: &mut Builder,
    sheet: &PlatformSheet,
    trays: &[usize],
    name: &str,
) -> Result<(), RecipeError> {
    let Some(domain) = equipment::nvlink_domain(sheet, name) else {
        return Err(RecipeError::DoesNotFit(format!("{} has no NVLink", sheet.model)));
    };
    let domain = builder.add(domain);
    let nvlink_port = sheet.nics.saturating_mul(sheet.ports_per_nic);
    for &tray in trays {
        let far = builder.take_port(domain);
        builder.join((tray, nvlink_port), (domain, far), 1);
    }
    Ok(())
}
