//! Patterns do not change the meaning of quantified formulas.

use crate::suite::{Failures, INCREMENTAL, TestedSolver, each_seed};
use murxla_fsm::op::{EQUAL, EXISTS, FORALL, PATTERN, UF_APPLY};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;

/// `∀x y. (! (f x) = (f y) :pattern ((f x) (f y)) :pattern ((g x y)))`, or the same with `∃`, where
/// `f` has different values at `a` and `b`.
pub(crate) fn patterns(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        for (quantifier, expected) in [(FORALL, Answer::Unsat), (EXISTS, Answer::Sat)] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bv(4))?;
            let unary = instance.sort(Sort::Fun([sort].into(), sort))?;
            let binary = instance.sort(Sort::Fun([sort, sort].into(), sort))?;
            let f = instance.constant(unary, "f")?;
            let g = instance.constant(binary, "g")?;
            let [a, b] = instance.constants(sort, ["a", "b"])?;
            let fa = instance.term(UF_APPLY, &[f, a], &[])?;
            let fb = instance.term(UF_APPLY, &[f, b], &[])?;
            let same = instance.term(EQUAL, &[fa, fb], &[])?;
            instance.assert_not(same)?;
            let [x, y] = [instance.variable(sort, "x")?, instance.variable(sort, "y")?];
            let fx = instance.term(UF_APPLY, &[f, x], &[])?;
            let fy = instance.term(UF_APPLY, &[f, y], &[])?;
            let gxy = instance.term(UF_APPLY, &[g, x, y], &[])?;
            let body = instance.term(EQUAL, &[fx, fy], &[])?;
            let body = instance.term(PATTERN, &[body, fx, fy], &[])?;
            let body = instance.term(PATTERN, &[body, gxy], &[])?;
            let formula = instance.term(quantifier, &[x, y, body], &[])?;
            instance.check_sort(formula)?;
            instance.assert(formula)?;
            let name = instance.ops.row(quantifier).name;
            instance.expect_or_unknown(expected, &format!("{name} with patterns"))?;
        }
        Ok(())
    });
}
