//! Rules for recording calls of cvc5 and for writing them as a C program, in addition to the
//! declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, ConstantNames, Count, ErrorReport, LengthRule};

pub(super) const RULES: CProgramRules = CProgramRules {
    headers: &[include_str!("api.h"), include_str!("actions.h")],
    prefixes: &["cvc5_", "Cvc5"],
    sort: "Cvc5Sort",
    term: "Cvc5Term",
    handles: &[],
    lengths: &[
        LengthRule(
            "cvc5_define_funs_rec",
            "params",
            Count::Nested {
                count: "count",
                lengths: "arities",
            },
        ),
        LengthRule("cvc5_get_difficulty", "inputs", Count::OutArray("size")),
        LengthRule("cvc5_get_difficulty", "values", Count::OutArray("size")),
        LengthRule("cvc5_get_timeout_core_assuming", "result", Count::One),
        LengthRule("cvc5_sm_get_named_terms", "terms", Count::OutArray("size")),
        LengthRule("cvc5_sm_get_named_terms", "names", Count::OutArray("size")),
        LengthRule("cvc5_parser_next_command", "message", Count::One),
        LengthRule("cvc5_parser_next_term", "message", Count::One),
        LengthRule(
            "cvc5_mk_string_from_char32",
            "code_points",
            Count::Terminated,
        ),
        LengthRule("cvc5_term_get_u32string_value", "", Count::Terminated),
        LengthRule("cvc5_mk_dt_sorts", "", Count::Of("count")),
        LengthRule("cvc5_get_synth_solutions", "", Count::Of("count")),
        LengthRule("cvc5_option_info_to_string", "info", Count::One),
    ],
    silent: &["cvc5_has_error", "cvc5_reset_error"],
    errors: Some(ErrorReport::OfLastCall(
        "cvc5_has_error",
        "cvc5_get_error_message",
    )),
    callbacks: &[],
    references: &["*_copy", "*_release"],
    counted_once: &[],
    instances: &["cvc5_new", "cvc5_*_manager_new", "cvc5_parser_new"],
    queries: &[
        "cvc5_sort_*",
        "cvc5_term_get_*",
        "cvc5_term_has_*",
        "cvc5_term_is_*",
        "cvc5_op_*",
        "cvc5_result_*",
        "cvc5_proof_*",
        "cvc5_get_assertions",
        "cvc5_get_boolean_sort",
        "*_to_string",
    ],
    incidental: &[
        "*_hash",
        "*_compare",
        "cvc5_term_get_id",
        "cvc5_get_option_*",
        "cvc5_get_statistics",
        "cvc5_stat_*",
        "cvc5_stats_*",
        "cvc5_modes_*",
        "cvc5_kind_to_string",
        "cvc5_sort_kind_to_string",
        "cvc5_proof_rule_*",
    ],
    forms: &[
        "cvc5_sort_*",
        "cvc5_op_*",
        "cvc5_term_is_*",
        "cvc5_term_has_*",
    ],
    plain: &[],
    left_out: &[
        (
            "cvc5_add_plugin",
            "a plugin works in callbacks, and their code is in the wrapper",
        ),
        (
            "cvc5_declare_oracle_fun",
            "an oracle works in callbacks, and their code is in the wrapper",
        ),
    ],
    companions: &[("cvc5_parser_new", super::PARSER)],
    frees: &[],
    system: &[],
    constants: &[
        (
            "cvc5_mk_abstract_sort",
            "kind",
            ConstantNames::Function("cvc5_sort_kind_to_string"),
        ),
        ("cvc5_mk_*", "kind", KIND),
        ("cvc5_term_get_kind", "", KIND),
        ("cvc5_op_get_kind", "", KIND),
        ("cvc5_mk_rm", "mode", ConstantNames::Enumerators("CVC5_RM_")),
        (
            "cvc5_term_get_rm_value",
            "",
            ConstantNames::Enumerators("CVC5_RM_"),
        ),
    ],
};

const KIND: ConstantNames = ConstantNames::Function("cvc5_kind_to_string");
