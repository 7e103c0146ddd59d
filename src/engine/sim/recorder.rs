//! Samples over time: bytes waiting at every switch port, rates of some flows; never more than a fixed number.
//!
//! The interval starts short. When the samples reach their limit every second one is dropped and the interval doubles,
//! so a run of any length ends with between 200 and 400 evenly spaced samples.

use super::core::Core;
use super::packet::Kind;

/// The most samples kept.
const LIMIT: usize = 400;
/// The first interval: 250 ns, in ps.
const FIRST_INTERVAL: u64 = 250_000;

/// The samples of a run.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    /// Time between samples, in ps.
    interval: u64,
    /// Time of the first sample, in ps.
    start: u64,
    /// How many samples there are.
    samples: usize,
    /// The ports that are watched.
    pub(super) ports: Vec<u32>,
    /// For each watched port, bytes waiting at each sample.
    queues: Vec<Vec<u32>>,
    /// The flows that are watched.
    pub(super) flows: Vec<u32>,
    /// For each watched flow, its rate in bit/s at each sample.
    rates: Vec<Vec<u64>>,
}

impl Recorder {
    /// Watches these ports and flows.
    pub(super) fn new(ports: Vec<u32>, flows: Vec<u32>) -> Self {
        let queues = vec![Vec::new(); ports.len()];
        let rates = vec![Vec::new(); flows.len()];
        Self {
            interval: FIRST_INTERVAL,
            start: 0,
            samples: 0,
            ports,
            queues,
            flows,
            rates,
        }
    }

    /// Times of the samples in ps.
    pub(super) fn times(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.samples as u64).map(|i| self.start + i * self.interval)
    }

    /// Bytes waiting at the watched port of this place, by sample.
    pub(super) fn queue(&self, place: usize) -> &[u32] {
        &self.queues[place]
    }

    /// Rate of the watched flow of this place in bit/s, by sample.
    pub(super) fn rate(&self, place: usize) -> &[u64] {
        &self.rates[place]
    }

    /// Drops every second sample and doubles the interval.
    fn thin_out(&mut self) {
        fn halve<T: Copy>(series: &mut Vec<T>) {
            let mut place = 0;
            series.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
        self.queues.iter_mut().for_each(halve);
        self.rates.iter_mut().for_each(halve);
        self.samples = self.samples.div_ceil(2);
        self.interval *= 2;
    }
}

impl Core {
    /// Plans the first sample at `start`.
    pub(super) fn start_recording(&mut self, start: u64) {
        self.recorder.start = start;
        let id = self.pool.take(Kind::Sample, 0);
        self.dormant += 1;
        self.wheel.push(&mut self.pool, id, start);
    }

    /// Takes one sample of everything that is watched and plans the next.
    #[cold]
    pub(super) fn on_sample(&mut self, id: u32) {
        let recorder = &mut self.recorder;
        for (series, &port) in recorder.queues.iter_mut().zip(&recorder.ports) {
            series.push(self.ports[port as usize].egress);
        }
        for (series, &flow) in recorder.rates.iter_mut().zip(&recorder.flows) {
            let pair = &self.pairs[flow as usize];
            let sends = pair.started && !pair.completed;
            series.push(if sends { pair.reaction.rate } else { 0 });
        }
        recorder.samples += 1;
        if recorder.samples == LIMIT {
            recorder.thin_out();
        }
        let next = recorder.start + recorder.samples as u64 * recorder.interval;
        self.wheel.push(&mut self.pool, id, next);
    }
}
