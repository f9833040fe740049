//! What cvc5 and its SAT solver print when they abort, and functions in which many crashes show.

use crate::shared::cadical;
use murxla_fsm::wrapper::CrashTexts;

pub(super) const CRASH_TEXTS: CrashTexts = CrashTexts {
    announcements: &["Fatal failure", cadical::ANNOUNCEMENT],
    assertions: &[
        r"Fatal failure within (?P<function>.*) at (?P<file>.*):\d+\s+(?:Check failure\s+)?(?P<text>.*)",
        cadical::ASSERTION,
    ],
    ends: &["_ZN4cvc58internal11FatalStreamD"],
    data_structures: &[
        "_ZN4cvc57context",
        "_ZN4cvc58internal12NodeTemplate",
        "_ZN4cvc58internal7Integer",
        "_ZN4cvc58internal8Rational",
        "_ZN4cvc58internal4expr9NodeValue",
    ],
    foreign: &[cadical::FUNCTIONS],
    ..CrashTexts::NONE
};
