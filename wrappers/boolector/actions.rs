//! Actions of Boolector alone, with the names that Murxla has for them.

use super::solver::Instance;
use murxla_fsm::action::{Action, Context, Effect, Invalid, Pick, Run, Validity};
use murxla_fsm::model::Model;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param};
use murxla_fsm::wrapper::OwnAction;

/// When an action makes sense.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// As long as there is an instance.
    Live,
    /// Before there is a sort.
    Early,
    /// In an instance that is incremental.
    Incremental,
    /// After `sat`, with a model.
    Model,
    /// After `unsat`, under assumptions.
    Failed,
    /// At no time in generated runs.
    Never,
}

/// What the argument of an action may be.
#[derive(Clone, Copy)]
enum Of {
    Nothing,
    /// A closed term of one of some kinds of sorts.
    Term(&'static [SortKind]),
    /// An assumption of the last check.
    Assumption,
    /// A term of any kind, and a symbol.
    Symbol,
    /// The name of a SAT solver.
    SatSolver,
}

/// An action: how it is called, when, with what, and what it does.
struct Own {
    name: &'static str,
    when: When,
    of: Of,
    run: fn(&mut Instance, &Call) -> Result,
    /// The assumptions of the last check become assertions.
    fixates: bool,
    /// What the last check has found does not hold any more.
    forgets: bool,
    /// It may take long.
    searches: bool,
}

const fn own(
    name: &'static str,
    when: When,
    of: Of,
    run: fn(&mut Instance, &Call) -> Result,
) -> Own {
    Own {
        name,
        when,
        of,
        run,
        fixates: false,
        forgets: false,
        searches: false,
    }
}

const BITS: &[SortKind] = &[SortKind::Bool, SortKind::Bv];

/// SAT solvers that the library may have been built with; it takes its own where it lacks one.
const SAT_SOLVERS: [&str; 1] = ["cadical"];

static ARRAY_ASSIGNMENT: Own = own(
    "btor-array-assignment",
    When::Model,
    Of::Term(&[SortKind::Array]),
    |of, call| of.assignment(call.term(0)),
);
static BV_ASSIGNMENT: Own = own(
    "btor-bv-assignment",
    When::Model,
    Of::Term(BITS),
    |of, call| of.assignment(call.term(0)),
);
static UF_ASSIGNMENT: Own = own(
    "btor-uf-assignment",
    When::Model,
    Of::Term(&[SortKind::Fun]),
    |of, call| of.assignment(call.term(0)),
);
static CLONE: Own = own("btor-clone", When::Live, Of::Nothing, |of, _| {
    of.check_twin()
});
static FAILED: Own = own("btor-failed", When::Failed, Of::Assumption, |of, call| {
    of.failed_one(call.term(0))
});
static FIXATE: Own = Own {
    fixates: true,
    forgets: true,
    ..own(
        "btor-fixate-assumptions",
        When::Incremental,
        Of::Nothing,
        |of, _| of.fixate(),
    )
};
static RESET: Own = Own {
    forgets: true,
    ..own(
        "btor-reset-assumptions",
        When::Incremental,
        Of::Nothing,
        |of, _| of.reset_assumptions(),
    )
};
static OPT_ITERATOR: Own = own("btor-opt-iterator", When::Live, Of::Nothing, |of, _| {
    super::options::iterate(&of.session)
});
static RELEASE_ALL: Own = own("btor-release-all", When::Never, Of::Nothing, |of, _| {
    of.release_all();
    Ok(())
});
static SET_SAT_SOLVER: Own = own(
    "btor-set-sat-solver",
    When::Early,
    Of::SatSolver,
    |of, call| of.set_sat_solver(call.text(0)),
);
static SIMPLIFY: Own = Own {
    forgets: true,
    ..own("btor-simplify", When::Live, Of::Nothing, |of, _| {
        of.simplify_all()
    })
};
static SET_SYMBOL: Own = own("btor-set-symbol", When::Live, Of::Symbol, |of, call| {
    of.set_symbol(call.term(0), call.text(1))
});
static MISC: Own = own("btor-misc", When::Live, Of::Nothing, |of, _| {
    of.miscellaneous()
});
// What is read asks for a check.
static PRINT_PARSE: Own = Own {
    searches: true,
    ..own("btor-print-parse", When::Live, Of::Nothing, |of, _| {
        of.print_and_parse()
    })
};

/// All of them, with the states that they are taken in.
pub(super) const ACTIONS: &[OwnAction] = &[
    row(&ARRAY_ASSIGNMENT, &[("sat", 2)]),
    row(&BV_ASSIGNMENT, &[("sat", 2)]),
    row(&UF_ASSIGNMENT, &[("sat", 2)]),
    row(&CLONE, &[("terms", 1), ("assert", 1), ("levels", 1)]),
    row(&FAILED, &[("unsat", 2)]),
    row(&FIXATE, &[("sat", 1), ("unsat", 1)]),
    row(&RESET, &[("levels", 1)]),
    row(&OPT_ITERATOR, &[("options", 1)]),
    row(&RELEASE_ALL, &[("delete", 0)]),
    row(&SET_SAT_SOLVER, &[("options", 1)]),
    row(&SIMPLIFY, &[("assert", 2), ("levels", 2)]),
    row(&SET_SYMBOL, &[("inputs", 1), ("terms", 1)]),
    row(&MISC, &[("options", 1), ("levels", 1)]),
    row(&PRINT_PARSE, &[("assert", 2), ("levels", 1)]),
];

const fn row(action: &'static Own, states: &'static [(&'static str, u32)]) -> OwnAction {
    OwnAction {
        action,
        states,
        needs: &[],
    }
}

impl Own {
    fn is_time(&self, model: &Model) -> bool {
        let last = |answer| model.last.as_ref().filter(|last| last.answer == answer);
        match self.when {
            When::Live | When::Never => model.live,
            When::Early => model.live && model.sorts.iter().next().is_none(),
            When::Incremental => model.live && model.options.incremental,
            When::Model => model.options.models && last(Answer::Sat).is_some(),
            When::Failed => last(Answer::Unsat).is_some_and(|last| last.assuming),
        }
    }

    /// Whether a term may be the argument.
    fn takes(&self, model: &Model, id: TermId) -> bool {
        let Some(term) = model.term(id) else {
            return false;
        };
        match self.of {
            Of::Term(kinds) => {
                let kind = model.sorts.get(term.sort).map(Sort::kind);
                term.free.is_empty() && kind.is_some_and(|kind| kinds.contains(&kind))
            }
            Of::Assumption => {
                let mut lasts = model.last.iter();
                lasts.any(|last| last.assumptions.contains(&id))
            }
            _ => true,
        }
    }
}

impl Action for Own {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [Param] {
        match self.of {
            Of::Nothing => &[],
            Of::Term(_) | Of::Assumption => &[Param::Term],
            Of::Symbol => &[Param::Term, Param::Text],
            Of::SatSolver => &[Param::Word],
        }
    }

    fn searches(&self) -> bool {
        self.searches
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if self.when == When::Never || !self.is_time(cx.model) {
            return None;
        }
        // A simplified instance that is not incremental takes nothing more than a check.
        if self.forgets && !cx.model.options.incremental {
            return None;
        }
        // What was asserted on a level would stay behind, traces/boolector/fixated-level.trace.
        if self.fixates && !cx.model.levels.is_empty() {
            return None;
        }
        let mut args = Args::new();
        match self.of {
            Of::Nothing => {}
            Of::Term(_) | Of::Assumption | Of::Symbol => {
                let fits = |(id, _): (TermId, _)| self.takes(cx.model, id).then_some(id);
                let all: Vec<TermId> = cx.model.terms().filter_map(fits).collect();
                args.push(Arg::Term(*cx.rng.pick(&all)?));
            }
            Of::SatSolver => args.push(Arg::Word((*cx.rng.pick(&SAT_SOLVERS)?).into())),
        }
        if let Of::Symbol = self.of {
            let length = 1 + cx.rng.index(8);
            let letters = (0..length).map(|_| char::from(b'a' + cx.rng.below(26) as u8));
            args.push(Arg::Text(letters.collect::<String>().into()));
        }
        Some((args, Ids::default()))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        if !self.is_time(model) {
            let message = format!("'{}' is not possible in this state", self.name);
            return Err(Invalid::NotNow(message));
        }
        if let (Of::Term(_) | Of::Assumption | Of::Symbol, false) =
            (self.of, self.takes(model, call.term(0)))
        {
            let message = format!("{} is nothing for '{}'", call.term(0), self.name);
            return Err(match self.of {
                Of::Assumption => Invalid::NotNow(message),
                _ => Invalid::Wrong(message),
            });
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let native = cx.solver()?.native();
        let Some(instance) = native.downcast_mut::<Instance>() else {
            return Err(Error::Unsupported(self.name.to_owned()));
        };
        (self.run)(instance, call)?;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        if let Of::Symbol | Of::Term(_) = self.of {
            model.mark_used(call.term(0));
        }
        if self.fixates {
            let last = model.last.take();
            let assumptions = last.map(|last| last.assumptions).unwrap_or_default();
            model.assertions.extend(assumptions);
        }
        if self.forgets {
            model.stale();
        }
    }
}
