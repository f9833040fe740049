//! An open instance.

use super::datatypes::{self, DatatypeInstances};
use super::ffi::{self, Ast, Context, c_text};
use super::models::Reader;
use super::ops::Maker;
use super::options::{self, Settings};
use super::quantifiers;
use super::sets::Sets;
use super::sorts::SortEntry;
use super::terms::{self, Term};
use super::{Shared, values};
use crate::arena::Arena;
use crate::assertions::{Assertions, Formula};
use crate::elements::Elements;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::Value;
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// A context and what is made in it.
pub(super) struct Instance {
    shared: Rc<Shared>,
    pub(super) rng: Rng,
    /// Made at the first sort, because process-wide options must come before.
    context: Option<Rc<Context>>,
    pub(super) sorts: Arena<SortId, SortEntry>,
    pub(super) terms: Arena<TermId, Term>,
    pub(super) settings: Settings,
    logic: Option<String>,
    solver: Option<ffi::Solver>,
    /// The asserted formulas, with their trackers if cores are on.
    pub(super) asserted: Assertions<Formula<Option<Ast>>>,
    /// What the last check assumed: the literal given to Z3, and the formula that it stands for.
    pub(super) assumed: Vec<(Ast, TermId)>,
    elements: Elements,
    pub(super) datatypes: DatatypeInstances,
    pub(super) sets: Sets,
}

/// Logics with quantifiers of which Z3's program says that they do "not support theory recfun".
const WITHOUT_RECURSION: [&str; 7] = [
    "AUFLIA", "AUFLIRA", "AUFNIRA", "LRA", "UFBV", "UFLRA", "UFNIA",
];

impl Instance {
    pub(super) fn new(shared: Rc<Shared>) -> Self {
        Self {
            shared,
            rng: Rng::new(0),
            context: None,
            sorts: Arena::default(),
            terms: Arena::default(),
            settings: Settings::default(),
            logic: None,
            solver: None,
            asserted: Assertions::default(),
            assumed: Vec::new(),
            elements: Elements::default(),
            datatypes: DatatypeInstances::default(),
            sets: Sets::default(),
        }
    }

    pub(super) fn context(&mut self) -> Result<Rc<Context>> {
        if let Some(context) = &self.context {
            return Ok(Rc::clone(context));
        }
        let context = if self.settings.share_context {
            self.shared.shared_context()?
        } else {
            Context::new(self.shared.library)?
        };
        Ok(Rc::clone(self.context.insert(context)))
    }

    /// The solver, made when it is first needed: options and logic come before.
    pub(super) fn solver(&mut self) -> Result<(Rc<Context>, ffi::Solver)> {
        let cx = self.context()?;
        if let Some(solver) = &self.solver {
            return Ok((cx, solver.clone()));
        }
        let explains = self.settings.cores || self.settings.assumptions;
        // Most of the bugs known are in what `Z3_mk_solver` does before the first check.
        let solver = match (&self.logic, self.rng.below(10)) {
            (Some(logic), 5..) => cx.solver_for_logic(cx.symbol(&c_text(logic)?)?)?,
            (_, 0 | 1) => cx.simple_solver()?,
            // Knows no cores.
            (_, 2) if !explains => cx.solver_from_tactic(&cx.tactic(c"smt")?)?,
            _ => cx.solver()?,
        };
        let solver = match self.settings.apply(&cx, &solver) {
            Ok(()) => solver,
            // Not every kind of solver takes what the one listed in `options.rs` does; and what that one
            // refuses too, such as a word that is none of the modes, has no effect.
            Err(Error::Rejected(_)) => {
                let full = cx.solver()?;
                match self.settings.apply(&cx, &full) {
                    Ok(()) => full,
                    Err(_) => cx.solver()?,
                }
            }
            Err(error) => return Err(error),
        };
        Ok((cx, self.solver.insert(solver).clone()))
    }

    /// Whether definitions of recursive functions hold: the solvers for some logics ignore them, without a word.
    fn has_recursion(&self) -> bool {
        let lacks = |logic: &str| logic.starts_with("QF_") || WITHOUT_RECURSION.contains(&logic);
        !self.logic.as_deref().is_some_and(lacks)
    }

    pub(super) fn asts(&self, ids: &[TermId]) -> Result<Vec<Ast>> {
        ids.iter()
            .map(|id| self.terms.get(*id)?.ast().cloned())
            .collect()
    }
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.rng = Rng::new(u64::from(seed));
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        let cx = self.context()?;
        // To Z3 a logic is the name of a solver, not a promise: where it has none of this name, as
        // 4.8.5 for most combinations of theories, the solvers for everything serve.
        match cx.solver_for_logic(cx.symbol(&c_text(logic)?)?) {
            Ok(_) => self.logic = Some(logic.to_owned()),
            Err(Error::Rejected(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        if let (Some(cx), Some(solver)) = (&self.context, &self.solver) {
            options::change(cx, solver, self.shared.params(), name, value)?;
            // A solver that was reset looks at its parameters when it is next used: now. Nothing is asserted, so
            // that another one can take its place.
            let used = cx.scopes(solver).map(|_| ()).map_err(options::as_refusal);
            if used.is_err() {
                self.solver = None;
            }
            return used;
        }
        if name == options::SHARE_CONTEXT && self.context.is_some() {
            return Err(Error::Option(format!("{name} comes too late")));
        }
        if !self.settings.set(self.shared.params(), name, value)? {
            options::set_global(self.shared.library, name, value)?;
            self.shared.globals_changed.set(true);
        }
        Ok(())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let entry = self.make_sort(out, sort)?;
        self.sorts.insert(out, entry);
        Ok(())
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        if group.is_codata() {
            return Err(Error::Unsupported("codatatypes".to_owned()));
        }
        self.declare_datatypes(out, group)
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        self.sets.note_term(out, sort);
        let symbol = cx.symbol(&c_text(symbol)?)?;
        let term = match self.sorts.get(sort)? {
            SortEntry::Fun(domain, codomain) => {
                Term::Function(cx.func_decl(symbol, domain, codomain)?)
            }
            SortEntry::Constructor => return Err(Error::Rejected("no sort".to_owned())),
            SortEntry::Plain(sort) => {
                let constant = if self.rng.coin() {
                    cx.constant(symbol, sort)?
                } else {
                    cx.apply(&cx.func_decl(symbol, &[], sort)?, &[])?
                };
                match cx.sort_kind(sort)? as u32 {
                    ffi::Z3_BOOL_SORT => Term::Atom(constant),
                    _ => Term::Ast(constant),
                }
            }
        };
        self.terms.insert(out, term);
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        self.sets.note_term(out, sort);
        let fresh = cx.fresh(&c_text(symbol)?, self.sorts.get(sort)?.plain()?)?;
        self.terms.insert(out, Term::Variable(fresh, symbol.into()));
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let cx = self.context()?;
        self.sets.note_term(out, sort);
        let sort = self.sorts.get(sort)?.plain()?;
        let term = Term::Ast(values::write(&cx, &mut self.rng, sort, value)?);
        self.terms.insert(out, term);
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
        let cx = self.context()?;
        self.sets.note_term(out, sort);
        let nothing = || Error::Rejected("no arguments".to_owned());
        let term = match op {
            op::UF_APPLY => {
                let (function, args) = args.split_first().ok_or_else(nothing)?;
                let args = self.asts(args)?;
                Term::Ast(terms::apply(&cx, self.terms.get(*function)?, &args)?)
            }
            op::FORALL | op::EXISTS => {
                let (body, variables) = args.split_last().ok_or_else(nothing)?;
                let body = self.terms.get(*body)?;
                let variables = variables.iter().map(|v| self.terms.get(*v));
                let variables = variables.collect::<Result<Vec<_>>>()?;
                let forall = op == op::FORALL;
                let rng = &mut self.rng;
                Term::Ast(quantifiers::quantify(&cx, rng, forall, &variables, body)?)
            }
            op::PATTERN => {
                let (body, pattern) = args.split_first().ok_or_else(nothing)?;
                quantifiers::annotate(self.terms.get(*body)?, self.asts(pattern)?)?
            }
            op::DT_MATCH => {
                let (subject, cases) = args.split_first().ok_or_else(nothing)?;
                let cases = cases.iter().map(|id| match self.terms.get(*id)? {
                    Term::Case(case) => Ok(&**case),
                    _ => Err(Error::Rejected(format!("{id} is no case"))),
                });
                let cases = cases.collect::<Result<Vec<_>>>()?;
                let subject = self.terms.get(*subject)?.ast()?;
                Term::Ast(datatypes::matched(&cx, subject, &cases)?)
            }
            _ if op::BASE
                .get(op.index())
                .is_some_and(|row| row.theory == Theory::Dt) =>
            {
                let asts = self.asts(args)?;
                match datatypes::case(op, indices, &asts) {
                    Some(case) => Term::Case(Box::new(case?)),
                    None => {
                        let sort = SortId(*indices.first().ok_or_else(nothing)?);
                        let sort = self.sorts.get(sort)?.plain()?;
                        Term::Ast(datatypes::apply(&cx, op, sort, indices, &asts)?)
                    }
                }
            }
            _ => {
                let asts = self.asts(args)?;
                let mut maker = Maker {
                    context: &cx,
                    rng: &mut self.rng,
                    sort: self.sorts.get(sort)?.plain()?,
                };
                let mut made = maker.make(op, &asts, indices)?;
                if self.rng.chance(10) {
                    made = terms::rebuild(&cx, made)?;
                }
                match args {
                    [a] if op == op::NOT && matches!(self.terms.get(*a)?, Term::Atom(_)) => {
                        Term::NotAtom(made)
                    }
                    _ => Term::Ast(made),
                }
            }
        };
        self.terms.insert(out, term);
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
        let cx = self.context()?;
        self.sets.note_term(out, sort);
        let (params, body) = (self.asts(params)?, self.terms.get(body)?.ast()?.clone());
        let may_recur = self.has_recursion();
        let definition = terms::define(&cx, &mut self.rng, symbol, params, body, may_recur)?;
        self.terms.insert(out, Term::Macro(Box::new(definition)));
        Ok(())
    }

    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let cx = self.context()?;
        if !self.has_recursion() {
            let what = "a recursive function in this logic".to_owned();
            return Err(Error::Unsupported(what));
        }
        let SortEntry::Fun(domain, codomain) = self.sorts.get(sort)? else {
            return Err(Error::Rejected(format!("{sort} is not of functions")));
        };
        let decl = cx.rec_decl(cx.symbol(&c_text(symbol)?)?, domain, codomain)?;
        self.terms.insert(out, Term::Function(decl));
        Ok(())
    }

    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        let cx = self.context()?;
        for (function, params, body) in definitions {
            let Term::Function(decl) = self.terms.get(*function)? else {
                return Err(Error::Rejected(format!("{function} is no function")));
            };
            let body = self.terms.get(*body)?.ast()?;
            cx.rec_def(decl, &self.asts(params)?, body)?;
        }
        Ok(())
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let cx = self.context()?;
        let simple = terms::simplify(&cx, &mut self.rng, self.terms.get(term)?.ast()?)?;
        self.sets.note_like(out, term);
        self.terms.insert(out, Term::Ast(simple));
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        let ast = self.terms.get(formula)?.ast()?.clone();
        let (cx, solver) = self.solver()?;
        let tracker = if self.settings.cores {
            let tracker = cx.fresh(c"asserted", &cx.bool_sort()?)?;
            cx.assert_and_track(&solver, &ast, &tracker)?;
            Some(tracker)
        } else {
            cx.assert(&solver, &ast)?;
            None
        };
        self.asserted.add((formula, tracker));
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.check(&[])
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.check(assumptions)
    }

    fn push(&mut self, levels: u32) -> Result {
        let (cx, solver) = self.solver()?;
        for _ in 0..levels {
            cx.push(&solver)?;
            self.asserted.push(1);
        }
        self.check_levels()
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.asserted.pop(levels)?;
        let (cx, solver) = self.solver()?;
        if self.rng.coin() {
            cx.pop(&solver, levels)?;
        } else {
            for _ in 0..levels {
                cx.pop(&solver, 1)?;
            }
        }
        self.check_levels()
    }

    fn reset(&mut self) -> Result {
        self.forget_assertions();
        drop(self.terms.drain());
        drop(self.sorts.drain());
        self.datatypes.clear();
        self.sets.clear();
        self.solver = None;
        self.logic = None;
        self.settings = Settings::default();
        if self.rng.coin() {
            self.context = None;
        }
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.forget_assertions();
        if self.solver.is_none() {
            return Ok(());
        }
        if self.rng.chance(20) {
            self.solver = None;
            return Ok(());
        }
        let (cx, solver) = self.solver()?;
        cx.reset(&solver)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let (cx, solver) = self.solver()?;
        let ids = terms;
        let terms = terms.iter().map(|id| self.terms.get(*id));
        let terms = terms.collect::<Result<Vec<_>>>()?;
        let mut reader = Reader {
            cx: &cx,
            model: &cx.model(&solver)?,
            elements: &mut self.elements,
            rng: &mut self.rng,
        };
        let read = terms.into_iter().map(|term| match term {
            Term::Function(function) => reader.interpretation(function),
            Term::Macro(_) | Term::Case(_) => Ok(None),
            term => reader.term(term.ast()?),
        });
        let read = read.collect::<Result<Vec<_>>>()?;
        let values = { ids.iter() }.zip(read);
        Ok(values
            .map(|(id, value)| self.sets.value(*id, value))
            .collect())
    }

    fn get_assertions(&mut self) -> Result<usize> {
        let (cx, solver) = self.solver()?;
        let native = cx.items(&cx.assertions(&solver)?)?;
        let bool_sort = cx.bool_sort()?;
        for formula in &native {
            if cx.sort_of(formula)? != bool_sort {
                return Err(Error::Contradiction(
                    "an assertion is not Boolean".to_owned(),
                ));
            }
        }
        // Z3 also has the guards of assumptions, and may leave out what is trivially true.
        Ok(self.asserted.len())
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
        cx.print_model(&cx.model(&solver)?).map(|_| ())
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let cx = self.context()?;
        match self.terms.get(term)? {
            Term::Function(_) | Term::Macro(_) | Term::Case(_) => Ok(0),
            term => terms::children(&cx, term.ast()?),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let cx = self.context()?;
        let said = terms::sort_view(&cx, self.terms.get(term)?)?;
        Ok(self.sets.view(term, said))
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let cx = self.context()?;
        values::read_twice(&cx, &mut self.rng, self.terms.get(term)?.ast()?)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
