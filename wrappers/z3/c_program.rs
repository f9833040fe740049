//! Rules for recording calls of Z3 and for writing them as a C program, in addition to the
//! declarations.

use murxla_fsm::wrapper::c_api::{
    CProgramRules, Callbacks, ConstantNames, Count, ErrorReport, LengthRule,
};

pub(super) const RULES: CProgramRules = CProgramRules {
    headers: &[
        include_str!("api.h"),
        include_str!("actions.h"),
        include_str!("theories.h"),
    ],
    prefixes: &["Z3_"],
    sort: "Z3_sort",
    term: "Z3_ast",
    handles: &[],
    lengths: &[
        LengthRule("Z3_mk_lstring", "bytes", Count::Of("n")),
        LengthRule("Z3_query_constructor", "made", Count::One),
        LengthRule("Z3_query_constructor", "tester", Count::One),
        LengthRule("Z3_mk_tuple_sort", "make", Count::One),
        LengthRule("Z3_get_lstring", "", Count::Of("ns")),
    ],
    silent: &["Z3_get_error_code"],
    errors: Some(ErrorReport::Callback("Z3_set_error_handler", FAIL)),
    callbacks: &[
        Callbacks("Z3_set_error_handler", &[IGNORE], None),
        Callbacks("Z3_solver_propagate_init", &[PUSH, POP, FRESH], PROPAGATOR),
        Callbacks("Z3_solver_propagate_created", &[CREATED], PROPAGATOR),
        Callbacks("Z3_solver_propagate_decide", &[DECIDE], PROPAGATOR),
        Callbacks("Z3_solver_propagate_diseq", &[EQUAL], PROPAGATOR),
        Callbacks("Z3_solver_propagate_eq", &[EQUAL], PROPAGATOR),
        Callbacks("Z3_solver_propagate_final", &[FINAL], PROPAGATOR),
        Callbacks("Z3_solver_propagate_fixed", &[EQUAL], PROPAGATOR),
        Callbacks("Z3_solver_propagate_on_binding", &[BIND], PROPAGATOR),
        Callbacks("Z3_solver_register_on_clause", &[CLAUSE], None),
        Callbacks("Z3_optimize_register_model_eh", &[STATE], None),
        Callbacks("Z3_fixedpoint_add_callback", &[LEMMA, STATE, STATE], None),
    ],
    references: &["Z3_inc_ref", "Z3_dec_ref", "*_dec_ref", "Z3_del_config"],
    counted_once: &["*_inc_ref"],
    instances: &["Z3_mk_config", "Z3_mk_context*"],
    queries: &[
        "Z3_get_*",
        "Z3_is_*",
        "Z3_fpa_get_*",
        "Z3_fpa_is_*",
        "Z3_func_entry_get_*",
        "Z3_func_interp_get_*",
        "Z3_model_get_*",
        "Z3_model_has_*",
        "Z3_mk_string_symbol",
        "Z3_ast_vector_get",
        "Z3_ast_vector_size",
        "Z3_constructor_num_fields",
        "Z3_solver_get_reason_unknown",
        "Z3_optimize_get_reason_unknown",
        "Z3_mk_*_sort",
        "*_to_string",
    ],
    incidental: &[
        "*_get_descr",
        "*_get_help",
        "*_get_param_descrs",
        "*_get_statistics",
        "*_get_num_scopes",
        "Z3_param_descrs_*",
        "Z3_params_validate",
        "Z3_stats_*",
        "Z3_get_*_id",
        "Z3_get_*_hash",
        "Z3_get_*_name",
        "Z3_get_num_*",
        "Z3_get_symbol_string",
        "Z3_get_version",
        "Z3_get_full_version",
    ],
    forms: &[
        "Z3_get_sort*",
        "Z3_get_*_sort_*",
        "Z3_get_ast_kind",
        "Z3_get_decl_kind",
        "Z3_get_arity",
        "Z3_get_domain*",
        "Z3_get_range",
        "Z3_is_*sort*",
        "Z3_fpa_get_ebits",
        "Z3_fpa_get_sbits",
    ],
    plain: &[("Z3_mk_context_rc", "Z3_mk_context")],
    left_out: &[],
    companions: &[],
    frees: &[],
    system: &[],
    constants: &[
        ("Z3_solver_check*", "", LBOOL),
        ("Z3_optimize_check", "", LBOOL),
        ("Z3_fixedpoint_query*", "", LBOOL),
        ("Z3_solver_get_consequences", "", LBOOL),
        ("Z3_get_implied_equalities", "", LBOOL),
        (
            "Z3_set_ast_print_mode",
            "r",
            ConstantNames::Enumerators("Z3_PRINT_"),
        ),
    ],
};

/// Z3_lbool, the type of answers.
const LBOOL: ConstantNames = ConstantNames::Enumerators("Z3_L_");

const PROPAGATOR: Option<&str> = Some(
    "the propagator of the run works in its callbacks, that of the program does nothing in them",
);

const FAIL: &str =
    "static void fail(Z3_context c, int code) { failed(Z3_get_error_msg(c, code)); }";
const IGNORE: &str = "static void ignore(Z3_context c, int code) { (void)c; (void)code; }";
const STATE: &str = "static void on_state(void *state) { (void)state; }";
const PUSH: &str =
    "static void on_push(void *state, Z3_solver_callback cb) { (void)state; (void)cb; }";
const POP: &str = "static void on_pop(void *state, Z3_solver_callback cb, unsigned levels) { (void)state; (void)cb; (void)levels; }";
const FRESH: &str =
    "static void *on_fresh(void *state, Z3_context other) { (void)other; return state; }";
const CREATED: &str = "static void on_created(void *state, Z3_solver_callback cb, Z3_ast term) { (void)state; (void)cb; (void)term; }";
const DECIDE: &str = "static void on_decide(void *state, Z3_solver_callback cb, Z3_ast term, unsigned bit, _Bool phase) { (void)state; (void)cb; (void)term; (void)bit; (void)phase; }";
const EQUAL: &str = "static void on_equal(void *state, Z3_solver_callback cb, Z3_ast a, Z3_ast b) { (void)state; (void)cb; (void)a; (void)b; }";
const FINAL: &str =
    "static void on_final(void *state, Z3_solver_callback cb) { (void)state; (void)cb; }";
const BIND: &str = "static _Bool on_binding(void *state, Z3_solver_callback cb, Z3_ast quantifier, Z3_ast instance) { (void)state; (void)cb; (void)quantifier; (void)instance; return 1; }";
const CLAUSE: &str = "static void on_clause(void *state, Z3_ast hint, unsigned n, const unsigned *deps, Z3_ast_vector literals) { (void)state; (void)hint; (void)n; (void)deps; (void)literals; }";
const LEMMA: &str = "static void on_lemma(void *state, Z3_ast lemma, unsigned level) { (void)state; (void)lemma; (void)level; }";
