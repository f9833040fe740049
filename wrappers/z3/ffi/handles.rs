//! Handles that count references.

use super::super::bindings as raw;
use super::Context;
use crate::shared::library::methods::{Lift, Lower};
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

/// A type of C whose references are counted.
pub(in crate::z3) trait Counted: Copy + PartialEq {
    fn is_null(self) -> bool;

    /// The handle of an object that a function has returned.
    fn own(self, context: &Rc<Context>, function: &str) -> Result<Handle<Self>> {
        Handle::new(context, self, function)
    }

    /// Adds or releases a reference.
    ///
    /// # Safety
    /// `self` is alive and of `context`.
    unsafe fn count(self, context: &Context, more: bool);
}

macro_rules! counted {
    ($($type:ty, $name:ident: $inc:ident, $dec:ident;)*) => { $(
        #[doc = concat!("A counted reference to a `", stringify!($type), "`.")]
        pub(in crate::z3) type $name = Handle<$type>;
        impl Counted for $type {
            fn is_null(self) -> bool {
                <*mut _>::is_null(self)
            }
            unsafe fn count(self, context: &Context, more: bool) {
                let api = context.library.0;
                if let Some(count) = if more { api.$inc.get() } else { api.$dec.get() } {
                    // SAFETY: as the caller says. Sorts and declarations are ASTs to Z3.
                    unsafe { count.call(context.raw.as_ptr(), self.cast()) }
                }
            }
        }
    )* };
}

counted! {
    raw::Z3_ast, Ast: Z3_inc_ref, Z3_dec_ref;
    raw::Z3_sort, Sort: Z3_inc_ref, Z3_dec_ref;
    raw::Z3_func_decl, Decl: Z3_inc_ref, Z3_dec_ref;
    raw::Z3_ast_vector, Vector: Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref;
    raw::Z3_params, Params: Z3_params_inc_ref, Z3_params_dec_ref;
    raw::Z3_param_descrs, ParamDescrs: Z3_param_descrs_inc_ref, Z3_param_descrs_dec_ref;
    raw::Z3_tactic, Tactic: Z3_tactic_inc_ref, Z3_tactic_dec_ref;
    raw::Z3_solver, Solver: Z3_solver_inc_ref, Z3_solver_dec_ref;
    raw::Z3_model, Model: Z3_model_inc_ref, Z3_model_dec_ref;
    raw::Z3_func_interp, FuncInterp: Z3_func_interp_inc_ref, Z3_func_interp_dec_ref;
    raw::Z3_func_entry, FuncEntry: Z3_func_entry_inc_ref, Z3_func_entry_dec_ref;
    raw::Z3_goal, Goal: Z3_goal_inc_ref, Z3_goal_dec_ref;
    raw::Z3_probe, Probe: Z3_probe_inc_ref, Z3_probe_dec_ref;
    raw::Z3_apply_result, Applied: Z3_apply_result_inc_ref, Z3_apply_result_dec_ref;
    raw::Z3_simplifier, Simplifier: Z3_simplifier_inc_ref, Z3_simplifier_dec_ref;
    raw::Z3_stats, Stats: Z3_stats_inc_ref, Z3_stats_dec_ref;
    raw::Z3_ast_map, AstMap: Z3_ast_map_inc_ref, Z3_ast_map_dec_ref;
    raw::Z3_optimize, Optimize: Z3_optimize_inc_ref, Z3_optimize_dec_ref;
    raw::Z3_fixedpoint, Fixedpoint: Z3_fixedpoint_inc_ref, Z3_fixedpoint_dec_ref;
    raw::Z3_app, App: Z3_inc_ref, Z3_dec_ref;
    raw::Z3_pattern, Pattern: Z3_inc_ref, Z3_dec_ref;
    raw::Z3_parser_context, ParserContext: Z3_parser_context_inc_ref, Z3_parser_context_dec_ref;
}

/// A counted reference to an object of Z3. It is never null, and keeps its context alive.
pub(in crate::z3) struct Handle<T: Counted> {
    raw: T,
    context: Rc<Context>,
}

impl<T: Counted> Handle<T> {
    fn new(context: &Rc<Context>, raw: T, function: &str) -> Result<Self> {
        if raw.is_null() {
            return Err(context.no_object(function));
        }
        // SAFETY: fresh from a call in this context, not null.
        unsafe { raw.count(context, true) };
        let context = Rc::clone(context);
        Ok(Self { raw, context })
    }
}

impl<T: Counted> Clone for Handle<T> {
    fn clone(&self) -> Self {
        // SAFETY: alive, because this handle holds a reference.
        unsafe { self.raw.count(&self.context, true) };
        let context = Rc::clone(&self.context);
        Self {
            raw: self.raw,
            context,
        }
    }
}

impl<T: Counted> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: gives the reference back that `new` or `clone` took.
        unsafe { self.raw.count(&self.context, false) };
    }
}

impl<T: Counted> PartialEq for Handle<T> {
    /// Whether they are the same object. Equal terms are the same object.
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

/// The name of terms in `api.h`.
pub(in crate::z3) type Term = Ast;

impl<T: Counted> Lift<Rc<Context>> for Handle<T> {
    type Raw = T;

    fn lift(raw: T, context: &Rc<Context>, function: &str) -> Result<Self> {
        Self::new(context, raw, function)
    }
}

impl<T: Counted> Lower<Rc<Context>> for Handle<T> {
    type Raw = T;

    fn lower(&self, context: &Rc<Context>) -> Result<T> {
        if Rc::ptr_eq(&self.context, context) {
            Ok(self.raw)
        } else {
            Err(Error::Rejected("a handle of another context".to_owned()))
        }
    }
}
