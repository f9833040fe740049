//! The commands around `check-sat`: models, levels, resets, assumptions, cores, defined functions
//! and quantifiers.

use crate::semantics::check_value;
use crate::structure::edge_values;
use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, Stop, TestedSolver, each_seed, ensure,
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
    each_seed(failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let [p, q] = instance.bools(["p", "q"])?;
        let (not_p, not_q) = (instance.not(p)?, instance.not(q)?);
        instance.assert(p)?;
        instance.expect(Answer::Sat)?;
        instance.solver.push(1)?;
        instance.assert(not_q)?;
        instance.expect(Answer::Sat)?;
        check_value(&mut instance, q, &Value::Bool(false))?;
        instance.solver.push(2)?;
        instance.assert(not_p)?;
        instance.count(3)?;
        instance.expect(Answer::Unsat)?;
        instance.expect_assuming(&[q], Answer::Unsat)?;
        instance.solver.pop(2)?;
        instance.count(2)?;
        instance.expect(Answer::Sat)?;
        instance.expect_assuming(&[q], Answer::Unsat)?;
        instance.solver.pop(1)?;
        instance.expect_assuming(&[q], Answer::Sat)?;
        instance.count(1)?;
        ensure(
            instance.solver.pop(1).is_err(),
            || "pop succeeds without push",
        )?;
        instance.assert(not_p)?;
        instance.expect(Answer::Unsat)
    });
}

/// `reset-assertions` keeps terms. `reset` removes them, and their names may be used again.
pub(crate) fn resets(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
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
    each_seed(failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let [p, q] = instance.bools(["p", "q"])?;
        let (not_p, not_q) = (instance.not(p)?, instance.not(q)?);
        let both = instance.term(op::AND, &[p, q], &[])?;
        let neither = instance.term(op::AND, &[not_p, not_q], &[])?;
        let one = instance.term(op::XOR, &[p, q], &[])?;
        let no = instance.value(&Value::Bool(false))?;
        let yes = instance.value(&Value::Bool(true))?;
        instance.expect_assuming(&[], Answer::Sat)?;
        instance.expect_assuming(&[yes], Answer::Sat)?;
        instance.expect_assuming(&[no], Answer::Unsat)?;
        instance.expect_assuming(&[both, both], Answer::Sat)?;
        check_value(&mut instance, p, &Value::Bool(true))?;
        instance.expect_assuming(&[neither, neither, one], Answer::Unsat)?;
        instance.expect_assuming(&[neither], Answer::Sat)?;
        instance.expect_assuming(&[both, not_p], Answer::Unsat)?;
        instance.expect_assuming(&[p, not_p], Answer::Unsat)?;
        instance.solver.push(1)?;
        instance.assert(one)?;
        instance.expect_assuming(&[both], Answer::Unsat)?;
        instance.expect_assuming(&[not_p], Answer::Sat)?;
        check_value(&mut instance, q, &Value::Bool(true))?;
        instance.solver.pop(1)?;
        instance.expect_assuming(&[both], Answer::Sat)?;
        instance.count(0)?;
        instance.expect(Answer::Sat)
    });
}

/// Five formulas to assert and one to assume. The assumption and the first three formulas are
/// unsatisfiable together.
fn contradiction(instance: &mut Instance<'_>) -> Attempt<(Vec<TermId>, TermId)> {
    let [p, q, r, s] = instance.bools(["p", "q", "r", "s"])?;
    let (not_q, not_r) = (instance.not(q)?, instance.not(r)?);
    let steps = [
        instance.term(op::IMPLIES, &[p, q], &[])?,
        instance.term(op::OR, &[not_q, r], &[])?,
        instance.term(op::OR, &[not_r, not_q], &[])?,
        s,
        instance.term(op::OR, &[s, p], &[])?,
    ];
    let assumption = instance.term(op::AND, &[p, s], &[])?;
    Ok((steps.to_vec(), assumption))
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
    each_seed(failures, |seed| {
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
            instance.expect_assuming(&[steps[3], assumption, assumption], Answer::Unsat)?;
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
    each_seed(failures, |seed| {
        let mut instance = tested.open(seed, options)?;
        let (steps, assumption) = contradiction(&mut instance)?;
        for step in &steps[..2] {
            instance.assert(*step)?;
        }
        let assumed = [steps[3], assumption, steps[4], steps[2], assumption];
        instance.expect_assuming(&assumed, Answer::Unsat)?;
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
    each_seed(failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sort = instance.sort(Sort::Bool)?;
        let [x, y] = [instance.variable(sort, "x")?, instance.variable(sort, "y")?];
        let not_y = instance.not(y)?;
        let body = instance.term(op::AND, &[x, not_y], &[])?;
        let without = instance.define("without", &[x, y], body)?;
        // The arguments are the swapped parameters, to test that free variables of arguments are
        // not captured.
        let swapped = instance.term(op::UF_APPLY, &[without, y, x], &[])?;
        let twice = instance.term(op::UF_APPLY, &[without, swapped, y], &[])?;
        let nested = instance.define("nested", &[x, y], twice)?;
        let no = instance.value(&Value::Bool(false))?;
        let yes = instance.value(&Value::Bool(true))?;
        for (function, a, b, result) in [
            (without, yes, no, true),
            (without, yes, yes, false),
            (without, no, no, false),
            (nested, no, yes, false),
            (nested, yes, no, false),
        ] {
            let term = instance.term(op::UF_APPLY, &[function, a, b], &[])?;
            let result = instance.value(&Value::Bool(result))?;
            let same = instance.term(op::EQUAL, &[term, result], &[])?;
            instance.expect_assuming(&[same], Answer::Sat)?;
            let differ = instance.not(same)?;
            instance.expect_assuming(&[differ], Answer::Unsat)?;
        }
        Ok(())
    });
}

/// Quantified formulas that are easy to decide.
pub(crate) fn quantifiers(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let forall = (op::FORALL, Answer::Unsat, op::EXISTS, Answer::Sat);
        let exists = (op::EXISTS, Answer::Sat, op::FORALL, Answer::Unsat);
        for (op, expected, other, expected_if_nested) in [forall, exists] {
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bool)?;
            let [p] = instance.bools(["x"])?;
            let [x, y] = [instance.variable(sort, "x")?, instance.variable(sort, "x")?];
            let equal = instance.term(op::EQUAL, &[x, y, p], &[])?;
            let inner = instance.term(op, &[y, equal], &[])?;
            let outer = instance.term(op, &[x, inner], &[])?;
            instance.assert(outer)?;
            let name = instance.ops.row(op).name;
            instance.expect_or_unknown(expected, name)?;
            // The quantifiers are nested: for each x there is a different y.
            let mut instance = tested.open(seed, INCREMENTAL)?;
            let sort = instance.sort(Sort::Bool)?;
            let [x, y] = [instance.variable(sort, "x")?, instance.variable(sort, "y")?];
            let differ = instance.term(op::DISTINCT, &[x, y], &[])?;
            let inner = instance.term(other, &[y, differ], &[])?;
            let outer = instance.term(op, &[x, inner], &[])?;
            instance.assert(outer)?;
            instance.expect_or_unknown(expected_if_nested, "nested quantifiers")?;
        }
        Ok(())
    });
}

/// The same calls give the same answers and values in each instance of the process.
pub(crate) fn determinism(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
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
