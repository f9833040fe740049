//! Answers must not contradict each other. A satisfiable set of formulas has no unsatisfiable
//! subset, no matter how the formulas were asserted or assumed. So the answer after `pop` must be
//! the answer before `push`, assumptions count like assertions, a second check agrees with the
//! first one, and an unsat core is unsatisfiable without the other formulas.
//!
//! Formulas are compared by their normal forms. A set with a form and its negation has no model.

use super::checks::{CONTRADICTING_FORMULAS, SAT_AND_UNSAT};
use super::{BugKind, Claim, Observation, Oracle, OracleResult, topic_of, wrong_about};
use crate::action::Effect;
use crate::solver::{Solver, TermId};
use crate::state::{Form, Normals};

/// The facts that the answers of a run state.
#[derive(Default)]
pub(super) struct Facts {
    normals: Normals,
    known: Vec<Fact<Form>>,
    /// The number of checks so far.
    checks: u32,
}

/// A claim of the solver: these formulas are satisfiable, or they are not.
pub(super) struct Fact<K> {
    /// A key for each formula, sorted and without duplicates. Formulas with the same key are
    /// equivalent. Valid ones may be left out.
    keys: Vec<K>,
    formulas: Vec<TermId>,
    satisfiable: bool,
    /// The kind of the finding if the claim is wrong.
    kind: BugKind,
    /// The source of the claim: `check` and its number from 1 on, or what an extension action did.
    by: String,
}

impl<K: Ord> Fact<K> {
    /// The fact that a claim states. `kind` is that of most findings; `check` is the number of the
    /// check, with its engine.
    pub(super) fn new(claim: Claim, mut keys: Vec<K>, kind: BugKind, check: &str) -> Self {
        keys.sort_unstable();
        keys.dedup();
        Self {
            keys,
            formulas: claim.formulas,
            satisfiable: claim.satisfiable,
            kind: claim.kind.unwrap_or(kind),
            by: claim.by.unwrap_or_else(|| format!("check {check}")),
        }
    }

    /// Whether one of the facts must be wrong.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        match (self.satisfiable, other.satisfiable) {
            (true, false) => is_part(&other.keys, &self.keys),
            (false, true) => is_part(&self.keys, &other.keys),
            _ => false,
        }
    }
}

impl Oracle for Facts {
    fn kind(&self) -> BugKind {
        BugKind::Contradiction
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let state = seen.state;
        match seen.effect {
            Effect::Answer(_) => self.checks += 1,
            // The instance has ended. Its term ids may be used again.
            Effect::Done if state.terms.iter().next().is_none() => {
                self.normals = Normals::default();
                self.known.clear();
            }
            _ => {}
        }
        let Some(claim) = seen.claim() else {
            return Ok(());
        };
        let forms = claim.formulas.iter();
        let forms = forms.map(|id| self.normals.of(state, *id));
        let forms = forms.filter(|form| *form != Form::TRUE).collect();
        let check = format!("{}{}", self.checks, seen.by_engine());
        let now = Fact::new(claim, forms, self.kind(), &check);
        if now.satisfiable {
            now.check_consistency(seen)?;
        }
        if let Some(before) = self.known.iter().find(|before| before.contradicts(&now)) {
            return differ(before, &now, seen);
        }
        self.known.push(now);
        Ok(())
    }
}

impl Fact<Form> {
    /// Checks that no formula is unsatisfiable by its form, and that no form is the negation of
    /// another one.
    fn check_consistency(&self, seen: &Observation<'_>) -> OracleResult {
        let has = |form: Form| self.keys.binary_search(&form).is_ok();
        if !has(Form::FALSE) && !self.keys.iter().any(|form| has(form.negation())) {
            return Ok(());
        }
        wrong_about(
            BugKind::WrongSat,
            CONTRADICTING_FORMULAS.failed(format!("{}: {}", self.by, list(&self.formulas))),
            topic_of(seen, &self.formulas),
        )
    }
}

/// Reports two facts that contradict each other. If one of them is a core, the core is wrong. Of
/// two answers of checks it is not known which one is wrong.
pub(super) fn differ<K>(before: &Fact<K>, now: &Fact<K>, seen: &Observation<'_>) -> OracleResult {
    let (sat, unsat) = if now.satisfiable {
        (now, before)
    } else {
        (before, now)
    };
    wrong_about(
        unsat.kind.clone(),
        SAT_AND_UNSAT.failed(format!(
            "sat by {}: {}\nunsat by {}: {}",
            sat.by,
            list(&sat.formulas),
            unsat.by,
            list(&unsat.formulas)
        )),
        topic_of(seen, &unsat.formulas),
    )
}

/// The names of formulas.
pub(super) fn list(formulas: &[TermId]) -> String {
    let names: Vec<String> = formulas.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// Whether `part` is a subset of `whole`. Both are sorted.
fn is_part<K: PartialEq>(part: &[K], whole: &[K]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|key| whole.any(|other| other == key))
}
