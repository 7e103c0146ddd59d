//! New from a template: pick one, set its parameters, see what it comes to, place it.

use crate::editor::Action;
use crate::engine::document::{Command, Design};
use crate::engine::topology::generate::{Blueprint, Parameter, ParameterDomain, ParameterValue, Recipe};
use crate::ui::widgets::{Dialog, Select, use_draft};
use yew::prelude::*;

/// What the dialog is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct TemplateProps {
    /// The way to act on the session.
    pub act: Callback<Action>,
    /// Closes the dialog.
    pub close: Callback<()>,
}

/// The recipe being made, with the last refusal of a value.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    recipe: Recipe,
    refused: Option<String>,
}

/// The template dialog.
#[component]
pub(in crate::ui) fn TemplateDialog(props: &TemplateProps) -> Html {
    let draft = use_state(|| Draft {
        recipe: Recipe::example(),
        refused: None,
    });
    let built = use_memo(draft.recipe.clone(), Recipe::build);
    let create = {
        let (act, close, built) = (props.act.clone(), props.close.clone(), built.clone());
        Callback::from(move |_: MouseEvent| {
            if let Ok(blueprint) = built.as_ref() {
                let design = Design::from_blueprint(blueprint);
                act.emit(Action::Execute(Box::new(Command::Replace(Box::new(design)))));
                close.emit(());
            }
        })
    };
    let empty = {
        let (act, close) = (props.act.clone(), props.close.clone());
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::Execute(Box::new(Command::Replace(Box::new(
                Design::new("Untitled fabric"),
            )))));
            close.emit(());
        })
    };
    let foot = html! {
        <>
            <button type="button" class="button" data-testid="template-empty" onclick={empty}>{ "Empty canvas" }</button>
            <span class="spring" />
            <button type="button" class="button" onclick={props.close.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
            <button type="button" class="button primary" disabled={built.is_err() || draft.refused.is_some()} data-testid="template-create" onclick={create}>{ "Place on canvas" }</button>
        </>
    };
    html! {
        <Dialog title="New from a template" close={props.close.clone()} {foot} class={classes!("wide")} testid="templates">
            <div class="templates">
                <ul class="template-list" role="listbox" aria-label="Templates">{ for Recipe::defaults().into_iter().map(|recipe| choice(&draft, recipe)) }</ul>
                <div class="template-form">
                    <p>{ draft.recipe.description() }</p>
                    <div class="form-grid">{ for draft.recipe.parameters().into_iter().map(|parameter| field(&draft, parameter)) }</div>
                    { outcome(draft.refused.as_deref(), built.as_ref().as_ref().map_err(ToString::to_string)) }
                </div>
            </div>
        </Dialog>
    }
}

fn choice(draft: &UseStateHandle<Draft>, recipe: Recipe) -> Html {
    let on = draft.recipe.key() == recipe.key();
    let (key, name) = (recipe.key(), recipe.name());
    let pick = {
        let draft = draft.clone();
        Callback::from(move |_: MouseEvent| {
            draft.set(Draft {
                recipe: recipe.clone(),
                refused: None,
            });
        })
    };
    html! {
        <li key={key} role="presentation">
            <button type="button" role="option" class={classes!("template", on.then_some("on"))} aria-selected={on.to_string()} onclick={pick} data-testid={format!("template-{key}")}>{ name }</button>
        </li>
    }
}

fn field(draft: &UseStateHandle<Draft>, parameter: Parameter) -> Html {
    let key = parameter.key;
    let change = {
        let draft = draft.clone();
        Callback::from(move |text: String| {
            let mut recipe = draft.recipe.clone();
            let refused = recipe.set(key, &text).err().map(|error| error.to_string());
            draft.set(Draft { recipe, refused });
        })
    };
    let testid = format!("parameter-{key}");
    let value = match &parameter.value {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Choice(choice) => choice.clone(),
    };
    match parameter.domain {
        ParameterDomain::Choice(choices) => {
            let options: Vec<(AttrValue, AttrValue)> = choices
                .into_iter()
                .map(|choice| (choice.into(), choice.into()))
                .collect();
            html! { <Select key={key} label={parameter.label} {value} {options} {change} {testid} /> }
        }
        ParameterDomain::Number { min, max, unit } => {
            let (label, help) = (parameter.label, parameter.help);
            let limits = (min.to_string(), max.to_string());
            html! { <ParameterField {key} {label} {help} {value} {limits} {unit} {change} {testid} /> }
        }
    }
}

/// A number of a template; what it may be is for the recipe to say.
#[derive(Clone, Debug, PartialEq, Properties)]
struct ParameterProps {
    label: AttrValue,
    help: AttrValue,
    value: AttrValue,
    limits: (String, String),
    unit: AttrValue,
    change: Callback<String>,
    testid: AttrValue,
}

#[component]
fn ParameterField(props: &ParameterProps) -> Html {
    let draft = use_draft(&props.value, &props.change);
    let (min, max) = props.limits.clone();
    html! {
        <label class="field" title={props.help.clone()}>
            <span>{ &props.label }</span>
            <span class="with-unit">
                <input type="number" value={draft.value} {min} {max} oninput={draft.oninput} onchange={draft.onchange} data-testid={props.testid.clone()} />
                if !props.unit.is_empty() { <em>{ &props.unit }</em> }
            </span>
        </label>
    }
}

/// What it comes to, or what does not fit.
fn outcome(refused: Option<&str>, built: Result<&Blueprint, String>) -> Html {
    if let Some(words) = refused {
        return html! { <p class="refusal" role="alert" data-testid="template-error">{ words }</p> };
    }
    match built {
        Err(words) => html! { <p class="refusal" role="alert" data-testid="template-error">{ words }</p> },
        Ok(blueprint) => {
            let gpus: u32 = blueprint.nodes.iter().map(|node| u32::from(node.gpus())).sum();
            let switches = blueprint
                .nodes
                .iter()
                .filter(|node| node.switch().is_some())
                .count();
            let servers = blueprint
                .nodes
                .iter()
                .filter(|node| node.server().is_some())
                .count();
            html! {
                <dl class="facts row" data-testid="template-outcome">
                    <dt>{ "GPUs" }</dt><dd>{ gpus }</dd>
                    <dt>{ "GPU servers" }</dt><dd>{ servers }</dd>
                    <dt>{ "Switches" }</dt><dd>{ switches }</dd>
                    <dt>{ "Cables" }</dt><dd>{ blueprint.links.len() }</dd>
                </dl>
            }
        }
    }
}
