//! Sets and bags with few members, to be used as arguments.

use crate::suite::{
    Attempt, Failures, INCREMENTAL, Instance, Stop, TestedSolver, each_seed, ensure,
};
use crate::tuples::KnownTerm;
use murxla_fsm::eval::special_value;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bag, Set, Value};
use num_bigint::BigInt;

impl Instance<'_> {
    /// A special value, given by its name.
    pub(crate) fn special(&mut self, sort: SortId, name: &str) -> Attempt<TermId> {
        let known = self.sorts.get(sort);
        let known = known.and_then(|sort| special_value(sort, name));
        let term = self.next_term(sort);
        self.call()
            .mk_special_value(term, sort, name, known.as_ref())?;
        Ok(term)
    }

    /// The empty set or bag.
    pub(crate) fn empty(&mut self, sort: SortId) -> Attempt<KnownTerm> {
        let known = self.sorts.get(sort).cloned();
        let (name, value) = match known {
            Some(Sort::Set(_)) => ("set.empty", Value::Set(Set::default())),
            Some(Sort::Bag(_)) => ("bag.empty", Value::Bag(Bag::default())),
            _ => return Err(Stop::Failed(format!("{sort} is not a sort of collections"))),
        };
        Ok((self.special(sort, name)?, value))
    }

    /// A set or bag with a further member. A bag gets it `times` times.
    pub(crate) fn with_member(
        &mut self,
        all: KnownTerm,
        member: KnownTerm,
        times: u64,
    ) -> Attempt<KnownTerm> {
        if let Value::Set(_) = all.1 {
            return self.applied(op::SET_INSERT, &[all, member], &[]);
        }
        let times = Value::Int(times.into());
        let times = (self.value(&times)?, times);
        let some = self.applied(op::BAG_MAKE, &[member, times], &[])?;
        self.applied(op::BAG_UNION_DISJOINT, &[all, some], &[])
    }

    /// A set or bag with up to four members, if the sort is one of sets or bags.
    pub(crate) fn collection(
        &mut self,
        sort: SortId,
        mut member: impl FnMut(&mut Self, SortId) -> Attempt<TermId>,
    ) -> Attempt<Option<TermId>> {
        let (element, is_set) = match self.sorts.get(sort) {
            Some(Sort::Set(element)) => (*element, true),
            Some(Sort::Bag(element)) => (*element, false),
            _ => return Ok(None),
        };
        let mut term = self.special(sort, if is_set { "set.empty" } else { "bag.empty" })?;
        for _ in 0..self.rng.index(5) {
            let member = member(self, element)?;
            if is_set {
                term = self.term(op::SET_INSERT, &[term, member], &[])?;
                continue;
            }
            let times = Value::Int(BigInt::from(self.rng.below(5)) - 1);
            let times = self.value(&times)?;
            let one = self.term(op::BAG_MAKE, &[member, times], &[])?;
            term = self.term(op::BAG_UNION_DISJOINT, &[term, one], &[])?;
        }
        Ok(Some(term))
    }
}

/// Some sorts of sets and bags that the solver supports.
pub(crate) fn collection_sorts(
    instance: &mut Instance<'_>,
    elements: &[SortId],
) -> Attempt<Vec<SortId>> {
    let sorts = elements.iter().flat_map(|e| [Sort::Set(*e), Sort::Bag(*e)]);
    instance.supported(sorts)
}

/// `{x + b | x < a}` contains exactly these numbers.
pub(crate) fn comprehensions(tested: &TestedSolver<'_>, failures: &mut Failures) {
    each_seed(tested, failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sort = instance.sort(Sort::Bv(2))?;
        let sets = instance.sort(Sort::Set(sort))?;
        instance.variable(sort, "x")?;
        let number = |n: u64| format!("#b{:02b}", n % 4);
        let (a, b) = (instance.rng.below(4), instance.rng.below(4));
        let (below, plus) = (number(a), number(b));
        let set = format!("(set.comprehension (bvult x {below}) (bvadd x {plus}) x)");
        let set = instance.read(&set)?;
        let mut listed = instance.special(sets, "set.empty")?;
        for n in 0..a {
            let member = instance.read(&number(n + b))?;
            listed = instance.term(op::SET_INSERT, &[listed, member], &[])?;
        }
        let same = instance.term(op::EQUAL, &[set, listed], &[])?;
        for (formula, wrong) in [(same, Answer::Unsat), (instance.not(same)?, Answer::Sat)] {
            let answer = instance.check_assuming(&[formula])?;
            ensure(answer != wrong, || {
                let wrong = wrong.name();
                format!("answers {wrong} for the numbers below {a}, plus {b}")
            })?;
        }
        Ok(())
    });
}
