//! Cross-check: another solver, version or library makes the same calls. Its answers must not
//! contradict those of the solver under test, and it must not fail.

use super::derive::{is_satisfied, model_query, topic};
use super::{Evaluation, Oracle, Question, checks};
use crate::actions::{action_of, role};
use crate::executor::Outcome;
use crate::plan::Reference;
use crate::triage::checks::{SAT_AGAINST_ANOTHER, UNSAT_AGAINST_ANOTHER};
use crate::triage::{Rules, SuspectedBug};
use murxla_fsm::action::{Action as _, Arg, Call, Context, Ids, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::op::Ops;
use murxla_fsm::oracle::{BugKind, FailedCheck, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Line, Script, lex, write_call};
use std::cell::Cell;
use std::rc::Rc;

/// The kinds of bugs that show that the last answer of a solver is wrong, or that its model does
/// not support it: by the hidden assignment, by what is known of the formulas, or by the evaluated
/// model.
const DECISIVE: [BugKind; 3] = [BugKind::WrongUnsat, BugKind::WrongSat, BugKind::WrongModel];

/// The oracle of `--cross-check`, for one reference.
pub struct CrossCheck(Rc<Pair>);

/// The solver under test and a solver to compare it with, the reference.
struct Pair {
    /// The name of the solver under test.
    solver_label: String,
    /// The name of the reference, with its version and its options.
    reference: String,
    /// The calls that set options of the reference, a line each.
    options: String,
    /// The context in which runs are read.
    context: Context,
    /// Which bugs of the reference its profile excludes.
    rules: Rules,
    /// The lines that name the reference in the headers of traces.
    header: String,
    /// See [`Oracle::compared`].
    compared: Cell<u64>,
}

impl CrossCheck {
    /// `subject` is the name of the solver under test, and `context` its context; `name` is that of
    /// the reference, with its version. `rules` are those of the profile of the reference.
    #[must_use]
    pub fn new(
        (solver_label, context): (String, Context),
        mut name: String,
        reference: &Reference,
        rules: Rules,
    ) -> Self {
        let mut calls = String::new();
        for (option, value) in &reference.options {
            name.push_str(&format!(" with {option}={value}"));
            let args = [option, value].map(|word| Arg::Word(word.as_str().into()));
            let call = Call {
                seed: 0,
                action: &SetOption,
                args: args.into_iter().collect(),
                ids: Ids::default(),
            };
            write_call(&mut calls, &call, &Ops::with(&[]));
        }
        Self(Rc::new(Pair {
            solver_label,
            context,
            reference: name,
            options: calls,
            rules,
            header: reference.header(),
            compared: Cell::new(0),
        }))
    }
}

impl Oracle for CrossCheck {
    fn solver(&self) -> &str {
        &self.0.reference
    }

    fn questions(&self, run: &Outcome) -> Vec<Question> {
        if !run.trace.contains("#= sat") && !run.trace.contains("#= unsat") {
            return Vec::new();
        }
        question(&self.0, run, 0).into_iter().collect()
    }

    fn compared(&self) -> Option<u64> {
        Some(self.0.compared.get())
    }
}

/// The question about the checks of a run, without the first ones. `None` if no answer is left to
/// compare.
fn question(pair: &Rc<Pair>, run: &Outcome, first: usize) -> Option<Question> {
    let script = lex(&run.trace).ok()?;
    let mut left = checks(&script).skip(first);
    if !left.any(|(_, answer)| is_known(answer)) {
        return None;
    }
    let pair = Rc::clone(pair);
    Some(Question {
        trace: calls_of_reference(&run.trace, &script, &pair.options, first).into(),
        evaluate: Box::new(move |run, reference| evaluate(&pair, run, reference, first)),
    })
}

/// Compares a run with the answer to a [`question`].
fn evaluate(pair: &Rc<Pair>, run: &Outcome, reference: &Outcome, first: usize) -> Evaluation {
    let (Ok(ours), Ok(theirs)) = (lex(&run.trace), lex(&reference.trace)) else {
        return Evaluation::Nothing;
    };
    let [ours, theirs] = [ours, theirs].map(comparable);
    let both = checks(&ours).skip(first).zip(checks(&theirs));
    let both = both.filter(|((_, ours), (_, theirs))| is_known(*ours) && is_known(*theirs));
    pair.compared.set(pair.compared.get() + both.count() as u64);
    if let Some(differing) = differing(&ours, &theirs, first) {
        return decide(pair, run, reference, (&ours, &theirs), &differing);
    }
    match SuspectedBug::of(reference.clone()) {
        // A limit costs one check: the next question is about those after it. If a call before the
        // first check has reached the limit, it would do so again.
        Some(bug) if bug.is_limit() => match checks(&theirs).count() {
            0 => Evaluation::Nothing,
            made => question(pair, run, first + made).map_or(Evaluation::Nothing, Evaluation::Ask),
        },
        Some(bug) => pair.evaluation_of(run, bug),
        None => Evaluation::Nothing,
    }
}

/// The calls up to one that changes the assertions and that the solver does not support. The checks
/// after it are of other formulas.
fn comparable(mut script: Script) -> Script {
    let is_lost = |line: &Line| {
        let changes = [Role::Assert, Role::Push, Role::Pop, Role::ClearAssertions];
        let mut notes = line.notes.iter();
        role(&line.action.text).is_some_and(|role| changes.contains(&role))
            && notes.any(|note| note.starts_with("unsupported"))
    };
    if let Some(first) = script.lines.iter().position(is_lost) {
        script.lines.truncate(first);
    }
    script
}

/// Whether a check has an answer that another one can contradict.
fn is_known(answer: Option<Answer>) -> bool {
    answer.is_some_and(|answer| answer != Answer::Unknown)
}

/// A check whose answers cannot both be right.
struct Differing {
    /// Its number, from 1 on.
    number: usize,
    /// The number of its line in the run, and the answer there.
    ours: (usize, Answer),
    /// The number of its line in the trace of the reference, and the answer there.
    theirs: (usize, Answer),
    /// The reference has made no check after it.
    is_last: bool,
    /// The number of checks that the reference was not asked.
    first: usize,
}

/// The first check whose answers cannot both be right. The reference was not asked the `first`
/// checks.
fn differing(ours: &Script, theirs: &Script, first: usize) -> Option<Differing> {
    // A replay makes all checks in their order, until it ends early.
    let pairs = checks(ours).enumerate().skip(first).zip(checks(theirs));
    let mut pairs = pairs.filter(|((_, (_, ours)), (_, theirs))| {
        ours != theirs && is_known(*ours) && is_known(*theirs)
    });
    let ((place, (our_line, ours)), (their_line, theirs_answer)) = pairs.next()?;
    Some(Differing {
        number: place + 1,
        ours: (our_line, ours?),
        theirs: (their_line, theirs_answer?),
        is_last: place + 1 == first + checks(theirs).count(),
        first,
    })
}

/// Finds out which of two answers is wrong. If the reference says `sat` and its model was not read,
/// it is asked for it.
fn decide(
    pair: &Rc<Pair>,
    run: &Outcome,
    reference: &Outcome,
    (ours, theirs): (&Script, &Script),
    check: &Differing,
) -> Evaluation {
    if let Some(bug) = wrong_answer(reference).filter(|_| check.is_last) {
        return pair.evaluation_of(run, bug);
    }
    let satisfied = match check.theirs.1 {
        Answer::Sat => is_satisfied(theirs, &pair.context, check.theirs.0),
        _ => is_satisfied(ours, &pair.context, check.ours.0),
    };
    let decision = satisfied.map(|yes| pair.describe_wrong_solver(check.theirs.1, yes));
    if decision.is_some() || check.theirs.1 != Answer::Sat {
        return Evaluation::bug(pair.disagreement(run, ours, check, decision));
    }
    // The calls up to the check, with models.
    let ends = ours.lines.iter().map(|line| line.number);
    let end = ends.filter(|number| *number > check.ours.0).min();
    let lines = run.trace.split_inclusive('\n');
    let lines = lines.take(end.map_or(usize::MAX, |end| end - 1));
    let text: String = lines.filter(|line| !line.contains(MODELS)).collect();
    let Ok(script) = lex(&text) else {
        return Evaluation::bug(pair.disagreement(run, ours, check, None));
    };
    let options = format!("{}0 {MODELS} true\n", pair.options);
    let query = model_query(ours, &pair.context, check.ours.0);
    let calls = calls_of_reference(&text, &script, &options, check.first);
    let undecided = pair.disagreement(run, ours, check, None);
    let pair = Rc::clone(pair);
    let (number, first) = (check.number, check.first);
    let evaluate = move |run: &Outcome, reference: &Outcome| {
        let says_sat = lex(&reference.trace).ok().and_then(|theirs| {
            let (line, answer) = checks(&theirs).nth(number - 1 - first)?;
            (answer == Some(Answer::Sat)).then_some((theirs, line))
        });
        if let Some(bug) = wrong_answer(reference).filter(|_| says_sat.is_some()) {
            return pair.evaluation_of(run, bug);
        }
        let decision = says_sat.and_then(|(theirs, line)| {
            let satisfied = is_satisfied(&theirs, &pair.context, line)?;
            Some(pair.describe_wrong_solver(Answer::Sat, satisfied))
        });
        let mut bug = undecided.clone();
        bug.violation.message = with_decision(&bug.violation.message, decision);
        bug.outcome = run.clone();
        Evaluation::bug(bug)
    };
    Evaluation::Ask(Question {
        trace: (calls + &query).into(),
        evaluate: Box::new(evaluate),
    })
}

/// The bug that the reference shows by itself, if it is that its last answer is wrong.
fn wrong_answer(reference: &Outcome) -> Option<SuspectedBug> {
    let bug = SuspectedBug::of(reference.clone());
    bug.filter(|bug| DECISIVE.contains(&bug.violation.kind))
}

/// The call that sets the option for models, without its value.
const MODELS: &str = "set-option produce-models";

/// The last line of the message of a disagreement that is not decided.
const UNDECIDED: &str = "not decided which answer is wrong";

/// The message of a disagreement, with the decision if there is one.
fn with_decision(message: &str, decision: Option<String>) -> String {
    match decision {
        Some(decision) => message.replace(UNDECIDED, &decision),
        None => message.to_owned(),
    }
}

impl Pair {
    /// What a bug that the reference shows by itself means: its profile may exclude it.
    fn evaluation_of(&self, run: &Outcome, bug: SuspectedBug) -> Evaluation {
        match self.rules.excludes(&bug) {
            Some(_) => Evaluation::Nothing,
            None => Evaluation::bug(self.bug_of_reference(run, bug)),
        }
    }

    /// Which of the two solvers is wrong, given the answer of the reference, and whether the model
    /// of the solver that says `sat` satisfies the formulas.
    fn describe_wrong_solver(&self, theirs: Answer, satisfied: bool) -> String {
        let ours = format!("the solver under test, {},", self.solver_label);
        let reference = format!("the reference, {},", self.reference);
        let (sat, unsat) = match theirs {
            Answer::Sat => (reference, ours),
            _ => (ours, reference),
        };
        match satisfied {
            true => format!("{unsat} is wrong: the model of the other one satisfies the formulas"),
            false => format!("{sat} is wrong: its model does not satisfy the formulas"),
        }
    }

    /// The suspected bug. The theories of the formulas are part of its key, because else all
    /// disagreements of two solvers would be two findings.
    fn disagreement(
        &self,
        run: &Outcome,
        ours: &Script,
        check: &Differing,
        decision: Option<String>,
    ) -> SuspectedBug {
        let details = format!(
            "{} {} says {} and {} says {}\ncheck {} on line {} of the run\n{UNDECIDED}",
            self.solver_label,
            run.version,
            check.ours.1.name(),
            self.reference,
            check.theirs.1.name(),
            check.number,
            check.ours.0,
        );
        let contradicted = match check.ours.1 {
            Answer::Sat => &SAT_AGAINST_ANOTHER,
            _ => &UNSAT_AGAINST_ANOTHER,
        };
        let failed = contradicted.failed_for(&self.reference, details);
        let topic = topic(ours, &self.context, check.ours.0);
        let mut violation = Violation::of_check(BugKind::Disagreement, failed, Some(topic));
        violation.message = with_decision(&violation.message, decision);
        SuspectedBug {
            violation,
            outcome: run.clone(),
            evidence: None,
            oracle_header: self.header.clone(),
        }
    }

    /// A bug that the reference shows by itself. The trace is that of the run.
    fn bug_of_reference(&self, run: &Outcome, bug: SuspectedBug) -> SuspectedBug {
        let named = |text: &str| format!("the reference {}: {text}", self.reference);
        let call = bug
            .outcome
            .last_call
            .as_deref()
            .map_or("no call", action_of);
        let Violation {
            kind,
            message,
            check,
            topic,
        } = bug.violation;
        let message = match message.as_str() {
            "" => format!("{} in {call}", bug.outcome.verdict),
            said => said.to_owned(),
        };
        let violation = Violation {
            kind: BugKind::OfReference(Box::new(kind)),
            message: named(&message),
            check: check.map(|check| FailedCheck {
                case: Some(match check.case {
                    Some(case) => format!("{} {case}", self.reference),
                    None => self.reference.clone(),
                }),
                ..check
            }),
            topic,
        };
        SuspectedBug {
            violation,
            outcome: Outcome {
                ticket: run.ticket,
                item: run.item.clone(),
                trace: run.trace.clone(),
                truncated: run.truncated,
                prefix: run.prefix.clone(),
                version: run.version.clone(),
                ..bug.outcome
            },
            evidence: None,
            oracle_header: self.header.clone(),
        }
    }
}

/// The calls that the reference makes: those of a trace without the `first` checks, and with other
/// options. Options that only the solver under test has are left out. They may cause the error that
/// the reference must detect, and mean nothing to another solver. The options that every solver has
/// stay, because queries need them.
fn calls_of_reference(text: &str, script: &Script, options: &str, first: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let ends = script.lines.iter().skip(1).map(|line| line.number - 1);
    let ends = ends.chain([lines.len()]);
    // The lines up to the next call, such as `#= refused`, belong to the call.
    let mut kept: String = match script.lines.first() {
        Some(first) => lines[..first.number - 1].concat(),
        None => lines.concat(),
    };
    let from = checks(script).nth(first).map_or(0, |(number, _)| number);
    for (line, end) in script.lines.iter().zip(ends) {
        let role = role(&line.action.text);
        let is_left_out = role == Some(Role::Check) && line.number < from;
        if !is_left_out && !sets_solver_option(line) {
            kept.push_str(&lines[line.number - 1..end].concat());
        }
        if let Some(Role::Open | Role::Reset) = role {
            kept.push_str(options);
        }
    }
    kept
}

fn sets_solver_option(line: &Line) -> bool {
    let name = line.args.first().map(|name| name.text.as_str());
    line.action.text == SetOption.name() && name.is_some_and(|name| !Options::NAMES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_do_not_see_solver_options() {
        let trace = "1 new\n2 set-option bug wrong-sat\n#= refused\n\
            3 set-option produce-models true\nset-option \"a b\" c\n4 check-sat\n#= sat\n";
        let plain = "1 new\n3 set-option produce-models true\n4 check-sat\n#= sat\n";
        let script = lex(trace).unwrap();
        let calls = |options| calls_of_reference(trace, &script, options, 0);
        assert_eq!(calls(""), plain);
        let more = plain.replace("new\n", "new\n0 set-option seed 7\n");
        assert_eq!(calls("0 set-option seed 7\n"), more);
    }

    #[test]
    fn the_first_checks_are_left_out() {
        let trace = "1 new\n2 check-sat\n#= sat\n3 get-value 1 t1\n4 push 1\n5 check-sat\n#= unknown\n\
            6 check-sat-assuming 1 t1\n#= unsat\n7 delete\n";
        let script = lex(trace).unwrap();
        let calls = |first| calls_of_reference(trace, &script, "", first);
        assert_eq!(calls(0), trace);
        assert_eq!(
            calls(2),
            "1 new\n3 get-value 1 t1\n4 push 1\n6 check-sat-assuming 1 t1\n#= unsat\n7 delete\n"
        );
    }
}
