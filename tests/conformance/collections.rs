//! Sets and bags with few members, to be used as arguments.

use crate::suite::{Attempt, Failures, INCREMENTAL, Instance, TestedSolver, each_seed, ensure};
use murxla_fsm::eval::special_value;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Value};
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
    const WIDTH: u32 = 2;
    each_seed(failures, |seed| {
        let mut instance = tested.open(seed, INCREMENTAL)?;
        let sort = instance.sort(Sort::Bv(WIDTH))?;
        let sets = instance.sort(Sort::Set(sort))?;
        let x = instance.variable(sort, "x")?;
        let number = |n: u64| Value::Bv(Bv::new(WIDTH, n.into()));
        let (a, b) = (instance.rng.below(4), instance.rng.below(4));
        let (below, plus) = (instance.value(&number(a))?, instance.value(&number(b))?);
        let holds = instance.term(op::BV_ULT, &[x, below], &[])?;
        let member = instance.term(op::BV_ADD, &[x, plus], &[])?;
        let set = instance.term(op::SET_COMPREHENSION, &[holds, member, x], &[])?;
        instance.check_sort(set)?;
        let mut listed = instance.special(sets, "set.empty")?;
        for n in 0..a {
            let member = instance.value(&number((n + b) % 4))?;
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
