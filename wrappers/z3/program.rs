//! What a C program of Z3's calls needs to know besides the declarations.

use crate::record::rules::{Exception, Interface, Known, Names};

pub(crate) const INTERFACE: Interface = Interface {
    headers: &[
        include_str!("api.h"),
        include_str!("native.h"),
        include_str!("laws.h"),
    ],
    prefixes: &["Z3_"],
    sort: "Z3_sort",
    term: "Z3_ast",
    handles: &[],
    exceptions: &[
        Exception("Z3_mk_lstring", "bytes", Known::Of("n")),
        Exception("Z3_query_constructor", "made", Known::One),
        Exception("Z3_query_constructor", "tester", Known::One),
        Exception("Z3_mk_tuple_sort", "make", Known::One),
        Exception("Z3_get_lstring", "", Known::Of("ns")),
    ],
    silent: &["Z3_get_error_code"],
    called_back: &[
        (
            "Z3_set_error_handler",
            "static void ignore(Z3_context c, int code) { (void)c; (void)code; }",
        ),
        (
            "Z3_optimize_register_model_eh",
            "static void on_model(void *state) { (void)state; }",
        ),
    ],
    left_out: &[
        ("Z3_solver_propagate_created", PROPAGATOR),
        ("Z3_solver_propagate_decide", PROPAGATOR),
        ("Z3_solver_propagate_diseq", PROPAGATOR),
        ("Z3_solver_propagate_eq", PROPAGATOR),
        ("Z3_solver_propagate_final", PROPAGATOR),
        ("Z3_solver_propagate_fixed", PROPAGATOR),
        ("Z3_solver_propagate_init", PROPAGATOR),
        ("Z3_solver_propagate_on_binding", PROPAGATOR),
        // Nothing is told of what it registers.
        ("Z3_solver_propagate_register", PROPAGATOR),
        (
            "Z3_solver_register_on_clause",
            "it listens to proofs, and changes nothing",
        ),
        (
            "Z3_fixedpoint_add_callback",
            "it listens to lemmas, and changes nothing",
        ),
    ],
    frees: &[],
    system: &[],
    names: &[
        ("Z3_solver_check*", "", LIFTED),
        ("Z3_optimize_check", "", LIFTED),
        ("Z3_fixedpoint_query*", "", LIFTED),
        ("Z3_solver_get_consequences", "", LIFTED),
        ("Z3_get_implied_equalities", "", LIFTED),
        ("Z3_set_ast_print_mode", "r", Names::Declared("Z3_PRINT_")),
    ],
};

const LIFTED: Names = Names::Declared("Z3_L_");
const PROPAGATOR: &str =
    "a propagator answers when it is called back, and needs the code that does";
