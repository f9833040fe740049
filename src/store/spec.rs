//! Solvers as the user names them on the command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::catalogue;
use super::version::Version;
use murxla_fsm::profile::nearest::suggestion;

/// A solver as the user named it: `NAME`, `NAME@VERSION` or `NAME=PATH`. A version may be that of a
/// build, as in `z3@5.4.1+assertions`, which `z3+assertions` abbreviates.
///
/// Parsing does not check that the solver exists: see [`SolverSpec::check_name`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSpec {
    /// The name of the wrapper: `z3`, `cvc5`, `toy` …
    pub name: String,
    /// Where to get its library.
    pub source: SolverSource,
}

/// Where to get the library of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverSource {
    /// `NAME`: a library on this machine, else the pinned default is installed.
    Any,
    /// `NAME@VERSION`: this release or build.
    Version(Version),
    /// `NAME=PATH`: this shared library, or `smt2=COMMAND`, the command line of a program.
    Path(PathBuf),
}

/// Why a text is not the name of a solver. All are usage errors, except [`SpecError::Unknown`],
/// which is a configuration error (exit code 3).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name is empty or has invalid characters.
    #[error(
        "`{0}` is not the name of a solver: write NAME, NAME@VERSION or NAME=PATH, as in `z3`, `z3@4.8.5` or `z3=build/libz3.so`"
    )]
    Name(String),
    /// The text after `@` is not a version.
    #[error(
        "`{version}` is not a version: write numbers, as in `{name}@1.2.3` or `{name}@1.2.3+assertions+address`, or leave `@` out for the default"
    )]
    Version {
        /// The solver.
        name: String,
        /// The text after `@`.
        version: String,
    },
    /// The text after `+` is not an instrumentation, or no sources of the solver are pinned.
    #[error(
        "`{0}` does not name a build: write NAME@VERSION+WITH, where WITH is assertions, address, undefined, or several of them, as in `z3@5.4.1+assertions`"
    )]
    Build(String),
    /// It has control characters, such as line breaks.
    #[error("the name of a solver must not contain control characters")]
    Control,
    /// There is no text after `=`.
    #[error("there is no file after `{0}=`: write the path of the solver's shared library")]
    Path(String),
    /// There are both a version and a path.
    #[error("`{0}` has a version and a path: the library has its own version, so write NAME=PATH")]
    Both(String),
    /// There is no wrapper of this name.
    #[error("unknown solver `{name}`{} {}", near(name, known), known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// All existing names.
        known: Vec<String>,
    },
}

impl SolverSpec {
    /// Checks that the name is one of `known`.
    ///
    /// # Errors
    /// [`SpecError::Unknown`], which lists the known names.
    pub fn check_name(&self, known: &[&str]) -> Result<(), SpecError> {
        if known.contains(&self.name.as_str()) {
            return Ok(());
        }
        Err(SpecError::Unknown {
            name: self.name.clone(),
            known: known.iter().map(ToString::to_string).collect(),
        })
    }
}

impl FromStr for SolverSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.contains(char::is_control) {
            return Err(SpecError::Control);
        }
        // `=` first, because a path may contain `@`.
        if let Some((name, path)) = text.split_once('=') {
            if name.contains('@') {
                return Err(SpecError::Both(text.to_owned()));
            }
            let name = parse_name(name)?;
            if path.is_empty() {
                return Err(SpecError::Path(name));
            }
            let source = SolverSource::Path(path.into());
            return Ok(SolverSpec { name, source });
        }
        let Some((name, version)) = text.split_once('@') else {
            let Some((name, with)) = text.split_once('+') else {
                return Ok(SolverSpec {
                    name: parse_name(text)?,
                    source: SolverSource::Any,
                });
            };
            let name = parse_name(name)?;
            let no_build = || SpecError::Build(text.to_owned());
            let with = with.parse().map_err(|()| no_build())?;
            let newest = catalogue::newest_sources(&name).ok_or_else(no_build)?;
            return Ok(SolverSpec {
                name,
                source: SolverSource::Version(newest.with(with)),
            });
        };
        let name = parse_name(name)?;
        match version.parse() {
            Ok(version) => Ok(SolverSpec {
                name,
                source: SolverSource::Version(version),
            }),
            Err(()) => Err(SpecError::Version {
                name,
                version: version.to_owned(),
            }),
        }
    }
}

/// The suggestion of a known name, if one is near, and the words before all of them.
fn near(name: &str, known: &[String]) -> String {
    match suggestion(name, known.iter().map(String::as_str)) {
        near if near.is_empty() => ": the known solvers are".to_owned(),
        near => format!("{near} The known solvers are"),
    }
}

fn parse_name(name: &str) -> Result<String, SpecError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(fits) {
        return Err(SpecError::Name(name.to_owned()));
    }
    Ok(name.to_owned())
}

impl fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            SolverSource::Any => f.write_str(&self.name),
            SolverSource::Version(version) => write!(f, "{}@{version}", self.name),
            SolverSource::Path(path) => write!(f, "{}={}", self.name, path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SolverSpec, SpecError};

    fn parse(text: &str) -> Result<SolverSpec, SpecError> {
        text.parse()
    }

    #[test]
    fn what_is_printed_parses_to_the_same() {
        for text in [
            "z3",
            "toy",
            "z3@4.8.5",
            "z3@4.8.5+assertions+undefined",
            "cvc5=build/src/libcvc5.so",
            "z3=/a@b=c/libz3.so",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_version_of_a_build_may_be_left_out() {
        let spec = parse("bitwuzla+address").unwrap().to_string();
        assert!(
            spec.starts_with("bitwuzla@") && spec.ends_with("+address"),
            "{spec}"
        );
    }

    #[test]
    fn errors_say_what_to_write_instead() {
        for (text, expected) in [
            ("", "write NAME, NAME@VERSION or NAME=PATH"),
            ("../z3", "write NAME"),
            ("z3@", "leave `@` out"),
            ("z3@latest", "`latest` is not a version"),
            ("z3@4.8.5+x", "`4.8.5+x` is not a version"),
            ("z3+x", "where WITH is assertions"),
            ("toy+assertions", "does not name a build"),
            ("z3=", "write the path"),
            ("z3@1=x", "write NAME=PATH"),
            ("z3=\u{1b}[2Jlibz3.so", "not contain control characters"),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let spec = parse("z4").unwrap();
        let message = spec.check_name(&["toy", "z3"]).unwrap_err().to_string();
        assert_eq!(
            message,
            "unknown solver `z4`; did you mean 'z3'? The known solvers are toy, z3"
        );
        assert_eq!(parse("z3@1.0").unwrap().check_name(&["toy", "z3"]), Ok(()));
    }
}
