/* The part of Z3's C interface that the actions of Z3 alone call, in our own words: `native/` has them. Like the
 * rest it fits every library from 4.8.5 on; what a library lacks is not called. */

typedef struct murxla_ast_map *Z3_ast_map;
typedef struct murxla_goal *Z3_goal;
typedef struct murxla_probe *Z3_probe;
typedef struct murxla_simplifier *Z3_simplifier;
typedef struct murxla_apply_result *Z3_apply_result;
typedef struct murxla_stats *Z3_stats;
typedef struct murxla_optimize *Z3_optimize;
typedef struct murxla_fixedpoint *Z3_fixedpoint;
typedef struct murxla_parser_context *Z3_parser_context;
typedef struct murxla_rcf_num *Z3_rcf_num;
typedef struct murxla_solver_callback *Z3_solver_callback;

/* How exact a goal is: of these only the first keeps all models, and lets unsat be concluded. */
enum { Z3_GOAL_PRECISE = 0, Z3_GOAL_UNDER = 1, Z3_GOAL_OVER = 2, Z3_GOAL_UNDER_OVER = 3 };
/* Kinds of parameters of declarations. */
enum {
  Z3_PARAMETER_INT = 0, Z3_PARAMETER_DOUBLE = 1, Z3_PARAMETER_RATIONAL = 2, Z3_PARAMETER_SYMBOL = 3,
  Z3_PARAMETER_SORT = 4, Z3_PARAMETER_AST = 5, Z3_PARAMETER_FUNC_DECL = 6
};
enum { Z3_INT_SYMBOL = 0, Z3_STRING_SYMBOL = 1 };
/* How terms are printed: as SMT-LIB in full, for debugging, and as SMT-LIB that others read, too. */
enum { Z3_PRINT_SMTLIB_FULL = 0, Z3_PRINT_LOW_LEVEL = 1, Z3_PRINT_SMTLIB2_COMPLIANT = 2 };

/* What a propagator, an optimizer or a proof is told. */
typedef void (*Z3_push_eh)(void *state, Z3_solver_callback cb);
typedef void (*Z3_pop_eh)(void *state, Z3_solver_callback cb, unsigned levels);
typedef void *(*Z3_fresh_eh)(void *state, Z3_context other);
typedef void (*Z3_fixed_eh)(void *state, Z3_solver_callback cb, Z3_ast term, Z3_ast value);
typedef void (*Z3_eq_eh)(void *state, Z3_solver_callback cb, Z3_ast a, Z3_ast b);
typedef void (*Z3_final_eh)(void *state, Z3_solver_callback cb);
typedef void (*Z3_created_eh)(void *state, Z3_solver_callback cb, Z3_ast term);
typedef void (*Z3_decide_eh)(void *state, Z3_solver_callback cb, Z3_ast term, unsigned bit, _Bool phase);
typedef _Bool (*Z3_on_binding_eh)(void *state, Z3_solver_callback cb, Z3_ast quantifier, Z3_ast instance);
typedef void (*Z3_on_clause_eh)(void *state, Z3_ast hint, unsigned n, const unsigned *deps, Z3_ast_vector literals);
typedef void (*Z3_model_eh)(void *state);
typedef void (*Z3_fixedpoint_new_lemma_eh)(void *state, Z3_ast lemma, unsigned level);
typedef void (*Z3_fixedpoint_predecessor_eh)(void *state);
typedef void (*Z3_fixedpoint_unfold_eh)(void *state);

/* Contexts of their own ways. */
void Z3_set_param_value(Z3_config config, const char *name, const char *value);

/* Reading and rebuilding terms, sorts, declarations and patterns. */
void Z3_add_const_interp(Z3_context c, Z3_model m, Z3_func_decl f, Z3_ast a);
Z3_ast Z3_app_to_ast(Z3_context c, Z3_app r);
const char *Z3_fpa_get_numeral_exponent_string(Z3_context c, Z3_ast a, _Bool on);
_Bool Z3_fpa_get_numeral_sign(Z3_context c, Z3_ast a, _Bool *ons);
Z3_ast Z3_fpa_get_numeral_sign_bv(Z3_context c, Z3_ast a);
const char *Z3_fpa_get_numeral_significand_string(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral(Z3_context c, Z3_ast a);
Z3_ast Z3_func_decl_to_ast(Z3_context c, Z3_func_decl f);
unsigned Z3_get_array_arity(Z3_context c, Z3_sort s);
Z3_sort Z3_get_array_sort_domain_n(Z3_context c, Z3_sort s, unsigned n);
unsigned Z3_get_ast_hash(Z3_context c, Z3_ast a);
unsigned Z3_get_ast_id(Z3_context c, Z3_ast a);
Z3_ast Z3_get_decl_ast_parameter(Z3_context c, Z3_func_decl f, unsigned n);
double Z3_get_decl_double_parameter(Z3_context c, Z3_func_decl f, unsigned n);
Z3_func_decl Z3_get_decl_func_decl_parameter(Z3_context c, Z3_func_decl f, unsigned n);
int Z3_get_decl_int_parameter(Z3_context c, Z3_func_decl f, unsigned n);
unsigned Z3_get_decl_num_parameters(Z3_context c, Z3_func_decl f);
int Z3_get_decl_parameter_kind(Z3_context c, Z3_func_decl f, unsigned n);
const char *Z3_get_decl_rational_parameter(Z3_context c, Z3_func_decl f, unsigned n);
Z3_sort Z3_get_decl_sort_parameter(Z3_context c, Z3_func_decl f, unsigned n);
Z3_symbol Z3_get_decl_symbol_parameter(Z3_context c, Z3_func_decl f, unsigned n);
unsigned Z3_get_depth(Z3_context c, Z3_ast a);
unsigned Z3_get_domain_size(Z3_context c, Z3_func_decl f);
unsigned Z3_get_func_decl_id(Z3_context c, Z3_func_decl f);
const char *Z3_get_lstring(Z3_context c, Z3_ast a, unsigned *ns);
double Z3_get_numeral_double(Z3_context c, Z3_ast a);
_Bool Z3_get_numeral_int(Z3_context c, Z3_ast a, int *ns);
_Bool Z3_get_numeral_rational_int64(Z3_context c, Z3_ast a, long long *rs, long long *rs2);
_Bool Z3_get_numeral_uint(Z3_context c, Z3_ast a, unsigned *ns);
Z3_ast Z3_get_pattern(Z3_context c, Z3_pattern r, unsigned n);
unsigned Z3_get_pattern_num_terms(Z3_context c, Z3_pattern r);
Z3_symbol Z3_get_quantifier_bound_name(Z3_context c, Z3_ast a, unsigned n);
Z3_symbol Z3_get_quantifier_id(Z3_context c, Z3_ast a);
Z3_ast Z3_get_quantifier_no_pattern_ast(Z3_context c, Z3_ast a, unsigned n);
unsigned Z3_get_quantifier_num_no_patterns(Z3_context c, Z3_ast a);
unsigned Z3_get_quantifier_num_patterns(Z3_context c, Z3_ast a);
Z3_pattern Z3_get_quantifier_pattern_ast(Z3_context c, Z3_ast a, unsigned n);
Z3_symbol Z3_get_quantifier_skolem_id(Z3_context c, Z3_ast a);
unsigned Z3_get_quantifier_weight(Z3_context c, Z3_ast a);
unsigned Z3_get_sort_id(Z3_context c, Z3_sort s);
int Z3_get_symbol_int(Z3_context c, Z3_symbol name);
int Z3_get_symbol_kind(Z3_context c, Z3_symbol name);
_Bool Z3_is_eq_ast(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_is_eq_func_decl(Z3_context c, Z3_func_decl f, Z3_func_decl f2);
_Bool Z3_is_eq_sort(Z3_context c, Z3_sort s, Z3_sort s2);
_Bool Z3_is_ground(Z3_context c, Z3_ast a);
_Bool Z3_is_lambda(Z3_context c, Z3_ast a);
_Bool Z3_is_quantifier_exists(Z3_context c, Z3_ast a);
_Bool Z3_is_quantifier_forall(Z3_context c, Z3_ast a);
_Bool Z3_is_re_sort(Z3_context c, Z3_sort s);
_Bool Z3_is_well_sorted(Z3_context c, Z3_ast a);
void Z3_params_validate(Z3_context c, Z3_params p, Z3_param_descrs r);
Z3_ast Z3_pattern_to_ast(Z3_context c, Z3_pattern r);
Z3_ast Z3_sort_to_ast(Z3_context c, Z3_sort s);
Z3_ast Z3_substitute_funs(Z3_context c, Z3_ast a, unsigned n, const Z3_func_decl *fs, const Z3_ast *as);
Z3_app Z3_to_app(Z3_context c, Z3_ast a);
Z3_func_decl Z3_to_func_decl(Z3_context c, Z3_ast a);
Z3_ast Z3_translate(Z3_context c, Z3_ast a, Z3_context to);
Z3_ast Z3_update_term(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *as);

/* Models, walked and built. */
Z3_func_interp Z3_add_func_interp(Z3_context c, Z3_model m, Z3_func_decl f, Z3_ast a);
void Z3_func_interp_add_entry(Z3_context c, Z3_func_interp r, Z3_ast_vector v, Z3_ast a);
unsigned Z3_func_interp_get_arity(Z3_context c, Z3_func_interp r);
void Z3_func_interp_set_else(Z3_context c, Z3_func_interp r, Z3_ast a);
Z3_model Z3_mk_model(Z3_context c);
Z3_ast Z3_model_extrapolate(Z3_context c, Z3_model m, Z3_ast a);
Z3_func_decl Z3_model_get_const_decl(Z3_context c, Z3_model m, unsigned n);
Z3_ast Z3_model_get_const_interp(Z3_context c, Z3_model m, Z3_func_decl f);
Z3_func_decl Z3_model_get_func_decl(Z3_context c, Z3_model m, unsigned n);
unsigned Z3_model_get_num_consts(Z3_context c, Z3_model m);
unsigned Z3_model_get_num_funcs(Z3_context c, Z3_model m);
unsigned Z3_model_get_num_sorts(Z3_context c, Z3_model m);
Z3_sort Z3_model_get_sort(Z3_context c, Z3_model m, unsigned n);
Z3_ast_vector Z3_model_get_sort_universe(Z3_context c, Z3_model m, Z3_sort s);
Z3_model Z3_model_translate(Z3_context c, Z3_model m, Z3_context to);

/* Algebraic numbers and polynomials. */
Z3_ast Z3_algebraic_add(Z3_context c, Z3_ast a, Z3_ast a2);
Z3_ast Z3_algebraic_div(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_algebraic_eq(Z3_context c, Z3_ast a, Z3_ast a2);
int Z3_algebraic_eval(Z3_context c, Z3_ast a, unsigned n, Z3_ast *as);
_Bool Z3_algebraic_ge(Z3_context c, Z3_ast a, Z3_ast a2);
unsigned Z3_algebraic_get_i(Z3_context c, Z3_ast a);
Z3_ast_vector Z3_algebraic_get_poly(Z3_context c, Z3_ast a);
_Bool Z3_algebraic_gt(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_algebraic_is_neg(Z3_context c, Z3_ast a);
_Bool Z3_algebraic_is_pos(Z3_context c, Z3_ast a);
_Bool Z3_algebraic_is_value(Z3_context c, Z3_ast a);
_Bool Z3_algebraic_is_zero(Z3_context c, Z3_ast a);
_Bool Z3_algebraic_le(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_algebraic_lt(Z3_context c, Z3_ast a, Z3_ast a2);
Z3_ast Z3_algebraic_mul(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_algebraic_neq(Z3_context c, Z3_ast a, Z3_ast a2);
Z3_ast Z3_algebraic_power(Z3_context c, Z3_ast a, unsigned n);
Z3_ast Z3_algebraic_root(Z3_context c, Z3_ast a, unsigned n);
Z3_ast_vector Z3_algebraic_roots(Z3_context c, Z3_ast a, unsigned n, Z3_ast *as);
int Z3_algebraic_sign(Z3_context c, Z3_ast a);
Z3_ast Z3_algebraic_sub(Z3_context c, Z3_ast a, Z3_ast a2);
Z3_ast Z3_get_algebraic_number_lower(Z3_context c, Z3_ast a, unsigned n);
Z3_ast Z3_get_algebraic_number_upper(Z3_context c, Z3_ast a, unsigned n);
Z3_ast_vector Z3_polynomial_subresultants(Z3_context c, Z3_ast a, Z3_ast a2, Z3_ast a3);

/* Goals, tactics, probes and simplifiers. */
void Z3_apply_result_dec_ref(Z3_context c, Z3_apply_result r);
unsigned Z3_apply_result_get_num_subgoals(Z3_context c, Z3_apply_result r);
Z3_goal Z3_apply_result_get_subgoal(Z3_context c, Z3_apply_result r, unsigned n);
void Z3_apply_result_inc_ref(Z3_context c, Z3_apply_result r);
unsigned Z3_get_num_probes(Z3_context c);
unsigned Z3_get_num_simplifiers(Z3_context c);
unsigned Z3_get_num_tactics(Z3_context c);
const char *Z3_get_probe_name(Z3_context c, unsigned n);
const char *Z3_get_simplifier_name(Z3_context c, unsigned n);
const char *Z3_get_tactic_name(Z3_context c, unsigned n);
void Z3_goal_assert(Z3_context c, Z3_goal g, Z3_ast a);
Z3_model Z3_goal_convert_model(Z3_context c, Z3_goal g, Z3_model m);
void Z3_goal_dec_ref(Z3_context c, Z3_goal g);
unsigned Z3_goal_depth(Z3_context c, Z3_goal g);
Z3_ast Z3_goal_formula(Z3_context c, Z3_goal g, unsigned n);
void Z3_goal_inc_ref(Z3_context c, Z3_goal g);
_Bool Z3_goal_inconsistent(Z3_context c, Z3_goal g);
_Bool Z3_goal_is_decided_sat(Z3_context c, Z3_goal g);
_Bool Z3_goal_is_decided_unsat(Z3_context c, Z3_goal g);
unsigned Z3_goal_num_exprs(Z3_context c, Z3_goal g);
int Z3_goal_precision(Z3_context c, Z3_goal g);
void Z3_goal_reset(Z3_context c, Z3_goal g);
unsigned Z3_goal_size(Z3_context c, Z3_goal g);
const char *Z3_goal_to_string(Z3_context c, Z3_goal g);
Z3_goal Z3_goal_translate(Z3_context c, Z3_goal g, Z3_context to);
Z3_goal Z3_mk_goal(Z3_context c, _Bool on, _Bool on2, _Bool on3);
Z3_probe Z3_mk_probe(Z3_context c, const char *text);
Z3_simplifier Z3_mk_simplifier(Z3_context c, const char *text);
Z3_probe Z3_probe_and(Z3_context c, Z3_probe p, Z3_probe p2);
double Z3_probe_apply(Z3_context c, Z3_probe p, Z3_goal g);
Z3_probe Z3_probe_const(Z3_context c, double x);
void Z3_probe_dec_ref(Z3_context c, Z3_probe p);
Z3_probe Z3_probe_eq(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_ge(Z3_context c, Z3_probe p, Z3_probe p2);
const char *Z3_probe_get_descr(Z3_context c, const char *text);
Z3_probe Z3_probe_gt(Z3_context c, Z3_probe p, Z3_probe p2);
void Z3_probe_inc_ref(Z3_context c, Z3_probe p);
Z3_probe Z3_probe_le(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_lt(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_not(Z3_context c, Z3_probe p);
Z3_probe Z3_probe_or(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_simplifier Z3_simplifier_and_then(Z3_context c, Z3_simplifier r, Z3_simplifier r2);
void Z3_simplifier_dec_ref(Z3_context c, Z3_simplifier r);
const char *Z3_simplifier_get_descr(Z3_context c, const char *text);
Z3_param_descrs Z3_simplifier_get_param_descrs(Z3_context c, Z3_simplifier r);
void Z3_simplifier_inc_ref(Z3_context c, Z3_simplifier r);
Z3_simplifier Z3_simplifier_using_params(Z3_context c, Z3_simplifier r, Z3_params p);
Z3_param_descrs Z3_simplify_get_param_descrs(Z3_context c);
Z3_solver Z3_solver_add_simplifier(Z3_context c, Z3_solver s, Z3_simplifier r);
Z3_tactic Z3_tactic_and_then(Z3_context c, Z3_tactic t, Z3_tactic t2);
Z3_apply_result Z3_tactic_apply(Z3_context c, Z3_tactic t, Z3_goal g);
Z3_apply_result Z3_tactic_apply_ex(Z3_context c, Z3_tactic t, Z3_goal g, Z3_params p);
Z3_tactic Z3_tactic_cond(Z3_context c, Z3_probe p, Z3_tactic t, Z3_tactic t2);
Z3_tactic Z3_tactic_fail(Z3_context c);
Z3_tactic Z3_tactic_fail_if(Z3_context c, Z3_probe p);
Z3_tactic Z3_tactic_fail_if_not_decided(Z3_context c);
const char *Z3_tactic_get_descr(Z3_context c, const char *text);
const char *Z3_tactic_get_help(Z3_context c, Z3_tactic t);
Z3_param_descrs Z3_tactic_get_param_descrs(Z3_context c, Z3_tactic t);
Z3_tactic Z3_tactic_or_else(Z3_context c, Z3_tactic t, Z3_tactic t2);
Z3_tactic Z3_tactic_repeat(Z3_context c, Z3_tactic t, unsigned n);
Z3_tactic Z3_tactic_skip(Z3_context c);
Z3_tactic Z3_tactic_try_for(Z3_context c, Z3_tactic t, unsigned n);
Z3_tactic Z3_tactic_using_params(Z3_context c, Z3_tactic t, Z3_params p);
Z3_tactic Z3_tactic_when(Z3_context c, Z3_probe p, Z3_tactic t);

/* Vectors and maps. */
_Bool Z3_ast_map_contains(Z3_context c, Z3_ast_map m, Z3_ast a);
void Z3_ast_map_dec_ref(Z3_context c, Z3_ast_map m);
void Z3_ast_map_erase(Z3_context c, Z3_ast_map m, Z3_ast a);
Z3_ast Z3_ast_map_find(Z3_context c, Z3_ast_map m, Z3_ast a);
void Z3_ast_map_inc_ref(Z3_context c, Z3_ast_map m);
void Z3_ast_map_insert(Z3_context c, Z3_ast_map m, Z3_ast a, Z3_ast a2);
Z3_ast_vector Z3_ast_map_keys(Z3_context c, Z3_ast_map m);
void Z3_ast_map_reset(Z3_context c, Z3_ast_map m);
unsigned Z3_ast_map_size(Z3_context c, Z3_ast_map m);
void Z3_ast_vector_push(Z3_context c, Z3_ast_vector v, Z3_ast a);
void Z3_ast_vector_resize(Z3_context c, Z3_ast_vector v, unsigned n);
void Z3_ast_vector_set(Z3_context c, Z3_ast_vector v, unsigned n, Z3_ast a);
Z3_ast_vector Z3_ast_vector_translate(Z3_context c, Z3_ast_vector v, Z3_context to);
Z3_ast_map Z3_mk_ast_map(Z3_context c);
Z3_ast_vector Z3_mk_ast_vector(Z3_context c);

/* Texts: printing, parsing, help. */
const char *Z3_ast_map_to_string(Z3_context c, Z3_ast_map m);
const char *Z3_ast_to_string(Z3_context c, Z3_ast a);
const char *Z3_ast_vector_to_string(Z3_context c, Z3_ast_vector v);
const char *Z3_benchmark_to_smtlib_string(Z3_context c, const char *text, const char *text2, const char *text3, const char *text4, unsigned n, const Z3_ast *as, Z3_ast a);
const char *Z3_eval_smtlib2_string(Z3_context c, const char *text);
const char *Z3_func_decl_to_string(Z3_context c, Z3_func_decl f);
Z3_param_descrs Z3_get_global_param_descrs(Z3_context c);
Z3_parser_context Z3_mk_parser_context(Z3_context c);
const char *Z3_param_descrs_get_documentation(Z3_context c, Z3_param_descrs r, Z3_symbol name);
const char *Z3_param_descrs_to_string(Z3_context c, Z3_param_descrs r);
const char *Z3_params_to_string(Z3_context c, Z3_params p);
Z3_ast_vector Z3_parse_smtlib2_string(Z3_context c, const char *text, unsigned n, const Z3_symbol *names, const Z3_sort *ss, unsigned n2, const Z3_symbol *names2, const Z3_func_decl *fs);
void Z3_parser_context_add_decl(Z3_context c, Z3_parser_context r, Z3_func_decl f);
void Z3_parser_context_add_sort(Z3_context c, Z3_parser_context r, Z3_sort s);
void Z3_parser_context_dec_ref(Z3_context c, Z3_parser_context r);
Z3_ast_vector Z3_parser_context_from_string(Z3_context c, Z3_parser_context r, const char *text);
void Z3_parser_context_inc_ref(Z3_context c, Z3_parser_context r);
const char *Z3_pattern_to_string(Z3_context c, Z3_pattern r);
void Z3_set_ast_print_mode(Z3_context c, int r);
void Z3_solver_from_string(Z3_context c, Z3_solver s, const char *text);
const char *Z3_solver_get_help(Z3_context c, Z3_solver s);
const char *Z3_solver_to_string(Z3_context c, Z3_solver s);
const char *Z3_stats_to_string(Z3_context c, Z3_stats r);

/* Fixed points: relations, rules, facts. */
void Z3_fixedpoint_add_fact(Z3_context c, Z3_fixedpoint d, Z3_func_decl f, unsigned n, unsigned *ns);
void Z3_fixedpoint_add_rule(Z3_context c, Z3_fixedpoint d, Z3_ast a, Z3_symbol name);
void Z3_fixedpoint_dec_ref(Z3_context c, Z3_fixedpoint d);
Z3_ast Z3_fixedpoint_get_answer(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_assertions(Z3_context c, Z3_fixedpoint d);
Z3_ast Z3_fixedpoint_get_ground_sat_answer(Z3_context c, Z3_fixedpoint d);
const char *Z3_fixedpoint_get_help(Z3_context c, Z3_fixedpoint d);
Z3_param_descrs Z3_fixedpoint_get_param_descrs(Z3_context c, Z3_fixedpoint d);
const char *Z3_fixedpoint_get_reason_unknown(Z3_context c, Z3_fixedpoint d);
Z3_symbol Z3_fixedpoint_get_rule_names_along_trace(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_rules(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_rules_along_trace(Z3_context c, Z3_fixedpoint d);
Z3_stats Z3_fixedpoint_get_statistics(Z3_context c, Z3_fixedpoint d);
void Z3_fixedpoint_inc_ref(Z3_context c, Z3_fixedpoint d);
int Z3_fixedpoint_query(Z3_context c, Z3_fixedpoint d, Z3_ast a);
int Z3_fixedpoint_query_relations(Z3_context c, Z3_fixedpoint d, unsigned n, const Z3_func_decl *fs);
void Z3_fixedpoint_register_relation(Z3_context c, Z3_fixedpoint d, Z3_func_decl f);
void Z3_fixedpoint_set_params(Z3_context c, Z3_fixedpoint d, Z3_params p);
const char *Z3_fixedpoint_to_string(Z3_context c, Z3_fixedpoint d, unsigned n, Z3_ast *as);
Z3_fixedpoint Z3_mk_fixedpoint(Z3_context c);

/* Solvers: what they know besides answers. */
int Z3_get_implied_equalities(Z3_context c, Z3_solver s, unsigned n, const Z3_ast *as, unsigned *ns);
Z3_ast_vector Z3_solver_cube(Z3_context c, Z3_solver s, Z3_ast_vector v, unsigned n);
int Z3_solver_get_consequences(Z3_context c, Z3_solver s, Z3_ast_vector v, Z3_ast_vector v2, Z3_ast_vector v3);
void Z3_solver_get_levels(Z3_context c, Z3_solver s, Z3_ast_vector v, unsigned n, unsigned *ns);
Z3_ast_vector Z3_solver_get_non_units(Z3_context c, Z3_solver s);
Z3_ast Z3_solver_get_proof(Z3_context c, Z3_solver s);
Z3_stats Z3_solver_get_statistics(Z3_context c, Z3_solver s);
Z3_ast_vector Z3_solver_get_trail(Z3_context c, Z3_solver s);
Z3_ast_vector Z3_solver_get_units(Z3_context c, Z3_solver s);
Z3_solver Z3_solver_translate(Z3_context c, Z3_solver s, Z3_context to);
void Z3_stats_dec_ref(Z3_context c, Z3_stats r);
double Z3_stats_get_double_value(Z3_context c, Z3_stats r, unsigned n);
const char *Z3_stats_get_key(Z3_context c, Z3_stats r, unsigned n);
unsigned Z3_stats_get_uint_value(Z3_context c, Z3_stats r, unsigned n);
void Z3_stats_inc_ref(Z3_context c, Z3_stats r);
_Bool Z3_stats_is_double(Z3_context c, Z3_stats r, unsigned n);
_Bool Z3_stats_is_uint(Z3_context c, Z3_stats r, unsigned n);
unsigned Z3_stats_size(Z3_context c, Z3_stats r);

/* Terms and sorts that no operator has. */
Z3_ast Z3_mk_exists(Z3_context c, unsigned n, unsigned n2, const Z3_pattern *rs, unsigned n3, const Z3_sort *ss, const Z3_symbol *names, Z3_ast a);
Z3_ast Z3_mk_forall(Z3_context c, unsigned n, unsigned n2, const Z3_pattern *rs, unsigned n3, const Z3_sort *ss, const Z3_symbol *names, Z3_ast a);
Z3_func_decl Z3_mk_fresh_func_decl(Z3_context c, const char *text, unsigned n, const Z3_sort *ss, Z3_sort s);
Z3_symbol Z3_mk_int_symbol(Z3_context c, int n);
Z3_ast Z3_mk_lambda(Z3_context c, unsigned n, const Z3_sort *ss, const Z3_symbol *names, Z3_ast a);
Z3_pattern Z3_mk_pattern(Z3_context c, unsigned n, const Z3_ast *as);
Z3_ast Z3_mk_quantifier_ex(Z3_context c, _Bool on, unsigned n, Z3_symbol name, Z3_symbol name2, unsigned n2, const Z3_pattern *rs, unsigned n3, const Z3_ast *as, unsigned n4, const Z3_sort *ss, const Z3_symbol *names, Z3_ast a);

/* Optimization. */
Z3_optimize Z3_mk_optimize(Z3_context c);
void Z3_optimize_assert(Z3_context c, Z3_optimize o, Z3_ast a);
void Z3_optimize_assert_and_track(Z3_context c, Z3_optimize o, Z3_ast a, Z3_ast a2);
unsigned Z3_optimize_assert_soft(Z3_context c, Z3_optimize o, Z3_ast a, const char *text, Z3_symbol name);
int Z3_optimize_check(Z3_context c, Z3_optimize o, unsigned n, const Z3_ast *as);
void Z3_optimize_dec_ref(Z3_context c, Z3_optimize o);
Z3_ast_vector Z3_optimize_get_assertions(Z3_context c, Z3_optimize o);
const char *Z3_optimize_get_help(Z3_context c, Z3_optimize o);
Z3_ast Z3_optimize_get_lower(Z3_context c, Z3_optimize o, unsigned n);
Z3_ast_vector Z3_optimize_get_lower_as_vector(Z3_context c, Z3_optimize o, unsigned n);
Z3_model Z3_optimize_get_model(Z3_context c, Z3_optimize o);
Z3_ast_vector Z3_optimize_get_objectives(Z3_context c, Z3_optimize o);
Z3_param_descrs Z3_optimize_get_param_descrs(Z3_context c, Z3_optimize o);
const char *Z3_optimize_get_reason_unknown(Z3_context c, Z3_optimize o);
Z3_stats Z3_optimize_get_statistics(Z3_context c, Z3_optimize o);
Z3_ast_vector Z3_optimize_get_unsat_core(Z3_context c, Z3_optimize o);
Z3_ast Z3_optimize_get_upper(Z3_context c, Z3_optimize o, unsigned n);
Z3_ast_vector Z3_optimize_get_upper_as_vector(Z3_context c, Z3_optimize o, unsigned n);
void Z3_optimize_inc_ref(Z3_context c, Z3_optimize o);
unsigned Z3_optimize_maximize(Z3_context c, Z3_optimize o, Z3_ast a);
unsigned Z3_optimize_minimize(Z3_context c, Z3_optimize o, Z3_ast a);
void Z3_optimize_pop(Z3_context c, Z3_optimize o);
void Z3_optimize_push(Z3_context c, Z3_optimize o);
void Z3_optimize_set_params(Z3_context c, Z3_optimize o, Z3_params p);
const char *Z3_optimize_to_string(Z3_context c, Z3_optimize o);

/* Real closed fields. Numbers are deleted, not counted. */
Z3_rcf_num Z3_rcf_add(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_coefficient(Z3_context c, Z3_rcf_num a, unsigned n);
void Z3_rcf_del(Z3_context c, Z3_rcf_num a);
Z3_rcf_num Z3_rcf_div(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
_Bool Z3_rcf_eq(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
unsigned Z3_rcf_extension_index(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_ge(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
void Z3_rcf_get_numerator_denominator(Z3_context c, Z3_rcf_num a, Z3_rcf_num *as, Z3_rcf_num *as2);
_Bool Z3_rcf_gt(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_symbol Z3_rcf_infinitesimal_name(Z3_context c, Z3_rcf_num a);
Z3_rcf_num Z3_rcf_inv(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_is_algebraic(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_is_infinitesimal(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_is_rational(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_is_transcendental(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_le(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
_Bool Z3_rcf_lt(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_mk_e(Z3_context c);
Z3_rcf_num Z3_rcf_mk_infinitesimal(Z3_context c);
Z3_rcf_num Z3_rcf_mk_pi(Z3_context c);
Z3_rcf_num Z3_rcf_mk_rational(Z3_context c, const char *text);
unsigned Z3_rcf_mk_roots(Z3_context c, unsigned n, const Z3_rcf_num *as, Z3_rcf_num *as2);
Z3_rcf_num Z3_rcf_mk_small_int(Z3_context c, int n);
Z3_rcf_num Z3_rcf_mul(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_neg(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_neq(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
unsigned Z3_rcf_num_coefficients(Z3_context c, Z3_rcf_num a);
unsigned Z3_rcf_num_sign_condition_coefficients(Z3_context c, Z3_rcf_num a, unsigned n);
unsigned Z3_rcf_num_sign_conditions(Z3_context c, Z3_rcf_num a);
const char *Z3_rcf_num_to_decimal_string(Z3_context c, Z3_rcf_num a, unsigned n);
const char *Z3_rcf_num_to_string(Z3_context c, Z3_rcf_num a, _Bool on, _Bool on2);
Z3_rcf_num Z3_rcf_power(Z3_context c, Z3_rcf_num a, unsigned n);
Z3_rcf_num Z3_rcf_sign_condition_coefficient(Z3_context c, Z3_rcf_num a, unsigned n, unsigned n2);
int Z3_rcf_sign_condition_sign(Z3_context c, Z3_rcf_num a, unsigned n);
Z3_rcf_num Z3_rcf_sub(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_symbol Z3_rcf_transcendental_name(Z3_context c, Z3_rcf_num a);

/* User propagators. */
void Z3_solver_propagate_created(Z3_context c, Z3_solver s, Z3_created_eh r);
void Z3_solver_propagate_diseq(Z3_context c, Z3_solver s, Z3_eq_eh r);
void Z3_solver_propagate_eq(Z3_context c, Z3_solver s, Z3_eq_eh r);
void Z3_solver_propagate_final(Z3_context c, Z3_solver s, Z3_final_eh r);
void Z3_solver_propagate_fixed(Z3_context c, Z3_solver s, Z3_fixed_eh r);
void Z3_solver_propagate_init(Z3_context c, Z3_solver s, void *rs, Z3_push_eh r, Z3_pop_eh r2, Z3_fresh_eh r3);
void Z3_solver_propagate_register(Z3_context c, Z3_solver s, Z3_ast a);
void Z3_solver_register_on_clause(Z3_context c, Z3_solver s, void *rs, Z3_on_clause_eh r);

