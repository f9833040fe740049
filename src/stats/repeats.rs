//! Detects runs that change later runs of the same process. A share of the runs that were not the
//! first of their process is repeated from their traces, each in a fresh process. Answers and
//! values should be the same.

use crate::actions::called;
use crate::payload::counter;
use murxla_executor::{Item, Outcome, Verdict};
use murxla_fsm::rng::Rng;
use murxla_fsm::trace::{Note, TextLine, notes_in};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// One in `SHARE` runs is repeated, which takes 2 % of the time.
const SHARE: u64 = 50;

/// The number of differences that are reported.
const REPORTED: usize = 5;

/// Repetitions of runs.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Repeats {
    /// The number of repetitions that have ended.
    repeated: u64,
    /// Repetitions that were equal until they reached the time limit, which depends on the machine.
    timed_out: u64,
    /// Repetitions that differ.
    differ: u64,
    /// The first differences.
    first: Vec<RepeatDifference>,
    /// Repetitions that run: the run and its trace, by the ticket of the repetition.
    #[serde(skip)]
    open: BTreeMap<u64, (Item, Arc<str>)>,
}

/// Where a run first differs from its repetition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct RepeatDifference {
    seed: u64,
    /// The call, as it is in the trace.
    call: String,
    /// The line that differs: in the run after others, and in the repetition alone.
    behind: String,
    alone: String,
}

/// Whether a run is repeated. The seed decides this, so that a campaign with the same seeds repeats
/// the same runs.
pub(super) fn is_drawn(run: &Outcome) -> bool {
    // Calls that were left out are not a part of a replay.
    let lacks_calls =
        run.counters[counter::REFUSED] > 0 || notes_in(&run.trace).any(|note| note.is_left_out());
    let is_whole = !run.calls.truncated && !lacks_calls;
    let is_candidate = run.verdict == Verdict::Ok && is_whole && run.process.earlier_items > 0;
    let seed = run.seed().filter(|_| is_candidate);
    seed.is_some_and(|seed| Rng::new(seed).below(SHARE) == 0)
}

/// The lines that are not comments: calls, their results, and notes. A replay does not know of
/// calls that were skipped.
fn compared(trace: &str) -> impl Iterator<Item = &str> {
    let lines = trace.lines().map(str::trim);
    lines.filter(|line| {
        let is_skipped = |note: &Note| matches!(note, Note::Skipped { .. });
        match TextLine::of(line) {
            TextLine::Note(note) => !is_skipped(&note),
            TextLine::Comment(_) => false,
            TextLine::Code(_) => true,
        }
    })
}

/// The call and the two lines in which two traces first differ. The end of a trace counts as a
/// line.
fn difference<'a>(ours: &'a str, theirs: &'a str, end: &'a str) -> Option<[&'a str; 3]> {
    let ours = compared(ours).chain(["the end"]);
    let mut theirs = compared(theirs).chain([end]);
    let mut call = "";
    for ours in ours {
        let theirs = theirs.next().unwrap_or(end);
        if ours != theirs {
            return Some([call, ours, theirs]);
        }
        if called(ours).is_some() {
            call = ours;
        }
    }
    None
}

impl Repeats {
    /// A run is repeated with this ticket.
    pub(super) fn begin(&mut self, run: &Outcome, ticket: u64) {
        self.open
            .insert(ticket, (run.item.clone(), Arc::clone(&run.trace)));
    }

    /// Takes an outcome if it is that of a repetition. Returns whether it is.
    pub(super) fn end(&mut self, repeat: &Outcome) -> bool {
        let Some((item, run)) = self.open.remove(&repeat.ticket) else {
            return false;
        };
        if repeat.verdict == Verdict::Killed {
            return true; // Something else has killed the process.
        }
        self.repeated += 1;
        let end = match &repeat.verdict {
            Verdict::Ok => "the end".to_owned(),
            other => other.to_string(),
        };
        if let Some([call, behind, alone]) = difference(&run, &repeat.trace, &end) {
            if repeat.verdict == Verdict::Timeout && alone == end {
                self.timed_out += 1;
                return true;
            }
            self.differ += 1;
            if let Some(seed) = item.seed()
                && self.first.len() < REPORTED
            {
                self.first.push(RepeatDifference {
                    seed,
                    call: call.to_owned(),
                    behind: behind.to_owned(),
                    alone: alone.to_owned(),
                });
            }
        }
        true
    }
}

impl fmt::Display for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "runs repeated in a fresh process: {}, {} of them differ, {} run out of time",
            self.repeated, self.differ, self.timed_out
        )?;
        for RepeatDifference {
            seed,
            call,
            behind,
            alone,
        } in &self.first
        {
            write!(
                f,
                "\n  seed {seed:#x}, {call}: '{behind}' after other runs, '{alone}' alone"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_reported_with_their_calls() {
        let run = "# called: a b\n1 new\n2 mk-const s1 \"p\"\n      return t1\n3 check-sat\n#= sat\n4 delete\n";
        let same = run
            .replace("# called: a b\n", "")
            .replace("4 delete", "# lacks: c\n4 delete");
        assert_eq!(difference(run, &same, "the end"), None);
        let other = run.replace("#= sat", "#= unknown");
        let differs = Some(["3 check-sat", "#= sat", "#= unknown"]);
        assert_eq!(difference(run, &other, "the end"), differs);
        let short = &run[..run.find("#= sat").unwrap()];
        let differs = Some(["3 check-sat", "#= sat", "crash: SIGABRT"]);
        assert_eq!(difference(run, short, "crash: SIGABRT"), differs);
        let differs = Some(["4 delete", "the end", "crash: SIGABRT"]);
        assert_eq!(difference(run, run, "crash: SIGABRT"), differs);
        let differs = Some(["4 delete", "the end", "5 new"]);
        assert_eq!(
            difference(run, &format!("{run}5 new\n"), "the end"),
            differs
        );
    }
}
