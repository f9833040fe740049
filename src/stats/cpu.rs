//! Where the CPU time of a campaign goes: a stopwatch in the runs, and the sums of what it told.

use crate::executor::{Outcome, Usage};
use crate::payload::counter;
use murxla_fsm::run::Phase;
use murxla_wrappers::spent;
use serde::Serialize;
use std::collections::BTreeMap;
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
        Phase::Call | Phase::Search => 1,
        Phase::Draw => 2,
        Phase::Apply => 3,
        Phase::Oracle => 4,
        Phase::Write => 5,
    }
}

/// Times the parts of a run.
pub struct Stopwatch {
    /// What has not been told.
    spent: [Duration; counter::PARTS],
    phase: Phase,
    /// Of the calls of each action, by the clock on the wall.
    took: BTreeMap<Box<str>, Duration>,
    action: Box<str>,
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
            took: BTreeMap::new(),
            action: Box::default(),
            since: Instant::now(),
            in_libraries: spent::in_libraries(),
        }
    }

    /// The next call is of this action.
    pub fn call(&mut self, action: &str) {
        self.action = action.into();
    }

    /// How long the calls of each action have taken, in microseconds.
    pub fn took(self) -> impl Iterator<Item = (Box<str>, u128)> {
        let took = self.took.into_iter();
        took.map(|(action, time)| (action, time.as_micros()))
    }

    /// The run does something else from now on. Tells how many microseconds more each part has taken, by the clock on the
    /// wall: what is told is there of runs that die, too.
    pub fn enter(&mut self, phase: Phase, tell: &mut dyn FnMut(usize, u32)) {
        let (now, in_libraries) = (Instant::now(), spent::in_libraries());
        let library = in_libraries.saturating_sub(self.in_libraries);
        if let Phase::Call | Phase::Search = self.phase {
            match self.took.get_mut(&self.action) {
                Some(took) => *took += now - self.since,
                None => drop(self.took.insert(self.action.clone(), now - self.since)),
            }
        }
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

/// CPU time of a campaign, in microseconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Cpu {
    /// Of runs, by [`PARTS`].
    parts: BTreeMap<&'static str, u64>,
    /// Of what the judges ask their solvers.
    judges: u64,
    /// Of this process.
    parent: u64,
    /// Of all processes.
    total: u64,
    /// That of the kernel.
    kernel: u64,
    /// Page faults of all processes: a number.
    faults: u64,
    /// What the processors had to give: one for each job.
    most: u64,
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
        for (name, part) in PARTS.into_iter().zip(parts) {
            let cpu = outcome.cpu.mul_f64(part / sum.max(f64::MIN_POSITIVE));
            *self.parts.entry(name).or_default() += micros(cpu);
        }
    }

    /// The campaign has ended, all children are gone.
    pub(super) fn end(&mut self, parent: Usage, children: Usage, judges: Duration, most: Duration) {
        self.judges = micros(judges);
        self.parent = micros(parent.cpu());
        self.total = self.parent + micros(children.cpu());
        self.kernel = micros(parent.system + children.system);
        self.faults = parent.faults + children.faults;
        self.most = micros(most);
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.total.max(1) as f64;
        let seconds = |part: u64| part as f64 * 1e-6;
        let runs: u64 = self.parts.values().sum();
        let known = self.parent + self.judges + runs;
        let processes = self.total.saturating_sub(known);
        let told = |name: &'static str| (name, self.parts.get(name).copied().unwrap_or(0));
        let others = [
            ("judges", self.judges),
            ("loading, forking and ending processes", processes),
            ("this process", self.parent),
        ];
        let (total, most) = (seconds(self.total), seconds(self.most));
        write!(f, "CPU time: {total:.1} s of {most:.1} s:")?;
        for (name, part) in PARTS.into_iter().map(told).chain(others) {
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

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
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
            Phase::Oracle,
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
