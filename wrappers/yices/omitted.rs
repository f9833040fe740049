//! The functions of Yices's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// The omitted functions, grouped by reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &["yices_pp_*", "yices_print_*"],
        auxiliary: true,
        reason: "takes a `FILE`; the same with a descriptor is called",
    },
    Omission {
        names: &["yices_exit"],
        auxiliary: true,
        reason: "frees what later runs of the process use; a reset is called",
    },
    Omission {
        names: &["yices_set_out_of_mem_callback"],
        auxiliary: true,
        reason: "is called when the process is about to end: nothing can be checked after it",
    },
    Omission {
        names: &["yices_version", "yices_build_*", "yices_rev"],
        auxiliary: true,
        reason: "variables; what they say is read",
    },
    Omission {
        names: &["yices_*_algebraic_number*"],
        auxiliary: true,
        reason: "takes and fills structures of libpoly, another library whose layout depends on its version",
    },
];
