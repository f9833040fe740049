//! The checks that only this wrapper makes.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    INTEGER "yices.value.integer" "an integer has a value that is not whole"
        "The value of a term of type `int` is an integer: it was read as a rational number, whose \
         denominator must be 1.";
    NUMBER "yices.value.number" "the text of a rational number is not a number"
        "A rational number that the library stores into an `mpq_t` is a number of GMP, so that \
         `__gmpq_get_str` writes it as decimal digits, with a slash between numerator and \
         denominator.";
    DOUBLE "yices.model.double" "a value read as a double is far from the exact value"
        "The value as a `double` is near the exact value that the model gives for the same term or \
         node. The check allows a relative difference of 1e-9, for values below 1e15.";
    NODE_NUMBERS "yices.model.numbers" "the getters for numbers of a model do not agree"
        "The functions `yices_val_is_*` hold for a rational node exactly if the getter for this \
         type of numbers succeeds, and all getters return the same number.";
    VALUE_ARITY "yices.model.arity" "a function and its value differ in the number of arguments"
        "`yices_val_function_type` of the value of a function is a function type, and \
         `yices_val_function_arity` is the number of arguments of the function.";
    POINT "yices.model.point" "a function has a value at a point with the wrong number of arguments"
        "Each mapping in the value of a function has as many arguments as the function.";
    VALUE_TERM "yices.model.term" "the value of a term is stored as a term that does not exist, or has a different type"
        "`yices_term_array_value` returns 0 only if it has stored the value of each term, as is \
         documented. A value is a valid term, and its type is compatible with that of the term. \
         Where a value has no term, the function fails.";
    FALSE_IN_MODEL "yices.model.formula" "a formula is false in a model of it"
        "Each formula is true in a model of the formulas, one by one with \
         `yices_formula_true_in_model` or all at once with `yices_formulas_true_in_model`.";
    SHAPES "yices.term.shapes" "a term has several shapes, or none"
        "Exactly one of the functions for atomic, composite, projection, sum, bit-vector sum and \
         product terms holds for a term, such as `yices_term_is_atomic`.";
    CHILDREN_OF_ATOM "yices.term.atom" "an atom has children"
        "`yices_term_num_children` returns 0 for an atomic term, as is documented.";
    CHILDREN "yices.term.children" "the children of a term differ when they are read one by one and all at once"
        "`yices_term_children` returns the same terms as `yices_term_child` for each place of a \
         composite term.";
    EXPONENT "yices.term.exponent" "a factor has the exponent zero"
        "`yices_product_component` returns a positive exponent for each factor of a product.";
    CHILD_COUNT "yices.term.count" "the number of children of a term is negative"
        "`yices_term_num_children` returns a number that is not negative for a valid term, as is \
         documented.";
    TERM_AND_TYPE "yices.term.type" "the kind of a term differs from the kind of its type"
        "The functions for the type of a term, such as `yices_term_is_bool`, hold exactly if those \
         for its type hold, such as `yices_type_is_bool` of `yices_type_of_term`.";
    WIDTH "yices.term.width" "the width of a term differs from the width of its type"
        "`yices_term_bitsize` is the width that `yices_bvtype_size` gives for the type of a \
         bit-vector term, and 0 for other terms.";
    NOT_GROUND "yices.term.ground" "a closed term is not ground"
        "`yices_term_is_ground` holds for a term that was made without free variables.";
    CONSTRUCTOR "yices.term.constructor" "the constructor of a term does not fit its shape"
        "The constructor that `yices_term_constructor` returns belongs to the shape of the term: \
         for example, `yices_term_is_projection` holds for the constructors of projections.";
    INT_IN_REAL "yices.type.int" "int is not a subtype of real"
        "`yices_test_subtype` says that the type `int` is a subtype of `real`.";
    TYPE_KINDS "yices.type.kinds" "a type has several kinds, or none"
        "Exactly one of the functions for Boolean, integer, real, bit-vector, scalar, \
         uninterpreted, tuple and function types holds for a type, such as `yices_type_is_bool`.";
    OWN_SUBTYPE "yices.type.itself" "a type is not a subtype of itself, or is not compatible with itself"
        "`yices_test_subtype` and `yices_compatible_types` hold for a type and itself.";
    NUMERIC_TYPE "yices.type.numbers" "the compatibility of a type with int or real contradicts its kind"
        "`yices_compatible_types` says that a type is compatible with `int` and with `real` \
         exactly if it is one of these two.";
    CARDINALITY "yices.type.cardinality" "the cardinality of a scalar type is 0, or the cardinality of another type is not 0"
        "`yices_scalar_type_card` is positive for a scalar type, and 0 for other types, as is \
         documented.";
    TYPE_CHILDREN "yices.type.children" "the children of a type differ when they are read one by one and all at once"
        "`yices_type_children` returns the same types as `yices_type_child` for each place.";
    FINITE_TYPE "yices.type.finite" "the size of a scalar type or the index of an element is wrong"
        "`yices_scalar_type_card` is the size that was passed to `yices_new_scalar_type`, and \
         `yices_scalar_const_value` is the index that was passed to `yices_constant`.";
    MORE_ELEMENTS "yices.type.elements" "more elements of a scalar type are distinct than it has"
        "The check is not `sat`: more terms of a scalar type than it has elements cannot all be \
         distinct.";
    TERM_OF_NAME "yices.name.term" "a name does not stand for the term that it was given to"
        "`yices_get_term_by_name` returns the term to which `yices_set_term_name` has just given \
         the name.";
    STALE_TERM_NAME "yices.name.removed-term" "a name that was taken away still stands for a term"
        "After its name was removed, `yices_get_term_by_name` returns what the name stood for \
         before, or no term, because a previous mapping is restored.";
    FIRST_NAME "yices.name.first" "a term has lost its first name"
        "`yices_get_term_name` returns the first name of the term, its base name, after another \
         name was set and removed.";
    TYPE_OF_NAME "yices.name.type" "a name does not stand for the type that it was given to"
        "`yices_get_type_by_name` returns the type to which `yices_set_type_name` has just given \
         the name.";
    PARSED_TYPE_NAME "yices.name.parsed-type" "the name of a type is parsed as a different type"
        "`yices_parse_type` of a name returns the type to which `yices_set_type_name` has just \
         given the name.";
    STALE_TYPE_NAME "yices.name.removed-type" "a name that was taken away still stands for a type"
        "After its name was removed, `yices_get_type_by_name` returns what the name stood for \
         before, or no type, and the base name of the type is the one before.";
    NOT_COUNTED "yices.memory.counted" "a term or type with a reference is not counted"
        "`yices_num_posref_terms` and `yices_num_posref_types` count the term and the type to \
         which `yices_incref_term` and `yices_incref_type` have added references.";
    COLLECTED "yices.memory.used" "garbage collection changes a term that is in use"
        "Terms that are passed to `yices_garbage_collect` as roots keep their types and texts, \
         because they are not deleted.";
    MORE_AFTER_COLLECTION "yices.memory.sizes" "the number of terms or types grows in garbage collection"
        "`yices_num_terms` and `yices_num_types` are not greater after `yices_garbage_collect`, \
         which only deletes terms and types.";
    STILL_COUNTED "yices.memory.released" "references that were given back are still counted"
        "`yices_num_posref_terms` and `yices_num_posref_types` have their values of before, after \
         each reference that was added has been removed.";
    UPDATE "yices.function.update" "a function does not have the new value where it was updated"
        "The value of an updated function at the point of the update is the new value. So the \
         formula that the two differ is not satisfiable.";
    TUPLE_TYPE "yices.tuple.type" "the type of a tuple is not the tuple type of its parts"
        "A tuple has the tuple type of the types of its parts, which the library has only once.";
    TUPLE_PART "yices.tuple.part" "a part of a tuple is not the term that was put in"
        "`yices_select` returns the term that was passed to `yices_tuple`, `yices_pair` or \
         `yices_triple` at this place.";
    TUPLE_UPDATE "yices.tuple.update" "a part of a changed tuple is the wrong term"
        "`yices_select` of `yices_tuple_update` returns the new term at the changed place, and the \
         old terms at the other places.";
    TUPLE_OF_PARTS "yices.tuple.again" "a tuple differs from the tuple of its parts"
        "A tuple equals the tuple of its parts. So the formula that the two differ is not \
         satisfiable.";
    TUPLE_VALUE_PARTS "yices.tuple.value-parts" "the value of a tuple has more or fewer parts"
        "The value of a tuple in a model has as many parts as its type.";
    TUPLE_VALUES "yices.tuple.values" "equal tuples have different values"
        "Two tuples have the same value in a model of the formula that they are equal.";
    WIDTH_ERROR "yices.error.width" "asking for the width of a Boolean type reports the wrong error"
        "`yices_bvtype_size` of the type `bool` fails. The error report has the code \
         `BVTYPE_REQUIRED` and this type, as is documented.";
    NUMBER_ERROR "yices.error.number" "parsing an invalid number reports the wrong error"
        "`yices_parse_rational` of the text 1/x fails with the code `INVALID_RATIONAL_FORMAT`, as \
         is documented.";
    ERROR_STAYS "yices.error.forgotten" "the error code is not 0 after it was cleared"
        "The error code is 0 after `yices_clear_error`.";
    BUILD "yices.api.build" "the library does not say how it was built"
        "`yices_build_arch`, `yices_build_mode`, `yices_build_date` and `yices_rev` are texts, and \
         `yices_has_delegate` holds for y2sat, which is a part of the library.";
    STRING_AND_FILE "yices.print.file" "a term or type has different texts in a string and in a file"
        "`yices_term_to_string` and `yices_pp_term_fd` print the same text for the same area, \
         apart from white space at its end. So do the functions for types.";
    NO_PRINTED_TERMS "yices.print.terms" "printed terms are empty"
        "`yices_pp_term_array_fd` prints a text for three terms.";
    NO_PRINTED_ERROR "yices.print.error" "the text of an error is empty"
        "`yices_parse_term` refuses an incomplete text, and `yices_print_error_fd` then prints a \
         text.";
    NO_PRINTED_VALUES "yices.print.values" "printed values are empty"
        "`yices_pp_term_values_fd` and `yices_print_term_values_fd` print a text for formulas \
         whose values the model can compute.";
    PRINTED_NOT_PARSED "yices.print.parsed" "the printed text is not parsed"
        "`yices_parse_term` accepts the whole text of a term that `yices_term_to_string` returns, \
         if all uninterpreted terms in it have names.";
    PRINTED_BITS "yices.print.bits" "bits are not parsed as they are printed"
        "A term that is printed with `bool-to-bv` is parsed as a term that has the same value in a \
         model. The model was made of values of the constants.";
    NO_DIMACS "yices.print.clauses" "clauses are not in DIMACS format"
        "The exported file is in the format DIMACS: a header, and then as many clauses as it says, \
         over its variables, each with a 0 at its end.";
    PRINTED_TYPE "yices.syntax.printed-type" "the text of a type is parsed as a different type"
        "`yices_parse_type` of the text of a type returns the same type.";
    TEXT_NOT_PARSED "yices.syntax.parsed" "the text of a term is not parsed"
        "`yices_parse_term` accepts the text of a term in the language of Yices. The functions of \
         the API made the same term without an error.";
    TYPE_OF_TEXT "yices.syntax.type" "the text of a term is parsed with a different type"
        "The parsed term has a type that is compatible with that of the term that the functions of \
         the API made for the same operators and arguments.";
    TERM_OF_TEXT "yices.syntax.term" "the text of a term is parsed as a different term"
        "The parsed term equals the term that the functions of the API made for the same operators \
         and arguments. So the formula that the two differ is not satisfiable.";
    QUANTIFIER_REFUSED "yices.syntax.quantifier" "only one of the parser and the API refuses a quantifier"
        "`yices_parse_term` accepts a quantified formula exactly if `yices_forall` makes the same \
         formula without an error.";
    REBUILT_TYPE "yices.rebuild.type" "a rebuilt term has a different type"
        "A term that is made again by the functions of the API, from its constructor and its \
         children, has a type that is compatible with that of the original.";
    SUBSTITUTED_TRUTH "yices.substitute.true" "a substitution changes 'true'"
        "A substitution keeps the term `true`, which has no parts to replace.";
    IMPLICANT_FALSE "yices.implicant.false" "a literal of an implicant is false"
        "Each literal of an implicant is true in the model from which the implicant was computed.";
    IMPLICANT_WEAK "yices.implicant.weak" "an implicant does not imply its formulas"
        "The literals of an implicant imply its formulas. So the literals and the negated \
         conjunction of the formulas are not satisfiable together.";
    SUPPORT_WEAK "yices.implicant.support" "the values of the support of formulas do not imply them"
        "The values of the support in the model decide the formulas, which are true in it. So \
         these values and the negated conjunction of the formulas are not satisfiable together.";
    GENERALIZATION_FALSE "yices.generalization.false" "a generalization of a model is false in it"
        "Each formula of a generalization is true in the model that is generalized, as \
         `yices_generalize_model` documents.";
    GENERALIZATION_HAS "yices.generalization.eliminated" "a generalization contains an eliminated term"
        "A generalization does not contain the terms that `yices_generalize_model` was asked to \
         eliminate.";
    GENERALIZATION_WEAK "yices.generalization.weak" "a generalization is true where its formulas cannot be true"
        "A generalization implies that there are values of the eliminated terms for which the \
         formulas hold, as is documented. A second check used another model of the generalization.";
    GIVEN_VALUE "yices.given-model.value" "a model does not return the value that was put into it"
        "`yices_term_array_value` returns the value that was put into the model for the constant.";
    GIVEN_COUNT "yices.given-model.count" "a model has more or fewer values than were put into it"
        "`yices_model_collect_defined_terms` returns as many terms as were given values.";
    EVALUATED "yices.given-model.evaluated" "the value of a term does not follow from the values of the model"
        "The term has the value that a separate evaluator computed from the values that were put \
         into the model.";
    ASKED_VALUE "yices.given-model.asked" "a constant does not have the value that was asked for"
        "After `sat`, the constants have the values in the model of the context that \
         `yices_check_context_with_model` was asked to keep.";
    HOLD_FOR_VALUES "yices.given-model.unsat" "a check with a model is unsat, but the formulas hold for its values"
        "`yices_check_context_with_model` says `unsat` only if the formulas and the equations for \
         the given values are unsatisfiable together. A check in another context confirms that.";
    MODEL_INTERPOLANT_TRUE "yices.interpolant.true-in-model" "a model interpolant is true in the model"
        "A model interpolant is false in the model that was passed to \
         `yices_check_context_with_model`, as `yices_get_model_interpolant` documents.";
    MODEL_INTERPOLANT_WEAK "yices.interpolant.of-model" "a model interpolant does not follow"
        "The formulas of the context imply a model interpolant, as `yices_get_model_interpolant` \
         documents. A check in another context confirms that.";
    INTERPOLANT_WEAK "yices.interpolant.implied" "an interpolant does not follow"
        "The formulas of the first context imply the interpolant. So these formulas and the \
         negated interpolant are not satisfiable together.";
    INTERPOLANT_SAT "yices.interpolant.contradicts" "an interpolant does not contradict the other formulas"
        "The interpolant contradicts the formulas of the second context. So they are not \
         satisfiable together.";
    INTERPOLANT_STRANGE "yices.interpolant.shared" "an interpolant contains a term that the formulas do not share"
        "The uninterpreted terms of an interpolant are common to both contexts, as \
         `yices_check_context_with_interpolation` documents.";
}
