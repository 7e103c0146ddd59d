//! The drawing is well-formed, whole, and says what it shows.

use super::*;
use crate::engine::document::Design;
use crate::engine::export::svg::sample::{rails, two_rails};

#[track_caller]
fn parsed(svg: &str) -> roxmltree::Document<'_> {
    match roxmltree::Document::parse(svg) {
        Ok(document) => document,
        Err(error) => panic!("not well-formed: {error}\n{svg}"),
    }
}

#[test]
fn every_device_and_bundle_is_drawn_inside_the_frame() {
    let design = Design::from_blueprint(&rails(32, 8, 4));
    let svg = drawing(&design, &DrawingOptions::default());
    let document = parsed(&svg);
    let root = document.root_element();
    assert!(root.children().any(|n| n.has_tag_name("title")));
    assert!(root.children().any(|n| n.has_tag_name("desc")));
    let names: Vec<&str> = document
        .descendants()
        .filter(|n| n.attribute("class") == Some("text name"))
        .filter_map(|n| n.text())
        .collect();
    assert_eq!(names.len(), 44);
    let strokes = document
        .descendants()
        .filter(|n| n.has_tag_name("path") && n.children().any(|c| c.has_tag_name("title")));
    assert_eq!(strokes.count(), 32 * 8 + 8 * 4);
    let view: Vec<f64> = root
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    for rect in document.descendants().filter(|n| n.has_tag_name("rect")) {
        let at = |name: &str| rect.attribute(name).unwrap().parse::<f64>().unwrap();
        assert!(at("x") >= view[0] - 0.5 && at("x") + at("width") <= view[0] + view[2] + 0.5);
        assert!(at("y") >= view[1] - 0.5 && at("y") + at("height") <= view[1] + view[3] + 0.5);
    }
}

#[test]
fn hostile_names_stay_words() {
    let mut blueprint = two_rails();
    blueprint.name = "</title><script>alert(1)</script>".to_owned();
    blueprint.nodes[0].name = "<script>&\"'\u{0}]]>".to_owned();
    blueprint.nodes[0].model = "</text><image href='http://example.com'/>".to_owned();
    let svg = drawing(&Design::from_blueprint(&blueprint), &DrawingOptions::default());
    let document = parsed(&svg);
    assert!(
        !document
            .descendants()
            .any(|n| n.has_tag_name("script") || n.has_tag_name("image"))
    );
}

#[test]
fn rails_beyond_eight_are_dashed_and_all_are_named() {
    let design = Design::from_blueprint(&rails(4, 10, 2));
    let svg = drawing(&design, &DrawingOptions::default());
    assert!(svg.contains("<g class=\"cable rail1 dashed\">"));
    for rail in 1..=10 {
        assert!(svg.contains(&format!(">Rail {rail}</text>")));
    }
}

#[test]
fn load_takes_the_place_of_rails_where_it_is_given() {
    let design = Design::from_blueprint(&two_rails());
    let load: BTreeMap<LinkId, u16> = design
        .topology()
        .links()
        .zip([0, 100, 300, 600, 990])
        .map(|((id, _), load)| (id, load))
        .collect();
    let options = DrawingOptions {
        utilisation: Some(&load),
        width: Some(800),
        ..DrawingOptions::default()
    };
    let svg = drawing(&design, &options);
    parsed(&svg);
    for step in 0..5 {
        assert!(svg.contains(&format!("<g class=\"cable load{step}\">")));
    }
    assert!(svg.contains("99.0 % busy"));
    assert!(svg.contains(" width=\"800\""));
    assert!(!svg.contains("Rail 1"));
}

#[test]
fn an_empty_design_says_so() {
    let svg = drawing(&Design::new("Empty"), &DrawingOptions::default());
    parsed(&svg);
    assert!(svg.contains("Nothing is drawn yet"));
}

#[test]
fn equal_designs_are_drawn_alike() {
    let design = Design::from_blueprint(&two_rails());
    let options = DrawingOptions::default();
    assert_eq!(drawing(&design, &options), drawing(&design.clone(), &options));
}
