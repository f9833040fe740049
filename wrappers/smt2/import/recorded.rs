//! What only the scripts of recorded calls contain.

use super::{Importer, Meaning};
use crate::smt2::sexp;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::Returns;
use murxla_fsm::op::LAMBDA;
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

    /// Names a term. It may also be one that a command returns, or a function with a body.
    fn define_term(&mut self, at: Expr<'t>, name: Expr<'t>, term: Expr<'t>) -> Result<()> {
        let parts = term.list().unwrap_or_default();
        if let [head, params, body] = parts[..]
            && head
                .atom()
                .is_some_and(|head| self.is_function_binder(head))
        {
            let mark = self.scopes.names.mark();
            let (params, body) = (self.variables(params)?, self.term(body)?);
            self.scopes.names.end(mark);
            return self.define_function(at, name.named("name")?, params, body);
        }
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

    /// Whether terms with this binder are functions that are not values: `lambda`, in a logic
    /// without functions as values. APIs have them in all logics.
    fn is_function_binder(&self, head: &str) -> bool {
        self.binders(head) == [LAMBDA] && !self.state.is_higher_order()
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
