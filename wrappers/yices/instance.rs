//! An open Yices.

use super::ffi::{Api, Lease, Term, Tried, Type};
use super::ops::Maker;
use super::search::{Found, Recipe, Search};
use super::terms::{self, Known, Sort as Made};
use super::values::{self, Reader};
use crate::arena::Arena;
use crate::assertions::{Assertions, Formula, core_ids};
use crate::elements::Elements;
use crate::encodings::malformed;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// A context, and what the trace calls the terms and types of the process.
pub(super) struct Instance {
    pub(super) api: Api,
    pub(super) rng: Rng,
    pub(super) elements: Elements,
    recipe: Recipe,
    pub(super) content: Content,
    /// What the last check has found.
    found: Option<Found>,
    /// See [`Solver::engine`]: an action may have asked another one.
    pub(super) engine: &'static str,
    search: Option<Search>,
    /// Last, because it is the one to outlive contexts and models.
    pub(super) lease: Lease,
}

/// What `reset` forgets.
#[derive(Default)]
pub(super) struct Content {
    sorts: Arena<SortId, Made>,
    pub(super) terms: Arena<TermId, Known>,
    /// Yices makes a new type at each declaration; to the trace equal symbols are equal sorts.
    declared: BTreeMap<Box<str>, Made>,
    asserted: Assertions<Formula<Term>>,
    /// Places of the assertions that no context takes; without them, what is satisfiable is unknown.
    refused: BTreeSet<usize>,
    /// The assumptions of the last check.
    assumed: Vec<Formula<Term>>,
}

impl Content {
    pub(super) fn terms(&self, ids: &[TermId]) -> Result<Vec<Term>> {
        ids.iter().map(|id| Ok(self.terms.get(*id)?.term)).collect()
    }

    /// All terms and types that may be used later.
    pub(super) fn in_use(&self) -> (Vec<Term>, Vec<Type>) {
        let mut terms = Vec::new();
        for known in self.terms.all() {
            terms.push(known.term);
            if let Some(definition) = &known.definition {
                terms.extend(definition.0.iter().chain([&definition.1]));
            }
        }
        let listed = self.asserted.iter().chain(&self.assumed);
        terms.extend(listed.map(|(_, term)| *term));
        let types = self.sorts.all().chain(self.declared.values());
        (terms, types.map(|made| made.of).collect())
    }

    /// The assertions of each level, and in front those of none.
    fn by_level(&self) -> Vec<Vec<Term>> {
        let level = |places: Range<usize>| {
            let taken = places.filter(|place| !self.refused.contains(place));
            taken.map(|place| self.asserted[place].1).collect()
        };
        self.asserted.by_level().map(level).collect()
    }
}

/// The ids of the terms of a core, each of which must be one of `candidates`.
fn ids(what: &str, core: &[Term], candidates: &[Formula<Term>]) -> Result<Vec<TermId>> {
    core_ids(what, core, candidates, Ok, |term| {
        Ok(Some(format!("{term:?}")))
    })
}

impl Instance {
    pub(super) fn new(api: Api) -> Self {
        Self {
            api,
            rng: Rng::new(0),
            elements: Elements::default(),
            recipe: Recipe::default(),
            content: Content::default(),
            found: None,
            engine: "",
            search: None,
            lease: Lease::new(api),
        }
    }

    fn name(&mut self, out: TermId, term: Term, view: &Rc<SortView>) {
        let known = Known {
            term,
            view: Rc::clone(view),
            definition: None,
        };
        self.content.terms.insert(out, known);
    }

    /// A context with what is asserted.
    fn searching(&mut self) -> Result<Search> {
        if let Some(search) = self.search.take() {
            return Ok(search);
        }
        // Cores are sets of assumptions: where they are asked for, assertions are assumed.
        let mut levels = self.content.by_level();
        if self.recipe.cores {
            levels.iter_mut().for_each(Vec::clear);
        }
        let search = Search::new(self.api, &mut self.rng, &self.recipe, &levels)?;
        search.map_err(|failure| {
            if failure.is_beyond_context() {
                return Error::Unsupported(Error::from(failure).to_string());
            }
            failure.into()
        })
    }

    /// Does something in the context. Where it refuses a formula because it is not linear, another one is
    /// made that takes all of arithmetic. `Unsupported` if that refuses it, too.
    fn attempt<T>(
        &mut self,
        mut call: impl FnMut(&mut Search, &Recipe) -> Result<Tried<T>>,
    ) -> Result<T> {
        let mut search = self.searching()?;
        let failure = match call(&mut search, &self.recipe)? {
            Ok(done) => {
                self.search = Some(search);
                return Ok(done);
            }
            Err(failure) if !failure.is_beyond_context() => return Err(failure.into()),
            Err(failure) => failure,
        };
        drop(search);
        if failure.is_nonlinear() && self.recipe.may_use_mcsat(self.api) {
            self.recipe.mcsat = true;
            match self.searching() {
                Ok(mut search) => {
                    if let Ok(done) = call(&mut search, &self.recipe)? {
                        self.search = Some(search);
                        return Ok(done);
                    }
                }
                Err(Error::Unsupported(_)) => {}
                Err(error) => return Err(error),
            }
            self.recipe.mcsat = false;
        }
        Err(Error::Unsupported(Error::from(failure).to_string()))
    }

    fn check(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let terms = self.content.terms(assumptions)?;
        self.found = None;
        self.content.assumed = assumptions.iter().copied().zip(terms).collect();
        let mut assumed: Vec<Term> = self.content.assumed.iter().map(|(_, t)| *t).collect();
        if self.recipe.cores {
            assumed.extend(self.content.asserted.iter().map(|(_, term)| *term));
        }
        let levels = self.content.asserted.depth();
        let found = self.attempt(|search, recipe| search.check(recipe, &assumed, levels));
        let found = match found {
            // An assumption is outside of what the context takes.
            Err(Error::Unsupported(_)) => return Ok(Answer::Unknown),
            other => other?,
        };
        let answer = found.answer;
        self.engine = found.engine;
        if answer == Answer::Sat && !self.content.refused.is_empty() {
            return Ok(Answer::Unknown);
        }
        self.found = Some(found);
        Ok(answer)
    }

    fn core(&self) -> Result<&[Term]> {
        let core = self.found.as_ref().and_then(|found| found.core.as_deref());
        core.ok_or_else(|| Error::Unsupported("a core of the model-constructing solver".to_owned()))
    }
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.engine = self.found.as_ref().map_or("", |found| found.engine);
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        // Most logics that combine bit-vectors with arithmetic have no configuration: such a run has a context
        // for all theories.
        if Recipe::takes_logic(self.api, logic)?.is_ok() {
            self.recipe.logic = Some(logic.to_owned());
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        self.recipe.set(self.api, name, value, self.search.as_mut())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let (api, content) = (self.api, &mut self.content);
        let (of, view) = match sort {
            Sort::Bool => (api.bool_type()?, SortView::Bool),
            Sort::Int => (api.int_type()?, SortView::Int),
            Sort::Real => (api.real_type()?, SortView::Real),
            Sort::Bv(width) => (api.bv_type(*width)?, SortView::Bv(*width)),
            Sort::Array(index, element) => {
                let (index, element) = (content.sorts.get(*index)?, content.sorts.get(*element)?);
                let of = terms::function_type(api, &mut self.rng, &[index.of], element.of)?;
                let parts = ((*index.view).clone(), (*element.view).clone());
                (of, SortView::Array(Box::new(parts)))
            }
            Sort::Fun(domain, codomain) => {
                let domain: Vec<&Made> = { domain.iter() }
                    .map(|sort| content.sorts.get(*sort))
                    .collect::<Result<_>>()?;
                let codomain = content.sorts.get(*codomain)?;
                let types: Vec<_> = domain.iter().map(|sort| sort.of).collect();
                let views = domain.iter().map(|sort| (*sort.view).clone()).collect();
                let view = SortView::Fun(views, Box::new((*codomain.view).clone()));
                let of = terms::function_type(api, &mut self.rng, &types, codomain.of)?;
                (of, view)
            }
            Sort::Uninterpreted(symbol) => {
                if let Some(made) = content.declared.get(symbol) {
                    content.sorts.insert(out, made.clone());
                    return Ok(());
                }
                let of = api.uninterpreted_type()?;
                api.set_type_name(of, symbol)?;
                (of, SortView::Uninterpreted(symbol.to_string()))
            }
            other => {
                // No datatypes, nor sorts of sorts.
                let name = other.kind().name();
                return Err(Error::Unsupported(name.to_owned()));
            }
        };
        let made = Made {
            of,
            view: Rc::new(view),
        };
        if let Sort::Uninterpreted(symbol) = sort {
            content.declared.insert(symbol.clone(), made.clone());
        }
        content.sorts.insert(out, made);
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let term = self.api.uninterpreted(sort.of)?;
        self.api.set_term_name(term, symbol)?;
        self.name(out, term, &sort.view);
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let term = self.api.variable(sort.of)?;
        self.api.set_term_name(term, symbol)?;
        self.name(out, term, &sort.view);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let view = Rc::clone(&self.content.sorts.get(sort)?.view);
        let term = values::write(self.api, &mut self.rng, value)?;
        self.name(out, term, &view);
        Ok(())
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let terms = self.content.terms(args)?;
        let (api, rng) = (self.api, &mut self.rng);
        let term = match (op, args.split_first(), &terms[..]) {
            (op::UF_APPLY, Some((function, _)), [_, args @ ..]) => {
                terms::apply(api, rng, self.content.terms.get(*function)?, args)?
            }
            (op::FORALL, _, [vars @ .., body]) => api.forall(&mut vars.to_vec(), *body)?,
            (op::EXISTS, _, [vars @ .., body]) => api.exists(&mut vars.to_vec(), *body)?,
            (op::UF_APPLY | op::FORALL | op::EXISTS, ..) => return Err(malformed()),
            _ => Maker { api, rng }.make(op, &terms, indices)?,
        };
        let view = Rc::clone(&self.content.sorts.get(sort)?.view);
        self.name(out, term, &view);
        Ok(())
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let params = self.content.terms(params)?;
        let body = self.content.terms.get(body)?.term;
        let view = Rc::clone(&self.content.sorts.get(sort)?.view);
        let term = self.api.lambda(&params, body)?;
        self.api.set_term_name(term, symbol)?;
        let definition = Some(Rc::new((params, body)));
        let known = Known {
            term,
            view,
            definition,
        };
        self.content.terms.insert(out, known);
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let term = self.content.terms.get(formula)?.term;
        if !self.recipe.cores {
            let levels = self.content.asserted.depth();
            match self.attempt(|search, _| Ok(search.assert(term, levels))) {
                Err(Error::Unsupported(_)) => {
                    let place = self.content.asserted.len();
                    self.content.refused.insert(place);
                }
                other => other?,
            }
        }
        self.content.asserted.add((formula, term));
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.check(&[])
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn push(&mut self, levels: u32) -> Result {
        for _ in 0..levels {
            let before = self.content.asserted.depth();
            self.attempt(|search, _| Ok(search.push(before)))?;
            self.content.asserted.push(1);
        }
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.content.asserted.check_pop(levels)?;
        for _ in 0..levels {
            let before = self.content.asserted.depth();
            self.attempt(|search, _| Ok(search.pop(before)))?;
            self.content.asserted.pop(1)?;
            let height = self.content.asserted.len();
            self.content.refused.retain(|place| *place < height);
        }
        Ok(())
    }

    fn reset(&mut self) -> Result {
        (self.found, self.search) = (None, None);
        self.content = Content::default();
        self.recipe = Recipe::default();
        self.lease.renew();
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.found = None;
        self.content.asserted.clear();
        self.content.refused.clear();
        match &mut self.search {
            Some(search) if self.rng.coin() => search.reset(),
            _ => self.search = None,
        }
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let model = self.found.as_ref().and_then(|found| found.model.as_ref());
        let mut reader = Reader {
            api: self.api,
            model: model.ok_or_else(|| Error::Rejected("there is no model".to_owned()))?,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        let terms = terms.iter().map(|id| self.content.terms.get(*id));
        terms.map(|known| reader.value(known?)).collect()
    }

    fn get_assertions(&mut self) -> Result<usize> {
        Err(Error::Unsupported("get-assertions".to_owned()))
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let candidates = [&self.content.asserted[..], &self.content.assumed].concat();
        ids("the unsat core", self.core()?, &candidates)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let (asserted, assumed) = (&self.content.asserted, &self.content.assumed);
        let is = |list: &[(TermId, Term)], term: &Term| list.iter().any(|(_, t)| t == term);
        // Assertions may have been assumed, too.
        let core = self.core()?.iter().copied();
        let core: Vec<Term> = core
            .filter(|term| is(assumed, term) || !is(asserted, term))
            .collect();
        ids("unsat assumptions", &core, assumed)
    }

    fn print_model(&mut self) -> Result {
        let model = self.found.as_ref().and_then(|found| found.model.as_ref());
        let model = model.ok_or_else(|| Error::Rejected("there is no model".to_owned()))?;
        // It may be empty.
        model.print();
        for term in model.defined()? {
            self.api.type_of(term)?;
        }
        Ok(())
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        terms::children(self.api, self.content.terms.get(term)?.term)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let known = self.content.terms.get(term)?;
        terms::view(self.api, self.api.type_of(known.term)?, &known.view)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        values::read(self.api, self.content.terms.get(term)?)
    }

    fn engine(&self) -> &'static str {
        self.engine
    }

    fn as_any(&mut self) -> &mut dyn Any {
        // Actions of Yices alone say which one they ask.
        self.engine = "";
        self
    }
}
