//! The solver's model, read in one go: what it says of the constants, of the formulas that it
//! satisfies, and of the terms below them.

use super::{Scenario, ScenarioKind, bare, in_order};
use crate::action::{Arg, Pick};
use crate::actions::GetValue;
use crate::profile::Kinds;
use crate::solver::{Answer, TermId};
use crate::sort::{Sort, SortKind};
use crate::state::{InstanceState, Leaf};
use smallvec::{SmallVec, smallvec};

/// So many terms are read at most.
pub const MOST: usize = 48;

/// The terms that tell of a model of what was checked whether it is one: constants and formulas; and the closed terms
/// below the formulas.
#[must_use]
pub fn readable(state: &InstanceState, barred: Kinds) -> (Vec<TermId>, Vec<TermId>) {
    let roots: Vec<TermId> = state.checked().collect();
    let readable = |id: &TermId| {
        let term = state.term(*id)?;
        let kind = state.sorts.get(term.sort).map(Sort::kind)?;
        let is_read = match &term.leaf {
            Leaf::Value(_) | Leaf::Fun(..) | Leaf::Rec | Leaf::Var => false,
            Leaf::Const | Leaf::Named(_) | Leaf::None | Leaf::Same(_) | Leaf::Opaque => {
                term.free.is_empty()
            }
        };
        (is_read && !term.is_part() && !barred.has(kind)).then_some((
            *id,
            term.leaf == Leaf::Const,
            kind,
        ))
    };
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (id, is_constant, kind) in state.cone(&roots).iter().filter_map(readable) {
        if is_constant || roots.contains(&id) {
            first.push(id);
        } else if kind != SortKind::Fun {
            rest.push(id);
        }
    }
    (first, rest)
}

/// Reads the model of the last check.
pub struct ReadModel;

impl ScenarioKind for ReadModel {
    fn name(&self) -> &'static str {
        "read-model"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let state = cx.state;
        let last = state.last.as_ref()?;
        if last.answer != Answer::Sat || !state.options.models {
            return None;
        }
        let (mut first, mut rest) = readable(state, cx.context.restrictions.get_value);
        // Without its constants a formula cannot be evaluated: these come first.
        cx.rng.shuffle(&mut rest);
        let room = MOST.saturating_sub(first.len());
        rest.truncate(room);
        first.truncate(MOST);
        first.append(&mut rest);
        if first.is_empty() {
            return None;
        }
        in_order([bare(
            &GetValue,
            smallvec![Arg::Terms(SmallVec::from_vec(first))],
        )])
    }
}
