//! Actions of one solver alone as rows of a table: what an action takes and what it does.
//!
//! What it does is decided by the seed of its call and the terms in its arguments, so that traces replay. What it makes
//! of a term re-enters the run, equal to that term; what it says of formulas is a claim that the checks compare with all
//! other answers.

use murxla_fsm::action::{
    Action, Context, Effect, Invalid, Pick, Run, Validity, add_equal, live, no_function,
    some_formula,
};
use murxla_fsm::model::{Model, Term};
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param, Returns};
use smallvec::{SmallVec, smallvec};
use std::any::Any;

/// A solver with such actions.
pub(crate) trait Owner: Any {
    /// A call in the making: the instance, and what the call says.
    type Job<'a>;

    /// Begins a call.
    ///
    /// # Errors
    /// The instance is in no state for any call.
    fn job<'a>(&'a mut self, model: &'a Model, call: &'a Call) -> Result<Self::Job<'a>>;
}

/// What an action is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
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

/// What the action does.
type Does<O> = fn(&mut <O as Owner>::Job<'_>) -> Result<Effect>;

/// An action.
pub(crate) struct Native<O: Owner> {
    name: &'static str,
    takes: Takes,
    /// It makes a term that is equal to the one that it takes.
    equal: bool,
    /// It may take long.
    searches: bool,
    /// What the last check has found does not hold any more.
    stale: bool,
    does: Does<O>,
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

impl<O: Owner> Native<O> {
    /// An action that looks at something.
    pub(crate) const fn reads(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            name,
            takes,
            equal: false,
            searches: false,
            stale: false,
            does,
        }
    }

    /// An action that makes a term equal to the one that it takes.
    pub(crate) const fn rewrites(name: &'static str, does: Does<O>) -> Self {
        Self {
            equal: true,
            ..Self::reads(name, Takes::Term, does)
        }
    }

    /// An action that may take long.
    pub(crate) const fn searches(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            searches: true,
            ..Self::reads(name, takes, does)
        }
    }

    /// The same, but what the last check has found does not hold any more afterwards.
    pub(crate) const fn stale(self) -> Self {
        Self {
            stale: true,
            ..self
        }
    }

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

impl<O: Owner> Action for Native<O> {
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

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
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
        let owner = cx.solver()?.native().downcast_mut::<O>();
        let owner = owner.ok_or_else(|| Error::Unsupported(self.name.to_owned()))?;
        (self.does)(&mut owner.job(model, call)?)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        if self.equal {
            add_equal(model, call);
        }
        if self.stale {
            model.stale();
        }
    }
}

/// The actions of a table with rows `action; states with weights`.
macro_rules! actions {
    ($($action:expr; $($state:ident $weight:literal)*;)*) => {
        &[$(murxla_fsm::wrapper::OwnAction {
            action: &$action,
            states: &[$((stringify!($state), $weight)),*],
            needs: &[],
        }),*]
    };
}
pub(crate) use actions;

/// A result contradicts what it must be.
pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T> {
    Err(Error::Check(what.into()))
}

/// That something must be.
pub(crate) fn must(holds: bool, what: &str) -> Result {
    if holds { Ok(()) } else { wrong(what) }
}
