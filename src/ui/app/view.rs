//! The page's frame: bars, palette, canvas, panels, notices.

use super::{App, Dialog, Drawer, Msg, Tab};
use crate::editor::{Action, JobKind, NoticeKind, Phase, ToolKind};
use crate::engine::report::text::counted;
use crate::ui::panels::{
    BillPanel, CapacityPanel, Figures, FindingsPanel, InspectorPanel, Legend, MigrationPanel, Palette,
    ReportDialog, SimulationPanel, TemplateDialog, TopBar,
};
use crate::ui::widgets::{Icon, icon};
use yew::prelude::*;

/// The whole page.
pub(super) fn page(app: &App, ctx: &Context<App>) -> Html {
    let act = ctx.link().callback(Msg::Act);
    let view = app.shown.clone();
    let drawer = match app.drawer {
        Some(Drawer::Palette) => "palette-open",
        Some(Drawer::Panels) => "panels-open",
        None => "",
    };
    html! {
        <div class={classes!("app", drawer)} data-testid="app">
            <a class="skip" href="#canvas">{ "Skip to the canvas" }</a>
            <TopBar view={view.clone()} act={act.clone()}
                choose={ctx.link().callback(Msg::Choose)}
                dialog={ctx.link().callback(Msg::Dialog)}
                show={ctx.link().callback(Msg::Show)}
                theme={ctx.link().callback(|()| Msg::ToggleTheme)} />
            <Figures view={view.clone()} show={ctx.link().callback(Msg::Show)} />
            <main class="work">
                <Palette view={view.clone()} act={act.clone()} />
                { stage(app, ctx) }
                { side(app, ctx) }
            </main>
            { dock(app, ctx) }
            { notices(app, ctx) }
            { dialog(app, ctx) }
        </div>
    }
}

fn stage(app: &App, ctx: &Context<App>) -> Html {
    let link = ctx.link();
    let pointer = |phase: Phase| link.callback(move |event: PointerEvent| Msg::Pointer(event, phase));
    let act = link.callback(Msg::Act);
    let zoom = |factor: f64| {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Action::Zoom(factor)))
    };
    let fit = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Action::Fit))
    };
    let topology = app.shown.design.topology();
    let label = format!(
        "Canvas: {}, {}, {} selected. Tab walks the devices, arrow keys move them.",
        counted(topology.n_nodes() as u64, "device"),
        counted(topology.n_links() as u64, "cable"),
        app.shown.selection.len()
    );
    html! {
        <section class="stage-wrap">
            <div id="canvas" class="stage" ref={app.stage.clone()} tabindex="0" role="application" aria-label={label}
                data-testid="canvas"
                onpointerdown={pointer(Phase::Down)} onpointermove={pointer(Phase::Move)}
                onpointerup={pointer(Phase::Up)} onpointercancel={pointer(Phase::Cancel)}
                onpointerleave={pointer(Phase::Leave)} onwheel={link.callback(Msg::Wheel)}
                oncontextmenu={Callback::from(|event: MouseEvent| event.prevent_default())}
                ondragover={Callback::from(|event: DragEvent| event.prevent_default())}
                ondrop={link.callback(Msg::Drop)}>
                <canvas ref={app.layers[0].clone()} aria-hidden="true" />
                <canvas ref={app.layers[1].clone()} aria-hidden="true" />
            </div>
            { tools(app, &act) }
            <div class="zoom" role="group" aria-label="Zoom">
                <button type="button" class="icon-button" title="Zoom out (-)" aria-label="Zoom out" onclick={zoom(0.8)}>{ icon(Icon::Minus) }</button>
                <button type="button" class="icon-button" title="Show everything (Home)" aria-label="Show everything" data-testid="fit" onclick={fit}>{ icon(Icon::Fit) }</button>
                <button type="button" class="icon-button" title="Zoom in (+)" aria-label="Zoom in" onclick={zoom(1.25)}>{ icon(Icon::Plus) }</button>
            </div>
            <Legend view={app.shown.clone()} act={act} />
            if app.shown.running(JobKind::Open).is_some() {
                <div class="busy" role="status" data-testid="opening">
                    <strong>{ "Reading the file…" }</strong>
                    <button type="button" class="button" onclick={link.callback(|_| Msg::Act(Action::Cancel(JobKind::Open)))}>{ "Cancel" }</button>
                </div>
            }
            if topology.is_empty() {
                <div class="empty" data-testid="empty">
                    <strong>{ "An empty canvas" }</strong>
                    <p>{ "Drag devices from the palette, or start from a template." }</p>
                    <button type="button" class="button primary" onclick={link.callback(|_| Msg::Dialog(Some(Dialog::Templates)))}>{ "Choose a template" }</button>
                </div>
            }
        </section>
    }
}

fn tools(app: &App, act: &Callback<Action>) -> Html {
    let tool = |kind: ToolKind, what: Icon, name: &'static str, title: &'static str| {
        let act = act.clone();
        let onclick = Callback::from(move |_: MouseEvent| act.emit(Action::Choose(kind)));
        let on = app.shown.tool == kind;
        html! {
            <button type="button" class={classes!("icon-button", on.then_some("on"))} {title} {onclick}
                aria-pressed={on.to_string()} aria-label={name} data-testid={format!("tool-{}", name.to_lowercase())}>
                { icon(what) }
            </button>
        }
    };
    html! {
        <div class="tools" role="group" aria-label="Tools">
            { tool(ToolKind::Select, Icon::Cursor, "Select", "Select and move (V)") }
            { tool(ToolKind::Connect, Icon::Cable, "Connect", "Connect devices by dragging (C)") }
            { tool(ToolKind::Pan, Icon::Hand, "Pan", "Move the view (H, or hold Space)") }
        </div>
    }
}

const TABS: [(Tab, &str); 6] = [
    (Tab::Inspect, "Inspect"),
    (Tab::Capacity, "Capacity"),
    (Tab::Simulate, "Simulate"),
    (Tab::Migrate, "Migrate"),
    (Tab::Findings, "Findings"),
    (Tab::Bill, "Bill"),
];

fn side(app: &App, ctx: &Context<App>) -> Html {
    let (view, act) = (app.shown.clone(), ctx.link().callback(Msg::Act));
    let tabs = TABS.map(|(tab, name)| {
        let on = app.tab == tab;
        html! {
            <button type="button" role="tab" id={format!("tab-{}", name.to_lowercase())} class={classes!("tab", on.then_some("on"))}
                aria-selected={on.to_string()} aria-controls="panel" data-testid={format!("tab-{}", name.to_lowercase())}
                onclick={ctx.link().callback(move |_| Msg::Show(tab))}>
                { name }
            </button>
        }
    });
    let panel = match app.tab {
        Tab::Inspect => html! { <InspectorPanel {view} {act} /> },
        Tab::Capacity => html! { <CapacityPanel {view} {act} /> },
        Tab::Simulate => html! { <SimulationPanel {view} {act} /> },
        Tab::Migrate => html! { <MigrationPanel {view} {act} /> },
        Tab::Findings => html! { <FindingsPanel {view} {act} /> },
        Tab::Bill => html! { <BillPanel {view} {act} /> },
    };
    html! {
        <aside class="side" aria-label="Panels">
            <div class="tabs" role="tablist">{ for tabs }</div>
            <div id="panel" class="panel" role="tabpanel" tabindex="0">{ panel }</div>
        </aside>
    }
}

/// On a narrow screen: what is pulled over the canvas.
fn dock(app: &App, ctx: &Context<App>) -> Html {
    let toggle = |drawer: Drawer| {
        let next = (app.drawer != Some(drawer)).then_some(drawer);
        ctx.link().callback(move |_: MouseEvent| Msg::Drawer(next))
    };
    let state = |drawer: Drawer| (app.drawer == Some(drawer)).to_string();
    html! {
        <nav class="dock" aria-label="Drawers">
            <button type="button" class="button" aria-expanded={state(Drawer::Palette)} data-testid="dock-palette" onclick={toggle(Drawer::Palette)}>{ icon(Icon::Plus) }{ "Devices" }</button>
            <button type="button" class="button" aria-expanded={state(Drawer::Panels)} data-testid="dock-panels" onclick={toggle(Drawer::Panels)}>{ icon(Icon::Chart) }{ "Panels" }</button>
        </nav>
    }
}

fn notices(app: &App, ctx: &Context<App>) -> Html {
    let notice = |notice: &crate::editor::Notice| {
        let id = notice.id;
        let (class, role) = match notice.kind {
            NoticeKind::Info => ("info", "status"),
            NoticeKind::Refused => ("refused", "alert"),
            NoticeKind::Fault => ("fault", "alert"),
        };
        html! {
            <div key={id} class={classes!("notice", class)} {role} data-testid="notice">
                <span>{ &notice.text }</span>
                <button type="button" class="icon-button" aria-label="Dismiss" onclick={ctx.link().callback(move |_| Msg::Act(Action::Dismiss(id)))}>{ icon(Icon::Close) }</button>
            </div>
        }
    };
    html! { <div class="notices" aria-live="polite">{ for app.notices.iter().map(notice) }</div> }
}

fn dialog(app: &App, ctx: &Context<App>) -> Html {
    let (view, act) = (app.shown.clone(), ctx.link().callback(Msg::Act));
    let close = ctx.link().callback(|()| Msg::Dialog(None));
    match app.dialog {
        Some(Dialog::Templates) => html! { <TemplateDialog {act} {close} /> },
        Some(Dialog::Report) => html! { <ReportDialog {view} {act} {close} /> },
        None => Html::default(),
    }
}
