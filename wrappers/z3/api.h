/* The part of Z3's C interface that murxla-rs calls, in our own words. It fits every library from
 * 4.8.5 on: functions that came later are marked with the version that has them first, and are
 * looked up when the library is loaded. */

/* Objects. Sorts, declarations, applications and patterns are ASTs, too: the types keep them apart. */
typedef struct murxla_config *Z3_config;
typedef struct murxla_context *Z3_context; /* @self raw_context */
typedef struct murxla_symbol *Z3_symbol; /* @handle Symbol */
typedef struct murxla_ast *Z3_ast; /* @handle &Term */
typedef struct murxla_sort *Z3_sort; /* @handle &Sort */
typedef struct murxla_func_decl *Z3_func_decl; /* @handle &Decl */
typedef struct murxla_app *Z3_app; /* @handle &App */
typedef struct murxla_pattern *Z3_pattern; /* @handle &Pattern */
typedef struct murxla_ast_vector *Z3_ast_vector; /* @handle &Vector */
typedef struct murxla_params *Z3_params; /* @handle &Params */
typedef struct murxla_param_descrs *Z3_param_descrs; /* @handle &ParamDescrs */
typedef struct murxla_tactic *Z3_tactic; /* @handle &Tactic */
typedef struct murxla_solver *Z3_solver; /* @handle &Solver */
typedef struct murxla_model *Z3_model; /* @handle &Model */
typedef struct murxla_func_interp *Z3_func_interp; /* @handle &FuncInterp */
typedef struct murxla_func_entry *Z3_func_entry; /* @handle &FuncEntry */
typedef struct murxla_constructor *Z3_constructor;
typedef struct murxla_constructor_list *Z3_constructor_list;
typedef struct murxla_ast_map *Z3_ast_map; /* @handle &AstMap */
typedef struct murxla_goal *Z3_goal; /* @handle &Goal */
typedef struct murxla_probe *Z3_probe; /* @handle &Probe */
typedef struct murxla_simplifier *Z3_simplifier; /* @handle &Simplifier */
typedef struct murxla_apply_result *Z3_apply_result; /* @handle &Applied */
typedef struct murxla_stats *Z3_stats; /* @handle &Stats */
typedef struct murxla_optimize *Z3_optimize; /* @handle &Optimize */
typedef struct murxla_fixedpoint *Z3_fixedpoint; /* @handle &Fixedpoint */
typedef struct murxla_parser_context *Z3_parser_context; /* @handle &ParserContext */
typedef struct murxla_rcf_num *Z3_rcf_num; /* @handle &RcfNum */
typedef struct murxla_solver_callback *Z3_solver_callback;

/* Truth values and answers of checks. */
typedef int Z3_lbool; /* @as Answer @names Z3_L_* */
enum { Z3_L_FALSE = -1, Z3_L_UNDEF = 0, Z3_L_TRUE = 1 };
/* How terms are printed: as SMT-LIB in full, for debugging, and as SMT-LIB that others read, too. */
typedef int Z3_ast_print_mode; /* @names Z3_PRINT_* */
enum { Z3_PRINT_SMTLIB_FULL = 0, Z3_PRINT_LOW_LEVEL = 1, Z3_PRINT_SMTLIB2_COMPLIANT = 2 };
/* What a call went wrong with; 0 is success, all others are errors. */
enum { Z3_OK = 0, Z3_MEMOUT_FAIL = 7 };
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
/* How exact a goal is: of these only the first keeps all models, and lets unsat be concluded. */
enum { Z3_GOAL_PRECISE = 0, Z3_GOAL_UNDER = 1, Z3_GOAL_OVER = 2, Z3_GOAL_UNDER_OVER = 3 };
/* Kinds of parameters of declarations. */
enum {
  Z3_PARAMETER_INT = 0, Z3_PARAMETER_DOUBLE = 1, Z3_PARAMETER_RATIONAL = 2, Z3_PARAMETER_SYMBOL = 3,
  Z3_PARAMETER_SORT = 4, Z3_PARAMETER_AST = 5, Z3_PARAMETER_FUNC_DECL = 6
};
/* Kinds of symbols. */
enum { Z3_INT_SYMBOL = 0, Z3_STRING_SYMBOL = 1 };

/* What is called back: on an error, by a propagator, an optimizer, a proof or a fixed point. */
typedef void (*Z3_error_handler)(Z3_context c, int code);
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

/* The process. */
void Z3_get_version(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision); /* @incidental @by_hand */
void Z3_global_param_set(const char *name, const char *value); /* @by_hand */
_Bool Z3_global_param_get(const char *name, const char **value); /* @by_hand */
void Z3_toggle_warning_messages(_Bool enabled); /* @by_hand */
Z3_param_descrs Z3_get_global_param_descrs(Z3_context c); /* @query @since 4.9.0 */
unsigned long long Z3_get_estimated_alloc_size(void); /* @query @by_hand */
const char *Z3_get_full_version(void); /* @incidental @by_hand */

/* Contexts, their configuration and errors. The error handler must be set, because the default one ends the
 * process. */
Z3_config Z3_mk_config(void); /* @instance @by_hand */
void Z3_del_config(Z3_config config); /* @counts @by_hand */
Z3_context Z3_mk_context_rc(Z3_config config); /* @instance @plain Z3_mk_context @by_hand */
void Z3_del_context(Z3_context c); /* @by_hand */
void Z3_interrupt(Z3_context c); /* @by_hand */
void Z3_set_error_handler(Z3_context c, Z3_error_handler handler); /* @by_hand */
int Z3_get_error_code(Z3_context c); /* @query @error @by_hand */
void Z3_set_error(Z3_context c, int code); /* @by_hand */
const char *Z3_get_error_msg(Z3_context c, int code); /* @query @by_hand */
void Z3_set_param_value(Z3_config config, const char *name, const char *value); /* @by_hand */
void Z3_update_param_value(Z3_context c, const char *name, const char *value);

/* Symbols, which live as long as the process. @query */
Z3_symbol Z3_mk_string_symbol(Z3_context c, const char *name);
const char *Z3_get_symbol_string(Z3_context c, Z3_symbol s); /* @incidental */
int Z3_get_symbol_int(Z3_context c, Z3_symbol name);
int Z3_get_symbol_kind(Z3_context c, Z3_symbol name);
Z3_symbol Z3_mk_int_symbol(Z3_context c, int n); /* @acts */

/* References to ASTs. @counts */
void Z3_inc_ref(Z3_context c, Z3_ast a); /* @retains @by_hand */
void Z3_dec_ref(Z3_context c, Z3_ast a); /* @by_hand */

/* Sorts. */
Z3_sort Z3_mk_bool_sort(Z3_context c); /* @query */
Z3_sort Z3_mk_int_sort(Z3_context c); /* @query */
Z3_sort Z3_mk_real_sort(Z3_context c); /* @query */
Z3_sort Z3_mk_bv_sort(Z3_context c, unsigned width); /* @query */
Z3_sort Z3_mk_array_sort(Z3_context c, Z3_sort index, Z3_sort element); /* @query */
Z3_sort Z3_mk_uninterpreted_sort(Z3_context c, Z3_symbol name); /* @query */
Z3_sort Z3_mk_set_sort(Z3_context c, Z3_sort element); /* @query */
Z3_sort Z3_get_sort(Z3_context c, Z3_ast a); /* @form */
int Z3_get_sort_kind(Z3_context c, Z3_sort s); /* @form */
unsigned Z3_get_bv_sort_size(Z3_context c, Z3_sort s); /* @form */
Z3_sort Z3_get_array_sort_domain(Z3_context c, Z3_sort s); /* @form */
Z3_sort Z3_get_array_sort_range(Z3_context c, Z3_sort s); /* @form */
Z3_symbol Z3_get_sort_name(Z3_context c, Z3_sort s); /* @incidental */
Z3_sort Z3_get_array_sort_domain_n(Z3_context c, Z3_sort s, unsigned n); /* @form @since 4.8.15 */
Z3_sort Z3_get_decl_sort_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @form */
unsigned Z3_get_sort_id(Z3_context c, Z3_sort s); /* @incidental */
_Bool Z3_is_eq_sort(Z3_context c, Z3_sort s, Z3_sort s2); /* @form */
Z3_sort Z3_mk_array_sort_n(Z3_context c, unsigned n, const Z3_sort *domain, Z3_sort range);
Z3_sort Z3_mk_complex_sort(Z3_context c); /* @query @since 5.4.0 */
Z3_sort Z3_mk_finite_domain_sort(Z3_context c, Z3_symbol name, unsigned long long size); /* @query */
_Bool Z3_get_finite_domain_sort_size(Z3_context c, Z3_sort s, unsigned long long *size); /* @form @null none */

/* Constants, functions, and definitions. */
Z3_ast Z3_mk_const(Z3_context c, Z3_symbol name, Z3_sort s);
Z3_ast Z3_mk_fresh_const(Z3_context c, const char *prefix, Z3_sort s);
Z3_func_decl Z3_mk_func_decl(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *domain, Z3_sort codomain);
Z3_ast Z3_mk_app(Z3_context c, Z3_func_decl f, unsigned n, const Z3_ast *args);
Z3_func_decl Z3_mk_rec_func_decl(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *domain, Z3_sort codomain);
void Z3_add_rec_def(Z3_context c, Z3_func_decl f, unsigned n, Z3_ast *params, Z3_ast body);
Z3_func_decl Z3_mk_fresh_func_decl(Z3_context c, const char *text, unsigned n, const Z3_sort *ss, Z3_sort s);

/* Values. @query */
Z3_ast Z3_mk_numeral(Z3_context c, const char *digits, Z3_sort s); /* @acts */
Z3_ast Z3_mk_real(Z3_context c, int numerator, int denominator); /* @acts */
Z3_ast Z3_mk_real_int64(Z3_context c, long long numerator, long long denominator); /* @acts @since 4.12.2 */
Z3_ast Z3_mk_int(Z3_context c, int value, Z3_sort s); /* @acts */
Z3_ast Z3_mk_int64(Z3_context c, long long value, Z3_sort s); /* @acts */
Z3_ast Z3_mk_unsigned_int64(Z3_context c, unsigned long long value, Z3_sort s); /* @acts */
Z3_ast Z3_mk_bv_numeral(Z3_context c, unsigned width, const _Bool *bits_from_lowest); /* @acts */
int Z3_get_bool_value(Z3_context c, Z3_ast a);
_Bool Z3_is_numeral_ast(Z3_context c, Z3_ast a);
const char *Z3_get_numeral_string(Z3_context c, Z3_ast a);
const char *Z3_get_numeral_binary_string(Z3_context c, Z3_ast a); /* @since 4.8.9 */
const char *Z3_get_numeral_decimal_string(Z3_context c, Z3_ast a, unsigned precision);
_Bool Z3_get_numeral_int64(Z3_context c, Z3_ast a, long long *value); /* @null none */
_Bool Z3_get_numeral_uint64(Z3_context c, Z3_ast a, unsigned long long *value); /* @null none */
_Bool Z3_get_numeral_small(Z3_context c, Z3_ast a, long long *numerator, long long *denominator); /* @null none */
Z3_ast Z3_get_numerator(Z3_context c, Z3_ast a);
Z3_ast Z3_get_denominator(Z3_context c, Z3_ast a);
double Z3_get_numeral_double(Z3_context c, Z3_ast a);
_Bool Z3_get_numeral_int(Z3_context c, Z3_ast a, int *ns); /* @null none */
_Bool Z3_get_numeral_rational_int64(Z3_context c, Z3_ast a, long long *rs, long long *rs2); /* @null none */
_Bool Z3_get_numeral_uint(Z3_context c, Z3_ast a, unsigned *ns); /* @null none */
Z3_ast Z3_mk_unsigned_int(Z3_context c, unsigned v, Z3_sort s); /* @acts */
Z3_ast Z3_mk_real_part(Z3_context c, Z3_ast z); /* @acts @since 5.4.0 */

/* Core. */
Z3_ast Z3_mk_true(Z3_context c);
Z3_ast Z3_mk_false(Z3_context c);
Z3_ast Z3_mk_not(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_eq(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_iff(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_implies(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_xor(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_ite(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @operator */
Z3_ast Z3_mk_and(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_or(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_distinct(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */

/* Arithmetic. */
Z3_ast Z3_mk_unary_minus(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_int2real(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_real2int(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_is_int(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_abs(Z3_context c, Z3_ast a); /* @since 4.13.1 */
Z3_ast Z3_mk_div(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_mod(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_rem(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_lt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_le(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_gt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_ge(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_divides(Z3_context c, Z3_ast a, Z3_ast b); /* @since 4.8.7 */
Z3_ast Z3_mk_add(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_sub(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_mul(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_power(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_complex(Z3_context c, Z3_ast re, Z3_ast im); /* @since 5.4.0 */
Z3_ast Z3_mk_imag_part(Z3_context c, Z3_ast z); /* @since 5.4.0 */

/* Bit-vectors. */
Z3_ast Z3_mk_bvnot(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_bvneg(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_bvredand(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_bvredor(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_bvneg_no_overflow(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_bvand(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvor(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvxor(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvnand(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvnor(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvxnor(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvadd(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsub(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvmul(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvudiv(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvurem(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsdiv(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsrem(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsmod(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvshl(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvlshr(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvashr(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvult(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvule(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvugt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvuge(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvslt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsle(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsgt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsge(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_concat(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_ext_rotate_left(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_ext_rotate_right(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvadd_no_underflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvsub_no_overflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvmul_no_underflow(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_bvsdiv_no_overflow(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_bvadd_no_overflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);
Z3_ast Z3_mk_bvsub_no_underflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);
Z3_ast Z3_mk_bvmul_no_overflow(Z3_context c, Z3_ast a, Z3_ast b, _Bool is_signed);
Z3_ast Z3_mk_int2bv(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_repeat(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_rotate_left(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_rotate_right(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_sign_ext(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_zero_ext(Z3_context c, unsigned i, Z3_ast a); /* @operator */
Z3_ast Z3_mk_extract(Z3_context c, unsigned high, unsigned low, Z3_ast a); /* @operator */
Z3_ast Z3_mk_bv2int(Z3_context c, Z3_ast a, _Bool is_signed); /* @operator */
Z3_ast Z3_mk_bit2bool(Z3_context c, unsigned i, Z3_ast a); /* @since 4.8.16 @operator */

/* Arrays. */
Z3_ast Z3_mk_select(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_const_array(Z3_context c, Z3_sort index, Z3_ast element);
Z3_ast Z3_mk_store(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @operator */
Z3_ast Z3_mk_select_n(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *indices);
unsigned Z3_get_array_arity(Z3_context c, Z3_sort s); /* @query @since 4.15.0 */
Z3_ast Z3_mk_map(Z3_context c, Z3_func_decl f, unsigned n, const Z3_ast *args);
Z3_ast Z3_mk_array_default(Z3_context c, Z3_ast a);
Z3_ast Z3_mk_as_array(Z3_context c, Z3_func_decl f);
Z3_ast Z3_mk_array_ext(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_store_n(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *indices, Z3_ast value);

/* Sets, which are arrays to Bool. */
Z3_ast Z3_mk_empty_set(Z3_context c, Z3_sort element);
Z3_ast Z3_mk_full_set(Z3_context c, Z3_sort element);
Z3_ast Z3_mk_set_add(Z3_context c, Z3_ast set, Z3_ast element); /* @operator */
Z3_ast Z3_mk_set_del(Z3_context c, Z3_ast set, Z3_ast element); /* @operator */
Z3_ast Z3_mk_set_union(Z3_context c, unsigned count, const Z3_ast *sets); /* @operator */
Z3_ast Z3_mk_set_intersect(Z3_context c, unsigned count, const Z3_ast *sets); /* @operator */
Z3_ast Z3_mk_set_difference(Z3_context c, Z3_ast a, Z3_ast b);
Z3_ast Z3_mk_set_complement(Z3_context c, Z3_ast set); /* @operator */
Z3_ast Z3_mk_set_member(Z3_context c, Z3_ast element, Z3_ast set); /* @operator */
Z3_ast Z3_mk_set_subset(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */

/* Finite sets. */
Z3_sort Z3_mk_finite_set_sort(Z3_context c, Z3_sort element); /* @query @since 5.0.0 */
_Bool Z3_is_finite_set_sort(Z3_context c, Z3_sort s); /* @form @since 5.0.0 */
Z3_sort Z3_get_finite_set_sort_basis(Z3_context c, Z3_sort s); /* @form @since 5.0.0 */
Z3_ast Z3_mk_finite_set_empty(Z3_context c, Z3_sort set); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_singleton(Z3_context c, Z3_ast element); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_union(Z3_context c, Z3_ast a, Z3_ast b); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_intersect(Z3_context c, Z3_ast a, Z3_ast b); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_difference(Z3_context c, Z3_ast a, Z3_ast b); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_member(Z3_context c, Z3_ast element, Z3_ast set); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_size(Z3_context c, Z3_ast set); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_subset(Z3_context c, Z3_ast a, Z3_ast b); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_map(Z3_context c, Z3_ast f, Z3_ast set); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_filter(Z3_context c, Z3_ast f, Z3_ast set); /* @since 5.0.0 */
Z3_ast Z3_mk_finite_set_range(Z3_context c, Z3_ast low, Z3_ast high); /* @since 5.0.0 */

/* Floating-point numbers. */
Z3_sort Z3_mk_fpa_rounding_mode_sort(Z3_context c); /* @query */
Z3_sort Z3_mk_fpa_sort(Z3_context c, unsigned exponent, unsigned significand); /* @query */
Z3_sort Z3_mk_fpa_sort_16(Z3_context c);
Z3_sort Z3_mk_fpa_sort_32(Z3_context c);
Z3_sort Z3_mk_fpa_sort_64(Z3_context c);
Z3_sort Z3_mk_fpa_sort_128(Z3_context c);
unsigned Z3_fpa_get_ebits(Z3_context c, Z3_sort s); /* @form */
unsigned Z3_fpa_get_sbits(Z3_context c, Z3_sort s); /* @form */
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
Z3_ast Z3_mk_fpa_abs(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_neg(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_add(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_sub(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_mul(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_div(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_fma(Z3_context c, Z3_ast rm, Z3_ast a, Z3_ast b, Z3_ast d); /* @operator */
Z3_ast Z3_mk_fpa_sqrt(Z3_context c, Z3_ast rm, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_rem(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_round_to_integral(Z3_context c, Z3_ast rm, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_min(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_max(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_leq(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_lt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_geq(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_gt(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_eq(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_fpa_is_normal(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_subnormal(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_zero(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_infinite(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_nan(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_negative(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_is_positive(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_fp(Z3_context c, Z3_ast sign, Z3_ast exponent, Z3_ast fraction); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_bv(Z3_context c, Z3_ast a, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_float(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_real(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_signed(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_unsigned(Z3_context c, Z3_ast rm, Z3_ast a, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_fp_int_real(Z3_context c, Z3_ast rm, Z3_ast exponent, Z3_ast significand, Z3_sort s); /* @operator */
Z3_ast Z3_mk_fpa_to_ubv(Z3_context c, Z3_ast rm, Z3_ast a, unsigned width); /* @operator */
Z3_ast Z3_mk_fpa_to_sbv(Z3_context c, Z3_ast rm, Z3_ast a, unsigned width); /* @operator */
Z3_ast Z3_mk_fpa_to_real(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_fpa_to_ieee_bv(Z3_context c, Z3_ast a); /* @operator */
_Bool Z3_fpa_is_numeral_nan(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_inf(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_zero(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_normal(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_subnormal(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_negative(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral_positive(Z3_context c, Z3_ast a); /* @query */
Z3_ast Z3_fpa_get_numeral_exponent_bv(Z3_context c, Z3_ast a, _Bool biased); /* @query */
Z3_ast Z3_fpa_get_numeral_significand_bv(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_get_numeral_exponent_int64(Z3_context c, Z3_ast a, long long *value, _Bool biased); /* @query @null none */
_Bool Z3_fpa_get_numeral_significand_uint64(Z3_context c, Z3_ast a, unsigned long long *value); /* @query @null none */
const char *Z3_fpa_get_numeral_exponent_string(Z3_context c, Z3_ast a, _Bool on); /* @query */
_Bool Z3_fpa_get_numeral_sign(Z3_context c, Z3_ast a, _Bool *ons); /* @query @null none */
Z3_ast Z3_fpa_get_numeral_sign_bv(Z3_context c, Z3_ast a); /* @query */
const char *Z3_fpa_get_numeral_significand_string(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_fpa_is_numeral(Z3_context c, Z3_ast a); /* @query @since 4.15.5 */
Z3_ast Z3_mk_fpa_numeral_int(Z3_context c, int v, Z3_sort s);
Z3_ast Z3_mk_fpa_numeral_int_uint(Z3_context c, _Bool negative, int exponent, unsigned significand, Z3_sort s);
Z3_sort Z3_mk_fpa_sort_half(Z3_context c);
Z3_sort Z3_mk_fpa_sort_single(Z3_context c);
Z3_sort Z3_mk_fpa_sort_double(Z3_context c);
Z3_sort Z3_mk_fpa_sort_quadruple(Z3_context c);

/* Strings, sequences and regular languages. */
Z3_sort Z3_mk_string_sort(Z3_context c); /* @query */
Z3_sort Z3_mk_re_sort(Z3_context c, Z3_sort seq); /* @query */
Z3_ast Z3_mk_string(Z3_context c, const char *escaped);
Z3_ast Z3_mk_lstring(Z3_context c, unsigned n, const char *bytes); /* @length bytes n */
Z3_ast Z3_mk_u32string(Z3_context c, unsigned n, const unsigned *code_points); /* @since 4.8.13 */
_Bool Z3_is_string_sort(Z3_context c, Z3_sort s); /* @form */
Z3_sort Z3_get_re_sort_basis(Z3_context c, Z3_sort s); /* @form */
_Bool Z3_is_string(Z3_context c, Z3_ast a); /* @query */
const char *Z3_get_string(Z3_context c, Z3_ast a); /* @query */
unsigned Z3_get_string_length(Z3_context c, Z3_ast a); /* @query @since 4.8.13 */
void Z3_get_string_contents(Z3_context c, Z3_ast a, unsigned n, unsigned *code_points); /* @query @since 4.8.13 @by_hand */
Z3_ast Z3_mk_seq_length(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_str_to_int(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_int_to_str(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_string_to_code(Z3_context c, Z3_ast a); /* @since 4.8.15 @operator */
Z3_ast Z3_mk_string_from_code(Z3_context c, Z3_ast a); /* @since 4.8.15 @operator */
Z3_ast Z3_mk_seq_to_re(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_re_star(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_re_plus(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_re_option(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_re_complement(Z3_context c, Z3_ast a); /* @operator */
Z3_ast Z3_mk_str_lt(Z3_context c, Z3_ast a, Z3_ast b); /* @since 4.8.6 @operator */
Z3_ast Z3_mk_str_le(Z3_context c, Z3_ast a, Z3_ast b); /* @since 4.8.6 @operator */
Z3_ast Z3_mk_seq_at(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_prefix(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_suffix(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_contains(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_last_index(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_in_re(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_re_diff(Z3_context c, Z3_ast a, Z3_ast b); /* @since 4.8.14 @operator */
Z3_ast Z3_mk_re_range(Z3_context c, Z3_ast a, Z3_ast b); /* @operator */
Z3_ast Z3_mk_seq_extract(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @operator */
Z3_ast Z3_mk_seq_index(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @operator */
Z3_ast Z3_mk_seq_replace(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @operator */
Z3_ast Z3_mk_seq_replace_all(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @since 4.15.5 @operator */
Z3_ast Z3_mk_seq_replace_re(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @since 4.15.5 @operator */
Z3_ast Z3_mk_seq_replace_re_all(Z3_context c, Z3_ast x, Z3_ast y, Z3_ast z); /* @since 4.15.5 @operator */
Z3_ast Z3_mk_seq_concat(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_re_concat(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_re_union(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_re_intersect(Z3_context c, unsigned n, const Z3_ast *args); /* @operator */
Z3_ast Z3_mk_re_empty(Z3_context c, Z3_sort re); /* @operator */
Z3_ast Z3_mk_re_full(Z3_context c, Z3_sort re); /* @operator */
Z3_ast Z3_mk_re_allchar(Z3_context c, Z3_sort re); /* @since 4.8.13 @operator */
Z3_ast Z3_mk_re_power(Z3_context c, Z3_ast a, unsigned n); /* @since 4.8.15 */
Z3_sort Z3_mk_seq_sort(Z3_context c, Z3_sort element); /* @query */
Z3_sort Z3_get_seq_sort_basis(Z3_context c, Z3_sort s); /* @form */
Z3_ast Z3_mk_seq_empty(Z3_context c, Z3_sort seq);
Z3_ast Z3_mk_seq_unit(Z3_context c, Z3_ast element); /* @operator */
Z3_ast Z3_mk_seq_nth(Z3_context c, Z3_ast a, Z3_ast n); /* @operator */
Z3_ast Z3_mk_seq_map(Z3_context c, Z3_ast function, Z3_ast a); /* @since 4.13.1 @operator */
Z3_ast Z3_mk_seq_mapi(Z3_context c, Z3_ast function, Z3_ast first, Z3_ast a); /* @since 4.13.1 @operator */
Z3_ast Z3_mk_seq_foldl(Z3_context c, Z3_ast function, Z3_ast start, Z3_ast a); /* @since 4.13.1 @operator */
Z3_ast Z3_mk_seq_foldli(Z3_context c, Z3_ast function, Z3_ast first, Z3_ast start, Z3_ast a); /* @since 4.13.1 @operator */
Z3_ast Z3_mk_re_loop(Z3_context c, Z3_ast a, unsigned low, unsigned high); /* high 0: no bound */
const char *Z3_get_lstring(Z3_context c, Z3_ast a, unsigned *ns); /* @query @since 4.8.6 @length return ns @by_hand */
_Bool Z3_is_re_sort(Z3_context c, Z3_sort s); /* @form */
Z3_sort Z3_mk_char_sort(Z3_context c); /* @query @since 4.8.13 */
_Bool Z3_is_char_sort(Z3_context c, Z3_sort s); /* @form @since 4.8.13 */
_Bool Z3_is_seq_sort(Z3_context c, Z3_sort s); /* @form */
Z3_ast Z3_mk_char(Z3_context c, unsigned code); /* @since 4.8.15 */
Z3_ast Z3_mk_char_le(Z3_context c, Z3_ast a, Z3_ast b); /* @since 4.8.13 */
Z3_ast Z3_mk_char_to_int(Z3_context c, Z3_ast a); /* @since 4.8.13 */
Z3_ast Z3_mk_char_to_bv(Z3_context c, Z3_ast a); /* @since 4.8.13 */
Z3_ast Z3_mk_char_from_bv(Z3_context c, Z3_ast a); /* @since 4.8.13 */
Z3_ast Z3_mk_char_is_digit(Z3_context c, Z3_ast a); /* @since 4.8.13 */
Z3_ast Z3_mk_ubv_to_str(Z3_context c, Z3_ast a); /* @since 4.8.13 @operator */
Z3_ast Z3_mk_sbv_to_str(Z3_context c, Z3_ast a); /* @since 4.8.13 @operator */
Z3_ast Z3_mk_seq_power(Z3_context c, Z3_ast a, Z3_ast n); /* @since 5.4.0 */

/* Datatypes. Fields whose sort is null are of the n-th datatype of the declaration. A datatype with parameters has
 * type variables for them. In releases before 4.15.4, `Z3_mk_datatype_sort` takes the name only. */
Z3_constructor Z3_mk_constructor(Z3_context c, Z3_symbol name, Z3_symbol recognizer, unsigned fields, const Z3_symbol *names, const Z3_sort *sorts, unsigned *references); /* @by_hand */
void Z3_del_constructor(Z3_context c, Z3_constructor constructor); /* @by_hand */
Z3_constructor_list Z3_mk_constructor_list(Z3_context c, unsigned n, const Z3_constructor *constructors); /* @by_hand */
void Z3_del_constructor_list(Z3_context c, Z3_constructor_list list); /* @by_hand */
unsigned Z3_constructor_num_fields(Z3_context c, Z3_constructor constructor); /* @query @since 4.12.3 @by_hand */
Z3_sort Z3_mk_datatype(Z3_context c, Z3_symbol name, unsigned n, Z3_constructor *constructors); /* @by_hand */
Z3_sort Z3_mk_type_variable(Z3_context c, Z3_symbol name); /* @since 4.12.3 */
Z3_sort Z3_mk_polymorphic_datatype(Z3_context c, Z3_symbol name, unsigned m, Z3_sort *parameters, unsigned n, Z3_constructor *constructors); /* @since 4.15.4 @by_hand */
Z3_sort Z3_mk_datatype_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_sort *arguments); /* @query @since 4.8.17 */
void Z3_mk_datatypes(Z3_context c, unsigned n, const Z3_symbol *names, Z3_sort *sorts, Z3_constructor_list *constructors); /* @by_hand */
void Z3_query_constructor(Z3_context c, Z3_constructor constructor, unsigned fields, Z3_func_decl *made, Z3_func_decl *tester, Z3_func_decl *selectors); /* @length made one @length tester one @by_hand */
unsigned Z3_get_datatype_sort_num_constructors(Z3_context c, Z3_sort s); /* @form */
Z3_func_decl Z3_get_datatype_sort_constructor(Z3_context c, Z3_sort s, unsigned n); /* @form */
Z3_func_decl Z3_get_datatype_sort_recognizer(Z3_context c, Z3_sort s, unsigned n); /* @form */
Z3_func_decl Z3_get_datatype_sort_constructor_accessor(Z3_context c, Z3_sort s, unsigned n, unsigned field); /* @form */
Z3_ast Z3_datatype_update_field(Z3_context c, Z3_func_decl selector, Z3_ast a, Z3_ast value);
Z3_sort Z3_mk_tuple_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_symbol *names, const Z3_sort *sorts, Z3_func_decl *make, Z3_func_decl *projections); /* @query @length make one @by_hand */
Z3_func_decl Z3_get_tuple_sort_mk_decl(Z3_context c, Z3_sort s); /* @form */
unsigned Z3_get_tuple_sort_num_fields(Z3_context c, Z3_sort s); /* @form */
Z3_func_decl Z3_get_tuple_sort_field_decl(Z3_context c, Z3_sort s, unsigned n); /* @form */
Z3_sort Z3_mk_enumeration_sort(Z3_context c, Z3_symbol name, unsigned n, const Z3_symbol *names, Z3_func_decl *consts, Z3_func_decl *testers); /* @query @by_hand */
Z3_sort Z3_mk_list_sort(Z3_context c, Z3_symbol name, Z3_sort element, Z3_func_decl *nil, Z3_func_decl *is_nil, Z3_func_decl *cons, Z3_func_decl *is_cons, Z3_func_decl *head, Z3_func_decl *tail); /* @query @by_hand */
_Bool Z3_is_recursive_datatype_sort(Z3_context c, Z3_sort s); /* @form @since 4.15.0 */

/* Finite fields. */
Z3_sort Z3_mk_finite_field_sort(Z3_context c, const char *prime); /* @query @since 5.4.0 */
const char *Z3_get_finite_field_sort_size(Z3_context c, Z3_sort s); /* @form @since 5.4.0 */
Z3_ast Z3_mk_ff_add(Z3_context c, unsigned n, const Z3_ast *args); /* @since 5.4.0 @operator */
Z3_ast Z3_mk_ff_mul(Z3_context c, unsigned n, const Z3_ast *args); /* @since 5.4.0 @operator */
Z3_ast Z3_mk_ff_neg(Z3_context c, Z3_ast a); /* @since 5.4.0 @operator */
Z3_ast Z3_mk_ff_bitsum(Z3_context c, unsigned n, const Z3_ast *args); /* @since 5.4.0 @operator */

/* Pseudo-Boolean constraints. */
Z3_ast Z3_mk_atmost(Z3_context c, unsigned n, const Z3_ast *args, unsigned k);
Z3_ast Z3_mk_atleast(Z3_context c, unsigned n, const Z3_ast *args, unsigned k);
Z3_ast Z3_mk_pble(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);
Z3_ast Z3_mk_pbge(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);
Z3_ast Z3_mk_pbeq(Z3_context c, unsigned n, const Z3_ast *args, const int *weights, int k);

/* Orders and closures of relations. */
Z3_func_decl Z3_mk_linear_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_partial_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_piecewise_linear_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_tree_order(Z3_context c, Z3_sort s, unsigned id);
Z3_func_decl Z3_mk_transitive_closure(Z3_context c, Z3_func_decl f);

/* Binders: over constants, or over variables by de Bruijn index. */
Z3_ast Z3_mk_bound(Z3_context c, unsigned index, Z3_sort s);
Z3_ast Z3_mk_forall_const(Z3_context c, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body); /* @by_hand */
Z3_ast Z3_mk_exists_const(Z3_context c, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body); /* @by_hand */
Z3_ast Z3_mk_quantifier_const(Z3_context c, _Bool is_forall, unsigned weight, unsigned n, const Z3_app *bound, unsigned patterns, const Z3_pattern *pattern, Z3_ast body); /* @by_hand */
Z3_ast Z3_mk_quantifier(Z3_context c, _Bool is_forall, unsigned weight, unsigned patterns, const Z3_pattern *pattern, unsigned n, const Z3_sort *sorts, const Z3_symbol *names, Z3_ast body);
Z3_ast Z3_mk_lambda_const(Z3_context c, unsigned n, const Z3_app *bound, Z3_ast body); /* @by_hand */
unsigned Z3_get_index_value(Z3_context c, Z3_ast a); /* @query */
Z3_ast Z3_get_quantifier_body(Z3_context c, Z3_ast a); /* @query */
unsigned Z3_get_quantifier_num_bound(Z3_context c, Z3_ast a); /* @query */
Z3_sort Z3_get_quantifier_bound_sort(Z3_context c, Z3_ast a, unsigned i); /* @query */
Z3_ast Z3_get_pattern(Z3_context c, Z3_pattern r, unsigned n); /* @query */
unsigned Z3_get_pattern_num_terms(Z3_context c, Z3_pattern r); /* @query */
Z3_symbol Z3_get_quantifier_bound_name(Z3_context c, Z3_ast a, unsigned n); /* @incidental */
Z3_symbol Z3_get_quantifier_id(Z3_context c, Z3_ast a); /* @incidental @since 4.12.3 */
Z3_ast Z3_get_quantifier_no_pattern_ast(Z3_context c, Z3_ast a, unsigned n); /* @query */
unsigned Z3_get_quantifier_num_no_patterns(Z3_context c, Z3_ast a); /* @query */
unsigned Z3_get_quantifier_num_patterns(Z3_context c, Z3_ast a); /* @query */
Z3_pattern Z3_get_quantifier_pattern_ast(Z3_context c, Z3_ast a, unsigned n); /* @query */
Z3_symbol Z3_get_quantifier_skolem_id(Z3_context c, Z3_ast a); /* @incidental @since 4.12.3 */
unsigned Z3_get_quantifier_weight(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_is_lambda(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_is_quantifier_exists(Z3_context c, Z3_ast a); /* @query */
_Bool Z3_is_quantifier_forall(Z3_context c, Z3_ast a); /* @query */
Z3_ast Z3_pattern_to_ast(Z3_context c, Z3_pattern r);
Z3_ast Z3_mk_exists(Z3_context c, unsigned weight, unsigned patterns, const Z3_pattern *pattern, unsigned n, const Z3_sort *sorts, const Z3_symbol *names, Z3_ast body);
Z3_ast Z3_mk_forall(Z3_context c, unsigned weight, unsigned patterns, const Z3_pattern *pattern, unsigned n, const Z3_sort *sorts, const Z3_symbol *names, Z3_ast body);
Z3_ast Z3_mk_lambda(Z3_context c, unsigned n, const Z3_sort *ss, const Z3_symbol *names, Z3_ast a);
Z3_pattern Z3_mk_pattern(Z3_context c, unsigned n, const Z3_ast *as);
Z3_ast Z3_mk_quantifier_ex(Z3_context c, _Bool is_forall, unsigned weight, Z3_symbol id, Z3_symbol skolem_id, unsigned patterns, const Z3_pattern *pattern, unsigned avoided, const Z3_ast *avoid, unsigned n, const Z3_sort *sorts, const Z3_symbol *names, Z3_ast body);
Z3_ast Z3_mk_quantifier_const_ex(Z3_context c, _Bool on, unsigned n, Z3_symbol name, Z3_symbol name2, unsigned n2, const Z3_app *apps, unsigned n3, const Z3_pattern *rs, unsigned n4, const Z3_ast *as, Z3_ast a); /* @by_hand */
Z3_ast Z3_qe_lite(Z3_context c, Z3_ast_vector variables, Z3_ast body);
Z3_ast Z3_qe_model_project(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body); /* @by_hand */
Z3_ast Z3_qe_model_project_skolem(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body, Z3_ast_map map); /* @by_hand */
Z3_ast Z3_qe_model_project_with_witness(Z3_context c, Z3_model m, unsigned n, const Z3_app *bound, Z3_ast body, Z3_ast_map map); /* @since 4.14.1 @by_hand */

/* Reading terms and declarations. */
int Z3_get_ast_kind(Z3_context c, Z3_ast a); /* @form */
Z3_func_decl Z3_get_app_decl(Z3_context c, Z3_app a); /* @query @by_hand */
int Z3_get_decl_kind(Z3_context c, Z3_func_decl d); /* @form */
Z3_symbol Z3_get_decl_name(Z3_context c, Z3_func_decl d); /* @incidental */
unsigned Z3_get_app_num_args(Z3_context c, Z3_app a); /* @query @by_hand */
Z3_ast Z3_get_app_arg(Z3_context c, Z3_app a, unsigned i); /* @query @by_hand */
unsigned Z3_get_arity(Z3_context c, Z3_func_decl d); /* @form */
Z3_sort Z3_get_domain(Z3_context c, Z3_func_decl d, unsigned i); /* @form */
Z3_sort Z3_get_range(Z3_context c, Z3_func_decl d); /* @form */
Z3_ast Z3_app_to_ast(Z3_context c, Z3_app r);
Z3_ast Z3_func_decl_to_ast(Z3_context c, Z3_func_decl f);
unsigned Z3_get_ast_hash(Z3_context c, Z3_ast a); /* @incidental */
unsigned Z3_get_ast_id(Z3_context c, Z3_ast a); /* @incidental */
Z3_ast Z3_get_decl_ast_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
double Z3_get_decl_double_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
Z3_func_decl Z3_get_decl_func_decl_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
int Z3_get_decl_int_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
unsigned Z3_get_decl_num_parameters(Z3_context c, Z3_func_decl f); /* @query */
int Z3_get_decl_parameter_kind(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
const char *Z3_get_decl_rational_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
Z3_symbol Z3_get_decl_symbol_parameter(Z3_context c, Z3_func_decl f, unsigned n); /* @query */
unsigned Z3_get_depth(Z3_context c, Z3_ast a); /* @query @since 4.14.0 */
unsigned Z3_get_domain_size(Z3_context c, Z3_func_decl f); /* @form */
unsigned Z3_get_func_decl_id(Z3_context c, Z3_func_decl f); /* @incidental */
_Bool Z3_is_eq_ast(Z3_context c, Z3_ast a, Z3_ast a2); /* @query */
_Bool Z3_is_eq_func_decl(Z3_context c, Z3_func_decl f, Z3_func_decl f2); /* @query */
_Bool Z3_is_ground(Z3_context c, Z3_ast a); /* @query @since 4.14.0 */
_Bool Z3_is_well_sorted(Z3_context c, Z3_ast a); /* @form */
Z3_ast Z3_sort_to_ast(Z3_context c, Z3_sort s);
Z3_app Z3_to_app(Z3_context c, Z3_ast a);
Z3_func_decl Z3_to_func_decl(Z3_context c, Z3_ast a);
_Bool Z3_is_app(Z3_context c, Z3_ast a); /* @query */

/* Rewriting. */
Z3_ast Z3_substitute(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *from, const Z3_ast *to);
Z3_ast Z3_substitute_vars(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *to);
Z3_ast Z3_simplify(Z3_context c, Z3_ast a);
Z3_ast Z3_simplify_ex(Z3_context c, Z3_ast a, Z3_params p);
Z3_ast Z3_substitute_funs(Z3_context c, Z3_ast a, unsigned n, const Z3_func_decl *fs, const Z3_ast *as); /* @since 4.9.0 */
Z3_ast Z3_translate(Z3_context c, Z3_ast a, Z3_context to); /* @by_hand */
Z3_ast Z3_update_term(Z3_context c, Z3_ast a, unsigned n, const Z3_ast *as);

/* Vectors and maps. */
void Z3_ast_vector_inc_ref(Z3_context c, Z3_ast_vector v); /* @retains @by_hand */
void Z3_ast_vector_dec_ref(Z3_context c, Z3_ast_vector v); /* @counts @by_hand */
unsigned Z3_ast_vector_size(Z3_context c, Z3_ast_vector v); /* @query */
Z3_ast Z3_ast_vector_get(Z3_context c, Z3_ast_vector v, unsigned i); /* @query */
_Bool Z3_ast_map_contains(Z3_context c, Z3_ast_map m, Z3_ast a);
void Z3_ast_map_dec_ref(Z3_context c, Z3_ast_map m); /* @counts @by_hand */
void Z3_ast_map_erase(Z3_context c, Z3_ast_map m, Z3_ast a);
Z3_ast Z3_ast_map_find(Z3_context c, Z3_ast_map m, Z3_ast a);
void Z3_ast_map_inc_ref(Z3_context c, Z3_ast_map m); /* @retains @by_hand */
void Z3_ast_map_insert(Z3_context c, Z3_ast_map m, Z3_ast a, Z3_ast a2);
Z3_ast_vector Z3_ast_map_keys(Z3_context c, Z3_ast_map m);
void Z3_ast_map_reset(Z3_context c, Z3_ast_map m);
unsigned Z3_ast_map_size(Z3_context c, Z3_ast_map m);
void Z3_ast_vector_push(Z3_context c, Z3_ast_vector v, Z3_ast a);
void Z3_ast_vector_resize(Z3_context c, Z3_ast_vector v, unsigned n);
void Z3_ast_vector_set(Z3_context c, Z3_ast_vector v, unsigned n, Z3_ast a);
Z3_ast_vector Z3_ast_vector_translate(Z3_context c, Z3_ast_vector v, Z3_context to); /* @by_hand */
Z3_ast_map Z3_mk_ast_map(Z3_context c);
Z3_ast_vector Z3_mk_ast_vector(Z3_context c);

/* Parameters. */
Z3_params Z3_mk_params(Z3_context c);
void Z3_params_inc_ref(Z3_context c, Z3_params p); /* @retains @by_hand */
void Z3_params_dec_ref(Z3_context c, Z3_params p); /* @counts @by_hand */
void Z3_params_set_bool(Z3_context c, Z3_params p, Z3_symbol name, _Bool value);
void Z3_params_set_uint(Z3_context c, Z3_params p, Z3_symbol name, unsigned value);
void Z3_params_set_double(Z3_context c, Z3_params p, Z3_symbol name, double value);
void Z3_params_set_symbol(Z3_context c, Z3_params p, Z3_symbol name, Z3_symbol value);
void Z3_param_descrs_inc_ref(Z3_context c, Z3_param_descrs p); /* @incidental @retains @by_hand */
void Z3_param_descrs_dec_ref(Z3_context c, Z3_param_descrs p); /* @counts @by_hand */
unsigned Z3_param_descrs_size(Z3_context c, Z3_param_descrs p); /* @incidental */
Z3_symbol Z3_param_descrs_get_name(Z3_context c, Z3_param_descrs p, unsigned i); /* @incidental */
int Z3_param_descrs_get_kind(Z3_context c, Z3_param_descrs p, Z3_symbol name); /* @incidental */
void Z3_params_validate(Z3_context c, Z3_params p, Z3_param_descrs r); /* @incidental */
Z3_param_descrs Z3_simplify_get_param_descrs(Z3_context c); /* @incidental */
const char *Z3_param_descrs_get_documentation(Z3_context c, Z3_param_descrs r, Z3_symbol name); /* @incidental */
const char *Z3_param_descrs_to_string(Z3_context c, Z3_param_descrs r); /* @incidental */
const char *Z3_params_to_string(Z3_context c, Z3_params p); /* @query */
const char *Z3_simplify_get_help(Z3_context c); /* @incidental */

/* Solvers. */
Z3_solver Z3_mk_solver(Z3_context c);
Z3_solver Z3_mk_simple_solver(Z3_context c);
Z3_solver Z3_mk_solver_for_logic(Z3_context c, Z3_symbol logic);
void Z3_solver_inc_ref(Z3_context c, Z3_solver s); /* @retains @by_hand */
void Z3_solver_dec_ref(Z3_context c, Z3_solver s); /* @counts @by_hand */
Z3_param_descrs Z3_solver_get_param_descrs(Z3_context c, Z3_solver s); /* @incidental */
void Z3_solver_set_params(Z3_context c, Z3_solver s, Z3_params p);
void Z3_solver_assert(Z3_context c, Z3_solver s, Z3_ast a);
void Z3_solver_assert_and_track(Z3_context c, Z3_solver s, Z3_ast a, Z3_ast tracker);
void Z3_solver_push(Z3_context c, Z3_solver s);
void Z3_solver_pop(Z3_context c, Z3_solver s, unsigned levels);
void Z3_solver_reset(Z3_context c, Z3_solver s);
unsigned Z3_solver_get_num_scopes(Z3_context c, Z3_solver s); /* @incidental */
Z3_lbool Z3_solver_check(Z3_context c, Z3_solver s);
Z3_lbool Z3_solver_check_assumptions(Z3_context c, Z3_solver s, unsigned n, const Z3_ast *assumptions);
Z3_ast_vector Z3_solver_get_assertions(Z3_context c, Z3_solver s);
Z3_ast_vector Z3_solver_get_unsat_core(Z3_context c, Z3_solver s);
const char *Z3_solver_get_reason_unknown(Z3_context c, Z3_solver s); /* @query */
Z3_model Z3_solver_get_model(Z3_context c, Z3_solver s);
const char *Z3_solver_get_help(Z3_context c, Z3_solver s); /* @incidental */
Z3_lbool Z3_get_implied_equalities(Z3_context c, Z3_solver s, unsigned n, const Z3_ast *as, unsigned *ns); /* @query @by_hand */
Z3_ast_vector Z3_solver_cube(Z3_context c, Z3_solver s, Z3_ast_vector v, unsigned n);
Z3_lbool Z3_solver_get_consequences(Z3_context c, Z3_solver s, Z3_ast_vector v, Z3_ast_vector v2, Z3_ast_vector v3);
void Z3_solver_get_levels(Z3_context c, Z3_solver s, Z3_ast_vector v, unsigned n, unsigned *ns); /* @by_hand */
Z3_ast_vector Z3_solver_get_non_units(Z3_context c, Z3_solver s);
Z3_ast Z3_solver_get_proof(Z3_context c, Z3_solver s);
Z3_stats Z3_solver_get_statistics(Z3_context c, Z3_solver s); /* @incidental */
Z3_ast_vector Z3_solver_get_trail(Z3_context c, Z3_solver s);
Z3_ast_vector Z3_solver_get_units(Z3_context c, Z3_solver s);
void Z3_solver_import_model_converter(Z3_context c, Z3_solver from, Z3_solver to);
void Z3_solver_solve_for(Z3_context c, Z3_solver s, Z3_ast_vector variables, Z3_ast_vector terms, Z3_ast_vector guards); /* @since 4.13.4 */
Z3_solver Z3_solver_translate(Z3_context c, Z3_solver s, Z3_context to); /* @by_hand */
Z3_ast Z3_solver_congruence_root(Z3_context c, Z3_solver s, Z3_ast a); /* @since 4.12.0 */
Z3_ast Z3_solver_congruence_next(Z3_context c, Z3_solver s, Z3_ast a); /* @since 4.12.0 */
Z3_ast Z3_solver_congruence_explain(Z3_context c, Z3_solver s, Z3_ast a, Z3_ast b); /* @since 4.14.0 */
void Z3_solver_set_initial_value(Z3_context c, Z3_solver s, Z3_ast v, Z3_ast value); /* @since 4.13.1 */

/* Models. @query */
void Z3_model_inc_ref(Z3_context c, Z3_model m); /* @acts @retains @by_hand */
void Z3_model_dec_ref(Z3_context c, Z3_model m); /* @counts @by_hand */
_Bool Z3_model_eval(Z3_context c, Z3_model m, Z3_ast a, _Bool completion, Z3_ast *value); /* @acts @null none */
const char *Z3_model_to_string(Z3_context c, Z3_model m);
_Bool Z3_is_as_array(Z3_context c, Z3_ast a);
Z3_func_decl Z3_get_as_array_func_decl(Z3_context c, Z3_ast a);
_Bool Z3_model_has_interp(Z3_context c, Z3_model m, Z3_func_decl f);
Z3_func_interp Z3_model_get_func_interp(Z3_context c, Z3_model m, Z3_func_decl f);
void Z3_func_interp_inc_ref(Z3_context c, Z3_func_interp f); /* @acts @retains @by_hand */
void Z3_func_interp_dec_ref(Z3_context c, Z3_func_interp f); /* @counts @by_hand */
unsigned Z3_func_interp_get_num_entries(Z3_context c, Z3_func_interp f);
Z3_func_entry Z3_func_interp_get_entry(Z3_context c, Z3_func_interp f, unsigned i);
Z3_ast Z3_func_interp_get_else(Z3_context c, Z3_func_interp f); /* Null if there is none. @null none */
void Z3_func_entry_inc_ref(Z3_context c, Z3_func_entry e); /* @acts @retains @by_hand */
void Z3_func_entry_dec_ref(Z3_context c, Z3_func_entry e); /* @counts @by_hand */
unsigned Z3_func_entry_get_num_args(Z3_context c, Z3_func_entry e);
Z3_ast Z3_func_entry_get_arg(Z3_context c, Z3_func_entry e, unsigned i);
Z3_ast Z3_func_entry_get_value(Z3_context c, Z3_func_entry e);
void Z3_add_const_interp(Z3_context c, Z3_model m, Z3_func_decl f, Z3_ast a); /* @acts */
Z3_func_interp Z3_add_func_interp(Z3_context c, Z3_model m, Z3_func_decl f, Z3_ast a); /* @acts */
void Z3_func_interp_add_entry(Z3_context c, Z3_func_interp r, Z3_ast_vector v, Z3_ast a); /* @acts */
unsigned Z3_func_interp_get_arity(Z3_context c, Z3_func_interp r);
void Z3_func_interp_set_else(Z3_context c, Z3_func_interp r, Z3_ast a); /* @acts */
Z3_model Z3_mk_model(Z3_context c); /* @acts */
Z3_ast Z3_model_extrapolate(Z3_context c, Z3_model m, Z3_ast a); /* @acts */
Z3_func_decl Z3_model_get_const_decl(Z3_context c, Z3_model m, unsigned n);
Z3_ast Z3_model_get_const_interp(Z3_context c, Z3_model m, Z3_func_decl f); /* @null none */
Z3_func_decl Z3_model_get_func_decl(Z3_context c, Z3_model m, unsigned n);
unsigned Z3_model_get_num_consts(Z3_context c, Z3_model m);
unsigned Z3_model_get_num_funcs(Z3_context c, Z3_model m);
unsigned Z3_model_get_num_sorts(Z3_context c, Z3_model m);
Z3_sort Z3_model_get_sort(Z3_context c, Z3_model m, unsigned n);
Z3_ast_vector Z3_model_get_sort_universe(Z3_context c, Z3_model m, Z3_sort s);
Z3_model Z3_model_translate(Z3_context c, Z3_model m, Z3_context to); /* @acts @by_hand */

/* Statistics. @incidental */
const char *Z3_stats_to_string(Z3_context c, Z3_stats r);
void Z3_stats_dec_ref(Z3_context c, Z3_stats r); /* @counts @by_hand */
double Z3_stats_get_double_value(Z3_context c, Z3_stats r, unsigned n);
const char *Z3_stats_get_key(Z3_context c, Z3_stats r, unsigned n);
unsigned Z3_stats_get_uint_value(Z3_context c, Z3_stats r, unsigned n);
void Z3_stats_inc_ref(Z3_context c, Z3_stats r); /* @retains @by_hand */
_Bool Z3_stats_is_double(Z3_context c, Z3_stats r, unsigned n);
_Bool Z3_stats_is_uint(Z3_context c, Z3_stats r, unsigned n);
unsigned Z3_stats_size(Z3_context c, Z3_stats r);

/* Goals, tactics, probes and simplifiers. */
Z3_tactic Z3_mk_tactic(Z3_context c, const char *name);
void Z3_tactic_inc_ref(Z3_context c, Z3_tactic t); /* @retains @by_hand */
void Z3_tactic_dec_ref(Z3_context c, Z3_tactic t); /* @counts @by_hand */
Z3_solver Z3_mk_solver_from_tactic(Z3_context c, Z3_tactic t);
void Z3_apply_result_dec_ref(Z3_context c, Z3_apply_result r); /* @counts @by_hand */
unsigned Z3_apply_result_get_num_subgoals(Z3_context c, Z3_apply_result r);
Z3_goal Z3_apply_result_get_subgoal(Z3_context c, Z3_apply_result r, unsigned n);
void Z3_apply_result_inc_ref(Z3_context c, Z3_apply_result r); /* @retains @by_hand */
unsigned Z3_get_num_probes(Z3_context c); /* @incidental */
unsigned Z3_get_num_simplifiers(Z3_context c); /* @incidental @since 4.12.2 */
unsigned Z3_get_num_tactics(Z3_context c); /* @incidental */
const char *Z3_get_probe_name(Z3_context c, unsigned n); /* @incidental */
const char *Z3_get_simplifier_name(Z3_context c, unsigned n); /* @incidental @since 4.12.2 */
const char *Z3_get_tactic_name(Z3_context c, unsigned n); /* @incidental */
void Z3_goal_assert(Z3_context c, Z3_goal g, Z3_ast a);
Z3_model Z3_goal_convert_model(Z3_context c, Z3_goal g, Z3_model m);
void Z3_goal_dec_ref(Z3_context c, Z3_goal g); /* @counts @by_hand */
unsigned Z3_goal_depth(Z3_context c, Z3_goal g);
Z3_ast Z3_goal_formula(Z3_context c, Z3_goal g, unsigned n);
void Z3_goal_inc_ref(Z3_context c, Z3_goal g); /* @retains @by_hand */
_Bool Z3_goal_inconsistent(Z3_context c, Z3_goal g);
_Bool Z3_goal_is_decided_sat(Z3_context c, Z3_goal g);
_Bool Z3_goal_is_decided_unsat(Z3_context c, Z3_goal g);
unsigned Z3_goal_num_exprs(Z3_context c, Z3_goal g);
int Z3_goal_precision(Z3_context c, Z3_goal g);
void Z3_goal_reset(Z3_context c, Z3_goal g);
unsigned Z3_goal_size(Z3_context c, Z3_goal g);
const char *Z3_goal_to_string(Z3_context c, Z3_goal g); /* @query */
Z3_goal Z3_goal_translate(Z3_context c, Z3_goal g, Z3_context to); /* @by_hand */
Z3_goal Z3_mk_goal(Z3_context c, _Bool on, _Bool on2, _Bool on3);
Z3_probe Z3_mk_probe(Z3_context c, const char *text);
Z3_simplifier Z3_mk_simplifier(Z3_context c, const char *text); /* @since 4.12.2 */
Z3_probe Z3_probe_and(Z3_context c, Z3_probe p, Z3_probe p2);
double Z3_probe_apply(Z3_context c, Z3_probe p, Z3_goal g);
Z3_probe Z3_probe_const(Z3_context c, double x);
void Z3_probe_dec_ref(Z3_context c, Z3_probe p); /* @counts @by_hand */
Z3_probe Z3_probe_eq(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_ge(Z3_context c, Z3_probe p, Z3_probe p2);
const char *Z3_probe_get_descr(Z3_context c, const char *text); /* @incidental */
Z3_probe Z3_probe_gt(Z3_context c, Z3_probe p, Z3_probe p2);
void Z3_probe_inc_ref(Z3_context c, Z3_probe p); /* @retains @by_hand */
Z3_probe Z3_probe_le(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_lt(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_probe Z3_probe_not(Z3_context c, Z3_probe p);
Z3_probe Z3_probe_or(Z3_context c, Z3_probe p, Z3_probe p2);
Z3_simplifier Z3_simplifier_and_then(Z3_context c, Z3_simplifier r, Z3_simplifier r2); /* @since 4.12.2 */
void Z3_simplifier_dec_ref(Z3_context c, Z3_simplifier r); /* @counts @since 4.12.2 @by_hand */
const char *Z3_simplifier_get_descr(Z3_context c, const char *text); /* @incidental @since 4.12.2 */
Z3_param_descrs Z3_simplifier_get_param_descrs(Z3_context c, Z3_simplifier r); /* @incidental @since 4.12.2 */
void Z3_simplifier_inc_ref(Z3_context c, Z3_simplifier r); /* @retains @since 4.12.2 @by_hand */
Z3_simplifier Z3_simplifier_using_params(Z3_context c, Z3_simplifier r, Z3_params p); /* @since 4.12.2 */
Z3_solver Z3_solver_add_simplifier(Z3_context c, Z3_solver s, Z3_simplifier r); /* @since 4.12.2 */
Z3_tactic Z3_tactic_and_then(Z3_context c, Z3_tactic t, Z3_tactic t2);
Z3_apply_result Z3_tactic_apply(Z3_context c, Z3_tactic t, Z3_goal g);
Z3_apply_result Z3_tactic_apply_ex(Z3_context c, Z3_tactic t, Z3_goal g, Z3_params p);
Z3_tactic Z3_tactic_cond(Z3_context c, Z3_probe p, Z3_tactic t, Z3_tactic t2);
Z3_tactic Z3_tactic_fail(Z3_context c);
Z3_tactic Z3_tactic_fail_if(Z3_context c, Z3_probe p);
Z3_tactic Z3_tactic_fail_if_not_decided(Z3_context c);
const char *Z3_tactic_get_descr(Z3_context c, const char *text); /* @incidental */
const char *Z3_tactic_get_help(Z3_context c, Z3_tactic t); /* @incidental */
Z3_param_descrs Z3_tactic_get_param_descrs(Z3_context c, Z3_tactic t); /* @incidental */
Z3_tactic Z3_tactic_or_else(Z3_context c, Z3_tactic t, Z3_tactic t2);
Z3_tactic Z3_tactic_repeat(Z3_context c, Z3_tactic t, unsigned n);
Z3_tactic Z3_tactic_skip(Z3_context c);
Z3_tactic Z3_tactic_try_for(Z3_context c, Z3_tactic t, unsigned n);
Z3_tactic Z3_tactic_using_params(Z3_context c, Z3_tactic t, Z3_params p);
Z3_tactic Z3_tactic_when(Z3_context c, Z3_probe p, Z3_tactic t);
const char *Z3_goal_to_dimacs_string(Z3_context c, Z3_goal g, _Bool names);
const char *Z3_apply_result_to_string(Z3_context c, Z3_apply_result r); /* @query */
const char *Z3_simplifier_get_help(Z3_context c, Z3_simplifier s); /* @incidental @since 4.12.2 */

/* Printing and parsing. */
const char *Z3_sort_to_string(Z3_context c, Z3_sort s); /* @query */
const char *Z3_ast_map_to_string(Z3_context c, Z3_ast_map m); /* @query */
const char *Z3_ast_to_string(Z3_context c, Z3_ast a); /* @query */
const char *Z3_ast_vector_to_string(Z3_context c, Z3_ast_vector v); /* @query */
const char *Z3_benchmark_to_smtlib_string(Z3_context c, const char *text, const char *text2, const char *text3, const char *text4, unsigned n, const Z3_ast *as, Z3_ast a);
const char *Z3_eval_smtlib2_string(Z3_context c, const char *text);
const char *Z3_func_decl_to_string(Z3_context c, Z3_func_decl f); /* @query */
Z3_parser_context Z3_mk_parser_context(Z3_context c); /* @since 4.9.0 */
Z3_ast_vector Z3_parse_smtlib2_string(Z3_context c, const char *text, unsigned n, const Z3_symbol *names, const Z3_sort *ss, unsigned n2, const Z3_symbol *names2, const Z3_func_decl *fs);
void Z3_parser_context_add_decl(Z3_context c, Z3_parser_context r, Z3_func_decl f); /* @since 4.9.0 */
void Z3_parser_context_add_sort(Z3_context c, Z3_parser_context r, Z3_sort s); /* @since 4.9.0 */
void Z3_parser_context_dec_ref(Z3_context c, Z3_parser_context r); /* @counts @since 4.9.0 @by_hand */
Z3_ast_vector Z3_parser_context_from_string(Z3_context c, Z3_parser_context r, const char *text); /* @since 4.9.0 */
void Z3_parser_context_inc_ref(Z3_context c, Z3_parser_context r); /* @retains @since 4.9.0 @by_hand */
const char *Z3_pattern_to_string(Z3_context c, Z3_pattern r); /* @query */
void Z3_set_ast_print_mode(Z3_context c, Z3_ast_print_mode mode);
void Z3_solver_from_string(Z3_context c, Z3_solver s, const char *text);
const char *Z3_solver_to_string(Z3_context c, Z3_solver s); /* @query */
const char *Z3_solver_to_dimacs_string(Z3_context c, Z3_solver s, _Bool on);

/* Optimization. */
Z3_optimize Z3_mk_optimize(Z3_context c);
void Z3_optimize_assert(Z3_context c, Z3_optimize o, Z3_ast a);
void Z3_optimize_assert_and_track(Z3_context c, Z3_optimize o, Z3_ast a, Z3_ast a2);
unsigned Z3_optimize_assert_soft(Z3_context c, Z3_optimize o, Z3_ast a, const char *text, Z3_symbol name);
Z3_lbool Z3_optimize_check(Z3_context c, Z3_optimize o, unsigned n, const Z3_ast *as);
void Z3_optimize_dec_ref(Z3_context c, Z3_optimize o); /* @counts @by_hand */
void Z3_optimize_from_string(Z3_context c, Z3_optimize o, const char *text);
Z3_ast_vector Z3_optimize_get_assertions(Z3_context c, Z3_optimize o);
const char *Z3_optimize_get_help(Z3_context c, Z3_optimize o); /* @incidental */
Z3_ast Z3_optimize_get_lower(Z3_context c, Z3_optimize o, unsigned n);
Z3_ast_vector Z3_optimize_get_lower_as_vector(Z3_context c, Z3_optimize o, unsigned n);
Z3_model Z3_optimize_get_model(Z3_context c, Z3_optimize o);
Z3_ast_vector Z3_optimize_get_objectives(Z3_context c, Z3_optimize o);
Z3_param_descrs Z3_optimize_get_param_descrs(Z3_context c, Z3_optimize o); /* @incidental */
const char *Z3_optimize_get_reason_unknown(Z3_context c, Z3_optimize o); /* @query */
Z3_stats Z3_optimize_get_statistics(Z3_context c, Z3_optimize o); /* @incidental */
Z3_ast_vector Z3_optimize_get_unsat_core(Z3_context c, Z3_optimize o);
Z3_ast Z3_optimize_get_upper(Z3_context c, Z3_optimize o, unsigned n);
Z3_ast_vector Z3_optimize_get_upper_as_vector(Z3_context c, Z3_optimize o, unsigned n);
void Z3_optimize_inc_ref(Z3_context c, Z3_optimize o); /* @retains @by_hand */
unsigned Z3_optimize_maximize(Z3_context c, Z3_optimize o, Z3_ast a);
unsigned Z3_optimize_minimize(Z3_context c, Z3_optimize o, Z3_ast a);
void Z3_optimize_pop(Z3_context c, Z3_optimize o);
void Z3_optimize_push(Z3_context c, Z3_optimize o);
void Z3_optimize_register_model_eh(Z3_context c, Z3_optimize o, Z3_model m, void *state, Z3_model_eh r); /* @since 4.8.11 @by_hand */
void Z3_optimize_set_initial_value(Z3_context c, Z3_optimize o, Z3_ast a, Z3_ast value); /* @since 4.13.1 */
void Z3_optimize_set_params(Z3_context c, Z3_optimize o, Z3_params p);
const char *Z3_optimize_to_string(Z3_context c, Z3_optimize o); /* @query */
Z3_optimize Z3_optimize_translate(Z3_context c, Z3_optimize o, Z3_context to); /* @since 4.15.5 @by_hand */

/* Fixed points: relations, rules, facts. */
void Z3_fixedpoint_add_callback(Z3_context c, Z3_fixedpoint d, void *state, Z3_fixedpoint_new_lemma_eh r, Z3_fixedpoint_predecessor_eh r2, Z3_fixedpoint_unfold_eh r3); /* @by_hand */
void Z3_fixedpoint_add_constraint(Z3_context c, Z3_fixedpoint d, Z3_ast a, unsigned level);
void Z3_fixedpoint_add_cover(Z3_context c, Z3_fixedpoint d, int level, Z3_func_decl f, Z3_ast a);
void Z3_fixedpoint_add_fact(Z3_context c, Z3_fixedpoint d, Z3_func_decl f, unsigned n, unsigned *ns);
void Z3_fixedpoint_add_invariant(Z3_context c, Z3_fixedpoint d, Z3_func_decl f, Z3_ast a);
void Z3_fixedpoint_add_rule(Z3_context c, Z3_fixedpoint d, Z3_ast a, Z3_symbol name);
void Z3_fixedpoint_dec_ref(Z3_context c, Z3_fixedpoint d); /* @counts @by_hand */
Z3_ast_vector Z3_fixedpoint_from_string(Z3_context c, Z3_fixedpoint d, const char *text);
Z3_ast Z3_fixedpoint_get_answer(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_assertions(Z3_context c, Z3_fixedpoint d);
Z3_ast Z3_fixedpoint_get_cover_delta(Z3_context c, Z3_fixedpoint d, int level, Z3_func_decl f);
Z3_ast Z3_fixedpoint_get_ground_sat_answer(Z3_context c, Z3_fixedpoint d);
const char *Z3_fixedpoint_get_help(Z3_context c, Z3_fixedpoint d); /* @incidental */
unsigned Z3_fixedpoint_get_num_levels(Z3_context c, Z3_fixedpoint d, Z3_func_decl f);
Z3_param_descrs Z3_fixedpoint_get_param_descrs(Z3_context c, Z3_fixedpoint d); /* @incidental */
Z3_ast Z3_fixedpoint_get_reachable(Z3_context c, Z3_fixedpoint d, Z3_func_decl f);
const char *Z3_fixedpoint_get_reason_unknown(Z3_context c, Z3_fixedpoint d);
Z3_symbol Z3_fixedpoint_get_rule_names_along_trace(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_rules(Z3_context c, Z3_fixedpoint d);
Z3_ast_vector Z3_fixedpoint_get_rules_along_trace(Z3_context c, Z3_fixedpoint d);
Z3_stats Z3_fixedpoint_get_statistics(Z3_context c, Z3_fixedpoint d); /* @incidental */
void Z3_fixedpoint_inc_ref(Z3_context c, Z3_fixedpoint d); /* @retains @by_hand */
Z3_lbool Z3_fixedpoint_query(Z3_context c, Z3_fixedpoint d, Z3_ast a);
Z3_lbool Z3_fixedpoint_query_from_lvl(Z3_context c, Z3_fixedpoint d, Z3_ast a, unsigned level);
Z3_lbool Z3_fixedpoint_query_relations(Z3_context c, Z3_fixedpoint d, unsigned n, const Z3_func_decl *fs);
void Z3_fixedpoint_register_relation(Z3_context c, Z3_fixedpoint d, Z3_func_decl f);
void Z3_fixedpoint_set_params(Z3_context c, Z3_fixedpoint d, Z3_params p);
void Z3_fixedpoint_set_predicate_representation(Z3_context c, Z3_fixedpoint d, Z3_func_decl f, unsigned n, const Z3_symbol *names);
const char *Z3_fixedpoint_to_string(Z3_context c, Z3_fixedpoint d, unsigned n, Z3_ast *as); /* @query */
void Z3_fixedpoint_update_rule(Z3_context c, Z3_fixedpoint d, Z3_ast a, Z3_symbol name);
Z3_fixedpoint Z3_mk_fixedpoint(Z3_context c);

/* Algebraic numbers. */
_Bool Z3_is_algebraic_number(Z3_context c, Z3_ast a); /* @query */
Z3_ast Z3_algebraic_add(Z3_context c, Z3_ast a, Z3_ast a2);
Z3_ast Z3_algebraic_div(Z3_context c, Z3_ast a, Z3_ast a2);
_Bool Z3_algebraic_eq(Z3_context c, Z3_ast a, Z3_ast a2);
int Z3_algebraic_eval(Z3_context c, Z3_ast a, unsigned n, Z3_ast *as);
_Bool Z3_algebraic_ge(Z3_context c, Z3_ast a, Z3_ast a2);
unsigned Z3_algebraic_get_i(Z3_context c, Z3_ast a); /* @since 4.8.8 */
Z3_ast_vector Z3_algebraic_get_poly(Z3_context c, Z3_ast a); /* @since 4.8.8 */
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
Z3_ast Z3_get_algebraic_number_lower(Z3_context c, Z3_ast a, unsigned n); /* @query */
Z3_ast Z3_get_algebraic_number_upper(Z3_context c, Z3_ast a, unsigned n); /* @query */
Z3_ast_vector Z3_polynomial_subresultants(Z3_context c, Z3_ast a, Z3_ast a2, Z3_ast a3);

/* Real closed fields. Numbers are deleted, not counted. */
Z3_rcf_num Z3_rcf_add(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_coefficient(Z3_context c, Z3_rcf_num a, unsigned n); /* @since 4.12.3 */
void Z3_rcf_del(Z3_context c, Z3_rcf_num a); /* @by_hand */
Z3_rcf_num Z3_rcf_div(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
_Bool Z3_rcf_eq(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
unsigned Z3_rcf_extension_index(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
_Bool Z3_rcf_ge(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
void Z3_rcf_get_numerator_denominator(Z3_context c, Z3_rcf_num a, Z3_rcf_num *as, Z3_rcf_num *as2);
_Bool Z3_rcf_gt(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_symbol Z3_rcf_infinitesimal_name(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
int Z3_rcf_interval(Z3_context c, Z3_rcf_num a, _Bool *no_lower, _Bool *lower_open, Z3_rcf_num *lower, _Bool *no_upper, _Bool *upper_open, Z3_rcf_num *upper); /* @since 4.12.3 */
Z3_rcf_num Z3_rcf_inv(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_is_algebraic(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
_Bool Z3_rcf_is_infinitesimal(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
_Bool Z3_rcf_is_rational(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
_Bool Z3_rcf_is_transcendental(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
_Bool Z3_rcf_le(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
_Bool Z3_rcf_lt(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_mk_e(Z3_context c);
Z3_rcf_num Z3_rcf_mk_infinitesimal(Z3_context c);
Z3_rcf_num Z3_rcf_mk_pi(Z3_context c);
Z3_rcf_num Z3_rcf_mk_rational(Z3_context c, const char *text);
unsigned Z3_rcf_mk_roots(Z3_context c, unsigned n, const Z3_rcf_num *as, Z3_rcf_num *as2); /* @by_hand */
Z3_rcf_num Z3_rcf_mk_small_int(Z3_context c, int n);
Z3_rcf_num Z3_rcf_mul(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_rcf_num Z3_rcf_neg(Z3_context c, Z3_rcf_num a);
_Bool Z3_rcf_neq(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
unsigned Z3_rcf_num_coefficients(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
unsigned Z3_rcf_num_sign_condition_coefficients(Z3_context c, Z3_rcf_num a, unsigned n); /* @since 4.12.3 */
unsigned Z3_rcf_num_sign_conditions(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */
const char *Z3_rcf_num_to_decimal_string(Z3_context c, Z3_rcf_num a, unsigned n);
const char *Z3_rcf_num_to_string(Z3_context c, Z3_rcf_num a, _Bool on, _Bool on2); /* @query */
Z3_rcf_num Z3_rcf_power(Z3_context c, Z3_rcf_num a, unsigned n);
Z3_rcf_num Z3_rcf_sign_condition_coefficient(Z3_context c, Z3_rcf_num a, unsigned n, unsigned n2); /* @since 4.12.3 */
int Z3_rcf_sign_condition_sign(Z3_context c, Z3_rcf_num a, unsigned n); /* @since 4.12.3 */
Z3_rcf_num Z3_rcf_sub(Z3_context c, Z3_rcf_num a, Z3_rcf_num a2);
Z3_symbol Z3_rcf_transcendental_name(Z3_context c, Z3_rcf_num a); /* @since 4.12.3 */

/* Propagators, and clauses that a solver learns. */
unsigned char Z3_solver_next_split(Z3_context c, Z3_solver_callback cb, Z3_ast a, unsigned bit, int phase); /* @since 4.9.0 @by_hand */
unsigned char Z3_solver_propagate_consequence(Z3_context c, Z3_solver_callback cb, unsigned n, const Z3_ast *fixed, unsigned n2, const Z3_ast *lefts, const Z3_ast *rights, Z3_ast consequence); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_created(Z3_context c, Z3_solver s, Z3_created_eh r); /* @since 4.8.14 @by_hand */
void Z3_solver_propagate_decide(Z3_context c, Z3_solver s, Z3_decide_eh r); /* @since 4.8.16 @by_hand */
Z3_func_decl Z3_solver_propagate_declare(Z3_context c, Z3_symbol name, unsigned n, Z3_sort *ss, Z3_sort s); /* @since 4.8.14 */
void Z3_solver_propagate_diseq(Z3_context c, Z3_solver s, Z3_eq_eh r); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_eq(Z3_context c, Z3_solver s, Z3_eq_eh r); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_final(Z3_context c, Z3_solver s, Z3_final_eh r); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_fixed(Z3_context c, Z3_solver s, Z3_fixed_eh r); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_init(Z3_context c, Z3_solver s, void *rs, Z3_push_eh r, Z3_pop_eh r2, Z3_fresh_eh r3); /* @since 4.8.9 @by_hand */
void Z3_solver_propagate_on_binding(Z3_context c, Z3_solver s, Z3_on_binding_eh r); /* @since 4.15.3 @by_hand */
void Z3_solver_propagate_register(Z3_context c, Z3_solver s, Z3_ast a); /* @since 4.8.9 */
void Z3_solver_propagate_register_cb(Z3_context c, Z3_solver_callback cb, Z3_ast a); /* @since 4.8.14 @by_hand */
void Z3_solver_register_on_clause(Z3_context c, Z3_solver s, void *rs, Z3_on_clause_eh r); /* @since 4.12.0 @by_hand */
