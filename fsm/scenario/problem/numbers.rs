//! Terms over integers or reals whose hidden values are known.

use super::super::plans::Plans;
use crate::op::{self, Op};
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;

/// Numbers.
pub(super) type Number = BigRational;

/// The operators of a sort of numbers.
pub(super) struct NumberOps {
    pub(super) add: Op,
    pub(super) sub: Op,
    pub(super) mul: Op,
    pub(super) lt: Op,
    pub(super) lte: Op,
    pub(super) gt: Op,
    pub(super) gte: Op,
}

const INT: NumberOps = NumberOps {
    add: op::INT_ADD,
    sub: op::INT_SUB,
    mul: op::INT_MUL,
    lt: op::INT_LT,
    lte: op::INT_LTE,
    gt: op::INT_GT,
    gte: op::INT_GTE,
};

const REAL: NumberOps = NumberOps {
    add: op::REAL_ADD,
    sub: op::REAL_SUB,
    mul: op::REAL_MUL,
    lt: op::REAL_LT,
    lte: op::REAL_LTE,
    gt: op::REAL_GT,
    gte: op::REAL_GTE,
};

/// A term and its hidden value.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) term: TermId,
    pub(super) value: Number,
}

/// Makes terms over some constants of a sort of numbers.
pub(super) struct Numbers<'p, 'm> {
    plans: &'p mut Plans<'m>,
    pub(super) rng: &'p mut Rng,
    pub(super) ops: &'static NumberOps,
    pub(super) constants: Vec<Known>,
    is_int: bool,
    sort: SortId,
}

impl<'p, 'm> Numbers<'p, 'm> {
    /// `None` if the hidden value of a constant is not known.
    pub(super) fn new(
        plans: &'p mut Plans<'m>,
        rng: &'p mut Rng,
        sort: &Sort,
        constants: &[TermId],
    ) -> Option<Self> {
        let state = plans.state;
        let constants = constants.iter().map(|constant| {
            let value = match state.term(*constant)?.value()? {
                Value::Int(value) => Number::from_integer(value.clone()),
                Value::Real(value) => value.clone(),
                _ => return None,
            };
            let term = *constant;
            Some(Known { term, value })
        });
        let is_int = *sort == Sort::Int;
        Some(Self {
            constants: constants.collect::<Option<_>>()?,
            sort: state.sorts.find(sort)?,
            plans,
            rng,
            ops: if is_int { &INT } else { &REAL },
            is_int,
        })
    }

    /// A number as a term.
    pub(super) fn number(&mut self, value: &Number) -> TermId {
        let value = match self.is_int {
            true => Value::Int(value.to_integer()),
            false => Value::Real(value.clone()),
        };
        self.plans.add_value(value, self.sort)
    }

    /// An application. `None` if the solver or the run does not have the operator.
    pub(super) fn apply(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        self.plans.add_app(op, &[], args)
    }

    /// An application of a chainable or associative operator. The arguments need not be two.
    pub(super) fn combine(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match args {
            [one] => Some(*one),
            all => self.apply(op, all),
        }
    }

    pub(super) fn not(&mut self, formula: TermId) -> Option<TermId> {
        self.apply(op::NOT, &[formula])
    }

    /// One of the constants.
    pub(super) fn constant(&mut self) -> Option<Known> {
        self.rng.pick(&self.constants).cloned()
    }

    /// A number from 1 to `most`.
    pub(super) fn positive(&mut self, most: u64) -> Number {
        integer(1 + self.rng.below(most) as i64)
    }
}

/// An integer.
pub(super) fn integer(value: i64) -> Number {
    Number::from_integer(BigInt::from(value))
}

/// A number from -10 to 10. Reals may be fractions.
pub(super) fn small_value(rng: &mut Rng, sort: &Sort) -> Value {
    let numerator = BigInt::from(rng.below(21) as i64 - 10);
    match sort {
        Sort::Int => Value::Int(numerator),
        _ => Value::Real(BigRational::new(numerator, BigInt::from(1 + rng.below(4)))),
    }
}
