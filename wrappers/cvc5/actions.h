/* The part of cvc5's C API that only the extension actions call. `api.h` includes this file. */

typedef struct cvc5_grammar_t *Cvc5Grammar;
typedef struct cvc5_proof_t *Cvc5Proof;
typedef struct cvc5_stat_t *Cvc5Stat;
typedef struct cvc5_stats_t *Cvc5Statistics;
typedef struct cvc5_synth_result_t *Cvc5SynthResult;

/* Names of enumerators. */
const char *cvc5_sort_kind_to_string(int kind);
const char *cvc5_unknown_explanation_to_string(int explanation);
const char *cvc5_skolem_id_to_string(int id);
const char *cvc5_rm_to_string(int mode);
const char *cvc5_proof_rule_to_string(int rule);
const char *cvc5_proof_rewrite_rule_to_string(int rule);
const char *cvc5_modes_block_models_mode_to_string(int mode);
const char *cvc5_modes_learned_lit_type_to_string(int type);
const char *cvc5_modes_proof_component_to_string(int component);
const char *cvc5_modes_find_synth_target_to_string(int target);
unsigned long cvc5_kind_hash(int kind);
unsigned long cvc5_sort_kind_hash(int kind);
unsigned long cvc5_skolem_id_hash(int id);
unsigned long cvc5_proof_rule_hash(int rule);
unsigned long cvc5_proof_rewrite_rule_hash(int rule);
void cvc5_reset_error(void); /* since 1.4.0 */

/* Results. */
Cvc5Result cvc5_result_copy(Cvc5Result result);
void cvc5_result_release(Cvc5Result result);
_Bool cvc5_result_is_null(Cvc5Result result);
_Bool cvc5_result_is_equal(Cvc5Result a, Cvc5Result b);
_Bool cvc5_result_is_disequal(Cvc5Result a, Cvc5Result b);
int cvc5_result_get_unknown_explanation(Cvc5Result result);
unsigned long cvc5_result_hash(Cvc5Result result);

/* Sorts, looked at. */
Cvc5Sort cvc5_sort_copy(Cvc5Sort sort);
void cvc5_sort_release(Cvc5Sort sort);
_Bool cvc5_sort_is_disequal(Cvc5Sort a, Cvc5Sort b);
long cvc5_sort_compare(Cvc5Sort a, Cvc5Sort b);
unsigned long cvc5_sort_hash(Cvc5Sort sort);
int cvc5_sort_get_kind(Cvc5Sort sort);
_Bool cvc5_sort_has_symbol(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_constructor(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_selector(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_tester(Cvc5Sort sort);
_Bool cvc5_sort_is_dt_updater(Cvc5Sort sort);
_Bool cvc5_sort_is_nullable(Cvc5Sort sort);
_Bool cvc5_sort_is_record(Cvc5Sort sort);
_Bool cvc5_sort_is_abstract(Cvc5Sort sort);
_Bool cvc5_sort_is_uninterpreted_sort_constructor(Cvc5Sort sort);
_Bool cvc5_sort_is_instantiated(Cvc5Sort sort);
Cvc5Sort cvc5_sort_substitute(Cvc5Sort sort, Cvc5Sort part, Cvc5Sort replacement);
Cvc5Sort cvc5_sort_substitute_sorts(Cvc5Sort sort, unsigned long count, const Cvc5Sort *parts, const Cvc5Sort *replacements);

/* Sorts and terms that no theory of the model has. */
Cvc5Sort cvc5_mk_abstract_sort(Cvc5TermManager *tm, int kind);
int cvc5_sort_abstract_get_kind(Cvc5Sort sort);
Cvc5Sort cvc5_mk_uninterpreted_sort_constructor_sort(Cvc5TermManager *tm, unsigned long arity, const char *symbol);
unsigned long cvc5_sort_uninterpreted_sort_constructor_get_arity(Cvc5Sort sort);
Cvc5Sort cvc5_sort_get_uninterpreted_sort_constructor(Cvc5Sort sort);
Cvc5Sort cvc5_sort_instantiate(Cvc5Sort sort, unsigned long count, const Cvc5Sort *params);
const Cvc5Sort *cvc5_sort_get_instantiated_parameters(Cvc5Sort sort, unsigned long *size);
Cvc5Sort cvc5_mk_nullable_sort(Cvc5TermManager *tm, Cvc5Sort sort);
Cvc5Sort cvc5_sort_nullable_get_element_sort(Cvc5Sort sort);
Cvc5Term cvc5_mk_nullable_some(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_val(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_is_null(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_is_some(Cvc5TermManager *tm, Cvc5Term term);
Cvc5Term cvc5_mk_nullable_null(Cvc5TermManager *tm, Cvc5Sort sort);
Cvc5Term cvc5_mk_nullable_lift(Cvc5TermManager *tm, int kind, unsigned long count, const Cvc5Term *args);
Cvc5Term cvc5_mk_skolem(Cvc5TermManager *tm, int id, unsigned long count, const Cvc5Term *indices);
unsigned long cvc5_get_num_idxs_for_skolem_id(Cvc5TermManager *tm, int id);
Cvc5Term cvc5_mk_pi(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_all(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_allchar(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_regexp_none(Cvc5TermManager *tm);
Cvc5Term cvc5_mk_cardinality_constraint(Cvc5TermManager *tm, Cvc5Sort sort, unsigned int bound);

/* Operators and terms, looked at. */
Cvc5Op cvc5_op_copy(Cvc5Op op);
void cvc5_op_release(Cvc5Op op);
_Bool cvc5_op_is_equal(Cvc5Op a, Cvc5Op b);
_Bool cvc5_op_is_disequal(Cvc5Op a, Cvc5Op b);
unsigned long cvc5_op_hash(Cvc5Op op);
_Bool cvc5_term_is_disequal(Cvc5Term a, Cvc5Term b);
long cvc5_term_compare(Cvc5Term a, Cvc5Term b);
unsigned long cvc5_term_hash(Cvc5Term term);
Cvc5Term cvc5_term_substitute_term(Cvc5Term term, Cvc5Term part, Cvc5Term replacement);
Cvc5Term cvc5_term_substitute_terms(Cvc5Term term, unsigned long count, const Cvc5Term *parts, const Cvc5Term *replacements);
_Bool cvc5_term_is_int32_value(Cvc5Term term);
int cvc5_term_get_int32_value(Cvc5Term term);
_Bool cvc5_term_is_uint32_value(Cvc5Term term);
unsigned int cvc5_term_get_uint32_value(Cvc5Term term);
_Bool cvc5_term_is_uint64_value(Cvc5Term term);
unsigned long cvc5_term_get_uint64_value(Cvc5Term term);
_Bool cvc5_term_is_real32_value(Cvc5Term term);
void cvc5_term_get_real32_value(Cvc5Term term, int *numerator, unsigned int *denominator);
_Bool cvc5_term_is_cardinality_constraint(Cvc5Term term);
void cvc5_term_get_cardinality_constraint(Cvc5Term term, Cvc5Sort *sort, unsigned int *bound);
_Bool cvc5_term_is_real_algebraic_number(Cvc5Term term);
Cvc5Term cvc5_term_get_real_algebraic_number_defining_polynomial(Cvc5Term term, Cvc5Term variable);
Cvc5Term cvc5_term_get_real_algebraic_number_lower_bound(Cvc5Term term);
Cvc5Term cvc5_term_get_real_algebraic_number_upper_bound(Cvc5Term term);
_Bool cvc5_term_is_skolem(Cvc5Term term);
int cvc5_term_get_skolem_id(Cvc5Term term);
const Cvc5Term *cvc5_term_get_skolem_indices(Cvc5Term term, unsigned long *size);

/* Commands of one instance. */
Cvc5TermManager *cvc5_get_tm(Cvc5 *solver);
const char *cvc5_get_info(Cvc5 *solver, const char *flag);
void cvc5_set_info(Cvc5 *solver, const char *keyword, const char *value);
const char *cvc5_get_option(Cvc5 *solver, const char *name);
const char *cvc5_option_info_to_string(const Cvc5OptionInfo *info);
_Bool cvc5_is_logic_set(Cvc5 *solver);
const char *cvc5_get_logic(Cvc5 *solver);
_Bool cvc5_is_output_on(Cvc5 *solver, const char *tag);
Cvc5Term cvc5_define_fun_rec(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Term *params, Cvc5Sort codomain, Cvc5Term body, _Bool global);
Cvc5Term cvc5_define_fun_rec_from_const(Cvc5 *solver, Cvc5Term function, unsigned long arity, const Cvc5Term *params, Cvc5Term body, _Bool global);
void cvc5_define_funs_rec(Cvc5 *solver, unsigned long count, const Cvc5Term *functions, unsigned long *arities, const Cvc5Term **params, const Cvc5Term *bodies, _Bool global);
void cvc5_block_model(Cvc5 *solver, int mode);
void cvc5_block_model_values(Cvc5 *solver, unsigned long count, const Cvc5Term *terms);
_Bool cvc5_is_model_core_symbol(Cvc5 *solver, Cvc5Term constant);
void cvc5_get_difficulty(Cvc5 *solver, unsigned long *size, Cvc5Term **inputs, Cvc5Term **values);
const Cvc5Term *cvc5_get_learned_literals(Cvc5 *solver, int type, unsigned long *size);
const Cvc5Term *cvc5_get_unsat_core_lemmas(Cvc5 *solver, unsigned long *size);
const Cvc5Term *cvc5_get_timeout_core(Cvc5 *solver, Cvc5Result *result, unsigned long *size);
const Cvc5Term *cvc5_get_timeout_core_assuming(Cvc5 *solver, unsigned long count, const Cvc5Term *assumptions, Cvc5Result *result, unsigned long *size);
const char *cvc5_get_instantiations(Cvc5 *solver);
Cvc5Term cvc5_get_quantifier_elimination(Cvc5 *solver, Cvc5Term formula);
Cvc5Term cvc5_get_quantifier_elimination_disjunct(Cvc5 *solver, Cvc5Term formula);
Cvc5Term cvc5_get_interpolant(Cvc5 *solver, Cvc5Term conjecture);
Cvc5Term cvc5_get_interpolant_with_grammar(Cvc5 *solver, Cvc5Term conjecture, Cvc5Grammar grammar);
Cvc5Term cvc5_get_interpolant_next(Cvc5 *solver);
Cvc5Term cvc5_get_abduct(Cvc5 *solver, Cvc5Term conjecture);
Cvc5Term cvc5_get_abduct_with_grammar(Cvc5 *solver, Cvc5Term conjecture, Cvc5Grammar grammar);
Cvc5Term cvc5_get_abduct_next(Cvc5 *solver);
Cvc5Term cvc5_declare_pool(Cvc5 *solver, const char *symbol, Cvc5Sort sort, unsigned long count, const Cvc5Term *initial);
Cvc5Term cvc5_declare_oracle_fun(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Sort *domain, Cvc5Sort codomain, void *state, Cvc5Term (*oracle)(unsigned long count, const Cvc5Term *args, void *state));

/* Callbacks; the library keeps a pointer to it. Members that are null have a default, except the name. */
typedef struct {
  const Cvc5Term *(*check)(unsigned long *size, void *state);
  void (*notify_sat_clause)(Cvc5Term clause, void *state);
  void (*notify_theory_lemma)(Cvc5Term lemma, void *state);
  const char *(*name)(void);
  void (*handle_partition_solved)(void);
  void *check_state;
  void *notify_sat_clause_state;
  void *notify_theory_lemma_state;
} Cvc5Plugin;

void cvc5_add_plugin(Cvc5 *solver, Cvc5Plugin *plugin);

/* Proofs. */
const Cvc5Proof *cvc5_get_proof(Cvc5 *solver, int component, unsigned long *size);
int cvc5_proof_get_rule(Cvc5Proof proof);
int cvc5_proof_get_rewrite_rule(Cvc5Proof proof);
Cvc5Term cvc5_proof_get_result(Cvc5Proof proof);
const Cvc5Proof *cvc5_proof_get_children(Cvc5Proof proof, unsigned long *size);
const Cvc5Term *cvc5_proof_get_arguments(Cvc5Proof proof, unsigned long *size);
_Bool cvc5_proof_is_equal(Cvc5Proof a, Cvc5Proof b);
_Bool cvc5_proof_is_disequal(Cvc5Proof a, Cvc5Proof b);
unsigned long cvc5_proof_hash(Cvc5Proof proof);
Cvc5Proof cvc5_proof_copy(Cvc5Proof proof);
void cvc5_proof_release(Cvc5Proof proof);

/* Statistics. */
Cvc5Statistics cvc5_get_statistics(Cvc5 *solver);
Cvc5Statistics cvc5_term_manager_get_statistics(Cvc5TermManager *tm);
Cvc5Statistics cvc5_stats_copy(Cvc5Statistics statistics);
void cvc5_stats_release(Cvc5Statistics statistics);
void cvc5_stats_iter_init(Cvc5Statistics statistics, _Bool internal, _Bool defaulted);
_Bool cvc5_stats_iter_has_next(Cvc5Statistics statistics);
Cvc5Stat cvc5_stats_iter_next(Cvc5Statistics statistics, const char **name);
Cvc5Stat cvc5_stats_get(Cvc5Statistics statistics, const char *name);
const char *cvc5_stats_to_string(Cvc5Statistics statistics);
Cvc5Stat cvc5_stat_copy(Cvc5Stat stat);
void cvc5_stat_release(Cvc5Stat stat);
_Bool cvc5_stat_is_internal(Cvc5Stat stat);
_Bool cvc5_stat_is_default(Cvc5Stat stat);
_Bool cvc5_stat_is_int(Cvc5Stat stat);
long cvc5_stat_get_int(Cvc5Stat stat);
_Bool cvc5_stat_is_double(Cvc5Stat stat);
double cvc5_stat_get_double(Cvc5Stat stat);
_Bool cvc5_stat_is_string(Cvc5Stat stat);
const char *cvc5_stat_get_string(Cvc5Stat stat);
_Bool cvc5_stat_is_histogram(Cvc5Stat stat);
void cvc5_stat_get_histogram(Cvc5Stat stat, const char ***keys, unsigned long **values, unsigned long *size);
const char *cvc5_stat_to_string(Cvc5Stat stat);

/* Synthesis. */
Cvc5Term cvc5_declare_sygus_var(Cvc5 *solver, const char *symbol, Cvc5Sort sort);
Cvc5Grammar cvc5_mk_grammar(Cvc5 *solver, unsigned long params_count, const Cvc5Term *params, unsigned long symbol_count, const Cvc5Term *symbols);
void cvc5_grammar_add_rule(Cvc5Grammar grammar, Cvc5Term symbol, Cvc5Term rule);
void cvc5_grammar_add_rules(Cvc5Grammar grammar, Cvc5Term symbol, unsigned long count, const Cvc5Term *rules);
void cvc5_grammar_add_any_constant(Cvc5Grammar grammar, Cvc5Term symbol);
void cvc5_grammar_add_any_variable(Cvc5Grammar grammar, Cvc5Term symbol);
const char *cvc5_grammar_to_string(Cvc5Grammar grammar);
_Bool cvc5_grammar_is_equal(Cvc5Grammar a, Cvc5Grammar b);
_Bool cvc5_grammar_is_disequal(Cvc5Grammar a, Cvc5Grammar b);
unsigned long cvc5_grammar_hash(Cvc5Grammar grammar);
Cvc5Grammar cvc5_grammar_copy(Cvc5Grammar grammar);
void cvc5_grammar_release(Cvc5Grammar grammar);
Cvc5Term cvc5_synth_fun(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Term *params, Cvc5Sort codomain);
Cvc5Term cvc5_synth_fun_with_grammar(Cvc5 *solver, const char *symbol, unsigned long arity, const Cvc5Term *params, Cvc5Sort codomain, Cvc5Grammar grammar);
void cvc5_add_sygus_constraint(Cvc5 *solver, Cvc5Term formula);
const Cvc5Term *cvc5_get_sygus_constraints(Cvc5 *solver, unsigned long *size);
void cvc5_add_sygus_assume(Cvc5 *solver, Cvc5Term formula);
const Cvc5Term *cvc5_get_sygus_assumptions(Cvc5 *solver, unsigned long *size);
void cvc5_add_sygus_inv_constraint(Cvc5 *solver, Cvc5Term invariant, Cvc5Term before, Cvc5Term step, Cvc5Term after);
Cvc5SynthResult cvc5_check_synth(Cvc5 *solver);
Cvc5SynthResult cvc5_check_synth_next(Cvc5 *solver);
_Bool cvc5_synth_result_is_null(Cvc5SynthResult result);
_Bool cvc5_synth_result_has_solution(Cvc5SynthResult result);
_Bool cvc5_synth_result_has_no_solution(Cvc5SynthResult result);
_Bool cvc5_synth_result_is_unknown(Cvc5SynthResult result);
_Bool cvc5_synth_result_is_equal(Cvc5SynthResult a, Cvc5SynthResult b);
_Bool cvc5_synth_result_is_disequal(Cvc5SynthResult a, Cvc5SynthResult b);
const char *cvc5_synth_result_to_string(Cvc5SynthResult result);
unsigned long cvc5_synth_result_hash(Cvc5SynthResult result);
Cvc5SynthResult cvc5_synth_result_copy(Cvc5SynthResult result);
void cvc5_synth_result_release(Cvc5SynthResult result);
Cvc5Term cvc5_get_synth_solution(Cvc5 *solver, Cvc5Term function);
const Cvc5Term *cvc5_get_synth_solutions(Cvc5 *solver, unsigned long count, const Cvc5Term *functions);
Cvc5Term cvc5_find_synth(Cvc5 *solver, int target);
Cvc5Term cvc5_find_synth_with_grammar(Cvc5 *solver, int target, Cvc5Grammar grammar);
Cvc5Term cvc5_find_synth_next(Cvc5 *solver);

/* Datatypes, looked at. */
Cvc5Sort cvc5_mk_record_sort(Cvc5TermManager *tm, unsigned long size, const char **names, const Cvc5Sort *sorts);
Cvc5Sort cvc5_declare_dt(Cvc5 *solver, const char *symbol, unsigned long size, const Cvc5DatatypeConstructorDecl *constructors);
Cvc5DatatypeConstructorDecl cvc5_dt_cons_decl_copy(Cvc5DatatypeConstructorDecl decl);
void cvc5_dt_cons_decl_release(Cvc5DatatypeConstructorDecl decl);
_Bool cvc5_dt_cons_decl_is_equal(Cvc5DatatypeConstructorDecl a, Cvc5DatatypeConstructorDecl b);
const char *cvc5_dt_cons_decl_to_string(Cvc5DatatypeConstructorDecl decl);
unsigned long cvc5_dt_cons_decl_hash(Cvc5DatatypeConstructorDecl decl);
Cvc5DatatypeDecl cvc5_dt_decl_copy(Cvc5DatatypeDecl decl);
void cvc5_dt_decl_release(Cvc5DatatypeDecl decl);
_Bool cvc5_dt_decl_is_equal(Cvc5DatatypeDecl a, Cvc5DatatypeDecl b);
unsigned long cvc5_dt_decl_get_num_constructors(Cvc5DatatypeDecl decl);
_Bool cvc5_dt_decl_is_parametric(Cvc5DatatypeDecl decl);
_Bool cvc5_dt_decl_is_resolved(Cvc5DatatypeDecl decl);
const char *cvc5_dt_decl_to_string(Cvc5DatatypeDecl decl);
const char *cvc5_dt_decl_get_name(Cvc5DatatypeDecl decl);
unsigned long cvc5_dt_decl_hash(Cvc5DatatypeDecl decl);
Cvc5DatatypeSelector cvc5_dt_sel_copy(Cvc5DatatypeSelector selector);
void cvc5_dt_sel_release(Cvc5DatatypeSelector selector);
_Bool cvc5_dt_sel_is_equal(Cvc5DatatypeSelector a, Cvc5DatatypeSelector b);
Cvc5Sort cvc5_dt_sel_get_codomain_sort(Cvc5DatatypeSelector selector);
const char *cvc5_dt_sel_to_string(Cvc5DatatypeSelector selector);
unsigned long cvc5_dt_sel_hash(Cvc5DatatypeSelector selector);
Cvc5DatatypeConstructor cvc5_dt_cons_copy(Cvc5DatatypeConstructor constructor);
void cvc5_dt_cons_release(Cvc5DatatypeConstructor constructor);
_Bool cvc5_dt_cons_is_equal(Cvc5DatatypeConstructor a, Cvc5DatatypeConstructor b);
const char *cvc5_dt_cons_to_string(Cvc5DatatypeConstructor constructor);
unsigned long cvc5_dt_cons_hash(Cvc5DatatypeConstructor constructor);
Cvc5Datatype cvc5_dt_copy(Cvc5Datatype dt);
void cvc5_dt_release(Cvc5Datatype dt);
_Bool cvc5_dt_is_equal(Cvc5Datatype a, Cvc5Datatype b);
Cvc5DatatypeSelector cvc5_dt_get_selector(Cvc5Datatype dt, const char *name);
const Cvc5Sort *cvc5_dt_get_parameters(Cvc5Datatype dt, unsigned long *size);
_Bool cvc5_dt_is_codatatype(Cvc5Datatype dt);
_Bool cvc5_dt_is_tuple(Cvc5Datatype dt);
_Bool cvc5_dt_is_record(Cvc5Datatype dt);
_Bool cvc5_dt_is_finite(Cvc5Datatype dt);
_Bool cvc5_dt_is_well_founded(Cvc5Datatype dt);
const char *cvc5_dt_to_string(Cvc5Datatype dt);
unsigned long cvc5_dt_hash(Cvc5Datatype dt);
unsigned long cvc5_sort_dt_get_arity(Cvc5Sort sort);
unsigned long cvc5_sort_dt_constructor_get_arity(Cvc5Sort sort);
const Cvc5Sort *cvc5_sort_dt_constructor_get_domain(Cvc5Sort sort, unsigned long *size);
Cvc5Sort cvc5_sort_dt_constructor_get_codomain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_selector_get_domain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_selector_get_codomain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_tester_get_domain(Cvc5Sort sort);
Cvc5Sort cvc5_sort_dt_tester_get_codomain(Cvc5Sort sort);

/* Proofs as text; assertions may be given names. */
const char *cvc5_proof_to_string(Cvc5 *solver, Cvc5Proof proof, int format, unsigned long size, const Cvc5Term *assertions, const char **names);
const char *cvc5_modes_proof_format_to_string(int format);
const char *cvc5_modes_input_language_to_string(int language);

/* The parser, in a library of its own. */
typedef struct Cvc5SymbolManager Cvc5SymbolManager;
typedef struct Cvc5InputParser Cvc5InputParser;
typedef struct cvc5_cmd_t *Cvc5Command;

Cvc5SymbolManager *cvc5_symbol_manager_new(Cvc5TermManager *tm);
void cvc5_symbol_manager_delete(Cvc5SymbolManager *symbols);
_Bool cvc5_sm_is_logic_set(Cvc5SymbolManager *symbols);
const char *cvc5_sm_get_logic(Cvc5SymbolManager *symbols);
const Cvc5Sort *cvc5_sm_get_declared_sorts(Cvc5SymbolManager *symbols, unsigned long *size);
const Cvc5Term *cvc5_sm_get_declared_terms(Cvc5SymbolManager *symbols, unsigned long *size);
void cvc5_sm_get_named_terms(Cvc5SymbolManager *symbols, unsigned long *size, Cvc5Term **terms, const char ***names);
Cvc5InputParser *cvc5_parser_new(Cvc5 *solver, Cvc5SymbolManager *symbols);
void cvc5_parser_delete(Cvc5InputParser *parser);
void cvc5_parser_release(Cvc5InputParser *parser);
Cvc5 *cvc5_parser_get_solver(Cvc5InputParser *parser);
Cvc5SymbolManager *cvc5_parser_get_sm(Cvc5InputParser *parser);
void cvc5_parser_set_str_input(Cvc5InputParser *parser, int language, const char *input, const char *name);
void cvc5_parser_set_inc_str_input(Cvc5InputParser *parser, int language, const char *name);
void cvc5_parser_append_inc_str_input(Cvc5InputParser *parser, const char *input);
Cvc5Command cvc5_parser_next_command(Cvc5InputParser *parser, const char **message);
Cvc5Term cvc5_parser_next_term(Cvc5InputParser *parser, const char **message);
_Bool cvc5_parser_done(Cvc5InputParser *parser);
Cvc5Command cvc5_cmd_copy(Cvc5Command command);
void cvc5_cmd_release(Cvc5Command command);
const char *cvc5_cmd_invoke(Cvc5Command command, Cvc5 *solver, Cvc5SymbolManager *symbols);
const char *cvc5_cmd_to_string(Cvc5Command command);
const char *cvc5_cmd_get_name(Cvc5Command command);
