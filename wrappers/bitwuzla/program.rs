//! What a C program of Bitwuzla's calls needs to know besides the declarations.

use crate::record::rules::{CalledBack, Exception, Interface, Known, Names};

pub(crate) const INTERFACE: Interface = Interface {
    headers: &[include_str!("api.h")],
    prefixes: &["bitwuzla_", "Bitwuzla"],
    sort: "BitwuzlaSort",
    term: "BitwuzlaTerm",
    handles: &[],
    exceptions: &[Exception(
        "bitwuzla_get_interpolants",
        "partition",
        Known::Each("parts", "sizes"),
    )],
    silent: &[],
    called_back: &[
        CalledBack("bitwuzla_set_abort_callback", &[COMPLAIN], None),
        CalledBack("bitwuzla_set_termination_callback", &[GO_ON], None),
        CalledBack("bitwuzla_parser_set_termination_callback", &[GO_ON], None),
    ],
    left_out: &[],
    frees: &["free"],
    system: &["FILE", "open_memstream", "fclose", "free"],
    names: &[
        (
            "bitwuzla_mk_term*",
            "kind",
            Names::Told("bitwuzla_kind_to_string"),
        ),
        (
            "bitwuzla_term_get_kind",
            "",
            Names::Told("bitwuzla_kind_to_string"),
        ),
        ("bitwuzla_check_sat*", "", Names::Declared("BITWUZLA_")),
        (
            "bitwuzla_mk_rm_value",
            "rm",
            Names::Declared("BITWUZLA_RM_"),
        ),
    ],
};

const COMPLAIN: &str = "static void complain(const char *message) { printf(\"%s\\n\", message); }";
/// The wrapper's counts down where a check has a budget.
const GO_ON: &str = "static int go_on(void *state) { (void)state; return 0; }";
