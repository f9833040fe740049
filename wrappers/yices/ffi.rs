//! All of the wrapper's `unsafe`: a thin layer over Yices's C API, in which every failed call is an error
//! with the library's code and message.

mod calls;
mod models;
mod numbers;
mod search;
mod terms;

use super::bindings as raw;
use crate::library::{self, c, text};
use murxla_fsm::loaded::LoadError;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::Bv;
use num_bigint::BigInt;
use num_rational::BigRational;
use numbers::{Rational, bits_of};
use raw::{YicesApi, term_vector_t, yval_t};
pub(super) use search::{Config, Context, Model, Params};
use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::path::Path;
pub(super) use terms::WAYS;

/// A term: a number, which the library checks wherever it is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(super) struct Term(c_int);

/// A type; as `Term`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Type(c_int);

/// A node of a model; lives as long as the model.
#[derive(Clone, Copy)]
pub(super) struct Node(yval_t);

/// A loaded library. It is never closed, and initialized once.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static Library);

struct Library {
    raw: YicesApi,
    /// How many contexts, models and records there are, which a reset of the library would free.
    objects: Cell<u32>,
    /// How many instances there are, whose terms it would forget.
    instances: Cell<u32>,
}

/// The right of an instance to its terms.
pub(super) struct Lease(Api);

impl Lease {
    /// Forgets the terms of earlier instances: the library would grow, and number terms differently.
    pub(super) fn new(api: Api) -> Self {
        if api.0.instances.get() == 0 {
            api.forget();
        }
        api.0.instances.set(api.0.instances.get() + 1);
        Self(api)
    }

    /// Whether the terms of the process are of this instance only.
    pub(super) fn is_alone(&self) -> bool {
        self.0.0.instances.get() == 1
    }

    /// Forgets all terms, if they are of this instance only.
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

impl Deref for Library {
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

/// A call's result, with the library's own error.
pub(super) type Tried<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// The formula is outside of what the context was made for, whatever the context has of it now.
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

    /// It is so because it is not linear, or divides by zero.
    pub(super) fn is_nonlinear(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        matches!(code, raw::YICES_CTX_NONLINEAR | raw::YICES_DIVISION_BY_ZERO)
    }

    /// Models are not generalized for such terms.
    pub(super) fn is_of_generalization(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        (raw::YICES_GENERALIZATION_FIRST..=raw::YICES_GENERALIZATION_LAST).contains(&code)
    }

    /// A model that does not give a value, which is not an error of the call.
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

/// `None` where a model gives no value.
fn known<T>(tried: Tried<T>) -> Result<Option<T>> {
    match tried {
        Ok(value) => Ok(Some(value)),
        Err(failure) if failure.is_of_evaluation() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// The functions that not every release since 2.6.4 has.
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
        let api = Self(Box::leak(Box::new(Library {
            raw: api,
            objects: Cell::new(0),
            instances: Cell::new(0),
        })));
        // SAFETY: the first call, once per library.
        unsafe { api.0.yices_init() };
        Ok(api)
    }

    /// The functions called so far.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.raw.called()
    }

    /// What the library says that its version is.
    pub(super) fn version(self) -> String {
        // SAFETY: the variable is a constant of the library that points to a string.
        unsafe {
            let version = self.0.yices_version.and_then(|version| text(*version));
            version.unwrap_or_default()
        }
    }

    /// What the library says of how it was built.
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

    /// The code of the last error, which the library then forgets, and the type that it is about.
    pub(super) fn last_error(self) -> (i32, Type) {
        // SAFETY: the record is the library's, and copied at once.
        unsafe {
            let report = self.0.yices_error_report();
            let (code, of) = if report.is_null() {
                (self.0.yices_error_code(), -1)
            } else {
                ((*report).code, (*report).type1)
            };
            self.0.yices_clear_error();
            (code, Type(of))
        }
    }

    /// Whether the build has the solver for nonlinear arithmetic.
    pub(super) fn has_mcsat(self) -> bool {
        // SAFETY: takes nothing.
        unsafe { self.0.yices_has_mcsat() != 0 }
    }

    /// Forgets all terms and types, unless there are contexts or models still.
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

    /// A copy of a string that is the caller's, which is freed.
    ///
    /// # Safety
    /// The library returned it and was not told to free it.
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

    /// As a whole number of GMP; `None` of others.
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

    /// As a whole number of GMP.
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
    pub(super) fn bv_width(self, of: Type) -> Result<u32> {
        // SAFETY: the library checks the type.
        match unsafe { self.0.yices_bvtype_size(of.0) } {
            0 => Err(self.failure().into()),
            width => Ok(width),
        }
    }

    /// The term of a name.
    pub(super) fn term_by_name(self, name: &str) -> Result<Option<Term>> {
        let name = c(name)?;
        // SAFETY: the string lives until the call returns.
        let found = unsafe { self.0.yices_get_term_by_name(name.as_ptr()) };
        Ok((found >= 0).then_some(Term(found)))
    }

    /// The type of a name.
    pub(super) fn type_by_name(self, name: &str) -> Result<Option<Type>> {
        let name = c(name)?;
        // SAFETY: as above.
        let found = unsafe { self.0.yices_get_type_by_name(name.as_ptr()) };
        Ok((found >= 0).then_some(Type(found)))
    }

    /// The name stands for what it stood for before.
    pub(super) fn remove_term_name(self, name: &str) -> Result {
        let name = c(name)?;
        // SAFETY: as above.
        unsafe { self.0.yices_remove_term_name(name.as_ptr()) };
        Ok(())
    }

    /// The same of a type.
    pub(super) fn remove_type_name(self, name: &str) -> Result {
        let name = c(name)?;
        // SAFETY: as above.
        unsafe { self.0.yices_remove_type_name(name.as_ptr()) };
        Ok(())
    }

    fn term(self, term: c_int) -> Tried<Term> {
        self.code(term).map(|()| Term(term))
    }

    pub(super) fn type_name(self, of: Type) -> Option<String> {
        // SAFETY: the name lives as long as the type, and is copied at once.
        unsafe { text(self.0.yices_get_type_name(of.0)) }
    }

    pub(super) fn term_name(self, of: Term) -> Option<String> {
        // SAFETY: as above.
        unsafe { text(self.0.yices_get_term_name(of.0)) }
    }

    pub(super) fn type_to_string(self, of: Type) -> String {
        // SAFETY: any number may be asked for.
        unsafe { self.taken(self.0.yices_type_to_string(of.0, 200, 10, 0)) }
    }

    /// All that is printed of a term, if it is not very long.
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
        // SAFETY: the vector is initialized, filled, copied and deleted; `data` has `size` elements.
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
