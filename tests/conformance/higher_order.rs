//! Functions as values: laws of HO-Core, and random functions at random points.

use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, Stop, TestedSolver, each_seed, ensure, unless_skipped,
};
use crate::tuples::KnownTerm;
use murxla_fsm::eval;
use murxla_fsm::op::{
    self, BV_ADD, DISTINCT, HO_APPLY, LAMBDA, Op, SET_ALL, SET_FILTER, SET_FOLD, SET_MAP, SET_SOME,
};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::value::{Bv, FunTable, Value};
use num_bigint::BigUint;
use std::sync::Arc;

/// The bit-width of the arguments of functions.
const WIDTH: u32 = 2;

/// An instance with functions `f` of two arguments and `g` of one argument, constants `a` and `b`,
/// and variables `x`, `y` and `z`.
fn open<'a>(tested: &'a TestedSolver<'_>, seed: u32) -> Attempt<Instance<'a>> {
    if !tested.supports(LAMBDA) {
        return Err(Stop::Skipped);
    }
    let mut instance = tested.open(seed, INCREMENTAL)?;
    instance.call().set_logic("HO_ALL")?;
    let bv = instance.sort(Sort::Bv(WIDTH))?;
    instance.function("f", &[bv, bv], bv)?;
    instance.function("g", &[bv], bv)?;
    instance.constants(bv, ["a", "b"])?;
    instance.variables(bv, &["x", "y", "z"])?;
    Ok(instance)
}

/// Valid formulas: a name, a symbol that only this formula contains (or ""), and the formula. `h`
/// is a function whose argument is a function such as `g`. `v` is a variable for such a function.
#[rustfmt::skip]
const LAWS: [(&str, &str, &str); 8] = [
    ("beta reduction", "", "(= ((lambda x (bvadd x x)) a) (bvadd a a))"),
    ("partial application", "", "(= (@ (@ f a) b) (f a b))"),
    ("eta reduction", "", "(= (lambda x (g x)) g)"),
    ("equal functions", "", "(=> (= (lambda x (f a x)) g) (= ((lambda x (f a x)) b) (g b)))"),
    ("equal functions as arguments", "h", "(=> (= (@ f a) g) (= (h (@ f a)) (h g)))"),
    ("extensionality", "v", "(exists v (and (forall x (= (g x) (v x))) (= g v)))"),
    ("functions under ite", "", "(=> (= a b) (= ((ite (= a b) (@ f a) g) b) (f b b)))"),
    ("lambdas under ite", "", "(=> (= a b) (= ((ite (= a b) (lambda x (f a x)) g) b) (f b b)))"),
];

/// The laws of HO-Core hold. A solver may answer `unknown`.
pub(crate) fn laws(tested: &TestedSolver<'_>, failures: &mut Failures) {
    for (name, symbol, law) in LAWS {
        failures.attempt(&|| name.to_owned(), || {
            let mut instance = open(tested, 0)?;
            let bv = instance.sort(Sort::Bv(WIDTH))?;
            let unary = instance.sort(Sort::Fun([bv].into(), bv))?;
            match symbol {
                "h" => drop(instance.function("h", &[unary], bv)?),
                "v" => drop(instance.variable(unary, "v")?),
                _ => {}
            }
            instance.assert_text(&format!("(not {law})"))?;
            ensure(instance.check()? != Answer::Sat, || "the law is refuted")
        });
    }
}

/// An array that is made from a function has the function's values as elements.
pub(crate) fn arrays(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let by_function = |op: &Op| tested.ops.signature(*op).makes_array() && tested.supports(*op);
    each_seed(tested, failures, |seed| {
        let op = tested.ops.iter().find(by_function).ok_or(Stop::Skipped)?;
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let bv = instance.sort(Sort::Bv(WIDTH))?;
        let x = instance.variable(bv, "x")?;
        let twice = instance.read("(bvadd x x)")?;
        let array = instance.term(op, &[x, twice], &[])?;
        instance.check_sort(array)?;
        instance.name("array", array);
        point(&mut instance, "i")?;
        instance.assert_text("(not (= (select array i) (bvadd i i)))")?;
        ensure(instance.check()? == Answer::Unsat, || "has another element")
    });
}

/// Functions defined point by point have these values at these points. Their values in the model
/// are these tables.
pub(crate) fn values(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let has_partial = tested.supports(HO_APPLY);
    each_seed(tested, failures, |seed| {
        let mut instance = open(tested, seed)?;
        let (mut terms, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..8 {
            let (lambda, table) = function(&mut instance)?;
            instance.name("k", lambda);
            let (_, at) = point(&mut instance, "i")?;
            let is_partial = has_partial && instance.rng.coin();
            terms.push(instance.read(if is_partial { "(@ k i)" } else { "(k i)" })?);
            expected.push(table.get(&vec![at]).clone());
            // A function of two arguments is applied to both at once or to one after the other.
            let both = instance.read("(lambda x y (bvadd (k x) y))")?;
            instance.name("both", both);
            let [(_, at), (_, more)] = [point(&mut instance, "i")?, point(&mut instance, "j")?];
            let is_partial = has_partial && instance.rng.coin();
            terms.push(instance.read(if is_partial {
                "((@ both i) j)"
            } else {
                "(both i j)"
            })?);
            let parts = [table.get(&vec![at]), &more];
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
            let (mut terms, mut expected) = (Vec::new(), Vec::new());
            for _ in 0..100 {
                let args = arguments(&mut instance, op)?;
                if let Some((term, value)) = unless_skipped(instance.applied(op, &args, &[]))? {
                    terms.push(term);
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

/// Random arguments for one of these operators.
fn arguments(instance: &mut Instance<'_>, op: Op) -> Attempt<Vec<KnownTerm>> {
    let collection = collected(instance, OF_SETS.contains(&op))?;
    Ok(match op {
        SET_MAP => vec![table_of(function(instance)?), collection],
        op::BAG_MAP => vec![collection, table_of(function(instance)?)],
        SET_FOLD | op::BAG_FOLD => {
            // The result of addition does not depend on the order of the members.
            let lambda = instance.read("(lambda x y (bvadd x y))")?;
            let mut table = FunTable::constant(bits(0));
            for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
                table.set(vec![bits(a), bits(b)], bits(a + b));
            }
            vec![table_of((lambda, table)), point(instance, "i")?, collection]
        }
        _ => {
            let (_, value) = point(instance, "i")?;
            let lambda = instance.read("(lambda x (= x i))")?;
            let mut table = FunTable::constant(Value::Bool(false));
            table.set(vec![value], Value::Bool(true));
            vec![table_of((lambda, table)), collection]
        }
    })
}

fn table_of((lambda, table): (TermId, FunTable)) -> KnownTerm {
    (lambda, Value::Fun(Arc::new(table)))
}

fn bits(n: u64) -> Value {
    Value::Bv(Bv::new(WIDTH, BigUint::from(n)))
}

/// A set or bag with up to three members.
fn collected(instance: &mut Instance<'_>, is_set: bool) -> Attempt<KnownTerm> {
    let element = instance.sort(Sort::Bv(WIDTH))?;
    let sort = match is_set {
        true => Sort::Set(element),
        false => Sort::Bag(element),
    };
    let sort = instance.sort(sort)?;
    let mut all = instance.empty(sort)?;
    for _ in 0..instance.rng.index(4) {
        let member = point(instance, "i")?;
        all = instance.with_member(all, member, 1)?;
    }
    Ok(all)
}

/// A random function of the variable `z`, with its table.
fn function(instance: &mut Instance<'_>) -> Attempt<(TermId, FunTable)> {
    let (mut body, default) = point(instance, "i")?;
    let mut table = FunTable::constant(default);
    for _ in 0..instance.rng.index(4) {
        let [(_, at), (_, value)] = [point(instance, "i")?, point(instance, "j")?];
        instance.name("rest", body);
        body = instance.read("(ite (= z i) j rest)")?;
        table.set(vec![at], value);
    }
    instance.name("rest", body);
    Ok((instance.read("(lambda z rest)")?, table))
}

/// A random value. Its term gets a name.
fn point(instance: &mut Instance<'_>, name: &str) -> Attempt<KnownTerm> {
    let value = bits(instance.rng.below(4));
    let term = instance.value(&value)?;
    instance.name(name, term);
    Ok((term, value))
}
