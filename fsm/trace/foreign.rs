//! Traces of the C++ original. They leave some details to its wrappers, which differ from ours.

use super::Script;
use crate::action::{Arg, Call, Context, Role};
use crate::actions::{ACTIONS, MkTerm};
use crate::op::{BASE, Bindings, IllSorted, Index, Op};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, Options};
use smallvec::SmallVec;

impl Script {
    /// The options that the calls of the trace need, if the C++ original wrote it. The original
    /// asks the solver whether they are on, so its traces need not set them.
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
            if let Some(option) = action
                .row()
                .needed_option
                .and_then(|name| needed.get_mut(name))
            {
                *option = true;
            }
        }
        Some(needed)
    }
}

/// Changes an application so that it fits our signatures.
///
/// The original treats the operators of one solver, the extension operators, differently:
/// - Their indices may be any 32-bit numbers, which its wrappers reduce to the range. Some indices,
///   such as the factors of a polynomial, are not in the trace.
/// - The kind of the result's sort may be wrong.
///
/// The sort of any result is the one that the solver reported. It may be a subsort: for Yices, an
/// integer is also a real.
///
/// # Errors
/// The arguments of an extension operator do not have its sorts. The original's wrappers convert
/// them, but the trace does not say how.
pub(super) fn adapt(
    call: &mut Call,
    state: &InstanceState,
    context: &Context,
) -> Result<(), String> {
    let Some(args) = MkTerm::of(call) else {
        return Ok(());
    };
    let (op, is_extension) = (args.op, args.op.index() >= BASE.len());
    let terms: SmallVec<[TermId; 4]> = args.terms.into();
    let seed = call.seed;
    if is_extension
        && let Some(Arg::Indices(indices)) = call.args.get_mut(3)
        && let Some(sorts) = sorts_of(state, &terms)
        && let Err(IllSorted::Index { .. }) =
            context
                .ops
                .signature(op)
                .infer(&state.sorts, &sorts, indices)
    {
        // The original draws missing indices with the seed of the call. Here the seed is the index.
        let lacking = context.ops.signature(op).indices.len();
        indices.resize(lacking.max(indices.len()), seed);
        fit(op, &sorts, indices, state, context);
    }
    let indices = MkTerm::args(call).map_or(&[][..], |args| args.indices);
    match state.infer(&context.ops, op, &terms, indices) {
        Ok(sort) => {
            set_sort(call, &sort, is_extension, state);
            Ok(())
        }
        Err(message) if is_extension => {
            Err(format!("{message}; the original Murxla converts them"))
        }
        // `Action::valid` reports the error.
        Err(_) => Ok(()),
    }
}

fn sorts_of(state: &InstanceState, terms: &[TermId]) -> Option<SmallVec<[SortId; 4]>> {
    terms.iter().map(|id| Some(state.term(*id)?.sort)).collect()
}

/// Reduces indices that are out of range, modulo the size of the range.
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
            // The size of the range does not overflow, because a range of all numbers contains
            // every index.
            *value = low + *value % (high - low + 1);
        }
    }
}

/// Replaces the sort of the result, where the trace has another one.
fn set_sort(call: &mut Call, sort: &Sort, is_extension: bool, state: &InstanceState) {
    if let Some(Arg::Kind(kind)) = call.args.get_mut(1)
        && is_extension
    {
        *kind = sort.kind();
    }
    let said = call.ids.sort.and_then(|id| state.sorts.get(id));
    if said.is_some_and(|said| said != sort) {
        call.ids.sort = Some(state.sort_id(sort));
    }
}
