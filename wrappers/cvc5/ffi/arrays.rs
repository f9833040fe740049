//! Functions that take arrays of strings, arrays of arrays, or arrays that end with 0.

use super::{Proof, Session, Sort, Term, text};
use crate::shared::library::c;
use crate::shared::library::methods::Lift;
use murxla_fsm::solver::Result;
use std::ptr::{null, null_mut};

impl Session {
    /// The sort of records with these fields.
    pub(in super::super) fn mk_record_sort(&self, fields: &[(&str, Sort)]) -> Result<Sort> {
        let names = fields.iter().map(|(name, _)| c(name));
        let names = names.collect::<Result<Vec<_>>>()?;
        let mut names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let sorts: Vec<_> = fields.iter().map(|(_, sort)| sort.0).collect();
        let (size, names) = (fields.len() as u64, names.as_mut_ptr());
        let function = self.api.0.cvc5_mk_record_sort.found()?;
        // SAFETY: there are as many names as sorts, which live until the call returns.
        let raw = unsafe { function.call(self.manager.tm, size, names, sorts.as_ptr()) };
        self.api.check()?;
        Sort::lift(raw, self, "cvc5_mk_record_sort")
    }

    /// A string of code points other than 0. Some releases do not have the function.
    pub(in super::super) fn mk_string_from_char32(&self, chars: &[u32]) -> Result<Term> {
        let function = self.api.0.cvc5_mk_string_from_char32.found()?;
        let chars = [chars, &[0]].concat();
        // SAFETY: the manager is live; the array ends with 0 and outlives the call.
        let raw = unsafe { function.call(self.manager.tm, chars.as_ptr()) };
        self.api.check()?;
        Term::lift(raw, self, "cvc5_mk_string_from_char32")
    }

    /// Defines functions together, each with its parameters and body.
    pub(in super::super) fn define_funs_rec(
        &self,
        definitions: &[(Term, &[Term], Term)],
    ) -> Result {
        let functions: Vec<_> = definitions.iter().map(|d| d.0.0).collect();
        let bodies: Vec<_> = definitions.iter().map(|d| d.2.0).collect();
        let mut arities: Vec<u64> = definitions.iter().map(|d| d.1.len() as u64).collect();
        let params = definitions.iter().map(|d| d.1.as_ptr().cast());
        let mut params: Vec<_> = params.collect();
        let (count, arities) = (functions.len() as u64, arities.as_mut_ptr());
        let (functions, bodies) = (functions.as_ptr(), bodies.as_ptr());
        let function = self.api.0.cvc5_define_funs_rec.found()?;
        let (solver, params) = (self.solver, params.as_mut_ptr());
        // SAFETY: all arrays have as many members as there are functions, each list of parameters
        // as many as its arity says, and all outlive the call.
        unsafe { function.call(solver, count, functions, arities, params, bodies, true) };
        self.api.check()
    }

    /// A proof in a format.
    pub(in super::super) fn proof_to_string(&self, proof: Proof, format: i32) -> Result<String> {
        let function = self.api.0.cvc5_proof_to_string.found()?;
        // SAFETY: solver and proof are live, and the names of no assertions are passed.
        let raw = unsafe { function.call(self.solver, proof.0, format, 0, null(), null_mut()) };
        self.api.check()?;
        match raw.is_null() {
            true => Err(self.no_object("cvc5_proof_to_string")),
            false => Ok(text(raw)),
        }
    }
}
