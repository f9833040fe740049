/* The part of cvc5's C API that the wrapper calls, declared by ourselves; input of bindgen.
 *
 * Common to all releases since 1.2.0, the first with a C API, except where it says otherwise.
 * Enumerations are plain integers here, because their numbers change from release to release:
 * the wrapper resolves them by name when it loads a library. LP64 types throughout.
 */

/* Handles. Sorts, terms and operators belong to a term manager, results to a solver. */
typedef struct Cvc5TermManager Cvc5TermManager;
typedef struct Cvc5 Cvc5;
typedef struct cvc5_sort_t *Cvc5Sort;
typedef struct cvc5_term_t *Cvc5Term;
typedef struct cvc5_op_t *Cvc5Op;
typedef struct cvc5_result_t *Cvc5Result;

/* Errors of the last call on this thread; since 1.4.0. Before, a wrong call ends the process. */
_Bool cvc5_has_error(void);
const char *cvc5_get_error_message(void);

/* Names of enumerators. */
const char *cvc5_kind_to_string(int kind);
const char *cvc5_modes_option_category_to_string(int category); /* since 1.3.1 */

/* Managers and solvers. */
Cvc5TermManager *cvc5_term_manager_new(void);
void cvc5_term_manager_release(Cvc5TermManager *tm);
void cvc5_term_manager_delete(Cvc5TermManager *tm);
Cvc5 *cvc5_new(Cvc5TermManager *tm);
void cvc5_delete(Cvc5 *solver);
const char *cvc5_get_version(Cvc5 *solver);

/* Making sorts. */
Cvc5Sort cvc5_get_boolean_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_integer_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_real_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_string_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_regexp_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_mk_bv_sort(Cvc5TermManager *tm, unsigned int width);
Cvc5Sort cvc5_mk_array_sort(Cvc5TermManager *tm, Cvc5Sort index, Cvc5Sort element);
Cvc5Sort cvc5_mk_fun_sort(Cvc5TermManager *tm, unsigned long arity, const Cvc5Sort *domain, Cvc5Sort codomain);
Cvc5Sort cvc5_mk_predicate_sort(Cvc5TermManager *tm, unsigned long arity, const Cvc5Sort *domain);
Cvc5Sort cvc5_mk_uninterpreted_sort(Cvc5TermManager *tm, const char *symbol);
Cvc5Sort cvc5_declare_sort(Cvc5 *solver, const char *symbol, unsigned int arity, _Bool fresh);

/* Reading sorts. */
_Bool cvc5_sort_is_equal(Cvc5Sort a, Cvc5Sort b);
_Bool cvc5_sort_is_boolean(Cvc5Sort sort);
_Bool cvc5_sort_is_integer(Cvc5Sort sort);
_Bool cvc5_sort_is_real(Cvc5Sort sort);
_Bool cvc5_sort_is_bv(Cvc5Sort sort);
_Bool cvc5_sort_is_string(Cvc5Sort sort);
_Bool cvc5_sort_is_regexp(Cvc5Sort sort);
_Bool cvc5_sort_is_array(Cvc5Sort sort);
_Bool cvc5_sort_is_fun(Cvc5Sort sort);
_Bool cvc5_sort_is_predicate(Cvc5Sort sort);
_Bool cvc5_sort_is_uninterpreted_sort(Cvc5Sort sort);
unsigned int cvc5_sort_bv_get_size(Cvc5Sort sort);
Cvc5Sort cvc5_sort_array_get_index_sort(Cvc5Sort sort);
Cvc5Sort cvc5_sort_array_get_element_sort(Cvc5Sort sort);
unsigned long cvc5_sort_fun_get_arity(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_fun_get_domain(Cvc5Sort sort, unsigned long *arity);
Cvc5Sort cvc5_sort_fun_get_codomain(Cvc5Sort sort);
const char *cvc5_sort_get_symbol(Cvc5Sort sort);
const char *cvc5_sort_to_string(Cvc5Sort sort);

/* Making terms. */
Cvc5Op cvc5_mk_op(Cvc5TermManager *tm, int kind, unsigned long count, const unsigned int *indices);
Cvc5Op cvc5_mk_op_from_str(Cvc5TermManager *tm, int kind, const char *index);
Cvc5Term cvc5_mk_term(Cvc5TermManager *tm, int kind, unsigned long count, const Cvc5Term *children);
Cvc5Term cvc5_mk_term_from_op(Cvc5TermManager *tm, Cvc5Op op, unsigned long count, const Cvc5Term *children);
Cvc5Term cvc5_mk_true(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_false(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_boolean(Cvc5TermManager *tm, _Bool value);
Cvc5Term cvc5_mk_integer(Cvc5TermManager *tm, const char *value);
Cvc5Term cvc5_mk_integer_int64(Cvc5TermManager *tm, long value);
Cvc5Term cvc5_mk_real(Cvc5TermManager *tm, const char *value);
Cvc5Term cvc5_mk_real_int64(Cvc5TermManager *tm, long value);
Cvc5Term cvc5_mk_real_num_den(Cvc5TermManager *tm, long numerator, long denominator);
Cvc5Term cvc5_mk_bv_uint64(Cvc5TermManager *tm, unsigned int width, unsigned long value);
Cvc5Term cvc5_mk_bv(Cvc5TermManager *tm, unsigned int width, const char *value, unsigned int base);
Cvc5Term cvc5_mk_string(Cvc5TermManager *tm, const char *literal, _Bool has_escapes);
Cvc5Term cvc5_mk_string_from_char32(Cvc5TermManager *tm, const unsigned int *code_points); /* since 1.3.0 */
Cvc5Term cvc5_mk_const(Cvc5TermManager *tm, Cvc5Sort sort, const char *symbol);
Cvc5Term cvc5_mk_var(Cvc5TermManager *tm, Cvc5Sort sort, const char *symbol);
Cvc5Term cvc5_declare_fun(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Sort *domain, Cvc5Sort codomain, _Bool fresh);
Cvc5Term cvc5_define_fun(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Term *params, Cvc5Sort codomain, Cvc5Term body, _Bool global);

/* Reading terms. */
_Bool cvc5_term_is_equal(Cvc5Term a, Cvc5Term b);
Cvc5Term cvc5_term_copy(Cvc5Term term);
void cvc5_term_release(Cvc5Term term);
unsigned long cvc5_term_get_id(Cvc5Term term);
int cvc5_term_get_kind(Cvc5Term term);
Cvc5Sort cvc5_term_get_sort(Cvc5Term term);
unsigned long cvc5_term_get_num_children(Cvc5Term term);
Cvc5Term cvc5_term_get_child(Cvc5Term term, unsigned long index);
_Bool cvc5_term_has_op(Cvc5Term term);
Cvc5Op cvc5_term_get_op(Cvc5Term term);
int cvc5_op_get_kind(Cvc5Op op);
_Bool cvc5_op_is_indexed(Cvc5Op op);
unsigned long cvc5_op_get_num_indices(Cvc5Op op);
Cvc5Term cvc5_op_get_index(Cvc5Op op, unsigned long index);
const char *cvc5_op_to_string(Cvc5Op op);
_Bool cvc5_term_has_symbol(Cvc5Term term);
const char *cvc5_term_get_symbol(Cvc5Term term);
const char *cvc5_term_to_string(Cvc5Term term);

/* Reading values. */
_Bool cvc5_term_is_boolean_value(Cvc5Term term);
_Bool cvc5_term_get_boolean_value(Cvc5Term term);
_Bool cvc5_term_is_integer_value(Cvc5Term term);
const char *cvc5_term_get_integer_value(Cvc5Term term);
_Bool cvc5_term_is_int64_value(Cvc5Term term);
long cvc5_term_get_int64_value(Cvc5Term term);
_Bool cvc5_term_is_real_value(Cvc5Term term);
const char *cvc5_term_get_real_value(Cvc5Term term);
_Bool cvc5_term_is_real64_value(Cvc5Term term);
void cvc5_term_get_real64_value(Cvc5Term term, long *numerator, unsigned long *denominator);
int cvc5_term_get_real_or_integer_value_sign(Cvc5Term term);
_Bool cvc5_term_is_bv_value(Cvc5Term term);
const char *cvc5_term_get_bv_value(Cvc5Term term, unsigned int base);
_Bool cvc5_term_is_string_value(Cvc5Term term);
const unsigned int *cvc5_term_get_u32string_value(Cvc5Term term); /* since 1.3.0; ends with 0 */

Cvc5Term cvc5_mk_const_array(Cvc5TermManager *tm, Cvc5Sort sort, Cvc5Term element);
_Bool cvc5_term_is_const_array(Cvc5Term term);
Cvc5Term cvc5_term_get_const_array_base(Cvc5Term term);
_Bool cvc5_term_is_uninterpreted_sort_value(Cvc5Term term);
const char *cvc5_term_get_uninterpreted_sort_value(Cvc5Term term);

/* Floating-point numbers and rounding modes. */
enum {
  CVC5_RM_ROUND_NEAREST_TIES_TO_EVEN,
  CVC5_RM_ROUND_TOWARD_POSITIVE,
  CVC5_RM_ROUND_TOWARD_NEGATIVE,
  CVC5_RM_ROUND_TOWARD_ZERO,
  CVC5_RM_ROUND_NEAREST_TIES_TO_AWAY
};

Cvc5Sort cvc5_get_rm_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_mk_fp_sort(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
_Bool cvc5_sort_is_rm(Cvc5Sort sort);
_Bool cvc5_sort_is_fp(Cvc5Sort sort);
unsigned int cvc5_sort_fp_get_exp_size(Cvc5Sort sort);
unsigned int cvc5_sort_fp_get_sig_size(Cvc5Sort sort);
Cvc5Term cvc5_mk_rm(Cvc5TermManager *tm, int mode);
Cvc5Term cvc5_mk_fp(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand, Cvc5Term bits);
Cvc5Term cvc5_mk_fp_from_ieee(Cvc5TermManager *tm, Cvc5Term sign, Cvc5Term exponent, Cvc5Term fraction);
Cvc5Term cvc5_mk_fp_nan(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_pos_inf(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_neg_inf(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_pos_zero(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_neg_zero(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
_Bool cvc5_term_is_rm_value(Cvc5Term term);
int cvc5_term_get_rm_value(Cvc5Term term);
_Bool cvc5_term_is_fp_value(Cvc5Term term);
void cvc5_term_get_fp_value(Cvc5Term term, unsigned int *exponent, unsigned int *significand, Cvc5Term *bits);
_Bool cvc5_term_is_fp_nan(Cvc5Term term);
_Bool cvc5_term_is_fp_pos_inf(Cvc5Term term);
_Bool cvc5_term_is_fp_neg_inf(Cvc5Term term);
_Bool cvc5_term_is_fp_pos_zero(Cvc5Term term);
_Bool cvc5_term_is_fp_neg_zero(Cvc5Term term);

/* Sets, bags and tuples. */
Cvc5Sort cvc5_mk_set_sort(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Sort cvc5_mk_bag_sort(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Sort cvc5_mk_tuple_sort(Cvc5TermManager *tm, unsigned long size, const Cvc5Sort *parts);
_Bool cvc5_sort_is_set(Cvc5Sort sort);
_Bool cvc5_sort_is_bag(Cvc5Sort sort);
_Bool cvc5_sort_is_tuple(Cvc5Sort sort);
Cvc5Sort cvc5_sort_set_get_element_sort(Cvc5Sort sort);
Cvc5Sort cvc5_sort_bag_get_element_sort(Cvc5Sort sort);
unsigned long cvc5_sort_tuple_get_length(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_tuple_get_element_sorts(Cvc5Sort sort, unsigned long *size);
Cvc5Term cvc5_mk_empty_set(Cvc5TermManager *tm, Cvc5Sort set);
Cvc5Term cvc5_mk_universe_set(Cvc5TermManager *tm, Cvc5Sort set);
Cvc5Term cvc5_mk_empty_bag(Cvc5TermManager *tm, Cvc5Sort bag);
Cvc5Term cvc5_mk_tuple(Cvc5TermManager *tm, unsigned long size, const Cvc5Term *parts);
_Bool cvc5_term_is_set_value(Cvc5Term term);
const Cvc5Term *cvc5_term_get_set_value(Cvc5Term term, unsigned long *size);
_Bool cvc5_term_is_tuple_value(Cvc5Term term);
const Cvc5Term *cvc5_term_get_tuple_value(Cvc5Term term, unsigned long *size);

/* Separation logic. */
void cvc5_declare_sep_heap(Cvc5 *solver, Cvc5Sort location, Cvc5Sort data);
Cvc5Term cvc5_mk_sep_emp(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_sep_nil(Cvc5TermManager *tm, Cvc5Sort location);
Cvc5Term cvc5_get_value_sep_heap(Cvc5 *solver);
Cvc5Term cvc5_get_value_sep_nil(Cvc5 *solver);
/* Sequences. */
Cvc5Sort cvc5_mk_sequence_sort(Cvc5TermManager *tm, Cvc5Sort element);
_Bool cvc5_sort_is_sequence(Cvc5Sort sort);
Cvc5Sort cvc5_sort_sequence_get_element_sort(Cvc5Sort sort);
Cvc5Term cvc5_mk_empty_sequence(Cvc5TermManager *tm, Cvc5Sort element);
_Bool cvc5_term_is_sequence_value(Cvc5Term term);
const Cvc5Term *cvc5_term_get_sequence_value(Cvc5Term term, unsigned long *size);

/* Finite fields. */
Cvc5Sort cvc5_mk_ff_sort(Cvc5TermManager *tm, const char *size, unsigned int base);
_Bool cvc5_sort_is_ff(Cvc5Sort sort);
const char *cvc5_sort_ff_get_size(Cvc5Sort sort);
Cvc5Term cvc5_mk_ff_elem(Cvc5TermManager *tm, const char *value, Cvc5Sort sort, unsigned int base);
_Bool cvc5_term_is_ff_value(Cvc5Term term);
const char *cvc5_term_get_ff_value(Cvc5Term term);

/* Transcendental functions. */
Cvc5Term cvc5_mk_pi(Cvc5TermManager *tm);

/* Commands. Returned arrays are valid until the next call of the same function. */
void cvc5_set_logic(Cvc5 *solver, const char *logic);
void cvc5_set_option(Cvc5 *solver, const char *name, const char *value);
void cvc5_assert_formula(Cvc5 *solver, Cvc5Term formula);
Cvc5Result cvc5_check_sat(Cvc5 *solver);
Cvc5Result cvc5_check_sat_assuming(Cvc5 *solver, unsigned long count, const Cvc5Term *assumptions);
_Bool cvc5_result_is_sat(Cvc5Result result);
_Bool cvc5_result_is_unsat(Cvc5Result result);
_Bool cvc5_result_is_unknown(Cvc5Result result);
const char *cvc5_result_to_string(Cvc5Result result);
void cvc5_push(Cvc5 *solver, unsigned int levels);
void cvc5_pop(Cvc5 *solver, unsigned int levels);
void cvc5_reset_assertions(Cvc5 *solver);
Cvc5Term cvc5_simplify(Cvc5 *solver, Cvc5Term term, _Bool apply_substitutions);
Cvc5Term cvc5_get_value(Cvc5 *solver, Cvc5Term term);
const Cvc5Term *cvc5_get_values(Cvc5 *solver, unsigned long count, const Cvc5Term *terms, unsigned long *size);
const Cvc5Term *cvc5_get_assertions(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_unsat_core(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_unsat_assumptions(Cvc5 *solver, unsigned long *size);
const char *cvc5_get_model(Cvc5 *solver, unsigned long sort_count, const Cvc5Sort *sorts, unsigned long const_count, const Cvc5Term *consts);
const Cvc5Term *cvc5_get_model_domain_elements(Cvc5 *solver, Cvc5Sort sort, unsigned long *size);

/* What an option takes. The layout since 1.4.0; it was another one before. */
typedef struct {
  int kind; /* one of CVC5_OPTION_* */
  const char *name;
  unsigned long alias_count;
  const char **aliases;
  unsigned long no_support_count;
  const char **no_supports;
  _Bool is_set_by_user;
  _Bool is_expert;
  _Bool is_regular;
  int category;
  struct { _Bool initial, current; } boolean;
  struct { const char *initial, *current; } text;
  struct { long initial, current, min, max; _Bool has_min, has_max; } integer;
  struct { unsigned long initial, current, min, max; _Bool has_min, has_max; } natural;
  struct { double initial, current, min, max; _Bool has_min, has_max; } decimal;
  struct { const char *initial, *current; unsigned long count; const char **names; } modes;
  void *internal;
  unsigned char reserve[512]; /* for what later releases append */
} Cvc5OptionInfo;

enum {
  CVC5_OPTION_VOID,
  CVC5_OPTION_BOOL,
  CVC5_OPTION_STRING,
  CVC5_OPTION_INT64,
  CVC5_OPTION_UINT64,
  CVC5_OPTION_DOUBLE,
  CVC5_OPTION_MODES
};

const char **cvc5_get_option_names(Cvc5 *solver, unsigned long *size);
void cvc5_get_option_info(Cvc5 *solver, const char *name, Cvc5OptionInfo *info);

/* Datatypes. What makes a declaration is used up by it. */
typedef struct cvc5_dt_cons_decl_t *Cvc5DatatypeConstructorDecl;
typedef struct cvc5_dt_decl_t *Cvc5DatatypeDecl;
typedef struct cvc5_dt_t *Cvc5Datatype;
typedef struct cvc5_dt_cons_t *Cvc5DatatypeConstructor;
typedef struct cvc5_dt_sel_t *Cvc5DatatypeSelector;
Cvc5DatatypeConstructorDecl cvc5_mk_dt_cons_decl(Cvc5TermManager *tm, const char *name);
void cvc5_dt_cons_decl_add_selector(Cvc5DatatypeConstructorDecl decl, const char *name, Cvc5Sort sort);
void cvc5_dt_cons_decl_add_selector_self(Cvc5DatatypeConstructorDecl decl, const char *name);
void cvc5_dt_cons_decl_add_selector_unresolved(Cvc5DatatypeConstructorDecl decl, const char *name, const char *datatype);
Cvc5DatatypeDecl cvc5_mk_dt_decl(Cvc5TermManager *tm, const char *name, _Bool is_codatatype);
Cvc5DatatypeDecl cvc5_mk_dt_decl_with_params(Cvc5TermManager *tm, const char *name, unsigned long count, const Cvc5Sort *params, _Bool is_codatatype);
void cvc5_dt_decl_add_constructor(Cvc5DatatypeDecl decl, Cvc5DatatypeConstructorDecl constructor);
Cvc5Sort cvc5_mk_dt_sort(Cvc5TermManager *tm, Cvc5DatatypeDecl decl);
const Cvc5Sort *cvc5_mk_dt_sorts(Cvc5TermManager *tm, unsigned long count, const Cvc5DatatypeDecl *decls);
Cvc5Sort cvc5_mk_param_sort(Cvc5TermManager *tm, const char *symbol);
Cvc5Sort cvc5_mk_unresolved_dt_sort(Cvc5TermManager *tm, const char *symbol, unsigned long arity);
Cvc5Sort cvc5_mk_uninterpreted_sort_constructor_sort(Cvc5TermManager *tm, unsigned long arity, const char *symbol);
Cvc5Sort cvc5_sort_instantiate(Cvc5Sort sort, unsigned long count, const Cvc5Sort *params);
_Bool cvc5_sort_is_dt(Cvc5Sort sort);
_Bool cvc5_sort_is_instantiated(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_get_instantiated_parameters(Cvc5Sort sort, unsigned long *count);
Cvc5Sort cvc5_sort_get_uninterpreted_sort_constructor(Cvc5Sort sort);
Cvc5Datatype cvc5_sort_get_datatype(Cvc5Sort sort);
const char *cvc5_dt_get_name(Cvc5Datatype dt);
unsigned long cvc5_dt_get_num_constructors(Cvc5Datatype dt);
Cvc5DatatypeConstructor cvc5_dt_get_constructor(Cvc5Datatype dt, unsigned long n);
Cvc5DatatypeConstructor cvc5_dt_get_constructor_by_name(Cvc5Datatype dt, const char *name);
_Bool cvc5_dt_is_parametric(Cvc5Datatype dt);
const char *cvc5_dt_cons_get_name(Cvc5DatatypeConstructor constructor);
Cvc5Term cvc5_dt_cons_get_term(Cvc5DatatypeConstructor constructor);
Cvc5Term cvc5_dt_cons_get_instantiated_term(Cvc5DatatypeConstructor constructor, Cvc5Sort sort);
Cvc5Term cvc5_dt_cons_get_tester_term(Cvc5DatatypeConstructor constructor);
unsigned long cvc5_dt_cons_get_num_selectors(Cvc5DatatypeConstructor constructor);
Cvc5DatatypeSelector cvc5_dt_cons_get_selector(Cvc5DatatypeConstructor constructor, unsigned long n);
Cvc5DatatypeSelector cvc5_dt_cons_get_selector_by_name(Cvc5DatatypeConstructor constructor, const char *name);
const char *cvc5_dt_sel_get_name(Cvc5DatatypeSelector selector);
Cvc5Term cvc5_dt_sel_get_term(Cvc5DatatypeSelector selector);
Cvc5Term cvc5_dt_sel_get_updater_term(Cvc5DatatypeSelector selector);
#include "actions.h"
