//! Patterns do not change the meaning of quantified formulas.

use crate::suite::{Failures, INCREMENTAL, TestedSolver, each_seed};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;

/// `∀x y. (! (f x) = (f y) :pattern ((f x) (f y)) :pattern ((g x y)))`, or the same with `∃`, where
/// `f` has different values at `a` and `b`.
pub(crate) fn patterns(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        for (quantifier, expected) in [("forall", Answer::Unsat), ("exists", Answer::Sat)] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bv(4))?;
            instance.function("f", &[sort], sort)?;
            instance.function("g", &[sort, sort], sort)?;
            instance.constants(sort, ["a", "b"])?;
            instance.assert_text("(not (= (f a) (f b)))")?;
            instance.variables(sort, &["x", "y"])?;
            let body = "(! (! (= (f x) (f y)) (f x) (f y)) (g x y))";
            instance.assert_text(&format!("({quantifier} x y {body})"))?;
            instance.expect_or_unknown(expected, &format!("{quantifier} with patterns"))?;
        }
        Ok(())
    });
}
