//! Rules of the theories Ints, Reals and Reals_Ints: sums and their comparisons with zero.

use super::poly::{Monomial, Poly, Ring};
use super::{Algebra, Form, Normals};
use crate::op::*;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use smallvec::smallvec;

impl Normals {
    pub(super) fn arith(&mut self, op: Op, indices: &[u32], args: &[Form]) -> Option<Form> {
        match (op, args) {
            (INT_NEG | REAL_NEG, [a]) => self.negative(*a),
            (INT_ADD | REAL_ADD, [a, b]) => self.plus(*a, 1, *b),
            (INT_SUB | REAL_SUB, [a, b]) => self.plus(*a, -1, *b),
            (INT_MUL | REAL_MUL, [a, b]) => self.times(*a, *b),
            (REAL_DIV, [a, b]) => self.divide(*a, *b),
            (INT_LT | REAL_LT, [a, b]) | (INT_GT | REAL_GT, [b, a]) => self.less(*a, *b, true),
            (INT_LTE | REAL_LTE, [a, b]) | (INT_GTE | REAL_GTE, [b, a]) => self.less(*a, *b, false),
            (INT_ABS | REAL_ABS, [a]) => {
                let ring = self.poly(*a)?.ring;
                let zero = self.sum(Poly::constant(ring, BigInt::zero()));
                let (negative, minus) = (self.less(*a, zero, true)?, self.negative(*a)?);
                Some(self.ite(negative, minus, *a, Algebra::Ring(ring)))
            }
            // The theory Ints defines `divisible` by `mod`.
            (INT_IS_DIV, [a]) => {
                let divisor = Poly::constant(Ring::Int, (*indices.first()?).into());
                let divisor = self.sum(divisor);
                let algebra = Algebra::Ring(Ring::Int);
                let rest = self.apply(INT_MOD, &[], &[*a, divisor], algebra);
                let zero = self.sum(Poly::constant(Ring::Int, BigInt::zero()));
                Some(self.equal(rest, zero))
            }
            (INT_TO_REAL, [a]) => self.embedded(*a),
            (REAL_TO_INT, [a]) => self.projected(*a),
            (REAL_IS_INT, [a]) => self.projected(*a).map(|_| Form::TRUE),
            // A conversion from bits to a number and back again.
            (INT_TO_BV, [a]) => {
                let width = *indices.first()?;
                let bits = [BV_UBV_TO_INT, BV_SBV_TO_INT].into_iter().find_map(|op| {
                    let (_, args) = self.as_app(*a, op)?;
                    args.first().copied()
                })?;
                (self.algebra(bits) == Algebra::Ring(Ring::Bv(width))).then_some(bits)
            }
            _ => None,
        }
    }

    /// `a + factor * b`.
    pub(super) fn plus(&mut self, a: Form, factor: i32, b: Form) -> Option<Form> {
        let sum = self.poly(a)?.plus(&BigInt::from(factor), &*self.poly(b)?)?;
        Some(self.sum(sum))
    }

    pub(super) fn times(&mut self, a: Form, b: Form) -> Option<Form> {
        let product = self.poly(a)?.times(&*self.poly(b)?)?;
        Some(self.sum(product))
    }

    pub(super) fn negative(&mut self, a: Form) -> Option<Form> {
        let a = self.poly(a)?;
        let zero = Poly::constant(a.ring, BigInt::zero());
        let minus = zero.plus(&BigInt::from(-1), &a)?;
        Some(self.sum(minus))
    }

    /// Division by a constant that is not zero.
    fn divide(&mut self, a: Form, b: Form) -> Option<Form> {
        let by = self.as_constant(b).filter(|by| !by.constant.is_zero())?;
        let inverted = Poly::constant(Ring::Real, by.denominator.clone());
        let factor = inverted.divided_by(by.constant.clone())?;
        let quotient = self.poly(a)?.times(&factor)?;
        Some(self.sum(quotient))
    }

    /// `a < b`, or `a <= b` if it is not strict.
    fn less(&mut self, a: Form, b: Form, strict: bool) -> Option<Form> {
        let mut difference = self.poly(a)?.plus(&BigInt::from(-1), &*self.poly(b)?)?;
        let integral = difference.ring == Ring::Int;
        let strict = if integral && strict {
            difference.constant += 1;
            false
        } else {
            strict
        };
        if difference.terms.is_empty() {
            let holds = match strict {
                true => difference.constant.is_negative(),
                false => !difference.constant.is_positive(),
            };
            return Some(Form::truth(holds));
        }
        scale(&mut difference);
        // Either `p <= 0` or its negation has a positive first coefficient. That one represents
        // both.
        let negative = difference.leads_negative();
        if negative {
            difference.negate();
            if integral {
                difference.constant += 1;
            }
        }
        let op = match (integral, strict != negative) {
            (true, _) => INT_LTE,
            (false, true) => REAL_LT,
            (false, false) => REAL_LTE,
        };
        let sum = self.sum(difference);
        let atom = self.app(op, &[], smallvec![sum], Algebra::Bool);
        Some(atom.signed(negative))
    }

    /// `a = b` for polynomials.
    pub(super) fn equal_sums(&mut self, a: Form, b: Form) -> Option<Form> {
        let mut difference = self.poly(a)?.plus(&BigInt::from(-1), &*self.poly(b)?)?;
        if difference.terms.is_empty() {
            return Some(Form::truth(difference.constant.is_zero()));
        }
        let possible = match difference.ring {
            Ring::Bv(width) => normalize_lead(&mut difference, width)?,
            Ring::Int => difference.constant.is_multiple_of(&difference.content()),
            Ring::Real => true,
        };
        if !possible {
            return Some(Form::FALSE);
        }
        if !matches!(difference.ring, Ring::Bv(_)) {
            scale(&mut difference);
            if difference.leads_negative() {
                difference.negate();
            }
        }
        let sum = self.sum(difference);
        Some(self.app(EQUAL, &[], smallvec![sum], Algebra::Bool))
    }

    /// `to_real` of a polynomial: it distributes over sums and products.
    fn embedded(&mut self, a: Form) -> Option<Form> {
        let mut poly = self.poly(a)?.into_owned();
        for factor in poly.terms.iter_mut().flat_map(|(monomial, _)| monomial) {
            let algebra = Algebra::Ring(Ring::Real);
            *factor = self.app(INT_TO_REAL, &[], smallvec![*factor], algebra);
        }
        poly.ring = Ring::Real;
        Some(self.sum(poly.sorted()))
    }

    /// The term of sort Int whose `to_real` is `a`.
    fn projected(&mut self, a: Form) -> Option<Form> {
        let mut poly = self.poly(a)?.into_owned();
        if !poly.denominator.is_one() {
            return None;
        }
        for (monomial, _) in &mut poly.terms {
            let back = monomial.iter().map(|factor| {
                let (_, args) = self.as_app(*factor, INT_TO_REAL)?;
                args.first().copied()
            });
            *monomial = back.collect::<Option<Monomial>>()?;
        }
        poly.ring = Ring::Int;
        Some(self.sum(poly.sorted()))
    }
}

/// Divides a polynomial that is compared with zero by a positive number, so that its coefficients
/// have no common divisor. Over Int the constant is rounded up: `2x - 3 <= 0` becomes `x - 1 <= 0`,
/// which is equivalent to `x - 1.5 <= 0` for integers.
fn scale(poly: &mut Poly) {
    poly.denominator = BigInt::one();
    let mut divisor = poly.content();
    if poly.ring == Ring::Real {
        divisor = divisor.gcd(&poly.constant);
    }
    poly.divide(&divisor);
}

/// Multiplies `p` in `p = 0` modulo 2^width by an odd number, so that its first coefficient becomes
/// a power of two. Returns false if `p = 0` has no solution: a power of two divides all
/// coefficients, but not the constant.
fn normalize_lead(poly: &mut Poly, width: u32) -> Option<bool> {
    let zeros = |number: &BigInt| number.trailing_zeros().unwrap_or(u64::from(width));
    let least = poly.terms.iter().map(|(_, c)| zeros(c)).min()?;
    if zeros(&poly.constant) < least {
        return Some(false);
    }
    let (_, first) = poly.terms.first()?;
    let odd = first >> zeros(first);
    if !odd.is_one() {
        let inverse = odd.modinv(&(BigInt::one() << width))?;
        *poly = Poly::constant(poly.ring, BigInt::zero()).plus(&inverse, poly)?;
    }
    Some(true)
}
