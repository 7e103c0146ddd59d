//! `fabricad simulate`: packets on the drawn fabric.

mod page;

use super::files::{self, Opened};
use super::interval::Interval;
use super::quantity::{self, TypedSize};
use super::{Failure, fault};
use crate::engine::export::json::SimulationView;
use crate::engine::job::{self, Outcome, Task};
use crate::engine::sim::{Profile, Scenario, SimReport, WorkloadSpec};
use crate::engine::units::{BitRate, SimTime};
use clap::{Args, ValueEnum};
use serde::Serialize;

/// Simulate packets on a fabric: RoCEv2 with ECN, DCQCN and PFC.
#[derive(Debug, Args)]
pub(super) struct Simulate {
    /// A design, GraphML, containerlab YAML, or an HPCC or SimAI topology.txt; - is standard input
    file: String,
    #[command(flatten)]
    traffic: Traffic,
    /// Run this many seeds, from --seed up, and give means with 95 % intervals
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    runs: u64,
    /// Add queues and rates over time to the JSON
    #[arg(long, requires = "json")]
    series: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// What to simulate.
#[derive(Debug, Args)]
pub(super) struct Traffic {
    /// The traffic
    #[arg(long, value_enum, default_value_t = Workload::Ring)]
    workload: Workload,
    /// What each GPU reduces (ring) or each flow carries: kB, MB, GB or KiB, MiB, GiB
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = quantity::typed_size)]
    message: TypedSize,
    /// How many servers send to one, in an incast
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    senders: u32,
    /// Decides every random draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whether switches mark
    #[arg(long, value_enum, default_value_t = Switch::On)]
    ecn: Switch,
    /// Whether senders react to marks
    #[arg(long, value_enum, default_value_t = Switch::On)]
    dcqcn: Switch,
    /// Whether switches pause, and senders obey
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pfc: Switch,
    /// Times exact to the picosecond, or the rules of the HPCC simulator (ns-3)
    #[arg(long, value_enum, default_value_t = Model::Exact)]
    profile: Model,
    /// Payload of a full frame: the RDMA path MTU
    #[arg(long, value_name = "SIZE", default_value = "4096B", value_parser = quantity::typed_size)]
    mtu: TypedSize,
    /// Packet buffer of a switch whose data sheet is not known
    #[arg(long, value_name = "SIZE", default_value = "32MB", value_parser = quantity::typed_size)]
    buffer: TypedSize,
    /// Stop after this much simulated time
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    time_limit: SimTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Workload {
    /// Ring all-reduce over all GPUs, rings as NCCL lays them
    Ring,
    /// Many servers send to one
    Incast,
    /// Every NIC port sends to one other, and receives from one
    Permutation,
    /// Every NIC port sends to all of its number
    AllToAll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Times exact to the picosecond, full Ethernet framing
    Exact,
    /// Whole nanoseconds, framing and headroom as in the HPCC simulator
    Hpcc,
}

/// Several runs with their means.
#[derive(Serialize)]
struct RunsView {
    seeds: Vec<u64>,
    summary: Summary,
    runs: Vec<SimulationView>,
}

/// Means over the runs that have the figure.
#[derive(Clone, Copy, Debug, Serialize)]
struct Summary {
    all_reduce_time_us: Option<Interval>,
    all_reduce_busbw_gbytes: Option<Interval>,
    fct_mean_us: Option<Interval>,
    fct_p99_us: Option<Interval>,
    fct_max_us: Option<Interval>,
    pauses: Option<Interval>,
    drops: Option<Interval>,
    /// Runs in which everything was delivered.
    finished: usize,
}

impl Summary {
    fn of(reports: &[Box<SimReport>]) -> Self {
        let mean = |figure: &dyn Fn(&SimReport) -> Option<f64>| {
            let values: Vec<f64> = reports.iter().filter_map(|report| figure(report)).collect();
            Interval::of(&values)
        };
        let us = |time: SimTime| time.as_us_f64();
        Self {
            all_reduce_time_us: mean(&|r| r.all_reduce?.time.map(us)),
            all_reduce_busbw_gbytes: mean(&|r| r.all_reduce?.busbw.map(BitRate::as_gbytes_f64)),
            fct_mean_us: mean(&|r| Some(us(r.fct?.mean))),
            fct_p99_us: mean(&|r| Some(us(r.fct?.p99))),
            fct_max_us: mean(&|r| Some(us(r.fct?.max))),
            pauses: mean(&|r| Some(r.totals.pauses as f64)),
            drops: mean(&|r| Some(r.totals.drops as f64)),
            finished: reports.iter().filter(|report| report.finished).count(),
        }
    }
}

impl Simulate {
    /// The runs, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let opened = files::open(&self.file)?;
        let mut scenario = self.traffic.scenario();
        let mut reports = Vec::new();
        for run in 0..self.runs {
            scenario.seed = self.traffic.seed.saturating_add(run);
            reports.push(self.simulate(&opened, &scenario)?);
        }
        if !self.json {
            return Ok(page::page(&opened, &self.traffic, &reports));
        }
        let view = |report: &SimReport| SimulationView::of(&opened.design, &scenario, report, self.series);
        match &reports[..] {
            [one] => files::json(&view(one)),
            many => files::json(&RunsView {
                seeds: many.iter().map(|report| report.seed).collect(),
                summary: Summary::of(many),
                runs: many.iter().map(|report| view(report)).collect(),
            }),
        }
    }

    fn simulate(&self, opened: &Opened, scenario: &Scenario) -> Result<Box<SimReport>, Failure> {
        match job::run(&opened.design, Task::Simulate(Box::new(scenario.clone()))) {
            Ok(Outcome::Simulation(report)) => Ok(report),
            Ok(_) => Err(fault("a simulation gave another answer")),
            Err(error) => Err(Failure::file(&self.file, error)),
        }
    }
}

impl Traffic {
    /// The scenario that was asked for.
    pub(super) fn scenario(&self) -> Scenario {
        let size = self.message.bytes;
        Scenario {
            profile: match self.profile {
                Model::Exact => Profile::Exact,
                Model::Hpcc => Profile::Hpcc,
            },
            workload: match self.workload {
                Workload::Ring => WorkloadSpec::RingAllReduce { message: size },
                Workload::Incast => WorkloadSpec::Incast {
                    senders: self.senders,
                    size,
                },
                Workload::Permutation => WorkloadSpec::Permutation { size },
                Workload::AllToAll => WorkloadSpec::AllToAll { size },
            },
            seed: self.seed,
            ecn: self.ecn == Switch::On,
            dcqcn: self.dcqcn == Switch::On,
            pfc: self.pfc == Switch::On,
            mtu: self.mtu.bytes,
            default_buffer: self.buffer.bytes,
            time_limit: self.time_limit,
            ..Scenario::default()
        }
    }
}
