//! Contexts, their configuration, and models, which all must be freed.

use super::super::bindings as raw;
use super::{Api, Term, Tried, c, ids};
use crate::shared::library::interrupt::InterruptGuard;
use murxla_fsm::solver::{Answer, Error, Result};
use raw::{context_t, ctx_config_t, model_t, param_t};
use std::ffi::c_int;
use std::ptr::{self, NonNull};

macro_rules! owned {
    ($($(#[$doc:meta])* $name:ident($raw:ty) freed by $free:ident $(stopped by $stop:ident)?;)*) => {$(
        $(#[$doc])*
        pub(in super::super) struct $name(pub(super) Api, NonNull<$raw>, Option<InterruptGuard>);

        impl $name {
            pub(super) fn owner(api: Api, raw: *mut $raw) -> Result<Self> {
                let raw = NonNull::new(raw).ok_or_else(|| Error::from(api.failure()))?;
                api.0.objects.set(api.0.objects.get() + 1);
                let stop = { None$(.or_else(|| api.0.$stop.interrupts(raw.as_ptr())))? };
                Ok(Self(api, raw, stop))
            }

            pub(super) fn raw(&self) -> *mut $raw {
                self.1.as_ptr()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                self.2 = None;
                // SAFETY: it is live, since the library is not reset before, and not used again.
                unsafe { self.0.0.$free(self.raw()) };
                self.0.0.objects.set(self.0.0.objects.get().saturating_sub(1));
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

/// The result of a check of two contexts: an interpolant, or a model of both.
pub(in super::super) type Interpolation = (Answer, Option<Term>, Option<Model>);

// The handles are live in all calls below, strings live until the call returns, slices are passed
// with their lengths, and results are owned by the frame of the call.

impl Config {
    pub(in super::super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        Self::owner(api, unsafe { api.0.yices_new_config() })
    }

    pub(in super::super) fn set(&self, name: &str, value: &str) -> Result<Tried> {
        let (name, value) = (c(name)?, c(value)?);
        // SAFETY: see above.
        Ok(self.0.code(unsafe {
            self.0
                .0
                .yices_set_config(self.raw(), name.as_ptr(), value.as_ptr())
        }))
    }

    pub(in super::super) fn logic(&self, logic: &str) -> Result<Tried> {
        let logic = c(logic)?;
        // SAFETY: see above.
        Ok(self.0.code(unsafe {
            self.0
                .0
                .yices_default_config_for_logic(self.raw(), logic.as_ptr())
        }))
    }
}

impl Params {
    pub(in super::super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        Self::owner(api, unsafe { api.0.yices_new_param_record() })
    }

    /// Sets the parameters that the library chooses for a context.
    pub(in super::super) fn fit(&self, context: &Context) {
        // SAFETY: see above.
        unsafe {
            self.0
                .0
                .yices_default_params_for_context(context.raw(), self.raw());
        };
    }

    pub(in super::super) fn set(&self, name: &str, value: &str) -> Result<Tried> {
        let (name, value) = (c(name)?, c(value)?);
        // SAFETY: see above.
        Ok(self.0.code(unsafe {
            self.0
                .0
                .yices_set_param(self.raw(), name.as_ptr(), value.as_ptr())
        }))
    }
}

impl Context {
    pub(in super::super) fn new(config: &Config) -> Result<Self> {
        let api = config.0;
        // SAFETY: see above.
        Self::owner(api, unsafe { api.0.yices_new_context(config.raw()) })
    }

    /// Switches a preprocessing step on or off.
    pub(in super::super) fn option(&self, name: &str, on: bool) -> Result<Tried> {
        let (api, name) = (self.0, c(name)?);
        // SAFETY: see above.
        Ok(api.code(unsafe {
            if on {
                api.0.yices_context_enable_option(self.raw(), name.as_ptr())
            } else {
                api.0
                    .yices_context_disable_option(self.raw(), name.as_ptr())
            }
        }))
    }

    pub(in super::super) fn is_unsat(&self) -> bool {
        // SAFETY: see above.
        let status = unsafe { self.0.0.yices_context_status(self.raw()) };
        u32::try_from(status) == Ok(raw::YICES_UNSAT)
    }

    pub(in super::super) fn push(&self) -> Tried {
        // SAFETY: see above.
        self.0.code(unsafe { self.0.0.yices_push(self.raw()) })
    }

    pub(in super::super) fn pop(&self) -> Tried {
        // SAFETY: see above.
        self.0.code(unsafe { self.0.0.yices_pop(self.raw()) })
    }

    /// Removes all assertions and levels.
    pub(in super::super) fn reset(&self) {
        // SAFETY: see above.
        unsafe { self.0.0.yices_reset_context(self.raw()) };
    }

    pub(in super::super) fn assert(&self, formula: Term) -> Tried {
        // SAFETY: see above.
        self.0
            .code(unsafe { self.0.0.yices_assert_formula(self.raw(), formula.0) })
    }

    pub(in super::super) fn assert_all(&self, formulas: &[Term]) -> Tried {
        // SAFETY: see above.
        self.0.code(unsafe {
            self.0.0.yices_assert_formulas(
                self.raw(),
                formulas.len() as u32,
                formulas.as_ptr().cast(),
            )
        })
    }

    /// `check-sat`.
    pub(in super::super) fn check(&self, params: Option<&Params>) -> Tried<Answer> {
        let params = params.map_or(ptr::null(), |p| p.raw().cast_const());
        // SAFETY: see above; without parameters the library takes its own.
        self.answer(unsafe { self.0.0.yices_check_context(self.raw(), params) })
    }

    /// `check-sat-assuming`.
    pub(in super::super) fn check_assuming(
        &self,
        params: Option<&Params>,
        assumed: &[Term],
    ) -> Tried<Answer> {
        let params = params.map_or(ptr::null(), |p| p.raw().cast_const());
        // SAFETY: see above.
        self.answer(unsafe {
            self.0.0.yices_check_context_with_assumptions(
                self.raw(),
                params,
                assumed.len() as u32,
                assumed.as_ptr().cast(),
            )
        })
    }

    fn answer(&self, status: c_int) -> Tried<Answer> {
        self.0.answer(status)
    }

    /// The assumptions that contradict the assertions.
    pub(in super::super) fn core(&self) -> Tried<Vec<Term>> {
        let api = self.0;
        // SAFETY: see above; the vector is one to fill.
        api.vector(|vector| unsafe { api.0.yices_get_unsat_core(self.raw(), vector) })
    }

    /// The model. It includes the terms that preprocessing has eliminated.
    pub(in super::super) fn model(&self) -> Result<Model> {
        // SAFETY: see above.
        Model::owner(self.0, unsafe { self.0.0.yices_get_model(self.raw(), 1) })
    }
}

impl Context {
    /// Excludes the truth values of the last check.
    pub(in super::super) fn block(&self) -> Tried {
        // SAFETY: see above.
        self.0
            .code(unsafe { self.0.0.yices_assert_blocking_clause(self.raw()) })
    }

    /// Checks whether there is a model in which uninterpreted terms have the values of another
    /// model. With `fixed`, only the first `fixed` terms must have these values. The values of the
    /// others are hints.
    pub(in super::super) fn check_with_model(
        &self,
        model: &Model,
        terms: &[Term],
        fixed: Option<u32>,
    ) -> Tried<Answer> {
        let (api, raw, count) = (&self.0.0, self.raw(), terms.len() as u32);
        let (model, terms) = (model.raw(), ids(terms));
        // SAFETY: see above; without parameters the library takes its own.
        self.answer(unsafe {
            match fixed {
                None => api.yices_check_context_with_model(raw, ptr::null(), model, count, terms),
                Some(fixed) => api.yices_check_context_with_model_and_hint(
                    raw,
                    ptr::null(),
                    model,
                    count,
                    terms,
                    fixed.min(count),
                ),
            }
        })
    }

    /// A consequence of the assertions that is false in the model of such a check.
    pub(in super::super) fn interpolant(&self) -> Result<Term> {
        // SAFETY: see above.
        Ok(self
            .0
            .term(unsafe { self.0.0.yices_get_model_interpolant(self.raw()) })?)
    }

    /// Sets the order in which terms are decided, always or at first.
    pub(in super::super) fn order(&self, terms: &[Term], always: bool) -> Tried {
        let (api, raw, count) = (&self.0.0, self.raw(), terms.len() as u32);
        // SAFETY: see above.
        let status = unsafe {
            if always {
                api.yices_mcsat_set_fixed_var_order(raw, count, ids(terms))
            } else {
                api.yices_mcsat_set_initial_var_order(raw, count, ids(terms))
            }
        };
        if u32::try_from(status) == Ok(raw::YICES_ERROR) {
            return Err(self.0.failure());
        }
        Ok(())
    }

    /// Checks the assertions of this context and another one together. The result has an
    /// interpolant if they contradict each other, and a model if not.
    pub(in super::super) fn interpolate(&self, other: &Context) -> Result<Tried<Interpolation>> {
        let api = self.0;
        let mut contexts = raw::interpolation_context_t {
            a: self.raw(),
            b: other.raw(),
            interpolant: -1,
            model: ptr::null_mut(),
        };
        // SAFETY: see above; the model is null or the caller's.
        let status = unsafe {
            api.0
                .yices_check_context_with_interpolation(&raw mut contexts, ptr::null(), 1)
        };
        let answer = match api.answer(status) {
            Ok(answer) => answer,
            Err(failure) => return Ok(Err(failure)),
        };
        let model = (!contexts.model.is_null()).then(|| Model::owner(api, contexts.model));
        let formula = (contexts.interpolant >= 0).then_some(Term(contexts.interpolant));
        Ok(Ok((answer, formula, model.transpose()?)))
    }
}

impl Api {
    /// Whether the library has the functions of 2.6.5 for the model-constructing solver.
    pub(in super::super) fn has_hints(self) -> bool {
        let api = &self.0;
        api.yices_check_context_with_model_and_hint.exists()
            && api.yices_mcsat_set_fixed_var_order.exists()
            && api.yices_mcsat_set_initial_var_order.exists()
    }

    fn answer(self, status: c_int) -> Tried<Answer> {
        match u32::try_from(status).unwrap_or(raw::YICES_ERROR) {
            raw::YICES_SAT => Ok(Answer::Sat),
            raw::YICES_UNSAT => Ok(Answer::Unsat),
            raw::YICES_UNKNOWN | raw::YICES_INTERRUPTED => Ok(Answer::Unknown),
            _ => Err(self.failure()),
        }
    }

    /// Solves formulas in a context that the library makes. There is a model if they are
    /// satisfiable.
    pub(in super::super) fn check_formulas(
        self,
        formulas: &[Term],
        logic: Option<&str>,
        delegate: Option<&str>,
    ) -> Result<Tried<(Answer, Option<Model>)>> {
        let (logic, delegate) = (logic.map(c).transpose()?, delegate.map(c).transpose()?);
        let logic = logic.as_ref().map_or(ptr::null(), |text| text.as_ptr());
        let delegate = delegate.as_ref().map_or(ptr::null(), |text| text.as_ptr());
        let mut model = ptr::null_mut();
        // SAFETY: see above; the model is null or the caller's.
        let status = unsafe {
            let to = &raw mut model;
            match formulas {
                [formula] => self.0.yices_check_formula(formula.0, logic, to, delegate),
                _ => self.0.yices_check_formulas(
                    ids(formulas),
                    formulas.len() as u32,
                    logic,
                    to,
                    delegate,
                ),
            }
        };
        let answer = match self.answer(status) {
            Ok(answer) => answer,
            Err(failure) => return Ok(Err(failure)),
        };
        let model = (!model.is_null()).then(|| Model::owner(self, model));
        Ok(Ok((answer, model.transpose()?)))
    }
}
