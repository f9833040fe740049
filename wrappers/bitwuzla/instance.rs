//! An open Bitwuzla.

use super::checks::VALUE_SORT;
use super::ffi::{Api, Session, Sort as SortHandle, Term};
use super::ops::Kinds;
use super::options;
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::folded;
use crate::shared::instance;
use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::{Formula, core_ids};
use crate::shared::options::sat_solvers::Variables;
use murxla_fsm::op::Fold;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Result, TermId};
use std::rc::Rc;

/// The sorts, terms and formulas of the trace.
pub(super) type Content = instance::Content<SortHandle, Arena<TermId, Term>, Term, Extra>;

/// State that only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    /// Whether the solver has preprocessed assertions.
    pub(super) preprocessed: bool,
    /// The free constants and functions, for models.
    pub(super) consts: Vec<Term>,
}

/// Options, a solver with its term manager, and the sorts and terms of the trace.
pub(super) struct Instance {
    pub(super) session: Session,
    pub(super) kinds: Rc<Kinds>,
    pub(super) rng: Rng,
    pub(super) content: Content,
    pub(super) elements: Elements,
    /// The options that were set, for other solvers on the same terms.
    pub(super) options: Vec<(Box<str>, Box<str>)>,
    /// The options of the SAT solver.
    pub(super) sat_options: Variables<Api>,
}

impl Instance {
    pub(super) fn new(session: Session, kinds: Rc<Kinds>) -> Self {
        Self {
            sat_options: Variables::new(session.api()),
            session,
            kinds,
            rng: Rng::new(0),
            content: Content::default(),
            elements: Elements::default(),
            options: Vec::new(),
        }
    }

    /// An application, in one of the ways of the API.
    pub(super) fn apply(&mut self, kind: u32, indices: &[u32], args: &[Term]) -> Result<Term> {
        let session = &self.session;
        let wide: Vec<u64> = indices.iter().copied().map(u64::from).collect();
        if self.rng.coin() {
            match (args, &wide[..]) {
                ([a], []) => return session.mk_term1(kind, *a),
                ([a, b], []) => return session.mk_term2(kind, *a, *b),
                ([a, b, c], []) => return session.mk_term3(kind, *a, *b, *c),
                ([a], [i]) => return session.mk_term1_indexed1(kind, *a, *i),
                ([a], [i, j]) => return session.mk_term1_indexed2(kind, *a, *i, *j),
                ([a, b], [i]) => return session.mk_term2_indexed1(kind, *a, *b, *i),
                ([a, b], [i, j]) => return session.mk_term2_indexed2(kind, *a, *b, *i, *j),
                _ => {}
            }
        }
        if wide.is_empty() && self.rng.chance(90) {
            return session.mk_term(kind, args);
        }
        session.mk_term_indexed(kind, args, &wide)
    }

    /// An application to more than two arguments, made of applications to two.
    pub(super) fn folded(&mut self, kind: u32, how: Fold, args: &[Term]) -> Result<Term> {
        let (session, and) = (&self.session, self.kinds.and);
        let pair = |a: &Term, b: &Term| session.mk_term2(kind, *a, *b);
        folded(how, args, pair, |parts| session.mk_term(and, parts))
    }

    /// The ids of the terms of a core. Each must be one of `candidates`.
    pub(super) fn ids(
        &self,
        what: &str,
        core: &[Term],
        candidates: &[Formula<Term>],
    ) -> Result<Vec<TermId>> {
        let text = |term| self.session.term_to_string(term).map(Some);
        core_ids(what, core, candidates, Ok, text)
    }

    /// The values of terms, as terms.
    pub(super) fn values(&self, of: &[Term]) -> Result<Vec<Term>> {
        let session = &self.session;
        let value = |term: &Term| {
            let value = session.get_value(*term)?;
            if !session.term_is_equal_sort(*term, value)? {
                return VALUE_SORT.fails(session.term_to_string(value)?);
            }
            Ok(value)
        };
        of.iter().map(value).collect()
    }

    /// Another solver on the same terms, with the same options and none of the assertions.
    pub(super) fn second_solver(&self) -> Result<Session> {
        let second = self.session.second_solver()?;
        for (name, value) in &self.options {
            options::set(&second, name, value)?;
        }
        Ok(second)
    }
}
