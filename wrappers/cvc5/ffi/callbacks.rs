//! Functions that the library calls. They only do what the API allows everywhere.

use super::super::bindings::{Cvc5Plugin, Cvc5Term};
use super::{Session, Sort, Term};
use crate::shared::library::c;
use crate::shared::library::methods::Lift;
use murxla_fsm::solver::Result;
use std::ffi::{c_char, c_ulong, c_void};
use std::ptr::null_mut;

/// Returns its first argument.
unsafe extern "C" fn first(count: c_ulong, args: *const Cvc5Term, _: *mut c_void) -> Cvc5Term {
    if count == 0 {
        return null_mut();
    }
    // SAFETY: the library passes `count` terms.
    unsafe { *args }
}

/// Adds no lemma.
unsafe extern "C" fn no_lemma(size: *mut c_ulong, _: *mut c_void) -> *const Cvc5Term {
    // SAFETY: the library passes a place for the size.
    unsafe { *size = 0 };
    std::ptr::null()
}

unsafe extern "C" fn ignore(_: Cvc5Term, _: *mut c_void) {}

unsafe extern "C" fn name() -> *const c_char {
    c"murxla".as_ptr()
}

unsafe extern "C" fn solved() {}

/// A plugin. It lives as long as its solver.
pub(super) struct Plugin(
    #[expect(dead_code, reason = "the library has a pointer")] Box<Cvc5Plugin>,
);

impl Session {
    /// Adds a plugin that does nothing. A solver has at most one.
    pub(in super::super) fn add_plugin(&mut self) -> Result {
        let function = self.api.0.cvc5_add_plugin.found()?;
        let mut plugin = Box::new(Cvc5Plugin {
            check: Some(no_lemma),
            notify_sat_clause: Some(ignore),
            notify_theory_lemma: Some(ignore),
            name: Some(name),
            handle_partition_solved: Some(solved),
            check_state: null_mut(),
            notify_sat_clause_state: null_mut(),
            notify_theory_lemma_state: null_mut(),
        });
        // SAFETY: solver and plugin are live; the plugin is kept until the solver has been deleted.
        unsafe { function.call(self.solver, &raw mut *plugin) };
        self.plugins.push(Plugin(plugin));
        self.api.check()
    }

    /// Declares a function that is computed by an oracle, which returns its first argument.
    pub(in super::super) fn declare_oracle_fun(
        &self,
        symbol: &str,
        domain: &[Sort],
        codomain: Sort,
    ) -> Result<Term> {
        let function = self.api.0.cvc5_declare_oracle_fun.found()?;
        let (symbol, state) = (c(symbol)?, null_mut());
        let (arity, sorts) = (domain.len() as c_ulong, domain.as_ptr().cast());
        let (solver, name) = (self.solver, symbol.as_ptr());
        // SAFETY: solver and sorts are live; the function needs no state.
        let raw =
            unsafe { function.call(solver, name, arity, sorts, codomain.0, state, Some(first)) };
        self.api.check()?;
        Term::lift(raw, self, "cvc5_declare_oracle_fun")
    }
}
