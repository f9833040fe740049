//! Defined functions, and how cvc5 lists them.

use super::ffi::{Sort as SortHandle, Term};
use super::solver::Instance;
use murxla_fsm::op;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::SortId;

impl Instance {
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
        let fun = self.blame(fun)?;
        self.content.defined.push(fun);
        Ok(fun)
    }

    /// Defines a function; where the logic has what that takes, also as if it were recursive.
    fn define_in_some_way(
        &mut self,
        symbol: &str,
        sort: SortHandle,
        params: &[Term],
        body: Term,
    ) -> Result<Term> {
        let (_, codomain) = self.fun_parts(sort)?;
        let session = &self.session;
        let all = || -> Result<bool> { Ok(!session.is_logic_set()? || session.logic()? == "ALL") };
        if self.rng.chance(90) || !session.reports_errors() || !all()? {
            return session.define_fun(symbol, params, codomain, body);
        }
        if self.rng.coin() {
            return session.define_fun_rec(symbol, params, codomain, body);
        }
        let fun = session.mk_const(sort, symbol)?;
        if self.rng.coin() {
            return session.define_fun_rec_from_const(fun, params, body);
        }
        session.define_funs_rec(&[(fun, params, body)])?;
        Ok(fun)
    }

    /// Defines functions by recursion.
    pub(super) fn define_together(
        &mut self,
        definitions: &[(TermId, &[TermId], TermId)],
    ) -> Result {
        let (mut functions, mut params, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
        for (function, own, body) in definitions {
            functions.push(*self.content.terms.get(*function)?);
            params.push(self.content.terms(own)?);
            bodies.push(*self.content.terms.get(*body)?);
        }
        let made = match (&functions[..], &params[..], &bodies[..]) {
            ([function], [params], [body]) if self.rng.coin() => self
                .session
                .define_fun_rec_from_const(*function, params, *body)
                .map(|_| ()),
            _ => {
                let parts = functions.iter().zip(&params).zip(&bodies);
                let parts: Vec<_> = parts.map(|((f, p), b)| (*f, &p[..], *b)).collect();
                self.session.define_funs_rec(&parts)
            }
        };
        self.blame(made)?;
        self.content.defined.append(&mut functions);
        Ok(())
    }

    /// Whether this is how cvc5 lists a definition among the assertions, `(= f (lambda …))`.
    pub(super) fn is_definition(&self, term: Term) -> Result<bool> {
        let session = &self.session;
        // A recursive one is `(forall (x) (= (f x) …))`.
        let recursive = Some(session.term_kind(term)?) == self.kinds.of(op::FORALL);
        let term = if recursive {
            session.child(term, 1)?
        } else {
            term
        };
        if session.num_children(term)? != 2 {
            return Ok(false);
        }
        let mut left = session.child(term, 0)?;
        if recursive && session.num_children(left)? > 0 {
            left = session.child(left, 0)?;
        }
        for fun in &self.content.defined {
            if session.term_is_equal(left, *fun)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
