//! Polynomials with exact coefficients: the normal form of sums and products.

use super::{Form, MAX_PARTS};
use crate::eval::MAX_BITS;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use smallvec::{SmallVec, smallvec};

/// Products with more factors are not expanded.
const MAX_DEGREE: usize = 4;

/// The rings of coefficients.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ring {
    Int,
    Real,
    /// Integers modulo 2^width, represented by `0..2^width`.
    Bv(u32),
}

/// Sorted factors. None of them is a sum.
pub(super) type Monomial = SmallVec<[Form; 2]>;
type Summands = SmallVec<[(Monomial, BigInt); 2]>;

/// `(Σ coefficient · monomial + constant) / denominator`, in lowest terms. The denominator is 1
/// except over Real. One denominator for all coefficients avoids the cost of fractions for
/// integers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Poly {
    pub(super) ring: Ring,
    /// By ascending monomials. No coefficient is 0.
    pub(super) terms: Summands,
    pub(super) constant: BigInt,
    /// Always positive.
    pub(super) denominator: BigInt,
}

impl Poly {
    pub(super) fn constant(ring: Ring, constant: BigInt) -> Self {
        Self {
            ring,
            terms: Summands::new(),
            constant,
            denominator: BigInt::one(),
        }
    }

    pub(super) fn variable(ring: Ring, form: Form) -> Self {
        Self {
            terms: smallvec![(smallvec![form], BigInt::one())],
            ..Self::constant(ring, BigInt::zero())
        }
    }

    /// The variable, if the polynomial is a single variable.
    pub(super) fn as_variable(&self) -> Option<Form> {
        match (&self.terms[..], self.constant.is_zero()) {
            ([(monomial, coefficient)], true)
                if monomial.len() == 1 && coefficient.is_one() && self.denominator.is_one() =>
            {
                monomial.first().copied()
            }
            _ => None,
        }
    }

    /// `self + factor * other`. `None` if the result is too large.
    pub(super) fn plus(&self, factor: &BigInt, other: &Poly) -> Option<Self> {
        let (mine, theirs) = if self.denominator == other.denominator {
            (BigInt::one(), factor.clone())
        } else {
            (other.denominator.clone(), factor * &self.denominator)
        };
        let scaled = |of: &Poly, by: &BigInt| -> Summands {
            if by.is_one() {
                return of.terms.clone();
            }
            let scale = |(m, c): &(Monomial, BigInt)| (m.clone(), c * by);
            of.terms.iter().map(scale).collect()
        };
        let mut terms = scaled(self, &mine);
        terms.extend(scaled(other, &theirs));
        Self {
            ring: self.ring,
            terms,
            constant: &self.constant * &mine + &other.constant * &theirs,
            denominator: &self.denominator * &mine,
        }
        .finish()
    }

    /// `self * other`. `None` if the result is too large.
    pub(super) fn times(&self, other: &Poly) -> Option<Self> {
        let count = (self.terms.len() + 1) * (other.terms.len() + 1) - 1;
        if count > 2 * MAX_PARTS {
            return None;
        }
        let mut terms = Summands::with_capacity(count);
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let mut monomial: Monomial = a.iter().chain(b).copied().collect();
                monomial.sort_unstable();
                terms.push((monomial, x * y));
            }
            terms.push((a.clone(), x * &other.constant));
        }
        for (b, y) in &other.terms {
            terms.push((b.clone(), y * &self.constant));
        }
        Self {
            ring: self.ring,
            terms,
            constant: &self.constant * &other.constant,
            denominator: &self.denominator * &other.denominator,
        }
        .finish()
    }

    /// `self / divisor`. The divisor must not be 0.
    pub(super) fn divided_by(mut self, divisor: BigInt) -> Option<Self> {
        if divisor.is_negative() {
            self = Self::constant(self.ring, BigInt::zero()).plus(&BigInt::from(-1), &self)?;
        }
        self.denominator *= divisor.abs();
        self.finish()
    }

    /// Restores the order of factors and terms after an injective change of the factors.
    pub(super) fn sorted(mut self) -> Self {
        for (monomial, _) in &mut self.terms {
            monomial.sort_unstable();
        }
        self.terms.sort_by(|(a, _), (b, _)| a.cmp(b));
        self
    }

    /// Brings the polynomial into normal form. `None` if it is too large.
    fn finish(mut self) -> Option<Self> {
        if !self.terms.is_sorted_by(|(a, _), (b, _)| a < b) {
            self.terms.sort_by(|(a, _), (b, _)| a.cmp(b));
            self.terms.dedup_by(|(a, x), (b, y)| {
                let same = a == b;
                if same {
                    *y += &*x;
                }
                same
            });
        }
        if let Ring::Bv(width) = self.ring {
            let numbers = self.terms.iter_mut().map(|(_, c)| c);
            for number in numbers.chain([&mut self.constant]) {
                if number.is_negative() || number.bits() > u64::from(width) {
                    *number = number.mod_floor(&(BigInt::one() << width));
                }
            }
        }
        self.terms.retain(|(_, c)| !c.is_zero());
        if !self.denominator.is_one() {
            let divisor = self.content().gcd(&self.constant).gcd(&self.denominator);
            self.divide(&divisor);
            self.denominator /= divisor;
        }
        let small = |number: &BigInt| number.bits() <= u64::from(MAX_BITS);
        let fits = self.terms.len() <= MAX_PARTS
            && small(&self.constant)
            && small(&self.denominator)
            && (self.terms.iter()).all(|(m, c)| m.len() <= MAX_DEGREE && small(c));
        fits.then_some(self)
    }

    /// The greatest common divisor of the coefficients, without the constant. It is 0 if there are
    /// none.
    pub(super) fn content(&self) -> BigInt {
        let mut content = BigInt::zero();
        for (_, coefficient) in &self.terms {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// Divides the coefficients and the constant. The divisor must divide the coefficients; the
    /// quotient of the constant is rounded up.
    pub(super) fn divide(&mut self, divisor: &BigInt) {
        if divisor.is_one() {
            return;
        }
        for (_, coefficient) in &mut self.terms {
            *coefficient /= divisor;
        }
        self.constant = self.constant.div_ceil(divisor);
    }

    /// Negates all coefficients and the constant. Not for bit-vectors.
    pub(super) fn negate(&mut self) {
        let numbers = self.terms.iter_mut().map(|(_, c)| c);
        for number in numbers.chain([&mut self.constant]) {
            *number = -std::mem::take(number);
        }
    }

    /// Whether the first coefficient is negative.
    pub(super) fn leads_negative(&self) -> bool {
        (self.terms.first()).is_some_and(|(_, c)| c.sign() == Sign::Minus)
    }
}
