//! Names of options of Z3. The API takes parameters of solvers without their module, and sets them in every module that has them. In scripts
//! the module is needed, except for global parameters.

/// Modules. With another word before the dot, the name is a parameter of the module `smt`.
const MODULES: &str = "\
    algebraic combined_solver fp lp model model_evaluator nlsat nnf opt parallel parser \
    pattern pi polynomial pp proof rcf rewriter sat simplifier sls smt smt_parallel solver \
    tactic trace";

/// Parameters of the module `rewriter`.
const REWRITER: &str = "\
    algebraic_number_evaluator arith_ineq_lhs arith_lhs bit2bool blast_distinct \
    blast_distinct_threshold blast_eq_value blast_select_store bv_extract_prop bv_ite2id \
    bv_le2extract bv_le_extra bv_not_simpl bv_sort_ac cache_all elim_and elim_ite elim_rem \
    elim_sign_ext elim_to_real enable_der eq2ineq expand_nested_stores expand_power \
    expand_select_ite expand_select_store expand_store_eq expand_tan flat flat_and_or \
    gcd_rounding hi_div0 hi_fp_unspecified hoist_ite hoist_mul ignore_patterns_on_ground_qbody \
    ite_extra_rules local_ctx local_ctx_limit max_degree mul2concat mul_to_power \
    pull_cheap_ite push_ite_arith push_ite_bv push_to_real rewrite_patterns som som_blowup \
    sort_disjunctions sort_store sort_sums split_concat_eq unfold_recursive_functions";

/// Parameters of Z3 as a whole.
const GLOBAL: &str = "\
    auto_config ctrl_c debug_ref_count dot_proof_file encoding memory_high_watermark \
    memory_high_watermark_mb memory_max_alloc_count memory_max_size rlimit stats timeout \
    type_check unicode verbose warning well_sorted_check";

/// Parameters that only exist in the API: those of tactics and of the wrapper.
const API: &str = "\
    compile_equality context_solve eliminate_mod ite_solver propagate_eq share-context \
    theory_solver";

/// Other parameters, with their modules.
const OTHERS: [(&str, &str); 6] = [
    ("compact", "model"),
    ("inline_def", "model"),
    ("v1", "model"),
    ("v2", "model"),
    ("ignore_solver1", "combined_solver"),
    ("slice", "solver"),
];

fn contains(words: &str, word: &str) -> bool {
    words.split(' ').any(|w| w == word)
}

/// The name in scripts. `None` if there is none.
pub(super) fn keyword(name: &str) -> Option<String> {
    let module = name.split_once('.').map(|(module, _)| module);
    // Names with hyphens belong to other solvers.
    if contains(API, name) || name.contains('-') {
        return None;
    }
    if contains(GLOBAL, name) || module.is_some_and(|module| contains(MODULES, module)) {
        return Some(name.to_owned());
    }
    let other = OTHERS.iter().find(|(other, _)| *other == name);
    let module = match other {
        Some((_, module)) => module,
        None if contains(REWRITER, name) => "rewriter",
        None => "smt",
    };
    Some(format!("{module}.{name}"))
}
