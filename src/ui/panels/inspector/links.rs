//! The properties of cables.

use super::{execute, shared};
use crate::editor::Action;
use crate::engine::document::{Command, LinkEdit};
use crate::engine::ids::LinkId;
use crate::engine::topology::{Connector, Link, Medium, Polarity, PortRef};
use crate::engine::units::{BitRate, Length};
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{NumberField, Select};
use yew::prelude::*;

/// The fields for the selected cables.
pub(super) fn editor(view: &Snapshot, act: &Callback<Action>) -> Html {
    let topology = view.design.topology();
    let ids: Vec<LinkId> = view.selection.links.iter().copied().collect();
    let links: Vec<&Link> = ids.iter().filter_map(|&id| topology.link(id)).collect();
    let [first, ..] = links.as_slice() else {
        return Html::default();
    };
    let edit = {
        let (act, ids) = (act.clone(), ids.clone());
        std::rc::Rc::new(move |edit: LinkEdit| {
            execute(
                &act,
                Command::EditLinks {
                    links: ids.clone(),
                    edit,
                },
            );
        })
    };
    let number = |make: fn(f64) -> LinkEdit| {
        let edit = std::rc::Rc::clone(&edit);
        Callback::from(move |value: f64| edit(make(value)))
    };
    let end = |port: PortRef| {
        let name = topology.node(port.node).map_or("?", |node| node.name.as_str());
        format!("{name} port {}", u32::from(port.port) + 1)
    };
    let title = if links.len() == 1 {
        "Cable".to_owned()
    } else {
        format!("{} cables", links.len())
    };
    let rate = shared(links.iter().map(|link| link.rate)).map(BitRate::as_gbps_f64);
    let length = shared(links.iter().map(|link| link.cable.length)).map(Length::as_metres_f64);
    html! {
        <>
            <h2>{ title }</h2>
            if links.len() == 1 { <p class="quiet" data-testid="link-ends">{ format!("{} – {}", end(first.a), end(first.b)) }</p> }
            <NumberField label="Rate" unit="Gb/s" value={rate} min={0.001} max={100_000.0} step={0.0} testid="link-rate"
                change={number(|gbps| LinkEdit::Rate(BitRate::from_bps((gbps * 1e9).round() as u64)))} />
            { choice("Medium", "link-medium", &Medium::ALL, Medium::name, shared(links.iter().map(|link| link.cable.medium)), &edit, LinkEdit::Medium) }
            { choice("Connector", "link-connector", &Connector::ALL, Connector::name, shared(links.iter().map(|link| link.cable.connector)), &edit, LinkEdit::Connector) }
            { choice("Polarity", "link-polarity", &Polarity::ALL, Polarity::name, shared(links.iter().map(|link| link.cable.polarity)), &edit, LinkEdit::Polarity) }
            <NumberField label="Length" unit="m" value={length} min={0.0} max={100_000.0} step={0.0} testid="link-length"
                change={number(|metres| LinkEdit::Length(Length::from_mm((metres * 1e3).round() as u64)))} />
        </>
    }
}

/// A choice among a handful of words.
fn choice<T: Copy + PartialEq + 'static>(
    label: &'static str,
    testid: &'static str,
    all: &'static [T],
    name: fn(T) -> &'static str,
    value: Option<T>,
    edit: &std::rc::Rc<impl Fn(LinkEdit) + 'static>,
    make: fn(T) -> LinkEdit,
) -> Html {
    let options: Vec<(AttrValue, AttrValue)> = all
        .iter()
        .map(|&one| (AttrValue::Static(name(one)), AttrValue::Static(name(one))))
        .collect();
    let edit = std::rc::Rc::clone(edit);
    let change = Callback::from(move |key: String| {
        if let Some(&one) = all.iter().find(|&&one| name(one) == key) {
            edit(make(one));
        }
    });
    html! { <Select {label} {testid} value={value.map_or("", name)} {options} {change} /> }
}
