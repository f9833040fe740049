//! Terms of every operator and sort can be made and have the predicted sorts.

use crate::collections::collection_sorts;
use crate::suite::{
    Attempt, Failures, Instance, SEEDS, Stop, TestedSolver, each_seed, ensure, seeds,
    unless_skipped,
};
use murxla_fsm::op::{self, Bindings, Fold, Index, Op, Pattern, Shape};
use murxla_fsm::solver::{Error, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Ff, Format, Fp, Rm, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::sync::Arc;

const WIDTHS: &[u32] = &[1, 2, 8, 64, 65, 128];

/// Floating-point formats. Bit-vectors of the widths above can be converted to the last two.
const FORMATS: &[(u32, u32)] = &[(5, 11), (2, 3), (8, 65)];

/// Sorts of every kind, with a constant of each sort.
struct Pool {
    sorts: Vec<SortId>,
    constants: Vec<TermId>,
}

impl Pool {
    fn new(instance: &mut Instance<'_>) -> Attempt<Self> {
        let mut sorts = vec![instance.sort(Sort::Bool)?];
        let optional = [
            Sort::Int,
            Sort::Real,
            Sort::Uninterpreted("U".into()),
            Sort::Uninterpreted("two words".into()),
            Sort::String,
        ];
        sorts.extend(instance.supported(optional.into_iter().chain(sized_sorts()))?);
        // Arrays are nested in both components, so that selects and stores have arrays as elements
        // and as indices.
        let flat = sorts.clone();
        for (index, element) in [(1, 0), (8, 2), (3, 7)] {
            if let (Some(index), Some(element)) = (flat.get(index), flat.get(element)) {
                sorts.extend(instance.supported([Sort::Array(*index, *element)])?);
            }
        }
        if sorts.len() > flat.len() {
            let array = sorts[flat.len()];
            let nested = [Sort::Array(flat[0], array), Sort::Array(array, flat[0])];
            sorts.extend(instance.supported(nested)?);
        }
        let elements = [0, 1, 8].into_iter().filter_map(|n| flat.get(n).copied());
        let collections = collection_sorts(instance, &elements.collect::<Vec<SortId>>())?;
        sorts.extend(&collections);
        sorts.extend(collection_sorts(instance, &collections)?);
        sorts.extend(instance.supported([0, 1, 2, 3].map(|n| Sort::Seq(flat[n])))?);
        let mut constants = Vec::new();
        for (n, sort) in sorts.iter().enumerate() {
            constants.push(instance.constant(*sort, &format!("c{n}"))?);
        }
        Ok(Self { sorts, constants })
    }

    /// A term of a sort in the pool: mostly its constant, sometimes a value.
    fn term(&self, instance: &mut Instance<'_>, sort: SortId) -> Attempt<TermId> {
        if instance.sorts.get(sort) == Some(&Sort::RegLan) {
            return Ok(instance.language()?.0);
        }
        if instance.rng.coin()
            && let Some(value) = unless_skipped(instance.edge_value(sort))?
        {
            return Ok(value);
        }
        let place = self.sorts.iter().position(|s| *s == sort);
        let constant = place.map(|n| self.constants[n]);
        constant.ok_or_else(|| Stop::Failed(format!("{sort} is not in the pool")))
    }
}

/// Sorts of bit-vectors, floating-point numbers and elements of finite fields.
fn sized_sorts() -> impl Iterator<Item = Sort> {
    let widths = WIDTHS.iter().map(|w| Sort::Bv(*w));
    let formats = FORMATS.iter().map(|(e, s)| Sort::Fp(*e, *s));
    widths.chain(formats).chain([Sort::Rm]).chain(fields())
}

impl Instance<'_> {
    /// A value at which representations change. Skipped if the sort has no literals.
    fn edge_value(&mut self, sort: SortId) -> Attempt<TermId> {
        let sort = self.sorts.get(sort).cloned().unwrap_or(Sort::Bool);
        let value = self.rng.pick(&edge_values(&sort)).cloned();
        self.value(&value.ok_or(Stop::Skipped)?)
    }
}

/// Finite fields: the smallest one, a small one, and one with more than 64 bits.
pub(crate) fn fields() -> [Sort; 3] {
    let mersenne = (BigUint::from(1u32) << 127) - 1u32;
    [2u32.into(), 17u32.into(), mersenne].map(|size| Sort::Ff(Arc::new(size)))
}

/// Values of a sort at which representations change.
pub(crate) fn edge_values(sort: &Sort) -> Vec<Value> {
    let powers = [7, 8, 31, 32, 63, 64, 65, 200];
    let edges = powers.iter().flat_map(|n| {
        let power: BigInt = BigInt::from(1) << *n;
        [&power - 1, power.clone(), power + 1]
    });
    let integers = (0..4).map(BigInt::from).chain(edges);
    let integers = integers.flat_map(|n| [-n.clone(), n]);
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => integers.map(Value::Int).collect(),
        Sort::Real => integers
            .flat_map(|n| {
                [1, 2, 3, 10, 125, 4_294_967_295]
                    .map(|d: i64| BigRational::new(n.clone(), d.into()))
            })
            .map(Value::Real)
            .collect(),
        Sort::Bv(width) => {
            let mut bits = vec![BigUint::from(0u32), BigUint::from(1u32)];
            for n in [1, 7, 31, 32, 63, 64, *width - 1, *width] {
                let power = BigUint::from(1u32) << n;
                bits.extend([&power - 1u32, power.clone(), power + 1u32]);
            }
            let values = bits.into_iter().map(|b| Value::Bv(Bv::new(*width, b)));
            values.collect()
        }
        Sort::Fp(exponent, significand) => float_edges(Format::new(*exponent, *significand)),
        Sort::Ff(size) => {
            let half = BigInt::from(size.as_ref() / 2u32);
            let numbers = [(-1).into(), 0.into(), 1.into(), half.clone(), half + 1];
            let elements = numbers.iter().filter_map(|n| Ff::new(size, n));
            elements.map(Value::Ff).collect()
        }
        Sort::Rm => Rm::ALL.map(|row| Value::Rm(row.0)).into(),
        Sort::String => STRINGS
            .iter()
            .filter_map(|s| Str::parse(s))
            .map(Value::String)
            .collect(),
        _ => Vec::new(),
    }
}

/// The numbers with names, the smallest and largest numbers of each kind, and the numbers around 1.
fn float_edges(format: Format) -> Vec<Value> {
    let normal = BigUint::from(1u32) << format.fraction();
    let one = (&normal << (format.exponent - 1)) - &normal;
    let edges = [
        BigUint::from(1u32),
        &normal - 1u32,
        normal,
        &one - 1u32,
        one.clone(),
        one + 1u32,
        format.infinity() - 1u32,
    ];
    let edges = edges.into_iter();
    let edges = edges.flat_map(|e| [false, true].map(|sign| Fp::signed(format, sign, e.clone())));
    let named = Fp::NAMES.iter().filter_map(|name| Fp::named(format, name));
    named.chain(edges).map(Value::Fp).collect()
}

/// String literals: the empty string, digits, strings that contain each other, repeated characters,
/// and characters that are escaped or at the ends of ranges.
#[rustfmt::skip]
const STRINGS: &[&str] = &[
    "", "a", "b", "ab", "ba", "aa", "aab", "abab", "A", " ", "0", "1", "9", "10", "01", "007", "-1", "1 ",
    "18446744073709551616", "\"", "a\"\"", "\\", "\\u", "\\u{5c}u{41}", "\\u{0}", "a\\u{0}b",
    "\\u{a}", "\\u{7e}", "\\u{7f}", "\\u{80}", "é", "\\u{ff}", "\\u{100}", "\\u{d800}", "\\u{ffff}",
    "\\u{10000}", "\\u{1ffff}", "\\u{2ffff}", "\\u{2fffe}\\u{2ffff}",
];

/// Every operator is applied to arguments of every tuple of sorts that it accepts.
pub(crate) fn operators(tested: &TestedSolver<'_>, failures: &mut Failures) {
    for op in tested.ops.iter().filter(|op| tested.supports(*op)) {
        let signature = tested.ops.signature(op);
        let is_fatal = tested.defect(op).is_some_and(|defect| defect.fatal);
        if signature.shape != Shape::Plain || signature.scripted && is_fatal {
            continue;
        }
        let mut what = tested.ops.row(op).name.to_owned();
        if let Err(Stop::Failed(message)) = operator(tested, op, &mut what) {
            failures.0.push(format!("{what}: {message}"));
        }
    }
}

fn operator(tested: &TestedSolver<'_>, op: Op, what: &mut String) -> Attempt {
    let mut instance = tested.open(u32::from(op.0), &[])?;
    let pool = Pool::new(&mut instance)?;
    let (name, signature) = (tested.ops.row(op).name, tested.ops.signature(op));
    let targets = targets(&instance, op);
    let mut sorts = pool.sorts.clone();
    sorts.extend(unless_skipped(instance.sort(Sort::RegLan))?);
    let tuples = tuples(&instance, &sorts, &signature.args, targets);
    for (tuple, bound) in tuples {
        let longest = if signature.fold == Fold::None { 0 } else { 2 };
        for more in 0..=longest {
            let mut sorts = tuple.clone();
            let last = tuple.last().copied().unwrap_or(SortId(0));
            sorts.extend(std::iter::repeat_n(last, more));
            for seed in 0..SEEDS {
                let Some(indices) = indices(&mut instance, op, &bound) else {
                    continue;
                };
                let views = sorts.iter().map(|s| instance.sorts.view(*s).to_string());
                let views = views.collect::<Vec<_>>().join(" ");
                *what = format!("{name} {indices:?} {views} (seed {seed})");
                let args = sorts.iter().map(|sort| match instance.takes_values(op) {
                    true => instance.edge_value(*sort),
                    false => pool.term(&mut instance, *sort),
                });
                let Some(args) = unless_skipped(args.collect::<Attempt<Vec<TermId>>>())? else {
                    continue;
                };
                let term = instance.term(op, &args, &indices)?;
                instance.inspect(term)?;
            }
        }
    }
    Ok(())
}

/// The target formats for operators that convert to floating-point numbers.
pub(crate) fn targets(instance: &Instance<'_>, op: Op) -> Vec<Bindings> {
    let signature = instance.ops.signature(op);
    let is_float = |pattern: &Pattern| matches!(pattern, Pattern::Fp(..));
    let keeps = signature.indices.is_empty() && signature.args.iter().any(is_float);
    if !is_float(&signature.result) || keeps {
        return vec![Bindings::default()];
    }
    let target = |(id, _)| {
        let mut bound = Bindings::default();
        let fits = signature.result.matches(id, &instance.sorts, &mut bound);
        fits.then_some(bound)
    };
    instance.sorts.iter().filter_map(target).collect()
}

/// All tuples of sorts that match the patterns.
fn tuples(
    instance: &Instance<'_>,
    sorts: &[SortId],
    patterns: &[Pattern],
    bound: Vec<Bindings>,
) -> Vec<(Vec<SortId>, Bindings)> {
    let start = bound.into_iter().map(|bound| (Vec::new(), bound)).collect();
    patterns.iter().fold(start, |tuples: Vec<_>, pattern| {
        let longer = tuples.iter().flat_map(|(tuple, bound)| {
            sorts.iter().filter_map(move |sort| {
                let (mut tuple, mut bound) = (tuple.clone(), Bindings::clone(bound));
                tuple.push(*sort);
                let fits = pattern.matches(*sort, &instance.sorts, &mut bound);
                fits.then_some((tuple, bound))
            })
        });
        longer.collect()
    })
}

/// Indices within their ranges, often at the ends, and existing sorts. `None` if a range is empty.
pub(crate) fn indices(instance: &mut Instance<'_>, op: Op, bound: &Bindings) -> Option<Vec<u32>> {
    let mut bound = bound.clone();
    let mut chosen = Vec::new();
    for index in &instance.ops.signature(op).indices {
        let value = match index {
            Index::Number(bounds) => {
                let (low, high) = bounds.range(&bound)?;
                match instance.rng.below(3) {
                    0 => low,
                    1 => high,
                    _ => instance.rng.range(low, high),
                }
            }
            Index::Sort(pattern) => {
                let fits = |id: &SortId| pattern.matches(*id, &instance.sorts, &mut bound.clone());
                let ids = instance.sorts.iter().map(|(id, _)| id).filter(fits);
                instance.rng.pick(&ids.collect::<Vec<SortId>>())?.0
            }
        };
        index.bind(value, &instance.sorts, &mut bound);
        chosen.push(value);
    }
    Some(chosen)
}

/// Applications of free and defined functions with arguments of every sort.
pub(crate) fn functions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    seeds(tested, failures, SEEDS * 5, |seed| {
        let mut instance = tested.open(seed, &[])?;
        let pool = Pool::new(&mut instance)?;
        let arity = 1 + instance.rng.index(3);
        let mut draw = || instance.rng.pick(&pool.sorts).copied().unwrap_or(SortId(0));
        let domain: Vec<SortId> = (0..arity).map(|_| draw()).collect();
        let codomain = draw();
        let free = instance.function("f", &domain, codomain)?;
        instance.check_sort(free)?;
        let args = domain.iter().map(|s| pool.term(&mut instance, *s));
        let args = args.collect::<Attempt<Vec<TermId>>>()?;
        let apply = |instance: &mut Instance<'_>, function, args: &[TermId]| {
            let all: Vec<TermId> = [&[function], args].concat();
            let term = instance.term(op::UF_APPLY, &all, &[])?;
            instance.check_sort(term)?;
            Ok::<_, Stop>(term)
        };
        apply(&mut instance, free, &args)?;

        let params = domain.iter().enumerate();
        let params = params.map(|(n, s)| instance.variable(*s, &format!("x{n}")));
        let params = params.collect::<Attempt<Vec<TermId>>>()?;
        let body = apply(&mut instance, free, &params)?;
        let defined = instance.define("g", &params, body)?;
        instance.check_sort(defined)?;
        let term = apply(&mut instance, defined, &args)?;
        instance.assert_equal(term, term)
    });
}

/// Quantifiers over every sort, and nested quantifiers.
pub(crate) fn quantifiers(tested: &TestedSolver<'_>, failures: &mut Failures) {
    seeds(tested, failures, SEEDS * 5, |seed| {
        let mut instance = tested.open(seed, &[])?;
        let pool = Pool::new(&mut instance)?;
        let mut body = None;
        for level in 0..2 {
            let count = 1 + instance.rng.index(3);
            let mut args = Vec::new();
            for n in 0..count {
                let sort = instance.rng.pick(&pool.sorts).copied().unwrap_or(SortId(0));
                // The symbol is used again, because variables are distinguished by their ids.
                let symbol = match instance.rng.coin() {
                    true => "x",
                    false => ["y", "z", "c0"][n],
                };
                let variable = instance.variable(sort, symbol)?;
                instance.check_sort(variable)?;
                let constant = pool.term(&mut instance, sort)?;
                let equal = instance.term(op::EQUAL, &[variable, constant], &[])?;
                body = Some(match body {
                    None => equal,
                    Some(before) => instance.term(op::OR, &[before, equal], &[])?,
                });
                args.push(variable);
            }
            args.extend(body);
            let op = [op::FORALL, op::EXISTS][(seed + level) as usize % 2];
            let term = instance.term(op, &args, &[])?;
            instance.inspect(term)?;
            body = Some(term);
        }
        instance.assert(body.unwrap_or(TermId(0)))
    });
}

/// Values that are written can be read back.
pub(crate) fn read_values(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let sorts = [Sort::Bool, Sort::Int, Sort::Real, Sort::String];
    for sort in sorts.into_iter().chain(sized_sorts()) {
        for seed in 0..5 {
            failures.attempt(&|| format!("{sort:?} (seed {seed})"), || {
                // All values are made in one instance, because making an instance takes longer than
                // making values.
                let mut instance = tested.open(seed, &[])?;
                for value in edge_values(&sort).iter().flat_map(|value| [value; 4]) {
                    let term = instance.value(value)?;
                    instance.check_sort(term)?;
                    let read = instance.call().read_value(term)?;
                    ensure(read.as_ref().is_none_or(|r| r == value), || {
                        format!("{value} is read back as {read:?}")
                    })?;
                }
                Ok(())
            });
        }
    }
}

/// Options that no solver has are rejected with `Error::Option`.
pub(crate) fn unknown_options(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, &[])?;
        for name in ["no-such-option-anywhere", "", "\0"] {
            let refused = instance.solver.set_option(name, "true");
            ensure(matches!(refused, Err(Error::Option(_))), || {
                format!("option '{name}' gives {refused:?}")
            })?;
        }
        Ok(())
    });
}

/// Invalid calls, which damaged traces may contain, are rejected.
pub(crate) fn errors(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let (sort, term) = (SortId(77), TermId(99));
    let rejected = |what: &str, result: Result<(), Error>| {
        ensure(matches!(result, Err(Error::Rejected(_))), || {
            format!("{what} gives {result:?} instead of being rejected")
        })
    };
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, &[])?;
        let bool_sort = instance.sort(Sort::Bool)?;
        let yes = instance.value(&Value::Bool(true))?;
        let s = instance.call();
        let two = &[yes, term];
        rejected("a constant", s.mk_const(TermId(50), sort, "x"))?;
        rejected("a variable", s.mk_var(TermId(50), sort, "x"))?;
        let array = Sort::Array(sort, bool_sort);
        rejected(
            "a term",
            s.mk_term(TermId(50), op::AND, two, &[], bool_sort),
        )?;
        rejected("a sort", s.mk_sort(SortId(50), &array))?;
        rejected("an assertion", s.assert_formula(term))?;
        rejected("assumptions", s.check_sat_assuming(two).map(|_| ()))?;
        rejected("the sort", s.sort_of(term).map(|_| ()))?;
        ensure(s.pop(3).is_err(), || "pop succeeds without push")?;
        // These calls may succeed or fail, but must not crash.
        let _ = s.mk_term(TermId(51), op::AND, &[], &[], bool_sort);
        let _ = s.mk_term(TermId(52), op::BV_EXTRACT, &[yes], &[], bool_sort);
        let _ = s.mk_term(TermId(53), op::UF_APPLY, &[], &[], bool_sort);
        let _ = s.mk_term(TermId(54), op::FORALL, &[], &[], bool_sort);
        let _ = s.mk_term(TermId(55), Op(60_000), &[yes], &[], bool_sort);
        instance.assert(yes)
    });
}
