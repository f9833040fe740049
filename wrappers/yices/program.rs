//! What a C program of Yices's calls needs to know besides the declarations.

use crate::record::rules::{Exception, Interface, Known, Names};

pub(crate) const INTERFACE: Interface = Interface {
    headers: &[include_str!("api.h")],
    prefixes: &["yices_"],
    sort: "type_t",
    term: "term_t",
    handles: &["term_t", "type_t"],
    exceptions: &[
        Exception("yices_bv_const_value", "bits", Known::Room),
        Exception("yices_get_bv_value", "bits", Known::Room),
        Exception("yices_val_get_bv", "bits", Known::Room),
        Exception("yices_bvsum_component", "coefficient", Known::Room),
        Exception("yices_val_expand_tuple", "parts", Known::Room),
        Exception("__gmpq_get_str", "text", Known::Room),
    ],
    silent: &["yices_error_code"],
    called_back: &[],
    left_out: &[],
    frees: &["yices_free_string"],
    system: &[],
    names: &[
        ("yices_check_*", "", Names::Declared("YICES_")),
        ("yices_context_status", "", Names::Declared("YICES_")),
    ],
};
