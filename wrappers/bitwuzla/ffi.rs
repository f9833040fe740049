//! All of the wrapper's `unsafe`, besides the generated methods. After every call they look for an
//! error, and return it as `Error::Rejected`.
//!
//! On a wrong call, the library calls the abort callback of the thread and returns zero. Our
//! callback notes the message.

mod arrays;
mod options;
mod parser;
mod stream;

use super::bindings::{
    self as raw, Bitwuzla, BitwuzlaApi, BitwuzlaOptions, BitwuzlaSort, BitwuzlaTerm,
    BitwuzlaTermManager,
};
use super::checks::{NULL, PARTS_OF_SOLVER, RESULT};
use crate::shared::library;
use crate::shared::library::interrupt::{SearchBudget, must_stop};
use crate::shared::library::methods::Lift;
use crate::shared::options::sat_solvers::Environment;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
pub(super) use options::{ListedDomain, OptionFacts};
pub(super) use parser::Parser;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::path::Path;
use std::ptr;
use std::rc::Rc;
pub(super) use stream::Stream;

handles! {
    Session:
    /// A sort of the library. Its manager lives longer than it does: the instance has both, and
    /// drops all handles before the session.
    Sort(BitwuzlaSort);
    /// A term of the library. Equal terms have the same handle.
    Term(BitwuzlaTerm);
}

/// A loaded library. It is never closed, because it has global state with destructors.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static BitwuzlaApi);

thread_local! {
    /// The last message that the abort callback got.
    static REFUSAL: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The abort callback.
unsafe extern "C" fn note(message: *const c_char) {
    let text = text(message);
    REFUSAL.with(|refusal| {
        // The first error is the cause of others.
        if let Ok(mut refusal) = refusal.try_borrow_mut() {
            refusal.get_or_insert(text);
        }
    });
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

/// Parts of messages about features that the library does not have, and the features.
const UNSUPPORTED: &[(&str, &str)] = &[
    (
        "Unsupported experimental floating-point format",
        "this floating-point format",
    ),
    (
        "interpolation queries with lemmas that use fresh variables not supported",
        "interpolation of these formulas",
    ),
    (
        "interpolation queries with mixed lemmas not supported",
        "interpolation of these formulas",
    ),
];

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let library = library::open(path)?;
        let exports = |name| library::exports(&library, name);
        if exports("bitwuzla_new") && !exports("bitwuzla_term_manager_new") {
            return Err(LoadError(format!(
                "{} is a Bitwuzla older than 0.8.0, whose C API is another one",
                path.display()
            )));
        }
        Ok(Self(library::load(library, path, "Bitwuzla")?))
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.called()
    }

    /// Whether the library has interpolants: since 0.9.0.
    pub(super) fn interpolates(self) -> bool {
        self.0.bitwuzla_get_interpolant.exists() && self.0.bitwuzla_get_interpolants.exists()
    }

    /// Installs the callback that notes the errors of this thread.
    fn listen(self) {
        // SAFETY: the callback lives as long as the program.
        unsafe { self.0.bitwuzla_set_abort_callback(Some(note)) };
        REFUSAL.take();
    }

    /// The error of the last call.
    fn check(self) -> Result {
        let Some(message) = REFUSAL.take() else {
            return Ok(());
        };
        let message = message.trim_start_matches("bitwuzla: error:").trim();
        let lacks = |(said, _): &&(&str, &str)| message.contains(said);
        if let Some((_, what)) = UNSUPPORTED.iter().find(lacks) {
            return Err(Error::Unsupported((*what).to_owned()));
        }
        Err(Error::Rejected(message.to_owned()))
    }

    /// The version, and other texts of the library about itself.
    pub(super) fn about(self) -> [String; 3] {
        // SAFETY: they take nothing.
        unsafe {
            [
                text(self.0.bitwuzla_version()),
                text(self.0.bitwuzla_git_id()),
                text(self.0.bitwuzla_copyright()),
            ]
        }
    }

    /// The kinds by name, without the prefix `BITWUZLA_KIND_`.
    pub(super) fn kinds(self) -> BTreeMap<String, u32> {
        self.listen();
        let name = |number| {
            // SAFETY: any number may be asked for.
            let name = text(unsafe { self.0.bitwuzla_kind_to_string(number) });
            self.check().ok()?;
            Some((name.trim_start_matches("BITWUZLA_KIND_").to_owned(), number))
        };
        (0..1000).map_while(name).collect()
    }

    /// The library's names for the answers and rounding modes of these numbers.
    pub(super) fn names(self) -> ([String; 3], [String; 5]) {
        let answers = [
            raw::BITWUZLA_SAT,
            raw::BITWUZLA_UNSAT,
            raw::BITWUZLA_UNKNOWN,
        ];
        let modes = [0, 1, 2, 3, 4];
        // SAFETY: the numbers are enumerators.
        unsafe {
            (
                answers.map(|answer| text(self.0.bitwuzla_result_to_string(answer))),
                modes.map(|mode| text(self.0.bitwuzla_rm_to_string(mode))),
            )
        }
    }
}

/// A copy of a string of the library, which is valid until the next call. Empty for a null pointer.
fn text(string: *const c_char) -> String {
    // SAFETY: strings of the library are terminated and valid until the next call.
    unsafe { library::text(string) }.unwrap_or_default()
}

/// A term manager.
struct Manager {
    api: Api,
    tm: *mut BitwuzlaTermManager,
}

impl Manager {
    fn new(api: Api) -> Result<Rc<Self>> {
        api.listen();
        // SAFETY: takes nothing.
        let tm = unsafe { api.0.bitwuzla_term_manager_new() };
        api.check()?;
        Ok(Rc::new(Self { api, tm }))
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again; nor are its sorts and terms.
        unsafe {
            self.api.0.bitwuzla_term_manager_release(self.tm);
            self.api.0.bitwuzla_term_manager_delete(self.tm);
        }
    }
}

/// Options, and a solver over a term manager. The solver is made when it is first needed, because
/// options must be set before.
pub(super) struct Session {
    api: Api,
    solver: Cell<*mut Bitwuzla>,
    options: *mut BitwuzlaOptions,
    manager: Rc<Manager>,
    budget: Box<SearchBudget>,
}

impl Session {
    /// A session over a new manager.
    pub(super) fn new(api: Api) -> Result<Self> {
        Self::with_manager(Manager::new(api)?)
    }

    /// A session over another new manager of the same library.
    pub(super) fn with_new_manager(&self) -> Result<Self> {
        Self::new(self.api)
    }

    /// A session with new options over the same manager.
    pub(super) fn second_solver(&self) -> Result<Self> {
        let second = Self::with_manager(Rc::clone(&self.manager))?;
        second.budget.copy_from(&self.budget);
        Ok(second)
    }

    fn with_manager(manager: Rc<Manager>) -> Result<Self> {
        let api = manager.api;
        api.listen();
        // SAFETY: takes nothing.
        let options = unsafe { api.0.bitwuzla_options_new() };
        api.check()?;
        Ok(Self {
            api,
            solver: Cell::new(ptr::null_mut()),
            options,
            manager,
            budget: SearchBudget::new(),
        })
    }

    pub(super) fn api(&self) -> Api {
        self.api
    }

    pub(super) fn table(&self) -> &BitwuzlaApi {
        self.api.0
    }

    /// The error of the last call.
    pub(super) fn check_error(&self, _: &str) -> Result {
        self.api.check()
    }

    /// The error for a null result.
    pub(super) fn no_object(&self, function: &str) -> Error {
        Error::Contradiction(NULL.failed_for(function, ""))
    }

    pub(super) fn tm(&self) -> Result<*mut BitwuzlaTermManager> {
        Ok(self.manager.tm)
    }

    pub(super) fn options(&self) -> Result<*mut BitwuzlaOptions> {
        Ok(self.options)
    }

    /// Whether the solver has been made, so that options can no longer be set.
    pub(super) fn is_made(&self) -> bool {
        !self.solver.get().is_null()
    }

    /// How long searches may go on.
    pub(super) fn budget(&self) -> &SearchBudget {
        &self.budget
    }

    /// The solver.
    pub(super) fn solver(&self) -> Result<*mut Bitwuzla> {
        if !self.is_made() {
            let raw = self.api.0;
            let state = self.budget.state();
            // SAFETY: both are live, and so is the state as long as the solver.
            unsafe {
                let solver = raw.bitwuzla_new(self.manager.tm, self.options);
                self.api.check()?;
                self.solver.set(solver);
                raw.bitwuzla_set_termination_callback(solver, Some(must_stop), state);
                self.api.check()?;
                let said = raw.bitwuzla_get_termination_callback_state(solver);
                if said != state || raw.bitwuzla_get_term_mgr(solver) != self.manager.tm {
                    return PARTS_OF_SOLVER.fails("");
                }
            }
        }
        Ok(self.solver.get())
    }

    /// Drops the solver with its assertions. Sorts, terms and options stay.
    pub(super) fn forget_solver(&self) {
        let solver = self.solver.replace(ptr::null_mut());
        if !solver.is_null() {
            // SAFETY: it is live and not used again.
            unsafe { self.api.0.bitwuzla_delete(solver) };
        }
    }
}

impl Lift<Session> for Answer {
    type Raw = u32;

    fn lift(raw: u32, _: &Session, _: &str) -> Result<Self> {
        match raw {
            raw::BITWUZLA_SAT => Ok(Answer::Sat),
            raw::BITWUZLA_UNSAT => Ok(Answer::Unsat),
            raw::BITWUZLA_UNKNOWN => Ok(Answer::Unknown),
            other => RESULT.fails(other.to_string()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.forget_solver();
        // SAFETY: they are live and not used again; the manager goes with the last session.
        unsafe { self.api.0.bitwuzla_options_delete(self.options) };
    }
}
