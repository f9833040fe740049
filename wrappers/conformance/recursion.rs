//! Functions defined by recursion.

use super::answers::{INCREMENTAL, each_seed};
use super::{Bench, Failures, Stop, ensure};
use murxla_fsm::op::{self, BV_ADD, BV_SUB, EQUAL, ITE, UF_APPLY};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::{Bv, Value};

/// `(f n y) = (ite (= n 0) y (+ (g (- n 1) y) y))`, where `g` is `f` or defined in the same way by `f`: so
/// `(f 3 1)` is 4.
pub(super) fn recursion(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        if !bench.loaded.has_recursion() {
            return Err(Stop::Skipped);
        }
        for (count, holds) in [(1, true), (1, false), (2, true), (2, false)] {
            let mut session = bench.open(seed, INCREMENTAL)?;
            let sort = session.sort(Sort::Bv(4))?;
            let binary = session.sort(Sort::Fun([sort, sort].into(), sort))?;
            let number = |n: u32| Value::Bv(Bv::new(4, n.into()));
            let [zero, one, three, four] = [
                session.value(&number(0))?,
                session.value(&number(1))?,
                session.value(&number(3))?,
                session.value(&number(4))?,
            ];
            let mut functions = Vec::new();
            for symbol in ["f", "g"].into_iter().take(count) {
                let function = session.next_term(binary);
                session.begin();
                session.solver.mk_rec_fun(function, binary, symbol)?;
                functions.push(function);
            }
            let mut parts = Vec::new();
            for place in 0..count {
                let params = [session.variable(sort, "n")?, session.variable(sort, "y")?];
                let [n, y] = params;
                let end = session.term(EQUAL, &[n, zero], &[])?;
                let less = session.term(BV_SUB, &[n, one], &[])?;
                let next = functions[(place + 1) % count];
                let again = session.term(UF_APPLY, &[next, less, y], &[])?;
                let more = session.term(BV_ADD, &[again, y], &[])?;
                let body = session.term(ITE, &[end, y, more], &[])?;
                parts.push((functions[place], params, body));
            }
            let definitions: Vec<_> = parts.iter().map(|(f, p, b)| (*f, &p[..], *b)).collect();
            session.begin();
            session.solver.define_funs_rec(&definitions)?;
            let applied = session.term(UF_APPLY, &[functions[0], three, one], &[])?;
            let relation = if holds { EQUAL } else { op::DISTINCT };
            let formula = session.term(relation, &[applied, four], &[])?;
            session.assert(formula)?;
            let answer = session.check()?;
            let expected = if holds { Answer::Sat } else { Answer::Unsat };
            ensure(answer == expected || answer == Answer::Unknown, || {
                format!("answers {} for {count} recursive functions", answer.name())
            })?;
        }
        Ok(())
    });
}
