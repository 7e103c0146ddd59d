//! Fields: a label, a value, and a change that is told when it is done (Enter or leaving the field).

use crate::ui::platform::forms::value_of;
use yew::prelude::*;

/// What a text field shows and whom it tells.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct TextProps {
    /// The words beside it.
    pub label: AttrValue,
    /// What it holds; empty with a placeholder where several things differ.
    pub value: AttrValue,
    /// Shown while it is empty.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// Told when a change is done.
    pub change: Callback<String>,
    /// The name that tests find it by.
    #[prop_or_default]
    pub testid: AttrValue,
}

/// A field for words.
#[component]
pub(in crate::ui) fn TextField(props: &TextProps) -> Html {
    let Draft {
        value,
        oninput,
        onchange,
    } = use_draft(&props.value, &props.change);
    html! {
        <label class="field">
            <span>{ &props.label }</span>
            <input type="text" {value} {oninput} placeholder={props.placeholder.clone()} {onchange}
                data-testid={props.testid.clone()} maxlength="200" autocomplete="off" spellcheck="false" />
        </label>
    }
}

/// An input's text while it is being typed, and what to hang on the input.
pub(in crate::ui) struct Draft {
    /// What the input shows.
    pub value: AttrValue,
    /// Keeps what is typed.
    pub oninput: Callback<InputEvent>,
    /// Tells the change once it is done.
    pub onchange: Callback<Event>,
}

/// Keeps what is being typed until the change is done, so that a picture drawn meanwhile does not take it back.
#[hook]
pub(in crate::ui) fn use_draft(value: &AttrValue, change: &Callback<String>) -> Draft {
    let draft = use_state(|| None::<String>);
    let oninput = typing(&draft);
    let value = (*draft).clone().map_or_else(|| value.clone(), AttrValue::from);
    let change = change.clone();
    let onchange = Callback::from(move |event: Event| {
        draft.set(None);
        if let Some(value) = value_of(&event) {
            change.emit(value);
        }
    });
    Draft {
        value,
        oninput,
        onchange,
    }
}

/// Keeps what is typed.
fn typing(draft: &UseStateHandle<Option<String>>) -> Callback<InputEvent> {
    let draft = draft.clone();
    Callback::from(move |event: InputEvent| draft.set(value_of(&event)))
}

/// What a number field shows and whom it tells.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct NumberProps {
    /// The words beside it.
    pub label: AttrValue,
    /// What it holds; `None` where several things differ or nothing is set.
    pub value: Option<f64>,
    /// The unit behind it.
    #[prop_or_default]
    pub unit: AttrValue,
    /// The least value.
    #[prop_or(0.0)]
    pub min: f64,
    /// The largest value.
    #[prop_or(1e9)]
    pub max: f64,
    /// The step of its arrows.
    #[prop_or(1.0)]
    pub step: f64,
    /// Told when a change is done and the text is a number within the limits.
    pub change: Callback<f64>,
    /// Told when the field was emptied, where that means something.
    #[prop_or_default]
    pub clear: Option<Callback<()>>,
    /// The name that tests find it by.
    #[prop_or_default]
    pub testid: AttrValue,
}

/// A field for a number with its unit. What is no number within the limits is marked, and not told.
#[component]
pub(in crate::ui) fn NumberField(props: &NumberProps) -> Html {
    let bad = use_state(|| false);
    let draft = use_state(|| None::<String>);
    let oninput = typing(&draft);
    let onchange = {
        let (change, clear, bad) = (props.change.clone(), props.clear.clone(), bad.clone());
        let draft = draft.clone();
        let (min, max) = (props.min, props.max);
        Callback::from(move |event: Event| {
            let Some(text) = value_of(&event) else { return };
            if let (true, Some(clear)) = (text.trim().is_empty(), &clear) {
                bad.set(false);
                draft.set(None);
                clear.emit(());
                return;
            }
            match text.trim().parse::<f64>() {
                Ok(value) if value.is_finite() && (min..=max).contains(&value) => {
                    bad.set(false);
                    draft.set(None);
                    change.emit(value);
                }
                _ => bad.set(true),
            }
        })
    };
    let kept = || props.value.map_or_else(String::new, |value| value.to_string());
    let value = (*draft).clone().unwrap_or_else(kept);
    let hint = format!(
        "{} to {}{}{}",
        props.min,
        props.max,
        if props.unit.is_empty() { "" } else { " " },
        props.unit
    );
    html! {
        <label class={classes!("field", bad.then_some("bad"))}>
            <span>{ &props.label }</span>
            <span class="with-unit">
                <input type="number" {value} min={props.min.to_string()} max={props.max.to_string()}
                    step={if props.step > 0.0 { props.step.to_string() } else { "any".to_owned() }}
                    placeholder={if props.value.is_none() { "–" } else { "" }}
                    {oninput} {onchange} aria-invalid={bad.to_string()} title={hint.clone()} data-testid={props.testid.clone()} />
                if !props.unit.is_empty() { <em>{ &props.unit }</em> }
            </span>
            if *bad { <small role="alert">{ hint }</small> }
        </label>
    }
}

/// What a choice shows and whom it tells.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct SelectProps {
    /// The words beside it.
    pub label: AttrValue,
    /// The key of what is chosen; one that no option has shows "mixed".
    pub value: AttrValue,
    /// Keys and words of what can be chosen.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// Told the key of another choice.
    pub change: Callback<String>,
    /// The name that tests find it by.
    #[prop_or_default]
    pub testid: AttrValue,
}

/// A choice of one.
#[component]
pub(in crate::ui) fn Select(props: &SelectProps) -> Html {
    let change = props.change.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(value) = value_of(&event) {
            change.emit(value);
        }
    });
    let known = props.options.iter().any(|(key, _)| *key == props.value);
    html! {
        <label class="field">
            <span>{ &props.label }</span>
            <select {onchange} data-testid={props.testid.clone()}>
                if !known { <option value="" selected=true disabled=true>{ "mixed" }</option> }
                { for props.options.iter().map(|(key, words)| html! {
                    <option value={key.clone()} selected={*key == props.value}>{ words }</option>
                }) }
            </select>
        </label>
    }
}

/// What a switch shows and whom it tells.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct ToggleProps {
    /// The words beside it.
    pub label: AttrValue,
    /// On or off.
    pub on: bool,
    /// Told the new state.
    pub change: Callback<bool>,
    /// The name that tests find it by.
    #[prop_or_default]
    pub testid: AttrValue,
}

/// A box to tick.
#[component]
pub(in crate::ui) fn Toggle(props: &ToggleProps) -> Html {
    let (change, on) = (props.change.clone(), props.on);
    let onchange = Callback::from(move |_: Event| change.emit(!on));
    html! {
        <label class="toggle">
            <input type="checkbox" checked={props.on} {onchange} data-testid={props.testid.clone()} />
            <span>{ &props.label }</span>
        </label>
    }
}
