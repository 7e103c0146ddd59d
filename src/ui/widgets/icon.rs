//! Icons: a few strokes each, drawn on a grid of 20.

use yew::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Icon {
    Cursor,
    Cable,
    Hand,
    Plus,
    Minus,
    Fit,
    Undo,
    Redo,
    Open,
    Save,
    New,
    Close,
    Moon,
    Play,
    Report,
    Chart,
    Route,
    Trash,
}

/// The icon as SVG in the text's colour; the button around it carries the words.
pub(in crate::ui) fn icon(icon: Icon) -> Html {
    let path = match icon {
        Icon::Cursor => "M5 3l9.5 6.2-4.3.9-1.9 4.6z",
        Icon::Cable => "M4 14.5a3 3 0 0 0 3 3c4 0 2-15 6-15a3 3 0 0 1 3 3M2.2 12.5h3.6M14.2 7.5h3.6",
        Icon::Hand => {
            "M6 10V5.2a1.2 1.2 0 0 1 2.4 0V9m0-4.8a1.2 1.2 0 0 1 2.4 0V9m0-3.8a1.2 1.2 0 0 1 2.4 0V10m0-2.6a1.2 1.2 0 0 1 2.4 0V12a5 5 0 0 1-9.2 2.7L3.6 11a1.2 1.2 0 0 1 2.2-1z"
        }
        Icon::Plus => "M10 4v12M4 10h12",
        Icon::Minus => "M4 10h12",
        Icon::Fit => "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
        Icon::Undo => "M7 4L3 8l4 4M3 8h8.5a4.5 4.5 0 0 1 0 9H8",
        Icon::Redo => "M13 4l4 4-4 4M17 8H8.5a4.5 4.5 0 0 0 0 9H12",
        Icon::Open => "M2.5 15.5v-11h5l2 2h8v9zM2.5 9h15",
        Icon::Save => "M10 3v9m0 0L6.5 8.5M10 12l3.5-3.5M3.5 13v3.5h13V13",
        Icon::New => "M5 2.5h6l4 4v11H5zM11 2.5v4h4M10 9.5v5M7.5 12h5",
        Icon::Close => "M5 5l10 10M15 5L5 15",
        Icon::Moon => "M16.5 12.4A7 7 0 0 1 7.6 3.5a7 7 0 1 0 8.9 8.9z",
        Icon::Play => "M6 4l10 6-10 6z",
        Icon::Report => "M5 2.5h6l4 4v11H5zM7.5 10h5M7.5 13h5",
        Icon::Chart => "M3 17h14M5.5 14V9M10 14V4M14.5 14v-7",
        Icon::Route => {
            "M4.5 16.5a2 2 0 1 0 0-.1M15.5 3.6a2 2 0 1 0 0 .1M6.5 16.5H12a3.2 3.2 0 0 0 0-6.5H8a3.2 3.2 0 0 1 0-6.4h5.5"
        }
        Icon::Trash => "M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.8 11h7.4l.8-11",
    };
    html! {
        <svg class="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor"
            stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
            <path d={path} />
        </svg>
    }
}
