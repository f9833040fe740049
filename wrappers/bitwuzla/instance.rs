//! An open Bitwuzla.

use super::extension::ops::FROM_REAL;
use super::ffi::{Session, Sort as SortHandle, Term};
use super::models::Reader;
use super::ops::{self, Kinds};
use super::{options, terms, values};
use crate::arena::Arena;
use crate::assertions::{Assertions, Formula, core_ids};
use crate::elements::Elements;
use crate::encodings::{folded, malformed};
use crate::models::Values;
use murxla_fsm::op::{self, Fold, Op, Shape};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The option of this wrapper that ends a search, as the termination callback may: after so many calls of it.
pub(super) const SEARCH_BUDGET: &str = "terminate-after";

/// Options, a solver with its term manager, and what the trace calls their sorts and terms.
pub(super) struct Instance {
    pub(super) session: Session,
    pub(super) kinds: Rc<Kinds>,
    pub(super) rng: Rng,
    pub(super) content: Content,
    elements: Elements,
    /// Those that were set, for other solvers on the same terms.
    pub(super) options: Vec<(Box<str>, Box<str>)>,
}

/// What `reset` forgets.
#[derive(Default)]
pub(super) struct Content {
    sorts: Arena<SortId, SortHandle>,
    pub(super) terms: Arena<TermId, Term>,
    /// Bitwuzla makes a new sort at each declaration; to the trace equal symbols are equal sorts.
    declared: BTreeMap<Box<str>, SortHandle>,
    pub(super) asserted: Assertions<Formula<Term>>,
    /// The assumptions of the last check.
    pub(super) assumed: Vec<Formula<Term>>,
    /// Whether the solver has preprocessed assertions.
    pub(super) preprocessed: bool,
    /// The free constants and functions, for models.
    consts: Vec<Term>,
}

impl Content {
    pub(super) fn terms(&self, ids: &[TermId]) -> Result<Vec<Term>> {
        self.terms.copied(ids)
    }

    fn sorts(&self, ids: &[SortId]) -> Result<Vec<SortHandle>> {
        self.sorts.copied(ids)
    }
}

impl Instance {
    pub(super) fn new(session: Session, kinds: Rc<Kinds>) -> Self {
        Self {
            session,
            kinds,
            rng: Rng::new(0),
            content: Content::default(),
            elements: Elements::default(),
            options: Vec::new(),
        }
    }

    /// One application in one of the ways of the API.
    fn apply(&mut self, kind: u32, indices: &[u32], args: &[Term]) -> Result<Term> {
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

    /// An application of more than two arguments, spelled out.
    fn folded(&mut self, kind: u32, how: Fold, args: &[Term]) -> Result<Term> {
        let (session, and) = (&self.session, self.kinds.and);
        let pair = |a: &Term, b: &Term| session.mk_term2(kind, *a, *b);
        folded(how, args, pair, |parts| session.mk_term(and, parts))
    }

    /// The ids of the terms of a core, each of which must be one of `candidates`.
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
    fn values(&self, of: &[Term]) -> Result<Vec<Term>> {
        let session = &self.session;
        let value = |term: &Term| {
            let value = session.value(*term)?;
            if !session.same_sort(*term, value)? {
                return Err(Error::Contradiction(format!(
                    "the value {} is of another sort than its term",
                    session.term_to_string(value)?
                )));
            }
            Ok(value)
        };
        of.iter().map(value).collect()
    }

    /// Another solver on the same terms, with the same options and none of the assertions.
    pub(super) fn sibling(&self) -> Result<Session> {
        let sibling = self.session.sibling()?;
        for (name, value) in &self.options {
            options::set(&sibling, name, value)?;
        }
        Ok(sibling)
    }
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.session.budget().restart();
    }

    /// Bitwuzla takes all that it has at any time.
    fn set_logic(&mut self, _: &str) -> Result {
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        if name == SEARCH_BUDGET {
            let calls = value.parse().map_err(|_| Error::Option(value.to_owned()))?;
            self.session.budget().set(calls);
            return Ok(());
        }
        if name == "incremental" {
            // It always is.
            return Ok(());
        }
        if self.session.is_made() {
            return Err(Error::Option("the solver has been made".to_owned()));
        }
        options::set(&self.session, name, value)?;
        self.options.push((name.into(), value.into()));
        Ok(())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let (session, content) = (&self.session, &mut self.content);
        let handle = match sort {
            Sort::Bool => session.bool_sort()?,
            Sort::Bv(width) => session.bv_sort(*width)?,
            Sort::Fp(exponent, significand) => session.fp_sort(*exponent, *significand)?,
            Sort::Rm => session.rm_sort()?,
            Sort::Array(index, element) => {
                session.array_sort(*content.sorts.get(*index)?, *content.sorts.get(*element)?)?
            }
            Sort::Fun(domain, codomain) => {
                let domain = content.sorts(domain)?;
                for part in &domain {
                    if session.sort_is_fun(*part)? {
                        return Err(Error::Unsupported("a function of functions".to_owned()));
                    }
                }
                session.fun_sort(&domain, *content.sorts.get(*codomain)?)?
            }
            Sort::Uninterpreted(symbol) => match content.declared.get(symbol) {
                Some(handle) => *handle,
                None => {
                    let handle = session.uninterpreted_sort(symbol)?;
                    content.declared.insert(symbol.clone(), handle);
                    handle
                }
            },
            other => return Err(Error::Unsupported(other.kind().name().to_owned())),
        };
        content.sorts.insert(out, handle);
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let term = self.session.mk_const(sort, symbol)?;
        self.content.consts.push(term);
        self.content.terms.insert(out, term);
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        if self.session.sort_is_fun(sort)? {
            return Err(Error::Unsupported("a variable of functions".to_owned()));
        }
        let term = self.session.mk_var(sort, symbol)?;
        self.content.terms.insert(out, term);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let term = values::write(&self.session, &mut self.rng, sort, value)?;
        self.content.terms.insert(out, term);
        Ok(())
    }

    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        let handle = *self.content.sorts.get(sort)?;
        match (values::write_special(&self.session, handle, name), value) {
            (Some(term), _) => {
                self.content.terms.insert(out, term?);
                Ok(())
            }
            (None, Some(value)) => self.mk_value(out, sort, value),
            (None, None) => Err(Error::Unsupported(name.to_owned())),
        }
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let kind = self.kinds.get(op)?;
        let signature = ops::OPS.signature(op);
        let args = self.content.terms(args)?;
        let enough = match signature.shape {
            Shape::Plain => signature.args.len(),
            _ => 2,
        };
        if args.len() < enough || indices.len() != signature.indices.len() {
            return Err(malformed());
        }
        let term = match op {
            op::CONST_ARRAY => {
                let sort = *self.content.sorts.get(sort)?;
                self.session.const_array(sort, args[0])?
            }
            FROM_REAL => {
                let sort = *self.content.sorts.get(sort)?;
                values::near_real(&self.session, &mut self.rng, sort, args[0])?
            }
            _ if args.len() > 2 && signature.fold != Fold::None && self.rng.chance(25) => {
                self.folded(kind, signature.fold, &args)?
            }
            _ => self.apply(kind, indices, &args)?,
        };
        self.content.terms.insert(out, term);
        Ok(())
    }

    /// A lambda: there are no definitions.
    fn mk_fun(
        &mut self,
        out: TermId,
        _sort: SortId,
        _symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let mut children = self.content.terms(params)?;
        children.push(*self.content.terms.get(body)?);
        let term = self.apply(self.kinds.lambda, &[], &children)?;
        self.content.terms.insert(out, term);
        Ok(())
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let session = &self.session;
        let term = *self.content.terms.get(term)?;
        let simple = session.simplify(term)?;
        if !session.same_sort(term, simple)? {
            return Err(Error::Contradiction(format!(
                "a term is simplified to {}, of another sort",
                session.term_to_string(simple)?
            )));
        }
        self.content.terms.insert(out, simple);
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let term = *self.content.terms.get(formula)?;
        self.session.assert_formula(term)?;
        self.content.asserted.add((formula, term));
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.content.assumed.clear();
        self.content.preprocessed = true;
        Session::answer(self.session.check_sat()?)
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let terms = self.content.terms(assumptions)?;
        self.content.assumed = self.content.terms.pairs(assumptions)?;
        self.content.preprocessed = true;
        Session::answer(self.session.check_sat_assuming(&terms)?)
    }

    fn push(&mut self, levels: u32) -> Result {
        self.session.push(levels)?;
        self.content.asserted.push(levels);
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        // Behind a check under assumptions, which it keeps on a level of its own, the library pops that, too.
        self.content.asserted.check_pop(levels)?;
        self.session.pop(levels)?;
        self.content.asserted.pop(levels)
    }

    /// There is no function for it: a new solver, with the same manager or a new one.
    fn reset(&mut self) -> Result {
        self.content = Content::default();
        self.options.clear();
        self.session = if self.rng.coin() {
            self.session.sibling()?
        } else {
            self.session.another()?
        };
        Ok(())
    }

    /// There is no function for it: a new solver on the same terms and options.
    fn reset_assertions(&mut self) -> Result {
        self.session.forget_solver();
        self.content.asserted.clear();
        self.content.preprocessed = false;
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let values = self.values(&self.content.terms(terms)?)?;
        let mut reader = Reader {
            session: &self.session,
            kinds: &self.kinds,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        values.iter().map(|value| reader.value(value)).collect()
    }

    /// After a check the library lists what preprocessing has left of them.
    fn get_assertions(&mut self) -> Result<usize> {
        let listed = self.session.assertions()?;
        let asserted = self.content.asserted.iter().map(|(_, term)| term);
        if asserted.eq(&listed) {
            return Ok(listed.len());
        }
        for formula in &listed {
            if !self.session.is_bool(*formula)? {
                let text = self.session.term_to_string(*formula)?;
                return Err(Error::Contradiction(format!("get-assertions lists {text}")));
            }
        }
        if !self.content.preprocessed {
            return Err(Error::Contradiction(format!(
                "get-assertions lists {} other formulas than the {} asserted ones",
                listed.len(),
                self.content.asserted.len()
            )));
        }
        Err(Error::Unsupported(
            "get-assertions of what has been preprocessed".to_owned(),
        ))
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let core = self.session.unsat_core()?;
        let content = &self.content;
        let candidates = [&content.asserted[..], &content.assumed].concat();
        let ids = self.ids("the unsat core", &core, &candidates)?;
        if self.rng.chance(25) {
            let base = *self.rng.pick(&[2, 10, 16]).unwrap_or(&2);
            self.session.printed_core(base)?;
        }
        Ok(ids)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let failed = self.session.unsat_assumptions()?;
        self.ids("unsat assumptions", &failed, &self.content.assumed)
    }

    /// There is no function for it: the values of all constants, printed.
    fn print_model(&mut self) -> Result {
        for value in self.values(&self.content.consts)? {
            self.session.term_to_string(value)?;
        }
        Ok(())
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let term = *self.content.terms.get(term)?;
        terms::children(&self.session, &self.kinds, &mut self.rng, term)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        terms::view_of(&self.session, *self.content.terms.get(term)?)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let term = *self.content.terms.get(term)?;
        values::read(&self.session, &mut self.rng, term)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
