//! An open cvc5.

use super::ffi::{Session, Sort as SortHandle, Term};
use super::models::ModelReader;
use super::ops::Kinds;
use super::options;
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::folded;
use crate::shared::instance;
use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::{Formula, core_ids};
use murxla_fsm::op::{self, Fold};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, ReasonUnknown, Result, TermId};
use murxla_fsm::sort::{Datatypes, SortId};
use murxla_fsm::wrapper::AlwaysSet;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Options that never conflict with others: the generic ones, which have the same names in cvc5,
/// and limits.
pub(super) const INNOCENT: &[&str] = &[
    "incremental",
    "produce-models",
    "produce-unsat-cores",
    "produce-unsat-assumptions",
    "rlimit-per",
    "tlimit-per",
];

/// A defined function.
pub(super) struct Definition {
    pub(super) fun: Term,
    pub(super) params: Vec<Term>,
    pub(super) body: Term,
}

/// The sorts, terms and formulas of the trace.
pub(super) type Content = instance::Content<SortHandle, Arena<TermId, Term>, Term, Extra>;

/// State that only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    /// Sort constructors, by their symbols.
    pub(super) constructors: BTreeMap<Box<str>, SortHandle>,
    /// The declarations of datatypes, with the sorts of their members.
    pub(super) datatypes: Vec<(Arc<Datatypes>, Vec<SortHandle>)>,
    /// Whether the result of the last check can be read. A declaration by the solver, rather than
    /// the manager, would end that.
    pub(super) answered: bool,
    /// The free constants and functions, for models.
    pub(super) consts: Vec<Term>,
    /// The assumptions of all checks, by cvc5's numbers of terms.
    pub(super) ever_assumed: BTreeSet<u64>,
    /// The defined functions. An element has the functions that were defined together.
    pub(super) defined: Vec<Vec<Definition>>,
    /// The annotations of bodies of binders.
    pub(super) patterns: BTreeMap<TermId, Vec<Term>>,
    /// The sorts of the locations and of the data of the heap, if the trace declares it.
    pub(super) heap: Option<[SortHandle; 2]>,
}

/// A term manager, a solver, and the sorts and terms of the trace.
pub(super) struct Instance {
    pub(super) session: Session,
    pub(super) kinds: Rc<Kinds>,
    pub(super) always_set: Rc<[AlwaysSet]>,
    pub(super) rng: Rng,
    /// Whether an option was set that may conflict with others. From then on a refusal may be due
    /// to it.
    pub(super) special_options: bool,
    /// Whether a check has run out of resources, after which cvc5 may have lost assertions.
    pub(super) ran_out: Cell<bool>,
    /// See `Solver::reason_unknown`.
    pub(super) reason: Cell<Option<ReasonUnknown>>,
    /// Whether the last extension action had no second solver to check its result.
    pub(super) is_unchecked: Cell<bool>,
    pub(super) elements: Elements,
    pub(super) content: Content,
}

impl Instance {
    pub(super) fn new(
        session: Session,
        kinds: Rc<Kinds>,
        always_set: Rc<[AlwaysSet]>,
    ) -> Result<Self> {
        let instance = Self {
            session,
            kinds,
            always_set,
            rng: Rng::new(0),
            special_options: false,
            ran_out: Cell::new(false),
            reason: Cell::new(None),
            is_unchecked: Cell::new(false),
            elements: Elements::default(),
            content: Content::default(),
        };
        instance.set_options_in(&instance.session)?;
        Ok(instance)
    }

    /// Sets the options that all solvers have. It must be done before the first formula.
    pub(super) fn set_options_in(&self, session: &Session) -> Result {
        for row in &*self.always_set {
            session.set_option(row.option, row.value)?;
        }
        Ok(())
    }

    /// Says what an error is due to: to options, to a lack of memory, or to the call. cvc5 finds
    /// conflicts of options when a command first needs them.
    pub(super) fn classify_error<T>(&self, result: Result<T>) -> Result<T> {
        result.map_err(|error| match error {
            Error::Rejected(text) if self.special_options && options::is_conflict(&text) => {
                Error::Option(text)
            }
            Error::Rejected(text) if text.contains("bad_alloc") => Error::Resources(text),
            other => other,
        })
    }

    pub(super) fn reader(&mut self) -> ModelReader<'_> {
        ModelReader {
            session: &self.session,
            kinds: &self.kinds,
            elements: &mut self.elements,
            rng: &mut self.rng,
        }
    }

    /// An application, in one of the ways of the API.
    pub(super) fn apply(&mut self, kind: i32, indices: &[u32], args: &[Term]) -> Result<Term> {
        let session = &self.session;
        let op = match indices {
            [] if self.rng.chance(80) => return session.mk_term(kind, args),
            // The index of `divisible` is an integer of any size, and the only one.
            [index] if Some(kind) == self.kinds.of(op::INT_IS_DIV) && self.rng.coin() => {
                session.mk_op_from_str(kind, &index.to_string())?
            }
            _ => session.mk_op(kind, indices)?,
        };
        session.mk_term_from_op(op, args)
    }

    /// A term that has no arguments and a function of its own in the API.
    pub(super) fn named_term(&self, name: &str, indices: &[u32]) -> Result<Option<Term>> {
        let session = &self.session;
        let sort = |id: &u32| self.content.sorts.get(SortId(*id)).copied();
        Ok(Some(match (name, indices) {
            ("sep.emp", []) => session.mk_sep_emp()?,
            ("sep.nil", [location]) => session.mk_sep_nil(sort(location)?)?,
            ("fmf.card", [of, bound]) => session.mk_cardinality_constraint(sort(of)?, *bound)?,
            _ => return Ok(None),
        }))
    }

    /// An application to more than two arguments, made of applications to two.
    pub(super) fn folded(&mut self, kind: i32, how: Fold, args: &[Term]) -> Result<Term> {
        let and = self.kinds.and;
        let session = &self.session;
        let pair = |a: &Term, b: &Term| session.mk_term(kind, &[*a, *b]);
        folded(how, args, pair, |parts| session.mk_term(and, parts))
    }

    /// Inserts elements into a set, at once or one after the other. In cvc5 the set is the last
    /// argument.
    pub(super) fn insert(&mut self, out: TermId, kind: i32, args: &mut [Term]) -> Result {
        let term = match args {
            [set, elements @ ..] if self.rng.chance(25) => {
                let mut elements = elements.iter();
                elements.try_fold(*set, |so_far, next| {
                    self.session.mk_term(kind, &[*next, so_far])
                })?
            }
            _ => {
                args.rotate_left(1);
                self.apply(kind, &[], args)?
            }
        };
        self.content.add_term(out, term)
    }

    pub(super) fn fun_parts(&self, sort: SortHandle) -> Result<(Vec<SortHandle>, SortHandle)> {
        let session = &self.session;
        if !session.sort_is_fun(sort)? {
            return Ok((Vec::new(), sort));
        }
        Ok((
            session.sort_fun_get_domain(sort)?,
            session.sort_fun_get_codomain(sort)?,
        ))
    }

    /// The ids of the terms of a core. Each must be one of `candidates`. A formula that
    /// was asserted twice may be listed twice, and definitions are listed, too.
    pub(super) fn ids(
        &self,
        what: &str,
        core: &[Term],
        candidates: &[Formula<Term>],
    ) -> Result<Vec<TermId>> {
        let session = &self.session;
        let key = |term| session.term_get_id(term);
        core_ids(what, core, candidates, key, |term| {
            let is_unknown = !self.is_definition(term)?;
            is_unknown.then(|| session.term_to_string(term)).transpose()
        })
    }
}
