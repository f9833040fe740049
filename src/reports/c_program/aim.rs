//! What a program is to show, and how much of the run it repeats for it.

use super::support::BugSign;
use murxla_fsm::oracle::BugKind;

/// How much of a run a program repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramStyle {
    /// All calls.
    Full,
    /// Without calls that only look at objects.
    Short,
    /// Without calls that only look at objects or count references.
    Plain,
    /// As [`Self::Plain`], and without sorts and terms that no other call needs. A library may
    /// number objects, so that this can change what it does.
    Minimal,
}

impl ProgramStyle {
    /// Whether the program lacks calls that count references, and is not about memory.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Plain | Self::Minimal)
    }
}

/// What a program is to show, and how much of the run it repeats for it.
#[derive(Clone, Copy)]
pub struct ProgramAim<'a> {
    /// The kind of the bug, if the run showed one.
    pub kind: Option<&'a BugKind>,
    /// How the program recognises the bug.
    pub sign: BugSign,
    /// How much it repeats.
    pub style: ProgramStyle,
    /// Whether the bug may be in what the library says about sorts and the form of terms.
    pub is_about_forms: bool,
    /// Whether the bug is in which terms of the run the library returns.
    pub is_about_terms: bool,
}
