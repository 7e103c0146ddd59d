//! A modal dialog: the browser's own, which keeps focus inside and closes on Escape.

use crate::ui::platform::forms::{is_beside, show_modal};
use yew::prelude::*;

/// What a dialog shows and whom it tells.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct DialogProps {
    /// Its heading.
    pub title: AttrValue,
    /// Told when it is closed by Escape, its cross, or a click beside it.
    pub close: Callback<()>,
    /// What is in it.
    pub children: Html,
    /// The buttons along its foot.
    #[prop_or_default]
    pub foot: Html,
    /// Another class: how wide it is.
    #[prop_or_default]
    pub class: Classes,
    /// The name that tests find it by.
    #[prop_or_default]
    pub testid: AttrValue,
}

/// A dialog that is open as long as it is there.
#[component]
pub(in crate::ui) fn Dialog(props: &DialogProps) -> Html {
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with((), move |()| show_modal(&place));
    }
    let cancel = {
        let close = props.close.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            close.emit(());
        })
    };
    let cross = {
        let close = props.close.clone();
        Callback::from(move |_: MouseEvent| close.emit(()))
    };
    let beside = {
        let (close, place) = (props.close.clone(), place.clone());
        Callback::from(move |event: MouseEvent| {
            if is_beside(&event, &place) {
                close.emit(());
            }
        })
    };
    html! {
        <dialog ref={place} class={classes!("dialog", props.class.clone())} oncancel={cancel} onclick={beside}
            aria-label={props.title.clone()} data-testid={props.testid.clone()}>
            <div class="dialog-box">
                <header>
                    <h2>{ &props.title }</h2>
                    <button type="button" class="icon-button" aria-label="Close" onclick={cross}>{ super::icon(super::Icon::Close) }</button>
                </header>
                <div class="dialog-body">{ props.children.clone() }</div>
                <footer>{ props.foot.clone() }</footer>
            </div>
        </dialog>
    }
}
