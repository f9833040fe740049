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
    /// What has not been told.
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

    /// The run does something else from now on. Tells how many microseconds more each part has taken, by the clock on the
    /// wall: what is told is there of runs that die, too.
    pub fn enter(&mut self, phase: Phase, tell: &mut dyn FnMut(usize, u32)) {
        let (now, in_libraries) = (Instant::now(), spent::in_libraries());
        let library = in_libraries.saturating_sub(self.in_libraries);
        self.spent[LIBRARY] += library;
        self.spent[part(self.phase)] += (now - self.since).saturating_sub(library);
        for part in [LIBRARY, part(self.phase)] {
            let micros = self.spent[part].as_micros() as u32;
            self.spent[part] -= Duration::from_micros(micros.into());
            tell(part, micros);
        }
        (self.phase, self.since, self.in_libraries) = (phase, now, in_libraries);
    }
}

/// CPU time of a campaign, in seconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Cpu {
    /// Of runs, by [`PARTS`].
    parts: [f64; counter::PARTS],
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
        let told = &outcome.counters[counter::FIRST_PART..][..counter::PARTS];
        let mut parts = [0.0; counter::PARTS];
        for (part, told) in parts.iter_mut().zip(told) {
            *part = f64::from(*told) * 1e-6;
        }
        // The call that a run dies in is the library's.
        parts[LIBRARY] += outcome.in_call.as_secs_f64();
        let sum: f64 = parts.iter().sum();
        for (all, part) in self.parts.iter_mut().zip(parts) {
            *all += outcome.cpu.as_secs_f64() * part / sum.max(f64::MIN_POSITIVE);
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
        let runs: f64 = self.parts.iter().sum();
        let processes = (self.total - self.parent - runs).max(0.0);
        let others = [
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
        let mut parts = [0; counter::PARTS];
        for phase in [
            Phase::Write,
            Phase::Call,
            Phase::Apply,
            Phase::Check,
            Phase::Draw,
        ] {
            std::thread::sleep(Duration::from_millis(2));
            watch.enter(phase, &mut |part, micros| parts[part] += u128::from(micros));
        }
        let all = begun.elapsed().as_micros();
        assert!(parts[1..].iter().all(|part| *part >= 2000), "{parts:?}");
        assert!(parts.iter().sum::<u128>() <= all, "{parts:?}");
    }
}
