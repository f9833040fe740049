//! The functions of Z3's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// The omitted functions, grouped by reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &[
            "Z3_open_log",
            "Z3_close_log",
            "Z3_append_log",
            "Z3_enable_trace",
            "Z3_disable_trace",
        ],
        auxiliary: true,
        reason: "writes files",
    },
    Omission {
        names: &["Z3_*_from_file", "Z3_parse_smtlib2_file"],
        auxiliary: true,
        reason: "reads files; the same with strings is called",
    },
    Omission {
        names: &["Z3_finalize_memory", "Z3_reset_memory"],
        auxiliary: true,
        reason: "frees what later runs of the process use",
    },
    Omission {
        names: &["Z3_mk_context", "Z3_enable_concurrent_dec_ref"],
        auxiliary: true,
        reason: "another way to count references, which a context must keep to",
    },
    Omission {
        names: &["Z3_solver_interrupt"],
        auxiliary: false,
        reason: "as `Z3_interrupt`, for one solver of a context",
    },
    Omission {
        names: &["Z3_tactic_par_or", "Z3_tactic_par_and_then"],
        auxiliary: false,
        reason: "answers would depend on scheduling",
    },
    Omission {
        names: &["Z3_get_numeral_rational"],
        auxiliary: true,
        reason: "for wrappers in C++",
    },
    Omission {
        names: &["Z3_set_proof_check_callback"],
        auxiliary: true,
        reason: "needs a plug-in that checks proofs",
    },
    Omission {
        names: &["Z3_fixedpoint_init", "Z3_fixedpoint_set_reduce_*"],
        auxiliary: false,
        reason: "for relations kept outside of Z3",
    },
    Omission {
        names: &["Z3_get_relation_*"],
        auxiliary: false,
        reason: "sorts of relations are those of terms that relations kept outside of Z3 are told of",
    },
    Omission {
        names: &["Z3_fixedpoint_assert"],
        auxiliary: false,
        reason: "axioms beside the rules: the engines that are called refuse to answer then",
    },
    Omission {
        names: &["Z3_mk_bvmsb"],
        auxiliary: false,
        reason: "exported, but in no header of Z3's",
    },
];
