//! What `replay` prints of a run. `minimize --match-output` searches the same text.

use crate::executor::{Outcome, Verdict, readable};
use crate::trace_file;
use crate::triage::SuspectedBug;

/// All calls with their results.
#[must_use]
pub fn calls(outcome: &Outcome) -> String {
    format!(
        "{}{}",
        outcome.trace,
        trace_file::end_by_time(&outcome.verdict)
    )
}

/// How a run ended that did not end well: the output of the solver, the stack, the verdict.
#[must_use]
pub fn end(outcome: &Outcome) -> String {
    if outcome.verdict == Verdict::Ok {
        return String::new();
    }
    let mut text = outcome.output.clone();
    for frame in &outcome.frames {
        text.push_str(&format!("  at {}\n", readable(frame)));
    }
    text.push_str(&format!("{}\n", outcome.verdict));
    text
}

/// What an oracle says.
#[must_use]
pub fn bug(bug: &SuspectedBug) -> String {
    format!("{} {}\n", bug.violation.kind, bug.violation.message)
}

/// All of it, for a run with these suspected bugs.
#[must_use]
pub fn whole(outcome: &Outcome, bugs: &[SuspectedBug]) -> String {
    let mut text = calls(outcome) + &end(outcome);
    // Otherwise the only bug is how the run ended.
    if outcome.verdict == Verdict::Ok {
        text.extend(bugs.iter().map(bug));
    }
    text
}
