//! The report: looked at first, then downloaded as one self-contained file.

use crate::charts::{self, Look};
use crate::editor::Action;
use crate::engine::export::html::{ReportInput, html as write_report};
use crate::ui::snapshot::Snapshot;
use crate::ui::widgets::{Dialog, Icon, icon};
use yew::prelude::*;

/// What the dialog is given.
#[derive(Clone, Debug, PartialEq, Properties)]
pub(in crate::ui) struct ReportProps {
    /// The session as it stands.
    pub view: Snapshot,
    /// The way to act on it.
    pub act: Callback<Action>,
    /// Closes the dialog.
    pub close: Callback<()>,
}

/// The report dialog.
#[component]
pub(in crate::ui) fn ReportDialog(props: &ReportProps) -> Html {
    let text = use_memo(props.view.clone(), report);
    let download = {
        let (act, text) = (props.act.clone(), text.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(text) = text.as_ref() {
                act.emit(Action::SaveReport(text.clone()));
            }
        })
    };
    let foot = html! {
        <>
            <span class="quiet">{ "One file: drawing, figures, charts, findings, bill of materials, assumptions." }</span>
            <span class="spring" />
            <button type="button" class="button primary" disabled={text.is_none()} data-testid="report-download" onclick={download}>{ icon(Icon::Save) }<span>{ "Download" }</span></button>
        </>
    };
    html! {
        <Dialog title="Report" close={props.close.clone()} {foot} class={classes!("full")} testid="report-dialog">
            if let Some(text) = text.as_ref() {
                <iframe class="report-frame" title="The report" srcdoc={text.clone()} sandbox="" data-testid="report-frame" />
            } else {
                <p class="quiet">{ "The analysis is under way." }</p>
            }
        </Dialog>
    }
}

/// The report of the design as it stands; answers to an earlier design stay out of it.
fn report(view: &Snapshot) -> Option<String> {
    let (analysis, true) = view.analysis()? else {
        return None;
    };
    let simulation = view
        .simulation()
        .filter(|(_, current)| *current)
        .map(|(report, _)| report.as_ref());
    let plan = view
        .plan()
        .filter(|(_, current)| *current)
        .map(|(plan, _)| plan.as_ref());
    let goal = view.answers.goal.as_deref();
    let drawn = charts::report_charts(
        view.design.topology(),
        analysis.all_reduce.as_ref().ok(),
        simulation,
        plan.zip(goal.map(|goal| &goal.floors)),
        Look::default(),
    );
    let input = ReportInput {
        design: &view.design,
        analysis,
        simulation,
        scenario: view.answers.scenario.as_deref().filter(|_| simulation.is_some()),
        plan,
        goal: goal.filter(|_| plan.is_some()),
        charts: &drawn,
    };
    Some(write_report(&input))
}
