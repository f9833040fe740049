//! The checks of this wrapper: what programs answer to commands must have the form that SMT-LIB says.

murxla_fsm::checks! {
    /// All of them.
    pub(crate) CHECKS:
    ENDLESS "smt2.answer.endless" "an answer does not end";
    NO_SUCCESS "smt2.answer.success" "a command is answered by something else than success";
    CHECK_SAT "smt2.answer.check-sat" "a check is answered by something else than sat, unsat or unknown";
    VALUES "smt2.answer.values" "the answer to get-value is not a value for each term";
    ASSERTIONS "smt2.answer.assertions" "the answer to get-assertions is no list of the assertions";
    CORE "smt2.answer.core" "the answer to get-unsat-core is no list";
    ASSUMPTIONS "smt2.answer.assumptions" "the answer to get-unsat-assumptions is no list";
    MODEL "smt2.answer.model" "the answer to get-model is no list";
    STRANGE_IN_CORE "smt2.core.stranger" "a core has a symbol that was neither asserted nor assumed";
}
