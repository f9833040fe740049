//! The functions of Boolector's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// The omitted functions, grouped by reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &["boolector_mc_*"],
        auxiliary: true,
        reason: "the model checker, another API on top of the solver",
    },
    Omission {
        names: &[
            "boolector_nodemap_*",
            "boolector_add_output",
            "boolector_chkclone",
            "boolector_get_btor_msg",
            "boolector_set_btor_id",
        ],
        auxiliary: true,
        reason: "for the programs of the library: no public header declares them",
    },
    Omission {
        names: &["boolector_print_stats"],
        auxiliary: true,
        reason: "prints on standard output",
    },
    Omission {
        names: &["boolector_fun_get_domain_sort"],
        auxiliary: false,
        reason: "a tuple sort, which no function takes",
    },
    Omission {
        names: &["boolector_match_node_by_symbol"],
        auxiliary: false,
        reason: "the names of symbols change with levels",
    },
];
