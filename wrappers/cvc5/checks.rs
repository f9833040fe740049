//! The checks of cvc5's results.

use murxla_fsm::solver::{Check, Result};

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NULL "cvc5.api.null" "a function gives null";
    NULL_ELEMENT "cvc5.api.null-element" "an array has a null element";
    COPY "cvc5.api.copy" "a copy is another one";
    RESULT_ANSWER "cvc5.result.answer" "the getters of a result do not give one answer";
    RESULT_TEXT "cvc5.result.text" "a result is printed as another one";
    OPPOSITE_ANSWER "cvc5.answer.opposite" "another way to make a check gives the opposite answer";
    STATISTIC_KIND "cvc5.statistic.kind" "a statistic is of several kinds, or of none";
    STATISTIC "cvc5.statistic.listed" "a statistic is one to hide, is not found by its name, or has a bar without a name";

    SORT_ARITY "cvc5.sort.arity" "the arity of a function sort is not the length of its domain";
    SORT_PREDICATE "cvc5.sort.predicate" "whether a function sort is a predicate sort is not what its codomain says";
    SORT_DIFFERS "cvc5.sort.disequal" "a sort differs from itself";
    SORT_SYMBOL "cvc5.sort.symbol" "the symbol of a sort is empty";
    SORT_KINDS "cvc5.sort.kinds" "a sort is of several kinds";

    TERM_CHILD "cvc5.term.child" "reading a child twice gives two terms";
    TERM_CHILDREN "cvc5.term.children" "a term has too many children";
    TERM_OPERATOR "cvc5.term.operator" "the operator has another kind than the term";
    TERM_INDEXED "cvc5.term.indexed" "whether an operator is indexed is not what its number of indices says";
    TERM_AGAIN "cvc5.term.again" "the operator and the children of a term make another term";
    TERM_ORDER "cvc5.term.order" "equality, order and hashes of two terms do not agree";
    TERM_VALUE "cvc5.term.value" "a term is a value of another kind than its sort";
    TERM_WIDTHS "cvc5.term.widths" "an integer fits other widths than the getters say";
    TERM_FRACTION "cvc5.term.fraction" "a number has another numerator or denominator in 32 than in 64 bits";
    TERM_ALGEBRAIC "cvc5.term.algebraic" "a bound of an algebraic number is no value";
    TERM_SORT "cvc5.term.sort" "a term becomes one of another sort";
    SIMPLIFIED_VALUE "cvc5.simplify.value" "a term is simplified to another value";
    REPLACED_BY_SAME "cvc5.substitute.same" "to replace terms by themselves makes another term";
    REPLACED_IN_TWO_WAYS "cvc5.substitute.ways" "the two ways to replace a term differ";
    REPLACED_SORTS "cvc5.substitute.sorts" "to replace sorts in a sort makes another sort than expected";

    VALUE_STRING "cvc5.value.string" "a string reads as none";
    VALUE_RM "cvc5.value.rm" "a rounding mode reads as none";
    VALUE_FP "cvc5.value.fp" "the bits of a floating-point number are none of its format";
    VALUE_NUMBER "cvc5.value.number" "a number reads as none";
    VALUE_SET "cvc5.value.set" "a set has a member twice";
    VALUE_BAG "cvc5.value.bag" "a bag lists a member twice";
    VALUE_BAG_MEMBER "cvc5.value.bag-member" "a bag lists a member that it does not have";
    VALUE_CONSTRUCTOR "cvc5.value.constructor" "a value has a constructor of another sort";
    VALUE_SORT "cvc5.value.sort" "a value has another sort than its term";
    VALUE_COUNT "cvc5.value.count" "get-value returns more or fewer values than there are terms";

    ASSERTIONS "cvc5.assertions.stranger" "get-assertions lists a formula that was not asserted";
    MODEL_TEXT "cvc5.model.text" "a model is not printed as one";
    MODEL_EMPTY_SORT "cvc5.model.empty-sort" "a sort is empty in a model";
    MODEL_ELEMENTS "cvc5.model.elements" "a sort has no elements in a model, or one twice";
    MODEL_ELEMENT_SORT "cvc5.model.element-sort" "a sort has an element of another sort in a model";
    BLOCKED_NOTHING "cvc5.block.nothing" "blocking asserts nothing";
    BLOCKED_MODEL "cvc5.block.model" "a blocked model is a model still";

    DATATYPE_CONSTRUCTOR_TEXT "cvc5.datatype.constructor-text" "a constructor's declaration is printed without its parts";
    DATATYPE_NEW "cvc5.datatype.new" "a new declaration is not empty";
    DATATYPE_RESOLVED "cvc5.datatype.resolved" "a declaration of which a sort was made is not resolved";
    DATATYPE_LIST "cvc5.datatype.list" "a list is not what it was declared to be";
    DATATYPE_RECORD "cvc5.datatype.record" "a record is none, or a tuple";
    DATATYPE_RECORD_PARTS "cvc5.datatype.record-parts" "what was put into a record does not come out of it";
    DATATYPE_TUPLE_SORT "cvc5.datatype.tuple-sort" "the sort of a tuple has other parts";
    DATATYPE_TUPLE_VALUE "cvc5.datatype.tuple-value" "a tuple of values is no value";
    DATATYPE_TUPLE_PARTS "cvc5.datatype.tuple-parts" "a tuple has other parts";
    DATATYPE_PARAMETERS "cvc5.datatype.parameters" "a datatype has another number of parameters than its sort";
    DATATYPE_SHAPE "cvc5.datatype.shape" "a datatype and its sort differ in whether they are tuples or records";
    DATATYPE_WELL_FOUNDED "cvc5.datatype.well-founded" "a datatype that has values is not well-founded";
    DATATYPE_PART "cvc5.datatype.part" "a part of a datatype has a sort of another kind";
    DATATYPE_SIGNATURE "cvc5.datatype.signature" "a part of a datatype takes or gives other sorts";

    MADE_KIND "cvc5.made.kind" "the library says that what it made is something else";
    NULLABLE_ELEMENT "cvc5.nullable.element" "the sort of the elements of a nullable sort is another one";
    NULLABLE_VALUE "cvc5.nullable.value" "the element of a nullable term has another sort";
    NULLABLE_TRUE "cvc5.nullable.true" "what holds of a nullable term is not simplified to true";
    FAMILY_ARITY "cvc5.family.arity" "the arity of a family of sorts is another one";
    FAMILY_OF "cvc5.family.of" "a sort is of another family";
    FAMILY_COUNT "cvc5.family.count" "a sort is instantiated by more or fewer sorts";
    FAMILY_PARAMETERS "cvc5.family.parameters" "a sort is instantiated by other sorts";
    SKOLEM_NUMBER "cvc5.skolem.number" "a skolem has another number";
    SKOLEM_INDICES "cvc5.skolem.indices" "a skolem has more or fewer indices";
    ABSTRACT_KIND "cvc5.abstract.kind" "an abstract sort is of another kind";
    CARDINALITY "cvc5.cardinality.parts" "a cardinality constraint has another sort or bound";
    REGEXP_CONSTANT "cvc5.regexp.constant" "two ways to make a language make two terms";
    DECLARED_AGAIN "cvc5.declare.again" "a function that is not fresh is another one";
    DECLARED_FRESH "cvc5.declare.fresh" "a fresh function is there already";
    ORACLE_VALUE "cvc5.oracle.value" "an oracle that gives back its argument gives another value";
    ROOT "cvc5.root.unsat" "a number has no square root";
    POLYNOMIAL_MODEL "cvc5.polynomial.model" "a formula over polynomials is false in a model";
    FIELD_NO_VALUE "cvc5.field.no-value" "a term of values of a field has no value";
    FIELD_VALUE "cvc5.field.value" "a term of a field has another value";
    FIELD_UNSAT "cvc5.field.unsat" "an equation with a solution has none";
    HEAP_SAT "cvc5.heap.sat" "formulas that hold of no heap are satisfiable";
    HEAP_UNSAT "cvc5.heap.unsat" "what holds of a heap is not satisfiable";
    HEAP_SHAPE "cvc5.heap.shape" "a heap has another shape than its formula";
    HEAP_NIL "cvc5.heap.nil" "a location is nil";
    HEAP_PARTS "cvc5.heap.parts" "the heap of a model is not that of its formula";

    FORMULA "cvc5.formula.sort" "what must be a formula is none";
    DIFFICULTY "cvc5.difficulty.number" "a difficulty is no natural number";
    LEARNED_LITERAL "cvc5.learned.follows" "a learned literal does not follow";
    INFO_LEVELS "cvc5.info.levels" "the number of levels is another one";
    INFO_OPTION "cvc5.info.option" "what is printed of an option is of another one";
    INFO_LOGIC "cvc5.info.logic" "the logic is another one";
    INFO_OUTPUT "cvc5.info.output" "there is output that nobody asked for";
    INFO_MANAGER "cvc5.info.manager" "the manager of a solver is another one";

    INTERPOLANT_FOLLOWS "cvc5.interpolant.follows" "an interpolant does not follow from what is asserted";
    INTERPOLANT_IMPLIES "cvc5.interpolant.implies" "an interpolant does not imply the conjecture";
    ABDUCT_IMPLIES "cvc5.abduct.implies" "with an abduct, the conjecture does not follow";
    ABDUCT_CONTRADICTS "cvc5.abduct.contradicts" "an abduct contradicts what is asserted";
    TIMEOUT_CORE "cvc5.timeout-core.sat" "an unsatisfiable timeout core is satisfiable";
    TIMEOUT_CORE_AFTER_CHECK "cvc5.timeout-core.sat-after-check" "an unsatisfiable timeout core after a check is satisfiable";
    TIMEOUT_CORE_NOT_EMPTY "cvc5.timeout-core.not-empty" "a satisfiable timeout core is not empty";
    ELIMINATED_SORT "cvc5.elimination.sort" "elimination of quantifiers makes no formula";
    ELIMINATED "cvc5.elimination.formula" "elimination of quantifiers makes another formula";
    PROOF_RESULT "cvc5.proof.result" "the proof of unsat proves something else";
    PROOF_STEP "cvc5.proof.step" "a step of a proof does not follow";

    SYNTH_KEPT "cvc5.synth.kept" "synthesis keeps more or fewer constraints or assumptions";
    SYNTH_WAYS "cvc5.synth.ways" "two ways to a solution differ";
    SYNTH_RESULT "cvc5.synth.result" "the getters of a result of synthesis do not agree";
    SYNTH_SORT "cvc5.synth.sort" "a solution is of another sort";
    SYNTH_SOLUTION "cvc5.synth.solution" "a solution is none";
    SYNTH_TEXT "cvc5.synth.text" "a solution is not printed as one";
    SYNTH_PRINTED "cvc5.synth.printed" "a solution that is printed is none";

    SCRIPT_REFUSED "cvc5.parse.script-refused" "a script is not parsed";
    TERM_REFUSED "cvc5.parse.term-refused" "a term that was printed is not parsed";
    TERM_EMPTY "cvc5.parse.term-empty" "the text of a term is empty";
    TERM_PARSED_SORT "cvc5.parse.term-sort" "a term that was printed is parsed as one of another sort";
    PARSER_PARTS "cvc5.parse.parser" "a parser has another solver or table of symbols";
    PARSER_DONE "cvc5.parse.done" "a parser is not done at the end";
    PARSER_LOGIC "cvc5.parse.logic" "the logic of a script is another one";
    PARSER_DECLARATIONS "cvc5.parse.declarations" "a script has more or fewer declarations";
    PARSER_NAMED "cvc5.parse.named" "a named formula has another name, or is none";
    COMMAND_TEXT "cvc5.parse.command-text" "a command has no text";
    COMMAND_PRINTS "cvc5.parse.command-prints" "a command prints something";
    DECLARATION_PRINTS "cvc5.parse.declaration-prints" "a declaration prints something";
}

/// Reports that a check failed unless a condition holds. The details are about this run.
pub(super) fn ensure(check: &'static Check, holds: bool, details: &str) -> Result {
    if holds { Ok(()) } else { check.fails(details) }
}
