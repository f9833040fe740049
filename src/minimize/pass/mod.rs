//! The ways to make a trace simpler, one file each.

mod arguments;
mod chunks;
mod cone;
mod datatypes;
mod declarations;
mod formulas;
mod instances;
mod levels;
mod names;
mod operators;
mod seeds;
mod sorts;
mod substitutions;
mod terms;
mod texts;
mod uses;
mod values;

use super::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::edit::Step;
use murxla_fsm::op::Op;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortKind;
use smallvec::smallvec;

/// One edit of a trace. It gives the edited steps when it is tried; `None` if the edit is not
/// possible.
pub(super) type Edit<'c> = Box<dyn Fn() -> Option<Vec<Step>> + 'c>;

/// A way to make traces simpler.
pub(super) trait Pass {
    /// The edits to try on this trace, the largest gain first. After a success, the edits that were
    /// not tried yet must have the same places in the list.
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>>;
}

/// Makes the call one that applies an operator to these terms. The result is a formula.
fn apply_to_formulas(call: &mut Call, op: Op, terms: &[TermId]) {
    call.args = smallvec![
        Arg::Op(op),
        Arg::Kind(SortKind::Bool),
        Arg::Terms(terms.into()),
        Arg::Indices(smallvec![]),
    ];
}

/// All passes for a trace with this number of calls, the most useful one first.
pub(super) fn all(calls: usize) -> Vec<Box<dyn Pass>> {
    let mut passes: Vec<Box<dyn Pass>> = vec![Box::new(cone::KeepCone)];
    let mut size = calls.next_power_of_two() / 2;
    while size > 0 {
        passes.push(Box::new(chunks::RemoveChunks { size }));
        size /= 2;
    }
    passes.extend([
        Box::new(instances::MergeInstances) as Box<dyn Pass>,
        Box::new(levels::RemoveLevels),
        Box::new(terms::ReplaceTerms),
        Box::new(arguments::RemoveArguments),
        Box::new(substitutions::SubstituteTerms),
        Box::new(declarations::ShortenDeclarations),
        Box::new(datatypes::ShortenDatatypes),
        Box::new(formulas::ReplaceByFormulas),
        Box::new(operators::SimplifyOperators),
        Box::new(sorts::SimplifySorts),
        Box::new(values::SimplifyValues),
        Box::new(texts::ShortenTexts),
        Box::new(seeds::ClearSeeds),
        Box::new(seeds::TrySmallSeeds),
        Box::new(uses::ReplaceUses),
    ]);
    passes
}

/// The passes for a trace that the others do not make simpler any more.
pub(super) fn last() -> Vec<Box<dyn Pass>> {
    vec![Box::new(names::ShortenNames)]
}

/// The passes whose edits change a trace least, for traces that are already short.
pub(super) fn near() -> Vec<Box<dyn Pass>> {
    vec![
        Box::new(values::SimplifyValues),
        Box::new(uses::ReplaceUses),
        Box::new(terms::ReplaceTerms),
        Box::new(arguments::RemoveArguments),
        Box::new(chunks::RemoveChunks { size: 1 }),
    ]
}
