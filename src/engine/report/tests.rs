//! Known bills, and that nothing unknown is summed.

use super::*;
use crate::engine::catalog::{Between, Evidence};
use crate::engine::document::Design;
use crate::engine::topology::generate::Recipe;
use crate::engine::units::{Power, Price};

fn design(recipe: &Recipe) -> Design {
    Design::from_blueprint(&recipe.build().unwrap())
}

fn watts(low: u64, high: u64) -> Between<Power> {
    Between::new(Power::from_watts(low), Power::from_watts(high))
}

#[test]
fn the_example_is_billed() {
    let design = design(&Recipe::example());
    let bill = bill_of_materials(design.topology());
    let lines: Vec<(PartCategory, &str, u64)> = bill
        .parts
        .iter()
        .map(|part| (part.category, part.model.as_str(), part.count))
        .collect();
    let links = design.topology().n_links() as u64;
    assert_eq!(links, 32 * 8 + 8 * 32);
    assert_eq!(lines[0], (PartCategory::Server, "HGX A100-8 with 8 x 100G", 32));
    assert_eq!(lines[1], (PartCategory::Switch, "SN4600C", 12));
    // Every link is either one cable with ends, or one fibre with two modules.
    let count = |category| -> u64 {
        bill.parts
            .iter()
            .filter(|part| part.category == category)
            .map(|part| part.count)
            .sum()
    };
    assert_eq!(count(PartCategory::Cable) + count(PartCategory::Fibre), links);
    assert_eq!(count(PartCategory::Transceiver), 2 * count(PartCategory::Fibre));
    assert_eq!(bill.power.servers, watts(32 * 6500, 32 * 6500));
    assert_eq!(bill.power.switches, watts(12 * 450, 12 * 650));
    let total = bill.power.servers.high + bill.power.switches.high + bill.power.optics.high;
    assert_eq!(bill.power.total.high, total);
    assert!(bill.unknown.iter().any(|line| line.contains("32 × HGX A100-8")));
    assert!(
        bill.price
            .is_some_and(|price| price.low > Price::ZERO && price.low < price.high)
    );
}

#[test]
fn a_rack_of_nvlink_is_counted_once() {
    let design = design(&Recipe::named("nvlink-domain").unwrap());
    let bill = bill_of_materials(design.topology());
    // Within a watt: the rack's power is shared out over its trays in whole milliwatts.
    let (low, high) = (bill.power.total.low, bill.power.total.high);
    assert_eq!(
        (low.as_mw().div_ceil(1_000_000), high.as_mw().div_ceil(1_000_000)),
        (120, 140)
    );
    assert!(bill.parts.iter().all(|part| part.category != PartCategory::Cable));
    assert!(!bill.unknown.iter().any(|line| line.starts_with("Power")));
}

#[test]
fn what_is_not_known_is_said_and_not_summed() {
    let mut blueprint = Recipe::example().build().unwrap();
    for node in &mut blueprint.nodes {
        node.model = "something else".to_owned();
    }
    let design = Design::from_blueprint(&blueprint);
    let bill = bill_of_materials(design.topology());
    assert_eq!(bill.power.servers, watts(0, 0));
    assert_eq!(bill.power.switches, watts(0, 0));
    assert!(bill.unknown[0].starts_with("Power is not known of: 32 × something else; 12 × something else."));
    let list = assumptions(design.topology(), None);
    assert_eq!(
        list.iter()
            .filter(|line| line.what.contains("something else"))
            .count(),
        2
    );
}

#[test]
fn assumptions_begin_with_the_least_certain_and_have_a_source() {
    for recipe in Recipe::defaults() {
        let design = design(&recipe);
        let report = crate::engine::collective::all_reduce(
            design.topology(),
            &crate::engine::collective::usual_sizes(),
        );
        let list = assumptions(design.topology(), report.as_ref().ok());
        assert!(list.len() > 4, "{}", recipe.key());
        assert_eq!(list[0].evidence, Evidence::Default, "{}", recipe.key());
        assert!(
            list.iter()
                .all(|line| !line.source.is_empty() && !line.value.is_empty())
        );
    }
}

#[test]
fn kinds_of_parts_that_are_not_there_are_not_told() {
    let alone = Design::from_blueprint(&Recipe::named("nvlink-domain").unwrap().build().unwrap());
    let bill = bill_of_materials(alone.topology());
    let kinds: Vec<&str> = bill.power_words().iter().map(|&(kind, _)| kind).collect();
    assert_eq!(kinds, ["servers"]);
    assert_eq!(bill.price_words(), "no part has a published price");
    let mut blueprint = Recipe::example().build().unwrap();
    for node in &mut blueprint.nodes {
        node.model = "something else".to_owned();
    }
    let bill = bill_of_materials(Design::from_blueprint(&blueprint).topology());
    assert_eq!(bill.power_words()[1], ("switches", "not known".to_owned()));
    assert!(
        bill.price_words()
            .ends_with(" for the parts whose price is published")
    );
    let nothing = bill_of_materials(Design::new("Empty").topology());
    assert_eq!(
        (nothing.power_words(), nothing.price_words()),
        (Vec::new(), "nothing to buy".to_owned())
    );
}

#[test]
fn an_empty_design_costs_nothing() {
    let bill = bill_of_materials(Design::new("Empty").topology());
    assert_eq!(bill.parts, []);
    assert_eq!(bill.price, None);
    assert_eq!(bill.unknown, Vec::<String>::new());
}
