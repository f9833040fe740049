//! Relations and tables: operators applied to sets and bags of tuples of known values.

use super::structure::unless_skipped;
use super::{Attempt, Bench, Failures, SEEDS, Session, Stop, ensure};
use crate::conformance::tuples::Known;
use murxla_fsm::eval::special_value;
use murxla_fsm::op::{
    BAG_MAKE, BAG_UNION_DISJOINT, Bindings, LAMBDA, Of, Op, Pattern, SET_INSERT, Shape, Tupling,
};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{FunTable, Value};
use num_bigint::BigInt;
use std::sync::Arc;

/// Applications of each operator.
const APPLICATIONS: u32 = 12;

/// What operators are applied to.
struct Pool {
    /// Sets and bags of tuples.
    sorts: Vec<SortId>,
    /// The parts of tuples, by sort: few, so that they meet.
    parts: Vec<(SortId, Vec<Known>)>,
}

impl Pool {
    fn new(session: &mut Session<'_>) -> Attempt<Self> {
        let (mut parts, mut sorts, mut tuples) = (Vec::new(), Vec::new(), Vec::new());
        for sort in [Sort::Bool, Sort::Int] {
            let sort = session.sort(sort)?;
            let known = (0..3).map(|_| session.known(sort));
            parts.push((sort, known.collect::<Attempt<_>>()?));
        }
        let [first, second] = [parts[0].0, parts[1].0];
        let mut rows: Vec<Vec<SortId>> = vec![Vec::new()];
        while let Some(row) = rows.pop() {
            for part in [first, second] {
                let longer = [&row[..], &[part]].concat();
                tuples.push(session.sort(Sort::Tuple(longer.clone().into()))?);
                if longer.len() < 4 {
                    rows.push(longer);
                }
            }
        }
        for tuple in tuples {
            for sort in [Sort::Set(tuple), Sort::Bag(tuple)] {
                sorts.push(session.sort(sort)?);
            }
        }
        Ok(Self { sorts, parts })
    }

    /// A set or bag of up to five tuples, or one of their parts.
    fn term(&self, session: &mut Session<'_>, sort: SortId) -> Attempt<Known> {
        let (element, name) = match session.sorts.get(sort) {
            Some(Sort::Set(element)) => (*element, "set.empty"),
            Some(Sort::Bag(element)) => (*element, "bag.empty"),
            Some(Sort::Int) => {
                let value = Value::Int(BigInt::from(1 + session.rng.below(3)));
                return Ok((session.value(&value)?, value));
            }
            _ => return Err(Stop::Failed(format!("{sort} is of no relations"))),
        };
        let empty = { session.sorts.get(sort) }.and_then(|sort| special_value(sort, name));
        let mut all = (session.special(sort, name)?, empty.ok_or(Stop::Skipped)?);
        for _ in 0..session.rng.index(6) {
            let mut member = Vec::new();
            for part in session.parts(element)? {
                let known = self.parts.iter().find(|(sort, _)| *sort == part);
                let known = known.and_then(|(_, known)| session.rng.pick(known));
                member.push(known.cloned().ok_or(Stop::Skipped)?);
            }
            let member = session.applied(murxla_fsm::op::TUPLE, &member, &[])?;
            all = if name == "set.empty" {
                session.applied(SET_INSERT, &[all, member], &[])?
            } else {
                let times = Value::Int(BigInt::from(session.rng.below(3)));
                let times = (session.value(&times)?, times);
                let one = session.applied(BAG_MAKE, &[member, times], &[])?;
                session.applied(BAG_UNION_DISJOINT, &[all, one], &[])?
            };
        }
        Ok(all)
    }

    /// An application, where there is one.
    fn application(&self, session: &mut Session<'_>, op: Op) -> Attempt<Option<Known>> {
        let signature = session.ops.signature(op);
        match signature.shape {
            Shape::Tuple(Tupling::Project(of)) => {
                return self.projection(session, op, of).map(Some);
            }
            Shape::Tuple(Tupling::Group(of)) => return self.grouping(session, op, of).map(Some),
            Shape::Tuple(Tupling::Join(of)) => return self.joined(session, op, of),
            Shape::Tuple(Tupling::Aggregate(of)) => {
                return unless_skipped(self.aggregated(session, op, of));
            }
            _ => {}
        }
        let (mut args, mut bound) = (Vec::new(), Bindings::default());
        for pattern in &signature.args {
            let sort = if *pattern == Pattern::Int {
                session.sort(Sort::Int)?
            } else {
                let fits =
                    |sort: &&SortId| pattern.matches(**sort, &session.sorts, &mut bound.clone());
                let fitting: Vec<SortId> = self.sorts.iter().filter(fits).copied().collect();
                *session.rng.pick(&fitting).ok_or(Stop::Skipped)?
            };
            pattern.matches(sort, &session.sorts, &mut bound);
            args.push(self.term(session, sort)?);
        }
        if let Some(tuple) = signature.result.lacks(&session.sorts, &bound) {
            session.sort(tuple)?;
        }
        if signature.result.instance(&session.sorts, &bound).is_none() {
            return Ok(None); // There would be nothing left of the tuples.
        }
        session.applied(op, &args, &[]).map(Some)
    }

    /// A sort of sets or of bags.
    fn sort(&self, session: &mut Session<'_>, of: Of) -> Attempt<SortId> {
        let is_one =
            |sort: &&SortId| of != Of::Tuple && of.element(&session.sorts, **sort).is_some();
        let sorts: Vec<SortId> = self.sorts.iter().filter(is_one).copied().collect();
        session.rng.pick(&sorts).copied().ok_or(Stop::Skipped)
    }

    fn grouping(&self, session: &mut Session<'_>, op: Op, of: Of) -> Attempt<Known> {
        let sort = self.sort(session, of)?;
        let length = of.parts(&session.sorts, sort).map_or(0, <[SortId]>::len);
        let arg = self.term(session, sort)?;
        let count = 1 + session.rng.index(2);
        let places: Vec<u32> = { (0..count).map(|_| session.rng.index(length) as u32) }.collect();
        session.applied(op, &[arg], &places)
    }

    /// `None` if the sorts that were drawn have no part in common.
    fn joined(&self, session: &mut Session<'_>, op: Op, of: Of) -> Attempt<Option<Known>> {
        let sorts = [self.sort(session, of)?, self.sort(session, of)?];
        let parts = sorts.map(|sort| of.parts(&session.sorts, sort).map(<[SortId]>::to_vec));
        let [Some(left), Some(right)] = parts else {
            return Err(Stop::Skipped);
        };
        let pairs = (0..left.len()).flat_map(|a| (0..right.len()).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.filter(|(a, b)| left[*a] == right[*b]).collect();
        let Some((a, b)) = session.rng.pick(&pairs).copied() else {
            return Ok(None);
        };
        session.sort(Sort::Tuple([left, right].concat().into()))?;
        let args = [self.term(session, sorts[0])?, self.term(session, sorts[1])?];
        session.applied(op, &args, &[a as u32, b as u32]).map(Some)
    }

    /// Of each group, whether its tuples are odd in number; skipped if there are more than are computed.
    fn aggregated(&self, session: &mut Session<'_>, op: Op, of: Of) -> Attempt<Known> {
        let sort = self.sort(session, of)?;
        let tuple = of.element(&session.sorts, sort).ok_or(Stop::Skipped)?;
        let length = session.parts(tuple)?.len();
        let collection = self.term(session, sort)?;
        let bool = session.sort(Sort::Bool)?;
        let (member, odd) = (
            session.variable(tuple, "t")?,
            session.variable(bool, "odd")?,
        );
        let even = session.not(odd)?;
        let lambda = session.term(LAMBDA, &[member, odd, even], &[])?;
        let members: Vec<&Value> = match &collection.1 {
            Value::Set(set) => set.members().collect(),
            Value::Bag(bag) => bag.members().map(|(member, _)| member).collect(),
            _ => return Err(Stop::Skipped),
        };
        let mut table = FunTable::constant(Value::Bool(false));
        for member in members {
            for odd in [false, true] {
                table.set(vec![member.clone(), Value::Bool(odd)], Value::Bool(!odd));
            }
        }
        let function = (lambda, Value::Fun(Arc::new(table)));
        let start = (session.value(&Value::Bool(false))?, Value::Bool(false));
        let place = session.rng.index(length) as u32;
        session.applied(op, &[function, start, collection], &[place])
    }

    fn projection(&self, session: &mut Session<'_>, op: Op, of: Of) -> Attempt<Known> {
        let sort = self.sort(session, of)?;
        let element = of.element(&session.sorts, sort).ok_or(Stop::Skipped)?;
        let parts = session.parts(element)?;
        let count = 1 + session.rng.index(4);
        let places: Vec<u32> =
            { (0..count).map(|_| session.rng.index(parts.len()) as u32) }.collect();
        let chosen = places.iter().map(|place| parts[*place as usize]);
        session.sort(Sort::Tuple(chosen.collect()))?;
        let arg = self.term(session, sort)?;
        session.applied(op, &[arg], &places)
    }
}

/// Whether the operator is of relations or tables.
fn is_of_relations(bench: &Bench<'_>, op: Op) -> bool {
    let signature = bench.ops.signature(op);
    let of_tuples = |pattern: &Pattern| match pattern {
        Pattern::Set(element) | Pattern::Bag(element) => matches!(**element, Pattern::Tuple(_)),
        _ => false,
    };
    signature.args.iter().any(of_tuples)
}

/// Applications have the sorts that are predicted and the values that are computed.
pub(super) fn evaluation(bench: &Bench<'_>, failures: &mut Failures) {
    let may_be = |op: &Op| {
        let kills = bench.defect(*op).is_some_and(|defect| defect.fatal);
        bench.supports(*op) && !kills && is_of_relations(bench, *op)
    };
    for op in bench.ops.iter().filter(may_be) {
        for seed in 0..SEEDS {
            let what = || format!("{}, seed {seed}", bench.ops.row(op).name);
            failures.attempt(&what, || operator(bench, op, seed));
        }
    }
}

fn operator(bench: &Bench<'_>, op: Op, seed: u32) -> Attempt {
    let mut session = bench.open(seed, &[("produce-models", "true")])?;
    let pool = Pool::new(&mut session)?;
    let mut made: Vec<Known> = Vec::new();
    for _ in 0..APPLICATIONS {
        if let Some((term, value)) = pool.application(&mut session, op)? {
            session.check_sort(term)?;
            made.push((term, value));
        }
    }
    session.expect(Answer::Sat)?;
    let compared = session.compare(made.iter().map(|(term, value)| (*term, Some(value))))?;
    ensure(compared > 0, || "no value was compared".to_owned())
}
