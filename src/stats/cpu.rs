//! How a campaign's CPU time is distributed.

use crate::executor::{Outcome, Usage};
use crate::payload::{LIBRARY, PARTS, counter};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

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
