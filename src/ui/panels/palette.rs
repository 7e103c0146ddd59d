//! The palette: devices to drag onto the canvas, or to put in its middle by a click.

use crate::editor::{Action, PaletteItem, PaletteSection, palette};
use crate::ui::platform::files::carry_text;
use crate::ui::platform::forms::value_of;
use crate::ui::snapshot::PanelProps;
use yew::prelude::*;

/// The palette.
#[component]
pub(in crate::ui) fn Palette(props: &PanelProps) -> Html {
    let sections = use_memo((), |()| palette());
    let filter = use_state(String::new);
    let oninput = {
        let filter = filter.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(text) = value_of(&event) {
                filter.set(text.to_lowercase());
            }
        })
    };
    let shown: Vec<Html> = sections
        .iter()
        .filter_map(|section| one_section(section, &filter, &props.act))
        .collect();
    let nothing = shown.is_empty();
    html! {
        <aside class="palette" aria-label="Devices" data-testid="palette">
            <input type="search" class="filter" placeholder="Filter devices" aria-label="Filter devices" {oninput} data-testid="palette-filter" />
            <div class="palette-list">
                { for shown }
                if nothing { <p class="quiet">{ "No device of that name. Clear the filter to see all." }</p> }
            </div>
        </aside>
    }
}

fn one_section(section: &PaletteSection, filter: &str, act: &Callback<Action>) -> Option<Html> {
    let items: Vec<&PaletteItem> = section
        .items
        .iter()
        .filter(|item| {
            item.model().to_lowercase().contains(filter) || section.title.to_lowercase().contains(filter)
        })
        .collect();
    if items.is_empty() {
        return None;
    }
    Some(html! {
        <section key={section.title}>
            <h3>{ section.title }</h3>
            { for items.into_iter().map(|&item| one_item(item, act)) }
        </section>
    })
}

fn one_item(item: PaletteItem, act: &Callback<Action>) -> Html {
    let drag = Callback::from(move |event: DragEvent| carry_text(event.data_transfer(), &item.key()));
    let insert = act.reform(move |_: MouseEvent| Action::Insert(item));
    let look = match item {
        PaletteItem::Server(_) => "server",
        PaletteItem::NvlinkDomain(_) => "nvlink",
        PaletteItem::Switch(_) => "switch",
    };
    html! {
        <button key={item.key()} type="button" class={classes!("device", look)} draggable="true" ondragstart={drag} onclick={insert}
            title="Drag onto the canvas, or click to put it in the middle" data-testid={format!("device-{}", item.key())}>
            <b>{ item.model() }</b>
            <small>{ item.detail() }</small>
        </button>
    }
}
