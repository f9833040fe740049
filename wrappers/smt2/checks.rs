//! The checks of this wrapper: what programs answer to commands must have the form that SMT-LIB
//! says.

murxla_fsm::checks! {
    /// All of them.
    pub(crate) CHECKS:
    ENDLESS "smt2.answer.endless" "the text of an answer does not end"
        "By SMT-LIB, the response to a command is one S-expression, so it ends. At most 64 MiB \
         were read of it.";
    NO_SUCCESS "smt2.answer.success" "the response to a command is not success"
        "With the option `:print-success`, which was set to `true`, SMT-LIB says that a command \
         with no other response is answered by `success`, `unsupported` or an error.";
    CHECK_SAT "smt2.answer.check-sat"
        "the response to a check is not sat, unsat or unknown"
        "By SMT-LIB, the response to `check-sat` and to `check-sat-assuming` is `sat`, `unsat` or \
         `unknown`, or an error.";
    VALUES "smt2.answer.values" "the response to get-value is not a value for each term"
        "By SMT-LIB, the response to `get-value` is a list with a pair of a term and its value for \
         each term that was asked for.";
    ASSERTIONS "smt2.answer.assertions" "the response to get-assertions is not a list of the assertions"
        "By SMT-LIB, the response to `get-assertions` is a list of all current assertions. It has \
         at least those that define the literals of assumptions.";
    CORE "smt2.answer.core" "the response to get-unsat-core is not a list"
        "By SMT-LIB, the response to `get-unsat-core` is a list of the names of assertions, in \
         parentheses.";
    ASSUMPTIONS "smt2.answer.assumptions" "the response to get-unsat-assumptions is not a list"
        "By SMT-LIB, the response to `get-unsat-assumptions` is a list of assumptions of the last \
         check, in parentheses.";
    MODEL "smt2.answer.model" "the response to get-model is not a list"
        "By SMT-LIB, the response to `get-model` is a list of definitions, in parentheses.";
    STRANGE_IN_CORE "smt2.core.stranger"
        "a core or a list of assumptions has a symbol that was neither asserted nor assumed"
        "By SMT-LIB, an unsat core has names of assertions, and unsatisfiable assumptions are \
         literals of the last `check-sat-assuming`. So each symbol in the response is one of \
         these.";
}
