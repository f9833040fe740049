//! Checks that the solver under test answers with `unknown` and the reference decides.
//!
//! Each kind of finding has a question of its own. It has the calls of the run up to the last check
//! in question, and a budget. The budget counts the steps of the reference, so time decides
//! nothing.

use super::derive::{decidable, topic};
use super::pair::{
    Pair, calls_of_reference, comparable, is_common, is_known, option, up_to, wrong_answer,
};
use super::{Evaluation, Question, checks};
use crate::actions::set_option;
use crate::triage::checks::{GAVE_UP, SLOWER};
use murxla_executor::{Outcome, Verdict};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::{Check, ReasonUnknown};
use murxla_fsm::trace::{Note, Script, lex, notes_in};
use std::rc::Rc;

/// How many times more a solver needs that is `slower`.
const TIMES: u64 = 100;

/// What the solver under test does wrong, if the reference decides a check.
struct Case {
    kind: BugKind,
    check: &'static Check,
    /// The reason of the answer `unknown`.
    reason: ReasonUnknown,
    /// The numbers of the lines of the checks.
    lines: Vec<usize>,
    /// The option and its value that bound the work of the reference for a check.
    budget: Option<(&'static str, String)>,
}

/// The questions about the checks of a run that are answered `unknown` with a reason.
pub(super) fn questions(pair: &Rc<Pair>, run: &Outcome) -> Vec<Question> {
    let has_reason = |note: Note| matches!(note, Note::ReasonUnknown(_));
    if !notes_in(&run.trace).any(has_reason) {
        return Vec::new();
    }
    let Ok(script) = lex(&run.trace) else {
        return Vec::new();
    };
    let script = comparable(script);
    let cases = [gave_up(pair, &script), slower(pair, &script)];
    let cases = cases.into_iter().flatten();
    cases.map(|case| question(pair, &script, case)).collect()
}

/// The numbers of the lines of the checks that are answered `unknown` for this reason.
fn unknown(script: &Script, reason: ReasonUnknown) -> Vec<usize> {
    let lines = script.lines.iter();
    let unknown = lines.filter(|line| line.reason_unknown() == Some(reason));
    unknown.map(|line| line.number).collect()
}

/// The checks that the solver gives up although their formulas are small and of a decidable logic.
/// The reference has the budget of its campaigns.
fn gave_up(pair: &Pair, script: &Script) -> Option<Case> {
    let reason = ReasonUnknown::Incomplete;
    let unknown = unknown(script, reason);
    if unknown.is_empty() {
        return None;
    }
    let lines = decidable(script, &pair.context, &unknown);
    let is_given = |name: &str| pair.sets(name) || pair.is_same_solver && has(script, name);
    let option = pair.budget_option.filter(|name| !is_given(name));
    (!lines.is_empty()).then(|| Case {
        kind: BugKind::GaveUp,
        check: &GAVE_UP,
        reason,
        lines,
        budget: option.zip(pair.budget.clone()),
    })
}

/// The checks that reach the budget of the run. The reference has a hundredth of it. Other solvers
/// count other steps, so only the same solver can be compared.
fn slower(pair: &Pair, script: &Script) -> Option<Case> {
    let option = pair.budget_option.filter(|_| pair.is_same_solver)?;
    let budget = budget_of(script, option)?;
    let reason = ReasonUnknown::Limit;
    let lines = unknown(script, reason);
    (!lines.is_empty()).then(|| Case {
        kind: BugKind::Slower,
        check: &SLOWER,
        reason,
        lines,
        budget: Some((option, (budget / TIMES).max(1).to_string())),
    })
}

/// The values of an option that a run sets.
fn values<'s>(script: &'s Script, name: &str) -> impl Iterator<Item = &'s str> {
    let lines = script.lines.iter();
    let set = lines.filter(move |line| option(line) == Some(name) && !line.is_refused());
    set.filter_map(|line| Some(line.args.get(1)?.text.as_str()))
}

fn has(script: &Script, name: &str) -> bool {
    values(script, name).next().is_some()
}

/// The smallest budget that a run sets. A budget of zero is none.
fn budget_of(script: &Script, name: &str) -> Option<u64> {
    let budgets = values(script, name).filter_map(|value| value.parse().ok());
    budgets.filter(|budget| *budget > 0).min()
}

/// Asks the reference about the checks of a case. The same solver makes the calls with the options
/// of the run.
fn question(pair: &Rc<Pair>, script: &Script, case: Case) -> Question {
    let last = case.lines.last().copied().unwrap_or_default();
    let mut options = pair.options_text();
    let budget = case.budget.as_ref();
    options.extend(budget.map(|(name, value)| set_option(name, value)));
    let keeps = |name: &str| {
        let is_replaced = pair.sets(name) || budget.is_some_and(|(option, _)| *option == name);
        is_common(name) || pair.is_same_solver && !is_replaced
    };
    let calls = calls_of_reference(&up_to(script, last), &options, 0, keeps);
    let pair = Rc::clone(pair);
    Question {
        trace: calls.into(),
        evaluate: Box::new(move |run, reference| evaluate(&pair, run, reference, &case)),
    }
}

/// Compares the checks of a case with the answers of the reference.
fn evaluate(pair: &Pair, run: &Outcome, reference: &Outcome, case: &Case) -> Evaluation {
    let (Ok(ours), Ok(theirs)) = (lex(&run.trace), lex(&reference.trace)) else {
        return Evaluation::Nothing;
    };
    let [ours, theirs] = [ours, theirs].map(comparable);
    let mut given: Vec<_> = checks(&theirs).map(|(_, answer)| answer).collect();
    if reference.verdict != Verdict::Ok && wrong_answer(reference).is_some() {
        given.pop();
    }
    let pairs = checks(&ours).enumerate().zip(given);
    let mut decided =
        pairs.filter(|((_, (line, _)), answer)| case.lines.contains(line) && is_known(*answer));
    let Some(((place, (line, _)), Some(answer))) = decided.next() else {
        return Evaluation::Nothing;
    };
    let with = match &case.budget {
        Some((option, value)) => format!(" with {option}={value}"),
        None => String::new(),
    };
    let details = format!(
        "{} {} says unknown ({}) and {} says {}{with}\ncheck {} on line {line} of the run",
        pair.solver_label,
        run.process.version,
        case.reason.name(),
        pair.reference,
        answer.name(),
        place + 1,
    );
    let failed = case.check.failed_for(&pair.reference, details);
    let topic = topic(&ours, &pair.context, line);
    let violation = Violation::of_check(case.kind.clone(), failed, Some(topic));
    Evaluation::bug(pair.bug(violation, run))
}
