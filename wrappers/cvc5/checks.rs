//! The checks that only this wrapper makes.

use murxla_fsm::solver::{Check, Result};

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NULL "cvc5.api.null" "a function returns null"
        "A function of the API that makes or returns an object returns a handle that is not null, \
         or reports an error.";
    NULL_ELEMENT "cvc5.api.null-element" "an array has a null element"
        "The elements of an array that a function of the API returns are handles that are not \
         null.";
    COPY "cvc5.api.copy" "a copy differs from the original"
        "A copy equals the object that was copied: a `copy` function only adds a reference to the \
         same object, and equal objects have equal hashes and texts.";
    RESULT_ANSWER "cvc5.result.answer" "the getters of a result do not give one answer"
        "Exactly one of `cvc5_result_is_sat`, `cvc5_result_is_unsat` and `cvc5_result_is_unknown` \
         holds for the result of a check.";
    RESULT_TEXT "cvc5.result.text" "a result is printed as a different answer"
        "`cvc5_result_to_string` begins with the answer that the getters of the result give: \
         `sat`, `unsat` or `unknown`.";
    OPPOSITE_ANSWER "cvc5.answer.opposite" "another way to make a check gives the opposite answer"
        "The answer is that of the first check, or `unknown`: another solver, with a plugin, with \
         proofs or by a script, checked the same formulas, and whether they are satisfiable does \
         not depend on that.";
    STATISTIC_KIND "cvc5.statistic.kind" "a statistic is of several kinds, or of none"
        "Exactly one of `cvc5_stat_is_int`, `cvc5_stat_is_double`, `cvc5_stat_is_string` and \
         `cvc5_stat_is_histogram` holds for a statistic.";
    STATISTIC "cvc5.statistic.listed" "a statistic should be hidden, is not found by its name, or has a histogram bar without a name"
        "The iterator only gives statistics that `cvc5_stats_iter_init` was asked for. \
         `cvc5_stats_get` finds each by its name with the same text, and all bars of a histogram \
         have names.";

    SORT_ARITY "cvc5.sort.arity" "the arity of a function sort is not the length of its domain"
        "`cvc5_sort_fun_get_arity` is the number of sorts that `cvc5_sort_fun_get_domain` returns.";
    SORT_PREDICATE "cvc5.sort.predicate" "a predicate sort has a codomain that is not Bool, or a function sort to Bool is not a predicate sort"
        "`cvc5_sort_is_predicate` holds for a function sort exactly if its codomain is `Bool`.";
    SORT_DIFFERS "cvc5.sort.disequal" "a sort differs from itself"
        "`cvc5_sort_is_disequal` is false for a sort and itself.";
    SORT_SYMBOL "cvc5.sort.symbol" "the symbol of a sort is empty"
        "`cvc5_sort_get_symbol` is not empty if `cvc5_sort_has_symbol` is true for the sort.";
    SORT_KINDS "cvc5.sort.kinds" "a sort is of several kinds"
        "At most one of the functions `cvc5_sort_is_*` for constructors, selectors, testers, \
         updaters, nullables, records, numbers, arrays and similar sorts holds, because these \
         sorts exclude each other.";

    TERM_CHILD "cvc5.term.child" "reading a child twice gives two terms"
        "`cvc5_term_get_child` returns the same term, with the same id, each time that it is \
         called for the same place.";
    TERM_CHILDREN "cvc5.term.children" "a term has too many children"
        "`cvc5_term_get_num_children` is the number of children of the term, which fits the type \
         `size_t`.";
    TERM_OPERATOR "cvc5.term.operator" "the kind of the operator differs from the kind of the term"
        "`cvc5_op_get_kind` of the operator of a term is `cvc5_term_get_kind` of the term.";
    TERM_INDEXED "cvc5.term.indexed" "an indexed operator has no indices, or an operator with indices is not indexed"
        "`cvc5_op_is_indexed` holds exactly if `cvc5_op_get_num_indices` is not zero.";
    TERM_AGAIN "cvc5.term.again" "the operator and the children of a term make a different term"
        "`cvc5_mk_term_from_op` makes an equal term of the operator and the children of a term, \
         because the term manager shares equal terms.";
    TERM_ORDER "cvc5.term.order" "equality, order and hashes of two terms do not agree"
        "Two terms are equal exactly if `cvc5_term_compare` gives 0 and exactly if they have the \
         same id. Equal terms have the same hash, and the order is antisymmetric.";
    TERM_VALUE "cvc5.term.value" "the kind of a value does not match its sort"
        "A value has the sort that belongs to its kind: for example, `cvc5_term_is_bv_value` only \
         holds for terms of a bit-vector sort.";
    TERM_WIDTHS "cvc5.term.widths" "the getters of an integer are wrong about the widths that it fits"
        "The getters for 32 and 64 bits return the integer that the term was made of, and accept \
         it exactly if it fits their type.";
    TERM_FRACTION "cvc5.term.fraction" "the numerator or denominator of a number differs in 32 and in 64 bits"
        "`cvc5_term_get_real32_value` and `cvc5_term_get_real64_value` return the same numerator \
         and the same denominator.";
    TERM_ALGEBRAIC "cvc5.term.algebraic" "a bound of an algebraic number is not a value"
        "`cvc5_term_get_real_algebraic_number_lower_bound` and `..._upper_bound` return real \
         values, which are the bounds of the algebraic number.";
    TERM_SORT "cvc5.term.sort" "simplification or substitution changes the sort of a term"
        "Simplification and substitution keep the sort of a term, if a term is replaced by one of \
         its own sort.";
    SIMPLIFIED_VALUE "cvc5.simplify.value" "a term is simplified to a different value"
        "`cvc5_simplify` without substitutions keeps the value of a term. The expected value was \
         computed by a separate evaluator, under an assignment of the constants.";
    REPLACED_BY_SAME "cvc5.substitute.same" "replacing terms by themselves makes a different term"
        "To replace terms by themselves with `cvc5_term_substitute_terms` gives the same term.";
    REPLACED_IN_TWO_WAYS "cvc5.substitute.ways" "the two ways to replace a term differ"
        "`cvc5_term_substitute_term` and `cvc5_term_substitute_terms` give the same term if the \
         same single term is replaced.";
    REPLACED_SORTS "cvc5.substitute.sorts" "replacing sorts in a sort does not make the expected sort"
        "Sorts are replaced once, in a pre-order traversal, as `cvc5_sort_substitute` documents. \
         The expected sort was computed from the parts of the given sorts in this way.";

    VALUE_STRING "cvc5.value.string" "the text of a string value is not a string literal"
        "The text of a string value is a string literal of SMT-LIB.";
    VALUE_RM "cvc5.value.rm" "the value of a rounding mode is not one of the five"
        "`cvc5_term_get_rm_value` returns one of the five rounding modes of SMT-LIB.";
    VALUE_FP "cvc5.value.fp" "the bits of a floating-point number do not fit its format"
        "`cvc5_term_get_fp_value` returns a bit-vector value whose width is the sum of the \
         exponent width and the significand width, as in the IEEE format.";
    VALUE_NUMBER "cvc5.value.number" "the text of a number is not a number"
        "The text of an integer, of a rational number, of an element of a finite field or of its \
         size is a number in decimal digits.";
    VALUE_SET "cvc5.value.set" "a set has a member twice"
        "The elements that `cvc5_term_get_set_value` returns differ, because the documentation \
         says that a set value lists its elements in a strict order.";
    VALUE_BAG "cvc5.value.bag" "a bag lists a member twice"
        "The value of a bag lists each element once, with its multiplicity.";
    VALUE_BAG_MEMBER "cvc5.value.bag-member" "a bag lists a member that it does not have"
        "Each element that the value of a bag lists has a positive multiplicity, because an \
         element with multiplicity 0 is not in the bag.";
    VALUE_CONSTRUCTOR "cvc5.value.constructor" "a value has a constructor of another sort"
        "The value of a term of a datatype is an application of one of the constructors that \
         `cvc5_dt_get_constructor` lists for its sort.";
    VALUE_SORT "cvc5.value.sort" "the sort of a value differs from the sort of its term"
        "`cvc5_get_value` returns a term of the sort of its argument: in SMT-LIB the value of a \
         term has its sort.";
    VALUE_COUNT "cvc5.value.count" "get-value returns more or fewer values than there are terms"
        "`cvc5_get_values` returns one value for each of the given terms.";

    ASSERTIONS "cvc5.assertions.stranger" "get-assertions lists a formula that was not asserted"
        "`cvc5_get_assertions` lists only formulas that are asserted on the present levels, each \
         as often as it was asserted. Definitions and earlier assumptions are accepted as well.";
    MODEL_TEXT "cvc5.model.text" "the text of a model is not a list"
        "The text of `cvc5_get_model` begins with a parenthesis, as the response to `get-model` in \
         SMT-LIB does.";
    MODEL_EMPTY_SORT "cvc5.model.empty-sort" "a sort is empty in a model"
        "`cvc5_get_model_domain_elements` returns one element at least, because no sort is empty \
         in SMT-LIB.";
    MODEL_ELEMENTS "cvc5.model.elements" "a sort has no elements in a model, or one twice"
        "`cvc5_get_model_domain_elements` returns one element at least, because no sort is empty \
         in SMT-LIB, and all elements of the finite domain differ.";
    MODEL_ELEMENT_SORT "cvc5.model.element-sort" "a sort has an element of the wrong sort in a model"
        "`cvc5_get_model_domain_elements` returns elements of the sort that it is asked for.";
    BLOCKED_NOTHING "cvc5.block.nothing" "blocking asserts nothing"
        "`cvc5_block_model` and `cvc5_block_model_values` assert a formula that excludes the \
         model, so that `cvc5_get_assertions` lists it.";
    BLOCKED_MODEL "cvc5.block.model" "a blocked model still satisfies the formulas"
        "The last assertion excludes the blocked model. So another solver finds it unsatisfiable \
         together with the assertions and with equations that give the blocked terms their values \
         in the model.";

    DATATYPE_CONSTRUCTOR_TEXT "cvc5.datatype.constructor-text" "a constructor's declaration is printed without its parts"
        "The text of the declaration of a constructor contains its name and the names of its \
         selectors.";
    DATATYPE_NEW "cvc5.datatype.new" "a new declaration is not empty"
        "A declaration by `cvc5_mk_dt_decl` has no constructors and is not resolved, because no \
         constructor was added and no sort was made of it.";
    DATATYPE_RESOLVED "cvc5.datatype.resolved" "a declaration from which a sort was made is not resolved"
        "`cvc5_dt_decl_is_resolved` holds for a declaration after `cvc5_mk_dt_sort` has made a \
         sort of it.";
    DATATYPE_LIST "cvc5.datatype.list" "a list is not what it was declared to be"
        "The declared list has two constructors and infinitely many values. \
         `cvc5_dt_is_codatatype` holds exactly if it was declared as a codatatype.";
    DATATYPE_RECORD "cvc5.datatype.record" "a record or tuple has the wrong kind of sort"
        "`cvc5_sort_is_record` holds for a sort of `cvc5_mk_record_sort`, and `cvc5_sort_is_tuple` \
         holds for one of `cvc5_mk_tuple_sort`. Neither is both.";
    DATATYPE_RECORD_PARTS "cvc5.datatype.record-parts" "a field of a record differs from the argument of the constructor"
        "`cvc5_simplify` gives `true` for the equation of a field with the application of its \
         selector to the record or tuple that was made of it: a selector returns the argument of \
         its constructor.";
    DATATYPE_TUPLE_SORT "cvc5.datatype.tuple-sort" "the sort of a tuple has the wrong parts"
        "The number and the sorts of the elements of a tuple sort are those that were passed to \
         `cvc5_mk_tuple_sort`.";
    DATATYPE_TUPLE_VALUE "cvc5.datatype.tuple-value" "a tuple of values is not a value"
        "`cvc5_term_is_tuple_value` holds for a tuple that `cvc5_mk_tuple` made of `true` and \
         `false`, because its elements are values.";
    DATATYPE_TUPLE_PARTS "cvc5.datatype.tuple-parts" "a tuple has the wrong parts"
        "`cvc5_term_get_tuple_value` returns the terms that were passed to `cvc5_mk_tuple`.";
    DATATYPE_PARAMETERS "cvc5.datatype.parameters" "a datatype and its sort differ in the number of parameters"
        "`cvc5_sort_dt_get_arity` is the number of parameters that `cvc5_dt_get_parameters` \
         returns, or 0 if the datatype has no parameters, as is documented.";
    DATATYPE_SHAPE "cvc5.datatype.shape" "a datatype and its sort differ in whether they are tuples or records"
        "`cvc5_dt_is_tuple` and `cvc5_dt_is_record` say the same as `cvc5_sort_is_tuple` and \
         `cvc5_sort_is_record` for the sort of the datatype.";
    DATATYPE_WELL_FOUNDED "cvc5.datatype.well-founded" "a datatype that has values is not well-founded"
        "`cvc5_dt_is_well_founded` holds for a datatype that is not a codatatype, because each \
         datatype declared here has values of finite size.";
    DATATYPE_PART "cvc5.datatype.part" "a part of a datatype has a sort of the wrong kind"
        "The terms for constructors, testers, selectors and updaters have sorts of these kinds: \
         for example, `cvc5_sort_is_dt_selector` holds for the sort of `cvc5_dt_sel_get_term`.";
    DATATYPE_SIGNATURE "cvc5.datatype.signature" "a part of a datatype has the wrong domain or codomain"
        "A constructor maps the sorts of its selectors to the datatype, a selector maps the \
         datatype to its codomain, and a tester maps the datatype to `Bool`. The sorts of these \
         terms say the same.";

    MADE_KIND "cvc5.made.kind" "the kind of a sort or term does not match the function that made it"
        "The function `cvc5_sort_is_*` or `cvc5_term_is_*` for a kind of sorts or terms holds for \
         what the function of the API for this kind made.";
    NULLABLE_ELEMENT "cvc5.nullable.element" "the element sort of a nullable sort is wrong"
        "`cvc5_sort_nullable_get_element_sort` is the sort that was passed to \
         `cvc5_mk_nullable_sort`.";
    NULLABLE_VALUE "cvc5.nullable.value" "the element of a nullable term has the wrong sort"
        "`cvc5_mk_nullable_val` of a nullable term has the sort of the element that was \
         passed to `cvc5_mk_nullable_some`.";
    NULLABLE_TRUE "cvc5.nullable.true" "a true formula about a nullable term is not simplified to true"
        "`cvc5_simplify` gives `true` for: null is null, `some` of an element is some, and `val` \
         of `some` of an element equals the element.";
    FAMILY_ARITY "cvc5.family.arity" "the arity of a sort constructor is wrong"
        "The arity of a sort constructor is the number that was passed to \
         `cvc5_mk_uninterpreted_sort_constructor_sort`.";
    FAMILY_OF "cvc5.family.of" "a sort has the wrong sort constructor"
        "`cvc5_sort_get_uninterpreted_sort_constructor` returns the sort constructor that was \
         passed to `cvc5_sort_instantiate`.";
    FAMILY_COUNT "cvc5.family.count" "a sort has more or fewer parameters than it was instantiated with"
        "`cvc5_sort_get_instantiated_parameters` returns as many sorts as were passed to \
         `cvc5_sort_instantiate`.";
    FAMILY_PARAMETERS "cvc5.family.parameters" "a sort does not have the parameters that it was instantiated with"
        "`cvc5_sort_get_instantiated_parameters` returns the sorts that were passed to \
         `cvc5_sort_instantiate`.";
    SKOLEM_NUMBER "cvc5.skolem.number" "a skolem has the wrong identifier"
        "`cvc5_term_get_skolem_id` is the identifier that was passed to `cvc5_mk_skolem`.";
    SKOLEM_INDICES "cvc5.skolem.indices" "a skolem has more or fewer indices"
        "`cvc5_term_get_skolem_indices` returns as many indices as were passed to \
         `cvc5_mk_skolem`.";
    ABSTRACT_KIND "cvc5.abstract.kind" "an abstract sort has the wrong kind"
        "`cvc5_sort_abstract_get_kind` is the kind that was passed to `cvc5_mk_abstract_sort`.";
    CARDINALITY "cvc5.cardinality.parts" "a cardinality constraint has the wrong sort or bound"
        "`cvc5_term_get_cardinality_constraint` returns the sort and the bound that were passed to \
         `cvc5_mk_cardinality_constraint`.";
    REGEXP_CONSTANT "cvc5.regexp.constant" "two ways to make a regular expression make two terms"
        "`cvc5_mk_regexp_all`, `cvc5_mk_regexp_allchar` and `cvc5_mk_regexp_none` return the same \
         terms as `cvc5_mk_term` with the kinds of these constants.";
    DECLARED_AGAIN "cvc5.declare.again" "declaring a function again makes a new function, although fresh is false"
        "`cvc5_declare_fun` returns the same term for the same symbol and sorts if `fresh` is \
         false, as is documented.";
    DECLARED_FRESH "cvc5.declare.fresh" "a fresh function is one that was declared before"
        "`cvc5_declare_fun` returns a new term each time if `fresh` is true, as is documented.";
    ORACLE_VALUE "cvc5.oracle.value" "an oracle function that returns its argument has a different value"
        "The check is not `sat`. The oracle returns its argument, so there are no `x` and `y` with \
         `f(x) = y` and `x != y`.";
    ROOT "cvc5.root.unsat" "a number has no square root"
        "The check is not `unsat`: each positive real number has a real square root.";
    HEAP_SAT "cvc5.heap.sat" "formulas that are false in all heaps are satisfiable"
        "The check is not `sat`, because by the semantics of separation logic no heap satisfies \
         the formulas.";
    HEAP_UNSAT "cvc5.heap.unsat" "a formula that a heap satisfies is unsatisfiable"
        "The check is not `unsat`, because by the semantics of separation logic some heap \
         satisfies the formula. The sort of locations is infinite.";
    HEAP_SHAPE "cvc5.heap.shape" "the shape of a heap differs from the shape of its formula"
        "`cvc5_get_value_sep_heap` returns a heap with the cells of the formula: a `SEP_PTO` term \
         for one cell, and a `SEP_STAR` term for two cells.";
    HEAP_NIL "cvc5.heap.nil" "a location is nil"
        "A location that the heap maps to data is not nil, by the semantics of `SEP_PTO`, so its \
         value differs from that of `cvc5_get_value_sep_nil`.";
    HEAP_PARTS "cvc5.heap.parts" "the heap of a model differs from the heap of its formula"
        "The heap maps one location to one datum, as the formula does, and its parts are the \
         values that `cvc5_get_value` gives for this location and this datum.";

    FORMULA "cvc5.formula.sort" "a term that must be a formula is not Boolean"
        "The term has the sort `Bool`: learned literals, lemmas of a core, conclusions of proof \
         steps and asserted formulas are formulas.";
    DIFFICULTY "cvc5.difficulty.number" "a difficulty is not a natural number"
        "The difficulty that `cvc5_get_difficulty` gives for an assertion is an integer that is \
         not negative: it is an estimate of the work, and 0 if the assertion is not mentioned.";
    LEARNED_LITERAL "cvc5.learned.follows" "a learned literal does not follow"
        "A learned literal follows from the assertions, as `cvc5_get_learned_literals` documents. \
         So another solver finds its negation unsatisfiable together with the assertions.";
    INFO_LEVELS "cvc5.info.levels" "the number of assertion levels is wrong"
        "`cvc5_get_info` with `assertion-stack-levels` gives the number of levels that were pushed \
         and not popped, as SMT-LIB defines it.";
    INFO_OPTION "cvc5.info.option" "the text about an option does not name it"
        "The text of `cvc5_option_info_to_string` contains the name of the option that \
         `cvc5_get_option_info` was asked for.";
    INFO_LOGIC "cvc5.info.logic" "the logic is not the one that was set"
        "`cvc5_is_logic_set` holds after `cvc5_set_logic`, and `cvc5_get_logic` returns the logic \
         that was set.";
    INFO_OUTPUT "cvc5.info.output" "an output tag is on that was not enabled"
        "`cvc5_is_output_on` is false for a tag that the option `output` did not enable.";
    INFO_MANAGER "cvc5.info.manager" "the manager of a solver is not the one that it was made with"
        "`cvc5_get_tm` returns the term manager that was passed to `cvc5_new`.";

    INTERPOLANT_FOLLOWS "cvc5.interpolant.follows" "an interpolant does not follow from what is asserted"
        "The assertions imply the interpolant, as `cvc5_get_interpolant` documents. So another \
         solver finds its negation unsatisfiable together with the assertions.";
    INTERPOLANT_IMPLIES "cvc5.interpolant.implies" "an interpolant does not imply the conjecture"
        "The interpolant implies the conjecture, as `cvc5_get_interpolant` documents. So another \
         solver finds it unsatisfiable together with the negated conjecture.";
    ABDUCT_IMPLIES "cvc5.abduct.implies" "an abduct and the assertions do not imply the conjecture"
        "The assertions and the abduct imply the conjecture, as `cvc5_get_abduct` documents. So \
         another solver finds them unsatisfiable together with the negated conjecture.";
    ABDUCT_CONTRADICTS "cvc5.abduct.contradicts" "an abduct contradicts what is asserted"
        "The assertions stay satisfiable together with the abduct, as `cvc5_get_abduct` documents. \
         Another solver found them satisfiable without it, and checked them with it.";
    TIMEOUT_CORE "cvc5.timeout-core.sat" "a timeout core with the result unsat is satisfiable"
        "The formulas of a timeout core with the result `unsat` are unsatisfiable, because they \
         are an unsat core, as is documented. Another solver checked them.";
    TIMEOUT_CORE_AFTER_CHECK "cvc5.timeout-core.sat-after-check" "a timeout core with the result unsat is satisfiable after a check"
        "The formulas of a timeout core with the result `unsat` are unsatisfiable, because they \
         are an unsat core, as is documented. Another solver checked them. There was a check \
         before.";
    TIMEOUT_CORE_NOT_EMPTY "cvc5.timeout-core.not-empty" "a timeout core with the result sat is not empty"
        "The timeout core is empty if its result is `sat`, as `cvc5_get_timeout_core` documents.";
    ELIMINATED_SORT "cvc5.elimination.sort" "the result of quantifier elimination is not a formula"
        "`cvc5_get_quantifier_elimination` and `cvc5_get_quantifier_elimination_disjunct` return \
         formulas, which have the sort `Bool`.";
    ELIMINATED "cvc5.elimination.formula" "the result of quantifier elimination is not equivalent"
        "The formula without quantifiers is equivalent to the given one under the assertions, as \
         is documented. So another solver finds their `xor` unsatisfiable together with the \
         assertions.";
    PROOF_RESULT "cvc5.proof.result" "the proof of unsat has the wrong conclusion"
        "The full proof is one proof of `false` from input formulas. So its conclusion is `false`, \
         or says that some of the checked formulas or definitions contradict each other.";
    PROOF_STEP "cvc5.proof.step" "a step of a proof does not follow"
        "The conclusion of a proof step follows from the conclusions of its premises. So another \
         solver finds these unsatisfiable together with the negated conclusion.";

    SYNTH_KEPT "cvc5.synth.kept" "synthesis keeps more or fewer constraints or assumptions"
        "`cvc5_get_sygus_constraints` and `cvc5_get_sygus_assumptions` return as many formulas as \
         were added with `cvc5_add_sygus_constraint` and `cvc5_add_sygus_assume`.";
    SYNTH_WAYS "cvc5.synth.ways" "two getters of a solution return different terms"
        "`cvc5_get_synth_solutions` for one function returns one term, the one that \
         `cvc5_get_synth_solution` returns.";
    SYNTH_RESULT "cvc5.synth.result" "the getters of a result of synthesis do not agree"
        "Exactly one of the three getters for a solution, for no solution and for unknown holds. \
         The result is not null, equals its copy and has a text.";
    SYNTH_SORT "cvc5.synth.sort" "a solution has the wrong sort"
        "The solution has the sort of the function that is synthesized.";
    SYNTH_SOLUTION "cvc5.synth.solution" "a solution violates a constraint"
        "The solution satisfies all constraints for all inputs for which the assumptions hold. It \
         was put in for the function, and another solver checked that no constraint can be false.";
    SYNTH_TEXT "cvc5.synth.text" "a printed solution is not a list of definitions"
        "The printed response to `check-synth` is a list of definitions in parentheses, as SyGuS \
         defines it.";
    SYNTH_PRINTED "cvc5.synth.printed" "a printed solution violates a constraint"
        "The printed solution satisfies all constraints for all inputs for which the assumptions \
         hold. Another solver read it as a definition, and checked that no constraint can be \
         false.";

    SCRIPT_REFUSED "cvc5.parse.script-refused" "a script is not parsed"
        "The parser accepts the script. Its declarations and formulas are texts that the library \
         printed, and its other commands are those of SMT-LIB, of SyGuS and of cvc5.";
    TERM_REFUSED "cvc5.parse.term-refused" "a term that was printed is not parsed"
        "The parser accepts the text that `cvc5_term_to_string` returns, after the symbols of the \
         term have been declared.";
    TERM_EMPTY "cvc5.parse.term-empty" "the text of a term is empty"
        "`cvc5_parser_next_term` reads a term from the text that `cvc5_term_to_string` returns.";
    TERM_PARSED_SORT "cvc5.parse.term-sort" "a term that was printed is parsed with a different sort"
        "The text that `cvc5_term_to_string` returns is parsed as a term of the same sort.";
    PARSER_PARTS "cvc5.parse.parser" "a parser has the wrong solver or symbol manager"
        "`cvc5_parser_get_solver` and `cvc5_parser_get_sm` return the solver and the symbol \
         manager that were passed to `cvc5_parser_new`.";
    PARSER_DONE "cvc5.parse.done" "a parser is not done at the end"
        "`cvc5_parser_done` holds after `cvc5_parser_next_command` has reached the end of the \
         input.";
    PARSER_LOGIC "cvc5.parse.logic" "the logic of the symbol manager is not the logic of the script"
        "The logic of the symbol manager is that of the command `set-logic` that was invoked.";
    PARSER_DECLARATIONS "cvc5.parse.declarations" "a script has more or fewer declarations"
        "`cvc5_sm_get_declared_terms` lists one term for each command `declare-const` or \
         `declare-fun`. No sort was declared, so `cvc5_sm_get_declared_sorts` lists none.";
    PARSER_NAMED "cvc5.parse.named" "a named formula has the wrong name, or is not Boolean"
        "`cvc5_sm_get_named_terms` lists formulas with the names that the script gave them by \
         `:named`. All these names begin with `_n`.";
    COMMAND_TEXT "cvc5.parse.command-text" "a command has no text"
        "`cvc5_cmd_get_name` and `cvc5_cmd_to_string` return texts that are not empty for a \
         command that was parsed.";
    COMMAND_PRINTS "cvc5.parse.command-prints" "a command prints something"
        "A command that sets an option or the logic, declares or asserts prints nothing, because \
         the option `print-success` is off.";
    DECLARATION_PRINTS "cvc5.parse.declaration-prints" "a declaration prints something"
        "A command that sets the logic or declares a symbol prints nothing, because the option \
         `print-success` is off.";
}

/// Reports that a check failed unless a condition holds. The details are about this run.
pub(super) fn ensure(check: &'static Check, holds: bool, details: &str) -> Result {
    if holds { Ok(()) } else { check.fails(details) }
}
