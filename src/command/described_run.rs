//! The run that an issue describes: what is said about it must fit the trace that is shown.

use super::bug_replay::{BugReplay, Where};
use crate::cli::ReplayArgs;
use crate::oracle::leak;
use crate::reports::issue::{IssueRun, IssueTrace};
use crate::results::{FULL, KeptFinding, OUTPUT};
use crate::triage::{Finding, SeenBug, SuspectedBug, first_line};
use murxla_executor::Outcome;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::{Line, lex};
use murxla_store::SolverSpec;

/// The run in which the campaign has seen the finding first.
pub(super) fn first_run(known: &KeptFinding) -> IssueRun {
    let SeenBug {
        message, last_call, ..
    } = &known.finding.observed;
    let text = known.folder.read(FULL).unwrap_or_default();
    let output = known.folder.read(OUTPUT).unwrap_or_default();
    IssueRun {
        file: FULL,
        message: message.clone(),
        last_call: last_call.clone(),
        calls: lex(&String::from_utf8_lossy(&text)).ok(),
        output: String::from_utf8_lossy(&output).into_owned(),
    }
}

/// The run of the trace that is shown, from its replay.
pub(super) fn run_of_trace(
    known: &KeptFinding,
    trace: &IssueTrace,
    replayed: &Outcome,
    (solver, replays): (Option<&SolverSpec>, &ReplayArgs),
    place: Where<'_>,
) -> IssueRun {
    let finding = &known.finding;
    let is_it = |bug: &SuspectedBug| bug.is_of_kind(&finding.observed.kind);
    if let Some(bug) = SuspectedBug::of(replayed.clone()).filter(is_it) {
        return run_of_bug(trace, bug);
    }
    let by_oracles = finding.observed.kind.needs_other_process();
    if let Some(solver) = solver.filter(|_| by_oracles) {
        let replay = BugReplay::new(&trace.text, &trace.script, replays, place);
        let bugs = replay.bugs(solver, true).unwrap_or_default();
        if let Some(bug) = bugs.into_iter().find(is_it) {
            return run_of_bug(trace, bug);
        }
    }
    if trace.name == FULL {
        return first_run(known);
    }
    // The first line of a message is general. The rest may name terms of the longer trace.
    let message = match &finding.observed.kind {
        BugKind::Leak => finding.observed.message.clone(),
        _ => first_line(&finding.observed.message)
            .unwrap_or_default()
            .to_owned(),
    };
    IssueRun {
        file: trace.name,
        message,
        last_call: match finding.observed.kind {
            BugKind::Leak => leaking_call(finding, trace),
            _ => trace.script.lines.last().map(Line::call),
        },
        calls: lex(&replayed.trace).ok(),
        output: replayed.output.clone(),
    }
}

fn run_of_bug(trace: &IssueTrace, bug: SuspectedBug) -> IssueRun {
    IssueRun {
        file: trace.name,
        message: bug.violation.message,
        last_call: bug.outcome.calls.last,
        calls: lex(&bug.outcome.trace).ok(),
        output: bug.outcome.output,
    }
}

/// The call of a trace that leaks: the last one like that in which the leak was found.
fn leaking_call(finding: &Finding, trace: &IssueTrace) -> Option<String> {
    let found = finding.observed.last_call.as_deref().map(leak::kind_of)?;
    let calls = trace.script.lines.iter().rev().map(Line::call);
    let mut calls = calls.filter(|call| leak::kind_of(call) == found);
    calls.next()
}
