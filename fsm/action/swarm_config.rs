//! The random configuration of one run (swarm testing); `swarm.rs` draws it.

use super::Context;
use crate::op::{Linear, Op};
use crate::rng::Odds;
use crate::theory::Theories;
use crate::value::Value;
use num_traits::Zero;

/// What the formulas of a run are to be, all together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Anything.
    Free,
    /// Satisfiable: the hidden assignment makes each of them true.
    Planted,
    /// Unsatisfiable, by a contradiction among them.
    Refuted,
}

/// The random configuration of one run (swarm testing).
#[derive(Clone, Debug)]
pub struct SwarmConfig {
    /// What its formulas are to be.
    pub intent: Intent,
    /// The theories in use; always with `Bool`.
    pub theories: Theories,
    /// Its arithmetic is linear, for which solvers have engines of their own.
    pub linear: bool,
    /// The widths of bit-vector sorts that are made.
    pub widths: Vec<u32>,
    /// The formats of floating-point sorts that are made: widths of exponent and significand.
    pub formats: Vec<(u32, u32)>,
    /// By operator; 0 switches it off.
    pub op_weights: Vec<u32>,
    /// The same as odds.
    pub op_odds: Odds,
    /// Operators with a Boolean result, which close what has been built.
    pub closers: Vec<Op>,
    /// Their odds.
    pub closer_odds: Odds,
    /// The options that mean the same to every solver, with the values that the run gives them.
    pub options: Vec<(&'static str, bool)>,
    /// The solver's own options that the run sets, with their values.
    pub settings: Vec<(String, String)>,
    /// How many more it would have set, had they not been known to be refused.
    pub avoided: u32,
    /// After so many calls the run heads for its end.
    pub calls: u32,
    /// Whether the run takes the solver's extension actions that it may leave out. One run in four does, because they
    /// search in their own ways and make runs slower.
    pub extension_actions: bool,
}

impl SwarmConfig {
    /// Which arguments of `op` must be values, if any: the profile may say so, or the run that its arithmetic is linear.
    #[must_use]
    pub fn literals(&self, op: Op, context: &Context) -> Option<Literals> {
        if context.restrictions.value_arguments.contains(&op) {
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
    /// From which argument on.
    pub first: usize,
    /// Other values than zero.
    pub(crate) nonzero: bool,
}

impl Literals {
    /// Whether it may be this one.
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
