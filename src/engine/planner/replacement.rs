//! Which devices are replaced, and by what: one choice for all devices with the same needs.

use super::difference::{DeviceChange, LinkChange, Wish, gbps};
use super::hardware::{PortNeed, SwitchChoice, choose_nic, choose_switch, replaced_nics, replaced_switch};
use super::{Goal, OperationKind};
use crate::engine::catalog::{Cage, LinkLayer};
use crate::engine::order::SmallSort;
use crate::engine::topology::{Node, NodeKind, Server, Tier};
use crate::engine::units::BitRate;
use std::collections::BTreeMap;

/// A cable as one of its devices sees it.
#[derive(Clone, Copy)]
pub(super) struct CableEnd {
    /// The cable.
    pub link: LinkChange,
    /// Which end is here.
    pub end: usize,
    /// Which ends should reach the goal's rate.
    pub wish: Wish,
}

impl CableEnd {
    fn port(&self) -> u16 {
        [self.link.before.a, self.link.before.b][self.end].port
    }

    /// Whether the port here is slower than it should be.
    pub fn is_slow(&self, node: &Node, rate: BitRate) -> bool {
        self.wish[self.end]
            && node
                .port_group(self.port())
                .is_some_and(|group| group.rate < rate)
    }

    /// What the port that takes this one's place must be able to do.
    fn need(&self, node: &Node, rate: BitRate) -> PortNeed {
        let today = self.link.before.rate;
        PortNeed {
            port: self.port(),
            rate: if self.wish[self.end] {
                rate.max(today)
            } else {
                today
            },
            plug: node
                .port_group(self.port())
                .map_or(Cage::Unknown, |group| group.cage),
            keeps_plug: self.wish != [true; 2],
        }
    }
}

/// Chooses models, and remembers: fabrics have few kinds of devices.
pub(super) struct Chooser<'a> {
    goal: &'a Goal,
    known: BTreeMap<(bool, String, Vec<PortNeed>), Option<SwitchChoice>>,
}

impl<'a> Chooser<'a> {
    /// For one goal.
    pub fn new(goal: &'a Goal) -> Self {
        Self {
            goal,
            known: BTreeMap::new(),
        }
    }

    /// What a device with a slow port becomes.
    ///
    /// # Errors
    /// A clause that says what the catalogue lacks.
    pub fn choose(&mut self, node: &Node, tier: Tier, ends: &[CableEnd]) -> Result<DeviceChange, String> {
        match node.kind {
            NodeKind::Switch(record) => self.choose_switch(node, record.layer, tier, ends),
            NodeKind::Server(server) => self.choose_nics(node, &server),
            NodeKind::NvlinkDomain(_) => Ok(DeviceChange::default()),
        }
    }

    fn choose_switch(
        &mut self,
        node: &Node,
        layer: LinkLayer,
        tier: Tier,
        ends: &[CableEnd],
    ) -> Result<DeviceChange, String> {
        let mut needs: Vec<PortNeed> = ends.iter().map(|end| end.need(node, self.goal.rate)).collect();
        needs.small_sort();
        let is_leaf = tier == Tier::Leaf;
        let models = &self.goal.models;
        let wanted = if is_leaf {
            models.leaf.as_deref()
        } else {
            models.spine.as_deref()
        };
        let key = (is_leaf, node.model.clone(), needs);
        let choice = match self.known.get(&key) {
            Some(choice) => choice.clone(),
            None => choose_switch(node, layer, &key.2, wanted),
        };
        let obstacle = choice.is_none().then(|| no_model(node, &key.2, wanted));
        self.known.entry(key).or_insert_with(|| choice.clone());
        let (Some(choice), None) = (choice, obstacle.as_ref()) else {
            return Err(obstacle.unwrap_or_default());
        };
        Ok(DeviceChange {
            kind: Some(if is_leaf {
                OperationKind::SwapLeaf
            } else {
                OperationKind::SwapSpine
            }),
            after: Some(replaced_switch(node, &choice)),
            switch: Some(choice),
            nic: None,
        })
    }

    fn choose_nics(&self, node: &Node, server: &Server) -> Result<DeviceChange, String> {
        let rate = self.goal.rate;
        let wanted = self.goal.models.nic.as_deref();
        let Some(choice) = choose_nic(node, server, rate, wanted) else {
            let who = wanted.map_or("no NIC of the catalogue has".to_owned(), |model| {
                format!("the {model} does not have")
            });
            return Err(format!(
                "{who} a port of {} Gb/s for a {} such as {}",
                gbps(rate),
                node.model,
                node.name
            ));
        };
        Ok(DeviceChange {
            kind: Some(OperationKind::SwapNics),
            after: Some(replaced_nics(node, server, &choice, rate)),
            nic: Some(choice),
            switch: None,
        })
    }
}

/// Why no model will do, as a clause.
fn no_model(node: &Node, needs: &[PortNeed], wanted: Option<&str>) -> String {
    let fastest = needs.iter().map(|need| need.rate).max().unwrap_or(BitRate::ZERO);
    let n_fast = needs.iter().filter(|need| need.rate == fastest).count();
    let rest = match needs.len() - n_fast {
        0 => String::new(),
        1 => " and a slower one that takes today's plug".to_owned(),
        n => format!(" and {n} slower ones that take today's plugs"),
    };
    let who = wanted.map_or("no switch of the catalogue has".to_owned(), |model| {
        format!("the {model} does not have")
    });
    let fastest = gbps(fastest);
    format!(
        "{who} {} of {fastest} Gb/s{rest}, as the place of a {} such as {} needs",
        crate::engine::units::counted(n_fast as u64, "port"),
        node.model,
        node.name
    )
}
