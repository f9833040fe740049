//! Common parts of the cases: the solver under test, an open instance, and the failures.

use murxla_fsm::action::Context;
use murxla_fsm::eval;
use murxla_fsm::op::{self, Op, Ops};
use murxla_fsm::profile::{Defect, Kinds, PlaceRestrictions, Profile, Restrictions};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Answer, Error, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::value::Value;
use murxla_fsm::wrapper::Wrapper;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The seeds with which each application is made. There are enough for all overloads of API
/// functions.
pub(crate) const SEEDS: u32 = 20;

/// The options of an instance for several checks and models.
pub(crate) const INCREMENTAL: &[(&str, &str)] =
    &[("incremental", "true"), ("produce-models", "true")];

/// The failures of a case.
#[derive(Default)]
pub(crate) struct Failures(pub(crate) Vec<String>);

impl Failures {
    /// Runs a part of a case, and records its failure together with a description of the part.
    pub(crate) fn attempt(&mut self, what: &dyn Fn() -> String, part: impl FnOnce() -> Attempt) {
        if let Err(Stop::Failed(message)) = part() {
            self.0.push(format!("{}: {message}", what()));
        }
    }
}

/// Why a part of a case ended early.
pub(crate) enum Stop {
    /// The solver lacks a feature that this part needs.
    Skipped,
    /// The solver or its wrapper is wrong.
    Failed(String),
}

pub(crate) type Attempt<T = ()> = Result<T, Stop>;

/// The result of an attempt, or `None` if the solver lacks a feature.
pub(crate) fn unless_skipped<T>(attempt: Attempt<T>) -> Attempt<Option<T>> {
    match attempt {
        Ok(thing) => Ok(Some(thing)),
        Err(Stop::Skipped) => Ok(None),
        Err(failed) => Err(failed),
    }
}

/// Runs a part of a case with each seed.
pub(crate) fn each_seed(
    tested: &TestedSolver<'_>,
    failures: &mut Failures,
    part: impl Fn(u32) -> Attempt,
) {
    seeds(tested, failures, SEEDS, part);
}

/// Runs a part of a case with so many seeds, on an old release with a share of them.
pub(crate) fn seeds(
    tested: &TestedSolver<'_>,
    failures: &mut Failures,
    count: u32,
    part: impl Fn(u32) -> Attempt,
) {
    for seed in 0..tested.share(count) {
        failures.attempt(&|| format!("seed {seed}"), || part(seed));
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(_) => Stop::Skipped,
            other => Stop::Failed(other.to_string()),
        }
    }
}

pub(crate) fn ensure<S: Into<String>>(holds: bool, message: impl FnOnce() -> S) -> Attempt {
    match holds {
        true => Ok(()),
        false => Err(Stop::Failed(message().into())),
    }
}

/// The solver under test.
pub(crate) struct TestedSolver<'a> {
    pub(crate) name: &'static str,
    pub(crate) wrapper: &'static dyn Wrapper,
    pub(crate) version: String,
    pub(crate) profile: Profile,
    pub(crate) loaded: &'a dyn Loaded,
    pub(crate) ops: Ops,
    /// Exclusions by the profile.
    pub(crate) restrictions: Restrictions,
    /// Whether it is the default release.
    pub(crate) is_default: bool,
}

impl<'a> TestedSolver<'a> {
    pub(crate) fn new(
        wrapper: &'static dyn Wrapper,
        library: Option<&Path>,
        loaded: &'a dyn Loaded,
        is_default: bool,
    ) -> Self {
        let texts = [(wrapper.name(), wrapper.profile_with(library))];
        let (profile, version) = (Profile::load(texts).unwrap(), loaded.version());
        let mut context = Context::new(wrapper, loaded, &profile);
        let defects = profile.defects_of(&version);
        context.exclude_known_defects(defects.filter(|defect| defect.theory.is_some()));
        Self {
            name: wrapper.name(),
            wrapper,
            version,
            profile,
            loaded,
            ops: context.ops,
            restrictions: context.restrictions,
            is_default,
        }
    }
}

impl TestedSolver<'_> {
    /// Opens an instance with these options. The seeds of its calls are drawn from `seed`.
    pub(crate) fn open(&self, seed: u32, options: &[(&str, &str)]) -> Attempt<Instance<'_>> {
        let mut instance = Instance {
            solver: self.loaded.open()?,
            ops: &self.ops,
            profile: &self.profile,
            version: &self.version,
            restrictions: &self.restrictions,
            loaded: self.loaded,
            sorts: Sorts::default(),
            next_sort: 1,
            next_term: 1,
            term_sorts: Vec::new(),
            named: BTreeMap::new(),
            rng: Rng::new(u64::from(seed)),
        };
        for (name, value) in options {
            match instance.call().set_option(name, value) {
                Err(Error::Option(_)) => return Err(Stop::Skipped),
                other => other?,
            }
        }
        Ok(instance)
    }

    /// All of a number of seeds or applications, or a quarter on an old release.
    pub(crate) fn share(&self, all: u32) -> u32 {
        match self.is_default {
            true => all,
            false => all.div_ceil(4),
        }
    }

    /// The known defect of the operator in this release, if there is one.
    pub(crate) fn defect(&self, op: Op) -> Option<&Defect> {
        self.profile.defect(self.ops.row(op).name, &self.version)
    }

    /// Whether the library has the operator, and the operator's theories have no known defect.
    pub(crate) fn supports(&self, op: Op) -> bool {
        let theory = Some(self.ops.row(op).theory);
        let mut defects = self.profile.defects_of(&self.version);
        self.loaded.supports(op) && defects.all(|defect| defect.theory != theory)
    }

    pub(crate) fn solves(&self) -> bool {
        let answer = || {
            let mut instance = self.open(0, &[])?;
            let yes = instance.value(&Value::Bool(true))?;
            instance.assert(yes)?;
            instance.check()
        };
        matches!(answer(), Ok(Answer::Sat))
    }
}

/// An open instance, with the data that the instance state has in a real run.
pub(crate) struct Instance<'a> {
    pub(crate) solver: Box<dyn Solver>,
    pub(crate) ops: &'a Ops,
    pub(crate) profile: &'a Profile,
    pub(crate) version: &'a str,
    pub(crate) restrictions: &'a Restrictions,
    pub(crate) loaded: &'a dyn Loaded,
    pub(crate) sorts: Sorts,
    pub(crate) next_sort: u32,
    pub(crate) next_term: u32,
    pub(crate) term_sorts: Vec<SortId>,
    /// The terms that texts refer to: constants, variables and functions by their symbols.
    pub(crate) named: BTreeMap<String, TermId>,
    pub(crate) rng: Rng,
}

impl Instance<'_> {
    /// The solver, for one call. Begins the call, as the run loop does before each call.
    pub(crate) fn call(&mut self) -> &mut dyn Solver {
        let seed = self.rng.below(100_000) as u32;
        self.solver.begin(seed);
        &mut *self.solver
    }

    pub(crate) fn next_term(&mut self, sort: SortId) -> TermId {
        let term = TermId(self.next_term);
        self.next_term += 1;
        self.term_sorts.push(sort);
        term
    }

    /// The predicted sort of a term that was made by this instance.
    pub(crate) fn predicted(&self, term: TermId) -> SortId {
        self.term_sorts[term.0 as usize - 1]
    }

    pub(crate) fn is_of(&self, sort: SortId, kinds: Kinds) -> bool {
        let known = self.sorts.get(sort);
        known.is_some_and(|sort| kinds.has(sort.kind()))
    }

    /// Whether arguments of the operator must be values.
    pub(crate) fn takes_values(&self, op: Op) -> bool {
        self.profile.takes_values(self.ops.row(op).name)
    }

    /// The id of a sort whose components are named.
    pub(crate) fn sort(&mut self, sort: Sort) -> Attempt<SortId> {
        if let Some(id) = self.sorts.find(&sort) {
            return Ok(id);
        }
        let PlaceRestrictions {
            array_index,
            domain,
            codomain,
            ..
        } = self.restrictions.places;
        if match &sort {
            Sort::Array(index, _) => self.is_of(*index, array_index),
            Sort::Fun(args, result) => {
                args.iter().any(|arg| self.is_of(*arg, domain)) || self.is_of(*result, codomain)
            }
            Sort::Fp(exponent, significand) => {
                let defects = self.profile.defects_of(self.version);
                let mut right = defects.map(Defect::right_formats);
                right.any(|right| !right.is_empty() && !right.contains(&(*exponent, *significand)))
            }
            _ => false,
        } || self.restrictions.sorts.has(sort.kind())
        {
            return Err(Stop::Skipped);
        }
        let id = SortId(self.next_sort);
        self.next_sort += 1;
        self.call().mk_sort(id, &sort)?;
        self.sorts.insert(id, sort);
        Ok(id)
    }

    /// Those of these sorts that the solver supports.
    pub(crate) fn supported(
        &mut self,
        sorts: impl IntoIterator<Item = Sort>,
    ) -> Attempt<Vec<SortId>> {
        let ids = sorts
            .into_iter()
            .map(|sort| unless_skipped(self.sort(sort)));
        ids.filter_map(Result::transpose).collect()
    }

    pub(crate) fn constant(&mut self, sort: SortId, symbol: &str) -> Attempt<TermId> {
        let term = self.next_term(sort);
        self.call().mk_const(term, sort, symbol)?;
        self.name(symbol, term);
        Ok(term)
    }

    pub(crate) fn constants<const N: usize>(
        &mut self,
        sort: SortId,
        symbols: [&str; N],
    ) -> Attempt<[TermId; N]> {
        let mut terms = [TermId(0); N];
        for (term, symbol) in terms.iter_mut().zip(symbols) {
            *term = self.constant(sort, symbol)?;
        }
        Ok(terms)
    }

    /// A free function.
    pub(crate) fn function(
        &mut self,
        symbol: &str,
        domain: &[SortId],
        codomain: SortId,
    ) -> Attempt<TermId> {
        let sort = self.sort(Sort::Fun(domain.into(), codomain))?;
        self.constant(sort, symbol)
    }

    pub(crate) fn variable(&mut self, sort: SortId, symbol: &str) -> Attempt<TermId> {
        if self.is_of(sort, self.restrictions.places.var) {
            return Err(Stop::Skipped);
        }
        let term = self.next_term(sort);
        self.call().mk_var(term, sort, symbol)?;
        self.name(symbol, term);
        Ok(term)
    }

    pub(crate) fn variables(&mut self, sort: SortId, symbols: &[&str]) -> Attempt<Vec<TermId>> {
        let variables = symbols.iter().map(|symbol| self.variable(sort, symbol));
        variables.collect()
    }

    pub(crate) fn value(&mut self, value: &Value) -> Attempt<TermId> {
        let sort = match value {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bv(bv) => Sort::Bv(bv.width()),
            Value::Fp(fp) => Sort::Fp(fp.format().exponent, fp.format().significand),
            Value::Rm(_) => Sort::Rm,
            Value::String(_) => Sort::String,
            Value::Ff(ff) => Sort::Ff(Arc::clone(ff.size())),
            Value::Seq(elements) => return self.sequence(elements),
            _ => return Err(Stop::Skipped),
        };
        let sort = self.sort(sort)?;
        let term = self.next_term(sort);
        self.call().mk_value(term, sort, value)?;
        Ok(term)
    }

    /// A sequence with these elements, which have one sort. The empty sequence is one of integers.
    pub(crate) fn sequence(&mut self, elements: &[Value]) -> Attempt<TermId> {
        let elements = elements.iter().map(|element| self.value(element));
        let elements = elements.collect::<Attempt<Vec<TermId>>>()?;
        let sort = match elements.first() {
            Some(element) => self.predicted(*element),
            None => self.sort(Sort::Int)?,
        };
        self.sequence_of(sort, &elements)
    }

    /// A sequence of terms of this sort.
    pub(crate) fn sequence_of(&mut self, element: SortId, elements: &[TermId]) -> Attempt<TermId> {
        let units = elements.iter().map(|e| self.term(op::SEQ_UNIT, &[*e], &[]));
        let units = units.collect::<Attempt<Vec<TermId>>>()?;
        match units[..] {
            [] => {
                let sort = self.sort(Sort::Seq(element))?;
                let term = self.next_term(sort);
                let empty = Value::Seq([].into());
                self.call()
                    .mk_special_value(term, sort, "seq.empty", Some(&empty))?;
                Ok(term)
            }
            [unit] => Ok(unit),
            _ => self.term(op::SEQ_CONCAT, &units, &[]),
        }
    }

    pub(crate) fn define(
        &mut self,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Attempt<TermId> {
        let domain = params.iter().map(|p| self.predicted(*p)).collect();
        let sort = self.sort(Sort::Fun(domain, self.predicted(body)))?;
        let term = self.next_term(sort);
        self.call().mk_fun(term, sort, symbol, params, body)?;
        self.name(symbol, term);
        Ok(term)
    }

    /// Makes an application. Fails if the signature does not allow it, which is a bug in the suite.
    pub(crate) fn term(&mut self, op: Op, args: &[TermId], indices: &[u32]) -> Attempt<TermId> {
        if !self.loaded.supports(op) {
            return Err(Stop::Skipped);
        }
        let sorts: Vec<SortId> = args.iter().map(|a| self.predicted(*a)).collect();
        let restrictions = &self.restrictions.ops;
        for rules in [&restrictions.kinds, &restrictions.constant] {
            let refused = rules.get(&op).copied().unwrap_or_default();
            if sorts.iter().any(|sort| self.is_of(*sort, refused)) {
                return Err(Stop::Skipped);
            }
        }
        let (name, signature) = (self.ops.row(op).name, self.ops.signature(op));
        let sort = signature.infer(&self.sorts, &sorts, indices);
        let sort = sort.map_err(|e| Stop::Failed(format!("{name}: {e}")))?;
        let sort = self.sort(sort)?;
        let term = self.next_term(sort);
        self.call().mk_term(term, op, args, indices, sort)?;
        Ok(term)
    }

    pub(crate) fn assert(&mut self, formula: TermId) -> Attempt {
        Ok(self.call().assert_formula(formula)?)
    }

    pub(crate) fn assert_not(&mut self, formula: TermId) -> Attempt {
        self.assert_term(op::NOT, &[formula])
    }

    pub(crate) fn assert_equal(&mut self, a: TermId, b: TermId) -> Attempt {
        self.assert_term(op::EQUAL, &[a, b])
    }

    /// Asserts an application.
    pub(crate) fn assert_term(&mut self, op: Op, args: &[TermId]) -> Attempt {
        let formula = self.term(op, args, &[])?;
        self.assert(formula)
    }

    pub(crate) fn check(&mut self) -> Attempt<Answer> {
        Ok(self.call().check_sat()?)
    }

    /// Checks satisfiability and expects this answer.
    pub(crate) fn expect(&mut self, expected: Answer) -> Attempt {
        expect_answer(self.check()?, expected)
    }

    /// Checks satisfiability and expects this answer or `unknown`.
    pub(crate) fn expect_or_unknown(&mut self, expected: Answer, what: &str) -> Attempt {
        let answer = self.check()?;
        ensure([expected, Answer::Unknown].contains(&answer), || {
            format!("answers {} for {what}", answer.name())
        })
    }

    pub(crate) fn check_assuming(&mut self, assumptions: &[TermId]) -> Attempt<Answer> {
        Ok(self.call().check_sat_assuming(assumptions)?)
    }

    /// Compares values in the model with the expected values if both are known. Returns how many
    /// were compared.
    pub(crate) fn compare<'v>(
        &mut self,
        made: impl Iterator<Item = (TermId, Option<&'v Value>)>,
    ) -> Attempt<usize> {
        let (terms, expected): (Vec<TermId>, Vec<_>) = made.unzip();
        let read = self.call().get_value(&terms)?;
        let mut compared = 0;
        for ((term, expected), read) in terms.iter().zip(expected).zip(read) {
            if let (Some(expected), Some(read)) = (expected, read) {
                compared += 1;
                ensure(eval::equal(&read, expected) == Some(true), || {
                    format!("{term} has the value {read}, not {expected}")
                })?;
            }
        }
        Ok(compared)
    }

    /// Compares values as `compare` does. More than half of them must be known.
    pub(crate) fn compare_most<'v>(
        &mut self,
        made: impl ExactSizeIterator<Item = (TermId, Option<&'v Value>)>,
    ) -> Attempt {
        let count = made.len();
        let compared = self.compare(made)?;
        ensure(compared * 2 > count, || {
            format!("{compared} of {count} values were compared")
        })
    }

    /// Checks the sort of a term, and counts its children.
    pub(crate) fn inspect(&mut self, term: TermId) -> Attempt {
        self.check_sort(term)?;
        unless_skipped(self.call().term_get_children(term).map_err(Stop::from))?;
        Ok(())
    }

    /// Compares the solver's sort of a term with the predicted sort.
    pub(crate) fn check_sort(&mut self, term: TermId) -> Attempt {
        let predicted = self.sorts.view(self.predicted(term));
        let actual = self.call().sort_of(term)?;
        ensure(actual == predicted, || {
            format!("has sort {actual}, not {predicted}")
        })
    }
}

pub(crate) fn expect_answer(answer: Answer, expected: Answer) -> Attempt {
    ensure(answer == expected, || {
        format!("answers {}, not {}", answer.name(), expected.name())
    })
}
