/* The part of Bitwuzla's C API that the wrapper calls, declared by ourselves.
 *
 * Common to all releases since 0.8.0, except where a tag says otherwise. A wrong call
 * calls the abort callback of the thread and returns zero if that returns; without a callback it ends the process.
 * Sorts and terms are counted references, which their manager releases when it goes.
 */

typedef struct bitwuzla_sort_t *BitwuzlaSort; /* @handle Sort */
typedef struct bitwuzla_term_t *BitwuzlaTerm; /* @handle Term */
typedef struct Bitwuzla Bitwuzla; /* @self solver */
typedef struct BitwuzlaOptions BitwuzlaOptions; /* @self options */
typedef struct BitwuzlaTermManager BitwuzlaTermManager; /* @self tm */
typedef struct BitwuzlaParser BitwuzlaParser;

/* Enumerations. Kinds and options are looked up by name. */
typedef unsigned int BitwuzlaKind; /* @names bitwuzla_kind_to_string() */
typedef unsigned int BitwuzlaOption;
typedef unsigned int BitwuzlaResult; /* @as Answer @names BITWUZLA_* */
typedef unsigned int BitwuzlaRoundingMode; /* @names BITWUZLA_RM_* */
enum { BITWUZLA_SAT = 10, BITWUZLA_UNSAT = 20, BITWUZLA_UNKNOWN = 0 };
enum { BITWUZLA_RM_RNE, BITWUZLA_RM_RNA, BITWUZLA_RM_RTN, BITWUZLA_RM_RTP, BITWUZLA_RM_RTZ };

/* What is known of an option; which of the parts counts, the flags say. */
typedef struct {
    BitwuzlaOption option;
    const char *short_name, *long_name, *description;
    _Bool is_numeric, is_mode, is_string;
    struct { unsigned long now, by_default, min, max; } numeric;
    struct { const char *now, *by_default; unsigned long count; const char **names; } mode;
    struct { const char *now, *by_default; } string;
} BitwuzlaOptionInfo;

/* Of the C library, for functions that print into a stream. */
typedef struct stream FILE; /* @as &Stream @system */
FILE *open_memstream(char **text, unsigned long *size); /* @system */
int fclose(FILE *stream); /* @system */
void free(void *text); /* @frees @system */

/* Of the C library: environment variables, which hold the options of SAT solvers. */
int setenv(const char *name, const char *value, int overwrite); /* @system */
int unsetenv(const char *name); /* @system */

/* The library. */
const char *bitwuzla_copyright(void); /* @by_hand */
const char *bitwuzla_version(void); /* @by_hand */
const char *bitwuzla_git_id(void); /* @incidental @by_hand */

/* Options, by number; numbers differ between releases, long names do not. */
BitwuzlaOptions *bitwuzla_options_new(void); /* @instance @by_hand */
void bitwuzla_options_delete(BitwuzlaOptions *options); /* @by_hand */
_Bool bitwuzla_option_is_valid(BitwuzlaOptions *options, const char *name);
_Bool bitwuzla_option_is_numeric(BitwuzlaOptions *options, BitwuzlaOption option);
_Bool bitwuzla_option_is_mode(BitwuzlaOptions *options, BitwuzlaOption option);
_Bool bitwuzla_option_is_string(BitwuzlaOptions *options, BitwuzlaOption option);
void bitwuzla_set_option(BitwuzlaOptions *options, BitwuzlaOption option, unsigned long value);
void bitwuzla_set_option_mode(BitwuzlaOptions *options, BitwuzlaOption option, const char *value);
unsigned long bitwuzla_get_option(BitwuzlaOptions *options, BitwuzlaOption option);
const char *bitwuzla_get_option_mode(BitwuzlaOptions *options, BitwuzlaOption option);
void bitwuzla_get_option_info(BitwuzlaOptions *options, BitwuzlaOption option, BitwuzlaOptionInfo *info); /* @incidental @by_hand */

/* Names of numbers. @query */
const char *bitwuzla_result_to_string(BitwuzlaResult result); /* @by_hand */
const char *bitwuzla_rm_to_string(BitwuzlaRoundingMode rm); /* @by_hand */
const char *bitwuzla_kind_to_string(BitwuzlaKind kind); /* @by_hand */

/* Sorts. @form */
unsigned long bitwuzla_sort_hash(BitwuzlaSort sort); /* @incidental */
BitwuzlaSort bitwuzla_sort_copy(BitwuzlaSort sort); /* @counts */
void bitwuzla_sort_release(BitwuzlaSort sort); /* @counts */
unsigned long bitwuzla_sort_bv_get_size(BitwuzlaSort sort);
unsigned long bitwuzla_sort_fp_get_exp_size(BitwuzlaSort sort);
unsigned long bitwuzla_sort_fp_get_sig_size(BitwuzlaSort sort);
BitwuzlaSort bitwuzla_sort_array_get_index(BitwuzlaSort sort);
BitwuzlaSort bitwuzla_sort_array_get_element(BitwuzlaSort sort);
BitwuzlaSort *bitwuzla_sort_fun_get_domain_sorts(BitwuzlaSort sort, unsigned long *size);
BitwuzlaSort bitwuzla_sort_fun_get_codomain(BitwuzlaSort sort);
unsigned long bitwuzla_sort_fun_get_arity(BitwuzlaSort sort);
const char *bitwuzla_sort_get_uninterpreted_symbol(BitwuzlaSort sort); /* @null none */
_Bool bitwuzla_sort_is_array(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_bool(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_bv(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_fp(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_fun(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_rm(BitwuzlaSort sort);
_Bool bitwuzla_sort_is_uninterpreted(BitwuzlaSort sort);
const char *bitwuzla_sort_to_string(BitwuzlaSort sort);
void bitwuzla_sort_print(BitwuzlaSort sort, FILE *file);

/* Terms. @form */
unsigned long bitwuzla_term_hash(BitwuzlaTerm term); /* @incidental */
BitwuzlaTerm bitwuzla_term_copy(BitwuzlaTerm term); /* @counts */
void bitwuzla_term_release(BitwuzlaTerm term); /* @counts */
BitwuzlaKind bitwuzla_term_get_kind(BitwuzlaTerm term);
BitwuzlaTerm *bitwuzla_term_get_children(BitwuzlaTerm term, unsigned long *size); /* @query */
unsigned long *bitwuzla_term_get_indices(BitwuzlaTerm term, unsigned long *size); /* @query */
_Bool bitwuzla_term_is_indexed(BitwuzlaTerm term);
BitwuzlaSort bitwuzla_term_get_sort(BitwuzlaTerm term); /* @query */
BitwuzlaSort bitwuzla_term_array_get_index_sort(BitwuzlaTerm term); /* @query */
BitwuzlaSort bitwuzla_term_array_get_element_sort(BitwuzlaTerm term); /* @query */
BitwuzlaSort *bitwuzla_term_fun_get_domain_sorts(BitwuzlaTerm term, unsigned long *size); /* @query */
BitwuzlaSort bitwuzla_term_fun_get_codomain_sort(BitwuzlaTerm term); /* @query */
unsigned long bitwuzla_term_bv_get_size(BitwuzlaTerm term); /* @query */
unsigned long bitwuzla_term_fp_get_exp_size(BitwuzlaTerm term); /* @query */
unsigned long bitwuzla_term_fp_get_sig_size(BitwuzlaTerm term); /* @query */
unsigned long bitwuzla_term_fun_get_arity(BitwuzlaTerm term); /* @query */
const char *bitwuzla_term_get_symbol(BitwuzlaTerm term); /* @query @null none */
_Bool bitwuzla_term_is_equal_sort(BitwuzlaTerm a, BitwuzlaTerm b);
_Bool bitwuzla_term_is_array(BitwuzlaTerm term);
_Bool bitwuzla_term_is_const(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fun(BitwuzlaTerm term);
_Bool bitwuzla_term_is_var(BitwuzlaTerm term);
_Bool bitwuzla_term_is_value(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bool(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm(BitwuzlaTerm term);
_Bool bitwuzla_term_is_uninterpreted(BitwuzlaTerm term);
_Bool bitwuzla_term_is_true(BitwuzlaTerm term);
_Bool bitwuzla_term_is_false(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value_zero(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value_one(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value_ones(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value_min_signed(BitwuzlaTerm term);
_Bool bitwuzla_term_is_bv_value_max_signed(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value_pos_zero(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value_neg_zero(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value_pos_inf(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value_neg_inf(BitwuzlaTerm term);
_Bool bitwuzla_term_is_fp_value_nan(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value_rna(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value_rne(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value_rtn(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value_rtp(BitwuzlaTerm term);
_Bool bitwuzla_term_is_rm_value_rtz(BitwuzlaTerm term);
_Bool bitwuzla_term_value_get_bool(BitwuzlaTerm term); /* @query */
const char *bitwuzla_term_value_get_str(BitwuzlaTerm term); /* @query */
const char *bitwuzla_term_value_get_str_fmt(BitwuzlaTerm term, unsigned char base); /* @query */
void bitwuzla_term_value_get_fp_ieee(BitwuzlaTerm term, const char **sign, const char **exponent,
    const char **significand, unsigned char base); /* @query */
BitwuzlaRoundingMode bitwuzla_term_value_get_rm(BitwuzlaTerm term); /* @query */
const char *bitwuzla_term_to_string(BitwuzlaTerm term); /* @query */
const char *bitwuzla_term_to_string_fmt(BitwuzlaTerm term, unsigned char base); /* @query */
const char *bitwuzla_term_fp_value_to_real_string(BitwuzlaTerm term); /* @query */
void bitwuzla_term_print(BitwuzlaTerm term, FILE *file); /* @query */
void bitwuzla_term_print_fmt(BitwuzlaTerm term, FILE *file, unsigned char base); /* @query */

/* Solvers. */
Bitwuzla *bitwuzla_new(BitwuzlaTermManager *tm, const BitwuzlaOptions *options); /* @instance @by_hand */
void bitwuzla_delete(Bitwuzla *bitwuzla); /* @by_hand */
void bitwuzla_set_termination_callback(Bitwuzla *bitwuzla, int (*callback)(void *), void *state); /* @by_hand */
void *bitwuzla_get_termination_callback_state(Bitwuzla *bitwuzla); /* @by_hand */
void bitwuzla_set_abort_callback(void (*callback)(const char *msg)); /* @by_hand */
void bitwuzla_push(Bitwuzla *bitwuzla, unsigned long levels);
void bitwuzla_pop(Bitwuzla *bitwuzla, unsigned long levels);
void bitwuzla_assert(Bitwuzla *bitwuzla, BitwuzlaTerm term);
const BitwuzlaTerm *bitwuzla_get_assertions(Bitwuzla *bitwuzla, unsigned long *size);
_Bool bitwuzla_is_unsat_assumption(Bitwuzla *bitwuzla, BitwuzlaTerm term);
const BitwuzlaTerm *bitwuzla_get_unsat_assumptions(Bitwuzla *bitwuzla, unsigned long *size);
const BitwuzlaTerm *bitwuzla_get_unsat_core(Bitwuzla *bitwuzla, unsigned long *size);
void bitwuzla_simplify(Bitwuzla *bitwuzla);
BitwuzlaTerm bitwuzla_simplify_term(Bitwuzla *bitwuzla, BitwuzlaTerm term);
BitwuzlaResult bitwuzla_check_sat(Bitwuzla *bitwuzla);
BitwuzlaResult bitwuzla_check_sat_assuming(Bitwuzla *bitwuzla, unsigned int count, BitwuzlaTerm *args);
BitwuzlaTerm bitwuzla_get_value(Bitwuzla *bitwuzla, BitwuzlaTerm term);
BitwuzlaTerm bitwuzla_get_interpolant(Bitwuzla *bitwuzla, unsigned int count, BitwuzlaTerm *args); /* @since 0.9.0 */
BitwuzlaTerm *bitwuzla_get_interpolants(Bitwuzla *bitwuzla, unsigned int parts, unsigned int *sizes,
    BitwuzlaTerm **partition, unsigned long *size); /* @since 0.9.0 @length partition parts sizes @by_hand */
void bitwuzla_print_formula(Bitwuzla *bitwuzla, const char *format, FILE *file, unsigned char base);
void bitwuzla_print_unsat_core(Bitwuzla *bitwuzla, const char *format, FILE *file, unsigned char base);
void bitwuzla_get_statistics(Bitwuzla *bitwuzla, const char ***keys, const char ***values,
    unsigned long *size); /* @incidental @by_hand */
BitwuzlaTermManager *bitwuzla_get_term_mgr(Bitwuzla *bitwuzla); /* @by_hand */

/* Term managers. */
BitwuzlaTermManager *bitwuzla_term_manager_new(void); /* @instance @by_hand */
void bitwuzla_term_manager_delete(BitwuzlaTermManager *tm); /* @counts @by_hand */
void bitwuzla_term_manager_release(BitwuzlaTermManager *tm); /* @counts @by_hand */

/* Making sorts. */
BitwuzlaSort bitwuzla_mk_array_sort(BitwuzlaTermManager *tm, BitwuzlaSort index, BitwuzlaSort element);
BitwuzlaSort bitwuzla_mk_bool_sort(BitwuzlaTermManager *tm);
BitwuzlaSort bitwuzla_mk_bv_sort(BitwuzlaTermManager *tm, unsigned long size);
BitwuzlaSort bitwuzla_mk_fp_sort(BitwuzlaTermManager *tm, unsigned long exponent, unsigned long significand);
BitwuzlaSort bitwuzla_mk_fun_sort(BitwuzlaTermManager *tm, unsigned long arity, BitwuzlaSort *domain,
    BitwuzlaSort codomain);
BitwuzlaSort bitwuzla_mk_rm_sort(BitwuzlaTermManager *tm);
BitwuzlaSort bitwuzla_mk_uninterpreted_sort(BitwuzlaTermManager *tm, const char *symbol);

/* Making terms. */
BitwuzlaTerm bitwuzla_mk_true(BitwuzlaTermManager *tm);
BitwuzlaTerm bitwuzla_mk_false(BitwuzlaTermManager *tm);
BitwuzlaTerm bitwuzla_mk_bv_zero(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_bv_one(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_bv_ones(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_bv_min_signed(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_bv_max_signed(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_fp_pos_zero(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_fp_neg_zero(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_fp_pos_inf(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_fp_neg_inf(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_fp_nan(BitwuzlaTermManager *tm, BitwuzlaSort sort);
BitwuzlaTerm bitwuzla_mk_bv_value(BitwuzlaTermManager *tm, BitwuzlaSort sort, const char *value,
    unsigned char base);
BitwuzlaTerm bitwuzla_mk_bv_value_uint64(BitwuzlaTermManager *tm, BitwuzlaSort sort, unsigned long value);
BitwuzlaTerm bitwuzla_mk_bv_value_int64(BitwuzlaTermManager *tm, BitwuzlaSort sort, long value);
BitwuzlaTerm bitwuzla_mk_fp_value(BitwuzlaTermManager *tm, BitwuzlaTerm sign, BitwuzlaTerm exponent,
    BitwuzlaTerm significand);
BitwuzlaTerm bitwuzla_mk_fp_from_real(BitwuzlaTermManager *tm, BitwuzlaSort sort, BitwuzlaTerm rm,
    const char *real);
BitwuzlaTerm bitwuzla_mk_fp_from_rational(BitwuzlaTermManager *tm, BitwuzlaSort sort, BitwuzlaTerm rm,
    const char *numerator, const char *denominator);
BitwuzlaTerm bitwuzla_mk_rm_value(BitwuzlaTermManager *tm, BitwuzlaRoundingMode rm);
BitwuzlaTerm bitwuzla_mk_term1(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a);
BitwuzlaTerm bitwuzla_mk_term2(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a, BitwuzlaTerm b);
BitwuzlaTerm bitwuzla_mk_term3(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a,
    BitwuzlaTerm b, BitwuzlaTerm c);
BitwuzlaTerm bitwuzla_mk_term(BitwuzlaTermManager *tm, BitwuzlaKind kind, unsigned int count,
    BitwuzlaTerm *args);
BitwuzlaTerm bitwuzla_mk_term1_indexed1(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a,
    unsigned long i);
BitwuzlaTerm bitwuzla_mk_term1_indexed2(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a,
    unsigned long i, unsigned long j);
BitwuzlaTerm bitwuzla_mk_term2_indexed1(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a,
    BitwuzlaTerm b, unsigned long i);
BitwuzlaTerm bitwuzla_mk_term2_indexed2(BitwuzlaTermManager *tm, BitwuzlaKind kind, BitwuzlaTerm a,
    BitwuzlaTerm b, unsigned long i, unsigned long j);
BitwuzlaTerm bitwuzla_mk_term_indexed(BitwuzlaTermManager *tm, BitwuzlaKind kind, unsigned int count,
    BitwuzlaTerm *args, unsigned int indices, const unsigned long *index);
BitwuzlaTerm bitwuzla_mk_const(BitwuzlaTermManager *tm, BitwuzlaSort sort, const char *symbol);
BitwuzlaTerm bitwuzla_mk_const_array(BitwuzlaTermManager *tm, BitwuzlaSort sort, BitwuzlaTerm value);
BitwuzlaTerm bitwuzla_mk_var(BitwuzlaTermManager *tm, BitwuzlaSort sort, const char *symbol);

/* Substitution. */
BitwuzlaTerm bitwuzla_substitute_term(BitwuzlaTerm term, unsigned long count, BitwuzlaTerm *from,
    BitwuzlaTerm *to);
void bitwuzla_substitute_terms(unsigned long size, BitwuzlaTerm *terms, unsigned long count,
    BitwuzlaTerm *from, BitwuzlaTerm *to); /* @by_hand */

/* The parser. */
BitwuzlaParser *bitwuzla_parser_new(BitwuzlaTermManager *tm, BitwuzlaOptions *options,
    const char *language, unsigned char base, const char *out); /* @instance @by_hand */
void bitwuzla_parser_delete(BitwuzlaParser *parser); /* @by_hand */
void bitwuzla_parser_set_termination_callback(BitwuzlaParser *parser, int (*callback)(void*), void *state); /* @since 0.9.0 @by_hand */
void *bitwuzla_parser_get_termination_callback_state(BitwuzlaParser *parser); /* @since 0.9.0 @by_hand */
void bitwuzla_parser_configure_auto_print_model(BitwuzlaParser *parser, _Bool value); /* @by_hand */
void bitwuzla_parser_parse(BitwuzlaParser *parser, const char *input, _Bool parse_only,
    _Bool parse_file, const char **error); /* @by_hand */
BitwuzlaTerm bitwuzla_parser_parse_term(BitwuzlaParser *parser, const char *input, const char **error); /* @by_hand */
BitwuzlaSort bitwuzla_parser_parse_sort(BitwuzlaParser *parser, const char *input, const char **error); /* @by_hand */
BitwuzlaSort *bitwuzla_parser_get_declared_sorts(BitwuzlaParser *parser, unsigned long *size); /* @by_hand */
BitwuzlaTerm *bitwuzla_parser_get_declared_funs(BitwuzlaParser *parser, unsigned long *size); /* @by_hand */
const char *bitwuzla_parser_get_error_msg(BitwuzlaParser *parser); /* @by_hand */
Bitwuzla *bitwuzla_parser_get_bitwuzla(BitwuzlaParser *parser); /* @by_hand */
void bitwuzla_parser_get_statistics(BitwuzlaParser *parser, const char ***keys, const char ***values,
    unsigned long *size); /* @since 0.9.0 @by_hand */
