//! The engine's one entry: the same job gives the same answer, however it is sliced, and says why when it has none.

use fabricad::engine::analysis::Proof;
use fabricad::engine::document::{Command, Design, Document};
use fabricad::engine::ids::{JobId, Revision};
use fabricad::engine::job::{Analysis, Job, JobError, Outcome, Task, analyze, example, run};
use fabricad::engine::protocol::Response;
use fabricad::engine::report::explain_split;
use fabricad::engine::sim::{Scenario, WorkloadSpec};
use fabricad::engine::units::{BitRate, Bytes};

fn analysis(design: &Design) -> Analysis {
    match run(design, Task::Analyze) {
        Ok(Outcome::Analysis(analysis)) => *analysis,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_example_is_what_its_name_says() {
    let found = analysis(&example());
    assert_eq!(
        (found.counts.gpus, found.counts.servers, found.counts.switches),
        (256, 32, 12)
    );
    assert_eq!(found.counts.cables, 512);
    // 128 GPUs a half, 100G each, proved.
    assert!(found.bisection.bisection.is_exact());
    assert_ne!(found.bisection.bisection.proof, Proof::BoundsOnly);
    assert_eq!(found.bisection.bisection.lower, BitRate::from_gbps(12_800));
    let leaf = &found.oversubscription.tiers[0];
    assert_eq!(leaf.worst.lowest_terms(), (1, 1));
    let all_reduce = found.all_reduce.expect("256 GPUs reduce");
    assert!(
        (85.0..=100.0).contains(&all_reduce.headline.busbw_gbytes),
        "{}",
        all_reduce.headline.busbw_gbytes
    );
    assert!(found.bill.power.total.low > found.bill.power.switches.low);
    assert!(!found.assumptions.is_empty());
}

#[test]
fn an_empty_design_has_an_answer_too() {
    let found = analysis(&Design::new("nothing"));
    assert_eq!(found.bisection.bisection.upper, BitRate::ZERO);
    assert!(found.all_reduce.is_err());
}

#[test]
fn an_answer_does_not_depend_on_where_the_devices_stand() {
    let design = example();
    let mut document = Document::new(design.clone());
    let nodes = design.topology().nodes().map(|(id, _)| id).step_by(3).collect();
    document
        .execute(&Command::MoveNodes {
            nodes,
            dx: 37,
            dy: -11,
        })
        .expect("they are there");
    let moved = document.design();
    assert_ne!(moved.layout(), design.layout());
    assert_eq!(analyze(moved), analyze(&design));
}

fn simulate(steps: u32) -> (u64, usize) {
    let workload = WorkloadSpec::RingAllReduce {
        message: Bytes::from_kib(256),
    };
    let task = Task::Simulate(Box::new(Scenario {
        workload,
        ..Scenario::default()
    }));
    let mut job = Job::start(JobId::new(7), Revision::new(3), &example(), task);
    let mut told = 0;
    loop {
        match job.advance(steps) {
            Response::Progress { job, per_mille, .. } => {
                assert_eq!(job, JobId::new(7));
                assert!(per_mille <= 1000);
                told += 1;
            }
            Response::Done {
                job,
                revision,
                outcome: Outcome::Simulation(report),
                ..
            } => {
                assert_eq!((job, revision), (JobId::new(7), Revision::new(3)));
                assert!(report.finished);
                return (report.trace_hash, told);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_simulation_is_the_same_in_large_and_small_slices() {
    let (large, few) = simulate(u32::MAX);
    let (small, many) = simulate(997);
    assert_eq!(large, small);
    assert!(many > 10 * few);
}

#[test]
fn a_task_without_an_answer_says_why() {
    let open = Task::Open {
        name: "notes.txt".to_owned(),
        bytes: b"hello".to_vec(),
    };
    let Err(JobError::Open(sentence)) = run(&Design::default(), open) else {
        panic!("it opened")
    };
    assert!(!sentence.is_empty());
    let simulate = Task::Simulate(Box::default());
    let Err(JobError::Scenario(sentence)) = run(&Design::new("nothing"), simulate) else {
        panic!("it ran")
    };
    assert!(sentence.len() > 10, "{sentence}");
}

#[test]
fn a_simulation_knows_the_buffers_of_the_catalogue() {
    let scenario = Scenario {
        workload: WorkloadSpec::Incast {
            senders: 4,
            size: Bytes::from_kib(64),
        },
        ..Scenario::default()
    };
    let Ok(Outcome::Simulation(report)) = run(&example(), Task::Simulate(Box::new(scenario))) else {
        panic!("the example simulates");
    };
    // SN4600C: the pool that SONiC gives traffic; a switch that is not known is given 32 MB.
    assert!(!report.switches.is_empty());
    for switch in &report.switches {
        assert_eq!(switch.buffer, Bytes::new(60_820_000));
    }
}

#[test]
fn a_cut_that_balance_drives_through_a_server_is_explained() {
    let whole = example();
    assert_eq!(explain_split(&analysis(&whole).bisection, whole.topology()), None);
    let mut document = Document::new(whole);
    let one = document
        .design()
        .topology()
        .nodes()
        .find(|(_, node)| node.server().is_some())
        .map(|(id, _)| id)
        .unwrap();
    document
        .execute(&Command::Delete {
            nodes: vec![one],
            links: vec![],
        })
        .unwrap();
    let fewer = document.design();
    let answer = analysis(fewer).bisection;
    // 31 servers of 8: a half of 124 GPUs takes four of one server, 2,400 Gb/s of NVLink each.
    assert_eq!(answer.bisection.upper, BitRate::from_gbps(12_400 + 4 * 2_400));
    let words = explain_split(&answer, fewer.topology()).expect("a server is split");
    assert!(words.contains("carry 12.4 Tb/s"), "{words}");
}
