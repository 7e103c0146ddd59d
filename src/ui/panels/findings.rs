//! The findings: what is wrong with the fabric, worst first; a click shows where.

use crate::editor::{Action, Selection};
use crate::engine::topology::{Finding, Severity};
use crate::ui::snapshot::PanelProps;
use yew::prelude::*;

/// The findings.
#[component]
pub(in crate::ui) fn FindingsPanel(props: &PanelProps) -> Html {
    let Some((analysis, current)) = props.view.analysis() else {
        return html! { <p class="quiet">{ "The analysis is under way." }</p> };
    };
    if analysis.findings.is_empty() {
        return html! { <p class="good" data-testid="no-findings">{ "Nothing is wrong with the cabling, as far as the checks go." }</p> };
    }
    html! {
        <div class={classes!("findings", (!current).then_some("stale"))} data-testid="findings">
            { for analysis.findings.iter().map(|finding| one(finding, &props.act)) }
        </div>
    }
}

fn one(finding: &Finding, act: &Callback<Action>) -> Html {
    let (class, word) = match finding.severity {
        Severity::Error => ("error", "Error"),
        Severity::Warning => ("warning", "Warning"),
        Severity::Info => ("info", "Note"),
    };
    let place = Selection {
        nodes: finding.nodes.iter().copied().collect(),
        links: finding.links.iter().copied().collect(),
    };
    let reveal = act.reform(move |_: MouseEvent| Action::Reveal(place.clone()));
    html! {
        <button type="button" class={classes!("finding", class)} onclick={reveal} title="Show where">
            <span class="mark">{ word }</span>
            <span>{ &finding.message }</span>
            if let Some(hint) = &finding.hint { <small>{ hint }</small> }
        </button>
    }
}
