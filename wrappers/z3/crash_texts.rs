//! What Z3 prints when it aborts, and functions in which many crashes show.

use murxla_fsm::wrapper::CrashTexts;

pub(super) const CRASH_TEXTS: CrashTexts = CrashTexts {
    announcements: &["ASSERTION VIOLATION", "Failed to validate"],
    assertions: &[
        r"ASSERTION VIOLATION\nFile: (?P<file>.*)\nLine: \d+\n(?:Failed to verify: )?(?P<text>.*)",
    ],
    ends: &[
        "_Z26notify_assertion_violation",
        "_Z15invoke_debugger",
        "_Z16ask_debug_action",
        "_Z18invoke_exit_action",
    ],
    allocators: &["_ZN22small_object_allocator", "_ZN6memory"],
    data_structures: &[
        "_ZN10old_buffer",
        "_ZN10ref_vector",
        "_ZN11ast_manager",
        "_ZN11mpq_manager",
        "_ZN11mpz_manager",
        "_ZN13obj_hashtable",
        "_ZN14core_hashtable",
        "_ZN15ref_vector_core",
        "_ZN3map",
        "_ZN6vector",
        "_ZN7obj_map",
        "_ZN8rational",
        "_ZN9table2map",
    ],
    ..CrashTexts::NONE
};
