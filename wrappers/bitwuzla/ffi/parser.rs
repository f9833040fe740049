//! The parser of the library.

use super::super::bindings::{Bitwuzla, BitwuzlaParser};
use super::super::checks::{ERROR_OF_PARSER, PARTS_OF_PARSER};
use super::arrays::statistics;
use super::{Api, Session, text};
use crate::shared::library::c;
use crate::shared::library::interrupt::{SearchBudget, must_stop};
use crate::shared::library::methods::{Lift, copied};
use murxla_fsm::solver::{Answer, Error, Result};
use std::ffi::{CStr, c_char};
use std::ptr;

/// A parser, and the solver to which it adds formulas. They have their own term manager.
pub(in super::super) struct Parser {
    api: Api,
    parser: *mut BitwuzlaParser,
    /// Owns the options and the manager.
    _session: Session,
    _budget: Box<SearchBudget>,
}

impl Parser {
    /// A parser of SMT-LIB (`smt2`) or BTOR2 (`btor2`) that prints nothing.
    pub(in super::super) fn new(api: Api, language: &str, base: u8) -> Result<Self> {
        Self::with_output(api, language, base, c"/dev/null")
    }

    /// A parser of SMT-LIB that prints answers to the standard output.
    pub(in super::super) fn printing(api: Api) -> Result<Self> {
        Self::with_output(api, "smt2", 10, c"<stdout>")
    }

    fn with_output(api: Api, language: &str, base: u8, output: &CStr) -> Result<Self> {
        let session = Session::new(api)?;
        let budget = SearchBudget::new();
        let state = budget.state();
        let (language, raw) = (c(language)?, api.0);
        let (tm, options, out) = (session.tm()?, session.options, output.as_ptr());
        // SAFETY: all that it is given outlives it: fields are dropped behind their owner.
        let parser = unsafe { raw.bitwuzla_parser_new(tm, options, language.as_ptr(), base, out) };
        api.check()?;
        let new = Self {
            api,
            parser,
            _session: session,
            _budget: budget,
        };
        // SAFETY: the parser is live.
        let said = unsafe {
            raw.bitwuzla_parser_set_termination_callback(parser, Some(must_stop), state);
            // Printing a model takes an option that is off.
            raw.bitwuzla_parser_configure_auto_print_model(parser, false);
            raw.bitwuzla_parser_get_termination_callback_state(parser)
        };
        api.check()?;
        PARTS_OF_PARSER.must(said == state)?;
        Ok(new)
    }

    /// Whether the library accepted what was just parsed.
    fn verdict(&self, message: *const c_char) -> Result {
        self.api.check()?;
        if message.is_null() {
            return Ok(());
        }
        let message = text(message);
        // SAFETY: the parser is live.
        let said = text(unsafe { self.api.0.bitwuzla_parser_get_error_msg(self.parser) });
        if said != message {
            return ERROR_OF_PARSER.fails(format!("'{message}', and '{said}' when asked for it"));
        }
        Err(Error::Rejected(message))
    }

    /// Reads a script, without running its checks.
    pub(in super::super) fn parse(&self, script: &str) -> Result {
        self.read(script, true)
    }

    /// Reads a script, and runs its checks.
    pub(in super::super) fn run(&self, script: &str) -> Result {
        self.read(script, false)
    }

    fn read(&self, script: &str, parse_only: bool) -> Result {
        let (script, mut message) = (c(script)?, ptr::null());
        let (script, error) = (script.as_ptr(), &raw mut message);
        // SAFETY: all are live until the call returns; the message is copied at once.
        unsafe {
            self.api
                .0
                .bitwuzla_parser_parse(self.parser, script, parse_only, false, error);
        }
        self.verdict(message)
    }

    /// Parses a term, and prints it.
    pub(in super::super) fn term(&self, input: &str) -> Result<String> {
        let (input, mut message) = (c(input)?, ptr::null());
        let (input, error, raw) = (input.as_ptr(), &raw mut message, self.api.0);
        // SAFETY: the parser is live, the input outlives the call, and the message is copied at
        // once; the term is of the parser's manager.
        unsafe {
            let term = raw.bitwuzla_parser_parse_term(self.parser, input, error);
            self.verdict(message)?;
            Ok(text(raw.bitwuzla_term_to_string(term)))
        }
    }

    /// Parses a sort, and prints it.
    pub(in super::super) fn sort(&self, input: &str) -> Result<String> {
        let (input, mut message) = (c(input)?, ptr::null());
        let (input, error, raw) = (input.as_ptr(), &raw mut message, self.api.0);
        // SAFETY: the parser is live, the input outlives the call, and the message is copied at
        // once; the sort is of the parser's manager.
        unsafe {
            let sort = raw.bitwuzla_parser_parse_sort(self.parser, input, error);
            self.verdict(message)?;
            Ok(text(raw.bitwuzla_sort_to_string(sort)))
        }
    }

    /// How many sorts and functions the script has declared.
    pub(in super::super) fn declared(&self) -> Result<(usize, usize)> {
        let raw = self.api.0;
        let (mut sorts, mut funs) = (0, 0);
        // SAFETY: the parser is live; the arrays have the sizes that are returned.
        let count = unsafe {
            let listed = raw.bitwuzla_parser_get_declared_sorts(self.parser, &raw mut sorts);
            let sorts = copied(listed.cast_const(), sorts as usize).len();
            let listed = raw.bitwuzla_parser_get_declared_funs(self.parser, &raw mut funs);
            (sorts, copied(listed.cast_const(), funs as usize).len())
        };
        self.api.check()?;
        Ok(count)
    }

    fn solver(&self) -> Result<*mut Bitwuzla> {
        // SAFETY: the parser is live, and owns the solver.
        let solver = unsafe { self.api.0.bitwuzla_parser_get_bitwuzla(self.parser) };
        self.api.check()?;
        Ok(solver)
    }

    /// The answer of the solver.
    pub(in super::super) fn check_sat(&self) -> Result<Answer> {
        let solver = self.solver()?;
        // SAFETY: the solver is live as long as the parser.
        let result = unsafe { self.api.0.bitwuzla_check_sat(solver) };
        self.api.check()?;
        Answer::lift(result, &self._session, "bitwuzla_check_sat")
    }

    /// The names of the statistics.
    pub(in super::super) fn statistics(&self) -> Result<Vec<String>> {
        let all = statistics(|keys, values, size| {
            let get = &self.api.0.bitwuzla_parser_get_statistics.found()?;
            // SAFETY: the parser is live; the three are set.
            unsafe { get.call(self.parser, keys, values, size) };
            self.api.check()
        })?;
        Ok(all.into_iter().map(|(name, _)| name).collect())
    }
}

impl Drop for Parser {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again; what it was given is dropped behind it.
        unsafe { self.api.0.bitwuzla_parser_delete(self.parser) };
    }
}
