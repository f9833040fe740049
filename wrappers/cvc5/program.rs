//! What a C program of cvc5's calls needs to know besides the declarations.

use crate::record::rules::{Exception, Interface, Known, Names};

pub(crate) const INTERFACE: Interface = Interface {
    headers: &[include_str!("api.h"), include_str!("native.h")],
    prefixes: &["cvc5_", "Cvc5"],
    sort: "Cvc5Sort",
    term: "Cvc5Term",
    handles: &[],
    exceptions: &[
        Exception(
            "cvc5_define_funs_rec",
            "params",
            Known::Each("count", "arities"),
        ),
        Exception("cvc5_get_difficulty", "inputs", Known::Given("size")),
        Exception("cvc5_get_difficulty", "values", Known::Given("size")),
        Exception("cvc5_get_timeout_core_assuming", "result", Known::One),
        Exception(
            "cvc5_mk_string_from_char32",
            "code_points",
            Known::Terminated,
        ),
        Exception("cvc5_term_get_u32string_value", "", Known::Terminated),
        Exception("cvc5_mk_dt_sorts", "", Known::Of("count")),
        Exception("cvc5_get_synth_solutions", "", Known::Of("count")),
        Exception("cvc5_option_info_to_string", "info", Known::One),
    ],
    silent: &["cvc5_has_error", "cvc5_reset_error"],
    called_back: &[],
    left_out: &[
        (
            "cvc5_add_plugin",
            "a plugin answers when it is called back, and needs the code that does",
        ),
        (
            "cvc5_declare_oracle_fun",
            "an oracle answers when it is called back, and needs the code that does",
        ),
    ],
    frees: &[],
    system: &[],
    names: &[
        (
            "cvc5_mk_abstract_sort",
            "kind",
            Names::Told("cvc5_sort_kind_to_string"),
        ),
        ("cvc5_mk_*", "kind", KIND),
        ("cvc5_term_get_kind", "", KIND),
        ("cvc5_op_get_kind", "", KIND),
        ("cvc5_mk_rm", "mode", Names::Declared("CVC5_RM_")),
        ("cvc5_term_get_rm_value", "", Names::Declared("CVC5_RM_")),
    ],
};

const KIND: Names = Names::Told("cvc5_kind_to_string");
