//! The extension actions of Boolector. Their names are those of the C++ original.

mod formats;
mod texts;

use super::checks::{
    ANSWER_OF_COPY, API_TRACE_EMPTY, DUMP_NOT_READ, FAILED_NOT_LISTED, NODE_OF_COPY,
    OPTION_OF_COPY, OPTIONS_OF_COPY, SORT_OF_VALUE, SYMBOL,
};
use super::ffi::Session;
use super::instance::Instance;
use super::models;
use super::options;
use crate::shared::actions::{
    self, CallContext, ExtensionSolver, NOTHING, NamedTermArgs, Takes, TermArg, actions, has_model,
    is_unsat, mark_used,
};
use crate::smt2::Script;
use murxla_fsm::action::{
    Arg, Args, Call, Effect, ExtensionAction, Invalid, Pick, Validity, needs_option,
};
use murxla_fsm::arguments;
use murxla_fsm::solver::Solver as _;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind, SortView};
use murxla_fsm::state::InstanceState;
use murxla_fsm::state::names::Names;
use smallvec::smallvec;
use texts::Format;

type Extension = actions::Extension<Instance>;

/// The extension actions, with the states of the machine in which they are taken.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    ARRAY_ASSIGNMENT; Sat 2;
    BV_ASSIGNMENT; Sat 2;
    UF_ASSIGNMENT; Sat 2;
    CLONE; Terms 1 Assert 1 Levels 1;
    FAILED; Unsat 2;
    FIXATE_ASSUMPTIONS; Sat 1 Unsat 1;
    RESET_ASSUMPTIONS; Levels 1;
    OPT_ITERATOR; Options 1;
    RELEASE_ALL; Delete 0;
    SET_SAT_SOLVER; Options 1;
    SIMPLIFY; Assert 2 Levels 2;
    SET_SYMBOL; Inputs 1 Terms 1;
    MISC; Options 1 Levels 1;
    PRINT_PARSE; Assert 2 Levels 1;
    texts::DUMP_FORMATS; Assert 1 Sat 1 Unsat 1;
    texts::DUMP_CIRCUIT; Assert 1 Sat 1 Unsat 1;
    texts::PARSE_MISTAKES; Assert 1;
    texts::PRINT_VALUE; Sat 1;
    CLONE_CHECK; Sat 1 Unsat 1;
};

const PLAIN: Extension = Extension::PLAIN;

/// Compares the value of a term in a model with its assignment.
const ASSIGNMENT: Extension = Extension {
    takes: Takes {
        params: TermArg::PARAMS,
        ..NOTHING
    },
    now: has_model,
    apply: mark_used,
    does: |(instance, context)| instance.assignment(TermArg::args(context.call)?.term),
    ..PLAIN
};

const ARRAY_ASSIGNMENT: Extension = Extension {
    name: "btor-array-assignment",
    takes: Takes {
        pick: |cx| some_term(cx, |state, id| is_closed(state, id, &[SortKind::Array])),
        valid: |state, call| has_value(state, call, &[SortKind::Array]),
        ..ASSIGNMENT.takes
    },
    ..ASSIGNMENT
};

const BV_ASSIGNMENT: Extension = Extension {
    name: "btor-bv-assignment",
    takes: Takes {
        pick: |cx| some_term(cx, |state, id| is_closed(state, id, BITS)),
        valid: |state, call| has_value(state, call, BITS),
        ..ASSIGNMENT.takes
    },
    ..ASSIGNMENT
};

const UF_ASSIGNMENT: Extension = Extension {
    name: "btor-uf-assignment",
    takes: Takes {
        pick: |cx| some_term(cx, |state, id| is_closed(state, id, &[SortKind::Fun])),
        valid: |state, call| has_value(state, call, &[SortKind::Fun]),
        ..ASSIGNMENT.takes
    },
    ..ASSIGNMENT
};

/// Copies the instance. The copy must have the same nodes.
const CLONE: Extension = Extension {
    name: "btor-clone",
    does: |(instance, _)| instance.check_twin(),
    ..PLAIN
};

/// Checks a copy of the instance. The answer must be the same.
const CLONE_CHECK: Extension = Extension {
    name: "btor-clone-check",
    searches: true,
    does: |(instance, context)| {
        if let (Some(expected), true) = (instance.known_answer(context), instance.modes.incremental)
        {
            let twin = instance.session.clone_session()?;
            let answer = twin.sat()?;
            ANSWER_OF_COPY.must([expected, Answer::Unknown].contains(&answer))?;
        }
        Ok(Effect::Done)
    },
    ..PLAIN
};

/// Whether an assumption has failed must agree with the list of failed assumptions.
const FAILED: Extension = Extension {
    name: "btor-failed",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| some_term(cx, is_assumed),
        valid: |state, call| {
            let TermArg { term } = TermArg::args(call)?;
            match is_assumed(state, term) {
                true => Ok(()),
                false => not_now(format!("{term} is not assumed")),
            }
        },
        ..NOTHING
    },
    now: |state| match &state.checks.last {
        Some(last) if last.assuming => is_unsat(state),
        _ => not_now("there is no check under assumptions before it"),
    },
    does: |(instance, context)| instance.failed_one(TermArg::args(context.call)?.term),
    ..PLAIN
};

/// Makes assertions of the assumptions of the last check.
const FIXATE_ASSUMPTIONS: Extension = Extension {
    name: "btor-fixate-assumptions",
    stale: true,
    takes: Takes {
        // Assertions on a level would stay after its end: traces/boolector/fixated-level.trace.
        pick: |cx| cx.state.assertions.levels.is_empty().then(Args::new),
        ..NOTHING
    },
    now: is_incremental,
    apply: |state, _| {
        let last = state.checks.last.take();
        let assumptions = last.map(|last| last.assumptions).unwrap_or_default();
        state.assertions.formulas.extend(assumptions);
    },
    does: |(instance, _)| instance.fixate(),
    writes: Some(|script, context| {
        let last = context.state.checks.last.as_ref();
        for id in last.into_iter().flat_map(|last| &last.assumptions) {
            script.assert_formula(*id)?;
        }
        Ok(Effect::Done)
    }),
    ..PLAIN
};

const RESET_ASSUMPTIONS: Extension = Extension {
    name: "btor-reset-assumptions",
    stale: true,
    now: is_incremental,
    does: |(instance, _)| {
        instance.session.reset_assumptions()?;
        instance.content.extra.found = None;
        Ok(Effect::Done)
    },
    ..PLAIN
};

const OPT_ITERATOR: Extension = Extension {
    name: "btor-opt-iterator",
    does: |(instance, _)| without_effect(options::iterate(&instance.session)),
    ..PLAIN
};

/// Releases all handles. Generated runs do not take it.
const RELEASE_ALL: Extension = Extension {
    name: "btor-release-all",
    takes: Takes {
        pick: |_| None,
        ..NOTHING
    },
    does: |(instance, _)| {
        instance.session.release_all()?;
        Ok(Effect::Done)
    },
    ..PLAIN
};

/// SAT solvers that the library may have been built with. It uses the default for one that it does
/// not have.
const SAT_SOLVERS: [&str; 2] = ["cadical", "lingeling"];

arguments! {
    /// What `btor-set-sat-solver` takes.
    struct SatSolverArgs<'c> {
        name: Word,
    }
}

const SET_SAT_SOLVER: Extension = Extension {
    name: "btor-set-sat-solver",
    takes: Takes {
        params: SatSolverArgs::PARAMS,
        pick: |cx| Some(smallvec![Arg::Word((*cx.rng.pick(&SAT_SOLVERS)?).into())]),
        ..NOTHING
    },
    now: |state| match state.sorts.iter().next() {
        None => Ok(()),
        Some(_) => not_now("a sort has been made"),
    },
    does: |(instance, context)| {
        let SatSolverArgs { name } = SatSolverArgs::args(context.call)?;
        without_effect(instance.session.set_sat_solver(name))
    },
    ..PLAIN
};

/// Simplifies all formulas. An answer that this finds must agree with the next check.
const SIMPLIFY: Extension = Extension {
    name: "btor-simplify",
    stale: true,
    takes: Takes {
        // After it, an instance that is not incremental only accepts a check.
        pick: |cx| cx.state.options.incremental.then(Args::new),
        ..NOTHING
    },
    does: |(instance, _)| without_effect(instance.session.simplify().map(|_| ())),
    ..PLAIN
};

const SET_SYMBOL: Extension = Extension::names("btor-set-symbol", |(instance, context)| {
    let NamedTermArgs { term, name } = NamedTermArgs::args(context.call)?;
    instance.set_symbol(term, name)
});

/// Calls functions that nothing else needs.
const MISC: Extension = Extension {
    name: "btor-misc",
    does: |(instance, _)| instance.miscellaneous(),
    ..PLAIN
};

/// Dumps the formulas. A new instance must read the dump.
const PRINT_PARSE: Extension = Extension {
    name: "btor-print-parse",
    searches: true,
    does: |(instance, _)| instance.print_and_parse(),
    ..PLAIN
};

const BITS: &[SortKind] = &[SortKind::Bool, SortKind::Bv];

fn without_effect(result: Result) -> Result<Effect> {
    result.map(|()| Effect::Done)
}

fn not_now(message: impl Into<String>) -> Validity {
    Err(Invalid::NotNow(message.into()))
}

fn is_incremental(state: &InstanceState) -> Validity {
    needs_option(state.options.incremental, "incremental")
}

fn some_term(cx: &mut Pick<'_>, fits: impl Fn(&InstanceState, TermId) -> bool) -> Option<Args> {
    let all = cx.state.terms.iter().map(|(id, _)| id);
    let all: Vec<TermId> = all.filter(|id| fits(cx.state, *id)).collect();
    Some(smallvec![Arg::Term(*cx.rng.pick(&all)?)])
}

/// The term must be closed, and its sort of one of these kinds.
fn is_closed(state: &InstanceState, id: TermId, kinds: &[SortKind]) -> bool {
    state.term(id).is_some_and(|term| {
        let kind = state.sorts.get(term.sort).map(Sort::kind);
        term.free.is_empty() && kind.is_some_and(|kind| kinds.contains(&kind))
    })
}

fn has_value(state: &InstanceState, call: &Call, kinds: &[SortKind]) -> Validity {
    let TermArg { term } = TermArg::args(call)?;
    if is_closed(state, term, kinds) {
        return Ok(());
    }
    Invalid::wrong(format!("{term} has free variables or another sort"))
}

/// Whether a term is an assumption of the last check.
fn is_assumed(state: &InstanceState, id: TermId) -> bool {
    let last = state.checks.last.as_ref();
    last.is_some_and(|last| last.assumptions.contains(&id))
}

impl ExtensionSolver for Instance {
    const SOLVER: &'static str = super::LANGUAGE.solver;
    type Script = Script;
    const SAMPLED: bool = false;
    /// BTOR2 has no bars around symbols.
    fn round_trips(names: Names) -> bool {
        names.are_plain()
    }

    type ExtensionCall<'a> = (&'a mut Self, CallContext<'a>);
}

impl Instance {
    /// The answer of the last check, if it is about what the library has as formulas: not about
    /// assumptions, and not about what levels have.
    fn known_answer(&self, context: &CallContext<'_>) -> Option<Answer> {
        let state = context.state;
        let last = state.checks.last.as_ref().filter(|last| !last.assuming)?;
        let is_plain = !self.modes.cores && state.assertions.levels.is_empty();
        let is_known = is_plain && self.content.extra.found == Some(last.answer);
        (is_known && last.answer != Answer::Unknown).then_some(last.answer)
    }

    /// The assignment of a term must be its value.
    fn assignment(&mut self, term: TermId) -> Result<Effect> {
        self.content.expect(Answer::Sat)?;
        let (node, view) = (
            self.content.terms.closed(term)?,
            self.content.terms.view(term)?,
        );
        models::value(&self.session, node, view, true)?;
        match **view {
            // This crashes for an array with a known point,
            // traces/boolector/value-of-an-array.trace. The crash ends the run, so that the call is
            // rare.
            SortView::Array(_) if !self.rng.chance(5) => return Ok(Effect::Done),
            // The value of a function is a new function.
            SortView::Fun(..) => self.content.extra.is_beyond_btor = true,
            _ => {}
        }
        let value = self.session.get_value(node)?;
        SORT_OF_VALUE.must(self.session.is_equal_sort(node, value)?)?;
        Ok(Effect::Done)
    }

    fn check_twin(&mut self) -> Result<Effect> {
        let twin = self.session.clone_session()?;
        for (id, node) in self.content.terms.nodes() {
            let session = &self.session;
            let matched = twin.match_node(node)?;
            let again = twin.match_node_by_id(session.get_node_id(node)?)?;
            let is_same = twin.owns(matched)
                && twin.get_node_id(matched)? == session.get_node_id(node)?
                && twin.get_node_id(again)? == session.get_node_id(node)?
                && twin.get_width(matched)? == session.get_width(node)?
                && twin.get_symbol(matched)? == session.get_symbol(node)?;
            if !is_same {
                return NODE_OF_COPY.fails(id.to_string());
            }
        }
        let options = options::numbers(&self.session)?;
        OPTIONS_OF_COPY.must(options::numbers(&twin)? == options)?;
        for option in options {
            let name = twin.get_opt_lng(option)?;
            // It is always on in the copy.
            if !name.starts_with("auto-cleanup")
                && twin.get_opt(option)? != self.session.get_opt(option)?
            {
                return OPTION_OF_COPY.fails_for(name, "");
            }
        }
        Ok(Effect::Done)
    }

    fn failed_one(&mut self, assumption: TermId) -> Result<Effect> {
        self.content.expect(Answer::Unsat)?;
        let node = self.content.terms.closed(assumption)?;
        let has_failed = self.session.failed(node)?;
        let listed = self.session.get_failed_assumptions()?.contains(&node);
        FAILED_NOT_LISTED.must(listed == has_failed)?;
        Ok(Effect::Done)
    }

    fn fixate(&mut self) -> Result<Effect> {
        if self.modes.cores {
            let what = "to fixate assumptions where assertions are assumed";
            return Err(Error::Unsupported(what.to_owned()));
        }
        if self.content.extra.found.is_none() {
            return Ok(Effect::Done);
        }
        self.session.fixate_assumptions()?;
        let assumed = std::mem::take(&mut self.content.assumed);
        self.content.asserted.extend(assumed);
        self.content.extra.found = None;
        Ok(Effect::Done)
    }

    fn set_symbol(&mut self, term: TermId, symbol: &str) -> Result<Effect> {
        let terms = &mut self.content.terms;
        let node = terms.node(term)?;
        if !terms.is_fresh(symbol) {
            return Ok(Effect::Done);
        }
        self.session.set_symbol(node, symbol)?;
        let got = self.session.get_symbol(node)?;
        if got.as_deref() != Some(symbol) {
            let got = got.unwrap_or_default();
            return SYMBOL.fails(format!("{symbol:?} reads as {got:?}"));
        }
        Ok(Effect::Done)
    }

    fn miscellaneous(&mut self) -> Result<Effect> {
        let session = &self.session;
        session.set_msg_prefix("murxla")?;
        session.reset_time()?;
        session.reset_stats()?;
        session.git_id()?;
        session.copyright()?;
        session.version()?;
        session.get_refs()?;
        session.terminate()?;
        let trace = Session::api_trace(self.api, |traced| traced.r#true().map(|_| ()))?;
        API_TRACE_EMPTY.must(!trace.is_empty())?;
        Ok(Effect::Done)
    }

    fn print_and_parse(&mut self) -> Result<Effect> {
        // The format BTOR has no functions, quantifiers and constant arrays.
        let format = if self.content.extra.is_beyond_btor || self.rng.coin() {
            Format::Smt2
        } else {
            Format::Btor
        };
        let dumped = self.content.terms.nodes().last();
        if let Some((_, node)) = dumped.filter(|_| self.rng.coin()) {
            self.session.written(|file| match format {
                Format::Smt2 => self.session.dump_smt2_node(file, node),
                _ => self.session.dump_btor_node(file, node),
            })?;
        }
        let text = self.dump(format)?;
        let reader = Session::new(self.api)?;
        let parser = self.rng.coin().then_some(format);
        if let Some(error) = texts::parse(&reader, parser, text)? {
            return DUMP_NOT_READ.fails_for(format!("{format:?}"), error);
        }
        Ok(Effect::Done)
    }
}
