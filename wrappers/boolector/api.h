/* The part of Boolector's C API that the wrapper calls, declared by ourselves.
 *
 * Common to the releases since 3.2.3. Nodes and sorts are counted references. A wrong call
 * ends in the abort handler. A Boolean is a bit-vector of width one.
 */

typedef struct Btor Btor; /* @self btor */
typedef struct BoolectorNode BoolectorNode; /* @handle Term */
typedef struct BoolectorAnonymous *BoolectorSort; /* @handle Sort */

/* Of the C library: files in memory. */
typedef struct BoolectorFile BoolectorFile; /* @as &File @system */
BoolectorFile *fmemopen(char *text, unsigned long size, const char *mode); /* @system @length text size */
BoolectorFile *open_memstream(char **text, unsigned long *size); /* @system */
int fclose(BoolectorFile *file); /* @system */
void free(void *text); /* @frees @system */

/* Of the C library: environment variables, which hold the options of SAT solvers. */
int setenv(const char *name, const char *value, int overwrite); /* @system */
int unsetenv(const char *name); /* @system */

/* Answers of checks, simplification and parsers. */
typedef int BoolectorAnswer; /* @as Answer @names BOOLECTOR_* */
enum { BOOLECTOR_UNKNOWN = 0, BOOLECTOR_SAT = 10, BOOLECTOR_UNSAT = 20, BOOLECTOR_PARSE_ERROR = 1 };

/* The library. */
const char *boolector_version(Btor *btor);
const char *boolector_git_id(Btor *btor); /* @incidental */
const char *boolector_copyright(Btor *btor); /* @incidental */
void boolector_set_abort(void (*handler)(const char *message)); /* @by_hand */

/* An instance. The state of the termination callback is the caller's. */
Btor *boolector_new(void); /* @instance @by_hand */
Btor *boolector_clone(Btor *btor); /* @instance @by_hand */
void boolector_delete(Btor *btor); /* @by_hand */
void boolector_set_term(Btor *btor, int (*handler)(void *state), void *state); /* @by_hand */
int boolector_terminate(Btor *btor);
void boolector_set_msg_prefix(Btor *btor, const char *prefix);
unsigned int boolector_get_refs(Btor *btor); /* @incidental */
void boolector_reset_time(Btor *btor);
void boolector_reset_stats(Btor *btor);
void boolector_set_trapi(Btor *btor, BoolectorFile *file);
BoolectorFile *boolector_get_trapi(Btor *btor); /* @query @by_hand */

/* Options, by number. @incidental */
_Bool boolector_has_opt(Btor *btor, unsigned int option); /* @query */
unsigned int boolector_first_opt(Btor *btor); /* @query */
unsigned int boolector_next_opt(Btor *btor, unsigned int option); /* @query */
void boolector_set_opt(Btor *btor, unsigned int option, unsigned int value); /* @acts */
unsigned int boolector_get_opt(Btor *btor, unsigned int option);
unsigned int boolector_get_opt_min(Btor *btor, unsigned int option);
unsigned int boolector_get_opt_max(Btor *btor, unsigned int option);
unsigned int boolector_get_opt_dflt(Btor *btor, unsigned int option);
const char *boolector_get_opt_lng(Btor *btor, unsigned int option);
const char *boolector_get_opt_shrt(Btor *btor, unsigned int option); /* @null none */
const char *boolector_get_opt_desc(Btor *btor, unsigned int option); /* @null none */
void boolector_set_sat_solver(Btor *btor, const char *name); /* @acts */

/* Assertions, assumptions, checks. */
void boolector_push(Btor *btor, unsigned int levels);
void boolector_pop(Btor *btor, unsigned int levels);
void boolector_assert(Btor *btor, BoolectorNode *node);
void boolector_assume(Btor *btor, BoolectorNode *node);
_Bool boolector_failed(Btor *btor, BoolectorNode *node);
BoolectorNode **boolector_get_failed_assumptions(Btor *btor); /* @query @length return terminated */
void boolector_fixate_assumptions(Btor *btor);
void boolector_reset_assumptions(Btor *btor);
BoolectorAnswer boolector_sat(Btor *btor);
BoolectorAnswer boolector_limited_sat(Btor *btor, int lemmas, int conflicts);
BoolectorAnswer boolector_simplify(Btor *btor);

/* References. @counts */
BoolectorNode *boolector_copy(Btor *btor, BoolectorNode *node);
void boolector_release(Btor *btor, BoolectorNode *node);
BoolectorSort boolector_copy_sort(Btor *btor, BoolectorSort sort);
void boolector_release_sort(Btor *btor, BoolectorSort sort);
void boolector_release_all(Btor *btor);

/* Sorts. */
BoolectorSort boolector_bool_sort(Btor *btor);
BoolectorSort boolector_bitvec_sort(Btor *btor, unsigned int width);
BoolectorSort boolector_fun_sort(Btor *btor, BoolectorSort *domain, unsigned int arity, BoolectorSort codomain);
BoolectorSort boolector_array_sort(Btor *btor, BoolectorSort index, BoolectorSort element);
_Bool boolector_is_array_sort(Btor *btor, BoolectorSort sort); /* @form */
_Bool boolector_is_bitvec_sort(Btor *btor, BoolectorSort sort); /* @form */
_Bool boolector_is_fun_sort(Btor *btor, BoolectorSort sort); /* @form */
unsigned int boolector_bitvec_sort_get_width(Btor *btor, BoolectorSort sort); /* @query */
_Bool boolector_is_equal_sort(Btor *btor, BoolectorNode *a, BoolectorNode *b); /* @form */

/* Symbols. */
BoolectorNode *boolector_var(Btor *btor, BoolectorSort sort, const char *symbol); /* @optional symbol */
BoolectorNode *boolector_array(Btor *btor, BoolectorSort sort, const char *symbol); /* @optional symbol */
BoolectorNode *boolector_uf(Btor *btor, BoolectorSort sort, const char *symbol); /* @optional symbol */
BoolectorNode *boolector_param(Btor *btor, BoolectorSort sort, const char *symbol); /* @optional symbol */
void boolector_var_mark_bool(Btor *btor, BoolectorNode *node);
const char *boolector_get_symbol(Btor *btor, BoolectorNode *node); /* @query @null none */
void boolector_set_symbol(Btor *btor, BoolectorNode *node, const char *symbol);

/* Values. */
BoolectorNode *boolector_true(Btor *btor);
BoolectorNode *boolector_false(Btor *btor);
BoolectorNode *boolector_const(Btor *btor, const char *bits);
BoolectorNode *boolector_constd(Btor *btor, BoolectorSort sort, const char *digits);
BoolectorNode *boolector_consth(Btor *btor, BoolectorSort sort, const char *digits);
BoolectorNode *boolector_zero(Btor *btor, BoolectorSort sort);
BoolectorNode *boolector_ones(Btor *btor, BoolectorSort sort);
BoolectorNode *boolector_one(Btor *btor, BoolectorSort sort);
BoolectorNode *boolector_min_signed(Btor *btor, BoolectorSort sort);
BoolectorNode *boolector_max_signed(Btor *btor, BoolectorSort sort);
BoolectorNode *boolector_unsigned_int(Btor *btor, unsigned int value, BoolectorSort sort);
BoolectorNode *boolector_int(Btor *btor, int value, BoolectorSort sort);
BoolectorNode *boolector_const_array(Btor *btor, BoolectorSort sort, BoolectorNode *value);
_Bool boolector_is_bv_const_zero(Btor *btor, BoolectorNode *node); /* @form */
_Bool boolector_is_bv_const_one(Btor *btor, BoolectorNode *node); /* @form */
_Bool boolector_is_bv_const_ones(Btor *btor, BoolectorNode *node); /* @form */
_Bool boolector_is_bv_const_max_signed(Btor *btor, BoolectorNode *node); /* @form */
_Bool boolector_is_bv_const_min_signed(Btor *btor, BoolectorNode *node); /* @form */
const char *boolector_get_bits(Btor *btor, BoolectorNode *node); /* @query @free boolector_free_bits */
void boolector_free_bits(Btor *btor, const char *bits); /* @frees @by_hand */

/* Terms. */
BoolectorNode *boolector_not(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_neg(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_redor(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_redxor(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_redand(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_inc(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_dec(Btor *btor, BoolectorNode *a);
BoolectorNode *boolector_implies(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_iff(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_eq(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ne(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_xor(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_xnor(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_and(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_nand(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_or(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_nor(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_add(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_uaddo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_saddo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_mul(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_umulo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_smulo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ult(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_slt(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ulte(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_slte(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ugt(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sgt(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ugte(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sgte(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sll(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_srl(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sra(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_rol(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ror(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sub(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_usubo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_ssubo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_udiv(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sdiv(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_sdivo(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_urem(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_srem(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_smod(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_concat(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_read(Btor *btor, BoolectorNode *a, BoolectorNode *b);
BoolectorNode *boolector_uext(Btor *btor, BoolectorNode *a, unsigned int count);
BoolectorNode *boolector_sext(Btor *btor, BoolectorNode *a, unsigned int count);
BoolectorNode *boolector_roli(Btor *btor, BoolectorNode *a, unsigned int count);
BoolectorNode *boolector_rori(Btor *btor, BoolectorNode *a, unsigned int count);
BoolectorNode *boolector_repeat(Btor *btor, BoolectorNode *a, unsigned int count);
BoolectorNode *boolector_slice(Btor *btor, BoolectorNode *a, unsigned int high, unsigned int low);
BoolectorNode *boolector_write(Btor *btor, BoolectorNode *a, BoolectorNode *b, BoolectorNode *c);
BoolectorNode *boolector_cond(Btor *btor, BoolectorNode *a, BoolectorNode *b, BoolectorNode *c);
BoolectorNode *boolector_fun(Btor *btor, BoolectorNode **params, unsigned int count, BoolectorNode *body);
BoolectorNode *boolector_forall(Btor *btor, BoolectorNode **params, unsigned int count, BoolectorNode *body);
BoolectorNode *boolector_exists(Btor *btor, BoolectorNode **params, unsigned int count, BoolectorNode *body);
BoolectorNode *boolector_apply(Btor *btor, BoolectorNode **args, unsigned int count, BoolectorNode *fun);

/* What a node is. @form */
Btor *boolector_get_btor(BoolectorNode *node); /* @query @by_hand */
int boolector_get_node_id(Btor *btor, BoolectorNode *node); /* @incidental */
BoolectorSort boolector_get_sort(Btor *btor, const BoolectorNode *node);
BoolectorSort boolector_fun_get_codomain_sort(Btor *btor, const BoolectorNode *node);
unsigned int boolector_get_width(Btor *btor, BoolectorNode *node); /* @query */
unsigned int boolector_get_index_width(Btor *btor, BoolectorNode *node); /* @query */
unsigned int boolector_get_fun_arity(Btor *btor, BoolectorNode *node); /* @query */
_Bool boolector_is_const(Btor *btor, BoolectorNode *node);
_Bool boolector_is_var(Btor *btor, BoolectorNode *node);
_Bool boolector_is_array(Btor *btor, BoolectorNode *node);
_Bool boolector_is_array_var(Btor *btor, BoolectorNode *node);
_Bool boolector_is_param(Btor *btor, BoolectorNode *node);
_Bool boolector_is_bound_param(Btor *btor, BoolectorNode *node);
_Bool boolector_is_uf(Btor *btor, BoolectorNode *node);
_Bool boolector_is_fun(Btor *btor, BoolectorNode *node);
int boolector_fun_sort_check(Btor *btor, BoolectorNode **args, unsigned int count, BoolectorNode *fun); /* @acts */
BoolectorNode *boolector_match_node_by_id(Btor *btor, int id); /* @acts */
BoolectorNode *boolector_match_node(Btor *btor, BoolectorNode *node); /* @acts */

/* Models. Assignments are to be freed; a value is a node. */
const char *boolector_bv_assignment(Btor *btor, BoolectorNode *node); /* @free boolector_free_bv_assignment */
void boolector_free_bv_assignment(Btor *btor, const char *bits); /* @frees @by_hand */
void boolector_array_assignment(Btor *btor, BoolectorNode *node, char ***points, char ***values, unsigned int *size); /* @by_hand */
void boolector_uf_assignment(Btor *btor, BoolectorNode *node, char ***points, char ***values, unsigned int *size); /* @by_hand */
void boolector_free_array_assignment(Btor *btor, char **points, char **values, unsigned int size); /* @frees @by_hand */
void boolector_free_uf_assignment(Btor *btor, char **points, char **values, unsigned int size); /* @frees @by_hand */
BoolectorNode *boolector_get_value(Btor *btor, BoolectorNode *node); /* @query */
void boolector_print_value_smt2(Btor *btor, BoolectorNode *node, const char *symbol, BoolectorFile *file);
void boolector_print_model(Btor *btor, const char *format, BoolectorFile *file);

/* Files. */
int boolector_parse(Btor *btor, BoolectorFile *file, const char *name, BoolectorFile *out, char **error, int *status, _Bool *smt2);
int boolector_parse_btor(Btor *btor, BoolectorFile *file, const char *name, BoolectorFile *out, char **error, int *status);
int boolector_parse_btor2(Btor *btor, BoolectorFile *file, const char *name, BoolectorFile *out, char **error, int *status);
int boolector_parse_smt1(Btor *btor, BoolectorFile *file, const char *name, BoolectorFile *out, char **error, int *status);
int boolector_parse_smt2(Btor *btor, BoolectorFile *file, const char *name, BoolectorFile *out, char **error, int *status);
void boolector_dump_btor(Btor *btor, BoolectorFile *file);
void boolector_dump_smt2(Btor *btor, BoolectorFile *file);
void boolector_dump_aiger_ascii(Btor *btor, BoolectorFile *file, _Bool merged);
void boolector_dump_aiger_binary(Btor *btor, BoolectorFile *file, _Bool merged);
void boolector_dump_btor_node(Btor *btor, BoolectorFile *file, BoolectorNode *node);
void boolector_dump_smt2_node(Btor *btor, BoolectorFile *file, BoolectorNode *node);
