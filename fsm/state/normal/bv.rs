//! Rules of the theory FixedSizeBitVectors: sums modulo 2^n, bitwise operators, slices, and the two
//! orders.

use super::core::cancel;
use super::poly::{Poly, Ring};
use super::{Algebra, Form, Forms, MAX_PARTS, Normals};
use crate::eval::MAX_BITS;
use crate::op::*;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use smallvec::smallvec;

fn ones(width: u32) -> BigInt {
    (BigInt::one() << width) - 1
}

fn algebra(width: u32) -> Algebra {
    Algebra::Ring(Ring::Bv(width))
}

/// The two orders, each with its least and greatest element.
#[derive(Clone, Copy)]
enum Order {
    Unsigned,
    Signed,
}

impl Order {
    fn op(self) -> Op {
        match self {
            Order::Unsigned => BV_ULT,
            Order::Signed => BV_SLT,
        }
    }

    fn least(self, width: u32) -> BigInt {
        match self {
            Order::Unsigned => BigInt::zero(),
            Order::Signed => BigInt::one() << (width - 1),
        }
    }

    fn greatest(self, width: u32) -> BigInt {
        ones(width) - self.least(width)
    }
}

impl Normals {
    pub(super) fn bv(&mut self, op: Op, indices: &[u32], args: &[Form]) -> Option<Form> {
        use Order::{Signed, Unsigned};
        let width = self.width(*args.first()?)?;
        match (op, args) {
            (BV_NOT, [a]) => self.complement(*a),
            (BV_NEG, [a]) => self.negative(*a),
            (BV_ADD, [a, b]) => self.plus(*a, 1, *b),
            (BV_SUB, [a, b]) => self.plus(*a, -1, *b),
            (BV_MULT, [a, b]) => self.times(*a, *b),
            (BV_AND, _) => self.bits_and(width, args),
            (BV_NAND, _) => self.bits_and(width, args).and_then(|a| self.complement(a)),
            (BV_OR, _) => self.bits_or(width, args),
            (BV_NOR, _) => self.bits_or(width, args).and_then(|a| self.complement(a)),
            (BV_XOR, _) => self.bits_xor(width, args),
            (BV_XNOR, _) => self.bits_xor(width, args).and_then(|a| self.complement(a)),
            (BV_COMP, [a, b]) => {
                let equal = self.equal(*a, *b);
                let (yes, no) = (
                    self.literal(1, BigInt::one()),
                    self.literal(1, BigInt::zero()),
                );
                Some(self.ite(equal, yes?, no?, algebra(1)))
            }
            (BV_ULT | BV_USUBO, [a, b]) | (BV_UGT, [b, a]) => self.less_than(Unsigned, *a, *b),
            (BV_UGE, [a, b]) | (BV_ULE, [b, a]) => {
                self.less_than(Unsigned, *a, *b).map(Form::negation)
            }
            (BV_SLT, [a, b]) | (BV_SGT, [b, a]) => self.less_than(Signed, *a, *b),
            (BV_SGE, [a, b]) | (BV_SLE, [b, a]) => {
                self.less_than(Signed, *a, *b).map(Form::negation)
            }
            (BV_NEGO, [a]) => {
                let least = self.literal(width, Signed.least(width))?;
                Some(self.equal(*a, least))
            }
            (BV_SHL | BV_LSHR | BV_ASHR, [a, b]) => self.shifted(op, width, *a, *b),
            (BV_CONCAT, _) => self.concat(args),
            (BV_REPEAT, [a]) => {
                let copies = *indices.first()? as usize;
                let copies = (copies <= MAX_PARTS).then(|| vec![*a; copies])?;
                self.concat(&copies)
            }
            (BV_EXTRACT, [a]) => match indices {
                [high, low] => self.extract(*a, *high, *low),
                _ => None,
            },
            (BV_ROTATE_LEFT, [a]) => self.rotated(*a, width - indices.first()? % width, width),
            (BV_ROTATE_RIGHT, [a]) => self.rotated(*a, indices.first()? % width, width),
            (BV_ZERO_EXTEND, [a]) => match *indices.first()? {
                0 => Some(*a),
                by => {
                    let zeros = self.literal(by, BigInt::zero())?;
                    self.concat(&[zeros, *a])
                }
            },
            (BV_SIGN_EXTEND, [a]) => (indices == [0]).then_some(*a),
            (BV_TO_NAT, [_]) => {
                Some(self.opaque(BV_UBV_TO_INT, &[], args, Algebra::Ring(Ring::Int)))
            }
            (BV_UADDO | BV_SADDO | BV_UMULO | BV_SMULO, [a, b]) if a > b => {
                Some(self.opaque(op, &[], &[*b, *a], Algebra::Bool))
            }
            _ => None,
        }
    }

    fn width(&self, form: Form) -> Option<u32> {
        match self.algebra(form) {
            Algebra::Ring(Ring::Bv(width)) => Some(width),
            _ => None,
        }
    }

    fn literal(&mut self, width: u32, bits: BigInt) -> Option<Form> {
        let fits = (1..=MAX_BITS).contains(&width);
        fits.then(|| self.sum(Poly::constant(Ring::Bv(width), bits)))
    }

    fn bits(&self, form: Form) -> Option<&BigInt> {
        Some(&self.as_constant(form)?.constant)
    }

    /// `bvnot a` is `-a - 1`.
    fn complement(&mut self, a: Form) -> Option<Form> {
        let a = self.poly(a)?;
        let minus_one = match a.ring {
            Ring::Bv(width) => Poly::constant(a.ring, ones(width)),
            Ring::Int | Ring::Real => return None,
        };
        let sum = minus_one.plus(&BigInt::from(-1), &a)?;
        Some(self.sum(sum))
    }

    /// Conjunction of bits: sorted arguments without repetition, with all constants folded into
    /// one.
    fn bits_and(&mut self, width: u32, args: &[Form]) -> Option<Form> {
        let mut mask = ones(width);
        let mut parts = Forms::new();
        for part in self.flattened(BV_AND, args) {
            match self.bits(part) {
                Some(bits) => mask &= bits,
                None => parts.push(part),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let mut empty = mask.is_zero();
        if parts.len() > 1 {
            for part in &parts {
                let other = self.complement(*part)?;
                empty |= parts.binary_search(&other).is_ok();
            }
        }
        if empty {
            return self.literal(width, BigInt::zero());
        }
        if mask != ones(width) || parts.is_empty() {
            parts.push(self.literal(width, mask)?);
        }
        Some(match parts[..] {
            [part] => part,
            _ => self.app(BV_AND, &[], parts, algebra(width)),
        })
    }

    /// Disjunction of bits, by De Morgan.
    fn bits_or(&mut self, width: u32, args: &[Form]) -> Option<Form> {
        let negated: Option<Forms> = args.iter().map(|arg| self.complement(*arg)).collect();
        let and = self.bits_and(width, &negated?)?;
        self.complement(and)
    }

    /// Exclusive disjunction of bits: sorted arguments without pairs of equal ones, with all
    /// constants folded into one. An argument and its complement are represented by the smaller of
    /// their forms. Complements are collected in the mask; one complement of the whole result may
    /// remain.
    fn bits_xor(&mut self, width: u32, args: &[Form]) -> Option<Form> {
        let (mut mask, mut parts) = (BigInt::zero(), Forms::new());
        let mut open: Forms = args.into();
        while let Some(part) = open.pop() {
            if let Some(bits) = self.bits(part) {
                mask ^= bits;
                continue;
            }
            let other = self.complement(part)?;
            let is_xor = |form| self.as_app(form, BV_XOR).is_some();
            let flipped = is_xor(other) || (!is_xor(part) && other < part);
            let least = if flipped { other } else { part };
            if flipped {
                mask ^= ones(width);
            }
            match self.as_app(least, BV_XOR) {
                Some((_, inner)) if open.len() + parts.len() + inner.len() <= MAX_PARTS => {
                    open.extend_from_slice(inner);
                }
                _ => parts.push(least),
            }
        }
        cancel(&mut parts);
        let flipped = mask.bit(u64::from(width) - 1);
        if flipped {
            mask ^= ones(width);
        }
        if !mask.is_zero() || parts.is_empty() {
            parts.push(self.literal(width, mask)?);
        }
        let xor = match parts[..] {
            [part] => part,
            _ => self.app(BV_XOR, &[], parts, algebra(width)),
        };
        if flipped {
            self.complement(xor)
        } else {
            Some(xor)
        }
    }

    /// `a < b` in one of the two orders.
    fn less_than(&mut self, order: Order, a: Form, b: Form) -> Option<Form> {
        let width = self.width(a)?;
        let (least, greatest) = (order.least(width), order.greatest(width));
        if a == b || self.bits(a) == Some(&greatest) || self.bits(b) == Some(&least) {
            return Some(Form::FALSE);
        }
        // Only the least element is below its successor, and only the greatest is above its
        // predecessor.
        let next = |bits: BigInt| bits & ones(width);
        if self.bits(a) == Some(&least) || self.bits(b) == Some(&greatest) {
            return Some(self.equal(a, b).negation());
        }
        if self.bits(b) == Some(&next(&least + 1)) {
            let least = self.literal(width, least)?;
            return Some(self.equal(a, least));
        }
        if self.bits(a) == Some(&next(&greatest + ones(width))) {
            let greatest = self.literal(width, greatest)?;
            return Some(self.equal(b, greatest));
        }
        Some(self.opaque(order.op(), &[], &[a, b], Algebra::Bool))
    }

    /// Shifts by a constant are products or slices.
    fn shifted(&mut self, op: Op, width: u32, a: Form, b: Form) -> Option<Form> {
        let by = self.bits(b)?.to_u32().unwrap_or(u32::MAX);
        match op {
            _ if by == 0 => Some(a),
            BV_SHL if by < width => {
                let power = self.literal(width, BigInt::one() << by)?;
                self.times(a, power)
            }
            BV_LSHR if by < width => {
                let zeros = self.literal(by, BigInt::zero())?;
                let high = self.extract(a, width - 1, by)?;
                self.concat(&[zeros, high])
            }
            BV_SHL | BV_LSHR => self.literal(width, BigInt::zero()),
            _ => None,
        }
    }

    /// Moves the lowest `low` bits in front of the others.
    fn rotated(&mut self, a: Form, low: u32, width: u32) -> Option<Form> {
        if low.is_multiple_of(width) {
            return Some(a);
        }
        let front = self.extract(a, low - 1, 0)?;
        let back = self.extract(a, width - 1, low)?;
        self.concat(&[front, back])
    }

    /// The bits `high` to `low`. Slices of constants, slices and concatenations are simplified
    /// further.
    fn extract(&mut self, a: Form, high: u32, low: u32) -> Option<Form> {
        let width = self.width(a)?;
        if low > high || high >= width {
            return None;
        }
        if low == 0 && high == width - 1 {
            return Some(a);
        }
        if let Some(bits) = self.bits(a) {
            let bits = (bits >> low) & ones(high - low + 1);
            return self.literal(high - low + 1, bits);
        }
        if let Some((&[_, from], &[whole])) = self.as_app(a, BV_EXTRACT) {
            return self.extract(whole, high + from, low + from);
        }
        if let Some((_, parts)) = self.as_app(a, BV_CONCAT) {
            let (parts, mut end) = (Forms::from_slice(parts), width);
            let mut cut = Forms::new();
            for part in parts {
                let top = end;
                end -= self.width(part)?;
                if low < top && high >= end {
                    cut.push(self.extract(part, high.min(top - 1) - end, low.max(end) - end)?);
                }
            }
            return self.concat(&cut);
        }
        Some(self.app(
            BV_EXTRACT,
            &[high, low],
            smallvec![a],
            algebra(high - low + 1),
        ))
    }

    /// Concatenation of the parts, the most significant first. Neighbouring parts are merged if
    /// they are constants or adjacent slices of one term.
    fn concat(&mut self, args: &[Form]) -> Option<Form> {
        let flat = self.flattened(BV_CONCAT, args);
        let (mut parts, mut total) = (Forms::new(), 0);
        for part in flat {
            let width = self.width(part)?;
            total += width;
            if total > MAX_BITS {
                return None;
            }
            let joined = match parts.last() {
                Some(before) => self.joined(*before, part, width),
                None => None,
            };
            match joined {
                Some(joined) => {
                    parts.pop();
                    parts.push(joined);
                }
                None => parts.push(part),
            }
        }
        Some(match parts[..] {
            [part] => part,
            _ => self.app(BV_CONCAT, &[], parts, algebra(total)),
        })
    }

    fn joined(&mut self, front: Form, back: Form, width: u32) -> Option<Form> {
        if let (Some(high), Some(low)) = (self.bits(front), self.bits(back)) {
            let bits = (high << width) | low;
            let total = self.width(front)? + width;
            return self.literal(total, bits);
        }
        let (whole, high, middle) = self.slice(front)?;
        let (other, next, low) = self.slice(back)?;
        (whole == other && middle == next + 1).then_some(())?;
        self.extract(whole, high, low)
    }

    /// The term from which the form is a slice, with the slice's high and low bit.
    fn slice(&self, form: Form) -> Option<(Form, u32, u32)> {
        match self.as_app(form, BV_EXTRACT)? {
            (&[high, low], &[whole]) => Some((whole, high, low)),
            _ => None,
        }
    }
}
