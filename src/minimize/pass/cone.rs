//! Keeps only the calls that the last call depends on.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Call, Context, Ref, Returns, Role};
use murxla_fsm::edit::{Step, dry_run};
use murxla_fsm::sort::SortId;
use std::collections::BTreeSet;

/// Keeps the calls that the last call needs. The first edit also removes earlier checks and levels,
/// the second one keeps them.
pub(super) struct KeepCone;

impl Pass for KeepCone {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        vec![
            Box::new(|| cone(best, context, false)),
            Box::new(|| cone(best, context, true)),
        ]
    }
}

fn cone(best: &Candidate, context: &Context, with_levels: bool) -> Option<Vec<Step>> {
    let last = best.steps.len().checked_sub(1)?;
    let before_last = dry_run(best.steps[..last].to_vec(), context).ok()?.state;
    let assertions = before_last.assertions.formulas.iter();
    let asserted: BTreeSet<Ref> = assertions.map(|id| Ref::Term(*id)).collect();
    let mut needed = asserted.clone();
    let mut kept = Vec::new();
    for (place, step) in best.steps.iter().enumerate().rev() {
        let call = &step.call;
        let refs = call.refs(&context.ops);
        let is_kept = match call.action.role() {
            _ if place == last => true,
            Role::Open | Role::Configure => true,
            Role::Assert => with_levels || refs.iter().any(|name| asserted.contains(name)),
            Role::Push | Role::Pop => with_levels,
            _ if call.action.returns() != Returns::Nothing => makes_any(call, &needed),
            // Bodies of recursive functions.
            Role::Declare => true,
            _ => with_levels,
        };
        if is_kept {
            needed.extend(refs);
            kept.push(step.clone());
        }
    }
    kept.reverse();
    Some(kept)
}

/// Whether a call makes something that is needed.
fn makes_any(call: &Call, needed: &BTreeSet<Ref>) -> bool {
    if let Some(term) = call.ids.term {
        return needed.contains(&Ref::Term(term));
    }
    let first = call.ids.sort.map_or(0, |sort| sort.0);
    let mut sorts = first..first + call.sort_count() as u32;
    sorts.any(|id| needed.contains(&Ref::Sort(SortId(id))))
}
