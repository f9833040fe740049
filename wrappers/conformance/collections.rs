//! Sets and bags of a few members, for arguments.

use super::answers::{INCREMENTAL, each_seed};
use super::{Attempt, Bench, Failures, Session, Stop, ensure};
use murxla_fsm::eval::special_value;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Value};
use num_bigint::BigInt;

impl Session<'_> {
    /// A value that has a name.
    pub(super) fn special(&mut self, sort: SortId, name: &str) -> Attempt<TermId> {
        let known = self
            .sorts
            .get(sort)
            .and_then(|sort| special_value(sort, name));
        let term = self.next_term(sort);
        self.begin();
        self.solver
            .mk_special_value(term, sort, name, known.as_ref())?;
        Ok(term)
    }

    /// A set or bag of up to four members, if the sort is of such.
    pub(super) fn collection(
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

/// Sets and bags of some sorts, as far as the solver has them.
pub(super) fn collection_sorts(
    session: &mut Session<'_>,
    elements: &[SortId],
) -> Attempt<Vec<SortId>> {
    let mut sorts = Vec::new();
    for element in elements {
        for sort in [Sort::Set(*element), Sort::Bag(*element)] {
            match session.sort(sort) {
                Ok(sort) => sorts.push(sort),
                Err(Stop::Skipped) => {}
                Err(failed) => return Err(failed),
            }
        }
    }
    Ok(sorts)
}

/// `{x + b | x < a}` is the set of these numbers, and no other is.
pub(super) fn comprehensions(bench: &Bench<'_>, failures: &mut Failures) {
    const WIDTH: u32 = 2;
    each_seed(failures, |seed| {
        let mut session = bench.open(seed, INCREMENTAL)?;
        let sort = session.sort(Sort::Bv(WIDTH))?;
        let sets = session.sort(Sort::Set(sort))?;
        let x = session.variable(sort, "x")?;
        let number = |n: u64| Value::Bv(Bv::new(WIDTH, n.into()));
        let (a, b) = (session.rng.below(4), session.rng.below(4));
        let (below, plus) = (session.value(&number(a))?, session.value(&number(b))?);
        let holds = session.term(op::BV_ULT, &[x, below], &[])?;
        let member = session.term(op::BV_ADD, &[x, plus], &[])?;
        let set = session.term(op::SET_COMPREHENSION, &[holds, member, x], &[])?;
        session.check_sort(set)?;
        let mut listed = session.special(sets, "set.empty")?;
        for n in 0..a {
            let member = session.value(&number((n + b) % 4))?;
            listed = session.term(op::SET_INSERT, &[listed, member], &[])?;
        }
        let same = session.term(op::EQUAL, &[set, listed], &[])?;
        for (formula, wrong) in [(same, Answer::Unsat), (session.not(same)?, Answer::Sat)] {
            session.begin();
            let answer = session.solver.check_sat_assuming(&[formula])?;
            ensure(answer != wrong, || {
                format!(
                    "answers {} for the numbers below {a}, plus {b}",
                    wrong.name()
                )
            })?;
        }
        Ok(())
    });
}
