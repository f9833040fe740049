//! The calls of a run on an instance of cvc5.

use super::checks::{ASSERTIONS, MODEL_EMPTY_SORT, MODEL_TEXT, TERM_SORT, VALUE_COUNT, VALUE_SORT};
use super::ffi::{Outcome, Sort as SortHandle};
use super::instance::{Content, INNOCENT, Instance};
use super::ops::{OF_TWO, OPS};
use super::{actions, datatypes, nullables, sorts, terms, tuples, values};
use crate::shared::encoding::models::ReadValues;
use crate::shared::encoding::{check_counts, malformed};
use murxla_fsm::op::{BAG_MAP, CONST_ARRAY, DatatypeOp, Fold, Op, SET_INSERT, Shape, TRANS_PI};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a check that has reached `rlimit-per` is not decided, as the library says it.
const OUT_OF_RESOURCES: &str = "RESOURCEOUT";

/// The reasons that explanations of the library stand for. Others say that a formula is not
/// supported, or nothing.
const REASONS: &[(&str, ReasonUnknown)] = &[
    (OUT_OF_RESOURCES, ReasonUnknown::Limit),
    ("TIMEOUT", ReasonUnknown::Limit),
    ("MEMOUT", ReasonUnknown::Limit),
    ("INTERRUPTED", ReasonUnknown::Limit),
    ("INCOMPLETE", ReasonUnknown::Incomplete),
];

fn reason(explanation: &str) -> Option<ReasonUnknown> {
    let mut reasons = REASONS.iter();
    reasons.find_map(|(name, reason)| (*name == explanation).then_some(*reason))
}

impl Instance {
    fn answer(&self, outcome: Result<Outcome>) -> Result<Answer> {
        self.classify_error(outcome.and_then(|outcome| {
            let answer = self.session.answer(outcome)?;
            let why_unknown = actions::look_at_result(&self.session, outcome, answer)?;
            if why_unknown.as_deref() == Some(OUT_OF_RESOURCES) {
                self.ran_out.set(true);
            }
            self.reason.set(why_unknown.as_deref().and_then(reason));
            Ok(answer)
        }))
    }
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.reason.set(None);
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        self.classify_error(self.session.set_logic(logic))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        // Before 1.4 an unknown option or value ends the process.
        if !self.session.reports_errors() {
            if !self.session.option_names()?.iter().any(|n| n == name) {
                return Err(Error::Option(format!("unknown option '{name}'")));
            }
            if !self.session.option_takes(name, value)? {
                return Err(Error::Option(format!("{name} does not take '{value}'")));
            }
        }
        let result = self.session.set_option(name, value);
        if result.is_ok() && !INNOCENT.contains(&name) {
            self.special_options = true;
        }
        result.map_err(|error| match error {
            Error::Rejected(text) => Error::Option(text),
            other => other,
        })
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let content = &mut self.content;
        let handle = sorts::make(&self.session, content, &mut self.rng, sort)?;
        content.add_sort(out, handle)
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        let content = &self.content;
        let sort_of = |id| content.sorts.get(id).copied();
        let sorts = datatypes::declare(&self.session, &mut self.rng, group, &sort_of)?;
        for (id, sort) in out.iter().zip(&sorts) {
            self.content.sorts.insert(*id, *sort);
        }
        self.content
            .extra
            .datatypes
            .push((Arc::clone(group), sorts));
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let term = if self.rng.coin() && !self.content.extra.answered {
            let (domain, codomain) = self.fun_parts(sort)?;
            self.session.declare_fun(symbol, &domain, codomain, true)?
        } else {
            self.session.mk_const(sort, symbol)?
        };
        self.content.extra.consts.push(term);
        self.content.add_term(out, term)
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
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
        let term = match name {
            "set.empty" => self.session.mk_empty_set(sort)?,
            "set.universe" => self.session.mk_universe_set(sort)?,
            "nullable.null" => self.session.mk_nullable_null(sort)?,
            "bag.empty" => self.session.mk_empty_bag(sort)?,
            _ => return Ok(false),
        };
        self.content.add_term(out, term)?;
        Ok(true)
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        ids: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let kind = self.kinds.get(op)?;
        let signature = OPS.signature(op);
        if signature.shape == Shape::Annotated {
            return self.annotate(out, (op, kind), ids, indices);
        }
        let mut args = self.content.terms(ids)?;
        if let Shape::Dt(part) = signature.shape {
            let sort = match (part, indices.first()) {
                (DatatypeOp::Match, _) => None,
                (_, Some(sort)) => Some(*self.content.sorts.get(SortId(*sort))?),
                _ => return Err(malformed()),
            };
            let (session, rng, kinds) = (&self.session, &mut self.rng, &self.kinds);
            let term = datatypes::apply(session, rng, kinds, (op, part), sort, indices, &args)?;
            return self.content.add_term(out, term);
        }
        if let Shape::Tuple(tupling) = signature.shape {
            let (session, rng, kinds) = (&self.session, &mut self.rng, &self.kinds);
            let term = tuples::apply(session, rng, kinds, (op, tupling), indices, &args)?;
            return self.content.add_term(out, term);
        }
        if let Some(term) = nullables::apply(&self.session, &self.kinds, op, &args) {
            return self.content.add_term(out, term?);
        }
        // The library does not check this: 1.4.2 crashes in `mk_term` of an indexed kind without
        // indices.
        check_counts(signature, args.len(), indices.len())?;
        if let Some(term) = self.named_term(OPS.row(op).smt, indices)? {
            return self.content.add_term(out, term);
        }
        if op == SET_INSERT {
            return self.insert(out, kind, &mut args);
        }
        if op == BAG_MAP {
            args.rotate_left(1); // The bag comes last.
        }
        let term = match (signature.shape, args.split_last()) {
            (_, Some((element, []))) if op == CONST_ARRAY => {
                let sort = *self.content.sorts.get(sort)?;
                self.session.mk_const_array(sort, *element)?
            }
            (_, None) if op == TRANS_PI && self.rng.coin() => self.session.mk_pi()?,
            (shape, _) if shape.binds() => self.quantify(kind, shape, ids)?,
            (Shape::Plain, _) if args.len() > 2 && signature.fold != Fold::None => {
                if self.rng.chance(25) || OF_TWO.contains(&op) {
                    self.folded(kind, signature.fold, &args)?
                } else {
                    self.apply(kind, indices, &args)?
                }
            }
            _ => self.apply(kind, indices, &args)?,
        };
        self.content.add_term(out, term)
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let fun = self.define(symbol, sort, params, body)?;
        self.content.add_term(out, fun)
    }

    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = *self.content.sorts.get(sort)?;
        let function = self.session.mk_const(sort, symbol)?;
        self.content.add_term(out, function)
    }

    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        self.define_together(definitions)
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let session = &self.session;
        let term = *self.content.terms.get(term)?;
        // With substitutions, the result would only be equal in models of the assertions.
        let simple = self.classify_error(session.simplify(term, false))?;
        let (before, after) = (session.term_get_sort(term)?, session.term_get_sort(simple)?);
        if !session.sort_is_equal(before, after)? {
            let [before, after] = [before, after].map(|sort| session.sort_to_string(sort));
            return TERM_SORT.fails_for("simplify", format!("{}, not {}", after?, before?));
        }
        self.content.add_term(out, simple)
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let term = *self.content.terms.get(formula)?;
        self.classify_error(self.session.assert_formula(term))?;
        self.content.asserted.add((formula, term));
        self.content.extra.answered = false;
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let terms = self.content.assume(assumptions)?;
        for term in &terms {
            let id = self.session.term_get_id(*term)?;
            self.content.extra.ever_assumed.insert(id);
        }
        self.content.extra.answered = true;
        self.answer(match &terms[..] {
            [] => self.session.check_sat(),
            terms => self.session.check_sat_assuming(terms),
        })
    }

    fn reason_unknown(&self) -> Option<ReasonUnknown> {
        self.reason.get()
    }

    fn push(&mut self, levels: u32) -> Result {
        self.classify_error(self.session.push(levels))?;
        self.content.asserted.push(levels);
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        // Before 1.4 the library ends the process instead.
        self.content.asserted.check_pop(levels)?;
        self.classify_error(self.session.pop(levels))?;
        self.content.asserted.pop(levels)
    }

    fn reset(&mut self) -> Result {
        self.content = Content::default();
        self.special_options = false;
        self.ran_out.set(false);
        if self.rng.coin() {
            self.session.renew_solver()?;
        } else {
            self.session = self.session.with_new_manager()?;
        }
        self.set_options_in(&self.session)
    }

    /// Answers after a check that has run out of resources are told apart from others.
    fn engine(&self) -> &'static str {
        match self.ran_out.get() {
            true => "a solver that ran out of resources before",
            false => "",
        }
    }

    fn reset_assertions(&mut self) -> Result {
        self.classify_error(self.session.reset_assertions())?;
        self.content.asserted.clear();
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let terms = self.content.terms(terms)?;
        let values = if self.rng.coin() {
            self.classify_error(self.session.get_values(&terms))?
        } else {
            let values = terms.iter().map(|t| self.session.get_value(*t));
            self.classify_error(values.collect::<Result<Vec<_>>>())?
        };
        if values.len() != terms.len() {
            let details = format!("{} terms and {} values", terms.len(), values.len());
            return VALUE_COUNT.fails(details);
        }
        let mut reader = self.reader();
        let session = reader.session;
        let mut read = Vec::with_capacity(values.len());
        for (term, value) in terms.into_iter().zip(values) {
            let (sort, of_value) = (session.term_get_sort(term)?, session.term_get_sort(value)?);
            if !session.sort_is_equal(sort, of_value)? {
                let [sort, of_value] = [sort, of_value].map(|sort| session.sort_to_string(sort));
                return VALUE_SORT.fails(format!("{}, not {}", of_value?, sort?));
            }
            actions::look_at_value(session, value)?;
            read.push(reader.value(&value)?);
        }
        Ok(read)
    }

    /// cvc5 lists more than the assertions, which is accepted: definitions, and in 1.4.2, unlike
    /// 1.2.0, also assumptions of earlier checks.
    fn get_assertions(&mut self) -> Result<usize> {
        let listed = self.classify_error(self.session.get_assertions())?;
        let mut asserted = BTreeMap::new();
        for (_, term) in self.content.asserted.iter() {
            *asserted
                .entry(self.session.term_get_id(*term)?)
                .or_insert(0) += 1;
        }
        let mut count = 0;
        for term in listed {
            let id = self.session.term_get_id(term)?;
            match asserted.get_mut(&id) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    count += 1;
                }
                _ if self.content.extra.ever_assumed.contains(&id)
                    || self.is_definition(term)? => {}
                _ => {
                    return ASSERTIONS.fails(self.session.term_to_string(term)?);
                }
            }
        }
        Ok(count)
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let core = self.classify_error(self.session.get_unsat_core())?;
        self.ids("the unsat core", &core, &self.content.formulas())
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let failed = self.classify_error(self.session.get_unsat_assumptions())?;
        self.ids("unsat assumptions", &failed, &self.content.assumed)
    }

    fn print_model(&mut self) -> Result {
        let session = &self.session;
        let declared: Vec<SortHandle> = self.content.declared.all().copied().collect();
        let text = self.classify_error(session.get_model(&declared, &self.content.extra.consts))?;
        if !text.trim_start().starts_with('(') {
            return MODEL_TEXT.fails(format!("'{text}'"));
        }
        for sort in declared {
            // An uninterpreted sort has one element at least.
            if self
                .classify_error(session.get_model_domain_elements(sort))?
                .is_empty()
            {
                return MODEL_EMPTY_SORT.fails(session.sort_to_string(sort)?);
            }
        }
        Ok(())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        self.read_counters()
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let term = *self.content.terms.get(term)?;
        terms::children(&self.session, &mut self.rng, term)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let sort = self.session.term_get_sort(*self.content.terms.get(term)?)?;
        sorts::view::view(&self.session, sort)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let term = *self.content.terms.get(term)?;
        self.reader().value(&term)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
