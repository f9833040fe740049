//! User propagators: what Z3 tells one is counted, and it interferes in no search.

use super::{Ast, Context, Lift, Lower, Solver, found, raw};
use murxla_fsm::solver::Result;
use raw::{Z3_ast, Z3_ast_vector, Z3_context, Z3_solver_callback};
use std::ffi::{c_uint, c_void};
use std::ptr;
use std::rc::Rc;

/// What a propagator has been told.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(in crate::z3) struct Told {
    /// Open levels; below zero if more were left than entered.
    pub(in crate::z3) levels: i64,
    /// Whether more levels were ever left than had been entered.
    pub(in crate::z3) underflow: bool,
    /// Terms whose value was fixed.
    pub(in crate::z3) fixed: u32,
    /// Pairs of terms that became equal, or different.
    pub(in crate::z3) pairs: u32,
    /// Candidates of models.
    pub(in crate::z3) finals: u32,
    /// Clauses that were learned or deleted.
    pub(in crate::z3) clauses: u32,
}

/// The state behind a pointer that Z3 gives back.
///
/// # Safety
/// `state` is what `watch` gave to Z3.
unsafe fn told(state: *mut c_void, change: impl FnOnce(&mut Told)) {
    // SAFETY: as the caller says; it lives as long as the solver, which calls from the thread that checks.
    if let Some(told) = unsafe { state.cast::<Told>().as_mut() } {
        change(told);
    }
}

unsafe extern "C" fn on_push(state: *mut c_void, _: Z3_solver_callback) {
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { told(state, |told| told.levels += 1) }
}

unsafe extern "C" fn on_pop(state: *mut c_void, _: Z3_solver_callback, levels: c_uint) {
    let pop = |told: &mut Told| {
        told.levels -= i64::from(levels);
        told.underflow |= told.levels < 0;
    };
    // SAFETY: as above.
    unsafe { told(state, pop) }
}

/// Another solver that Z3 makes of this one is told nothing of.
unsafe extern "C" fn on_fresh(_: *mut c_void, _: Z3_context) -> *mut c_void {
    ptr::null_mut()
}

unsafe extern "C" fn on_fixed(state: *mut c_void, _: Z3_solver_callback, _: Z3_ast, _: Z3_ast) {
    // SAFETY: as above.
    unsafe { told(state, |told| told.fixed += 1) }
}

unsafe extern "C" fn on_pair(state: *mut c_void, _: Z3_solver_callback, _: Z3_ast, _: Z3_ast) {
    // SAFETY: as above.
    unsafe { told(state, |told| told.pairs += 1) }
}

unsafe extern "C" fn on_final(state: *mut c_void, _: Z3_solver_callback) {
    // SAFETY: as above.
    unsafe { told(state, |told| told.finals += 1) }
}

unsafe extern "C" fn on_created(state: *mut c_void, _: Z3_solver_callback, _: Z3_ast) {
    // SAFETY: as above.
    unsafe { told(state, |_| ()) }
}

unsafe extern "C" fn on_clause(
    state: *mut c_void,
    _: Z3_ast,
    _: c_uint,
    _: *const c_uint,
    _: Z3_ast_vector,
) {
    // SAFETY: as above.
    unsafe { told(state, |told| told.clauses += 1) }
}

/// A solver with a propagator. What it was told is never freed, a few words for each, since the end of a solver, whoever
/// has the last reference to it, may leave levels and tell of that.
pub(in crate::z3) struct Watched {
    solver: Solver,
    told: *mut Told,
}

impl Watched {
    /// The solver.
    pub(in crate::z3) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What has been told so far.
    pub(in crate::z3) fn told(&self) -> Told {
        // SAFETY: never freed; Z3 writes during its calls only.
        unsafe { *self.told }
    }
}

impl Context {
    methods! {
        Z3_solver_propagate_register => solver_propagate_register(s: &Solver, a: &Ast);
    }

    /// Gives a new solver, without assertions so far, a propagator that listens.
    pub(in crate::z3) fn watch(self: &Rc<Self>, solver: &Solver) -> Result<Watched> {
        let told = Box::into_raw(Box::<Told>::default());
        let (s, state) = (solver.lower(self)?, told.cast::<c_void>());
        call!(
            self,
            Z3_solver_propagate_init(s, state, Some(on_push), Some(on_pop), Some(on_fresh))
        );
        call!(self, Z3_solver_propagate_fixed(s, Some(on_fixed)));
        call!(self, Z3_solver_propagate_eq(s, Some(on_pair)));
        call!(self, Z3_solver_propagate_diseq(s, Some(on_pair)));
        call!(self, Z3_solver_propagate_final(s, Some(on_final)));
        call!(self, Z3_solver_propagate_created(s, Some(on_created)));
        let solver = solver.clone();
        Ok(Watched { solver, told })
    }

    /// Listens to the clauses that a solver learns.
    pub(in crate::z3) fn watch_clauses(self: &Rc<Self>, solver: &Solver) -> Result<Watched> {
        let told = Box::into_raw(Box::<Told>::default());
        let (s, state) = (solver.lower(self)?, told.cast::<c_void>());
        call!(
            self,
            Z3_solver_register_on_clause(s, state, Some(on_clause))
        );
        let solver = solver.clone();
        Ok(Watched { solver, told })
    }
}
