//! The drawing's colours: literal values per class, so that viewers without CSS variables show them too.

use super::Appearance;
use std::fmt::Write;

/// The colours of one theme; the same meaning has the same hue in both, and the same as on the canvas.
struct Ink {
    page: &'static str,
    card: &'static str,
    edge: &'static str,
    text: &'static str,
    soft: &'static str,
    server: &'static str,
    gpu: &'static str,
    nvlink: &'static str,
    nvlink_card: &'static str,
    ethernet: &'static str,
    infiniband: &'static str,
    port_free: &'static str,
    port_used: &'static str,
    fabric: &'static str,
    rails: [&'static str; 8],
    load: [&'static str; 5],
}

const LIGHT: Ink = Ink {
    page: "#ffffff",
    card: "#ffffff",
    edge: "#b9c2cd",
    text: "#17202a",
    soft: "#586472",
    server: "#475569",
    gpu: "#c2cddb",
    nvlink: "#3f8f29",
    nvlink_card: "#f1f8ee",
    ethernet: "#2456c6",
    infiniband: "#7a3fc4",
    port_free: "#d5dbe3",
    port_used: "#5b6b7f",
    fabric: "#8896a6",
    rails: [
        "#2563eb", "#c2620a", "#0f8a5f", "#d0342c", "#7c3aed", "#0e7f9b", "#be1e72", "#5f7d0b",
    ],
    load: ["#a9b7c6", "#2c9a6b", "#c69a09", "#d9661a", "#c3202f"],
};

const DARK: Ink = Ink {
    page: "#14191f",
    card: "#1d242c",
    edge: "#43505e",
    text: "#e8edf2",
    soft: "#9fabb8",
    server: "#8b9bb0",
    gpu: "#4a5868",
    nvlink: "#76b953",
    nvlink_card: "#1c2a1c",
    ethernet: "#6ea0ff",
    infiniband: "#b48bf2",
    port_free: "#333d48",
    port_used: "#93a3b6",
    fabric: "#68778a",
    rails: [
        "#6ea0ff", "#f0a04b", "#3ccf96", "#ff7b72", "#b48bf2", "#4cc9e0", "#f47ab8", "#b3cf4a",
    ],
    load: ["#5d7186", "#3ccf96", "#e6c229", "#f0883e", "#ff6b6b"],
};

/// Rails whose colours differ; the next round is dashed.
pub(super) const RAIL_COLOURS: u16 = 8;

/// The style element of a drawing. Every rule is scoped to it, for it may stand inside a page.
pub(super) fn sheet(appearance: Appearance) -> String {
    let mut css = String::from("<style>\n");
    css.push_str(SHAPES);
    match appearance {
        Appearance::Light => colours(&mut css, &LIGHT),
        Appearance::Dark => colours(&mut css, &DARK),
        Appearance::Auto => {
            colours(&mut css, &LIGHT);
            css.push_str("@media screen and (prefers-color-scheme: dark) {\n");
            colours(&mut css, &DARK);
            css.push_str("}\n");
        }
    }
    css.push_str("</style>\n");
    css
}

const SHAPES: &str = "\
.fabric-drawing { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; font-size: 13px; }
.fabric-drawing .name { font-size: 12.5px; font-weight: 600; }
.fabric-drawing .model { font-size: 9px; }
.fabric-drawing .badge, .fabric-drawing .count { font-size: 10px; font-weight: 700; text-anchor: middle; }
.fabric-drawing .cable { fill: none; stroke-linecap: round; stroke-opacity: .62; }
.fabric-drawing .dashed { stroke-dasharray: 7 5; }
.fabric-drawing .card { stroke-width: 1; }
.fabric-drawing .pill { stroke-width: .75; }
";

fn colours(css: &mut String, ink: &Ink) {
    let mut rule = |selector: &str, declaration: &str| {
        // A string takes whatever is written to it.
        let _ = writeln!(css, ".fabric-drawing {selector} {{ {declaration} }}");
    };
    let fills = [
        (".page", ink.page),
        (".text", ink.text),
        (".soft", ink.soft),
        (".on-rail", ink.card),
        (".band-server", ink.server),
        (".band-nvlink", ink.nvlink),
        (".band-ethernet", ink.ethernet),
        (".band-infiniband", ink.infiniband),
        (".gpu", ink.gpu),
        (".port-free", ink.port_free),
        (".port-used", ink.port_used),
    ];
    for (class, colour) in fills {
        rule(class, &format!("fill: {colour}"));
    }
    let outlines = [
        (".card", ink.card, ink.edge),
        (".card-nvlink", ink.nvlink_card, ink.nvlink),
        (".card-infiniband", ink.card, ink.infiniband),
        (".pill", ink.page, ink.edge),
    ];
    for (class, fill, stroke) in outlines {
        rule(class, &format!("fill: {fill}; stroke: {stroke}"));
    }
    for (i, colour) in ink.rails.iter().enumerate() {
        rule(&format!(".rail{i}"), &format!("stroke: {colour}"));
        rule(&format!(".disc{i}"), &format!("fill: {colour}"));
    }
    for (i, colour) in ink.load.iter().enumerate() {
        rule(&format!(".load{i}"), &format!("stroke: {colour}"));
    }
    rule(".fabric", &format!("stroke: {}", ink.fabric));
    rule(".infiniband", &format!("stroke: {}", ink.infiniband));
    rule(".nvlink", &format!("stroke: {}", ink.nvlink));
}
