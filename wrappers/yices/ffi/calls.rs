//! The functions that take and return terms, types, flags and counts. Each is a row.

use super::{Api, Sort, Term, c, ids, ids_mut};
use murxla_fsm::solver::Result;

/// Makes a method for each function, `name(arguments) = function(what is passed)`. The groups have
/// different result types.
macro_rules! functions {
    (
        $self:ident
        terms { $($term:ident($($targ:ident: $ttype:ty),*) = $tfn:ident($($tpass:expr),*);)* }
        types { $($type:ident($($yarg:ident: $ytype:ty),*) = $yfn:ident($($ypass:expr),*);)* }
        flags { $($flag:ident($($farg:ident: $ftype:ty),*) = $ffn:ident($($fpass:expr),*);)* }
        counts { $($count:ident($($carg:ident: $ctype:ty),*) = $cfn:ident($($cpass:expr),*);)* }
    ) => {
        impl Api {
            $(pub(in super::super) fn $term($self $(, $targ: $ttype)*) -> Result<Term> {
                // SAFETY: the library checks the terms and types; slices are passed with their
                // lengths, and strings live until the call returns.
                Ok($self.term(unsafe { $self.0.$tfn($($tpass),*) })?)
            })*
            $(pub(in super::super) fn $type($self $(, $yarg: $ytype)*) -> Result<Sort> {
                // SAFETY: as above.
                let made = unsafe { $self.0.$yfn($($ypass),*) };
                $self.code(made)?;
                Ok(Sort(made))
            })*
            $(pub(in super::super) fn $flag($self $(, $farg: $ftype)*) -> bool {
                // SAFETY: as above.
                unsafe { $self.0.$ffn($($fpass),*) == 1 }
            })*
            $(pub(in super::super) fn $count($self $(, $carg: $ctype)*) -> Result<i32> {
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
    uninterpreted(sort: Sort) = yices_new_uninterpreted_term(sort.0);
    variable(sort: Sort) = yices_new_variable(sort.0);
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
    and3(a: Term, b: Term, c: Term) = yices_and3(a.0, b.0, c.0);
    or3(a: Term, b: Term, c: Term) = yices_or3(a.0, b.0, c.0);
    xor3(a: Term, b: Term, c: Term) = yices_xor3(a.0, b.0, c.0);
    iff(a: Term, b: Term) = yices_iff(a.0, b.0);
    implies(a: Term, b: Term) = yices_implies(a.0, b.0);
    apply(function: Term, args: &[Term]) = yices_application(function.0, args.len() as u32, ids(args));
    apply1(function: Term, a: Term) = yices_application1(function.0, a.0);
    apply2(function: Term, a: Term, b: Term) = yices_application2(function.0, a.0, b.0);
    apply3(function: Term, a: Term, b: Term, c: Term)
        = yices_application3(function.0, a.0, b.0, c.0);
    update(function: Term, args: &[Term], value: Term)
        = yices_update(function.0, args.len() as u32, ids(args), value.0);
    update1(function: Term, a: Term, value: Term) = yices_update1(function.0, a.0, value.0);
    update2(function: Term, a: Term, b: Term, value: Term)
        = yices_update2(function.0, a.0, b.0, value.0);
    update3(function: Term, a: Term, b: Term, c: Term, value: Term)
        = yices_update3(function.0, a.0, b.0, c.0, value.0);
    lambda(vars: &[Term], body: Term) = yices_lambda(vars.len() as u32, ids(vars), body.0);
    forall(vars: &mut [Term], body: Term) = yices_forall(vars.len() as u32, ids_mut(vars), body.0);
    exists(vars: &mut [Term], body: Term) = yices_exists(vars.len() as u32, ids_mut(vars), body.0);
    // The library does not check that there are as many variables as terms. `terms.rs` does.
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
    arith_neq(a: Term, b: Term) = yices_arith_neq_atom(a.0, b.0);
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
    bv_and3(a: Term, b: Term, c: Term) = yices_bvand3(a.0, b.0, c.0);
    bv_or3(a: Term, b: Term, c: Term) = yices_bvor3(a.0, b.0, c.0);
    bv_xor3(a: Term, b: Term, c: Term) = yices_bvxor3(a.0, b.0, c.0);
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
    bv_neq(a: Term, b: Term) = yices_bvneq_atom(a.0, b.0);
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

    constant(of: Sort, index: i32) = yices_constant(of.0, index);
    parse_term(text: &str) = yices_parse_term(c(text)?.as_ptr());
    tuple(parts: &[Term]) = yices_tuple(parts.len() as u32, ids(parts));
    pair(a: Term, b: Term) = yices_pair(a.0, b.0);
    triple(a: Term, b: Term, c: Term) = yices_triple(a.0, b.0, c.0);
    select(index: u32, tuple: Term) = yices_select(index, tuple.0);
    tuple_update(tuple: Term, index: u32, part: Term)
        = yices_tuple_update(tuple.0, index, part.0);
    }
    types {
    bool_type() = yices_bool_type();
    int_type() = yices_int_type();
    real_type() = yices_real_type();
    bv_type(width: u32) = yices_bv_type(width);
    uninterpreted_type() = yices_new_uninterpreted_type();
    function_type(domain: &[Sort], codomain: Sort)
        = yices_function_type(domain.len() as u32, domain.as_ptr().cast(), codomain.0);
    function_type1(domain: Sort, codomain: Sort) = yices_function_type1(domain.0, codomain.0);
    function_type2(a: Sort, b: Sort, codomain: Sort)
        = yices_function_type2(a.0, b.0, codomain.0);
    function_type3(a: Sort, b: Sort, c: Sort, codomain: Sort)
        = yices_function_type3(a.0, b.0, c.0, codomain.0);
    scalar_type(cardinality: u32) = yices_new_scalar_type(cardinality);
    tuple_type(parts: &[Sort])
        = yices_tuple_type(parts.len() as u32, parts.as_ptr().cast());
    tuple_type1(a: Sort) = yices_tuple_type1(a.0);
    tuple_type2(a: Sort, b: Sort) = yices_tuple_type2(a.0, b.0);
    tuple_type3(a: Sort, b: Sort, c: Sort) = yices_tuple_type3(a.0, b.0, c.0);
    parse_type(text: &str) = yices_parse_type(c(text)?.as_ptr());
    type_child(of: Sort, n: i32) = yices_type_child(of.0, n);
    type_of(term: Term) = yices_type_of_term(term.0);
    }
    flags {
    is_bool(of: Sort) = yices_type_is_bool(of.0);
    is_int_type(of: Sort) = yices_type_is_int(of.0);
    is_real(of: Sort) = yices_type_is_real(of.0);
    is_bv(of: Sort) = yices_type_is_bitvector(of.0);
    is_function(of: Sort) = yices_type_is_function(of.0);
    is_uninterpreted(of: Sort) = yices_type_is_uninterpreted(of.0);
    is_subtype(sub: Sort, of: Sort) = yices_test_subtype(sub.0, of.0);
    are_compatible(a: Sort, b: Sort) = yices_compatible_types(a.0, b.0);
    is_arithmetic(of: Sort) = yices_type_is_arithmetic(of.0);
    is_scalar(of: Sort) = yices_type_is_scalar(of.0);
    is_tuple(of: Sort) = yices_type_is_tuple(of.0);
    term_is_bool(term: Term) = yices_term_is_bool(term.0);
    term_is_int(term: Term) = yices_term_is_int(term.0);
    term_is_real(term: Term) = yices_term_is_real(term.0);
    term_is_arithmetic(term: Term) = yices_term_is_arithmetic(term.0);
    term_is_bv(term: Term) = yices_term_is_bitvector(term.0);
    term_is_tuple(term: Term) = yices_term_is_tuple(term.0);
    term_is_function(term: Term) = yices_term_is_function(term.0);
    term_is_scalar(term: Term) = yices_term_is_scalar(term.0);
    is_ground(term: Term) = yices_term_is_ground(term.0);
    is_atomic(term: Term) = yices_term_is_atomic(term.0);
    is_composite(term: Term) = yices_term_is_composite(term.0);
    is_projection(term: Term) = yices_term_is_projection(term.0);
    is_sum(term: Term) = yices_term_is_sum(term.0);
    is_bv_sum(term: Term) = yices_term_is_bvsum(term.0);
    is_product(term: Term) = yices_term_is_product(term.0);
    }
    counts {
    type_children(of: Sort) = yices_type_num_children(of.0);
    num_children(term: Term) = yices_term_num_children(term.0);
    set_type_name(of: Sort, name: &str) = yices_set_type_name(of.0, c(name)?.as_ptr());
    set_term_name(of: Term, name: &str) = yices_set_term_name(of.0, c(name)?.as_ptr());
    projection(term: Term) = yices_proj_index(term.0);
    constructor(term: Term) = yices_term_constructor(term.0);
    clear_type_name(of: Sort) = yices_clear_type_name(of.0);
    clear_term_name(of: Term) = yices_clear_term_name(of.0);
    keep_term(term: Term) = yices_incref_term(term.0);
    release_term(term: Term) = yices_decref_term(term.0);
    keep_type(of: Sort) = yices_incref_type(of.0);
    release_type(of: Sort) = yices_decref_type(of.0);
    }
}
