//! The bill: parts, power and price, and every assumption with the evidence it rests on.

use crate::engine::catalog::Evidence;
use crate::engine::report::text;
use crate::ui::snapshot::PanelProps;
use yew::prelude::*;

/// The bill panel.
#[component]
pub(in crate::ui) fn BillPanel(props: &PanelProps) -> Html {
    let Some((analysis, current)) = props.view.analysis() else {
        return html! { <p class="quiet">{ "The analysis is under way." }</p> };
    };
    let (bill, power) = (&analysis.bill, &analysis.bill.power);
    html! {
        <div class={classes!((!current).then_some("stale"))} data-testid="bill">
            <section>
                <h2>{ "Power" }</h2>
                <dl class="facts">
                    <dt>{ "GPU servers" }</dt><dd>{ text::power_range(power.servers) }</dd>
                    <dt>{ "Switches" }</dt><dd>{ text::power_range(power.switches) }</dd>
                    <dt>{ "Cables and optics" }</dt><dd>{ text::power_range(power.optics) }</dd>
                    <dt>{ "Total" }</dt><dd><b>{ text::power_range(power.total) }</b></dd>
                </dl>
            </section>
            <section>
                <h2>{ "Parts" }</h2>
                <table>
                    <thead><tr><th>{ "Part" }</th><th class="number">{ "Count" }</th><th class="number">{ "Price each" }</th></tr></thead>
                    <tbody>{ for bill.parts.iter().map(|part| html! {
                        <tr>
                            <td>{ &part.model }<br /><span class="quiet">{ part.category.name() }</span></td>
                            <td class="number">{ part.count }</td>
                            <td class="number" title={part.evidence.meaning()}>{ part.unit_price.map_or_else(|| "–".to_owned(), text::price_range) }{ tag(part.evidence) }</td>
                        </tr>
                    }) }</tbody>
                </table>
                if let Some(price) = bill.price { <p>{ "Priced parts: " }<b>{ text::price_range(price) }</b></p> }
                if !bill.unknown.is_empty() {
                    <ul class="hints">{ for bill.unknown.iter().map(|line| html! { <li>{ line }</li> }) }</ul>
                }
            </section>
            <section>
                <h2>{ "Assumptions" }</h2>
                <dl class="assumptions">{ for analysis.assumptions.iter().map(|assumption| html! {
                    <>
                        <dt>{ &assumption.what }</dt>
                        <dd title={assumption.source.clone()}>{ &assumption.value }{ tag(assumption.evidence) }</dd>
                    </>
                }) }</dl>
            </section>
        </div>
    }
}

/// A mark behind a figure that is only a default.
fn tag(evidence: Evidence) -> Html {
    if evidence.is_default() {
        html! { <span class="tag" title={evidence.meaning()}>{ "default" }</span> }
    } else {
        Html::default()
    }
}
