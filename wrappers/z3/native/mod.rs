//! What Z3 alone can do: actions on functions of its C interface that have no counterpart elsewhere.
//!
//! An action is a row of a table: what it takes and what it does. What it does is decided by the seed of its call and
//! the terms in its arguments, so that traces replay. It checks what it reads against itself and against what the model
//! knows; what it makes of a term re-enters the run, equal to that term; what it says of formulas is a claim that the
//! checks compare with all other answers. Searches have a small limit of resources.

mod answers;
mod fixedpoint;
mod inspect;
mod laws;
mod numbers;
mod omitted;
mod optimize;
mod print;
mod rewrite;
mod solve;
mod tactics;
pub(super) mod walk;
mod watch;

pub(super) use omitted::OMITTED;

use super::ffi::{self, Ast, Context, Solver, Z3Api};
use super::solver::Z3;
use murxla_fsm::action::{
    Action, Context as Campaign, Effect, Invalid, Pick, Run, Validity, add_equal, live,
    no_function, some_formula,
};
use murxla_fsm::model::{Model, Term};
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param, Returns};
use murxla_fsm::wrapper::OwnAction;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// What an action is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// A term of any sort but functions.
    Term,
    /// Some closed formulas.
    Formulas,
    /// Nothing: what it needs it draws.
    Nothing,
    /// Nothing: to the solver after any check.
    Answered,
    /// Nothing: to the solver after sat.
    Sat,
}

/// An action.
struct Native {
    name: &'static str,
    takes: Takes,
    /// It makes a term that is equal to the one that it takes.
    equal: bool,
    /// It may take long.
    searches: bool,
    does: fn(&mut Job<'_>) -> Result<Effect>,
}

const fn rewrites(name: &'static str, does: fn(&mut Job<'_>) -> Result<Effect>) -> Native {
    Native {
        name,
        takes: Takes::Term,
        equal: true,
        searches: false,
        does,
    }
}

const fn reads(
    name: &'static str,
    takes: Takes,
    does: fn(&mut Job<'_>) -> Result<Effect>,
) -> Native {
    Native {
        name,
        takes,
        equal: false,
        searches: false,
        does,
    }
}

const fn searches(
    name: &'static str,
    takes: Takes,
    does: fn(&mut Job<'_>) -> Result<Effect>,
) -> Native {
    Native {
        searches: true,
        ..reads(name, takes, does)
    }
}

/// Rows `action; states with weights`.
macro_rules! actions {
    ($($action:expr; $($state:ident $weight:literal)*;)*) => {
        &[$(OwnAction {
            action: &$action,
            states: &[$((stringify!($state), $weight)),*],
            needs: &[],
        }),*]
    };
}

/// All of them; `traces/README.md` says what they do.
pub(super) const ACTIONS: &[OwnAction] = actions! {
    rewrites("z3-simplify", rewrite::simplify); terms 1;
    rewrites("z3-substitute", rewrite::substitute); terms 1;
    rewrites("z3-rebuild", rewrite::rebuild); terms 1;
    rewrites("z3-translate", rewrite::translate); terms 1;
    rewrites("z3-parse", print::parse); terms 1;
    reads("z3-inspect", Takes::Term, inspect::inspect); terms 3;
    searches("z3-print", Takes::Formulas, print::print); assert 2;
    searches("z3-goal", Takes::Formulas, tactics::goals); assert 1;
    searches("z3-tactic", Takes::Formulas, tactics::tactic); assert 4;
    searches("z3-probe", Takes::Formulas, tactics::probe); assert 1;
    searches("z3-solve", Takes::Formulas, solve::solve); assert 4;
    searches("z3-solve-for", Takes::Formulas, solve::solve_for); assert 2;
    searches("z3-resume", Takes::Formulas, solve::resume); assert 1;
    searches("z3-script", Takes::Formulas, solve::script); assert 2;
    searches("z3-consequences", Takes::Formulas, answers::consequences); assert 2;
    searches("z3-cubes", Takes::Formulas, answers::cubes); assert 2;
    searches("z3-equalities", Takes::Formulas, answers::equalities); assert 1;
    searches("z3-project", Takes::Formulas, answers::project); assert 2;
    searches("z3-proof", Takes::Formulas, answers::proof); assert 2;
    searches("z3-optimize", Takes::Formulas, optimize::optimize); assert 3;
    searches("z3-propagate", Takes::Formulas, watch::watch); assert 3;
    reads("z3-collections", Takes::Term, watch::collections); terms 1;
    searches("z3-fixedpoint", Takes::Nothing, fixedpoint::fixedpoint); inputs 1;
    reads("z3-algebraic", Takes::Nothing, numbers::algebraic); inputs 1;
    reads("z3-rcf", Takes::Nothing, numbers::fields); inputs 1;
    searches("z3-laws", Takes::Nothing, laws::laws); inputs 2;
    searches("z3-model", Takes::Sat, answers::model); sat 2;
    searches("z3-state", Takes::Answered, answers::state); sat 1 unsat 1 answered 1;
};

/// Functions without which an action is not taken: the latest of those that it cannot do without. Which others a release
/// lacks the action finds out itself.
const NEEDED: &[(&str, &str)] = &[
    ("z3-propagate", "Z3_solver_propagate_created"),
    ("z3-algebraic", "Z3_algebraic_get_i"),
    ("z3-solve-for", "Z3_solver_solve_for"),
    ("z3-resume", "Z3_solver_import_model_converter"),
    ("z3-rcf", "Z3_rcf_is_rational"),
];

/// Whether the library has what an action needs.
pub(super) fn offers(api: &Z3Api, action: &str) -> bool {
    let mut needed = NEEDED.iter().filter(|(name, _)| *name == action);
    needed.all(|(_, function)| api.has(function))
}

/// A call in the making.
struct Job<'a> {
    z3: &'a mut Z3,
    cx: Rc<Context>,
    model: &'a Model,
    call: &'a Call,
}

impl Job<'_> {
    /// The term that the action is applied to.
    fn term(&self) -> Result<Ast> {
        Ok(self.z3.terms.get(self.call.term(0))?.ast()?.clone())
    }

    /// The formulas that it is applied to.
    fn formulas(&self) -> Result<Vec<Ast>> {
        self.z3.asts(self.call.terms(0))
    }

    /// What a search says of the formulas, and how it was made.
    fn claim(&self, answer: Answer, by: impl Into<String>) -> Result<Effect> {
        Ok(Effect::Claim {
            formulas: self.call.terms(0).to_vec(),
            answer,
            by: by.into(),
        })
    }

    /// Names what has been made of the term, which must be of its sort.
    fn name(&mut self, made: Ast) -> Result<Effect> {
        let (before, after) = (self.cx.sort_of(&self.term()?)?, self.cx.sort_of(&made)?);
        if before != after {
            let (before, after) = (self.cx.print_sort(&before)?, self.cx.print_sort(&after)?);
            return wrong(format!(
                "a term of sort {before} becomes one of sort {after}"
            ));
        }
        let out = self.call.new_term();
        self.z3.sets.note_like(out, self.call.term(0));
        self.z3.terms.insert(out, super::terms::Term::Ast(made));
        Ok(Effect::Done)
    }
}

/// A result contradicts what it must be.
fn wrong<T>(what: impl Into<String>) -> Result<T> {
    Err(Error::Check(what.into()))
}

/// That something must be.
fn must(holds: bool, what: &str) -> Result {
    if holds { Ok(()) } else { wrong(what) }
}

/// What a check found wrong, and how it came about.
fn because(error: Error, by: &str) -> Error {
    match error {
        Error::Check(what) => Error::Check(format!("{what}\nby {by}")),
        other => other,
    }
}

/// Units of Z3's resources that a search of an action may use: some milliseconds.
const LIMIT: u32 = 50_000;

/// What a solver says of its assertions with little effort.
fn decide(cx: &Rc<Context>, solver: &Solver) -> Result<Answer> {
    let params = cx.params()?;
    cx.set_uint(&params, cx.symbol(c"rlimit")?, LIMIT)?;
    cx.set_params(solver, &params)?;
    match cx.check_sat(solver, None) {
        Err(Error::Resources(_)) => Ok(Answer::Unknown),
        answer => answer,
    }
}

/// What a new solver says of some formulas with little effort.
fn satisfiable(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Answer> {
    let solver = cx.solver()?;
    for formula in formulas {
        cx.assert(&solver, formula)?;
    }
    decide(cx, &solver)
}

/// What follows must not be refuted.
fn follows(cx: &Rc<Context>, formulas: &[Ast], consequence: &Ast, what: &str) -> Result {
    let mut formulas = formulas.to_vec();
    formulas.push(cx.not(consequence)?);
    must(satisfiable(cx, &formulas)? != Answer::Sat, what)
}

/// A model must not make a formula false that has no quantifiers.
fn satisfies(cx: &Rc<Context>, model: &ffi::Model, formulas: &[Ast]) -> Result {
    for formula in formulas
        .iter()
        .filter(|f| walk::is_ground(cx, f) == Ok(true))
    {
        if let Some(value) = cx.eval(model, formula, true)? {
            must(
                cx.bool_value(&value)? != ffi::Z3_L_FALSE,
                "a model makes a formula false that it must satisfy",
            )?;
        }
    }
    Ok(())
}

/// How often, in percent, a term is one that binds variables, which chance seldom finds.
const BINDERS: u32 = 15;

fn some_binder(cx: &mut Pick<'_>) -> Option<TermId> {
    let ops = &cx.context.ops;
    let binds = |(id, term): (TermId, &Term)| {
        let binds = term.op.is_some_and(|op| ops.signature(op).shape.binds());
        (binds && !term.is_part()).then_some(id)
    };
    let binders: Vec<TermId> = cx.model.terms().filter_map(binds).collect();
    cx.rng.pick(&binders).copied()
}

impl Native {
    /// There must have been the check that the action wants, with nothing changed since.
    fn after(&self, model: &Model) -> Validity {
        let last = model.last.as_ref().map(|last| last.answer);
        let fits = match self.takes {
            Takes::Term | Takes::Formulas | Takes::Nothing => true,
            Takes::Answered => last.is_some(),
            Takes::Sat => last == Some(Answer::Sat) && model.options.models,
        };
        if fits {
            return Ok(());
        }
        Err(Invalid::NotNow(
            "there is no such check before it".to_owned(),
        ))
    }

    /// Anything to apply the action to.
    fn argument(&self, cx: &mut Pick<'_>) -> Option<Args> {
        let argument = match self.takes {
            Takes::Nothing | Takes::Answered | Takes::Sat => return Some(Args::new()),
            Takes::Term => {
                if cx.rng.chance(BINDERS)
                    && let Some(binder) = some_binder(cx)
                {
                    return Some(smallvec![Arg::Term(binder)]);
                }
                let of_terms = |(_, sort): &(SortId, &Sort)| !matches!(sort, Sort::Fun(..));
                let sorts = cx.model.sorts.iter().filter(of_terms);
                let sorts = sorts
                    .map(|(id, _)| id)
                    .filter(|id| !cx.model.pool(*id).is_empty());
                let sort = *cx.rng.pick(&sorts.collect::<Vec<SortId>>())?;
                Arg::Term(cx.model.pool(sort).pick(cx.rng)?)
            }
            Takes::Formulas => {
                let count = 1 + cx.rng.index(4);
                let formulas: Option<SmallVec<[TermId; 4]>> =
                    (0..count).map(|_| some_formula(cx)).collect();
                Arg::Terms(formulas?)
            }
        };
        Some(smallvec![argument])
    }
}

impl Action for Native {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [Param] {
        match self.takes {
            Takes::Term => &[Param::Term],
            Takes::Formulas => &[Param::Terms],
            Takes::Nothing | Takes::Answered | Takes::Sat => &[],
        }
    }

    fn returns(&self) -> Returns {
        if self.equal {
            Returns::Term
        } else {
            Returns::Nothing
        }
    }

    fn returns_equal(&self) -> bool {
        self.equal
    }

    fn searches(&self) -> bool {
        self.searches
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if !cx.swarm.takes_own_actions() {
            return None;
        }
        let ids = Ids {
            term: self.equal.then(|| cx.model.fresh_term()),
            sort: None,
        };
        self.after(cx.model).ok()?;
        Some((self.argument(cx)?, ids))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Campaign) -> Validity {
        live(model)?;
        self.after(model)?;
        match self.takes {
            Takes::Nothing | Takes::Answered | Takes::Sat => Ok(()),
            Takes::Term => no_function(model, call.term(0)),
            Takes::Formulas => match call.terms(0).iter().find(|t| !model.is_formula(**t)) {
                Some(term) => Invalid::wrong(format!("{term} is no closed formula")),
                None => Ok(()),
            },
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let model = cx.model;
        let strange = || Error::Unsupported(self.name.to_owned());
        let native = cx.solver()?.native().downcast_mut::<Z3>();
        let z3 = native.ok_or_else(strange)?;
        let mut job = Job {
            cx: z3.context()?,
            z3,
            model,
            call,
        };
        (self.does)(&mut job)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Campaign) {
        if self.equal {
            add_equal(model, call);
        }
        // To read its units, a solver may leave its search, and loses the model.
        if self.takes == Takes::Answered {
            model.stale();
        }
    }
}
