//! What C programs for cvc5 need besides the declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, ErrorReport};

pub(super) const RULES: CProgramRules = CProgramRules {
    prefixes: &["cvc5_", "Cvc5"],
    errors: Some(ErrorReport::OfLastCall(
        "cvc5_has_error",
        "cvc5_get_error_message",
    )),
    callbacks: &[],
};
