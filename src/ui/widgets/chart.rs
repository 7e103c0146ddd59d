//! A chart with its words.

use crate::charts::{Appearance, Chart, Look};
use yew::prelude::*;

/// What a chart view is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct ChartProps {
    /// The chart.
    pub chart: Chart,
}

/// A chart: its picture is made here, from numbers; its words are its label.
#[component]
pub(in crate::ui) fn ChartView(props: &ChartProps) -> Html {
    let picture = Html::from_html_unchecked(AttrValue::from(props.chart.svg.clone()));
    html! {
        <figure class="chart" role="img" aria-label={format!("{}. {}", props.chart.title, props.chart.description)} data-testid="chart">
            <figcaption>{ &props.chart.title }</figcaption>
            { picture }
        </figure>
    }
}

/// The look of charts in a panel of this page.
pub(in crate::ui) fn look(dark: bool) -> Look {
    Look::panel(if dark { Appearance::Dark } else { Appearance::Light })
}
