//! The checks that only this wrapper makes.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NO_ANSWER "z3.api.answer" "a check returns a value that is not in Z3_lbool"
        "A check returns one of the three values of `Z3_lbool`: `Z3_L_TRUE`, `Z3_L_FALSE` or \
         `Z3_L_UNDEF`.";
    FIELDS "z3.datatype.fields" "a constructor has more or fewer fields than it was made with"
        "`Z3_constructor_num_fields` returns the number of fields that was passed to \
         `Z3_mk_constructor`.";
    NOTHING_PRINTED "z3.print.nothing" "a printed text or a description is empty"
        "The functions that convert an object to text, and those that return a description or \
         help, return a text. It is not empty, because there is something to print.";
    NO_VERSION "z3.api.version" "the library has no version"
        "`Z3_get_full_version` returns a string that fully describes the version of Z3, by its \
         documentation. So it is not empty.";
    NUMERAL "z3.value.numeral" "the text of a numeral is not a number of its sort"
        "By its documentation, `Z3_get_numeral_string` returns the value of a numeral as a decimal \
         string. It is an integer, or a fraction of integers for sort `Real`, and a number of the \
         sort of the term.";
    FRACTION "z3.value.fraction" "the numerator or the denominator of a number is invalid"
        "By their documentation, `Z3_get_numerator` and `Z3_get_denominator` return numerals for a \
         numeral of sort `Real`. Both are integers, and the denominator is not 0.";
    FLOAT_CLASS "z3.value.float-class"
        "the getters for kinds of floating-point numbers contradict a value"
        "`Z3_fpa_is_numeral_inf`, `_zero`, `_normal`, `_subnormal` and `_positive` return what \
         IEEE 754 says of the number with the sign, exponent and significand bits that the other \
         getters return.";
    FLOAT_FIELDS "z3.value.float-fields"
        "the getters of a floating-point number disagree on its exponent or significand"
        "For a normal number, `Z3_fpa_get_numeral_exponent_int64` and \
         `Z3_fpa_get_numeral_significand_uint64` return the unbiased exponent and the significand \
         bits that the bit-vector getters return.";
    FLOAT_PART "z3.value.float-part" "a part of a floating-point number is not a numeral"
        "`Z3_fpa_get_numeral_exponent_bv` and `Z3_fpa_get_numeral_significand_bv` return a part of \
         a floating-point literal as a bit-vector. The part of a literal is a bit-vector numeral.";
    FLOAT_SIGN "z3.value.float-sign" "the getters of a floating-point number disagree on its sign"
        "`Z3_fpa_get_numeral_sign` sets the sign of a literal that is not NaN to 1 if \
         `Z3_fpa_is_numeral_negative` returns true, and to 0 otherwise.";
    FLOAT_SIGN_BIT "z3.value.float-sign-bit"
        "the sign bit of a floating-point number is wrong"
        "`Z3_fpa_get_numeral_sign_bv` returns a bit-vector numeral for a literal that is not NaN: \
         1 if `Z3_fpa_is_numeral_negative` returns true, and 0 otherwise.";
    FLOAT_TEXT "z3.value.float-text" "a part of a floating-point number is empty"
        "`Z3_fpa_get_numeral_significand_string` and `Z3_fpa_get_numeral_exponent_string` return \
         the significand and the exponent of a literal that is not NaN. These texts are not empty.";
    STRING "z3.value.string" "the text of a string does not fit its contents"
        "`Z3_get_string` returns a text with the escape sequences of SMT-LIB, or those of older \
         releases. It stands for the characters that `Z3_get_string_contents` returns, where this \
         function exists.";
    STRING_BYTES "z3.value.string-bytes" "a string literal has two texts"
        "By its documentation, `Z3_get_lstring` returns characters from 1 to 255 as they are, and \
         all others escaped. The characters are those that `Z3_get_string_contents` returns.";
    COMPLETION "z3.value.completion" "a term has a different value without model completion"
        "Model completion only gives values to constants and functions that have none. So if \
         `Z3_model_eval` returns a value without completion, it returns an equal one with \
         completion.";
    CONSTRUCTOR "z3.value.constructor" "a value has a constructor of another sort"
        "A value of a datatype is built by one of the constructors that \
         `Z3_get_datatype_sort_constructor` lists for the sort of the value.";
    FIELD_SIZE "z3.sort.field-size" "the size of a finite field is not a number"
        "`Z3_get_finite_field_sort_size` returns the number of elements of a finite field as a \
         decimal number.";
    LEVELS "z3.solver.levels" "the solver has more or fewer levels than were made"
        "`Z3_solver_get_num_scopes` returns the number of backtracking points: those that \
         `Z3_solver_push` made, without those that `Z3_solver_pop` removed.";
    NOT_BOOLEAN "z3.solver.boolean" "one of the formulas that a solver lists is not Boolean"
        "`Z3_solver_get_assertions`, `Z3_solver_get_units`, `Z3_solver_get_non_units` and \
         `Z3_solver_get_trail` return formulas and literals, which have the sort `Bool`.";
    STATISTIC_TYPE "z3.solver.statistic-type" "a statistic is neither an unsigned integer nor a double, or both"
        "The value of a statistic has one of two types: exactly one of `Z3_stats_is_uint` and \
         `Z3_stats_is_double` returns true for each statistic.";
    STATISTIC_NAME "z3.solver.statistic-name" "a statistic has no name"
        "`Z3_stats_get_key` returns the name of a statistic. The name is not empty, because users \
         find a statistic by it.";
    STATISTIC_NUMBER "z3.solver.statistic-number" "a statistic is NaN"
        "`Z3_stats_get_double_value` returns a number and not NaN, because a statistic is an \
         amount, such as a time or a size.";
    TRAIL_LEVELS "z3.solver.trail" "the trail has more or fewer levels than literals"
        "`Z3_solver_get_levels` returns a level for each literal that `Z3_solver_get_trail` \
         returns.";
    CLASS_ROOT "z3.solver.class-root" "the root of a class is not its own root"
        "The root of a congruence class is the root of itself, so `Z3_solver_congruence_root` \
         returns the same term when it is called for its own result.";
    CLASS_MEMBER "z3.solver.class-member" "a term of a class has a different root"
        "`Z3_solver_congruence_next` returns a term of the same congruence class, and all terms of \
         a class have the same `Z3_solver_congruence_root`.";
    EQUAL_IN_CLASS "z3.solver.class" "terms with the same class identifier are not equal"
        "By the documentation of `Z3_get_implied_equalities`, terms with the same class identifier \
         are equal in all models of the assertions. A new solver found a model in which they \
         differ.";
    ELIMINATION "z3.solver.elimination" "the result of Z3_qe_lite does not follow from the formula"
        "`Z3_qe_lite` eliminates variables as if they were bound by `exists`, so its result \
         follows from the given formula. A new solver found a model of the formula in which the \
         result is false.";
    CONSEQUENCE "z3.solver.consequence" "a consequence does not follow"
        "Each formula in the result of `Z3_solver_get_consequences` follows from the assertions. A \
         new solver found a model of the assertions in which it is false.";
    CUBES "z3.solver.cubes" "the cubes leave out a model of the formulas"
        "When `Z3_solver_cube` returns the cube `false` at the end, the cubes before it cover all \
         models of the assertions, if its backtrack level is the largest number. A new solver \
         found a model that is in none of them.";
    SOLUTION "z3.solver.solution" "a solution does not follow"
        "For each solution of `Z3_solver_solve_for`, it follows from the assertions that the \
         variable equals the term if the guard holds. A new solver found a counterexample.";
    PROOF_STEP "z3.proof.step" "a step of a proof is not well-sorted"
        "A proof that `Z3_solver_get_proof` returns is a term with its steps as parts. Terms are \
         well-sorted, so `Z3_is_well_sorted` returns true for each step.";
    PROOF_END "z3.proof.end" "a proof does not end in false"
        "`Z3_solver_get_proof` returns a proof that the assertions are unsatisfiable. The last \
         argument of a proof step is what it proves, so that of the whole proof is `false`.";
    NO_SCRIPT_ANSWER "z3.script.answer" "a script has no answer"
        "The script ends with `check-sat`, so the output that `Z3_eval_smtlib2_string` returns has \
         a line `sat`, `unsat` or `unknown`, as SMT-LIB says.";
    FALSE_IN_MODEL "z3.model.formula" "a model makes a formula false that it must satisfy"
        "A formula without quantifiers that was asserted, or that Z3 gives for this model, is true \
         in the model: `Z3_model_eval` with model completion does not evaluate it to `false`.";
    NO_VALUE "z3.model.no-value" "a model lists a constant that it has no value for"
        "`Z3_model_get_const_decl` lists the constants to which the model assigns values, so \
         `Z3_model_get_const_interp` does not return null for them.";
    NO_INTERPRETATION "z3.model.no-interpretation"
        "Z3_model_has_interp contradicts Z3_model_get_const_interp"
        "`Z3_model_has_interp` returns true for a constant for which `Z3_model_get_const_interp` \
         returns a value: both tell whether there is an interpretation.";
    VALUE_OF_CONSTANT "z3.model.constant" "the interpretation of a constant differs from its evaluation"
        "If the interpretation of a constant by `Z3_model_get_const_interp` is a numeral, \
         `Z3_model_eval` evaluates the constant to the same numeral.";
    SORT_OF_VALUE "z3.model.sort" "the value of a constant has the wrong sort"
        "The value that `Z3_model_get_const_interp` returns for a constant has the sort of the \
         constant.";
    ARITY_OF_TABLE "z3.model.arity" "the table of a function has the wrong arity"
        "`Z3_func_interp_get_arity` returns the number of arguments of a function, which is \
         `Z3_get_arity` of its declaration.";
    VALUE_AT_POINT "z3.model.point" "an entry of a function's interpretation differs from its evaluation"
        "`Z3_model_eval` evaluates a function at the arguments of an entry of its interpretation \
         to the value of this entry, if both values are numerals.";
    NO_ELEMENTS "z3.model.universe" "a sort has no elements"
        "In SMT-LIB no sort is empty, so `Z3_model_get_sort_universe` returns at least one element \
         for a sort that the model interprets.";
    ELEMENT "z3.model.element" "an element of a sort has the wrong sort, or is listed twice"
        "By its documentation, `Z3_model_get_sort_universe` returns distinct values that represent \
         the sort. So they have this sort, and none is listed twice.";
    PUT_VALUE "z3.model.put-value" "a model does not return the value that was put into it"
        "`Z3_model_get_const_interp` returns the value that `Z3_add_const_interp` put into the \
         model for the constant.";
    PUT_ENTRIES "z3.model.put-entries" "a table does not have as many entries as were put in"
        "`Z3_func_interp_get_num_entries` returns the number of entries that \
         `Z3_func_interp_add_entry` added, as they have different arguments: they were read from \
         another model.";
    TRANSLATED_MODEL "z3.translate.model" "a model in another context has more or fewer constants"
        "`Z3_model_translate` copies a model to another context, so the copy has as many constants \
         as the model.";
    TRANSLATED_TEXT "z3.translate.text" "a term in another context is printed differently"
        "`Z3_translate` copies a term to another context, so `Z3_ast_to_string` returns the same \
         text for the copy, with the same default print mode.";
    TRANSLATED_BACK "z3.translate.back"
        "a term that was copied to another context and back is a different object"
        "A context has one object for terms of the same structure. So terms without fresh names \
         that are copied to another context and back are the same objects again.";
    NOT_ITSELF "z3.term.itself" "an object does not equal itself"
        "`Z3_is_eq_ast`, `Z3_is_eq_sort` and `Z3_is_eq_func_decl` return true for an object and \
         itself, also after a declaration was cast to a term and back.";
    HASH "z3.term.hash" "a term has two hash values"
        "By its documentation, the hash code of `Z3_get_ast_hash` is structural. So two calls for \
         the same term return the same number.";
    WELL_SORTED "z3.term.well-sorted" "a term is not well-sorted"
        "Terms of SMT-LIB are well-sorted, and the functions of the API made this term without an \
         error. So `Z3_is_well_sorted` returns true for each part of it.";
    PREDICTED_SORT "z3.term.predicted-sort" "the sort of a term is not the predicted one"
        "A term has the sort that the signature of its operator gives for the sorts of its \
         arguments. This sort was computed without the solver.";
    GROUND_VARIABLE "z3.term.ground-variable" "a variable is ground"
        "A ground term has no variables, so `Z3_is_ground` returns false for a variable.";
    TERM_KIND "z3.term.kind" "the kind of a term is not a kind of terms"
        "`Z3_get_ast_kind` returns one of `Z3_NUMERAL_AST`, `Z3_APP_AST`, `Z3_VAR_AST` and \
         `Z3_QUANTIFIER_AST` for each part of a term, because these are the kinds of terms.";
    APPLICATION "z3.term.application" "an application is a different term after type casts"
        "By their documentation, `Z3_to_app` and `Z3_app_to_ast` are type casts. So both in a row \
         give the same term.";
    NO_DECLARATION "z3.term.no-declaration" "an application has no declaration"
        "A term whose kind is `Z3_APP_AST` or `Z3_NUMERAL_AST` is an application, so `Z3_is_app` \
         returns true and `Z3_get_app_decl` returns its declaration.";
    DECLARATION_ARITY "z3.term.arity" "a declaration has two arities"
        "By its documentation, `Z3_get_arity` is an alias for `Z3_get_domain_size`, so both return \
         the same number.";
    DECLARED_SORT "z3.term.declared-sort" "the sort of the declaration differs from the sort of the term"
        "The sort of an application is the result sort of its declaration: `Z3_get_sort` of the \
         term equals `Z3_get_range` of the declaration.";
    ARGUMENT_SORT "z3.term.argument-sort"
        "the sort of an argument differs from that in the declaration"
        "The arguments of an application have the sorts that its declaration asks for: \
         `Z3_get_sort` of an argument equals `Z3_get_domain` of the declaration at its place.";
    DECLARATION_ID "z3.term.declaration-id" "a declaration has two ids"
        "By its documentation, `Z3_get_func_decl_id` returns a unique identifier. It is the same \
         after the declaration was cast to a term and back.";
    RATIONAL_PARAMETER "z3.term.rational-parameter" "a rational parameter is not a rational number"
        "By its documentation, `Z3_get_decl_rational_parameter` returns a rational number as a \
         string: an integer, or a fraction of integers.";
    SYMBOL "z3.term.symbol" "a symbol has a negative number"
        "By the documentation of `Z3_mk_int_symbol`, the numbers of symbols are from 0 to 2^30-1. \
         So `Z3_get_symbol_int` returns no negative number.";
    DEPTH_OF_TERM "z3.term.depth" "the depth of a term is not one more than the depth of its parts"
        "The depth of a term that is not a leaf is one more than that of its deepest argument, or \
         than that of its body if it is a quantifier. `Z3_get_depth` returned both.";
    BINDER "z3.term.binder" "a binder is not exactly one of forall, exists and lambda"
        "A term whose kind is `Z3_QUANTIFIER_AST` is exactly one of three: \
         `Z3_is_quantifier_forall`, `Z3_is_quantifier_exists` or `Z3_is_lambda` returns true for \
         it.";
    NO_BOUND "z3.term.bound" "a quantifier has no variables"
        "A quantifier or lambda binds at least one variable, as in SMT-LIB. So \
         `Z3_get_quantifier_num_bound` does not return 0.";
    QUANTIFIER_BODY "z3.term.quantifier-body" "the body of a quantifier is not Boolean"
        "The body of a quantifier is a formula. So if the sort of a binder is `Bool`, that of \
         `Z3_get_quantifier_body` is `Bool`, too.";
    PATTERN "z3.term.pattern" "a pattern is empty"
        "A pattern has at least one term, as `Z3_mk_pattern` makes it. So \
         `Z3_get_pattern_num_terms` does not return 0, and `Z3_pattern_to_string` returns some \
         text.";
    REGULAR_EXPRESSIONS "z3.sort.regular-expressions"
        "Z3_is_re_sort contradicts the kind of a sort"
        "`Z3_is_re_sort` returns true exactly for sorts whose `Z3_get_sort_kind` is `Z3_RE_SORT`.";
    ARRAY_INDEX "z3.sort.array-index" "the getters of an array sort disagree on its index sort"
        "An array sort has at least one index sort by `Z3_get_array_arity`. The first one by \
         `Z3_get_array_sort_domain_n` is that which `Z3_get_array_sort_domain` returns.";
    SIMPLIFIED_SORT "z3.rewrite.simplified-sort" "a simplified term has a different sort"
        "By its documentation, `Z3_simplify` returns a term that is equal to its argument. So both \
         have the same sort.";
    RESULT_SORT "z3.rewrite.sort" "a rewritten term has a different sort"
        "The result equals the term: it was simplified, or it was changed, made, copied or parsed \
         again in a way that gives the same term. So both have the same sort.";
    SUBSTITUTION "z3.rewrite.substitution"
        "a substitution there and back does not give the same term"
        "Each occurrence of a part of the term was replaced by a new constant, variable or \
         function, and back again. This gives the same term, as terms of the same structure are \
         one object.";
    REBUILT "z3.rewrite.rebuilt" "a term that is rebuilt from its parts is a different term"
        "A term that `Z3_update_term` or a function for quantifiers makes from the parts of \
         another one is the same term, because a context has one object for terms of the same \
         structure.";
    PARSED_EQUATION "z3.parse.equation" "an equation is not parsed as an equation"
        "The text asserts an equation. So the parser returns an application of `=` to two terms, \
         and where the left side is a constant, that constant is its first argument.";
    PARSED_COUNT "z3.parse.count" "one assertion is parsed as several formulas, or as none"
        "The text has one `assert`. `Z3_parse_smtlib2_string` and `Z3_parser_context_from_string` \
         return the assertions of the text, so they return one formula.";
    PARSED_FORMULAS "z3.parse.formulas" "formulas are not equivalent after being printed and parsed"
        "Formulas that are printed and parsed in the same context are equivalent to those that \
         were printed. A new solver found a model of one list of formulas that is not a model of the \
         other.";
    CLAUSE_COUNT "z3.print.clauses" "the number of clauses is wrong"
        "The first line of a DIMACS text is `p cnf VARIABLES CLAUSES`, with the number of clauses, \
         and `Z3_solver_to_dimacs_string` writes each clause on a line after it.";
    GOAL_SAT "z3.goal.sat" "a goal is decided as satisfiable and inconsistent"
        "By their documentation, a goal is empty if `Z3_goal_is_decided_sat` returns true, and it \
         contains `false` if `Z3_goal_inconsistent` does. So at most one of them returns true.";
    GOAL_UNSAT "z3.goal.unsat" "a goal is decided as unsatisfiable, but consistent"
        "By its documentation, a goal contains `false` if `Z3_goal_is_decided_unsat` returns true. \
         In that case `Z3_goal_inconsistent` returns true as well.";
    GOAL_MODEL "z3.goal.model" "a goal is decided as unsatisfiable, but has a model"
        "By its documentation, a goal contains `false` if `Z3_goal_is_decided_unsat` returns true. \
         So its formulas have no model, but a new solver answered `sat` for them.";
    GOAL_FORMULAS "z3.goal.formulas" "the formulas of a goal are not equivalent to the asserted ones"
        "By its documentation, `Z3_goal_assert` only splits formulas. So those of the goal are \
         equivalent to those that were asserted, but a new solver found a model of one list only.";
    GOAL_RESET "z3.goal.reset" "a goal is not empty after its reset"
        "By its documentation, `Z3_goal_reset` erases all formulas. So `Z3_goal_size` returns 0, \
         and `Z3_goal_inconsistent` returns false.";
    PROBE "z3.probe.parts" "a combined probe contradicts its parts"
        "By their documentation, `Z3_probe_and`, `Z3_probe_lt` and the like are true or false by \
         the values of their parts on the same goal. Z3 has 1 and 0 for this. The value of \
         `Z3_probe_const` is its number.";
    WORSE_THAN_KNOWN "z3.optimize.hidden"
        "an optimum is worse than what a known assignment reaches"
        "No model has a better objective than the optimum. An evaluator that is independent of Z3 \
         computed that an assignment satisfies the formulas, and what its objective is.";
    NOT_REACHED "z3.optimize.reached" "a model does not reach the optimum"
        "The lower and the upper bound of the objective are the same number, so it is the optimum. \
         The model of the same check gives the objective this value.";
    SURPASSED "z3.optimize.surpassed" "there is a better model than the optimum"
        "No model of the formulas has a better objective than the optimum. A new solver answered \
         `sat` for the formulas with the condition that the objective is better.";
    NO_OBJECTIVES "z3.optimize.objectives" "an optimizer has no objectives"
        "`Z3_optimize_get_objectives` returns the objectives of the optimizer, and \
         `Z3_optimize_maximize` or `Z3_optimize_minimize` has added one.";
    MORE_ASSERTIONS "z3.optimize.assertions" "an optimizer has more assertions than were made"
        "By its documentation, `Z3_optimize_get_assertions` returns the asserted formulas. They \
         are not more than those that were asserted, and the soft assertion may be one of them.";
    FIXEDPOINT_ANSWER "z3.fixedpoint.answer" "a fixed point has a wrong answer"
        "The rules make `path` the transitive closure of `edge` on a graph of 8 nodes. This \
         closure was computed without Z3, and it tells whether the answer to the query is `sat` or \
         `unsat`.";
    COVER "z3.fixedpoint.cover" "the cover of a relation does not contain one of its tuples"
        "The cover of a relation, by `Z3_fixedpoint_get_cover_delta` at level -1, is true for each \
         tuple of it. The tuples of `path` were computed without Z3, as a transitive closure.";
    REACHABLE "z3.fixedpoint.reachable" "a tuple is reachable that is not in the relation"
        "The formula that `Z3_fixedpoint_get_reachable` returns is true only for tuples of the \
         relation. The tuples of `path` were computed without Z3, as a transitive closure.";
    READ_QUERY "z3.fixedpoint.read-query" "a text without queries is read as one with queries"
        "By its documentation, `Z3_fixedpoint_from_string` returns the queries in the text. The \
         text was printed without queries, so it returns none.";
    READ_RULES "z3.fixedpoint.read-rules" "rules that were printed and read give a different answer"
        "Rules that `Z3_fixedpoint_to_string` printed and `Z3_fixedpoint_from_string` read are the \
         same rules. So a query has the same answer, which was computed without Z3.";
    RULES "z3.fixedpoint.rules" "rules are missing"
        "`Z3_fixedpoint_get_rules` returns the rules of the fixed point. A rule with variables was \
         added, so there is at least one.";
    EMPTY_RELATION "z3.fixedpoint.empty-relation" "a relation with a fact is empty"
        "The rules derive a tuple of the relation, which was computed without Z3. So \
         `Z3_fixedpoint_query_relations` for the relation does not answer `unsat`.";
    LEMMAS "z3.fixedpoint.lemmas" "a fixed point has lemmas, but has not taken a step"
        "Spacer learns lemmas from predecessors and on levels. So if the callbacks of \
         `Z3_fixedpoint_add_callback` were told of a lemma, they were told of a predecessor or an \
         unfolding, too.";
    UNDERFLOW "z3.propagate.underflow" "a propagator left more levels than it entered"
        "A propagator is told of each level that begins and ends. So the `pop` callback of \
         `Z3_solver_propagate_init` never pops more levels than the `push` callback was called \
         for.";
    CLAUSE_LISTENER "z3.propagate.clauses" "a callback of a propagator is called, but only one for clauses is registered"
        "The solver only has a callback by `Z3_solver_register_on_clause`. So none is called that \
         tells a propagator of values, equalities or final checks.";
    MAP_SIZE "z3.map.size" "the size of a map is not its number of keys"
        "`Z3_ast_map_size` returns the number of keys of a map. The inserted keys are distinct \
         terms, so it is their number.";
    MAP_KEYS "z3.map.keys" "a map lists more or fewer keys than it has"
        "`Z3_ast_map_keys` returns all keys of a map. The inserted keys are distinct terms, so it \
         returns as many.";
    MAP_FIND "z3.map.find" "a map does not find an inserted key"
        "After `Z3_ast_map_insert`, `Z3_ast_map_contains` returns true for the key, and \
         `Z3_ast_map_find` returns its value.";
    MAP_ERASE "z3.map.erase" "a map still has an erased key"
        "After `Z3_ast_map_erase`, `Z3_ast_map_contains` returns false for the key.";
    MAP_RESET "z3.map.reset" "a map is not empty after its reset"
        "By its documentation, `Z3_ast_map_reset` removes all keys from the map, so \
         `Z3_ast_map_size` returns 0.";
    VECTOR_ITEM "z3.vector.item" "a vector does not have the item that was set"
        "`Z3_ast_vector_get` returns the term that `Z3_ast_vector_set` has put at the same place.";
    ALGEBRAIC_RESULT "z3.algebraic.result" "arithmetic on algebraic numbers gives the wrong number"
        "`Z3_algebraic_add`, `_sub`, `_mul`, `_div` and `_power` return the exact result for \
         rational numbers. It was also computed with fractions, without Z3.";
    NOT_ALGEBRAIC "z3.algebraic.rational" "a rational number is not algebraic"
        "A rational number is an algebraic number, so `Z3_algebraic_is_value` returns true for a \
         numeral of sort `Real`.";
    ALGEBRAIC_ORDER "z3.algebraic.order" "algebraic numbers are compared wrongly"
        "The comparisons `Z3_algebraic_lt` to `Z3_algebraic_neq`, and `_sign`, `_is_neg`, \
         `_is_pos` and `_is_zero`, return what holds for two fractions. It was also computed \
         without Z3.";
    POWER_OF_ROOT "z3.algebraic.root" "the power of a root is the wrong number"
        "By its documentation, `Z3_algebraic_root` returns a^(1/k). So its power with exponent k \
         by `Z3_algebraic_power` equals a.";
    NUMBER_OF_ROOT "z3.algebraic.root-number" "a root has no index"
        "By its documentation, `Z3_algebraic_get_i` tells which root of its polynomial the number \
         is. Roots are numbered from 1, as in `root-obj`.";
    POLYNOMIAL_OF_ROOT "z3.algebraic.root-polynomial" "a root has no polynomial"
        "By its documentation, `Z3_algebraic_get_poly` returns the coefficients of the defining \
         polynomial. This is not the zero polynomial, so there are some.";
    BOUNDS_OF_ROOT "z3.algebraic.root-bounds" "a root is outside of its bounds"
        "By their documentation, `Z3_get_algebraic_number_lower` and `_upper` return bounds of the \
         number. So it is between them, as `Z3_algebraic_le` tells.";
    ROOT_COUNT "z3.algebraic.root-count" "a polynomial has more or fewer roots"
        "The real roots of v^2 - x^2 are x and -x. So `Z3_algebraic_roots` returns two roots, or \
         one if x is 0.";
    ZERO_AT_ROOT "z3.algebraic.zero" "a polynomial is not zero at its root"
        "By its documentation, `Z3_algebraic_eval` returns the sign of a polynomial at a point. It \
         is 0 at each root that `Z3_algebraic_roots` returns.";
    POLYNOMIAL_SIGN "z3.algebraic.sign" "a polynomial has the wrong sign"
        "By its documentation, `Z3_algebraic_eval` returns the sign of a polynomial at a point. \
         The sign of y^2 - x^2 was also computed with fractions, without Z3.";
    FIELD_RESULT "z3.rcf.result" "arithmetic in a field gives the wrong number"
        "`Z3_rcf_add`, `_sub`, `_mul`, `_div`, `_neg`, `_inv` and `_power` return the exact \
         result, which was also computed with fractions. The square of a root of v^2 - a is a.";
    FIELD_ORDER "z3.rcf.order" "numbers of a field are compared wrongly"
        "`Z3_rcf_lt`, `_le`, `_gt`, `_ge` and `_neq` return what holds for two fractions, as was \
         computed without Z3. `Z3_rcf_is_rational` returns true for a fraction.";
    INFINITESIMAL "z3.rcf.infinitesimal" "an infinitesimal number is not between 0 and 1/1000000"
        "By its documentation, `Z3_rcf_mk_infinitesimal` returns a number that is smaller than all \
         others of the field. It is positive, so it is between 0 and 1/1000000.";
    TRANSCENDENTAL "z3.rcf.transcendental" "the numbers pi and e are in the wrong order"
        "`Z3_rcf_mk_pi` and `Z3_rcf_mk_e` return the numbers pi and e, and e < pi < 4.";
    SQUARE_ROOTS "z3.rcf.roots" "the polynomial v^2 - a does not have two roots"
        "The polynomial v^2 - a has two real roots for a positive number a, so `Z3_rcf_mk_roots` \
         returns 2.";
    FIELD_FRACTION "z3.rcf.fraction" "a number is not its numerator over its denominator"
        "By its documentation, `Z3_rcf_get_numerator_denominator` returns n and d so that the \
         number is n/d. So `Z3_rcf_div` of them gives an equal number.";
    FIELD_KIND "z3.rcf.kind" "a number is in no kind of field extension, or in several"
        "A number that is not rational is in one kind of field extension. So exactly one of \
         `Z3_rcf_is_algebraic`, `Z3_rcf_is_infinitesimal` and `Z3_rcf_is_transcendental` returns \
         true.";
    FIELD_INTERVAL "z3.rcf.interval" "a number is outside of its interval"
        "An algebraic number is in the interval that `Z3_rcf_interval` returns for it, as \
         `Z3_rcf_lt` and `Z3_rcf_le` tell.";
    LAW "z3.law.refuted" "a law does not hold"
        "The formula is true in every model, by the definitions of its operators. A new solver \
         answered `sat` for its negation.";
    FINITE_SETS "z3.law.finite-sets" "a sort of finite sets has the wrong kind or element sort"
        "`Z3_is_finite_set_sort` returns true for a sort of `Z3_mk_finite_set_sort`, and \
         `Z3_get_finite_set_sort_basis` returns the sort of elements that it was made with.";
    CHARACTERS "z3.law.characters"
        "the sort of characters or strings has the wrong kind"
        "`Z3_is_char_sort` returns true for the sort of `Z3_mk_char_sort`. Strings are sequences \
         of characters, so `Z3_is_seq_sort` returns true for the sort of `Z3_mk_string_sort`.";
    COMPLEX "z3.law.complex" "a complex number has the wrong sort"
        "A number of `Z3_mk_complex` has the sort of `Z3_mk_complex_sort`.";
    FINITE_FIELD "z3.law.field-size" "a finite field has the wrong size"
        "`Z3_get_finite_field_sort_size` returns the size that `Z3_mk_finite_field_sort` made the \
         field with.";
    FINITE_DOMAIN "z3.law.domain-size" "a finite domain has the wrong size"
        "`Z3_get_finite_domain_sort_size` returns the size that `Z3_mk_finite_domain_sort` made \
         the domain with.";
    FORMAT "z3.law.format" "a named floating-point sort differs from the sort with its widths"
        "The sorts of `Z3_mk_fpa_sort_half`, `_single`, `_double` and `_quadruple` are those of \
         `Z3_mk_fpa_sort` with the widths of IEEE 754: 5 and 11, 8 and 24, 11 and 53, 15 and 113.";
    TUPLE "z3.law.tuple" "the constructor or the number of fields of a tuple differs from its sort's"
        "`Z3_get_tuple_sort_mk_decl` returns the constructor that `Z3_mk_tuple_sort` returned, and \
         `Z3_get_tuple_sort_num_fields` returns the number of fields, which is 2.";
    TUPLE_FIELDS "z3.law.tuple-fields"
        "the projections of a tuple differ from its sort's, or its sort is recursive"
        "`Z3_get_tuple_sort_field_decl` returns the projection that `Z3_mk_tuple_sort` returned. A \
         tuple of `Int` and `Bool` is not recursive, so `Z3_is_recursive_datatype_sort` returns \
         false.";
    LISTS "z3.law.lists" "a sort of lists is not recursive"
        "A list has a list as its tail, so `Z3_is_recursive_datatype_sort` returns true for a sort \
         of `Z3_mk_list_sort`.";
    POLYMORPHIC "z3.law.polymorphic"
        "the result of a polymorphic function has a different sort than its argument"
        "The function maps a type variable to the same type variable, so an application of it has \
         the sort of its argument.";
}
