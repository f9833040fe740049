//! An open Boolector.

use super::ffi::{Api, Node, Session};
use super::options;
use super::terms::{self, Sort as Made, Terms};
use super::values;
use crate::arena::Arena;
use crate::assertions::{Assertions, Formula};
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::rc::Rc;

/// An instance, and what the trace calls its nodes and sorts.
pub(super) struct Instance {
    pub(super) api: Api,
    pub(super) rng: Rng,
    pub(super) modes: Modes,
    pub(super) content: Content,
    pub(super) session: Session,
}

/// The options of all solvers.
#[derive(Clone, Copy, Default)]
pub(super) struct Modes {
    incremental: bool,
    models: bool,
    /// Models are of all terms, rather than of those in formulas.
    of_all: bool,
    /// Cores are sets of assumptions: where they are asked for, assertions are assumed in every check.
    pub(super) cores: bool,
}

impl Modes {
    fn takes_quantifiers(self) -> bool {
        !self.incremental && !self.models && !self.cores
    }
}

/// What `reset` forgets.
#[derive(Default)]
pub(super) struct Content {
    sorts: Arena<SortId, Made>,
    pub(super) terms: Terms,
    pub(super) asserted: Assertions<Formula<Node>>,
    /// The assumptions of the last check.
    pub(super) assumed: Vec<Formula<Node>>,
    /// What the last check has found, until anything changes.
    pub(super) found: Option<Answer>,
    pub(super) checks: u32,
    /// There are functions, quantifiers or constant arrays.
    pub(super) is_beyond_btor: bool,
}

impl Content {
    fn bits(&self, sort: SortId, place: &str) -> Result<&Made> {
        let made = self.sorts.get(sort)?;
        match *made.view {
            SortView::Bool | SortView::Bv(_) => Ok(made),
            ref other => Err(Error::Unsupported(format!("{other} as {place}"))),
        }
    }

    pub(super) fn expect(&self, answer: Answer) -> Result {
        if self.found == Some(answer) {
            return Ok(());
        }
        let message = format!("the last answer is not {}", answer.name());
        Err(Error::Rejected(message))
    }
}

impl Instance {
    pub(super) fn new(api: Api) -> Result<Self> {
        Ok(Self {
            api,
            rng: Rng::new(0),
            modes: Modes::default(),
            content: Content::default(),
            session: Session::new(api)?,
        })
    }

    fn check(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        if self.content.checks > 0 && !self.modes.incremental {
            return Err(Error::Rejected(
                "the instance is not incremental".to_owned(),
            ));
        }
        let terms = &self.content.terms;
        let assumed = assumptions.iter().map(|id| Ok((*id, terms.closed(*id)?)));
        self.content.assumed = assumed.collect::<Result<_>>()?;
        if !assumptions.is_empty() && !self.modes.incremental {
            return Err(Error::Rejected("assumptions need 'incremental'".to_owned()));
        }
        for (_, node) in &self.content.assumed {
            self.session.assume(*node);
        }
        if self.modes.cores {
            for (_, node) in self.content.asserted.iter() {
                self.session.assume(*node);
            }
        }
        let answer = if self.rng.chance(90) {
            self.session.check()?
        } else {
            self.session.limited_check(-1, -1)?
        };
        self.content.checks += 1;
        self.content.found = Some(answer);
        Ok(answer)
    }

    /// The ids of those nodes that the library says to have failed.
    fn failed(&self, candidates: &[Formula<Node>]) -> Result<Vec<TermId>> {
        let mut ids = Vec::new();
        for (id, node) in candidates {
            if self.session.failed(*node) && !ids.contains(id) {
                ids.push(*id);
            }
        }
        let known = [&self.content.asserted[..], &self.content.assumed].concat();
        for failed in self.session.failed_assumptions() {
            if !known.iter().any(|(_, node)| *node == failed) {
                let message = "a failed assumption was not assumed".to_owned();
                return Err(Error::Contradiction(message));
            }
        }
        Ok(ids)
    }

    /// Levels and assumptions need the library's incremental mode, which it does not leave any more.
    fn allow_assumptions(&self) -> Result {
        if self.modes.incremental || self.modes.cores {
            options::set_known(&self.session, options::INCREMENTAL, 1)?;
        }
        Ok(())
    }

    fn changed(&mut self) {
        self.content.found = None;
    }
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
        self.session.budget().restart();
    }

    // There is no function for it.
    fn set_logic(&mut self, _: &str) -> Result {
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
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
                { self.allow_assumptions() }.inspect_err(|_| self.modes.incremental = before)
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
                { self.allow_assumptions() }.inspect_err(|_| self.modes.cores = before)
            }
            "produce-unsat-assumptions" => is_on().map(|_| ()),
            _ => options::set(&self.session, name, value),
        }
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let (session, content) = (&self.session, &mut self.content);
        let (of, view) = match sort {
            Sort::Bool if self.rng.coin() => (session.bool_sort(), SortView::Bool),
            Sort::Bool => (session.bv_sort(1), SortView::Bool),
            Sort::Bv(width) => (session.bv_sort(*width), SortView::Bv(*width)),
            Sort::Array(index, element) => {
                let index = content.bits(*index, "index of an array")?;
                let element = content.bits(*element, "element of an array")?;
                let parts = ((*index.view).clone(), (*element.view).clone());
                let of = session.array_sort(index.of, element.of);
                (of, SortView::Array(Box::new(parts)))
            }
            Sort::Fun(domain, codomain) => {
                let domain = { domain.iter() }.map(|sort| content.bits(*sort, "argument"));
                let domain: Vec<&Made> = domain.collect::<Result<_>>()?;
                let codomain = content.bits(*codomain, "codomain of a function")?;
                let sorts: Vec<_> = domain.iter().map(|sort| sort.of).collect();
                let views = domain.iter().map(|sort| (*sort.view).clone()).collect();
                let view = SortView::Fun(views, Box::new((*codomain.view).clone()));
                (session.fun_sort(&sorts, codomain.of), view)
            }
            other => {
                let name = other.kind().name();
                return Err(Error::Unsupported(name.to_owned()));
            }
        };
        let view = Rc::new(view);
        content.sorts.insert(out, Made { of, view });
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        self.content.is_beyond_btor |= matches!(*sort.view, SortView::Fun(..));
        let (session, terms) = (&self.session, &mut self.content.terms);
        let node = match (&*sort.view, terms.is_fresh(symbol)) {
            (SortView::Array(_), true) => session.array(sort.of, symbol)?,
            (SortView::Array(_), false) => session.nameless_array(sort.of)?,
            (SortView::Fun(..), true) => session.uf(sort.of, symbol)?,
            (SortView::Fun(..), false) => session.nameless_uf(sort.of)?,
            (_, true) => session.var(sort.of, symbol)?,
            (_, false) => session.nameless_var(sort.of)?,
        };
        if *sort.view == SortView::Bool && self.rng.coin() {
            session.mark_bool(node);
        }
        terms.insert(out, node, &sort.view);
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let sort = self.content.bits(sort, "sort of a variable")?.clone();
        let (session, terms) = (&self.session, &mut self.content.terms);
        let node = if terms.is_fresh(symbol) {
            session.param(sort.of, symbol)?
        } else {
            session.nameless_param(sort.of)?
        };
        terms.insert_param(out, node, &sort);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let sort = self.content.sorts.get(sort)?.clone();
        let node = values::write(&self.session, &mut self.rng, sort.of, value)?;
        self.content.terms.insert(out, node, &sort.view);
        Ok(())
    }

    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        let made = self.content.sorts.get(sort)?.clone();
        let Some(node) = values::special(&self.session, made.of, name) else {
            return match value {
                Some(value) => self.mk_value(out, sort, value),
                None => Err(Error::Unsupported(name.to_owned())),
            };
        };
        self.content.terms.insert(out, node?, &made.view);
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
        if [op::FORALL, op::EXISTS].contains(&op) && !self.modes.takes_quantifiers() {
            let what = "a quantifier in an instance that is incremental or makes models";
            return Err(Error::Unsupported(what.to_owned()));
        }
        self.content.is_beyond_btor |= [op::FORALL, op::EXISTS, op::CONST_ARRAY].contains(&op);
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
            self.session.assert(node);
        }
        self.content.asserted.add((formula, node));
        self.changed();
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.check(&[])
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn push(&mut self, levels: u32) -> Result {
        if !self.modes.incremental {
            return Err(Error::Rejected("levels need 'incremental'".to_owned()));
        }
        if levels > 0 {
            self.session.push(levels);
        }
        self.content.asserted.push(levels);
        self.changed();
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.content.asserted.pop(levels)?;
        if levels > 0 {
            self.session.pop(levels);
        }
        self.changed();
        Ok(())
    }

    fn reset(&mut self) -> Result {
        self.content = Content::default();
        self.modes = Modes::default();
        self.session = Session::new(self.api)?;
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        Err(Error::Unsupported("reset-assertions".to_owned()))
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        self.content.expect(Answer::Sat)?;
        if !self.modes.models {
            return Err(Error::Rejected("there is no model".to_owned()));
        }
        let known = &self.content.terms;
        let value = |id: &TermId| {
            let (node, view) = (known.closed(*id)?, known.view(*id)?);
            let value = values::value(&self.session, node, view, known.is_leaf(*id)?)?;
            Ok(value.filter(|_| known.has_value(*id, self.modes.of_all) == Ok(true)))
        };
        terms.iter().map(value).collect()
    }

    fn get_assertions(&mut self) -> Result<usize> {
        Err(Error::Unsupported("get-assertions".to_owned()))
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        self.content.expect(Answer::Unsat)?;
        if !self.modes.cores {
            return Err(Error::Rejected("there are no cores".to_owned()));
        }
        self.failed(&[&self.content.asserted[..], &self.content.assumed].concat())
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        self.content.expect(Answer::Unsat)?;
        self.failed(&self.content.assumed)
    }

    fn print_model(&mut self) -> Result {
        self.content.expect(Answer::Sat)?;
        if !self.modes.models {
            return Err(Error::Rejected("there is no model".to_owned()));
        }
        let format = if self.rng.coin() { "btor" } else { "smt2" };
        self.session.print_model(format).map(|_| ())
    }

    /// The API shows no children.
    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        terms::inspect(&self.session, self.content.terms.node(term)?).map(|()| 0)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let terms = &self.content.terms;
        terms::view(&self.session, terms.node(term)?, terms.view(term)?)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let terms = &self.content.terms;
        values::read(&self.session, terms.node(term)?, terms.view(term)?)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
