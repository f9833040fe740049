//! Exit codes, and errors with their exit codes.

use crate::cli::command_line_with;
use murxla_executor::Verdict;
use murxla_fsm::trace::ResolveError;
use std::fmt;
use std::path::Path;

/// There is no finding.
pub const CLEAN: u8 = 0;
/// There is a finding.
pub const FINDING: u8 = 1;
/// The command line is wrong.
pub const USAGE: u8 = 2;
/// The configuration is wrong: unknown solver, library not found or not usable, bad profile,
/// results directory not writable.
pub const CONFIGURATION: u8 = 3;
/// The trace is wrong, or needs something that the solver does not have.
pub const TRACE: u8 = 4;
/// A finding was not reproduced.
pub const NOT_REPRODUCED: u8 = 5;
/// A defect of murxla-rs.
pub const DEFECT: u8 = 70;
/// Interrupted: a campaign after its summary, an installation after its files are removed.
pub const INTERRUPTED: u8 = 130;

/// An error for the user, with its exit code.
#[derive(Clone, Debug)]
pub struct Failure {
    /// One of the codes above.
    pub code: u8,
    /// A sentence that says what the user can do.
    pub message: String,
}

impl Failure {
    /// Whether it ends a command that tries several files or solvers. Other failures are reported,
    /// and the command continues.
    #[must_use]
    pub fn ends_command(&self) -> bool {
        matches!(self.code, INTERRUPTED | DEFECT)
    }

    /// An error with the code `USAGE`.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            code: USAGE,
            message: message.into(),
        }
    }

    /// An error with the code `CONFIGURATION`.
    pub fn configuration(message: impl Into<String>) -> Self {
        Self {
            code: CONFIGURATION,
            message: message.into(),
        }
    }

    /// An error with the code `TRACE`.
    pub fn trace(message: impl Into<String>) -> Self {
        Self {
            code: TRACE,
            message: message.into(),
        }
    }
}

impl Failure {
    /// A file asks for something that only the user may ask for. `what` says what it is.
    pub fn untrusted(what: impl fmt::Display) -> Self {
        let retry = command_line_with(&["--trust"]);
        Self::configuration(format!("{what}; if you trust it, use: {retry}"))
    }

    /// A trace cannot be made into calls.
    pub fn unresolved(error: &ResolveError) -> Self {
        match error {
            ResolveError::Forbidden(_) => Self::untrusted(error),
            _ => Self::trace(error.to_string()),
        }
    }

    /// Why the calls of a trace could not be made, if the solver is not the reason.
    pub fn of_verdict(verdict: &Verdict) -> Option<Self> {
        match verdict {
            Verdict::Unusable(error) => Some(Self::unresolved(error)),
            Verdict::Defect(message) => Some(Self {
                code: DEFECT,
                message: message.clone(),
            }),
            _ => None,
        }
    }

    /// The same error with the name of its file.
    #[must_use]
    pub fn in_file(self, file: &Path) -> Self {
        let message = format!("{}: {}", file.display(), self.message);
        Self { message, ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<murxla_store::StoreError> for Failure {
    fn from(error: murxla_store::StoreError) -> Self {
        let code = match error {
            murxla_store::StoreError::Interrupted { .. } => INTERRUPTED,
            _ => CONFIGURATION,
        };
        Self {
            code,
            message: error.to_string(),
        }
    }
}

impl From<murxla_executor::ExecutorError> for Failure {
    fn from(error: murxla_executor::ExecutorError) -> Self {
        let code = match error {
            murxla_executor::ExecutorError::Load(_) => CONFIGURATION,
            murxla_executor::ExecutorError::Interrupted => INTERRUPTED,
            murxla_executor::ExecutorError::System(_) => DEFECT,
        };
        Self {
            code,
            message: error.to_string(),
        }
    }
}
