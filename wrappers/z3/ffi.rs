//! All of the wrapper's `unsafe`: calls through the table of functions, and handles that count
//! references.
//!
//! Every call is checked. A function that the library does not have is `Unsupported`, and an error
//! code is `Rejected` or `Resources`. A null result is an error.

use super::bindings as raw;
pub(super) use crate::shared::library::c as c_text;
use crate::shared::library::interrupt::InterruptGuard;
use crate::shared::library::{Function, not_loaded, text};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Error, Result};
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
use raw::{Z3_ast, Z3_context, Z3_sort, Z3_symbol};
use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
use std::ptr::{self, NonNull};
use std::rc::Rc;

/// A function of the table, with its name. It is empty if the library does not have the function.
pub(super) struct Slot<F: 'static> {
    pub(super) name: &'static str,
    pub(super) get: fn(&Z3Api) -> &Function<F>,
}

/// The types of functions that make terms.
pub(super) type Un = unsafe extern "C" fn(Z3_context, Z3_ast) -> Z3_ast;
pub(super) type Bin = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Z3_ast;
pub(super) type BinFlag = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, bool) -> Z3_ast;
pub(super) type UnFlag = unsafe extern "C" fn(Z3_context, Z3_ast, bool) -> Z3_ast;
pub(super) type Ter = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Z3_ast;
pub(super) type Nary = unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Z3_ast;
pub(super) type Idx1 = unsafe extern "C" fn(Z3_context, u32, Z3_ast) -> Z3_ast;
pub(super) type Idx2 = unsafe extern "C" fn(Z3_context, u32, u32, Z3_ast) -> Z3_ast;
pub(super) type BinIdx = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, u32) -> Z3_ast;
pub(super) type Quad = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_ast) -> Z3_ast;
pub(super) type UnTo = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_sort) -> Z3_ast;
pub(super) type BinTo = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Z3_ast;
pub(super) type TerTo = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_sort) -> Z3_ast;
pub(super) type OfSort = unsafe extern "C" fn(Z3_context, Z3_sort) -> Z3_ast;

fn found<'a, F>(function: &'a Function<F>, name: &str) -> Result<&'a Function<F>> {
    match function.exists() {
        true => Ok(function),
        false => Err(Error::Unsupported(name.to_owned())),
    }
}

/// Calls a function that takes the context first, and checks the error code.
macro_rules! call {
    ($cx:expr, $function:ident($($arg:expr),*)) => {{
        let function = found(&$cx.library.api.$function, stringify!($function))?;
        // SAFETY: the library's function of this name has this type (`api.h`); handles among the
        // arguments are alive and of this context (`Lower`), and pointers come from slices or
        // strings that outlive the call and are as long as the call says.
        let result = unsafe { function.call($cx.raw.as_ptr() $(, $arg)*) };
        $cx.check(stringify!($function))?;
        result
    }};
}

/// Methods of `Context` that lower their arguments, call, check and lift the result.
macro_rules! methods {
    ($($function:ident => $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, $($arg: $type),*) -> methods!(@ $($result)?) {
            let result = call!(self, $function($($arg.lower(self)?),*));
            Lift::lift(result, self, stringify!($function))
        })*
    };
    (@ $result:ty) => { Result<$result> };
    (@) => { Result };
}

/// Converts an argument to its type in C.
trait Lower {
    type Raw;
    fn lower(&self, context: &Context) -> Result<Self::Raw>;
}

/// Converts a result in C to our type.
trait Lift {
    type Safe;
    fn lift(self, context: &Rc<Context>, function: &str) -> Result<Self::Safe>;
}

macro_rules! plain {
    ($($type:ty)*) => { $(
        impl Lower for $type {
            type Raw = $type;
            fn lower(&self, _: &Context) -> Result<$type> {
                Ok(*self)
            }
        }
        impl Lift for $type {
            type Safe = $type;
            fn lift(self, _: &Rc<Context>, _: &str) -> Result<$type> {
                Ok(self)
            }
        }
    )* };
}

plain! { () bool u32 i32 i64 u64 f32 f64 }

impl Lower for CStr {
    type Raw = *const c_char;
    fn lower(&self, _: &Context) -> Result<*const c_char> {
        Ok(self.as_ptr())
    }
}

impl Lift for *const c_char {
    type Safe = String;
    fn lift(self, _: &Rc<Context>, function: &str) -> Result<String> {
        owned_text(self).ok_or_else(|| Error::Rejected(format!("{function}: no text")))
    }
}

fn owned_text(string: *const c_char) -> Option<String> {
    // SAFETY: Z3 returns strings that end with a zero and live until its next call.
    unsafe { text(string) }
}

/// A symbol. Z3 keeps symbols until the process ends.
#[derive(Clone, Copy)]
pub(super) struct Symbol(Z3_symbol);

impl Lower for Symbol {
    type Raw = Z3_symbol;
    fn lower(&self, _: &Context) -> Result<Z3_symbol> {
        Ok(self.0)
    }
}

impl Lift for Z3_symbol {
    type Safe = Symbol;
    fn lift(self, _: &Rc<Context>, _: &str) -> Result<Symbol> {
        Ok(Symbol(self)) // A null symbol is legal: the empty one of some versions.
    }
}

/// A loaded library. It is never unloaded, because C++ libraries do not support that.
pub(super) struct Api {
    pub(super) api: Z3Api,
}

/// Functions that every library must have. All others may be missing.
const ESSENTIAL: &[&str] = &[
    "Z3_get_version",
    "Z3_mk_context_rc",
    "Z3_set_error_handler",
    "Z3_get_error_code",
    "Z3_set_error",
    "Z3_solver_check",
];

impl Api {
    /// Loads the file, or the library that the system finds under the usual name.
    pub(super) fn open(path: Option<&Path>) -> std::result::Result<&'static Self, LoadError> {
        let usual = libloading::library_filename("z3");
        let path = path.map_or(usual.as_os_str(), Path::as_os_str);
        let wrong = |what: &str| LoadError(format!("{} {what}", path.to_string_lossy()));
        // SAFETY: the user names the library in order to run its code.
        let library = unsafe { libloading::Library::new(path) };
        let library = library.map_err(|error| not_loaded(Path::new(path), &error))?;
        // SAFETY: the declarations are those of the releases since 4.8.5, see `api.h`.
        let api = unsafe { Z3Api::from_library(library) };
        match api.missing(ESSENTIAL) {
            None => Ok(Box::leak(Box::new(Self { api }))),
            Some(_) => Err(wrong("is not a Z3 library")),
        }
    }

    /// The version that the library reports.
    pub(super) fn version(&self) -> String {
        let [mut major, mut minor, mut build, mut revision] = [0; 4];
        if let Some(version) = self.api.Z3_get_version.get() {
            // SAFETY: four places to write to.
            unsafe { version.call(&mut major, &mut minor, &mut build, &mut revision) };
        }
        format!("{major}.{minor}.{build}")
    }

    /// The value of a process-wide parameter, `None` if there is none of this name.
    pub(super) fn global(&self, name: &CStr) -> Option<String> {
        let get = self.api.Z3_global_param_get.get()?;
        let toggle_warnings = self.api.Z3_toggle_warning_messages.get()?;
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
        if let Some(set) = self.api.Z3_global_param_set.get() {
            // SAFETY: two strings.
            unsafe { set.call(name.as_ptr(), value.as_ptr()) };
        }
    }
}

/// Does nothing. Errors are read after each call, and the default handler would end the process.
unsafe extern "C" fn ignore(_: Z3_context, _: c_int) {}

/// A context. It owns all terms that are made in it.
pub(super) struct Context {
    library: &'static Api,
    raw: NonNull<raw::murxla_context>,
    interruptible: Option<InterruptGuard>,
}

impl Drop for Context {
    fn drop(&mut self) {
        self.interruptible = None;
        if let Some(delete) = self.library.api.Z3_del_context.get() {
            // SAFETY: all handles are gone, because each holds an `Rc` of this.
            unsafe { delete.call(self.raw.as_ptr()) };
        }
    }
}

impl Context {
    /// A new context.
    pub(super) fn new(library: &'static Api) -> Result<Rc<Self>> {
        Self::configured(library, &[])
    }

    /// A new context, with parameters that cannot be changed later.
    pub(super) fn configured(library: &'static Api, params: &[(&CStr, &CStr)]) -> Result<Rc<Self>> {
        let api = &library.api;
        let mk_config = found(&api.Z3_mk_config, "Z3_mk_config")?;
        let mk_context = found(&api.Z3_mk_context_rc, "Z3_mk_context_rc")?;
        let del_config = found(&api.Z3_del_config, "Z3_del_config")?;
        let set_param = found(&api.Z3_set_param_value, "Z3_set_param_value")?;
        let set_handler = found(&api.Z3_set_error_handler, "Z3_set_error_handler")?;
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

    /// Another context of the same library.
    pub(super) fn new_context(&self, params: &[(&CStr, &CStr)]) -> Result<Rc<Self>> {
        Self::configured(self.library, params)
    }

    /// The functions of the library.
    pub(super) fn api(&self) -> &Z3Api {
        &self.library.api
    }

    /// The error of the last call, if any. It is reset, because not all functions do that, so that
    /// it would be taken for an error of a later call.
    fn check(&self, function: &str) -> Result {
        let get_code = found(&self.library.api.Z3_get_error_code, "Z3_get_error_code")?;
        // SAFETY: a living context.
        let code = unsafe { get_code.call(self.raw.as_ptr()) };
        if code == raw::Z3_OK as c_int {
            return Ok(());
        }
        let get_msg = found(&self.library.api.Z3_get_error_msg, "Z3_get_error_msg")?;
        // SAFETY: a living context.
        let message = owned_text(unsafe { get_msg.call(self.raw.as_ptr(), code) });
        let set_error = found(&self.library.api.Z3_set_error, "Z3_set_error")?;
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

    methods! {
        Z3_mk_string_symbol => symbol(name: &CStr) -> Symbol;
        Z3_get_symbol_string => symbol_text(symbol: Symbol) -> String;
        Z3_mk_bool_sort => bool_sort() -> Sort;
        Z3_mk_int_sort => int_sort() -> Sort;
        Z3_mk_real_sort => real_sort() -> Sort;
        Z3_mk_bv_sort => bv_sort(width: u32) -> Sort;
        Z3_mk_array_sort => array_sort(index: &Sort, element: &Sort) -> Sort;
        Z3_mk_set_sort => set_sort(element: &Sort) -> Sort;
        Z3_mk_empty_set => empty_set(element: &Sort) -> Ast;
        Z3_mk_full_set => full_set(element: &Sort) -> Ast;
        Z3_mk_seq_sort => seq_sort(element: &Sort) -> Sort;
        Z3_get_seq_sort_basis => seq_element(sort: &Sort) -> Sort;
        Z3_mk_seq_empty => seq_empty(sort: &Sort) -> Ast;
        Z3_mk_const_array => const_array(index: &Sort, element: &Ast) -> Ast;
        Z3_mk_uninterpreted_sort => uninterpreted_sort(name: Symbol) -> Sort;
        Z3_mk_string_sort => string_sort() -> Sort;
        Z3_mk_re_sort => re_sort(seq: &Sort) -> Sort;
        Z3_mk_const => constant(name: Symbol, sort: &Sort) -> Ast;
        Z3_mk_fresh_const => fresh(prefix: &CStr, sort: &Sort) -> Ast;
        Z3_mk_true => mk_true() -> Ast;
        Z3_mk_false => mk_false() -> Ast;
        Z3_mk_eq => eq(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_ite => ite(condition: &Ast, yes: &Ast, no: &Ast) -> Ast;
        Z3_mk_implies => implies(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_numeral => numeral(digits: &CStr, sort: &Sort) -> Ast;
        Z3_mk_real => real(numerator: i32, denominator: i32) -> Ast;
        Z3_mk_real_int64 => real_int64(numerator: i64, denominator: i64) -> Ast;
        Z3_mk_int => int(value: i32, sort: &Sort) -> Ast;
        Z3_mk_int64 => int64(value: i64, sort: &Sort) -> Ast;
        Z3_mk_unsigned_int64 => unsigned_int64(value: u64, sort: &Sort) -> Ast;
        Z3_mk_string => string(escaped: &CStr) -> Ast;
        Z3_mk_re_empty => re_empty(sort: &Sort) -> Ast;
        Z3_mk_re_power => re_power(a: &Ast, n: u32) -> Ast;
        Z3_mk_re_loop => re_loop(a: &Ast, low: u32, high: u32) -> Ast;
        Z3_is_string => is_string(term: &Ast) -> bool;
        Z3_get_string => string_text(term: &Ast) -> String;
        Z3_is_string_sort => is_string_sort(sort: &Sort) -> bool;
        Z3_get_re_sort_basis => re_basis(sort: &Sort) -> Sort;
        Z3_mk_bound => bound(index: u32, sort: &Sort) -> Ast;
        Z3_get_sort => sort_of(term: &Ast) -> Sort;
        Z3_get_sort_kind => sort_kind(sort: &Sort) -> i32;
        Z3_get_bv_sort_size => bv_width(sort: &Sort) -> u32;
        Z3_get_array_sort_domain => array_index(sort: &Sort) -> Sort;
        Z3_get_array_sort_range => array_element(sort: &Sort) -> Sort;
        Z3_get_datatype_sort_num_constructors => constructor_count(sort: &Sort) -> u32;
        Z3_get_datatype_sort_constructor => constructor(sort: &Sort, n: u32) -> Decl;
        Z3_get_datatype_sort_recognizer => recognizer(sort: &Sort, n: u32) -> Decl;
        Z3_get_datatype_sort_constructor_accessor => selector(sort: &Sort, n: u32, field: u32) -> Decl;
        Z3_datatype_update_field => update_field(selector: &Decl, of: &Ast, value: &Ast) -> Ast;
        Z3_get_sort_name => sort_name(sort: &Sort) -> Symbol;
        Z3_sort_to_string => print_sort(sort: &Sort) -> String;
        Z3_get_ast_kind => ast_kind(term: &Ast) -> i32;
        Z3_get_arity => arity(decl: &Decl) -> u32;
        Z3_get_domain => domain(decl: &Decl, n: u32) -> Sort;
        Z3_get_range => codomain(decl: &Decl) -> Sort;
        Z3_get_quantifier_body => quantifier_body(term: &Ast) -> Ast;
        Z3_get_quantifier_num_bound => bound_count(term: &Ast) -> u32;
        Z3_get_quantifier_bound_sort => quantifier_sort(term: &Ast, n: u32) -> Sort;
        Z3_get_bool_value => bool_value(term: &Ast) -> i32;
        Z3_is_numeral_ast => is_numeral(term: &Ast) -> bool;
        Z3_is_algebraic_number => is_algebraic(term: &Ast) -> bool;
        Z3_get_numeral_string => numeral_text(term: &Ast) -> String;
        Z3_get_numeral_binary_string => numeral_binary(term: &Ast) -> String;
        Z3_get_numeral_decimal_string => numeral_decimal(term: &Ast, precision: u32) -> String;
        Z3_get_numerator => numerator(term: &Ast) -> Ast;
        Z3_get_denominator => denominator(term: &Ast) -> Ast;
        Z3_mk_params => params() -> Params;
        Z3_params_set_bool => set_bool(params: &Params, name: Symbol, value: bool);
        Z3_params_set_uint => set_uint(params: &Params, name: Symbol, value: u32);
        Z3_params_set_double => set_double(params: &Params, name: Symbol, value: f64);
        Z3_params_set_symbol => set_symbol(params: &Params, name: Symbol, value: Symbol);
        Z3_param_descrs_size => descrs_size(descrs: &ParamDescrs) -> u32;
        Z3_param_descrs_get_name => descrs_name(descrs: &ParamDescrs, n: u32) -> Symbol;
        Z3_param_descrs_get_kind => descrs_kind(descrs: &ParamDescrs, name: Symbol) -> i32;
        Z3_mk_solver => solver() -> Solver;
        Z3_mk_simple_solver => simple_solver() -> Solver;
        Z3_mk_solver_for_logic => solver_for_logic(logic: Symbol) -> Solver;
        Z3_mk_tactic => tactic(name: &CStr) -> Tactic;
        Z3_mk_solver_from_tactic => solver_from_tactic(tactic: &Tactic) -> Solver;
        Z3_solver_get_param_descrs => solver_descrs(solver: &Solver) -> ParamDescrs;
        Z3_solver_set_params => set_params(solver: &Solver, params: &Params);
        Z3_solver_assert => assert(solver: &Solver, formula: &Ast);
        Z3_solver_assert_and_track => assert_and_track(solver: &Solver, formula: &Ast, tracker: &Ast);
        Z3_solver_push => push(solver: &Solver);
        Z3_solver_pop => pop(solver: &Solver, levels: u32);
        Z3_solver_reset => reset(solver: &Solver);
        Z3_solver_get_num_scopes => scopes(solver: &Solver) -> u32;
        Z3_solver_get_assertions => assertions(solver: &Solver) -> Vector;
        Z3_solver_get_unsat_core => unsat_core(solver: &Solver) -> Vector;
        Z3_solver_get_reason_unknown => reason_unknown(solver: &Solver) -> String;
        Z3_solver_get_model => model(solver: &Solver) -> Model;
        Z3_model_to_string => print_model(model: &Model) -> String;
        Z3_simplify => simplify(term: &Ast) -> Ast;
        Z3_simplify_ex => simplify_ex(term: &Ast, params: &Params) -> Ast;
        Z3_get_index_value => variable_index(variable: &Ast) -> u32;
        Z3_get_decl_kind => decl_kind(decl: &Decl) -> i32;
        Z3_get_decl_name => decl_name(decl: &Decl) -> Symbol;
        Z3_is_as_array => is_as_array(term: &Ast) -> bool;
        Z3_get_as_array_func_decl => as_array_decl(term: &Ast) -> Decl;
        Z3_model_has_interp => has_interp(model: &Model, decl: &Decl) -> bool;
        Z3_model_get_func_interp => interp(model: &Model, function: &Decl) -> FuncInterp;
        Z3_func_interp_get_num_entries => interp_len(interp: &FuncInterp) -> u32;
        Z3_func_interp_get_entry => interp_entry(interp: &FuncInterp, n: u32) -> FuncEntry;
        Z3_func_entry_get_num_args => entry_len(entry: &FuncEntry) -> u32;
        Z3_func_entry_get_arg => entry_arg(entry: &FuncEntry, n: u32) -> Ast;
        Z3_func_entry_get_value => entry_value(entry: &FuncEntry) -> Ast;
        Z3_mk_fpa_rounding_mode_sort => rm_sort() -> Sort;
        Z3_mk_fpa_sort => fp_sort(exponent: u32, significand: u32) -> Sort;
        Z3_mk_fpa_sort_16 => fp_sort_16() -> Sort;
        Z3_mk_fpa_sort_32 => fp_sort_32() -> Sort;
        Z3_mk_fpa_sort_64 => fp_sort_64() -> Sort;
        Z3_mk_fpa_sort_128 => fp_sort_128() -> Sort;
        Z3_fpa_get_ebits => exponent_width(sort: &Sort) -> u32;
        Z3_fpa_get_sbits => significand_width(sort: &Sort) -> u32;
        Z3_mk_fpa_rne => rne() -> Ast;
        Z3_mk_fpa_rna => rna() -> Ast;
        Z3_mk_fpa_rtp => rtp() -> Ast;
        Z3_mk_fpa_rtn => rtn() -> Ast;
        Z3_mk_fpa_rtz => rtz() -> Ast;
        Z3_mk_fpa_round_nearest_ties_to_even => nearest_ties_to_even() -> Ast;
        Z3_mk_fpa_round_nearest_ties_to_away => nearest_ties_to_away() -> Ast;
        Z3_mk_fpa_round_toward_positive => toward_positive() -> Ast;
        Z3_mk_fpa_round_toward_negative => toward_negative() -> Ast;
        Z3_mk_fpa_round_toward_zero => toward_zero() -> Ast;
        Z3_mk_fpa_nan => fp_nan(sort: &Sort) -> Ast;
        Z3_mk_fpa_inf => fp_infinity(sort: &Sort, negative: bool) -> Ast;
        Z3_mk_fpa_zero => fp_zero(sort: &Sort, negative: bool) -> Ast;
        Z3_mk_fpa_fp => fp_of(sign: &Ast, exponent: &Ast, fraction: &Ast) -> Ast;
        Z3_mk_fpa_to_fp_bv => fp_of_bits(bits: &Ast, sort: &Sort) -> Ast;
        Z3_mk_fpa_numeral_float => fp_float(value: f32, sort: &Sort) -> Ast;
        Z3_mk_fpa_numeral_double => fp_double(value: f64, sort: &Sort) -> Ast;
        Z3_mk_fpa_numeral_int64_uint64 => fp_parts(negative: bool, exponent: i64, fraction: u64, sort: &Sort) -> Ast;
        Z3_fpa_is_numeral_nan => is_nan(term: &Ast) -> bool;
        Z3_fpa_is_numeral_inf => is_infinite(term: &Ast) -> bool;
        Z3_fpa_is_numeral_zero => is_zero(term: &Ast) -> bool;
        Z3_fpa_is_numeral_normal => is_normal(term: &Ast) -> bool;
        Z3_fpa_is_numeral_subnormal => is_subnormal(term: &Ast) -> bool;
        Z3_fpa_is_numeral_negative => is_negative(term: &Ast) -> bool;
        Z3_fpa_is_numeral_positive => is_positive(term: &Ast) -> bool;
        Z3_fpa_get_numeral_exponent_bv => exponent_bits(term: &Ast, biased: bool) -> Ast;
        Z3_fpa_get_numeral_significand_bv => fraction_bits(term: &Ast) -> Ast;
    }
}

mod actions;
mod algebra;
mod calls;
mod fixedpoint;
mod handles;
mod optimize;
mod propagate;
mod search;
mod theories;

pub(super) use actions::{BinderKind, Quantifier};
pub(super) use algebra::RcfNum;
use calls::lower_all;
pub(super) use handles::{
    App, Applied, Ast, AstMap, Decl, Fixedpoint, FuncEntry, FuncInterp, Goal, Model, Optimize,
    ParamDescrs, Params, ParserContext, Pattern, Probe, Simplifier, Solver, Sort, Stats, Tactic,
    Vector,
};
use handles::{Counted, Handle};
pub(super) use propagate::Part;
pub(super) mod datatypes;
