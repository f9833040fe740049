//! The commands around `check-sat`: what they keep, forget and explain.

use super::semantics::check_value;
use super::structure::edge_values;
use super::{Attempt, Bench, Failures, SEEDS, Session, Stop, ensure};
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;

pub(super) const INCREMENTAL: &[(&str, &str)] =
    &[("incremental", "true"), ("produce-models", "true")];

pub(super) fn each_seed(failures: &mut Failures, part: impl Fn(u32) -> Attempt) {
    for seed in 0..SEEDS {
        failures.attempt(&|| format!("seed {seed}"), || part(seed));
    }
}

impl Session<'_> {
    fn bools<const N: usize>(&mut self, symbols: [&str; N]) -> Attempt<[TermId; N]> {
        let sort = self.sort(Sort::Bool)?;
        let mut terms = [TermId(0); N];
        for (term, symbol) in terms.iter_mut().zip(symbols) {
            *term = self.constant(sort, symbol)?;
        }
        Ok(terms)
    }

    pub(super) fn not(&mut self, term: TermId) -> Attempt<TermId> {
        self.term(op::NOT, &[term], &[])
    }

    fn count(&mut self, expected: usize) -> Attempt {
        self.begin();
        match self.solver.get_assertions() {
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

/// A constant that equals a value has it in the model.
pub(super) fn model_values(bench: &Bench<'_>, failures: &mut Failures) {
    let sorts = [Sort::Bool, Sort::Int, Sort::Real];
    let sorts = sorts.into_iter().chain([1, 8, 65].map(Sort::Bv));
    for sort in sorts {
        let values = edge_values(&sort);
        for seed in 0..4 {
            failures.attempt(&|| format!("{sort:?} (seed {seed})"), || {
                let mut session = bench.open(seed, INCREMENTAL)?;
                let sort = session.sort(sort.clone())?;
                let mut constants = Vec::new();
                for (n, value) in values.iter().enumerate() {
                    let constant = session.constant(sort, &format!("c{n}"))?;
                    let value = session.value(value)?;
                    let equal = session.term(op::EQUAL, &[value, constant], &[])?;
                    session.assert(equal)?;
                    constants.push(constant);
                }
                session.expect(Answer::Sat)?;
                for (constant, value) in constants.iter().zip(&values) {
                    check_value(&mut session, *constant, value)?;
                }
                session.begin();
                let all = session.solver.get_value(&constants)?.len();
                ensure(all == values.len(), || format!("{all} values"))?;
                session.begin();
                Ok(session.solver.print_model()?)
            });
        }
    }
}

/// `push` and `pop` bring assertions and take them away.
pub(super) fn levels(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, INCREMENTAL)?;
        let [p, q] = session.bools(["p", "q"])?;
        let (not_p, not_q) = (session.not(p)?, session.not(q)?);
        session.assert(p)?;
        session.expect(Answer::Sat)?;
        session.solver.push(1)?;
        session.assert(not_q)?;
        session.expect(Answer::Sat)?;
        check_value(&mut session, q, &Value::Bool(false))?;
        session.solver.push(2)?;
        session.assert(not_p)?;
        session.count(3)?;
        session.expect(Answer::Unsat)?;
        session.expect_assuming(&[q], Answer::Unsat)?;
        session.solver.pop(2)?;
        session.count(2)?;
        session.expect(Answer::Sat)?;
        session.expect_assuming(&[q], Answer::Unsat)?;
        session.solver.pop(1)?;
        session.expect_assuming(&[q], Answer::Sat)?;
        session.count(1)?;
        ensure(session.solver.pop(1).is_err(), || {
            "pops what was not pushed".to_owned()
        })?;
        session.assert(not_p)?;
        session.expect(Answer::Unsat)
    });
}

/// `reset-assertions` keeps terms; `reset` forgets them, and names may be used again.
pub(super) fn resets(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, INCREMENTAL)?;
        let [p] = session.bools(["p"])?;
        let not_p = session.not(p)?;
        for round in 0..3 {
            session.solver.push(round)?;
            session.assert(p)?;
            session.assert(not_p)?;
            session.expect(Answer::Unsat)?;
            session.begin();
            session.solver.reset_assertions()?;
            session.count(0)?;
            session.expect(Answer::Sat)?;
            session.assert(not_p)?;
            session.expect(Answer::Sat)?;
            ensure(session.solver.pop(1).is_err(), || {
                "keeps levels over reset-assertions".to_owned()
            })?;
        }
        for _ in 0..3 {
            session.begin();
            session.solver.reset()?;
            let forgotten = session.solver.assert_formula(p);
            ensure(matches!(forgotten, Err(Error::Rejected(_))), || {
                format!("{p} after reset: {forgotten:?}")
            })?;
            session.sorts.clear();
            session.next_sort = 1;
            session.next_term = 1;
            session.term_sorts.clear();
            let [p] = session.bools(["p"])?;
            session.assert(p)?;
            session.count(1)?;
            session.expect(Answer::Sat)?;
        }
        Ok(())
    });
}

/// Formulas of any shape are assumed for one check only.
pub(super) fn assumptions(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, INCREMENTAL)?;
        let [p, q] = session.bools(["p", "q"])?;
        let (not_p, not_q) = (session.not(p)?, session.not(q)?);
        let both = session.term(op::AND, &[p, q], &[])?;
        let neither = session.term(op::AND, &[not_p, not_q], &[])?;
        let one = session.term(op::XOR, &[p, q], &[])?;
        let no = session.value(&Value::Bool(false))?;
        let yes = session.value(&Value::Bool(true))?;
        session.expect_assuming(&[], Answer::Sat)?;
        session.expect_assuming(&[yes], Answer::Sat)?;
        session.expect_assuming(&[no], Answer::Unsat)?;
        session.expect_assuming(&[both, both], Answer::Sat)?;
        check_value(&mut session, p, &Value::Bool(true))?;
        session.expect_assuming(&[neither, neither, one], Answer::Unsat)?;
        session.expect_assuming(&[neither], Answer::Sat)?;
        session.expect_assuming(&[both, not_p], Answer::Unsat)?;
        session.expect_assuming(&[p, not_p], Answer::Unsat)?;
        session.solver.push(1)?;
        session.assert(one)?;
        session.expect_assuming(&[both], Answer::Unsat)?;
        session.expect_assuming(&[not_p], Answer::Sat)?;
        check_value(&mut session, q, &Value::Bool(true))?;
        session.solver.pop(1)?;
        session.expect_assuming(&[both], Answer::Sat)?;
        session.count(0)?;
        session.expect(Answer::Sat)
    });
}

/// Five assertions, of which the first three contradict each other together with an assumption of the last.
fn contradiction(session: &mut Session<'_>) -> Attempt<(Vec<TermId>, TermId)> {
    let [p, q, r, s] = session.bools(["p", "q", "r", "s"])?;
    let not_q = session.not(q)?;
    let not_r = session.not(r)?;
    let steps = [
        session.term(op::IMPLIES, &[p, q], &[])?,
        session.term(op::OR, &[not_q, r], &[])?,
        session.term(op::OR, &[not_r, not_q], &[])?,
        s,
        session.term(op::OR, &[s, p], &[])?,
    ];
    let assumption = session.term(op::AND, &[p, s], &[])?;
    Ok((steps.to_vec(), assumption))
}

/// The formulas of `core` are among `allowed`, and contradict each other in a new instance.
fn check_core(session: &mut Session<'_>, core: &[TermId], allowed: &[TermId]) -> Attempt {
    for term in core {
        ensure(allowed.contains(term), || {
            format!("{term} is in the core but was not asserted or assumed")
        })?;
    }
    session.begin();
    session.solver.reset_assertions()?;
    for term in core {
        session.assert(*term)?;
    }
    session.expect(Answer::Unsat)
}

/// Cores hold assertions and assumptions, and are unsatisfiable.
pub(super) fn unsat_cores(bench: &Bench<'_>, failures: &mut Failures) {
    let options = &[("incremental", "true"), ("produce-unsat-cores", "true")];
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, options)?;
        let (steps, assumption) = contradiction(&mut session)?;
        for (n, step) in steps.iter().enumerate() {
            if n == 1 {
                session.solver.push(1)?;
            }
            session.assert(*step)?;
        }
        let mut allowed = steps.clone();
        session.count(steps.len())?;
        if seed % 2 == 0 {
            session.assert(assumption)?;
            session.assert(assumption)?;
            session.expect(Answer::Unsat)?;
        } else {
            session.expect_assuming(&[steps[3], assumption, assumption], Answer::Unsat)?;
        }
        allowed.push(assumption);
        session.begin();
        let core = session.solver.get_unsat_core()?;
        check_core(&mut session, &core, &allowed)
    });
}

/// Unsat assumptions are assumptions of the last check, and contradict what is asserted.
pub(super) fn unsat_assumptions(bench: &Bench<'_>, failures: &mut Failures) {
    let options = &[
        ("incremental", "true"),
        ("produce-unsat-assumptions", "true"),
    ];
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, options)?;
        let (steps, assumption) = contradiction(&mut session)?;
        for step in &steps[..2] {
            session.assert(*step)?;
        }
        let assumed = [steps[3], assumption, steps[4], steps[2], assumption];
        session.expect_assuming(&assumed, Answer::Unsat)?;
        session.begin();
        let mut failed = session.solver.get_unsat_assumptions()?;
        for term in &failed {
            ensure(assumed.contains(term), || format!("{term} was not assumed"))?;
        }
        failed.extend(&steps[..2]);
        check_core(&mut session, &failed, &[&assumed[..], &steps[..2]].concat())
    });
}

/// Applications of a defined function are equal to its body.
pub(super) fn defined_functions(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, INCREMENTAL)?;
        let sort = session.sort(Sort::Bool)?;
        let x = session.variable(sort, "x")?;
        let y = session.variable(sort, "y")?;
        let not_y = session.not(y)?;
        let body = session.term(op::AND, &[x, not_y], &[])?;
        let without = session.define("without", &[x, y], body)?;
        // A parameter that is free in an argument must not be captured: swap them.
        let swapped = session.term(op::UF_APPLY, &[without, y, x], &[])?;
        let twice = session.term(op::UF_APPLY, &[without, swapped, y], &[])?;
        let nested = session.define("nested", &[x, y], twice)?;
        let no = session.value(&Value::Bool(false))?;
        let yes = session.value(&Value::Bool(true))?;
        for (function, a, b, result) in [
            (without, yes, no, true),
            (without, yes, yes, false),
            (without, no, no, false),
            (nested, no, yes, false),
            (nested, yes, no, false),
        ] {
            let term = session.term(op::UF_APPLY, &[function, a, b], &[])?;
            let result = session.value(&Value::Bool(result))?;
            let same = session.term(op::EQUAL, &[term, result], &[])?;
            session.expect_assuming(&[same], Answer::Sat)?;
            let differ = session.not(same)?;
            session.expect_assuming(&[differ], Answer::Unsat)?;
        }
        Ok(())
    });
}

/// Quantified formulas that are easy to decide.
pub(super) fn quantifiers(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        for (universal, expected) in [(true, Answer::Unsat), (false, Answer::Sat)] {
            let mut session = bench.open(seed, INCREMENTAL)?;
            let sort = session.sort(Sort::Bool)?;
            let [p] = session.bools(["x"])?;
            let x = session.variable(sort, "x")?;
            let y = session.variable(sort, "x")?;
            let equal = session.term(op::EQUAL, &[x, y, p], &[])?;
            let op = if universal { op::FORALL } else { op::EXISTS };
            let inner = session.term(op, &[y, equal], &[])?;
            let outer = session.term(op, &[x, inner], &[])?;
            session.assert(outer)?;
            let answer = session.check()?;
            ensure(answer == expected || answer == Answer::Unknown, || {
                format!("answers {} for {}", answer.name(), session.ops.row(op).name)
            })?;
            // x is bound in the inner formula: for each x there is a y that differs.
            let mut session = bench.open(seed, INCREMENTAL)?;
            let sort = session.sort(Sort::Bool)?;
            let x = session.variable(sort, "x")?;
            let y = session.variable(sort, "y")?;
            let differ = session.term(op::DISTINCT, &[x, y], &[])?;
            let (inner, outer, expected) = if universal {
                (op::EXISTS, op::FORALL, Answer::Sat)
            } else {
                (op::FORALL, op::EXISTS, Answer::Unsat)
            };
            let inner = session.term(inner, &[y, differ], &[])?;
            let outer = session.term(outer, &[x, inner], &[])?;
            session.assert(outer)?;
            let answer = session.check()?;
            ensure(answer == expected || answer == Answer::Unknown, || {
                format!("answers {} for nested quantifiers", answer.name())
            })?;
        }
        Ok(())
    });
}

/// The same calls give the same answers and values, in whatever instance of the process.
pub(super) fn determinism(bench: &Bench<'_>, failures: &mut Failures) {
    each_seed(failures, |seed| {
        let run = || {
            let mut session = bench.open(seed, INCREMENTAL)?;
            let sort = session.sort(Sort::Bv(8))?;
            let names = ["a", "b", "c", "d"];
            let mut terms = Vec::new();
            for name in names {
                terms.push(session.constant(sort, name)?);
            }
            let mut seen = Vec::new();
            for _ in 0..6 {
                let ops = [op::BV_ADD, op::BV_MULT, op::BV_XOR, op::BV_UDIV];
                let op = session.rng.pick(&ops).copied().unwrap_or(op::BV_ADD);
                let pick = |s: &mut Session<'_>| s.rng.pick(&terms).copied();
                let (Some(a), Some(b)) = (pick(&mut session), pick(&mut session)) else {
                    return Err(Stop::Skipped);
                };
                let term = session.term(op, &[a, b], &[])?;
                let different = session.term(op::DISTINCT, &[a, term], &[])?;
                session.assert(different)?;
                terms.push(term);
                let answer = session.check()?;
                let values = if answer == Answer::Sat {
                    session.begin();
                    session.solver.get_value(&terms)?
                } else {
                    Vec::new()
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
