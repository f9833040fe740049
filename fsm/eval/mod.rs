//! The evaluator: exact values of the base operators as SMT-LIB 2.7 defines them.
//!
//! There is one file per theory and one arm per operator. A test below fails if a row of the table
//! has no arm and `UNKNOWN` gives no reason for it. The standard leaves some values to each model:
//! division and remainder by zero, and selectors applied to values of other constructors. The
//! evaluator asks a `Partial` for these. In theory FloatingPoint, and for elements beyond the ends
//! of a sequence, such values are unknown.
//!
//! Arrays and functions over finite sorts have several spellings, and regular languages always
//! have. Compare values with `equal`, not with `==`.

mod arith;
mod array;
mod bv;
mod collection;
mod core;
mod datatype;
pub mod domain;
mod draw;
mod field;
mod fp;
mod functional;
mod nullable;
mod regex;
mod seq;
mod string;
mod transcendental;
mod tuple;
mod uf;

pub use self::array::{Point, store};
pub use self::core::equal;
pub use self::draw::{default_value, draw, random_substring, special_names, special_value};
pub use self::nullable::lift;
pub use self::uf::partial;

use crate::op::{
    BASE, DT_MATCH, DT_MATCH_BIND_CASE, DT_MATCH_CASE, EXISTS, FORALL, Fold, HO_APPLY, LAMBDA,
    NO_PATTERN, Op, OpRow, Ops, PATTERN, QID, SET_COMPLEMENT, SET_COMPREHENSION, SKOLEMID,
    TRANS_ARCCOSECANT, TRANS_ARCCOSINE, TRANS_ARCCOTANGENT, TRANS_ARCSECANT, TRANS_ARCSINE,
    TRANS_ARCTANGENT, TRANS_COSECANT, TRANS_COSINE, TRANS_COTANGENT, TRANS_EXPONENTIAL, TRANS_PI,
    TRANS_SECANT, TRANS_SINE, TRANS_SQRT, TRANS_TANGENT, WEIGHT,
};
use crate::theory::Theory;
use crate::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Numbers and bit-vectors with more bits have no computed value. Repeated squaring and
/// `(_ zero_extend 4000000000)` are legal and would take all memory.
pub const MAX_BITS: u32 = 1 << 14;

/// Why attributes have no arm.
const ATTRIBUTE: &str = "not a term: part of a quantified formula";

/// The operators without an arm, with reasons.
pub const UNKNOWN: &[(Op, &str)] = &[
    (FORALL, "ranges over a domain; the caller may enumerate it"),
    (EXISTS, "ranges over a domain; the caller may enumerate it"),
    (PATTERN, ATTRIBUTE),
    (NO_PATTERN, ATTRIBUTE),
    (WEIGHT, ATTRIBUTE),
    (QID, ATTRIBUTE),
    (SKOLEMID, ATTRIBUTE),
    (TRANS_PI, IRRATIONAL),
    (TRANS_EXPONENTIAL, IRRATIONAL),
    (TRANS_SINE, IRRATIONAL),
    (TRANS_COSINE, IRRATIONAL),
    (TRANS_TANGENT, IRRATIONAL),
    (TRANS_COSECANT, IRRATIONAL),
    (TRANS_SECANT, IRRATIONAL),
    (TRANS_COTANGENT, IRRATIONAL),
    (TRANS_ARCSINE, IRRATIONAL),
    (TRANS_ARCCOSINE, IRRATIONAL),
    (TRANS_ARCTANGENT, IRRATIONAL),
    (TRANS_ARCCOSECANT, IRRATIONAL),
    (TRANS_ARCSECANT, IRRATIONAL),
    (TRANS_ARCCOTANGENT, IRRATIONAL),
    (
        TRANS_SQRT,
        "irrational for most arguments, and any number below 0",
    ),
    (
        SET_COMPLEMENT,
        "relative to `set.universe`, which is a finite set that depends on the model, even if the sort is finite",
    ),
    (DT_MATCH_CASE, "not a term: part of a match"),
    (DT_MATCH_BIND_CASE, "not a term: part of a match"),
    (DT_MATCH, "binds variables; the caller evaluates it"),
    (LAMBDA, "binds variables; the caller evaluates it"),
    (
        SET_COMPREHENSION,
        "binds variables; the caller may enumerate their values",
    ),
    (
        HO_APPLY,
        "whether the result is a function depends on the sort, which the caller knows",
    ),
];

const IRRATIONAL: &str = "irrational, or any number, at all rational arguments except 0, 1 and -1";

/// The values that the standard leaves to each model: `div`, `mod` and `/` by zero (theories Ints
/// and Reals), chosen members of sets and bags, and selectors applied to values of other
/// constructors (SMT-LIB 2.7, section 4.2.3).
pub trait Partial {
    /// The value of `(op dividend 0)`, of the operator's result sort. It must be a function of both
    /// arguments. `None` if it is not known.
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value>;

    /// The value of `(op collection)`, where `op` chooses a member of a set or bag that does not
    /// have exactly one member. It must be a function of both arguments. For an empty collection it
    /// may be any element of the sort. `None` if it is not known.
    fn choice(&mut self, op: Op, collection: &Value) -> Option<Value> {
        let _ = (op, collection);
        None
    }

    /// The result of the selector with these indices for a value that another constructor made.
    /// `None` if it is not known.
    fn wrong_constructor(&mut self, indices: &[u32], value: &Value) -> Option<Value> {
        let _ = (indices, value);
        None
    }
}

/// A model without known values for division by zero.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unknown;

impl Partial for Unknown {
    fn by_zero(&mut self, _: Op, _: &Value) -> Option<Value> {
        None
    }
}

/// A table of results of divisions by zero. Each result is chosen when it is first asked for, and
/// then stays.
#[derive(Clone, Debug)]
pub struct Chosen<F> {
    fixed: FxHashMap<(Op, Value), Option<Value>>,
    choose: F,
}

impl<F: FnMut(Op, &Value) -> Option<Value>> Chosen<F> {
    /// An empty table. `choose` is called once per operator and dividend.
    pub fn new(choose: F) -> Self {
        Self {
            fixed: FxHashMap::default(),
            choose,
        }
    }

    /// Sets a result. It replaces the one chosen before.
    pub fn fix(&mut self, op: Op, dividend: Value, value: Value) {
        self.fixed.insert((op, dividend), Some(value));
    }

    /// Whether any result has been asked for or set.
    pub fn is_used(&self) -> bool {
        !self.fixed.is_empty()
    }
}

impl<F: FnMut(Op, &Value) -> Option<Value>> Partial for Chosen<F> {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        let key = (op, dividend.clone());
        let choose = &mut self.choose;
        let chosen = self
            .fixed
            .entry(key)
            .or_insert_with(|| choose(op, dividend));
        chosen.clone()
    }
}

/// The value of an application. The arguments have the sorts that the signature requires.
///
/// `None` means unknown. Reasons are: a quantifier; an extension operator without a function; a
/// result beyond `MAX_BITS` or `MAX_LENGTH`; a regular expression match that takes too long; a
/// value that theory FloatingPoint or sequences leave to each model; a question that `partial` does
/// not answer; arrays whose equality depends on the size of an uninterpreted sort; an application
/// that is not well-sorted.
pub fn apply(
    ops: &Ops,
    op: Op,
    indices: &[u32],
    args: &[&Value],
    partial: &mut dyn Partial,
) -> Option<Value> {
    // Extension operators come after the base table and have their own functions.
    let Some(OpRow { theory, .. }) = BASE.get(op.index()) else {
        return ops.extension_evaluator(op)?(indices, args);
    };
    let theory = *theory;
    if args.len() <= 2 {
        return apply_once(theory, op, indices, args, partial);
    }
    match ops.signature(op).fold {
        Fold::None => apply_once(theory, op, indices, args, partial),
        fold => folded(fold, args, &mut |a, b| {
            apply_once(theory, op, indices, &[a, b], partial)
        }),
    }
}

/// Like `apply`, but some arguments may be unknown. Returns the value only if it does not depend on
/// the unknown arguments.
pub fn apply_partly(
    ops: &Ops,
    op: Op,
    indices: &[u32],
    args: &[Option<&Value>],
    partial: &mut dyn Partial,
) -> Option<Value> {
    let known: SmallVec<[&Value; 4]> = args.iter().copied().flatten().collect();
    if known.len() == args.len() {
        apply(ops, op, indices, &known, partial)
    } else {
        core::value_if_decided(op, args)
    }
}

fn apply_once(
    theory: Theory,
    op: Op,
    indices: &[u32],
    args: &[&Value],
    partial: &mut dyn Partial,
) -> Option<Value> {
    match theory {
        Theory::Bool => core::apply(op, args),
        Theory::Int | Theory::Real => arith::apply(op, indices, args, partial),
        Theory::Bv => bv::apply(op, indices, args),
        Theory::Array => array::apply(op, args),
        Theory::Set => collection::set(op, args, partial),
        Theory::Bag => collection::bag(op, args, partial),
        Theory::Uf => uf::apply(op, args),
        Theory::Quant => None,
        Theory::Ho => functional::apply(op, args),
        Theory::Fp => fp::apply(op, indices, args),
        Theory::String => string::apply(op, indices, args),
        Theory::Seq => seq::apply(op, args),
        Theory::Ff => field::apply(op, args),
        Theory::Transcendental => transcendental::apply(op, args),
        Theory::Dt => datatype::apply(op, indices, args, partial),
        Theory::Tuple => tuple::apply(op, indices, args),
        Theory::Nullable => nullable::apply(op, args),
    }
}

/// Folds values as `op::fold` folds terms, but without copies of the arguments.
fn folded(
    fold: Fold,
    args: &[&Value],
    apply: &mut dyn FnMut(&Value, &Value) -> Option<Value>,
) -> Option<Value> {
    match (fold, args) {
        (Fold::LeftAssoc, [first, second, rest @ ..]) => {
            let start = apply(first, second)?;
            rest.iter()
                .try_fold(start, |so_far, arg| apply(&so_far, arg))
        }
        (Fold::RightAssoc, [rest @ .., before, last]) => {
            let start = apply(before, last)?;
            let mut rest = rest.iter().rev();
            rest.try_fold(start, |so_far, arg| apply(arg, &so_far))
        }
        (Fold::Chainable, _) => all(args.windows(2).map(|pair| apply(pair[0], pair[1]))),
        (Fold::Pairwise, _) => {
            let later = |n: usize| args[n + 1..].iter().map(move |b| (args[n], *b));
            let pairs = (0..args.len()).flat_map(later);
            all(pairs.map(|(a, b)| apply(a, b)))
        }
        _ => None,
    }
}

/// The conjunction. One false part decides, even if others are unknown.
fn all(parts: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    let mut result = Some(Value::Bool(true));
    for part in parts {
        match part {
            Some(Value::Bool(true)) => {}
            Some(Value::Bool(false)) => return part,
            _ => result = None,
        }
    }
    result
}

#[cfg(test)]
mod tests;
