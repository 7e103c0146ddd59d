//! The inspector: what is selected, and its properties to edit.

mod links;
mod nodes;

use crate::editor::Action;
use crate::engine::document::Command;
use crate::ui::snapshot::{PanelProps, Snapshot};
use crate::ui::widgets::{Icon, icon};
use yew::prelude::*;

/// The inspector.
#[component]
pub(in crate::ui) fn InspectorPanel(props: &PanelProps) -> Html {
    let selection = &props.view.selection;
    if selection.is_empty() {
        return overview(&props.view);
    }
    let remove = props.act.reform(|_: MouseEvent| Action::DeleteSelection);
    html! {
        <div class="inspector" data-testid="inspector">
            if !selection.nodes.is_empty() { { nodes::editor(&props.view, &props.act) } }
            if !selection.links.is_empty() { { links::editor(&props.view, &props.act) } }
            <div class="actions">
                <button type="button" class="button danger" data-testid="delete" onclick={remove}>{ icon(Icon::Trash) }<span>{ "Delete" }</span></button>
            </div>
        </div>
    }
}

/// Runs a command from a field.
fn execute(act: &Callback<Action>, command: Command) {
    act.emit(Action::Execute(Box::new(command)));
}

/// The value that all share; `None` where they differ or there are none.
fn shared<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Nothing is selected: what there is, and how to go on.
fn overview(view: &Snapshot) -> Html {
    let topology = view.design.topology();
    let gpus: u32 = topology.nodes().map(|(_, node)| u32::from(node.gpus())).sum();
    let switches = topology
        .nodes()
        .filter(|(_, node)| node.switch().is_some())
        .count();
    let servers = topology
        .nodes()
        .filter(|(_, node)| node.server().is_some())
        .count();
    html! {
        <div class="inspector" data-testid="inspector">
            <h2>{ &view.design.name }</h2>
            <dl class="facts">
                <dt>{ "GPUs" }</dt><dd data-testid="count-gpus">{ gpus }</dd>
                <dt>{ "GPU servers" }</dt><dd data-testid="count-servers">{ servers }</dd>
                <dt>{ "Switches" }</dt><dd data-testid="count-switches">{ switches }</dd>
                <dt>{ "Cables" }</dt><dd data-testid="count-cables">{ topology.n_links() }</dd>
            </dl>
            <h3>{ "How to draw" }</h3>
            <ul class="hints">
                <li>{ "Drag a device from the left onto the canvas, or click it." }</li>
                <li>{ "Hover a device and drag its " }<b>{ "+" }</b>{ " to another to cable them; zoom in to grasp single ports." }</li>
                <li>{ "Click a device or a cable to edit it here; Shift adds, dragging on the open canvas boxes." }</li>
                <li>{ "Wheel zooms; Space, the wheel button or the right button drags the view." }</li>
                <li>{ "Ctrl+Z takes back, Ctrl+D copies, Delete removes, Home shows everything." }</li>
            </ul>
        </div>
    }
}
