//! What an optimization is about: formulas, a term, whether it becomes large or small, and what is
//! done besides.

use crate::shared::actions::{FORMULAS, NOTHING, Takes};
use murxla_fsm::action::{Arg, Args, BadArguments, Call, Invalid, Pick, Validity};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{self, TermId};
use murxla_fsm::sort::SortKind;
use murxla_fsm::state::{InstanceState, Leaf};

arguments! {
    /// What `z3-optimize` takes.
    pub(super) struct OptimizeArgs<'c> {
        formulas: Terms,
        /// A numeric term.
        objective: Term,
        /// `maximize` or `minimize`.
        goal: Word,
        /// See [`Extras`].
        extras: Texts,
    }
}

/// Formulas, an objective, and extras.
pub(super) const OBJECTIVE: Takes = Takes {
    params: OptimizeArgs::PARAMS,
    pick,
    valid,
    names: NOTHING.names,
};

const MAXIMIZE: &str = "maximize";
const MINIMIZE: &str = "minimize";

/// The task of a call.
pub(super) struct Goal<'c> {
    pub(super) formulas: &'c [TermId],
    pub(super) objective: TermId,
    pub(super) maximize: bool,
    pub(super) extras: Extras,
}

impl<'c> Goal<'c> {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// They are wrong. `valid` excludes this case.
    pub(super) fn of(call: &'c Call) -> solver::Result<Self> {
        let args = OptimizeArgs::args(call)?;
        Ok(Self {
            formulas: args.formulas,
            objective: args.objective,
            maximize: args.goal == MAXIMIZE,
            extras: Extras::read(args.extras).map_err(|_| BadArguments)?,
        })
    }

    /// The command that states the objective.
    pub(super) fn command(maximize: bool) -> &'static str {
        if maximize { MAXIMIZE } else { MINIMIZE }
    }
}

/// In percent, how often the objective is a constant of the formulas, and not a term of them.
const CONSTANTS: u32 = 70;

fn pick(cx: &mut Pick<'_>) -> Option<Args> {
    let mut args = (FORMULAS.pick)(cx)?;
    let formulas = match args.first() {
        Some(Arg::Terms(formulas)) => formulas.clone(),
        _ => return None,
    };
    let mut terms = cx.state.terms.subterms(&formulas);
    let constants_only = cx.rng.chance(CONSTANTS);
    terms.retain(|id| is_numeric(cx.state, *id) && (!constants_only || is_constant(cx.state, *id)));
    let objective = *cx.rng.pick(&terms)?;
    let goal = Goal::command(cx.rng.coin());
    let extras = draw_extras(cx.rng, formulas.len(), is_constant(cx.state, objective));
    let extras = extras.into_iter().map(Into::into).collect();
    args.extend([
        Arg::Term(objective),
        Arg::Word(goal.into()),
        Arg::Texts(extras),
    ]);
    Some(args)
}

fn valid(state: &InstanceState, call: &Call) -> Validity {
    (FORMULAS.valid)(state, call)?;
    let args = OptimizeArgs::args(call)?;
    if ![MAXIMIZE, MINIMIZE].contains(&args.goal) {
        return Invalid::wrong(format!("'{}' is not {MAXIMIZE} or {MINIMIZE}", args.goal));
    }
    let id = args.objective;
    if !is_numeric(state, id) {
        return Invalid::wrong(format!(
            "{id} is not a term of an integer, a real or a bit-vector without free variables"
        ));
    }
    let extras = Extras::read(args.extras).map_err(Invalid::Wrong)?;
    if extras.initial.is_some() && !is_constant(state, id) {
        return Invalid::wrong(format!("{id} is not a constant: it has no initial value"));
    }
    Ok(())
}

fn is_numeric(state: &InstanceState, id: TermId) -> bool {
    let is_number = |sort| {
        let kind = state.sorts.get(sort).map(murxla_fsm::sort::Sort::kind);
        matches!(kind, Some(SortKind::Int | SortKind::Real | SortKind::Bv))
    };
    let fits = |term: &murxla_fsm::state::Term| {
        term.free.is_empty() && !term.is_part() && is_number(term.sort)
    };
    state.term(id).is_some_and(fits)
}

fn is_constant(state: &InstanceState, id: TermId) -> bool {
    state
        .term(id)
        .is_some_and(|term| term.leaf == Leaf::Const && term.op.is_none())
}

/// Additional calls, which must not change the result. In a trace, each is a text.
#[derive(Clone, Default)]
pub(super) struct Extras {
    /// `tracked`.
    pub(super) tracked: bool,
    /// `level`: a level with an assertion, which is dropped with the level.
    pub(super) level: bool,
    /// `soft 3`: the weight of a soft assertion, which is the first formula.
    pub(super) soft: Option<u32>,
    /// `copied`: to another context, and back.
    pub(super) copied: bool,
    /// `printed`, and parsed. What is tracked has no text.
    pub(super) printed: bool,
    /// `initial 4`: a hint, which may be wrong.
    pub(super) initial: Option<u32>,
    /// `watched`: a function is called for each model.
    pub(super) watched: bool,
}

/// The largest number of an extra.
const MOST: u32 = 9;

impl Extras {
    /// Reads the texts of extras.
    ///
    /// # Errors
    /// What is wrong.
    fn read(texts: &[Box<str>]) -> Result<Self, String> {
        let mut extras = Self::default();
        for text in texts {
            let numbered = |name: &str| {
                let number = text.strip_prefix(name)?.strip_prefix(' ')?;
                number.parse().ok().filter(|number| *number <= MOST)
            };
            match (&**text, numbered("soft"), numbered("initial")) {
                ("tracked", ..) => extras.tracked = true,
                ("level", ..) => extras.level = true,
                ("copied", ..) => extras.copied = true,
                ("printed", ..) => extras.printed = true,
                ("watched", ..) => extras.watched = true,
                (_, Some(weight), _) => extras.soft = Some(weight),
                (_, _, Some(value)) => extras.initial = Some(value),
                _ => {
                    return Err(format!(
                        "'{text}' is not one of tracked, level, copied, printed, watched, soft N and \
                         initial N, with N from 0 to {MOST}"
                    ));
                }
            }
        }
        if extras.tracked && extras.printed {
            return Err("what is tracked cannot be printed".to_owned());
        }
        Ok(extras)
    }

    /// The extras that are known to give wrong results: the name of each for findings, and all
    /// extras without it.
    pub(super) fn list_known_causes(&self) -> Vec<(&'static str, Self)> {
        let mut suspects = Vec::new();
        if self.initial.is_some() {
            let others = Self {
                initial: None,
                ..self.clone()
            };
            suspects.push(("an initial value", others));
        }
        if self.copied {
            let name = if self.tracked {
                "a copy that tracks"
            } else {
                "a copy"
            };
            let others = Self {
                copied: false,
                ..self.clone()
            };
            suspects.push((name, others));
        }
        suspects
    }
}

/// Draws the texts of extras. Only a constant has an initial value.
fn draw_extras(rng: &mut Rng, formulas: usize, is_constant: bool) -> Vec<String> {
    let is_tracked = rng.chance(30);
    let mut extras = Vec::new();
    let mut add = |is_drawn: bool, text: &str| {
        extras.extend(is_drawn.then(|| text.to_owned()));
    };
    add(is_tracked, "tracked");
    add(rng.chance(30), "level");
    let weight = rng.range(1, MOST);
    add(rng.chance(20) && formulas > 1, &format!("soft {weight}"));
    let how = rng.below(6);
    add(how == 0, "copied");
    add(how == 1 && !is_tracked, "printed");
    let value = rng.range(0, MOST);
    add(rng.chance(30) && is_constant, &format!("initial {value}"));
    add(rng.coin(), "watched");
    extras
}
