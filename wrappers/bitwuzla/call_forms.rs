//! What the calls of Bitwuzla's API are in SMT-LIB.

use super::ops;
use murxla_fsm::wrapper::call_form::CallForm::{
    self, All, Based, Cases, Check, Command, FunctionSort, Idle, Instance, Kind, NewConstant,
    NewSort, Numeral, Options, PrintedSort, SetOption, Sort, Term, UseOptions, Value, Variable,
};
use murxla_fsm::wrapper::call_form::{CallForms, PrintedValues};

/// The forms.
pub(super) const FORMS: CallForms = CallForms {
    rows: ROWS,
    operators: ops::kinds,
    same: &[],
    own_log: None,
    values: &[
        PrintedValues {
            printer: "bitwuzla_term_to_string",
            functions: &[("bitwuzla_get_value", None)],
        },
        PrintedValues {
            printer: "bitwuzla_sort_to_string",
            functions: &[
                ("bitwuzla_term_get_sort", None),
                ("bitwuzla_sort_array_get_index", None),
                ("bitwuzla_sort_array_get_element", None),
                ("bitwuzla_sort_fun_get_codomain", None),
            ],
        },
    ],
};

/// The options with the same numbers in all releases.
#[rustfmt::skip]
const OPTIONS: &[(&str, CallForm)] = &[
    ("1", Cases("value", &[("0", set("produce-models", "false")), ("1", set("produce-models", "true"))])),
    ("2", Cases("value", &[("0", set("produce-unsat-assumptions", "false")), ("1", set("produce-unsat-assumptions", "true"))])),
    ("3", Cases("value", &[("0", set("produce-unsat-cores", "false")), ("1", set("produce-unsat-cores", "true"))])),
    ("4", set("seed", "value")),
];

const fn set(name: &'static str, value: &'static str) -> CallForm {
    SetOption(Some("options"), name, value)
}

#[rustfmt::skip]
const ROWS: &[(&str, CallForm)] = &[
    // Term managers, options and instances.
    ("bitwuzla_term_manager_new", Idle),
    ("bitwuzla_options_new", Options),
    ("bitwuzla_options_delete", Idle),
    ("bitwuzla_set_option", Cases("option", OPTIONS)),
    ("bitwuzla_new", All(&[Instance(None), UseOptions("options")])),
    ("bitwuzla_delete", Idle),
    ("bitwuzla_set_abort_callback", Idle),
    ("bitwuzla_set_termination_callback", Idle),
    ("bitwuzla_get_termination_callback_state", Idle),
    ("bitwuzla_get_term_mgr", Idle),
    // Reading options.
    ("bitwuzla_option_is_valid", Idle),
    ("bitwuzla_option_is_numeric", Idle),
    ("bitwuzla_option_is_mode", Idle),
    ("bitwuzla_option_is_string", Idle),
    ("bitwuzla_get_option", Idle),
    ("bitwuzla_get_option_mode", Idle),
    ("bitwuzla_copyright", Idle),
    ("bitwuzla_version", Idle),
    // Sorts.
    ("bitwuzla_mk_bool_sort", Sort("Bool")),
    ("bitwuzla_mk_bv_sort", Sort("(_ BitVec size)")),
    ("bitwuzla_mk_fp_sort", Sort("(_ FloatingPoint exponent significand)")),
    ("bitwuzla_mk_rm_sort", Sort("RoundingMode")),
    ("bitwuzla_mk_array_sort", Sort("(Array index element)")),
    ("bitwuzla_mk_fun_sort", FunctionSort("domain", "codomain")),
    ("bitwuzla_mk_uninterpreted_sort", NewSort(Some("symbol"))),
    ("bitwuzla_term_get_sort", PrintedSort),
    ("bitwuzla_sort_array_get_index", PrintedSort),
    ("bitwuzla_sort_array_get_element", PrintedSort),
    ("bitwuzla_sort_fun_get_codomain", PrintedSort),
    // Constants and values.
    ("bitwuzla_mk_const", NewConstant(Some("symbol"), "sort")),
    ("bitwuzla_mk_var", Variable(Some("symbol"), "sort")),
    ("bitwuzla_mk_true", Term("true")),
    ("bitwuzla_mk_false", Term("false")),
    ("bitwuzla_mk_bv_zero", Numeral("0", "sort")),
    ("bitwuzla_mk_bv_one", Numeral("1", "sort")),
    ("bitwuzla_mk_bv_ones", Numeral("-1", "sort")),
    ("bitwuzla_mk_bv_min_signed", Numeral("min-signed", "sort")),
    ("bitwuzla_mk_bv_max_signed", Numeral("max-signed", "sort")),
    ("bitwuzla_mk_bv_value", Based("value", "base", "sort")),
    ("bitwuzla_mk_bv_value_uint64", Numeral("value", "sort")),
    ("bitwuzla_mk_bv_value_int64", Numeral("value", "sort")),
    ("bitwuzla_mk_fp_pos_zero", Numeral("+zero", "sort")),
    ("bitwuzla_mk_fp_neg_zero", Numeral("-zero", "sort")),
    ("bitwuzla_mk_fp_pos_inf", Numeral("+oo", "sort")),
    ("bitwuzla_mk_fp_neg_inf", Numeral("-oo", "sort")),
    ("bitwuzla_mk_fp_nan", Numeral("NaN", "sort")),
    ("bitwuzla_mk_fp_value", Term("(fp sign exponent significand)")),
    ("bitwuzla_mk_rm_value", Cases("rm", &[("0", Term("RNE")), ("1", Term("RNA")), ("2", Term("RTN")), ("3", Term("RTP")), ("4", Term("RTZ"))])),
    ("bitwuzla_mk_const_array", Term("((as const sort) value)")),
    // Operators.
    ("bitwuzla_mk_term1", Kind("kind")),
    ("bitwuzla_mk_term2", Kind("kind")),
    ("bitwuzla_mk_term3", Kind("kind")),
    ("bitwuzla_mk_term", Kind("kind")),
    ("bitwuzla_mk_term1_indexed1", Kind("kind")),
    ("bitwuzla_mk_term1_indexed2", Kind("kind")),
    ("bitwuzla_mk_term2_indexed1", Kind("kind")),
    ("bitwuzla_mk_term2_indexed2", Kind("kind")),
    ("bitwuzla_mk_term_indexed", Kind("kind")),
    // Solving.
    ("bitwuzla_push", Command("(push levels)")),
    ("bitwuzla_pop", Command("(pop levels)")),
    ("bitwuzla_assert", Command("(assert term)")),
    ("bitwuzla_check_sat", Check("(check-sat)")),
    ("bitwuzla_check_sat_assuming", Check("(check-sat-assuming (args...))")),
    ("bitwuzla_get_assertions", Command("(get-assertions)")),
    ("bitwuzla_get_unsat_assumptions", Command("(get-unsat-assumptions)")),
    ("bitwuzla_get_unsat_core", Command("(get-unsat-core)")),
    ("bitwuzla_get_value", Value("bitwuzla", "term")),
];
