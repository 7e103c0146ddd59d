//! The legend over the canvas: what the colours of the cables mean now.

use crate::editor::Action;
use crate::engine::topology::Topology;
use crate::ui::canvas::{Ink, rail_colour, utilisation_colour};
use crate::ui::snapshot::PanelProps;
use std::collections::BTreeSet;
use yew::prelude::*;

/// The steps of the utilisation's colours, in thousandths, with their words.
const STEPS: [(u16, &str); 5] = [
    (0, "idle"),
    (1, "under 25 %"),
    (250, "25–50 %"),
    (500, "50–80 %"),
    (800, "80–100 %"),
];

/// The legend.
#[component]
pub(in crate::ui) fn Legend(props: &PanelProps) -> Html {
    let ink = Ink::of(props.view.dark);
    let swatch = |colour: &'static str, words: String| {
        html! { <li><i style={format!("background:{colour}")} />{ words }</li> }
    };
    let has_run = props.view.simulation().is_some();
    let toggle = {
        let (act, show) = (props.act.clone(), !props.view.shows_utilisation);
        Callback::from(move |_: MouseEvent| act.emit(Action::ShowUtilisation(show)))
    };
    let items: Vec<Html> = if props.view.shows_utilisation {
        STEPS
            .iter()
            .map(|&(step, words)| swatch(utilisation_colour(ink, step), words.to_owned()))
            .collect()
    } else {
        rails(props.view.design.topology())
            .into_iter()
            .take(8)
            .map(|rail| swatch(rail_colour(ink, rail), format!("rail {}", u32::from(rail) + 1)))
            .collect()
    };
    if items.is_empty() && !has_run {
        return Html::default();
    }
    html! {
        <div class="legend" data-testid="legend">
            if props.view.shows_utilisation { <b>{ "Utilisation" }</b> }
            <ul>{ for items }</ul>
            if has_run {
                <button type="button" class="link" data-testid="toggle-utilisation" onclick={toggle}>
                    { if props.view.shows_utilisation { "Show rails" } else { "Show utilisation" } }
                </button>
            }
        </div>
    }
}

fn rails(topology: &Topology) -> BTreeSet<u16> {
    topology.nodes().filter_map(|(_, node)| node.rail).collect()
}
