//! Terms over constants whose hidden values are known.

use super::super::plans::Plans;
use super::domain::{Domain, Number, NumberOps};
use crate::op::{self, Op};
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::value::Value;
use num_bigint::BigInt;

/// A term and its hidden value.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) term: TermId,
    pub(super) value: Number,
}

/// Makes terms over some constants.
pub(super) struct Numbers<'p, 'm> {
    plans: &'p mut Plans<'m>,
    pub(super) rng: &'p mut Rng,
    domain: &'static Domain,
    pub(super) ops: &'static NumberOps,
    /// The constants that are numbers.
    pub(super) constants: Vec<Known>,
    /// The constants that are formulas, with their hidden values.
    pub(super) truths: Vec<(TermId, bool)>,
    /// The constants that are arrays from numbers to numbers.
    pub(super) arrays: Vec<TermId>,
    /// The sort of numbers.
    pub(super) sort: &'m Sort,
    sort_id: SortId,
}

impl<'p, 'm> Numbers<'p, 'm> {
    /// `None` if the hidden value of a constant is not known.
    pub(super) fn new(
        plans: &'p mut Plans<'m>,
        rng: &'p mut Rng,
        domain: &'static Domain,
        sort: &'m Sort,
        constants: &[TermId],
    ) -> Option<Self> {
        let state = plans.state;
        let mut made = Self {
            domain,
            ops: &domain.ops,
            constants: Vec::new(),
            truths: Vec::new(),
            arrays: Vec::new(),
            sort_id: state.sorts.find(sort)?,
            sort,
            plans,
            rng,
        };
        for id in constants {
            let term = state.term(*id)?;
            if let Sort::Array(..) = state.sorts.get(term.sort)? {
                made.arrays.push(*id);
                continue;
            }
            let value = match term.value()? {
                Value::Bool(value) => {
                    made.truths.push((*id, *value));
                    continue;
                }
                Value::Int(value) => integer(value.clone()),
                Value::Real(value) => value.clone(),
                Value::Bv(value) => integer(value.signed()),
                Value::Ff(value) => integer(BigInt::from(value.value().clone())),
                Value::String(value) => match value.chars() {
                    [letter] => integer(i64::from(*letter) - i64::from(u32::from('k'))),
                    _ => return None,
                },
                _ => return None,
            };
            made.constants.push(Known { term: *id, value });
        }
        Some(made)
    }

    /// A number as a term. `None` if the sort does not have it.
    pub(super) fn number(&mut self, value: &Number) -> Option<TermId> {
        let value = (self.domain.value)(self.sort, value)?;
        Some(self.plans.add_value(value, self.sort_id))
    }

    /// An application. `None` if the sort, the solver or the run does not have the operator.
    pub(super) fn apply(&mut self, op: impl Into<Option<Op>>, args: &[TermId]) -> Option<TermId> {
        self.plans.add_app(op.into()?, &[], args)
    }

    /// An application of a chainable or associative operator. There may be one argument.
    pub(super) fn combine(&mut self, op: impl Into<Option<Op>>, args: &[TermId]) -> Option<TermId> {
        match args {
            [one] => Some(*one),
            all => self.apply(op, all),
        }
    }

    pub(super) fn not(&mut self, formula: TermId) -> Option<TermId> {
        self.apply(op::NOT, &[formula])
    }

    pub(super) fn equal(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        self.apply(op::EQUAL, &[left, right])
    }

    pub(super) fn differ(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        match self.rng.coin() {
            true => self.apply(op::DISTINCT, &[left, right]),
            false => {
                let equal = self.equal(left, right)?;
                self.not(equal)
            }
        }
    }

    /// `left < right` if it is strict, otherwise `left <= right`, written in one of several ways.
    pub(super) fn less(&mut self, left: TermId, right: TermId, is_strict: bool) -> Option<TermId> {
        let ops = self.ops;
        let (less, greater, not_less, opposite) = match is_strict {
            true => (ops.lt, ops.gt, ops.gte, ops.lte),
            false => (ops.lte, ops.gte, ops.gt, ops.lt),
        };
        let way = self.rng.below(5);
        let refuted = match way {
            0 | 1 => return self.apply(less, &[left, right]),
            2 if greater.is_some() => return self.apply(greater, &[right, left]),
            3 if not_less.is_some() => self.apply(not_less, &[left, right])?,
            _ => self.apply(opposite, &[right, left])?,
        };
        self.not(refuted)
    }

    /// One to `most` formulas.
    pub(super) fn several(
        &mut self,
        most: u64,
        mut formula: impl FnMut(&mut Self) -> Option<TermId>,
    ) -> Option<Vec<TermId>> {
        let count = 1 + self.rng.below(most);
        (0..count).map(|_| formula(self)).collect()
    }

    /// One of the constants that are numbers.
    pub(super) fn constant(&mut self) -> Option<Known> {
        self.rng.pick(&self.constants).cloned()
    }

    /// A number from 1 to `most`.
    pub(super) fn positive(&mut self, most: u64) -> Number {
        integer(1 + self.rng.below(most) as i64)
    }

    /// A number from `-most` to `most`.
    pub(super) fn small(&mut self, most: u64) -> Number {
        integer(self.rng.below(2 * most + 1) as i64 - most as i64)
    }
}

/// An integer.
pub(super) fn integer(value: impl Into<BigInt>) -> Number {
    Number::from_integer(value.into())
}
