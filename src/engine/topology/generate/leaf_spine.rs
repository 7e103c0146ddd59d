//! Leaf-spine: all NICs of a server on the leaf of its rack.

use super::builder::{Builder, check_ports, check_reach, check_size, counted, server_sheet, switch_sheet};
use super::parameter::{Describe, Field, server_models, switch_fields};
use super::{Blueprint, RecipeError};
use crate::engine::topology::{LinkLayer, equipment};
use serde::{Deserialize, Serialize};

/// Parameters of a leaf-spine fabric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeafSpine {
    /// GPU servers.
    pub servers: u32,
    /// Their model.
    pub server: String,
    /// Servers on one leaf.
    pub servers_per_leaf: u32,
    /// The leaves' model.
    pub leaf: String,
    /// Uplinks of one leaf.
    pub uplinks: u32,
    /// Spines.
    pub spines: u32,
    /// Their model.
    pub spine: String,
    /// Length of a server's cables in metres.
    pub server_cable: u32,
    /// Length of an uplink in metres.
    pub uplink_cable: u32,
}

impl Default for LeafSpine {
    fn default() -> Self {
        Self {
            servers: 16,
            server: equipment::REFERENCE_SERVER.to_owned(),
            servers_per_leaf: 4,
            leaf: "SN4600C".to_owned(),
            uplinks: 32,
            spines: 2,
            spine: "SN4600C".to_owned(),
            server_cable: 3,
            uplink_cable: 30,
        }
    }
}

impl Describe for LeafSpine {
    fn fields(&mut self) -> Vec<Field<'_>> {
        let mut fields = vec![
            Field::count(
                "servers",
                "GPU servers",
                "How many servers in all",
                &mut self.servers,
                (1, 16_384),
            ),
            Field::choice(
                "server",
                "Server model",
                "GPUs, NVLink and NICs",
                &mut self.server,
                server_models(false),
            ),
            Field::count(
                "servers-per-leaf",
                "Servers per leaf",
                "All NICs of a server go to one leaf",
                &mut self.servers_per_leaf,
                (1, 512),
            ),
        ];
        fields.extend(switch_fields(
            LinkLayer::Ethernet,
            (&mut self.leaf, &mut self.spine),
            (&mut self.uplinks, &mut self.spines),
        ));
        fields.extend([
            Field::metres("server-cable", "Server cable", &mut self.server_cable),
            Field::metres("uplink-cable", "Uplink cable", &mut self.uplink_cable),
        ]);
        fields
    }
}

impl LeafSpine {
    /// The fabric.
    pub(super) fn build(&self) -> Result<Blueprint, RecipeError> {
        let server = server_sheet(&self.server)?;
        let (leaf, spine) = (switch_sheet(&self.leaf)?, switch_sheet(&self.spine)?);
        let server_ports = u32::from(server.nics) * u32::from(server.ports_per_nic);
        let leaves = self.servers.div_ceil(self.servers_per_leaf.max(1));
        check_size(
            u64::from(self.servers) + u64::from(leaves) + u64::from(self.spines),
            u64::from(self.servers) * u64::from(server_ports) + u64::from(leaves) * u64::from(self.uplinks),
        )?;
        let most_on_a_leaf = self.servers_per_leaf.min(self.servers);
        check_ports(
            leaf,
            "leaf",
            (most_on_a_leaf * server_ports).saturating_add(self.uplinks),
            || {
                format!(
                    "{} of {server_ports} NIC ports and {}",
                    counted(most_on_a_leaf, "server"),
                    counted(self.uplinks, "uplink")
                )
            },
        )?;
        check_reach(self.spines, self.uplinks)?;
        let per_spine = (leaves * self.uplinks).div_ceil(self.spines.max(1));
        check_ports(spine, "spine", per_spine, || {
            format!(
                "{} from {}",
                counted(per_spine, "uplink"),
                counted(leaves, "leaf")
            )
        })?;
        let mut builder = Builder::new();
        let servers: Vec<usize> = (1..=self.servers)
            .map(|n| {
                builder.add(equipment::server_on(
                    server,
                    LinkLayer::Ethernet,
                    format!("server-{n}"),
                ))
            })
            .collect();
        let leaves: Vec<usize> = (1..=leaves)
            .map(|n| builder.add(equipment::switch(leaf, format!("leaf-{n}"))))
            .collect();
        let spines: Vec<usize> = (1..=self.spines)
            .map(|n| builder.add(equipment::switch(spine, format!("spine-{n}"))))
            .collect();
        for (group, &leaf) in servers.chunks(self.servers_per_leaf.max(1) as usize).zip(&leaves) {
            for &server in group {
                for port in 0..server_ports as u16 {
                    let far = builder.take_port(leaf);
                    builder.join((server, port), (leaf, far), self.server_cable);
                }
            }
        }
        builder.join_tiers(&leaves, &spines, self.uplinks, self.uplink_cable);
        Ok(builder.finish(format!("Leaf-spine, {}", counted(self.servers, "server"))))
    }
}
