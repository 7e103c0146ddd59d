//! Copying inside a design.

use super::Session;
use crate::editor::{Effect, NoticeKind, Selection};
use crate::engine::document::Command;
use crate::engine::ids::NodeId;
use crate::engine::topology::PortRef;
use std::collections::BTreeMap;

/// How far beside the original a copy lands, in world units.
const BESIDE: i32 = 40;
/// The most devices that copying makes, as many as a template does.
const MOST_DEVICES: usize = 20_000;

impl Session {
    /// Copies the selected devices with the cables between them: one undo step, the copies selected.
    pub(super) fn duplicate(&mut self) -> Vec<Effect> {
        let ids: Vec<NodeId> = self.selection.nodes.iter().copied().collect();
        let after = self.design().topology().n_nodes() + ids.len();
        if after > MOST_DEVICES {
            let sentence = format!(
                "With these copies the design would have {after} devices; at most {MOST_DEVICES} can be drawn."
            );
            return self.say(NoticeKind::Refused, sentence);
        }
        let mut names = self.design().names();
        let mut copies = BTreeMap::new();
        let mut effects = Vec::new();
        self.document.begin_gesture();
        for id in ids {
            let Some(node) = self.design().topology().node(id) else {
                continue;
            };
            let prefix = node
                .name
                .trim_end_matches(|c: char| c.is_ascii_digit())
                .trim_end_matches('-')
                .to_owned();
            let mut node = node.clone();
            node.name = names.fresh(if prefix.is_empty() { "device" } else { &prefix });
            let at = self.design().layout().place(id).moved(BESIDE, BESIDE);
            copies.insert(id, self.design().next_node_id());
            effects.extend(self.execute(&Command::PlaceNode {
                node: Box::new(node),
                at,
            }));
        }
        let cables: Vec<_> = self
            .design()
            .topology()
            .links()
            .filter_map(|(_, link)| {
                let copy = |end: PortRef| {
                    copies
                        .get(&end.node)
                        .map(|&node| PortRef { node, port: end.port })
                };
                Some((copy(link.a)?, copy(link.b)?, link.cable))
            })
            .collect();
        for (a, b, cable) in cables {
            effects.extend(self.execute(&Command::ConnectPorts {
                a,
                b,
                cable: Some(cable),
            }));
        }
        self.document.commit_gesture();
        if !copies.is_empty() {
            self.selection = Selection {
                nodes: copies.into_values().collect(),
                ..Selection::default()
            };
        }
        effects
    }
}
