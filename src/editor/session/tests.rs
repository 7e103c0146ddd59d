//! Scripted sessions: pointer and keys in, documents and effects out.

use super::*;
use crate::editor::handle_of;
use crate::editor::{Button, KeyPress, Modifiers, action_for};
use crate::engine::job::{JobError, Outcome, Task, analyze, example, run};
use crate::engine::planner::Goal;
use crate::engine::protocol::Response;
use crate::engine::units::BitRate;

/// A session at scale 1 with the world's origin in the middle of an 800 by 600 canvas.
fn session() -> Session {
    let mut session = Session::new(Design::new("test"));
    session.viewport = Viewport {
        origin: WorldPoint { x: -400.0, y: -300.0 },
        scale: 1.0,
        size: (800.0, 600.0),
    };
    session
}

fn pointer(phase: Phase, x: f64, y: f64) -> Action {
    let at = ScreenPoint {
        x: x + 400.0,
        y: y + 300.0,
    };
    Action::Pointer(Pointer {
        phase,
        at,
        button: Button::Primary,
        modifiers: Modifiers::default(),
        coarse: false,
    })
}

/// Presses at `from`, moves to `to` in three steps, lets go.
fn drag(session: &mut Session, from: (f64, f64), to: (f64, f64)) -> Vec<Effect> {
    let mut effects = session.update(pointer(Phase::Move, from.0, from.1));
    effects.extend(session.update(pointer(Phase::Down, from.0, from.1)));
    for step in 1..=3 {
        let t = f64::from(step) / 3.0;
        let at = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
        effects.extend(session.update(pointer(Phase::Move, at.0, at.1)));
    }
    effects.extend(session.update(pointer(Phase::Up, to.0, to.1)));
    effects
}

/// Drops a device of the palette at a place of the world.
fn put(session: &mut Session, item: PaletteItem, x: f64, y: f64) -> NodeId {
    let id = session.design().next_node_id();
    let _ = session.update(Action::Drop(
        item,
        ScreenPoint {
            x: x + 400.0,
            y: y + 300.0,
        },
    ));
    assert!(
        session.design().topology().node(id).is_some(),
        "{item:?} was not placed"
    );
    id
}

const SERVER: PaletteItem = PaletteItem::Server("HGX A100-8 with 8 x 100G");
const SWITCH: PaletteItem = PaletteItem::Switch("SN3700C");

fn server_and_switch() -> (Session, NodeId, NodeId) {
    let mut session = session();
    let server = put(&mut session, SERVER, 0.0, 150.0);
    let switch = put(&mut session, SWITCH, 0.0, -150.0);
    let _ = session.update(Action::Escape);
    (session, server, switch)
}

#[test]
fn every_item_of_the_palette_can_be_placed_under_a_fresh_name() {
    let mut session = session();
    let items: Vec<PaletteItem> = crate::editor::palette()
        .into_iter()
        .flat_map(|s| s.items)
        .collect();
    assert!(items.len() > 30);
    for &item in &items {
        let _ = session.update(Action::Insert(item));
        assert_eq!(PaletteItem::from_key(&item.key()), Some(item));
    }
    let names: std::collections::BTreeSet<_> = session
        .design()
        .topology()
        .nodes()
        .map(|(_, node)| node.name.clone())
        .collect();
    assert_eq!(names.len(), items.len());
}

#[test]
fn a_drag_moves_a_device_and_is_one_undo_step() {
    let (mut session, server, _) = server_and_switch();
    let revision = session.document().revision();
    let effects = drag(&mut session, (0.0, 150.0), (80.0, 182.0));
    assert_eq!(
        session.design().layout().place(server),
        crate::engine::document::Point::new(80, 182)
    );
    assert_eq!(
        session.document().revision(),
        revision,
        "moving changes no answer"
    );
    assert_eq!(
        effects.iter().filter(|e| matches!(e, Effect::Wake)).count(),
        1,
        "kept once, at the end"
    );
    let _ = session.update(Action::Undo);
    assert_eq!(
        session.design().layout().place(server),
        crate::engine::document::Point::new(0, 150)
    );
}

#[test]
fn escape_in_the_middle_of_a_drag_leaves_no_trace() {
    let (mut session, server, _) = server_and_switch();
    let _ = session.update(pointer(Phase::Down, 0.0, 150.0));
    let _ = session.update(pointer(Phase::Move, 50.0, 150.0));
    assert_ne!(session.design().layout().place(server).x, 0);
    let _ = session.update(Action::Escape);
    let _ = session.update(pointer(Phase::Move, 90.0, 150.0));
    let _ = session.update(pointer(Phase::Up, 90.0, 150.0));
    assert_eq!(session.design().layout().place(server).x, 0);
}

#[test]
fn dragging_the_handle_to_another_device_cables_the_next_free_ports() {
    let (mut session, server, switch) = server_and_switch();
    let handle = handle_of(
        session.design().topology().node(server).unwrap(),
        session.design().layout().place(server),
    );
    for expected in 1..=3 {
        let _ = session.update(pointer(Phase::Move, 0.0, 150.0));
        drag(&mut session, (handle.x, handle.y), (0.0, -150.0));
        assert_eq!(session.design().topology().links_of(switch).count(), expected);
    }
    let link = session.design().topology().links().next().unwrap().1;
    assert_eq!(link.rate, crate::engine::units::BitRate::from_gbps(100));
}

#[test]
fn a_leaf_of_a_rail_gets_that_nic_of_the_server() {
    let (mut session, server, switch) = server_and_switch();
    let edit = crate::engine::document::NodeEdit::Rail(Some(5));
    let _ = session.update(Action::Execute(Box::new(Command::EditNodes {
        nodes: vec![switch],
        edit,
    })));
    let _ = session.update(Action::Choose(ToolKind::Connect));
    drag(&mut session, (0.0, -150.0), (0.0, 150.0));
    let link = *session.design().topology().links().next().unwrap().1;
    let at_server = if link.a.node == server { link.a } else { link.b };
    assert_eq!(at_server.port, 5);
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let mut session = session();
    put(&mut session, PaletteItem::Switch("QM9700"), 0.0, -150.0);
    put(&mut session, SWITCH, 0.0, 150.0);
    let _ = session.update(Action::Choose(ToolKind::Connect));
    let effects = drag(&mut session, (0.0, -150.0), (0.0, 150.0));
    assert_eq!(session.design().topology().n_links(), 0);
    let said = effects.iter().find_map(|effect| match effect {
        Effect::Announce(notice) => Some(notice.text.clone()),
        _ => None,
    });
    assert!(said.unwrap().contains("InfiniBand"));
}

#[test]
fn a_box_selects_what_it_touches_and_delete_removes_it_with_its_cables() {
    let (mut session, _, _) = server_and_switch();
    let _ = session.update(Action::Choose(ToolKind::Connect));
    drag(&mut session, (0.0, -150.0), (0.0, 150.0));
    let _ = session.update(Action::Choose(ToolKind::Select));
    drag(&mut session, (-200.0, 60.0), (200.0, 250.0));
    assert_eq!(session.selection().nodes.len(), 1);
    let key = KeyPress {
        key: "Delete".to_owned(),
        modifiers: Modifiers::default(),
    };
    let action = action_for(&key, true).unwrap();
    let _ = session.update(action);
    assert_eq!(
        (
            session.design().topology().n_nodes(),
            session.design().topology().n_links()
        ),
        (1, 0)
    );
    let _ = session.update(Action::Undo);
    assert_eq!(
        (
            session.design().topology().n_nodes(),
            session.design().topology().n_links()
        ),
        (2, 1)
    );
}

#[test]
fn a_copy_brings_the_cables_between_the_copies_and_undoes_as_one() {
    let (mut session, _, _) = server_and_switch();
    let _ = session.update(Action::Choose(ToolKind::Connect));
    drag(&mut session, (0.0, -150.0), (0.0, 150.0));
    let _ = session.update(Action::SelectAll);
    let _ = session.update(Action::Duplicate);
    assert_eq!(
        (
            session.design().topology().n_nodes(),
            session.design().topology().n_links()
        ),
        (4, 2)
    );
    let _ = session.update(Action::Undo);
    assert_eq!(
        (
            session.design().topology().n_nodes(),
            session.design().topology().n_links()
        ),
        (2, 1)
    );
}

/// The job that an edit started, after the moment of rest.
fn started(effects: &[Effect]) -> Option<(JobId, Revision)> {
    effects.iter().find_map(|effect| match effect {
        Effect::StartJob {
            job,
            revision,
            task: Task::Analyze,
            ..
        } => Some((*job, *revision)),
        _ => None,
    })
}

fn done(session: &Session, job: JobId, revision: Revision) -> Action {
    let outcome = Outcome::Analysis(Box::new(analyze(session.design())));
    Action::Worker(Response::Done {
        job,
        revision,
        micros: 1,
        outcome,
    })
}

#[test]
fn a_newer_edit_drops_the_older_job_and_its_late_answer() {
    let mut session = session();
    put(&mut session, SERVER, 0.0, 0.0);
    let first = started(&session.update(Action::Wake)).unwrap();
    let stale = done(&session, first.0, first.1);
    put(&mut session, SWITCH, 0.0, -200.0);
    let effects = session.update(Action::Wake);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::CancelJob(job) if *job == first.0))
    );
    let second = started(&effects).unwrap();
    let _ = session.update(stale);
    assert!(
        session.answers().analysis.is_none(),
        "the answer to a dropped job is not shown"
    );
    let answer = done(&session, second.0, second.1);
    let _ = session.update(answer);
    assert!(session.is_analysed());
    assert!(
        started(&session.update(Action::Wake)).is_none(),
        "nothing changed, nothing to do"
    );
}

#[test]
fn a_refused_file_leaves_the_open_design_as_it_was() {
    let mut session = Session::new(example());
    let before = session.design().clone();
    let effects = session.update(Action::OpenFile {
        name: "x".to_owned(),
        bytes: vec![0xff],
    });
    let Some(Effect::StartJob { job, .. }) = effects.last() else {
        panic!("no job")
    };
    let error = JobError::Open("x: not a design".to_owned());
    let effects = session.update(Action::Worker(Response::Failed { job: *job, error }));
    assert!(matches!(effects.as_slice(), [Effect::Announce(_)]));
    assert_eq!(session.design(), &before);
}

#[test]
fn an_opened_file_can_be_undone() {
    let mut session = session();
    put(&mut session, SERVER, 0.0, 0.0);
    let before = session.design().topology().clone();
    let effects = session.update(Action::OpenFile {
        name: "x".to_owned(),
        bytes: vec![],
    });
    let Some(Effect::StartJob { job, revision, .. }) = effects.last() else {
        panic!("no job")
    };
    let outcome = Outcome::Opened {
        design: Box::new(example()),
        notes: vec![],
    };
    let _ = session.update(Action::Worker(Response::Done {
        job: *job,
        revision: *revision,
        micros: 1,
        outcome,
    }));
    assert_eq!(session.design().topology().n_links(), 512);
    let _ = session.update(Action::Undo);
    assert_eq!(session.design().topology(), &before);
}

#[test]
fn a_worker_that_broke_loses_the_job_and_not_the_design() {
    let mut session = Session::new(example());
    let _ = session.update(Action::Wake);
    let effects = session.update(Action::Worker(Response::Panicked {
        message: "oops".to_owned(),
    }));
    assert!(matches!(effects.as_slice(), [Effect::Announce(notice)] if notice.kind == NoticeKind::Fault));
    assert!(!session.answers().is_busy());
    assert_eq!(session.design().topology().n_links(), 512);
}

#[test]
fn any_pointer_and_key_sequence_leaves_a_sound_session() {
    // A fixed pseudo-random script: presses, moves, keys, files, in any order.
    let mut session = Session::new(example());
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    for _ in 0..4_000 {
        let (x, y) = (next(800) as f64 - 400.0, next(600) as f64 - 300.0);
        let action = match next(16) {
            0..=2 => pointer(Phase::Down, x, y),
            3..=6 => pointer(Phase::Move, x, y),
            7..=8 => pointer(Phase::Up, x, y),
            9 => pointer(Phase::Cancel, x, y),
            10 => Action::Undo,
            11 => Action::Redo,
            12 => Action::Wheel {
                at: ScreenPoint { x, y },
                dx: x,
                dy: y,
                zoom: next(2) == 0,
            },
            13 => Action::Choose([ToolKind::Select, ToolKind::Connect, ToolKind::Pan][next(3) as usize]),
            14 => Action::Nudge { dx: 8, dy: -8 },
            _ => [
                Action::Escape,
                Action::DeleteSelection,
                Action::Duplicate,
                Action::Insert(SWITCH),
                Action::Fit,
            ][next(5) as usize]
                .clone(),
        };
        let _ = session.update(action);
        if session.design().topology().n_nodes() > 200 {
            let _ = session.update(Action::SelectAll);
            let _ = session.update(Action::DeleteSelection);
        }
    }
    let _ = session.update(Action::Escape);
    for (_, link) in session.design().topology().links() {
        for end in [link.a, link.b] {
            assert!(session.design().topology().port_group(end).is_some());
        }
    }
    let text = save(session.design());
    assert_eq!(&crate::engine::document::open(&text).unwrap(), session.design());
}

#[test]
fn another_design_is_shown_whole_and_without_the_old_ones_run() {
    let mut session = Session::new(example());
    let _ = session.update(Action::Resize {
        width: 800.0,
        height: 600.0,
    });
    let whole = *session.viewport();
    let _ = session.update(Action::Execute(Box::new(Command::Replace(Box::new(
        Design::new("Empty"),
    )))));
    assert!(
        (session.viewport().scale - 1.25).abs() < 1e-9,
        "an empty canvas has its natural size"
    );
    assert!(session.utilisation().is_none());
    let _ = session.update(Action::Undo);
    assert_eq!(*session.viewport(), whole);
}

#[test]
fn a_plan_that_fails_leaves_the_goal_of_the_one_on_show() {
    let mut session = Session::new(example());
    let asked = |session: &mut Session, goal: Goal| {
        let effects = session.update(Action::Plan(Box::new(goal)));
        effects.into_iter().find_map(|effect| match effect {
            Effect::StartJob {
                job,
                revision,
                design,
                task,
            } => Some((job, revision, design, task)),
            _ => None,
        })
    };
    let (job, revision, design, task) = asked(&mut session, Goal::default()).unwrap();
    let outcome = run(&design, task).unwrap();
    let _ = session.update(Action::Worker(Response::Done {
        job,
        revision,
        micros: 1,
        outcome,
    }));
    let shown = session.answers().goal.clone();
    assert!(shown.is_some());
    let other = Goal {
        rate: BitRate::from_gbps(800),
        ..Goal::default()
    };
    let (job, ..) = asked(&mut session, other).unwrap();
    let error = JobError::Plan("no".to_owned());
    let _ = session.update(Action::Worker(Response::Failed { job, error }));
    assert_eq!(session.answers().goal, shown);
}
