//! The canvas's colours, light and dark; the same meaning has the same hue in both.

/// The colours of one theme.
#[derive(Debug, PartialEq)]
pub(in crate::ui) struct Ink {
    pub dark: bool,
    pub grid: &'static str,
    pub card: &'static str,
    pub card_edge: &'static str,
    pub text: &'static str,
    pub soft_text: &'static str,
    pub server: &'static str,
    pub gpu: &'static str,
    pub nvlink: &'static str,
    pub ethernet: &'static str,
    pub infiniband: &'static str,
    pub port_free: &'static str,
    pub port_used: &'static str,
    pub fabric: &'static str,
    pub accent: &'static str,
    pub accent_soft: &'static str,
    pub good: &'static str,
    pub bad: &'static str,
    pub warn: &'static str,
    pub label: &'static str,
    rails: [&'static str; 8],
    load: [&'static str; 5],
}

/// The light theme.
pub(in crate::ui) static LIGHT: Ink = Ink {
    dark: false,
    grid: "#dfe4ea",
    card: "#ffffff",
    card_edge: "#b9c2cd",
    text: "#17202a",
    soft_text: "#586472",
    server: "#475569",
    gpu: "#c8d2de",
    nvlink: "#3f8f29",
    ethernet: "#2456c6",
    infiniband: "#7a3fc4",
    port_free: "#d5dbe3",
    port_used: "#5b6b7f",
    fabric: "#8896a6",
    accent: "#0b62e0",
    accent_soft: "rgba(11, 98, 224, 0.10)",
    good: "#15803d",
    bad: "#c62828",
    warn: "#b45309",
    label: "#f5f7f9",
    rails: [
        "#2563eb", "#c2620a", "#0f8a5f", "#d0342c", "#7c3aed", "#0e7f9b", "#be1e72", "#5f7d0b",
    ],
    load: ["#8aa0b6", "#2c9a6b", "#c69a09", "#d9661a", "#c3202f"],
};

/// The dark theme.
pub(in crate::ui) static DARK: Ink = Ink {
    dark: true,
    grid: "#262d36",
    card: "#1d242c",
    card_edge: "#43505e",
    text: "#e8edf2",
    soft_text: "#9fabb8",
    server: "#8b9bb0",
    gpu: "#3a4654",
    nvlink: "#76b953",
    ethernet: "#6ea0ff",
    infiniband: "#b48bf2",
    port_free: "#333d48",
    port_used: "#93a3b6",
    fabric: "#68778a",
    accent: "#5b9dff",
    accent_soft: "rgba(91, 157, 255, 0.16)",
    good: "#4ade80",
    bad: "#ff7b72",
    warn: "#f5b041",
    label: "#14191f",
    rails: [
        "#6ea0ff", "#f0a04b", "#3ccf96", "#ff7b72", "#b48bf2", "#4cc9e0", "#f47ab8", "#b3cf4a",
    ],
    load: ["#5d7186", "#3ccf96", "#e6c229", "#f0883e", "#ff6b6b"],
};

impl Ink {
    /// The colours of a theme.
    pub(in crate::ui) fn of(dark: bool) -> &'static Self {
        if dark { &DARK } else { &LIGHT }
    }
}

/// The colour of a rail; they come round after eight, and the next round is dashed.
pub(in crate::ui) fn rail_colour(ink: &'static Ink, rail: u16) -> &'static str {
    ink.rails[usize::from(rail) % ink.rails.len()]
}

/// The colour of a link that is busy for so many thousandths of its rate: five steps of a quarter.
pub(in crate::ui) fn utilisation_colour(ink: &'static Ink, per_mille: u16) -> &'static str {
    ink.load[match per_mille {
        0 => 0,
        1..250 => 1,
        250..500 => 2,
        500..800 => 3,
        _ => 4,
    }]
}
