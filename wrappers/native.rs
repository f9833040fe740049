//! Actions of one solver alone as rows of a table: what an action takes, when, and what it does.
//!
//! What it does is decided by the seed of its call and its arguments, so that traces replay. What it makes
//! of a term re-enters the run, equal to that term; what it says of formulas is a claim that the checks compare with all
//! other answers.

use murxla_fsm::action::{
    Action, Context, Effect, Invalid, Pick, Run, Validity, add_equal, after, live, needs_option,
    no_function, some_formula,
};
use murxla_fsm::model::{Leaf, Model, Term};
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param, Returns};
use smallvec::{SmallVec, smallvec};
use std::any::Any;

/// A solver with such actions: the type of its instances.
pub(crate) trait Owner: Any {
    /// Only the runs that take own actions take these, which are many.
    const RARE: bool;

    /// A call in the making: the instance, and what the call sees beside it.
    type Job<'a>;

    /// Begins a call.
    ///
    /// # Errors
    /// The instance is in no state for any call.
    fn job<'a>(&'a mut self, seen: Seen<'a>) -> Result<Self::Job<'a>>;
}

/// What a call sees beside the instance.
pub(crate) struct Seen<'a> {
    pub(crate) call: &'a Call,
    pub(crate) model: &'a Model,
}

/// What a call makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Makes {
    /// Nothing.
    Nothing,
    /// A term that is equal to the one that it takes.
    Equal,
    /// An assertion that only the solver knows.
    Assertion,
}

/// What the action does.
type Does<O> = fn(&mut <O as Owner>::Job<'_>) -> Result<Effect>;

/// An action.
pub(crate) struct Native<O: Owner> {
    pub(crate) name: &'static str,
    pub(crate) params: &'static [Param],
    /// Whether the call may be made now, whatever its arguments; there is an instance.
    pub(crate) now: fn(&Model) -> Validity,
    /// Options, with their values, without which the solver refuses the call.
    pub(crate) needs: &'static [(&'static str, &'static str)],
    pub(crate) makes: Makes,
    /// It may take long.
    pub(crate) searches: bool,
    /// What the last check has found does not hold any more.
    pub(crate) stale: bool,
    /// Draws arguments; those that are not `valid` are let go.
    pub(crate) pick: fn(&mut Pick<'_>) -> Option<Args>,
    pub(crate) valid: fn(&Model, &Call) -> Validity,
    /// What else becomes of the model.
    pub(crate) apply: fn(&mut Model, &Call),
    pub(crate) does: Does<O>,
}

/// What an action is applied to: its parameters, how arguments are drawn, and what they must be.
pub(crate) struct Takes {
    params: &'static [Param],
    pick: fn(&mut Pick<'_>) -> Option<Args>,
    valid: fn(&Model, &Call) -> Validity,
}

/// Nothing: what it needs it draws.
pub(crate) const NOTHING: Takes = Takes {
    params: &[],
    pick: |_| Some(Args::new()),
    valid: |_, _| Ok(()),
};

/// A term of any sort but functions.
pub(crate) const TERM: Takes = Takes {
    params: &[Param::Term],
    pick: |cx| Some(smallvec![Arg::Term(some_term(cx)?)]),
    valid: |model, call| no_function(model, call.term(0)),
};

/// Some closed formulas.
pub(crate) const FORMULAS: Takes = Takes {
    params: &[Param::Terms],
    pick: |cx| {
        let count = 1 + cx.rng.index(4);
        let formulas = (0..count).map(|_| some_formula(cx));
        let formulas: Option<SmallVec<[TermId; 4]>> = formulas.collect();
        Some(smallvec![Arg::Terms(formulas?)])
    },
    valid: |model, call| { call.terms(0).iter() }.try_for_each(|id| is_formula(model, *id)),
};

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

fn some_term(cx: &mut Pick<'_>) -> Option<TermId> {
    if cx.rng.chance(BINDERS)
        && let Some(binder) = some_binder(cx)
    {
        return Some(binder);
    }
    let of_terms = |(_, sort): &(SortId, &Sort)| !matches!(sort, Sort::Fun(..));
    let sorts = cx.model.sorts.iter().filter(of_terms);
    let sorts = sorts
        .map(|(id, _)| id)
        .filter(|id| !cx.model.pool(*id).is_empty());
    let sort = *cx.rng.pick(&sorts.collect::<Vec<SortId>>())?;
    cx.model.pool(sort).pick(cx.rng)
}

/// It must be a closed formula.
pub(crate) fn is_formula(model: &Model, id: TermId) -> Validity {
    if model.is_formula(id) {
        return Ok(());
    }
    Invalid::wrong(format!("{id} is no closed formula"))
}

/// Now: after sat, with a model.
pub(crate) fn has_model(model: &Model) -> Validity {
    needs_option(model.options.models, "produce-models")?;
    after(model, Answer::Sat)
}

/// Now: after unsat.
pub(crate) fn is_unsat(model: &Model) -> Validity {
    after(model, Answer::Unsat)
}

/// Now: after any check, with nothing changed since.
pub(crate) fn is_answered(model: &Model) -> Validity {
    match model.last {
        Some(_) => Ok(()),
        None => Err(Invalid::NotNow("there is no check before it".to_owned())),
    }
}

impl<O: Owner> Native<O> {
    /// What most rows have in common.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        params: NOTHING.params,
        now: |_| Ok(()),
        needs: &[],
        makes: Makes::Nothing,
        searches: false,
        stale: false,
        pick: NOTHING.pick,
        valid: NOTHING.valid,
        apply: |_, _| {},
        does: |_| Ok(Effect::Done),
    };

    /// An action that looks at something.
    pub(crate) const fn reads(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            name,
            params: takes.params,
            pick: takes.pick,
            valid: takes.valid,
            does,
            ..Self::PLAIN
        }
    }

    /// An action that makes a term equal to the one that it takes.
    pub(crate) const fn rewrites(name: &'static str, does: Does<O>) -> Self {
        Self {
            makes: Makes::Equal,
            ..Self::reads(name, TERM, does)
        }
    }

    /// An action that may take long.
    pub(crate) const fn searches(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            searches: true,
            ..Self::reads(name, takes, does)
        }
    }

    /// Whether the call may be made now, its arguments aside.
    fn is_time(&self, model: &Model) -> Validity {
        live(model)?;
        let is_set = |(name, value): &&(&str, &str)| {
            let set = model.settings.get(*name);
            set.is_some_and(|set| **set == **value)
        };
        if let Some((name, value)) = self.needs.iter().find(|need| !is_set(need)) {
            let message = format!("needs the option '{name}' with the value '{value}'");
            return Err(Invalid::NotNow(message));
        }
        (self.now)(model)
    }
}

impl<O: Owner> Action for Native<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [Param] {
        self.params
    }

    fn returns(&self) -> Returns {
        match self.makes {
            Makes::Nothing => Returns::Nothing,
            Makes::Equal | Makes::Assertion => Returns::Term,
        }
    }

    fn returns_equal(&self) -> bool {
        self.makes == Makes::Equal
    }

    fn searches(&self) -> bool {
        self.searches
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if O::RARE && !cx.swarm.takes_own_actions() {
            return None;
        }
        self.is_time(cx.model).ok()?;
        let args = (self.pick)(cx)?;
        let ids = Ids {
            sort: None,
            term: (self.makes != Makes::Nothing).then(|| cx.model.fresh_term()),
        };
        let call = Call {
            seed: 0,
            action: const { &Self::PLAIN },
            args,
            ids,
        };
        (self.valid)(cx.model, &call).ok()?;
        Some((call.args, ids))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        self.is_time(model)?;
        (self.valid)(model, call)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let model = cx.model;
        let solver = cx.solver()?;
        // What it asserts is of the sort of formulas, which nothing may have been of yet.
        let formulas = model.sort_id(&Sort::Bool);
        if self.makes == Makes::Assertion && model.sorts.get(formulas).is_none() {
            solver.mk_sort(formulas, &Sort::Bool)?;
        }
        let owner = solver.native().downcast_mut::<O>();
        let owner = owner.ok_or_else(|| Error::Unsupported(self.name.to_owned()))?;
        (self.does)(&mut owner.job(Seen { call, model })?)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        (self.apply)(model, call);
        match self.makes {
            Makes::Nothing => {}
            Makes::Equal => add_equal(model, call),
            Makes::Assertion => {
                let sort = model.sort_id(&Sort::Bool);
                model.add_sort(sort, Sort::Bool);
                model.add_term(call.new_term(), Term::leaf(sort, Leaf::Opaque));
                model.mark_used(call.new_term());
                model.assertions.push(call.new_term());
            }
        }
        if self.stale || self.makes == Makes::Assertion {
            model.stale();
        }
    }
}

/// The actions of a table with rows `action; states with weights`.
macro_rules! actions {
    ($of:ty; $($action:expr; $($state:ident $weight:literal)*;)*) => {
        &[$({
            const ACTION: $crate::native::Native<$of> = $action;
            murxla_fsm::wrapper::OwnAction {
                action: &ACTION,
                states: &[$((stringify!($state), $weight)),*],
                needs: ACTION.needs,
            }
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
