//! The ways to make a trace simpler, one file each.

mod arguments;
mod chunks;
mod cone;
mod declarations;
mod instances;
mod levels;
mod seeds;
mod sorts;
mod terms;
mod uses;
mod values;

use super::draft::Draft;
use murxla_fsm::action::Context;
use murxla_fsm::run::Step;

/// What one edit makes of the calls, made when it is its turn.
pub(super) type Edits<'d> = Vec<Box<dyn Fn() -> Vec<Step> + 'd>>;

/// A way to make traces simpler.
pub(super) trait Pass {
    /// What can be tried on this trace, the largest gain first, and so that what is left to try behind a success is
    /// in the same place.
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d>;
}

/// All passes for a trace of so many calls, in the order in which they are worth trying.
pub(super) fn all(calls: usize) -> Vec<Box<dyn Pass>> {
    let mut passes: Vec<Box<dyn Pass>> = vec![Box::new(cone::Cone)];
    let mut size = calls.next_power_of_two() / 2;
    while size > 0 {
        passes.push(Box::new(chunks::Chunks { size }));
        size /= 2;
    }
    passes.extend([
        Box::new(instances::Instances) as Box<dyn Pass>,
        Box::new(levels::Levels),
        Box::new(terms::Terms),
        Box::new(arguments::Arguments),
        Box::new(declarations::Declarations),
        Box::new(sorts::Sorts),
        Box::new(values::Values),
        Box::new(seeds::Seeds),
        Box::new(uses::Uses),
    ]);
    passes
}
