//! All of the wrapper's `unsafe`: a thin layer over Yices's C API. A failed call returns an error
//! with the code and the message of the library.

mod calls;
mod models;
mod numbers;
mod output;
mod search;
mod terms;

use super::bindings as raw;
use crate::shared::library::{self, c, text};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::Bv;
use num_bigint::BigInt;
use num_rational::BigRational;
use numbers::{Rational, bits_of};
pub(super) use output::Area;
use raw::{YicesApi, term_vector_t, yval_t};
pub(super) use search::{Config, Context, Model, Params};
use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::path::Path;
pub(super) use terms::WAYS;

/// A term of the library: a number. The library checks it in every call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(super) struct Term(c_int);

/// A sort of the library, which calls it a type: a number, like `Term`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Sort(c_int);

/// A value in a model. It lives as long as the model.
#[derive(Clone, Copy)]
pub(super) struct ModelNode(yval_t);

/// A loaded library. It is initialized once, and never closed.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static LibraryState);

struct LibraryState {
    raw: YicesApi,
    /// The number of contexts, models and records. A reset of the library would free them.
    objects: Cell<u32>,
    /// The number of instances. A reset of the library would drop their terms.
    instances: Cell<u32>,
}

/// Keeps the terms of an instance alive: all instances of the process share one table of terms.
pub(super) struct Lease(Api);

impl Lease {
    /// Drops the terms of earlier instances. Otherwise the library would grow, and the numbers of
    /// terms would differ.
    pub(super) fn new(api: Api) -> Self {
        if api.0.instances.get() == 0 {
            api.forget();
        }
        api.0.instances.set(api.0.instances.get() + 1);
        Self(api)
    }

    /// Whether all terms of the process belong to this instance.
    pub(super) fn is_alone(&self) -> bool {
        self.0.0.instances.get() == 1
    }

    /// Drops all terms, if they belong to this instance.
    pub(super) fn renew(&self) {
        if self.is_alone() {
            self.0.forget();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let instances = &self.0.0.instances;
        instances.set(instances.get().saturating_sub(1));
    }
}

impl Deref for LibraryState {
    type Target = YicesApi;

    fn deref(&self) -> &YicesApi {
        &self.raw
    }
}

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    code: c_int,
    message: String,
}

/// The result of a call, with the error of the library.
pub(super) type Tried<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// Whether the context does not support the formula. The context may have kept a part of it.
    pub(super) fn is_beyond_context(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        matches!(
            code,
            raw::YICES_CTX_LOGIC..=raw::YICES_CTX_RDL
                | raw::YICES_CTX_SCALAR..=raw::YICES_CTX_HIGHER_ORDER
                | raw::YICES_MCSAT_UNSUPPORTED
                | raw::YICES_DIVISION_BY_ZERO
        )
    }

    /// Whether the reason is that the formula is not linear, or divides by zero.
    pub(super) fn is_nonlinear(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        matches!(code, raw::YICES_CTX_NONLINEAR | raw::YICES_DIVISION_BY_ZERO)
    }

    /// Whether models cannot be generalized for such terms.
    pub(super) fn is_of_generalization(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        (raw::YICES_GENERALIZATION_FIRST..=raw::YICES_GENERALIZATION_LAST).contains(&code)
    }

    /// Whether the model has no value, which is not an error of the call.
    fn is_of_evaluation(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        (raw::YICES_EVAL_FIRST..=raw::YICES_EVAL_LAST).contains(&code)
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        // A limit by design: https://github.com/SRI-CSL/yices2, `YICES_MAX_DEGREE`.
        if u32::try_from(failure.code) == Ok(raw::YICES_DEGREE_OVERFLOW) {
            return Error::Resources(failure.message);
        }
        Error::Rejected(failure.message)
    }
}

/// `None` if the model has no value.
fn if_present<T>(tried: Tried<T>) -> Result<Option<T>> {
    match tried {
        Ok(value) => Ok(Some(value)),
        Err(failure) if failure.is_of_evaluation() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// The functions that some releases since 2.6.4 do not have.
const OPTIONAL: [&str; 3] = [
    "yices_check_context_with_model_and_hint",
    "yices_mcsat_set_fixed_var_order",
    "yices_mcsat_set_initial_var_order",
];

fn ids(terms: &[Term]) -> *const c_int {
    terms.as_ptr().cast()
}

fn ids_mut(terms: &mut [Term]) -> *mut c_int {
    terms.as_mut_ptr().cast()
}

impl Api {
    /// Loads and initializes the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let file = path.display();
        let library = library::open(path)?;
        // SAFETY: the declarations are those of the releases since 2.6.4, see `api.h`.
        let api = unsafe { YicesApi::from_library(library) };
        let is_required = |name: &&&str| !OPTIONAL.contains(name);
        if let Some(name) = api.missing(YicesApi::NAMES.iter().filter(is_required)) {
            return Err(LoadError(format!(
                "{file} is not a Yices: it has no {name}"
            )));
        }
        let api = Self(Box::leak(Box::new(LibraryState {
            raw: api,
            objects: Cell::new(0),
            instances: Cell::new(0),
        })));
        // SAFETY: the first call, once per library.
        unsafe { api.0.yices_init() };
        Ok(api)
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.raw.called()
    }

    /// The version of the library.
    pub(super) fn version(self) -> String {
        // SAFETY: the variable is a constant of the library that points to a string.
        unsafe {
            let version = self.0.yices_version.and_then(|version| text(*version));
            version.unwrap_or_default()
        }
    }

    /// Reads how the library was built.
    pub(super) fn build(self) -> [Option<String>; 4] {
        let library = &self.0;
        let variables = [
            library.yices_build_arch,
            library.yices_build_mode,
            library.yices_build_date,
            library.yices_rev,
        ];
        // SAFETY: as above; the function takes nothing.
        unsafe {
            library.yices_is_thread_safe();
            variables.map(|variable| variable.and_then(|variable| text(*variable)))
        }
    }

    /// Whether the build has this SAT solver.
    pub(super) fn has_delegate(self, name: &str) -> bool {
        // SAFETY: the string lives until the call returns.
        c(name).is_ok_and(|name| unsafe { self.0.yices_has_delegate(name.as_ptr()) == 1 })
    }

    /// The code of the last error and the type that it is about. The library then clears the error.
    pub(super) fn last_error(self) -> (i32, Sort) {
        // SAFETY: the record is the library's, and copied at once.
        unsafe {
            let report = self.0.yices_error_report();
            let (code, of) = if report.is_null() {
                (self.0.yices_error_code(), -1)
            } else {
                ((*report).code, (*report).type1)
            };
            self.0.yices_clear_error();
            (code, Sort(of))
        }
    }

    /// Whether the build has the solver for nonlinear arithmetic.
    pub(super) fn has_mcsat(self) -> bool {
        // SAFETY: takes nothing.
        unsafe { self.0.yices_has_mcsat() != 0 }
    }

    /// Drops all terms and types, unless there are contexts or models.
    fn forget(self) {
        if self.0.objects.get() == 0 {
            // SAFETY: contexts, models and records, which it frees, have been freed.
            unsafe { self.0.yices_reset() };
        }
    }

    /// The error of the last call.
    fn failure(self) -> Failure {
        // SAFETY: they read the library's record of the last error; the string is copied and freed.
        unsafe {
            Failure {
                code: self.0.yices_error_code(),
                message: self.taken(self.0.yices_error_string()),
            }
        }
    }

    fn code(self, code: c_int) -> Tried {
        if code < 0 {
            Err(self.failure())
        } else {
            Ok(())
        }
    }

    /// A copy of a string that the caller must free. It is freed here.
    ///
    /// # Safety
    /// The library returned the string, and it has not been freed.
    unsafe fn taken(self, string: *mut c_char) -> String {
        // SAFETY: strings of the library end with a zero.
        unsafe {
            let copy = text(string);
            if copy.is_some() {
                self.0.yices_free_string(string);
            }
            copy.unwrap_or_default()
        }
    }

    pub(super) fn rational(self, value: &BigRational) -> Result<Term> {
        let value = Rational::from(self, value)?;
        // SAFETY: the number is initialized and in lowest terms.
        Ok(self.term(unsafe { self.0.yices_mpq(&raw const value.1) })?)
    }

    /// The number as an integer of GMP. `None` if it is not an integer.
    pub(super) fn integer(self, value: &BigRational) -> Result<Option<Term>> {
        let number = Rational::from(self, value)?;
        if !value.is_integer() {
            return Ok(None);
        }
        // SAFETY: the number is initialized.
        Ok(Some(self.term(unsafe {
            self.0.yices_mpz(&raw const number.1.num)
        })?))
    }

    /// The number as an integer of GMP.
    pub(super) fn bv_from_integer(self, value: &Bv) -> Result<Term> {
        let number = BigInt::from(value.unsigned().clone());
        let number = Rational::from(self, &BigRational::from(number))?;
        // SAFETY: the number is initialized.
        Ok(self.term(unsafe {
            self.0
                .yices_bvconst_mpz(value.width(), &raw const number.1.num)
        })?)
    }

    pub(super) fn bv_from_bits(self, value: &Bv) -> Result<Term> {
        let bits = bits_of(value);
        // SAFETY: the array has as many elements as is said.
        Ok(self.term(unsafe {
            self.0
                .yices_bvconst_from_array(value.width(), bits.as_ptr())
        })?)
    }

    /// The width of a bit-vector type.
    pub(super) fn bv_width(self, of: Sort) -> Result<u32> {
        // SAFETY: the library checks the type.
        match unsafe { self.0.yices_bvtype_size(of.0) } {
            0 => Err(self.failure().into()),
            width => Ok(width),
        }
    }

    /// The term with a name.
    pub(super) fn term_by_name(self, name: &str) -> Result<Option<Term>> {
        let name = c(name)?;
        // SAFETY: the string lives until the call returns.
        let found = unsafe { self.0.yices_get_term_by_name(name.as_ptr()) };
        Ok((found >= 0).then_some(Term(found)))
    }

    /// The type with a name.
    pub(super) fn type_by_name(self, name: &str) -> Result<Option<Sort>> {
        let name = c(name)?;
        // SAFETY: as above.
        let found = unsafe { self.0.yices_get_type_by_name(name.as_ptr()) };
        Ok((found >= 0).then_some(Sort(found)))
    }

    /// Removes a name. It then has its earlier meaning.
    pub(super) fn remove_term_name(self, name: &str) -> Result {
        let name = c(name)?;
        // SAFETY: as above.
        unsafe { self.0.yices_remove_term_name(name.as_ptr()) };
        Ok(())
    }

    /// Removes the name of a type.
    pub(super) fn remove_type_name(self, name: &str) -> Result {
        let name = c(name)?;
        // SAFETY: as above.
        unsafe { self.0.yices_remove_type_name(name.as_ptr()) };
        Ok(())
    }

    fn term(self, term: c_int) -> Tried<Term> {
        self.code(term).map(|()| Term(term))
    }

    pub(super) fn type_name(self, of: Sort) -> Option<String> {
        // SAFETY: the name lives as long as the type, and is copied at once.
        unsafe { text(self.0.yices_get_type_name(of.0)) }
    }

    pub(super) fn term_name(self, of: Term) -> Option<String> {
        // SAFETY: as above.
        unsafe { text(self.0.yices_get_term_name(of.0)) }
    }

    pub(super) fn type_to_string(self, of: Sort) -> String {
        // SAFETY: any number may be asked for.
        unsafe { self.taken(self.0.yices_type_to_string(of.0, 200, 10, 0)) }
    }

    /// Prints a term. A very long text is cut.
    pub(super) fn term_to_text(self, of: Term) -> String {
        // SAFETY: as above.
        unsafe { self.taken(self.0.yices_term_to_string(of.0, 10_000, 1_000, 0)) }
    }

    pub(super) fn term_to_string(self, of: Term) -> String {
        // SAFETY: as above.
        unsafe { self.taken(self.0.yices_term_to_string(of.0, 200, 10, 0)) }
    }

    fn vector(self, fill: impl FnOnce(*mut term_vector_t) -> c_int) -> Tried<Vec<Term>> {
        let mut vector = MaybeUninit::<term_vector_t>::zeroed();
        // SAFETY: the vector is initialized, filled, copied and deleted; `data` has `size`
        // elements.
        unsafe {
            self.0.yices_init_term_vector(vector.as_mut_ptr());
            let filled = self.code(fill(vector.as_mut_ptr()));
            let mut vector = vector.assume_init();
            let terms = (0..vector.size as usize).map(|n| Term(*vector.data.add(n)));
            let terms: Vec<Term> = terms.collect();
            self.0.yices_reset_term_vector(&raw mut vector);
            self.0.yices_delete_term_vector(&raw mut vector);
            filled.map(|()| terms)
        }
    }
}
