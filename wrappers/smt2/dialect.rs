//! The dialect of a script: the language of a solver in one release.

use super::language::{Language, Releases, SMT_LIB};
use super::symbol::is_simple;
use murxla_fsm::op::Op;
use murxla_fsm::profile::Release;
use murxla_fsm::solver::Error;
use std::fmt;

/// In errors about a command, the text before the one who does not have it.
pub const WITHOUT: &str = " without ";

/// The language of a solver's program, in one release. All dialects have the same meaning. They
/// differ where solvers deviate from the standard, and in the options that they support.
#[derive(Clone, Debug)]
pub struct Dialect {
    pub(super) language: &'static Language,
    /// The release. `None`: the newest.
    release: Option<Release>,
}

impl Default for Dialect {
    /// The standard.
    fn default() -> Self {
        Self::new(&SMT_LIB, None)
    }
}

/// Who reads scripts in this dialect, for messages about what it does not have.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_standard() {
            return f.write_str("SMT-LIB");
        }
        write!(f, "the program of {}", self.language.solver)?;
        match &self.release {
            Some(release) => write!(f, " {release}"),
            None => Ok(()),
        }
    }
}

impl Dialect {
    /// The dialect of a release. Without a version, it is that of the newest release that is known
    /// here.
    pub(crate) fn new(language: &'static Language, version: Option<&str>) -> Self {
        Self {
            language,
            release: version.and_then(Release::parse),
        }
    }

    fn is_standard(&self) -> bool {
        self.language.solver.is_empty()
    }

    /// Whether it is a dialect of this solver.
    pub(crate) fn is_of(&self, solver: &str) -> bool {
        self.language.solver == solver
    }

    /// Whether the release is known, and comes before the one of this version.
    pub(crate) fn is_before(&self, version: &str) -> bool {
        let release = self.release.as_ref();
        release.is_some_and(|its| Some(its) < Release::parse(version).as_ref())
    }

    /// Whether the release is one of these.
    pub(super) fn is_in(&self, releases: Releases) -> bool {
        match releases {
            Releases::All => true,
            Releases::None => false,
            Releases::Since(version) => !self.is_before(version),
            Releases::Before(version) => self.is_before(version),
        }
    }

    /// Whether the parser does not have this command, option or operator.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.language.missing.contains(&name)
    }

    /// The error of a call for which the parser has no command, always or at some `time`.
    pub(super) fn without(&self, command: &str, time: &str) -> Error {
        Error::Unsupported(format!("{command}{WITHOUT}{self}{time}"))
    }

    /// The value of an option.
    pub(super) fn option_value(&self, value: String, is_standard: bool) -> String {
        let is_mode = value.starts_with(|c: char| c.is_ascii_alphabetic())
            && !matches!(&value[..], "true" | "false");
        if self.language.quotes_modes && !is_standard && is_mode {
            format!("\"{value}\"")
        } else {
            value
        }
    }

    /// The keyword of an option. `is_standard`: whether SMT-LIB has the option.
    pub(super) fn option(&self, name: &str, is_standard: bool) -> Option<String> {
        match name {
            _ if self.lacks(name) => None,
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            _ => (self.language.keyword)(self, name),
        }
    }

    /// Whether the operator only exists in the logic ALL.
    pub(super) fn needs_all(&self, op: Op, symbol: &str) -> bool {
        (self.language.needs_all)(self, op, symbol)
    }

    /// The text before and after the arguments of an application of `op`, if it is not `(symbol`
    /// and `)`.
    pub(super) fn spelling(&self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        (self.language.spelling)(self, op, indices)
    }

    /// The name of `logic`.
    pub(super) fn logic<'l>(&self, logic: &'l str) -> &'l str {
        let known = self.language.logics;
        match (self.language.other_logic)(logic) {
            Some(other) => other,
            None if known.is_empty() || known.contains(&logic) => logic,
            None => "ALL",
        }
    }
}
