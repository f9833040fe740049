//! Values whose functions have several results or take an array.

use super::super::checks::NULL;
use super::{Session, Term, handle};
use murxla_fsm::solver::{Error, Result};

impl Session {
    /// The numerator and the denominator of a rational value, if they fit.
    pub(in super::super) fn real64_value(&self, term: Term) -> Result<(i64, u64)> {
        let (mut numerator, mut denominator) = (0, 0);
        let raw = self.api.0;
        // SAFETY: the term is live; both results are owned by this frame.
        unsafe { raw.cvc5_term_get_real64_value(term.0, &raw mut numerator, &raw mut denominator) };
        self.api.check()?;
        Ok((numerator, denominator))
    }

    /// The widths of exponent and significand, and the bits, of a floating-point value.
    pub(in super::super) fn fp_value(&self, term: Term) -> Result<(u32, u32, Term)> {
        let (mut exponent, mut significand, mut bits) = (0, 0, std::ptr::null_mut());
        let raw = self.api.0;
        // SAFETY: the term is live; the results are owned by this frame.
        unsafe {
            raw.cvc5_term_get_fp_value(
                term.0,
                &raw mut exponent,
                &raw mut significand,
                &raw mut bits,
            );
        }
        self.api.check()?;
        if bits.is_null() {
            return NULL.fails_for("cvc5_term_get_fp_value", "");
        }
        Ok((exponent, significand, Term(bits)))
    }

    /// A string of code points other than 0. Some releases do not have the function.
    pub(in super::super) fn mk_string_from_code_points(&self, chars: &[u32]) -> Result<Term> {
        let Some(function) = self.api.0.cvc5_mk_string_from_char32.get() else {
            return Err(Error::Unsupported("cvc5_mk_string_from_char32".to_owned()));
        };
        let chars = [chars, &[0]].concat();
        // SAFETY: the manager is live; the array ends with 0 and outlives the call.
        let raw = unsafe { function.call(self.tm, chars.as_ptr()) };
        self.api.check()?;
        handle(raw, "cvc5_mk_string_from_char32")
    }

    /// The code points of a string value before its first 0. `None` if the library does not have
    /// the function.
    pub(in super::super) fn code_points(&self, term: Term) -> Result<Option<Vec<u32>>> {
        let Some(function) = self.api.0.cvc5_term_get_u32string_value.get() else {
            return Ok(None);
        };
        let mut chars = Vec::new();
        // SAFETY: the term is live; the array ends with 0 and is copied at once.
        unsafe {
            let mut next = function.call(term.0);
            self.api.check()?;
            while !next.is_null() && *next != 0 {
                chars.push(*next);
                next = next.add(1);
            }
        }
        Ok(Some(chars))
    }
}
