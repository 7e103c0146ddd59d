//! The k-ary fat tree (Al-Fares, Loukissas, Vahdat: SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation switches,
//! (k/2)^2 cores, k^3/4 host ports, all switches alike.

use super::builder::{Builder, check_ports, check_size, counted, server_sheet, switch_sheet};
use super::parameter::{Describe, Field, server_models, switch_models};
use super::{Blueprint, RecipeError};
use crate::engine::topology::{LinkLayer, equipment};
use serde::{Deserialize, Serialize};

/// Parameters of a fat tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FatTree {
    /// Ports of each switch in use; even.
    pub k: u32,
    /// The switches' model.
    pub switch: String,
    /// GPU servers; their NIC ports are dealt to the edge switches in order.
    pub servers: u32,
    /// Their model.
    pub server: String,
    /// Length of a server's cables in metres.
    pub server_cable: u32,
    /// Length of a cable inside a pod in metres.
    pub pod_cable: u32,
    /// Length of a cable to a core in metres.
    pub core_cable: u32,
}

impl Default for FatTree {
    fn default() -> Self {
        Self {
            k: 8,
            switch: "SN2700".to_owned(),
            servers: 16,
            server: equipment::REFERENCE_SERVER.to_owned(),
            server_cable: 3,
            pod_cable: 10,
            core_cable: 50,
        }
    }
}

impl Describe for FatTree {
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::count(
                "k",
                "k (ports in use)",
                "Even; the tree has k^3/4 host ports",
                &mut self.k,
                (2, 128),
            ),
            Field::choice(
                "switch",
                "Switch model",
                "All switches are alike",
                &mut self.switch,
                switch_models(LinkLayer::Ethernet),
            ),
            Field::count(
                "servers",
                "GPU servers",
                "Their NIC ports fill the edge switches in order",
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
            Field::metres("server-cable", "Server cable", &mut self.server_cable),
            Field::metres("pod-cable", "Cable inside a pod", &mut self.pod_cable),
            Field::metres("core-cable", "Cable to a core", &mut self.core_cable),
        ]
    }
}

impl FatTree {
    /// The fabric.
    pub(super) fn build(&self) -> Result<Blueprint, RecipeError> {
        let (k, half) = (self.k, self.k / 2);
        if !k.is_multiple_of(2) || half == 0 {
            return Err(RecipeError::DoesNotFit(format!("k must be even, not {k}")));
        }
        let server = server_sheet(&self.server)?;
        let sheet = switch_sheet(&self.switch)?;
        check_ports(sheet, "switch", k, || {
            format!("the {k} cables of a fat tree of k = {k}")
        })?;
        let server_ports = u32::from(server.nics) * u32::from(server.ports_per_nic);
        let room = k * half * half / server_ports.max(1);
        if self.servers > room {
            return Err(RecipeError::DoesNotFit(format!(
                "a fat tree of k = {k} has {} host ports, room for {} of {server_ports} ports, not {}",
                k * half * half,
                counted(room, "server"),
                self.servers
            )));
        }
        let (n, kk) = (u64::from(self.servers), u64::from(k));
        check_size(
            n + 5 * kk * kk / 4,
            n * u64::from(server_ports) + kk * kk * kk / 2,
        )?;
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
        let mut row = |n: u32, per_pod: u32, role: &str| -> Vec<usize> {
            let name = |i: u32| match per_pod {
                0 => format!("{role}-{}", i + 1),
                _ => format!("{role}-p{}-{}", i / per_pod + 1, i % per_pod + 1),
            };
            (0..n)
                .map(|i| builder.add(equipment::switch(sheet, name(i))))
                .collect()
        };
        let edges = row(k * half, half, "edge");
        let aggregations = row(k * half, half, "agg");
        let cores = row(half * half, 0, "core");
        for (i, port) in (0..self.servers * server_ports).zip((0..server_ports as u16).cycle()) {
            let edge = edges[(i / half) as usize];
            let far = builder.take_port(edge);
            builder.join(
                (servers[(i / server_ports) as usize], port),
                (edge, far),
                self.server_cable,
            );
        }
        self.join_switches(&mut builder, &edges, &aggregations, &cores);
        Ok(builder.finish(format!("Fat tree, k = {k}, {}", counted(self.servers, "server"))))
    }

    /// Edge to aggregation inside each pod, and aggregation j of each pod to the cores of group j.
    fn join_switches(&self, builder: &mut Builder, edges: &[usize], aggregations: &[usize], cores: &[usize]) {
        let half = (self.k / 2) as u16;
        for (edge_pod, aggregation_pod) in edges
            .chunks(usize::from(half))
            .zip(aggregations.chunks(usize::from(half)))
        {
            for (e, &edge) in (0..half).zip(edge_pod) {
                for (a, &aggregation) in (0..half).zip(aggregation_pod) {
                    builder.join((edge, half + a), (aggregation, e), self.pod_cable);
                }
            }
            for (&aggregation, group) in aggregation_pod.iter().zip(cores.chunks(usize::from(half))) {
                for (c, &core) in (0..half).zip(group) {
                    let far = builder.take_port(core);
                    builder.join((aggregation, half + c), (core, far), self.core_cable);
                }
            }
        }
    }
}
