//! All of the wrapper's `unsafe`, besides the generated methods: what one declaration does not say.
//!
//! A wrong call ends the process with a message of the library, like an assertion. The library has
//! a handler for it, but the handler must not return, and nothing may unwind through C.

mod files;
mod models;

use super::bindings::{self as raw, BoolectorApi, BoolectorNode, BoolectorSort, Btor};
use super::checks::{NO_ANSWER, NO_INSTANCE, NO_NODE};
use crate::shared::library;
use crate::shared::library::interrupt::{SearchBudget, must_stop};
use crate::shared::library::methods::Lift;
use crate::shared::options::sat_solvers::Environment;
pub(super) use files::File;
pub(super) use models::Points;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
use std::ffi::{CString, c_char, c_int};
use std::path::Path;

handles! {
    Session:
    /// A node of the library.
    Term(*mut BoolectorNode);
    /// A sort of the library.
    Sort(BoolectorSort);
}

/// A loaded library. It is never closed.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static BoolectorApi);

/// An instance, with all nodes and sorts that were made by it.
pub(super) struct Session {
    api: Api,
    btor: *mut Btor,
    budget: Box<SearchBudget>,
}

/// The library calls this function instead of `exit`.
unsafe extern "C" fn give_up(message: *const c_char) {
    let prefix = b"boolector: error: ";
    // SAFETY: the message is a string that ends with a zero; `_exit` does not return.
    unsafe {
        libc::write(2, prefix.as_ptr().cast(), prefix.len());
        if !message.is_null() {
            libc::write(2, message.cast(), libc::strlen(message));
        }
        libc::write(2, b"\n".as_ptr().cast(), 1);
        libc::_exit(1)
    }
}

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let api = Self(library::load(library::open(path)?, path, "Boolector")?);
        // SAFETY: before any instance, as the library recommends; the handler does not return.
        unsafe { api.0.boolector_set_abort(Some(give_up)) };
        Ok(api)
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.called()
    }
}

impl Environment for Api {
    fn set_variable(&self, name: &CString, value: Option<&CString>) {
        // SAFETY: the strings live until the call returns, which copies them. Only this thread uses
        // the environment.
        unsafe {
            match value {
                Some(value) => self.0.setenv(name.as_ptr(), value.as_ptr(), 1),
                None => self.0.unsetenv(name.as_ptr()),
            }
        };
    }
}

/// What the generated methods use.
impl Session {
    pub(super) fn table(&self) -> &BoolectorApi {
        self.api.0
    }

    /// The instance.
    pub(super) fn btor(&self) -> Result<*mut Btor> {
        Ok(self.btor)
    }

    /// Errors end the process.
    pub(super) fn check_error(&self, _: &str) -> Result {
        Ok(())
    }

    /// The error for a null result.
    pub(super) fn no_object(&self, _: &str) -> Error {
        Error::Contradiction(NO_NODE.failed(""))
    }
}

impl Session {
    /// A new instance.
    pub(super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        Self::owner(api, unsafe { api.0.boolector_new() })
    }

    fn owner(api: Api, btor: *mut Btor) -> Result<Self> {
        if btor.is_null() {
            return NO_INSTANCE.fails("");
        }
        let budget = SearchBudget::new();
        // SAFETY: the state lives in a box as long as the instance.
        unsafe { (api.0).boolector_set_term(btor, Some(must_stop), budget.state()) };
        Ok(Self { api, btor, budget })
    }

    /// An exact copy, whose nodes have the same numbers.
    pub(super) fn clone_session(&self) -> Result<Self> {
        // SAFETY: the instance is live.
        let twin = Self::owner(self.api, unsafe { self.api.0.boolector_clone(self.btor) })?;
        twin.budget.copy_from(&self.budget);
        Ok(twin)
    }

    /// How long searches may go on.
    pub(super) fn budget(&self) -> &SearchBudget {
        &self.budget
    }

    /// Whether a node belongs to this instance, by its own getter.
    pub(super) fn owns(&self, node: Term) -> bool {
        // SAFETY: the node is live.
        unsafe { self.api.0.boolector_get_btor(node.0) == self.btor }
    }
}

impl Lift<Session> for Answer {
    type Raw = c_int;

    fn lift(raw: c_int, _: &Session, function: &str) -> Result<Self> {
        match u32::try_from(raw) {
            Ok(raw::BOOLECTOR_SAT) => Ok(Answer::Sat),
            Ok(raw::BOOLECTOR_UNSAT) => Ok(Answer::Unsat),
            Ok(raw::BOOLECTOR_UNKNOWN) => Ok(Answer::Unknown),
            _ => NO_ANSWER.fails_for(function, raw.to_string()),
        }
    }
}

/// Whether a parser returned this number for an error.
pub(super) fn is_parse_error(result: c_int) -> bool {
    u32::try_from(result) == Ok(raw::BOOLECTOR_PARSE_ERROR)
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the instance is live; its nodes and sorts are not used any more.
        unsafe {
            self.api.0.boolector_release_all(self.btor);
            self.api.0.boolector_delete(self.btor);
        }
    }
}
