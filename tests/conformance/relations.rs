//! Relations and tables: operators applied to sets and bags of tuples with known values.

use crate::suite::{
    Attempt, Failures, Instance, SEEDS, Stop, TestedSolver, ensure, unless_skipped,
};
use crate::tuples::KnownTerm;
use murxla_fsm::op::{Bindings, LAMBDA, Op, Pattern, Shape, TUPLE, TupleContainer, TupleOp};
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{FunTable, Value};
use num_bigint::BigInt;
use std::sync::Arc;

/// The number of applications of each operator.
const APPLICATIONS: u32 = 12;

/// The arguments of operators.
struct Pool {
    /// Sorts of sets and bags of tuples.
    sorts: Vec<SortId>,
    /// The components of tuples, by sort. There are few, so that tuples have components in common.
    parts: Vec<(SortId, Vec<KnownTerm>)>,
}

impl Pool {
    fn new(instance: &mut Instance<'_>) -> Attempt<Self> {
        let (mut parts, mut sorts, mut tuples) = (Vec::new(), Vec::new(), Vec::new());
        for sort in [Sort::Bool, Sort::Int] {
            let sort = instance.sort(sort)?;
            let known = (0..3).map(|_| instance.known(sort));
            parts.push((sort, known.collect::<Attempt<_>>()?));
        }
        let [first, second] = [parts[0].0, parts[1].0];
        let mut rows: Vec<Vec<SortId>> = vec![Vec::new()];
        while let Some(row) = rows.pop() {
            for part in [first, second] {
                let longer = [&row[..], &[part]].concat();
                tuples.push(instance.sort(Sort::Tuple(longer.clone().into()))?);
                if longer.len() < 4 {
                    rows.push(longer);
                }
            }
        }
        for tuple in tuples {
            for sort in [Sort::Set(tuple), Sort::Bag(tuple)] {
                sorts.push(instance.sort(sort)?);
            }
        }
        Ok(Self { sorts, parts })
    }

    /// A set or bag of up to five tuples, or a component of a tuple.
    fn term(&self, instance: &mut Instance<'_>, sort: SortId) -> Attempt<KnownTerm> {
        let element = match instance.sorts.get(sort) {
            Some(Sort::Set(element) | Sort::Bag(element)) => *element,
            Some(Sort::Int) => {
                let value = Value::Int(BigInt::from(1 + instance.rng.below(3)));
                return Ok((instance.value(&value)?, value));
            }
            _ => return Err(Stop::Failed(format!("{sort} is not a sort of relations"))),
        };
        let mut all = instance.empty(sort)?;
        for _ in 0..instance.rng.index(6) {
            let mut member = Vec::new();
            for part in instance.parts(element)? {
                let known = self.parts.iter().find(|(sort, _)| *sort == part);
                let known = known.and_then(|(_, known)| instance.rng.pick(known));
                member.push(known.cloned().ok_or(Stop::Skipped)?);
            }
            let member = instance.applied(TUPLE, &member, &[])?;
            let times = instance.rng.below(3);
            all = instance.with_member(all, member, times)?;
        }
        Ok(all)
    }

    /// An application, if there is one.
    fn application(&self, instance: &mut Instance<'_>, op: Op) -> Attempt<Option<KnownTerm>> {
        let signature = instance.ops.signature(op);
        match signature.shape {
            Shape::Tuple(TupleOp::Project(of)) => {
                return self.projected(instance, op, of).map(Some);
            }
            Shape::Tuple(TupleOp::Group(of)) => return self.grouping(instance, op, of).map(Some),
            Shape::Tuple(TupleOp::Join(of)) => return self.joined(instance, op, of),
            Shape::Tuple(TupleOp::Aggregate(of)) => {
                return unless_skipped(self.aggregate(instance, op, of));
            }
            _ => {}
        }
        let (mut args, mut bound) = (Vec::new(), Bindings::default());
        for pattern in &signature.args {
            let sort = if *pattern == Pattern::Int {
                instance.sort(Sort::Int)?
            } else {
                let fits =
                    |sort: &&SortId| pattern.matches(**sort, &instance.sorts, &mut bound.clone());
                let fitting: Vec<SortId> = self.sorts.iter().filter(fits).copied().collect();
                *instance.rng.pick(&fitting).ok_or(Stop::Skipped)?
            };
            pattern.matches(sort, &instance.sorts, &mut bound);
            args.push(self.term(instance, sort)?);
        }
        if let Some(tuple) = signature.result.missing_element(&instance.sorts, &bound) {
            instance.sort(tuple)?;
        }
        if signature.result.instance(&instance.sorts, &bound).is_none() {
            return Ok(None); // The tuples would be empty.
        }
        instance.applied(op, &args, &[]).map(Some)
    }

    /// A sort of sets or of bags.
    fn sort(&self, instance: &mut Instance<'_>, of: TupleContainer) -> Attempt<SortId> {
        let is_one = |sort: &&SortId| {
            of != TupleContainer::Tuple && of.element(&instance.sorts, **sort).is_some()
        };
        let sorts: Vec<SortId> = self.sorts.iter().filter(is_one).copied().collect();
        instance.rng.pick(&sorts).copied().ok_or(Stop::Skipped)
    }

    fn grouping(
        &self,
        instance: &mut Instance<'_>,
        op: Op,
        of: TupleContainer,
    ) -> Attempt<KnownTerm> {
        let sort = self.sort(instance, of)?;
        let length = of.parts(&instance.sorts, sort).map_or(0, <[SortId]>::len);
        let arg = self.term(instance, sort)?;
        let places = instance.places(length, 2);
        instance.applied(op, &[arg], &places)
    }

    /// `None` if the sorts that were drawn have no component in common.
    fn joined(
        &self,
        instance: &mut Instance<'_>,
        op: Op,
        of: TupleContainer,
    ) -> Attempt<Option<KnownTerm>> {
        let sorts = [self.sort(instance, of)?, self.sort(instance, of)?];
        let parts = sorts.map(|sort| of.parts(&instance.sorts, sort).map(<[SortId]>::to_vec));
        let [Some(left), Some(right)] = parts else {
            return Err(Stop::Skipped);
        };
        let pairs = (0..left.len()).flat_map(|a| (0..right.len()).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.filter(|(a, b)| left[*a] == right[*b]).collect();
        let Some((a, b)) = instance.rng.pick(&pairs).copied() else {
            return Ok(None);
        };
        instance.sort(Sort::Tuple([left, right].concat().into()))?;
        let [left, right] = sorts;
        let args = [self.term(instance, left)?, self.term(instance, right)?];
        instance.applied(op, &args, &[a as u32, b as u32]).map(Some)
    }

    /// For each group, whether the number of its tuples is odd. Skipped if the result is too large
    /// to be computed.
    fn aggregate(
        &self,
        instance: &mut Instance<'_>,
        op: Op,
        of: TupleContainer,
    ) -> Attempt<KnownTerm> {
        let sort = self.sort(instance, of)?;
        let tuple = of.element(&instance.sorts, sort).ok_or(Stop::Skipped)?;
        let length = instance.parts(tuple)?.len();
        let collection = self.term(instance, sort)?;
        let bool = instance.sort(Sort::Bool)?;
        let member = instance.variable(tuple, "t")?;
        let odd = instance.variable(bool, "odd")?;
        let even = instance.not(odd)?;
        let lambda = instance.term(LAMBDA, &[member, odd, even], &[])?;
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
        let start = (instance.value(&Value::Bool(false))?, Value::Bool(false));
        let place = instance.rng.index(length) as u32;
        instance.applied(op, &[function, start, collection], &[place])
    }

    fn projected(
        &self,
        instance: &mut Instance<'_>,
        op: Op,
        of: TupleContainer,
    ) -> Attempt<KnownTerm> {
        let sort = self.sort(instance, of)?;
        let element = of.element(&instance.sorts, sort).ok_or(Stop::Skipped)?;
        let parts = instance.parts(element)?;
        let places = instance.places(parts.len(), 4);
        let chosen = places.iter().map(|place| parts[*place as usize]);
        instance.sort(Sort::Tuple(chosen.collect()))?;
        let arg = self.term(instance, sort)?;
        instance.applied(op, &[arg], &places)
    }
}

/// Whether it is an operator on relations or tables.
fn is_of_relations(tested: &TestedSolver<'_>, op: Op) -> bool {
    let signature = tested.ops.signature(op);
    let of_tuples = |pattern: &Pattern| match pattern {
        Pattern::Set(element) | Pattern::Bag(element) => matches!(**element, Pattern::Tuple(_)),
        _ => false,
    };
    signature.args.iter().any(of_tuples)
}

/// Applications have the predicted sorts and the values that the evaluator computes.
pub(crate) fn evaluation(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let may_be = |op: &Op| {
        let kills = tested.defect(*op).is_some_and(|defect| defect.fatal);
        tested.supports(*op) && !kills && is_of_relations(tested, *op)
    };
    for op in tested.ops.iter().filter(may_be) {
        for seed in 0..SEEDS {
            let what = || format!("{}, seed {seed}", tested.ops.row(op).name);
            failures.attempt(&what, || operator(tested, op, seed));
        }
    }
}

fn operator(tested: &TestedSolver<'_>, op: Op, seed: u32) -> Attempt {
    let mut instance = tested.open(seed, &[("produce-models", "true")])?;
    let pool = Pool::new(&mut instance)?;
    let mut made: Vec<KnownTerm> = Vec::new();
    for _ in 0..APPLICATIONS {
        if let Some((term, value)) = pool.application(&mut instance, op)? {
            instance.check_sort(term)?;
            made.push((term, value));
        }
    }
    instance.expect(Answer::Sat)?;
    let compared = instance.compare(made.iter().map(|(term, value)| (*term, Some(value))))?;
    ensure(compared > 0, || "no value was compared")
}
