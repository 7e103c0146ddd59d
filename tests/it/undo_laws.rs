//! Laws of the document, over random sequences of commands.

use fabricad::engine::document::{Command, Design, Document, LinkEdit, NodeEdit, Point, open, save};
use fabricad::engine::ids::{LinkId, NodeId};
use fabricad::engine::topology::{
    Cage, LinkLayer, Medium, Node, NodeKind, PortGroup, PortRef, Server, Switch,
};
use fabricad::engine::units::{BitRate, Length};
use proptest::prelude::*;

fn device(is_server: bool, ports: u16) -> Node {
    let kind = if is_server {
        NodeKind::Server(Server {
            gpus: 8,
            nics: ports,
            nic_pcie: None,
            nvlink: None,
        })
    } else {
        NodeKind::Switch(Switch {
            layer: LinkLayer::Ethernet,
        })
    };
    let rate = BitRate::from_gbps(100);
    let group = PortGroup {
        count: ports,
        rate,
        cage: Cage::Qsfp28,
        layer: LinkLayer::Ethernet,
    };
    Node {
        name: "device".to_owned(),
        model: "any".to_owned(),
        kind,
        ports: vec![group],
        rail: None,
    }
}

fn command() -> impl Strategy<Value = Command> {
    let node = || (0..8_u32).prop_map(NodeId::new);
    let link = || (0..8_u32).prop_map(LinkId::new);
    let port = move || (node(), 0..4_u16).prop_map(|(node, port)| PortRef { node, port });
    prop_oneof![
        (any::<bool>(), 1..5_u16, -50..50, -50..50).prop_map(|(server, ports, x, y)| Command::PlaceNode {
            node: Box::new(device(server, ports)),
            at: Point::new(x, y),
        }),
        (prop::collection::vec(node(), 0..4), -9..9, -9..9).prop_map(|(nodes, dx, dy)| Command::MoveNodes {
            nodes,
            dx,
            dy
        }),
        (port(), port()).prop_map(|(a, b)| Command::ConnectPorts { a, b, cable: None }),
        (
            prop::collection::vec(node(), 0..2),
            prop::collection::vec(link(), 0..2)
        )
            .prop_map(|(nodes, links)| Command::Delete { nodes, links }),
        (node(), "[a-z]{1,5}").prop_map(|(n, name)| Command::EditNodes {
            nodes: vec![n],
            edit: NodeEdit::Name(name)
        }),
        (node(), 1..5_u64).prop_map(|(n, rate)| Command::EditNodes {
            nodes: vec![n],
            edit: NodeEdit::PortRate(BitRate::from_gbps(rate * 25)),
        }),
        (node(), 1..5_u16).prop_map(|(n, ports)| Command::EditNodes {
            nodes: vec![n],
            edit: NodeEdit::Equipment(Box::new(device(false, ports))),
        }),
        (link(), 0..40_u64).prop_map(|(l, m)| Command::EditLinks {
            links: vec![l],
            edit: LinkEdit::Length(Length::from_metres(m)),
        }),
        link().prop_map(|l| Command::EditLinks {
            links: vec![l],
            edit: LinkEdit::Medium(Medium::Om4)
        }),
        "[a-z]{1,5}".prop_map(Command::Rename),
        Just(Command::Arrange),
        Just(Command::Replace(Box::new(Design::new("other")))),
    ]
}

/// What a person sees of a design: everything but the counters of ids, which only rise.
fn seen(design: &Design) -> (String, String) {
    let text = save(design);
    let lines = text
        .lines()
        .filter(|line| !line.contains("\"next_"))
        .collect::<Vec<_>>()
        .join("\n");
    (design.name.clone(), lines)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn undoing_everything_leads_back_and_redoing_forth(commands in prop::collection::vec(command(), 1..40)) {
        let mut document = Document::new(Design::new("start"));
        let start = seen(document.design());
        for command in &commands {
            let before = seen(document.design());
            if document.execute(command).is_err() {
                prop_assert_eq!(seen(document.design()), before, "a refused command changed the design");
            }
        }
        let end = seen(document.design());
        while document.undo() {}
        prop_assert_eq!(seen(document.design()), start);
        while document.redo() {}
        prop_assert_eq!(seen(document.design()), end);
    }

    #[test]
    fn a_gesture_equals_its_steps_and_undoes_as_one(commands in prop::collection::vec(command(), 1..30)) {
        let mut stepwise = Document::new(Design::new("start"));
        let mut gesture = stepwise.clone();
        let start = seen(gesture.design());
        gesture.begin_gesture();
        for command in &commands {
            prop_assert_eq!(stepwise.execute(command).is_ok(), gesture.execute(command).is_ok());
        }
        gesture.commit_gesture();
        prop_assert_eq!(seen(gesture.design()), seen(stepwise.design()));
        gesture.undo();
        prop_assert_eq!(seen(gesture.design()), start);
        prop_assert!(!gesture.can_undo());
    }

    #[test]
    fn every_design_is_saved_and_opened_unchanged(commands in prop::collection::vec(command(), 1..40)) {
        let mut document = Document::new(Design::new("start"));
        for command in &commands {
            let _ = document.execute(command);
        }
        let again = open(&save(document.design())).expect("our own file opens");
        prop_assert_eq!(&again, document.design());
    }
}
