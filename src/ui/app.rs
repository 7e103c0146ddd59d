//! The root of the page: owns the session, runs its effects, draws its canvas.
//!
//! Events become actions, actions go through [`Session::update`], effects come out and are carried out here. The virtual
//! document is built anew only when the panels' snapshot has changed; pointer moves only redraw the canvas.

mod effects;
mod view;

use super::canvas::{Canvas, Ink};
use super::platform::handles::{Element, FileInput, Frame, Listener, Pulse, Reader, Resize, Wait, on_resize};
use super::platform::surface::Surface;
use super::platform::worker_client::WorkerClient;
use super::platform::{events, files, page, storage, timing};
use super::snapshot::Snapshot;
use crate::editor::{Action, Notice, NoticeKind, PaletteItem, Phase, Pointer, Session, action_for};
use crate::engine::document::{Design, open};
use crate::engine::job::example;
use crate::engine::protocol::Response;
use yew::prelude::*;

/// The panel on the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Tab {
    /// What is selected.
    #[default]
    Inspect,
    /// Bisection, oversubscription, collectives.
    Capacity,
    /// The packet simulation.
    Simulate,
    /// The migration plan.
    Migrate,
    /// What is wrong with the fabric.
    Findings,
    /// What it is made of, what it draws and costs, and what the figures rest on.
    Bill,
}

/// A dialog over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Dialog {
    /// New from a template.
    Templates,
    /// The report, before it is downloaded.
    Report,
}

/// What can happen to the root.
pub(in crate::ui) enum Msg {
    /// An action from a panel or the keyboard.
    Act(Action),
    /// A pointer event on the canvas.
    Pointer(PointerEvent, Phase),
    /// The wheel over the canvas.
    Wheel(WheelEvent),
    /// A key anywhere on the page.
    KeyDown(KeyboardEvent),
    /// A key went up.
    KeyUp(String),
    /// Something was dropped onto the canvas.
    Drop(DragEvent),
    /// A file was chosen.
    Choose(FileInput),
    /// A file was read.
    Read(String, Result<Vec<u8>, String>),
    /// The worker said something.
    Worker(Response),
    /// Is the worker still there?
    CheckWorker,
    /// The notices up to this one have been there long enough to be read.
    NoticesRead(u64),
    /// The page is about to be left.
    Leaving,
    /// Another tab keeps its design in the same place.
    OtherTab,
    /// The next picture is due.
    Frame,
    /// The canvas may have another size.
    Resized,
    /// The person chose the other theme, or the system did.
    ToggleTheme,
    /// The system's preference changed.
    SchemeChanged,
    /// Another panel.
    Show(Tab),
    /// The palette or the panels on a narrow screen.
    Drawer(Option<Drawer>),
    /// A dialog.
    Dialog(Option<Dialog>),
}

/// What is pulled over the canvas on a narrow screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Drawer {
    /// The palette.
    Palette,
    /// The panels.
    Panels,
}

/// The root component.
pub(in crate::ui) struct App {
    session: Session,
    worker: WorkerClient,
    canvas: Option<Canvas>,
    stage: NodeRef,
    layers: [NodeRef; 2],
    shown: Snapshot,
    tab: Tab,
    drawer: Option<Drawer>,
    dialog: Option<Dialog>,
    theme: Option<bool>,
    notices: Vec<Notice>,
    space: bool,
    /// The newest pointer move that no frame has taken up yet.
    pending: Option<Pointer>,
    /// When the notices leave.
    going: Option<Wait>,
    frame: Option<Frame>,
    wake: Option<Wait>,
    reader: Option<Reader>,
    resize: Option<Resize>,
    /// The view that the stage last told of: scripts and assistive tools read it there.
    told: Option<crate::editor::Viewport>,
    _pulse: Pulse,
    _listeners: Vec<Listener>,
}

impl Component for App {
    type Message = Msg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        page::report_panics();
        // `#panic` in the address shows what a person would see of a fault; see CONTRIBUTING.md.
        assert!(!page::is_asked_to_panic(), "asked to by the address");
        let mut session = Session::new(first_design());
        let theme = storage::theme().map(|theme| theme == "dark");
        let effects = session.update(Action::Wake);
        let shown = Snapshot::new(&session, theme.unwrap_or_else(page::prefers_dark));
        let mut app = Self {
            session,
            worker: spawn(ctx),
            canvas: None,
            stage: NodeRef::default(),
            layers: [NodeRef::default(), NodeRef::default()],
            shown,
            tab: Tab::default(),
            drawer: None,
            dialog: None,
            theme,
            notices: Vec::new(),
            space: false,
            pending: None,
            going: None,
            frame: None,
            wake: None,
            reader: None,
            resize: None,
            told: None,
            _pulse: timing::every(3_000, {
                let link = ctx.link().clone();
                move || link.send_message(Msg::CheckWorker)
            }),
            _listeners: listeners(ctx),
        };
        app.apply_theme();
        app.carry_out(ctx, effects);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let chrome = self.heed(ctx, msg);
        self.ask_frame(ctx);
        self.refresh(ctx) || chrome
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        view::page(self, ctx)
    }

    fn rendered(&mut self, ctx: &Context<Self>, first_render: bool) {
        if first_render {
            let surface = |layer: &NodeRef| layer.cast().and_then(Surface::new);
            let [base, overlay] = &self.layers;
            if let (Some(base), Some(overlay)) = (surface(base), surface(overlay)) {
                self.canvas = Some(Canvas::new(base, overlay));
            }
            if let Some(stage) = self.stage.cast::<Element>() {
                let link = ctx.link().clone();
                self.resize = on_resize(&stage, move || link.send_message(Msg::Resized));
            }
            self.resized(ctx);
            self.draw();
        }
        if self.session.is_analysed() {
            page::mark("ready", "true");
        }
    }
}

/// What the page listens to outside its own elements.
fn listeners(ctx: &Context<App>) -> Vec<Listener> {
    let send = |make: fn() -> Msg| {
        let link = ctx.link().clone();
        move || link.send_message(make())
    };
    let keys = ctx.link().clone();
    let mut listeners: Vec<Listener> = files::no_stray_drops().into_iter().collect();
    listeners.extend(page::on_scheme_change(send(|| Msg::SchemeChanged)));
    listeners.extend(page::on_keys(move |event, down| {
        keys.send_message(if down {
            Msg::KeyDown(event)
        } else {
            Msg::KeyUp(event.key())
        });
    }));
    listeners.push(page::on_blur(send(|| Msg::KeyUp(" ".to_owned()))));
    listeners.push(page::on_leave(send(|| Msg::Leaving)));
    listeners.push(storage::on_other_tab(send(|| Msg::OtherTab)));
    listeners
}

/// Starts a worker whose words come back as messages.
fn spawn(ctx: &Context<App>) -> WorkerClient {
    let link = ctx.link().clone();
    WorkerClient::spawn(move |response| link.send_message(Msg::Worker(response)))
}

/// The design of the last visit, or the example; a kept one that cannot be read is put aside and offered as a file.
fn first_design() -> Design {
    let Some(text) = storage::load() else {
        return example();
    };
    match open(&text) {
        Ok(design) => design,
        Err(error) => {
            storage::put_aside(&text);
            page::offer_unread(&text, &error.to_string());
            example()
        }
    }
}

impl App {
    /// Does what a message asks; returns whether it changes the page beyond what the session shows.
    fn heed(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::KeyDown(event) => return self.key_down(ctx, &event),
            Msg::CheckWorker => return self.check_worker(ctx),
            Msg::Drop(event) => self.dropped(ctx, &event),
            Msg::Choose(input) => self.read_file(ctx, files::take_chosen(&input)),
            Msg::Read(name, bytes) => self.file_read(ctx, name, bytes),
            Msg::ToggleTheme => {
                self.theme = Some(!self.is_dark());
                storage::keep_theme(self.theme.map(|dark| if dark { "dark" } else { "light" }));
                self.apply_theme();
            }
            Msg::SchemeChanged => self.apply_theme(),
            Msg::Show(tab) => {
                self.tab = tab;
                self.drawer = Some(Drawer::Panels);
            }
            Msg::Drawer(drawer) => self.drawer = drawer,
            Msg::Dialog(dialog) => self.dialog = dialog,
            for_the_session => {
                self.pass_on(ctx, for_the_session);
                return false;
            }
        }
        true
    }

    /// Messages whose effect is all in the session and on the canvas.
    fn pass_on(&mut self, ctx: &Context<Self>, msg: Msg) {
        match msg {
            Msg::Act(action) => {
                self.flush(ctx);
                self.act(ctx, action);
            }
            Msg::Pointer(event, phase) => self.pointer(ctx, &event, phase),
            Msg::Wheel(event) => self.wheel(ctx, &event),
            Msg::KeyUp(key) => self.space &= key != " ",
            Msg::Worker(response) => self.heard(ctx, response),
            Msg::NoticesRead(newest) => self.dismiss_up_to(ctx, newest),
            Msg::OtherTab => {
                let sentence = "Fabricad is open in another tab. This browser keeps one design: the one that was \
                                edited last. Save this one as a file to have both.";
                self.tell(ctx, sentence.to_owned());
            }
            Msg::Leaving => self.act(ctx, Action::Wake),
            Msg::Frame => {
                self.frame = None;
                self.flush(ctx);
                self.draw();
            }
            Msg::Resized => self.resized(ctx),
            _ => {}
        }
    }

    fn dismiss_up_to(&mut self, ctx: &Context<Self>, newest: u64) {
        let read = |notice: &&Notice| notice.id <= newest && notice.kind != NoticeKind::Fault;
        let notices = self.session.notices();
        let ids: Vec<u64> = notices.iter().filter(read).map(|notice| notice.id).collect();
        for id in ids {
            self.act(ctx, Action::Dismiss(id));
        }
    }

    fn is_dark(&self) -> bool {
        self.theme.unwrap_or_else(page::prefers_dark)
    }

    fn apply_theme(&mut self) {
        page::set_theme(self.theme.map(|dark| if dark { "dark" } else { "light" }));
    }

    fn act(&mut self, ctx: &Context<Self>, action: Action) {
        let effects = self.session.update(action);
        self.carry_out(ctx, effects);
    }

    /// Takes up the pointer's newest move, at most once a frame.
    fn flush(&mut self, ctx: &Context<Self>) {
        if let Some(pointer) = self.pending.take() {
            self.act(ctx, Action::Pointer(pointer));
        }
    }

    /// Whether the panels have anything new to show.
    fn refresh(&mut self, ctx: &Context<Self>) -> bool {
        let dark = self.is_dark();
        // During a drag the panels wait: what moves is on the canvas alone.
        if self.session.document().in_gesture() {
            return false;
        }
        let now = Snapshot::new(&self.session, dark);
        let changed = now != self.shown || self.notices != self.session.notices();
        if self.notices != self.session.notices() {
            self.let_notices_go(ctx);
        }
        if changed {
            if now.design.name != self.shown.design.name {
                page::set_title(&format!("{} – Fabricad", now.design.name));
            }
            self.shown = now;
            self.notices = self.session.notices().to_vec();
        }
        changed
    }

    /// A notice leaves by itself once it can be read; a fault stays until it is dismissed.
    fn let_notices_go(&mut self, ctx: &Context<Self>) {
        const READ_MS: u32 = 9_000;
        let passing = |notice: &&Notice| notice.kind != NoticeKind::Fault;
        self.going = self.session.notices().iter().rfind(passing).map(|newest| {
            let (link, newest) = (ctx.link().clone(), newest.id);
            timing::after(READ_MS, move || link.send_message(Msg::NoticesRead(newest)))
        });
    }

    fn ask_frame(&mut self, ctx: &Context<Self>) {
        if self.frame.is_none() {
            let link = ctx.link().clone();
            self.frame = Some(timing::next_frame(move || link.send_message(Msg::Frame)));
        }
    }

    fn draw(&mut self) {
        let ink = Ink::of(self.is_dark());
        if let Some(canvas) = &mut self.canvas {
            canvas.draw(&self.session, ink);
        }
        let view = *self.session.viewport();
        if self.told != Some(view) {
            self.told = Some(view);
            page::tell(
                &self.stage,
                "view",
                &format!("{} {} {}", view.origin.x, view.origin.y, view.scale),
            );
        }
    }

    fn resized(&mut self, ctx: &Context<Self>) {
        if let Some(stage) = self.stage.cast::<Element>() {
            let (width, height) = (f64::from(stage.client_width()), f64::from(stage.client_height()));
            if width > 0.0 && height > 0.0 {
                self.act(ctx, Action::Resize { width, height });
            }
        }
    }

    fn pointer(&mut self, ctx: &Context<Self>, event: &PointerEvent, phase: Phase) {
        let Some(stage) = self.stage.cast::<Element>() else {
            return;
        };
        let pointer = events::pointer(&stage, event, phase, self.space);
        if phase == Phase::Move {
            self.pending = Some(pointer);
            return;
        }
        self.flush(ctx);
        if phase == Phase::Down {
            events::capture(&stage, event);
        }
        self.act(ctx, Action::Pointer(pointer));
    }

    fn wheel(&mut self, ctx: &Context<Self>, event: &WheelEvent) {
        event.prevent_default();
        let Some(stage) = self.stage.cast::<Element>() else {
            return;
        };
        let at = events::place_on(&stage, event);
        let (dx, dy) = events::wheel_pixels(event);
        // A wheel zooms; two fingers on a touchpad pan (they scroll sideways too, a wheel does not), unless they pinch.
        let zoom = event.ctrl_key() || event.meta_key() || (dx == 0.0 && dy.abs() >= 50.0);
        self.act(ctx, Action::Wheel { at, dx, dy, zoom });
    }

    fn key_down(&mut self, ctx: &Context<Self>, event: &KeyboardEvent) -> bool {
        if event.key() == "Enter" && self.dialog.is_none() {
            events::leave_field(event);
        }
        let saves = events::key(event).modifiers.ctrl && event.key().eq_ignore_ascii_case("s");
        if !saves && events::is_typing(event) || self.dialog.is_some() {
            return false;
        }
        let on_stage = events::is_within(event, &self.stage);
        let on_canvas = on_stage || events::is_on_page(event);
        if event.key() == " " && on_canvas {
            event.prevent_default();
            self.space = true;
            return false;
        }
        let press = events::key(event);
        let for_the_canvas = match press.key.as_str() {
            "Tab" => on_stage,
            "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => on_canvas,
            _ => true,
        };
        if !for_the_canvas {
            return false;
        }
        if let Some(action) = action_for(&press, !self.session.selection().is_empty()) {
            event.prevent_default();
            self.flush(ctx);
            self.act(ctx, action);
        }
        false
    }

    fn dropped(&mut self, ctx: &Context<Self>, event: &DragEvent) {
        event.prevent_default();
        if let Some(file) = files::dropped(event) {
            self.read_file(ctx, Some(file));
            return;
        }
        let item = files::dragged_text(event).and_then(|key| PaletteItem::from_key(&key));
        if let (Some(item), Some(stage)) = (item, self.stage.cast::<Element>()) {
            self.drawer = None;
            self.act(ctx, Action::Drop(item, events::place_on(&stage, event)));
        }
    }
}
