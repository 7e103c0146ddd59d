//! Capacity: the bisection bandwidth with its proof, the oversubscription, and what an all-reduce makes of it.

mod all_reduce;

use crate::editor::{Action, Selection};
use crate::engine::analysis::{DesignBisection, Oversubscription};
use crate::engine::order::SmallSort;
use crate::engine::report::explain_split;
use crate::engine::report::text;
use crate::engine::topology::Topology;
use crate::ui::snapshot::PanelProps;
use yew::prelude::*;

/// The capacity panel.
#[component]
pub(in crate::ui) fn CapacityPanel(props: &PanelProps) -> Html {
    let Some((analysis, current)) = props.view.analysis() else {
        return html! { <p class="quiet">{ "The analysis is under way." }</p> };
    };
    let topology = props.view.design.topology();
    html! {
        <div class={classes!((!current).then_some("stale"))} data-testid="capacity">
            { bisection(&analysis.bisection, topology, &props.act) }
            { all_reduce::section(&analysis.all_reduce, props.view.dark) }
            { oversubscription(&analysis.oversubscription, topology) }
        </div>
    }
}

fn bisection(answer: &DesignBisection, topology: &Topology, act: &Callback<Action>) -> Html {
    let found = &answer.bisection;
    let value = if found.is_exact() {
        text::rate(found.lower)
    } else {
        format!("{} to {}", text::rate(found.lower), text::rate(found.upper))
    };
    let cut = answer.cut.as_ref().map(|cut| {
        let links = cut.links.clone();
        let show = act.reform(move |_: MouseEvent| Action::Reveal(Selection::of_links(links.iter().copied())));
        let words = format!("{} cables cross the cut", cut.links.len());
        html! {
            <>
                <dt>{ "The cut" }</dt>
                <dd>{ words }{ " " }<button type="button" class="link" onclick={show} data-testid="show-cut">{ "show" }</button></dd>
            </>
        }
    });
    html! {
        <section>
            <h2>{ "Bisection bandwidth" }</h2>
            <p class="big" data-testid="bisection-value">{ value }
                <i class={classes!("badge", if found.is_exact() { "exact" } else { "bounds" })}>{ if found.is_exact() { "exact" } else { "bounds" } }</i>
            </p>
            <p class="quiet">{ found.proof.explain() }</p>
            if let Some(words) = explain_split(answer, topology) { <p class="remark" data-testid="split">{ words }</p> }
            <dl class="facts">
                <dt>{ "Endpoints (GPUs)" }</dt><dd>{ found.endpoints }</dd>
                <dt>{ "Full bisection" }</dt><dd>{ text::rate(found.full) }</dd>
                <dt>{ "Proof" }</dt><dd data-testid="bisection-proof">{ found.proof.words() }</dd>
                { for cut }
            </dl>
        </section>
    }
}

fn oversubscription(answer: &Oversubscription, topology: &Topology) -> Html {
    let ratio =
        |value: Option<f64>| value.map_or_else(|| "∞".to_owned(), |v| format!("{} : 1", text::short(v)));
    let mut switches: Vec<_> = answer.switches.iter().collect();
    switches.small_sort_by(|a, b| b.ratio().compare(a.ratio()));
    let rows = switches.iter().take(12).map(|switch| {
        let name = topology.node(switch.node).map_or("?", |node| node.name.as_str());
        html! {
            <tr>
                <td>{ name }</td>
                <td class="number">{ text::rate(switch.down) }</td>
                <td class="number">{ text::rate(switch.up) }</td>
                <td class="number">{ ratio(switch.ratio().value()) }</td>
            </tr>
        }
    });
    html! {
        <section>
            <h2>{ "Oversubscription" }</h2>
            if answer.tiers.is_empty() {
                <p class="quiet">{ "There is one tier of switches: nothing to oversubscribe." }</p>
            } else {
                <table data-testid="oversubscription-tiers">
                    <thead><tr><th>{ "Tier" }</th><th class="number">{ "Switches" }</th><th class="number">{ "Worst" }</th><th class="number">{ "Mean" }</th></tr></thead>
                    <tbody>{ for answer.tiers.iter().map(|tier| html! {
                        <tr>
                            <td>{ tier.tier.name() }</td>
                            <td class="number">{ tier.switches }</td>
                            <td class="number">{ ratio(tier.worst.value()) }</td>
                            <td class="number">{ ratio(Some(tier.mean).filter(|mean| mean.is_finite())) }</td>
                        </tr>
                    }) }</tbody>
                </table>
                <h3>{ "By switch, worst first" }</h3>
                <table>
                    <thead><tr><th>{ "Switch" }</th><th class="number">{ "Down, in use" }</th><th class="number">{ "Up" }</th><th class="number">{ "Ratio" }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                if answer.switches.len() > 12 { <p class="quiet">{ format!("and {} more", answer.switches.len() - 12) }</p> }
            }
        </section>
    }
}
