//! What `replay` prints of a run. `minimize --match-output` searches the same text.

use crate::trace_file;
use crate::triage::SuspectedBug;
use murxla_executor::{Outcome, Verdict};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, lex};
use murxla_system::symbols::readable;

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
    text.push_str(&format!("{}\n", verdict(outcome)));
    text
}

/// The verdict. How a failed assertion ends the process depends on the build.
fn verdict(outcome: &Outcome) -> String {
    let bug = SuspectedBug::of(outcome.clone());
    let failed = bug.as_ref().and_then(SuspectedBug::failed_assertion);
    match (failed, bug.as_ref().map(|bug| &bug.violation.kind)) {
        (Some(failed), Some(kind)) => format!("{kind}: {failed}"),
        (None, Some(kind @ BugKind::Address(_))) => kind.to_string(),
        _ => outcome.verdict.to_string(),
    }
}

/// The number of answers that are listed. More are counted.
const LISTED: usize = 20;

/// The answers of the checks of a run, for a message that ends with them.
#[must_use]
pub fn answers(outcome: &Outcome) -> String {
    let script = lex(&outcome.trace).ok();
    let lines = script.iter().flat_map(|script| &script.lines);
    let answers: Vec<&str> = lines.filter_map(Line::answer).map(Answer::name).collect();
    match answers.len() {
        0 => String::new(),
        1..=LISTED => format!(": {}", answers.join(", ")),
        _ => {
            let all = [Answer::Sat, Answer::Unsat, Answer::Unknown].map(Answer::name);
            let count = |name: &str| answers.iter().filter(|answer| **answer == name).count();
            let counts = all.map(|name| (count(name), name)).into_iter();
            let counts = counts.filter(|(count, _)| *count > 0);
            let counts: Vec<String> = counts.map(|(n, name)| format!("{n} {name}")).collect();
            format!(": {}", counts.join(", "))
        }
    }
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
