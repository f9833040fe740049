//! User propagators. They count their events. A propagator may also take part in the search if that
//! does not change the answer.

use super::{Api, Context, Solver, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::Result;
use raw::{Z3_ast, Z3_ast_vector, Z3_context, Z3_solver_callback};
use std::ffi::{c_uint, c_void};
use std::ptr;
use std::rc::Rc;

/// The events of a propagator.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(in crate::z3) struct Events {
    /// Open levels. Negative if more levels ended than began.
    pub(in crate::z3) levels: i64,
    /// All levels that began.
    pub(in crate::z3) entered: i64,
    /// How many levels had begun and ended when for the first time more had ended.
    pub(in crate::z3) underflow: Option<[i64; 2]>,
    /// Terms whose value was fixed.
    pub(in crate::z3) fixed: u32,
    /// Pairs of terms that became equal, or different.
    pub(in crate::z3) pairs: u32,
    /// Candidate models.
    pub(in crate::z3) finals: u32,
    /// Clauses that were learned or deleted.
    pub(in crate::z3) clauses: u32,
    /// Instances of quantifiers.
    pub(in crate::z3) instances: u32,
    /// Instances that were blocked.
    pub(in crate::z3) blocked: u32,
}

/// What a propagator does besides counting. It defines its function as exclusive disjunction.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::z3) struct Part {
    /// Whether it changes decisions.
    pub(in crate::z3) flips: bool,
    /// Whether it blocks every other instance of a quantifier. Then `unsat` is still right, but
    /// `sat` may be wrong.
    pub(in crate::z3) blocks: bool,
}

/// The state that Z3 passes to the callbacks of a propagator.
struct PropagatorState {
    told: Events,
    library: Api,
    context: Z3_context,
    part: Part,
    /// The applications of its function, each with its axiom. There is a reference to each axiom.
    axioms: Vec<(Z3_ast, Z3_ast)>,
}

impl PropagatorState {
    /// Propagates an axiom, with a premise that is true now: a fixed term, or an equality of two
    /// terms.
    fn propagate(
        &self,
        cb: Z3_solver_callback,
        axiom: Z3_ast,
        fixed: &[Z3_ast],
        equal: &[[Z3_ast; 2]],
    ) {
        let Some(consequence) = self.library.0.Z3_solver_propagate_consequence.get() else {
            return;
        };
        let [lefts, rights] =
            [0, 1].map(|side| equal.iter().map(|pair| pair[side]).collect::<Vec<_>>());
        let (n, pairs) = (fixed.len() as u32, equal.len() as u32);
        let (fixed, lefts, rights) = (fixed.as_ptr(), lefts.as_ptr(), rights.as_ptr());
        // SAFETY: within a callback, with its `cb`; the terms are those it was told of, and axioms
        // are alive.
        unsafe { consequence.call(self.context, cb, n, fixed, pairs, lefts, rights, axiom) };
    }

    /// The next axiom, in turn.
    fn axiom(&self, turn: u32) -> Option<Z3_ast> {
        let turn = (turn as usize).checked_rem(self.axioms.len())?;
        self.axioms.get(turn).map(|(_, axiom)| *axiom)
    }

    /// Makes the axiom of an application, and registers the application, so that its value is
    /// reported.
    fn define(&mut self, cb: Z3_solver_callback, term: Z3_ast) -> Option<()> {
        let api = self.library.0;
        let register = api.Z3_solver_propagate_register_cb.get()?;
        let (to_app, arg) = (api.Z3_to_app.get()?, api.Z3_get_app_arg.get()?);
        let (xor, eq, inc) = (
            api.Z3_mk_xor.get()?,
            api.Z3_mk_eq.get()?,
            api.Z3_inc_ref.get()?,
        );
        let context = self.context;
        // SAFETY: within a callback, with its `cb` and the term that it was told of: an application
        // to two formulas. Z3 keeps a new term until the next call. Then the term that contains it
        // does, and the reference keeps the axiom.
        unsafe {
            register.call(context, cb, term);
            if !self.axioms.iter().any(|(of, _)| *of == term) {
                let app = to_app.call(context, term);
                let said = xor.call(
                    context,
                    arg.call(context, app, 0),
                    arg.call(context, app, 1),
                );
                let axiom = eq.call(context, term, said);
                inc.call(context, axiom);
                self.axioms.push((term, axiom));
            }
        }
        Some(())
    }
}

/// The state of a callback, by the pointer that Z3 passes.
///
/// # Safety
/// `state` is what `watch` gave to Z3.
unsafe fn with<T>(state: *mut c_void, change: impl FnOnce(&mut PropagatorState) -> T) -> Option<T> {
    // SAFETY: as the caller says; it lives as long as the solver, which calls from the thread that
    // checks.
    unsafe { state.cast::<PropagatorState>().as_mut() }.map(change)
}

/// The events so far, by the same pointer.
///
/// # Safety
/// As for `with`.
unsafe fn record_event(state: *mut c_void, change: impl FnOnce(&mut Events)) {
    // SAFETY: as the caller says.
    unsafe { with(state, |state| change(&mut state.told)) };
}

unsafe extern "C" fn on_push(state: *mut c_void, _: Z3_solver_callback) {
    let enter = |told: &mut Events| {
        told.levels += 1;
        told.entered += 1;
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { record_event(state, enter) }
}

unsafe extern "C" fn on_pop(state: *mut c_void, _: Z3_solver_callback, levels: c_uint) {
    let pop = |told: &mut Events| {
        told.levels -= i64::from(levels);
        if told.levels < 0 && told.underflow.is_none() {
            told.underflow = Some([told.entered, told.entered - told.levels]);
        }
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { record_event(state, pop) }
}

/// Another solver that Z3 makes from this one gets no propagator.
unsafe extern "C" fn on_fresh(_: *mut c_void, _: Z3_context) -> *mut c_void {
    ptr::null_mut()
}

unsafe extern "C" fn on_fixed(state: *mut c_void, cb: Z3_solver_callback, term: Z3_ast, _: Z3_ast) {
    let fixed = |state: &mut PropagatorState| {
        state.told.fixed += 1;
        if let Some(axiom) = state.axiom(state.told.fixed) {
            state.propagate(cb, axiom, &[term], &[]);
        }
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, fixed) };
}

unsafe extern "C" fn on_equal(state: *mut c_void, cb: Z3_solver_callback, a: Z3_ast, b: Z3_ast) {
    let equal = |state: &mut PropagatorState| {
        state.told.pairs += 1;
        if let Some(axiom) = state.axiom(state.told.pairs) {
            state.propagate(cb, axiom, &[], &[[a, b]]);
        }
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, equal) };
}

unsafe extern "C" fn on_different(state: *mut c_void, _: Z3_solver_callback, _: Z3_ast, _: Z3_ast) {
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { record_event(state, |told| told.pairs += 1) }
}

/// A candidate model must satisfy the axioms. Z3 continues if one of them is new to it.
unsafe extern "C" fn on_final(state: *mut c_void, cb: Z3_solver_callback) {
    let last = |state: &mut PropagatorState| {
        state.told.finals += 1;
        for (_, axiom) in &state.axioms {
            state.propagate(cb, *axiom, &[], &[]);
        }
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, last) };
}

unsafe extern "C" fn on_created(state: *mut c_void, cb: Z3_solver_callback, term: Z3_ast) {
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, |state| state.define(cb, term)) };
}

unsafe extern "C" fn on_decide(
    state: *mut c_void,
    cb: Z3_solver_callback,
    term: Z3_ast,
    bit: c_uint,
    phase: bool,
) {
    let other = if phase {
        raw::Z3_L_FALSE
    } else {
        raw::Z3_L_TRUE
    };
    let decide = |state: &mut PropagatorState| {
        if let Some(split) = state.library.0.Z3_solver_next_split.get() {
            // SAFETY: the context is alive, and the callback is that of the call in progress.
            unsafe { split.call(state.context, cb, term, bit, other) };
        }
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, decide) };
}

unsafe extern "C" fn on_binding(
    state: *mut c_void,
    _: Z3_solver_callback,
    _: Z3_ast,
    _: Z3_ast,
) -> bool {
    let lets = |state: &mut PropagatorState| {
        state.told.instances += 1;
        let lets = !(state.part.blocks && state.told.instances.is_multiple_of(2));
        state.told.blocked += u32::from(!lets);
        lets
    };
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { with(state, lets) }.unwrap_or(true)
}

unsafe extern "C" fn on_clause(
    state: *mut c_void,
    _: Z3_ast,
    _: c_uint,
    _: *const c_uint,
    _: Z3_ast_vector,
) {
    // SAFETY: called by Z3 with the state that it was given.
    unsafe { record_event(state, |told| told.clauses += 1) }
}

/// A solver with a propagator. The state of the propagator is never freed, which is a few words:
/// when the last reference to the solver is released, it may end levels and call the propagator.
pub(in crate::z3) struct Watched {
    solver: Solver,
    state: *mut PropagatorState,
}

impl Drop for Watched {
    fn drop(&mut self) {
        // SAFETY: never freed; nothing checks now.
        let state = unsafe { &mut *self.state };
        if let Some(dec) = state.library.0.Z3_dec_ref.get() {
            for (_, axiom) in state.axioms.drain(..) {
                // SAFETY: gives the reference back that `define` took; the context lives as long as
                // the solver.
                unsafe { dec.call(state.context, axiom) };
            }
        }
    }
}

impl Watched {
    /// The solver.
    pub(in crate::z3) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The events so far.
    pub(in crate::z3) fn told(&self) -> Events {
        // SAFETY: never freed; Z3 writes during its calls only.
        unsafe { (*self.state).told }
    }
}

impl Context {
    /// Adds a propagator to a new solver without assertions.
    pub(in crate::z3) fn watch(self: &Rc<Self>, solver: &Solver, part: Part) -> Result<Watched> {
        let watched = self.watched(solver, part)?;
        let (s, state) = (solver.lower(self)?, watched.state.cast::<c_void>());
        call!(
            self,
            Z3_solver_propagate_init(s, state, Some(on_push), Some(on_pop), Some(on_fresh))
        );
        call!(self, Z3_solver_propagate_fixed(s, Some(on_fixed)));
        call!(self, Z3_solver_propagate_eq(s, Some(on_equal)));
        call!(self, Z3_solver_propagate_diseq(s, Some(on_different)));
        call!(self, Z3_solver_propagate_final(s, Some(on_final)));
        call!(self, Z3_solver_propagate_created(s, Some(on_created)));
        if part.flips {
            call!(self, Z3_solver_propagate_decide(s, Some(on_decide)));
        }
        if self.table().Z3_solver_propagate_on_binding.exists() {
            call!(self, Z3_solver_propagate_on_binding(s, Some(on_binding)));
        }
        Ok(watched)
    }

    /// Counts the clauses that a solver learns.
    pub(in crate::z3) fn watch_clauses(self: &Rc<Self>, solver: &Solver) -> Result<Watched> {
        let watched = self.watched(solver, Part::default())?;
        let (s, state) = (solver.lower(self)?, watched.state.cast::<c_void>());
        call!(
            self,
            Z3_solver_register_on_clause(s, state, Some(on_clause))
        );
        Ok(watched)
    }

    fn watched(self: &Rc<Self>, solver: &Solver, part: Part) -> Result<Watched> {
        let state = PropagatorState {
            told: Events::default(),
            library: self.library,
            context: self.raw.as_ptr(),
            part,
            axioms: Vec::new(),
        };
        Ok(Watched {
            solver: solver.clone(),
            state: Box::into_raw(Box::new(state)),
        })
    }
}
