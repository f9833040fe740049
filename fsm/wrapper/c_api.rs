//! What a wrapper states about the C API of its solver: the declarations, the functions that it
//! leaves out, and the callbacks that a C program needs.
//!
//! All of it is static data. `wrappers/shared/library/record/` uses it to record calls, `translate
//! --to c` to write programs, and `show api` to measure coverage.

use super::call_form::CallForms;
pub use murxla_c_header::{
    CCalls, CFunction, CHeader, CParameter, CType, ConstantNames, Count, Role,
};

/// A C API and how a wrapper uses it.
#[derive(Clone, Copy, Debug)]
pub struct CApi {
    /// The prefix of its function names, such as `Z3_`.
    pub prefix: &'static str,
    /// The declarations in `api.h`: the functions that the wrapper can call, and their types.
    pub header: &'static CHeader,
    /// The functions that the wrapper never calls, with the reasons.
    pub omitted: &'static [Omission],
    /// What writing C programs needs besides the declarations.
    pub program: &'static CProgramRules,
    /// What the calls are in SMT-LIB.
    pub forms: &'static CallForms,
}

/// Functions of a C API that are left out for one reason.
#[derive(Clone, Copy, Debug)]
pub struct Omission {
    /// Their names. `*` matches any characters.
    pub names: &'static [&'static str],
    /// Whether they are auxiliary functions: parsers, printers, logs, proof objects, memory. API
    /// coverage does not count them.
    pub auxiliary: bool,
    /// Why they are left out.
    pub reason: &'static str,
}

/// What is needed besides the declarations in `api.h` to write calls as a C program.
#[derive(Clone, Copy, Debug)]
pub struct CProgramRules {
    /// Prefixes of function and type names. They are dropped in the names of variables.
    pub prefixes: &'static [&'static str],
    /// How a program learns that a call has failed. `None` if the library then ends the process.
    pub errors: Option<ErrorReport>,
    /// Functions that register callbacks.
    pub callbacks: &'static [Callbacks],
}

/// The callbacks that a C program passes to a function, in place of those of the wrapper.
#[derive(Clone, Copy, Debug)]
pub struct Callbacks(
    /// The function that takes the callbacks.
    pub &'static str,
    /// The definitions of the callbacks in C, in the order of the function's parameters.
    pub &'static [&'static str],
    /// What the wrapper's callbacks do and these do not, if that may change the behaviour of the
    /// library.
    pub Option<&'static str>,
);

/// How a program learns that a call has failed which did not fail in the run.
#[derive(Clone, Copy, Debug)]
pub enum ErrorReport {
    /// This function registers a callback. The definition in C takes the place of the one in
    /// [`CProgramRules::callbacks`], and calls `failed` with a message.
    Callback(&'static str, &'static str),
    /// The library keeps an error until the program asks for it: the function that returns whether
    /// there was one, and the function that returns its message.
    Kept(&'static str, &'static str),
    /// As [`Self::Kept`], but the next call forgets the error. Not all releases have the two
    /// functions; the others end the process.
    OfLastCall(&'static str, &'static str),
}

impl CApi {
    /// The names of the functions that the wrapper can call, sorted.
    pub fn bound(&self) -> impl Iterator<Item = &'static str> {
        self.header.functions.iter().map(|function| function.name)
    }
}
