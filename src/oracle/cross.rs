//! Cross-check: another solver, version or library makes the same calls. Its answers must not contradict those of the
//! solver under test.

use super::{Oracle, Question, answers};
use crate::actions::role;
use crate::executor::Outcome;
use crate::triage::{DISAGREEMENT, SuspectedBug, says};
use murxla_fsm::action::{Action as _, Arg, Call, Ids, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::op::Ops;
use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Line, Script, lex, write_call};
use std::rc::Rc;

/// The oracle of `--cross-check`.
pub struct CrossCheck {
    names: Rc<Names>,
    /// The calls that set options of the other solver, a line each.
    options: String,
}

/// The names of the two solvers, for messages.
struct Names {
    subject: String,
    reference: String,
}

impl CrossCheck {
    /// `subject` is the name of the solver under test; `reference` is that of the other solver, with its version. `options`
    /// are set in the other solver.
    #[must_use]
    pub fn new(subject: String, mut reference: String, options: &[(String, String)]) -> Self {
        let mut calls = String::new();
        for (name, value) in options {
            reference.push_str(&format!(" with {name}={value}"));
            let args = [name, value].map(|word| Arg::Word(word.as_str().into()));
            let call = Call {
                seed: 0,
                action: &SetOption,
                args: args.into_iter().collect(),
                ids: Ids::default(),
            };
            write_call(&mut calls, &call, &Ops::with(&[]));
        }
        Self {
            names: Rc::new(Names { subject, reference }),
            options: calls,
        }
    }
}

impl Names {
    /// The first pair of answers that cannot both be right.
    fn compare(&self, subject: &Outcome, reference: &Outcome) -> Option<SuspectedBug> {
        let (Ok(ours), Ok(theirs)) = (lex(&subject.trace), lex(&reference.trace)) else {
            return None;
        };
        // A replay makes all checks in their order, until it ends early.
        let pairs = answers(&ours).into_iter().zip(answers(&theirs));
        let (number, ((line, ours), (_, theirs))) =
            pairs.enumerate().find(|(_, (ours, theirs))| {
                ours.1 != theirs.1 && ours.1 != Answer::Unknown && theirs.1 != Answer::Unknown
            })?;
        Some(SuspectedBug {
            kind: DISAGREEMENT.to_owned(),
            message: format!(
                "{} {} {} and {} {}\ncheck {} on line {line} of the run",
                self.subject,
                subject.version,
                says(ours),
                self.reference,
                says(theirs),
                number + 1,
            ),
            outcome: subject.clone(),
            subject: None,
            evidence: None,
        })
    }
}

impl Oracle for CrossCheck {
    fn questions(&self, run: &Outcome) -> Vec<Question> {
        if !run.trace.contains("#= sat") && !run.trace.contains("#= unsat") {
            return Vec::new();
        }
        let Ok(script) = lex(&run.trace) else {
            return Vec::new();
        };
        let names = Rc::clone(&self.names);
        vec![Question {
            trace: with_options(&run.trace, &script, &self.options).into(),
            evaluate: Box::new(move |run, reference| names.compare(run, reference)),
        }]
    }
}

/// The text of a trace with other options: without those that only the solver under test has, and with some for the reference. They may cause the error that the
/// reference must detect, and mean nothing to another solver. The options that every solver has stay, because queries
/// need them.
fn with_options(text: &str, script: &Script, options: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let ends = script.lines.iter().skip(1).map(|line| line.number - 1);
    let ends = ends.chain([lines.len()]);
    // The lines up to the next call, such as `#= refused`, belong to the call.
    let mut kept: String = match script.lines.first() {
        Some(first) => lines[..first.number - 1].concat(),
        None => lines.concat(),
    };
    for (line, end) in script.lines.iter().zip(ends) {
        if !sets_solver_option(line) {
            kept.push_str(&lines[line.number - 1..end].concat());
        }
        if let Some(Role::Open | Role::Reset) = role(&line.action.text) {
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
        assert_eq!(with_options(trace, &script, ""), plain);
        let more = plain.replace("new\n", "new\n0 set-option seed 7\n");
        assert_eq!(with_options(trace, &script, "0 set-option seed 7\n"), more);
    }
}
