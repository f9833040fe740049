//! The commands around `check-sat`: models, levels, resets, assumptions, cores, defined functions
//! and quantifiers.

use crate::semantics::check_value;
use crate::structure::edge_values;
use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, Stop, TestedSolver, each_seed, ensure, expect_answer,
};
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;

impl Instance<'_> {
    fn bools<const N: usize>(&mut self, symbols: [&str; N]) -> Attempt<[TermId; N]> {
        let sort = self.sort(Sort::Bool)?;
        self.constants(sort, symbols)
    }

    pub(crate) fn not(&mut self, term: TermId) -> Attempt<TermId> {
        self.term(op::NOT, &[term], &[])
    }

    fn count(&mut self, expected: usize) -> Attempt {
        match self.call().get_assertions() {
            Err(Error::Unsupported(_)) => Ok(()),
            count => {
                let count = count?;
                ensure(count == expected, || {
                    format!("has {count} assertions, not {expected}")
                })
            }
        }
    }
}

/// If a constant is asserted to equal a value, it has this value in the model.
pub(crate) fn model_values(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let sorts = [Sort::Bool, Sort::Int, Sort::Real];
    let sorts = sorts.into_iter().chain([1, 8, 65].map(Sort::Bv));
    for sort in sorts {
        let values = edge_values(&sort);
        for seed in 0..4 {
            failures.attempt(&|| format!("{sort:?} (seed {seed})"), || {
                let mut instance = tested.open(seed, INCREMENTAL)?;
                let sort = instance.sort(sort.clone())?;
                let mut constants = Vec::new();
                for (n, value) in values.iter().enumerate() {
                    let constant = instance.constant(sort, &format!("c{n}"))?;
                    let value = instance.value(value)?;
                    instance.assert_equal(value, constant)?;
                    constants.push(constant);
                }
                instance.expect(Answer::Sat)?;
                for (constant, value) in constants.iter().zip(&values) {
                    check_value(&mut instance, *constant, value)?;
                }
                let all = instance.call().get_value(&constants)?.len();
                ensure(all == values.len(), || format!("{all} values"))?;
                Ok(instance.call().print_model()?)
            });
        }
    }
}

/// `pop` removes the assertions made since the matching `push`.
pub(crate) fn levels(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let [_, q] = instance.bools(["p", "q"])?;
        instance.assert_text("p")?;
        instance.expect(Answer::Sat)?;
        instance.solver.push(1)?;
        instance.assert_text("(not q)")?;
        instance.expect(Answer::Sat)?;
        check_value(&mut instance, q, &Value::Bool(false))?;
        instance.solver.push(2)?;
        instance.assert_text("(not p)")?;
        instance.count(3)?;
        instance.expect(Answer::Unsat)?;
        instance.expect_assuming("q", Answer::Unsat)?;
        instance.solver.pop(2)?;
        instance.count(2)?;
        instance.expect(Answer::Sat)?;
        instance.expect_assuming("q", Answer::Unsat)?;
        instance.solver.pop(1)?;
        instance.expect_assuming("q", Answer::Sat)?;
        instance.count(1)?;
        ensure(
            instance.solver.pop(1).is_err(),
            || "pop succeeds without push",
        )?;
        instance.assert_text("(not p)")?;
        instance.expect(Answer::Unsat)
    });
}

/// `reset-assertions` keeps terms. `reset` removes them, and their names may be used again.
pub(crate) fn resets(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let [p] = instance.bools(["p"])?;
        let not_p = instance.not(p)?;
        for round in 0..3 {
            instance.solver.push(round)?;
            instance.assert(p)?;
            instance.assert(not_p)?;
            instance.expect(Answer::Unsat)?;
            instance.call().reset_assertions()?;
            instance.count(0)?;
            instance.expect(Answer::Sat)?;
            instance.assert(not_p)?;
            instance.expect(Answer::Sat)?;
            ensure(
                instance.solver.pop(1).is_err(),
                || "keeps levels over reset-assertions",
            )?;
        }
        for _ in 0..3 {
            instance.call().reset()?;
            let forgotten = instance.solver.assert_formula(p);
            ensure(matches!(forgotten, Err(Error::Rejected(_))), || {
                format!("{p} after reset: {forgotten:?}")
            })?;
            instance.sorts.clear();
            instance.next_sort = 1;
            instance.next_term = 1;
            instance.term_sorts.clear();
            let [p] = instance.bools(["p"])?;
            instance.assert(p)?;
            instance.count(1)?;
            instance.expect(Answer::Sat)?;
        }
        Ok(())
    });
}

/// Assumptions may be any formulas. They hold for one check only.
pub(crate) fn assumptions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let [p, q] = instance.bools(["p", "q"])?;
        for (name, formula) in [
            ("both", "(and p q)"),
            ("neither", "(and (not p) (not q))"),
            ("one", "(xor p q)"),
        ] {
            let term = instance.read(formula)?;
            instance.name(name, term);
        }
        instance.expect_assuming("", Answer::Sat)?;
        instance.expect_assuming("true", Answer::Sat)?;
        instance.expect_assuming("false", Answer::Unsat)?;
        instance.expect_assuming("both both", Answer::Sat)?;
        check_value(&mut instance, p, &Value::Bool(true))?;
        instance.expect_assuming("neither neither one", Answer::Unsat)?;
        instance.expect_assuming("neither", Answer::Sat)?;
        instance.expect_assuming("both (not p)", Answer::Unsat)?;
        instance.expect_assuming("p (not p)", Answer::Unsat)?;
        instance.solver.push(1)?;
        instance.assert_text("one")?;
        instance.expect_assuming("both", Answer::Unsat)?;
        instance.expect_assuming("(not p)", Answer::Sat)?;
        check_value(&mut instance, q, &Value::Bool(true))?;
        instance.solver.pop(1)?;
        instance.expect_assuming("both", Answer::Sat)?;
        instance.count(0)?;
        instance.expect(Answer::Sat)
    });
}

/// Five formulas to assert and one to assume. The assumption and the first three formulas are
/// unsatisfiable together.
fn contradiction(instance: &mut Instance<'_>) -> Attempt<(Vec<TermId>, TermId)> {
    instance.bools(["p", "q", "r", "s"])?;
    let steps = instance.terms("(=> p q) (or (not q) r) (or (not r) (not q)) s (or s p)")?;
    Ok((steps, instance.read("(and p s)")?))
}

/// The formulas of `core` are among `allowed`, and are unsatisfiable in a new instance.
fn check_core(instance: &mut Instance<'_>, core: &[TermId], allowed: &[TermId]) -> Attempt {
    for term in core {
        ensure(allowed.contains(term), || {
            format!("{term} is in the core but was not asserted or assumed")
        })?;
    }
    instance.call().reset_assertions()?;
    for term in core {
        instance.assert(*term)?;
    }
    instance.expect(Answer::Unsat)
}

/// Unsatisfiable cores contain only assertions and assumptions, and are unsatisfiable.
pub(crate) fn unsat_cores(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let options = &[("incremental", "true"), ("produce-unsat-cores", "true")];
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, options)?;
        let (steps, assumption) = contradiction(&mut instance)?;
        for (n, step) in steps.iter().enumerate() {
            if n == 1 {
                instance.solver.push(1)?;
            }
            instance.assert(*step)?;
        }
        instance.count(steps.len())?;
        if seed % 2 == 0 {
            instance.assert(assumption)?;
            instance.assert(assumption)?;
            instance.expect(Answer::Unsat)?;
        } else {
            let answer = instance.check_assuming(&[steps[3], assumption, assumption])?;
            expect_answer(answer, Answer::Unsat)?;
        }
        let core = instance.call().get_unsat_core()?;
        check_core(&mut instance, &core, &[&steps[..], &[assumption]].concat())
    });
}

/// Unsat assumptions are assumptions of the last check, and are unsatisfiable together with the
/// assertions.
pub(crate) fn unsat_assumptions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let options = &[
        ("incremental", "true"),
        ("produce-unsat-assumptions", "true"),
    ];
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, options)?;
        let (steps, assumption) = contradiction(&mut instance)?;
        for step in &steps[..2] {
            instance.assert(*step)?;
        }
        let assumed = [steps[3], assumption, steps[4], steps[2], assumption];
        expect_answer(instance.check_assuming(&assumed)?, Answer::Unsat)?;
        let mut failed = instance.call().get_unsat_assumptions()?;
        for term in &failed {
            ensure(assumed.contains(term), || format!("{term} was not assumed"))?;
        }
        failed.extend(&steps[..2]);
        let allowed = [&assumed[..], &steps[..2]].concat();
        check_core(&mut instance, &failed, &allowed)
    });
}

/// Applications of a defined function are equal to its body.
pub(crate) fn defined_functions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sort = instance.sort(Sort::Bool)?;
        let params = instance.variables(sort, &["x", "y"])?;
        for (symbol, body) in [
            ("without", "(and x (not y))"),
            // The arguments are the swapped parameters, to test that free variables of arguments
            // are not captured.
            ("nested", "(without (without y x) y)"),
        ] {
            let body = instance.read(body)?;
            instance.define(symbol, &params, body)?;
        }
        for same in [
            "(= (without true false) true)",
            "(= (without true true) false)",
            "(= (without false false) false)",
            "(= (nested false true) false)",
            "(= (nested true false) false)",
        ] {
            instance.expect_assuming(same, Answer::Sat)?;
            instance.expect_assuming(&format!("(not {same})"), Answer::Unsat)?;
        }
        Ok(())
    });
}

/// Quantified formulas that are easy to decide. All symbols have the same name.
pub(crate) fn quantifiers(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        for (formula, expected) in [
            ("(forall x (forall y (= x y p)))", Answer::Unsat),
            ("(exists x (exists y (= x y p)))", Answer::Sat),
            // For each x there is a different y.
            ("(forall x (exists y (distinct x y)))", Answer::Sat),
            ("(exists x (forall y (distinct x y)))", Answer::Unsat),
        ] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bool)?;
            let p = instance.constant(sort, "x")?;
            let [x, y] = [instance.variable(sort, "x")?, instance.variable(sort, "x")?];
            for (name, term) in [("p", p), ("x", x), ("y", y)] {
                instance.name(name, term);
            }
            instance.assert_text(formula)?;
            instance.expect_or_unknown(expected, formula)?;
        }
        Ok(())
    });
}

/// The same calls give the same answers and values in each instance of the process.
pub(crate) fn determinism(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let run = || -> Attempt<_> {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bv(8))?;
            let mut terms = instance.constants(sort, ["a", "b", "c", "d"])?.to_vec();
            let mut seen = Vec::new();
            for _ in 0..6 {
                let ops = [op::BV_ADD, op::BV_MULT, op::BV_XOR, op::BV_UDIV];
                let op = instance.rng.pick(&ops).copied().unwrap_or(op::BV_ADD);
                let mut pick = || instance.rng.pick(&terms).copied().ok_or(Stop::Skipped);
                let (a, b) = (pick()?, pick()?);
                let term = instance.term(op, &[a, b], &[])?;
                instance.assert_term(op::DISTINCT, &[a, term])?;
                terms.push(term);
                let answer = instance.check()?;
                let values = match answer {
                    Answer::Sat => instance.call().get_value(&terms)?,
                    _ => Vec::new(),
                };
                seen.push((answer, values));
            }
            Ok(seen)
        };
        let first = run()?;
        for _ in 0..2 {
            let again = run()?;
            ensure(again == first, || format!("{again:?} after {first:?}"))?;
        }
        Ok(())
    });
}
