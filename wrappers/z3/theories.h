/* Terms and sorts that only Z3 has. `extension/laws.rs` says which formulas over them must hold. */

/* Counting. */
Z3_ast Z3_mk_atmost(Z3_context c, unsigned n, const Z3_ast *args, unsigned k);
Z3_ast Z3_mk_atleast(Z3_context c, unsigned n, const Z3_ast *args, unsigned k);
Z3_ast Z3_mk_pble(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);
Z3_ast Z3_mk_pbge(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);
Z3_ast Z3_mk_pbeq(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);

/* Arrays and finite sets. */
Z3_ast Z3_mk_map(Z3_context c, Z3_func_decl f, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_array_default(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_as_array(Z3_context c, Z3_func_decl f);
Z3_ast Z3_mk_array_ext(Z3_context c, Z3_ast a, Z3_ast b);
Z3_sort Z3_mk_array_sort_n(Z3_context c, unsigned n, const Z3_sort *domain, Z3_sort range);
Z3_ast Z3_mk_store_n(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *indices, Z3_ast value);
Z3_sort Z3_mk_finite_set_sort(Z3_context c, Z3_sort element);
_Bool Z3_is_finite_set_sort(Z3_context c, Z3_sort s);
Z3_sort Z3_get_finite_set_sort_basis(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_finite_set_empty(Z3_context c, Z3_sort set);
Z3_ast Z3_mk_finite_set_singleton(Z3_context c, Z3_ast element);
Z3_ast Z3_mk_finite_set_union(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_finite_set_intersect(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_finite_set_difference(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_finite_set_member(Z3_context c, Z3_ast element, Z3_ast set);
Z3_ast Z3_mk_finite_set_size(Z3_context c, Z3_ast set);
Z3_ast Z3_mk_finite_set_subset(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_finite_set_map(Z3_context c, Z3_ast f, Z3_ast set);
Z3_ast Z3_mk_finite_set_filter(Z3_context c, Z3_ast f, Z3_ast set);
Z3_ast Z3_mk_finite_set_range(Z3_context c, Z3_ast low, Z3_ast high);

/* Orders. */
Z3_func_decl Z3_mk_linear_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_partial_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_piecewise_linear_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_tree_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_transitive_closure(Z3_context c, Z3_func_decl f);

/* Characters and text. */
Z3_sort Z3_mk_char_sort(Z3_context c);
_Bool Z3_is_char_sort(Z3_context c, Z3_sort s);
_Bool Z3_is_seq_sort(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_char(Z3_context c, unsigned code);
Z3_ast Z3_mk_char_le(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_char_to_int(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_char_to_bv(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_char_from_bv(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_char_is_digit(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_ubv_to_str(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_sbv_to_str(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_seq_power(Z3_context c, Z3_ast a, Z3_ast n);

/* Numbers. */
Z3_ast Z3_mk_power(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bit2bool(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_unsigned_int(Z3_context c, unsigned v, Z3_sort s);
Z3_sort Z3_mk_complex_sort(Z3_context c);
Z3_ast Z3_mk_complex(Z3_context c, Z3_ast re, Z3_ast im);
Z3_ast Z3_mk_real_part(Z3_context c, Z3_ast z);
Z3_ast Z3_mk_imag_part(Z3_context c, Z3_ast z);
Z3_sort Z3_mk_finite_field_sort(Z3_context c, const char *prime);
const char *Z3_get_finite_field_sort_size(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_ff_add(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_ff_mul(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_ff_neg(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_ff_bitsum(Z3_context c, unsigned n, const Z3_ast *args);
Z3_sort Z3_mk_finite_domain_sort(Z3_context c, Z3_symbol name, unsigned long long size);
_Bool Z3_get_finite_domain_sort_size(Z3_context c, Z3_sort s, unsigned long long *size);
Z3_ast Z3_mk_fpa_numeral_int(Z3_context c, int v, Z3_sort s);
Z3_ast Z3_mk_fpa_numeral_int_uint(Z3_context c, _Bool negative, int exponent, unsigned significand, Z3_sort s);
Z3_sort Z3_mk_fpa_sort_half(Z3_context c);
Z3_sort Z3_mk_fpa_sort_single(Z3_context c);
Z3_sort Z3_mk_fpa_sort_double(Z3_context c);
Z3_sort Z3_mk_fpa_sort_quadruple(Z3_context c);

/* Datatypes of a few shapes. */
Z3_sort Z3_mk_tuple_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_symbol *names, const Z3_sort *sorts, Z3_func_decl *make, Z3_func_decl *projections);
Z3_func_decl Z3_get_tuple_sort_mk_decl(Z3_context c, Z3_sort s);
unsigned Z3_get_tuple_sort_num_fields(Z3_context c, Z3_sort s);
Z3_func_decl Z3_get_tuple_sort_field_decl(Z3_context c, Z3_sort s, unsigned n);
Z3_sort Z3_mk_enumeration_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_symbol *names, Z3_func_decl *consts, Z3_func_decl *testers);
Z3_sort Z3_mk_list_sort(Z3_context c, Z3_symbol name, Z3_sort element, Z3_func_decl *nil, Z3_func_decl *is_nil, Z3_func_decl *cons, Z3_func_decl *is_cons, Z3_func_decl *head, Z3_func_decl *tail);
_Bool Z3_is_recursive_datatype_sort(Z3_context c, Z3_sort s);
_Bool Z3_is_app(Z3_context c, Z3_ast a);

/* What solvers, goals and the library have besides. */
Z3_ast Z3_solver_congruence_root(Z3_context c, Z3_solver s, Z3_ast a);
Z3_ast Z3_solver_congruence_next(Z3_context c, Z3_solver s, Z3_ast a);
Z3_ast Z3_solver_congruence_explain(Z3_context c, Z3_solver s, Z3_ast a, Z3_ast b);
void Z3_solver_set_initial_value(Z3_context c, Z3_solver s, Z3_ast v, Z3_ast value);
const char *Z3_goal_to_dimacs_string(Z3_context c, Z3_goal g, _Bool names);
const char *Z3_apply_result_to_string(Z3_context c, Z3_apply_result r);
const char *Z3_simplifier_get_help(Z3_context c, Z3_simplifier s);
const char *Z3_simplify_get_help(Z3_context c);
unsigned long long Z3_get_estimated_alloc_size(void);
const char *Z3_get_full_version(void);

/* Projections. */
Z3_ast Z3_qe_lite(Z3_context c, Z3_ast_vector variables, Z3_ast body);
Z3_ast Z3_qe_model_project(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body);
Z3_ast Z3_qe_model_project_skolem(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body, Z3_ast_map map);
Z3_ast Z3_qe_model_project_with_witness(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body, Z3_ast_map map);
