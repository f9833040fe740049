/* The part of cvc5's C API that the wrapper calls, declared by ourselves.
 *
 * Common to all releases since 1.2.0, the first with a C API, except where a tag says otherwise.
 * Kinds and other enumerators are integers here, because their numbers change from release to
 * release: the wrapper looks them up by name when it loads a library. LP64 types throughout.
 */

/* Sorts, terms and operators belong to a term manager, other objects to a solver. */
typedef struct Cvc5TermManager Cvc5TermManager; /* @self tm @as TermManager */
typedef struct Cvc5 Cvc5; /* @self solver @as Solver */
typedef struct cvc5_sort_t *Cvc5Sort; /* @handle Sort */
typedef struct cvc5_term_t *Cvc5Term; /* @handle Term */
typedef struct cvc5_op_t *Cvc5Op; /* @handle Operator */
typedef struct cvc5_result_t *Cvc5Result; /* @handle Outcome */
typedef struct cvc5_dt_cons_decl_t *Cvc5DatatypeConstructorDecl; /* @handle ConstructorDeclaration */
typedef struct cvc5_dt_decl_t *Cvc5DatatypeDecl; /* @handle Declaration */
typedef struct cvc5_dt_t *Cvc5Datatype; /* @handle Datatype */
typedef struct cvc5_dt_cons_t *Cvc5DatatypeConstructor; /* @handle Constructor */
typedef struct cvc5_dt_sel_t *Cvc5DatatypeSelector; /* @handle Selector */
typedef struct cvc5_grammar_t *Cvc5Grammar; /* @handle Grammar */
typedef struct cvc5_synth_result_t *Cvc5SynthResult; /* @handle Synthesis */
typedef struct cvc5_proof_t *Cvc5Proof; /* @handle Proof */
typedef struct cvc5_stats_t *Cvc5Statistics; /* @handle Statistics */
typedef struct cvc5_stat_t *Cvc5Stat; /* @handle Stat */

/* Numbers of kinds and modes. */
typedef int Cvc5Kind; /* @names cvc5_kind_to_string() */
typedef int Cvc5SortKind; /* @names cvc5_sort_kind_to_string() */
typedef int Cvc5RoundingMode; /* @names CVC5_RM_* */
enum {
    CVC5_RM_ROUND_NEAREST_TIES_TO_EVEN,
    CVC5_RM_ROUND_TOWARD_POSITIVE,
    CVC5_RM_ROUND_TOWARD_NEGATIVE,
    CVC5_RM_ROUND_TOWARD_ZERO,
    CVC5_RM_ROUND_NEAREST_TIES_TO_AWAY
};

/* Errors of the last call on this thread. Before 1.4.0, a wrong call ends the process. @since 1.4.0 */
_Bool cvc5_has_error(void); /* @error @by_hand */
const char *cvc5_get_error_message(void); /* @by_hand */
void cvc5_reset_error(void); /* @error */

/* Names and hashes of enumerators. @incidental */
const char *cvc5_kind_to_string(int kind); /* @by_hand */
const char *cvc5_sort_kind_to_string(int kind);
const char *cvc5_unknown_explanation_to_string(int explanation); /* @query */
const char *cvc5_skolem_id_to_string(int id); /* @query */
const char *cvc5_rm_to_string(int mode); /* @query */
const char *cvc5_proof_rule_to_string(int rule);
const char *cvc5_proof_rewrite_rule_to_string(int rule); /* @query */
const char *cvc5_modes_option_category_to_string(int category); /* @since 1.3.3 */
const char *cvc5_modes_block_models_mode_to_string(int mode);
const char *cvc5_modes_learned_lit_type_to_string(int type);
const char *cvc5_modes_proof_component_to_string(int component);
const char *cvc5_modes_find_synth_target_to_string(int target);
const char *cvc5_modes_proof_format_to_string(int format);
const char *cvc5_modes_input_language_to_string(int language);
unsigned long cvc5_kind_hash(int kind);
unsigned long cvc5_sort_kind_hash(int kind);
unsigned long cvc5_skolem_id_hash(int id);
unsigned long cvc5_proof_rule_hash(int rule);
unsigned long cvc5_proof_rewrite_rule_hash(int rule);

/* Managers and solvers. */
Cvc5TermManager *cvc5_term_manager_new(void); /* @instance @by_hand */
void cvc5_term_manager_release(Cvc5TermManager *tm); /* @counts @by_hand */
void cvc5_term_manager_delete(Cvc5TermManager *tm); /* @by_hand */
Cvc5 *cvc5_new(Cvc5TermManager *tm); /* @instance @by_hand */
void cvc5_delete(Cvc5 *solver); /* @by_hand */
const char *cvc5_get_version(Cvc5 *solver);
Cvc5TermManager *cvc5_get_tm(Cvc5 *solver);
const char *cvc5_get_info(Cvc5 *solver, const char *flag);
void cvc5_set_info(Cvc5 *solver, const char *keyword, const char *value);

/* Making sorts. */
Cvc5Sort cvc5_get_boolean_sort(Cvc5TermManager *tm); /* @query */
Cvc5Sort cvc5_get_integer_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_real_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_string_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_regexp_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_get_rm_sort(Cvc5TermManager *tm);
Cvc5Sort cvc5_mk_bv_sort(Cvc5TermManager *tm, unsigned int width);
Cvc5Sort cvc5_mk_array_sort(Cvc5TermManager *tm, Cvc5Sort index, Cvc5Sort element);
Cvc5Sort cvc5_mk_fun_sort(Cvc5TermManager *tm, unsigned long arity, const Cvc5Sort *domain,
    Cvc5Sort codomain);
Cvc5Sort cvc5_mk_predicate_sort(Cvc5TermManager *tm, unsigned long arity, const Cvc5Sort *domain);
Cvc5Sort cvc5_mk_uninterpreted_sort(Cvc5TermManager *tm, const char *symbol);
Cvc5Sort cvc5_mk_fp_sort(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Sort cvc5_mk_set_sort(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Sort cvc5_mk_bag_sort(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Sort cvc5_mk_sequence_sort(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Sort cvc5_mk_ff_sort(Cvc5TermManager *tm, const char *size, unsigned int base);
Cvc5Sort cvc5_mk_abstract_sort(Cvc5TermManager *tm, Cvc5SortKind kind);
Cvc5Sort cvc5_mk_nullable_sort(Cvc5TermManager *tm, Cvc5Sort sort);
Cvc5Sort cvc5_mk_uninterpreted_sort_constructor_sort(Cvc5TermManager *tm, unsigned long arity,
    const char *symbol);
Cvc5Sort cvc5_declare_sort(Cvc5 *solver, const char *symbol, unsigned int arity, _Bool fresh);

/* Reading sorts. @form */
_Bool cvc5_sort_is_equal(Cvc5Sort a, Cvc5Sort b);
_Bool cvc5_sort_is_disequal(Cvc5Sort a, Cvc5Sort b);
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
_Bool cvc5_sort_is_rm(Cvc5Sort sort);
_Bool cvc5_sort_is_fp(Cvc5Sort sort);
_Bool cvc5_sort_is_set(Cvc5Sort sort);
_Bool cvc5_sort_is_bag(Cvc5Sort sort);
_Bool cvc5_sort_is_tuple(Cvc5Sort sort);
_Bool cvc5_sort_is_sequence(Cvc5Sort sort);
_Bool cvc5_sort_is_ff(Cvc5Sort sort);
_Bool cvc5_sort_is_dt(Cvc5Sort sort);
_Bool cvc5_sort_is_instantiated(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_constructor(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_selector(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_tester(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_updater(Cvc5Sort sort);
_Bool cvc5_sort_is_nullable(Cvc5Sort sort);
_Bool cvc5_sort_is_record(Cvc5Sort sort);
_Bool cvc5_sort_is_abstract(Cvc5Sort sort);
_Bool cvc5_sort_is_uninterpreted_sort_constructor(Cvc5Sort sort);
unsigned int cvc5_sort_bv_get_size(Cvc5Sort sort);
Cvc5Sort cvc5_sort_array_get_index_sort(Cvc5Sort sort);
Cvc5Sort cvc5_sort_array_get_element_sort(Cvc5Sort sort);
unsigned long cvc5_sort_fun_get_arity(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_fun_get_domain(Cvc5Sort sort, unsigned long *arity);
Cvc5Sort cvc5_sort_fun_get_codomain(Cvc5Sort sort);
const char *cvc5_sort_get_symbol(Cvc5Sort sort);
unsigned int cvc5_sort_fp_get_exp_size(Cvc5Sort sort);
unsigned int cvc5_sort_fp_get_sig_size(Cvc5Sort sort);
Cvc5Sort cvc5_sort_set_get_element_sort(Cvc5Sort sort);
Cvc5Sort cvc5_sort_bag_get_element_sort(Cvc5Sort sort);
unsigned long cvc5_sort_tuple_get_length(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_tuple_get_element_sorts(Cvc5Sort sort, unsigned long *size);
Cvc5Sort cvc5_sort_sequence_get_element_sort(Cvc5Sort sort);
const char *cvc5_sort_ff_get_size(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_get_instantiated_parameters(Cvc5Sort sort, unsigned long *count);
Cvc5Sort cvc5_sort_get_uninterpreted_sort_constructor(Cvc5Sort sort);
int cvc5_sort_get_kind(Cvc5Sort sort);
_Bool cvc5_sort_has_symbol(Cvc5Sort sort);
int cvc5_sort_abstract_get_kind(Cvc5Sort sort);
unsigned long cvc5_sort_uninterpreted_sort_constructor_get_arity(Cvc5Sort sort);
Cvc5Sort cvc5_sort_nullable_get_element_sort(Cvc5Sort sort);
Cvc5Sort cvc5_sort_instantiate(Cvc5Sort sort, unsigned long count, const Cvc5Sort *params);
Cvc5Sort cvc5_sort_substitute(Cvc5Sort sort, Cvc5Sort part, Cvc5Sort replacement);
Cvc5Sort cvc5_sort_substitute_sorts(Cvc5Sort sort, unsigned long count, const Cvc5Sort *parts,
    const Cvc5Sort *replacements);
const char *cvc5_sort_to_string(Cvc5Sort sort);
Cvc5Sort cvc5_sort_copy(Cvc5Sort sort); /* @counts */
void cvc5_sort_release(Cvc5Sort sort); /* @counts */
long cvc5_sort_compare(Cvc5Sort a, Cvc5Sort b); /* @incidental */
unsigned long cvc5_sort_hash(Cvc5Sort sort); /* @incidental */

/* Making terms. */
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
Cvc5Term cvc5_mk_string_from_char32(Cvc5TermManager *tm,
    const unsigned int *code_points); /* @since 1.3.1 @length code_points terminated @by_hand */
Cvc5Term cvc5_mk_rm(Cvc5TermManager *tm, Cvc5RoundingMode mode);
Cvc5Term cvc5_mk_fp(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand,
    Cvc5Term bits);
Cvc5Term cvc5_mk_fp_from_ieee(Cvc5TermManager *tm, Cvc5Term sign, Cvc5Term exponent,
    Cvc5Term fraction);
Cvc5Term cvc5_mk_fp_nan(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_pos_inf(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_neg_inf(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_pos_zero(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_fp_neg_zero(Cvc5TermManager *tm, unsigned int exponent, unsigned int significand);
Cvc5Term cvc5_mk_ff_elem(Cvc5TermManager *tm, const char *value, Cvc5Sort sort, unsigned int base);
Cvc5Term cvc5_mk_const_array(Cvc5TermManager *tm, Cvc5Sort sort, Cvc5Term element);
Cvc5Term cvc5_mk_empty_set(Cvc5TermManager *tm, Cvc5Sort set);
Cvc5Term cvc5_mk_empty_bag(Cvc5TermManager *tm, Cvc5Sort bag);
Cvc5Term cvc5_mk_empty_sequence(Cvc5TermManager *tm, Cvc5Sort element);
Cvc5Term cvc5_mk_universe_set(Cvc5TermManager *tm, Cvc5Sort set);
Cvc5Term cvc5_mk_pi(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_all(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_allchar(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_none(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_cardinality_constraint(Cvc5TermManager *tm, Cvc5Sort sort, unsigned int bound);
Cvc5Term cvc5_mk_skolem(Cvc5TermManager *tm, int id, unsigned long count, const Cvc5Term *indices);
unsigned long cvc5_get_num_idxs_for_skolem_id(Cvc5TermManager *tm, int id);
Cvc5Term cvc5_mk_nullable_some(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_val(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_is_null(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_is_some(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_null(Cvc5TermManager *tm, Cvc5Sort sort);
Cvc5Term cvc5_mk_nullable_lift(Cvc5TermManager *tm, Cvc5Kind kind, unsigned long count,
    const Cvc5Term *args);
Cvc5Term cvc5_mk_const(Cvc5TermManager *tm, Cvc5Sort sort, const char *symbol);
Cvc5Term cvc5_mk_var(Cvc5TermManager *tm, Cvc5Sort sort, const char *symbol);
Cvc5Op cvc5_mk_op(Cvc5TermManager *tm, Cvc5Kind kind, unsigned long count,
    const unsigned int *indices);
Cvc5Op cvc5_mk_op_from_str(Cvc5TermManager *tm, Cvc5Kind kind, const char *index);
Cvc5Term cvc5_mk_term(Cvc5TermManager *tm, Cvc5Kind kind, unsigned long count,
    const Cvc5Term *children);
Cvc5Term cvc5_mk_term_from_op(Cvc5TermManager *tm, Cvc5Op op, unsigned long count,
    const Cvc5Term *children);
Cvc5Term cvc5_term_substitute_term(Cvc5Term term, Cvc5Term part, Cvc5Term replacement);
Cvc5Term cvc5_term_substitute_terms(Cvc5Term term, unsigned long count, const Cvc5Term *parts,
    const Cvc5Term *replacements);

/* Operators. @form */
Cvc5Kind cvc5_op_get_kind(Cvc5Op op);
_Bool cvc5_op_is_indexed(Cvc5Op op);
unsigned long cvc5_op_get_num_indices(Cvc5Op op);
Cvc5Term cvc5_op_get_index(Cvc5Op op, unsigned long index);
const char *cvc5_op_to_string(Cvc5Op op);
_Bool cvc5_op_is_equal(Cvc5Op a, Cvc5Op b);
_Bool cvc5_op_is_disequal(Cvc5Op a, Cvc5Op b);
Cvc5Op cvc5_op_copy(Cvc5Op op); /* @counts */
void cvc5_op_release(Cvc5Op op); /* @counts */
unsigned long cvc5_op_hash(Cvc5Op op); /* @incidental */

/* Terms. @query */
_Bool cvc5_term_is_equal(Cvc5Term a, Cvc5Term b); /* @form */
unsigned long cvc5_term_get_id(Cvc5Term term); /* @incidental */
Cvc5Kind cvc5_term_get_kind(Cvc5Term term);
Cvc5Sort cvc5_term_get_sort(Cvc5Term term);
unsigned long cvc5_term_get_num_children(Cvc5Term term);
Cvc5Term cvc5_term_get_child(Cvc5Term term, unsigned long index);
_Bool cvc5_term_has_op(Cvc5Term term); /* @form */
Cvc5Op cvc5_term_get_op(Cvc5Term term);
_Bool cvc5_term_has_symbol(Cvc5Term term); /* @form */
const char *cvc5_term_get_symbol(Cvc5Term term);
const char *cvc5_term_to_string(Cvc5Term term);
_Bool cvc5_term_is_disequal(Cvc5Term a, Cvc5Term b); /* @form */
Cvc5Term cvc5_term_copy(Cvc5Term term); /* @counts */
void cvc5_term_release(Cvc5Term term); /* @counts */
long cvc5_term_compare(Cvc5Term a, Cvc5Term b); /* @incidental */
unsigned long cvc5_term_hash(Cvc5Term term); /* @incidental */

/* Kinds of values. @form */
_Bool cvc5_term_is_boolean_value(Cvc5Term term);
_Bool cvc5_term_is_integer_value(Cvc5Term term);
_Bool cvc5_term_is_int64_value(Cvc5Term term);
_Bool cvc5_term_is_real_value(Cvc5Term term);
_Bool cvc5_term_is_real64_value(Cvc5Term term);
_Bool cvc5_term_is_bv_value(Cvc5Term term);
_Bool cvc5_term_is_string_value(Cvc5Term term);
_Bool cvc5_term_is_const_array(Cvc5Term term);
_Bool cvc5_term_is_uninterpreted_sort_value(Cvc5Term term);
_Bool cvc5_term_is_rm_value(Cvc5Term term);
_Bool cvc5_term_is_fp_value(Cvc5Term term);
_Bool cvc5_term_is_fp_nan(Cvc5Term term);
_Bool cvc5_term_is_fp_pos_inf(Cvc5Term term);
_Bool cvc5_term_is_fp_neg_inf(Cvc5Term term);
_Bool cvc5_term_is_fp_pos_zero(Cvc5Term term);
_Bool cvc5_term_is_fp_neg_zero(Cvc5Term term);
_Bool cvc5_term_is_set_value(Cvc5Term term);
_Bool cvc5_term_is_tuple_value(Cvc5Term term);
_Bool cvc5_term_is_sequence_value(Cvc5Term term);
_Bool cvc5_term_is_ff_value(Cvc5Term term);
_Bool cvc5_term_is_int32_value(Cvc5Term term);
_Bool cvc5_term_is_uint32_value(Cvc5Term term);
_Bool cvc5_term_is_uint64_value(Cvc5Term term);
_Bool cvc5_term_is_real32_value(Cvc5Term term);
_Bool cvc5_term_is_cardinality_constraint(Cvc5Term term);
_Bool cvc5_term_is_real_algebraic_number(Cvc5Term term);
_Bool cvc5_term_is_skolem(Cvc5Term term);

/* Values. Strings of code points end with 0. @query */
_Bool cvc5_term_get_boolean_value(Cvc5Term term);
const char *cvc5_term_get_integer_value(Cvc5Term term);
long cvc5_term_get_int64_value(Cvc5Term term);
const char *cvc5_term_get_real_value(Cvc5Term term);
void cvc5_term_get_real64_value(Cvc5Term term, long *numerator, unsigned long *denominator);
int cvc5_term_get_real_or_integer_value_sign(Cvc5Term term);
const char *cvc5_term_get_bv_value(Cvc5Term term, unsigned int base);
const unsigned int *cvc5_term_get_u32string_value(Cvc5Term term); /* @since 1.3.1 @length return terminated */
Cvc5Term cvc5_term_get_const_array_base(Cvc5Term term);
const char *cvc5_term_get_uninterpreted_sort_value(Cvc5Term term);
Cvc5RoundingMode cvc5_term_get_rm_value(Cvc5Term term);
void cvc5_term_get_fp_value(Cvc5Term term, unsigned int *exponent, unsigned int *significand,
    Cvc5Term *bits);
const Cvc5Term *cvc5_term_get_set_value(Cvc5Term term, unsigned long *size);
const Cvc5Term *cvc5_term_get_tuple_value(Cvc5Term term, unsigned long *size);
const Cvc5Term *cvc5_term_get_sequence_value(Cvc5Term term, unsigned long *size);
const char *cvc5_term_get_ff_value(Cvc5Term term);
int cvc5_term_get_int32_value(Cvc5Term term);
unsigned int cvc5_term_get_uint32_value(Cvc5Term term);
unsigned long cvc5_term_get_uint64_value(Cvc5Term term);
void cvc5_term_get_real32_value(Cvc5Term term, int *numerator, unsigned int *denominator);
void cvc5_term_get_cardinality_constraint(Cvc5Term term, Cvc5Sort *sort, unsigned int *bound);
Cvc5Term cvc5_term_get_real_algebraic_number_defining_polynomial(Cvc5Term term, Cvc5Term variable);
Cvc5Term cvc5_term_get_real_algebraic_number_lower_bound(Cvc5Term term);
Cvc5Term cvc5_term_get_real_algebraic_number_upper_bound(Cvc5Term term);
int cvc5_term_get_skolem_id(Cvc5Term term);
const Cvc5Term *cvc5_term_get_skolem_indices(Cvc5Term term, unsigned long *size);

/* Making datatypes. What makes a declaration is used up by it. */
Cvc5DatatypeConstructorDecl cvc5_mk_dt_cons_decl(Cvc5TermManager *tm, const char *name);
void cvc5_dt_cons_decl_add_selector(Cvc5DatatypeConstructorDecl decl, const char *name,
    Cvc5Sort sort);
void cvc5_dt_cons_decl_add_selector_self(Cvc5DatatypeConstructorDecl decl, const char *name);
void cvc5_dt_cons_decl_add_selector_unresolved(Cvc5DatatypeConstructorDecl decl, const char *name,
    const char *datatype);
Cvc5DatatypeDecl cvc5_mk_dt_decl(Cvc5TermManager *tm, const char *name, _Bool is_codatatype);
Cvc5DatatypeDecl cvc5_mk_dt_decl_with_params(Cvc5TermManager *tm, const char *name,
    unsigned long count, const Cvc5Sort *params, _Bool is_codatatype);
void cvc5_dt_decl_add_constructor(Cvc5DatatypeDecl decl, Cvc5DatatypeConstructorDecl constructor);
Cvc5Sort cvc5_mk_dt_sort(Cvc5TermManager *tm, Cvc5DatatypeDecl decl);
const Cvc5Sort *cvc5_mk_dt_sorts(Cvc5TermManager *tm, unsigned long count,
    const Cvc5DatatypeDecl *decls); /* @length return count */
Cvc5Sort cvc5_mk_param_sort(Cvc5TermManager *tm, const char *symbol);
Cvc5Sort cvc5_mk_unresolved_dt_sort(Cvc5TermManager *tm, const char *symbol, unsigned long arity);
Cvc5Sort cvc5_declare_dt(Cvc5 *solver, const char *symbol, unsigned long size,
    const Cvc5DatatypeConstructorDecl *constructors);
Cvc5Sort cvc5_mk_tuple_sort(Cvc5TermManager *tm, unsigned long size, const Cvc5Sort *parts);
Cvc5Sort cvc5_mk_record_sort(Cvc5TermManager *tm, unsigned long size, const char **names,
    const Cvc5Sort *sorts); /* @by_hand */
Cvc5Term cvc5_mk_tuple(Cvc5TermManager *tm, unsigned long size, const Cvc5Term *parts);

/* Declarations of datatypes. */
Cvc5DatatypeConstructorDecl cvc5_dt_cons_decl_copy(Cvc5DatatypeConstructorDecl decl); /* @counts */
void cvc5_dt_cons_decl_release(Cvc5DatatypeConstructorDecl decl); /* @counts */
_Bool cvc5_dt_cons_decl_is_equal(Cvc5DatatypeConstructorDecl a, Cvc5DatatypeConstructorDecl b);
const char *cvc5_dt_cons_decl_to_string(Cvc5DatatypeConstructorDecl decl); /* @query */
unsigned long cvc5_dt_cons_decl_hash(Cvc5DatatypeConstructorDecl decl); /* @incidental */
Cvc5DatatypeDecl cvc5_dt_decl_copy(Cvc5DatatypeDecl decl); /* @counts */
void cvc5_dt_decl_release(Cvc5DatatypeDecl decl); /* @counts */
_Bool cvc5_dt_decl_is_equal(Cvc5DatatypeDecl a, Cvc5DatatypeDecl b);
unsigned long cvc5_dt_decl_get_num_constructors(Cvc5DatatypeDecl decl);
_Bool cvc5_dt_decl_is_parametric(Cvc5DatatypeDecl decl);
_Bool cvc5_dt_decl_is_resolved(Cvc5DatatypeDecl decl);
const char *cvc5_dt_decl_to_string(Cvc5DatatypeDecl decl); /* @query */
const char *cvc5_dt_decl_get_name(Cvc5DatatypeDecl decl);
unsigned long cvc5_dt_decl_hash(Cvc5DatatypeDecl decl); /* @incidental */

/* Datatypes. */
Cvc5Datatype cvc5_sort_get_datatype(Cvc5Sort sort); /* @form */
const char *cvc5_dt_get_name(Cvc5Datatype dt);
unsigned long cvc5_dt_get_num_constructors(Cvc5Datatype dt);
Cvc5DatatypeConstructor cvc5_dt_get_constructor(Cvc5Datatype dt, unsigned long n);
Cvc5DatatypeConstructor cvc5_dt_get_constructor_by_name(Cvc5Datatype dt, const char *name);
_Bool cvc5_dt_is_parametric(Cvc5Datatype dt);
Cvc5Datatype cvc5_dt_copy(Cvc5Datatype dt); /* @counts */
void cvc5_dt_release(Cvc5Datatype dt); /* @counts */
_Bool cvc5_dt_is_equal(Cvc5Datatype a, Cvc5Datatype b);
Cvc5DatatypeSelector cvc5_dt_get_selector(Cvc5Datatype dt, const char *name);
const Cvc5Sort *cvc5_dt_get_parameters(Cvc5Datatype dt, unsigned long *size);
_Bool cvc5_dt_is_codatatype(Cvc5Datatype dt);
_Bool cvc5_dt_is_tuple(Cvc5Datatype dt);
_Bool cvc5_dt_is_record(Cvc5Datatype dt);
_Bool cvc5_dt_is_finite(Cvc5Datatype dt);
_Bool cvc5_dt_is_well_founded(Cvc5Datatype dt);
const char *cvc5_dt_to_string(Cvc5Datatype dt); /* @query */
unsigned long cvc5_dt_hash(Cvc5Datatype dt); /* @incidental */
const char *cvc5_dt_cons_get_name(Cvc5DatatypeConstructor constructor);
Cvc5Term cvc5_dt_cons_get_term(Cvc5DatatypeConstructor constructor);
Cvc5Term cvc5_dt_cons_get_instantiated_term(Cvc5DatatypeConstructor constructor, Cvc5Sort sort);
Cvc5Term cvc5_dt_cons_get_tester_term(Cvc5DatatypeConstructor constructor);
unsigned long cvc5_dt_cons_get_num_selectors(Cvc5DatatypeConstructor constructor);
Cvc5DatatypeSelector cvc5_dt_cons_get_selector(Cvc5DatatypeConstructor constructor,
    unsigned long n);
Cvc5DatatypeSelector cvc5_dt_cons_get_selector_by_name(Cvc5DatatypeConstructor constructor,
    const char *name);
Cvc5DatatypeConstructor cvc5_dt_cons_copy(Cvc5DatatypeConstructor constructor); /* @counts */
void cvc5_dt_cons_release(Cvc5DatatypeConstructor constructor); /* @counts */
_Bool cvc5_dt_cons_is_equal(Cvc5DatatypeConstructor a, Cvc5DatatypeConstructor b);
const char *cvc5_dt_cons_to_string(Cvc5DatatypeConstructor constructor); /* @query */
unsigned long cvc5_dt_cons_hash(Cvc5DatatypeConstructor constructor); /* @incidental */
const char *cvc5_dt_sel_get_name(Cvc5DatatypeSelector selector);
Cvc5Term cvc5_dt_sel_get_term(Cvc5DatatypeSelector selector);
Cvc5Term cvc5_dt_sel_get_updater_term(Cvc5DatatypeSelector selector);
Cvc5DatatypeSelector cvc5_dt_sel_copy(Cvc5DatatypeSelector selector); /* @counts */
void cvc5_dt_sel_release(Cvc5DatatypeSelector selector); /* @counts */
_Bool cvc5_dt_sel_is_equal(Cvc5DatatypeSelector a, Cvc5DatatypeSelector b);
Cvc5Sort cvc5_dt_sel_get_codomain_sort(Cvc5DatatypeSelector selector);
const char *cvc5_dt_sel_to_string(Cvc5DatatypeSelector selector); /* @query */
unsigned long cvc5_dt_sel_hash(Cvc5DatatypeSelector selector); /* @incidental */

/* Sorts of constructors, selectors and testers. @form */
unsigned long cvc5_sort_dt_get_arity(Cvc5Sort sort);
unsigned long cvc5_sort_dt_constructor_get_arity(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_dt_constructor_get_domain(Cvc5Sort sort, unsigned long *size);
Cvc5Sort cvc5_sort_dt_constructor_get_codomain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_selector_get_domain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_selector_get_codomain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_tester_get_domain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_tester_get_codomain(Cvc5Sort sort);

/* Options. */
void cvc5_set_option(Cvc5 *solver, const char *name, const char *value);
const char *cvc5_get_option(Cvc5 *solver, const char *name);
_Bool cvc5_is_output_on(Cvc5 *solver, const char *tag);

/* Declaring and asserting. */
void cvc5_set_logic(Cvc5 *solver, const char *logic);
_Bool cvc5_is_logic_set(Cvc5 *solver);
const char *cvc5_get_logic(Cvc5 *solver);
Cvc5Term cvc5_declare_fun(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Sort *domain, Cvc5Sort codomain, _Bool fresh);
Cvc5Term cvc5_declare_pool(Cvc5 *solver, const char *symbol, Cvc5Sort sort, unsigned long count,
    const Cvc5Term *initial);
Cvc5Term cvc5_define_fun(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Term *params, Cvc5Sort codomain, Cvc5Term body, _Bool global);
Cvc5Term cvc5_define_fun_rec(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Term *params, Cvc5Sort codomain, Cvc5Term body, _Bool global);
Cvc5Term cvc5_define_fun_rec_from_const(Cvc5 *solver, Cvc5Term fun, unsigned long arity,
    const Cvc5Term *params, Cvc5Term body, _Bool global);
void cvc5_define_funs_rec(Cvc5 *solver, unsigned long count, const Cvc5Term *functions,
    unsigned long *arities, const Cvc5Term **params, const Cvc5Term *bodies,
    _Bool global); /* @length params count arities @by_hand */
void cvc5_declare_sep_heap(Cvc5 *solver, Cvc5Sort location, Cvc5Sort data);
Cvc5Term cvc5_mk_sep_emp(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_sep_nil(Cvc5TermManager *tm, Cvc5Sort location);
void cvc5_assert_formula(Cvc5 *solver, Cvc5Term formula);
const Cvc5Term *cvc5_get_assertions(Cvc5 *solver, unsigned long *size); /* @query */
void cvc5_push(Cvc5 *solver, unsigned int levels);
void cvc5_pop(Cvc5 *solver, unsigned int levels);
void cvc5_reset_assertions(Cvc5 *solver);
Cvc5Term cvc5_simplify(Cvc5 *solver, Cvc5Term term, _Bool apply_substitutions);

/* Checks. Returned arrays are valid until the next call of the same function. */
Cvc5Result cvc5_check_sat(Cvc5 *solver);
Cvc5Result cvc5_check_sat_assuming(Cvc5 *solver, unsigned long count, const Cvc5Term *assumptions);
const Cvc5Term *cvc5_get_unsat_core(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_unsat_assumptions(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_unsat_core_lemmas(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_timeout_core(Cvc5 *solver, Cvc5Result *outcome, unsigned long *size);
const Cvc5Term *cvc5_get_timeout_core_assuming(Cvc5 *solver, unsigned long count,
    const Cvc5Term *assumptions, Cvc5Result *outcome,
    unsigned long *size); /* @length outcome one */
const Cvc5Term *cvc5_get_learned_literals(Cvc5 *solver, int type, unsigned long *size);
void cvc5_get_difficulty(Cvc5 *solver, unsigned long *size, Cvc5Term **inputs,
    Cvc5Term **values); /* @length inputs array size @length values array size */

/* Results of checks. @query */
_Bool cvc5_result_is_sat(Cvc5Result result);
_Bool cvc5_result_is_unsat(Cvc5Result result);
_Bool cvc5_result_is_unknown(Cvc5Result result);
const char *cvc5_result_to_string(Cvc5Result result);
_Bool cvc5_result_is_null(Cvc5Result result);
_Bool cvc5_result_is_equal(Cvc5Result a, Cvc5Result b);
_Bool cvc5_result_is_disequal(Cvc5Result a, Cvc5Result b);
int cvc5_result_get_unknown_explanation(Cvc5Result result);
Cvc5Result cvc5_result_copy(Cvc5Result result); /* @counts */
void cvc5_result_release(Cvc5Result result); /* @counts */
unsigned long cvc5_result_hash(Cvc5Result result); /* @incidental */

/* Models. */
Cvc5Term cvc5_get_value_sep_heap(Cvc5 *solver);
Cvc5Term cvc5_get_value_sep_nil(Cvc5 *solver);
Cvc5Term cvc5_get_value(Cvc5 *solver, Cvc5Term term);
const Cvc5Term *cvc5_get_values(Cvc5 *solver, unsigned long count, const Cvc5Term *terms,
    unsigned long *size);
const char *cvc5_get_model(Cvc5 *solver, unsigned long sort_count, const Cvc5Sort *sorts,
    unsigned long const_count, const Cvc5Term *consts);
const Cvc5Term *cvc5_get_model_domain_elements(Cvc5 *solver, Cvc5Sort sort, unsigned long *size);
_Bool cvc5_is_model_core_symbol(Cvc5 *solver, Cvc5Term constant);
void cvc5_block_model(Cvc5 *solver, int mode);
void cvc5_block_model_values(Cvc5 *solver, unsigned long count, const Cvc5Term *terms);

/* Quantifiers, interpolants and abducts. */
const char *cvc5_get_instantiations(Cvc5 *solver);
Cvc5Term cvc5_get_quantifier_elimination(Cvc5 *solver, Cvc5Term formula);
Cvc5Term cvc5_get_quantifier_elimination_disjunct(Cvc5 *solver, Cvc5Term formula);
Cvc5Term cvc5_get_interpolant(Cvc5 *solver, Cvc5Term conjecture); /* @null none */
Cvc5Term cvc5_get_interpolant_with_grammar(Cvc5 *solver, Cvc5Term conjecture,
    Cvc5Grammar grammar); /* @null none */
Cvc5Term cvc5_get_interpolant_next(Cvc5 *solver); /* @null none */
Cvc5Term cvc5_get_abduct(Cvc5 *solver, Cvc5Term conjecture); /* @null none */
Cvc5Term cvc5_get_abduct_with_grammar(Cvc5 *solver, Cvc5Term conjecture,
    Cvc5Grammar grammar); /* @null none */
Cvc5Term cvc5_get_abduct_next(Cvc5 *solver); /* @null none */

/* Synthesis. */
Cvc5Term cvc5_declare_sygus_var(Cvc5 *solver, const char *symbol, Cvc5Sort sort);
Cvc5Grammar cvc5_mk_grammar(Cvc5 *solver, unsigned long params_count, const Cvc5Term *params,
    unsigned long symbol_count, const Cvc5Term *symbols);
void cvc5_grammar_add_rule(Cvc5Grammar grammar, Cvc5Term symbol, Cvc5Term rule);
void cvc5_grammar_add_rules(Cvc5Grammar grammar, Cvc5Term symbol, unsigned long count,
    const Cvc5Term *rules);
void cvc5_grammar_add_any_constant(Cvc5Grammar grammar, Cvc5Term symbol);
void cvc5_grammar_add_any_variable(Cvc5Grammar grammar, Cvc5Term symbol);
Cvc5Term cvc5_synth_fun(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Term *params, Cvc5Sort codomain);
Cvc5Term cvc5_synth_fun_with_grammar(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Term *params, Cvc5Sort codomain, Cvc5Grammar grammar);
void cvc5_add_sygus_constraint(Cvc5 *solver, Cvc5Term formula);
void cvc5_add_sygus_assume(Cvc5 *solver, Cvc5Term formula);
void cvc5_add_sygus_inv_constraint(Cvc5 *solver, Cvc5Term invariant, Cvc5Term before, Cvc5Term step,
    Cvc5Term after);
const Cvc5Term *cvc5_get_sygus_constraints(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_sygus_assumptions(Cvc5 *solver, unsigned long *size);
Cvc5SynthResult cvc5_check_synth(Cvc5 *solver);
Cvc5SynthResult cvc5_check_synth_next(Cvc5 *solver);
Cvc5Term cvc5_get_synth_solution(Cvc5 *solver, Cvc5Term fun);
const Cvc5Term *cvc5_get_synth_solutions(Cvc5 *solver, unsigned long count,
    const Cvc5Term *functions); /* @length return count */
Cvc5Term cvc5_find_synth(Cvc5 *solver, int target); /* @null none */
Cvc5Term cvc5_find_synth_with_grammar(Cvc5 *solver, int target,
    Cvc5Grammar grammar); /* @null none */
Cvc5Term cvc5_find_synth_next(Cvc5 *solver); /* @null none */

/* Grammars, and results of synthesis. */
const char *cvc5_grammar_to_string(Cvc5Grammar grammar); /* @query */
_Bool cvc5_grammar_is_equal(Cvc5Grammar a, Cvc5Grammar b);
_Bool cvc5_grammar_is_disequal(Cvc5Grammar a, Cvc5Grammar b);
unsigned long cvc5_grammar_hash(Cvc5Grammar grammar); /* @incidental */
Cvc5Grammar cvc5_grammar_copy(Cvc5Grammar grammar); /* @counts */
void cvc5_grammar_release(Cvc5Grammar grammar); /* @counts */
_Bool cvc5_synth_result_is_null(Cvc5SynthResult result);
_Bool cvc5_synth_result_has_solution(Cvc5SynthResult result);
_Bool cvc5_synth_result_has_no_solution(Cvc5SynthResult result);
_Bool cvc5_synth_result_is_unknown(Cvc5SynthResult result);
_Bool cvc5_synth_result_is_equal(Cvc5SynthResult a, Cvc5SynthResult b);
_Bool cvc5_synth_result_is_disequal(Cvc5SynthResult a, Cvc5SynthResult b);
const char *cvc5_synth_result_to_string(Cvc5SynthResult result); /* @query */
unsigned long cvc5_synth_result_hash(Cvc5SynthResult result); /* @incidental */
Cvc5SynthResult cvc5_synth_result_copy(Cvc5SynthResult result); /* @counts */
void cvc5_synth_result_release(Cvc5SynthResult result); /* @counts */

/* Proofs. Assertions may be given names in their texts. @query */
const Cvc5Proof *cvc5_get_proof(Cvc5 *solver, int component, unsigned long *size); /* @acts */
int cvc5_proof_get_rule(Cvc5Proof proof);
int cvc5_proof_get_rewrite_rule(Cvc5Proof proof);
Cvc5Term cvc5_proof_get_result(Cvc5Proof proof);
const Cvc5Proof *cvc5_proof_get_children(Cvc5Proof proof, unsigned long *size);
const Cvc5Term *cvc5_proof_get_arguments(Cvc5Proof proof, unsigned long *size);
_Bool cvc5_proof_is_equal(Cvc5Proof a, Cvc5Proof b);
_Bool cvc5_proof_is_disequal(Cvc5Proof a, Cvc5Proof b);
unsigned long cvc5_proof_hash(Cvc5Proof proof); /* @incidental */
Cvc5Proof cvc5_proof_copy(Cvc5Proof proof); /* @counts */
void cvc5_proof_release(Cvc5Proof proof); /* @counts */
const char *cvc5_proof_to_string(Cvc5 *solver, Cvc5Proof proof, int format, unsigned long size,
    const Cvc5Term *assertions, const char **names); /* @by_hand */

/* An option. This is the layout since 1.3.1. */
typedef struct {
    int kind; /* one of CVC5_OPTION_* */
    const char *name;
    unsigned long alias_count;
    const char **aliases;
    unsigned long no_support_count;
    const char **no_supports;
    _Bool is_set_by_user, is_expert, is_regular;
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
    CVC5_OPTION_VOID, CVC5_OPTION_BOOL, CVC5_OPTION_STRING, CVC5_OPTION_INT64, CVC5_OPTION_UINT64,
    CVC5_OPTION_DOUBLE, CVC5_OPTION_MODES
};

/* What options take. @incidental */
const char **cvc5_get_option_names(Cvc5 *solver, unsigned long *size);
void cvc5_get_option_info(Cvc5 *solver, const char *name, Cvc5OptionInfo *info); /* @by_hand */
const char *cvc5_option_info_to_string(const Cvc5OptionInfo *info); /* @query @length info one @by_hand */

/* Statistics. @incidental */
Cvc5Statistics cvc5_get_statistics(Cvc5 *solver);
Cvc5Statistics cvc5_term_manager_get_statistics(Cvc5TermManager *tm); /* @acts */
Cvc5Statistics cvc5_stats_copy(Cvc5Statistics statistics); /* @counts @since 1.4.0 */
void cvc5_stats_release(Cvc5Statistics statistics); /* @counts @since 1.4.0 */
void cvc5_stats_iter_init(Cvc5Statistics statistics, _Bool internal, _Bool defaulted);
_Bool cvc5_stats_iter_has_next(Cvc5Statistics statistics);
Cvc5Stat cvc5_stats_iter_next(Cvc5Statistics statistics, const char **name);
Cvc5Stat cvc5_stats_get(Cvc5Statistics statistics, const char *name);
const char *cvc5_stats_to_string(Cvc5Statistics statistics);
Cvc5Stat cvc5_stat_copy(Cvc5Stat stat); /* @counts @since 1.4.0 */
void cvc5_stat_release(Cvc5Stat stat); /* @counts @since 1.4.0 */
_Bool cvc5_stat_is_internal(Cvc5Stat stat);
_Bool cvc5_stat_is_default(Cvc5Stat stat);
_Bool cvc5_stat_is_int(Cvc5Stat stat);
long cvc5_stat_get_int(Cvc5Stat stat);
_Bool cvc5_stat_is_double(Cvc5Stat stat);
double cvc5_stat_get_double(Cvc5Stat stat);
_Bool cvc5_stat_is_string(Cvc5Stat stat);
const char *cvc5_stat_get_string(Cvc5Stat stat);
_Bool cvc5_stat_is_histogram(Cvc5Stat stat);
void cvc5_stat_get_histogram(Cvc5Stat stat, const char ***keys, unsigned long **values,
    unsigned long *size); /* @length keys array size @length values array size */
const char *cvc5_stat_to_string(Cvc5Stat stat);

/* Callbacks; the library keeps a pointer to it. Members that are null have a default, except the name. */
typedef struct {
    const Cvc5Term *(*check)(unsigned long *size, void *state);
    void (*notify_sat_clause)(Cvc5Term clause, void *state);
    void (*notify_theory_lemma)(Cvc5Term lemma, void *state);
    const char *(*name)(void);
    void (*handle_partition_solved)(void);
    void *check_state, *notify_sat_clause_state, *notify_theory_lemma_state;
} Cvc5Plugin;

/* Plugins and oracles. */
void cvc5_add_plugin(Cvc5 *solver, Cvc5Plugin *plugin); /* @left_out a plugin works in callbacks, and their code is in the wrapper @by_hand */
Cvc5Term cvc5_declare_oracle_fun(Cvc5 *solver, const char *symbol, unsigned long arity,
    const Cvc5Sort *domain, Cvc5Sort codomain, void *state, Cvc5Term (*oracle)(unsigned long count,
    const Cvc5Term *args, void *state)); /* @left_out an oracle works in callbacks, and their code is in the wrapper @by_hand */

/* What the parser has. */
typedef struct Cvc5SymbolManager Cvc5SymbolManager; /* @handle Symbols */
typedef struct Cvc5InputParser Cvc5InputParser; /* @handle InputParser */
typedef struct cvc5_cmd_t *Cvc5Command; /* @handle Command */

/* The parser, in a library of its own. @companion libcvc5parser */
Cvc5SymbolManager *cvc5_symbol_manager_new(Cvc5TermManager *tm); /* @instance */
void cvc5_symbol_manager_delete(Cvc5SymbolManager *symbols);
_Bool cvc5_sm_is_logic_set(Cvc5SymbolManager *symbols);
const char *cvc5_sm_get_logic(Cvc5SymbolManager *symbols);
const Cvc5Sort *cvc5_sm_get_declared_sorts(Cvc5SymbolManager *symbols, unsigned long *size);
const Cvc5Term *cvc5_sm_get_declared_terms(Cvc5SymbolManager *symbols, unsigned long *size);
void cvc5_sm_get_named_terms(Cvc5SymbolManager *symbols, unsigned long *size, Cvc5Term **terms,
    const char ***names); /* @since 1.2.1 @length terms array size @length names array size */
Cvc5InputParser *cvc5_parser_new(Cvc5 *solver, Cvc5SymbolManager *symbols); /* @instance */
void cvc5_parser_delete(Cvc5InputParser *parser);
void cvc5_parser_release(Cvc5InputParser *parser); /* @counts */
Cvc5 *cvc5_parser_get_solver(Cvc5InputParser *parser); /* @since 1.4.2 */
Cvc5SymbolManager *cvc5_parser_get_sm(Cvc5InputParser *parser);
void cvc5_parser_set_str_input(Cvc5InputParser *parser, int language, const char *input,
    const char *name);
void cvc5_parser_set_inc_str_input(Cvc5InputParser *parser, int language, const char *name);
void cvc5_parser_append_inc_str_input(Cvc5InputParser *parser, const char *input);
Cvc5Command cvc5_parser_next_command(Cvc5InputParser *parser,
    const char **message); /* @null none */
Cvc5Term cvc5_parser_next_term(Cvc5InputParser *parser, const char **message); /* @null none */
_Bool cvc5_parser_done(Cvc5InputParser *parser);
Cvc5Command cvc5_cmd_copy(Cvc5Command command); /* @counts @since 1.4.0 */
void cvc5_cmd_release(Cvc5Command command); /* @counts @since 1.4.0 */
const char *cvc5_cmd_invoke(Cvc5Command command, Cvc5 *solver, Cvc5SymbolManager *symbols);
const char *cvc5_cmd_to_string(Cvc5Command command); /* @query */
const char *cvc5_cmd_get_name(Cvc5Command command);
