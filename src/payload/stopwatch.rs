//! Times the parts of a run, in the child.

use super::counter;
use murxla_fsm::run::Phase;
use murxla_wrappers::timing;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The parts of a run's time, by their names in `stats.json`.
pub const PARTS: [&str; counter::PARTS] = [
    "library",
    "wrapper",
    "drawing calls",
    "model and values",
    "checks",
    "trace",
];

/// The place of the library's part in [`PARTS`].
pub const LIBRARY: usize = 0;

/// The part that a phase belongs to. The time in the library is subtracted from it.
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
pub(super) struct Stopwatch {
    /// Time that has not been reported yet.
    spent: [Duration; counter::PARTS],
    phase: Phase,
    /// Wall-clock time of the calls of each action.
    took: BTreeMap<Box<str>, Duration>,
    action: Box<str>,
    since: Instant,
    in_libraries: Duration,
}

impl Stopwatch {
    /// The run begins now.
    pub(super) fn start() -> Self {
        Self {
            spent: Default::default(),
            phase: Phase::Draw,
            took: BTreeMap::new(),
            action: Box::default(),
            since: Instant::now(),
            in_libraries: timing::in_libraries(),
        }
    }

    /// The next call is of this action.
    pub(super) fn call(&mut self, action: &str) {
        self.action = action.into();
    }

    /// How long the calls of each action have taken, in microseconds.
    pub(super) fn times(self) -> BTreeMap<String, u64> {
        let took = self.took.into_iter();
        took.map(|(action, time)| (action.into(), time.as_micros() as u64))
            .collect()
    }

    /// The run enters another phase. `report` gets the place of each part and the microseconds of
    /// wall-clock time that it has taken since the last report. Reporting at each change keeps the
    /// times of runs that crash later.
    pub(super) fn enter(&mut self, phase: Phase, report: &mut dyn FnMut(usize, u32)) {
        let (now, in_libraries) = (Instant::now(), timing::in_libraries());
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
            report(part, micros);
        }
        (self.phase, self.since, self.in_libraries) = (phase, now, in_libraries);
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
