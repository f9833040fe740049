//! The checks of this wrapper: what adapters return must have the form that `murxla_plugin.h` says.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    RESULT "plugin.result.code" "a function returns a number that is not a result"
        "By `murxla_plugin.h`, a function returns `MURXLA_OK` or one of the negative results. A \
         check returns an answer, and `murxla_plugin_in_core` returns 0 or 1.";
    VALUE "plugin.result.value" "a value is not a literal of its sort"
        "By `murxla_plugin.h`, `murxla_plugin_get_value` returns a literal of SMT-LIB that has \
         the sort of the term.";
}
