//! What the document promises: undo takes back, gestures are one step, files come back the same.

use super::*;
use crate::engine::topology::{
    Cage, LinkLayer, Node, NodeKind, Nvlink, NvlinkReach, PortGroup, PortRef, Server, Switch,
};
use crate::engine::units::BitRate;

pub(super) fn switch(name: &str, ports: u16) -> Node {
    Node {
        name: name.to_owned(),
        model: "test switch".to_owned(),
        kind: NodeKind::Switch(Switch {
            layer: LinkLayer::Ethernet,
        }),
        ports: vec![PortGroup {
            count: ports,
            rate: BitRate::from_gbps(100),
            cage: Cage::Qsfp28,
            layer: LinkLayer::Ethernet,
        }],
        rail: None,
    }
}

fn server(name: &str) -> Node {
    let nvlink = Nvlink {
        rate_per_gpu: BitRate::from_gbytes(300),
        reach: NvlinkReach::Internal,
    };
    Node {
        kind: NodeKind::Server(Server {
            gpus: 8,
            nics: 8,
            nic_pcie: None,
            nvlink: Some(nvlink),
        }),
        model: "test server".to_owned(),
        ..switch(name, 8)
    }
}

fn two_devices() -> Document {
    let mut document = Document::new(Design::new("test"));
    for node in [server("gpu-1"), switch("leaf-1", 4)] {
        document
            .execute(&Command::PlaceNode {
                node: Box::new(node),
                at: Point::new(0, 0),
            })
            .unwrap();
    }
    document
}

fn port(node: u32, port: u16) -> PortRef {
    PortRef {
        node: crate::engine::ids::NodeId::new(node),
        port,
    }
}

fn connect(a: PortRef, b: PortRef) -> Command {
    Command::ConnectPorts { a, b, cable: None }
}

#[test]
fn undo_takes_back_and_redo_does_again() {
    let mut document = two_devices();
    let before = document.design().clone();
    document.execute(&connect(port(0, 0), port(1, 0))).unwrap();
    let after = document.design().clone();
    assert!(document.undo());
    assert_eq!(document.design().topology(), before.topology());
    assert!(document.redo());
    assert_eq!(document.design(), &after);
    assert!(!document.redo());
}

#[test]
fn moving_a_device_is_no_change_of_the_topology() {
    let mut document = two_devices();
    let revision = document.revision();
    let nodes = vec![crate::engine::ids::NodeId::new(0)];
    document
        .execute(&Command::MoveNodes { nodes, dx: 5, dy: 5 })
        .unwrap();
    assert_eq!(document.revision(), revision);
    document.execute(&connect(port(0, 0), port(1, 0))).unwrap();
    assert_ne!(document.revision(), revision);
}

#[test]
fn a_gesture_is_one_step_and_can_be_taken_back_whole() {
    let mut document = two_devices();
    let start = document.design().clone();
    let step = Command::MoveNodes {
        nodes: vec![crate::engine::ids::NodeId::new(1)],
        dx: 3,
        dy: 4,
    };
    document.begin_gesture();
    for _ in 0..10 {
        document.execute(&step).unwrap();
    }
    document.commit_gesture();
    assert!(document.undo());
    assert_eq!(document.design(), &start);
    document.begin_gesture();
    document.execute(&step).unwrap();
    document.cancel_gesture();
    assert_eq!(document.design(), &start);
}

#[test]
fn a_port_takes_one_cable_and_a_deleted_device_takes_its_cables_with_it() {
    let mut document = two_devices();
    document.execute(&connect(port(0, 0), port(1, 0))).unwrap();
    let refused = document.execute(&connect(port(0, 0), port(1, 1))).unwrap_err();
    assert_eq!(refused.to_string(), "port 1 of gpu-1 already holds a cable");
    let nodes = vec![crate::engine::ids::NodeId::new(1)];
    document
        .execute(&Command::Delete { nodes, links: vec![] })
        .unwrap();
    assert_eq!(document.design().topology().n_links(), 0);
    document.undo();
    assert_eq!(document.design().topology().n_links(), 1);
    assert!(document.design().topology().link_at(port(0, 0)).is_some());
}

#[test]
fn ids_are_never_used_twice() {
    let mut document = two_devices();
    let nodes = vec![crate::engine::ids::NodeId::new(1)];
    document
        .execute(&Command::Delete { nodes, links: vec![] })
        .unwrap();
    document
        .execute(&Command::PlaceNode {
            node: Box::new(switch("leaf-2", 4)),
            at: Point::default(),
        })
        .unwrap();
    assert!(
        document
            .design()
            .topology()
            .node(crate::engine::ids::NodeId::new(1))
            .is_none()
    );
    assert!(
        document
            .design()
            .topology()
            .node(crate::engine::ids::NodeId::new(2))
            .is_some()
    );
}

#[test]
fn smaller_equipment_is_refused_while_a_cable_would_be_left_over() {
    let mut document = two_devices();
    document.execute(&connect(port(0, 0), port(1, 3))).unwrap();
    let edit = NodeEdit::Equipment(Box::new(switch("ignored", 2)));
    let nodes = vec![crate::engine::ids::NodeId::new(1)];
    let error = document.execute(&Command::EditNodes { nodes, edit }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "leaf-1 has a cable in port 4; test switch has 2 ports"
    );
}

#[test]
fn a_slower_port_slows_its_cable_down() {
    let mut document = two_devices();
    document.execute(&connect(port(0, 0), port(1, 3))).unwrap();
    let edit = NodeEdit::PortRate(BitRate::from_gbps(40));
    let nodes = vec![
        crate::engine::ids::NodeId::new(0),
        crate::engine::ids::NodeId::new(1),
    ];
    document.execute(&Command::EditNodes { nodes, edit }).unwrap();
    let rates: Vec<_> = document
        .design()
        .topology()
        .links()
        .map(|(_, link)| link.rate)
        .collect();
    assert_eq!(rates, [BitRate::from_gbps(40)]);
}

#[test]
fn a_file_comes_back_the_same() {
    let mut document = two_devices();
    document.execute(&connect(port(0, 0), port(1, 3))).unwrap();
    let text = save(document.design());
    let again = open(&text).unwrap();
    assert_eq!(&again, document.design());
    assert_eq!(save(&again), text);
}
