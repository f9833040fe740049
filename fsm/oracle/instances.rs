//! The answers of several instances of a run must not contradict each other, if they are about the
//! same formulas. One instance may have had them on levels, another as assumptions, and a third may
//! have had nothing else before.
//!
//! Formulas of two instances are the same if the same calls have made them: with the same ids,
//! operators, and sorts. Strategies put formulas to several instances. Terms whose meaning depends
//! on more than that are never the same: datatypes, recursive functions, and special values.

use super::facts::{Fact, differ};
use super::{BugKind, Observation, Oracle, OracleResult};
use crate::action::Effect;
use crate::solver::{Solver, TermId};
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, Leaf};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// The claims of the instances of a run.
#[derive(Default)]
pub(super) struct Instances {
    /// The facts of earlier instances, and then those of the present one.
    known: Vec<Fact<u64>>,
    /// The number of facts of earlier instances.
    earlier: usize,
    /// The identities of the terms of the present instance. `None`: the term is never the same as
    /// another one.
    identities: FxHashMap<TermId, Option<u64>>,
    /// The number of the present instance, and of its checks so far.
    instance: u32,
    checks: u32,
}

impl Oracle for Instances {
    fn kind(&self) -> BugKind {
        BugKind::Contradiction
    }

    fn check_call(&mut self, seen: &Observation<'_>, _: &mut dyn Solver) -> OracleResult {
        let state = seen.state;
        match seen.effect {
            Effect::Answer(_) => self.checks += 1,
            // The instance has ended.
            Effect::Done if state.terms.iter().next().is_none() => {
                if self.known.len() > self.earlier || !self.identities.is_empty() {
                    self.earlier = self.known.len();
                    self.identities.clear();
                    self.instance += 1;
                }
                self.checks = 0;
            }
            _ => {}
        }
        let Some(claim) = seen.claim() else {
            return Ok(());
        };
        let formulas = claim.formulas.iter();
        let identities = formulas.map(|id| self.identity(state, *id));
        let Some(identities) = identities.collect::<Option<Vec<u64>>>() else {
            return Ok(());
        };
        let instance = self.instance + 1;
        let check = format!("{} of instance {instance}{}", self.checks, seen.by_engine());
        let now = Fact::new(claim, identities, self.kind(), &check);
        let mut earlier = self.known[..self.earlier].iter();
        if let Some(before) = earlier.find(|before| before.contradicts(&now)) {
            return differ(before, &now, seen);
        }
        self.known.push(now);
        Ok(())
    }
}

impl Instances {
    /// The identity of a term.
    fn identity(&mut self, state: &InstanceState, id: TermId) -> Option<u64> {
        if !self.identities.contains_key(&id) {
            // Terms come after those that they are made of.
            for part in state.terms.subterms(&[id]) {
                if !self.identities.contains_key(&part) {
                    let identity = self.identity_of(state, part);
                    self.identities.insert(part, identity);
                }
            }
        }
        *self.identities.get(&id)?
    }

    /// The identity of a term whose parts have one.
    fn identity_of(&self, state: &InstanceState, id: TermId) -> Option<u64> {
        let term = state.term(id)?;
        let mut hasher = FxHasher::default();
        id.hash(&mut hasher);
        hash_sort(state, term.sort, &mut hasher)?;
        let hash_part = |part: &TermId, hasher: &mut FxHasher| {
            let identity = (*self.identities.get(part)?)?;
            identity.hash(hasher);
            Some(())
        };
        match (&term.leaf, term.op) {
            (Leaf::None, Some(op)) => {
                (op, &term.indices).hash(&mut hasher);
                for arg in &term.args {
                    hash_part(arg, &mut hasher)?;
                }
            }
            (Leaf::Const, _) => 1.hash(&mut hasher),
            (Leaf::Var, _) => 2.hash(&mut hasher),
            (Leaf::Value(value), _) => value.hash(&mut hasher),
            (Leaf::Fun(params, body), _) => {
                for part in params.iter().chain([body]) {
                    hash_part(part, &mut hasher)?;
                }
            }
            (Leaf::Same(of), _) => hash_part(of, &mut hasher)?,
            _ => return None,
        }
        Some(hasher.finish())
    }
}

/// Adds what a sort means. `None` if that depends on the instance.
fn hash_sort(state: &InstanceState, id: SortId, hasher: &mut FxHasher) -> Option<()> {
    let sort = state.sorts.get(id)?;
    if let Sort::Dt(_) | Sort::Constructor(_) = sort {
        return None;
    }
    (id, sort).hash(hasher);
    for part in sort.parts() {
        hash_sort(state, part, hasher)?;
    }
    Some(())
}
