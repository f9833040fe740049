//! Rules for recording calls of Bitwuzla and for writing them as a C program, in addition to the
//! declarations.

use murxla_fsm::wrapper::c_api::{
    CProgramRules, Callbacks, ConstantNames, Count, ErrorReport, LengthRule,
};

pub(super) const RULES: CProgramRules = CProgramRules {
    headers: &[include_str!("api.h")],
    prefixes: &["bitwuzla_", "Bitwuzla"],
    sort: "BitwuzlaSort",
    term: "BitwuzlaTerm",
    handles: &[],
    lengths: &[LengthRule(
        "bitwuzla_get_interpolants",
        "partition",
        Count::Nested {
            count: "parts",
            lengths: "sizes",
        },
    )],
    silent: &[],
    errors: Some(ErrorReport::Callback("bitwuzla_set_abort_callback", FAIL)),
    callbacks: &[
        Callbacks("bitwuzla_set_abort_callback", &[COMPLAIN], None),
        Callbacks("bitwuzla_set_termination_callback", &[GO_ON], None),
        Callbacks("bitwuzla_parser_set_termination_callback", &[GO_ON], None),
    ],
    references: &["*_copy", "*_release"],
    counted_once: &[],
    instances: &["bitwuzla_new", "bitwuzla_*_new"],
    queries: &["bitwuzla_sort_*", "bitwuzla_term_*", "*_to_string"],
    incidental: &[
        "*_hash",
        "*_id",
        "bitwuzla_get_statistics",
        "bitwuzla_get_option_info",
    ],
    forms: &[
        "bitwuzla_sort_*",
        "bitwuzla_term_is_*",
        "bitwuzla_term_get_kind",
    ],
    plain: &[],
    left_out: &[],
    companions: &[],
    frees: &["free"],
    system: &[
        "FILE",
        "open_memstream",
        "fclose",
        "free",
        "setenv",
        "unsetenv",
    ],
    constants: &[
        (
            "bitwuzla_mk_term*",
            "kind",
            ConstantNames::Function("bitwuzla_kind_to_string"),
        ),
        (
            "bitwuzla_term_get_kind",
            "",
            ConstantNames::Function("bitwuzla_kind_to_string"),
        ),
        (
            "bitwuzla_check_sat*",
            "",
            ConstantNames::Enumerators("BITWUZLA_"),
        ),
        (
            "bitwuzla_mk_rm_value",
            "rm",
            ConstantNames::Enumerators("BITWUZLA_RM_"),
        ),
    ],
};

const FAIL: &str = "static void fail(const char *message) { failed(message); }";
const COMPLAIN: &str = "static void complain(const char *message) { printf(\"%s\\n\", message); }";
/// Never stops a search. The wrapper's callback also counts down the search budget.
const GO_ON: &str = "static int go_on(void *state) { (void)state; return 0; }";
