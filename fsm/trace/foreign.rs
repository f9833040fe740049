//! Traces of the C++ original: what they leave to its wrappers, which differ from ours.

use super::Script;
use crate::action::{Arg, Call, Context, Role};
use crate::actions::{ACTIONS, MkTerm};
use crate::op::{BASE, Bindings, IllSorted, Index, Op};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, Options};
use smallvec::SmallVec;

impl Script {
    /// The options that the calls of the trace need, if the C++ original wrote it. The original asks the solver whether they
    /// are on, so its traces need not set them.
    #[must_use]
    pub fn foreign(&self) -> Option<Options> {
        if self.options.is_empty() {
            return None;
        }
        let (mut needed, mut checks) = (Options::default(), 0);
        for line in &self.lines {
            let mut actions = ACTIONS.iter();
            let Some(action) = actions.find(|action| action.name() == line.action.text) else {
                continue;
            };
            match action.role() {
                Role::Open | Role::Reset => checks = 0,
                Role::Check => checks += 1,
                _ => {}
            }
            needed.incremental |= checks > 1;
            if let Some(option) = action.needed_option().and_then(|name| needed.get_mut(name)) {
                *option = true;
            }
        }
        Some(needed)
    }
}

/// Fits an application to our signatures, as far as that is what the trace means.
///
/// The indices of operators that one solver alone has are any 32-bit numbers, of which the original's wrappers take
/// what is in range, or are not in the trace, as the factors of a polynomial; what kind of sort such an operator returns, it does not always know. The sort of a result is what
/// the solver said, which may be a subsort: to Yices, an integer is a real number.
///
/// # Errors
/// The arguments of an operator that one solver alone has are not of its sorts: the original's wrappers convert them, in
/// ways that a trace does not tell.
pub(super) fn adapt(
    call: &mut Call,
    state: &InstanceState,
    context: &Context,
) -> Result<(), String> {
    let Some(args) = MkTerm::of(call) else {
        return Ok(());
    };
    let (op, own) = (args.op, args.op.index() >= BASE.len());
    let terms: SmallVec<[TermId; 4]> = args.terms.into();
    let seed = call.seed;
    if own
        && let Some(Arg::Indices(indices)) = call.args.get_mut(3)
        && let Some(sorts) = sorts_of(state, &terms)
        && let Err(IllSorted::Index { .. }) =
            context
                .ops
                .signature(op)
                .infer(&state.sorts, &sorts, indices)
    {
        // What the original draws with the call's seed, an index decides here.
        let lacking = context.ops.signature(op).indices.len();
        indices.resize(lacking.max(indices.len()), seed);
        fit(op, &sorts, indices, state, context);
    }
    let indices = MkTerm::args(call).map_or(&[][..], |args| args.indices);
    match state.infer(&context.ops, op, &terms, indices) {
        Ok(sort) => {
            name(call, &sort, own, state);
            Ok(())
        }
        Err(message) if own => Err(format!("{message}, which the original converts")),
        // The rules for all calls tell what is wrong.
        Err(_) => Ok(()),
    }
}

fn sorts_of(state: &InstanceState, terms: &[TermId]) -> Option<SmallVec<[SortId; 4]>> {
    terms.iter().map(|id| Some(state.term(*id)?.sort)).collect()
}

/// Takes indices modulo the number of those that there are.
fn fit(op: Op, sorts: &[SortId], indices: &mut [u32], state: &InstanceState, context: &Context) {
    let signature = context.ops.signature(op);
    let mut bound = Bindings::default();
    for (pattern, sort) in signature.args.iter().zip(sorts) {
        pattern.matches(*sort, &state.sorts, &mut bound);
    }
    for (index, value) in signature.indices.iter().zip(indices) {
        if let Index::Number(bounds) = index
            && let Some((low, high)) = bounds.range(&bound)
            && !(low..=high).contains(value)
        {
            // No range has all numbers, or the index was in it.
            *value = low + *value % (high - low + 1);
        }
    }
}

/// Says of what sort the result is, here.
fn name(call: &mut Call, sort: &Sort, own: bool, state: &InstanceState) {
    if let Some(Arg::Kind(kind)) = call.args.get_mut(1)
        && own
    {
        *kind = sort.kind();
    }
    let said = call.ids.sort.and_then(|id| state.sorts.get(id));
    if said.is_some_and(|said| said != sort) {
        call.ids.sort = Some(state.sort_id(sort));
    }
}
