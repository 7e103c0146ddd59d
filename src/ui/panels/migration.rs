//! Plan a migration: what is to change, what must keep working, and the ordered windows that come out.

mod plan;

use crate::editor::{Action, JobKind};
use crate::engine::planner::{Change, Floors, Goal};
use crate::engine::units::BitRate;
use crate::ui::platform::forms::goes_to_invalid;
use crate::ui::snapshot::PanelProps;
use crate::ui::widgets::{Icon, NumberField, Select, Toggle, icon};
use yew::prelude::*;

/// What the form holds; the rest of the goal is its default.
#[derive(Clone, Debug, PartialEq)]
struct Form {
    gbps: u64,
    change: Change,
    floor_percent: f64,
    crew: f64,
}

impl Form {
    fn goal(&self) -> Goal {
        let per_mille = (self.floor_percent * 10.0).round() as u16;
        Goal {
            rate: BitRate::from_gbps(self.gbps),
            change: self.change,
            floors: Floors::all(per_mille),
            max_operations_per_window: self.crew as u16,
            ..Goal::default()
        }
    }
}

/// The migration panel.
#[component]
pub(in crate::ui) fn MigrationPanel(props: &PanelProps) -> Html {
    let form = use_state(|| Form {
        gbps: 400,
        change: Goal::default().change,
        floor_percent: 75.0,
        crew: 4.0,
    });
    let running = props.view.running(JobKind::Plan);
    let start = {
        let (act, goal) = (props.act.clone(), form.goal());
        Callback::from(move |_: MouseEvent| {
            if !goes_to_invalid() {
                act.emit(Action::Plan(Box::new(goal.clone())));
            }
        })
    };
    let stop = props.act.reform(|_: MouseEvent| Action::Cancel(JobKind::Plan));
    html! {
        <div data-testid="migration">
            <h2>{ "Migration" }</h2>
            <p class="quiet">{ "Ordered maintenance windows to a faster fabric, none of which falls below the floor." }</p>
            { fields(&form) }
            if let Some(running) = running {
                <div class="running" data-testid="plan-running">
                    <progress aria-label="Progress" />
                    <span class="quiet">{ &running.stage }</span>
                    <button type="button" class="button" data-testid="plan-cancel" onclick={stop}>{ "Cancel" }</button>
                </div>
            } else {
                <button type="button" class="button primary" data-testid="plan-run" onclick={start}>{ icon(Icon::Route) }<span>{ "Plan" }</span></button>
            }
            if let Some(why) = props.view.failure(JobKind::Plan) {
                <p class="refusal" role="alert" data-testid="plan-failure">{ why }</p>
            }
            if let Some((answer, current)) = props.view.plan() {
                { plan::show(&props.view, answer, current, &props.act) }
            }
        </div>
    }
}

fn fields(form: &UseStateHandle<Form>) -> Html {
    let set = |change: fn(&mut Form, f64)| {
        let form = form.clone();
        Callback::from(move |value: f64| {
            let mut next = (*form).clone();
            change(&mut next, value);
            form.set(next);
        })
    };
    let flag = |change: fn(&mut Change, bool)| {
        let form = form.clone();
        Callback::from(move |on: bool| {
            let mut next = (*form).clone();
            change(&mut next.change, on);
            form.set(next);
        })
    };
    let choose = {
        let form = form.clone();
        Callback::from(move |key: String| {
            if let Ok(gbps) = key.parse() {
                form.set(Form {
                    gbps,
                    ..(*form).clone()
                });
            }
        })
    };
    let options: Vec<(AttrValue, AttrValue)> = [200, 400, 800]
        .map(|gbps: u64| (gbps.to_string().into(), format!("{gbps}G").into()))
        .into();
    html! {
        <>
            <Select label="To" value={form.gbps.to_string()} {options} change={choose} testid="plan-rate" />
            <div class="toggles">
                <Toggle label="Leaf uplinks" on={form.change.leaf_uplinks} change={flag(|c, on| c.leaf_uplinks = on)} testid="plan-leaf-uplinks" />
                <Toggle label="Spines" on={form.change.spines} change={flag(|c, on| c.spines = on)} testid="plan-spines" />
                <Toggle label="NICs" on={form.change.nics} change={flag(|c, on| c.nics = on)} testid="plan-nics" />
            </div>
            <div class="form-grid">
                <NumberField label="Floor, of today's capacity" unit="%" value={Some(form.floor_percent)} min={0.0} max={100.0} step={0.0} change={set(|f, v| f.floor_percent = v)} testid="plan-floor" />
                <NumberField label="Operations a window" value={Some(form.crew)} min={1.0} max={64.0} change={set(|f, v| f.crew = v.floor())} testid="plan-crew" />
            </div>
        </>
    }
}
