//! The options that may be fuzzed: those that the library lists, without those that are denied
//! here.

use super::checks::{OPTION_VALID, OPTION_VALUE};
use super::ffi::{ListedDomain, OptionFacts, Session};
use crate::shared::options::denied::{Denied, Named, OptionPolicy, Rules};
use crate::shared::options::sat_solvers::{self, SatSolver};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::{OptionDomain, OptionInfo};

/// Options with which Bitwuzla writes files.
pub(crate) const FILES: &[FileOption] = &[
    ("write-aiger", "names a file that Bitwuzla writes"),
    ("write-cnf", "names a file that Bitwuzla writes"),
];

use Named::{Beginning, Exactly};

const GENERIC: &str = "set by its generic name";

/// Options that runs do not draw, each with the reason.
const DENIED: &[Denied] = &[
    (Exactly("produce-models"), GENERIC),
    (Exactly("produce-unsat-cores"), GENERIC),
    (Exactly("produce-unsat-assumptions"), GENERIC),
    (Exactly("log-level"), "prints"),
    (Exactly("verbosity"), "prints"),
    (
        Exactly("time-limit-per"),
        "answers would depend on the clock",
    ),
    (
        Exactly("memory-limit"),
        "ends the process, when depends on the machine",
    ),
    (
        Exactly("nthreads"),
        "for SAT solvers that the library is not built with",
    ),
    (
        Exactly("sat-solver"),
        "the library is built with CaDiCaL only",
    ),
    (Exactly("interpolants-stats"), "prints"),
    (Exactly("interpolants-print-stats"), "prints"),
    (
        Beginning("dbg-"),
        "checks for the developers of the library, which end the process",
    ),
];

const RULES: Rules = Rules {
    denied: DENIED,
    files: FILES,
    modules: &[],
};

/// The SAT solvers that the library is built with. CaDiCaL's options for proofs are left out: it
/// writes the proof of one solver of a process, and Bitwuzla makes several for a check.
pub(super) const SAT_SOLVERS: &[SatSolver] = &[sat_solvers::CADICAL];

/// An option of the wrapper: the number of calls of the termination callback after which a search
/// ends.
pub(super) const SEARCH_BUDGET: &str = "terminate-after";

/// The largest number that is drawn for an option without an upper bound. Most are limits, and
/// larger values make no difference.
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
        .find(|o| session.option_is_valid(&o.name) == Ok(false))
    {
        return OPTION_VALID.fails_for(option.name.as_str(), "");
    }
    Ok(all)
}

/// The options, as runs use them.
pub(super) fn option_policy(session: &Session) -> Result<OptionPolicy> {
    let mut judged = OptionPolicy::default();
    for option in all(session)? {
        let domain = option.domain.map(|domain| match domain {
            ListedDomain::Numeric(0, 1) => OptionDomain::Bool,
            ListedDomain::Numeric(min, max) => {
                let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
                OptionDomain::Integer(number(min), number(max.min(min.max(LARGE))))
            }
            ListedDomain::Mode(modes) => OptionDomain::Mode(modes),
        });
        let drawn = domain.map(|domain| OptionInfo {
            default: Some(option.default),
            ..OptionInfo::new(option.name.as_str(), domain)
        });
        judged.add(RULES, &option.name, drawn);
    }
    Ok(judged)
}

/// Those that may be fuzzed.
pub(super) fn list(session: &Session) -> Result<Vec<OptionInfo>> {
    let mut all = option_policy(session)?.drawn();
    all.extend(sat_solvers::list(SAT_SOLVERS));
    Ok(all)
}

/// The rows of the table that are about no option of the library.
pub(super) fn unused_denials(session: &Session) -> Result<Vec<String>> {
    Ok(RULES.unused_denials(option_policy(session)?.names()))
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
            session.set_option(option.number, number)?;
            let said = session.get_option(option.number)?;
            OPTION_VALUE.must_or(said == number, || format!("{said}, not {number}"))
        }
        Some(ListedDomain::Mode(_)) => {
            session.set_option_mode(option.number, value)?;
            let said = session.get_option_mode(option.number)?;
            OPTION_VALUE.must_or(said == value, || format!("{said}, not {value}"))
        }
        None => Err(refused("its values are not known")),
    };
    result.map_err(|error| match error {
        Error::Rejected(text) => Error::Option(text),
        other => other,
    })
}
