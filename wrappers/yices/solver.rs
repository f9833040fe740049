//! The calls of a run on an instance of Yices.

use super::ffi::{Model, Term};
use super::instance::{Content, Instance, ids};
use super::models::ModelReader;
use super::ops::Maker;
use super::search::{CheckResult, ContextOptions};
use super::sorts;
use super::terms::{self, TracedTerm};
use super::values;
use crate::shared::encoding::malformed;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::rc::Rc;

/// The model of the last check.
fn model(found: Option<&CheckResult>) -> Result<&Model> {
    let model = found.and_then(|found| found.model.as_ref());
    model.ok_or_else(|| Error::Rejected("there is no model".to_owned()))
}

/// There are no counters: the API counts only the terms and types of the process, and not the work
/// of a context.
impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.engine = self.found.as_ref().map_or("", |found| found.engine);
        self.reason = None;
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        // Most logics that combine bit-vectors with arithmetic have no configuration. A run with
        // such a logic has a context for all theories.
        if ContextOptions::takes_logic(self.api, logic).is_ok() {
            self.options.logic = Some(logic.to_owned());
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        self.options
            .set(self.api, name, value, self.search.as_mut())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let sort = self.make_sort(sort)?;
        self.content.add_sort(out, sort)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let term = self.api.new_uninterpreted_term(sort.handle)?;
        self.api.set_term_name(term, symbol)?;
        self.add_term(out, term, &sort.view)
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let term = self.api.new_variable(sort.handle)?;
        self.api.set_term_name(term, symbol)?;
        self.add_term(out, term, &sort.view)
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let view = Rc::clone(&self.content.sorts.get(sort)?.view);
        let term = values::write(self.api, &mut self.rng, value)?;
        self.add_term(out, term, &view)
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
        self.add_term(out, term, &view)
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
        let traced = TracedTerm {
            term,
            view,
            definition,
        };
        self.content.add_term(out, traced)
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let term = self.content.terms.get(formula)?.term;
        if !self.options.cores {
            let levels = self.content.asserted.depth();
            match self.attempt(|search, _| search.assert(term, levels)) {
                Err(Error::Unsupported(_)) => {
                    let place = self.content.asserted.len();
                    self.content.extra.refused.insert(place);
                }
                other => other?,
            }
        }
        self.content.asserted.add((formula, term));
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn push(&mut self, levels: u32) -> Result {
        for _ in 0..levels {
            let before = self.content.asserted.depth();
            self.attempt(|search, _| search.push(before))?;
            self.content.asserted.push(1);
        }
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.content.asserted.check_pop(levels)?;
        for _ in 0..levels {
            let before = self.content.asserted.depth();
            self.attempt(|search, _| search.pop(before))?;
            self.content.asserted.pop(1)?;
            let height = self.content.asserted.len();
            self.content.extra.refused.retain(|place| *place < height);
        }
        Ok(())
    }

    fn reset(&mut self) -> Result {
        (self.found, self.search) = (None, None);
        self.content = Content::default();
        self.options = ContextOptions::default();
        self.lease.renew();
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.found = None;
        self.content.asserted.clear();
        self.content.extra.refused.clear();
        match &mut self.search {
            Some(search) if self.rng.coin() => search.reset()?,
            _ => self.search = None,
        }
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let mut reader = ModelReader {
            api: self.api,
            model: model(self.found.as_ref())?,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        let terms = terms.iter().map(|id| self.content.terms.get(*id));
        terms.map(|traced| reader.value(traced?)).collect()
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        ids("the unsat core", self.core()?, &self.content.formulas())
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
        let model = model(self.found.as_ref())?;
        // The core may be empty.
        self.api.model_to_string(model, 200, 1000, 0)?;
        for term in model.defined()? {
            self.api.type_of_term(term)?;
        }
        Ok(())
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        terms::children(self.api, self.content.terms.get(term)?.term)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let traced = self.content.terms.get(term)?;
        sorts::view(self.api, self.api.type_of_term(traced.term)?, &traced.view)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        values::read(self.api, self.content.terms.get(term)?)
    }

    fn reason_unknown(&self) -> Option<ReasonUnknown> {
        self.reason
    }

    fn engine(&self) -> &'static str {
        self.engine
    }

    fn as_any(&mut self) -> &mut dyn Any {
        // Extension actions set the engine that they use.
        self.engine = "";
        self
    }
}
