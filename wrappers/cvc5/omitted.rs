//! The functions of cvc5's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// The omitted functions, grouped by reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &["cvc5_get_output", "cvc5_close_output"],
        auxiliary: true,
        reason: "writes files",
    },
    Omission {
        names: &["cvc5_*print_stats_safe"],
        auxiliary: true,
        reason: "writes to a file descriptor; the same as text is called",
    },
    Omission {
        names: &["cvc5_parser_set_file_input"],
        auxiliary: true,
        reason: "reads a file; the same text is read from memory",
    },
    Omission {
        names: &["cvc5_mk_string_from_wchar", "cvc5_term_get_string_value"],
        auxiliary: true,
        reason: "deprecated: strings of `wchar_t`, whose size depends on the platform",
    },
];
