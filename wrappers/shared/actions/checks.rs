//! The checks that wrappers share. Each wrapper has a table of its own,
//! `wrappers/SOLVER/checks.rs`.

murxla_fsm::checks! {
    /// The checks that wrappers share.
    pub(crate) SHARED:
    STRANGE_IN_CORE "shared.core.stranger"
        "a core has a formula that was neither asserted nor assumed"
        "A core is a subset of the formulas that were asserted and of the assumptions of the last \
         check.";
    WAYS_OF_READING "shared.value.ways" "two ways of reading a value do not agree"
        "All functions of the API that read the same value agree, up to the precision and the \
         range of their results. The value of one of them was compared with that of another one.";
    DIGITS "shared.value.digits" "the digits of a value do not fit its width"
        "The text of a bit-vector value has only digits of the base that was asked for, and its \
         number fits into the width of the sort.";
}
