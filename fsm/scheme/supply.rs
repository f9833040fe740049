//! An operator that lacked arguments gets them: operators that go from sort to sort would be rare without.

use super::{Draft, Scheme, bare};
use crate::action::{Context, MkConst, MkSort, MkTerm, Pick, Wish, apply_op, symbol};
use crate::model::Model;
use crate::op::Op;
use crate::sort::Sort;
use crate::trace::{Arg, Ids};
use smallvec::smallvec;

/// Makes constants of the sorts that are missing, then applies the operator.
pub struct Supply {
    sorts: Vec<Sort>,
    op: Option<Op>,
    /// How often the operator may ask for more: sorts whose parts were missing, too.
    rounds: u32,
}

/// Arrays of arrays of arrays, each of which is asked for before the next.
const ROUNDS: u32 = 3;

impl Supply {
    /// What was wished for, if the run may make it.
    #[must_use]
    pub fn new(wish: Wish, model: &Model, context: &Context) -> Option<Self> {
        let restrictions = &context.restrictions;
        let may_be =
            |sort: &Sort| restrictions.allow(&model.sorts, sort) && sort.kind().has_symbols();
        wish.sorts.iter().all(may_be).then_some(Self {
            sorts: wish.sorts,
            op: Some(wish.op),
            rounds: ROUNDS,
        })
    }
}

fn mk_sort(model: &Model, sort: &Sort) -> Draft {
    let ids = Ids {
        sort: Some(model.sort_id(sort)),
        term: None,
    };
    Draft {
        ids,
        ..bare(&MkSort, smallvec![Arg::NewSort(sort.clone())])
    }
}

impl Scheme for Supply {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        while let Some(sort) = self.sorts.last() {
            if !cx.model.sorts.parts_have_symbols(sort) {
                return None;
            }
            let Some(id) = cx.model.sorts.find(sort) else {
                return Some(mk_sort(cx.model, sort));
            };
            self.sorts.pop();
            if cx.model.pool(id).is_empty() {
                let symbol = symbol(cx.model, "x");
                let ids = Ids {
                    sort: None,
                    term: Some(cx.model.fresh_term()),
                };
                let args = smallvec![Arg::Sort(id), Arg::Text(symbol)];
                return Some(Draft {
                    ids,
                    ..bare(&MkConst, args)
                });
            }
        }
        let op = self.op.take()?;
        let Some((args, ids)) = apply_op(cx, op) else {
            let wish = cx.wish.take().filter(|_| self.rounds > 0)?;
            let rounds = self.rounds - 1;
            *self = Self {
                rounds,
                ..Self::new(wish, cx.model, cx.context)?
            };
            return self.next(cx);
        };
        Some(Draft {
            ids,
            ..bare(&MkTerm, args)
        })
    }
}
