//! The parser. It is a separate library in the folder of the solver's library.

use super::ffi::{Command, InputParser, Session, Sort, Symbols, Term};
use murxla_fsm::solver::Result;

/// An input language of the parser, by its number, which is the same in all releases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputLanguage {
    Smt2 = 0,
    Sygus = 1,
}

/// The result of reading with the parser.
pub(super) enum Parsed<T> {
    Some(T),
    /// The end of the text.
    End,
    /// The message of an error in the text.
    Refused(String),
}

impl<T> Parsed<T> {
    fn new((found, message): (Option<T>, Option<String>)) -> Self {
        match (message, found) {
            (Some(message), _) => Self::Refused(message),
            (None, Some(found)) => Self::Some(found),
            (None, None) => Self::End,
        }
    }
}

/// A table of symbols, of a session.
struct SymbolTable<'a> {
    session: &'a Session,
    symbols: Symbols,
}

impl Drop for SymbolTable<'_> {
    fn drop(&mut self) {
        self.session.symbol_manager_delete(self.symbols).ok();
    }
}

/// A parser and its table of symbols. It works on a solver, which it borrows.
pub(super) struct Parser<'a> {
    parser: InputParser,
    /// The parser refers to it, so that it is freed later.
    table: SymbolTable<'a>,
}

impl Session {
    /// A parser for this solver, if the library of parsers is there.
    pub(super) fn parser(&self) -> Result<Parser<'_>> {
        self.table().cvc5_parser_new.found()?;
        let table = SymbolTable {
            session: self,
            symbols: self.symbol_manager_new()?,
        };
        let parser = self.parser_new(table.symbols)?;
        Ok(Parser { parser, table })
    }
}

impl Parser<'_> {
    fn session(&self) -> &Session {
        self.table.session
    }

    /// Whether the getters return the solver and the table of symbols for which the parser was
    /// made.
    pub(super) fn knows_its_parts(&self) -> Result<bool> {
        let session = self.session();
        if session.table().cvc5_parser_get_solver.exists()
            && session.parser_get_solver(self.parser)? != session.parts().1
        {
            return Ok(false);
        }
        Ok(session.parser_get_sm(self.parser)? == self.table.symbols)
    }

    /// Sets the text. In `pieces`, it is appended to an input that grows.
    pub(super) fn read(&self, language: InputLanguage, input: &str, pieces: bool) -> Result {
        let (session, number, name) = (self.session(), language as i32, "input");
        if !pieces {
            return session.parser_set_str_input(self.parser, number, input, name);
        }
        session.parser_set_inc_str_input(self.parser, number, name)?;
        session.parser_append_inc_str_input(self.parser, input)
    }

    /// The next command.
    pub(super) fn command(&self) -> Result<Parsed<Command>> {
        let next = self.session().parser_next_command(self.parser)?;
        Ok(Parsed::new(next))
    }

    /// The next term.
    pub(super) fn term(&self) -> Result<Parsed<Term>> {
        let next = self.session().parser_next_term(self.parser)?;
        Ok(Parsed::new(next))
    }

    /// Whether the text has been read.
    pub(super) fn is_done(&self) -> Result<bool> {
        self.session().parser_done(self.parser)
    }

    /// The name of a command, and its text.
    pub(super) fn described(&self, command: Command) -> Result<(String, String)> {
        let session = self.session();
        if session.table().cvc5_cmd_copy.exists() {
            let copy = session.cmd_copy(command)?;
            session.cmd_release(copy)?;
        }
        Ok((
            session.cmd_get_name(command)?,
            session.cmd_to_string(command)?,
        ))
    }

    /// Executes a command. Returns what it prints.
    pub(super) fn invoke(&self, command: Command) -> Result<String> {
        self.session().cmd_invoke(command, self.table.symbols)
    }

    /// The logic that the text has set.
    pub(super) fn logic(&self) -> Result<Option<String>> {
        let (session, symbols) = (self.session(), self.table.symbols);
        match session.sm_is_logic_set(symbols)? {
            true => session.sm_get_logic(symbols).map(Some),
            false => Ok(None),
        }
    }

    /// The terms that the text has declared.
    pub(super) fn declared(&self) -> Result<Vec<Term>> {
        self.session().sm_get_declared_terms(self.table.symbols)
    }

    /// The sorts that the text has declared.
    pub(super) fn declared_sorts(&self) -> Result<Vec<Sort>> {
        self.session().sm_get_declared_sorts(self.table.symbols)
    }

    /// The terms to which the text has given names, with these names.
    pub(super) fn named(&self) -> Result<Vec<(Term, String)>> {
        let (terms, names) = self.session().sm_get_named_terms(self.table.symbols)?;
        let names = names.into_iter().map(Option::unwrap_or_default);
        Ok(terms.into_iter().zip(names).collect())
    }
}

impl Drop for Parser<'_> {
    fn drop(&mut self) {
        let session = self.session();
        // Without the release, the library keeps all commands.
        session.parser_release(self.parser).ok();
        session.parser_delete(self.parser).ok();
    }
}
