//! What the extension actions call. If a release does not have a function, its method returns
//! `Unsupported`.

use super::super::bindings::{Cvc5Grammar, Cvc5Proof, Cvc5SynthResult, Cvc5Term};
use super::super::checks::NULL_ELEMENT;
use super::{Operator, Outcome, Returned, Session, Sort, Term, c, handle, sorts, terms};
use murxla_fsm::solver::{Error, Result};

/// A grammar of the library, with the same lifetime as `Sort`.
#[derive(Clone, Copy)]
pub(in super::super) struct Grammar(Cvc5Grammar);

/// A step of a proof, with the same lifetime as `Sort`.
#[derive(Clone, Copy)]
pub(in super::super) struct Proof(Cvc5Proof);

/// The result of a synthesis, with the same lifetime as `Sort`.
#[derive(Clone, Copy)]
pub(in super::super) struct Synthesis(Cvc5SynthResult);

macro_rules! handle {
    ($($raw:ty => $safe:ident;)*) => {$(
        impl Returned for $raw {
            type Safe = $safe;
            fn safe(self) -> Option<$safe> {
                (!self.is_null()).then_some($safe(self))
            }
        }
    )*};
}

handle! {
    Cvc5Grammar => Grammar;
    Cvc5Proof => Proof;
    Cvc5SynthResult => Synthesis;
}

/// Returns `Unsupported` if the library does not have a function.
pub(super) fn require_function(exists: bool, name: &str) -> Result {
    if exists {
        return Ok(());
    }
    Err(Error::Unsupported(name.to_owned()))
}

/// An array of the library, copied.
///
/// # Safety
/// It has `size` handles, or is null.
pub(super) unsafe fn array<R: Returned + Copy>(start: *const R, size: u64) -> Result<Vec<R::Safe>> {
    if start.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: within the array.
    let each = (0..size as usize).map(|n| unsafe { *start.add(n) }.safe());
    match each.collect() {
        Some(all) => Ok(all),
        None => NULL_ELEMENT.fails(""),
    }
}

/// Makes a method for each function. There are functions that return a handle or a plain value,
/// functions that may return null, and functions that return an array, whose size is their last
/// argument.
macro_rules! extension_methods {
    (
        $self:ident
        { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty = $function:ident($($pass:expr),*);)* }
        maybe { $($maybe:ident($($marg:ident: $mtype:ty),*) -> $mresult:ty = $mfunction:ident($($mpass:expr),*);)* }
        arrays { $($each:ident($($earg:ident: $etype:ty),*) -> $eresult:ty = $efunction:ident($($epass:expr),*);)* }
    ) => {
        impl Session {
            $(
                pub(in super::super) fn $name(&$self $(, $arg: $type)*) -> Result<$result> {
                    require_function($self.api.0.$function.exists(), stringify!($function))?;
                    // SAFETY: the session and all handles of it are live, see `Sort`; slices are
                    // passed with their lengths, and strings live until the call returns.
                    let raw = unsafe { $self.api.0.$function($($pass),*) };
                    $self.api.check()?;
                    handle(raw, stringify!($function))
                }
            )*
            $(
                pub(in super::super) fn $maybe(&$self $(, $marg: $mtype)*) -> Result<Option<$mresult>> {
                    require_function($self.api.0.$mfunction.exists(), stringify!($mfunction))?;
                    // SAFETY: as above.
                    let raw = unsafe { $self.api.0.$mfunction($($mpass),*) };
                    $self.api.check()?;
                    Ok(Returned::safe(raw))
                }
            )*
            $(
                pub(in super::super) fn $each(&$self $(, $earg: $etype)*) -> Result<Vec<$eresult>> {
                    require_function($self.api.0.$efunction.exists(), stringify!($efunction))?;
                    let mut size = 0;
                    // SAFETY: as above; the array has `size` handles and is copied at once.
                    unsafe {
                        let start = $self.api.0.$efunction($($epass,)* &raw mut size);
                        $self.api.check()?;
                        array(start, size)
                    }
                }
            )*
        }
    };
}

pub(super) use extension_methods;

extension_methods! {
    self {
    name_of_sort_kind(kind: i32) -> String = cvc5_sort_kind_to_string(kind);
    name_of_explanation(explanation: i32) -> String = cvc5_unknown_explanation_to_string(explanation);
    name_of_skolem(id: i32) -> String = cvc5_skolem_id_to_string(id);
    name_of_mode(mode: i32) -> String = cvc5_rm_to_string(mode);
    name_of_rule(rule: i32) -> String = cvc5_proof_rule_to_string(rule);
    name_of_rewrite(rule: i32) -> String = cvc5_proof_rewrite_rule_to_string(rule);
    name_of_block_mode(mode: i32) -> String = cvc5_modes_block_models_mode_to_string(mode);
    name_of_literals(kind: i32) -> String = cvc5_modes_learned_lit_type_to_string(kind);
    name_of_component(component: i32) -> String = cvc5_modes_proof_component_to_string(component);
    name_of_format(format: i32) -> String = cvc5_modes_proof_format_to_string(format);
    name_of_language(language: i32) -> String = cvc5_modes_input_language_to_string(language);
    name_of_target(target: i32) -> String = cvc5_modes_find_synth_target_to_string(target);
    kind_hash(kind: i32) -> u64 = cvc5_kind_hash(kind);
    sort_kind_hash(kind: i32) -> u64 = cvc5_sort_kind_hash(kind);
    skolem_hash(id: i32) -> u64 = cvc5_skolem_id_hash(id);
    rule_hash(rule: i32) -> u64 = cvc5_proof_rule_hash(rule);
    rewrite_hash(rule: i32) -> u64 = cvc5_proof_rewrite_rule_hash(rule);
    reset_error() -> () = cvc5_reset_error();

    result_copy(outcome: Outcome) -> Outcome = cvc5_result_copy(outcome.0);
    result_release(outcome: Outcome) -> () = cvc5_result_release(outcome.0);
    result_is_null(outcome: Outcome) -> bool = cvc5_result_is_null(outcome.0);
    result_is_equal(a: Outcome, b: Outcome) -> bool = cvc5_result_is_equal(a.0, b.0);
    result_is_disequal(a: Outcome, b: Outcome) -> bool = cvc5_result_is_disequal(a.0, b.0);
    result_explanation(outcome: Outcome) -> i32 = cvc5_result_get_unknown_explanation(outcome.0);
    result_hash(outcome: Outcome) -> u64 = cvc5_result_hash(outcome.0);

    sort_copy(sort: Sort) -> Sort = cvc5_sort_copy(sort.0);
    sort_release(sort: Sort) -> () = cvc5_sort_release(sort.0);
    sort_is_disequal(a: Sort, b: Sort) -> bool = cvc5_sort_is_disequal(a.0, b.0);
    sort_compare(a: Sort, b: Sort) -> i64 = cvc5_sort_compare(a.0, b.0);
    sort_hash(sort: Sort) -> u64 = cvc5_sort_hash(sort.0);
    sort_kind(sort: Sort) -> i32 = cvc5_sort_get_kind(sort.0);
    sort_has_symbol(sort: Sort) -> bool = cvc5_sort_has_symbol(sort.0);
    sort_is_constructor(sort: Sort) -> bool = cvc5_sort_is_dt_constructor(sort.0);
    sort_is_selector(sort: Sort) -> bool = cvc5_sort_is_dt_selector(sort.0);
    sort_is_tester(sort: Sort) -> bool = cvc5_sort_is_dt_tester(sort.0);
    sort_is_updater(sort: Sort) -> bool = cvc5_sort_is_dt_updater(sort.0);
    sort_is_nullable(sort: Sort) -> bool = cvc5_sort_is_nullable(sort.0);
    sort_is_record(sort: Sort) -> bool = cvc5_sort_is_record(sort.0);
    sort_is_abstract(sort: Sort) -> bool = cvc5_sort_is_abstract(sort.0);
    sort_is_family(sort: Sort) -> bool = cvc5_sort_is_uninterpreted_sort_constructor(sort.0);
    sort_is_instantiated(sort: Sort) -> bool = cvc5_sort_is_instantiated(sort.0);
    sort_substitute(sort: Sort, part: Sort, by: Sort) -> Sort
        = cvc5_sort_substitute(sort.0, part.0, by.0);
    sort_substitute_all(sort: Sort, parts: &[Sort], by: &[Sort]) -> Sort
        = cvc5_sort_substitute_sorts(
            sort.0, parts.len().min(by.len()) as u64, sorts(parts), sorts(by)
        );

    abstract_sort(kind: i32) -> Sort = cvc5_mk_abstract_sort(self.tm, kind);
    abstract_kind(sort: Sort) -> i32 = cvc5_sort_abstract_get_kind(sort.0);
    sort_family(arity: u64, symbol: &str) -> Sort
        = cvc5_mk_uninterpreted_sort_constructor_sort(self.tm, arity, c(symbol)?.as_ptr());
    family_arity(sort: Sort) -> u64 = cvc5_sort_uninterpreted_sort_constructor_get_arity(sort.0);
    family_of(sort: Sort) -> Sort = cvc5_sort_get_uninterpreted_sort_constructor(sort.0);
    instantiate(sort: Sort, params: &[Sort]) -> Sort
        = cvc5_sort_instantiate(sort.0, params.len() as u64, sorts(params));
    nullable_sort(sort: Sort) -> Sort = cvc5_mk_nullable_sort(self.tm, sort.0);
    nullable_element(sort: Sort) -> Sort = cvc5_sort_nullable_get_element_sort(sort.0);
    nullable_some(term: Term) -> Term = cvc5_mk_nullable_some(self.tm, term.0);
    nullable_val(term: Term) -> Term = cvc5_mk_nullable_val(self.tm, term.0);
    nullable_is_null(term: Term) -> Term = cvc5_mk_nullable_is_null(self.tm, term.0);
    nullable_is_some(term: Term) -> Term = cvc5_mk_nullable_is_some(self.tm, term.0);
    nullable_null(sort: Sort) -> Term = cvc5_mk_nullable_null(self.tm, sort.0);
    nullable_lift(kind: i32, args: &[Term]) -> Term
        = cvc5_mk_nullable_lift(self.tm, kind, args.len() as u64, terms(args));
    mk_skolem(id: i32, indices: &[Term]) -> Term
        = cvc5_mk_skolem(self.tm, id, indices.len() as u64, terms(indices));
    skolem_arity(id: i32) -> u64 = cvc5_get_num_idxs_for_skolem_id(self.tm, id);
    mk_pi() -> Term = cvc5_mk_pi(self.tm);
    mk_regexp_all() -> Term = cvc5_mk_regexp_all(self.tm);
    mk_regexp_allchar() -> Term = cvc5_mk_regexp_allchar(self.tm);
    mk_regexp_none() -> Term = cvc5_mk_regexp_none(self.tm);
    mk_cardinality(sort: Sort, bound: u32) -> Term
        = cvc5_mk_cardinality_constraint(self.tm, sort.0, bound);

    op_copy(op: Operator) -> Operator = cvc5_op_copy(op.0);
    op_release(op: Operator) -> () = cvc5_op_release(op.0);
    op_is_equal(a: Operator, b: Operator) -> bool = cvc5_op_is_equal(a.0, b.0);
    op_is_disequal(a: Operator, b: Operator) -> bool = cvc5_op_is_disequal(a.0, b.0);
    op_hash(op: Operator) -> u64 = cvc5_op_hash(op.0);
    term_is_disequal(a: Term, b: Term) -> bool = cvc5_term_is_disequal(a.0, b.0);
    term_compare(a: Term, b: Term) -> i64 = cvc5_term_compare(a.0, b.0);
    term_hash(term: Term) -> u64 = cvc5_term_hash(term.0);
    substitute(term: Term, part: Term, by: Term) -> Term
        = cvc5_term_substitute_term(term.0, part.0, by.0);
    substitute_all(term: Term, parts: &[Term], by: &[Term]) -> Term
        = cvc5_term_substitute_terms(
            term.0, parts.len().min(by.len()) as u64, terms(parts), terms(by)
        );
    is_int32_value(term: Term) -> bool = cvc5_term_is_int32_value(term.0);
    int32_value(term: Term) -> i32 = cvc5_term_get_int32_value(term.0);
    is_uint32_value(term: Term) -> bool = cvc5_term_is_uint32_value(term.0);
    uint32_value(term: Term) -> u32 = cvc5_term_get_uint32_value(term.0);
    is_uint64_value(term: Term) -> bool = cvc5_term_is_uint64_value(term.0);
    uint64_value(term: Term) -> u64 = cvc5_term_get_uint64_value(term.0);
    is_real32_value(term: Term) -> bool = cvc5_term_is_real32_value(term.0);
    is_cardinality(term: Term) -> bool = cvc5_term_is_cardinality_constraint(term.0);
    is_algebraic(term: Term) -> bool = cvc5_term_is_real_algebraic_number(term.0);
    algebraic_polynomial(term: Term, variable: Term) -> Term
        = cvc5_term_get_real_algebraic_number_defining_polynomial(term.0, variable.0);
    algebraic_lower(term: Term) -> Term = cvc5_term_get_real_algebraic_number_lower_bound(term.0);
    algebraic_upper(term: Term) -> Term = cvc5_term_get_real_algebraic_number_upper_bound(term.0);
    is_skolem(term: Term) -> bool = cvc5_term_is_skolem(term.0);
    skolem_id(term: Term) -> i32 = cvc5_term_get_skolem_id(term.0);

    info(flag: &str) -> String = cvc5_get_info(self.solver, c(flag)?.as_ptr());
    set_info(keyword: &str, value: &str) -> ()
        = cvc5_set_info(self.solver, c(keyword)?.as_ptr(), c(value)?.as_ptr());
    option(name: &str) -> String = cvc5_get_option(self.solver, c(name)?.as_ptr());
    is_logic_set() -> bool = cvc5_is_logic_set(self.solver);
    logic() -> String = cvc5_get_logic(self.solver);
    is_output_on(tag: &str) -> bool = cvc5_is_output_on(self.solver, c(tag)?.as_ptr());
    declare_fun_again(symbol: &str, domain: &[Sort], codomain: Sort, fresh: bool) -> Term
        = cvc5_declare_fun(
            self.solver, c(symbol)?.as_ptr(), domain.len() as u64, sorts(domain), codomain.0, fresh
        );
    define_fun_rec(symbol: &str, params: &[Term], codomain: Sort, body: Term) -> Term
        = cvc5_define_fun_rec(
            self.solver, c(symbol)?.as_ptr(), params.len() as u64, terms(params), codomain.0,
            body.0, true
        );
    define_fun_rec_from_const(function: Term, params: &[Term], body: Term) -> Term
        = cvc5_define_fun_rec_from_const(
            self.solver, function.0, params.len() as u64, terms(params), body.0, true
        );
    block_model(mode: i32) -> () = cvc5_block_model(self.solver, mode);
    block_model_values(of: &[Term]) -> ()
        = cvc5_block_model_values(self.solver, of.len() as u64, terms(of));
    is_model_core_symbol(constant: Term) -> bool
        = cvc5_is_model_core_symbol(self.solver, constant.0);
    instantiations() -> String = cvc5_get_instantiations(self.solver);
    eliminate(formula: Term) -> Term = cvc5_get_quantifier_elimination(self.solver, formula.0);
    eliminate_disjunct(formula: Term) -> Term
        = cvc5_get_quantifier_elimination_disjunct(self.solver, formula.0);
    declare_pool(symbol: &str, sort: Sort, initial: &[Term]) -> Term
        = cvc5_declare_pool(
            self.solver, c(symbol)?.as_ptr(), sort.0, initial.len() as u64, terms(initial)
        );

    proof_rule(proof: Proof) -> i32 = cvc5_proof_get_rule(proof.0);
    proof_rewrite(proof: Proof) -> i32 = cvc5_proof_get_rewrite_rule(proof.0);
    proof_result(proof: Proof) -> Term = cvc5_proof_get_result(proof.0);
    proof_is_equal(a: Proof, b: Proof) -> bool = cvc5_proof_is_equal(a.0, b.0);
    proof_is_disequal(a: Proof, b: Proof) -> bool = cvc5_proof_is_disequal(a.0, b.0);
    proof_hash(proof: Proof) -> u64 = cvc5_proof_hash(proof.0);
    proof_copy(proof: Proof) -> Proof = cvc5_proof_copy(proof.0);
    proof_release(proof: Proof) -> () = cvc5_proof_release(proof.0);
    proof_to_string(proof: Proof, format: i32) -> String
        = cvc5_proof_to_string(
            self.solver, proof.0, format, 0, std::ptr::null(), std::ptr::null_mut()
        );

    sygus_var(symbol: &str, sort: Sort) -> Term
        = cvc5_declare_sygus_var(self.solver, c(symbol)?.as_ptr(), sort.0);
    mk_grammar(params: &[Term], symbols: &[Term]) -> Grammar
        = cvc5_mk_grammar(
            self.solver, params.len() as u64, terms(params), symbols.len() as u64, terms(symbols)
        );
    grammar_rule(grammar: Grammar, symbol: Term, rule: Term) -> ()
        = cvc5_grammar_add_rule(grammar.0, symbol.0, rule.0);
    grammar_rules(grammar: Grammar, symbol: Term, rules: &[Term]) -> ()
        = cvc5_grammar_add_rules(grammar.0, symbol.0, rules.len() as u64, terms(rules));
    grammar_constant(grammar: Grammar, symbol: Term) -> ()
        = cvc5_grammar_add_any_constant(grammar.0, symbol.0);
    grammar_variable(grammar: Grammar, symbol: Term) -> ()
        = cvc5_grammar_add_any_variable(grammar.0, symbol.0);
    grammar_to_string(grammar: Grammar) -> String = cvc5_grammar_to_string(grammar.0);
    grammar_is_equal(a: Grammar, b: Grammar) -> bool = cvc5_grammar_is_equal(a.0, b.0);
    grammar_is_disequal(a: Grammar, b: Grammar) -> bool = cvc5_grammar_is_disequal(a.0, b.0);
    grammar_hash(grammar: Grammar) -> u64 = cvc5_grammar_hash(grammar.0);
    grammar_copy(grammar: Grammar) -> Grammar = cvc5_grammar_copy(grammar.0);
    grammar_release(grammar: Grammar) -> () = cvc5_grammar_release(grammar.0);
    synth_fun(symbol: &str, params: &[Term], codomain: Sort) -> Term
        = cvc5_synth_fun(
            self.solver, c(symbol)?.as_ptr(), params.len() as u64, terms(params), codomain.0
        );
    synth_fun_in(symbol: &str, params: &[Term], codomain: Sort, grammar: Grammar) -> Term
        = cvc5_synth_fun_with_grammar(
            self.solver, c(symbol)?.as_ptr(), params.len() as u64, terms(params), codomain.0,
            grammar.0
        );
    sygus_constraint(formula: Term) -> () = cvc5_add_sygus_constraint(self.solver, formula.0);
    sygus_assume(formula: Term) -> () = cvc5_add_sygus_assume(self.solver, formula.0);
    sygus_invariant(invariant: Term, before: Term, step: Term, after: Term) -> ()
        = cvc5_add_sygus_inv_constraint(self.solver, invariant.0, before.0, step.0, after.0);
    check_synth() -> Synthesis = cvc5_check_synth(self.solver);
    check_synth_next() -> Synthesis = cvc5_check_synth_next(self.solver);
    synth_is_null(result: Synthesis) -> bool = cvc5_synth_result_is_null(result.0);
    synth_has_solution(result: Synthesis) -> bool = cvc5_synth_result_has_solution(result.0);
    synth_has_no_solution(result: Synthesis) -> bool = cvc5_synth_result_has_no_solution(result.0);
    synth_is_unknown(result: Synthesis) -> bool = cvc5_synth_result_is_unknown(result.0);
    synth_is_equal(a: Synthesis, b: Synthesis) -> bool = cvc5_synth_result_is_equal(a.0, b.0);
    synth_is_disequal(a: Synthesis, b: Synthesis) -> bool = cvc5_synth_result_is_disequal(a.0, b.0);
    synth_to_string(result: Synthesis) -> String = cvc5_synth_result_to_string(result.0);
    synth_hash(result: Synthesis) -> u64 = cvc5_synth_result_hash(result.0);
    synth_copy(result: Synthesis) -> Synthesis = cvc5_synth_result_copy(result.0);
    synth_release(result: Synthesis) -> () = cvc5_synth_result_release(result.0);
    synth_solution(function: Term) -> Term = cvc5_get_synth_solution(self.solver, function.0);
    }
    maybe {
    interpolant(conjecture: Term) -> Term = cvc5_get_interpolant(self.solver, conjecture.0);
    interpolant_in(conjecture: Term, grammar: Grammar) -> Term
        = cvc5_get_interpolant_with_grammar(self.solver, conjecture.0, grammar.0);
    interpolant_next() -> Term = cvc5_get_interpolant_next(self.solver);
    abduct(conjecture: Term) -> Term = cvc5_get_abduct(self.solver, conjecture.0);
    abduct_in(conjecture: Term, grammar: Grammar) -> Term
        = cvc5_get_abduct_with_grammar(self.solver, conjecture.0, grammar.0);
    abduct_next() -> Term = cvc5_get_abduct_next(self.solver);
    find_synth(target: i32) -> Term = cvc5_find_synth(self.solver, target);
    find_synth_in(target: i32, grammar: Grammar) -> Term
        = cvc5_find_synth_with_grammar(self.solver, target, grammar.0);
    find_synth_next() -> Term = cvc5_find_synth_next(self.solver);
    }
    arrays {
    instantiated_by(sort: Sort) -> Sort = cvc5_sort_get_instantiated_parameters(sort.0);
    skolem_indices(term: Term) -> Term = cvc5_term_get_skolem_indices(term.0);
    learned_literals(kind: i32) -> Term = cvc5_get_learned_literals(self.solver, kind);
    unsat_core_lemmas() -> Term = cvc5_get_unsat_core_lemmas(self.solver);
    proofs(component: i32) -> Proof = cvc5_get_proof(self.solver, component);
    proof_children(proof: Proof) -> Proof = cvc5_proof_get_children(proof.0);
    proof_arguments(proof: Proof) -> Term = cvc5_proof_get_arguments(proof.0);
    sygus_constraints() -> Term = cvc5_get_sygus_constraints(self.solver);
    sygus_assumptions() -> Term = cvc5_get_sygus_assumptions(self.solver);
    }
}

impl Session {
    /// Whether the manager of the solver, by its own getter, is that of this session.
    pub(in super::super) fn owns_its_manager(&self) -> Result<bool> {
        require_function(self.api.0.cvc5_get_tm.exists(), "cvc5_get_tm")?;
        // SAFETY: the solver is live; the manager is only compared.
        let tm = unsafe { self.api.0.cvc5_get_tm(self.solver) };
        self.api.check()?;
        Ok(tm == self.tm)
    }

    /// The numerator and the denominator of a rational value that fits 32 bits.
    pub(in super::super) fn real32_value(&self, term: Term) -> Result<(i32, u32)> {
        require_function(
            self.api.0.cvc5_term_get_real32_value.exists(),
            "cvc5_term_get_real32_value",
        )?;
        let (mut numerator, mut denominator) = (0, 0);
        let raw = self.api.0;
        // SAFETY: the term is live; both results are owned by this frame.
        unsafe { raw.cvc5_term_get_real32_value(term.0, &raw mut numerator, &raw mut denominator) };
        self.api.check()?;
        Ok((numerator, denominator))
    }

    /// The sort and the bound of a cardinality constraint.
    pub(in super::super) fn cardinality(&self, term: Term) -> Result<(Sort, u32)> {
        let name = "cvc5_term_get_cardinality_constraint";
        require_function(
            self.api.0.cvc5_term_get_cardinality_constraint.exists(),
            name,
        )?;
        let (mut sort, mut bound) = (std::ptr::null_mut(), 0);
        let raw = self.api.0;
        // SAFETY: the term is live; both results are owned by this frame.
        unsafe { raw.cvc5_term_get_cardinality_constraint(term.0, &raw mut sort, &raw mut bound) };
        self.api.check()?;
        Ok((handle(sort, name)?, bound))
    }

    /// Assertions and how difficult they were.
    pub(in super::super) fn difficulty(&self) -> Result<Vec<(Term, Term)>> {
        require_function(
            self.api.0.cvc5_get_difficulty.exists(),
            "cvc5_get_difficulty",
        )?;
        let (mut size, mut inputs, mut values) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the solver is live; both arrays have `size` terms and are copied at once.
        unsafe {
            let raw = self.api.0;
            raw.cvc5_get_difficulty(self.solver, &raw mut size, &raw mut inputs, &raw mut values);
            self.api.check()?;
            let inputs = array(inputs.cast_const(), size)?;
            Ok(inputs
                .into_iter()
                .zip(array(values.cast_const(), size)?)
                .collect())
        }
    }

    /// The result of a search for a core with a timeout, and the core. It is a core of the
    /// assumptions, if there are any, and of the assertions otherwise.
    pub(in super::super) fn timeout_core(
        &self,
        assumptions: Option<&[Term]>,
    ) -> Result<(Outcome, Vec<Term>)> {
        let raw = self.api.0;
        require_function(raw.cvc5_get_timeout_core.exists(), "cvc5_get_timeout_core")?;
        require_function(
            raw.cvc5_get_timeout_core_assuming.exists(),
            "cvc5_get_timeout_core_assuming",
        )?;
        let (mut outcome, mut size) = (std::ptr::null_mut(), 0);
        // SAFETY: the solver and the assumptions are live; the array has `size` terms and is copied
        // at once.
        let core = unsafe {
            let start = match assumptions {
                None => raw.cvc5_get_timeout_core(self.solver, &raw mut outcome, &raw mut size),
                Some(assumed) => raw.cvc5_get_timeout_core_assuming(
                    self.solver,
                    assumed.len() as u64,
                    terms(assumed),
                    &raw mut outcome,
                    &raw mut size,
                ),
            };
            self.api.check()?;
            array(start, size)?
        };
        Ok((handle(outcome, "cvc5_get_timeout_core")?, core))
    }

    /// Solutions for some functions to synthesize, one for each.
    pub(in super::super) fn synth_solutions(&self, functions: &[Term]) -> Result<Vec<Term>> {
        require_function(
            self.api.0.cvc5_get_synth_solutions.exists(),
            "cvc5_get_synth_solutions",
        )?;
        let count = functions.len() as u64;
        // SAFETY: the solver and the functions are live; the array has one term for each, copied at
        // once.
        unsafe {
            let start = self
                .api
                .0
                .cvc5_get_synth_solutions(self.solver, count, terms(functions));
            self.api.check()?;
            array(start, count)
        }
    }

    /// Defines functions together, each with its parameters and body.
    pub(in super::super) fn define_funs_rec(
        &self,
        definitions: &[(Term, &[Term], Term)],
    ) -> Result {
        require_function(
            self.api.0.cvc5_define_funs_rec.exists(),
            "cvc5_define_funs_rec",
        )?;
        let functions: Vec<Term> = definitions.iter().map(|d| d.0).collect();
        let bodies: Vec<Term> = definitions.iter().map(|d| d.2).collect();
        let mut arities: Vec<u64> = definitions.iter().map(|d| d.1.len() as u64).collect();
        let mut params: Vec<*const Cvc5Term> = definitions.iter().map(|d| terms(d.1)).collect();
        // SAFETY: all arrays have as many members as there are functions, each list of parameters
        // as many as its arity says, and all outlive the call.
        unsafe {
            self.api.0.cvc5_define_funs_rec(
                self.solver,
                functions.len() as u64,
                terms(&functions),
                arities.as_mut_ptr(),
                params.as_mut_ptr(),
                terms(&bodies),
                true,
            );
        }
        self.api.check()
    }
}
