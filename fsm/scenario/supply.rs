//! Supplies an operator with arguments of sorts that have no terms yet. Without this, operators
//! that relate several sorts would be rare.

use super::{Draft, Scenario, draft_without_results, mk_sort};
use crate::action::{Arg, Context, Ids, MissingArgs, Pick};
use crate::actions::{MkConst, MkTerm, apply_op, symbol};
use crate::op::Op;
use crate::sort::Sort;
use crate::state::InstanceState;
use smallvec::smallvec;

/// Makes constants of the missing sorts, and then applies the operator.
pub struct Supply {
    sorts: Vec<Sort>,
    op: Option<Op>,
    /// How often the operator may still report missing sorts.
    rounds: u32,
}

/// Enough for arrays of arrays of arrays: each level is reported as missing on its own.
const ROUNDS: u32 = 3;

impl Supply {
    /// The scenario for missing arguments; `None` if the run may not make one of the sorts.
    #[must_use]
    pub fn new(
        missing_args: MissingArgs,
        state: &InstanceState,
        context: &Context,
    ) -> Option<Self> {
        let restrictions = &context.restrictions;
        let may_be =
            |sort: &Sort| restrictions.allow(&state.sorts, sort) && sort.kind().has_symbols();
        missing_args.sorts.iter().all(may_be).then_some(Self {
            sorts: missing_args.sorts,
            op: Some(missing_args.op),
            rounds: ROUNDS,
        })
    }
}

impl Scenario for Supply {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        while let Some(sort) = self.sorts.last() {
            if !cx.state.sorts.parts_have_symbols(sort) {
                return None;
            }
            let Some(id) = cx.state.sorts.find(sort) else {
                return Some(mk_sort(cx.state, sort));
            };
            self.sorts.pop();
            if cx.state.pool(id).is_empty() {
                let symbol = symbol(cx, "x");
                let ids = Ids {
                    sort: None,
                    term: Some(cx.state.ids.term()),
                };
                let args = smallvec![Arg::Sort(id), Arg::Text(symbol)];
                return Some(Draft {
                    ids,
                    ..draft_without_results(&MkConst, args)
                });
            }
        }
        let op = self.op.take()?;
        let Some((args, ids)) = apply_op(cx, op) else {
            let missing_args = cx.missing_args.take().filter(|_| self.rounds > 0)?;
            let rounds = self.rounds - 1;
            *self = Self {
                rounds,
                ..Self::new(missing_args, cx.state, cx.context)?
            };
            return self.next(cx);
        };
        Some(Draft {
            ids,
            ..draft_without_results(&MkTerm, args)
        })
    }
}
