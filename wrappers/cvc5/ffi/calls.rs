//! The functions that every instance calls.

use super::{
    Constructor, ConstructorDeclaration, Datatype, Declaration, Operator, Outcome, Selector,
    Session, Sort, Term, c, handle, sorts, terms,
};
use murxla_fsm::solver::Result;

functions! {
    self {
    version() -> String = cvc5_get_version(self.solver);
    bool_sort() -> Sort = cvc5_get_boolean_sort(self.tm);
    int_sort() -> Sort = cvc5_get_integer_sort(self.tm);
    real_sort() -> Sort = cvc5_get_real_sort(self.tm);
    string_sort() -> Sort = cvc5_get_string_sort(self.tm);
    regexp_sort() -> Sort = cvc5_get_regexp_sort(self.tm);
    bv_sort(width: u32) -> Sort = cvc5_mk_bv_sort(self.tm, width);
    array_sort(index: Sort, element: Sort) -> Sort = cvc5_mk_array_sort(self.tm, index.0, element.0);
    fun_sort(domain: &[Sort], codomain: Sort) -> Sort
        = cvc5_mk_fun_sort(self.tm, domain.len() as u64, sorts(domain), codomain.0);
    predicate_sort(domain: &[Sort]) -> Sort
        = cvc5_mk_predicate_sort(self.tm, domain.len() as u64, sorts(domain));
    uninterpreted_sort(symbol: &str) -> Sort
        = cvc5_mk_uninterpreted_sort(self.tm, c(symbol)?.as_ptr());
    declare_sort(symbol: &str) -> Sort
        = cvc5_declare_sort(self.solver, c(symbol)?.as_ptr(), 0, true);

    declare_sort_constructor(symbol: &str, arity: u32) -> Sort
        = cvc5_declare_sort(self.solver, c(symbol)?.as_ptr(), arity, true);
    sort_constructor_sort(symbol: &str, arity: u64) -> Sort
        = cvc5_mk_uninterpreted_sort_constructor_sort(self.tm, arity, c(symbol)?.as_ptr());
    param_sort(symbol: &str) -> Sort = cvc5_mk_param_sort(self.tm, c(symbol)?.as_ptr());
    unresolved_dt_sort(symbol: &str, arity: u64) -> Sort
        = cvc5_mk_unresolved_dt_sort(self.tm, c(symbol)?.as_ptr(), arity);
    dt_decl(symbol: &str, is_codatatype: bool) -> Declaration
        = cvc5_mk_dt_decl(self.tm, c(symbol)?.as_ptr(), is_codatatype);
    dt_decl_with_params(symbol: &str, params: &[Sort], is_codatatype: bool) -> Declaration
        = cvc5_mk_dt_decl_with_params(
            self.tm, c(symbol)?.as_ptr(), params.len() as u64, sorts(params), is_codatatype
        );
    dt_cons_decl(symbol: &str) -> ConstructorDeclaration
        = cvc5_mk_dt_cons_decl(self.tm, c(symbol)?.as_ptr());
    add_selector(to: ConstructorDeclaration, symbol: &str, sort: Sort) -> ()
        = cvc5_dt_cons_decl_add_selector(to.0, c(symbol)?.as_ptr(), sort.0);
    add_selector_self(to: ConstructorDeclaration, symbol: &str) -> ()
        = cvc5_dt_cons_decl_add_selector_self(to.0, c(symbol)?.as_ptr());
    add_selector_unresolved(to: ConstructorDeclaration, symbol: &str, datatype: &str) -> ()
        = cvc5_dt_cons_decl_add_selector_unresolved(
            to.0, c(symbol)?.as_ptr(), c(datatype)?.as_ptr()
        );
    add_constructor(to: Declaration, constructor: ConstructorDeclaration) -> ()
        = cvc5_dt_decl_add_constructor(to.0, constructor.0);
    dt_sort(declaration: Declaration) -> Sort = cvc5_mk_dt_sort(self.tm, declaration.0);
    sort_is_dt(sort: Sort) -> bool = cvc5_sort_is_dt(sort.0);
    sort_constructor(sort: Sort) -> Sort
        = cvc5_sort_get_uninterpreted_sort_constructor(sort.0);
    datatype(sort: Sort) -> Datatype = cvc5_sort_get_datatype(sort.0);
    dt_is_parametric(datatype: Datatype) -> bool = cvc5_dt_is_parametric(datatype.0);
    dt_name(datatype: Datatype) -> String = cvc5_dt_get_name(datatype.0);
    dt_num_constructors(datatype: Datatype) -> u64 = cvc5_dt_get_num_constructors(datatype.0);
    dt_constructor(datatype: Datatype, n: u64) -> Constructor
        = cvc5_dt_get_constructor(datatype.0, n);
    dt_constructor_by_name(datatype: Datatype, name: &str) -> Constructor
        = cvc5_dt_get_constructor_by_name(datatype.0, c(name)?.as_ptr());
    dt_cons_name(constructor: Constructor) -> String = cvc5_dt_cons_get_name(constructor.0);
    dt_cons_term(constructor: Constructor) -> Term = cvc5_dt_cons_get_term(constructor.0);
    dt_cons_instantiated(constructor: Constructor, sort: Sort) -> Term
        = cvc5_dt_cons_get_instantiated_term(constructor.0, sort.0);
    dt_cons_tester(constructor: Constructor) -> Term
        = cvc5_dt_cons_get_tester_term(constructor.0);
    dt_num_selectors(constructor: Constructor) -> u64
        = cvc5_dt_cons_get_num_selectors(constructor.0);
    dt_selector(constructor: Constructor, n: u64) -> Selector
        = cvc5_dt_cons_get_selector(constructor.0, n);
    dt_sel_term(selector: Selector) -> Term = cvc5_dt_sel_get_term(selector.0);
    dt_sel_updater(selector: Selector) -> Term = cvc5_dt_sel_get_updater_term(selector.0);

    rm_sort() -> Sort = cvc5_get_rm_sort(self.tm);
    fp_sort(exponent: u32, significand: u32) -> Sort
        = cvc5_mk_fp_sort(self.tm, exponent, significand);

    sort_is_equal(a: Sort, b: Sort) -> bool = cvc5_sort_is_equal(a.0, b.0);
    sort_is_bool(sort: Sort) -> bool = cvc5_sort_is_boolean(sort.0);
    sort_is_int(sort: Sort) -> bool = cvc5_sort_is_integer(sort.0);
    sort_is_real(sort: Sort) -> bool = cvc5_sort_is_real(sort.0);
    sort_is_bv(sort: Sort) -> bool = cvc5_sort_is_bv(sort.0);
    sort_is_string(sort: Sort) -> bool = cvc5_sort_is_string(sort.0);
    sort_is_regexp(sort: Sort) -> bool = cvc5_sort_is_regexp(sort.0);
    sort_is_array(sort: Sort) -> bool = cvc5_sort_is_array(sort.0);
    sort_is_fun(sort: Sort) -> bool = cvc5_sort_is_fun(sort.0);
    sort_is_predicate(sort: Sort) -> bool = cvc5_sort_is_predicate(sort.0);
    sort_is_uninterpreted(sort: Sort) -> bool = cvc5_sort_is_uninterpreted_sort(sort.0);
    sort_is_rm(sort: Sort) -> bool = cvc5_sort_is_rm(sort.0);
    sort_is_fp(sort: Sort) -> bool = cvc5_sort_is_fp(sort.0);
    exponent_width(sort: Sort) -> u32 = cvc5_sort_fp_get_exp_size(sort.0);
    significand_width(sort: Sort) -> u32 = cvc5_sort_fp_get_sig_size(sort.0);
    sort_width(sort: Sort) -> u32 = cvc5_sort_bv_get_size(sort.0);
    sort_index(sort: Sort) -> Sort = cvc5_sort_array_get_index_sort(sort.0);
    sort_element(sort: Sort) -> Sort = cvc5_sort_array_get_element_sort(sort.0);
    sort_arity(sort: Sort) -> u64 = cvc5_sort_fun_get_arity(sort.0);
    sort_codomain(sort: Sort) -> Sort = cvc5_sort_fun_get_codomain(sort.0);
    sort_symbol(sort: Sort) -> String = cvc5_sort_get_symbol(sort.0);
    sort_to_string(sort: Sort) -> String = cvc5_sort_to_string(sort.0);

    mk_op(kind: i32, indices: &[u32]) -> Operator
        = cvc5_mk_op(self.tm, kind, indices.len() as u64, indices.as_ptr());
    mk_op_from_str(kind: i32, index: &str) -> Operator
        = cvc5_mk_op_from_str(self.tm, kind, c(index)?.as_ptr());
    mk_term(kind: i32, children: &[Term]) -> Term
        = cvc5_mk_term(self.tm, kind, children.len() as u64, terms(children));
    mk_term_from_op(op: Operator, children: &[Term]) -> Term
        = cvc5_mk_term_from_op(self.tm, op.0, children.len() as u64, terms(children));
    mk_true() -> Term = cvc5_mk_true(self.tm);
    mk_false() -> Term = cvc5_mk_false(self.tm);
    mk_boolean(value: bool) -> Term = cvc5_mk_boolean(self.tm, value);
    mk_integer(value: &str) -> Term = cvc5_mk_integer(self.tm, c(value)?.as_ptr());
    mk_integer_int64(value: i64) -> Term = cvc5_mk_integer_int64(self.tm, value);
    mk_real(value: &str) -> Term = cvc5_mk_real(self.tm, c(value)?.as_ptr());
    mk_real_int64(value: i64) -> Term = cvc5_mk_real_int64(self.tm, value);
    mk_real_num_den(numerator: i64, denominator: i64) -> Term
        = cvc5_mk_real_num_den(self.tm, numerator, denominator);
    mk_bv_uint64(width: u32, value: u64) -> Term = cvc5_mk_bv_uint64(self.tm, width, value);
    mk_bv(width: u32, value: &str, base: u32) -> Term
        = cvc5_mk_bv(self.tm, width, c(value)?.as_ptr(), base);
    mk_rm(mode: i32) -> Term = cvc5_mk_rm(self.tm, mode);
    mk_fp(exponent: u32, significand: u32, bits: Term) -> Term
        = cvc5_mk_fp(self.tm, exponent, significand, bits.0);
    mk_fp_from_ieee(sign: Term, exponent: Term, fraction: Term) -> Term
        = cvc5_mk_fp_from_ieee(self.tm, sign.0, exponent.0, fraction.0);
    mk_fp_nan(exponent: u32, significand: u32) -> Term
        = cvc5_mk_fp_nan(self.tm, exponent, significand);
    mk_fp_pos_inf(exponent: u32, significand: u32) -> Term
        = cvc5_mk_fp_pos_inf(self.tm, exponent, significand);
    mk_fp_neg_inf(exponent: u32, significand: u32) -> Term
        = cvc5_mk_fp_neg_inf(self.tm, exponent, significand);
    mk_fp_pos_zero(exponent: u32, significand: u32) -> Term
        = cvc5_mk_fp_pos_zero(self.tm, exponent, significand);
    mk_fp_neg_zero(exponent: u32, significand: u32) -> Term
        = cvc5_mk_fp_neg_zero(self.tm, exponent, significand);
    seq_sort(element: Sort) -> Sort = cvc5_mk_sequence_sort(self.tm, element.0);
    sort_is_seq(sort: Sort) -> bool = cvc5_sort_is_sequence(sort.0);
    seq_element(sort: Sort) -> Sort = cvc5_sort_sequence_get_element_sort(sort.0);
    mk_empty_seq(element: Sort) -> Term = cvc5_mk_empty_sequence(self.tm, element.0);
    is_seq_value(term: Term) -> bool = cvc5_term_is_sequence_value(term.0);
    ff_sort(size: &str, base: u32) -> Sort = cvc5_mk_ff_sort(self.tm, c(size)?.as_ptr(), base);
    sort_is_ff(sort: Sort) -> bool = cvc5_sort_is_ff(sort.0);
    ff_size(sort: Sort) -> String = cvc5_sort_ff_get_size(sort.0);
    mk_ff(value: &str, sort: Sort, base: u32) -> Term
        = cvc5_mk_ff_elem(self.tm, c(value)?.as_ptr(), sort.0, base);
    is_ff_value(term: Term) -> bool = cvc5_term_is_ff_value(term.0);
    ff_value(term: Term) -> String = cvc5_term_get_ff_value(term.0);
    mk_const_array(sort: Sort, element: Term) -> Term
        = cvc5_mk_const_array(self.tm, sort.0, element.0);
    mk_string(literal: &str, has_escapes: bool) -> Term
        = cvc5_mk_string(self.tm, c(literal)?.as_ptr(), has_escapes);
    mk_const(sort: Sort, symbol: &str) -> Term = cvc5_mk_const(self.tm, sort.0, c(symbol)?.as_ptr());
    mk_var(sort: Sort, symbol: &str) -> Term = cvc5_mk_var(self.tm, sort.0, c(symbol)?.as_ptr());
    declare_fun(symbol: &str, domain: &[Sort], codomain: Sort) -> Term
        = cvc5_declare_fun(
            self.solver, c(symbol)?.as_ptr(), domain.len() as u64, sorts(domain), codomain.0, true
        );
    define_fun(symbol: &str, params: &[Term], codomain: Sort, body: Term) -> Term
        = cvc5_define_fun(
            self.solver, c(symbol)?.as_ptr(), params.len() as u64, terms(params), codomain.0,
            body.0, true
        );

    term_is_equal(a: Term, b: Term) -> bool = cvc5_term_is_equal(a.0, b.0);
    term_id(term: Term) -> u64 = cvc5_term_get_id(term.0);
    term_kind(term: Term) -> i32 = cvc5_term_get_kind(term.0);
    term_sort(term: Term) -> Sort = cvc5_term_get_sort(term.0);
    num_children(term: Term) -> u64 = cvc5_term_get_num_children(term.0);
    child(term: Term, index: u64) -> Term = cvc5_term_get_child(term.0, index);
    has_op(term: Term) -> bool = cvc5_term_has_op(term.0);
    term_op(term: Term) -> Operator = cvc5_term_get_op(term.0);
    op_kind(op: Operator) -> i32 = cvc5_op_get_kind(op.0);
    op_is_indexed(op: Operator) -> bool = cvc5_op_is_indexed(op.0);
    op_num_indices(op: Operator) -> u64 = cvc5_op_get_num_indices(op.0);
    op_index(op: Operator, index: u64) -> Term = cvc5_op_get_index(op.0, index);
    op_to_string(op: Operator) -> String = cvc5_op_to_string(op.0);
    has_symbol(term: Term) -> bool = cvc5_term_has_symbol(term.0);
    term_symbol(term: Term) -> String = cvc5_term_get_symbol(term.0);
    term_to_string(term: Term) -> String = cvc5_term_to_string(term.0);

    is_bool_value(term: Term) -> bool = cvc5_term_is_boolean_value(term.0);
    bool_value(term: Term) -> bool = cvc5_term_get_boolean_value(term.0);
    is_int_value(term: Term) -> bool = cvc5_term_is_integer_value(term.0);
    int_value(term: Term) -> String = cvc5_term_get_integer_value(term.0);
    is_int64_value(term: Term) -> bool = cvc5_term_is_int64_value(term.0);
    int64_value(term: Term) -> i64 = cvc5_term_get_int64_value(term.0);
    is_real_value(term: Term) -> bool = cvc5_term_is_real_value(term.0);
    real_value(term: Term) -> String = cvc5_term_get_real_value(term.0);
    is_real64_value(term: Term) -> bool = cvc5_term_is_real64_value(term.0);
    value_sign(term: Term) -> i32 = cvc5_term_get_real_or_integer_value_sign(term.0);
    is_bv_value(term: Term) -> bool = cvc5_term_is_bv_value(term.0);
    bv_value(term: Term, base: u32) -> String = cvc5_term_get_bv_value(term.0, base);
    is_rm_value(term: Term) -> bool = cvc5_term_is_rm_value(term.0);
    rm_value(term: Term) -> i32 = cvc5_term_get_rm_value(term.0);
    is_fp_value(term: Term) -> bool = cvc5_term_is_fp_value(term.0);
    is_fp_nan(term: Term) -> bool = cvc5_term_is_fp_nan(term.0);
    is_fp_pos_inf(term: Term) -> bool = cvc5_term_is_fp_pos_inf(term.0);
    is_fp_neg_inf(term: Term) -> bool = cvc5_term_is_fp_neg_inf(term.0);
    is_fp_pos_zero(term: Term) -> bool = cvc5_term_is_fp_pos_zero(term.0);
    is_fp_neg_zero(term: Term) -> bool = cvc5_term_is_fp_neg_zero(term.0);
    is_string_value(term: Term) -> bool = cvc5_term_is_string_value(term.0);
    is_const_array(term: Term) -> bool = cvc5_term_is_const_array(term.0);
    const_array_base(term: Term) -> Term = cvc5_term_get_const_array_base(term.0);
    is_element(term: Term) -> bool = cvc5_term_is_uninterpreted_sort_value(term.0);
    element_name(term: Term) -> String = cvc5_term_get_uninterpreted_sort_value(term.0);

    set_logic(logic: &str) -> () = cvc5_set_logic(self.solver, c(logic)?.as_ptr());
    set_option(name: &str, value: &str) -> ()
        = cvc5_set_option(self.solver, c(name)?.as_ptr(), c(value)?.as_ptr());
    assert_formula(formula: Term) -> () = cvc5_assert_formula(self.solver, formula.0);
    check_sat() -> Outcome = cvc5_check_sat(self.solver);
    check_sat_assuming(assumptions: &[Term]) -> Outcome
        = cvc5_check_sat_assuming(self.solver, assumptions.len() as u64, terms(assumptions));
    result_is_sat(outcome: Outcome) -> bool = cvc5_result_is_sat(outcome.0);
    result_is_unsat(outcome: Outcome) -> bool = cvc5_result_is_unsat(outcome.0);
    result_is_unknown(outcome: Outcome) -> bool = cvc5_result_is_unknown(outcome.0);
    result_to_string(outcome: Outcome) -> String = cvc5_result_to_string(outcome.0);
    push(levels: u32) -> () = cvc5_push(self.solver, levels);
    pop(levels: u32) -> () = cvc5_pop(self.solver, levels);
    reset_assertions() -> () = cvc5_reset_assertions(self.solver);
    simplify(term: Term, apply_substitutions: bool) -> Term
        = cvc5_simplify(self.solver, term.0, apply_substitutions);
    value(term: Term) -> Term = cvc5_get_value(self.solver, term.0);
    model(declared: &[Sort], consts: &[Term]) -> String
        = cvc5_get_model(
            self.solver, declared.len() as u64, sorts(declared), consts.len() as u64, terms(consts)
        );

    }
    terms {
    seq_value(term: Term) = cvc5_term_get_sequence_value(term.0);
    values(of: &[Term]) = cvc5_get_values(self.solver, of.len() as u64, terms(of));
    assertions() = cvc5_get_assertions(self.solver);
    unsat_core() = cvc5_get_unsat_core(self.solver);
    unsat_assumptions() = cvc5_get_unsat_assumptions(self.solver);
    domain_elements(sort: Sort) = cvc5_get_model_domain_elements(self.solver, sort.0);

    }
    sorts {
    sort_domain(sort: Sort) = cvc5_sort_fun_get_domain(sort.0);
    sort_arguments(sort: Sort) = cvc5_sort_get_instantiated_parameters(sort.0);
    }
}
