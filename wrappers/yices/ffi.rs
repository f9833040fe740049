//! All of the wrapper's `unsafe`: a thin layer over Yices's C API, in which every failed call is an error
//! with the library's code and message.

mod numbers;
mod search;

use super::bindings as raw;
use libloading::os::unix::{self, RTLD_LOCAL, RTLD_NOW};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::Bv;
use murxla_fsm::wrapper::LoadError;
use num_rational::BigRational;
use numbers::{Rational, bits_of, bv_of};
use raw::{YicesApi, term_vector_t, yval_t};
pub(super) use search::{Config, Context, Model, Params};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::path::Path;

/// A term: a number, which the library checks wherever it is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(super) struct Term(c_int);

/// A type; as `Term`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Type(c_int);

/// A node of a model; lives as long as the model.
#[derive(Clone, Copy)]
pub(super) struct Node(yval_t);

/// A loaded library. It is never closed, and initialized once.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static Library);

struct Library {
    raw: YicesApi,
    /// How many contexts, models and records there are, which a reset of the library would free.
    objects: Cell<u32>,
    /// How many instances there are, whose terms it would forget.
    instances: Cell<u32>,
}

/// The right of an instance to its terms.
pub(super) struct Lease(Api);

impl Lease {
    /// Forgets the terms of earlier instances: the library would grow, and number terms differently.
    pub(super) fn new(api: Api) -> Self {
        if api.0.instances.get() == 0 {
            api.forget();
        }
        api.0.instances.set(api.0.instances.get() + 1);
        Self(api)
    }

    /// Forgets all terms, if they are of this instance only.
    pub(super) fn renew(&self) {
        if self.0.0.instances.get() == 1 {
            self.0.forget();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let instances = &self.0.0.instances;
        instances.set(instances.get().saturating_sub(1));
    }
}

impl Deref for Library {
    type Target = YicesApi;

    fn deref(&self) -> &YicesApi {
        &self.raw
    }
}

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    code: c_int,
    message: String,
}

/// A call's result, with the library's own error.
pub(super) type Tried<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// The formula is outside of what the context was made for, whatever the context has of it now.
    pub(super) fn is_beyond_context(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        matches!(
            code,
            raw::YICES_CTX_LOGIC..=raw::YICES_CTX_RDL
                | raw::YICES_CTX_SCALAR..=raw::YICES_CTX_HIGHER_ORDER
                | raw::YICES_MCSAT_UNSUPPORTED
                | raw::YICES_DIVISION_BY_ZERO
        )
    }

    /// It is so because it is not linear, or divides by zero.
    pub(super) fn is_nonlinear(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        matches!(code, raw::YICES_CTX_NONLINEAR | raw::YICES_DIVISION_BY_ZERO)
    }

    /// A model that does not give a value, which is not an error of the call.
    fn is_of_evaluation(&self) -> bool {
        let code = u32::try_from(self.code).unwrap_or_default();
        (raw::YICES_EVAL_FIRST..=raw::YICES_EVAL_LAST).contains(&code)
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        // A limit by design: https://github.com/SRI-CSL/yices2, `YICES_MAX_DEGREE`.
        if u32::try_from(failure.code) == Ok(raw::YICES_DEGREE_OVERFLOW) {
            return Error::Resources(failure.message);
        }
        Error::Rejected(failure.message)
    }
}

/// `None` where a model gives no value.
fn known<T>(tried: Tried<T>) -> Result<Option<T>> {
    match tried {
        Ok(value) => Ok(Some(value)),
        Err(failure) if failure.is_of_evaluation() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// A string for the library.
fn c(string: &str) -> Result<CString> {
    CString::new(string).map_err(|_| Error::Rejected(format!("{string:?} contains a zero byte")))
}

fn ids(terms: &[Term]) -> *const c_int {
    terms.as_ptr().cast()
}

fn ids_mut(terms: &mut [Term]) -> *mut c_int {
    terms.as_mut_ptr().cast()
}

impl Api {
    /// Loads and initializes the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let file = path.display();
        // SAFETY: running the initializers of a library that the user names is the purpose.
        let library = unsafe { unix::Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|e| LoadError(format!("{file} cannot be loaded: {e}")))?;
        // SAFETY: the declarations are those of the releases since 2.6.4, see `api.h`.
        let api = unsafe { YicesApi::from_library(libloading::Library::from(library)) };
        if let Some(name) = missing(&api) {
            return Err(LoadError(format!(
                "{file} is not a Yices: it has no {name}"
            )));
        }
        let api = Self(Box::leak(Box::new(Library {
            raw: api,
            objects: Cell::new(0),
            instances: Cell::new(0),
        })));
        // SAFETY: the first call, once per library.
        unsafe { api.0.yices_init() };
        Ok(api)
    }

    /// The functions called so far.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.raw.called()
    }

    /// What the library says that its version is.
    pub(super) fn version(self) -> String {
        // SAFETY: the variable is a constant of the library that points to a string.
        unsafe {
            let version = self.0.yices_version.and_then(|version| text(*version));
            version.unwrap_or_default()
        }
    }

    /// Whether the build has the solver for nonlinear arithmetic.
    pub(super) fn has_mcsat(self) -> bool {
        // SAFETY: takes nothing.
        unsafe { self.0.yices_has_mcsat() != 0 }
    }

    /// Forgets all terms and types, unless there are contexts or models still.
    fn forget(self) {
        if self.0.objects.get() == 0 {
            // SAFETY: contexts, models and records, which it frees, have been freed.
            unsafe { self.0.yices_reset() };
        }
    }

    /// The error of the last call.
    fn failure(self) -> Failure {
        // SAFETY: they read the library's record of the last error; the string is copied and freed.
        unsafe {
            Failure {
                code: self.0.yices_error_code(),
                message: self.taken(self.0.yices_error_string()),
            }
        }
    }

    fn code(self, code: c_int) -> Tried {
        if code < 0 {
            Err(self.failure())
        } else {
            Ok(())
        }
    }

    /// A copy of a string that is the caller's, which is freed.
    ///
    /// # Safety
    /// The library returned it and was not told to free it.
    unsafe fn taken(self, string: *mut c_char) -> String {
        if string.is_null() {
            return String::new();
        }
        // SAFETY: strings of the library end with a zero.
        unsafe {
            let text = CStr::from_ptr(string).to_string_lossy().into_owned();
            self.0.yices_free_string(string);
            text
        }
    }

    pub(super) fn rational(self, value: &BigRational) -> Result<Term> {
        let value = Rational::from(self, value)?;
        // SAFETY: the number is initialized and in lowest terms.
        Ok(self.term(unsafe { self.0.yices_mpq(&raw const value.1) })?)
    }

    pub(super) fn bv_from_bits(self, value: &Bv) -> Result<Term> {
        let bits = bits_of(value);
        // SAFETY: the array has as many elements as is said.
        Ok(self.term(unsafe {
            self.0
                .yices_bvconst_from_array(value.width(), bits.as_ptr())
        })?)
    }

    /// The width of a bit-vector type.
    pub(super) fn bv_width(self, of: Type) -> Result<u32> {
        // SAFETY: the library checks the type.
        match unsafe { self.0.yices_bvtype_size(of.0) } {
            0 => Err(self.failure().into()),
            width => Ok(width),
        }
    }

    fn term(self, term: c_int) -> Tried<Term> {
        self.code(term).map(|()| Term(term))
    }

    pub(super) fn type_name(self, of: Type) -> Option<String> {
        // SAFETY: the name lives as long as the type, and is copied at once.
        unsafe { text(self.0.yices_get_type_name(of.0)) }
    }

    pub(super) fn term_name(self, of: Term) -> Option<String> {
        // SAFETY: as above.
        unsafe { text(self.0.yices_get_term_name(of.0)) }
    }

    pub(super) fn type_to_string(self, of: Type) -> String {
        // SAFETY: any number may be asked for.
        unsafe { self.taken(self.0.yices_type_to_string(of.0, 200, 10, 0)) }
    }

    pub(super) fn term_to_string(self, of: Term) -> String {
        // SAFETY: as above.
        unsafe { self.taken(self.0.yices_term_to_string(of.0, 200, 10, 0)) }
    }

    /// The children of a term, all at once.
    pub(super) fn children(self, term: Term) -> Result<Vec<Term>> {
        // SAFETY: the function fills the vector it is given.
        Ok(self.vector(|vector| unsafe { self.0.yices_term_children(term.0, vector) })?)
    }

    fn vector(self, fill: impl FnOnce(*mut term_vector_t) -> c_int) -> Tried<Vec<Term>> {
        let mut vector = MaybeUninit::<term_vector_t>::zeroed();
        // SAFETY: the vector is initialized, filled, copied and deleted; `data` has `size` elements.
        unsafe {
            self.0.yices_init_term_vector(vector.as_mut_ptr());
            let filled = self.code(fill(vector.as_mut_ptr()));
            let mut vector = vector.assume_init();
            let terms = (0..vector.size as usize).map(|n| Term(*vector.data.add(n)));
            let terms: Vec<Term> = terms.collect();
            self.0.yices_delete_term_vector(&raw mut vector);
            filled.map(|()| terms)
        }
    }

    /// The n-th part of a sum of numbers, with its coefficient; the constant part has no term.
    pub(super) fn sum_part(self, sum: Term, n: i32) -> Result<(BigRational, Option<Term>)> {
        let (mut factor, mut part) = (Rational::new(self), 0);
        // SAFETY: the results are owned by this frame.
        self.code(unsafe {
            self.0
                .yices_sum_component(sum.0, n, &raw mut factor.1, &raw mut part)
        })?;
        Ok((factor.read()?, (part >= 0).then_some(Term(part))))
    }

    /// The same of a sum of bit-vectors of a width.
    pub(super) fn bv_sum_part(self, sum: Term, width: u32, n: i32) -> Result<(Bv, Option<Term>)> {
        let (mut bits, mut part) = (vec![0; width as usize], 0);
        // SAFETY: the array has as many elements as the sum has bits.
        self.code(unsafe {
            self.0
                .yices_bvsum_component(sum.0, n, bits.as_mut_ptr(), &raw mut part)
        })?;
        Ok((bv_of(&bits), (part >= 0).then_some(Term(part))))
    }

    /// The n-th factor of a product, with its exponent.
    pub(super) fn product_part(self, product: Term, n: i32) -> Result<(Term, u32)> {
        let (mut part, mut exponent) = (0, 0);
        // SAFETY: the results are owned by this frame.
        self.code(unsafe {
            self.0
                .yices_product_component(product.0, n, &raw mut part, &raw mut exponent)
        })?;
        Ok((Term(part), exponent))
    }

    /// The value of a term that is one; the getters refuse others.
    pub(super) fn bool_literal(self, term: Term) -> Result<bool> {
        let mut value = 0;
        // SAFETY: the result is owned by this frame.
        self.code(unsafe { self.0.yices_bool_const_value(term.0, &raw mut value) })?;
        Ok(value != 0)
    }

    pub(super) fn rational_literal(self, term: Term) -> Result<BigRational> {
        let mut value = Rational::new(self);
        // SAFETY: the number is initialized.
        self.code(unsafe { self.0.yices_rational_const_value(term.0, &raw mut value.1) })?;
        value.read()
    }

    /// The width is that of the term.
    pub(super) fn bv_literal(self, term: Term) -> Result<Bv> {
        let width = self.bv_width(self.type_of(term)?)?;
        let mut bits = vec![0; width as usize];
        // SAFETY: the array has as many elements as the term has bits.
        self.code(unsafe { self.0.yices_bv_const_value(term.0, bits.as_mut_ptr()) })?;
        Ok(bv_of(&bits))
    }
}

/// A copy of a string that stays the library's.
///
/// # Safety
/// It is null or ends with a zero.
unsafe fn text(string: *const c_char) -> Option<String> {
    if string.is_null() {
        return None;
    }
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(string) };
    Some(text.to_string_lossy().into_owned())
}

/// Makes a method of each function, `name(arguments) = function(what is passed)`, by what it returns.
macro_rules! functions {
    (
        $self:ident
        terms { $($term:ident($($targ:ident: $ttype:ty),*) = $tfn:ident($($tpass:expr),*);)* }
        types { $($type:ident($($yarg:ident: $ytype:ty),*) = $yfn:ident($($ypass:expr),*);)* }
        flags { $($flag:ident($($farg:ident: $ftype:ty),*) = $ffn:ident($($fpass:expr),*);)* }
        counts { $($count:ident($($carg:ident: $ctype:ty),*) = $cfn:ident($($cpass:expr),*);)* }
        others { $($other:ident)* }
    ) => {
        /// The first function that the library lacks though every release since 2.6.4 has it.
        fn missing(api: &YicesApi) -> Option<&'static str> {
            $(if !api.$tfn.exists() { return Some(stringify!($tfn)); })*
            $(if !api.$yfn.exists() { return Some(stringify!($yfn)); })*
            $(if !api.$ffn.exists() { return Some(stringify!($ffn)); })*
            $(if !api.$cfn.exists() { return Some(stringify!($cfn)); })*
            $(if !api.$other.exists() { return Some(stringify!($other)); })*
            None
        }

        impl Api {
            $(pub(super) fn $term($self $(, $targ: $ttype)*) -> Result<Term> {
                // SAFETY: the library checks the terms and types; slices are passed with their
                // lengths, and strings live until the call returns.
                Ok($self.term(unsafe { $self.0.$tfn($($tpass),*) })?)
            })*
            $(pub(super) fn $type($self $(, $yarg: $ytype)*) -> Result<Type> {
                // SAFETY: as above.
                let made = unsafe { $self.0.$yfn($($ypass),*) };
                $self.code(made)?;
                Ok(Type(made))
            })*
            $(pub(super) fn $flag($self $(, $farg: $ftype)*) -> bool {
                // SAFETY: as above.
                unsafe { $self.0.$ffn($($fpass),*) == 1 }
            })*
            $(pub(super) fn $count($self $(, $carg: $ctype)*) -> Result<i32> {
                // SAFETY: as above.
                let count = unsafe { $self.0.$cfn($($cpass),*) };
                $self.code(count)?;
                Ok(count)
            })*
        }
    };
}

functions! {
    self
    terms {
    uninterpreted(sort: Type) = yices_new_uninterpreted_term(sort.0);
    variable(sort: Type) = yices_new_variable(sort.0);
    truth() = yices_true();
    falsity() = yices_false();
    zero() = yices_zero();
    int32(value: i32) = yices_int32(value);
    int64(value: i64) = yices_int64(value);
    rational32(numerator: i32, denominator: u32) = yices_rational32(numerator, denominator);
    rational64(numerator: i64, denominator: u64) = yices_rational64(numerator, denominator);
    parse_rational(text: &str) = yices_parse_rational(c(text)?.as_ptr());
    parse_float(text: &str) = yices_parse_float(c(text)?.as_ptr());
    bv_uint32(width: u32, value: u32) = yices_bvconst_uint32(width, value);
    bv_uint64(width: u32, value: u64) = yices_bvconst_uint64(width, value);
    bv_int32(width: u32, value: i32) = yices_bvconst_int32(width, value);
    bv_int64(width: u32, value: i64) = yices_bvconst_int64(width, value);
    bv_zero(width: u32) = yices_bvconst_zero(width);
    bv_one(width: u32) = yices_bvconst_one(width);
    bv_minus_one(width: u32) = yices_bvconst_minus_one(width);
    parse_bv_binary(text: &str) = yices_parse_bvbin(c(text)?.as_ptr());
    parse_bv_hex(text: &str) = yices_parse_bvhex(c(text)?.as_ptr());

    ite(condition: Term, yes: Term, no: Term) = yices_ite(condition.0, yes.0, no.0);
    eq(a: Term, b: Term) = yices_eq(a.0, b.0);
    neq(a: Term, b: Term) = yices_neq(a.0, b.0);
    distinct(args: &mut [Term]) = yices_distinct(args.len() as u32, ids_mut(args));
    not(a: Term) = yices_not(a.0);
    and(args: &mut [Term]) = yices_and(args.len() as u32, ids_mut(args));
    or(args: &mut [Term]) = yices_or(args.len() as u32, ids_mut(args));
    xor(args: &mut [Term]) = yices_xor(args.len() as u32, ids_mut(args));
    and2(a: Term, b: Term) = yices_and2(a.0, b.0);
    or2(a: Term, b: Term) = yices_or2(a.0, b.0);
    xor2(a: Term, b: Term) = yices_xor2(a.0, b.0);
    iff(a: Term, b: Term) = yices_iff(a.0, b.0);
    implies(a: Term, b: Term) = yices_implies(a.0, b.0);
    apply(function: Term, args: &[Term]) = yices_application(function.0, args.len() as u32, ids(args));
    apply1(function: Term, a: Term) = yices_application1(function.0, a.0);
    update(function: Term, args: &[Term], value: Term)
        = yices_update(function.0, args.len() as u32, ids(args), value.0);
    update1(function: Term, a: Term, value: Term) = yices_update1(function.0, a.0, value.0);
    lambda(vars: &[Term], body: Term) = yices_lambda(vars.len() as u32, ids(vars), body.0);
    forall(vars: &mut [Term], body: Term) = yices_forall(vars.len() as u32, ids_mut(vars), body.0);
    exists(vars: &mut [Term], body: Term) = yices_exists(vars.len() as u32, ids_mut(vars), body.0);
    // As many variables as terms, which the library takes on trust: `terms.rs` looks.
    substitute(vars: &[Term], terms: &[Term], body: Term)
        = yices_subst_term(vars.len().min(terms.len()) as u32, ids(vars), ids(terms), body.0);

    neg(a: Term) = yices_neg(a.0);
    abs(a: Term) = yices_abs(a.0);
    floor(a: Term) = yices_floor(a.0);
    ceil(a: Term) = yices_ceil(a.0);
    square(a: Term) = yices_square(a.0);
    power(a: Term, exponent: u32) = yices_power(a.0, exponent);
    add(a: Term, b: Term) = yices_add(a.0, b.0);
    sub(a: Term, b: Term) = yices_sub(a.0, b.0);
    mul(a: Term, b: Term) = yices_mul(a.0, b.0);
    sum(args: &mut [Term]) = yices_sum(args.len() as u32, ids(args));
    product(args: &mut [Term]) = yices_product(args.len() as u32, ids(args));
    division(a: Term, b: Term) = yices_division(a.0, b.0);
    idiv(a: Term, b: Term) = yices_idiv(a.0, b.0);
    imod(a: Term, b: Term) = yices_imod(a.0, b.0);
    divides(divisor: Term, a: Term) = yices_divides_atom(divisor.0, a.0);
    is_int(a: Term) = yices_is_int_atom(a.0);
    arith_eq(a: Term, b: Term) = yices_arith_eq_atom(a.0, b.0);
    lt(a: Term, b: Term) = yices_arith_lt_atom(a.0, b.0);
    leq(a: Term, b: Term) = yices_arith_leq_atom(a.0, b.0);
    gt(a: Term, b: Term) = yices_arith_gt_atom(a.0, b.0);
    geq(a: Term, b: Term) = yices_arith_geq_atom(a.0, b.0);
    eq0(a: Term) = yices_arith_eq0_atom(a.0);
    neq0(a: Term) = yices_arith_neq0_atom(a.0);
    lt0(a: Term) = yices_arith_lt0_atom(a.0);
    leq0(a: Term) = yices_arith_leq0_atom(a.0);
    gt0(a: Term) = yices_arith_gt0_atom(a.0);
    geq0(a: Term) = yices_arith_geq0_atom(a.0);

    bv_concat(args: &mut [Term]) = yices_bvconcat(args.len() as u32, ids(args));
    bv_concat2(a: Term, b: Term) = yices_bvconcat2(a.0, b.0);
    bv_extract(a: Term, low: u32, high: u32) = yices_bvextract(a.0, low, high);
    bit(a: Term, index: u32) = yices_bitextract(a.0, index);
    bv_array(bits: &mut [Term]) = yices_bvarray(bits.len() as u32, ids(bits));
    bv_repeat(a: Term, count: u32) = yices_bvrepeat(a.0, count);
    rotate_left(a: Term, count: u32) = yices_rotate_left(a.0, count);
    rotate_right(a: Term, count: u32) = yices_rotate_right(a.0, count);
    shift_left0(a: Term, count: u32) = yices_shift_left0(a.0, count);
    shift_left1(a: Term, count: u32) = yices_shift_left1(a.0, count);
    shift_right0(a: Term, count: u32) = yices_shift_right0(a.0, count);
    shift_right1(a: Term, count: u32) = yices_shift_right1(a.0, count);
    ashift_right(a: Term, count: u32) = yices_ashift_right(a.0, count);
    sign_extend(a: Term, more: u32) = yices_sign_extend(a.0, more);
    zero_extend(a: Term, more: u32) = yices_zero_extend(a.0, more);
    bv_not(a: Term) = yices_bvnot(a.0);
    bv_neg(a: Term) = yices_bvneg(a.0);
    bv_square(a: Term) = yices_bvsquare(a.0);
    bv_power(a: Term, exponent: u32) = yices_bvpower(a.0, exponent);
    redand(a: Term) = yices_redand(a.0);
    redor(a: Term) = yices_redor(a.0);
    redcomp(a: Term, b: Term) = yices_redcomp(a.0, b.0);
    bv_and(args: &mut [Term]) = yices_bvand(args.len() as u32, ids(args));
    bv_or(args: &mut [Term]) = yices_bvor(args.len() as u32, ids(args));
    bv_xor(args: &mut [Term]) = yices_bvxor(args.len() as u32, ids(args));
    bv_and2(a: Term, b: Term) = yices_bvand2(a.0, b.0);
    bv_or2(a: Term, b: Term) = yices_bvor2(a.0, b.0);
    bv_xor2(a: Term, b: Term) = yices_bvxor2(a.0, b.0);
    bv_nand(a: Term, b: Term) = yices_bvnand(a.0, b.0);
    bv_nor(a: Term, b: Term) = yices_bvnor(a.0, b.0);
    bv_xnor(a: Term, b: Term) = yices_bvxnor(a.0, b.0);
    bv_add(a: Term, b: Term) = yices_bvadd(a.0, b.0);
    bv_sub(a: Term, b: Term) = yices_bvsub(a.0, b.0);
    bv_mul(a: Term, b: Term) = yices_bvmul(a.0, b.0);
    bv_sum(args: &mut [Term]) = yices_bvsum(args.len() as u32, ids(args));
    bv_product(args: &mut [Term]) = yices_bvproduct(args.len() as u32, ids(args));
    bv_div(a: Term, b: Term) = yices_bvdiv(a.0, b.0);
    bv_rem(a: Term, b: Term) = yices_bvrem(a.0, b.0);
    bv_sdiv(a: Term, b: Term) = yices_bvsdiv(a.0, b.0);
    bv_srem(a: Term, b: Term) = yices_bvsrem(a.0, b.0);
    bv_smod(a: Term, b: Term) = yices_bvsmod(a.0, b.0);
    bv_shl(a: Term, b: Term) = yices_bvshl(a.0, b.0);
    bv_lshr(a: Term, b: Term) = yices_bvlshr(a.0, b.0);
    bv_ashr(a: Term, b: Term) = yices_bvashr(a.0, b.0);
    bv_eq(a: Term, b: Term) = yices_bveq_atom(a.0, b.0);
    bv_ult(a: Term, b: Term) = yices_bvlt_atom(a.0, b.0);
    bv_ule(a: Term, b: Term) = yices_bvle_atom(a.0, b.0);
    bv_ugt(a: Term, b: Term) = yices_bvgt_atom(a.0, b.0);
    bv_uge(a: Term, b: Term) = yices_bvge_atom(a.0, b.0);
    bv_slt(a: Term, b: Term) = yices_bvslt_atom(a.0, b.0);
    bv_sle(a: Term, b: Term) = yices_bvsle_atom(a.0, b.0);
    bv_sgt(a: Term, b: Term) = yices_bvsgt_atom(a.0, b.0);
    bv_sge(a: Term, b: Term) = yices_bvsge_atom(a.0, b.0);

    child(term: Term, n: i32) = yices_term_child(term.0, n);
    projected(term: Term) = yices_proj_arg(term.0);
    }
    types {
    bool_type() = yices_bool_type();
    int_type() = yices_int_type();
    real_type() = yices_real_type();
    bv_type(width: u32) = yices_bv_type(width);
    uninterpreted_type() = yices_new_uninterpreted_type();
    function_type(domain: &[Type], codomain: Type)
        = yices_function_type(domain.len() as u32, domain.as_ptr().cast(), codomain.0);
    function_type1(domain: Type, codomain: Type) = yices_function_type1(domain.0, codomain.0);
    type_child(of: Type, n: i32) = yices_type_child(of.0, n);
    type_of(term: Term) = yices_type_of_term(term.0);
    }
    flags {
    is_bool(of: Type) = yices_type_is_bool(of.0);
    is_int_type(of: Type) = yices_type_is_int(of.0);
    is_real(of: Type) = yices_type_is_real(of.0);
    is_bv(of: Type) = yices_type_is_bitvector(of.0);
    is_function(of: Type) = yices_type_is_function(of.0);
    is_uninterpreted(of: Type) = yices_type_is_uninterpreted(of.0);
    is_subtype(sub: Type, of: Type) = yices_test_subtype(sub.0, of.0);
    is_atomic(term: Term) = yices_term_is_atomic(term.0);
    is_composite(term: Term) = yices_term_is_composite(term.0);
    is_projection(term: Term) = yices_term_is_projection(term.0);
    is_sum(term: Term) = yices_term_is_sum(term.0);
    is_bv_sum(term: Term) = yices_term_is_bvsum(term.0);
    is_product(term: Term) = yices_term_is_product(term.0);
    }
    counts {
    type_children(of: Type) = yices_type_num_children(of.0);
    num_children(term: Term) = yices_term_num_children(term.0);
    set_type_name(of: Type, name: &str) = yices_set_type_name(of.0, c(name)?.as_ptr());
    set_term_name(of: Term, name: &str) = yices_set_term_name(of.0, c(name)?.as_ptr());
    projection(term: Term) = yices_proj_index(term.0);
    }
    others {
        yices_bvtype_size yices_has_mcsat yices_init yices_reset yices_free_string yices_error_code
        yices_error_string yices_mpq yices_bvconst_from_array yices_get_type_name yices_get_term_name
        yices_type_to_string yices_term_to_string yices_term_children yices_sum_component
        yices_bvsum_component yices_product_component yices_bool_const_value yices_bv_const_value
        yices_rational_const_value yices_new_config yices_free_config yices_set_config
        yices_default_config_for_logic yices_new_context yices_free_context yices_context_status
        yices_context_enable_option yices_context_disable_option yices_reset_context yices_push
        yices_pop yices_assert_formula yices_assert_formulas yices_check_context
        yices_check_context_with_assumptions yices_get_unsat_core yices_new_param_record
        yices_default_params_for_context yices_set_param yices_free_param_record
        yices_init_term_vector yices_delete_term_vector yices_get_model yices_free_model
        yices_model_to_string yices_model_collect_defined_terms yices_formula_true_in_model
        yices_get_bool_value yices_get_mpq_value yices_get_bv_value yices_get_scalar_value
        yices_get_value_as_term yices_get_value yices_val_bitsize yices_val_function_arity
        yices_val_mapping_arity yices_val_get_bool yices_val_get_mpq yices_val_get_bv
        yices_val_get_scalar yices_val_expand_function yices_val_expand_mapping
        yices_init_yval_vector yices_delete_yval_vector
        __gmpq_init __gmpq_clear __gmpq_set_str __gmpq_canonicalize __gmpq_get_str __gmpz_sizeinbase
    }
}
