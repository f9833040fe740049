//! Formulas that an action of one solver shows a bug with, or whose answers contradict each other,
//! may also show a bug by a plain check alone. Then a trace that asserts and checks them is the
//! better one.

use super::repeater::Repeater;
use crate::actions;
use crate::executor::{Item, Outcome};
use crate::oracle::plain_check;
use crate::triage::{KindRow, SuspectedBug, Tier};
use murxla_fsm::action::Context;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::oracle::checks::SAT_AND_UNSAT;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Script, lex};

impl Repeater {
    /// The bug that the formulas of the last call show when they are only asserted and checked.
    /// `None` if they show none, or if the bug is one of a plain check already.
    pub(super) async fn reproduce_with_plain_check(
        &self,
        bug: &SuspectedBug,
        context: &Context,
    ) -> Option<SuspectedBug> {
        let script = lex(&bug.outcome.trace).ok()?;
        for call in suspected_calls(&script, bug) {
            let Some(trace) = plain_check(&script, call, context) else {
                continue;
            };
            let outcome = self.run_one(Item::Trace(trace.into())).await;
            // The seed is that of the run that has led to it.
            let item = bug.outcome.item.clone();
            let plain = SuspectedBug::of(Outcome { item, ..outcome });
            if let Some(plain) = plain
                && is_better(&plain.violation.kind, &bug.violation.kind)
            {
                return Some(plain);
            }
        }
        None
    }
}

/// The number of calls whose formulas are tried, so that a run with many checks takes no long time.
const TRIED_CALLS: usize = 4;

/// The calls, by their places, whose formulas a plain check may show a bug with. Those are the last
/// one, if it is an action of one solver or contradicts an earlier answer, and then the calls with
/// the opposite answer, the nearest first.
fn suspected_calls(script: &Script, bug: &SuspectedBug) -> Vec<usize> {
    let Some((last, before)) = script.lines.split_last() else {
        return Vec::new();
    };
    let failed = bug.violation.check.as_ref();
    let contradicts = failed.is_some_and(|check| check.id == SAT_AND_UNSAT.id());
    if !contradicts && actions::is_shared(&last.action.text) {
        return Vec::new();
    }
    let mut calls = vec![before.len()];
    if contradicts && let Some(answer) = claim(last) {
        let is_opposite = |line: &Line| claim(line).is_some_and(|other| other != answer);
        let opposite = before.iter().enumerate().rev();
        let opposite = opposite.filter(|(_, line)| is_opposite(line));
        calls.extend(opposite.map(|(place, _)| place).take(TRIED_CALLS - 1));
    }
    calls
}

/// The answer of the solver to a call, `sat` or `unsat`.
fn claim(line: &Line) -> Option<Answer> {
    let answer = line.answer().or_else(|| line.claimed_answer());
    answer.filter(|answer| *answer != Answer::Unknown)
}

/// Whether a bug of a plain check is reported instead of the other one. A crash is another bug than
/// a wrong answer, so both are reported.
fn is_better(plain: &BugKind, other: &BugKind) -> bool {
    let is_crash = matches!(other, BugKind::Crash(_) | BugKind::Exit(_));
    KindRow::of(plain).best == Tier::A && (!is_crash || plain == other)
}
