//! What C programs for Yices need besides the declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, ErrorReport};

pub(super) const RULES: CProgramRules = CProgramRules {
    prefixes: &["yices_"],
    errors: Some(ErrorReport::Kept("yices_error_code", "yices_error_string")),
    callbacks: &[],
};
