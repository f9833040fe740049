//! Model values of arrays, functions and elements of uninterpreted sorts, checked with the
//! evaluator. Simplification.

use crate::structure::edge_values;
use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, SEEDS, Stop, TestedSolver, each_seed, ensure,
    expect_answer, seeds,
};
use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{self, Op};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;

impl Instance<'_> {
    /// The values of the terms. The wrapper must be able to read all of them.
    fn values(&mut self, terms: &[TermId]) -> Attempt<Vec<Value>> {
        let values = self.call().get_value(terms)?;
        let unread = values.iter().position(Option::is_none);
        let sort = |n: usize| self.sorts.view(self.predicted(terms[n]));
        ensure(unread.is_none(), || {
            format!("a value of sort {} is not read", sort(unread.unwrap_or(0)))
        })?;
        Ok(values.into_iter().flatten().collect())
    }

    /// The value that the evaluator computes for an application to values.
    fn evaluate(&self, op: Op, args: &[&Value]) -> Attempt<Value> {
        let value = eval::apply(self.ops, op, &[], args, &mut Unknown);
        value.ok_or_else(|| {
            Stop::Failed(format!("{} of {args:?} is unknown", self.ops.row(op).name))
        })
    }

    /// Two distinct terms of a sort. If they are not values, an assertion makes them distinct.
    fn distinct_terms(&mut self, sort: SortId, symbol: &str) -> Attempt<[TermId; 2]> {
        let known = self.sorts.get(sort).cloned().unwrap_or(Sort::Bool);
        let mut values = edge_values(&known);
        values.dedup();
        if let [a, b, ..] = &values[..] {
            return Ok([self.value(a)?, self.value(b)?]);
        }
        let terms = self.constants(sort, [&format!("{symbol}0"), &format!("{symbol}1")])?;
        self.assert_term(op::DISTINCT, &terms)?;
        Ok(terms)
    }

    /// Checks satisfiable assertions. A solver may answer `unknown`.
    fn solve(&mut self) -> Attempt {
        match self.check()? {
            Answer::Unknown => Err(Stop::Skipped),
            answer => expect_answer(answer, Answer::Sat),
        }
    }

    fn ensure_equal(&self, what: &str, value: &Value, expected: &Value) -> Attempt {
        ensure(eval::equal(value, expected) == Some(true), || {
            format!("{what} is {value} instead of {expected}")
        })
    }
}

/// Index and element sorts of arrays.
fn array_sorts(instance: &mut Instance<'_>) -> Attempt<Vec<(SortId, SortId)>> {
    let bool_sort = instance.sort(Sort::Bool)?;
    let int = instance.sort(Sort::Int)?;
    let byte = instance.sort(Sort::Bv(8))?;
    let element = instance.sort(Sort::Uninterpreted("U".into()))?;
    let flat = instance.sort(Sort::Array(byte, int))?;
    Ok(vec![
        (int, byte),
        (byte, bool_sort),
        (bool_sort, int),
        (element, int),
        (int, element),
        (byte, flat),
        (flat, byte),
    ])
}

/// Selecting from the value of an array gives the stored element.
pub(crate) fn arrays(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sorts = array_sorts(&mut instance)?;
        let (index, element) = sorts[seed as usize % sorts.len()];
        let sort = instance.sort(Sort::Array(index, element))?;
        let [i, j] = instance.distinct_terms(index, "i")?;
        let [d, e] = instance.distinct_terms(element, "e")?;
        let [a, b] = instance.constants(sort, ["a", "b"])?;
        let at_i = instance.term(op::ARRAY_SELECT, &[a, i], &[])?;
        instance.assert_equal(at_i, d)?;
        let stored = instance.term(op::ARRAY_STORE, &[a, j, d], &[])?;
        let stored = instance.term(op::ARRAY_STORE, &[stored, j, e], &[])?;
        instance.assert_equal(stored, b)?;
        instance.solve()?;
        let values = instance.values(&[a, b, stored, i, j, d, e])?;
        let [a, b, stored, i, j, d, e] = &values[..] else {
            return Err(Stop::Failed(format!("{} values", values.len())));
        };
        for (array, index, element) in [(a, i, d), (b, j, e), (stored, j, e), (b, i, d)] {
            let at = instance.evaluate(op::ARRAY_SELECT, &[array, index])?;
            instance.ensure_equal("an element", &at, element)?;
        }
        instance.ensure_equal("an array", b, stored)?;
        let made = instance.evaluate(op::ARRAY_STORE, &[a, j, e])?;
        instance.ensure_equal("the array stored to", &made, b)
    });
}

/// Applying the value of a function gives the asserted result.
pub(crate) fn functions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let bool_sort = instance.sort(Sort::Bool)?;
        let int = instance.sort(Sort::Int)?;
        let two = instance.sort(Sort::Bv(2))?;
        let element = instance.sort(Sort::Uninterpreted("U".into()))?;
        let sorts = [bool_sort, int, two, element];
        let codomain = sorts[seed as usize % sorts.len()];
        let arity = 1 + seed as usize % 3;
        let mut terms = Vec::new();
        for (n, sort) in sorts.into_iter().enumerate() {
            terms.push((sort, instance.distinct_terms(sort, &format!("c{n}"))?));
        }
        let domain = (0..arity).map(|_| sorts[instance.rng.index(sorts.len())]);
        let domain: Vec<SortId> = domain.collect();
        let f = instance.function("f", &domain, codomain)?;
        let mut facts = Vec::new();
        for _ in 0..3 {
            let mut of = |sort: SortId| {
                let pair = terms.iter().find(|(s, _)| *s == sort);
                pair.map_or(TermId(0), |(_, pair)| pair[instance.rng.index(2)])
            };
            let args: Vec<TermId> = domain.iter().map(|sort| of(*sort)).collect();
            // The same point may be drawn twice. It must not get two values.
            if facts.iter().any(|(known, _)| *known == args) {
                continue;
            }
            let value = of(codomain);
            let all = [&[f], &args[..]].concat();
            let application = instance.term(op::UF_APPLY, &all, &[])?;
            instance.assert_equal(application, value)?;
            facts.push((args, value));
        }
        instance.solve()?;
        let function = instance.values(&[f])?;
        for (args, value) in facts {
            let mut args = instance.values(&args)?;
            let expected = instance.values(&[value])?;
            args.splice(0..0, function.clone());
            let args: Vec<&Value> = args.iter().collect();
            let value = instance.evaluate(op::UF_APPLY, &args)?;
            instance.ensure_equal("an application", &value, &expected[0])?;
        }
        // A defined function may have a value or none, but reading it must not fail.
        let x = instance.variable(int, "x")?;
        let defined = instance.define("g", &[x], x)?;
        instance.solve()?;
        instance.call().get_value(&[defined, f])?;
        Ok(())
    });
}

/// In all models of an instance, elements are equal if and only if their constants are equal.
pub(crate) fn elements(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sort = instance.sort(Sort::Uninterpreted("U".into()))?;
        let other = instance.sort(Sort::Uninterpreted("two words".into()))?;
        let [a, b, c, also_b] = instance.constants(sort, ["c0", "c1", "c2", "c3"])?;
        let lonely = instance.constant(other, "o")?;
        instance.assert_term(op::DISTINCT, &[a, b, c])?;
        instance.assert_equal(also_b, b)?;
        instance.solve()?;
        let constants = [a, b, c, also_b, lonely];
        let values = instance.values(&constants)?;
        let distinct = instance.evaluate(op::DISTINCT, &[&values[0], &values[1], &values[2]])?;
        instance.ensure_equal("distinct", &distinct, &Value::Bool(true))?;
        instance.ensure_equal("an element", &values[3], &values[1])?;
        instance.ensure_equal("the first of its sort", &values[4], &Value::Element(0))?;
        let again = instance.values(&constants)?;
        ensure(values == again, || {
            format!("{again:?} instead of {values:?}")
        })
    });
}

/// A term and its simplification are equal in all models.
pub(crate) fn simplify(tested: &TestedSolver<'_>, failures: &mut Failures) {
    seeds(tested, failures, SEEDS * 2, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let bool_sort = instance.sort(Sort::Bool)?;
        let byte = instance.sort(Sort::Bv(8))?;
        let array = instance.sort(Sort::Array(byte, byte))?;
        instance.constants(byte, ["x", "y"])?;
        instance.constant(bool_sort, "p")?;
        instance.constant(array, "a")?;
        for (name, text) in [
            ("zero", "(bvxor x x)"),
            ("less", "(bvult x y)"),
            ("choice", "(ite p x y)"),
            ("stored", "(store a zero choice)"),
            ("selected", "(select stored x)"),
            ("sum", "(bvadd selected zero y)"),
            ("different", "(distinct x y choice)"),
            ("all", "(and less p different)"),
            ("variable", "x"),
            ("formula", "p"),
        ] {
            let term = instance.read(text)?;
            instance.name(name, term);
            let simple = instance.next_term(instance.predicted(term));
            instance.call().simplify(simple, term)?;
            instance.check_sort(simple)?;
            let differ = instance.term(op::DISTINCT, &[term, simple], &[])?;
            match instance.check_assuming(&[differ])? {
                Answer::Unknown => return Err(Stop::Skipped),
                answer => expect_answer(answer, Answer::Unsat)?,
            }
        }
        Ok(())
    });
}
