//! Every template builds what it says, and says what it cannot build.

use super::*;
use crate::engine::topology::NodeKind;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn switches(blueprint: &Blueprint) -> usize {
    blueprint
        .nodes
        .iter()
        .filter(|node| node.switch().is_some())
        .count()
}

/// Every cable ends in ports that exist, of one layer, none used twice, at a rate both can run.
fn assert_sound(blueprint: &Blueprint) {
    let mut used = BTreeSet::new();
    for wire in &blueprint.links {
        let groups = [wire.a, wire.b].map(|(node, port)| {
            assert!(
                used.insert((node, port)),
                "port {port} of device {node} holds two cables"
            );
            *blueprint.nodes[node].port_group(port).expect("the port exists")
        });
        assert_eq!(groups[0].layer, groups[1].layer);
        assert!(!wire.rate.is_zero() && groups.iter().all(|group| wire.rate <= group.rate));
    }
    let names: BTreeSet<&str> = blueprint.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names.len(), blueprint.nodes.len(), "two devices have one name");
}

/// Every device reaches every other: through cables, and inside servers through NVLink or PCIe.
fn assert_connected(blueprint: &Blueprint) {
    let mut reached = BTreeSet::from([0]);
    let mut beside = vec![Vec::new(); blueprint.nodes.len()];
    for wire in &blueprint.links {
        beside[wire.a.0].push(wire.b.0);
        beside[wire.b.0].push(wire.a.0);
    }
    let mut next = vec![0];
    while let Some(node) = next.pop() {
        next.extend(
            beside[node]
                .iter()
                .copied()
                .filter(|&other| reached.insert(other)),
        );
    }
    assert_eq!(
        reached.len(),
        blueprint.nodes.len(),
        "{} falls apart",
        blueprint.name
    );
}

#[test]
fn every_default_builds_a_sound_fabric() {
    let mut sizes = Vec::new();
    for recipe in Recipe::defaults() {
        let blueprint = recipe.build().expect("defaults fit");
        assert_sound(&blueprint);
        sizes.push((
            recipe.key(),
            blueprint.nodes.len(),
            switches(&blueprint),
            blueprint.links.len(),
        ));
        assert_eq!(Recipe::named(recipe.key()), Ok(recipe.clone()));
        assert!(
            recipe
                .parameters()
                .iter()
                .all(|p| !p.label.is_empty() && !p.help.is_empty())
        );
    }
    let expected = [
        ("rail-optimised", 44, 12, 512),
        ("leaf-spine", 22, 6, 256),
        ("fat-tree", 96, 80, 128 + 256),
        ("rail-only", 40, 8, 256),
        ("nvlink-domain", 19, 0, 18),
        ("nvlink-infiniband", 44, 12, 512),
        ("hybrid", 72 + 4 + 16 + 6, 22, 72 + 288 + 288),
    ];
    assert_eq!(sizes, expected);
}

#[test]
fn the_example_is_the_reference_fabric() {
    let blueprint = Recipe::example().build().expect("it fits");
    let gpus: u32 = blueprint.nodes.iter().map(|node| u32::from(node.gpus())).sum();
    assert_eq!(gpus, 256);
    let rails: BTreeSet<u16> = blueprint.nodes.iter().filter_map(|node| node.rail).collect();
    assert_eq!(rails.len(), 8);
    let leaf = blueprint
        .nodes
        .iter()
        .position(|node| node.name == "leaf-r1")
        .expect("a leaf");
    let spine = blueprint
        .nodes
        .iter()
        .position(|node| node.name == "spine-4")
        .expect("a spine");
    let between = blueprint
        .links
        .iter()
        .filter(|wire| wire.a.0 == leaf && wire.b.0 == spine)
        .count();
    assert_eq!(between, 8);
    let at_leaf = blueprint
        .links
        .iter()
        .filter(|wire| wire.a.0 == leaf || wire.b.0 == leaf)
        .count();
    assert_eq!(at_leaf, 64);
}

#[test]
fn parameters_are_set_from_text() {
    let mut recipe = Recipe::named("rail_optimized").expect("known");
    recipe.set("servers", " 64 ").expect("fits");
    recipe.set("servers_per_leaf", "16").expect("fits");
    recipe.set("uplinks", "8").expect("fits");
    recipe.set("leaf", "sn2700").expect("known");
    let blueprint = recipe.build().expect("it fits");
    assert_sound(&blueprint);
    assert_eq!(switches(&blueprint), 4 * 8 + 4);
    assert!(
        blueprint
            .nodes
            .iter()
            .any(|node| node.name == "leaf-p4-r8" && node.model == "SN2700")
    );
    let value = |key| {
        recipe
            .parameters()
            .into_iter()
            .find(|p| p.key == key)
            .map(|p| p.value.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        (value("servers"), value("leaf")),
        ("64".to_owned(), "SN2700".to_owned())
    );
}

#[test]
fn a_spine_plane_for_each_rail_scales_eight_times_further() {
    let mut recipe = Recipe::example();
    for (key, value) in [
        ("servers", "512"),
        ("spines", "8"),
        ("spine-sets", "one set a rail"),
    ] {
        recipe.set(key, value).expect("fits");
    }
    let blueprint = recipe.build().expect("it fits");
    assert_sound(&blueprint);
    assert_eq!(switches(&blueprint), 16 * 8 + 8 * 8);
    assert!(
        blueprint
            .nodes
            .iter()
            .any(|node| node.name == "spine-r8-8" && node.rail == Some(7))
    );
}

#[test]
fn uplinks_that_do_not_divide_are_dealt_evenly() {
    let mut recipe = Recipe::example();
    recipe.set("uplinks", "30").expect("fits");
    let blueprint = recipe.build().expect("it fits");
    assert_sound(&blueprint);
    for n in 1..=4 {
        let spine = blueprint
            .nodes
            .iter()
            .position(|node| node.name == format!("spine-{n}"));
        let cables = blueprint
            .links
            .iter()
            .filter(|wire| Some(wire.b.0) == spine)
            .count();
        assert_eq!(cables, 60);
    }
}

#[test]
fn errors_name_the_parameter_and_the_limit() {
    let said = |recipe: &str, settings: &[(&str, &str)]| {
        let mut recipe = match Recipe::named(recipe) {
            Ok(recipe) => recipe,
            Err(error) => return error.to_string(),
        };
        let mut all = settings.iter().map(|(key, value)| recipe.set(key, value));
        match all.find_map(Result::err) {
            Some(error) => error.to_string(),
            None => recipe
                .build()
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default(),
        }
    };
    let cases = [
        said(
            "rail-optimised",
            &[("leaf", "SN2700"), ("servers-per-leaf", "24"), ("uplinks", "16")],
        ),
        said("rail-optimised", &[("servers", "96")]),
        said("rail-only", &[("servers", "33")]),
        said("fat-tree", &[("k", "7")]),
        said("fat-tree", &[("servers", "17")]),
        said("hybrid", &[("trays-per-rack", "19")]),
        said("leaf-spine", &[("servers", "0")]),
        said("leaf-spine", &[("servers", "many")]),
        said("leaf-spine", &[("server", "PDP-11")]),
        said("leaf-spine", &[("colour", "red")]),
        said("leaf-spine", &[("servers", "16384"), ("servers-per-leaf", "1")]),
        said("rail-optimised", &[("servers", "128"), ("spines", "64")]),
        said("leaf-spine", &[("spines", "2"), ("uplinks", "1")]),
        said("hybrid", &[("spines", "19")]),
        said("ring", &[]),
    ];
    insta::assert_snapshot!(cases.join("\n"), @r#"
    a 32-port leaf (SN2700) cannot take 24 servers and 16 uplinks
    a 64-port spine (SN4600C) cannot take 192 uplinks from 24 leaves
    a 32-port rail switch (SN2700) cannot take 33 servers
    k must be even, not 7
    a fat tree of k = 8 has 128 host ports, room for 16 servers of 8 ports, not 17
    an NVSwitch domain of 72 GPUs has room for 18 trays of 4 GPUs, not 19
    GPU servers must be between 1 and 16384, not 0
    GPU servers must be a whole number, not "many"
    Server model "PDP-11" is not one of the choices: DGX-1V, DGX-2, HGX A100-8 with 8 x 100G, HGX A100-8 with 16 x 100G, DGX A100, DGX H100, DGX H200, HGX H800-8, DGX B200, DGX B300, L40S 8-GPU server
    this template has no parameter "colour"; its parameters are servers, server, servers-per-leaf, leaf, uplinks, spines, spine, server-cable, uplink-cable
    this would be 32770 devices and 655360 cables; a design holds at most 20000 devices and 200000 cables
    64 spines need at least 64 uplinks per leaf, so that every leaf reaches every one of them; there are 32
    2 spines need at least 2 uplinks per leaf, so that every leaf reaches every one of them; there is 1
    19 spines need at least 19 uplinks per leaf, so that every leaf reaches every one of them; there are 18
    there is no template "ring"; the templates are rail-optimised, leaf-spine, fat-tree, rail-only, nvlink-domain, nvlink-infiniband, hybrid
    "#);
}

#[test]
fn the_domain_carries_all_gpus_of_a_tray() {
    let blueprint = Recipe::named("nvlink-domain")
        .and_then(|recipe| recipe.build())
        .expect("it fits");
    assert!(
        blueprint
            .links
            .iter()
            .all(|wire| wire.rate == BitRate::from_gbytes(4 * 900))
    );
    assert!(
        blueprint
            .nodes
            .iter()
            .any(|node| matches!(node.kind, NodeKind::NvlinkDomain(d) if d.gpus == 72))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_parameters_the_answer_is_a_sound_fabric_or_a_sentence(
        which in 0_usize..7,
        settings in prop::collection::vec((0_usize..10, 0_u32..400), 0..8),
    ) {
        let mut recipe = Recipe::defaults().swap_remove(which);
        for (field, number) in settings {
            let parameters = recipe.parameters();
            let Some(parameter) = parameters.get(field) else { continue };
            let text = match &parameter.domain {
                ParameterDomain::Number { .. } => number.to_string(),
                ParameterDomain::Choice(choices) => choices[number as usize % choices.len()].to_owned(),
            };
            if recipe.set(parameter.key, &text).is_err() {
                continue;
            }
        }
        match recipe.build() {
            Ok(blueprint) => {
                assert_sound(&blueprint);
                assert_connected(&blueprint);
            }
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }
}
