//! Calls of optimizers. Names are those of the API.

use super::calls::answer;
use super::{
    Ast, Context, Lift, Lower, Model, Optimize, ParamDescrs, Params, Stats, Symbol, Vector, found,
    lower_all,
};
use murxla_fsm::solver::{Answer, Result};
use std::ffi::{CStr, c_void};
use std::rc::Rc;

impl Context {
    methods! {
        Z3_mk_optimize => mk_optimize() -> Optimize;
        Z3_optimize_assert => optimize_assert(o: &Optimize, a: &Ast);
        Z3_optimize_assert_and_track => optimize_assert_and_track(o: &Optimize, a: &Ast, a2: &Ast);
        Z3_optimize_assert_soft => optimize_assert_soft(o: &Optimize, a: &Ast, text: &CStr, name: Symbol) -> u32;
        Z3_optimize_from_string => optimize_from_string(o: &Optimize, text: &CStr);
        Z3_optimize_get_assertions => optimize_get_assertions(o: &Optimize) -> Vector;
        Z3_optimize_get_help => optimize_get_help(o: &Optimize) -> String;
        Z3_optimize_get_lower => optimize_get_lower(o: &Optimize, n: u32) -> Ast;
        Z3_optimize_get_lower_as_vector => optimize_get_lower_as_vector(o: &Optimize, n: u32) -> Vector;
        Z3_optimize_get_model => optimize_get_model(o: &Optimize) -> Model;
        Z3_optimize_get_objectives => optimize_get_objectives(o: &Optimize) -> Vector;
        Z3_optimize_get_param_descrs => optimize_get_param_descrs(o: &Optimize) -> ParamDescrs;
        Z3_optimize_get_reason_unknown => optimize_get_reason_unknown(o: &Optimize) -> String;
        Z3_optimize_get_statistics => optimize_get_statistics(o: &Optimize) -> Stats;
        Z3_optimize_get_unsat_core => optimize_get_unsat_core(o: &Optimize) -> Vector;
        Z3_optimize_get_upper => optimize_get_upper(o: &Optimize, n: u32) -> Ast;
        Z3_optimize_get_upper_as_vector => optimize_get_upper_as_vector(o: &Optimize, n: u32) -> Vector;
        Z3_optimize_maximize => optimize_maximize(o: &Optimize, a: &Ast) -> u32;
        Z3_optimize_minimize => optimize_minimize(o: &Optimize, a: &Ast) -> u32;
        Z3_optimize_pop => optimize_pop(o: &Optimize);
        Z3_optimize_push => optimize_push(o: &Optimize);
        Z3_optimize_set_initial_value => optimize_set_initial_value(o: &Optimize, a: &Ast, value: &Ast);
        Z3_optimize_set_params => optimize_set_params(o: &Optimize, p: &Params);
        Z3_optimize_to_string => optimize_to_string(o: &Optimize) -> String;
    }

    /// Searches for the best models.
    pub(in crate::z3) fn optimize(
        self: &Rc<Self>,
        optimize: &Optimize,
        assumptions: &[Ast],
    ) -> Result<Answer> {
        let (optimize, assumptions) = (optimize.lower(self)?, lower_all(self, assumptions)?);
        let (n, assumptions) = (assumptions.len() as u32, assumptions.as_ptr());
        answer(
            call!(self, Z3_optimize_check(optimize, n, assumptions)),
            "Z3_optimize_check",
        )
    }

    /// Counts the models that an optimizer finds. Each is written to `model`.
    pub(in crate::z3) fn watch_models(
        self: &Rc<Self>,
        optimize: &Optimize,
        model: &Model,
    ) -> Result<FoundModels> {
        let found = Box::into_raw(Box::<u32>::default());
        let (optimize, model) = (optimize.lower(self)?, model.lower(self)?);
        call!(
            self,
            Z3_optimize_register_model_eh(optimize, model, found.cast(), Some(on_model))
        );
        Ok(FoundModels(found))
    }
}

/// The number of models that an optimizer has found. It is never freed, because the optimizer may
/// live longer.
pub(in crate::z3) struct FoundModels(*const u32);

impl FoundModels {
    pub(in crate::z3) fn count(&self) -> u32 {
        // SAFETY: never freed; Z3 writes during its calls only.
        unsafe { *self.0 }
    }
}

unsafe extern "C" fn on_model(state: *mut c_void) {
    // SAFETY: the state that `watch_models` gave to Z3, which calls from the thread that checks.
    if let Some(count) = unsafe { state.cast::<u32>().as_mut() } {
        *count += 1;
    }
}
