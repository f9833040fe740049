//! The checks that wrappers share. Each wrapper has a table of its own, `wrappers/SOLVER/checks.rs`.

murxla_fsm::checks! {
    /// The checks that wrappers share.
    pub(crate) SHARED:
    STRANGE_IN_CORE "shared.core.stranger" "a core has a formula that was neither asserted nor assumed";
    WAYS_OF_READING "shared.value.ways" "two ways of reading a value do not agree";
    DIGITS "shared.value.digits" "the digits of a value are none of its width";
    SAT_WITHOUT_SOLUTION "shared.known.sat" "a problem without a solution is sat";
    UNSAT_WITH_SOLUTION "shared.known.unsat" "a problem with a solution is unsat";
}
