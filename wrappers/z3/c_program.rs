//! What C programs for Z3 need besides the declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, Callbacks, ErrorReport};

pub(super) const RULES: CProgramRules = CProgramRules {
    prefixes: &["Z3_"],
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
};

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
