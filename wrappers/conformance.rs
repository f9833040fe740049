//! What every honest wrapper passes: a suite to run against each solver and each version of it.
//!
//! Operators, values or features that a solver lacks (`Error::Unsupported`, or `Error::Option` when the
//! suite configures an instance), and sorts that the wrapper's profile keeps from an operator, are skipped. Operators that
//! the profile says the release gets wrong must be wrong where each is applied by itself, and are not compared elsewhere;
//! theories that it gets wrong are left out.
//! A wrapper without a solver behind it, which answers `unknown` to
//! everything, runs the structural cases only.

mod answers;
mod collections;
mod datatypes;
mod evaluation;
mod higher_order;
mod languages;
mod models;
mod nullables;
mod patterns;
mod recursion;
mod relations;
mod semantics;
mod structure;
mod tuples;

use murxla_fsm::action::Context;
use murxla_fsm::eval;
use murxla_fsm::loaded::Loaded;
use murxla_fsm::op::{self, Op, Ops};
use murxla_fsm::profile::{Defect, Kinds, Profile, Restrictions};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortView, Sorts};
use murxla_fsm::value::Value;
use murxla_fsm::wrapper::Wrapper;
use std::path::Path;
use std::sync::Arc;

/// Seeds with which each application is made, so that every overload has its turn.
const SEEDS: u32 = 20;

/// Failures of one case beyond this number are only counted.
const SHOWN: usize = 40;

type Case = (&'static str, fn(&Bench<'_>, &mut Failures));

/// Cases that need no answers.
const STRUCTURAL: &[Case] = &[
    ("operators", structure::operators),
    ("functions", structure::functions),
    ("quantifiers", structure::quantifiers),
    ("datatypes", datatypes::operators),
    ("read values", structure::read_values),
    ("errors", structure::errors),
];

/// Cases that need a solver that answers.
const SOLVING: &[Case] = &[
    // Without a solver nobody knows which options there are.
    ("unknown options", structure::unknown_options),
    ("semantics", semantics::table),
    ("evaluation", evaluation::evaluation),
    ("values of datatypes", datatypes::evaluation),
    ("truths of datatypes", datatypes::answers),
    ("values of tuples", tuples::evaluation),
    ("truths of tuples", tuples::answers),
    ("values of nullables", nullables::evaluation),
    ("relations of tuples", relations::evaluation),
    ("model values", answers::model_values),
    ("arrays in models", models::arrays),
    ("functions in models", models::functions),
    ("elements in models", models::elements),
    ("simplification", models::simplify),
    ("levels", answers::levels),
    ("resets", answers::resets),
    ("assumptions", answers::assumptions),
    ("unsat cores", answers::unsat_cores),
    ("unsat assumptions", answers::unsat_assumptions),
    ("defined functions", answers::defined_functions),
    ("closed quantifiers", answers::quantifiers),
    ("sets by comprehension", collections::comprehensions),
    ("patterns", patterns::patterns),
    ("recursion", recursion::recursion),
    ("laws of functions", higher_order::laws),
    ("values of functions", higher_order::values),
    ("arrays by functions", higher_order::arrays),
    ("functions of sets and bags", higher_order::collections),
    ("same calls, same answers", answers::determinism),
];

/// Runs the suite with the library, or with none where the wrapper needs none: the cases whose names have `only`, or
/// one of its parts between commas, in them; all if it is empty.
///
/// # Errors
/// Every failure, one per line, with the case that found it.
pub fn run(wrapper: &dyn Wrapper, library: Option<&Path>, only: &str) -> Result<(), String> {
    let loaded = wrapper.load(library).map_err(|e| e.to_string())?;
    let profile = Profile::load([(wrapper.name(), wrapper.profile_with(library))])?;
    let (mut context, version) = (Context::new(wrapper, &*loaded, &profile), loaded.version());
    let defects = profile.defects_of(&version);
    context.exclude_known_defects(defects.filter(|defect| defect.theory().is_some()));
    let bench = Bench {
        name: wrapper.name(),
        version,
        profile,
        loaded: &*loaded,
        ops: context.ops,
        restrictions: context.restrictions,
    };
    let mut report = Vec::new();
    let mut run_all = |cases: &[Case]| {
        let is_wanted = |(name, _): &&Case| only.split(',').any(|part| name.contains(part));
        for (name, case) in cases.iter().filter(is_wanted) {
            let mut failures = Failures::default();
            case(&bench, &mut failures);
            let hidden = failures.0.len().saturating_sub(SHOWN);
            report.extend(
                failures
                    .0
                    .iter()
                    .take(SHOWN)
                    .map(|f| format!("{name}: {f}")),
            );
            if hidden > 0 {
                report.push(format!("{name}: … and {hidden} more"));
            }
        }
    };
    run_all(STRUCTURAL);
    if bench.solves() {
        run_all(SOLVING);
    }
    if report.is_empty() {
        return Ok(());
    }
    report.insert(0, format!("{} {}", bench.name, bench.version));
    Err(report.join("\n"))
}

/// What went wrong in a case.
#[derive(Default)]
struct Failures(Vec<String>);

impl Failures {
    /// Runs a part of a case, and notes its failure together with what was being tried.
    fn attempt(&mut self, what: &dyn Fn() -> String, part: impl FnOnce() -> Attempt) {
        if let Err(Stop::Failed(message)) = part() {
            self.0.push(format!("{}: {message}", what()));
        }
    }
}

/// Why a part of a case ended early.
enum Stop {
    /// The solver does not have what it needs.
    Skipped,
    /// The solver or its wrapper is wrong.
    Failed(String),
}

type Attempt<T = ()> = Result<T, Stop>;

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(_) => Stop::Skipped,
            other => Stop::Failed(other.to_string()),
        }
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Attempt {
    if holds {
        Ok(())
    } else {
        Err(Stop::Failed(message()))
    }
}

/// A loaded solver on test.
struct Bench<'a> {
    name: &'static str,
    version: String,
    profile: Profile,
    loaded: &'a dyn Loaded,
    ops: Ops,
    /// What the profile leaves out.
    restrictions: Restrictions,
}

impl Bench<'_> {
    /// An instance with options set, whose calls draw their seeds from `seed`.
    fn open(&self, seed: u32, options: &[(&str, &str)]) -> Attempt<Session<'_>> {
        let mut session = Session {
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
            rng: Rng::new(u64::from(seed)),
        };
        for (name, value) in options {
            session.begin();
            match session.solver.set_option(name, value) {
                Err(Error::Option(_)) => return Err(Stop::Skipped),
                other => other?,
            }
        }
        Ok(session)
    }

    /// Why this release gets the operator wrong, if it is known to.
    fn defect(&self, op: Op) -> Option<&Defect> {
        self.profile.defect(self.ops.row(op).name, &self.version)
    }

    /// Whether the library has the operator, and no theory of it that it is known to get wrong.
    fn supports(&self, op: Op) -> bool {
        let theory = Some(self.ops.row(op).theory);
        let mut defects = self.profile.defects_of(&self.version);
        self.loaded.supports(op) && defects.all(|defect| defect.theory() != theory)
    }

    fn solves(&self) -> bool {
        let answer = || {
            let mut session = self.open(0, &[])?;
            let yes = session.value(&Value::Bool(true))?;
            session.assert(yes)?;
            session.check()
        };
        matches!(answer(), Ok(Answer::Sat))
    }
}

/// An open instance, with the bookkeeping that the model does in a real run.
struct Session<'a> {
    solver: Box<dyn Solver>,
    ops: &'a Ops,
    profile: &'a Profile,
    version: &'a str,
    restrictions: &'a Restrictions,
    loaded: &'a dyn Loaded,
    sorts: Sorts,
    next_sort: u32,
    next_term: u32,
    term_sorts: Vec<SortId>,
    rng: Rng,
}

impl Session<'_> {
    /// Announces a call, as the run loop does before each.
    fn begin(&mut self) {
        let seed = self.rng.below(100_000) as u32;
        self.solver.begin(seed);
    }

    fn next_term(&mut self, sort: SortId) -> TermId {
        let term = TermId(self.next_term);
        self.next_term += 1;
        self.term_sorts.push(sort);
        term
    }

    /// The predicted sort of a term made here.
    fn predicted(&self, term: TermId) -> SortId {
        self.term_sorts[term.0 as usize - 1]
    }

    fn is_of(&self, sort: SortId, kinds: Kinds) -> bool {
        self.sorts
            .get(sort)
            .is_some_and(|sort| kinds.has(sort.kind()))
    }

    /// Whether arguments of the operator must be values.
    fn takes_values(&self, op: Op) -> bool {
        self.profile.takes_values(self.ops.row(op).name)
    }

    /// The id of a sort whose components are named.
    fn sort(&mut self, sort: Sort) -> Attempt<SortId> {
        if let Some(id) = self.sorts.find(&sort) {
            return Ok(id);
        }
        let Restrictions {
            array_index,
            domain,
            codomain,
            ..
        } = *self.restrictions;
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
        self.begin();
        self.solver.mk_sort(id, &sort)?;
        self.sorts.insert(id, sort);
        Ok(id)
    }

    fn constant(&mut self, sort: SortId, symbol: &str) -> Attempt<TermId> {
        let term = self.next_term(sort);
        self.begin();
        self.solver.mk_const(term, sort, symbol)?;
        Ok(term)
    }

    fn variable(&mut self, sort: SortId, symbol: &str) -> Attempt<TermId> {
        if self.is_of(sort, self.restrictions.var) {
            return Err(Stop::Skipped);
        }
        let term = self.next_term(sort);
        self.begin();
        self.solver.mk_var(term, sort, symbol)?;
        Ok(term)
    }

    fn value(&mut self, value: &Value) -> Attempt<TermId> {
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
        self.begin();
        self.solver.mk_value(term, sort, value)?;
        Ok(term)
    }

    /// A sequence of values of one sort, made of its elements; of integers where it is empty.
    fn sequence(&mut self, elements: &[Value]) -> Attempt<TermId> {
        let elements = elements.iter().map(|element| self.value(element));
        let elements = elements.collect::<Attempt<Vec<TermId>>>()?;
        let sort = match elements.first() {
            Some(element) => self.predicted(*element),
            None => self.sort(Sort::Int)?,
        };
        self.sequence_of(sort, &elements)
    }

    /// A sequence made of terms of this sort.
    fn sequence_of(&mut self, element: SortId, elements: &[TermId]) -> Attempt<TermId> {
        let units = elements.iter().map(|e| self.term(op::SEQ_UNIT, &[*e], &[]));
        let units = units.collect::<Attempt<Vec<TermId>>>()?;
        match units[..] {
            [] => {
                let sort = self.sort(Sort::Seq(element))?;
                let term = self.next_term(sort);
                let empty = Value::Seq([].into());
                self.begin();
                self.solver
                    .mk_special_value(term, sort, "seq.empty", Some(&empty))?;
                Ok(term)
            }
            [unit] => Ok(unit),
            _ => self.term(op::SEQ_CONCAT, &units, &[]),
        }
    }

    fn define(&mut self, symbol: &str, params: &[TermId], body: TermId) -> Attempt<TermId> {
        let domain = params.iter().map(|p| self.predicted(*p)).collect();
        let sort = self.sort(Sort::Fun(domain, self.predicted(body)))?;
        let term = self.next_term(sort);
        self.begin();
        self.solver.mk_fun(term, sort, symbol, params, body)?;
        Ok(term)
    }

    /// An application; fails if the signature does not allow it, which is a defect of the suite.
    fn term(&mut self, op: Op, args: &[TermId], indices: &[u32]) -> Attempt<TermId> {
        if !self.loaded.supports(op) {
            return Err(Stop::Skipped);
        }
        let sorts: Vec<SortId> = args.iter().map(|a| self.predicted(*a)).collect();
        for rules in [&self.restrictions.ops, &self.restrictions.constant] {
            let refused = rules.get(&op).copied().unwrap_or_default();
            if sorts.iter().any(|sort| self.is_of(*sort, refused)) {
                return Err(Stop::Skipped);
            }
        }
        let sort = self
            .ops
            .signature(op)
            .infer(&self.sorts, &sorts, indices)
            .map_err(|e| Stop::Failed(format!("{}: {e}", self.ops.row(op).name)))?;
        let sort = self.sort(sort)?;
        let term = self.next_term(sort);
        self.begin();
        self.solver.mk_term(term, op, args, indices, sort)?;
        Ok(term)
    }

    fn assert(&mut self, formula: TermId) -> Attempt {
        self.begin();
        Ok(self.solver.assert_formula(formula)?)
    }

    fn check(&mut self) -> Attempt<Answer> {
        self.begin();
        Ok(self.solver.check_sat()?)
    }

    /// Checks, and accepts no other answer.
    fn expect(&mut self, expected: Answer) -> Attempt {
        let answer = self.check()?;
        expect_answer(answer, expected)
    }

    fn expect_assuming(&mut self, assumptions: &[TermId], expected: Answer) -> Attempt {
        self.begin();
        let answer = self.solver.check_sat_assuming(assumptions)?;
        expect_answer(answer, expected)
    }

    fn check_assuming(&mut self, assumptions: &[TermId]) -> Attempt<Answer> {
        self.begin();
        Ok(self.solver.check_sat_assuming(assumptions)?)
    }

    /// Compares values in the model with those that are expected, where both are known; returns how many were.
    fn compare<'v>(
        &mut self,
        made: impl Iterator<Item = (TermId, Option<&'v Value>)>,
    ) -> Attempt<usize> {
        let (terms, expected): (Vec<TermId>, Vec<_>) = made.unzip();
        self.begin();
        let read = self.solver.get_value(&terms)?;
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

    /// Compares values as `compare` does, of which more than half must have been there to compare.
    fn compare_most<'v>(
        &mut self,
        made: impl ExactSizeIterator<Item = (TermId, Option<&'v Value>)>,
    ) -> Attempt {
        let count = made.len();
        let compared = self.compare(made)?;
        ensure(compared * 2 > count, || {
            format!("{compared} of {count} values were compared")
        })
    }

    /// Compares the solver's idea of a term's sort with the prediction.
    fn check_sort(&mut self, term: TermId) -> Attempt {
        let predicted: SortView = self.sorts.view(self.predicted(term));
        self.begin();
        let actual = self.solver.sort_of(term)?;
        ensure(actual == predicted, || {
            format!("has sort {actual}, not {predicted}")
        })
    }
}

fn expect_answer(answer: Answer, expected: Answer) -> Attempt {
    ensure(answer == expected, || {
        format!("answers {}, not {}", answer.name(), expected.name())
    })
}
