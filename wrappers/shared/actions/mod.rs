//! Extension actions: actions that only one solver has. An action is a row of a table, which says
//! what the action takes, when it may be taken, and what it does.
//!
//! The seed and the arguments of a call decide what the action does, so that traces replay. A term
//! that it makes of another one is equal to that one and can be used by later calls. An answer of
//! an action for formulas is a claim, which oracles compare with all other answers.

pub(crate) mod broken_input;
pub(crate) mod checks;
pub(crate) mod rows;

use murxla_fsm::action::{
    Action, ActionRow, Arg, Args, BadArguments, Call, Context, Effect, Ids, Invalid, Noted, Param,
    Pick, Returns, Role, Run, Validity, live, needs_option, open_instance,
};
use murxla_fsm::actions::{add_equal, after, may_assert, no_function, some_formula};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::names::Names;
use murxla_fsm::state::{InstanceState, Leaf, Term};
use murxla_fsm::trace::{NEEDS_OPTION, Note};
use smallvec::{SmallVec, smallvec};
use std::any::Any;

/// The instance type of a solver that has extension actions.
pub(crate) trait ExtensionSolver: Any {
    /// The name of the solver.
    const SOLVER: &'static str;
    /// The scripts in which some actions are commands.
    type Script: SolverScript;
    /// Whether only a sample of the runs takes the actions. This is for solvers with many of them.
    const SAMPLED: bool;

    /// What an action works on: the instance, the call, and the state of the run.
    type ExtensionCall<'a>: BeginCall<'a, Self>;

    /// What the library lacks for a check of the last call, so that the call was made without the
    /// check. It is forgotten.
    fn take_missing(&mut self) -> Option<&'static str> {
        None
    }

    /// Whether the solver can parse such names after it has printed them. Runs with other names
    /// take none of the actions, because many of them parse what was printed.
    fn round_trips(names: Names) -> bool;
}

/// A script that an instance writes, in place of calls of a library.
pub(crate) trait SolverScript: Any {
    /// Whether it is in the language of this solver.
    fn is_for(&self, solver: &str) -> bool;
}

/// What an action works on. For most solvers it is a pair of the instance and the context.
pub(crate) trait BeginCall<'a, O: ?Sized>: Sized {
    /// Begins a call of an action.
    ///
    /// # Errors
    /// The instance is not ready for any call.
    fn begin(instance: &'a mut O, context: CallContext<'a>) -> Result<Self>;
}

impl<'a, O> BeginCall<'a, O> for (&'a mut O, CallContext<'a>) {
    fn begin(instance: &'a mut O, context: CallContext<'a>) -> Result<Self> {
        Ok((instance, context))
    }
}

/// The call, and the state in which it is made.
pub(crate) struct CallContext<'a> {
    pub(crate) call: &'a Call,
    pub(crate) state: &'a InstanceState,
    /// The configuration of all runs.
    pub(crate) context: &'a Context,
    /// The notes of the trace on the call.
    pub(crate) noted: &'a Noted,
    /// Adds a note to the trace, before the call is made.
    pub(crate) note: &'a mut dyn FnMut(Note),
}

/// The kind of object that an action makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Makes {
    /// Nothing.
    Nothing,
    /// A term that is equal to its argument.
    Equal,
    /// An assertion whose formula only the solver knows.
    Assertion,
    /// A declaration without a result.
    Declaration,
    /// A name for its argument, which changes no result. Languages without the action leave it out.
    Name,
}

/// The function that makes the calls of the solver.
type Does<O> = fn(&mut <O as ExtensionSolver>::ExtensionCall<'_>) -> Result<Effect>;

/// An extension action.
pub(crate) struct Extension<O: ExtensionSolver> {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    /// Whether the call may be made now, whatever its arguments. There is an open instance.
    pub(crate) now: fn(&InstanceState) -> Validity,
    /// Options, with their values, without which the solver refuses the call.
    pub(crate) needs: &'static [(&'static str, &'static str)],
    pub(crate) makes: Makes,
    /// Whether the call searches, so that it may take long.
    pub(crate) searches: bool,
    /// Whether the call makes the result of the last check invalid.
    pub(crate) stale: bool,
    /// Other changes to the state of the run.
    pub(crate) apply: fn(&mut InstanceState, &Call),
    pub(crate) does: Does<O>,
    /// Writes commands of the solver's language that have the same effect, if there are any.
    pub(crate) writes: Option<Writes<O>>,
}

/// The function that writes the commands of an action into a script for the solver.
pub(crate) type Writes<O> =
    fn(&mut <O as ExtensionSolver>::Script, &CallContext<'_>) -> Result<Effect>;

/// A name in an argument that not every library has, such as that of a tactic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LibraryName {
    /// The kind of the name, see [`LibraryNames`](murxla_fsm::solver::loaded::LibraryNames).
    pub(crate) kind: String,
    pub(crate) name: String,
}

impl LibraryName {
    pub(crate) fn new(kind: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            name: name.into(),
        }
    }
}

/// What an action is applied to: its parameters, how arguments are drawn, what they must be, and
/// the names of the library in them.
#[derive(Clone, Copy)]
pub(crate) struct Takes {
    pub(crate) params: &'static [Param],
    /// Draws arguments. Arguments that are not `valid` are discarded.
    pub(crate) pick: fn(&mut Pick<'_>) -> Option<Args>,
    pub(crate) valid: fn(&InstanceState, &Call) -> Validity,
    /// The names of the library in the arguments. A library that does not have them does not
    /// support the call.
    pub(crate) names: fn(&Call) -> Vec<LibraryName>,
}

arguments! {
    /// A term.
    pub(crate) struct TermArg {
        term: Term,
    }
}

arguments! {
    /// Several terms.
    pub(crate) struct TermsArg<'c> {
        terms: Terms,
    }
}

arguments! {
    /// A sort.
    pub(crate) struct SortArg {
        sort: Sort,
    }
}

/// Nothing. The action draws what it needs.
pub(crate) const NOTHING: Takes = Takes {
    params: &[],
    pick: |_| Some(Args::new()),
    valid: |_, _| Ok(()),
    names: |_| Vec::new(),
};

/// A term of any sort but functions.
pub(crate) const TERM: Takes = Takes {
    params: TermArg::PARAMS,
    pick: |cx| Some(smallvec![Arg::Term(some_term(cx)?)]),
    valid: |state, call| no_function(state, first_term(call)?),
    names: NOTHING.names,
};

arguments! {
    /// A term and a name for it.
    pub(crate) struct NamedTermArgs<'c> {
        term: Term,
        name: Text,
    }
}

/// A term and a name.
pub(crate) const NAMED_TERM: Takes = Takes {
    params: NamedTermArgs::PARAMS,
    pick: |cx| {
        let term = some_term(cx)?;
        let length = 1 + cx.rng.index(8);
        let letters = (0..length).map(|_| char::from(b'a' + cx.rng.below(26) as u8));
        let name: String = letters.collect();
        Some(smallvec![Arg::Term(term), Arg::Text(name.into())])
    },
    valid: NOTHING.valid,
    names: NOTHING.names,
};

/// Some closed formulas.
pub(crate) const FORMULAS: Takes = Takes {
    params: TermsArg::PARAMS,
    pick: |cx| {
        let count = 1 + cx.rng.index(4);
        let formulas = (0..count).map(|_| some_formula(cx));
        let formulas: Option<SmallVec<[TermId; 4]>> = formulas.collect();
        Some(smallvec![Arg::Terms(formulas?)])
    },
    valid: |state, call| {
        let formulas = first_terms(call)?;
        formulas.iter().try_for_each(|id| may_assert(state, *id))
    },
    names: NOTHING.names,
};

/// The first argument that is a term.
pub(crate) fn first_term(call: &Call) -> std::result::Result<TermId, BadArguments> {
    first(call, |arg| match arg {
        Arg::Term(term) => Some(*term),
        _ => None,
    })
}

/// The first argument that is a list of terms.
pub(crate) fn first_terms(call: &Call) -> std::result::Result<&[TermId], BadArguments> {
    first(call, |arg| match arg {
        Arg::Terms(terms) => Some(&terms[..]),
        _ => None,
    })
}

/// The first argument that is a text.
pub(crate) fn first_text(call: &Call) -> std::result::Result<&str, BadArguments> {
    first(call, |arg| match arg {
        Arg::Text(text) => Some(&**text),
        _ => None,
    })
}

fn first<'c, T: 'c>(
    call: &'c Call,
    read: impl Fn(&'c Arg) -> Option<T>,
) -> std::result::Result<T, BadArguments> {
    call.args.iter().find_map(read).ok_or(BadArguments)
}

/// In percent, how often a term is one that binds variables. There are few of them, so that a
/// random choice seldom finds one.
const BINDERS: u32 = 15;

fn some_binder(cx: &mut Pick<'_>) -> Option<TermId> {
    let ops = &cx.context.ops;
    let binds = |(id, term): (TermId, &Term)| {
        let binds = term.op.is_some_and(|op| ops.signature(op).shape.binds());
        (binds && !term.is_part()).then_some(id)
    };
    let binders: Vec<TermId> = cx.state.terms.iter().filter_map(binds).collect();
    cx.rng.pick(&binders).copied()
}

fn some_term(cx: &mut Pick<'_>) -> Option<TermId> {
    if cx.rng.chance(BINDERS)
        && let Some(binder) = some_binder(cx)
    {
        return Some(binder);
    }
    let of_terms = |(_, sort): &(SortId, &Sort)| !matches!(sort, Sort::Fun(..));
    let sorts = cx.state.sorts.iter().filter(of_terms);
    let sorts = sorts
        .map(|(id, _)| id)
        .filter(|id| !cx.state.pool(*id).is_empty());
    let sort = *cx.rng.pick(&sorts.collect::<Vec<SortId>>())?;
    cx.state.pool(sort).pick(cx.rng)
}

/// There must be as many replacements as terms to replace, of the same sorts, and at least one.
pub(crate) fn are_replacements(state: &InstanceState, parts: &[TermId], by: &[TermId]) -> Validity {
    if parts.len() != by.len() || parts.is_empty() {
        return Invalid::wrong("as many terms are replaced as there are replacements");
    }
    let sort = |id: &TermId| Some(state.sorts.canon(state.term(*id)?.sort));
    let mut pairs = parts.iter().zip(by);
    match pairs.find(|(part, by)| sort(part) != sort(by)) {
        Some((part, by)) => Invalid::wrong(format!("{part} and {by} differ in sort")),
        None => Ok(()),
    }
}

/// Marks the argument as used. This is the `apply` of rows that take a term.
pub(crate) fn mark_used(state: &mut InstanceState, call: &Call) {
    if let Ok(args) = TermArg::args(call) {
        state.terms.mark_used(args.term);
    }
}

/// The last answer must be `sat`, with a model.
pub(crate) fn has_model(state: &InstanceState) -> Validity {
    needs_option(state.options.models, "produce-models")?;
    after(state, Answer::Sat)
}

/// The last answer must be `unsat`.
pub(crate) fn is_unsat(state: &InstanceState) -> Validity {
    after(state, Answer::Unsat)
}

/// There must be a check, and no change since.
pub(crate) fn is_answered(state: &InstanceState) -> Validity {
    match state.checks.last {
        Some(_) => Ok(()),
        None => Err(Invalid::NotNow("there is no check before it".to_owned())),
    }
}

impl<O: ExtensionSolver> Extension<O> {
    /// The values that most rows have.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        takes: NOTHING,
        now: |_| Ok(()),
        needs: &[],
        makes: Makes::Nothing,
        searches: false,
        stale: false,
        apply: |_, _| {},
        does: |_| Ok(Effect::Done),
        writes: None,
    };

    /// An action that only reads.
    pub(crate) const fn reads(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            name,
            takes,
            does,
            ..Self::PLAIN
        }
    }

    /// The same action, with commands of the solver's language.
    pub(crate) const fn written(self, writes: Writes<O>) -> Self {
        Self {
            writes: Some(writes),
            ..self
        }
    }

    /// An action that makes a term that is equal to its argument.
    pub(crate) const fn rewrites(name: &'static str, does: Does<O>) -> Self {
        Self {
            makes: Makes::Equal,
            ..Self::reads(name, TERM, does)
        }
    }

    /// An action that gives a term a name. `import` uses it for `:named`.
    pub(crate) const fn names(name: &'static str, does: Does<O>) -> Self {
        Self {
            makes: Makes::Name,
            apply: |state, call| {
                if let Ok(args) = NamedTermArgs::args(call) {
                    state.terms.mark_used(args.term);
                }
            },
            ..Self::reads(name, NAMED_TERM, does)
        }
    }

    /// An action that searches.
    pub(crate) const fn searches(name: &'static str, takes: Takes, does: Does<O>) -> Self {
        Self {
            searches: true,
            ..Self::reads(name, takes, does)
        }
    }

    /// An action of older versions, which made a problem of its seed. Traces cannot be replayed
    /// with it, because the same seed would make another problem.
    pub(crate) const fn retired(name: &'static str) -> Self {
        Self {
            name,
            now: |_| {
                Invalid::wrong(
                    "older versions drew a problem from the seed of this call, and this version does \
                     not: leave the call out, or replay the trace with an older version",
                )
            },
            ..Self::PLAIN
        }
    }
}

impl<O: ExtensionSolver> Action for Extension<O> {
    fn row(&self) -> ActionRow {
        let (role, returns) = match self.makes {
            Makes::Nothing | Makes::Name => (Role::Query, Returns::Nothing),
            Makes::Declaration => (Role::Declare, Returns::Nothing),
            Makes::Equal => (Role::Build, Returns::Term),
            Makes::Assertion => (Role::Assert, Returns::Term),
        };
        ActionRow {
            params: self.takes.params,
            returns,
            returns_equal: self.makes == Makes::Equal,
            searches: self.searches,
            ..ActionRow::new(self.name, role)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if O::SAMPLED && !cx.swarm.extension_actions || !O::round_trips(cx.swarm.names) {
            return None;
        }
        self.valid_now(cx.state).ok()?;
        let args = (self.takes.pick)(cx)?;
        let ids = Ids {
            sort: None,
            term: (self.returns() == Returns::Term).then(|| cx.state.ids.term()),
        };
        let call = Call {
            seed: 0,
            action: const { &Self::PLAIN },
            args,
            ids,
        };
        (self.takes.valid)(cx.state, &call).ok()?;
        Some((call.args, ids))
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        live(state)?;
        let is_set = |(name, value): &&(&str, &str)| {
            let set = state.set_options.own.get(*name);
            set.is_some_and(|set| **set == **value)
        };
        if let Some((name, value)) = self.needs.iter().find(|need| !is_set(need)) {
            let message = format!("{NEEDS_OPTION} '{name}' with the value '{value}'");
            return Err(Invalid::NotNow(message));
        }
        (self.now)(state)
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        (self.takes.valid)(state, call)?;
        let Some(has) = &context.available.names else {
            return Ok(());
        };
        let names = (self.takes.names)(call);
        match names.iter().find(|used| !has.has(&used.kind, &used.name)) {
            None => Ok(()),
            Some(LibraryName { kind, name }) => {
                let solver = &context.solver_label;
                let message = format!("{solver} does not have this {kind}: '{name}'");
                Err(Invalid::Unsupported(message))
            }
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let (state, noted) = (cx.state, cx.noted);
        let Run { solver, note, .. } = cx;
        let solver = open_instance(solver)?;
        let context = CallContext {
            call,
            state,
            context: cx.context,
            noted,
            note: &mut **note,
        };
        // The assertion has the sort Bool, which the run may not have made yet.
        let formulas = state.sort_id(&Sort::Bool);
        if self.makes == Makes::Assertion && state.sorts.get(formulas).is_none() {
            solver.mk_sort(formulas, &Sort::Bool)?;
        }
        if let Some(writes) = self.writes
            && let Some(script) = solver.as_any().downcast_mut::<O::Script>()
            && script.is_for(O::SOLVER)
        {
            return writes(script, &context);
        }
        let Some(instance) = solver.as_any().downcast_mut::<O>() else {
            let unsupported = |_| Error::Unsupported(self.name.to_owned());
            return match (self.makes, first_term(call)) {
                (Makes::Equal, Ok(term)) => {
                    let made = solver.mk_same(call.new_term()?, term);
                    made.map(|()| Effect::Done).map_err(unsupported)
                }
                (Makes::Name, _) => Ok(Effect::Done),
                _ => Err(Error::Unsupported(self.name.to_owned())),
            };
        };
        let done = (self.does)(&mut BeginCall::begin(&mut *instance, context)?);
        if let Some(what) = instance.take_missing()
            && done.is_ok()
        {
            note(Note::Unsupported(what.to_owned()));
        }
        done
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        (self.apply)(state, call);
        match self.makes {
            Makes::Nothing | Makes::Declaration | Makes::Name => {}
            Makes::Equal => {
                if let (Ok(id), Ok(of)) = (call.new_term(), first_term(call)) {
                    add_equal(state, id, of);
                }
            }
            Makes::Assertion => {
                let sort = state.sort_id(&Sort::Bool);
                state.add_sort(sort, Sort::Bool);
                if let Ok(id) = call.new_term() {
                    state.add_term(id, Term::leaf(sort, Leaf::Opaque));
                    state.terms.mark_used(id);
                    state.assertions.formulas.push(id);
                }
            }
        }
        if self.stale || self.makes == Makes::Assertion {
            state.discard_last_check();
        }
    }
}

/// The actions of a table with rows `action; states with weights`.
macro_rules! actions {
    ($of:ty; $($action:expr; $($state:ident $weight:literal)*;)*) => {
        &[$({
            const ACTION: $crate::shared::actions::Extension<$of> = $action;
            murxla_fsm::action::ExtensionAction {
                action: &ACTION,
                states: &[$((murxla_fsm::action::MachineState::$state, $weight)),*],
                needs: ACTION.needs,
            }
        }),*]
    };
}
pub(crate) use actions;
