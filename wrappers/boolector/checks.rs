//! The checks that only this wrapper makes.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NO_INSTANCE "boolector.api.instance" "the library makes a null instance";
    NO_NODE "boolector.api.node" "the library makes a null node";
    NO_ANSWER "boolector.api.answer" "a check returns what is no answer";
    COPY "boolector.api.copy" "the copy of a node or sort is another one";
    API_TRACE_FILE "boolector.api.trace-file" "the file of a trace of calls of the API is another one";
    API_TRACE_EMPTY "boolector.api.trace-empty" "a trace of calls of the API is empty";
    OPTION_KEEPS_VALUE "boolector.option.value" "an option keeps another value";
    OPTION_RANGE "boolector.option.range" "an option has no name, or a value out of its range";
    WIDTH_AND_SORT "boolector.node.width" "the width of a node is not that of its sort";
    ARITY "boolector.node.arity" "a function has another number of arguments than its sort";
    CODOMAIN "boolector.node.codomain" "the width of a function is not that of its codomain";
    INSTANCE_OF_NODE "boolector.node.instance" "a node belongs to another instance";
    NUMBER_OF_NODE "boolector.node.number" "a node is not found by its number, or by itself";
    OWN_SORT "boolector.node.sort" "a node is not of its own sort";
    KINDS "boolector.node.kinds" "a node is of several kinds";
    WIDTH_OF_ARRAY "boolector.node.array-width" "the elements of an array have no width";
    SYMBOL "boolector.node.symbol" "a symbol reads as another one";
    MISFIT "boolector.term.misfit" "an argument does not fit its function";
    NO_CONSTANT "boolector.value.constant" "a value is no constant";
    SPECIAL "boolector.value.special" "the getters for special values contradict the bits of a value";
    NOT_OF_SORT "boolector.value.bits" "the bits of a value are none of its sort";
    POINT "boolector.value.point" "a function has a value at a point with another number of arguments";
    SORT_OF_VALUE "boolector.value.sort" "a value is of another sort than its term";
    PRINTED_VALUE "boolector.value.printed" "a value is printed as another one";
    STRANGE_ASSUMPTION "boolector.assumptions.stranger" "a failed assumption was not assumed";
    FAILED_NOT_LISTED "boolector.assumptions.listed" "whether an assumption has failed contradicts the list of those that have";
    ANSWER_OF_COPY "boolector.clone.answer" "a copy of the instance has another answer";
    NODE_OF_COPY "boolector.clone.node" "a node differs in a copy of the instance";
    OPTIONS_OF_COPY "boolector.clone.options" "a copy of the instance has other options";
    OPTION_OF_COPY "boolector.clone.option" "an option differs in a copy of the instance";
    DUMP_NOT_READ "boolector.dump.read" "a dump is not read";
    DUMP_ANSWER "boolector.dump.answer" "a dump has another answer than the formulas";
    CIRCUIT_FORMAT "boolector.dump.circuit-format" "a circuit does not begin with its format";
    CIRCUIT "boolector.dump.circuit" "a circuit is not what its first line says";
}
