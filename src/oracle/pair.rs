//! The solver under test and a solver to compare it with, and the calls that the latter makes.

use super::{Evaluation, checks};
use crate::actions::{action_of, role, set_option};
use crate::plan::Reference;
use crate::triage::{Rules, SuspectedBug};
use murxla_executor::{Outcome, RunCalls, RunProcess};
use murxla_fsm::action::{Action as _, Context, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::oracle::{BugKind, FailedCheck, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Line, Note, Script, comment};
use std::cell::Cell;

/// The kinds of bugs that show that the last answer of a solver is wrong, or that its model does
/// not support it: by the hidden assignment, by what is known of the formulas, or by the evaluated
/// model.
const DECISIVE: [BugKind; 3] = [BugKind::WrongUnsat, BugKind::WrongSat, BugKind::WrongModel];

/// What the profile of the reference says.
pub struct ReferenceProfile {
    /// Which of its bugs are excluded.
    pub rules: Rules,
    /// The value of [`KnownOptions::budget`](murxla_fsm::wrapper::KnownOptions::budget), if
    /// it sets one.
    pub budget: Option<String>,
}

/// The solver under test and a solver to compare it with, the reference.
pub(super) struct Pair {
    /// The name of the solver under test.
    pub(super) solver_label: String,
    /// The name of the reference, with its version and its options.
    pub(super) reference: String,
    /// The options of the reference.
    options: Vec<(String, String)>,
    /// The option of the reference that bounds the work of each check.
    pub(super) budget_option: Option<&'static str>,
    /// The value of this option that the profile of the reference sets.
    pub(super) budget: Option<String>,
    /// Whether both are releases of one solver, or one release with different options.
    pub(super) is_same_solver: bool,
    /// The context in which runs are read.
    pub(super) context: Context,
    /// Which bugs of the reference its profile excludes.
    rules: Rules,
    /// The lines that name the reference in the headers of traces.
    pub(super) header: String,
    /// See [`Oracle::compared`](super::Oracle::compared).
    pub(super) compared: Cell<u64>,
}

impl Pair {
    pub(super) fn new(
        (solver_label, context): (String, Context),
        mut name: String,
        reference: &Reference,
        profile: ReferenceProfile,
    ) -> Self {
        for (option, value) in &reference.options {
            name.push_str(&format!(" with {option}={value}"));
        }
        let solver = &reference.solver;
        Self {
            is_same_solver: solver_label == solver.spec.name,
            solver_label,
            context,
            reference: name,
            options: reference.options.clone(),
            budget_option: solver.wrapper.constants().options.budget,
            budget: profile.budget,
            rules: profile.rules,
            header: reference.header(),
            compared: Cell::new(0),
        }
    }

    /// Whether the user sets this option of the reference.
    pub(super) fn sets(&self, name: &str) -> bool {
        self.options.iter().any(|(option, _)| option == name)
    }

    /// The calls that set the options of the reference, a line each.
    pub(super) fn options_text(&self) -> String {
        let calls = self.options.iter();
        calls.map(|(name, value)| set_option(name, value)).collect()
    }

    /// A bug of the solver under test that the reference has shown in a run.
    pub(super) fn bug(&self, violation: Violation, run: &Outcome) -> SuspectedBug {
        SuspectedBug {
            violation,
            outcome: run.clone(),
            evidence: None,
            oracle_header: self.header.clone(),
        }
    }

    /// What a bug that the reference shows by itself means: its profile may exclude it.
    pub(super) fn evaluation_of(&self, run: &Outcome, bug: SuspectedBug) -> Evaluation {
        match self.rules.excludes(&bug) {
            Some(_) => Evaluation::Nothing,
            None => Evaluation::bug(self.bug_of_reference(run, bug)),
        }
    }

    /// A bug that the reference shows by itself. The trace is that of the run.
    fn bug_of_reference(&self, run: &Outcome, bug: SuspectedBug) -> SuspectedBug {
        let named = |text: &str| format!("the reference {}: {text}", self.reference);
        let call = bug
            .outcome
            .calls
            .last
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
                calls: RunCalls {
                    truncated: run.calls.truncated,
                    ..bug.outcome.calls
                },
                process: RunProcess {
                    earlier_items: bug.outcome.process.earlier_items,
                    ..run.process.clone()
                },
                ..bug.outcome
            },
            evidence: None,
            oracle_header: self.header.clone(),
        }
    }
}

/// The calls up to one that changes the assertions and that the solver does not support. The checks
/// after it are of other formulas.
pub(super) fn comparable(mut script: Script) -> Script {
    let is_lost = |line: &Line| {
        let changes = [Role::Assert, Role::Push, Role::Pop, Role::ClearAssertions];
        let mut notes = line.notes.iter();
        role(&line.action.text).is_some_and(|role| changes.contains(&role))
            && notes.any(|note| matches!(note, Note::Unsupported(_)))
    };
    if let Some(first) = script.lines.iter().position(is_lost) {
        script.lines.truncate(first);
    }
    script
}

/// Whether a check has an answer that another one can contradict.
pub(super) fn is_known(answer: Option<Answer>) -> bool {
    answer.is_some_and(|answer| answer != Answer::Unknown)
}

/// The bug that the reference shows by itself, if it is that its last answer is wrong.
pub(super) fn wrong_answer(reference: &Outcome) -> Option<SuspectedBug> {
    let bug = SuspectedBug::of(reference.clone());
    bug.filter(|bug| DECISIVE.contains(&bug.violation.kind))
}

/// The calls that the reference makes: those of a trace without the `first` checks, with more
/// options, and with those options of the run whose names `keeps_option`.
pub(super) fn calls_of_reference(
    script: &Script,
    options: &str,
    first: usize,
    keeps_option: impl Fn(&str) -> bool,
) -> String {
    let mut kept: String = script.header.iter().map(|line| comment(line)).collect();
    let from = checks(script).nth(first).map_or(0, |(number, _)| number);
    for line in &script.lines {
        let role = role(&line.action.text);
        let is_left_out = role == Some(Role::Check) && line.number < from;
        if !is_left_out && option(line).is_none_or(&keeps_option) {
            kept.push_str(&line.to_string());
        }
        if let Some(Role::Open | Role::Reset) = role {
            kept.push_str(options);
        }
    }
    kept
}

/// The option that a call sets.
pub(super) fn option(line: &Line) -> Option<&str> {
    let name = line.args.first().map(|name| name.text.as_str());
    name.filter(|_| line.action.text == SetOption.name())
}

/// Whether every solver has an option. Options that only the solver under test has may cause the
/// error that the reference must detect, and mean nothing to another solver. Queries need the
/// others.
pub(super) fn is_common(option: &str) -> bool {
    Options::NAMES.contains(&option)
}

/// A trace up to the call on a line.
pub(super) fn up_to(script: &Script, line: usize) -> Script {
    let mut script = script.clone();
    script.lines.retain(|other| other.number <= line);
    script
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    #[test]
    fn references_do_not_see_solver_options() {
        let trace = "1 new\n2 set-option bug wrong-sat\n#= refused\n\
            3 set-option produce-models true\nset-option \"a b\" c\n4 check-sat\n#= sat\n";
        let plain = "1 new\n3 set-option produce-models true\n4 check-sat\n#= sat\n";
        let script = lex(trace).unwrap();
        let calls = |options| calls_of_reference(&script, options, 0, is_common);
        assert_eq!(calls(""), plain);
        let more = plain.replace("new\n", "new\n0 set-option seed 7\n");
        assert_eq!(calls("0 set-option seed 7\n"), more);
    }

    #[test]
    fn the_first_checks_are_left_out() {
        let trace = "1 new\n2 check-sat\n#= sat\n3 get-value 1 t1\n4 push 1\n5 check-sat\n#= unknown\n\
            6 check-sat-assuming 1 t1\n#= unsat\n7 delete\n";
        let script = lex(trace).unwrap();
        let calls = |first| calls_of_reference(&script, "", first, is_common);
        assert_eq!(calls(0), trace);
        assert_eq!(
            calls(2),
            "1 new\n3 get-value 1 t1\n4 push 1\n6 check-sat-assuming 1 t1\n#= unsat\n7 delete\n"
        );
    }
}
