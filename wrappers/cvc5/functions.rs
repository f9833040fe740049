//! Defined functions, and how cvc5 lists them.

use super::ffi::{Session, Sort as SortHandle, Term};
use super::instance::{Definition, Instance};
use murxla_fsm::op;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortId;

/// Defines functions together.
fn define(session: &Session, together: &[Definition]) -> Result {
    let parts = together.iter();
    let parts: Vec<_> = parts.map(|d| (d.fun, &d.params[..], d.body)).collect();
    session.define_funs_rec(&parts)
}

impl Instance {
    /// Defines the functions in another solver over the same terms, in which they would be free
    /// symbols.
    pub(super) fn define_functions_in(&self, session: &Session) -> Result {
        if let Some([location, data]) = self.content.extra.heap {
            session.declare_sep_heap(location, data)?;
        }
        let mut defined = self.content.extra.defined.iter();
        let unable = |_| Error::Unsupported("a definition in a second solver".to_owned());
        defined.try_for_each(|together| define(session, together).map_err(unable))
    }

    /// Defines a function.
    pub(super) fn define(
        &mut self,
        symbol: &str,
        sort: SortId,
        params: &[TermId],
        body: TermId,
    ) -> Result<Term> {
        let params = self.content.terms(params)?;
        let body = *self.content.terms.get(body)?;
        let sort = *self.content.sorts.get(sort)?;
        let fun = self.define_in_some_way(symbol, sort, &params, body);
        let fun = self.classify_error(fun)?;
        self.content
            .extra
            .defined
            .push(vec![Definition { fun, params, body }]);
        Ok(fun)
    }

    /// Defines a function, in one of several ways. If the logic supports it, it may be defined as
    /// if it were recursive.
    fn define_in_some_way(
        &mut self,
        symbol: &str,
        sort: SortHandle,
        params: &[Term],
        body: Term,
    ) -> Result<Term> {
        let (_, codomain) = self.fun_parts(sort)?;
        let session = &self.session;
        let all =
            || -> Result<bool> { Ok(!session.is_logic_set()? || session.get_logic()? == "ALL") };
        if self.rng.chance(90) || !session.reports_errors() || !all()? {
            return session.define_fun(symbol, params, codomain, body, true);
        }
        if self.rng.coin() {
            return session.define_fun_rec(symbol, params, codomain, body, true);
        }
        let fun = session.mk_const(sort, symbol)?;
        if self.rng.coin() {
            return session.define_fun_rec_from_const(fun, params, body, true);
        }
        session.define_funs_rec(&[(fun, params, body)])?;
        Ok(fun)
    }

    /// Defines functions by recursion.
    pub(super) fn define_together(
        &mut self,
        definitions: &[(TermId, &[TermId], TermId)],
    ) -> Result {
        let mut together = Vec::new();
        for (function, params, body) in definitions {
            together.push(Definition {
                fun: *self.content.terms.get(*function)?,
                params: self.content.terms(params)?,
                body: *self.content.terms.get(*body)?,
            });
        }
        let made = match &together[..] {
            [one] if self.rng.coin() => self
                .session
                .define_fun_rec_from_const(one.fun, &one.params, one.body, true)
                .map(|_| ()),
            _ => define(&self.session, &together),
        };
        self.classify_error(made)?;
        self.content.extra.defined.push(together);
        Ok(())
    }

    /// Whether a listed assertion is a definition, which cvc5 lists as `(= f (lambda …))`.
    pub(super) fn is_definition(&self, term: Term) -> Result<bool> {
        let session = &self.session;
        // A recursive one is `(forall (x) (= (f x) …))`.
        let recursive = Some(session.term_get_kind(term)?) == self.kinds.of(op::FORALL);
        let term = if recursive {
            session.term_get_child(term, 1)?
        } else {
            term
        };
        if session.term_get_num_children(term)? != 2 {
            return Ok(false);
        }
        let mut left = session.term_get_child(term, 0)?;
        if recursive && session.term_get_num_children(left)? > 0 {
            left = session.term_get_child(left, 0)?;
        }
        for definition in self.content.extra.defined.iter().flatten() {
            if session.term_is_equal(left, definition.fun)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
