//! Sets and bags of a few members, for arguments.

use super::{Attempt, Session, Stop};
use murxla_fsm::eval::special_value;
use murxla_fsm::op;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;
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
