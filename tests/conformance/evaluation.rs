//! Random applications to values: the solver gives the same values as the evaluator.

use crate::collections::collection_sorts;
use crate::structure::{edge_values, fields, indices, targets};
use crate::suite::{Attempt, Failures, Instance, Stop, TestedSolver, ensure, unless_skipped};
use murxla_fsm::eval::{self, Partial};
use murxla_fsm::op::{self, BASE, Fold, Op, Pattern, Shape};
use murxla_fsm::profile::{Defect, Expectation, Kinds};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::{Bv, Fp, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::BTreeMap;

/// The number of applications of each operator.
const APPLICATIONS: u32 = 500;

/// The options for several checks of one instance, with models.
const OPTIONS: &[(&str, &str)] = &[("incremental", "true"), ("produce-models", "true")];

/// The number of applications for each check.
const BATCH: u32 = 125;

const WIDTHS: [u32; 14] = [1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64, 65, 128];

/// Floating-point formats in which solvers quickly evaluate thousands of applications.
#[rustfmt::skip]
const FORMATS: [(u32, u32); 9] =
    [(2, 3), (2, 5), (3, 3), (3, 5), (4, 5), (5, 3), (5, 11), (8, 24), (11, 53)];

/// At most this number of wrong values of one operator is printed; the others are counted.
const SHOWN: usize = 3;

/// Applies each operator of the base table, and the solver's extension operators that have an
/// evaluator. Nothing is asserted, so that the values come from the solver's evaluation of terms.
/// The standard leaves division by zero and the contents of arrays and functions to the model. They
/// are read from the model and must be consistent.
pub(crate) fn evaluation(tested: &TestedSolver<'_>, failures: &mut Failures) {
    for op in tested.ops.iter() {
        let own = tested.ops.row(op).eval.is_some();
        let base = op.index() < BASE.len();
        let is_known = eval::UNKNOWN.iter().all(|(unknown, _)| *unknown != op);
        // Other cases test the operators of these theories.
        let others = [Theory::Dt, Theory::Tuple, Theory::Nullable, Theory::Ho];
        let is_own = others.contains(&tested.ops.row(op).theory);
        if tested.supports(op) && is_known && !is_own && (base || own) {
            let name = tested.ops.row(op).name;
            failures.attempt(&|| name.to_owned(), || match tested.defect(op) {
                None => operator(tested, op),
                Some(defect) if defect.fatal => Ok(()),
                Some(defect) => is_wrong(operator(tested, op), defect),
            });
        }
    }
}

/// A known defect of a release must show, or the profile is out of date.
fn is_wrong(outcome: Attempt, known: &Defect) -> Attempt {
    let (wrong, reason) = (matches!(outcome, Err(Stop::Failed(_))), &known.reason);
    ensure(wrong, || {
        format!("no value is wrong, although the profile says: {reason}")
    })
}

fn operator(tested: &TestedSolver<'_>, op: Op) -> Attempt {
    let mut instance = tested.open(u32::from(op.0), OPTIONS)?;
    let domain = Domain::new(&mut instance)?;
    let expectations = tested.profile.expectations(tested.ops.row(op).name);
    let mut tally = Tally::default();
    // A known defect may need all of them to show.
    let applications = match tested.defect(op) {
        Some(_) => APPLICATIONS,
        None => tested.share(APPLICATIONS),
    };
    for _ in 0..applications.div_ceil(BATCH) {
        batch(&mut instance, &domain, op, &expectations, &mut tally)?;
    }
    match expectations.iter().find(|expected| expected.has_no_values) {
        None => ensure(tally.compared > 0, || "no value was compared")?,
        Some(expected) => ensure(tally.compared == 0, || {
            let reason = &expected.reason;
            format!("values were compared, although the profile says: {reason}")
        })?,
    }
    let (wrong, compared) = (tally.wrong.len(), tally.compared);
    ensure(wrong == 0, || {
        let examples = tally.wrong[..wrong.min(SHOWN)].join("; ");
        format!("{wrong} of {compared} wrong: {examples}")
    })
}

#[derive(Default)]
struct Tally {
    compared: usize,
    wrong: Vec<String>,
}

/// A sort, and the terms from which its arguments are made.
struct Source {
    sort: SortId,
    /// Values at which representations change. Empty if the sort has no literals.
    edges: Vec<Value>,
    /// Free constants, if the sort has no literals.
    constants: Vec<TermId>,
}

/// The terms from which arguments are drawn.
#[derive(Default)]
struct Domain {
    sources: Vec<Source>,
    /// Free functions.
    functions: Vec<TermId>,
}

/// A term, with its value if it is known without the solver.
struct Arg {
    term: TermId,
    value: Option<Value>,
}

impl Arg {
    fn known((term, value): (TermId, Value)) -> Self {
        let value = Some(value);
        Self { term, value }
    }
}

struct Application {
    term: TermId,
    /// Set if the result is a language, because a language has no value to read. `term` then says
    /// whether this string is a member of the language.
    member: Option<Value>,
    indices: Vec<u32>,
    args: Vec<Arg>,
}

impl Domain {
    fn new(instance: &mut Instance<'_>) -> Attempt<Self> {
        let plain = [
            Sort::Bool,
            Sort::Int,
            Sort::Real,
            Sort::Uninterpreted("U".into()),
            Sort::String,
        ];
        let mut sorts = Vec::new();
        sorts.extend(instance.supported(plain.into_iter().chain(WIDTHS.map(Sort::Bv)))?);
        let draw = |instance: &mut Instance<'_>, sorts: &[SortId]| {
            instance.rng.pick(sorts).copied().ok_or(Stop::Skipped)
        };
        // Array indices have simple sorts, because all solvers accept these. Elements may be
        // arrays.
        let plain = sorts.clone();
        let formats = FORMATS.map(|(e, s)| Sort::Fp(e, s));
        sorts.extend(instance.supported(formats.into_iter().chain([Sort::Rm]).chain(fields()))?);
        // If half precision is the smallest format, the operator `fp` needs a significand of 10
        // bits.
        let is_made = |(e, s): &(u32, u32)| instance.sorts.find(&Sort::Fp(*e, *s)).is_some();
        let made = FORMATS.into_iter().filter(is_made);
        if made.min_by_key(|(e, s)| e + s) == Some((5, 11)) {
            sorts.extend(unless_skipped(instance.sort(Sort::Bv(10)))?);
        }
        for _ in 0..8 {
            let array = Sort::Array(draw(instance, &plain)?, draw(instance, &sorts)?);
            sorts.extend(unless_skipped(instance.sort(array))?);
        }
        let mut elements = Vec::new();
        for _ in 0..4 {
            elements.push(draw(instance, &plain)?);
        }
        elements.extend(instance.sorts.find(&Sort::Bool));
        elements.extend(instance.sorts.find(&Sort::Bv(2)));
        let collections = collection_sorts(instance, &elements)?;
        let few = &collections[..collections.len().min(2)];
        sorts.extend(collection_sorts(instance, few)?);
        sorts.extend(collections);
        for _ in 0..8 {
            let seq = Sort::Seq(draw(instance, &sorts)?);
            sorts.extend(unless_skipped(instance.sort(seq))?);
        }
        sorts.sort_unstable();
        sorts.dedup();
        let mut domain = Domain::default();
        let languages = instance.supported([Sort::RegLan])?;
        for sort in languages.into_iter().chain(sorts) {
            let known = instance.sorts.get(sort).cloned().unwrap_or(Sort::Bool);
            let mut source = Source {
                sort,
                edges: edge_values(&known),
                constants: Vec::new(),
            };
            if source.edges.is_empty() && known != Sort::RegLan {
                for symbol in [format!("c{sort}0"), format!("c{sort}1")] {
                    source.constants.push(instance.constant(sort, &symbol)?);
                }
            }
            domain.sources.push(source);
        }
        for n in 0..8 {
            let arity = 1 + instance.rng.index(3);
            let params = (0..arity).map(|_| draw(instance, &plain));
            let params: Vec<SortId> = params.collect::<Attempt<_>>()?;
            let result = draw(instance, &plain)?;
            let function = instance.function(&format!("f{n}"), &params, result);
            domain.functions.extend(unless_skipped(function)?);
        }
        Ok(domain)
    }

    fn arg(&self, instance: &mut Instance<'_>, sort: SortId) -> Attempt<Arg> {
        if instance.sorts.get(sort) == Some(&Sort::RegLan) {
            return Ok(Arg::known(instance.language()?));
        }
        let source = self.sources.iter().find(|source| source.sort == sort);
        let source = source.ok_or_else(|| Stop::Failed(format!("no terms of {sort}")))?;
        if let Some(edge) = instance.rng.pick(&source.edges).cloned() {
            let value = match instance.rng.chance(30) {
                true => random_like(instance, edge),
                false => edge,
            };
            return Ok(Arg::known((instance.value(&value)?, value)));
        }
        // There are few different members, so that collections have members in common.
        let member = |instance: &mut Instance<'_>, sort: SortId| {
            let edges = self.sources.iter().find(|source| source.sort == sort);
            let edges = edges.map_or(&[][..], |source| &source.edges[..source.edges.len().min(5)]);
            match instance.rng.pick(edges).cloned() {
                Some(edge) => instance.value(&edge),
                None => Ok(self.arg(instance, sort)?.term),
            }
        };
        if let Some(term) = instance.collection(sort, member)? {
            return Ok(Arg { term, value: None });
        }
        if let Some(Sort::Seq(element)) = instance.sorts.get(sort).cloned()
            && instance.rng.chance(70)
        {
            return self.sequence(instance, element);
        }
        let constant = instance.rng.pick(&source.constants);
        let mut term = *constant.ok_or(Stop::Skipped)?;
        if let Some(Sort::Array(index, element)) = instance.sorts.get(sort).cloned() {
            for _ in 0..instance.rng.index(4) {
                let index = self.arg(instance, index)?.term;
                let element = self.arg(instance, element)?.term;
                term = instance.term(op::ARRAY_STORE, &[term, index, element], &[])?;
            }
        }
        Ok(Arg { term, value: None })
    }

    /// A sequence with few different elements.
    fn sequence(&self, instance: &mut Instance<'_>, element: SortId) -> Attempt<Arg> {
        let letters = [self.arg(instance, element)?, self.arg(instance, element)?];
        let length = instance.rng.index(5);
        let picked = (0..length).filter_map(|_| instance.rng.pick(&letters));
        let picked: Vec<&Arg> = picked.collect();
        let terms: Vec<TermId> = picked.iter().map(|arg| arg.term).collect();
        let values: Option<Vec<Value>> = picked.iter().map(|arg| arg.value.clone()).collect();
        Ok(Arg {
            term: instance.sequence_of(element, &terms)?,
            value: values.map(|values| Value::Seq(values.into())),
        })
    }

    /// A random application. `None` if the operator has none for the sorts that were drawn.
    fn application(&self, instance: &mut Instance<'_>, op: Op) -> Attempt<Option<Application>> {
        let signature = instance.ops.signature(op);
        let targets = targets(instance, op);
        let Some(mut bound) = instance.rng.pick(&targets).cloned() else {
            return Ok(None);
        };
        let mut sorts = Vec::new();
        let mut args = Vec::new();
        if signature.shape == Shape::Apply {
            let function = instance.rng.pick(&self.functions);
            let term = *function.ok_or(Stop::Skipped)?;
            args.push(Arg { term, value: None });
            if let Some(Sort::Fun(domain, _)) = instance.sorts.get(instance.predicted(term)) {
                sorts.extend(domain.iter().copied());
            }
        } else {
            for pattern in &signature.args {
                // Languages are not used as arguments of `=` and `ite`, because not every solver
                // supports that. For example, cvc5 has no values of languages.
                let is_language = |sort: SortId| instance.sorts.get(sort) == Some(&Sort::RegLan);
                let takes_values = instance.takes_values(op);
                let fits = |source: &&Source| {
                    !(takes_values && source.edges.is_empty())
                        && (*pattern == Pattern::RegLan || !is_language(source.sort))
                        && pattern.matches(source.sort, &instance.sorts, &mut bound.clone())
                };
                let fitting: Vec<SortId> =
                    self.sources.iter().filter(fits).map(|s| s.sort).collect();
                let Some(sort) = instance.rng.pick(&fitting).copied() else {
                    return Ok(None);
                };
                pattern.matches(sort, &instance.sorts, &mut bound);
                sorts.push(sort);
            }
            if let (Some(last), true) = (sorts.last().copied(), signature.fold != Fold::None) {
                sorts.extend(std::iter::repeat_n(last, instance.rng.index(3)));
            }
        }
        let Some(indices) = indices(instance, op, &bound) else {
            return Ok(None);
        };
        for sort in sorts {
            let theory = instance.ops.row(op).theory;
            let is_position = matches!(theory, Theory::String | Theory::Seq)
                && instance.sorts.get(sort) == Some(&Sort::Int);
            if is_position && instance.rng.chance(70) {
                let value = Value::Int(BigInt::from(instance.rng.below(9) as i64 - 2));
                args.push(Arg::known((instance.value(&value)?, value)));
            } else {
                args.push(self.arg(instance, sort)?);
            }
        }
        let terms: Vec<TermId> = args.iter().map(|arg| arg.term).collect();
        let mut term = instance.term(op, &terms, &indices)?;
        let mut member = None;
        if signature.result == Pattern::RegLan {
            let (string, value) = instance.string()?;
            term = instance.term(op::STR_IN_RE, &[string, term], &[])?;
            member = Some(value);
        }
        Ok(Some(Application {
            term,
            member,
            indices,
            args,
        }))
    }
}

/// A value of the same sort, of a random magnitude.
fn random_like(instance: &mut Instance<'_>, value: Value) -> Value {
    let rng = &mut instance.rng;
    let size = 1 + rng.index(130);
    let bits = [rng.bits(), rng.bits(), rng.bits()].map(BigUint::from);
    let magnitude = bits
        .iter()
        .fold(BigUint::zero(), |all, word| (all << 64) + word)
        >> (192 - size);
    let magnitude = BigInt::from(magnitude);
    let integer = if rng.coin() { -magnitude } else { magnitude };
    match value {
        Value::Int(_) => Value::Int(integer),
        Value::Real(_) => Value::Real(BigRational::new(integer, BigInt::from(rng.range(1, 100)))),
        Value::Bv(bv) => Value::Bv(Bv::from_int(bv.width(), &integer)),
        Value::Ff(ff) => ff.with(&integer).map_or(Value::Ff(ff), Value::Ff),
        Value::Fp(fp) => {
            let bits = Bv::from_int(fp.format().width(), &integer);
            Value::Fp(Fp::new(fp.format(), bits.unsigned().clone()))
        }
        Value::String(_) => {
            let string = instance.sorts.find(&Sort::String);
            let drawn = string.and_then(|s| eval::draw(&instance.sorts, s, &mut instance.rng));
            drawn.unwrap_or(value)
        }
        other => other,
    }
}

fn batch(
    instance: &mut Instance<'_>,
    domain: &Domain,
    op: Op,
    expectations: &[&Expectation],
    tally: &mut Tally,
) -> Attempt {
    let mut made = Vec::new();
    for _ in 0..BATCH {
        made.extend(domain.application(instance, op)?);
    }
    let is_wrong = |indices: &[u32]| {
        let mut wrong = expectations.iter().filter_map(|e| e.wrong_indices());
        wrong.any(|wrong| wrong == indices)
    };
    made.retain(|application| !is_wrong(&application.indices));
    instance.expect(Answer::Sat)?;
    // Free constants are read last, because the solver may complete its model while it evaluates
    // the applications.
    let mut terms: Vec<TermId> = made.iter().map(|application| application.term).collect();
    let all_args = made.iter().flat_map(|application| &application.args);
    let unknown = all_args.filter(|arg| arg.value.is_none());
    terms.extend(unknown.map(|arg| arg.term));
    let values = instance.call().get_value(&terms)?;
    let read = terms.into_iter().zip(values);
    let read: BTreeMap<TermId, Value> = read.filter_map(|(t, v)| Some((t, v?))).collect();
    let wrong_elements = expectations.iter().filter_map(|e| e.wrong_elements);
    let wrong_elements: Kinds = wrong_elements.collect();
    let is_wrong = |(arg, value): (&Arg, &&Value)| {
        let has_elements = matches!(value, Value::Seq(elements) if !elements.is_empty());
        match instance.sorts.get(instance.predicted(arg.term)) {
            Some(Sort::Seq(element)) => has_elements && instance.is_of(*element, wrong_elements),
            _ => false,
        }
    };
    let applications: Vec<ReadApplication<'_>> = made
        .iter()
        .filter_map(|application| ReadApplication::new(application, &read))
        .filter(|read| !read.made.args.iter().zip(&read.args).any(is_wrong))
        .collect();
    let mut by_zero = ByZero::default();
    for application in &applications {
        if let Some(before) = by_zero.note(op, application) {
            let shown = application.show(instance, op);
            tally.wrong.push(format!("{shown} and elsewhere {before}"));
        }
    }
    for application in &applications {
        let indices = &application.made.indices;
        let mut value = eval::apply(instance.ops, op, indices, &application.args, &mut by_zero);
        if let (Some(string), Some(language)) = (&application.made.member, &value) {
            let args = [string, language];
            value = eval::apply(instance.ops, op::STR_IN_RE, &[], &args, &mut by_zero);
        }
        let Some(value) = value else { continue };
        tally.compared += 1;
        let same = eval::equal(application.read, &value);
        // Equality of arrays and of functions may be unknown.
        if same == Some(false) || same.is_none() && value.is_literal() {
            let shown = application.show(instance, op);
            tally.wrong.push(format!("{shown}, not {value}"));
        }
    }
    Ok(())
}

/// An application whose values were all read from the model.
struct ReadApplication<'a> {
    made: &'a Application,
    args: Vec<&'a Value>,
    read: &'a Value,
}

impl<'a> ReadApplication<'a> {
    fn new(application: &'a Application, values: &'a BTreeMap<TermId, Value>) -> Option<Self> {
        let args = application.args.iter();
        let args = args.map(|arg| arg.value.as_ref().or_else(|| values.get(&arg.term)));
        Some(Self {
            made: application,
            args: args.collect::<Option<_>>()?,
            read: values.get(&application.term)?,
        })
    }

    fn show(&self, instance: &Instance<'_>, op: Op) -> String {
        let args: Vec<String> = self.args.iter().map(ToString::to_string).collect();
        let name = instance.ops.row(op).name;
        let (indices, args, read) = (&self.made.indices, args.join(" "), self.read);
        match &self.made.member {
            None => format!("{name} {indices:?} {args} has the value {read}"),
            Some(string) => format!("{string} is a member of {name} {indices:?} {args}: {read}"),
        }
    }
}

/// The results of division by zero in the model.
#[derive(Default)]
struct ByZero(BTreeMap<(Op, Value), Value>);

impl ByZero {
    /// Records the result of a division by zero. Returns the earlier result of the same division if
    /// it differs.
    fn note(&mut self, op: Op, application: &ReadApplication<'_>) -> Option<Value> {
        let divides = matches!(op, op::INT_DIV | op::INT_MOD | op::REAL_DIV);
        let [dividend, divisor] = application.args[..] else {
            return None;
        };
        let zero = match divisor {
            Value::Int(divisor) => divisor.is_zero(),
            Value::Real(divisor) => divisor.is_zero(),
            _ => false,
        };
        if !divides || !zero {
            return None;
        }
        let known = self.0.entry((op, dividend.clone()));
        let known = known.or_insert_with(|| application.read.clone());
        (known != application.read).then(|| known.clone())
    }
}

impl Partial for ByZero {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        self.0.get(&(op, dividend.clone())).cloned()
    }
}
