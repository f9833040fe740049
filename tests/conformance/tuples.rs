//! Tuples: operators on values, and laws of tuples.

use crate::suite::{Attempt, Failures, Instance, SEEDS, Stop, TestedSolver, each_seed, ensure};
use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{
    DISTINCT, DT_APPLY_CONS, NULLABLE_SOME, Op, Shape, TUPLE, TUPLE_SELECT, TUPLE_UPDATE,
    TupleContainer, TupleOp,
};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::Value;

/// The number of applications for each seed.
const APPLICATIONS: usize = 60;

/// A term and its value.
pub(crate) type KnownTerm = (TermId, Value);

impl Instance<'_> {
    /// Sorts of tuples: short and long ones, with repeated component sorts, with tuples and with
    /// sets as components.
    fn tuple_sorts(&mut self) -> Attempt<Vec<SortId>> {
        let bool = self.sort(Sort::Bool)?;
        let mut plain = vec![bool];
        plain.extend(self.supported([Sort::Int, Sort::Bv(5), Sort::Real, Sort::String])?);
        let last = *plain.last().unwrap_or(&bool);
        let pair = self.sort(Sort::Tuple([last, plain[0]].into()))?;
        let mut sorts = vec![
            pair,
            self.sort(Sort::Tuple([bool].into()))?,
            self.sort(Sort::Tuple([last, last, last].into()))?,
            self.sort(Sort::Tuple([pair, bool, pair].into()))?,
        ];
        for _ in 0..3 {
            let length = 1 + self.rng.index(5);
            let parts = (0..length).filter_map(|_| self.rng.pick(&plain).copied());
            let tuple = Sort::Tuple(parts.collect());
            sorts.push(self.sort(tuple)?);
        }
        Ok(sorts)
    }

    pub(crate) fn parts(&self, sort: SortId) -> Attempt<Vec<SortId>> {
        match self.sorts.get(sort) {
            Some(Sort::Tuple(parts)) => Ok(parts.to_vec()),
            _ => Err(Stop::Failed(format!("{sort} is not a sort of tuples"))),
        }
    }

    /// A random value, and a term without constants that has this value.
    pub(crate) fn known(&mut self, sort: SortId) -> Attempt<KnownTerm> {
        let value = eval::draw(&self.sorts, sort, &mut self.rng).ok_or(Stop::Skipped)?;
        Ok((self.constructed(sort, &value)?, value))
    }

    /// A literal, or constructors of tuples, nullable values and datatypes applied to literals.
    fn constructed(&mut self, sort: SortId, value: &Value) -> Attempt<TermId> {
        let Value::Dt(cell) = value else {
            return self.value(value);
        };
        let number = cell.constructor();
        let (op, parts, indices) = match self.sorts.get(sort).cloned() {
            Some(Sort::Tuple(parts)) => (TUPLE, parts.to_vec(), Vec::new()),
            Some(Sort::Nullable(_)) if cell.args().is_empty() => {
                return self.special(sort, "nullable.null");
            }
            Some(Sort::Nullable(content)) => (NULLABLE_SOME, vec![content], Vec::new()),
            _ => {
                let parts = self.fields(sort, number as usize)?;
                (DT_APPLY_CONS, parts, vec![sort.0, number])
            }
        };
        let values: Vec<&Value> = cell.args().iter().collect();
        let made = eval::apply(self.ops, op, &indices, &values, &mut Unknown);
        ensure(made.as_ref().is_none_or(|made| made == value), || {
            format!("the evaluator makes {made:?} instead of {value:?}")
        })?;
        let args = parts.into_iter().zip(values);
        let args = args.map(|(part, value)| self.constructed(part, value));
        let args = args.collect::<Attempt<Vec<TermId>>>()?;
        self.term(op, &args, &indices)
    }

    pub(crate) fn applied(
        &mut self,
        op: Op,
        args: &[KnownTerm],
        indices: &[u32],
    ) -> Attempt<KnownTerm> {
        let terms: Vec<TermId> = args.iter().map(|(term, _)| *term).collect();
        let values: Vec<&Value> = args.iter().map(|(_, value)| value).collect();
        let value = eval::apply(self.ops, op, indices, &values, &mut Unknown);
        let term = self.term(op, &terms, indices)?;
        Ok((term, value.ok_or(Stop::Skipped)?))
    }

    /// Up to `most` random places in a tuple of this length.
    pub(crate) fn places(&mut self, length: usize, most: usize) -> Vec<u32> {
        let count = 1 + self.rng.index(most);
        (0..count).map(|_| self.rng.index(length) as u32).collect()
    }

    /// An application to a tuple and to further arguments.
    fn tupling(&mut self, op: Op, tupling: TupleOp, tuple: KnownTerm) -> Attempt<KnownTerm> {
        let parts = self.parts(self.predicted(tuple.0))?;
        let place = self.rng.index(parts.len());
        match tupling {
            TupleOp::Make => {
                let sort = *self.rng.pick(&parts).ok_or(Stop::Skipped)?;
                let other = self.known(sort)?;
                self.applied(op, &[other, tuple], &[])
            }
            TupleOp::Select => self.applied(op, &[tuple], &[place as u32]),
            TupleOp::Update => {
                let value = self.known(parts[place])?;
                self.applied(op, &[tuple, value], &[place as u32])
            }
            TupleOp::Project(_) => {
                let places = self.places(parts.len(), 4);
                self.applied(op, &[tuple], &places)
            }
            TupleOp::Group(_) | TupleOp::Join(_) | TupleOp::Aggregate(_) => Err(Stop::Skipped),
        }
    }
}

/// The operators that the solver has.
fn operators(tested: &TestedSolver<'_>) -> Vec<(Op, TupleOp)> {
    let of_tuples = |op: Op| match tested.ops.signature(op).shape {
        // `relations.rs` tests these.
        Shape::Tuple(
            TupleOp::Project(TupleContainer::Set | TupleContainer::Bag)
            | TupleOp::Group(_)
            | TupleOp::Join(_)
            | TupleOp::Aggregate(_),
        ) => None,
        Shape::Tuple(tupling) if tested.supports(op) => Some((op, tupling)),
        _ => None,
    };
    tested.ops.iter().filter_map(of_tuples).collect()
}

/// Applications have the predicted sorts and the values that the evaluator computes.
pub(crate) fn evaluation(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let mut ops = operators(tested);
    ops.retain(|(op, _)| tested.defect(*op).is_none());
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, &[("produce-models", "true")])?;
        let sorts = instance.tuple_sorts()?;
        let mut made: Vec<KnownTerm> = Vec::new();
        for sort in &sorts {
            made.push(instance.known(*sort)?);
        }
        for _ in 0..APPLICATIONS {
            let (op, tupling) = *instance.rng.pick(&ops).ok_or(Stop::Skipped)?;
            let is_tuple = |made: &&KnownTerm| sorts.contains(&instance.predicted(made.0));
            let known: Vec<KnownTerm> = made.iter().filter(is_tuple).cloned().collect();
            let tuple = instance.rng.pick(&known).cloned().ok_or(Stop::Skipped)?;
            let (term, value) = instance.tupling(op, tupling, tuple)?;
            instance.check_sort(term)?;
            made.push((term, value));
        }
        instance.expect(Answer::Sat)?;
        instance.compare_most(made.iter().map(|(term, value)| (*term, Some(value))))
    });
}

/// Laws that hold for all tuples.
pub(crate) fn answers(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let of_tuples = |op| tested.ops.row(op).theory == Theory::Tuple && tested.supports(op);
    let has_tuples = tested.ops.iter().any(of_tuples);
    for seed in 0..if has_tuples { SEEDS / 4 } else { 0 } {
        for sort in 0..7 {
            let what = || format!("seed {seed}, sort {sort}");
            failures.attempt(&what, || check_laws(tested, seed, sort));
        }
    }
}

fn check_laws(tested: &TestedSolver<'_>, seed: u32, sort: usize) -> Attempt {
    let mut instance = tested.open(seed, &[("incremental", "true")])?;
    let sort = *instance.tuple_sorts()?.get(sort).ok_or(Stop::Skipped)?;
    let parts = instance.parts(sort)?;
    let [a, b] = instance.constants(sort, ["a", "b"])?;
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    for place in 0..parts.len() as u32 {
        of_a.push(instance.term(TUPLE_SELECT, &[a], &[place])?);
        of_b.push(instance.term(TUPLE_SELECT, &[b], &[place])?);
    }
    // A tuple equals the tuple of its components. Updating a component with itself changes nothing.
    let whole = instance.term(TUPLE, &of_a, &[])?;
    let mut pairs = vec![(whole, a)];
    for (place, part) in of_a.iter().enumerate() {
        let same = instance.term(TUPLE_UPDATE, &[a, *part], &[place as u32])?;
        let other = instance.term(TUPLE_UPDATE, &[b, *part], &[place as u32])?;
        let again = instance.term(TUPLE_SELECT, &[other], &[place as u32])?;
        pairs.extend([(same, a), (again, *part)]);
    }
    for (left, right) in pairs {
        let differ = instance.term(DISTINCT, &[left, right], &[])?;
        // The toy answers unknown if there are too many values to try.
        let answer = instance.check_assuming(&[differ])?;
        ensure(answer != Answer::Sat, || format!("{left} is not {right}"))?;
    }
    // Tuples with equal components are equal.
    for (left, right) in of_a.iter().zip(&of_b) {
        instance.assert_equal(*left, *right)?;
    }
    instance.expect_assuming("(= a b)", Answer::Sat)?;
    let differ = instance.read("(distinct a b)")?;
    let answer = instance.check_assuming(&[differ])?;
    ensure(
        answer != Answer::Sat,
        || "tuples with equal components differ",
    )
}
