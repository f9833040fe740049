//! What only the scripts of recorded calls contain.

use super::{Importer, Meaning};
use crate::smt2::sexp;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::Returns;
use murxla_fsm::sort::SortId;

impl<'t> Importer<'t> {
    /// Imports a command of a recording. `None` if it is one of SMT-LIB.
    pub(super) fn recorded(
        &mut self,
        at: Expr<'t>,
        name: &str,
        args: &[Expr<'t>],
    ) -> Option<Result<()>> {
        match (name, args) {
            ("define-term", [name, term]) => Some(self.define_term(at, *name, *term)),
            ("left-out", [function, why]) => {
                let why = sexp::string(why.text());
                self.leave_out(*function, why.unwrap_or_default());
                Some(Ok(()))
            }
            _ => None,
        }
    }

    /// Names a term. It may also be one that a command returns.
    fn define_term(&mut self, at: Expr<'t>, name: Expr<'t>, term: Expr<'t>) -> Result<()> {
        let parts = term.list().unwrap_or_default();
        let command = parts.first().and_then(|head| head.atom());
        let action = command.and_then(|command| self.context.action(command));
        let made = match action.filter(|action| action.returns() == Returns::Term) {
            Some(action) => {
                let next = self.state.ids.term();
                self.call_of(at, action, &parts[1..])?;
                next
            }
            None => self.term(term)?,
        };
        self.scopes
            .names
            .bind(name.named("name")?, Meaning::Term(made));
        Ok(())
    }

    /// The sort `(sort-of TERM)`.
    pub(super) fn sort_of_named(&mut self, at: Expr<'t>) -> Option<Result<SortId>> {
        let parts = at.list().filter(|_| self.config.recorded)?;
        let [head, term] = parts[..] else {
            return None;
        };
        (head.atom() == Some("sort-of")).then(|| {
            let term = self.term(term)?;
            Ok(self.sort_of(term))
        })
    }
}
