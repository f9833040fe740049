//! The calls of a run on an instance of Z3.

use super::checks::NOT_BOOLEAN;
use super::datatypes;
use super::ffi;
use super::instance::{Content, Instance, SortEntry};
use super::models::ModelReader;
use super::ops::Maker;
use super::options::{self, Settings};
use super::quantifiers;
use super::terms::{self, TracedTerm};
use super::values;
use crate::shared::instance::arena::Arena;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::Value;
use std::any::Any;
use std::sync::Arc;

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.reason = None;
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        let cx = self.context()?;
        // In Z3 a logic selects a solver. If there is none for this logic, as in 4.8.5 for most
        // combinations of theories, the general solvers are used.
        match cx.mk_solver_for_logic(cx.mk_string_symbol(logic)?) {
            Ok(_) => self.logic = Some(logic.to_owned()),
            Err(Error::Rejected(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        if let (Some(cx), Some(solver)) = (&self.context, &self.solver) {
            options::change(cx, solver, self.shared.params(), name, value)?;
            // After a reset, a solver checks its parameters when it is next used, which is done
            // here. There are no assertions, so that another solver can replace it.
            let used = cx
                .solver_get_num_scopes(solver)
                .map(|_| ())
                .map_err(options::as_refusal);
            if used.is_err() {
                self.solver = None;
            }
            return used;
        }
        if name == options::SHARE_CONTEXT && self.context.is_some() {
            return Err(Error::Option(format!("{name} comes too late")));
        }
        if !self.settings.set(self.shared.params(), name, value)? {
            let mut before = self.shared.globals.borrow_mut();
            options::set_global(self.shared.library, &mut before, name, value)?;
        }
        Ok(())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let entry = self.make_sort(out, sort)?;
        self.content.add_sort(out, entry)
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        if group.is_codata() {
            return Err(Error::Unsupported("codatatypes".to_owned()));
        }
        self.declare_datatypes(out, group)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        self.content.extra.sets.note_term(out, sort);
        let symbol = cx.mk_string_symbol(symbol)?;
        let term = match self.content.sorts.get(sort)? {
            SortEntry::Fun(domain, codomain) => {
                TracedTerm::Function(cx.mk_func_decl(symbol, domain, codomain)?)
            }
            SortEntry::Constructor => return Err(Error::Rejected("no sort".to_owned())),
            SortEntry::Plain(sort) => {
                let constant = if self.rng.coin() {
                    cx.mk_const(symbol, sort)?
                } else {
                    cx.apply(&cx.mk_func_decl(symbol, &[], sort)?, &[])?
                };
                match cx.get_sort_kind(sort)? as u32 {
                    ffi::Z3_BOOL_SORT => TracedTerm::Atom(constant),
                    _ => TracedTerm::Ast(constant),
                }
            }
        };
        self.content.add_term(out, term)
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        self.content.extra.sets.note_term(out, sort);
        let fresh = cx.mk_fresh_const(symbol, self.content.sorts.get(sort)?.plain()?)?;
        self.content
            .add_term(out, TracedTerm::Variable(fresh, symbol.into()))
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let cx = self.context()?;
        self.content.extra.sets.note_term(out, sort);
        let sort = self.content.sorts.get(sort)?.plain()?;
        let term = TracedTerm::Ast(values::write(&cx, &mut self.rng, sort, value)?);
        self.content.add_term(out, term)
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let cx = self.context()?;
        self.content.extra.sets.note_term(out, sort);
        let nothing = || Error::Rejected("no arguments".to_owned());
        let term = match op {
            op::UF_APPLY => {
                let (function, args) = args.split_first().ok_or_else(nothing)?;
                let args = self.asts(args)?;
                TracedTerm::Ast(terms::apply(
                    &cx,
                    self.content.terms.get(*function)?,
                    &args,
                )?)
            }
            op::FORALL | op::EXISTS => {
                let (body, variables) = args.split_last().ok_or_else(nothing)?;
                let body = self.content.terms.get(*body)?;
                let variables = variables.iter().map(|v| self.content.terms.get(*v));
                let variables = variables.collect::<Result<Vec<_>>>()?;
                let forall = op == op::FORALL;
                let rng = &mut self.rng;
                TracedTerm::Ast(quantifiers::quantify(&cx, rng, forall, &variables, body)?)
            }
            op if op::ATTRIBUTES.contains(&op) => {
                let (body, terms) = args.split_first().ok_or_else(nothing)?;
                let terms = self.asts(terms)?;
                quantifiers::annotate(op, self.content.terms.get(*body)?, terms, indices)?
            }
            op::DT_MATCH => {
                let (subject, cases) = args.split_first().ok_or_else(nothing)?;
                let cases = cases.iter().map(|id| match self.content.terms.get(*id)? {
                    TracedTerm::Case(case) => Ok(&**case),
                    _ => Err(Error::Rejected(format!("{id} is not a case"))),
                });
                let cases = cases.collect::<Result<Vec<_>>>()?;
                let subject = self.content.terms.get(*subject)?.ast()?;
                TracedTerm::Ast(datatypes::matched(&cx, subject, &cases)?)
            }
            _ if op::BASE
                .get(op.index())
                .is_some_and(|row| row.theory == Theory::Dt) =>
            {
                let asts = self.asts(args)?;
                match datatypes::case(op, indices, &asts) {
                    Some(case) => TracedTerm::Case(Box::new(case?)),
                    None => {
                        let sort = SortId(*indices.first().ok_or_else(nothing)?);
                        let sort = self.content.sorts.get(sort)?.plain()?;
                        TracedTerm::Ast(datatypes::apply(&cx, op, sort, indices, &asts)?)
                    }
                }
            }
            _ => {
                let asts = self.operands(&cx, args)?;
                let mut maker = Maker {
                    context: &cx,
                    rng: &mut self.rng,
                    sort: self.content.sorts.get(sort)?.plain()?,
                };
                let mut made = maker.make(op, &asts, indices)?;
                if self.rng.chance(10) {
                    made = terms::rebuild(&cx, made)?;
                }
                match args {
                    [a] if op == op::NOT
                        && matches!(self.content.terms.get(*a)?, TracedTerm::Atom(_)) =>
                    {
                        TracedTerm::NotAtom(made)
                    }
                    _ => TracedTerm::Ast(made),
                }
            }
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
        let cx = self.context()?;
        self.content.extra.sets.note_term(out, sort);
        let (params, body) = (
            self.asts(params)?,
            self.content.terms.get(body)?.ast()?.clone(),
        );
        let may_recur = self.has_recursion();
        let definition = terms::define(&cx, &mut self.rng, symbol, params, body, may_recur)?;
        self.content
            .add_term(out, TracedTerm::Macro(Box::new(definition)))
    }

    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        if !self.has_recursion() {
            let what = "a recursive function in this logic".to_owned();
            return Err(Error::Unsupported(what));
        }
        let SortEntry::Fun(domain, codomain) = self.content.sorts.get(sort)? else {
            return Err(Error::Rejected(format!("{sort} is not of functions")));
        };
        let decl = cx.mk_rec_func_decl(cx.mk_string_symbol(symbol)?, domain, codomain)?;
        self.content.add_term(out, TracedTerm::Function(decl))
    }

    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        let cx = self.context()?;
        for (function, params, body) in definitions {
            let TracedTerm::Function(decl) = self.content.terms.get(*function)? else {
                return Err(Error::Rejected(format!("{function} is not a function")));
            };
            let body = self.content.terms.get(*body)?.ast()?;
            cx.add_rec_def(decl, &self.asts(params)?, body)?;
        }
        Ok(())
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let cx = self.context()?;
        let simple = terms::simplify(&cx, &mut self.rng, self.content.terms.get(term)?.ast()?)?;
        self.content.extra.sets.note_like(out, term);
        self.content.add_term(out, TracedTerm::Ast(simple))
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let ast = self.content.terms.get(formula)?.ast()?.clone();
        let (cx, solver) = self.solver()?;
        let tracker = if self.settings.cores {
            let tracker = cx.mk_fresh_const("asserted", &cx.mk_bool_sort()?)?;
            cx.solver_assert_and_track(&solver, &ast, &tracker)?;
            Some(tracker)
        } else {
            cx.solver_assert(&solver, &ast)?;
            None
        };
        self.content.asserted.add((formula, tracker));
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn reason_unknown(&self) -> Option<ReasonUnknown> {
        self.reason
    }

    fn push(&mut self, levels: u32) -> Result {
        let (cx, solver) = self.solver()?;
        for _ in 0..levels {
            cx.solver_push(&solver)?;
            self.content.asserted.push(1);
        }
        self.check_levels()
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.content.asserted.pop(levels)?;
        let (cx, solver) = self.solver()?;
        if self.rng.coin() {
            cx.solver_pop(&solver, levels)?;
        } else {
            for _ in 0..levels {
                cx.solver_pop(&solver, 1)?;
            }
        }
        self.check_levels()
    }

    fn reset(&mut self) -> Result {
        self.content.clear_formulas();
        self.content.terms = Arena::default();
        self.content = Content::default();
        self.solver = None;
        self.logic = None;
        self.settings = Settings::default();
        if self.rng.coin() {
            self.context = None;
        }
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.content.clear_formulas();
        if self.solver.is_none() {
            return Ok(());
        }
        if self.rng.chance(20) {
            self.solver = None;
            return Ok(());
        }
        let (cx, solver) = self.solver()?;
        cx.solver_reset(&solver)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let (cx, solver) = self.solver()?;
        let ids = terms;
        let terms = terms.iter().map(|id| self.content.terms.get(*id));
        let terms = terms.collect::<Result<Vec<_>>>()?;
        let mut reader = ModelReader {
            cx: &cx,
            model: &cx.solver_get_model(&solver)?,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        let read = terms.into_iter().map(|term| match term {
            TracedTerm::Function(function) => reader.interpretation(function),
            TracedTerm::Macro(_) | TracedTerm::Case(_) => Ok(None),
            term => reader.term(term.ast()?),
        });
        let read = read.collect::<Result<Vec<_>>>()?;
        let values = ids.iter().zip(read);
        Ok(values
            .map(|(id, value)| self.content.extra.sets.value(*id, value))
            .collect())
    }

    fn get_assertions(&mut self) -> Result<usize> {
        let (cx, solver) = self.solver()?;
        let listed = cx.items(&cx.solver_get_assertions(&solver)?)?;
        let bool_sort = cx.mk_bool_sort()?;
        for formula in &listed {
            if cx.get_sort(formula)? != bool_sort {
                return NOT_BOOLEAN.fails_for("assertions", "");
            }
        }
        // Z3 also lists the guards of assumptions, and may leave out trivially true formulas.
        Ok(self.content.asserted.len())
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let (mut core, assumed) = self.core()?;
        core.extend(assumed);
        core.sort_unstable();
        core.dedup();
        Ok(core)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let (_, mut assumed) = self.core()?;
        assumed.sort_unstable();
        assumed.dedup();
        Ok(assumed)
    }

    fn print_model(&mut self) -> Result {
        let (cx, solver) = self.solver()?;
        cx.model_to_string(&cx.solver_get_model(&solver)?)
            .map(|_| ())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        self.read_counters()
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let cx = self.context()?;
        match self.content.terms.get(term)? {
            TracedTerm::Function(_) | TracedTerm::Macro(_) | TracedTerm::Case(_) => Ok(0),
            term => terms::children(&cx, term.ast()?),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let cx = self.context()?;
        let said = terms::sort_view(&cx, self.content.terms.get(term)?)?;
        Ok(self.content.extra.sets.view(term, said))
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let cx = self.context()?;
        values::read_twice(&cx, &mut self.rng, self.content.terms.get(term)?.ast()?)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
