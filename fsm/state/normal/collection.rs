//! Rules for finite sets, bags and sequences: unions, intersections and concatenations are one node
//! each. Members, parts and lengths are derived from them.

use super::poly::Ring;
use super::{Algebra, Form, Forms, MAX_PARTS, Normals};
use crate::op::*;
use crate::value::{Bag, Set, Value};
use std::sync::Arc;

/// Operators that are associative, commutative and idempotent, each with its dual.
const LATTICE: [(Op, Op); 4] = [
    (SET_UNION, SET_INTERSECTION),
    (SET_INTERSECTION, SET_UNION),
    (BAG_UNION_MAX, BAG_INTERSECTION_MIN),
    (BAG_INTERSECTION_MIN, BAG_UNION_MAX),
];

impl Normals {
    pub(super) fn set(&mut self, op: Op, args: &[Form]) -> Option<Form> {
        Some(match (op, args) {
            (SET_UNION | SET_INTERSECTION, [_, _]) => return self.lattice(op, args),
            (SET_INSERT, [set, member]) => {
                let single = self.opaque(SET_SINGLETON, &[], &[*member], Algebra::Other);
                self.apply(SET_UNION, &[], &[*set, single], Algebra::Other)
            }
            (SET_MINUS, [a, b]) if a == b || self.is_empty_collection(*a) => {
                self.value(&Value::Set(Set::default()))?
            }
            (SET_MINUS, [a, b]) if self.is_empty_collection(*b) => *a,
            // The difference is empty if the first set is part of the second. `(a \ b) \ c` is
            // `a \ (b ∪ c)`.
            (SET_MINUS, [a, b]) => {
                if self.apply(SET_UNION, &[], &[*a, *b], Algebra::Other) == *b {
                    return self.value(&Value::Set(Set::default()));
                }
                let (inner, before) = self.as_pair(*a, SET_MINUS)?;
                let both = self.apply(SET_UNION, &[], &[before, *b], Algebra::Other);
                self.apply(SET_MINUS, &[], &[inner, both], Algebra::Other)
            }
            (SET_SUBSET, [a, b]) => {
                let both = self.apply(SET_UNION, &[], &[*a, *b], Algebra::Other);
                self.equal(both, *b)
            }
            (SET_IS_EMPTY, [a]) => {
                let none = self.value(&Value::Set(Set::default()))?;
                self.equal(*a, none)
            }
            (SET_MEMBER, [member, set]) => return self.member(*member, *set),
            _ => return None,
        })
    }

    /// Whether an element is in a set. For a set that is made of others, the question is reduced to
    /// them.
    fn member(&mut self, member: Form, set: Form) -> Option<Form> {
        if self.is_empty_collection(set) {
            return Some(Form::FALSE);
        }
        if let Some(Value::Set(known)) = self.as_value(set)
            && known.len() <= MAX_PARTS
        {
            let known = known.clone();
            let mut among = Forms::new();
            for other in known.members() {
                let other = self.value(other)?;
                among.push(self.equal(member, other));
            }
            return Some(self.or(&among));
        }
        if let Some((_, [only])) = self.as_app(set, SET_SINGLETON) {
            let only = *only;
            return Some(self.equal(member, only));
        }
        let made = [SET_UNION, SET_INTERSECTION, SET_MINUS]
            .into_iter()
            .find_map(|op| Some((op, Forms::from(self.as_app(set, op)?.1))));
        let (op, parts) = made?;
        let parts: Forms = parts
            .iter()
            .map(|part| self.apply(SET_MEMBER, &[], &[member, *part], Algebra::Bool))
            .collect();
        Some(match (op, &parts[..]) {
            (SET_UNION, parts) => self.or(parts),
            (SET_MINUS, [a, b]) => self.and(&[*a, b.negation()]),
            (_, parts) => self.and(parts),
        })
    }

    pub(super) fn bag(&mut self, op: Op, args: &[Form]) -> Option<Form> {
        Some(match (op, args) {
            (BAG_UNION_MAX | BAG_INTERSECTION_MIN, [_, _]) => return self.lattice(op, args),
            (BAG_UNION_DISJOINT, [_, _]) => {
                let mut parts = self.flattened(op, args);
                parts.retain(|part| !self.is_empty_collection(*part));
                parts.sort_unstable();
                return self.made_of(op, parts, &Value::Bag(Bag::default()));
            }
            (BAG_DIFFERENCE_SUBTRACT | BAG_DIFFERENCE_REMOVE, [a, b]) => {
                if a == b || self.is_empty_collection(*a) {
                    self.value(&Value::Bag(Bag::default()))?
                } else if self.is_empty_collection(*b) {
                    *a
                } else {
                    return None;
                }
            }
            (BAG_SUBBAG, [a, b]) => {
                let both = self.apply(BAG_UNION_MAX, &[], &[*a, *b], Algebra::Other);
                self.equal(both, *b)
            }
            (BAG_DUPLICATE_REMOVAL, [a]) if self.as_app(*a, op).is_some() => *a,
            (BAG_COUNT, [_, bag]) if self.is_empty_collection(*bag) => {
                self.value(&Value::Int(0.into()))?
            }
            (BAG_COUNT, [member, bag]) => {
                let parts = Forms::from(self.as_app(*bag, BAG_UNION_DISJOINT)?.1);
                let algebra = Algebra::Ring(Ring::Int);
                let mut counts = parts
                    .iter()
                    .map(|part| self.apply(BAG_COUNT, &[], &[*member, *part], algebra))
                    .collect::<Forms>()
                    .into_iter();
                let first = counts.next()?;
                counts.try_fold(first, |sum, count| self.plus(sum, 1, count))?
            }
            // An element is never in a bag a negative number of times.
            (BAG_MEMBER, [member, bag]) => {
                let algebra = Algebra::Ring(Ring::Int);
                let count = self.apply(BAG_COUNT, &[], &[*member, *bag], algebra);
                let zero = self.value(&Value::Int(0.into()))?;
                self.equal(count, zero).negation()
            }
            _ => return None,
        })
    }

    pub(super) fn seq(&mut self, op: Op, args: &[Form]) -> Option<Form> {
        let parts = |of: &Self, a: Form| Some(Forms::from(of.as_app(a, SEQ_CONCAT)?.1));
        Some(match (op, args) {
            (SEQ_CONCAT, [_, _]) => {
                let mut parts = self.flattened(op, args);
                parts.retain(|part| !self.is_empty_collection(*part));
                return self.made_of(op, parts, &Value::Seq(Arc::new([])));
            }
            (SEQ_LENGTH, [a]) => {
                let algebra = Algebra::Ring(Ring::Int);
                if self.as_app(*a, SEQ_UNIT).is_some() {
                    return self.value(&Value::Int(1.into()));
                }
                if let Some((_, [reversed])) = self.as_app(*a, SEQ_REV) {
                    let reversed = *reversed;
                    return Some(self.apply(SEQ_LENGTH, &[], &[reversed], algebra));
                }
                let parts = parts(self, *a)?;
                let lengths: Forms = parts
                    .iter()
                    .map(|part| self.apply(SEQ_LENGTH, &[], &[*part], algebra))
                    .collect();
                let mut lengths = lengths.into_iter();
                let first = lengths.next()?;
                lengths.try_fold(first, |sum, length| self.plus(sum, 1, length))?
            }
            (SEQ_REV, [a]) => {
                if self.as_app(*a, SEQ_UNIT).is_some() {
                    return Some(*a);
                }
                if let Some((_, [original])) = self.as_app(*a, SEQ_REV) {
                    return Some(*original);
                }
                let parts = parts(self, *a)?;
                let reversed: Forms = parts
                    .iter()
                    .rev()
                    .map(|part| self.apply(SEQ_REV, &[], &[*part], Algebra::Other))
                    .collect();
                return self.made_of(SEQ_CONCAT, reversed, &Value::Seq(Arc::new([])));
            }
            (SEQ_CONTAINS | SEQ_PREFIX | SEQ_SUFFIX, [a, b]) if a == b => Form::TRUE,
            (SEQ_PREFIX | SEQ_SUFFIX, [a, _]) if self.is_empty_collection(*a) => Form::TRUE,
            (SEQ_CONTAINS, [_, b]) if self.is_empty_collection(*b) => Form::TRUE,
            (SEQ_PREFIX, [a, b]) => (parts(self, *b)?.first() == Some(a)).then_some(Form::TRUE)?,
            (SEQ_SUFFIX, [a, b]) => (parts(self, *b)?.last() == Some(a)).then_some(Form::TRUE)?,
            (SEQ_CONTAINS, [a, b]) => parts(self, *a)?.contains(b).then_some(Form::TRUE)?,
            _ => return None,
        })
    }

    /// A union or an intersection: each part once, without parts that another one absorbs.
    fn lattice(&mut self, op: Op, args: &[Form]) -> Option<Form> {
        let (_, dual) = LATTICE.iter().find(|(known, _)| *known == op)?;
        let joins = [SET_UNION, BAG_UNION_MAX].contains(&op);
        let mut parts = self.flattened(op, args);
        parts.sort_unstable();
        parts.dedup();
        if parts.len() > MAX_PARTS {
            return None;
        }
        let none = parts
            .iter()
            .copied()
            .find(|part| self.is_empty_collection(*part));
        match none {
            Some(none) if !joins => return Some(none),
            Some(none) if parts.len() > 1 => parts.retain(|part| *part != none),
            _ => {}
        }
        let absorbed = |part: &Form| {
            let inner = self.as_app(*part, *dual);
            inner.is_some_and(|(_, inner)| parts.iter().any(|other| inner.contains(other)))
        };
        let kept: Forms = parts
            .iter()
            .copied()
            .filter(|part| !absorbed(part))
            .collect();
        match kept[..] {
            [only] => Some(only),
            // The evaluator joins values.
            _ if kept.iter().all(|part| self.constant(*part).is_some()) => None,
            _ => Some(self.app(op, &[], kept, Algebra::Other)),
        }
    }

    /// The concatenation or disjoint union of the parts. Without parts it is `none`.
    fn made_of(&mut self, op: Op, parts: Forms, none: &Value) -> Option<Form> {
        match parts[..] {
            [] => self.value(none),
            [only] => Some(only),
            _ if parts.iter().all(|part| self.constant(*part).is_some()) => {
                Some(self.opaque(op, &[], &parts, Algebra::Other))
            }
            _ => Some(self.app(op, &[], parts, Algebra::Other)),
        }
    }

    /// Whether the form is a value of a set, bag or sequence sort.
    pub(super) fn is_collection(&self, form: Form) -> bool {
        let value = self.as_value(form);
        matches!(value, Some(Value::Set(_) | Value::Bag(_) | Value::Seq(_)))
    }

    /// Whether the form is the empty set, bag or sequence.
    fn is_empty_collection(&self, form: Form) -> bool {
        match self.as_value(form) {
            Some(Value::Set(set)) => set.is_empty(),
            Some(Value::Bag(bag)) => bag.is_empty(),
            Some(Value::Seq(elements)) => elements.is_empty(),
            _ => false,
        }
    }

    fn as_pair(&self, form: Form, op: Op) -> Option<(Form, Form)> {
        match self.as_app(form, op)?.1 {
            [a, b] => Some((*a, *b)),
            _ => None,
        }
    }
}
