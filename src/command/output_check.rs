//! Checks the output of the script of a trace like the results of a run: the calls are replayed,
//! and what the program has printed is what they return.

use super::shows::ClaimedBug;
use super::translate::{ReplaySettings, Target, replay_into};
use crate::cli::Allowed;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::{Answers, End, Sink, Strictness};
use murxla_fsm::solver::TermId;
use murxla_fsm::trace::{Note, Script};

/// The notes on the last call.
#[derive(Default)]
struct LastNotes(Vec<Note>);

impl Sink for LastNotes {
    fn call(&mut self, _: &str) {
        self.0.clear();
    }

    fn note(&mut self, note: &Note) {
        self.0.push(note.clone());
    }
}

/// Whether the output of a script shows the bug. `run` is the trace of the run that showed it.
/// `None` if the output does not tell.
pub(super) fn is_shown(
    script: &Script,
    run: &Script,
    output: &str,
    claim: &ClaimedBug<'_>,
    allowed: Allowed,
) -> Option<bool> {
    let target = Target::of(script);
    let mut translation = target.translation();
    if !translation.answer_by(output) {
        return None;
    }
    let settings = ReplaySettings {
        strictness: Strictness::Lenient,
        answers: Answers::Solver,
        explains: false,
        allowed,
    };
    let mut printed = LastNotes::default();
    match replay_into(&translation, script, &target, &settings, &mut printed).ok()? {
        End::Violation(violation) => {
            let check = violation.check.as_ref().map(|check| check.id.as_str());
            let is_it = violation.kind == *claim.kind && check == claim.check;
            is_it.then_some(true)
        }
        End::Ok if *claim.kind == BugKind::WrongCore => {
            let core = core_in(&printed.0)?;
            let notes = &run.lines.last()?.notes;
            Some(core == core_in(notes)?)
        }
        _ => None,
    }
}

/// The core in the notes on a call.
fn core_in(notes: &[Note]) -> Option<&[TermId]> {
    notes.iter().find_map(|note| match note {
        Note::UnsatCore(terms) => Some(terms.as_slice()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    /// Whether the output of the script of a trace shows the bug of a run with these notes on the
    /// last call.
    fn shown(trace: &str, notes: &str, output: &str, (kind, check): (&str, &str)) -> Option<bool> {
        let script = lex(trace).unwrap();
        let run = lex(&format!("{trace}{notes}")).unwrap();
        let kind = kind.into();
        let allowed = Allowed {
            offline: true,
            trust: false,
        };
        let claim = ClaimedBug {
            kind: &kind,
            check: Some(check),
            message: "",
            has_last_call: true,
        };
        is_shown(&script, &run, output, &claim, allowed)
    }

    /// Values are wrong whatever the run had, and whatever the solver calls them.
    #[test]
    fn printed_values_are_checked_by_the_evaluator() {
        let sets = "# solver: z3@5.4.1\n0 new\n0 set-option produce-models true\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-sort SORT_SET s1\n\
            return s2\n0 mk-const s2 \"x\"\nreturn t1\n0 mk-term OP_SET_IS_EMPTY SORT_BOOL 1 t1\n\
            return t2 s1\n0 check-sat\n0 get-value 2 t1 t2\n";
        let of = |x: &str, is_empty: &str| {
            let output = format!("sat\n((x {x})\n ((= x e) {is_empty}))\n");
            shown(sets, "", &output, ("wrong-model", "model.value"))
        };
        let none = "((as const (Set Bool)) false)";
        let all = "((as const (Array Bool Bool)) true)";
        let without = format!("(store (store {all} true false) false false)");
        assert_eq!(of(none, "false"), Some(true));
        assert_eq!(of(&without, "false"), Some(true));
        assert_eq!(of(all, "true"), Some(true));
        assert_eq!(of(all, "false"), None);
        assert_eq!(of("(lambda ((x Bool)) true)", "true"), None);
        let error = "(error \"no model\")\n";
        assert_eq!(shown(sets, "", error, ("wrong-model", "model.value")), None);
    }

    #[test]
    fn printed_cores_are_compared_with_that_of_the_run() {
        let start = "# solver: cvc5@1.4.2\n0 new\n0 set-option produce-unsat-cores true\n0 mk-sort SORT_BOOL\n\
            return s1\n0 mk-const s1 \"x\"\nreturn t1\n0 mk-value s1 false\nreturn t2\n\
            0 assert-formula t1\n0 assert-formula t2\n";
        for (calls, answer) in [
            ("0 check-sat\n0 get-unsat-core\n", "unsat\n"),
            (
                "0 set-option timeout-core-timeout 50\n0 cvc5-get-timeout-core\n",
                "unsat\n",
            ),
        ] {
            let of = |core: &str| {
                let output = format!("{answer}(\n{core}\n)\n");
                let trace = format!("{start}{calls}");
                let wrong = ("wrong-core", "assignment.unsat");
                shown(&trace, "#= unsat-core t1\n", &output, wrong)
            };
            assert_eq!(of("a!0"), Some(true), "{calls}");
            assert_eq!(of("a!1"), Some(false), "{calls}");
        }
    }
}
