//! All of the wrapper's `unsafe`, besides the generated methods: contexts, handles that count
//! references, and calls that one declaration does not describe.
//!
//! Every call is checked. A function that the library does not have is `Unsupported`, and an error
//! code is `Rejected` or `Resources`. A null result is an error.

use super::bindings as raw;
use super::checks::NO_ANSWER;
pub(super) use crate::shared::library::c as c_text;
use crate::shared::library::interrupt::InterruptGuard;
use crate::shared::library::methods::{Lift, Lower};
use crate::shared::library::{self, text};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
pub(super) use raw::{
    Z3_APP_AST, Z3_ARRAY_SORT, Z3_BOOL_SORT, Z3_BV_SORT, Z3_DATATYPE_SORT, Z3_FINITE_FIELD_SORT,
    Z3_FLOATING_POINT_SORT, Z3_GOAL_OVER, Z3_GOAL_PRECISE, Z3_GOAL_UNDER, Z3_INT_SORT,
    Z3_INT_SYMBOL, Z3_L_FALSE, Z3_L_TRUE, Z3_NUMERAL_AST, Z3_OP_AND, Z3_OP_CONST_ARRAY,
    Z3_OP_DT_CONSTRUCTOR, Z3_OP_EQ, Z3_OP_IFF, Z3_OP_IMPLIES, Z3_OP_ITE, Z3_OP_NOT, Z3_OP_OR,
    Z3_OP_STORE, Z3_OP_XOR, Z3_PARAMETER_AST, Z3_PARAMETER_DOUBLE, Z3_PARAMETER_FUNC_DECL,
    Z3_PARAMETER_INT, Z3_PARAMETER_RATIONAL, Z3_PARAMETER_SORT, Z3_PARAMETER_SYMBOL, Z3_PK_BOOL,
    Z3_PK_DOUBLE, Z3_PK_SYMBOL, Z3_PK_UINT, Z3_PRINT_LOW_LEVEL, Z3_PRINT_SMTLIB_FULL,
    Z3_PRINT_SMTLIB2_COMPLIANT, Z3_QUANTIFIER_AST, Z3_RE_SORT, Z3_REAL_SORT, Z3_ROUNDING_MODE_SORT,
    Z3_SEQ_SORT, Z3_UNINTERPRETED_SORT, Z3_VAR_AST, Z3Api,
};
use raw::{Z3_context, Z3_symbol};
use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
use std::ptr::{self, NonNull};
use std::rc::Rc;

/// Calls a function that takes the context first, and checks the error code.
macro_rules! call {
    ($cx:expr, $function:ident($($arg:expr),*)) => {{
        let function = $cx.library.0.$function.found()?;
        // SAFETY: the declaration is that of the library (`api.h`); handles among the arguments are
        // alive and of this context (`Lower`), and pointers come from slices or strings that
        // outlive the call and are as long as the call says.
        let result = unsafe { function.call($cx.raw.as_ptr() $(, $arg)*) };
        $cx.check_error(stringify!($function))?;
        result
    }};
}

fn owned_text(string: *const c_char) -> Option<String> {
    // SAFETY: Z3 returns strings that end with a zero and live until its next call.
    unsafe { text(string) }
}

/// A symbol. Z3 keeps symbols until the process ends.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Symbol(Z3_symbol);

impl Lower<Rc<Context>> for Symbol {
    type Raw = Z3_symbol;

    fn lower(&self, _: &Rc<Context>) -> Result<Z3_symbol> {
        Ok(self.0)
    }
}

impl Lift<Rc<Context>> for Symbol {
    type Raw = Z3_symbol;

    fn lift(raw: Z3_symbol, _: &Rc<Context>, _: &str) -> Result<Self> {
        Ok(Self(raw)) // A null symbol is legal: the empty one of some versions.
    }
}

impl Lift<Rc<Context>> for Answer {
    type Raw = c_int;

    fn lift(raw: c_int, _: &Rc<Context>, function: &str) -> Result<Self> {
        match raw {
            raw::Z3_L_TRUE => Ok(Answer::Sat),
            raw::Z3_L_FALSE => Ok(Answer::Unsat),
            raw::Z3_L_UNDEF => Ok(Answer::Unknown),
            other => NO_ANSWER.fails_for(function, other.to_string()),
        }
    }
}

/// A loaded library.
#[derive(Clone, Copy)]
pub(super) struct Api(pub(super) &'static Z3Api);

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        Ok(Self(library::load(library::open(path)?, path, "Z3")?))
    }

    /// The version that the library reports.
    pub(super) fn version(&self) -> String {
        let [mut major, mut minor, mut build, mut revision] = [0; 4];
        if let Some(version) = self.0.Z3_get_version.get() {
            // SAFETY: four places to write to.
            unsafe { version.call(&mut major, &mut minor, &mut build, &mut revision) };
        }
        format!("{major}.{minor}.{build}")
    }

    /// The value of a process-wide parameter, `None` if there is none of this name.
    pub(super) fn global(&self, name: &CStr) -> Option<String> {
        let get = self.0.Z3_global_param_get.get()?;
        let toggle_warnings = self.0.Z3_toggle_warning_messages.get()?;
        let mut value = ptr::null();
        // SAFETY: a string and a place to write to. Z3 lists all names on stderr if this one is
        // unknown.
        let known = unsafe {
            toggle_warnings.call(false);
            let known = get.call(name.as_ptr(), &mut value);
            toggle_warnings.call(true);
            known
        };
        known.then(|| owned_text(value)).flatten()
    }

    /// Sets a process-wide parameter. Z3 ignores a bad value.
    pub(super) fn set_global(&self, name: &CStr, value: &CStr) {
        if let Some(set) = self.0.Z3_global_param_set.get() {
            // SAFETY: two strings.
            unsafe { set.call(name.as_ptr(), value.as_ptr()) };
        }
    }
}

/// Does nothing. Errors are read after each call, and the default handler would end the process.
unsafe extern "C" fn ignore(_: Z3_context, _: c_int) {}

/// A context. It owns all terms that are made in it.
pub(super) struct Context {
    library: Api,
    raw: NonNull<raw::murxla_context>,
    interruptible: Option<InterruptGuard>,
}

impl Drop for Context {
    fn drop(&mut self) {
        self.interruptible = None;
        if let Some(delete) = self.library.0.Z3_del_context.get() {
            // SAFETY: all handles are gone, because each holds an `Rc` of this.
            unsafe { delete.call(self.raw.as_ptr()) };
        }
    }
}

impl Context {
    /// A new context.
    pub(super) fn new(library: Api) -> Result<Rc<Self>> {
        Self::configured(library, &[])
    }

    /// A new context, with parameters that cannot be changed later.
    pub(super) fn configured(library: Api, params: &[(&CStr, &CStr)]) -> Result<Rc<Self>> {
        let api = library.0;
        let mk_config = api.Z3_mk_config.found()?;
        let mk_context = api.Z3_mk_context_rc.found()?;
        let del_config = api.Z3_del_config.found()?;
        let set_param = api.Z3_set_param_value.found()?;
        let set_handler = api.Z3_set_error_handler.found()?;
        // SAFETY: the configuration is used by the calls in between only; parameters are two
        // strings each.
        let raw = unsafe {
            let config = mk_config.call();
            for (name, value) in params {
                set_param.call(config, name.as_ptr(), value.as_ptr());
            }
            let raw = mk_context.call(config);
            del_config.call(config);
            raw
        };
        let raw = NonNull::new(raw).ok_or_else(|| Error::Resources("no context".to_owned()))?;
        // SAFETY: a living context, and a handler that lives forever.
        unsafe { set_handler.call(raw.as_ptr(), Some(ignore)) };
        let interruptible = api.Z3_interrupt.interrupts(raw.as_ptr());
        Ok(Rc::new(Self {
            library,
            raw,
            interruptible,
        }))
    }

    /// Whether `sat.smt` or `sat.euf` is set, options of the process. Z3 then uses another core,
    /// which is under development.
    pub(super) fn has_new_core(&self) -> bool {
        let is_set = |name| self.library.global(name).as_deref() == Some("true");
        is_set(c"sat.smt") || is_set(c"sat.euf")
    }

    /// Another context of the same library.
    pub(super) fn new_context(&self, params: &[(&CStr, &CStr)]) -> Result<Rc<Self>> {
        Self::configured(self.library, params)
    }

    /// The functions of the library.
    pub(super) fn table(&self) -> &Z3Api {
        self.library.0
    }

    /// The context.
    pub(super) fn raw_context(&self) -> Result<Z3_context> {
        Ok(self.raw.as_ptr())
    }

    /// The error for a null result.
    pub(super) fn no_object(&self, function: &str) -> Error {
        Error::Rejected(format!("{function}: null without an error"))
    }

    /// The error of the last call, if any. It is reset, because not all functions do that, so that
    /// it would be taken for an error of a later call.
    pub(super) fn check_error(&self, function: &str) -> Result {
        let get_code = self.library.0.Z3_get_error_code.found()?;
        // SAFETY: a living context.
        let code = unsafe { get_code.call(self.raw.as_ptr()) };
        if code == raw::Z3_OK as c_int {
            return Ok(());
        }
        let get_msg = self.library.0.Z3_get_error_msg.found()?;
        // SAFETY: a living context.
        let message = owned_text(unsafe { get_msg.call(self.raw.as_ptr(), code) });
        let set_error = self.library.0.Z3_set_error.found()?;
        // SAFETY: a living context.
        unsafe { set_error.call(self.raw.as_ptr(), raw::Z3_OK as c_int) };
        // After an error about a parameter, the message lists all parameters.
        let message = message.unwrap_or_default();
        let message = format!("{function}: {}", message.lines().next().unwrap_or_default());
        let limits = [
            "canceled",
            "resource limit",
            "max. memory",
            "out of memory",
            "timeout",
            "max unfolding",
            "power is too large",
        ];
        let limited = code == raw::Z3_MEMOUT_FAIL as c_int;
        if limited || limits.iter().any(|limit| message.contains(limit)) {
            Err(Error::Resources(message))
        } else {
            Err(Error::Rejected(message))
        }
    }
}

mod algebra;
mod binders;
mod calls;
mod fixedpoint;
mod handles;
mod optimize;
mod propagate;
mod theories;

pub(super) use algebra::RcfNum;
pub(super) use binders::{BinderKind, Quantifier};
pub(super) use handles::{
    App, Applied, Ast, AstMap, Decl, Fixedpoint, FuncEntry, FuncInterp, Goal, Model, Optimize,
    ParamDescrs, Params, ParserContext, Pattern, Probe, Simplifier, Solver, Sort, Stats, Tactic,
    Term, Vector,
};
pub(super) use propagate::Part;
pub(super) mod datatypes;
