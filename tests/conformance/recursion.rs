//! Functions defined by recursion.

use crate::suite::{Failures, INCREMENTAL, Stop, TestedSolver, each_seed};
use murxla_fsm::op::{BV_ADD, BV_SUB, DISTINCT, EQUAL, ITE, UF_APPLY};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::{Bv, Value};

/// `(f n y) = (ite (= n 0) y (+ (g (- n 1) y) y))`, where `g` is `f` itself, or is defined in the
/// same way by calls of `f`. So `(f 3 1)` is 4.
pub(crate) fn recursion(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        if !tested.loaded.has_recursion() {
            return Err(Stop::Skipped);
        }
        for (count, holds) in [(1, true), (1, false), (2, true), (2, false)] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bv(4))?;
            let binary = instance.sort(Sort::Fun([sort, sort].into(), sort))?;
            let mut number = |n: u32| instance.value(&Value::Bv(Bv::new(4, n.into())));
            let (zero, one, three, four) = (number(0)?, number(1)?, number(3)?, number(4)?);
            let mut functions = Vec::new();
            for symbol in ["f", "g"].into_iter().take(count) {
                let function = instance.next_term(binary);
                instance.call().mk_rec_fun(function, binary, symbol)?;
                functions.push(function);
            }
            let mut parts = Vec::new();
            for place in 0..count {
                let params = [instance.variable(sort, "n")?, instance.variable(sort, "y")?];
                let [n, y] = params;
                let end = instance.term(EQUAL, &[n, zero], &[])?;
                let less = instance.term(BV_SUB, &[n, one], &[])?;
                let next = functions[(place + 1) % count];
                let again = instance.term(UF_APPLY, &[next, less, y], &[])?;
                let more = instance.term(BV_ADD, &[again, y], &[])?;
                let body = instance.term(ITE, &[end, y, more], &[])?;
                parts.push((functions[place], params, body));
            }
            let definitions: Vec<_> = parts.iter().map(|(f, p, b)| (*f, &p[..], *b)).collect();
            instance.call().define_funs_rec(&definitions)?;
            let applied = instance.term(UF_APPLY, &[functions[0], three, one], &[])?;
            let (relation, expected) = match holds {
                true => (EQUAL, Answer::Sat),
                false => (DISTINCT, Answer::Unsat),
            };
            instance.assert_term(relation, &[applied, four])?;
            instance.expect_or_unknown(expected, &format!("{count} recursive functions"))?;
        }
        Ok(())
    });
}
