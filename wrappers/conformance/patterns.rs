//! Quantified formulas with patterns mean what they mean without.

use super::answers::{INCREMENTAL, each_seed};
use super::{Bench, Failures, ensure};
use murxla_fsm::op::{EQUAL, EXISTS, FORALL, PATTERN, UF_APPLY};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;

/// `∀x y. (! (f x) = (f y) :pattern ((f x) (f y)) :pattern ((g x y)))`, or `∃`, where `f` tells `a` from `b`.
pub(super) fn patterns(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        for (quantifier, expected) in [(FORALL, Answer::Unsat), (EXISTS, Answer::Sat)] {
            let mut session = bench.open(seed, INCREMENTAL)?;
            let sort = session.sort(Sort::Bv(4))?;
            let unary = session.sort(Sort::Fun([sort].into(), sort))?;
            let binary = session.sort(Sort::Fun([sort, sort].into(), sort))?;
            let f = session.constant(unary, "f")?;
            let g = session.constant(binary, "g")?;
            let [a, b] = [session.constant(sort, "a")?, session.constant(sort, "b")?];
            let [fa, fb] = [
                session.term(UF_APPLY, &[f, a], &[])?,
                session.term(UF_APPLY, &[f, b], &[])?,
            ];
            let same = session.term(EQUAL, &[fa, fb], &[])?;
            let differ = session.not(same)?;
            session.assert(differ)?;
            let [x, y] = [session.variable(sort, "x")?, session.variable(sort, "y")?];
            let [fx, fy] = [
                session.term(UF_APPLY, &[f, x], &[])?,
                session.term(UF_APPLY, &[f, y], &[])?,
            ];
            let gxy = session.term(UF_APPLY, &[g, x, y], &[])?;
            let body = session.term(EQUAL, &[fx, fy], &[])?;
            let body = session.term(PATTERN, &[body, fx, fy], &[])?;
            let body = session.term(PATTERN, &[body, gxy], &[])?;
            let formula = session.term(quantifier, &[x, y, body], &[])?;
            session.check_sort(formula)?;
            session.assert(formula)?;
            let answer = session.check()?;
            ensure(answer == expected || answer == Answer::Unknown, || {
                let name = session.ops.row(quantifier).name;
                format!("answers {} for {name} with patterns", answer.name())
            })?;
        }
        Ok(())
    });
}
