//! Functions defined by recursion.

use crate::suite::{Failures, INCREMENTAL, Stop, TestedSolver, each_seed};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::Sort;

/// `(f n y) = (ite (= n 0) y (+ (g (- n 1) y) y))`, where `g` is `f` itself, or is defined in the
/// same way by calls of `f`. So `(f 3 1)` is 4.
pub(crate) fn recursion(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        if !tested.loaded.has_recursion() {
            return Err(Stop::Skipped);
        }
        for (symbols, relation, expected) in [
            (&["f"][..], "=", Answer::Sat),
            (&["f"], "distinct", Answer::Unsat),
            (&["f", "g"], "=", Answer::Sat),
            (&["f", "g"], "distinct", Answer::Unsat),
        ] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bv(4))?;
            let binary = instance.sort(Sort::Fun([sort, sort].into(), sort))?;
            for symbol in symbols {
                let function = instance.next_term(binary);
                instance.call().mk_rec_fun(function, binary, symbol)?;
                instance.name(symbol, function);
            }
            let mut parts = Vec::new();
            for (symbol, next) in symbols.iter().zip(symbols.iter().rev()) {
                let params = instance.variables(sort, &["n", "y"])?;
                let again = format!("({next} (bvsub n #b0001) y)");
                let body = format!("(ite (= n #b0000) y (bvadd {again} y))");
                parts.push((instance.read(symbol)?, params, instance.read(&body)?));
            }
            let definitions: Vec<_> = parts.iter().map(|(f, p, b)| (*f, &p[..], *b)).collect();
            instance.call().define_funs_rec(&definitions)?;
            instance.assert_text(&format!("({relation} (f #b0011 #b0001) #b0100)"))?;
            instance.expect_or_unknown(expected, &format!("the recursive {symbols:?}"))?;
        }
        Ok(())
    });
}
