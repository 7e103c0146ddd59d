//! Rail fabrics: NIC port i of every server goes to a leaf of rail i.

use super::builder::{Builder, check_ports, check_reach, check_size, counted, server_sheet, switch_sheet};
use super::parameter::{Describe, Field, server_models, switch_fields, switch_models};
use super::{Blueprint, RecipeError};
use crate::engine::catalog::{PlatformSheet, SwitchSheet};
use crate::engine::topology::{LinkLayer, Node, equipment};
use serde::{Deserialize, Serialize};

/// Every spine reaches the leaves of all rails.
const SHARED: &str = "shared by all rails";
/// Each rail has spines of its own: a plane.
const PLANES: &str = "one set a rail";

/// Parameters of a rail-optimised fabric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailFabric {
    /// What the NICs speak; decided by the template, not by a form.
    pub(super) layer: LinkLayer,
    /// GPU servers.
    pub servers: u32,
    /// Their model; its NIC ports are the rails.
    pub server: String,
    /// Servers of one pod: each of its leaves takes one port of each.
    pub servers_per_leaf: u32,
    /// The leaves' model.
    pub leaf: String,
    /// Uplinks of one leaf.
    pub uplinks: u32,
    /// Spines; of each rail where they are not shared.
    pub spines: u32,
    /// Their model.
    pub spine: String,
    /// Whether spines are shared by the rails.
    pub spine_sets: String,
    /// Length of a server's cables in metres.
    pub server_cable: u32,
    /// Length of an uplink in metres.
    pub uplink_cable: u32,
}

impl RailFabric {
    /// The reference fabric of the 100G world.
    pub fn ethernet() -> Self {
        Self {
            layer: LinkLayer::Ethernet,
            servers: 32,
            server: equipment::REFERENCE_SERVER.to_owned(),
            servers_per_leaf: 32,
            leaf: "SN4600C".to_owned(),
            uplinks: 32,
            spines: 4,
            spine: "SN4600C".to_owned(),
            spine_sets: SHARED.to_owned(),
            server_cable: 10,
            uplink_cable: 30,
        }
    }

    /// Eight-GPU servers over InfiniBand NDR: one scalable unit of 32 servers.
    pub fn infiniband() -> Self {
        Self {
            layer: LinkLayer::InfiniBand,
            server: "DGX H100".to_owned(),
            leaf: "QM9700".to_owned(),
            spine: "QM9700".to_owned(),
            ..Self::ethernet()
        }
    }

    /// The fabric, named after its template.
    pub(super) fn build(&self, layer: LinkLayer, title: &str) -> Result<Blueprint, RecipeError> {
        let server = server_sheet(&self.server)?;
        let rails = Rails::of(server, layer, self)?;
        rails.check(self.servers, u64::from(self.servers), 0)?;
        let mut builder = Builder::new();
        let servers: Vec<usize> = (1..=self.servers)
            .map(|n| builder.add(equipment::server_on(server, layer, format!("server-{n}"))))
            .collect();
        rails.join(&mut builder, &servers);
        Ok(builder.finish(format!("{title}, {}", counted(self.servers, "server"))))
    }
}

impl Describe for RailFabric {
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
                "Its NIC ports are the rails",
                &mut self.server,
                server_models(false),
            ),
            Field::count(
                "servers-per-leaf",
                "Servers per leaf",
                "Servers of a pod: each leaf takes one port of each",
                &mut self.servers_per_leaf,
                (1, 512),
            ),
        ];
        fields.extend(switch_fields(
            self.layer,
            (&mut self.leaf, &mut self.spine),
            (&mut self.uplinks, &mut self.spines),
        ));
        fields.extend([
            Field::choice(
                "spine-sets",
                "Spines are",
                "Spines of each rail scale further; rails then meet in NVLink only",
                &mut self.spine_sets,
                vec![SHARED, PLANES],
            ),
            Field::metres("server-cable", "Server cable", &mut self.server_cable),
            Field::metres("uplink-cable", "Uplink cable", &mut self.uplink_cable),
        ]);
        fields
    }
}

/// The switches of a rail fabric, worked out from its parameters.
pub(super) struct Rails {
    /// Rails: network ports of a server.
    n: u32,
    leaf: &'static SwitchSheet,
    spine: &'static SwitchSheet,
    servers_per_leaf: u32,
    uplinks: u32,
    spines: u32,
    planes: bool,
    server_cable: u32,
    uplink_cable: u32,
}

impl Rails {
    /// The rails that these parameters make for servers of this platform.
    pub(super) fn of(
        server: &PlatformSheet,
        layer: LinkLayer,
        recipe: &RailFabric,
    ) -> Result<Self, RecipeError> {
        let (leaf, spine) = (switch_sheet(&recipe.leaf)?, switch_sheet(&recipe.spine)?);
        if let Some(wrong) = [leaf, spine].into_iter().find(|sheet| sheet.layer != layer) {
            return Err(RecipeError::DoesNotFit(format!(
                "{} speaks {}, the servers' NICs speak {}",
                wrong.model,
                wrong.layer.name(),
                layer.name()
            )));
        }
        Ok(Self {
            n: u32::from(server.nics) * u32::from(server.ports_per_nic),
            leaf,
            spine,
            servers_per_leaf: recipe.servers_per_leaf.max(1),
            uplinks: recipe.uplinks,
            spines: recipe.spines,
            planes: recipe.spine_sets == PLANES,
            server_cable: recipe.server_cable,
            uplink_cable: recipe.uplink_cable,
        })
    }

    fn pods(&self, servers: u32) -> u32 {
        servers.div_ceil(self.servers_per_leaf)
    }

    /// Whether ports and sizes suffice, with `devices` and `cables` that are not of the rails.
    pub(super) fn check(&self, servers: u32, devices: u64, cables: u64) -> Result<(), RecipeError> {
        let leaves = u64::from(self.pods(servers)) * u64::from(self.n);
        let spines = u64::from(self.spines) * if self.planes { u64::from(self.n) } else { 1 };
        check_size(
            devices + leaves + spines,
            cables + u64::from(servers) * u64::from(self.n) + leaves * u64::from(self.uplinks),
        )?;
        let down = self.servers_per_leaf.min(servers);
        check_ports(self.leaf, "leaf", down.saturating_add(self.uplinks), || {
            format!(
                "{} and {}",
                counted(down, "server"),
                counted(self.uplinks, "uplink")
            )
        })?;
        check_reach(self.spines, self.uplinks)?;
        let leaves_below = self.pods(servers) * if self.planes { 1 } else { self.n };
        let per_spine = (leaves_below * self.uplinks).div_ceil(self.spines.max(1));
        check_ports(self.spine, "spine", per_spine, || {
            format!(
                "{} from {}",
                counted(per_spine, "uplink"),
                counted(leaves_below, "leaf")
            )
        })
    }

    /// Adds leaves and spines and joins the servers to them, port i to rail i.
    pub(super) fn join(&self, builder: &mut Builder, servers: &[usize]) {
        let pods = self.pods(servers.len() as u32);
        let mut leaves_of_rail: Vec<Vec<usize>> = vec![Vec::new(); self.n as usize];
        for (pod, members) in servers.chunks(self.servers_per_leaf as usize).enumerate() {
            for rail in 0..self.n as u16 {
                let name = if pods == 1 {
                    format!("leaf-r{}", rail + 1)
                } else {
                    format!("leaf-p{}-r{}", pod + 1, rail + 1)
                };
                let leaf = builder.add(on_rail(equipment::switch(self.leaf, name), rail));
                for &server in members {
                    let far = builder.take_port(leaf);
                    builder.join((server, rail), (leaf, far), self.server_cable);
                }
                leaves_of_rail[usize::from(rail)].push(leaf);
            }
        }
        if self.planes {
            for (rail, leaves) in (0_u16..).zip(&leaves_of_rail) {
                let name = |n| format!("spine-r{}-{n}", rail + 1);
                let spines: Vec<usize> = (1..=self.spines)
                    .map(|n| builder.add(on_rail(equipment::switch(self.spine, name(n)), rail)))
                    .collect();
                builder.join_tiers(leaves, &spines, self.uplinks, self.uplink_cable);
            }
        } else {
            let spines: Vec<usize> = (1..=self.spines)
                .map(|n| builder.add(equipment::switch(self.spine, format!("spine-{n}"))))
                .collect();
            builder.join_tiers(&leaves_of_rail.concat(), &spines, self.uplinks, self.uplink_cable);
        }
    }
}

fn on_rail(mut node: Node, rail: u16) -> Node {
    node.rail = Some(rail);
    node
}

/// Parameters of a rail-only fabric (Wang, Ghobadi et al., "Rail-only", HOTI 2024): rails never meet in the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailOnly {
    /// GPU servers: at most the switch's ports.
    pub servers: u32,
    /// Their model; its NIC ports are the rails.
    pub server: String,
    /// The rail switches' model.
    pub switch: String,
    /// Length of a server's cables in metres.
    pub server_cable: u32,
}

impl Default for RailOnly {
    fn default() -> Self {
        Self {
            servers: 32,
            server: equipment::REFERENCE_SERVER.to_owned(),
            switch: "SN2700".to_owned(),
            server_cable: 10,
        }
    }
}

impl Describe for RailOnly {
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::count(
                "servers",
                "GPU servers",
                "At most as many as the rail switch has ports",
                &mut self.servers,
                (1, 576),
            ),
            Field::choice(
                "server",
                "Server model",
                "Its NIC ports are the rails",
                &mut self.server,
                server_models(false),
            ),
            Field::choice(
                "switch",
                "Rail switch model",
                "One switch a rail",
                &mut self.switch,
                switch_models(LinkLayer::Ethernet),
            ),
            Field::metres("server-cable", "Server cable", &mut self.server_cable),
        ]
    }
}

impl RailOnly {
    /// The fabric.
    pub(super) fn build(&self) -> Result<Blueprint, RecipeError> {
        let server = server_sheet(&self.server)?;
        let sheet = switch_sheet(&self.switch)?;
        let rails = u32::from(server.nics) * u32::from(server.ports_per_nic);
        check_size(
            u64::from(self.servers) + u64::from(rails),
            u64::from(self.servers) * u64::from(rails),
        )?;
        check_ports(sheet, "rail switch", self.servers, || {
            counted(self.servers, "server")
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
        for rail in 0..rails as u16 {
            let leaf = builder.add(on_rail(
                equipment::switch(sheet, format!("leaf-r{}", rail + 1)),
                rail,
            ));
            for &server in &servers {
                let far = builder.take_port(leaf);
                builder.join((server, rail), (leaf, far), self.server_cable);
            }
        }
        Ok(builder.finish(format!("Rail-only, {}", counted(self.servers, "server"))))
    }
}
