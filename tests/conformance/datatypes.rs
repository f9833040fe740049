//! Datatypes: declarations of every shape, the operators on datatypes, and laws of datatypes.

use crate::suite::{Attempt, Failures, Instance, SEEDS, Stop, TestedSolver, each_seed, ensure};
use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{
    DISTINCT, DT_APPLY_CONS, DT_APPLY_SEL, DT_APPLY_TESTER, DT_APPLY_UPDATER, DT_MATCH,
    DT_MATCH_BIND_CASE, DT_MATCH_CASE, OR,
};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{
    Constructor, Datatype, Datatypes, Declaration, Field, Selector, Sort, SortId, members,
};
use murxla_fsm::value::Value;
use std::sync::Arc;

/// The number of applications for each seed whose values are compared.
const APPLICATIONS: usize = 40;

type Shape<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a [Field])]);

fn declaration((symbol, params, constructors): &Shape<'_>) -> Declaration {
    let constructors = constructors.iter().map(|(symbol, fields)| Constructor {
        symbol: (*symbol).into(),
        selectors: fields
            .iter()
            .enumerate()
            .map(|(n, field)| Selector {
                symbol: format!("{symbol}-{n}").into(),
                field: field.clone(),
            })
            .collect(),
    });
    Declaration {
        symbol: (*symbol).into(),
        params: params.iter().map(|p| (*p).into()).collect(),
        constructors: constructors.collect(),
    }
}

impl Instance<'_> {
    fn declare(&mut self, shapes: &[Shape<'_>]) -> Attempt<Vec<SortId>> {
        let group = Datatypes::new(shapes.iter().map(declaration).collect());
        self.declared(&Arc::new(group.map_err(Stop::Failed)?))
    }

    fn declared(&mut self, group: &Arc<Datatypes>) -> Attempt<Vec<SortId>> {
        let count = group.members().len() as u32;
        let ids: Vec<SortId> = (0..count).map(|n| SortId(self.next_sort + n)).collect();
        self.next_sort += count;
        self.call().mk_datatypes(&ids, group)?;
        for (id, sort) in ids.iter().zip(members(group)) {
            self.sorts.insert(*id, sort);
        }
        Ok(ids)
    }

    fn instantiated(&mut self, of: SortId, args: &[SortId]) -> Attempt<SortId> {
        match self.sorts.get(of).cloned() {
            Some(Sort::Constructor(constructing)) => self.sort(constructing.instance(args)),
            _ => Err(Stop::Failed(format!("{of} takes no sorts"))),
        }
    }

    /// Datatypes of every shape.
    fn datatypes(&mut self) -> Attempt<Vec<SortId>> {
        let bool = self.sort(Sort::Bool)?;
        let mut plain = vec![bool];
        plain.extend(self.supported([Sort::Int, Sort::Bv(5)])?);
        let last = *plain.last().unwrap_or(&bool);
        let field = |sort| Field::Sort(sort);
        let own = |n| Field::Member(n, Vec::new());
        let mut sorts = Vec::new();
        let colours: [(&str, &[Field]); 3] = [("red", &[]), ("two words", &[]), ("blue", &[])];
        let colour = self.declare(&[("Colour", &[], &colours)])?[0];
        let record = [field(last), field(colour), field(bool)];
        sorts.extend(self.declare(&[("Record", &[], &[("record", &record)])])?);
        // The recursive constructor comes first.
        let cons = [field(plain[plain.len() / 2]), own(0)];
        sorts.extend(self.declare(&[("List", &[], &[("cons", &cons), ("nil", &[])])])?);
        let (tree, forest) = ([field(last), own(1)], [own(0), own(1)]);
        sorts.extend(self.declare(&[
            ("Tree", &[], &[("node", &tree)]),
            ("Forest", &[], &[("more", &forest), ("none", &[])]),
        ])?);
        sorts.push(colour);
        let pair = [Field::Param(1), Field::Param(0)];
        let rest = [Field::Param(0), Field::Member(1, vec![Field::Param(0)])];
        let made = self.declare(&[
            ("Pair", &["A", "B"], &[("pair", &pair), ("neither", &[])]),
            ("Some", &["A"], &[("some", &rest), ("no", &[])]),
        ])?;
        let some = self.instantiated(made[1], &[sorts[1]])?;
        sorts.extend([some, self.instantiated(made[0], &[bool, some])?]);
        if self.loaded.has_codatatypes() {
            let more = [field(bool), own(0)];
            let lazy = declaration(&("Lazy", &[], &[("more", &more), ("end", &[])]));
            let group = Datatypes::codatatypes(vec![lazy]).map_err(Stop::Failed)?;
            sorts.extend(self.declared(&Arc::new(group))?);
        }
        Ok(sorts)
    }

    fn datatype(&self, sort: SortId) -> Attempt<Datatype> {
        match self.sorts.get(sort) {
            Some(Sort::Dt(datatype)) => Ok(datatype.clone()),
            _ => Err(Stop::Failed(format!("{sort} is not a datatype"))),
        }
    }

    pub(crate) fn fields(&self, sort: SortId, constructor: usize) -> Attempt<Vec<SortId>> {
        let fields = self.datatype(sort)?.fields(&self.sorts, constructor);
        fields.ok_or_else(|| Stop::Failed(format!("a field of {sort} has no sort")))
    }

    /// A `match` of `subject`, and its value if the value of the subject is known.
    fn a_match(
        &mut self,
        sort: SortId,
        (subject, value): (TermId, Option<&Value>),
    ) -> Attempt<(TermId, Option<Value>)> {
        let result = self.sort(Sort::Bool)?;
        let count = self.datatype(sort)?.constructors().len();
        // With a default case, some constructors need no case.
        let named = match self.rng.coin() {
            true => count,
            false => self.rng.index(count),
        };
        let (mut all, mut known) = (vec![subject], None);
        for number in 0..=named {
            let is_default = number == named;
            if is_default && named == count {
                break;
            }
            let parts = match is_default {
                true => vec![sort],
                false => self.fields(sort, number)?,
            };
            let (mut args, mut body) = (Vec::new(), None);
            for part in parts {
                let variable = self.variable(part, "v")?;
                if part == result && self.rng.coin() {
                    body = Some((variable, args.len()));
                }
                args.push(variable);
            }
            let (term, its) = match body {
                Some((variable, _)) => (variable, None),
                None => {
                    let (term, value) = self.known(result)?;
                    (term, Some(value))
                }
            };
            let made = match value {
                Some(Value::Dt(cell)) if known.is_none() => Some(cell),
                _ => None,
            };
            if let Some(cell) = made.filter(|c| is_default || c.constructor() == number as u32) {
                known = match body {
                    Some((_, place)) => cell.args().get(place).cloned(),
                    None => its,
                };
            }
            let op = match args.is_empty() {
                true => DT_MATCH_CASE,
                false => DT_MATCH_BIND_CASE,
            };
            args.push(term);
            let indices = [sort.0, number as u32];
            let indices = if is_default { &indices[..1] } else { &indices };
            all.push(self.term(op, &args, indices)?);
        }
        Ok((self.term(DT_MATCH, &all, &[])?, known))
    }
}

/// Every operator on datatypes, applied to a constant of each datatype, has the predicted sort.
pub(crate) fn operators(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, &[])?;
        for sort in instance.datatypes()? {
            let constant = instance.constant(sort, &format!("c{sort}"))?;
            instance.check_sort(constant)?;
            let mut made = vec![instance.known(sort)?.0];
            made.push(instance.a_match(sort, (constant, None))?.0);
            for number in 0..instance.datatype(sort)?.constructors().len() {
                let indices = [sort.0, number as u32];
                made.push(instance.term(DT_APPLY_TESTER, &[constant], &indices)?);
                for (place, part) in instance.fields(sort, number)?.into_iter().enumerate() {
                    let indices = [sort.0, number as u32, place as u32];
                    made.push(instance.term(DT_APPLY_SEL, &[constant], &indices)?);
                    let args = [constant, instance.known(part)?.0];
                    made.push(instance.term(DT_APPLY_UPDATER, &args, &indices)?);
                }
            }
            for term in made {
                instance.inspect(term)?;
                instance.assert_equal(term, term)?;
            }
        }
        Ok(())
    });
}

/// Applications to values have the values that the evaluator computes.
pub(crate) fn evaluation(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, &[("produce-models", "true")])?;
        let sorts = instance.datatypes()?;
        let mut made = Vec::new();
        for _ in 0..APPLICATIONS {
            let sort = instance.rng.pick(&sorts).copied().ok_or(Stop::Skipped)?;
            let (term, value) = instance.known(sort)?;
            let count = instance.datatype(sort)?.constructors().len();
            let number = instance.rng.index(count);
            let parts = instance.fields(sort, number)?;
            let mut indices = vec![sort.0, number as u32];
            let (mut args, mut values) = (vec![term], vec![value]);
            let op = match instance.rng.below(5) {
                0 => {
                    let subject = (term, values.first());
                    made.push(instance.a_match(sort, subject)?);
                    continue;
                }
                1 if !parts.is_empty() => DT_APPLY_SEL,
                2 | 3 if !parts.is_empty() => DT_APPLY_UPDATER,
                _ => DT_APPLY_TESTER,
            };
            if op != DT_APPLY_TESTER {
                let place = instance.rng.index(parts.len());
                indices.push(place as u32);
                if op == DT_APPLY_UPDATER {
                    let (term, value) = instance.known(parts[place])?;
                    args.push(term);
                    values.push(value);
                }
            }
            let known: Vec<&Value> = values.iter().collect();
            let value = eval::apply(instance.ops, op, &indices, &known, &mut Unknown);
            let value = value.filter(|_| tested.defect(op).is_none());
            made.push((instance.term(op, &args, &indices)?, value));
        }
        instance.expect(Answer::Sat)?;
        instance.compare_most(made.iter().map(|(term, value)| (*term, value.as_ref())))
    });
}

/// Laws that hold for every datatype.
pub(crate) fn answers(tested: &TestedSolver<'_>, failures: &mut Failures) {
    for seed in 0..SEEDS / 4 {
        for sort in 0..8 {
            let what = || format!("seed {seed}, datatype {sort}");
            failures.attempt(&what, || check_laws(tested, seed, sort));
        }
    }
}

fn check_laws(tested: &TestedSolver<'_>, seed: u32, sort: usize) -> Attempt {
    let fresh = || -> Attempt<_> {
        let mut instance = tested.open(seed, &[])?;
        let sort = *instance.datatypes()?.get(sort).ok_or(Stop::Skipped)?;
        let constant = instance.constant(sort, "c")?;
        Ok((instance, sort, constant))
    };
    // The toy answers unknown if there are too many values to try.
    let refute = |instance: &mut Instance<'_>| -> Attempt {
        ensure(instance.check()? != Answer::Sat, || "answers sat")
    };
    // Every value is made by some constructor.
    let (mut instance, sort, constant) = fresh()?;
    let count = instance.datatype(sort)?.constructors().len();
    for number in 0..count {
        let is = instance.term(DT_APPLY_TESTER, &[constant], &[sort.0, number as u32])?;
        instance.assert_not(is)?;
    }
    refute(&mut instance)?;
    // No value is made by two constructors.
    if count > 1 {
        let (mut instance, sort, constant) = fresh()?;
        for number in 0..2 {
            let is = instance.term(DT_APPLY_TESTER, &[constant], &[sort.0, number])?;
            instance.assert(is)?;
        }
        refute(&mut instance)?;
    }
    // Constructors are injective. No value of an inductive datatype is a part of itself.
    for number in 0..count {
        let (mut instance, sort, constant) = fresh()?;
        let parts = instance.fields(sort, number)?;
        let (mut made, mut differ) = ([Vec::new(), Vec::new()], Vec::new());
        for (n, part) in parts.iter().enumerate() {
            for (m, args) in made.iter_mut().enumerate() {
                args.push(instance.constant(*part, &format!("p{m}{n}"))?);
            }
            differ.push(instance.term(DISTINCT, &[made[0][n], made[1][n]], &[])?);
        }
        let indices = [sort.0, number as u32];
        let first = instance.term(DT_APPLY_CONS, &made[0], &indices)?;
        if let Some(own) = parts.iter().position(|part| *part == sort) {
            instance.call().push(1)?;
            instance.assert_equal(made[0][own], first)?;
            if instance.datatype(sort)?.group.is_codata() {
                ensure(
                    instance.check()? != Answer::Unsat,
                    || "has no infinite element",
                )?;
            } else {
                refute(&mut instance)?;
            }
            instance.call().pop(1)?;
        }
        let second = instance.term(DT_APPLY_CONS, &made[1], &indices)?;
        instance.assert_equal(first, constant)?;
        instance.assert_equal(second, constant)?;
        let any = match differ[..] {
            [] => continue,
            [only] => only,
            _ => instance.term(OR, &differ, &[])?,
        };
        instance.assert(any)?;
        refute(&mut instance)?;
    }
    Ok(())
}
