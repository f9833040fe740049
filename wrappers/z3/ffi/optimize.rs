//! Callbacks that count the models of optimizers.

use super::{Context, Model, Optimize};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::Result;
use std::ffi::c_void;
use std::rc::Rc;

impl Context {
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
