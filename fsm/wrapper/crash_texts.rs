//! What a solver prints when it aborts, and functions on the stack of a crash that do not tell one
//! bug from another.
//!
//! Names of functions are beginnings of mangled names, `_ZN6vector`. A method of a constant object,
//! `_ZNK6vector`, begins with the same name.

/// What is known about the crashes of a solver.
#[derive(Clone, Copy, Debug)]
pub struct CrashTexts {
    /// How it begins to say why it aborts the process.
    pub announcements: &'static [&'static str],
    /// The forms of failed assertions, as regular expressions with the groups `file`, `text` and,
    /// if it is printed, `function`.
    pub assertions: &'static [&'static str],
    /// Functions that end the process.
    pub ends: &'static [&'static str],
    /// Functions of allocators. No bug is in them.
    pub allocators: &'static [&'static str],
    /// Functions of data structures, in which many bugs show. Their callers identify a crash.
    pub data_structures: &'static [&'static str],
    /// Functions of values, in which crashes show for many reasons. A wrong answer may come from
    /// them.
    pub values: &'static [&'static str],
    /// Functions of other projects that are part of the solver.
    pub foreign: &'static [&'static str],
}

impl CrashTexts {
    /// Nothing is known.
    pub const NONE: Self = Self {
        announcements: &[],
        assertions: &[],
        ends: &[],
        allocators: &[],
        data_structures: &[],
        values: &[],
        foreign: &[],
    };
}
