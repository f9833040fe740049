//! The calls of a run on an instance of the toy.

use super::bugs::{Bug, Event};
use super::decide::Decider;
use super::instance::{EFFORT, Instance, LEVELS, Work, rejected};
use super::terms::{NodeIndex, TermGraph, TermKind};
use crate::shared::instance::counters::listed;
use murxla_fsm::op::Op;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::fmt::Write;
use std::sync::Arc;

impl Solver for Instance {
    fn set_logic(&mut self, _: &str) -> Result {
        if self.terms.sorts.iter().next().is_some() {
            return rejected("set-logic after sorts were made");
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        let number = || {
            let refused = |_| Error::Option(format!("{name} takes a number, not '{value}'"));
            value.parse::<u64>().map_err(refused)
        };
        match name {
            "bug" => {
                let unknown = || Error::Option(format!("bug takes one of {}", Bug::names()));
                self.bug = Bug::from_name(value).ok_or_else(unknown)?;
            }
            "effort" => self.effort = number()?,
            "sample-seed" => self.sample_seed = number()?,
            // All of these are always on.
            "incremental"
            | "produce-models"
            | "produce-unsat-cores"
            | "produce-unsat-assumptions" => {
                if !matches!(value, "true" | "false") {
                    let message = format!("{name} takes true or false, not '{value}'");
                    return Err(Error::Option(message));
                }
            }
            _ => {
                let options = "bug, effort, sample-seed, incremental, produce-models, \
                               produce-unsat-cores, produce-unsat-assumptions";
                let message = format!("there is no '{name}', only {options}");
                return Err(Error::Option(message));
            }
        }
        Ok(())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        self.terms.add_sort(out, sort)
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        if group.is_codata() {
            return Err(Error::Unsupported("codatatypes".to_owned()));
        }
        self.terms.add_datatypes(out, group)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.terms
            .add_leaf(out, sort, TermKind::Const(symbol.into()))
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, _: &str) -> Result {
        self.terms.add_leaf(out, sort, TermKind::Var)
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        self.terms
            .add_leaf(out, sort, TermKind::Value(value.clone()))
    }

    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        _name: &str,
        value: Option<&Value>,
    ) -> Result {
        let kind = value.map_or(TermKind::Named, |value| TermKind::Value(value.clone()));
        self.terms.add_leaf(out, sort, kind)
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let node = self.terms.add_app(out, op, args, indices, sort)?;
        self.bug
            .crash_or_hang(&Event::MkTerm(out, op, self.terms.term(node)));
        Ok(())
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        _: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        self.terms.add_fun(out, sort, params, body)
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        self.terms.add_name(out, term)
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let node = self.terms.formula(formula)?;
        self.bug
            .crash_or_hang(&Event::Assert(formula, self.terms.term(node)));
        self.assertions.add((formula, node));
        self.last = None;
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        Ok(self.check(Vec::new()))
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let assumptions = self.formulas(assumptions)?;
        self.bug.crash_or_hang(&Event::Assume(assumptions.len()));
        Ok(self.check(assumptions))
    }

    fn reason_unknown(&self) -> Option<ReasonUnknown> {
        self.reason
    }

    fn push(&mut self, levels: u32) -> Result {
        if self.assertions.depth().saturating_add(levels as usize) > LEVELS {
            return Err(Error::Resources(format!("more than {LEVELS} levels")));
        }
        self.assertions.push(levels);
        self.last = None;
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.assertions.pop(levels)?;
        self.last = None;
        Ok(())
    }

    fn reset(&mut self) -> Result {
        self.terms = TermGraph::default();
        self.work = Work::default();
        self.reset_assertions()
    }

    fn reset_assertions(&mut self) -> Result {
        self.assertions.clear();
        self.last = None;
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let last = self.last(Answer::Sat)?;
        let nodes = terms.iter().map(|id| self.terms.node(*id));
        let nodes: Vec<NodeIndex> = nodes.collect::<Result<_>>()?;
        if !nodes.iter().all(|n| self.terms.term(*n).is_closed()) {
            return rejected("a variable has no value");
        }
        let values = Decider::new(&self.terms, EFFORT).values(&last.model, &nodes);
        let wrong = |(node, value): (&NodeIndex, _)| self.bug.value(self.terms.term(*node), value);
        Ok(nodes.iter().zip(values).map(wrong).collect())
    }

    fn get_assertions(&mut self) -> Result<usize> {
        Ok(self.assertions.len())
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        Ok(self.bug.core(self.core()?))
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let mut core = self.core()?;
        let assumed = &self.last(Answer::Unsat)?.assumptions;
        core.retain(|id| assumed.iter().any(|(assumed, _)| assumed == id));
        Ok(core)
    }

    fn print_model(&mut self) -> Result {
        let mut text = String::new();
        for (node, value) in &self.last(Answer::Sat)?.model {
            let term = self.terms.term(*node);
            if let TermKind::Const(symbol) = &term.kind {
                let sort = self.terms.sorts.view(term.sort);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "(define-fun |{symbol}| () {sort} {value})");
            }
        }
        drop(text);
        Ok(())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        let counters = [
            ("checks", self.work.checks),
            ("evaluated terms", self.work.evaluated),
        ];
        let named = counters.map(|(name, value)| (name.to_owned(), value));
        Ok(listed(named, &[]))
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let term = self.terms.term(self.terms.node(term)?);
        Ok(match term.kind {
            TermKind::App(..) => term.parts.len(),
            _ => 0,
        })
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let term = self.terms.term(self.terms.node(term)?);
        Ok(self.bug.sort(term, self.terms.sorts.view(term.sort)))
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        match &self.terms.term(self.terms.node(term)?).kind {
            TermKind::Value(value) => Ok(Some(value.clone())),
            _ => Ok(None),
        }
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
