//! `term-get-children`.

use crate::action::{Action, ActionRow, Arg, Args, Call, Effect, Ids, Pick, Role, Run};
use crate::arguments;
use crate::solver::{Result, TermId};
use smallvec::smallvec;

/// Reads the children of a term through the solver's API.
pub struct TermGetChildren;

arguments! {
    /// What `term-get-children` takes.
    TermGetChildren => TermGetChildrenArgs {
        /// The term.
        term: Term,
    }
}

impl Action for TermGetChildren {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            ..ActionRow::new("term-get-children", Role::Query)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let newest = cx.state.ids.term().0;
        let id = TermId(1 + cx.rng.below(u64::from(newest.saturating_sub(1))) as u32);
        cx.state.term(id).filter(|term| !term.is_part())?;
        Some((smallvec![Arg::Term(id)], Ids::default()))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let args = Self::args(call)?;
        cx.solver()?.term_get_children(args.term)?;
        Ok(Effect::Done)
    }
}
