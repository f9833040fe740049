//! What the last call depends on, alone.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Context, Ref, Returns};
use murxla_fsm::run::Step;
use std::collections::BTreeSet;

/// Keeps the calls that the last one needs: first without any earlier check or level, then with them.
pub(super) struct Cone;

impl Pass for Cone {
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d> {
        vec![
            Box::new(|| cone(draft, context, false)),
            Box::new(|| cone(draft, context, true)),
        ]
    }
}

fn cone(draft: &Draft, context: &Context, with_levels: bool) -> Vec<Step> {
    let Some(last) = draft.steps.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut needed: BTreeSet<Ref> = draft.assertions.iter().copied().map(Ref::Term).collect();
    let asserted = needed.clone();
    let mut kept = Vec::new();
    for (place, step) in draft.steps.iter().enumerate().rev() {
        let call = &step.call;
        let is_kept = match call.action.name() {
            _ if place == last => true,
            "new" | "set-logic" | "set-option" => true,
            "assert-formula" => with_levels || asserted.contains(&Ref::Term(call.term(0))),
            "push" | "pop" => with_levels,
            _ if call.action.returns() != Returns::Nothing => {
                let term = call.ids.term.map(Ref::Term);
                let count = call.sort_count() as u32;
                let first = call.ids.sort.map_or(0, |sort| sort.0);
                let sorts =
                    (first..first + count).map(|id| Ref::Sort(murxla_fsm::sort::SortId(id)));
                match term {
                    Some(term) => needed.contains(&term),
                    None => sorts.into_iter().any(|sort| needed.contains(&sort)),
                }
            }
            // Bodies of recursive functions.
            name => with_levels || name.starts_with("define-"),
        };
        if is_kept {
            needed.extend(call.refs(&context.ops));
            kept.push(step.clone());
        }
    }
    kept.reverse();
    kept
}
