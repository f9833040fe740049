//! The random configuration of one run (swarm testing). `swarm.rs` draws it.

use super::Context;
use crate::op::{Linear, Op};
use crate::option::RunSettings;
use crate::rng::{Odds, Rng};
use crate::state::names::Names;
use crate::theory::Theories;
use crate::value::Value;
use num_traits::Zero;

/// The intended satisfiability of the formulas of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Anything.
    Free,
    /// Satisfiable: the hidden assignment makes each of them true.
    Planted,
    /// Unsatisfiable, by a contradiction among them.
    Refuted,
}

/// The weights with which operators are drawn.
#[derive(Clone, Debug)]
pub struct OpWeights {
    /// The weight of each operator. The weight 0 turns an operator off.
    weights: Vec<u32>,
    /// The weights as odds.
    odds: Odds,
    /// Operators with a Boolean result, which close what has been built.
    closers: Vec<Op>,
    /// Their odds.
    closer_odds: Odds,
}

impl OpWeights {
    /// Operators with these weights. Some of them close what has been built.
    #[must_use]
    pub fn new(weights: Vec<u32>, closers: Vec<Op>) -> Self {
        Self {
            odds: weights.iter().copied().collect(),
            closer_odds: closers.iter().map(|op| weights[op.index()]).collect(),
            weights,
            closers,
        }
    }

    /// Whether the operator is drawn.
    #[must_use]
    pub fn has(&self, op: Op) -> bool {
        self.weights[op.index()] > 0
    }

    /// Draws an operator.
    pub fn draw(&self, rng: &mut Rng) -> Option<Op> {
        Some(Op(rng.draw(&self.odds)? as u16))
    }

    /// Draws an operator that closes what has been built.
    pub fn draw_closer(&self, rng: &mut Rng) -> Option<Op> {
        let drawn = rng.draw(&self.closer_odds)?;
        self.closers.get(drawn).copied()
    }

    /// Gives this weight to the operators that are off and for which the condition holds.
    pub fn turn_on(&mut self, weight: u32, is_wanted: impl Fn(Op) -> bool) {
        for (index, its) in self.weights.iter_mut().enumerate() {
            if *its == 0 && is_wanted(Op(index as u16)) {
                *its = weight;
            }
        }
        self.odds = self.weights.iter().copied().collect();
    }
}

/// The random configuration of one run (swarm testing).
#[derive(Clone, Debug)]
pub struct SwarmConfig {
    /// The intended satisfiability of the formulas.
    pub intent: Intent,
    /// The theories in use. `Bool` is always among them.
    pub theories: Theories,
    /// Whether arithmetic is linear. Solvers have separate engines for this case.
    pub linear: bool,
    /// The widths of bit-vector sorts that are made.
    pub widths: Vec<u32>,
    /// The formats of floating-point sorts that are made: widths of exponent and significand.
    pub formats: Vec<(u32, u32)>,
    /// The weights of operators.
    pub ops: OpWeights,
    /// The options that the run sets.
    pub settings: RunSettings,
    /// The number of calls after which the run moves towards its end.
    pub calls: u32,
    /// Whether the run takes the extension actions of solvers that have many of them. One run in
    /// four does, because these actions search, and make runs slower.
    pub extension_actions: bool,
    /// How the run names what it declares.
    pub names: Names,
}

impl SwarmConfig {
    /// Which arguments of `op` must be values, if any. The reason is the profile, the operator, or
    /// linear arithmetic.
    #[must_use]
    pub fn literals(&self, op: Op, context: &Context) -> Option<Literals> {
        if context.restrictions.ops.values.contains(&op) {
            return Some(Literals {
                first: 0,
                nonzero: false,
            });
        }
        let signature = context.ops.signature(op);
        let linear = signature.linear;
        let must_be = matches!(linear, Linear::Product | Linear::Quotient) && self.linear;
        (signature.literal || must_be).then_some(Literals {
            first: 1,
            nonzero: must_be && linear == Linear::Quotient,
        })
    }
}

/// Arguments that must be values.
#[derive(Clone, Copy, Debug)]
pub struct Literals {
    /// The first of these arguments.
    pub first: usize,
    /// Whether zero is excluded.
    pub(crate) nonzero: bool,
}

impl Literals {
    /// Whether the value is allowed.
    #[must_use]
    pub fn take(self, value: &Value) -> bool {
        !self.nonzero
            || match value {
                Value::Int(number) => !number.is_zero(),
                Value::Real(number) => !number.is_zero(),
                _ => true,
            }
    }
}
