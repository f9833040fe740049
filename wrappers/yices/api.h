/* The part of Yices 2's C API that the wrapper calls, declared by ourselves.
 *
 * Common to all releases since 2.6.4. Terms and types are numbers, negative in case of an error,
 * which yices_error_code tells; other functions return a negative code, a null pointer, or a
 * status. All terms and types of a process live in one table.
 */

typedef int term_t; /* @handle Term */
typedef int type_t; /* @handle Sort */
typedef int smt_status_t; /* @as Tried<Answer> @names YICES_* */
typedef int yices_code_t; /* Negative in case of an error. @as Tried<()> */
typedef int yices_value_t; /* A term, or negative in case of an error. @as Tried<Term> */
typedef int yices_truth_t; /* 0 or 1, or negative in case of an error. @as Tried<bool> */
typedef int yices_count_t; /* Negative in case of an error. @as i32 */
typedef unsigned int yices_width_t; /* 0 in case of an error. @as u32 */
typedef int yices_flag_t; /* 0 or 1. @as bool */
typedef struct context_s context_t; /* @as &Context */
typedef struct model_s model_t; /* @as &Model */
typedef struct ctx_config_s ctx_config_t; /* @as &Config */
typedef struct param_s param_t; /* @as &Params */

typedef struct { unsigned int capacity, size; term_t *data; } term_vector_t; /* @as &TermVector */
typedef struct { unsigned int capacity, size; type_t *data; } type_vector_t; /* @as &SortVector */
typedef struct { int node_id; int node_tag; } yval_t; /* @as &ModelNode */
typedef struct { unsigned int capacity, size; yval_t *data; } yval_vector_t; /* @as &NodeVector */
typedef struct { int code; unsigned int line, column; term_t term1; type_t type1; term_t term2; type_t type2; long badval; } error_report_t;
typedef struct { context_t *a, *b; term_t interpolant; model_t *model; } interpolation_context_t;

/* Of GMP, which the library brings or is linked with: numbers of any size. @by_hand */
typedef struct { int alloc, size; unsigned long *limbs; } mpz_t; /* @as &Integer */
typedef struct { mpz_t num, den; } mpq_t; /* @as &Rational */
void __gmpq_init(mpq_t *q); /* @query */
void __gmpq_clear(mpq_t *q); /* @query */
int __gmpq_set_str(mpq_t *q, const char *text, int base);
void __gmpq_canonicalize(mpq_t *q);
unsigned long __gmpz_sizeinbase(const mpz_t *z, int base); /* @incidental */
char *__gmpq_get_str(char *text, int base, const mpq_t *q); /* @query @length text buffer */

/* The process. */
extern const char *yices_version;
extern const char *yices_build_arch;
extern const char *yices_build_mode;
extern const char *yices_build_date;
extern const char *yices_rev;
yices_flag_t yices_has_mcsat(void);
yices_flag_t yices_is_thread_safe(void);
yices_flag_t yices_has_delegate(const char *delegate);
void yices_init(void); /* @by_hand */
void yices_reset(void); /* @by_hand */
void yices_free_string(char *text); /* @query @frees @by_hand */

/* Errors. The code of the last failed call, and its message, to be freed. @by_hand */
int yices_error_code(void); /* @error */
char *yices_error_string(void);
error_report_t *yices_error_report(void);
void yices_clear_error(void);

/* Types. */
type_t yices_bool_type(void); /* @query */
type_t yices_int_type(void);
type_t yices_real_type(void);
type_t yices_bv_type(unsigned int width);
type_t yices_new_uninterpreted_type(void); /* @instance */
type_t yices_function_type(unsigned int arity, const type_t *domain, type_t codomain);
type_t yices_function_type1(type_t domain, type_t codomain);
type_t yices_function_type2(type_t a, type_t b, type_t codomain);
type_t yices_function_type3(type_t a, type_t b, type_t c, type_t codomain);
type_t yices_new_scalar_type(unsigned int cardinality); /* @instance */
type_t yices_tuple_type(unsigned int count, const type_t *parts);
type_t yices_tuple_type1(type_t a);
type_t yices_tuple_type2(type_t a, type_t b);
type_t yices_tuple_type3(type_t a, type_t b, type_t c);
type_t yices_parse_type(const char *text);

/* Names of types. */
yices_code_t yices_set_type_name(type_t type, const char *name);
yices_code_t yices_clear_type_name(type_t type);
void yices_remove_type_name(const char *name);
const char *yices_get_type_name(type_t type); /* @null none */
type_t yices_get_type_by_name(const char *name); /* @null none */

/* Reading types. @form */
char *yices_type_to_string(type_t type, unsigned int width, unsigned int height,
    unsigned int offset); /* @free yices_free_string */
yices_flag_t yices_type_is_bool(type_t type);
yices_flag_t yices_type_is_int(type_t type);
yices_flag_t yices_type_is_real(type_t type);
yices_flag_t yices_type_is_bitvector(type_t type);
yices_flag_t yices_type_is_function(type_t type);
yices_flag_t yices_type_is_uninterpreted(type_t type);
yices_flag_t yices_type_is_arithmetic(type_t type);
yices_flag_t yices_type_is_scalar(type_t type);
yices_flag_t yices_type_is_tuple(type_t type);
yices_width_t yices_bvtype_size(type_t type);
yices_count_t yices_type_num_children(type_t type);
type_t yices_type_child(type_t type, int index);
yices_code_t yices_type_children(type_t type, type_vector_t *children);
unsigned int yices_scalar_type_card(type_t type); /* @acts */
yices_flag_t yices_test_subtype(type_t sub, type_t of); /* @query */
yices_flag_t yices_compatible_types(type_t a, type_t b); /* @query */

/* Constants and variables. */
term_t yices_new_uninterpreted_term(type_t type); /* @instance */
term_t yices_new_variable(type_t type); /* @instance */

/* Names of terms. */
yices_code_t yices_set_term_name(term_t term, const char *name);
yices_code_t yices_clear_term_name(term_t term);
void yices_remove_term_name(const char *name);
const char *yices_get_term_name(term_t term); /* @null none */
term_t yices_get_term_by_name(const char *name); /* @null none */

/* Values. */
term_t yices_constant(type_t type, int index);
term_t yices_true(void);
term_t yices_false(void);
term_t yices_zero(void);
term_t yices_int32(int value);
term_t yices_int64(long value);
term_t yices_rational32(int numerator, unsigned int denominator);
term_t yices_rational64(long numerator, unsigned long denominator);
term_t yices_mpq(const mpq_t *value);
term_t yices_mpz(const mpz_t *value);
term_t yices_parse_rational(const char *text); /* @query */
term_t yices_parse_float(const char *text);
term_t yices_bvconst_uint32(unsigned int width, unsigned int value);
term_t yices_bvconst_uint64(unsigned int width, unsigned long value);
term_t yices_bvconst_int32(unsigned int width, int value);
term_t yices_bvconst_int64(unsigned int width, long value);
term_t yices_bvconst_mpz(unsigned int width, const mpz_t *value); /* @length value one */
term_t yices_bvconst_zero(unsigned int width);
term_t yices_bvconst_one(unsigned int width);
term_t yices_bvconst_minus_one(unsigned int width);
term_t yices_bvconst_from_array(unsigned int width, const int *bits);
term_t yices_parse_bvbin(const char *text);
term_t yices_parse_bvhex(const char *text);
term_t yices_parse_term(const char *text);

/* Core. */
term_t yices_ite(term_t condition, term_t yes, term_t no);
term_t yices_eq(term_t a, term_t b);
term_t yices_neq(term_t a, term_t b);
term_t yices_distinct(unsigned int count, term_t *args); /* @changes args */
term_t yices_not(term_t a);
term_t yices_and(unsigned int count, term_t *args); /* @changes args */
term_t yices_or(unsigned int count, term_t *args); /* @changes args */
term_t yices_xor(unsigned int count, term_t *args); /* @changes args */
term_t yices_and2(term_t a, term_t b);
term_t yices_or2(term_t a, term_t b);
term_t yices_xor2(term_t a, term_t b);
term_t yices_and3(term_t a, term_t b, term_t c);
term_t yices_or3(term_t a, term_t b, term_t c);
term_t yices_xor3(term_t a, term_t b, term_t c);
term_t yices_iff(term_t a, term_t b);
term_t yices_implies(term_t a, term_t b);

/* Functions, which arrays are, too. */
term_t yices_application(term_t function, unsigned int count, const term_t *args);
term_t yices_application1(term_t function, term_t a);
term_t yices_application2(term_t function, term_t a, term_t b);
term_t yices_application3(term_t function, term_t a, term_t b, term_t c);
term_t yices_update(term_t function, unsigned int count, const term_t *args, term_t value);
term_t yices_update1(term_t function, term_t a, term_t value);
term_t yices_update2(term_t function, term_t a, term_t b, term_t value);
term_t yices_update3(term_t function, term_t a, term_t b, term_t c, term_t value);
term_t yices_lambda(unsigned int count, const term_t *vars, term_t body);
term_t yices_forall(unsigned int count, term_t *vars, term_t body); /* @changes vars */
term_t yices_exists(unsigned int count, term_t *vars, term_t body); /* @changes vars */
term_t yices_subst_term(unsigned int count, const term_t *vars, const term_t *terms, term_t body);
yices_code_t yices_subst_term_array(unsigned int count, const term_t *vars, const term_t *terms,
    unsigned int bodies, term_t *body); /* @changes body */

/* Tuples, whose parts are counted from 1. */
term_t yices_tuple(unsigned int count, const term_t *parts);
term_t yices_pair(term_t a, term_t b);
term_t yices_triple(term_t a, term_t b, term_t c);
term_t yices_select(unsigned int index, term_t tuple);
term_t yices_tuple_update(term_t tuple, unsigned int index, term_t part);

/* Arithmetic. */
term_t yices_neg(term_t a);
term_t yices_abs(term_t a);
term_t yices_floor(term_t a);
term_t yices_ceil(term_t a);
term_t yices_square(term_t a);
term_t yices_power(term_t a, unsigned int exponent);
term_t yices_add(term_t a, term_t b);
term_t yices_sub(term_t a, term_t b);
term_t yices_mul(term_t a, term_t b);
term_t yices_sum(unsigned int count, const term_t *args);
term_t yices_product(unsigned int count, const term_t *args);
term_t yices_poly_int32(unsigned int count, const int *factors, const term_t *args);
term_t yices_poly_int64(unsigned int count, const long *factors, const term_t *args);
term_t yices_poly_rational32(unsigned int count, const int *numerators,
    const unsigned int *denominators, const term_t *args);
term_t yices_poly_rational64(unsigned int count, const long *numerators,
    const unsigned long *denominators, const term_t *args);
term_t yices_poly_mpz(unsigned int count, const mpz_t *factors, const term_t *args); /* @by_hand */
term_t yices_poly_mpq(unsigned int count, const mpq_t *factors, const term_t *args); /* @by_hand */
term_t yices_division(term_t a, term_t b);
term_t yices_idiv(term_t a, term_t b);
term_t yices_imod(term_t a, term_t b);
term_t yices_divides_atom(term_t divisor, term_t a);
term_t yices_is_int_atom(term_t a);
term_t yices_arith_eq_atom(term_t a, term_t b);
term_t yices_arith_neq_atom(term_t a, term_t b);
term_t yices_arith_lt_atom(term_t a, term_t b);
term_t yices_arith_leq_atom(term_t a, term_t b);
term_t yices_arith_gt_atom(term_t a, term_t b);
term_t yices_arith_geq_atom(term_t a, term_t b);
term_t yices_arith_eq0_atom(term_t a);
term_t yices_arith_neq0_atom(term_t a);
term_t yices_arith_lt0_atom(term_t a);
term_t yices_arith_leq0_atom(term_t a);
term_t yices_arith_gt0_atom(term_t a);
term_t yices_arith_geq0_atom(term_t a);

/* Bit-vectors. */
term_t yices_bvconcat(unsigned int count, const term_t *args);
term_t yices_bvconcat2(term_t a, term_t b);
term_t yices_bvextract(term_t a, unsigned int low, unsigned int high);
term_t yices_bitextract(term_t a, unsigned int index);
term_t yices_bvarray(unsigned int count, const term_t *bits);
term_t yices_bvrepeat(term_t a, unsigned int count);
term_t yices_rotate_left(term_t a, unsigned int count);
term_t yices_rotate_right(term_t a, unsigned int count);
term_t yices_shift_left0(term_t a, unsigned int count);
term_t yices_shift_left1(term_t a, unsigned int count);
term_t yices_shift_right0(term_t a, unsigned int count);
term_t yices_shift_right1(term_t a, unsigned int count);
term_t yices_ashift_right(term_t a, unsigned int count);
term_t yices_sign_extend(term_t a, unsigned int more);
term_t yices_zero_extend(term_t a, unsigned int more);
term_t yices_bvnot(term_t a);
term_t yices_bvneg(term_t a);
term_t yices_bvsquare(term_t a);
term_t yices_bvpower(term_t a, unsigned int exponent);
term_t yices_redand(term_t a);
term_t yices_redor(term_t a);
term_t yices_redcomp(term_t a, term_t b);
term_t yices_bvand(unsigned int count, const term_t *args);
term_t yices_bvor(unsigned int count, const term_t *args);
term_t yices_bvxor(unsigned int count, const term_t *args);
term_t yices_bvand2(term_t a, term_t b);
term_t yices_bvor2(term_t a, term_t b);
term_t yices_bvxor2(term_t a, term_t b);
term_t yices_bvand3(term_t a, term_t b, term_t c);
term_t yices_bvor3(term_t a, term_t b, term_t c);
term_t yices_bvxor3(term_t a, term_t b, term_t c);
term_t yices_bvnand(term_t a, term_t b);
term_t yices_bvnor(term_t a, term_t b);
term_t yices_bvxnor(term_t a, term_t b);
term_t yices_bvadd(term_t a, term_t b);
term_t yices_bvsub(term_t a, term_t b);
term_t yices_bvmul(term_t a, term_t b);
term_t yices_bvsum(unsigned int count, const term_t *args);
term_t yices_bvproduct(unsigned int count, const term_t *args);
term_t yices_bvdiv(term_t a, term_t b);
term_t yices_bvrem(term_t a, term_t b);
term_t yices_bvsdiv(term_t a, term_t b);
term_t yices_bvsrem(term_t a, term_t b);
term_t yices_bvsmod(term_t a, term_t b);
term_t yices_bvshl(term_t a, term_t b);
term_t yices_bvlshr(term_t a, term_t b);
term_t yices_bvashr(term_t a, term_t b);
term_t yices_bveq_atom(term_t a, term_t b);
term_t yices_bvneq_atom(term_t a, term_t b);
term_t yices_bvlt_atom(term_t a, term_t b);
term_t yices_bvle_atom(term_t a, term_t b);
term_t yices_bvgt_atom(term_t a, term_t b);
term_t yices_bvge_atom(term_t a, term_t b);
term_t yices_bvslt_atom(term_t a, term_t b);
term_t yices_bvsle_atom(term_t a, term_t b);
term_t yices_bvsgt_atom(term_t a, term_t b);
term_t yices_bvsge_atom(term_t a, term_t b);

/* Reading terms. Each is of exactly one of the shapes. @form */
type_t yices_type_of_term(term_t term);
yices_flag_t yices_term_is_bool(term_t term);
yices_flag_t yices_term_is_int(term_t term);
yices_flag_t yices_term_is_real(term_t term);
yices_flag_t yices_term_is_arithmetic(term_t term);
yices_flag_t yices_term_is_bitvector(term_t term);
yices_flag_t yices_term_is_tuple(term_t term);
yices_flag_t yices_term_is_function(term_t term);
yices_flag_t yices_term_is_scalar(term_t term);
yices_flag_t yices_term_is_ground(term_t term);
unsigned int yices_term_bitsize(term_t term);
yices_count_t yices_term_constructor(term_t term);
yices_flag_t yices_term_is_atomic(term_t term);
yices_flag_t yices_term_is_composite(term_t term);
yices_flag_t yices_term_is_projection(term_t term);
yices_flag_t yices_term_is_sum(term_t term);
yices_flag_t yices_term_is_bvsum(term_t term);
yices_flag_t yices_term_is_product(term_t term);
yices_count_t yices_term_num_children(term_t term);
term_t yices_term_child(term_t term, int index);
yices_code_t yices_term_children(term_t term, term_vector_t *children);
yices_count_t yices_proj_index(term_t term); /* @acts */
term_t yices_proj_arg(term_t term); /* @acts */
yices_code_t yices_sum_component(term_t term, int index, mpq_t *coefficient,
    term_t *part); /* @optional part */
yices_code_t yices_bvsum_component(term_t term, int index, int *coefficient,
    term_t *part); /* @length coefficient buffer @by_hand */
yices_code_t yices_product_component(term_t term, int index, term_t *part, unsigned int *exponent);
yices_code_t yices_bool_const_value(term_t term, yices_flag_t *value); /* @query */
yices_code_t yices_bv_const_value(term_t term, int *bits); /* @query @length bits buffer @by_hand */
yices_code_t yices_rational_const_value(term_t term, mpq_t *value); /* @query */
yices_code_t yices_scalar_const_value(term_t term, int *value); /* @query */
char *yices_term_to_string(term_t term, unsigned int width, unsigned int height,
    unsigned int offset); /* @query @free yices_free_string */

/* Memory. Nothing is freed before a collection, which keeps what counts, is given, or is in use. */
unsigned int yices_num_terms(void);
unsigned int yices_num_types(void);
unsigned int yices_num_posref_terms(void);
unsigned int yices_num_posref_types(void);
yices_code_t yices_incref_term(term_t term); /* @counts */
yices_code_t yices_decref_term(term_t term); /* @counts */
yices_code_t yices_incref_type(type_t type); /* @counts */
yices_code_t yices_decref_type(type_t type); /* @counts */
void yices_garbage_collect(const term_t *terms, unsigned int term_count, const type_t *types,
    unsigned int type_count, yices_flag_t keep_named); /* @length types type_count */

/* Configurations of contexts. */
ctx_config_t *yices_new_config(void); /* @instance */
void yices_free_config(ctx_config_t *config); /* @by_hand */
yices_code_t yices_set_config(ctx_config_t *config, const char *name, const char *value);
yices_code_t yices_default_config_for_logic(ctx_config_t *config, const char *logic);

/* Parameters of the search. */
param_t *yices_new_param_record(void); /* @instance */
void yices_free_param_record(param_t *params); /* @by_hand */
void yices_default_params_for_context(const context_t *context, param_t *params);
yices_code_t yices_set_param(param_t *params, const char *name, const char *value);

/* Contexts. */
context_t *yices_new_context(const ctx_config_t *config); /* @instance */
void yices_free_context(context_t *context); /* @by_hand */
smt_status_t yices_context_status(context_t *context);
yices_code_t yices_context_enable_option(context_t *context, const char *option);
yices_code_t yices_context_disable_option(context_t *context, const char *option);
void yices_reset_context(context_t *context);
yices_code_t yices_push(context_t *context);
yices_code_t yices_pop(context_t *context);
yices_code_t yices_assert_formula(context_t *context, term_t formula);
yices_code_t yices_assert_formulas(context_t *context, unsigned int count, const term_t *formulas);
yices_code_t yices_assert_blocking_clause(context_t *context);

/* Solving. */
smt_status_t yices_check_context(context_t *context, const param_t *params); /* @optional params */
smt_status_t yices_check_context_with_assumptions(context_t *context, const param_t *params,
    unsigned int count, const term_t *assumptions); /* @optional params */
smt_status_t yices_check_context_with_model(context_t *context, const param_t *params,
    model_t *model, unsigned int count, const term_t *terms); /* @optional params */
smt_status_t yices_check_context_with_model_and_hint(context_t *context, const param_t *params,
    model_t *model, unsigned int count, const term_t *terms,
    unsigned int fixed); /* @since 2.6.5 @optional params */
smt_status_t yices_check_context_with_interpolation(interpolation_context_t *contexts,
    const param_t *params, int build_model); /* @by_hand */
smt_status_t yices_check_formula(term_t formula, const char *logic, model_t **model,
    const char *delegate); /* @optional logic @optional model @optional delegate */
smt_status_t yices_check_formulas(const term_t *formulas, unsigned int count, const char *logic,
    model_t **model, const char *delegate); /* @optional logic @optional model @optional delegate */
void yices_stop_search(context_t *context); /* @by_hand */
yices_code_t yices_get_unsat_core(context_t *context, term_vector_t *core);
term_t yices_get_model_interpolant(context_t *context);
int yices_mcsat_set_fixed_var_order(context_t *context, unsigned int count,
    const term_t *terms); /* @since 2.6.5 */
int yices_mcsat_set_initial_var_order(context_t *context, unsigned int count,
    const term_t *terms); /* @since 2.6.5 */

/* Vectors. @form @by_hand */
void yices_init_term_vector(term_vector_t *vector);
void yices_reset_term_vector(term_vector_t *vector);
void yices_delete_term_vector(term_vector_t *vector);
void yices_init_type_vector(type_vector_t *vector);
void yices_reset_type_vector(type_vector_t *vector);
void yices_delete_type_vector(type_vector_t *vector);
void yices_init_yval_vector(yval_vector_t *vector);
void yices_reset_yval_vector(yval_vector_t *vector);
void yices_delete_yval_vector(yval_vector_t *vector);

/* Making models. */
model_t *yices_get_model(context_t *context, yices_flag_t keep_substitutions);
void yices_free_model(model_t *model); /* @by_hand */
model_t *yices_new_model(void); /* @instance */
model_t *yices_model_from_map(unsigned int count, const term_t *terms, const term_t *values);
yices_code_t yices_model_set_bool(model_t *model, term_t term, yices_flag_t value);
yices_code_t yices_model_set_int32(model_t *model, term_t term, int value);
yices_code_t yices_model_set_int64(model_t *model, term_t term, long value);
yices_code_t yices_model_set_rational32(model_t *model, term_t term, int numerator,
    unsigned int denominator);
yices_code_t yices_model_set_rational64(model_t *model, term_t term, long numerator,
    unsigned long denominator);
yices_code_t yices_model_set_mpz(model_t *model, term_t term, const mpz_t *value);
yices_code_t yices_model_set_mpq(model_t *model, term_t term, const mpq_t *value);
yices_code_t yices_model_set_bv_int32(model_t *model, term_t term, int value);
yices_code_t yices_model_set_bv_int64(model_t *model, term_t term, long value);
yices_code_t yices_model_set_bv_uint32(model_t *model, term_t term, unsigned int value);
yices_code_t yices_model_set_bv_uint64(model_t *model, term_t term, unsigned long value);
yices_code_t yices_model_set_bv_mpz(model_t *model, term_t term, const mpz_t *value);
yices_code_t yices_model_set_bv_from_array(model_t *model, term_t term, unsigned int width,
    const int *bits);

/* Reading models. */
char *yices_model_to_string(model_t *model, unsigned int width, unsigned int height,
    unsigned int offset); /* @free yices_free_string */
void yices_model_collect_defined_terms(model_t *model, term_vector_t *terms);
yices_truth_t yices_formula_true_in_model(model_t *model, term_t formula);
yices_truth_t yices_formulas_true_in_model(model_t *model, unsigned int count,
    const term_t *formulas);
yices_code_t yices_term_array_value(model_t *model, unsigned int count, const term_t *terms,
    term_t *values); /* @query @changes values */
yices_code_t yices_model_term_support(model_t *model, term_t term, term_vector_t *support);
yices_code_t yices_model_term_array_support(model_t *model, unsigned int count, const term_t *terms,
    term_vector_t *support);
yices_code_t yices_implicant_for_formula(model_t *model, term_t formula, term_vector_t *literals);
yices_code_t yices_implicant_for_formulas(model_t *model, unsigned int count,
    const term_t *formulas, term_vector_t *literals);
yices_code_t yices_generalize_model(model_t *model, term_t formula, unsigned int count,
    const term_t *eliminated, int mode, term_vector_t *formulas);
yices_code_t yices_generalize_model_array(model_t *model, unsigned int formula_count,
    const term_t *formulas, unsigned int count, const term_t *eliminated, int mode,
    term_vector_t *result);
yices_code_t yices_get_bool_value(model_t *model, term_t term, yices_flag_t *value);
yices_code_t yices_get_mpq_value(model_t *model, term_t term, mpq_t *value);
yices_code_t yices_get_scalar_value(model_t *model, term_t term, int *value);
yices_code_t yices_get_bv_value(model_t *model, term_t term,
    int *bits); /* @length bits buffer @by_hand */
yices_value_t yices_get_value_as_term(model_t *model, term_t term);
yices_code_t yices_get_value(model_t *model, term_t term, yval_t *value);

/* Numbers in models. The value may not fit. @form */
yices_code_t yices_get_mpz_value(model_t *model, term_t term, mpz_t *value); /* @null none */
yices_code_t yices_get_int32_value(model_t *model, term_t term, int *value); /* @null none */
yices_code_t yices_get_int64_value(model_t *model, term_t term, long *value); /* @null none */
yices_code_t yices_get_rational32_value(model_t *model, term_t term, int *numerator,
    unsigned int *denominator); /* @null none */
yices_code_t yices_get_rational64_value(model_t *model, term_t term, long *numerator,
    unsigned long *denominator); /* @null none */
yices_code_t yices_get_double_value(model_t *model, term_t term, double *value);

/* Nodes, which are values in a model. */
unsigned int yices_val_bitsize(model_t *model, const yval_t *node);
unsigned int yices_val_function_arity(model_t *model, const yval_t *node);
unsigned int yices_val_mapping_arity(model_t *model, const yval_t *node);
unsigned int yices_val_tuple_arity(model_t *model, const yval_t *node);
type_t yices_val_function_type(model_t *model, const yval_t *node); /* @null none */
yices_code_t yices_val_get_bool(model_t *model, const yval_t *node,
    yices_flag_t *value); /* @null none */
yices_code_t yices_val_get_mpq(model_t *model, const yval_t *node, mpq_t *value); /* @null none */
yices_code_t yices_val_get_scalar(model_t *model, const yval_t *node, int *value,
    type_t *type); /* @null none */
yices_code_t yices_val_expand_function(model_t *model, const yval_t *function, yval_t *otherwise,
    yval_vector_t *mappings); /* @null none */
yices_code_t yices_val_get_bv(model_t *model, const yval_t *node,
    int *bits); /* @length bits buffer @by_hand */
yices_code_t yices_val_expand_tuple(model_t *model, const yval_t *node,
    yval_t *parts); /* @length parts buffer @by_hand */
yices_code_t yices_val_expand_mapping(model_t *model, const yval_t *mapping, yval_t *point,
    yval_t *result); /* @by_hand */

/* Nodes of numbers. @form */
yices_flag_t yices_val_is_int32(model_t *model, const yval_t *node);
yices_flag_t yices_val_is_int64(model_t *model, const yval_t *node);
yices_flag_t yices_val_is_rational32(model_t *model, const yval_t *node);
yices_flag_t yices_val_is_rational64(model_t *model, const yval_t *node);
yices_flag_t yices_val_is_integer(model_t *model, const yval_t *node);
yices_code_t yices_val_get_mpz(model_t *model, const yval_t *node, mpz_t *value); /* @null none */
yices_code_t yices_val_get_int32(model_t *model, const yval_t *node, int *value); /* @null none */
yices_code_t yices_val_get_int64(model_t *model, const yval_t *node, long *value); /* @null none */
yices_code_t yices_val_get_rational32(model_t *model, const yval_t *node, int *numerator,
    unsigned int *denominator); /* @null none */
yices_code_t yices_val_get_rational64(model_t *model, const yval_t *node, long *numerator,
    unsigned long *denominator); /* @null none */
yices_code_t yices_val_get_double(model_t *model, const yval_t *node,
    double *value); /* @null none */

/* Printing into files, by their descriptors. @left_out writes into a file in memory that the wrapper has made */
yices_code_t yices_pp_type_fd(int file, type_t type, unsigned int width, unsigned int height,
    unsigned int offset);
yices_code_t yices_pp_term_fd(int file, term_t term, unsigned int width, unsigned int height,
    unsigned int offset);
yices_code_t yices_pp_term_array_fd(int file, unsigned int count, const term_t *terms,
    unsigned int width, unsigned int height, unsigned int offset, yices_flag_t beside);
yices_code_t yices_print_model_fd(int file, model_t *model);
yices_code_t yices_pp_model_fd(int file, model_t *model, unsigned int width, unsigned int height,
    unsigned int offset);
yices_code_t yices_print_term_values_fd(int file, model_t *model, unsigned int count,
    const term_t *terms);
yices_code_t yices_pp_term_values_fd(int file, model_t *model, unsigned int count,
    const term_t *terms, unsigned int width, unsigned int height, unsigned int offset);
yices_code_t yices_print_error_fd(int file);
yices_truth_t yices_export_formula_to_dimacs(term_t formula, const char *name,
    yices_flag_t simplify, int *status);
yices_truth_t yices_export_formulas_to_dimacs(const term_t *formulas, unsigned int count,
    const char *name, yices_flag_t simplify, int *status);

/* Statuses and the error codes that the wrapper tells apart. */
enum {
  YICES_UNKNOWN = 2,
  YICES_SAT,
  YICES_UNSAT,
  YICES_INTERRUPTED,
  YICES_ERROR
};
enum {
  YICES_DEGREE_OVERFLOW = 16,
  YICES_DIVISION_BY_ZERO = 17,
  YICES_CTX_LOGIC = 301,
  YICES_CTX_NONLINEAR = 308,
  YICES_CTX_RDL = 310, /* from 301 to here, and as below: a context does not take these */
  YICES_CTX_SCALAR = 318,
  YICES_CTX_HIGHER_ORDER = 321,
  YICES_EVAL_FIRST = 600, /* values that a model lacks */
  YICES_EVAL_LAST = 699,
  YICES_GENERALIZATION_FIRST = 900, /* what models are not generalized for */
  YICES_GENERALIZATION_LAST = 903,
  YICES_MCSAT_UNSUPPORTED = 1000
};
