//! A migration plan: its windows, where the floor binds, and what to buy.

use crate::charts;
use crate::editor::{Action, Selection};
use crate::engine::analysis::Bisection;
use crate::engine::planner::{Floors, MigrationPlan, Optimality, PartLine, Window};
use crate::engine::report::text;
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{ChartView, look};
use yew::prelude::*;

/// The plan, or why there is none.
pub(super) fn show(view: &Snapshot, plan: &MigrationPlan, current: bool, act: &Callback<Action>) -> Html {
    let proof = match plan.proof {
        Optimality::Optimal => {
            "No plan has fewer windows, and none of as many loses less (all states searched).".to_owned()
        }
        Optimality::FewestWindows => {
            "No plan has fewer windows (proved); the loss is the least found.".to_owned()
        }
        Optimality::WithinBound(least) => {
            format!("No plan has fewer than {least} windows; not all states were searched.")
        }
    };
    let floors = view
        .answers
        .goal
        .as_ref()
        .map_or(Floors::NONE, |goal| goal.floors);
    let chart = charts::migration(plan, &floors, look(view.dark));
    html! {
        <div class={classes!("results", (!current).then_some("stale"))} data-testid="plan-results">
            <h2>{ "Plan" }if !current { <i class="badge warn">{ "of an earlier design" }</i> }</h2>
            if let Some(witness) = &plan.infeasible {
                <p class="refusal" role="alert" data-testid="plan-infeasible">{ &witness.sentence }</p>
            }
            if plan.feasible {
                <p class="big" data-testid="plan-windows">{ plan.windows.len() }<small>{ " windows" }</small></p>
                <p class="quiet">{ proof }</p>
            }
            <dl class="facts">
                <dt>{ "Bisection, start" }</dt><dd>{ bisection(&plan.start.bisection) }</dd>
                <dt>{ "Bisection, end" }</dt><dd>{ bisection(&plan.end.bisection) }</dd>
                <dt>{ "Between switches, start" }</dt><dd>{ text::rate(plan.start.uplinks) }</dd>
                <dt>{ "Between switches, end" }</dt><dd>{ text::rate(plan.end.uplinks) }</dd>
                <dt>{ format!("Loss of {}", plan.loss_metric.name()) }</dt><dd>{ format!("{} h", text::short(plan.loss_milli_hours as f64 / 1000.0)) }</dd>
            </dl>
            { for chart.map(|chart| html! { <ChartView {chart} /> }) }
            <ol class="windows">{ for plan.windows.iter().map(|window| one_window(window, act)) }</ol>
            if !plan.binding.is_empty() {
                <h3>{ "Where the floor binds" }</h3>
                <ul class="hints">{ for plan.binding.iter().map(|binding| html! { <li>{ &binding.sentence }</li> }) }</ul>
            }
            { parts(&plan.parts) }
            <ul class="hints">{ for plan.notes.iter().map(|note| html! { <li>{ note }</li> }) }</ul>
        </div>
    }
}

fn bisection(answer: &Bisection) -> String {
    if answer.is_exact() {
        text::rate(answer.lower)
    } else {
        format!("{} to {}", text::rate(answer.lower), text::rate(answer.upper))
    }
}

fn one_window(window: &Window, act: &Callback<Action>) -> Html {
    let nodes: std::collections::BTreeSet<_> = window
        .operations
        .iter()
        .flat_map(|operation| operation.nodes.iter().copied())
        .collect();
    let reveal = act.reform(move |_: MouseEvent| {
        Action::Reveal(Selection {
            nodes: nodes.clone(),
            ..Selection::default()
        })
    });
    html! {
        <li data-testid="window">
            <button type="button" class="window" onclick={reveal} title="Show where">
                { for window.operations.iter().map(|operation| html! { <span>{ &operation.title }</span> }) }
                <small>{ format!("{} h · during {} · after {}", text::short(f64::from(window.minutes) / 60.0), bisection(&window.during.bisection), bisection(&window.after.bisection)) }
                    if window.binds { <i class="badge warn">{ "floor binds" }</i> }
                </small>
                <small>{ format!("Back: {}", window.rollback) }</small>
            </button>
        </li>
    }
}

fn parts(parts: &[PartLine]) -> Html {
    if parts.is_empty() {
        return Html::default();
    }
    let price = |part: &PartLine| {
        part.price.map_or_else(
            || "–".to_owned(),
            |price| {
                format!(
                    "${}–{}",
                    text::short(price.low.as_usd_f64()),
                    text::short(price.high.as_usd_f64())
                )
            },
        )
    };
    html! {
        <>
            <h3>{ "Parts" }</h3>
            <table data-testid="plan-parts">
                <thead><tr><th>{ "" }</th><th>{ "Part" }</th><th class="number">{ "Count" }</th><th class="number">{ "Each" }</th></tr></thead>
                <tbody>{ for parts.iter().map(|part| html! {
                    <tr>
                        <td>{ part.fate.name() }</td>
                        <td>{ format!("{}, {}", part.what, part.model) }</td>
                        <td class="number">{ part.count }</td>
                        <td class="number">{ price(part) }if part.price.is_some() && part.evidence.is_default() { <span class="tag" title={part.evidence.meaning()}>{ "default" }</span> }</td>
                    </tr>
                }) }</tbody>
            </table>
        </>
    }
}
