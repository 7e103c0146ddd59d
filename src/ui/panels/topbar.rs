//! The bar along the top: the design's name, files, undo, and the three big questions.

use crate::editor::Action;
use crate::engine::document::Command;
use crate::ui::app::{Dialog, Tab};
use crate::ui::platform::forms::press;
use crate::ui::platform::handles::FileInput;
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{Icon, icon, use_draft};
use yew::prelude::*;

/// What the bar is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct TopBarProps {
    /// The session as it stands.
    pub view: Snapshot,
    /// The way to act on it.
    pub act: Callback<Action>,
    /// Told the input in which a file was chosen.
    pub choose: Callback<FileInput>,
    /// Opens a dialog.
    pub dialog: Callback<Option<Dialog>>,
    /// Shows a panel.
    pub show: Callback<Tab>,
    /// The other theme.
    pub theme: Callback<()>,
}

/// The bar along the top.
#[component]
pub(in crate::ui) fn TopBar(props: &TopBarProps) -> Html {
    let file = use_node_ref();
    let act = |action: Action| {
        let act = props.act.clone();
        Callback::from(move |_: MouseEvent| act.emit(action.clone()))
    };
    let rename = {
        let act = props.act.clone();
        Callback::from(move |name: String| act.emit(Action::Execute(Box::new(Command::Rename(name)))))
    };
    let name = use_draft(&AttrValue::from(props.view.design.name.clone()), &rename);
    let pick = {
        let file = file.clone();
        Callback::from(move |_: MouseEvent| press(&file))
    };
    let chosen = {
        let (choose, file) = (props.choose.clone(), file.clone());
        Callback::from(move |_: Event| {
            if let Some(input) = file.cast::<FileInput>() {
                choose.emit(input);
            }
        })
    };
    let dialog = |which: Dialog| props.dialog.reform(move |_: MouseEvent| Some(which));
    let show = |tab: Tab| props.show.reform(move |_: MouseEvent| tab);
    html! {
        <header class="topbar">
            <div class="brand" aria-label="Fabricad">
                <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
                    <path d="M16 5L6 16M16 5l10 11M16 5v11M6 16l5 11M16 16l-5 11M16 16l5 11M26 16l-5 11" stroke="currentColor" stroke-width="1.6" opacity=".55" fill="none" />
                    <circle cx="16" cy="5" r="3.2" fill="currentColor" /><circle cx="6" cy="16" r="3" fill="currentColor" /><circle cx="16" cy="16" r="3" fill="currentColor" />
                    <circle cx="26" cy="16" r="3" fill="currentColor" /><circle cx="11" cy="27" r="3" fill="currentColor" /><circle cx="21" cy="27" r="3" fill="currentColor" />
                </svg>
                <b>{ "Fabricad" }</b>
            </div>
            <input class="design-name" type="text" value={name.value} oninput={name.oninput} onchange={name.onchange}
                aria-label="Name of the design" maxlength="200" autocomplete="off" spellcheck="false" data-testid="design-name" />
            <div class="group" role="group" aria-label="File">
                <button type="button" class="button" aria-label="New" data-testid="new" onclick={dialog(Dialog::Templates)}>{ icon(Icon::New) }<span>{ "New" }</span></button>
                <button type="button" class="button" aria-label="Open" data-testid="open" onclick={pick} title="Open a Fabricad design, GraphML, containerlab YAML or HPCC topology.txt">{ icon(Icon::Open) }<span>{ "Open" }</span></button>
                <button type="button" class="button" aria-label="Save" data-testid="save" onclick={act(Action::Save)} title="Save the design as a file (Ctrl+S)">{ icon(Icon::Save) }<span>{ "Save" }</span></button>
                <input ref={file} type="file" class="hidden" onchange={chosen} data-testid="file" aria-label="Open a file" tabindex="-1" />
            </div>
            <div class="group" role="group" aria-label="History">
                <button type="button" class="icon-button" aria-label="Undo" title="Undo (Ctrl+Z)" data-testid="undo" disabled={!props.view.can_undo} onclick={act(Action::Undo)}>{ icon(Icon::Undo) }</button>
                <button type="button" class="icon-button" aria-label="Redo" title="Redo (Ctrl+Shift+Z)" data-testid="redo" disabled={!props.view.can_redo} onclick={act(Action::Redo)}>{ icon(Icon::Redo) }</button>
            </div>
            <span class="spring" />
            <div class="group ask" role="group" aria-label="Ask the engine">
                <button type="button" class="button" aria-label="Simulate" data-testid="simulate" onclick={show(Tab::Simulate)}>{ icon(Icon::Play) }<span>{ "Simulate" }</span></button>
                <button type="button" class="button" aria-label="Plan migration" data-testid="plan" onclick={show(Tab::Migrate)}>{ icon(Icon::Route) }<span>{ "Plan migration" }</span></button>
                <button type="button" class="button primary" aria-label="Report" data-testid="report" onclick={dialog(Dialog::Report)}>{ icon(Icon::Report) }<span>{ "Report" }</span></button>
            </div>
            <button type="button" class="icon-button" aria-label="Light or dark" title="Light or dark" data-testid="theme" onclick={props.theme.reform(|_: MouseEvent| ())}>{ icon(Icon::Moon) }</button>
        </header>
    }
}
