//! Options: those that the library lists, and the names of those that all solvers have.

use super::checks::{OPTION_KEEPS_VALUE, OPTION_RANGE};
use super::ffi::Session;
use crate::shared::options::denied::{Denied, Named, OptionPolicy, Rules};
use crate::shared::options::sat_solvers::{self, SatSolver};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::{OptionDomain, OptionInfo};

/// An option of the wrapper: the number of times that the library asks in a call whether to stop,
/// until the answer is yes.
pub(super) const SEARCH_BUDGET: &str = "patience";

/// Models: 1 for the terms in formulas, 2 for all terms.
pub(super) const MODELS: &str = "model-gen";
pub(super) const INCREMENTAL: &str = "incremental";
/// The base in which assignments are written.
const NUMBERS: &str = "output-number-format";

use Named::Exactly;

/// Options that runs do not draw, with the reason.
const DENIED: &[Denied] = &[
    (Exactly(NUMBERS), "assignments are read in binary"),
    (Exactly(MODELS), "is set by 'produce-models'"),
    (Exactly(INCREMENTAL), "is set by 'incremental'"),
    (
        Exactly("dump-dimacs"),
        "makes the library print and end the process",
    ),
    (Exactly("verbosity"), "makes the library print"),
    (Exactly("loglevel"), "makes the library print"),
];

const RULES: Rules = Rules {
    denied: DENIED,
    files: &[],
    modules: &[],
};

/// Options that must not be on together: the library would end the process.
const APART: &[(&str, &str)] = &[
    ("ucopt", MODELS),
    ("ucopt", INCREMENTAL),
    ("fun-dual-prop", "fun-just"),
    ("fun-dual-prop", "nondestr-subst"),
];

/// Options with a very large domain, and the limit up to which values are drawn.
const LIMITS: &[(&str, i64)] = &[
    ("seed", 1000),
    ("sls-nflips", 10_000),
    ("sls-move-prop-n-prop", 100),
    ("sls-move-prop-n-sls", 100),
    ("prop-nprops", 10_000),
    ("prop-flip-cond-const-delta", 1000),
    ("prop-flip-cond-const-npathsel", 1000),
    ("quant-synthlimit", 20_000),
    ("declsort-bv-width", 100),
    ("sat-engine-n-threads", 8),
];

/// The SAT solvers that the library is built with. It also uses Lingeling to simplify formulas for
/// the other one.
pub(super) const SAT_SOLVERS: &[SatSolver] = &[sat_solvers::CADICAL, sat_solvers::LINGELING];

/// Options with values that cannot be used: the others are not in the library, or are the
/// default.
const VALUES: &[(&str, &[&str])] = &[
    // SLS, propagation, propagation on circuits, quantifiers.
    ("engine", &["2", "3", "4", "5"]),
    // Lingeling. The default is CaDiCaL, and there are no others.
    ("sat-engine", &["0"]),
];

/// The options.
pub(super) fn option_policy(session: &Session) -> Result<OptionPolicy> {
    let mut all = OptionPolicy::default();
    for option in numbers(session)? {
        let name = session.get_opt_lng(option)?;
        let (min, max) = (session.get_opt_min(option)?, session.get_opt_max(option)?);
        let limit = LIMITS.iter().find(|(limited, _)| *limited == name);
        let max = limit.map_or(i64::from(max), |(_, limit)| *limit);
        let values = VALUES.iter().find(|(listed, _)| *listed == name);
        let domain = match values {
            Some((_, values)) => {
                let values = values.iter().map(|value| (*value).to_owned());
                OptionDomain::Mode(values.collect())
            }
            None => OptionDomain::Integer(i64::from(min), max),
        };
        let default = Some(session.get_opt_dflt(option)?.to_string());
        let drawn = OptionInfo {
            default,
            ..OptionInfo::new(name.as_str(), domain)
        };
        all.add(RULES, &name, Some(drawn));
    }
    Ok(all)
}

/// The numbers of the options, in the order of the library.
pub(super) fn numbers(session: &Session) -> Result<Vec<u32>> {
    let mut all = Vec::new();
    let mut option = session.first_opt()?;
    while session.has_opt(option)? {
        all.push(option);
        option = session.next_opt(option)?;
    }
    Ok(all)
}

/// The number of the option with this long name.
fn number_of(session: &Session, name: &str) -> Result<Option<u32>> {
    for option in numbers(session)? {
        if session.get_opt_lng(option)? == name {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// The options that may be fuzzed.
pub(super) fn list(session: &Session) -> Result<Vec<OptionInfo>> {
    let mut all = option_policy(session)?.drawn();
    let domain = OptionDomain::Integer(0, 200);
    all.push(OptionInfo {
        between_checks: true,
        ..OptionInfo::new(SEARCH_BUDGET, domain)
    });
    all.extend(sat_solvers::list(SAT_SOLVERS));
    Ok(all)
}

/// The rows of the table that are about no option of the library.
pub(super) fn unused_denials(session: &Session) -> Result<Vec<String>> {
    Ok(RULES.unused_denials(option_policy(session)?.names()))
}

/// Sets an option by its long name.
pub(super) fn set(session: &Session, name: &str, value: &str) -> Result {
    let refused = |why: &str| Err(Error::Option(format!("{name:?}: {why}")));
    let number = match value {
        "true" => Some(1),
        "false" => Some(0),
        digits => digits.parse::<u32>().ok(),
    };
    let Some(number) = number else {
        return refused("is not a number");
    };
    if name == SEARCH_BUDGET {
        session.budget().set(number.into());
        return Ok(());
    }
    if let Some(why) = RULES.reason(name) {
        return refused(why);
    }
    set_known(session, name, number)
}

/// Sets an option, which may be one that all solvers have.
pub(super) fn set_known(session: &Session, name: &str, number: u32) -> Result {
    let refused = |why: &str| Err(Error::Option(format!("{name:?}: {why}")));
    let Some(option) = number_of(session, name)? else {
        return refused("there is no such option");
    };
    if !(session.get_opt_min(option)?..=session.get_opt_max(option)?).contains(&number) {
        return refused("the value is out of range");
    }
    let pairs = APART.iter().filter(|_| number > 0);
    let others = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
    for (_, other) in others.filter(|(this, _)| **this == name) {
        if let Some(option) = number_of(session, other)?
            && session.get_opt(option)? > 0
        {
            return refused(&format!("not with {other}"));
        }
    }
    session.set_opt(option, number)?;
    let is_set = session.get_opt(option)? == number;
    if name == "sat-engine" && !is_set {
        return refused("the library was built without it");
    }
    if !is_set {
        return OPTION_KEEPS_VALUE.fails_for(name, "");
    }
    Ok(())
}

/// Reads all properties of all options, which must agree.
pub(super) fn iterate(session: &Session) -> Result {
    for option in numbers(session)? {
        let name = session.get_opt_lng(option)?;
        session.get_opt_shrt(option)?;
        session.get_opt_desc(option)?;
        let values = [
            session.get_opt_min(option)?,
            session.get_opt(option)?,
            session.get_opt_max(option)?,
        ];
        let default = session.get_opt_dflt(option)?;
        let fits = values.is_sorted() && (values[0]..=values[2]).contains(&default);
        if name.is_empty() || !fits {
            let details =
                format!("least, present and greatest value are {values:?}, the default {default}");
            return OPTION_RANGE.fails_for(name, details);
        }
    }
    Ok(())
}
