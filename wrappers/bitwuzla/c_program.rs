//! What C programs for Bitwuzla need besides the declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, Callbacks, ErrorReport};

pub(super) const RULES: CProgramRules = CProgramRules {
    prefixes: &["bitwuzla_", "Bitwuzla"],
    errors: Some(ErrorReport::Callback("bitwuzla_set_abort_callback", FAIL)),
    callbacks: &[
        Callbacks("bitwuzla_set_abort_callback", &[COMPLAIN], None),
        Callbacks("bitwuzla_set_termination_callback", &[GO_ON], None),
        Callbacks("bitwuzla_parser_set_termination_callback", &[GO_ON], None),
    ],
};

const FAIL: &str = "static void fail(const char *message) { failed(message); }";
const COMPLAIN: &str = "static void complain(const char *message) { printf(\"%s\\n\", message); }";
/// Never stops a search. The wrapper's callback also counts down the search budget.
const GO_ON: &str = "static int go_on(void *state) { (void)state; return 0; }";
