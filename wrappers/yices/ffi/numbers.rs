//! Numbers of any size: bits in arrays, and rational numbers of GMP.

use super::super::bindings::mpq_t;
use super::super::checks::NUMBER;
use super::{Api, c};
use murxla_fsm::solver::Result;
use murxla_fsm::value::Bv;
use num_bigint::BigUint;
use num_rational::BigRational;
use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;

pub(super) fn bits_of(value: &Bv) -> Vec<c_int> {
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

/// A rational number of GMP.
pub(super) struct Rational(Api, pub(super) mpq_t);

impl Rational {
    pub(super) fn new(api: Api) -> Self {
        let mut value = MaybeUninit::zeroed();
        // SAFETY: the function initializes what it is given.
        let value = unsafe {
            api.0.__gmpq_init(value.as_mut_ptr());
            value.assume_init()
        };
        Self(api, value)
    }

    pub(super) fn from(api: Api, value: &BigRational) -> Result<Self> {
        let mut made = Self::new(api);
        let text = c(&value.to_string())?;
        // SAFETY: the number is initialized, the text ends with a zero.
        unsafe {
            api.0.__gmpq_set_str(&raw mut made.1, text.as_ptr(), 10);
            api.0.__gmpq_canonicalize(&raw mut made.1);
        }
        Ok(made)
    }

    pub(super) fn read(&self) -> Result<BigRational> {
        let Self(api, value) = self;
        // SAFETY: the number is initialized.
        let (numerator, denominator) = unsafe {
            (
                api.0.__gmpz_sizeinbase(&raw const value.num, 10),
                api.0.__gmpz_sizeinbase(&raw const value.den, 10),
            )
        };
        // As GMP's manual asks for: room for a sign, a slash and the zero.
        let mut text: Vec<c_char> = vec![0; (numerator + denominator) as usize + 3];
        // SAFETY: as above, and the buffer is long enough.
        let text = unsafe {
            api.0
                .__gmpq_get_str(text.as_mut_ptr(), 10, &raw const *value);
            CStr::from_ptr(text.as_ptr())
        };
        let text = text.to_string_lossy();
        text.parse().or_else(|_| NUMBER.fails(format!("'{text}'")))
    }
}

impl Drop for Rational {
    fn drop(&mut self) {
        // SAFETY: the number is initialized and not used again.
        unsafe { self.0.0.__gmpq_clear(&raw mut self.1) };
    }
}
