//! Reads the solver's model with one `get-value`: the values of constants, of the checked formulas,
//! and of their subterms.

use super::{Scenario, ScenarioKind, draft_without_results, in_order};
use crate::action::{Arg, Pick};
use crate::actions::GetValue;
use crate::profile::Kinds;
use crate::solver::{Answer, TermId};
use crate::sort::{Sort, SortKind};
use crate::state::{InstanceState, Leaf};
use smallvec::{SmallVec, smallvec};

/// The largest number of terms that are read.
pub const MOST: usize = 48;

/// The terms from whose values an oracle can check a model of the last check. The first list has
/// the constants and the checked formulas, the second one the closed subterms of these formulas.
/// Terms of the `barred` kinds are left out.
#[must_use]
pub fn readable(state: &InstanceState, barred: Kinds) -> (Vec<TermId>, Vec<TermId>) {
    readable_below(state, &state.checked().collect::<Vec<_>>(), barred)
}

/// The same for some formulas, whether they are checked or not.
#[must_use]
pub fn readable_below(
    state: &InstanceState,
    roots: &[TermId],
    barred: Kinds,
) -> (Vec<TermId>, Vec<TermId>) {
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
    for (id, is_constant, kind) in state.terms.subterms(roots).iter().filter_map(readable) {
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
        let last = state.checks.last.as_ref()?;
        if last.answer != Answer::Sat || !state.options.models {
            return None;
        }
        let (mut first, mut rest) = readable(state, cx.context.restrictions.places.get_value);
        // A formula can only be evaluated from its constants, so these come first.
        cx.rng.shuffle(&mut rest);
        let room = MOST.saturating_sub(first.len());
        rest.truncate(room);
        first.truncate(MOST);
        first.append(&mut rest);
        if first.is_empty() {
            return None;
        }
        in_order([draft_without_results(
            &GetValue,
            smallvec![Arg::Terms(SmallVec::from_vec(first))],
        )])
    }
}
