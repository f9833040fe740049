//! The functions of Boolector's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// By reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &["boolector_mc_*"],
        plumbing: true,
        reason: "the model checker, an API of its own on top of the solver's",
    },
    Omission {
        names: &[
            "boolector_nodemap_*",
            "boolector_add_output",
            "boolector_chkclone",
            "boolector_get_btor_msg",
            "boolector_set_btor_id",
        ],
        plumbing: true,
        reason: "of the library's own programs: no header for users declares them",
    },
    Omission {
        names: &["boolector_print_stats"],
        plumbing: true,
        reason: "prints on standard output",
    },
    Omission {
        names: &["boolector_parse_smt1"],
        plumbing: true,
        reason: "nothing writes SMT-LIB 1",
    },
    Omission {
        names: &["boolector_dump_aiger_*"],
        plumbing: true,
        reason: "circuits, which no parser of the library reads back",
    },
    Omission {
        names: &["boolector_print_value_smt2"],
        plumbing: true,
        reason: "values are read, and printed with the model",
    },
    Omission {
        names: &["boolector_fun_get_domain_sort"],
        plumbing: false,
        reason: "a tuple sort, which no function takes",
    },
    Omission {
        names: &["boolector_match_node_by_symbol"],
        plumbing: false,
        reason: "symbols change their names with levels",
    },
];
