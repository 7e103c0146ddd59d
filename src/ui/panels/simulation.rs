//! Simulate: set a packet-level run up, watch it, read what came out.

mod results;

use crate::editor::{Action, JobKind};
use crate::engine::report::text;
use crate::engine::sim::{Scenario, WorkloadSpec};
use crate::engine::units::Bytes;
use crate::ui::platform::forms::goes_to_invalid;
use crate::ui::snapshot::{PanelProps, Snapshot};
use crate::ui::widgets::{Icon, NumberField, Select, Toggle, icon};
use yew::prelude::*;

/// What the form holds; the rest of the scenario is its default.
#[derive(Clone, Debug, PartialEq)]
struct Form {
    workload: Workload,
    mib: f64,
    senders: f64,
    seed: f64,
    ecn: bool,
    dcqcn: bool,
    pfc: bool,
}

/// The traffic that the form offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Workload {
    RingAllReduce,
    Incast,
    Permutation,
}

const WORKLOADS: [(Workload, &str, &str); 3] = [
    (
        Workload::RingAllReduce,
        "ring",
        "Ring all-reduce, as NCCL lays its rings",
    ),
    (Workload::Incast, "incast", "Incast: many servers send to one"),
    (
        Workload::Permutation,
        "permutation",
        "Permutation: every NIC sends to another",
    ),
];

impl Form {
    fn scenario(&self) -> Scenario {
        let size = Bytes::new((self.mib * 1_048_576.0) as u64);
        let workload = match self.workload {
            Workload::RingAllReduce => WorkloadSpec::RingAllReduce { message: size },
            Workload::Incast => WorkloadSpec::Incast {
                senders: self.senders as u32,
                size,
            },
            Workload::Permutation => WorkloadSpec::Permutation { size },
        };
        let (ecn, dcqcn, pfc) = (self.ecn, self.dcqcn, self.pfc);
        Scenario {
            workload,
            seed: self.seed as u64,
            ecn,
            dcqcn,
            pfc,
            ..Scenario::default()
        }
    }
}

/// The simulation panel.
#[component]
pub(in crate::ui) fn SimulationPanel(props: &PanelProps) -> Html {
    let form = use_state(|| Form {
        workload: Workload::RingAllReduce,
        mib: 16.0,
        senders: 8.0,
        seed: 1.0,
        ecn: true,
        dcqcn: true,
        pfc: true,
    });
    html! {
        <div data-testid="simulation">
            <h2>{ "Packet simulation" }</h2>
            <p class="quiet">{ "RoCEv2 frames over the drawn cables, with shared buffers, ECN, DCQCN and PFC." }</p>
            { fields(&form) }
            { run(&props.view, &props.act, &form) }
            if let Some(why) = props.view.failure(JobKind::Simulation) {
                <p class="refusal" role="alert" data-testid="simulation-failure">{ why }</p>
            }
            if let Some((report, current)) = props.view.simulation() {
                { results::show(&props.view, report, current) }
            }
        </div>
    }
}

fn fields(form: &UseStateHandle<Form>) -> Html {
    let number = |set: fn(&mut Form, f64)| {
        let form = form.clone();
        Callback::from(move |value: f64| {
            let mut next = (*form).clone();
            set(&mut next, value);
            form.set(next);
        })
    };
    let flag = |set: fn(&mut Form, bool)| {
        let form = form.clone();
        Callback::from(move |value: bool| {
            let mut next = (*form).clone();
            set(&mut next, value);
            form.set(next);
        })
    };
    let choose = {
        let form = form.clone();
        Callback::from(move |key: String| {
            if let Some(&(workload, ..)) = WORKLOADS.iter().find(|(_, name, _)| *name == key) {
                form.set(Form {
                    workload,
                    ..(*form).clone()
                });
            }
        })
    };
    let key = WORKLOADS
        .iter()
        .find(|(workload, ..)| *workload == form.workload)
        .map_or("", |(_, key, _)| *key);
    let options: Vec<(AttrValue, AttrValue)> = WORKLOADS
        .iter()
        .map(|&(_, key, words)| (AttrValue::Static(key), AttrValue::Static(words)))
        .collect();
    let size_label = if form.workload == Workload::RingAllReduce {
        "Message per GPU"
    } else {
        "Flow size"
    };
    html! {
        <>
            <Select label="Traffic" value={key} {options} change={choose} testid="sim-workload" />
            <div class="form-grid">
                <NumberField label={size_label} unit="MiB" value={Some(form.mib)} min={0.001} max={4096.0} step={0.0} change={number(|f, v| f.mib = v)} testid="sim-size" />
                <NumberField label="Seed" value={Some(form.seed)} min={0.0} max={4_294_967_295.0} change={number(|f, v| f.seed = v.floor())} testid="sim-seed" />
                if form.workload == Workload::Incast {
                    <NumberField label="Senders" value={Some(form.senders)} min={1.0} max={1024.0} change={number(|f, v| f.senders = v.floor())} testid="sim-senders" />
                }
            </div>
            <div class="toggles">
                <Toggle label="ECN" on={form.ecn} change={flag(|f, v| f.ecn = v)} testid="sim-ecn" />
                <Toggle label="DCQCN" on={form.dcqcn} change={flag(|f, v| f.dcqcn = v)} testid="sim-dcqcn" />
                <Toggle label="PFC" on={form.pfc} change={flag(|f, v| f.pfc = v)} testid="sim-pfc" />
            </div>
        </>
    }
}

/// The button, or how far the run is and the way to stop it.
fn run(view: &Snapshot, act: &Callback<Action>, form: &UseStateHandle<Form>) -> Html {
    if let Some(running) = view.running(JobKind::Simulation) {
        let stop = act.reform(|_: MouseEvent| Action::Cancel(JobKind::Simulation));
        return html! {
            <div class="running" data-testid="simulation-running">
                <progress max="1000" value={running.per_mille.to_string()} aria-label="Progress" />
                <span class="quiet">{ format!("{} %, {}", text::short(f64::from(running.per_mille) / 10.0), running.stage) }</span>
                <button type="button" class="button" data-testid="simulation-cancel" onclick={stop}>{ "Cancel" }</button>
            </div>
        };
    }
    let start = {
        let (act, scenario) = (act.clone(), form.scenario());
        Callback::from(move |_: MouseEvent| {
            if !goes_to_invalid() {
                act.emit(Action::Simulate(Box::new(scenario.clone())));
            }
        })
    };
    html! {
        <button type="button" class="button primary" data-testid="simulation-run" onclick={start}>{ icon(Icon::Play) }<span>{ "Run" }</span></button>
    }
}
