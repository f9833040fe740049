//! Functions that take arrays of arrays, write to an array, or return several.

use super::{Session, Term};
use crate::shared::library::methods::{Lift, copied};
use crate::shared::library::text;
use murxla_fsm::solver::Result;
use std::ffi::{c_char, c_ulong};
use std::ptr;

/// The names and values of statistics.
pub(in super::super) type Statistics = Vec<(String, String)>;

/// The statistics that a function of the library returns.
pub(super) fn statistics(
    read: impl FnOnce(*mut *mut *const c_char, *mut *mut *const c_char, *mut c_ulong) -> Result,
) -> Result<Statistics> {
    let (mut keys, mut values, mut size) = (ptr::null_mut(), ptr::null_mut(), 0);
    read(&raw mut keys, &raw mut values, &raw mut size)?;
    // SAFETY: both arrays have `size` strings, which are copied at once.
    let texts = |all: *mut *const c_char| unsafe {
        let all = copied(all.cast_const(), size as usize).into_iter();
        all.map(|each| text(each).unwrap_or_default())
            .collect::<Vec<_>>()
    };
    Ok(texts(keys).into_iter().zip(texts(values)).collect())
}

impl Session {
    /// Replaces the constants `from` in each of these terms.
    pub(in super::super) fn substitute_terms(
        &self,
        terms: &mut [Term],
        from: &[Term],
        to: &[Term],
    ) -> Result {
        let (count, parts) = (terms.len() as c_ulong, from.len() as c_ulong);
        // The library declares the arrays as mutable, and only changes the first.
        let pointer = |terms: &[Term]| terms.as_ptr().cast_mut().cast();
        let (from, to) = (pointer(from), pointer(to));
        let terms = terms.as_mut_ptr().cast();
        // SAFETY: all are live, and the arrays have the lengths that they are passed with.
        unsafe { (self.api.0).bitwuzla_substitute_terms(count, terms, parts, from, to) };
        self.api.check()
    }

    /// The interpolants of a sequence of formulas: one after each part.
    pub(in super::super) fn get_interpolants(&self, parts: &[Vec<Term>]) -> Result<Vec<Term>> {
        let solver = self.solver()?;
        let mut sizes: Vec<u32> = parts.iter().map(|part| part.len() as u32).collect();
        let arrays = parts.iter().map(|part| part.as_ptr().cast_mut().cast());
        let mut arrays: Vec<_> = arrays.collect();
        let (count, mut size) = (parts.len() as u32, 0);
        let (starts, lengths) = (arrays.as_mut_ptr(), sizes.as_mut_ptr());
        let function = self.api.0.bitwuzla_get_interpolants.found()?;
        // SAFETY: all are live, and the arrays have the lengths that they are passed with; the
        // result has `size` terms and is copied at once.
        let all = unsafe {
            let array = function.call(solver, count, lengths, starts, &raw mut size);
            self.api.check()?;
            copied(array.cast_const(), size as usize)
        };
        let lift = |term| Term::lift(term, self, "bitwuzla_get_interpolants");
        all.into_iter().map(lift).collect()
    }

    /// The statistics of the solver.
    pub(in super::super) fn get_statistics(&self) -> Result<Statistics> {
        let solver = self.solver()?;
        statistics(|keys, values, size| {
            // SAFETY: the solver is live; the three are set.
            unsafe { (self.api.0).bitwuzla_get_statistics(solver, keys, values, size) };
            self.api.check()
        })
    }
}
