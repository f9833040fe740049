//! Nullable values: all operators on them, applied to values.

use crate::suite::{Attempt, Failures, Instance, SEEDS, Stop, TestedSolver, seeds, unless_skipped};
use crate::tuples::KnownTerm;
use murxla_fsm::op::{Bindings, Op, Pattern};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::{Sort, SortId};

/// The number of applications of each operator for each seed.
const APPLICATIONS: usize = 6;

impl Instance<'_> {
    /// An application to arguments of these sorts, if the operator allows them and the value is
    /// known.
    fn of_nullables(&mut self, op: Op, contents: &[SortId]) -> Attempt<KnownTerm> {
        let (mut bound, mut args) = (Bindings::default(), Vec::new());
        for pattern in &self.ops.signature(op).args {
            let Pattern::Nullable(content) = pattern else {
                return Err(Stop::Skipped);
            };
            let fits = |sort: &&SortId| content.matches(**sort, &self.sorts, &mut bound.clone());
            let fitting: Vec<SortId> = contents.iter().filter(fits).copied().collect();
            let sort = *self.rng.pick(&fitting).ok_or(Stop::Skipped)?;
            content.matches(sort, &self.sorts, &mut bound);
            let sort = self.sort(Sort::Nullable(sort))?;
            args.push(self.known(sort)?);
        }
        let result = &self.ops.signature(op).result;
        if let Some(content) = result.missing_element(&self.sorts, &bound) {
            self.sort(content)?;
        }
        self.applied(op, &args, &[])
    }
}

/// Applications have the predicted sorts and the values that the evaluator computes.
pub(crate) fn evaluation(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let is_one = |op: &Op| {
        let args = &tested.ops.signature(*op).args;
        let of_nullables = |arg: &Pattern| matches!(arg, Pattern::Nullable(_));
        !args.is_empty() && args.iter().all(of_nullables) && tested.supports(*op)
    };
    let ops: Vec<Op> = tested.ops.iter().filter(is_one).collect();
    let count = if ops.is_empty() { 0 } else { SEEDS };
    seeds(tested, failures, count, |seed| {
        let mut instance = tested.open(seed, &[("produce-models", "true")])?;
        let mut contents = vec![instance.sort(Sort::Bool)?];
        let optional = [
            Sort::Int,
            Sort::Real,
            Sort::Bv(5),
            Sort::Bv(2),
            Sort::String,
        ];
        contents.extend(instance.supported(optional)?);
        let mut made: Vec<KnownTerm> = Vec::new();
        for op in ops.iter().flat_map(|op| [*op; APPLICATIONS]) {
            if let Some((term, value)) = unless_skipped(instance.of_nullables(op, &contents))? {
                instance.check_sort(term)?;
                made.push((term, value));
            }
        }
        instance.expect(Answer::Sat)?;
        instance.compare_most(made.iter().map(|(term, value)| (*term, Some(value))))
    });
}
