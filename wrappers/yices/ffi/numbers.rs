//! Numbers of any size: bits in arrays, and rational numbers of GMP.

use super::super::bindings::{mpq_t, mpz_t};
use super::super::checks::NUMBER;
use super::{Api, Term};
use crate::shared::library::c;
use crate::shared::library::methods::{Lift, Lower, same_length};
use murxla_fsm::solver::Result;
use murxla_fsm::value::Bv;
use num_bigint::BigUint;
use num_rational::BigRational;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;

/// The bits of a bit-vector, the lowest one first.
pub(in super::super) fn bits_of(value: &Bv) -> Vec<c_int> {
    let bits = 0..u64::from(value.width());
    bits.map(|n| c_int::from(value.unsigned().bit(n))).collect()
}

pub(super) fn bv_of(bits: &[c_int]) -> Bv {
    let mut value = BigUint::default();
    for (n, bit) in bits.iter().enumerate() {
        value.set_bit(n as u64, *bit != 0);
    }
    Bv::new(bits.len() as u32, value)
}

/// A rational number of GMP. The library reads and writes it.
pub(in super::super) struct Rational(Api, Cell<mpq_t>);

/// An integer of GMP: the numerator of a rational number.
pub(in super::super) struct Integer(pub(in super::super) Rational);

impl Rational {
    /// Zero.
    pub(in super::super) fn new(api: Api) -> Self {
        let mut value = MaybeUninit::zeroed();
        // SAFETY: the function initializes what it is given.
        let value = unsafe {
            api.table().__gmpq_init(value.as_mut_ptr());
            value.assume_init()
        };
        Self(api, Cell::new(value))
    }

    /// A number.
    pub(in super::super) fn of(api: Api, value: &BigRational) -> Result<Self> {
        let made = Self::new(api);
        let text = c(&value.to_string())?;
        // SAFETY: the number is initialized, the text ends with a zero.
        unsafe {
            api.table()
                .__gmpq_set_str(made.1.as_ptr(), text.as_ptr(), 10);
            api.table().__gmpq_canonicalize(made.1.as_ptr());
        }
        Ok(made)
    }

    /// Its value.
    pub(in super::super) fn read(&self) -> Result<BigRational> {
        let (api, value) = (self.0.table(), self.1.as_ptr());
        // SAFETY: the number is initialized.
        let (numerator, denominator) = unsafe {
            (
                api.__gmpz_sizeinbase(&raw const (*value).num, 10),
                api.__gmpz_sizeinbase(&raw const (*value).den, 10),
            )
        };
        // As GMP's manual asks for: room for a sign, a slash and the zero.
        let mut text: Vec<c_char> = vec![0; (numerator + denominator) as usize + 3];
        // SAFETY: the number is initialized, and the buffer is long enough.
        let text = unsafe {
            api.__gmpq_get_str(text.as_mut_ptr(), 10, value);
            CStr::from_ptr(text.as_ptr())
        };
        let text = text.to_string_lossy();
        text.parse().or_else(|_| NUMBER.fails(format!("'{text}'")))
    }
}

impl Drop for Rational {
    fn drop(&mut self) {
        // SAFETY: the number is initialized and not used again.
        unsafe { self.0.table().__gmpq_clear(self.1.as_ptr()) };
    }
}

impl Lower<Api> for Rational {
    type Raw = *mut mpq_t;

    fn lower(&self, _: &Api) -> Result<*mut mpq_t> {
        Ok(self.1.as_ptr())
    }
}

impl Lower<Api> for Integer {
    type Raw = *mut mpz_t;

    fn lower(&self, _: &Api) -> Result<*mut mpz_t> {
        let number = self.0.1.as_ptr();
        // SAFETY: the address of a part of a structure that lives.
        Ok(unsafe { &raw mut (*number).num })
    }
}

impl Api {
    /// A sum of terms with coefficients.
    pub(in super::super) fn poly_mpz(self, factors: &[Integer], terms: &[Term]) -> Result<Term> {
        same_length(&[factors.len(), terms.len()])?;
        // Copies of the records, whose owners are in `factors`.
        let copies: Vec<mpz_t> = factors.iter().map(|factor| factor.0.1.get().num).collect();
        let terms = Lower::lower_all(terms, &self)?;
        let (count, factors) = (copies.len() as u32, copies.as_ptr());
        // SAFETY: both arrays have so many elements; the numbers are initialized.
        let made = unsafe { self.table().yices_poly_mpz(count, factors, terms.as_ptr()) };
        Term::lift(made, &self, "yices_poly_mpz")
    }

    /// A sum of terms with coefficients.
    pub(in super::super) fn poly_mpq(self, factors: &[Rational], terms: &[Term]) -> Result<Term> {
        same_length(&[factors.len(), terms.len()])?;
        // Copies of the records, whose owners are in `factors`.
        let copies: Vec<mpq_t> = factors.iter().map(|factor| factor.1.get()).collect();
        let terms = Lower::lower_all(terms, &self)?;
        let (count, factors) = (copies.len() as u32, copies.as_ptr());
        // SAFETY: both arrays have so many elements; the numbers are initialized.
        let made = unsafe { self.table().yices_poly_mpq(count, factors, terms.as_ptr()) };
        Term::lift(made, &self, "yices_poly_mpq")
    }
}
