//! The checks that only this wrapper makes.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NO_INSTANCE "boolector.api.instance" "the library returns a null instance"
        "`boolector_new` and `boolector_clone` return an instance, which is not null.";
    NO_NODE "boolector.api.node" "the library returns a null node"
        "A function that makes or returns a node returns a node that is not null.";
    NO_ANSWER "boolector.api.answer" "a check returns a value that is not an answer"
        "A check returns `BOOLECTOR_SAT`, `BOOLECTOR_UNSAT` or `BOOLECTOR_UNKNOWN`.";
    COPY "boolector.api.copy" "the copy of a node or sort differs from it"
        "`boolector_copy` returns the same node with one more reference, as is documented, and \
         `boolector_copy_sort` returns the same sort.";
    API_TRACE_FILE "boolector.api.trace-file" "the file of an API trace is not the one that was set"
        "`boolector_get_trapi` returns the file that was passed to `boolector_set_trapi`.";
    API_TRACE_EMPTY "boolector.api.trace-empty" "a trace of API calls is empty"
        "The library writes calls of the API into the file that was passed to \
         `boolector_set_trapi`, which enables the trace.";
    OPTION_KEEPS_VALUE "boolector.option.value" "an option does not have the value that it was set to"
        "`boolector_get_opt` returns the value that was passed to `boolector_set_opt`.";
    OPTION_RANGE "boolector.option.range" "an option has no name, or a value out of its range"
        "Each option has a name. Its value and its default are not less than \
         `boolector_get_opt_min` and not greater than `boolector_get_opt_max`.";
    WIDTH_AND_SORT "boolector.node.width" "the width of a node differs from the width of its sort"
        "`boolector_get_width` of a bit-vector node is the width of the sort that \
         `boolector_get_sort` returns.";
    ARITY "boolector.node.arity" "a function and its sort differ in the number of arguments"
        "`boolector_get_fun_arity` is the number of arguments of the sort with which the function \
         was made.";
    CODOMAIN "boolector.node.codomain" "the width of a function differs from the width of its codomain"
        "`boolector_get_width` of a function is the width of the sort that \
         `boolector_fun_get_codomain_sort` returns, as is documented.";
    INSTANCE_OF_NODE "boolector.node.instance" "a node belongs to the wrong instance"
        "`boolector_get_btor` returns the instance in which the node was made.";
    NUMBER_OF_NODE "boolector.node.number" "a node is not found by its id, or by itself"
        "`boolector_match_node` and `boolector_match_node_by_id` return a node with the id of the \
         given node, as is documented.";
    OWN_SORT "boolector.node.sort" "the sort of a node does not equal itself"
        "`boolector_is_equal_sort` holds for a node and itself.";
    KINDS "boolector.node.kinds" "a node is of several kinds"
        "A node is at most one of these: a constant, a bit-vector variable, a parameter, an array \
         variable, and an uninterpreted function that is not an array variable.";
    WIDTH_OF_ARRAY "boolector.node.array-width" "the elements of an array have no width"
        "`boolector_get_width` of an array is the width of its elements, as is documented, which \
         is not 0.";
    SYMBOL "boolector.node.symbol" "a node does not have the symbol that it was given"
        "`boolector_get_symbol` returns the symbol that was passed to `boolector_set_symbol`.";
    MISFIT "boolector.term.misfit" "an argument does not fit its function"
        "`boolector_fun_sort_check` returns -1 if all arguments have the sorts of the domain of \
         the function, as is documented.";
    NO_CONSTANT "boolector.value.constant" "a value is not a constant"
        "`boolector_is_const` holds for a node that the API made of a value of bit-vectors.";
    SPECIAL "boolector.value.special" "the getters for special values contradict the bits of a value"
        "`boolector_is_bv_const_zero` and the similar functions for 1, all ones, the least and the \
         greatest signed number hold exactly if the bits of `boolector_get_bits` are those of this \
         number.";
    NOT_OF_SORT "boolector.value.bits" "the bits of a value do not fit its sort"
        "The value of a node is text in binary, with as many digits as the node has bits.";
    POINT "boolector.value.point" "a function has a value at a point with the wrong number of arguments"
        "`boolector_uf_assignment` gives one word for each argument of the function at a point, \
         separated by spaces, as is documented.";
    SORT_OF_VALUE "boolector.value.sort" "the sort of a value differs from the sort of its term"
        "`boolector_get_value` returns a node of the sort of its argument: in SMT-LIB the value of \
         a term has its sort.";
    PRINTED_VALUE "boolector.value.printed" "a value is printed with different bits"
        "The text of `boolector_print_value_smt2` contains the bits that `boolector_bv_assignment` \
         returns for the same node, or, for one bit, `true` or `false`.";
    STRANGE_ASSUMPTION "boolector.assumptions.stranger" "a failed assumption was not assumed"
        "`boolector_get_failed_assumptions` lists only formulas that were assumed for the last \
         check.";
    FAILED_NOT_LISTED "boolector.assumptions.listed" "the predicate for failed assumptions contradicts their list"
        "`boolector_failed` holds for an assumption exactly if `boolector_get_failed_assumptions` \
         lists it.";
    ANSWER_OF_COPY "boolector.clone.answer" "a copy of the instance has a different answer"
        "A check of a clone has the answer of the original instance, or is `unknown`, because a \
         clone is an exact copy, as is documented.";
    NODE_OF_COPY "boolector.clone.node" "a node differs in a copy of the instance"
        "A node and the node of the clone that matches it have the same id, the same width and the \
         same symbol, because a clone is an exact copy, as is documented.";
    OPTIONS_OF_COPY "boolector.clone.options" "a copy of the instance has different options"
        "A clone lists the same options as the original instance, because it is an exact copy, as \
         is documented.";
    OPTION_OF_COPY "boolector.clone.option" "an option differs in a copy of the instance"
        "An option has the same value in a clone as in the original instance, because a clone is \
         an exact copy, as is documented.";
    DUMP_NOT_READ "boolector.dump.read" "a dump is not read"
        "`boolector_parse` and the other parsers accept a text that the library has dumped, and \
         the same nodes if they are written in another format.";
    DUMP_ANSWER "boolector.dump.answer" "the answer for a dump differs from the answer for the formulas"
        "The text has the same formulas as the instance: the library has dumped it, or it is the \
         dump in another format. So a check of it has the answer of the last check, or is \
         `unknown`.";
    CIRCUIT_FORMAT "boolector.dump.circuit-format" "a circuit does not begin with its format"
        "The text of `boolector_dump_aiger_binary` begins with the word aig and a space, as the \
         format AIGER requires.";
    CIRCUIT "boolector.dump.circuit" "a circuit is not what its first line says"
        "The text of `boolector_dump_aiger_ascii` is in the format AIGER: it has no latches, and \
         as many lines for inputs, outputs and gates as its first line says. Each literal stands \
         for one of these.";
}
