//! All of the wrapper's `unsafe`, besides the generated methods. After every call they look for an
//! error, and return it as `Error::Rejected`.
//!
//! Before 1.4.0 a wrong call prints `cvc5: error: …` and ends the process, which only the parent
//! sees.

mod arrays;
mod callbacks;
mod options;

use super::bindings::{
    Cvc5, Cvc5Api, Cvc5Command, Cvc5Datatype, Cvc5DatatypeConstructor, Cvc5DatatypeConstructorDecl,
    Cvc5DatatypeDecl, Cvc5DatatypeSelector, Cvc5Grammar, Cvc5InputParser, Cvc5Op, Cvc5Proof,
    Cvc5Result, Cvc5Sort, Cvc5Stat, Cvc5Statistics, Cvc5SymbolManager, Cvc5SynthResult, Cvc5Term,
    Cvc5TermManager, HEADER,
};
use super::checks::{NULL, NULL_ELEMENT, RESULT_ANSWER, RESULT_TEXT};
use crate::shared::library;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::wrapper::c_api::Count;
pub(super) use options::ListedDomain;
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::path::Path;
use std::rc::Rc;

handles! {
    Session:
    /// A sort of the library. Handles are made and used by one `Session`, which lives longer than
    /// they do: the instance has both, and drops all handles before it drops or renews the session.
    Sort(Cvc5Sort);
    /// A term of the library.
    Term(Cvc5Term);
    /// An operator of the library.
    Operator(Cvc5Op);
    /// The result of a check.
    Outcome(Cvc5Result);
    /// A datatype of the library.
    Datatype(Cvc5Datatype);
    /// A constructor of a datatype.
    Constructor(Cvc5DatatypeConstructor);
    /// A selector of a constructor.
    Selector(Cvc5DatatypeSelector);
    /// A declaration of a datatype.
    Declaration(Cvc5DatatypeDecl);
    /// A declaration of a constructor.
    ConstructorDeclaration(Cvc5DatatypeConstructorDecl);
    /// A grammar of the library.
    Grammar(Cvc5Grammar);
    /// The result of a synthesis.
    Synthesis(Cvc5SynthResult);
    /// A step of a proof.
    Proof(Cvc5Proof);
    /// Statistics, with a place of an iteration.
    Statistics(Cvc5Statistics);
    /// A statistic.
    Stat(Cvc5Stat);
    /// A table of symbols.
    Symbols(*mut Cvc5SymbolManager);
    /// A parser.
    InputParser(*mut Cvc5InputParser);
    /// A command that was parsed.
    Command(Cvc5Command);
    /// A term manager, as getters return it.
    TermManager(*mut Cvc5TermManager);
    /// A solver, as getters return it.
    Solver(*mut Cvc5);
}

/// A loaded library. It is never closed, because it has global state with destructors.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static Cvc5Api);

/// How the name of the file of the parser's library begins.
const PARSER: &str = "libcvc5parser";

/// The last of the named kinds in every release from 1.2.0 to 1.4.2.
const LAST_KIND: &str = "INST_PATTERN_LIST";

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let library = library::open(path)?;
        let is_cvc5 = library::exports(&library, "_ZN4cvc56SolverC1Ev");
        if is_cvc5 && !library::exports(&library, "cvc5_term_manager_new") {
            return Err(LoadError(format!(
                "{} is a cvc5 without the C API, which exists from cvc5 1.2.0 on",
                path.display()
            )));
        }
        Ok(Self(library::load(
            with_parser(path, library),
            path,
            "cvc5",
        )?))
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
        match unsafe { self.0.cvc5_has_error() } {
            false => Ok(()),
            true => {
                // SAFETY: it only reads the state of this thread. The message is copied at once.
                let message = unsafe { self.0.cvc5_get_error_message() };
                Err(Error::Rejected(text(message)))
            }
        }
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
        library::companion_library(path, PARSER).and_then(|path| library::open(&path).ok());
    // The parser of another build would load a second solver.
    match parser {
        Some(parser) if address(&parser) == address(&solver) => parser,
        _ => solver,
    }
}

/// A copy of a string of the library, which is valid until the next call.
fn text(string: *const c_char) -> String {
    // SAFETY: strings of the library are terminated and valid until the next call.
    unsafe { library::text(string) }.unwrap_or_default()
}

/// A term manager. Its last session releases it.
struct Manager {
    api: Api,
    tm: *mut Cvc5TermManager,
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again. Without the release, 1.4.2 keeps everything
        // that the manager ever made: 56 kB for a run of five calls.
        unsafe {
            self.api.0.cvc5_term_manager_release(self.tm);
            self.api.0.cvc5_term_manager_delete(self.tm);
        }
    }
}

/// A term manager and a solver over it.
pub(super) struct Session {
    api: Api,
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
        let api = manager.api;
        // SAFETY: the manager is live.
        let solver = unsafe { api.0.cvc5_new(manager.tm) };
        if solver.is_null() {
            api.check()?;
            return NULL.fails_for("cvc5_new", "");
        }
        Ok(Self {
            api,
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
            let new = self.api.0.cvc5_new(self.manager.tm);
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

    pub(super) fn table(&self) -> &Cvc5Api {
        self.api.0
    }

    /// The error of the last call.
    pub(super) fn check_error(&self, _: &str) -> Result {
        self.api.check()
    }

    /// The error for a null result, or a null element of an array.
    pub(super) fn no_object(&self, function: &str) -> Error {
        let is_array = HEADER.function(function).is_some_and(|function| {
            let mut parameters = function.parameters.iter();
            function.result.kind.is_data()
                || parameters.any(|p| matches!(p.count, Count::OutArray(_)))
        });
        Error::Contradiction(match is_array {
            true => NULL_ELEMENT.failed(""),
            false => NULL.failed_for(function, ""),
        })
    }

    pub(super) fn tm(&self) -> Result<*mut Cvc5TermManager> {
        Ok(self.manager.tm)
    }

    pub(super) fn solver(&self) -> Result<*mut Cvc5> {
        Ok(self.solver)
    }

    /// The manager and the solver.
    pub(super) fn parts(&self) -> (TermManager, Solver) {
        (TermManager(self.manager.tm), Solver(self.solver))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again.
        unsafe { self.api.0.cvc5_delete(self.solver) };
    }
}
