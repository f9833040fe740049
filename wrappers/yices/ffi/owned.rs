//! What must be freed: contexts, their configurations, parameters, and models.

use super::super::bindings as raw;
use super::{Api, Term, Tried};
use crate::shared::library::interrupt::InterruptGuard;
use crate::shared::library::methods::{Lift, Lower};
use murxla_fsm::solver::{Answer, Result};
use raw::{context_t, ctx_config_t, model_t, param_t};
use std::ptr::{self, NonNull};

macro_rules! owned {
    ($($(#[$doc:meta])* $name:ident($raw:ty) freed by $free:ident $(stopped by $stop:ident)?;)*) => {$(
        $(#[$doc])*
        pub(in super::super) struct $name(Api, NonNull<$raw>, Option<InterruptGuard>);

        impl Lower<Api> for $name {
            type Raw = *mut $raw;

            fn lower(&self, _: &Api) -> Result<*mut $raw> {
                Ok(self.1.as_ptr())
            }
        }

        impl Lift<Api> for $name {
            type Raw = *mut $raw;

            fn lift(raw: *mut $raw, api: &Api, function: &str) -> Result<Self> {
                let raw = NonNull::new(raw).ok_or_else(|| api.no_object(function))?;
                let objects = &api.0.objects;
                objects.set(objects.get() + 1);
                let stop = { None$(.or_else(|| api.table().$stop.interrupts(raw.as_ptr())))? };
                Ok(Self(*api, raw, stop))
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                self.2 = None;
                // SAFETY: it is live, since the library is not reset before, and not used again.
                unsafe { self.0.table().$free(self.1.as_ptr()) };
                let objects = &self.0.0.objects;
                objects.set(objects.get().saturating_sub(1));
            }
        }
    )*};
}

owned! {
    /// The configuration of a context.
    Config(ctx_config_t) freed by yices_free_config;
    /// Parameters of the search.
    Params(param_t) freed by yices_free_param_record;
    /// A stack of assertions.
    Context(context_t) freed by yices_free_context stopped by yices_stop_search;
    /// A model. It is independent of its context.
    Model(model_t) freed by yices_free_model;
}

impl Context {
    /// The library.
    pub(in super::super) fn api(&self) -> Api {
        self.0
    }
}

impl Model {
    /// The library.
    pub(in super::super) fn api(&self) -> Api {
        self.0
    }
}

/// The result of a check of two contexts: an interpolant, or a model of both.
pub(in super::super) type Interpolation = (Answer, Option<Term>, Option<Model>);

impl Api {
    /// Checks the assertions of two contexts together. The result has an interpolant if they
    /// contradict each other, and a model if not.
    pub(in super::super) fn check_context_with_interpolation(
        self,
        first: &Context,
        second: &Context,
    ) -> Tried<Interpolation> {
        let function = "yices_check_context_with_interpolation";
        let mut contexts = raw::interpolation_context_t {
            a: first.1.as_ptr(),
            b: second.1.as_ptr(),
            interpolant: -1,
            model: ptr::null_mut(),
        };
        let (to, params, wants_model) = (&raw mut contexts, ptr::null(), 1);
        // SAFETY: the contexts live until the call returns; without parameters the library takes
        // its own.
        let status = unsafe {
            (self.table()).yices_check_context_with_interpolation(to, params, wants_model)
        };
        let answer = Tried::<Answer>::lift(status, &self, function)??;
        let model = (!contexts.model.is_null()).then_some(contexts.model);
        let model = model.map(|model| Model::lift(model, &self, function));
        let formula = (contexts.interpolant >= 0).then_some(Term(contexts.interpolant));
        Ok((answer, formula, model.transpose()?))
    }
}
