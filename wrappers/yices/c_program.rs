//! Rules for recording calls of Yices and for writing them as a C program, in addition to the
//! declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, ConstantNames, Count, ErrorReport, LengthRule};

/// Why functions that write into files are not in programs.
const WRITES: &str = "writes into a file in memory that the wrapper has made";

pub(super) const RULES: CProgramRules = CProgramRules {
    headers: &[include_str!("api.h")],
    prefixes: &["yices_"],
    sort: "type_t",
    term: "term_t",
    handles: &["term_t", "type_t"],
    lengths: &[
        LengthRule("yices_bv_const_value", "bits", Count::Buffer),
        LengthRule("yices_get_bv_value", "bits", Count::Buffer),
        LengthRule("yices_val_get_bv", "bits", Count::Buffer),
        LengthRule("yices_bvsum_component", "coefficient", Count::Buffer),
        LengthRule("yices_val_expand_tuple", "parts", Count::Buffer),
        LengthRule("__gmpq_get_str", "text", Count::Buffer),
    ],
    silent: &["yices_error_code"],
    errors: Some(ErrorReport::Kept("yices_error_code", "yices_error_string")),
    callbacks: &[],
    references: &["yices_incref_*", "yices_decref_*"],
    counted_once: &[],
    instances: &["yices_new_*"],
    queries: &[
        "yices_type_*",
        "yices_term_*",
        "yices_bvtype_*",
        "yices_init_term_vector",
        "yices_reset_term_vector",
        "yices_delete_term_vector",
        "yices_init_type_vector",
        "yices_delete_type_vector",
        "yices_bool_type",
        "yices_*_const_value",
        "__gmpq_init",
        "__gmpq_clear",
        "__gmpq_get_str",
        "__gmpz_sizeinbase",
        "yices_parse_rational",
        "yices_free_string",
        "yices_compatible_types",
    ],
    incidental: &[],
    forms: &[
        "yices_*_vector",
        "yices_type_*",
        "yices_bvtype_*",
        "yices_term_is_*",
        "yices_term_child*",
        "yices_term_constructor",
        "yices_term_num_children",
    ],
    plain: &[],
    left_out: &[
        ("yices_pp_type_fd", WRITES),
        ("yices_pp_term_fd", WRITES),
        ("yices_pp_term_array_fd", WRITES),
        ("yices_print_model_fd", WRITES),
        ("yices_pp_model_fd", WRITES),
        ("yices_print_term_values_fd", WRITES),
        ("yices_pp_term_values_fd", WRITES),
        ("yices_print_error_fd", WRITES),
        ("yices_export_formula_to_dimacs", WRITES),
        ("yices_export_formulas_to_dimacs", WRITES),
    ],
    companions: &[],
    frees: &["yices_free_string"],
    system: &[],
    constants: &[
        ("yices_check_*", "", ConstantNames::Enumerators("YICES_")),
        (
            "yices_context_status",
            "",
            ConstantNames::Enumerators("YICES_"),
        ),
    ],
};
