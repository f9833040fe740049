//! Tuples: all that is applied to them, on values and in formulas.

use super::structure::unless_skipped;
use super::{Attempt, Bench, Failures, SEEDS, Session, Stop, ensure};
use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{DISTINCT, EQUAL, Of, Op, Shape, TUPLE, TUPLE_SELECT, TUPLE_UPDATE, Tupling};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::Value;

/// Applications for each seed.
const APPLICATIONS: usize = 60;

/// A term and its value.
pub(super) type Known = (TermId, Value);

impl Session<'_> {
    /// Sorts of tuples: short, long, with the same part several times, of other tuples and of sets.
    fn tuple_sorts(&mut self) -> Attempt<Vec<SortId>> {
        let bool = self.sort(Sort::Bool)?;
        let mut plain = vec![bool];
        for sort in [Sort::Int, Sort::Bv(5), Sort::Real, Sort::String] {
            plain.extend(unless_skipped(self.sort(sort))?);
        }
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
            let parts = parts.collect();
            sorts.push(self.sort(Sort::Tuple(parts))?);
        }
        Ok(sorts)
    }

    pub(super) fn parts(&self, sort: SortId) -> Attempt<Vec<SortId>> {
        match self.sorts.get(sort) {
            Some(Sort::Tuple(parts)) => Ok(parts.to_vec()),
            _ => Err(Stop::Failed(format!("{sort} is no sort of tuples"))),
        }
    }

    /// A term without constants.
    pub(super) fn known(&mut self, sort: SortId) -> Attempt<Known> {
        let Ok(parts) = self.parts(sort) else {
            let value = eval::draw(&self.sorts, sort, &mut self.rng).ok_or(Stop::Skipped)?;
            return Ok((self.value(&value)?, value));
        };
        let parts = parts.into_iter().map(|part| self.known(part));
        let parts = parts.collect::<Attempt<Vec<Known>>>()?;
        self.applied(TUPLE, &parts, &[])
    }

    pub(super) fn applied(&mut self, op: Op, args: &[Known], indices: &[u32]) -> Attempt<Known> {
        let terms: Vec<TermId> = args.iter().map(|(term, _)| *term).collect();
        let values: Vec<&Value> = args.iter().map(|(_, value)| value).collect();
        let value = eval::apply(self.ops, op, indices, &values, &mut Unknown);
        let term = self.term(op, &terms, indices)?;
        Ok((term, value.ok_or(Stop::Skipped)?))
    }

    /// An application to a tuple, and to what else it takes.
    fn tupling(&mut self, op: Op, tupling: Tupling, tuple: Known) -> Attempt<Known> {
        let parts = self.parts(self.predicted(tuple.0))?;
        let place = self.rng.index(parts.len());
        match tupling {
            Tupling::Make => {
                let sort = *self.rng.pick(&parts).ok_or(Stop::Skipped)?;
                let other = self.known(sort)?;
                self.applied(op, &[other, tuple], &[])
            }
            Tupling::Select => self.applied(op, &[tuple], &[place as u32]),
            Tupling::Update => {
                let value = self.known(parts[place])?;
                self.applied(op, &[tuple, value], &[place as u32])
            }
            Tupling::Project(_) => {
                let count = 1 + self.rng.index(4);
                let places = (0..count).map(|_| self.rng.index(parts.len()) as u32);
                let places: Vec<u32> = places.collect();
                self.applied(op, &[tuple], &places)
            }
            Tupling::Group(_) | Tupling::Join(_) | Tupling::Aggregate(_) => Err(Stop::Skipped),
        }
    }
}

/// The operators that the solver has.
fn operators(bench: &Bench<'_>) -> Vec<(Op, Tupling)> {
    let of_tuples = |op: Op| match bench.ops.signature(op).shape {
        // `relations.rs` has these.
        Shape::Tuple(
            Tupling::Project(Of::Set | Of::Bag)
            | Tupling::Group(_)
            | Tupling::Join(_)
            | Tupling::Aggregate(_),
        ) => None,
        Shape::Tuple(tupling) if bench.supports(op) => Some((op, tupling)),
        _ => None,
    };
    bench.ops.iter().filter_map(of_tuples).collect()
}

/// Applications have the sorts that are predicted and the values that the evaluator computes.
pub(super) fn evaluation(bench: &Bench<'_>, failures: &mut Failures) {
    let mut ops = operators(bench);
    ops.retain(|(op, _)| bench.defect(*op).is_none());
    for seed in 0..SEEDS {
        failures.attempt(&|| format!("seed {seed}"), || {
            let mut session = bench.open(seed, &[("produce-models", "true")])?;
            let sorts = session.tuple_sorts()?;
            let mut made: Vec<Known> = Vec::new();
            for sort in &sorts {
                made.push(session.known(*sort)?);
            }
            for _ in 0..APPLICATIONS {
                let (op, tupling) = *session.rng.pick(&ops).ok_or(Stop::Skipped)?;
                let known = { made.iter() }
                    .filter(|(term, _)| sorts.contains(&session.predicted(*term)))
                    .cloned();
                let known: Vec<Known> = known.collect();
                let tuple = session.rng.pick(&known).cloned().ok_or(Stop::Skipped)?;
                let (term, value) = session.tupling(op, tupling, tuple)?;
                session.check_sort(term)?;
                made.push((term, value));
            }
            session.expect(Answer::Sat)?;
            session.compare_most(made.iter().map(|(term, value)| (*term, Some(value))))
        });
    }
}

/// What holds for all tuples.
pub(super) fn answers(bench: &Bench<'_>, failures: &mut Failures) {
    let has_tuples = bench
        .ops
        .iter()
        .any(|op| bench.ops.row(op).theory == Theory::Tuple && bench.supports(op));
    for seed in 0..if has_tuples { SEEDS / 4 } else { 0 } {
        for sort in 0..7 {
            let what = || format!("seed {seed}, sort {sort}");
            failures.attempt(&what, || truths(bench, seed, sort));
        }
    }
}

fn truths(bench: &Bench<'_>, seed: u32, sort: usize) -> Attempt {
    let mut session = bench.open(seed, &[("incremental", "true")])?;
    let sort = *session.tuple_sorts()?.get(sort).ok_or(Stop::Skipped)?;
    let parts = session.parts(sort)?;
    let [a, b] = [session.constant(sort, "a")?, session.constant(sort, "b")?];
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    for place in 0..parts.len() as u32 {
        of_a.push(session.term(TUPLE_SELECT, &[a], &[place])?);
        of_b.push(session.term(TUPLE_SELECT, &[b], &[place])?);
    }
    // A tuple is that of its parts, and nothing changes where these are put in again.
    let whole = session.term(TUPLE, &of_a, &[])?;
    let mut pairs = vec![(whole, a)];
    for (place, part) in of_a.iter().enumerate() {
        let same = session.term(TUPLE_UPDATE, &[a, *part], &[place as u32])?;
        let other = session.term(TUPLE_UPDATE, &[b, *part], &[place as u32])?;
        let again = session.term(TUPLE_SELECT, &[other], &[place as u32])?;
        pairs.extend([(same, a), (again, *part)]);
    }
    for (left, right) in pairs {
        let differ = session.term(DISTINCT, &[left, right], &[])?;
        // The toy answers unknown where there are too many values to try.
        let answer = session.check_assuming(&[differ])?;
        ensure(answer != Answer::Sat, || format!("{left} is not {right}"))?;
    }
    // Equal parts are equal tuples.
    for (left, right) in of_a.iter().zip(&of_b) {
        let equal = session.term(EQUAL, &[*left, *right], &[])?;
        session.assert(equal)?;
    }
    let equal = session.term(EQUAL, &[a, b], &[])?;
    session.expect_assuming(&[equal], Answer::Sat)?;
    let differ = session.term(DISTINCT, &[a, b], &[])?;
    let answer = session.check_assuming(&[differ])?;
    ensure(answer != Answer::Sat, || {
        "equal parts, but not equal".to_owned()
    })
}
