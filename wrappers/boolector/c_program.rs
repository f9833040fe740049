//! Rules for recording calls of Boolector and for writing them as a C program, in addition to the
//! declarations.

use murxla_fsm::wrapper::c_api::{CProgramRules, Callbacks, ConstantNames, Count, LengthRule};

pub(super) const RULES: CProgramRules = CProgramRules {
    headers: &[include_str!("api.h")],
    prefixes: &["boolector_", "Boolector"],
    sort: "BoolectorSort",
    term: "BoolectorNode *",
    handles: &["BoolectorSort"],
    lengths: &[
        LengthRule("boolector_get_failed_assumptions", "", Count::Terminated),
        LengthRule("fmemopen", "text", Count::Of("size")),
    ],
    silent: &[],
    errors: None,
    callbacks: &[
        Callbacks("boolector_set_abort", &[GIVE_UP], None),
        Callbacks("boolector_set_term", &[GO_ON], None),
    ],
    references: &["boolector_copy*", "boolector_release*"],
    counted_once: &[],
    instances: &["boolector_new", "boolector_clone"],
    queries: &[
        "boolector_get_*",
        "boolector_is_*",
        "boolector_fun_get_*",
        "boolector_bitvec_sort_get_width",
        "boolector_first_opt",
        "boolector_has_opt",
        "boolector_next_opt",
    ],
    incidental: &[
        "boolector_get_refs",
        "boolector_get_node_id",
        "boolector_get_opt*",
    ],
    forms: &[
        "boolector_is_*",
        "boolector_get_sort",
        "boolector_fun_get_*",
    ],
    plain: &[],
    left_out: &[],
    companions: &[],
    frees: &[
        "boolector_free_bits",
        "boolector_free_bv_assignment",
        "boolector_free_array_assignment",
        "boolector_free_uf_assignment",
        "free",
    ],
    system: &[
        "BoolectorFile",
        "fmemopen",
        "open_memstream",
        "fclose",
        "free",
        "setenv",
        "unsetenv",
    ],
    constants: &[
        ("boolector_sat", "", ANSWER),
        ("boolector_limited_sat", "", ANSWER),
        ("boolector_simplify", "", ANSWER),
    ],
};

const ANSWER: ConstantNames = ConstantNames::Enumerators("BOOLECTOR_");
const GIVE_UP: &str = "static void give_up(const char *message) { fprintf(stderr, \"boolector: error: %s\\n\", message); exit(1); }";
/// Never stops a search. The wrapper's callback also counts down the search budget.
const GO_ON: &str = "static int go_on(void *state) { (void)state; return 0; }";
