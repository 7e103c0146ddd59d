//! The figures along the top: what a network architect asks first, always about the design as it stands.

use crate::editor::JobKind;
use crate::engine::job::Analysis;
use crate::engine::report::text;
use crate::engine::topology::{Severity, Tier};
use crate::ui::app::Tab;
use crate::ui::snapshot::Snapshot;
use yew::prelude::*;

/// What the figures are given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct FiguresProps {
    /// The session as it stands.
    pub view: Snapshot,
    /// Shows the panel behind a figure.
    pub show: Callback<Tab>,
}

/// One figure.
struct Figure {
    id: &'static str,
    title: &'static str,
    value: String,
    unit: String,
    note: String,
    badge: Option<(&'static str, String)>,
    tab: Tab,
}

/// The figures along the top.
#[component]
pub(in crate::ui) fn Figures(props: &FiguresProps) -> Html {
    let (figures, current) = match props.view.analysis() {
        Some((analysis, current)) => (figures(analysis), current),
        None => match props.view.failure(JobKind::Analysis) {
            Some(_) => (waiting("–", "the engine is not running"), true),
            None => (waiting("…", "computing"), false),
        },
    };
    html! {
        <section class={classes!("figures", (!current).then_some("stale"))} aria-label="Key figures" aria-busy={(!current).to_string()} data-testid="figures">
            { for figures.into_iter().map(|figure| card(figure, &props.show)) }
        </section>
    }
}

fn card(figure: Figure, show: &Callback<Tab>) -> Html {
    let tab = figure.tab;
    html! {
        <button key={figure.id} type="button" class="figure" onclick={show.reform(move |_: MouseEvent| tab)} data-testid={format!("figure-{}", figure.id)}>
            <span class="figure-title">{ figure.title }if let Some((class, words)) = figure.badge { <i class={classes!("badge", class)}>{ words }</i> }</span>
            <span class="figure-value">{ figure.value }<em>{ figure.unit }</em></span>
            <span class="figure-note">{ figure.note }</span>
        </button>
    }
}

fn waiting(value: &str, note: &str) -> Vec<Figure> {
    [
        ("bisection", "Bisection bandwidth"),
        ("oversubscription", "Oversubscription"),
        ("allreduce", "All-reduce busbw"),
        ("findings", "Findings"),
        ("power", "Power"),
    ]
    .into_iter()
    .map(|(id, title)| Figure {
        id,
        title,
        value: value.to_owned(),
        unit: String::new(),
        note: note.to_owned(),
        badge: None,
        tab: Tab::Capacity,
    })
    .collect()
}

fn figures(analysis: &Analysis) -> Vec<Figure> {
    vec![
        bisection(analysis),
        oversubscription(analysis),
        all_reduce(analysis),
        findings(analysis),
        power(analysis),
    ]
}

fn bisection(analysis: &Analysis) -> Figure {
    let answer = &analysis.bisection.bisection;
    let (value, unit) = split(&text::rate(answer.lower));
    let share = answer.share_of_full();
    let (value, badge, note) = if answer.is_exact() {
        let splits = analysis
            .bisection
            .cut
            .as_ref()
            .is_some_and(|cut| !cut.split_servers.is_empty());
        let note = match share {
            _ if splits => "halves split a server's NVLink".to_owned(),
            Some((share, _)) => format!("{} % of full", text::short(share * 100.0)),
            None => String::new(),
        };
        (value, ("exact", "exact".to_owned()), note)
    } else {
        (
            value,
            ("bounds", "bounds".to_owned()),
            format!("at most {}", text::rate(answer.upper)),
        )
    };
    if answer.endpoints < 2 {
        return Figure {
            value: "–".to_owned(),
            unit: String::new(),
            note: "no two GPUs yet".to_owned(),
            badge: None,
            id: "bisection",
            title: "Bisection bandwidth",
            tab: Tab::Capacity,
        };
    }
    Figure {
        id: "bisection",
        title: "Bisection bandwidth",
        value,
        unit,
        note,
        badge: Some(badge),
        tab: Tab::Capacity,
    }
}

fn oversubscription(analysis: &Analysis) -> Figure {
    let worst = analysis
        .oversubscription
        .tiers
        .iter()
        .filter(|tier| tier.tier == Tier::Leaf)
        .chain(&analysis.oversubscription.tiers)
        .next();
    let (value, note) = match worst.map(|tier| (tier, tier.worst.value())) {
        Some((tier, Some(ratio))) => (
            format!("{} : 1", text::short(ratio)),
            format!("{}, worst of {}", tier.tier.name(), tier.switches),
        ),
        Some((tier, None)) => (
            "∞".to_owned(),
            format!("a switch of the {} has no uplink", tier.tier.name()),
        ),
        None => ("none".to_owned(), "one tier of switches".to_owned()),
    };
    Figure {
        id: "oversubscription",
        title: "Oversubscription",
        value,
        unit: String::new(),
        note,
        badge: None,
        tab: Tab::Capacity,
    }
}

fn all_reduce(analysis: &Analysis) -> Figure {
    let (id, title, tab) = ("allreduce", "All-reduce busbw, 1 GiB", Tab::Capacity);
    match &analysis.all_reduce {
        Ok(report) => {
            let value = text::short(report.headline.busbw_gbytes);
            let share = format!("{} % of peak", text::short(report.share_of_peak * 100.0));
            let note = report.bottleneck.clone();
            Figure {
                id,
                title,
                value,
                unit: "GB/s".to_owned(),
                note,
                badge: Some(("plain", share)),
                tab,
            }
        }
        Err(why) => Figure {
            id,
            title,
            value: "–".to_owned(),
            unit: String::new(),
            note: why.to_string(),
            badge: None,
            tab,
        },
    }
}

fn findings(analysis: &Analysis) -> Figure {
    let count = |severity: Severity| {
        analysis
            .findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let (errors, warnings, notes) = (
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Info),
    );
    let badge = if errors > 0 {
        Some(("bad", "errors".to_owned()))
    } else if warnings > 0 {
        Some(("warn", "warnings".to_owned()))
    } else {
        None
    };
    let note = format!(
        "{}, {}, {}",
        text::counted(errors as u64, "error"),
        text::counted(warnings as u64, "warning"),
        text::counted(notes as u64, "note")
    );
    Figure {
        id: "findings",
        title: "Findings",
        value: (errors + warnings + notes).to_string(),
        unit: String::new(),
        note,
        badge,
        tab: Tab::Findings,
    }
}

fn power(analysis: &Analysis) -> Figure {
    let total = analysis.bill.power.total;
    let (low, high) = (total.low.as_watts_f64() / 1e3, total.high.as_watts_f64() / 1e3);
    let same = text::short(low) == text::short(high);
    let value = if same {
        text::short(high)
    } else {
        format!("{}–{}", text::short(low), text::short(high))
    };
    let servers = analysis.bill.power.servers.high.as_watts_f64() / 1e3;
    Figure {
        id: "power",
        title: "Power",
        value,
        unit: "kW".to_owned(),
        note: format!("servers up to {} kW", text::short(servers)),
        badge: None,
        tab: Tab::Bill,
    }
}

/// "12.8 Tb/s" as number and unit.
fn split(text: &str) -> (String, String) {
    text.split_once(' ').map_or_else(
        || (text.to_owned(), String::new()),
        |(number, unit)| (number.to_owned(), unit.to_owned()),
    )
}
