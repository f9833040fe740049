//! What C programs for Boolector need besides the declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, Callbacks};

pub(super) const RULES: CProgramRules = CProgramRules {
    prefixes: &["boolector_", "Boolector"],
    errors: None,
    callbacks: &[
        Callbacks("boolector_set_abort", &[GIVE_UP], None),
        Callbacks("boolector_set_term", &[GO_ON], None),
    ],
};

const GIVE_UP: &str = "static void give_up(const char *message) { fprintf(stderr, \"boolector: error: %s\\n\", message); exit(1); }";
/// Never stops a search. The wrapper's callback also counts down the search budget.
const GO_ON: &str = "static int go_on(void *state) { (void)state; return 0; }";
