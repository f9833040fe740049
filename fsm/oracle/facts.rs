//! Answers must not contradict each other, nor what is known of the formulas. What is satisfiable has no
//! unsatisfiable part, however the parts came to be asserted: so the answer after `pop` is that before `push`,
//! to assume is to assert, a second check agrees with the first, and a core is unsatisfiable
//! alone. Formulas are compared by their normal forms: some contradict each other in every model.

use super::{Claim, Observation, Oracle, Verdict, about, wrong_about};
use crate::action::Effect;
use crate::solver::{Solver, TermId};
use crate::state::{Form, Normals};

/// What a run has learned from the solver's answers.
#[derive(Default)]
pub(super) struct Facts {
    normals: Normals,
    known: Vec<Fact>,
    checks: u32,
}

/// Some formulas are satisfiable or not.
struct Fact {
    /// In order and without repetitions; what holds in every model is left out.
    forms: Vec<Form>,
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// The kind of finding if it is wrong.
    kind: &'static str,
    /// What said so: a check, the first being 1, or a way of an action.
    by: String,
}

impl Oracle for Facts {
    fn name(&self) -> &'static str {
        "contradiction"
    }

    fn after(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> Verdict {
        let state = seen.state;
        match seen.effect {
            Effect::Answer(_) => self.checks += 1,
            // Terms are gone, and their ids may come again.
            Effect::Done if state.terms().next().is_none() => {
                self.normals = Normals::default();
                self.known.clear();
            }
            _ => {}
        }
        let Some(claim) = seen.claim() else {
            return Ok(());
        };
        let Claim {
            formulas,
            satisfiable,
            by,
            kind,
        } = claim;
        let mut forms: Vec<Form> = formulas
            .iter()
            .map(|id| self.normals.of(state, *id))
            .filter(|form| *form != Form::TRUE)
            .collect();
        forms.sort_unstable();
        forms.dedup();
        let now = Fact {
            forms,
            formulas,
            satisfiable,
            kind: kind.unwrap_or(self.name()),
            by: by.unwrap_or_else(|| format!("check {}", self.checks)),
        };
        if satisfiable {
            now.is_consistent(seen)?;
        }
        if let Some(before) = self.known.iter().find(|before| contradict(before, &now)) {
            return differ(before, &now, seen);
        }
        self.known.push(now);
        Ok(())
    }
}

impl Fact {
    /// Nothing is false in every model, and nothing the negation of something else.
    fn is_consistent(&self, seen: &Observation<'_>) -> Verdict {
        let has = |form: Form| self.forms.binary_search(&form).is_ok();
        if !has(Form::FALSE) && !self.forms.iter().any(|form| has(form.negation())) {
            return Ok(());
        }
        wrong_about(
            "wrong-sat",
            "satisfiable, the solver says, but the formulas contradict each other",
            about(seen, &self.formulas),
            &format!("{}: {}", self.by, list(&self.formulas)),
        )
    }
}

/// Two facts that cannot both be right. A core is wrong all by itself; of two answers of checks nobody
/// knows which one is.
fn differ(before: &Fact, now: &Fact, seen: &Observation<'_>) -> Verdict {
    let (sat, unsat) = if now.satisfiable {
        (now, before)
    } else {
        (before, now)
    };
    wrong_about(
        unsat.kind,
        "what is called unsatisfiable is satisfiable, the solver says",
        about(seen, &unsat.formulas),
        &format!(
            "sat by {}: {}\nunsat by {}: {}",
            sat.by,
            list(&sat.formulas),
            unsat.by,
            list(&unsat.formulas)
        ),
    )
}

fn list(formulas: &[TermId]) -> String {
    let names: Vec<String> = formulas.iter().map(ToString::to_string).collect();
    names.join(" ")
}

fn contradict(a: &Fact, b: &Fact) -> bool {
    match (a.satisfiable, b.satisfiable) {
        (true, false) => is_part(&b.forms, &a.forms),
        (false, true) => is_part(&a.forms, &b.forms),
        _ => false,
    }
}

/// Whether all of `part` is in `whole`, both in order.
fn is_part(part: &[Form], whole: &[Form]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|form| whole.any(|other| other == form))
}
