//! Schemes: sequences of calls made on purpose, one small type each.
//!
//! The random walk alone seldom asks the same question twice. A scheme does: it repeats a check in another
//! way, solves a core again, reads a model. Its calls are calls like any others, in the trace, so
//! that what they show replays, translates and minimizes; the checks that compare the answers do
//! not know of schemes.

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
pub use model::{MOST, ReadModel, readable};
pub use patterns::Patterns;
pub use plant::Plant;
pub use recursion::Recursion;
pub use refute::Refute;
pub use reset::Refill;
pub use simplify::CompareSimplified;
pub use supply::Supply;

use crate::action::{Action, Arg, Args, Call, Ids, Pick};
use crate::actions::{AssertFormula, CheckSat, CheckSatAssuming, MkTerm, Pop, Push};
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
    /// The names of its results.
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

/// A sequence of calls in the making.
pub trait Scenario {
    /// The next call, which depends on what the ones before have resulted in; `None` at the end. A call
    /// that cannot be made then ends the scheme.
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft>;
}

/// A kind of scheme, as the machine's table names it.
pub trait ScenarioKind: Sync {
    /// The name in weights, `again`.
    fn name(&self) -> &'static str;

    /// A new one, if there is reason for it now.
    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>>;
}

/// Calls that are known from the start.
#[derive(Default)]
struct Queue(VecDeque<Draft>);

fn in_order(drafts: impl IntoIterator<Item = Draft>) -> Option<Box<dyn Scenario>> {
    Some(Box::new(Queue(drafts.into_iter().collect())))
}

impl Scenario for Queue {
    fn next(&mut self, _: &mut Pick<'_>) -> Option<Draft> {
        self.0.pop_front()
    }
}

fn bare(action: &'static dyn Action, args: Args) -> Draft {
    Draft {
        action,
        args,
        ids: Ids::default(),
    }
}

fn assert(formula: TermId) -> Draft {
    bare(&AssertFormula, smallvec![Arg::Term(formula)])
}

fn check() -> Draft {
    bare(&CheckSat, Args::new())
}

fn check_assuming(formulas: &[TermId]) -> Draft {
    bare(&CheckSatAssuming, smallvec![Arg::Terms(formulas.into())])
}

fn push() -> Draft {
    bare(&Push, smallvec![Arg::Number(1)])
}

fn pop() -> Draft {
    bare(&Pop, smallvec![Arg::Number(1)])
}

/// The same check again, its assumptions in any order.
fn same_check(cx: &mut Pick<'_>, last: &LastCheck) -> Draft {
    if !last.assuming {
        return check();
    }
    let mut assumptions = last.assumptions.clone();
    cx.rng.shuffle(&mut assumptions);
    check_assuming(&assumptions)
}

/// The last check, if it has an answer that means something and more checks are allowed.
fn decided(state: &InstanceState) -> Option<LastCheck> {
    let last = state.last.as_ref()?;
    let decided = last.answer != crate::solver::Answer::Unknown;
    (decided && state.options.incremental).then(|| last.clone())
}

/// A formula that an operator makes of formulas.
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
