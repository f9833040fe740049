//! All of the wrapper's `unsafe`, besides the generated methods: what the library owns, numbers of
//! GMP, and calls that one declaration does not describe.
//!
//! Whether a call failed is seen by its result. Then the library is asked why.

mod buffers;
mod memory;
mod numbers;
mod owned;
mod vectors;

use super::bindings as raw;
use crate::shared::library::methods::{Lift, Lower};
use crate::shared::library::{self, text};
pub(super) use memory::Memory;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
pub(super) use numbers::{Integer, Rational, bits_of};
pub(super) use owned::{Config, Context, Model, Params};
use raw::{YicesApi, term_t, type_t};
use std::cell::Cell;
use std::ffi::{c_int, c_uint};
use std::path::Path;
pub(super) use vectors::{ModelNode, NodeVector, SortVector, TermVector};

handles! {
    Api:
    /// A term of the library: a number. The library checks it in every call.
    Term(term_t);
    /// A sort of the library, which calls it a type: a number, like `Term`.
    Sort(type_t);
}

/// A loaded library. It is initialized once, and never closed.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static LibraryState);

struct LibraryState {
    table: &'static YicesApi,
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

/// Why a call failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The library says so, with a code.
    OfLibrary { code: u32, message: String },
    /// The call was not made, or its result is wrong.
    Other(Error),
}

/// The result of a call whose caller may look at the error of the library.
pub(super) type Tried<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// The code of the library. 0, which is not an error, if there is none.
    fn code(&self) -> u32 {
        match self {
            Self::OfLibrary { code, .. } => *code,
            Self::Other(_) => 0,
        }
    }

    /// Whether the context does not support the formula. The context may have kept a part of it.
    pub(super) fn is_beyond_context(&self) -> bool {
        matches!(
            self.code(),
            raw::YICES_CTX_LOGIC..=raw::YICES_CTX_RDL
                | raw::YICES_CTX_SCALAR..=raw::YICES_CTX_HIGHER_ORDER
                | raw::YICES_MCSAT_UNSUPPORTED
                | raw::YICES_DIVISION_BY_ZERO
        )
    }

    /// Whether the reason is that the formula is not linear, or divides by zero.
    pub(super) fn is_nonlinear(&self) -> bool {
        let code = self.code();
        matches!(code, raw::YICES_CTX_NONLINEAR | raw::YICES_DIVISION_BY_ZERO)
    }

    /// Whether models cannot be generalized for such terms.
    pub(super) fn is_of_generalization(&self) -> bool {
        (raw::YICES_GENERALIZATION_FIRST..=raw::YICES_GENERALIZATION_LAST).contains(&self.code())
    }

    /// Whether the model has no value, which is not an error of the call.
    fn is_of_evaluation(&self) -> bool {
        (raw::YICES_EVAL_FIRST..=raw::YICES_EVAL_LAST).contains(&self.code())
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            // A limit by design: https://github.com/SRI-CSL/yices2, `YICES_MAX_DEGREE`.
            Failure::OfLibrary {
                code: raw::YICES_DEGREE_OVERFLOW,
                message,
            } => Error::Resources(message),
            Failure::OfLibrary { message, .. } => Error::Rejected(message),
            Failure::Other(error) => error,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

/// `None` if the model has no value.
pub(super) fn if_present<T>(tried: Tried<T>) -> Result<Option<T>> {
    match tried {
        Ok(value) => Ok(Some(value)),
        Err(failure) if failure.is_of_evaluation() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// Answers of checks and contexts.
impl Lift<Api> for Tried<Answer> {
    type Raw = c_int;

    fn lift(raw: c_int, api: &Api, _: &str) -> Result<Self> {
        Ok(match u32::try_from(raw).unwrap_or(raw::YICES_ERROR) {
            raw::YICES_SAT => Ok(Answer::Sat),
            raw::YICES_UNSAT => Ok(Answer::Unsat),
            // Or not checked.
            ..=raw::YICES_UNKNOWN | raw::YICES_INTERRUPTED => Ok(Answer::Unknown),
            _ => Err(api.failure()),
        })
    }
}

impl Lift<Api> for Tried {
    type Raw = c_int;

    fn lift(raw: c_int, api: &Api, _: &str) -> Result<Self> {
        Ok(if raw < 0 { Err(api.failure()) } else { Ok(()) })
    }
}

impl Lift<Api> for Tried<bool> {
    type Raw = c_int;

    fn lift(raw: c_int, api: &Api, function: &str) -> Result<Self> {
        Ok(Tried::<()>::lift(raw, api, function)?.map(|()| raw > 0))
    }
}

/// Values of models, as terms.
impl Lift<Api> for Tried<Term> {
    type Raw = c_int;

    fn lift(raw: c_int, api: &Api, function: &str) -> Result<Self> {
        Ok(Tried::<()>::lift(raw, api, function)?.map(|()| Term(raw)))
    }
}

impl Lift<Api> for i32 {
    type Raw = c_int;

    fn lift(raw: c_int, api: &Api, function: &str) -> Result<Self> {
        Tried::<()>::lift(raw, api, function)??;
        Ok(raw)
    }
}

impl Lift<Api> for u32 {
    type Raw = c_uint;

    fn lift(raw: c_uint, api: &Api, function: &str) -> Result<Self> {
        match raw {
            0 => Err(api.no_object(function)),
            size => Ok(size),
        }
    }
}

impl Lift<Api> for bool {
    type Raw = c_int;

    fn lift(raw: c_int, _: &Api, _: &str) -> Result<Self> {
        Ok(raw == 1)
    }
}

impl Lower<Api> for bool {
    type Raw = c_int;

    fn lower(&self, _: &Api) -> Result<c_int> {
        Ok(c_int::from(*self))
    }
}

impl Api {
    /// Loads and initializes the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let api = Self(Box::leak(Box::new(LibraryState {
            table: library::load(library::open(path)?, path, "Yices")?,
            objects: Cell::new(0),
            instances: Cell::new(0),
        })));
        // SAFETY: the first call, once per library.
        unsafe { api.table().yices_init() };
        Ok(api)
    }

    /// The functions of the library.
    pub(super) fn table(&self) -> &'static YicesApi {
        self.0.table
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.table().called()
    }

    /// The version of the library.
    pub(super) fn version(self) -> String {
        // SAFETY: the variable is a constant of the library that points to a string.
        unsafe {
            let version = self
                .table()
                .yices_version
                .and_then(|version| text(*version));
            version.unwrap_or_default()
        }
    }

    /// How the library was built.
    pub(super) fn build(self) -> [Option<String>; 4] {
        let library = self.table();
        let variables = [
            library.yices_build_arch,
            library.yices_build_mode,
            library.yices_build_date,
            library.yices_rev,
        ];
        // SAFETY: the variables are constants of the library that point to strings.
        variables.map(|variable| variable.and_then(|variable| unsafe { text(*variable) }))
    }

    /// The code of the last error and the type that it is about. The library then clears the error.
    pub(super) fn last_error(self) -> (i32, Sort) {
        // SAFETY: the record is the library's, and copied at once.
        unsafe {
            let report = self.table().yices_error_report();
            let (code, of) = if report.is_null() {
                (self.table().yices_error_code(), -1)
            } else {
                ((*report).code, (*report).type1)
            };
            self.table().yices_clear_error();
            (code, Sort(of))
        }
    }

    /// Drops all terms and types, unless there are contexts or models.
    fn forget(self) {
        if self.0.objects.get() == 0 {
            // SAFETY: contexts, models and records, which it frees, have been freed.
            unsafe { self.table().yices_reset() };
        }
    }

    /// The error of the last call.
    fn failure(self) -> Failure {
        // SAFETY: they read the library's record of the last error; the string is copied and freed.
        unsafe {
            let code = self.table().yices_error_code();
            let message = self.table().yices_error_string();
            let copy = text(message);
            if copy.is_some() {
                self.table().yices_free_string(message);
            }
            Failure::OfLibrary {
                code: u32::try_from(code).unwrap_or_default(),
                message: copy.unwrap_or_default(),
            }
        }
    }

    /// Calls are checked by their results.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "what methods call"
    )]
    pub(super) fn check_error(&self, _: &str) -> Result {
        Ok(())
    }

    /// The error behind a result that does not stand for an object.
    pub(super) fn no_object(&self, _: &str) -> Error {
        self.failure().into()
    }
}
