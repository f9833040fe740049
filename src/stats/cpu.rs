//! How a campaign's CPU time is distributed.

use crate::payload::{LIBRARY, PARTS, counter};
use murxla_executor::{Outcome, Usage};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// CPU time of a campaign, in microseconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Cpu {
    /// Of runs, by the names in [`PARTS`].
    parts: BTreeMap<&'static str, u64>,
    /// Of the oracles' solvers.
    oracles: u64,
    /// Of replays of the corpus.
    replays: u64,
    /// Of this process.
    parent: u64,
    /// Of all processes.
    total: u64,
    /// The share of the kernel in it.
    kernel: u64,
    /// The number of page faults of all processes.
    faults: u64,
    /// What this process and its children had used when the campaign started.
    #[serde(skip)]
    before: (Usage, Usage),
    /// The CPU time that was available: one processor for each job.
    #[serde(rename = "most")]
    available: u64,
}

impl Cpu {
    /// The campaign starts.
    pub(super) fn begin(&mut self) {
        self.before = (Usage::of_this_process(), Usage::of_children());
    }

    pub(super) fn add(&mut self, outcome: &Outcome) {
        let reported = &outcome.counters[counter::FIRST_PART..][..counter::PARTS];
        let mut parts = [0.0; counter::PARTS];
        for (part, micros) in parts.iter_mut().zip(reported) {
            *part = f64::from(*micros) * 1e-6;
        }
        // A run that died was in a call of the library.
        parts[LIBRARY] += outcome.calls.last_took.as_secs_f64();
        let sum: f64 = parts.iter().sum();
        for (name, part) in PARTS.into_iter().zip(parts) {
            let cpu = outcome.cost.cpu.mul_f64(part / sum.max(f64::MIN_POSITIVE));
            *self.parts.entry(name).or_default() += micros(cpu);
        }
    }

    /// The campaign and all its children have ended. The times are those of the oracles' solvers
    /// and of replays, and what was available.
    pub(super) fn end(
        &mut self,
        parent: Usage,
        children: Usage,
        [oracles, replays, available]: [Duration; 3],
    ) {
        let (parent, children) = (parent.since(self.before.0), children.since(self.before.1));
        self.oracles = micros(oracles);
        self.replays = micros(replays);
        self.parent = micros(parent.cpu());
        self.total = self.parent + micros(children.cpu());
        self.kernel = micros(parent.system + children.system);
        self.faults = parent.faults + children.faults;
        self.available = micros(available);
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.total.max(1) as f64;
        let seconds = |part: u64| part as f64 * 1e-6;
        let runs: u64 = self.parts.values().sum();
        let known = self.parent + self.oracles + self.replays + runs;
        let processes = self.total.saturating_sub(known);
        let runs_part = |name: &'static str| (name, self.parts.get(name).copied().unwrap_or(0));
        let others = [
            ("oracles", self.oracles),
            ("replays of the corpus", self.replays),
            ("loading, forking and ending processes", processes),
            ("this process", self.parent),
        ];
        let (total, available) = (seconds(self.total), seconds(self.available));
        write!(f, "CPU time: {total:.1} s of {available:.1} s:")?;
        for (name, part) in PARTS.into_iter().map(runs_part).chain(others) {
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
