//! What Yices alone can do: actions on functions of its C API that have no counterpart elsewhere.
//!
//! An action is a row of a table: what it takes and what it does. What it does is decided by the seed of its call and
//! by its arguments. It checks what it reads against itself and against what the model knows; what it makes of a
//! term re-enters the run, equal to that term; what it says of formulas is a claim that the checks compare with all other
//! answers. Formulas are solved in contexts of the action's own, which leave the run's context as it is.

mod answers;
mod inspect;
mod mcsat;
mod omitted;
mod rewrite;

pub(super) use omitted::OMITTED;

use super::ffi::{Api, Term};
use super::solver::Instance;
use super::terms::Known;
use murxla_fsm::action::{
    Action, Context as Campaign, Effect, Invalid, Pick, Run, Validity, add_equal, live,
    no_function, some_formula,
};
use murxla_fsm::model::Model;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param, Returns};
use murxla_fsm::wrapper::OwnAction;
use smallvec::{SmallVec, smallvec};

/// What an action is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// A term of any sort but functions.
    Term,
    /// Some closed formulas.
    Formulas,
    /// Nothing: what it needs it draws.
    Nothing,
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

const fn rewrites(name: &'static str, does: fn(&mut Job<'_>) -> Result<Effect>) -> Native {
    Native {
        equal: true,
        ..reads(name, Takes::Term, does)
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
    reads("yices-inspect", Takes::Term, inspect::inspect); terms 2;
    reads("yices-names", Takes::Term, inspect::names); terms 1;
    reads("yices-memory", Takes::Term, inspect::memory); terms 1 levels 1;
    searches("yices-laws", Takes::Nothing, inspect::laws); inputs 1;
    rewrites("yices-rebuild", rewrite::rebuild); terms 1;
    rewrites("yices-substitute", rewrite::substitute); terms 1;
    rewrites("yices-parse", rewrite::parse); terms 1;
    searches("yices-check", Takes::Formulas, answers::check); assert 3;
    searches("yices-enumerate", Takes::Formulas, answers::enumerate); assert 2;
    searches("yices-implicant", Takes::Formulas, answers::implicant); assert 4;
    searches("yices-configure", Takes::Formulas, answers::configure); assert 3;
    reads("yices-model", Takes::Term, mcsat::evaluate); terms 2;
    searches("yices-check-with-model", Takes::Formulas, mcsat::with_model); assert 3;
    searches("yices-interpolate", Takes::Formulas, mcsat::interpolate); assert 3;
};

/// A call in the making.
struct Job<'a> {
    yices: &'a mut Instance,
    api: Api,
    model: &'a Model,
    call: &'a Call,
}

impl Job<'_> {
    /// The term that the action is applied to.
    fn known(&self) -> Result<Known> {
        Ok(self.yices.content.terms.get(self.call.term(0))?.clone())
    }

    /// Names what has been made of the term.
    fn name(&mut self, made: Term) -> Result<Effect> {
        let before = self.known()?;
        let known = Known {
            term: made,
            ..before
        };
        self.yices.content.terms.insert(self.call.new_term(), known);
        Ok(Effect::Done)
    }

    /// What is wrong with a term.
    fn wrong<T>(&self, what: &str, term: Term) -> Result<T> {
        // Findings are told apart by the first line.
        wrong(format!("{what}\n{}", self.api.term_to_string(term)))
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

/// Objects if a formula is satisfiable.
fn refute(api: Api, formula: Term, what: &str) -> Result {
    refute_all(api, &[formula], what)
}

/// Objects if some formulas are satisfiable together.
fn refute_all(api: Api, formulas: &[Term], what: &str) -> Result {
    match api.check_formulas(formulas, None, None)? {
        Ok((Answer::Sat, _)) => wrong(what),
        _ => Ok(()),
    }
}

impl Native {
    /// Anything to apply the action to.
    fn argument(&self, cx: &mut Pick<'_>) -> Option<Args> {
        let argument = match self.takes {
            Takes::Nothing => return Some(Args::new()),
            Takes::Term => {
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
            Takes::Nothing => &[],
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
        Some((self.argument(cx)?, ids))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Campaign) -> Validity {
        live(model)?;
        match self.takes {
            Takes::Nothing => Ok(()),
            Takes::Term => no_function(model, call.term(0)),
            Takes::Formulas => match call.terms(0).iter().find(|t| !model.is_formula(**t)) {
                Some(term) => Invalid::wrong(format!("{term} is no closed formula")),
                None => Ok(()),
            },
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let model = cx.model;
        let native = cx.solver()?.native().downcast_mut::<Instance>();
        let yices = native.ok_or_else(|| Error::Unsupported(self.name.to_owned()))?;
        let mut job = Job {
            api: yices.api,
            yices,
            model,
            call,
        };
        (self.does)(&mut job)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Campaign) {
        if self.equal {
            add_equal(model, call);
        }
    }
}
