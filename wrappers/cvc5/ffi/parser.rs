//! The parser. It is a separate library in the folder of the solver's library.

use super::super::bindings::{Cvc5Command, Cvc5InputParser, Cvc5SymbolManager};
use super::super::checks::NULL;
use super::actions::{array, require_function};
use super::{Returned, Session, Sort, Term, c, text};
use murxla_fsm::solver::Result;
use std::ffi::c_char;
use std::ptr::{null, null_mut};

/// An input language of the parser, by its number, which is the same in all releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum InputLanguage {
    Smt2 = 0,
    Sygus = 1,
}

/// The result of reading with the parser.
pub(in super::super) enum Parsed<T> {
    Some(T),
    /// The end of the text.
    End,
    /// The message of an error in the text.
    Refused(String),
}

/// A command that was parsed.
#[derive(Clone, Copy)]
pub(in super::super) struct Command(Cvc5Command);

/// A parser and its table of symbols. It works on a solver, which it borrows.
pub(in super::super) struct Parser<'a> {
    session: &'a Session,
    symbols: *mut Cvc5SymbolManager,
    parser: *mut Cvc5InputParser,
}

impl Session {
    /// A parser for this solver, if the library of parsers is there.
    pub(in super::super) fn parser(&self) -> Result<Parser<'_>> {
        let raw = self.api.0;
        require_function(raw.cvc5_parser_new.exists(), "cvc5_parser_new")?;
        // SAFETY: the manager is live.
        let symbols = unsafe { raw.cvc5_symbol_manager_new(self.tm) };
        self.api.check()?;
        // Dropping the parser frees what has been made by then.
        let mut parser = Parser {
            session: self,
            symbols,
            parser: null_mut(),
        };
        // SAFETY: the solver and the table of symbols are live.
        parser.parser = unsafe { raw.cvc5_parser_new(self.solver, symbols) };
        self.api.check()?;
        if parser.parser.is_null() || symbols.is_null() {
            return NULL.fails_for("cvc5_parser_new", "");
        }
        Ok(parser)
    }
}

impl Parser<'_> {
    /// Whether the getters return the solver and the table of symbols for which the parser was
    /// made.
    pub(in super::super) fn knows_its_parts(&self) -> Result<bool> {
        let raw = self.session.api.0;
        // SAFETY: the parser is live; what it returns is only compared.
        let parts = unsafe {
            (
                raw.cvc5_parser_get_solver(self.parser),
                raw.cvc5_parser_get_sm(self.parser),
            )
        };
        self.session.api.check()?;
        Ok(parts == (self.session.solver, self.symbols))
    }

    /// Sets the text. In `pieces`, it is appended to an input that grows.
    pub(in super::super) fn read(
        &self,
        language: InputLanguage,
        input: &str,
        pieces: bool,
    ) -> Result {
        let (raw, number, name) = (self.session.api.0, language as i32, c"input");
        let input = c(input)?;
        // SAFETY: the parser is live, and the strings live until the calls return.
        unsafe {
            if pieces {
                raw.cvc5_parser_set_inc_str_input(self.parser, number, name.as_ptr());
                self.session.api.check()?;
                raw.cvc5_parser_append_inc_str_input(self.parser, input.as_ptr());
            } else {
                raw.cvc5_parser_set_str_input(self.parser, number, input.as_ptr(), name.as_ptr());
            }
        }
        self.session.api.check()
    }

    /// The next command.
    pub(in super::super) fn command(&self) -> Result<Parsed<Command>> {
        let mut message = null();
        let raw = self.session.api.0;
        // SAFETY: the parser is live.
        let command = unsafe { raw.cvc5_parser_next_command(self.parser, &raw mut message) };
        self.parsed(message, (!command.is_null()).then_some(Command(command)))
    }

    /// The next term.
    pub(in super::super) fn term(&self) -> Result<Parsed<Term>> {
        let mut message = null();
        let raw = self.session.api.0;
        // SAFETY: the parser is live.
        let term = unsafe { raw.cvc5_parser_next_term(self.parser, &raw mut message) };
        self.parsed(message, term.safe())
    }

    fn parsed<T>(&self, message: *const c_char, found: Option<T>) -> Result<Parsed<T>> {
        // The message is only valid until the next call.
        let refused = (!message.is_null()).then(|| text(message));
        self.session.api.check()?;
        Ok(match (refused, found) {
            (Some(message), _) => Parsed::Refused(message),
            (None, Some(found)) => Parsed::Some(found),
            (None, None) => Parsed::End,
        })
    }

    /// Whether the text has been read.
    pub(in super::super) fn is_done(&self) -> Result<bool> {
        // SAFETY: the parser is live.
        let done = unsafe { self.session.api.0.cvc5_parser_done(self.parser) };
        self.session.api.check()?;
        Ok(done)
    }

    /// The name of a command, and its text.
    pub(in super::super) fn described(&self, command: Command) -> Result<(String, String)> {
        let raw = self.session.api.0;
        // SAFETY: the command is live until the parser is dropped; only the reference that the copy
        // added is released, and strings are copied at once.
        unsafe {
            if raw.cvc5_cmd_copy.exists() {
                let copy = raw.cvc5_cmd_copy(command.0);
                self.session.api.check()?;
                raw.cvc5_cmd_release(copy);
            }
            let name = text(raw.cvc5_cmd_get_name(command.0));
            self.session.api.check()?;
            let whole = text(raw.cvc5_cmd_to_string(command.0));
            self.session.api.check()?;
            Ok((name, whole))
        }
    }

    /// Executes a command. Returns what it prints.
    pub(in super::super) fn invoke(&self, command: Command) -> Result<String> {
        let raw = self.session.api.0;
        // SAFETY: the command, the solver and the table of symbols are live; the string is copied
        // at once.
        let output =
            unsafe { text(raw.cvc5_cmd_invoke(command.0, self.session.solver, self.symbols)) };
        self.session.api.check()?;
        Ok(output)
    }

    /// The logic that the text has set.
    pub(in super::super) fn logic(&self) -> Result<Option<String>> {
        let raw = self.session.api.0;
        // SAFETY: the table of symbols is live, and the string is copied at once.
        let logic = unsafe {
            let set = raw.cvc5_sm_is_logic_set(self.symbols);
            self.session.api.check()?;
            set.then(|| text(raw.cvc5_sm_get_logic(self.symbols)))
        };
        self.session.api.check()?;
        Ok(logic)
    }

    /// The terms that the text has declared.
    pub(in super::super) fn declared(&self) -> Result<Vec<Term>> {
        let mut size = 0;
        // SAFETY: the table of symbols is live; the array has `size` terms and is copied at once.
        unsafe {
            let raw = self.session.api.0;
            let start = raw.cvc5_sm_get_declared_terms(self.symbols, &raw mut size);
            self.session.api.check()?;
            array(start, size)
        }
    }

    /// The sorts that the text has declared.
    pub(in super::super) fn declared_sorts(&self) -> Result<Vec<Sort>> {
        let mut size = 0;
        // SAFETY: as above, with sorts.
        unsafe {
            let raw = self.session.api.0;
            let start = raw.cvc5_sm_get_declared_sorts(self.symbols, &raw mut size);
            self.session.api.check()?;
            array(start, size)
        }
    }

    /// The terms to which the text has given names, with these names.
    pub(in super::super) fn named(&self) -> Result<Vec<(Term, String)>> {
        let (mut size, mut terms, mut names) = (0, null_mut(), null_mut());
        let raw = self.session.api.0;
        // SAFETY: the table of symbols is live; both arrays have `size` members and are copied at
        // once.
        unsafe {
            raw.cvc5_sm_get_named_terms(
                self.symbols,
                &raw mut size,
                &raw mut terms,
                &raw mut names,
            );
            self.session.api.check()?;
            let terms = array(terms.cast_const(), size)?;
            let name = |n: usize| text(*names.add(n));
            Ok(terms
                .into_iter()
                .enumerate()
                .map(|(n, term)| (term, name(n)))
                .collect())
        }
    }
}

impl Drop for Parser<'_> {
    fn drop(&mut self) {
        let raw = self.session.api.0;
        // SAFETY: both are live or null, and not used again. The parser refers to the table of
        // symbols, so that it is freed first.
        unsafe {
            if !self.parser.is_null() {
                // Without the release, the library keeps all commands.
                if raw.cvc5_parser_release.exists() {
                    raw.cvc5_parser_release(self.parser);
                }
                raw.cvc5_parser_delete(self.parser);
            }
            if !self.symbols.is_null() {
                raw.cvc5_symbol_manager_delete(self.symbols);
            }
        }
    }
}
