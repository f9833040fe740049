//! The options that may be fuzzed: those that the library lists, without those that are denied here.

use super::ffi::{ListedDomain, OptionFacts, Session};
use crate::sat_options::{self, SatSolver};
use murxla_fsm::files::FileOption;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::{OptionDomain, OptionInfo};

/// Options with which Bitwuzla writes files.
pub(crate) const FILES: &[FileOption] = &[
    ("write-aiger", "names a file that Bitwuzla writes"),
    ("write-cnf", "names a file that Bitwuzla writes"),
];

/// Options that are not changed, each with the reason. `*` stands for any characters.
const DENIED: &[(&str, &str)] = &[
    ("produce-models", "set by its generic name"),
    ("produce-unsat-cores", "set by its generic name"),
    ("produce-unsat-assumptions", "set by its generic name"),
    ("log-level", "prints"),
    ("verbosity", "prints"),
    ("time-limit-per", "depends on the machine"),
    ("memory-limit", "depends on the machine"),
    (
        "nthreads",
        "for SAT solvers that the library is not built with",
    ),
    ("sat-solver", "the library is built with CaDiCaL only"),
    ("interpolants-*stats", "prints"),
    (
        "dbg-*",
        "checks for the developers of the library, which end the process",
    ),
];

/// The SAT solvers that the library is built with.
pub(super) const SAT_SOLVERS: &[SatSolver] = &[sat_options::CADICAL, sat_options::CADICAL_PROOFS];

/// The largest number that is drawn for an option without an upper bound. Most are limits, and larger values make no difference.
const LARGE: u64 = 10_000;

/// All options of the library.
pub(super) fn all(session: &Session) -> Result<Vec<OptionFacts>> {
    let mut all = Vec::new();
    for number in 0.. {
        match session.option_info(number)? {
            Some(option) => all.push(option),
            None => break,
        }
    }
    if let Some(option) = all
        .iter()
        .find(|o| session.has_option(&o.name) == Ok(false))
    {
        return Err(Error::Contradiction(format!(
            "the option {} is not valid",
            option.name
        )));
    }
    Ok(all)
}

/// Those that may be fuzzed.
pub(super) fn list(session: &Session) -> Result<Vec<OptionInfo>> {
    let denied = |name: &str| {
        DENIED
            .iter()
            .chain(FILES)
            .any(|(pattern, _)| matches(pattern, name))
    };
    let allowed = all(session)?.into_iter().filter(|o| !denied(&o.name));
    let options = allowed.filter_map(|option| {
        let domain = match option.domain? {
            ListedDomain::Numeric(0, 1) => OptionDomain::Bool,
            ListedDomain::Numeric(min, max) => {
                let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
                OptionDomain::Integer(number(min), number(max.min(min.max(LARGE))))
            }
            ListedDomain::Mode(modes) => OptionDomain::Mode(modes),
        };
        Some(OptionInfo {
            default: Some(option.default),
            ..OptionInfo::new(option.name, domain)
        })
    });
    Ok(options.chain(sat_options::list(SAT_SOLVERS)).collect())
}

/// Sets an option by its name.
pub(super) fn set(session: &Session, name: &str, value: &str) -> Result {
    let refused = |why: &str| Error::Option(format!("{name} {value}: {why}"));
    let option = all(session)?.into_iter().find(|o| o.name == name);
    let option = option.ok_or_else(|| refused("there is no such option"))?;
    let result = match option.domain {
        Some(ListedDomain::Numeric(..)) => {
            let number = match value {
                "true" => 1,
                "false" => 0,
                other => {
                    let number = other.parse();
                    number.map_err(|_| refused("it is not a number"))?
                }
            };
            session.set_number(option.number, number)
        }
        Some(ListedDomain::Mode(_)) => session.set_mode(option.number, value),
        None => Err(refused("its values are not known")),
    };
    result.map_err(|error| match error {
        Error::Rejected(text) => Error::Option(text),
        other => other,
    })
}

/// Whether a pattern with at most one `*` stands for `name`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => name == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("dbg-*", "dbg-check-model"));
        assert!(matches("interpolants-*stats", "interpolants-print-stats"));
        assert!(!matches("interpolants-*stats", "interpolants-subst"));
        assert!(!matches("verbosity", "verbosity-2"));
    }
}
