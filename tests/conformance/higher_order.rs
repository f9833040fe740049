//! Functions as values: laws of HO-Core, and random functions at random points.

use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, Stop, TestedSolver, each_seed, ensure,
};
use murxla_fsm::eval;
use murxla_fsm::op::{
    self, AND, ARRAY_SELECT, BV_ADD, DISTINCT, EQUAL, EXISTS, FORALL, HO_APPLY, IMPLIES, ITE,
    LAMBDA, Op, SET_ALL, SET_FILTER, SET_FOLD, SET_MAP, SET_SOME, UF_APPLY,
};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, FunTable, Value};
use num_bigint::BigUint;
use std::sync::Arc;

/// The bit-width of the arguments of functions.
const WIDTH: u32 = 2;

fn open<'a>(tested: &'a TestedSolver<'_>, seed: u32) -> Attempt<Instance<'a>> {
    if !tested.supports(LAMBDA) {
        return Err(Stop::Skipped);
    }
    let mut instance = tested.open(seed, INCREMENTAL)?;
    instance.call().set_logic("HO_ALL")?;
    Ok(instance)
}

/// A function of two arguments, a function of one argument, constants and variables.
struct Symbols {
    bv: SortId,
    unary: SortId,
    f: TermId,
    g: TermId,
    a: TermId,
    b: TermId,
    x: TermId,
    y: TermId,
    z: TermId,
}

impl Symbols {
    fn new(instance: &mut Instance<'_>) -> Attempt<Self> {
        let bv = instance.sort(Sort::Bv(WIDTH))?;
        let unary = instance.sort(Sort::Fun([bv].into(), bv))?;
        let binary = instance.sort(Sort::Fun([bv, bv].into(), bv))?;
        Ok(Self {
            bv,
            unary,
            f: instance.constant(binary, "f")?,
            g: instance.constant(unary, "g")?,
            a: instance.constant(bv, "a")?,
            b: instance.constant(bv, "b")?,
            x: instance.variable(bv, "x")?,
            y: instance.variable(bv, "y")?,
            z: instance.variable(bv, "z")?,
        })
    }
}

type Law = fn(&mut Instance<'_>, &Symbols) -> Attempt<TermId>;

/// Formulas that are true in every model.
const LAWS: &[(&str, Law)] = &[
    ("beta reduction", |s, k| {
        let twice = s.term(BV_ADD, &[k.x, k.x], &[])?;
        let lambda = s.term(LAMBDA, &[k.x, twice], &[])?;
        s.check_sort(lambda)?;
        let at = s.term(UF_APPLY, &[lambda, k.a], &[])?;
        let is = s.term(BV_ADD, &[k.a, k.a], &[])?;
        s.term(EQUAL, &[at, is], &[])
    }),
    ("partial application", |s, k| {
        let first = s.term(HO_APPLY, &[k.f, k.a], &[])?;
        s.check_sort(first)?;
        let second = s.term(HO_APPLY, &[first, k.b], &[])?;
        let both = s.term(UF_APPLY, &[k.f, k.a, k.b], &[])?;
        s.term(EQUAL, &[second, both], &[])
    }),
    ("eta reduction", |s, k| {
        let gx = s.term(UF_APPLY, &[k.g, k.x], &[])?;
        let lambda = s.term(LAMBDA, &[k.x, gx], &[])?;
        s.term(EQUAL, &[lambda, k.g], &[])
    }),
    ("equal functions at a point", |s, k| {
        let fax = s.term(UF_APPLY, &[k.f, k.a, k.x], &[])?;
        let fa = s.term(LAMBDA, &[k.x, fax], &[])?;
        let same = s.term(EQUAL, &[fa, k.g], &[])?;
        let one = s.term(UF_APPLY, &[fa, k.b], &[])?;
        let other = s.term(UF_APPLY, &[k.g, k.b], &[])?;
        let equal = s.term(EQUAL, &[one, other], &[])?;
        s.term(IMPLIES, &[same, equal], &[])
    }),
    ("equal functions as arguments", |s, k| {
        let sort = s.sort(Sort::Fun([k.unary].into(), k.bv))?;
        let of_functions = s.constant(sort, "h")?;
        let fa = s.term(HO_APPLY, &[k.f, k.a], &[])?;
        let same = s.term(EQUAL, &[fa, k.g], &[])?;
        let of_fa = s.term(UF_APPLY, &[of_functions, fa], &[])?;
        let of_g = s.term(UF_APPLY, &[of_functions, k.g], &[])?;
        let equal = s.term(EQUAL, &[of_fa, of_g], &[])?;
        s.term(IMPLIES, &[same, equal], &[])
    }),
    ("extensionality", |s, k| {
        let v = s.variable(k.unary, "v")?;
        let gx = s.term(UF_APPLY, &[k.g, k.x], &[])?;
        let vx = s.term(UF_APPLY, &[v, k.x], &[])?;
        let same = s.term(EQUAL, &[gx, vx], &[])?;
        let everywhere = s.term(FORALL, &[k.x, same], &[])?;
        let equal = s.term(EQUAL, &[k.g, v], &[])?;
        let body = s.term(AND, &[everywhere, equal], &[])?;
        s.term(EXISTS, &[v, body], &[])
    }),
    ("functions under ite", |s, k| {
        let fa = s.term(HO_APPLY, &[k.f, k.a], &[])?;
        under_ite(s, k, fa)
    }),
    ("lambdas under ite", |s, k| {
        let fax = s.term(UF_APPLY, &[k.f, k.a, k.x], &[])?;
        let fa = s.term(LAMBDA, &[k.x, fax], &[])?;
        under_ite(s, k, fa)
    }),
];

/// `(=> (= a b) (= ((ite (= a b) fa g) b) (f b b)))`, where `fa` is `(f a)`.
fn under_ite(s: &mut Instance<'_>, k: &Symbols, fa: TermId) -> Attempt<TermId> {
    let condition = s.term(EQUAL, &[k.a, k.b], &[])?;
    let one = s.term(ITE, &[condition, fa, k.g], &[])?;
    let at = s.term(UF_APPLY, &[one, k.b], &[])?;
    let both = s.term(UF_APPLY, &[k.f, k.b, k.b], &[])?;
    let equal = s.term(EQUAL, &[at, both], &[])?;
    s.term(IMPLIES, &[condition, equal], &[])
}

/// The laws of HO-Core hold. A solver may answer `unknown`.
pub(crate) fn laws(tested: &TestedSolver<'_>, failures: &mut Failures) {
    for (name, law) in LAWS {
        failures.attempt(&|| (*name).to_owned(), || {
            let mut instance = open(tested, 0)?;
            let symbols = Symbols::new(&mut instance)?;
            let formula = law(&mut instance, &symbols)?;
            instance.assert_not(formula)?;
            ensure(instance.check()? != Answer::Sat, || "the law is refuted")
        });
    }
}

/// An array that is made from a function has the function's values as elements.
pub(crate) fn arrays(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let by_function = |op: &Op| tested.ops.signature(*op).makes_array() && tested.supports(*op);
    each_seed(failures, |seed| {
        let op = tested.ops.iter().find(by_function).ok_or(Stop::Skipped)?;
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let bv = instance.sort(Sort::Bv(WIDTH))?;
        let x = instance.variable(bv, "x")?;
        let twice = instance.term(BV_ADD, &[x, x], &[])?;
        let array = instance.term(op, &[x, twice], &[])?;
        instance.check_sort(array)?;
        let (index, _) = point(&mut instance, 1)?;
        let element = instance.term(ARRAY_SELECT, &[array, index[0]], &[])?;
        let twice = instance.term(BV_ADD, &[index[0], index[0]], &[])?;
        let equal = instance.term(EQUAL, &[element, twice], &[])?;
        instance.assert_not(equal)?;
        ensure(instance.check()? == Answer::Unsat, || "has another element")
    });
}

/// Functions defined point by point have these values at these points. Their values in the model
/// are these tables.
pub(crate) fn values(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let has_partial = tested.supports(HO_APPLY);
    each_seed(failures, |seed| {
        let mut instance = open(tested, seed)?;
        let k = Symbols::new(&mut instance)?;
        let (mut terms, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..8 {
            let (lambda, table) = function(&mut instance, k.z)?;
            let (args, at) = point(&mut instance, 1)?;
            let how = match has_partial && instance.rng.coin() {
                true => HO_APPLY,
                false => UF_APPLY,
            };
            terms.push(instance.term(how, &[lambda, args[0]], &[])?);
            expected.push(table.get(&at).clone());
            // `(lambda (x y) (bvadd (f x) y))`, applied to both arguments at once or one after the
            // other.
            let fx = instance.term(UF_APPLY, &[lambda, k.x], &[])?;
            let sum = instance.term(BV_ADD, &[fx, k.y], &[])?;
            let binary = instance.term(LAMBDA, &[k.x, k.y, sum], &[])?;
            let (args, at) = point(&mut instance, 2)?;
            terms.push(if !has_partial || instance.rng.coin() {
                instance.term(UF_APPLY, &[binary, args[0], args[1]], &[])?
            } else {
                let left = instance.term(HO_APPLY, &[binary, args[0]], &[])?;
                instance.term(UF_APPLY, &[left, args[1]], &[])?
            });
            let parts = [table.get(&at[..1].to_vec()), &at[1]];
            let value = eval::apply(instance.ops, BV_ADD, &[], &parts, &mut eval::Unknown);
            expected.extend(value);
            terms.push(lambda);
            expected.push(Value::Fun(Arc::new(table)));
        }
        ensure(
            instance.check()? == Answer::Sat,
            || "the answer is not sat, although nothing is asserted",
        )?;
        let values = instance.call().get_value(&terms)?;
        for ((term, value), expected) in terms.iter().zip(&values).zip(&expected) {
            let is_right = match value {
                Some(value) => eval::equal(value, expected) != Some(false),
                // The wrapper cannot read every printed function.
                None if matches!(expected, Value::Fun(_)) => true,
                None => is_proved(&mut instance, *term, expected)?,
            };
            ensure(is_right, || format!("has {value:?}, not {expected}"))?;
        }
        Ok(())
    });
}

/// Whether the term has this value in all models.
fn is_proved(instance: &mut Instance<'_>, term: TermId, expected: &Value) -> Attempt<bool> {
    let value = instance.value(expected)?;
    let differs = instance.term(DISTINCT, &[term, value], &[])?;
    Ok(instance.check_assuming(&[differs])? == Answer::Unsat)
}

/// Operators on functions and sets or bags have the values that the evaluator computes.
pub(crate) fn collections(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let there = OF_SETS.into_iter().chain(OF_BAGS);
    for op in there.filter(|op| tested.supports(*op)) {
        failures.attempt(&|| tested.ops.row(op).name.to_owned(), || {
            let mut instance = open(tested, u32::from(op.0))?;
            let k = Symbols::new(&mut instance)?;
            let (mut terms, mut expected) = (Vec::new(), Vec::new());
            for _ in 0..100 {
                let (args, values) = arguments(&mut instance, &k, op)?;
                let values: Vec<&Value> = values.iter().collect();
                let value = eval::apply(instance.ops, op, &[], &values, &mut eval::Unknown);
                if let Some(value) = value {
                    terms.push(instance.term(op, &args, &[])?);
                    expected.push(value);
                }
            }
            ensure(instance.check()? == Answer::Sat, || "is not sat")?;
            let values = instance.call().get_value(&terms)?;
            for (value, expected) in values.iter().zip(&expected) {
                let value_is = |value| eval::equal(value, expected) == Some(true);
                ensure(value.as_ref().is_some_and(value_is), || {
                    format!("has {value:?}, not {expected}")
                })?;
            }
            ensure(!terms.is_empty(), || "no value was compared")
        });
    }
}

/// Operators on functions and sets.
const OF_SETS: [Op; 5] = [SET_MAP, SET_FILTER, SET_ALL, SET_SOME, SET_FOLD];

/// Operators on functions and bags.
const OF_BAGS: [Op; 3] = [op::BAG_MAP, op::BAG_FILTER, op::BAG_FOLD];

/// Random arguments for one of these operators, with their values.
fn arguments(
    instance: &mut Instance<'_>,
    k: &Symbols,
    op: Op,
) -> Attempt<(Vec<TermId>, Vec<Value>)> {
    let is_set = OF_SETS.contains(&op);
    let count = instance.rng.index(4);
    let (members, values) = point(instance, count)?;
    let collection = collected(instance, &members, &values, is_set)?;
    if [SET_MAP, op::BAG_MAP].contains(&op) {
        let (lambda, table) = function(instance, k.z)?;
        let mut args = [(lambda, Value::Fun(Arc::new(table))), collection];
        if !is_set {
            args.reverse();
        }
        return Ok(args.into_iter().unzip());
    }
    if [SET_FOLD, op::BAG_FOLD].contains(&op) {
        // The result of addition does not depend on the order of the members.
        let sum = instance.term(BV_ADD, &[k.x, k.y], &[])?;
        let lambda = instance.term(LAMBDA, &[k.x, k.y, sum], &[])?;
        let mut table = FunTable::constant(bits(0));
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            table.set(vec![bits(a), bits(b)], bits(a + b));
        }
        let (start, value) = point(instance, 1)?;
        let function = (lambda, Value::Fun(Arc::new(table)));
        let args = [function, (start[0], value[0].clone()), collection];
        return Ok(args.into_iter().unzip());
    }
    let (chosen, value) = point(instance, 1)?;
    let same = instance.term(EQUAL, &[k.x, chosen[0]], &[])?;
    let lambda = instance.term(LAMBDA, &[k.x, same], &[])?;
    let mut table = FunTable::constant(Value::Bool(false));
    table.set(value, Value::Bool(true));
    let args = [(lambda, Value::Fun(Arc::new(table))), collection];
    Ok(args.into_iter().unzip())
}

fn bits(n: u64) -> Value {
    Value::Bv(Bv::new(WIDTH, BigUint::from(n)))
}

/// The set or bag with these members.
fn collected(
    instance: &mut Instance<'_>,
    members: &[TermId],
    values: &[Value],
    is_set: bool,
) -> Attempt<(TermId, Value)> {
    let element = instance.sort(Sort::Bv(WIDTH))?;
    let (sort, empty) = match is_set {
        true => (Sort::Set(element), "set.empty"),
        false => (Sort::Bag(element), "bag.empty"),
    };
    let sort = instance.sort(sort)?;
    let mut term = instance.special(sort, empty)?;
    for member in members {
        term = if is_set {
            instance.term(op::SET_INSERT, &[term, *member], &[])?
        } else {
            let once = instance.value(&Value::Int(1.into()))?;
            let one = instance.term(op::BAG_MAKE, &[*member, once], &[])?;
            instance.term(op::BAG_UNION_DISJOINT, &[term, one], &[])?
        };
    }
    let count = |of: &Value| values.iter().filter(|value| *value == of).count();
    let value = match is_set {
        true => Value::Set(values.iter().cloned().collect()),
        false => {
            let counted = values.iter().map(|v| (v.clone(), BigUint::from(count(v))));
            Value::Bag(counted.collect())
        }
    };
    Ok((term, value))
}

/// A random function of one variable, with its table.
fn function(instance: &mut Instance<'_>, variable: TermId) -> Attempt<(TermId, FunTable)> {
    let (mut body, mut default) = point(instance, 1)?;
    let mut table = FunTable::constant(default.remove(0));
    let mut body = body.remove(0);
    for _ in 0..instance.rng.index(4) {
        let (at, key) = point(instance, 1)?;
        let (value, is) = point(instance, 1)?;
        let here = instance.term(EQUAL, &[variable, at[0]], &[])?;
        body = instance.term(ITE, &[here, value[0], body], &[])?;
        table.set(key, is[0].clone());
    }
    Ok((instance.term(LAMBDA, &[variable, body], &[])?, table))
}

/// Random values, and their terms.
fn point(instance: &mut Instance<'_>, count: usize) -> Attempt<(Vec<TermId>, Vec<Value>)> {
    let (mut terms, mut values) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let value = Value::Bv(Bv::new(WIDTH, BigUint::from(instance.rng.below(4))));
        terms.push(instance.value(&value)?);
        values.push(value);
    }
    Ok((terms, values))
}
