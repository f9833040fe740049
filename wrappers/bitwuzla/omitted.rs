//! The functions of Bitwuzla's C API that are not called on purpose.

use murxla_fsm::wrapper::Omission;

/// The omitted functions, grouped by reason.
pub(super) const OMITTED: &[Omission] = &[
    Omission {
        names: &["bitwuzla_set_option_string", "bitwuzla_get_option_string"],
        auxiliary: false,
        reason: "options whose values are any texts: they name files, which runs do not write",
    },
    Omission {
        names: &["bitwuzla_options_set_diagnostic_output_stream"],
        auxiliary: true,
        reason: "sets where the library prints messages",
    },
];
