//! The functions of the API that need only their arguments.

use super::super::checks::NULL;
use super::{Returned, Session, Sort, Term, c, copied, sorts, terms};
use murxla_fsm::solver::Result;
use std::ptr;

/// Wraps the result of a function, which must not be null.
fn handle<R: Returned>(raw: R, function: &str) -> Result<R::Safe> {
    match raw.safe() {
        Some(made) => Ok(made),
        None => NULL.fails_for(function, ""),
    }
}

/// Makes a method for each function, `name(arguments) -> result = function(what is passed)`. For a
/// function that returns an array, the size of the array is its last argument.
macro_rules! functions {
    (
        $self:ident
        { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty = $function:ident($($pass:expr),*);)* }
        arrays { $($array:ident($($aarg:ident: $atype:ty),*) -> $of:ty, $wrap:expr,
            = $afunction:ident($($apass:expr),*);)* }
    ) => {
        /// Functions that every release since 0.8.0 has.
        pub(super) const REQUIRED: &[&str] = &[
            $(stringify!($function),)*
            $(stringify!($afunction),)*
            "bitwuzla_options_new",
            "bitwuzla_term_manager_new",
            "bitwuzla_term_manager_release",
            "bitwuzla_get_option_info",
            "bitwuzla_get_statistics",
            "bitwuzla_parser_parse",
            "bitwuzla_parser_parse_term",
        ];

        impl Session {
            $(
                pub(in super::super) fn $name(&$self $(, $arg: $type)*) -> Result<$result> {
                    // SAFETY: the session and all handles are live, see `Sort`; slices are passed
                    // with their lengths, and strings live until the call returns.
                    let raw = unsafe { $self.api.0.$function($($pass),*) };
                    $self.api.check()?;
                    handle(raw, stringify!($function))
                }
            )*
            $(
                pub(in super::super) fn $array(&$self $(, $aarg: $atype)*) -> Result<Vec<$of>> {
                    let mut size = 0;
                    // SAFETY: as above; the array has `size` elements and is copied at once.
                    unsafe {
                        let array = $self.api.0.$afunction($($apass,)* &raw mut size);
                        $self.api.check()?;
                        Ok(copied(array, size).into_iter().map($wrap).collect())
                    }
                }
            )*
        }
    };
}

functions! {
    self {
    bool_sort() -> Sort = bitwuzla_mk_bool_sort(self.tm());
    bv_sort(width: u32) -> Sort = bitwuzla_mk_bv_sort(self.tm(), u64::from(width));
    fp_sort(exponent: u32, significand: u32) -> Sort
        = bitwuzla_mk_fp_sort(self.tm(), u64::from(exponent), u64::from(significand));
    rm_sort() -> Sort = bitwuzla_mk_rm_sort(self.tm());
    array_sort(index: Sort, element: Sort) -> Sort
        = bitwuzla_mk_array_sort(self.tm(), index.0, element.0);
    fun_sort(domain: &[Sort], codomain: Sort) -> Sort
        = bitwuzla_mk_fun_sort(self.tm(), domain.len() as u64, sorts(domain), codomain.0);
    uninterpreted_sort(symbol: &str) -> Sort
        = bitwuzla_mk_uninterpreted_sort(self.tm(), c(symbol)?.as_ptr());

    sort_hash(sort: Sort) -> u64 = bitwuzla_sort_hash(sort.0);
    sort_width(sort: Sort) -> u64 = bitwuzla_sort_bv_get_size(sort.0);
    sort_exponent(sort: Sort) -> u64 = bitwuzla_sort_fp_get_exp_size(sort.0);
    sort_significand(sort: Sort) -> u64 = bitwuzla_sort_fp_get_sig_size(sort.0);
    sort_index(sort: Sort) -> Sort = bitwuzla_sort_array_get_index(sort.0);
    sort_element(sort: Sort) -> Sort = bitwuzla_sort_array_get_element(sort.0);
    sort_codomain(sort: Sort) -> Sort = bitwuzla_sort_fun_get_codomain(sort.0);
    sort_arity(sort: Sort) -> u64 = bitwuzla_sort_fun_get_arity(sort.0);
    sort_symbol(sort: Sort) -> String = bitwuzla_sort_get_uninterpreted_symbol(sort.0);
    sort_is_array(sort: Sort) -> bool = bitwuzla_sort_is_array(sort.0);
    sort_is_bool(sort: Sort) -> bool = bitwuzla_sort_is_bool(sort.0);
    sort_is_bv(sort: Sort) -> bool = bitwuzla_sort_is_bv(sort.0);
    sort_is_fp(sort: Sort) -> bool = bitwuzla_sort_is_fp(sort.0);
    sort_is_fun(sort: Sort) -> bool = bitwuzla_sort_is_fun(sort.0);
    sort_is_rm(sort: Sort) -> bool = bitwuzla_sort_is_rm(sort.0);
    sort_is_uninterpreted(sort: Sort) -> bool = bitwuzla_sort_is_uninterpreted(sort.0);
    sort_to_string(sort: Sort) -> String = bitwuzla_sort_to_string(sort.0);

    mk_true() -> Term = bitwuzla_mk_true(self.tm());
    mk_false() -> Term = bitwuzla_mk_false(self.tm());
    bv_zero(sort: Sort) -> Term = bitwuzla_mk_bv_zero(self.tm(), sort.0);
    bv_one(sort: Sort) -> Term = bitwuzla_mk_bv_one(self.tm(), sort.0);
    bv_ones(sort: Sort) -> Term = bitwuzla_mk_bv_ones(self.tm(), sort.0);
    bv_min_signed(sort: Sort) -> Term = bitwuzla_mk_bv_min_signed(self.tm(), sort.0);
    bv_max_signed(sort: Sort) -> Term = bitwuzla_mk_bv_max_signed(self.tm(), sort.0);
    bv_value(sort: Sort, digits: &str, base: u8) -> Term
        = bitwuzla_mk_bv_value(self.tm(), sort.0, c(digits)?.as_ptr(), base);
    bv_value_u64(sort: Sort, value: u64) -> Term
        = bitwuzla_mk_bv_value_uint64(self.tm(), sort.0, value);
    bv_value_i64(sort: Sort, value: i64) -> Term
        = bitwuzla_mk_bv_value_int64(self.tm(), sort.0, value);
    fp_pos_zero(sort: Sort) -> Term = bitwuzla_mk_fp_pos_zero(self.tm(), sort.0);
    fp_neg_zero(sort: Sort) -> Term = bitwuzla_mk_fp_neg_zero(self.tm(), sort.0);
    fp_pos_inf(sort: Sort) -> Term = bitwuzla_mk_fp_pos_inf(self.tm(), sort.0);
    fp_neg_inf(sort: Sort) -> Term = bitwuzla_mk_fp_neg_inf(self.tm(), sort.0);
    fp_nan(sort: Sort) -> Term = bitwuzla_mk_fp_nan(self.tm(), sort.0);
    fp_value(sign: Term, exponent: Term, significand: Term) -> Term
        = bitwuzla_mk_fp_value(self.tm(), sign.0, exponent.0, significand.0);
    fp_from_real(sort: Sort, mode: Term, real: &str) -> Term
        = bitwuzla_mk_fp_from_real(self.tm(), sort.0, mode.0, c(real)?.as_ptr());
    fp_from_rational(sort: Sort, mode: Term, numerator: &str, denominator: &str) -> Term
        = bitwuzla_mk_fp_from_rational(
            self.tm(), sort.0, mode.0, c(numerator)?.as_ptr(), c(denominator)?.as_ptr()
        );
    rm_value(mode: u32) -> Term = bitwuzla_mk_rm_value(self.tm(), mode);
    mk_const(sort: Sort, symbol: &str) -> Term
        = bitwuzla_mk_const(self.tm(), sort.0, c(symbol)?.as_ptr());
    mk_var(sort: Sort, symbol: &str) -> Term
        = bitwuzla_mk_var(self.tm(), sort.0, c(symbol)?.as_ptr());
    const_array(sort: Sort, value: Term) -> Term
        = bitwuzla_mk_const_array(self.tm(), sort.0, value.0);

    mk_term1(kind: u32, a: Term) -> Term = bitwuzla_mk_term1(self.tm(), kind, a.0);
    mk_term2(kind: u32, a: Term, b: Term) -> Term = bitwuzla_mk_term2(self.tm(), kind, a.0, b.0);
    mk_term3(kind: u32, a: Term, b: Term, third: Term) -> Term
        = bitwuzla_mk_term3(self.tm(), kind, a.0, b.0, third.0);
    mk_term(kind: u32, args: &[Term]) -> Term
        = bitwuzla_mk_term(self.tm(), kind, args.len() as u32, terms(args));
    mk_term1_indexed1(kind: u32, a: Term, i: u64) -> Term
        = bitwuzla_mk_term1_indexed1(self.tm(), kind, a.0, i);
    mk_term1_indexed2(kind: u32, a: Term, i: u64, j: u64) -> Term
        = bitwuzla_mk_term1_indexed2(self.tm(), kind, a.0, i, j);
    mk_term2_indexed1(kind: u32, a: Term, b: Term, i: u64) -> Term
        = bitwuzla_mk_term2_indexed1(self.tm(), kind, a.0, b.0, i);
    mk_term2_indexed2(kind: u32, a: Term, b: Term, i: u64, j: u64) -> Term
        = bitwuzla_mk_term2_indexed2(self.tm(), kind, a.0, b.0, i, j);
    mk_term_indexed(kind: u32, args: &[Term], indices: &[u64]) -> Term
        = bitwuzla_mk_term_indexed(
            self.tm(), kind, args.len() as u32, terms(args), indices.len() as u32, indices.as_ptr()
        );
    substitute(term: Term, from: &[Term], to: &[Term]) -> Term
        = bitwuzla_substitute_term(term.0, from.len() as u64, terms(from), terms(to));
    substitute_all(of: &mut [Term], from: &[Term], to: &[Term]) -> ()
        = bitwuzla_substitute_terms(
            of.len() as u64, of.as_mut_ptr().cast(), from.len() as u64, terms(from), terms(to)
        );

    term_hash(term: Term) -> u64 = bitwuzla_term_hash(term.0);
    term_kind(term: Term) -> u32 = bitwuzla_term_get_kind(term.0);
    term_is_indexed(term: Term) -> bool = bitwuzla_term_is_indexed(term.0);
    term_sort(term: Term) -> Sort = bitwuzla_term_get_sort(term.0);
    term_index_sort(term: Term) -> Sort = bitwuzla_term_array_get_index_sort(term.0);
    term_element_sort(term: Term) -> Sort = bitwuzla_term_array_get_element_sort(term.0);
    term_codomain(term: Term) -> Sort = bitwuzla_term_fun_get_codomain_sort(term.0);
    term_width(term: Term) -> u64 = bitwuzla_term_bv_get_size(term.0);
    term_exponent(term: Term) -> u64 = bitwuzla_term_fp_get_exp_size(term.0);
    term_significand(term: Term) -> u64 = bitwuzla_term_fp_get_sig_size(term.0);
    term_arity(term: Term) -> u64 = bitwuzla_term_fun_get_arity(term.0);
    term_symbol(term: Term) -> String = bitwuzla_term_get_symbol(term.0);
    same_sort(a: Term, b: Term) -> bool = bitwuzla_term_is_equal_sort(a.0, b.0);
    is_array(term: Term) -> bool = bitwuzla_term_is_array(term.0);
    is_const(term: Term) -> bool = bitwuzla_term_is_const(term.0);
    is_fun(term: Term) -> bool = bitwuzla_term_is_fun(term.0);
    is_var(term: Term) -> bool = bitwuzla_term_is_var(term.0);
    is_bool(term: Term) -> bool = bitwuzla_term_is_bool(term.0);
    is_bv(term: Term) -> bool = bitwuzla_term_is_bv(term.0);
    is_fp(term: Term) -> bool = bitwuzla_term_is_fp(term.0);
    is_rm(term: Term) -> bool = bitwuzla_term_is_rm(term.0);
    is_uninterpreted(term: Term) -> bool = bitwuzla_term_is_uninterpreted(term.0);
    is_value(term: Term) -> bool = bitwuzla_term_is_value(term.0);
    is_bv_value(term: Term) -> bool = bitwuzla_term_is_bv_value(term.0);
    is_fp_value(term: Term) -> bool = bitwuzla_term_is_fp_value(term.0);
    is_rm_value(term: Term) -> bool = bitwuzla_term_is_rm_value(term.0);
    is_true(term: Term) -> bool = bitwuzla_term_is_true(term.0);
    is_false(term: Term) -> bool = bitwuzla_term_is_false(term.0);
    is_bv_zero(term: Term) -> bool = bitwuzla_term_is_bv_value_zero(term.0);
    is_bv_one(term: Term) -> bool = bitwuzla_term_is_bv_value_one(term.0);
    is_bv_ones(term: Term) -> bool = bitwuzla_term_is_bv_value_ones(term.0);
    is_bv_min_signed(term: Term) -> bool = bitwuzla_term_is_bv_value_min_signed(term.0);
    is_bv_max_signed(term: Term) -> bool = bitwuzla_term_is_bv_value_max_signed(term.0);
    is_fp_pos_zero(term: Term) -> bool = bitwuzla_term_is_fp_value_pos_zero(term.0);
    is_fp_neg_zero(term: Term) -> bool = bitwuzla_term_is_fp_value_neg_zero(term.0);
    is_fp_pos_inf(term: Term) -> bool = bitwuzla_term_is_fp_value_pos_inf(term.0);
    is_fp_neg_inf(term: Term) -> bool = bitwuzla_term_is_fp_value_neg_inf(term.0);
    is_fp_nan(term: Term) -> bool = bitwuzla_term_is_fp_value_nan(term.0);
    is_rna(term: Term) -> bool = bitwuzla_term_is_rm_value_rna(term.0);
    is_rne(term: Term) -> bool = bitwuzla_term_is_rm_value_rne(term.0);
    is_rtn(term: Term) -> bool = bitwuzla_term_is_rm_value_rtn(term.0);
    is_rtp(term: Term) -> bool = bitwuzla_term_is_rm_value_rtp(term.0);
    is_rtz(term: Term) -> bool = bitwuzla_term_is_rm_value_rtz(term.0);
    bool_value(term: Term) -> bool = bitwuzla_term_value_get_bool(term.0);
    value_text(term: Term) -> String = bitwuzla_term_value_get_str(term.0);
    value_text_in(term: Term, base: u8) -> String = bitwuzla_term_value_get_str_fmt(term.0, base);
    mode_of(term: Term) -> u32 = bitwuzla_term_value_get_rm(term.0);
    term_to_string(term: Term) -> String = bitwuzla_term_to_string(term.0);
    term_to_string_in(term: Term, base: u8) -> String = bitwuzla_term_to_string_fmt(term.0, base);
    real_text(term: Term) -> String = bitwuzla_term_fp_value_to_real_string(term.0);

    has_option(name: &str) -> bool = bitwuzla_option_is_valid(self.options, c(name)?.as_ptr());
    push(levels: u32) -> () = bitwuzla_push(self.solver()?, u64::from(levels));
    pop(levels: u32) -> () = bitwuzla_pop(self.solver()?, u64::from(levels));
    assert_formula(formula: Term) -> () = bitwuzla_assert(self.solver()?, formula.0);
    is_unsat_assumption(formula: Term) -> bool
        = bitwuzla_is_unsat_assumption(self.solver()?, formula.0);
    preprocess() -> () = bitwuzla_simplify(self.solver()?);
    simplify(term: Term) -> Term = bitwuzla_simplify_term(self.solver()?, term.0);
    check_sat() -> u32 = bitwuzla_check_sat(self.solver()?);
    check_sat_assuming(assumptions: &[Term]) -> u32
        = bitwuzla_check_sat_assuming(self.solver()?, assumptions.len() as u32, terms(assumptions));
    value(term: Term) -> Term = bitwuzla_get_value(self.solver()?, term.0);
    }
    arrays {
    sort_domain(sort: Sort) -> Sort, Sort, = bitwuzla_sort_fun_get_domain_sorts(sort.0);
    term_domain(term: Term) -> Sort, Sort, = bitwuzla_term_fun_get_domain_sorts(term.0);
    children(term: Term) -> Term, Term, = bitwuzla_term_get_children(term.0);
    indices(term: Term) -> u64, |index| index, = bitwuzla_term_get_indices(term.0);
    assertions() -> Term, Term, = bitwuzla_get_assertions(self.solver()?);
    unsat_assumptions() -> Term, Term, = bitwuzla_get_unsat_assumptions(self.solver()?);
    unsat_core() -> Term, Term, = bitwuzla_get_unsat_core(self.solver()?);
    }
}

impl Session {
    /// The fields of a floating-point number, in base 2 or 10.
    pub(in super::super) fn fp_fields(&self, term: Term, base: u8) -> Result<[String; 3]> {
        let (mut sign, mut exponent, mut significand) = (ptr::null(), ptr::null(), ptr::null());
        // SAFETY: the term is live; the strings are copied at once.
        unsafe {
            self.api.0.bitwuzla_term_value_get_fp_ieee(
                term.0,
                &raw mut sign,
                &raw mut exponent,
                &raw mut significand,
                base,
            );
        }
        self.api.check()?;
        Ok([sign, exponent, significand].map(super::text))
    }

    /// The interpolant of these assertions and the others, after `unsat`.
    pub(in super::super) fn interpolant(&self, of: &[Term]) -> Result<Term> {
        let solver = self.solver()?;
        // SAFETY: all are live, and the array has so many terms.
        let raw = unsafe {
            let count = of.len() as u32;
            self.api
                .0
                .bitwuzla_get_interpolant(solver, count, terms(of))
        };
        self.api.check()?;
        handle(raw, "bitwuzla_get_interpolant")
    }

    /// The interpolants of a sequence of formulas: one after each part.
    pub(in super::super) fn interpolants(&self, parts: &[Vec<Term>]) -> Result<Vec<Term>> {
        let solver = self.solver()?;
        let mut sizes: Vec<u32> = parts.iter().map(|part| part.len() as u32).collect();
        let mut arrays: Vec<_> = parts.iter().map(|part| terms(part)).collect();
        let mut size = 0;
        // SAFETY: all are live, and the arrays have the lengths that they are passed with.
        unsafe {
            let array = self.api.0.bitwuzla_get_interpolants(
                solver,
                parts.len() as u32,
                sizes.as_mut_ptr(),
                arrays.as_mut_ptr(),
                &raw mut size,
            );
            self.api.check()?;
            Ok(copied(array, size).into_iter().map(Term).collect())
        }
    }
}
