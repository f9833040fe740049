//! The kinds of bugs.

use crate::solver::Answer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Declares [`BugKind`], whose kinds without details have a name each.
macro_rules! bug_kinds {
    ($($(#[doc = $doc:literal])* $kind:ident $name:literal;)*) => {
        /// The kind of a bug. Its text is the first part of the key and of the id of a finding.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(from = "String", into = "String")]
        pub enum BugKind {
            $($(#[doc = $doc])* $kind,)*
            /// A crash by a signal, `SIGSEGV`: `crash-SIGSEGV`.
            Crash(Box<str>),
            /// The library ended the process with this code: `exit-3`.
            Exit(i32),
            /// AddressSanitizer ended the process because of an access to bad memory:
            /// `address-heap-use-after-free`.
            Address(Box<str>),
            /// UndefinedBehaviorSanitizer reported this: `undefined-signed-integer-overflow`.
            Undefined(Box<str>),
            /// A bug of a solver of `--cross-check`: `reference-crash-SIGSEGV`.
            OfReference(Box<BugKind>),
            /// A kind of another version of this program.
            Other(Box<str>),
        }

        impl BugKind {
            /// The kinds without details.
            pub const PLAIN: &'static [Self] = &[$(Self::$kind),*];

            /// The name. Where details follow it, it ends with a hyphen. It is empty for
            /// [`BugKind::Other`].
            #[must_use]
            pub const fn family(&self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                    Self::Crash(_) => CRASH,
                    Self::Exit(_) => EXIT,
                    Self::Address(_) => ADDRESS,
                    Self::Undefined(_) => UNDEFINED,
                    Self::OfReference(_) => REFERENCE,
                    Self::Other(_) => "",
                }
            }
        }
    };
}

const CRASH: &str = "crash-";
const EXIT: &str = "exit-";
const ADDRESS: &str = "address-";
const UNDEFINED: &str = "undefined-";
const REFERENCE: &str = "reference-";

bug_kinds! {
    /// The answer `unsat` is wrong.
    WrongUnsat "wrong-unsat";
    /// The answer `sat` is wrong.
    WrongSat "wrong-sat";
    /// Two solvers gave contradictory answers.
    Disagreement "disagreement";
    /// Two answers of the solver contradict each other.
    Contradiction "contradiction";
    /// A value in a model is wrong.
    WrongModel "wrong-model";
    /// An unsat core is satisfiable.
    WrongCore "wrong-core";
    /// Unsatisfiable assumptions are satisfiable.
    WrongAssumptions "wrong-assumptions";
    /// A core or unsatisfiable assumptions have formulas that were not asserted or assumed.
    WrongMembers "wrong-members";
    /// Another result is wrong.
    WrongResult "wrong-result";
    /// A value is read back as another one.
    WrongValue "wrong-value";
    /// A term has the wrong sort.
    WrongSort "wrong-sort";
    /// An assertion of the solver failed, which ends the process.
    Assertion "assertion";
    /// A valid call was rejected.
    Rejected "rejected";
    /// A call that does not search reached the memory limit.
    Memory "memory";
    /// A call that does not search reached the time limit.
    Timeout "timeout";
    /// The memory in use grows with each repetition of the calls.
    Leak "leak";
    /// The solver gives up where another one decides.
    GaveUp "gave-up";
    /// The solver reaches its limit of resources where another release, or one with other options,
    /// decides with a hundredth of it.
    Slower "slower";
}

impl BugKind {
    /// The wrong answer, if the bug is one.
    #[must_use]
    pub fn wrong_answer(&self) -> Option<Answer> {
        match self {
            Self::WrongSat => Some(Answer::Sat),
            Self::WrongUnsat => Some(Answer::Unsat),
            _ => None,
        }
    }

    /// Whether an answer or the model of an answer is wrong.
    #[must_use]
    pub fn is_about_answer(&self) -> bool {
        matches!(
            self,
            Self::WrongUnsat
                | Self::WrongSat
                | Self::WrongModel
                | Self::Disagreement
                | Self::Contradiction
        )
    }

    /// Whether the evidence is that formulas are true under the hidden assignment.
    #[must_use]
    pub fn is_by_assignment(&self) -> bool {
        matches!(
            self,
            Self::WrongUnsat | Self::WrongCore | Self::WrongAssumptions | Self::Disagreement
        )
    }

    /// Whether a run may not show the bug by itself, because an oracle in another process has found
    /// it.
    #[must_use]
    pub fn needs_other_process(&self) -> bool {
        matches!(
            self,
            Self::Disagreement
                | Self::WrongCore
                | Self::WrongAssumptions
                | Self::WrongModel
                | Self::GaveUp
                | Self::Slower
                | Self::OfReference(_)
        )
    }

    /// Whether the library ends the process.
    #[must_use]
    pub fn ends_process(&self) -> bool {
        matches!(
            self,
            Self::Crash(_) | Self::Exit(_) | Self::Assertion | Self::Address(_)
        )
    }

    /// Whether one bug may show as both of these kinds: memory that a solver has corrupted ends a
    /// process in several ways, and a wrong answer shows in several ways.
    #[must_use]
    pub fn may_be_same(&self, other: &Self) -> bool {
        self == other
            || self.ends_process() && other.ends_process()
            || self.is_about_answer() && other.is_about_answer()
    }

    /// Whether a bug of this kind is also one of the other kind, about which more is known: a model
    /// of a wrong `sat` is wrong, too, and of two answers that contradict each other one is wrong.
    #[must_use]
    pub fn may_turn_out_as(&self, other: &Self) -> bool {
        match self {
            Self::WrongModel => *other == Self::WrongSat,
            Self::Contradiction => other.wrong_answer().is_some(),
            _ => false,
        }
    }

    /// Whether it may be an access to bad memory, which ends a process by one of several signals.
    #[must_use]
    pub fn may_be_memory_error(&self) -> bool {
        match self {
            Self::Crash(signal) => ["SIGSEGV", "SIGBUS", "SIGABRT"].contains(&&**signal),
            kind => matches!(kind, Self::Address(_)),
        }
    }

    /// Whether it is about a limit.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Timeout | Self::Memory)
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family())?;
        match self {
            Self::Crash(detail) | Self::Address(detail) | Self::Undefined(detail) => {
                f.write_str(detail)
            }
            Self::Exit(code) => write!(f, "{code}"),
            Self::OfReference(kind) => write!(f, "{kind}"),
            Self::Other(name) => f.write_str(name),
            _ => Ok(()),
        }
    }
}

impl From<&str> for BugKind {
    fn from(text: &str) -> Self {
        // A solver of `--cross-check` has no reference itself.
        if let Some(kind) = text.strip_prefix(REFERENCE)
            && !kind.starts_with(REFERENCE)
        {
            return Self::OfReference(Box::new(Self::from(kind)));
        }
        let plain = Self::PLAIN.iter().find(|kind| kind.family() == text);
        type WithDetail = fn(Box<str>) -> BugKind;
        let with_detail: [(&str, WithDetail); 3] = [
            (CRASH, Self::Crash),
            (ADDRESS, Self::Address),
            (UNDEFINED, Self::Undefined),
        ];
        let mut with_detail = with_detail.iter();
        let detailed =
            with_detail.find_map(|(family, kind)| Some(kind(text.strip_prefix(family)?.into())));
        let code = text.strip_prefix(EXIT).and_then(|code| code.parse().ok());
        let kind = plain.cloned();
        let kind = kind.or(detailed);
        let kind = kind.or_else(|| code.map(Self::Exit));
        // The text of a kind is the one from which it was read, which `exit-03` would not be.
        let kind = kind.filter(|kind| kind.to_string() == text);
        kind.unwrap_or_else(|| Self::Other(text.into()))
    }
}

impl From<String> for BugKind {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<BugKind> for String {
    fn from(kind: BugKind) -> Self {
        kind.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        let plain = BugKind::PLAIN.iter().map(BugKind::to_string);
        let others = [
            "crash-SIGSEGV",
            "crash-",
            "exit-3",
            "exit--1",
            "exit-03",
            "exit-x",
            "reference-wrong-sat",
            "reference-reference-leak",
            "",
            "-",
            "unheard-of",
        ];
        for text in plain.chain(others.map(str::to_owned)) {
            let kind = BugKind::from(text.as_str());
            assert_eq!(kind.to_string(), text);
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, format!("{text:?}"));
            assert_eq!(serde_json::from_str::<BugKind>(&json).unwrap(), kind);
        }
        assert_eq!(BugKind::from("exit-3"), BugKind::Exit(3));
        assert_eq!(BugKind::from("exit-03"), BugKind::Other("exit-03".into()));
        let of_reference = BugKind::OfReference(Box::new(BugKind::WrongSat));
        assert_eq!(BugKind::from("reference-wrong-sat"), of_reference);
    }
}
