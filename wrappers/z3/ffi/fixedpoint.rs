//! Fixed points: queries, and callbacks that count what a search finds.

use super::{Ast, Context, Fixedpoint, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::{Answer, Result};
use std::ffi::{c_uint, c_void};
use std::rc::Rc;

impl Context {
    /// Whether a formula can be derived, from a level on if there is one.
    pub(in crate::z3) fn query(
        self: &Rc<Self>,
        of: &Fixedpoint,
        formula: &Ast,
        level: Option<u32>,
    ) -> Result<Answer> {
        match level {
            None => self.fixedpoint_query(of, formula),
            Some(level) => self.fixedpoint_query_from_lvl(of, formula, level),
        }
    }

    /// Counts the intermediate results of a fixed point.
    pub(in crate::z3) fn watch_lemmas(self: &Rc<Self>, of: &Fixedpoint) -> Result<Lemmas> {
        let seen = Box::into_raw(Box::<SeenLemmas>::default());
        let (of, state) = (of.lower(self)?, seen.cast());
        call!(
            self,
            Z3_fixedpoint_add_callback(of, state, Some(on_lemma), Some(on_step), Some(on_step))
        );
        Ok(Lemmas(seen))
    }
}

/// The intermediate results of a search for a fixed point.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::z3) struct SeenLemmas {
    /// Lemmas.
    pub(in crate::z3) lemmas: u32,
    /// Predecessors of states, and levels.
    pub(in crate::z3) steps: u32,
}

/// The counters of the intermediate results. They are never freed, because the fixed point may live
/// longer.
pub(in crate::z3) struct Lemmas(*const SeenLemmas);

impl Lemmas {
    pub(in crate::z3) fn seen(&self) -> SeenLemmas {
        // SAFETY: never freed; Z3 writes during its calls only.
        unsafe { *self.0 }
    }
}

unsafe extern "C" fn on_lemma(state: *mut c_void, _: raw::Z3_ast, _: c_uint) {
    // SAFETY: the state that `watch_lemmas` gave to Z3, which calls from the thread that queries.
    if let Some(seen) = unsafe { state.cast::<SeenLemmas>().as_mut() } {
        seen.lemmas += 1;
    }
}

unsafe extern "C" fn on_step(state: *mut c_void) {
    // SAFETY: the state that `watch_lemmas` gave to Z3, which calls from the thread that queries.
    if let Some(seen) = unsafe { state.cast::<SeenLemmas>().as_mut() } {
        seen.steps += 1;
    }
}
