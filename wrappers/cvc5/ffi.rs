//! All of the wrapper's `unsafe`: a thin layer over cvc5's C API. After every call it looks for an
//! error, and returns it as `Error::Rejected`.
//!
//! Before 1.4.0 a wrong call prints `cvc5: error: …` and ends the process, which only the parent
//! sees.

mod actions;
mod callbacks;
mod datatypes;
mod manager;
mod options;
mod parser;
mod records;
mod values;

pub(super) use actions::{Grammar, Proof, Synthesis};
pub(super) use datatypes::{Constructor, Selector};
use datatypes::{ConstructorDeclaration, Datatype, Declaration};
pub(super) use records::StatValue;

use super::bindings::{
    Cvc5, Cvc5Api, Cvc5Datatype, Cvc5DatatypeConstructor, Cvc5DatatypeConstructorDecl,
    Cvc5DatatypeDecl, Cvc5DatatypeSelector, Cvc5Op, Cvc5Result, Cvc5Sort, Cvc5Term,
    Cvc5TermManager,
};
use super::checks::{COPY, NULL, RESULT_ANSWER, RESULT_TEXT};
use crate::shared::library::{self, c};
use manager::Manager;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
pub(super) use options::ListedDomain;
pub(super) use parser::{InputLanguage, Parsed, Parser};
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::path::Path;
use std::rc::Rc;

/// A sort of the library. Handles are made and used by one `Session`, which lives longer than they
/// do: the instance has both, and drops all handles before it drops or renews the session.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Sort(Cvc5Sort);

/// A term of the library, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Term(Cvc5Term);

/// An operator of the library, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator(Cvc5Op);

/// The result of a check, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome(Cvc5Result);

/// A loaded library. It is never closed, because it has global state with destructors.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static Cvc5Api);

/// The last of the named kinds in every release from 1.2.0 to 1.4.2.
const LAST_KIND: &str = "INST_PATTERN_LIST";

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let file = path.display();
        let library = library::open(path)?;
        // SAFETY: the symbol is looked up and not used.
        let is_cvc5 = unsafe { library.get::<*const ()>(b"_ZN4cvc56SolverC1Ev") }.is_ok();
        // SAFETY: the declarations are those of the releases since 1.2.0, see `api.h`.
        let api = unsafe { Cvc5Api::from_library(with_parser(path, library)) };
        let required = [calls::REQUIRED, collections::REQUIRED, REQUIRED].concat();
        match api.missing(&required) {
            None => Ok(Self(Box::leak(Box::new(api)))),
            Some(_) if is_cvc5 && !api.cvc5_term_manager_new.exists() => Err(LoadError(format!(
                "{file} is a cvc5 without the C API, which exists from cvc5 1.2.0 on"
            ))),
            Some(name) => Err(LoadError(format!("{file} is not a cvc5: it has no {name}"))),
        }
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.called()
    }

    /// Whether wrong calls return errors. In old releases they end the process.
    pub(super) fn reports_errors(self) -> bool {
        self.0.cvc5_has_error.exists() && self.0.cvc5_get_error_message.exists()
    }

    /// The kinds by name, without the prefix `CVC5_KIND_`. Their numbers differ between releases.
    /// Releases 1.2 and 1.3 end the process for a number without a name, so that this stops at
    /// `LAST_KIND`. It was checked in 1.2.0, 1.2.1, 1.3.0 to 1.3.3 and 1.4.0 to 1.4.2. Newer
    /// releases return an error for such a number.
    pub(super) fn kinds(self) -> BTreeMap<String, i32> {
        let mut kinds = BTreeMap::new();
        for number in 0..1000 {
            // SAFETY: any integer may be asked for.
            let name = text(unsafe { self.0.cvc5_kind_to_string(number) });
            if self.check().is_err() {
                break;
            }
            let name = name.strip_prefix("CVC5_KIND_").unwrap_or(&name).to_owned();
            let last = name == LAST_KIND;
            kinds.entry(name).or_insert(number);
            if last {
                break;
            }
        }
        kinds
    }

    /// The error of the last call.
    fn check(self) -> Result {
        if !self.reports_errors() {
            return Ok(());
        }
        // SAFETY: it only reads the state of this thread.
        if !unsafe { self.0.cvc5_has_error() } {
            return Ok(());
        }
        // SAFETY: as above; the message is copied at once.
        Err(Error::Rejected(text(unsafe {
            self.0.cvc5_get_error_message()
        })))
    }
}

/// The library of the parser, if it is in the folder of `solver`, and otherwise `solver`. Symbols
/// of the solver are also found through the library of the parser, which depends on that of the
/// solver.
fn with_parser(path: &Path, solver: libloading::Library) -> libloading::Library {
    // SAFETY: the symbol is compared and not used.
    let address = |library: &libloading::Library| unsafe {
        library
            .get::<*const ()>(b"cvc5_term_manager_new")
            .ok()
            .map(|symbol| *symbol)
    };
    let parser =
        library::companion_library(path, super::PARSER).and_then(|path| library::open(&path).ok());
    // The parser of another build would load a second solver.
    match parser {
        Some(parser) if address(&parser) == address(&solver) => parser,
        _ => solver,
    }
}

returned! {
    () => (), value: value;
    bool => bool, value: value;
    i32 => i32, value: value;
    u32 => u32, value: value;
    i64 => i64, value: value;
    u64 => u64, value: value;
    *const c_char => String, value, is_null: text(value);
    Cvc5Sort => Sort, value, is_null: Sort(value);
    Cvc5Term => Term, value, is_null: Term(value);
    Cvc5Op => Operator, value, is_null: Operator(value);
    Cvc5Result => Outcome, value, is_null: Outcome(value);
    Cvc5Datatype => Datatype, value, is_null: Datatype(value);
    Cvc5DatatypeConstructor => Constructor, value, is_null: Constructor(value);
    Cvc5DatatypeSelector => Selector, value, is_null: Selector(value);
    Cvc5DatatypeDecl => Declaration, value, is_null: Declaration(value);
    Cvc5DatatypeConstructorDecl => ConstructorDeclaration, value, is_null: ConstructorDeclaration(value);
}

/// A copy of a string of the library, which is valid until the next call.
fn text(string: *const c_char) -> String {
    // SAFETY: strings of the library are terminated and valid until the next call.
    unsafe { library::text(string) }.unwrap_or_default()
}

fn sorts(sorts: &[Sort]) -> *const Cvc5Sort {
    sorts.as_ptr().cast()
}

fn terms(terms: &[Term]) -> *const Cvc5Term {
    terms.as_ptr().cast()
}

/// A term manager and a solver over it.
pub(super) struct Session {
    api: Api,
    /// The manager of `manager`.
    tm: *mut Cvc5TermManager,
    solver: *mut Cvc5,
    manager: Rc<Manager>,
    /// The callbacks of the solver. They are dropped after it.
    plugins: Vec<callbacks::Plugin>,
}

impl Session {
    /// A new manager with a new solver.
    pub(super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        let tm = unsafe { api.0.cvc5_term_manager_new() };
        api.check()?;
        if tm.is_null() {
            return NULL.fails_for("cvc5_term_manager_new", "");
        }
        Self::with_manager(Rc::new(Manager { api, tm }))
    }

    /// A new solver over a manager.
    fn with_manager(manager: Rc<Manager>) -> Result<Self> {
        let (api, tm) = (manager.api, manager.tm);
        // SAFETY: `tm` is live.
        let solver = unsafe { api.0.cvc5_new(tm) };
        if solver.is_null() {
            api.check()?;
            return NULL.fails_for("cvc5_new", "");
        }
        Ok(Self {
            api,
            tm,
            solver,
            manager,
            plugins: Vec::new(),
        })
    }

    /// A second solver over the same manager. It accepts the sorts and terms of this one.
    pub(super) fn second_solver(&self) -> Result<Self> {
        Self::with_manager(Rc::clone(&self.manager))
    }

    /// Whether the library returns errors, as since 1.4, or aborts the process.
    pub(super) fn reports_errors(&self) -> bool {
        self.api.reports_errors()
    }

    /// A session over a new manager of the same library.
    pub(super) fn with_new_manager(&self) -> Result<Self> {
        Self::new(self.api)
    }

    /// A new solver over the same manager.
    pub(super) fn renew_solver(&mut self) -> Result {
        // SAFETY: the manager is live, and so is the solver, which is replaced at once.
        unsafe {
            let new = self.api.0.cvc5_new(self.tm);
            self.api.check()?;
            self.api.0.cvc5_delete(self.solver);
            self.solver = new;
        }
        Ok(())
    }

    /// The answer of a result of `check-sat`. Three getters and the text must agree.
    pub(super) fn answer(&self, outcome: Outcome) -> Result<Answer> {
        let said = (
            self.result_is_sat(outcome)?,
            self.result_is_unsat(outcome)?,
            self.result_is_unknown(outcome)?,
        );
        let answer = match said {
            (true, false, false) => Answer::Sat,
            (false, true, false) => Answer::Unsat,
            (false, false, true) => Answer::Unknown,
            _ => {
                return RESULT_ANSWER.fails(format!("sat, unsat, unknown: {said:?}"));
            }
        };
        let text = self.result_to_string(outcome)?;
        // The text of an unknown result has an explanation.
        if text.split_whitespace().next() != Some(answer.name()) {
            return RESULT_TEXT.fails(format!("{} prints as {text}", answer.name()));
        }
        Ok(answer)
    }

    /// Adds a reference to the term, and releases it. Nothing must change.
    pub(super) fn copy_and_release(&self, term: Term) -> Result {
        // SAFETY: the term is live; only the reference that the copy added is released.
        unsafe {
            let copy = self.api.0.cvc5_term_copy(term.0);
            self.api.check()?;
            if copy != term.0 {
                return COPY.fails_for("term", "");
            }
            self.api.0.cvc5_term_release(copy);
        }
        self.api.check()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again.
        unsafe { self.api.0.cvc5_delete(self.solver) };
    }
}

/// Functions that every release since 1.2.0 has, and that are called elsewhere.
const REQUIRED: &[&str] = &[
    "cvc5_kind_to_string",
    "cvc5_term_manager_new",
    "cvc5_term_manager_release",
    "cvc5_term_manager_delete",
    "cvc5_new",
    "cvc5_delete",
    "cvc5_term_get_real64_value",
    "cvc5_term_get_fp_value",
    "cvc5_get_option_names",
    "cvc5_get_option_info",
    "cvc5_term_copy",
    "cvc5_term_release",
];

/// Wraps the result of a function, which must not be null.
fn handle<R: Returned>(raw: R, function: &str) -> Result<R::Safe> {
    match raw.safe() {
        Some(made) => Ok(made),
        None => NULL.fails_for(function, ""),
    }
}

/// Makes a method for each function, `name(arguments) -> result = function(what is passed)`. For a
/// function that returns an array of terms or sorts, the size of the array is its last argument.
macro_rules! functions {
    (
        $self:ident
        { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty = $function:ident($($pass:expr),*);)* }
        terms { $($array:ident($($aarg:ident: $atype:ty),*) = $afunction:ident($($apass:expr),*);)* }
        sorts { $($each:ident($($earg:ident: $etype:ty),*) = $efunction:ident($($epass:expr),*);)* }
    ) => {
        /// The functions, which every release since 1.2.0 has.
        pub(super) const REQUIRED: &[&str] = &[
            $(stringify!($function),)*
            $(stringify!($afunction),)*
            $(stringify!($efunction),)*
        ];

        impl Session {
            $(
                pub(in crate::cvc5) fn $name(&$self $(, $arg: $type)*) -> Result<$result> {
                    // SAFETY: the session and all handles of it are live, see `Sort`; slices are
                    // passed with their lengths, and strings live until the call returns.
                    let raw = unsafe { $self.api.0.$function($($pass),*) };
                    $self.api.check()?;
                    handle(raw, stringify!($function))
                }
            )*
            $(
                pub(in crate::cvc5) fn $array(&$self $(, $aarg: $atype)*) -> Result<Vec<Term>> {
                    let mut size = 0;
                    // SAFETY: as above; the array has `size` terms and is copied at once.
                    unsafe {
                        let array = $self.api.0.$afunction($($apass,)* &raw mut size);
                        $self.api.check()?;
                        if array.is_null() { return Ok(Vec::new()); }
                        Ok((0..size as usize).map(|n| Term(*array.add(n))).collect())
                    }
                }
            )*
            $(
                pub(in crate::cvc5) fn $each(&$self $(, $earg: $etype)*) -> Result<Vec<Sort>> {
                    let mut size = 0;
                    // SAFETY: as above, with sorts.
                    unsafe {
                        let array = $self.api.0.$efunction($($epass,)* &raw mut size);
                        $self.api.check()?;
                        if array.is_null() { return Ok(Vec::new()); }
                        Ok((0..size as usize).map(|n| Sort(*array.add(n))).collect())
                    }
                }
            )*
        }
    };
}

mod calls;
mod collections;
