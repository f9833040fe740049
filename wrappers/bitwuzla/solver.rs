//! The calls of a run on an instance of Bitwuzla.

use super::checks::{ASSERTION_SORT, ASSERTIONS, SIMPLIFIED_SORT};
use super::instance::{Content, Instance};
use super::models::ModelReader;
use super::ops::own::FROM_REAL;
use super::{ops, options, terms, values};
use crate::shared::encoding::check_counts;
use crate::shared::encoding::models::ReadValues;
use murxla_fsm::op::{self, Fold, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;

/// There is no `set_logic`: Bitwuzla accepts all its theories at any time.
impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.session.budget().restart();
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        if name == options::SEARCH_BUDGET {
            let calls = value.parse().map_err(|_| Error::Option(value.to_owned()))?;
            self.session.budget().set(calls);
            return Ok(());
        }
        if name == "incremental" {
            // Bitwuzla is always incremental.
            return Ok(());
        }
        if self.sat_options.set(options::SAT_SOLVERS, name, value)? {
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
        let handle = self.make_sort(sort)?;
        self.content.add_sort(out, handle)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let term = self.session.mk_const(sort, symbol)?;
        self.content.extra.consts.push(term);
        self.content.add_term(out, term)
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        if self.session.sort_is_fun(sort)? {
            return Err(Error::Unsupported("a variable of functions".to_owned()));
        }
        let term = self.session.mk_var(sort, symbol)?;
        self.content.add_term(out, term)
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let term = values::write(&self.session, &mut self.rng, sort, value)?;
        self.content.add_term(out, term)
    }

    fn mk_named_value(&mut self, out: TermId, sort: SortId, name: &str) -> Result<bool> {
        let sort = *self.content.sorts.get(sort)?;
        let Some(term) = values::write_special(&self.session, sort, name) else {
            return Ok(false);
        };
        self.content.add_term(out, term?)?;
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
        let kind = self.kinds.get(op)?;
        let signature = ops::OPS.signature(op);
        let args = self.content.terms(args)?;
        check_counts(signature, args.len(), indices.len())?;
        let term = match op {
            op::CONST_ARRAY => {
                let sort = *self.content.sorts.get(sort)?;
                self.session.mk_const_array(sort, args[0])?
            }
            FROM_REAL => {
                let sort = *self.content.sorts.get(sort)?;
                values::near_real(&self.session, sort, args[0])?
            }
            _ if args.len() > 2 && signature.fold != Fold::None && self.rng.chance(25) => {
                self.folded(kind, signature.fold, &args)?
            }
            _ => self.apply(kind, indices, &args)?,
        };
        self.content.add_term(out, term)
    }

    /// Makes a lambda. The API has no definitions.
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
        self.content.add_term(out, term)
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let session = &self.session;
        let term = *self.content.terms.get(term)?;
        let simple = session.simplify_term(term)?;
        if !session.term_is_equal_sort(term, simple)? {
            return SIMPLIFIED_SORT.fails(session.term_to_string(simple)?);
        }
        self.content.add_term(out, simple)
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let term = *self.content.terms.get(formula)?;
        self.session.assert(term)?;
        self.content.asserted.add((formula, term));
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let terms = self.content.assume(assumptions)?;
        self.content.extra.preprocessed = true;
        match &terms[..] {
            [] => self.session.check_sat(),
            terms => self.session.check_sat_assuming(terms),
        }
    }

    fn push(&mut self, levels: u32) -> Result {
        self.session.push(levels.into())?;
        self.content.asserted.push(levels);
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        // The library keeps assumptions on an extra level, and would pop that one, too.
        self.content.asserted.pop(levels)?;
        self.session.pop(levels.into())
    }

    /// Makes a new solver, with the same manager or a new one. The API has no function for it.
    fn reset(&mut self) -> Result {
        self.content = Content::default();
        self.options.clear();
        self.sat_options.clear();
        self.session = if self.rng.coin() {
            self.session.second_solver()?
        } else {
            self.session.with_new_manager()?
        };
        Ok(())
    }

    /// Makes a new solver with the same terms and options. The API has no function for it.
    fn reset_assertions(&mut self) -> Result {
        self.session.forget_solver();
        self.content.asserted.clear();
        self.content.extra.preprocessed = false;
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let values = self.values(&self.content.terms(terms)?)?;
        let mut reader = ModelReader {
            session: &self.session,
            kinds: &self.kinds,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        values.iter().map(|value| reader.value(value)).collect()
    }

    /// After a check the library lists the assertions as preprocessing has changed them.
    fn get_assertions(&mut self) -> Result<usize> {
        let listed = self.session.get_assertions()?;
        let asserted = self.content.asserted.iter().map(|(_, term)| term);
        if asserted.eq(&listed) {
            return Ok(listed.len());
        }
        for formula in &listed {
            if !self.session.term_is_bool(*formula)? {
                return ASSERTION_SORT.fails(self.session.term_to_string(*formula)?);
            }
        }
        if !self.content.extra.preprocessed {
            let asserted = self.content.asserted.len();
            return ASSERTIONS.fails(format!("{}, and {asserted} are asserted", listed.len()));
        }
        Err(Error::Unsupported(
            "get-assertions after preprocessing".to_owned(),
        ))
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let core = self.session.get_unsat_core()?;
        let ids = self.ids("the unsat core", &core, &self.content.formulas())?;
        if self.rng.chance(25) {
            let base = *self.rng.pick(&[2, 10, 16]).unwrap_or(&2);
            let session = &self.session;
            session.written(|stream| session.print_unsat_core("smt2", stream, base))?;
        }
        Ok(ids)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let failed = self.session.get_unsat_assumptions()?;
        self.ids("unsat assumptions", &failed, &self.content.assumed)
    }

    /// Prints the values of all constants. The API has no function for it.
    fn print_model(&mut self) -> Result {
        for value in self.values(&self.content.extra.consts)? {
            self.session.term_to_string(value)?;
        }
        Ok(())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        self.read_counters()
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
