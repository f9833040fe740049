//! What else a bug may be: a wrong model may be a wrong `sat`, and what an action of one solver
//! shows may be a bug of a plain check.

use super::answers;
use super::derive::{only_check, plain_check};
use crate::actions;
use crate::triage::checks::{SAT_AGAINST_FRESH, SAT_REFUTED};
use crate::triage::{KindRow, SuspectedBug, Tier};
use murxla_executor::Outcome;
use murxla_fsm::action::Context;
use murxla_fsm::oracle::checks::SAT_AND_UNSAT;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Script, lex};
use murxla_fsm::wrapper::{OptionArgument, Wrapper};

/// A run that may show that a bug is a worse one.
pub struct Trial {
    /// The trace to run.
    pub trace: String,
    /// The solver that runs it: the one under test, or one of others by its number.
    pub other: Option<usize>,
    asked: Asked,
}

/// What a trial is to show.
enum Asked {
    /// That a plain check shows a bug.
    Plain,
    /// That a fresh instance of the solver refutes the answer `sat`.
    Fresh,
    /// That the solver with this name refutes it.
    Other(String),
}

impl Trial {
    /// The worse bug, if the run shows that the bug is one.
    #[must_use]
    pub fn worse_bug(&self, bug: &SuspectedBug, run: Outcome) -> Option<SuspectedBug> {
        let message = &bug.violation.message;
        let (failed, evidence) = match &self.asked {
            Asked::Plain => {
                // The seed is that of the run that has led to it.
                let item = bug.outcome.item.clone();
                let plain = SuspectedBug::of(Outcome { item, ..run })?;
                return is_better(&plain.violation.kind, &bug.violation.kind).then_some(plain);
            }
            _ if !is_unsat(&run) => return None,
            Asked::Fresh => (SAT_AGAINST_FRESH.failed(message), Some(self.trace.clone())),
            Asked::Other(solver) => (SAT_REFUTED.failed_for(solver, message), None),
        };
        let topic = bug.violation.topic.clone();
        Some(SuspectedBug {
            violation: Violation::of_check(BugKind::WrongSat, failed, topic),
            evidence,
            ..bug.clone()
        })
    }
}

/// The runs that may show that a bug is a worse one, in their order. `others` are the names of the
/// other solvers that can be asked.
#[must_use]
pub fn trials(
    bug: &SuspectedBug,
    (wrapper, context): (&dyn Wrapper, &Context),
    others: &[String],
) -> Vec<Trial> {
    let engines = wrapper.constants().scripts.option_arguments;
    let Ok(script) = lex(&bug.outcome.trace) else {
        return Vec::new();
    };
    let plain = plain_checks(&script, bug, engines, context).map(|trace| Trial {
        trace,
        other: None,
        asked: Asked::Plain,
    });
    let check = check_of_wrong_model(bug, context);
    let fresh = check.clone().map(|trace| Trial {
        trace,
        other: None,
        asked: Asked::Fresh,
    });
    let by_others = check
        .iter()
        .flat_map(|check| trials_of_others(check, others));
    plain.chain(fresh).chain(by_others).collect()
}

/// Those in which other solvers may refute the answer `sat` of a wrong model.
#[must_use]
pub fn refuting_trials(bug: &SuspectedBug, context: &Context, others: &[String]) -> Vec<Trial> {
    let check = check_of_wrong_model(bug, context);
    let trials = check
        .iter()
        .flat_map(|check| trials_of_others(check, others));
    trials.collect()
}

/// The trials of a check by other solvers.
fn trials_of_others(check: &str, others: &[String]) -> impl Iterator<Item = Trial> {
    let others = others.iter().enumerate();
    others.map(move |(number, name)| Trial {
        trace: check.to_owned(),
        other: Some(number),
        asked: Asked::Other(name.clone()),
    })
}

/// The trace to which a solver answers `unsat` if a wrong model is a wrong `sat`: a fresh check of
/// the formulas. `None` if the bug is not a wrong model.
fn check_of_wrong_model(bug: &SuspectedBug, context: &Context) -> Option<String> {
    let is_model = bug.violation.kind == BugKind::WrongModel;
    let script = lex(&bug.outcome.trace).ok().filter(|_| is_model)?;
    only_check(&script, context)
}

/// Whether the last answer of a run is `unsat`.
fn is_unsat(run: &Outcome) -> bool {
    let script = lex(&run.trace).ok();
    let last = script.and_then(|script| answers(&script).last().flatten());
    last == Some(Answer::Unsat)
}

/// The number of calls whose formulas are tried, so that a run with many checks takes no long time.
const TRIED_CALLS: usize = 4;

/// Traces that check formulas of a run plainly. They may show a worse bug than an action of one
/// solver, or than two answers that contradict each other. An action may use another engine of the
/// solver than the usual one, so each of `engines` is tried, too.
fn plain_checks<'s>(
    script: &'s Script,
    bug: &SuspectedBug,
    engines: &'static [OptionArgument],
    context: &'s Context,
) -> impl Iterator<Item = String> + use<'s> {
    let engines = std::iter::once(None).chain(engines.iter().map(Some));
    let calls = suspected_calls(script, bug);
    engines.flat_map(move |engine| {
        let plain = |call: &usize| plain_check((script, *call), engine, context);
        calls.iter().filter_map(plain).collect::<Vec<String>>()
    })
}

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
