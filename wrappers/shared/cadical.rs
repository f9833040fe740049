//! CaDiCaL, the SAT solver that is part of several solvers: what it prints when it aborts because a
//! solver calls it in a state that does not allow the call, and its functions.

/// How it begins to say why.
pub(crate) const ANNOUNCEMENT: &str = "fatal error: invalid API usage";

/// The form of the whole message.
pub(crate) const ASSERTION: &str =
    r"fatal error: invalid API usage of '(?P<function>.*)' in '(?P<file>.*)': (?P<text>.*)";

/// How the names of its functions begin.
pub(crate) const FUNCTIONS: &str = "_ZN7CaDiCaL";
