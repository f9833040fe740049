//! The hidden assignment: a value for every constant and function of a run, and for what the
//! standard leaves to each model. A formula that is true under it has a model, whatever a solver
//! answers (the oracle of STORM: Mansur et al., ESEC/FSE 2020).
//!
//! It depends only on the seeds of calls. A trace therefore determines it, and the values stay the
//! same when other calls are removed. Uninterpreted sorts have infinitely many elements in it.

use super::Term;
use super::evaluate::Interpretation;
use crate::eval::{Partial, draw};
use crate::op::{BASE, Op, REAL_DIV};
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, Sorts};
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// The points of a function and its values there, in order.
pub type Points = BTreeMap<Vec<Value>, Value>;

/// The part of the assignment that is not stored with the terms: free functions and divisions by
/// zero. Both have a value for every argument. Values that were asked for are stored, so that they
/// can be shown.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    seed: u32,
    /// Only literals have values.
    is_without_values: bool,
    /// The seeds and codomains of free functions.
    functions: FxHashMap<TermId, (u32, SortId)>,
    points: BTreeMap<TermId, Points>,
    by_zero: BTreeMap<(Op, Value), Value>,
    selections: BTreeMap<(SelectorIndices, Value), Value>,
}

/// The indices of a selector: the ids of its datatype, its constructor and its place.
type SelectorIndices = [u32; 3];

impl Assignment {
    /// An assignment under which only literals have values.
    pub(super) fn without_values() -> Self {
        Self {
            is_without_values: true,
            ..Self::default()
        }
    }

    /// The same kind of assignment at the start of a run. `seed` is the seed of its call `new`.
    #[must_use]
    pub fn restart(&self, seed: u32) -> Self {
        Self {
            seed,
            is_without_values: self.is_without_values,
            ..Self::default()
        }
    }

    /// Whether only literals have values.
    pub(super) fn is_without_values(&self) -> bool {
        self.is_without_values
    }

    /// The seed of the assignment, see `restart`.
    #[must_use]
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The free functions with the points at which their values were asked for.
    pub fn functions(&self) -> impl Iterator<Item = (TermId, &Points)> {
        self.points.iter().map(|(id, points)| (*id, points))
    }

    /// The points of `function` at which its value was asked for.
    #[must_use]
    pub fn points(&self, function: TermId) -> Option<&Points> {
        self.points.get(&function)
    }

    /// The divisions by zero that occurred: operator, dividend, result.
    pub fn divisions(&self) -> impl Iterator<Item = (Op, &Value, &Value)> {
        self.by_zero
            .iter()
            .map(|((op, dividend), value)| (*op, dividend, value))
    }

    /// The selectors that were applied to values of other constructors: indices, argument, result.
    pub fn selections(&self) -> impl Iterator<Item = (&[u32], &Value, &Value)> {
        self.selections
            .iter()
            .map(|((selector, value), result)| (&selector[..], value, result))
    }

    /// The value of a new constant. `None` for functions, whose points are drawn when they are
    /// asked for. With `functions` (higher-order logics) they have values too.
    pub(super) fn constant(
        &mut self,
        sorts: &Sorts,
        id: TermId,
        sort: SortId,
        seed: u32,
        functions: bool,
    ) -> Option<Value> {
        if let (false, Some(Sort::Fun(_, codomain))) = (functions, sorts.get(sort)) {
            self.functions.insert(id, (seed, *codomain));
            return None;
        }
        draw(sorts, sort, &mut Rng::new(u64::from(seed)))
    }
}

impl Interpretation for Assignment {
    fn value<'a>(&'a self, _: TermId, term: &'a Term) -> Option<&'a Value> {
        term.value()
    }

    fn apply(&mut self, sorts: &Sorts, function: TermId, args: &[&Value]) -> Option<Value> {
        let (seed, codomain) = *self.functions.get(&function)?;
        let value = draw(sorts, codomain, &mut Rng::new(hash(seed, "", args)))?;
        let point = args.iter().copied().cloned().collect();
        let points = self.points.entry(function).or_default();
        Some(points.entry(point).or_insert(value).clone())
    }

    fn select_wrong(&mut self, sorts: &Sorts, indices: &[u32], value: &Value) -> Option<Value> {
        let selector: SelectorIndices = indices.try_into().ok()?;
        let [id, constructor, place] = selector;
        let Some(Sort::Dt(datatype)) = sorts.get(SortId(id)) else {
            return None;
        };
        let constructor = datatype.constructors().get(constructor as usize)?;
        let field = &constructor.selectors.get(place as usize)?.field;
        let field = sorts.find(&datatype.field(sorts, field)?)?;
        let seed = hash(self.seed ^ (selector[1] << 8) ^ place, "", &[value]);
        let result = draw(sorts, field, &mut Rng::new(seed))?;
        let known = self.selections.entry((selector, value.clone()));
        Some(known.or_insert(result).clone())
    }

    fn has_all_elements(&self) -> bool {
        true
    }
}

impl Partial for Assignment {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        let mut rng = Rng::new(hash(self.seed, name(op), &[dividend]));
        let small = BigInt::from(rng.below(9) as i64 - 4);
        let value = if op == REAL_DIV {
            Value::Real(BigRational::new(small, BigInt::from(1 + rng.below(3))))
        } else {
            Value::Int(small)
        };
        self.by_zero.insert((op, dividend.clone()), value.clone());
        Some(value)
    }

    fn choice(&mut self, op: Op, collection: &Value) -> Option<Value> {
        // A collection with two spellings would have two choices.
        if !collection.is_canonical() {
            return None;
        }
        let members: Vec<&Value> = match collection {
            Value::Set(set) => set.members().collect(),
            Value::Bag(bag) => bag.members().map(|(member, _)| member).collect(),
            _ => return None,
        };
        let mut rng = Rng::new(hash(self.seed, name(op), &[collection]));
        rng.pick(&members).map(|member| Value::clone(member))
    }
}

/// The name of an operator. Its number would change with the table, but the values of a trace must
/// not change.
fn name(op: Op) -> &'static str {
    BASE.get(op.index()).map_or("", |row| row.name)
}

/// A hash that is the same on every machine. Values without a canonical spelling, such as arrays,
/// are left out. The result is still a function of the arguments, since it need not depend on all
/// of them.
fn hash(seed: u32, name: &str, args: &[&Value]) -> u64 {
    /// FNV-1a, 64 bits.
    struct Hash(u64);
    impl fmt::Write for Hash {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut hash = Hash(0xcbf2_9ce4_8422_2325 ^ u64::from(seed));
    let written = hash.write_str(name);
    debug_assert!(written.is_ok(), "hashing does not fail");
    for arg in args {
        if arg.is_canonical() {
            let written = write!(hash, "{arg} ");
            debug_assert!(written.is_ok(), "hashing does not fail");
        }
    }
    hash.0
}
