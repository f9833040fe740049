//! Scenarios: several calls that belong together. Each scenario has its own type.
//!
//! The random walk alone seldom asks the same question twice. A scenario does so on purpose: it
//! repeats a check in another way, checks an unsat core, or reads a model. The trace has its calls
//! like all others, so what they show can be replayed, translated and minimized. The oracles that
//! compare the answers do not depend on scenarios.

mod again;
mod assume;
mod cases;
mod core;
mod identity;
mod levels;
mod model;
mod patterns;
mod plans;
mod plant;
mod problem;
mod recursion;
mod refute;
mod reset;
pub mod rewrite;
mod simplify;
mod supply;

pub use self::core::{Assumptions, Core};
pub use again::Again;
pub use assume::Assume;
pub use cases::Match;
pub use levels::Levels;
pub use model::{MOST, ReadModel, readable, readable_below};
pub use patterns::Patterns;
pub use plant::Plant;
pub use problem::{ARRAYS, DIFFERENCES, ORDERS, POLYNOMIALS, Problem, RESIDUES, SUMS};
pub use recursion::Recursion;
pub use refute::Refute;
pub use reset::Refill;
pub use simplify::CompareSimplified;
pub use supply::Supply;

use crate::action::{Action, Arg, Args, Call, Ids, Pick};
use crate::actions::{AssertFormula, CheckSat, CheckSatAssuming, MkSort, MkTerm, Pop, Push};
use crate::op::Op;
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::{InstanceState, LastCheck};
use smallvec::smallvec;
use std::collections::VecDeque;

/// A call without its seed.
#[derive(Clone)]
pub struct Draft {
    /// The action.
    pub action: &'static dyn Action,
    /// Its arguments.
    pub args: Args,
    /// The ids of its results.
    pub ids: Ids,
}

impl Draft {
    /// The call, with a seed.
    #[must_use]
    pub fn call(self, seed: u32) -> Call {
        Call {
            seed,
            action: self.action,
            args: self.args,
            ids: self.ids,
        }
    }
}

/// A scenario of a run: it gives one call after the other.
pub trait Scenario {
    /// The next call, which may depend on the results of the calls before it. `None` ends the
    /// scenario, and so does a call that is not valid in the present state.
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft>;
}

/// A kind of scenario. The table of the machine refers to it by its type.
pub trait ScenarioKind: Sync {
    /// The name in the weights of a profile, for example `again`.
    fn name(&self) -> &'static str;

    /// Begins a new scenario; `None` if it is not possible in the present state or was not drawn.
    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>>;
}

/// Calls that do not depend on results.
#[derive(Default)]
struct Queue(VecDeque<Draft>);

/// The scenario that makes these calls in order.
fn in_order(drafts: impl IntoIterator<Item = Draft>) -> Option<Box<dyn Scenario>> {
    Some(Box::new(Queue(drafts.into_iter().collect())))
}

impl Scenario for Queue {
    fn next(&mut self, _: &mut Pick<'_>) -> Option<Draft> {
        self.0.pop_front()
    }
}

/// A call that returns nothing.
fn draft_without_results(action: &'static dyn Action, args: Args) -> Draft {
    Draft {
        action,
        args,
        ids: Ids::default(),
    }
}

/// The call that makes a sort, whose id is the one that the instance proposes.
fn mk_sort(state: &InstanceState, sort: &Sort) -> Draft {
    let ids = Ids {
        sort: Some(state.sort_id(sort)),
        term: None,
    };
    Draft {
        ids,
        ..draft_without_results(&MkSort, smallvec![Arg::NewSort(sort.clone())])
    }
}

fn assert(formula: TermId) -> Draft {
    draft_without_results(&AssertFormula, smallvec![Arg::Term(formula)])
}

fn check() -> Draft {
    draft_without_results(&CheckSat, Args::new())
}

fn check_assuming(formulas: &[TermId]) -> Draft {
    draft_without_results(&CheckSatAssuming, smallvec![Arg::Terms(formulas.into())])
}

fn push() -> Draft {
    draft_without_results(&Push, smallvec![Arg::Number(1)])
}

fn pop() -> Draft {
    draft_without_results(&Pop, smallvec![Arg::Number(1)])
}

/// The same check again, with its assumptions in random order.
fn same_check(cx: &mut Pick<'_>, last: &LastCheck) -> Draft {
    if !last.assuming {
        return check();
    }
    let mut assumptions = last.assumptions.clone();
    cx.rng.shuffle(&mut assumptions);
    check_assuming(&assumptions)
}

/// The last check, if its answer is not `unknown` and more checks are allowed.
fn decided_check(state: &InstanceState) -> Option<LastCheck> {
    let last = state.checks.last.as_ref()?;
    let decided = last.answer != crate::solver::Answer::Unknown;
    (decided && state.options.incremental).then(|| last.clone())
}

/// The call that applies an operator, with these indices.
fn with_indices(mut draft: Draft, indices: impl IntoIterator<Item = u32>) -> Draft {
    if let Some(Arg::Indices(its)) = draft.args.last_mut() {
        its.extend(indices);
    }
    draft
}

/// The call that applies an operator whose result is a formula. `id` is the id of the result.
fn formula(state: &InstanceState, id: TermId, op: Op, args: &[TermId]) -> Draft {
    let ids = Ids {
        term: Some(id),
        sort: Some(state.sort_id(&Sort::Bool)),
    };
    let kind = Arg::Kind(crate::sort::SortKind::Bool);
    let indices = Arg::Indices(smallvec![]);
    Draft {
        action: &MkTerm,
        args: smallvec![Arg::Op(op), kind, Arg::Terms(args.into()), indices],
        ids,
    }
}
