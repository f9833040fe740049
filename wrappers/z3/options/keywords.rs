//! Names of options of Z3. The API takes parameters of solvers without their module, and sets them
//! in every module that has them. In scripts the module is needed, except for global parameters.

/// Modules. With another word before the dot, the name is a parameter of the module `smt`.
const MODULES: &str = "\
    algebraic combined_solver fp lp model model_evaluator nlsat nnf opt parallel parser \
    pattern pi polynomial pp proof rcf rewriter sat simplifier sls smt smt_parallel solver \
    tactic trace";

/// Parameters of the module `rewriter`.
const REWRITER: &str = "\
    algebraic_number_evaluator arith_ineq_lhs arith_lhs bit2bool blast_distinct \
    blast_distinct_threshold blast_eq_value blast_select_store bv_extract_prop \
    bv_ineq_consistency_test_max bv_ite2id bv_le2extract bv_le_extra bv_not_simpl bv_sort_ac \
    bv_trailing bv_urem_simpl bvnot2arith cache_all elim_and elim_ite elim_rem elim_sign_ext \
    elim_to_real enable_der eq2ineq expand_nested_stores expand_power expand_select_ite \
    expand_select_store expand_store_eq expand_tan flat flat_and_or gcd_rounding hi_div0 \
    hi_fp_unspecified hoist_cmul hoist_ite hoist_mul ignore_patterns_on_ground_qbody \
    ite_extra_rules local_ctx local_ctx_limit max_degree mul2concat mul_to_power \
    pull_cheap_ite push_ite_arith push_ite_bv push_to_real rewrite_patterns som som_blowup \
    sort_disjunctions sort_store sort_sums split_concat_eq udiv2mul unfold_recursive_functions";

/// Parameters of the module `sat`.
const SAT: &str = "\
    abce acce anf anf.delay anf.exlin asymm_branch asymm_branch.all asymm_branch.delay \
    asymm_branch.limit asymm_branch.rounds asymm_branch.sampled ate backtrack.conflicts \
    backtrack.scopes bca bce bce_at bce_delay binspr blocked_clause_limit \
    branching.anti_exploration branching.heuristic burst_search cardinality.encoding \
    cardinality.solver cce core.minimize_partial cut cut.aig cut.dont_cares cut.force \
    cut.lut cut.npn3 cut.redundancies cut.xor dimacs.core drat.activity drat.binary \
    drat.check_sat drat.check_unsat dyn_sub_res elim_vars elim_vars_bdd \
    enable_pre_simplify euf \
    force_cleanup gc gc.burst gc.defrag gc.increment gc.initial gc.k gc.small_lbd \
    inprocess.max lookahead.cube.cutoff lookahead.cube.depth lookahead.cube.fraction \
    lookahead.cube.freevars lookahead.cube.psat.clause_base lookahead.cube.psat.trigger \
    lookahead.cube.psat.var_exp lookahead.delta_fraction lookahead.double \
    lookahead.global_autarky lookahead.preselect lookahead.reward lookahead.use_learned \
    lookahead_scores lookahead_simplify lookahead_simplify.bca minimize_lemmas \
    override_incremental pb.lemma_format pb.min_arity pb.resolve pb.solver phase \
    phase.sticky probing probing_binary probing_cache probing_limit propagate.prefetch \
    random_freq reorder.activity_scale reorder.base reorder.itau rephase.base \
    resolution.cls_cutoff1 resolution.cls_cutoff2 resolution.limit \
    resolution.lit_cutoff_range1 resolution.lit_cutoff_range2 resolution.lit_cutoff_range3 \
    resolution.occ_cutoff resolution.occ_cutoff_range1 resolution.occ_cutoff_range2 \
    resolution.occ_cutoff_range3 restart restart.emafastglue restart.emaslowglue \
    restart.factor restart.fast restart.initial restart.margin retain_blocked_clauses scc \
    scc.tr search.sat.conflicts search.unsat.conflicts simplify.delay smt subsumption \
    subsumption.limit unit_walk variable_decay xor.solver";

/// Modules with their parameters. All other parameters are those of the module `smt`. Releases from
/// 4.8.5 to 5.4.0 do not disagree.
const PARAMETERS: &[(&str, &str)] = &[
    ("combined_solver", "ignore_solver1 solver2_unknown"),
    ("lp", "bprop_on_pivoted_rows enable_hnf min"),
    ("model", "compact inline_def v1 v2"),
    (
        "nlsat",
        "check_lemmas factor inline_vars minimize_conflicts randomize reorder shuffle_vars simplify_conflicts",
    ),
    ("nnf", "ignore_labels sk_hack"),
    ("rewriter", REWRITER),
    ("sat", SAT),
    ("smt", "sls.parallel"),
    (
        "solver",
        "enforce_model_conversion proof.check proof.check_rup proof.save proof.trim slice",
    ),
];

/// Parameters of Z3 as a whole.
const GLOBAL: &str = "\
    auto_config ctrl_c debug_ref_count dot_proof_file encoding memory_high_watermark \
    memory_high_watermark_mb memory_max_alloc_count memory_max_size rlimit stats timeout \
    type_check unicode verbose warning well_sorted_check";

/// Parameters that only exist in the API: those of tactics and of the wrapper.
const API: &str = "\
    aig_per_assertion blast_add blast_full blast_mul blast_quant candidate_models \
    cofactor_equalities \
    common_patterns compile_equality complete context_solve distributivity elim_inverses \
    elim_root_objects eliminate_mod eliminate_variables_as_block ff.enum_bits ff.f4_in_sat \
    ff.max_branches ff.preprocess ite_chaing ite_extra \
    ite_solver keep_cardinality_constraints learned lia2pb_partial max_args max_depth \
    max_rounds norm_int_only produce_models propagate_eq qe_nonlinear share-context \
    solve_eqs_max_occs split_factors theory_solver";

fn contains(words: &str, word: &str) -> bool {
    words.split(' ').any(|w| w == word)
}

/// The name in scripts. `None` if there is none.
pub(in crate::z3) fn keyword(name: &str) -> Option<String> {
    let module = name.split_once('.').map(|(module, _)| module);
    // Names with hyphens belong to other solvers.
    if contains(API, name) || name.contains('-') {
        return None;
    }
    let of = |row: &&(&str, &str)| contains(row.1, name);
    if let Some((module, _)) = PARAMETERS.iter().find(of) {
        return Some(format!("{module}.{name}"));
    }
    if contains(GLOBAL, name) || module.is_some_and(|module| contains(MODULES, module)) {
        return Some(name.to_owned());
    }
    Some(format!("smt.{name}"))
}
