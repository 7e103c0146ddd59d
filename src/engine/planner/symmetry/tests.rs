//! Twins, pods and what must not be merged.

use super::*;

/// Vertices from (colour, tier) and cables of one kind.
fn vertices(devices: &[(u32, Tier)], cables: &[(usize, usize)]) -> Vec<Vertex> {
    let mut vertices: Vec<Vertex> = devices
        .iter()
        .map(|&(colour, tier)| Vertex {
            colour,
            tier,
            cables: Vec::new(),
        })
        .collect();
    for &(a, b) in cables {
        vertices[a].cables.push((b, 0));
        vertices[b].cables.push((a, 0));
    }
    vertices
}

/// Two pods of two leaves and two servers (each on both leaves), two spines over all leaves.
fn two_pods() -> Vec<Vertex> {
    let mut devices = vec![(0, Tier::Server); 4];
    devices.extend([(1, Tier::Leaf); 4]);
    devices.extend([(2, Tier::Spine); 2]);
    let mut cables = Vec::new();
    for server in 0..4 {
        let pod = server / 2;
        cables.extend([(server, 4 + 2 * pod), (server, 5 + 2 * pod)]);
    }
    cables.extend((4..8).flat_map(|leaf| [(leaf, 8), (leaf, 9)]));
    vertices(&devices, &cables)
}

#[test]
fn servers_leaves_and_spines_of_a_pod_are_twins_and_pods_change_places() {
    let classes = Classes::find(&two_pods());
    assert_eq!(
        classes.members,
        [vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7], vec![8, 9]]
    );
    assert_eq!(classes.orbits, [vec![vec![0, 2], vec![1, 3]]]);
}

#[test]
fn equivalent_states_become_equal_and_the_order_says_who_is_who() {
    let classes = Classes::find(&two_pods());
    let (mut a, mut b) = (vec![0, 2, 1, 0, 1], vec![2, 0, 0, 1, 1]);
    let order = classes.canonical(&mut [&mut a]);
    let other = classes.canonical(&mut [&mut b]);
    assert_eq!(a, b);
    assert_eq!(a, [2, 0, 0, 1, 1]);
    assert_eq!(order, [1, 0, 3, 2, 4]);
    assert_eq!(other, [0, 1, 2, 3, 4]);
    // One leaf in each pod is not two leaves in one.
    let (mut spread, mut close) = (vec![0, 0, 1, 1, 0], vec![0, 0, 2, 0, 0]);
    classes.canonical(&mut [&mut spread]);
    classes.canonical(&mut [&mut close]);
    assert_ne!(spread, close);
}

#[test]
fn the_first_of_two_counts_decides_alone() {
    let classes = Classes::find(&two_pods());
    let mut windows = Vec::new();
    for done in [[0, 0], [2, 1], [1, 2]] {
        let mut window = vec![0, 0, 0, 2, 0];
        let mut done = vec![done[0], done[1], 0, 0, 0];
        classes.canonical(&mut [&mut window, &mut done]);
        windows.push(window);
    }
    windows.dedup();
    assert_eq!(windows, [vec![0, 0, 2, 0, 0]]);
}

#[test]
fn a_missing_cable_makes_a_device_its_own_class_and_its_pod_unlike() {
    let mut vertices = two_pods();
    vertices[9].cables.retain(|&(leaf, _)| leaf != 4);
    vertices[4].cables.retain(|&(spine, _)| spine != 9);
    let classes = Classes::find(&vertices);
    assert_eq!(classes.len(), 7);
    assert!(classes.orbits.is_empty());
}
