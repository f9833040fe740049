//! All of the wrapper's `unsafe`: a thin layer over the functions of an adapter.

use super::bindings as raw;
use super::checks::RESULT;
use crate::shared::library::interrupt::InterruptGuard;
use crate::shared::library::{self, FunctionTable as _, c};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Error, Result};
use raw::{PluginApi, murxla_solver};
use std::ffi::{CString, c_char, c_int};
use std::path::Path;
use std::ptr::{self, NonNull};

/// Where users read how to write an adapter.
pub(super) const GUIDE: &str =
    "see 'Other solvers' in the user guide, docs/guide/src/other-solvers.md";

/// What every adapter has.
const REQUIRED: [&str; 11] = [
    "murxla_plugin_abi",
    "murxla_plugin_version",
    "murxla_plugin_supports",
    "murxla_plugin_new",
    "murxla_plugin_delete",
    "murxla_plugin_mk_sort",
    "murxla_plugin_mk_const",
    "murxla_plugin_mk_value",
    "murxla_plugin_mk_term",
    "murxla_plugin_assert",
    "murxla_plugin_check_sat",
];

/// A loaded adapter. It is never closed.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static PluginApi);

/// An instance of the solver.
pub(super) struct Session {
    api: Api,
    raw: NonNull<murxla_solver>,
    interruptible: Option<InterruptGuard>,
}

impl Api {
    /// Loads the adapter at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let file = path.display();
        let api = library::load_with::<PluginApi>(library::open(path)?, path, "plugin", REQUIRED);
        let api = api.map_err(|LoadError(what)| LoadError(format!("{what}; {GUIDE}")))?;
        // SAFETY: takes nothing. An adapter of another version is not called otherwise.
        let version = unsafe { api.murxla_plugin_abi() };
        let ours = raw::MURXLA_PLUGIN_ABI;
        if u32::try_from(version) != Ok(ours) {
            return Err(LoadError(format!(
                "{file} has version {version} of the interface, and {ours} is needed: compile it \
                 with the murxla_plugin.h of this program; {GUIDE}"
            )));
        }
        Ok(Self(api))
    }

    /// The name and version of the solver.
    pub(super) fn version(self) -> String {
        // SAFETY: takes nothing, and the string is copied at once.
        let version = unsafe { library::text(self.0.murxla_plugin_version()) };
        version.unwrap_or_default()
    }

    /// Whether the solver has this operator or kind of sorts.
    pub(super) fn supports(self, name: &str) -> bool {
        // SAFETY: the string lives until the call returns.
        c(name).is_ok_and(|name| unsafe { self.0.murxla_plugin_supports(name.as_ptr()) } == 1)
    }

    /// Whether the adapter has all of these functions.
    pub(super) fn has(self, functions: &[&str]) -> bool {
        functions.iter().all(|name| self.0.has(name))
    }

    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.called()
    }
}

/// The number of items, as adapters take it.
fn count(items: &[u32]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

impl Session {
    pub(super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        let raw = NonNull::new(unsafe { api.0.murxla_plugin_new() });
        let raw = raw.ok_or_else(|| Error::Resources("no instance".to_owned()))?;
        Ok(Self {
            api,
            raw,
            interruptible: api.0.murxla_plugin_interrupt.interrupts(raw.as_ptr()),
        })
    }

    /// The text of the last error. It names the function if there is no other text.
    fn error(&self, function: &str) -> String {
        let error = self.api.0.murxla_plugin_error.get();
        // SAFETY: the instance is live, and the string is copied at once.
        let text = error.and_then(|error| unsafe { library::text(error.call(self.raw.as_ptr())) });
        let text = text.filter(|text| !text.is_empty());
        text.unwrap_or_else(|| format!("{function} fails"))
    }

    /// The number that a function has returned, unless it is an error.
    fn result(&self, function: &str, number: c_int) -> Result<c_int> {
        match number {
            0.. => Ok(number),
            raw::MURXLA_UNSUPPORTED => Err(Error::Unsupported(function.to_owned())),
            raw::MURXLA_REJECTED => Err(Error::Rejected(self.error(function))),
            raw::MURXLA_RESOURCES => Err(Error::Resources(self.error(function))),
            _ => RESULT.fails_for(function, number.to_string()),
        }
    }

    /// Checks the assertions under assumptions.
    pub(super) fn check_sat(&self, assumptions: &[u32]) -> Result<Answer> {
        let number = self.search(assumptions)?;
        match u32::try_from(number) {
            Ok(raw::MURXLA_SAT) => Ok(Answer::Sat),
            Ok(raw::MURXLA_UNSAT) => Ok(Answer::Unsat),
            Ok(raw::MURXLA_UNKNOWN) => Ok(Answer::Unknown),
            _ => RESULT.fails_for("murxla_plugin_check_sat", number.to_string()),
        }
    }

    /// Whether a formula of the last check is in the core.
    pub(super) fn is_in_core(&self, formula: u32) -> Result<bool> {
        match self.in_core(formula)? {
            number @ (0 | 1) => Ok(number == 1),
            number => RESULT.fails_for("murxla_plugin_in_core", number.to_string()),
        }
    }

    /// The text of the value of a term. `None` if the solver has none.
    pub(super) fn value(&self, term: u32) -> Result<Option<String>> {
        let mut text: *const c_char = ptr::null();
        match self.get_value(term, &mut text) {
            Err(Error::Unsupported(_)) => Ok(None),
            // SAFETY: the string is valid until the next call, and is copied at once.
            got => got.map(|_| unsafe { library::text(text) }),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.interruptible = None;
        // SAFETY: the instance is live, and is not used any more.
        unsafe { self.api.0.murxla_plugin_delete(self.raw.as_ptr()) };
    }
}

/// Makes a method for each function, `name(arguments) = function(what is passed)`. A function that
/// the adapter leaves out is not supported.
macro_rules! methods {
    ($self:ident $($visible:vis $name:ident($($arg:ident: $type:ty),*) = $function:ident($($pass:expr),*);)*) => {
        impl Session {
            $($visible fn $name(&$self $(, $arg: $type)*) -> Result<c_int> {
                const NAME: &str = stringify!($function);
                let function = $self.api.0.$function.get();
                let function = function.ok_or_else(|| Error::Unsupported(NAME.to_owned()))?;
                // SAFETY: the instance is live; slices are passed with their lengths; strings live
                // until the call returns.
                let number = unsafe { function.call($self.raw.as_ptr() $(, $pass)*) };
                $self.result(NAME, number)
            })*
        }
    };
}

methods! {
    self
    pub(super) mk_sort(out: u32, kind: &CString, symbol: &CString, indices: &[u32], parts: &[u32])
        = murxla_plugin_mk_sort(out, kind.as_ptr(), symbol.as_ptr(), indices.as_ptr(), count(indices),
            parts.as_ptr(), count(parts));
    pub(super) mk_const(out: u32, sort: u32, symbol: &str) = murxla_plugin_mk_const(out, sort, c(symbol)?.as_ptr());
    pub(super) mk_var(out: u32, sort: u32, symbol: &str) = murxla_plugin_mk_var(out, sort, c(symbol)?.as_ptr());
    pub(super) mk_value(out: u32, sort: u32, text: &str) = murxla_plugin_mk_value(out, sort, c(text)?.as_ptr());
    pub(super) mk_term(out: u32, op: &str, args: &[u32], indices: &[u32], sort: u32)
        = murxla_plugin_mk_term(out, c(op)?.as_ptr(), args.as_ptr(), count(args), indices.as_ptr(), count(indices), sort);
    pub(super) mk_fun(out: u32, sort: u32, symbol: &str, params: &[u32], body: u32)
        = murxla_plugin_mk_fun(out, sort, c(symbol)?.as_ptr(), params.as_ptr(), count(params), body);
    pub(super) assert(formula: u32) = murxla_plugin_assert(formula);
    pub(super) set_logic(logic: &str) = murxla_plugin_set_logic(c(logic)?.as_ptr());
    pub(super) set_option(name: &str, value: &str)
        = murxla_plugin_set_option(c(name)?.as_ptr(), c(value)?.as_ptr());
    pub(super) push(levels: u32) = murxla_plugin_push(levels);
    pub(super) pop(levels: u32) = murxla_plugin_pop(levels);
    pub(super) reset_assertions() = murxla_plugin_reset_assertions();
    search(assumptions: &[u32]) = murxla_plugin_check_sat(assumptions.as_ptr(), count(assumptions));
    get_value(term: u32, text: &mut *const c_char) = murxla_plugin_get_value(term, ptr::from_mut(text));
    in_core(formula: u32) = murxla_plugin_in_core(formula);
}
