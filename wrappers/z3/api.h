/* The part of Z3's C interface that murxla-rs calls, in our own words. It fits every library from
 * 4.8.5 on: functions that came later are marked with the version that has them first, and are
 * looked up when the library is loaded. `bindings.rs` is made from this file by bindgen. */

typedef struct murxla_config *Z3_config;
typedef struct murxla_context *Z3_context;
typedef struct murxla_symbol *Z3_symbol;
typedef struct murxla_ast *Z3_ast;
/* Sorts, declarations, applications and patterns are ASTs too; the types keep them apart. */
typedef struct murxla_sort *Z3_sort;
typedef struct murxla_func_decl *Z3_func_decl;
typedef struct murxla_app *Z3_app;
typedef struct murxla_pattern *Z3_pattern;
typedef struct murxla_ast_vector *Z3_ast_vector;
typedef struct murxla_params *Z3_params;
typedef struct murxla_param_descrs *Z3_param_descrs;
typedef struct murxla_tactic *Z3_tactic;
typedef struct murxla_solver *Z3_solver;
typedef struct murxla_model *Z3_model;
typedef struct murxla_func_interp *Z3_func_interp;
typedef struct murxla_func_entry *Z3_func_entry;

/* What a call went wrong with; 0 is success, all others are errors. */
enum { Z3_OK = 0, Z3_MEMOUT_FAIL = 7 };
/* Truth values and answers of checks. */
enum { Z3_L_FALSE = -1, Z3_L_UNDEF = 0, Z3_L_TRUE = 1 };
/* Kinds of sorts, the same in all versions. */
enum {
  Z3_UNINTERPRETED_SORT = 0, Z3_BOOL_SORT = 1, Z3_INT_SORT = 2, Z3_REAL_SORT = 3, Z3_BV_SORT = 4,
  Z3_ARRAY_SORT = 5, Z3_FLOATING_POINT_SORT = 9, Z3_ROUNDING_MODE_SORT = 10,
  Z3_DATATYPE_SORT = 6, Z3_SEQ_SORT = 11, Z3_RE_SORT = 12, Z3_FINITE_FIELD_SORT = 15
};
/* Kinds of ASTs. */
enum { Z3_NUMERAL_AST = 0, Z3_APP_AST = 1, Z3_VAR_AST = 2, Z3_QUANTIFIER_AST = 3 };
/* Kinds of declarations that values of functions and arrays are made of, the same in all versions. */
enum {
  Z3_OP_EQ = 0x102, Z3_OP_ITE = 0x104, Z3_OP_AND = 0x105, Z3_OP_OR = 0x106, Z3_OP_IFF = 0x107,
  Z3_OP_XOR = 0x108, Z3_OP_NOT = 0x109, Z3_OP_IMPLIES = 0x10a, Z3_OP_STORE = 0x300, Z3_OP_CONST_ARRAY = 0x302,
  Z3_OP_DT_CONSTRUCTOR = 0x800
};
/* Kinds of parameters. */
enum { Z3_PK_UINT = 0, Z3_PK_BOOL = 1, Z3_PK_DOUBLE = 2, Z3_PK_SYMBOL = 3 };

/* Called on an error; must be set, because the default one ends the process. */
typedef void (*Z3_error_handler)(Z3_context c, int code);

/* Process-wide. */
void Z3_get_version(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision);
void Z3_global_param_set(const char *name, const char *value);
_Bool Z3_global_param_get(const char *name, const char **value);
void Z3_toggle_warning_messages(_Bool enabled);

/* Contexts whose ASTs are reference-counted by us. */
Z3_config Z3_mk_config(void);
void Z3_del_config(Z3_config config);
Z3_context Z3_mk_context_rc(Z3_config config);
void Z3_del_context(Z3_context c);
void Z3_interrupt(Z3_context c);
void Z3_set_error_handler(Z3_context c, Z3_error_handler handler);
int Z3_get_error_code(Z3_context c);
void Z3_set_error(Z3_context c, int code);
const char *Z3_get_error_msg(Z3_context c, int code);
void Z3_inc_ref(Z3_context c, Z3_ast a);
void Z3_dec_ref(Z3_context c, Z3_ast a);

/* Symbols live as long as the process. */
Z3_symbol Z3_mk_string_symbol(Z3_context c, const char *name);
const char *Z3_get_symbol_string(Z3_context c, Z3_symbol s);

/* Sorts. */
Z3_sort Z3_mk_bool_sort(Z3_context c);
Z3_sort Z3_mk_int_sort(Z3_context c);
Z3_sort Z3_mk_real_sort(Z3_context c);
Z3_sort Z3_mk_bv_sort(Z3_context c, unsigned width);
Z3_sort Z3_mk_array_sort(Z3_context c, Z3_sort index, Z3_sort element);
Z3_sort Z3_mk_uninterpreted_sort(Z3_context c, Z3_symbol name);
Z3_sort Z3_mk_set_sort(Z3_context c, Z3_sort element);
Z3_sort Z3_mk_string_sort(Z3_context c);
Z3_sort Z3_mk_re_sort(Z3_context c, Z3_sort seq);

/* Constants, functions, and definitions. */
Z3_ast Z3_mk_const(Z3_context c, Z3_symbol name, Z3_sort s);
Z3_ast Z3_mk_fresh_const(Z3_context c, const char *prefix, Z3_sort s);
Z3_func_decl Z3_mk_func_decl(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *domain, Z3_sort codomain);
Z3_ast Z3_mk_app(Z3_context c, Z3_func_decl f, unsigned n, const Z3_ast *args);
Z3_func_decl Z3_mk_rec_func_decl(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *domain, Z3_sort codomain);
void Z3_add_rec_def(Z3_context c, Z3_func_decl f, unsigned n, Z3_ast *params, Z3_ast body);
Z3_ast Z3_substitute(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *from, const Z3_ast *to);
Z3_ast Z3_substitute_vars(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *to);

/* Values. */
Z3_ast Z3_mk_true(Z3_context c);
Z3_ast Z3_mk_false(Z3_context c);
Z3_ast Z3_mk_numeral(Z3_context c, const char *digits, Z3_sort s);
Z3_ast Z3_mk_real(Z3_context c, int numerator, int denominator);
Z3_ast Z3_mk_real_int64(Z3_context c, long long numerator, long long denominator); /* 4.12 */
Z3_ast Z3_mk_int(Z3_context c, int value, Z3_sort s);
Z3_ast Z3_mk_int64(Z3_context c, long long value, Z3_sort s);
Z3_ast Z3_mk_unsigned_int64(Z3_context c, unsigned long long value, Z3_sort s);
Z3_ast Z3_mk_bv_numeral(Z3_context c, unsigned width, const _Bool *bits_from_lowest);

/* Operators of one argument. */
Z3_ast Z3_mk_not(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_unary_minus(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_int2real(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_real2int(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_is_int(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvnot(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvneg(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvredand(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvredor(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvneg_no_overflow(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_abs(Z3_context c, Z3_ast a); /* 5.0 */

/* Of two. */
Z3_ast Z3_mk_eq(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_iff(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_implies(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_xor(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_div(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_mod(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_rem(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_lt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_le(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_gt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_ge(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_select(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_divides(Z3_context c, Z3_ast a, Z3_ast b); /* 4.8.14 */
Z3_ast Z3_mk_bvand(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvor(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvxor(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvnand(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvnor(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvxnor(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvadd(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsub(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvmul(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvudiv(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvurem(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsdiv(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsrem(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsmod(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvshl(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvlshr(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvashr(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvult(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvule(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvugt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvuge(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvslt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsle(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsgt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsge(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_concat(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_ext_rotate_left(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_ext_rotate_right(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvadd_no_underflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsub_no_overflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvmul_no_underflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsdiv_no_overflow(Z3_context c, Z3_ast a, Z3_ast b);

/* Of two, about signed or unsigned numbers. */
Z3_ast Z3_mk_bvadd_no_overflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);
Z3_ast Z3_mk_bvsub_no_underflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);
Z3_ast Z3_mk_bvmul_no_overflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);

/* An array of this element everywhere. */
Z3_ast Z3_mk_const_array(Z3_context c, Z3_sort index, Z3_ast element);

/* Sets, which are arrays to Bool. */
Z3_ast Z3_mk_empty_set(Z3_context c, Z3_sort element);
Z3_ast Z3_mk_full_set(Z3_context c, Z3_sort element);
Z3_ast Z3_mk_set_add(Z3_context c, Z3_ast set, Z3_ast element);
Z3_ast Z3_mk_set_del(Z3_context c, Z3_ast set, Z3_ast element);
Z3_ast Z3_mk_set_union(Z3_context c, unsigned count, const Z3_ast *sets);
Z3_ast Z3_mk_set_intersect(Z3_context c, unsigned count, const Z3_ast *sets);
Z3_ast Z3_mk_set_difference(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_set_complement(Z3_context c, Z3_ast set);
Z3_ast Z3_mk_set_member(Z3_context c, Z3_ast element, Z3_ast set);
Z3_ast Z3_mk_set_subset(Z3_context c, Z3_ast a, Z3_ast b);

/* Of three. */
Z3_ast Z3_mk_ite(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z);
Z3_ast Z3_mk_store(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z);

/* Of many. */
Z3_ast Z3_mk_and(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_or(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_distinct(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_add(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_sub(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_mul(Z3_context c, unsigned n, const Z3_ast *args);

/* With indices. */
Z3_ast Z3_mk_int2bv(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_repeat(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_rotate_left(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_rotate_right(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_sign_ext(Z3_context c, unsigned i, Z3_ast a);
Z3_ast Z3_mk_zero_ext(Z3_context c, unsigned i, Z3_ast a);

Z3_ast Z3_mk_extract(Z3_context c, unsigned high, unsigned low, Z3_ast a);
Z3_ast Z3_mk_bv2int(Z3_context c, Z3_ast a, _Bool is_signed);

/* Binders: over constants, or over variables by de Bruijn index. */
Z3_ast Z3_mk_bound(Z3_context c, unsigned index, Z3_sort s);
Z3_ast Z3_mk_forall_const(Z3_context c, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body);
Z3_ast Z3_mk_exists_const(Z3_context c, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body);
Z3_ast Z3_mk_quantifier_const(Z3_context c, _Bool is_forall, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body);
Z3_ast Z3_mk_quantifier(Z3_context c, _Bool is_forall, unsigned weight, unsigned patterns, const Z3_pattern *pattern, unsigned n, const Z3_sort *sorts, const Z3_symbol *names, Z3_ast body);
Z3_ast Z3_mk_lambda_const(Z3_context c, unsigned n, const Z3_app *bound, Z3_ast body);
Z3_ast Z3_mk_select_n(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *indices);

/* Simplification. */
Z3_ast Z3_simplify(Z3_context c, Z3_ast a);
Z3_ast Z3_simplify_ex(Z3_context c, Z3_ast a, Z3_params p);

/* Reading sorts and terms. */
Z3_sort Z3_get_sort(Z3_context c, Z3_ast a);
int Z3_get_sort_kind(Z3_context c, Z3_sort s);
unsigned Z3_get_bv_sort_size(Z3_context c, Z3_sort s);
Z3_sort Z3_get_array_sort_domain(Z3_context c, Z3_sort s);
Z3_sort Z3_get_array_sort_range(Z3_context c, Z3_sort s);
Z3_symbol Z3_get_sort_name(Z3_context c, Z3_sort s);
const char *Z3_sort_to_string(Z3_context c, Z3_sort s);
int Z3_get_ast_kind(Z3_context c, Z3_ast a);
Z3_func_decl Z3_get_app_decl(Z3_context c, Z3_app a);
unsigned Z3_get_index_value(Z3_context c, Z3_ast a);
int Z3_get_decl_kind(Z3_context c, Z3_func_decl d);
Z3_symbol Z3_get_decl_name(Z3_context c, Z3_func_decl d);
unsigned Z3_get_app_num_args(Z3_context c, Z3_app a);
Z3_ast Z3_get_app_arg(Z3_context c, Z3_app a, unsigned i);
unsigned Z3_get_arity(Z3_context c, Z3_func_decl d);
Z3_sort Z3_get_domain(Z3_context c, Z3_func_decl d, unsigned i);
Z3_sort Z3_get_range(Z3_context c, Z3_func_decl d);
Z3_ast Z3_get_quantifier_body(Z3_context c, Z3_ast a);
unsigned Z3_get_quantifier_num_bound(Z3_context c, Z3_ast a);
Z3_sort Z3_get_quantifier_bound_sort(Z3_context c, Z3_ast a, unsigned i);
int Z3_get_bool_value(Z3_context c, Z3_ast a);
_Bool Z3_is_numeral_ast(Z3_context c, Z3_ast a);
_Bool Z3_is_algebraic_number(Z3_context c, Z3_ast a);
const char *Z3_get_numeral_string(Z3_context c, Z3_ast a);
const char *Z3_get_numeral_binary_string(Z3_context c, Z3_ast a); /* 4.8.14 */
const char *Z3_get_numeral_decimal_string(Z3_context c, Z3_ast a, unsigned precision);
_Bool Z3_get_numeral_int64(Z3_context c, Z3_ast a, long long *value);
_Bool Z3_get_numeral_uint64(Z3_context c, Z3_ast a, unsigned long long *value);
_Bool Z3_get_numeral_small(Z3_context c, Z3_ast a, long long *numerator, long long *denominator);
Z3_ast Z3_get_numerator(Z3_context c, Z3_ast a);
Z3_ast Z3_get_denominator(Z3_context c, Z3_ast a);

/* Parameters. */
Z3_params Z3_mk_params(Z3_context c);
void Z3_params_inc_ref(Z3_context c, Z3_params p);
void Z3_params_dec_ref(Z3_context c, Z3_params p);
void Z3_params_set_bool(Z3_context c, Z3_params p, Z3_symbol name, _Bool value);
void Z3_params_set_uint(Z3_context c, Z3_params p, Z3_symbol name, unsigned value);
void Z3_params_set_double(Z3_context c, Z3_params p, Z3_symbol name, double value);
void Z3_params_set_symbol(Z3_context c, Z3_params p, Z3_symbol name, Z3_symbol value);
void Z3_param_descrs_inc_ref(Z3_context c, Z3_param_descrs p);
void Z3_param_descrs_dec_ref(Z3_context c, Z3_param_descrs p);
unsigned Z3_param_descrs_size(Z3_context c, Z3_param_descrs p);
Z3_symbol Z3_param_descrs_get_name(Z3_context c, Z3_param_descrs p, unsigned i);
int Z3_param_descrs_get_kind(Z3_context c, Z3_param_descrs p, Z3_symbol name);

/* Solvers. */
Z3_solver Z3_mk_solver(Z3_context c);
Z3_solver Z3_mk_simple_solver(Z3_context c);
Z3_solver Z3_mk_solver_for_logic(Z3_context c, Z3_symbol logic);
Z3_tactic Z3_mk_tactic(Z3_context c, const char *name);
void Z3_tactic_inc_ref(Z3_context c, Z3_tactic t);
void Z3_tactic_dec_ref(Z3_context c, Z3_tactic t);
Z3_solver Z3_mk_solver_from_tactic(Z3_context c, Z3_tactic t);
void Z3_solver_inc_ref(Z3_context c, Z3_solver s);
void Z3_solver_dec_ref(Z3_context c, Z3_solver s);
Z3_param_descrs Z3_solver_get_param_descrs(Z3_context c, Z3_solver s);
void Z3_solver_set_params(Z3_context c, Z3_solver s, Z3_params p);
void Z3_solver_assert(Z3_context c, Z3_solver s, Z3_ast a);
void Z3_solver_assert_and_track(Z3_context c, Z3_solver s, Z3_ast a, Z3_ast tracker);
void Z3_solver_push(Z3_context c, Z3_solver s);
void Z3_solver_pop(Z3_context c, Z3_solver s, unsigned levels);
void Z3_solver_reset(Z3_context c, Z3_solver s);
unsigned Z3_solver_get_num_scopes(Z3_context c, Z3_solver s);
int Z3_solver_check(Z3_context c, Z3_solver s);
int Z3_solver_check_assumptions(Z3_context c, Z3_solver s, unsigned n, const Z3_ast *assumptions);
Z3_ast_vector Z3_solver_get_assertions(Z3_context c, Z3_solver s);
Z3_ast_vector Z3_solver_get_unsat_core(Z3_context c, Z3_solver s);
const char *Z3_solver_get_reason_unknown(Z3_context c, Z3_solver s);
void Z3_ast_vector_inc_ref(Z3_context c, Z3_ast_vector v);
void Z3_ast_vector_dec_ref(Z3_context c, Z3_ast_vector v);
unsigned Z3_ast_vector_size(Z3_context c, Z3_ast_vector v);
Z3_ast Z3_ast_vector_get(Z3_context c, Z3_ast_vector v, unsigned i);

/* Models. */
Z3_model Z3_solver_get_model(Z3_context c, Z3_solver s);
void Z3_model_inc_ref(Z3_context c, Z3_model m);
void Z3_model_dec_ref(Z3_context c, Z3_model m);
_Bool Z3_model_eval(Z3_context c, Z3_model m, Z3_ast a, _Bool completion, Z3_ast *value);
const char *Z3_model_to_string(Z3_context c, Z3_model m);
_Bool Z3_is_as_array(Z3_context c, Z3_ast a);
Z3_func_decl Z3_get_as_array_func_decl(Z3_context c, Z3_ast a);
_Bool Z3_model_has_interp(Z3_context c, Z3_model m, Z3_func_decl f);
Z3_func_interp Z3_model_get_func_interp(Z3_context c, Z3_model m, Z3_func_decl f);
void Z3_func_interp_inc_ref(Z3_context c, Z3_func_interp f);
void Z3_func_interp_dec_ref(Z3_context c, Z3_func_interp f);
unsigned Z3_func_interp_get_num_entries(Z3_context c, Z3_func_interp f);
Z3_func_entry Z3_func_interp_get_entry(Z3_context c, Z3_func_interp f, unsigned i);
Z3_ast Z3_func_interp_get_else(Z3_context c, Z3_func_interp f); /* null if there is none */
void Z3_func_entry_inc_ref(Z3_context c, Z3_func_entry e);
void Z3_func_entry_dec_ref(Z3_context c, Z3_func_entry e);
unsigned Z3_func_entry_get_num_args(Z3_context c, Z3_func_entry e);
Z3_ast Z3_func_entry_get_arg(Z3_context c, Z3_func_entry e, unsigned i);
Z3_ast Z3_func_entry_get_value(Z3_context c, Z3_func_entry e);

/* Floating-point numbers. */
Z3_sort Z3_mk_fpa_rounding_mode_sort(Z3_context c);
Z3_sort Z3_mk_fpa_sort(Z3_context c, unsigned exponent, unsigned significand);
Z3_sort Z3_mk_fpa_sort_16(Z3_context c);
Z3_sort Z3_mk_fpa_sort_32(Z3_context c);
Z3_sort Z3_mk_fpa_sort_64(Z3_context c);
Z3_sort Z3_mk_fpa_sort_128(Z3_context c);
unsigned Z3_fpa_get_ebits(Z3_context c, Z3_sort s);
unsigned Z3_fpa_get_sbits(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_fpa_rne(Z3_context c);
Z3_ast Z3_mk_fpa_rna(Z3_context c);
Z3_ast Z3_mk_fpa_rtp(Z3_context c);
Z3_ast Z3_mk_fpa_rtn(Z3_context c);
Z3_ast Z3_mk_fpa_rtz(Z3_context c);
Z3_ast Z3_mk_fpa_round_nearest_ties_to_even(Z3_context c);
Z3_ast Z3_mk_fpa_round_nearest_ties_to_away(Z3_context c);
Z3_ast Z3_mk_fpa_round_toward_positive(Z3_context c);
Z3_ast Z3_mk_fpa_round_toward_negative(Z3_context c);
Z3_ast Z3_mk_fpa_round_toward_zero(Z3_context c);
Z3_ast Z3_mk_fpa_nan(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_fpa_inf(Z3_context c, Z3_sort s, _Bool negative);
Z3_ast Z3_mk_fpa_zero(Z3_context c, Z3_sort s, _Bool negative);
Z3_ast Z3_mk_fpa_numeral_float(Z3_context c, float value, Z3_sort s);
Z3_ast Z3_mk_fpa_numeral_double(Z3_context c, double value, Z3_sort s);
Z3_ast Z3_mk_fpa_numeral_int64_uint64(Z3_context c, _Bool negative, long long exponent, unsigned long long fraction, Z3_sort s);
Z3_ast Z3_mk_fpa_abs(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_neg(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_add(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_sub(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_mul(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_div(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_fma(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b, Z3_ast d);
Z3_ast Z3_mk_fpa_sqrt(Z3_context c, Z3_ast rm, Z3_ast a);
Z3_ast Z3_mk_fpa_rem(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_round_to_integral(Z3_context c, Z3_ast rm, Z3_ast a);
Z3_ast Z3_mk_fpa_min(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_max(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_leq(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_lt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_geq(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_gt(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_eq(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_fpa_is_normal(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_subnormal(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_zero(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_infinite(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_nan(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_negative(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_is_positive(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_fp(Z3_context c, Z3_ast sign, Z3_ast exponent, Z3_ast fraction);
Z3_ast Z3_mk_fpa_to_fp_bv(Z3_context c, Z3_ast a, Z3_sort s);
Z3_ast Z3_mk_fpa_to_fp_float(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s);
Z3_ast Z3_mk_fpa_to_fp_real(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s);
Z3_ast Z3_mk_fpa_to_fp_signed(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s);
Z3_ast Z3_mk_fpa_to_fp_unsigned(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s);
Z3_ast Z3_mk_fpa_to_fp_int_real(Z3_context c, Z3_ast rm, Z3_ast exponent, Z3_ast significand, Z3_sort s);
Z3_ast Z3_mk_fpa_to_ubv(Z3_context c, Z3_ast rm, Z3_ast a, unsigned width);
Z3_ast Z3_mk_fpa_to_sbv(Z3_context c, Z3_ast rm, Z3_ast a, unsigned width);
Z3_ast Z3_mk_fpa_to_real(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_fpa_to_ieee_bv(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_nan(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_inf(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_zero(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_normal(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_subnormal(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_negative(Z3_context c, Z3_ast a);
_Bool Z3_fpa_is_numeral_positive(Z3_context c, Z3_ast a);
Z3_ast Z3_fpa_get_numeral_exponent_bv(Z3_context c, Z3_ast a, _Bool biased);
Z3_ast Z3_fpa_get_numeral_significand_bv(Z3_context c, Z3_ast a);
_Bool Z3_fpa_get_numeral_exponent_int64(Z3_context c, Z3_ast a, long long *value, _Bool biased);
_Bool Z3_fpa_get_numeral_significand_uint64(Z3_context c, Z3_ast a, unsigned long long *value);
/* Strings. Those without a version are older than 4.8.5. */
Z3_ast Z3_mk_string(Z3_context c, const char *escaped);
Z3_ast Z3_mk_lstring(Z3_context c, unsigned n, const char *bytes);
Z3_ast Z3_mk_u32string(Z3_context c, unsigned n, const unsigned *code_points); /* 4.8.14 */
_Bool Z3_is_string_sort(Z3_context c, Z3_sort s);
Z3_sort Z3_get_re_sort_basis(Z3_context c, Z3_sort s);
_Bool Z3_is_string(Z3_context c, Z3_ast a);
const char *Z3_get_string(Z3_context c, Z3_ast a);
unsigned Z3_get_string_length(Z3_context c, Z3_ast a); /* 4.8.14 */
void Z3_get_string_contents(Z3_context c, Z3_ast a, unsigned n, unsigned *code_points); /* 4.8.14 */
Z3_ast Z3_mk_seq_length(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_str_to_int(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_int_to_str(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_string_to_code(Z3_context c, Z3_ast a); /* after 4.8.14 */
Z3_ast Z3_mk_string_from_code(Z3_context c, Z3_ast a); /* after 4.8.14 */
Z3_ast Z3_mk_seq_to_re(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_re_star(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_re_plus(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_re_option(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_re_complement(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_str_lt(Z3_context c, Z3_ast a, Z3_ast b); /* 4.8.8 */
Z3_ast Z3_mk_str_le(Z3_context c, Z3_ast a, Z3_ast b); /* 4.8.8 */
Z3_ast Z3_mk_seq_at(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_prefix(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_suffix(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_contains(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_last_index(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_in_re(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_re_diff(Z3_context c, Z3_ast a, Z3_ast b); /* 4.8.14 */
Z3_ast Z3_mk_re_range(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_seq_extract(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z);
Z3_ast Z3_mk_seq_index(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z);
Z3_ast Z3_mk_seq_replace(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z);
Z3_ast Z3_mk_seq_replace_all(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* after 4.8.14 */
Z3_ast Z3_mk_seq_replace_re(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* after 4.8.14 */
Z3_ast Z3_mk_seq_replace_re_all(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* after 4.8.14 */
Z3_ast Z3_mk_seq_concat(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_re_concat(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_re_union(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_re_intersect(Z3_context c, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_re_empty(Z3_context c, Z3_sort re);
Z3_ast Z3_mk_re_full(Z3_context c, Z3_sort re);
Z3_ast Z3_mk_re_allchar(Z3_context c, Z3_sort re); /* 4.8.14 */
Z3_ast Z3_mk_re_power(Z3_context c, Z3_ast a, unsigned n); /* after 4.8.14 */
/* Sequences share functions with strings. */
Z3_sort Z3_mk_seq_sort(Z3_context c, Z3_sort element);
Z3_sort Z3_get_seq_sort_basis(Z3_context c, Z3_sort s);
Z3_ast Z3_mk_seq_empty(Z3_context c, Z3_sort seq);
Z3_ast Z3_mk_seq_unit(Z3_context c, Z3_ast element);
Z3_ast Z3_mk_seq_nth(Z3_context c, Z3_ast a, Z3_ast n);
Z3_ast Z3_mk_seq_map(Z3_context c, Z3_ast function, Z3_ast a); /* after 4.8.14, as the other three */
Z3_ast Z3_mk_seq_mapi(Z3_context c, Z3_ast function, Z3_ast first, Z3_ast a);
Z3_ast Z3_mk_seq_foldl(Z3_context c, Z3_ast function, Z3_ast start, Z3_ast a);
Z3_ast Z3_mk_seq_foldli(Z3_context c, Z3_ast function, Z3_ast first, Z3_ast start, Z3_ast a);
Z3_ast Z3_mk_re_loop(Z3_context c, Z3_ast a, unsigned low, unsigned high); /* high 0: no bound */

/* Datatypes. Fields whose sort is null are of the n-th datatype of the declaration. */
typedef struct murxla_constructor *Z3_constructor;
typedef struct murxla_constructor_list *Z3_constructor_list;
Z3_constructor Z3_mk_constructor(Z3_context c, Z3_symbol name, Z3_symbol recognizer, unsigned fields, const Z3_symbol *names, const Z3_sort *sorts, unsigned *references);
void Z3_del_constructor(Z3_context c, Z3_constructor constructor);
Z3_constructor_list Z3_mk_constructor_list(Z3_context c, unsigned n, const Z3_constructor *constructors);
void Z3_del_constructor_list(Z3_context c, Z3_constructor_list list);
unsigned Z3_constructor_num_fields(Z3_context c, Z3_constructor constructor);
Z3_sort Z3_mk_datatype(Z3_context c, Z3_symbol name, unsigned n, Z3_constructor *constructors);
/* One with sort parameters, which are variables. */
Z3_sort Z3_mk_type_variable(Z3_context c, Z3_symbol name);
Z3_sort Z3_mk_polymorphic_datatype(Z3_context c, Z3_symbol name, unsigned m, Z3_sort *parameters, unsigned n, Z3_constructor *constructors);
/* The name of a datatype that is yet to be declared, as a sort, or an instance of one with parameters. In older releases it
 * takes the name only. */
Z3_sort Z3_mk_datatype_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *arguments);
void Z3_mk_datatypes(Z3_context c, unsigned n, const Z3_symbol *names, Z3_sort *sorts, Z3_constructor_list *constructors);
void Z3_query_constructor(Z3_context c, Z3_constructor constructor, unsigned fields, Z3_func_decl *made, Z3_func_decl *tester, Z3_func_decl *selectors);
unsigned Z3_get_datatype_sort_num_constructors(Z3_context c, Z3_sort s);
Z3_func_decl Z3_get_datatype_sort_constructor(Z3_context c, Z3_sort s, unsigned n);
Z3_func_decl Z3_get_datatype_sort_recognizer(Z3_context c, Z3_sort s, unsigned n);
Z3_func_decl Z3_get_datatype_sort_constructor_accessor(Z3_context c, Z3_sort s, unsigned n, unsigned field);
Z3_ast Z3_datatype_update_field(Z3_context c, Z3_func_decl selector, Z3_ast a, Z3_ast value);

/* What only the actions of Z3 alone call. */
#include "actions.h"
#include "theories.h"
