//! The properties of devices.

use super::{execute, shared};
use crate::editor::{Action, PaletteItem};
use crate::engine::catalog;
use crate::engine::document::{Command, NodeEdit};
use crate::engine::ids::NodeId;
use crate::engine::report::text;
use crate::engine::topology::{LinkLayer, Node, NodeKind};
use crate::engine::units::BitRate;
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{NumberField, Select, TextField};
use yew::prelude::*;

/// The fields for the selected devices.
pub(super) fn editor(view: &Snapshot, act: &Callback<Action>) -> Html {
    let topology = view.design.topology();
    let ids: Vec<NodeId> = view.selection.nodes.iter().copied().collect();
    let nodes: Vec<&Node> = ids.iter().filter_map(|&id| topology.node(id)).collect();
    let [first, ..] = nodes.as_slice() else {
        return Html::default();
    };
    let edit = |ids: &[NodeId]| {
        let (act, ids) = (act.clone(), ids.to_vec());
        move |edit: NodeEdit| {
            execute(
                &act,
                Command::EditNodes {
                    nodes: ids.clone(),
                    edit,
                },
            );
        }
    };
    let title = if nodes.len() == 1 {
        kind_name(first).to_owned()
    } else {
        format!("{} devices", nodes.len())
    };
    let rename = {
        let edit = edit(&ids);
        Callback::from(move |name: String| edit(NodeEdit::Name(name)))
    };
    html! {
        <>
            <h2>{ title }</h2>
            if nodes.len() == 1 {
                <TextField label="Name" value={first.name.clone()} change={rename} testid="node-name" />
            }
            { model(&nodes, edit(&ids)) }
            { rate(&nodes, edit(&ids)) }
            { rail(&nodes, edit(&ids)) }
            if let [node] = nodes.as_slice() { { facts(view, ids[0], node) } }
        </>
    }
}

fn kind_name(node: &Node) -> &'static str {
    match &node.kind {
        NodeKind::Server(_) => "GPU server",
        NodeKind::NvlinkDomain(_) => "NVSwitch domain",
        NodeKind::Switch(switch) if switch.layer == LinkLayer::InfiniBand => "InfiniBand switch",
        NodeKind::Switch(_) => "Ethernet switch",
    }
}

/// The models that a device can become: those of its kind and layer.
fn models(node: &Node) -> Vec<PaletteItem> {
    match &node.kind {
        NodeKind::Server(_) => catalog::platforms()
            .iter()
            .map(|sheet| PaletteItem::Server(sheet.model))
            .collect(),
        NodeKind::NvlinkDomain(_) => Vec::new(),
        NodeKind::Switch(switch) => catalog::switches()
            .filter(|sheet| sheet.layer == switch.layer && !sheet.ports.is_empty())
            .map(|sheet| PaletteItem::Switch(sheet.model))
            .collect(),
    }
}

fn model(nodes: &[&Node], edit: impl Fn(NodeEdit) + 'static) -> Html {
    let Some(kind) = shared(nodes.iter().map(|node| kind_name(node))) else {
        return Html::default();
    };
    let items = models(nodes[0]);
    let value = shared(nodes.iter().map(|node| node.model.clone())).unwrap_or_default();
    if items.is_empty() {
        return html! { <p class="field"><span>{ "Model" }</span><output>{ value }</output></p> };
    }
    let mut options: Vec<(AttrValue, AttrValue)> = items
        .iter()
        .map(|item| (item.model().into(), item.model().into()))
        .collect();
    if !value.is_empty() && !items.iter().any(|item| item.model() == value) {
        options.insert(
            0,
            (
                value.clone().into(),
                format!("{value} (not in the catalogue)").into(),
            ),
        );
    }
    let change = Callback::from(move |model: String| {
        let node = items
            .iter()
            .find(|item| item.model() == model)
            .and_then(|item| item.node(kind.to_owned()));
        if let Some(node) = node {
            edit(NodeEdit::Equipment(Box::new(node)));
        }
    });
    html! { <Select label="Model" {value} {options} {change} testid="node-model" /> }
}

fn rate(nodes: &[&Node], edit: impl Fn(NodeEdit) + 'static) -> Html {
    let rates = |node: &&Node| {
        node.ports
            .iter()
            .find(|group| group.layer != LinkLayer::Nvlink)
            .map(|group| group.rate.as_gbps_f64())
    };
    if !nodes.iter().any(|node| rates(node).is_some()) {
        return Html::default();
    }
    let value = shared(nodes.iter().filter_map(rates));
    let change = Callback::from(move |gbps: f64| {
        edit(NodeEdit::PortRate(BitRate::from_bps((gbps * 1e9).round() as u64)));
    });
    html! { <NumberField label="Port rate" unit="Gb/s" {value} min={1.0} max={100_000.0} step={0.0} {change} testid="node-rate" /> }
}

fn rail(nodes: &[&Node], edit: impl Fn(NodeEdit) + 'static) -> Html {
    if nodes.iter().any(|node| node.switch().is_none()) {
        return Html::default();
    }
    let edit = std::rc::Rc::new(edit);
    let value = shared(nodes.iter().map(|node| node.rail))
        .flatten()
        .map(|rail| f64::from(rail) + 1.0);
    let change = {
        let edit = std::rc::Rc::clone(&edit);
        Callback::from(move |rail: f64| edit(NodeEdit::Rail(Some(rail as u16 - 1))))
    };
    let clear = Callback::from(move |()| edit(NodeEdit::Rail(None)));
    html! { <NumberField label="Rail" {value} min={1.0} max={1024.0} {change} {clear} testid="node-rail" /> }
}

/// What can be read but not edited.
fn facts(view: &Snapshot, id: NodeId, node: &Node) -> Html {
    let topology = view.design.topology();
    let used = topology.links_of(id).count();
    let ports = node.ports.iter().map(|group| {
        format!(
            "{} × {} {} {}",
            group.count,
            text::rate(group.rate),
            group.cage.name(),
            group.layer.name()
        )
    });
    let nvlink = node.server().and_then(|server| server.nvlink).map(|nvlink| {
        format!(
            "{} GB/s a GPU, one way",
            text::short(nvlink.rate_per_gpu.as_gbytes_f64())
        )
    });
    let sheet = catalog::switch(&node.model);
    html! {
        <dl class="facts">
            <dt>{ "Ports" }</dt><dd>{ for ports.map(|line| html! { <div>{ line }</div> }) }</dd>
            <dt>{ "Cabled" }</dt><dd data-testid="node-cabled">{ format!("{used} of {}", node.n_ports()) }</dd>
            if let Some(server) = node.server() {
                <dt>{ "GPUs" }</dt><dd>{ server.gpus }</dd>
                <dt>{ "NICs" }</dt><dd>{ server.nics }</dd>
            }
            if let Some(nvlink) = nvlink { <dt>{ "NVLink" }</dt><dd>{ nvlink }</dd> }
            if let Some(buffer) = sheet.and_then(|sheet| sheet.buffer) {
                <dt>{ "Buffer" }</dt><dd title={buffer.evidence.meaning()}>{ format!("{} MB", text::short(buffer.value.as_f64() / 1e6)) }<Evidence evidence={buffer.evidence} /></dd>
            }
            if let Some(power) = sheet.and_then(|sheet| sheet.typical_power) {
                <dt>{ "Power" }</dt><dd title={power.evidence.meaning()}>{ format!("{}–{}", text::power(power.value.low), text::power(power.value.high)) }<Evidence evidence={power.evidence} /></dd>
            }
        </dl>
    }
}

/// What an evidence mark is given.
#[derive(Clone, Debug, PartialEq, Properties)]
struct EvidenceProps {
    evidence: catalog::Evidence,
}

/// A mark behind a figure that is only a default.
#[component]
fn Evidence(props: &EvidenceProps) -> Html {
    if props.evidence == catalog::Evidence::Default {
        html! { <span class="tag" title={props.evidence.meaning()}>{ "default" }</span> }
    } else {
        Html::default()
    }
}
