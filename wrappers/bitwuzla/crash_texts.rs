//! What the SAT solver of Bitwuzla prints when it aborts, and functions in which many crashes show.

use crate::shared::cadical;
use murxla_fsm::wrapper::CrashTexts;

pub(super) const CRASH_TEXTS: CrashTexts = CrashTexts {
    announcements: &[cadical::ANNOUNCEMENT],
    assertions: &[cadical::ASSERTION],
    values: &[
        "_ZN4bzla2fp11SymFpuSymBV",
        "_ZN4bzla2fp12SymFpuTraits",
        "_ZN4bzla2fp15SymFpuSymTraits",
        "_ZN4bzla9BitVector",
    ],
    foreign: &[cadical::FUNCTIONS],
    ..CrashTexts::NONE
};
