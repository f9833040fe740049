//! The calls of a run on an instance of Boolector.

use super::ffi::Session;
use super::instance::{Content, GenericOptions, Instance};
use super::models;
use super::options;
use super::sorts;
use super::terms;
use super::values;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::rc::Rc;

/// There are no `set_logic` and `reset_assertions`: the API has no functions for them.
impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.session.budget().restart();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        if self.sat_options.set(options::SAT_SOLVERS, name, value)? {
            return Ok(());
        }
        let flag = match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        let is_on = || {
            let refused = || Error::Option(format!("{name:?} does not take the value {value:?}"));
            flag.ok_or_else(refused)
        };
        match name {
            "incremental" => {
                let before = std::mem::replace(&mut self.modes.incremental, is_on()?);
                let allowed = self.allow_assumptions();
                allowed.inspect_err(|_| self.modes.incremental = before)
            }
            "produce-models" | options::MODELS => {
                let mode = if self.rng.chance(30) { 1 } else { 2 };
                let mode = if is_on()? { mode } else { 0 };
                options::set_known(&self.session, options::MODELS, mode)?;
                (self.modes.models, self.modes.of_all) = (mode > 0, mode == 2);
                Ok(())
            }
            "produce-unsat-cores" => {
                let before = std::mem::replace(&mut self.modes.cores, is_on()?);
                let allowed = self.allow_assumptions();
                allowed.inspect_err(|_| self.modes.cores = before)
            }
            "produce-unsat-assumptions" => is_on().map(|_| ()),
            _ => options::set(&self.session, name, value),
        }
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let sort = self.make_sort(sort)?;
        self.content.add_sort(out, sort)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        self.content.extra.is_beyond_btor |= matches!(*sort.view, SortView::Fun(..));
        let (session, terms) = (&self.session, &mut self.content.terms);
        let symbol = terms.is_fresh(symbol).then_some(symbol);
        let node = match &*sort.view {
            SortView::Array(_) => session.array(sort.handle, symbol)?,
            SortView::Fun(..) => session.uf(sort.handle, symbol)?,
            _ => session.var(sort.handle, symbol)?,
        };
        if *sort.view == SortView::Bool && self.rng.coin() {
            session.var_mark_bool(node)?;
        }
        terms.insert(out, node, &sort.view)
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.bit_vector(sort, "sort of a variable")?.clone();
        let (session, terms) = (&self.session, &mut self.content.terms);
        let symbol = terms.is_fresh(symbol).then_some(symbol);
        let node = session.param(sort.handle, symbol)?;
        terms.insert_param(out, node, &sort);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let node = values::write(&self.session, &mut self.rng, sort.handle, value)?;
        self.content.terms.insert(out, node, &sort.view)
    }

    fn mk_named_value(&mut self, out: TermId, sort: SortId, name: &str) -> Result<bool> {
        let sort = self.content.sorts.get(sort)?.clone();
        let Some(node) = values::special(&self.session, sort.handle, name) else {
            return Ok(false);
        };
        self.content.terms.insert(out, node?, &sort.view)?;
        Ok(true)
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        if [op::FORALL, op::EXISTS].contains(&op) && !self.modes.takes_quantifiers() {
            let what = "a quantifier in an instance that is incremental or makes models";
            return Err(Error::Unsupported(what.to_owned()));
        }
        self.content.extra.is_beyond_btor |=
            [op::FORALL, op::EXISTS, op::CONST_ARRAY].contains(&op);
        let sort = self.content.sorts.get(sort)?.clone();
        let recipe = (op, args, indices);
        (self.content.terms).make(&self.session, &mut self.rng, out, recipe, &sort)
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let view = Rc::clone(&self.content.sorts.get(sort)?.view);
        let (session, terms) = (&self.session, &mut self.content.terms);
        terms.make_fun(session, &mut self.rng, out, (params, body), &view)?;
        if terms.is_fresh(symbol) {
            session.set_symbol(terms.node(out)?, symbol)?;
        }
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let node = self.content.terms.closed(formula)?;
        if !self.modes.cores {
            self.session.assert(node)?;
        }
        self.content.asserted.add((formula, node));
        self.changed();
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn push(&mut self, levels: u32) -> Result {
        if !self.modes.incremental {
            return Err(Error::Rejected("levels need 'incremental'".to_owned()));
        }
        if levels > 0 {
            self.session.push(levels)?;
        }
        self.content.asserted.push(levels);
        self.changed();
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.content.asserted.pop(levels)?;
        if levels > 0 {
            self.session.pop(levels)?;
        }
        self.changed();
        Ok(())
    }

    fn reset(&mut self) -> Result {
        self.content = Content::default();
        self.modes = GenericOptions::default();
        self.sat_options.clear();
        self.session = Session::new(self.api)?;
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        self.expect_model()?;
        let traced = &self.content.terms;
        let value = |id: &TermId| {
            let (node, view) = (traced.closed(*id)?, traced.view(*id)?);
            let value = models::value(&self.session, node, view, traced.is_leaf(*id)?)?;
            Ok(value.filter(|_| traced.has_value(*id, self.modes.of_all) == Ok(true)))
        };
        terms.iter().map(value).collect()
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        self.content.expect(Answer::Unsat)?;
        if !self.modes.cores {
            return Err(Error::Rejected("there are no cores".to_owned()));
        }
        self.failed(&self.content.formulas())
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        self.content.expect(Answer::Unsat)?;
        self.failed(&self.content.assumed)
    }

    fn print_model(&mut self) -> Result {
        self.expect_model()?;
        let format = if self.rng.coin() { "btor" } else { "smt2" };
        let session = &self.session;
        let (_, ()) = session.written(|file| session.print_model(format, file))?;
        Ok(())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        Ok(self.read_counters())
    }

    /// The API has no getter for children.
    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        terms::inspect(&self.session, self.content.terms.node(term)?).map(|()| 0)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let terms = &self.content.terms;
        sorts::view(&self.session, terms.node(term)?, terms.view(term)?)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let terms = &self.content.terms;
        values::read(&self.session, terms.node(term)?, terms.view(term)?)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
