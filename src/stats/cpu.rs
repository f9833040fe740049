//! Where the CPU time of a campaign goes: a stopwatch in the runs, and the sums of what it told.

use crate::executor::{Outcome, Usage};
use crate::payload::counter;
use murxla_fsm::run::Phase;
use murxla_wrappers::spent;
use serde::Serialize;
use std::fmt;
use std::time::{Duration, Instant};

/// What the time of a run is divided into.
const PARTS: [&str; counter::PARTS] = [
    "library",
    "wrapper",
    "drawing calls",
    "model and values",
    "checks",
    "trace",
];

const LIBRARY: usize = 0;

/// The part that a phase belongs to, but for what the library takes of it.
fn part(phase: Phase) -> usize {
    match phase {
        Phase::Call => 1,
        Phase::Draw => 2,
        Phase::Apply => 3,
        Phase::Check => 4,
        Phase::Write => 5,
    }
}

/// Times the parts of a run.
pub struct Stopwatch {
    spent: [Duration; counter::PARTS],
    phase: Phase,
    since: Instant,
    in_libraries: Duration,
}

impl Stopwatch {
    /// The run begins now.
    #[must_use]
    pub fn start() -> Self {
        Self {
            spent: Default::default(),
            phase: Phase::Draw,
            since: Instant::now(),
            in_libraries: spent::in_libraries(),
        }
    }

    /// The run does something else from now on.
    pub fn enter(&mut self, phase: Phase) {
        let (now, in_libraries) = (Instant::now(), spent::in_libraries());
        let library = in_libraries.saturating_sub(self.in_libraries);
        self.spent[LIBRARY] += library;
        self.spent[part(self.phase)] += (now - self.since).saturating_sub(library);
        (self.phase, self.since, self.in_libraries) = (phase, now, in_libraries);
    }

    /// The run has ended: the parts in microseconds, by the clock on the wall.
    #[must_use]
    pub fn stop(mut self) -> [u32; counter::PARTS] {
        self.enter(Phase::Draw);
        let micros = |spent: Duration| u32::try_from(spent.as_micros()).unwrap_or(u32::MAX);
        self.spent.map(micros)
    }
}

/// CPU time of a campaign, in seconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Cpu {
    /// Of runs, by [`PARTS`].
    parts: [f64; counter::PARTS],
    /// Of runs that died, before their last call.
    died: f64,
    /// Of this process.
    parent: f64,
    /// Of all processes.
    total: f64,
    /// That of the kernel.
    kernel: f64,
    /// Pages that were read in or copied, of all processes.
    faults: u64,
    /// What the processors had to give: one for each job.
    most: f64,
}

impl Cpu {
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let cpu = outcome.cpu.as_secs_f64();
        let told = &outcome.counters[counter::FIRST_PART..][..counter::PARTS];
        let sum: f64 = told.iter().map(|part| f64::from(*part)).sum();
        if sum > 0.0 {
            for (part, told) in self.parts.iter_mut().zip(told) {
                *part += cpu * f64::from(*told) / sum;
            }
        } else {
            let wall = outcome.wall.max(outcome.in_call).as_secs_f64();
            let in_call = outcome.in_call.as_secs_f64() / wall.max(f64::MIN_POSITIVE);
            self.parts[LIBRARY] += cpu * in_call;
            self.died += cpu * (1.0 - in_call);
        }
    }

    /// The campaign has ended, all children are gone.
    pub(super) fn end(&mut self, parent: Usage, children: Usage, most: Duration) {
        self.parent = parent.cpu().as_secs_f64();
        self.total = self.parent + children.cpu().as_secs_f64();
        self.kernel = (parent.system + children.system).as_secs_f64();
        self.faults = parent.faults + children.faults;
        self.most = most.as_secs_f64();
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: f64| 100.0 * part / self.total.max(f64::MIN_POSITIVE);
        let runs: f64 = self.parts.iter().sum::<f64>() + self.died;
        let processes = (self.total - self.parent - runs).max(0.0);
        let others = [
            ("runs that died, before their last call", self.died),
            ("loading, forking and ending processes", processes),
            ("this process", self.parent),
        ];
        write!(f, "CPU time: {:.1} s of {:.1} s:", self.total, self.most)?;
        for (name, part) in PARTS.into_iter().zip(self.parts).chain(others) {
            write!(f, " {name} {:.1} %,", share(part))?;
        }
        write!(
            f,
            " and of all this in the kernel {:.1} %, {} page faults",
            share(self.kernel),
            self.faults
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_run_add_up() {
        let begun = Instant::now();
        let mut watch = Stopwatch::start();
        for phase in [Phase::Write, Phase::Call, Phase::Apply, Phase::Check] {
            watch.enter(phase);
            std::thread::sleep(Duration::from_millis(2));
        }
        let parts = watch.stop();
        let all = begun.elapsed().as_micros();
        assert!(
            parts[1..].iter().filter(|part| **part >= 2000).count() == 4,
            "{parts:?}"
        );
        assert!(
            parts.iter().map(|part| u128::from(*part)).sum::<u128>() <= all,
            "{parts:?}"
        );
    }
}
