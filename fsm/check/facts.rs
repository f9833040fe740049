//! Answers must not contradict each other: what is satisfiable has no unsatisfiable part, however the
//! parts came to be asserted. So the answer after `pop` is that before `push`, to assume is to
//! assert, a second check agrees with the first, and a core is unsatisfiable alone.

use super::{Check, Seen, Verdict, theories, wrong};
use crate::action::Effect;
use crate::solver::{Answer, Solver, TermId};

/// What a run has learned from the solver's answers.
#[derive(Default)]
pub(super) struct Facts {
    known: Vec<Fact>,
    checks: u32,
}

/// Some formulas, in order and without repetitions, are satisfiable or not.
struct Fact {
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// The kind of finding if it is wrong.
    kind: &'static str,
    /// Which check said so, the first being 1.
    check: u32,
}

const CHECK: &str = "contradiction";

impl Check for Facts {
    fn name(&self) -> &'static str {
        CHECK
    }

    fn after(&mut self, seen: &Seen<'_>, _: &mut dyn Solver) -> Verdict {
        let model = seen.model;
        let (mut formulas, satisfiable, kind): (Vec<TermId>, _, _) = match seen.effect {
            Effect::Answer(answer) => {
                self.checks += 1;
                let satisfiable = match answer {
                    Answer::Sat => true,
                    Answer::Unsat => false,
                    Answer::Unknown => return Ok(()),
                };
                (model.checked().collect(), satisfiable, CHECK)
            }
            Effect::Core(core) => (core.clone(), false, "wrong-core"),
            Effect::Assumptions(failed) => {
                let asserted = model.assertions.iter();
                let formulas = asserted.chain(failed).copied().collect();
                (formulas, false, "wrong-assumptions")
            }
            _ => return Ok(()),
        };
        formulas.sort_unstable();
        formulas.dedup();
        let now = Fact {
            formulas,
            satisfiable,
            kind,
            check: self.checks,
        };
        if let Some(before) = self.known.iter().find(|before| contradict(before, &now)) {
            let (sat, unsat) = if now.satisfiable {
                (&now, before)
            } else {
                (before, &now)
            };
            // The answers of checks are rarely wrong twice; a core is wrong all by itself.
            let list: Vec<String> = unsat.formulas.iter().map(ToString::to_string).collect();
            return wrong(
                unsat.kind,
                format!(
                    "what is called unsatisfiable is satisfiable, the solver says {}\n\
                     sat by check {}, unsat by check {}: {}",
                    theories(seen, &unsat.formulas),
                    sat.check,
                    unsat.check,
                    list.join(" ")
                ),
            );
        }
        self.known.push(now);
        Ok(())
    }
}

fn contradict(a: &Fact, b: &Fact) -> bool {
    match (a.satisfiable, b.satisfiable) {
        (true, false) => is_part(&b.formulas, &a.formulas),
        (false, true) => is_part(&a.formulas, &b.formulas),
        _ => false,
    }
}

/// Whether all of `part` is in `whole`, both in order.
fn is_part(part: &[TermId], whole: &[TermId]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|id| whole.any(|other| other == id))
}
